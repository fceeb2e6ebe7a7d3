"""Halving: keep every half-plane that was never wrong, and answer by their vote or by one of them at random."""
