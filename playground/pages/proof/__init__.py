"""The convergence proof, line by line, in the numbers of the board's own run."""
