"""Points without a separating line: the proof, the cycle, and the weights worth keeping."""
