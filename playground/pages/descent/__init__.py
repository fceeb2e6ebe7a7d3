"""The perceptron as descent: the same loss walked down by single examples, by batches and by all the points at once."""
