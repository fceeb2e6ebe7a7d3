"""The stage: it draws figures, plays them step by step, and reports what the hand did."""
