"""The Halving page: half-planes without a mistake vote, or a random one of them answers."""

from playground.app import frame

frame.show("pages/halving.py")
