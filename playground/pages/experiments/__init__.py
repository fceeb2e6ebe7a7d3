"""Many runs at once: what the margin, the order, the dimension, the unit and the rate do to the number of updates."""
