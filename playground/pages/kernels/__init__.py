"""The perceptron in its dual form: it counts mistakes, and a kernel bends the boundary that the counts draw."""
