"""The perceptron in its dual form: it counts mistakes, and a kernel turns the counts into a curved boundary."""
