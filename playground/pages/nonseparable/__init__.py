"""What happens where no line exists: a proof of it, a cycle, and weights worth keeping."""
