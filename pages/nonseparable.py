"""The Not separable page: the proof that no line exists, the cycle, and other weights to keep."""

from playground.app import frame

frame.show("pages/nonseparable.py")
