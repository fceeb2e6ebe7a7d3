"""The stage: it draws figures, plays them step by step, and reports the visitor's edits."""
