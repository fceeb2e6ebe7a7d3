"""Digits: the perceptron learns to tell two handwritten digits apart, and its weights are a picture."""
