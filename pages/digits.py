"""The Digits page: a perceptron tells two handwritten digits apart, and its weights are a picture."""

from playground.app import frame
from playground.pages.digits.page import PAGE

frame.show(PAGE)
