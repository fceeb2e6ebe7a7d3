"""The perceptron in its dual form: it counts mistakes, and a kernel bends the boundary that the counts draw."""

from playground.app import frame
from playground.pages.kernels.page import PAGE

frame.show(PAGE)
