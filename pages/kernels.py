"""The Kernels page: the perceptron in its dual form, whose counts of mistakes draw a curve."""

from playground.app import frame
from playground.pages.kernels.page import PAGE

frame.show(PAGE)
