"""The perceptron as descent: the same loss walked down by single examples, by batches and by all the points at once."""

from playground.app import frame
from playground.pages.descent.page import PAGE

frame.show(PAGE)
