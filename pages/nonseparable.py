"""What happens where no line exists: a proof of it, a cycle, and weights worth keeping."""

from playground.app import frame
from playground.pages.nonseparable.page import PAGE

frame.show(PAGE)
