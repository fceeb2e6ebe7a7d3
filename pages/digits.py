"""Digits: the perceptron learns to tell two handwritten digits apart, and its weights are a picture."""

from ui import frame
from ui.pages.digits.page import PAGE

frame.show(PAGE)
