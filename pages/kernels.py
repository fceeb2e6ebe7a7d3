"""The Kernels page: the perceptron in its dual form, whose counts of mistakes draw a curve."""

from playground.app import frame

frame.show("pages/kernels.py")
