"""Halving: predict by the vote of all half-planes that were never wrong, or by one of them at random."""
