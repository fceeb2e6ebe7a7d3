"""The Not separable page: the proof that no line exists, the cycle, and other weights to keep."""

from playground.app import frame
from playground.pages.nonseparable.page import PAGE

frame.show(PAGE)
