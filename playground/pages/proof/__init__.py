"""The convergence proof, line by line, with the numbers of the board's run."""
