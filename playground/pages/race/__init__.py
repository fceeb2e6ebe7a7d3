"""Six ways to a separator, side by side: who is first depends on what is counted."""
