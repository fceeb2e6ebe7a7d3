"""The Descent page: single examples, batches and all points at once descend on the same loss."""

from playground.app import frame

frame.show("pages/descent.py")
