"""The Digits page: a perceptron tells two handwritten digits apart, and its weights are a picture."""

from playground.app import frame

frame.show("pages/digits.py")
