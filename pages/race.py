"""Six ways to a separator, side by side: who is first depends on what is counted."""

from ui import frame
from ui.pages.race.page import PAGE

frame.show(PAGE)
