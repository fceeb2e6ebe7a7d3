"""The Halving page: half-planes without a mistake vote, or a random one of them answers."""

from playground.app import frame
from playground.pages.halving.page import PAGE

frame.show(PAGE)
