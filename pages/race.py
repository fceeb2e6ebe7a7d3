"""Six ways to a separator, side by side: who is first depends on what is counted."""

from playground.app import frame
from playground.pages.race.page import PAGE

frame.show(PAGE)
