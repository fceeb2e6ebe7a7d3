"""What happens where no line exists: a proof of it, a cycle, and weights worth keeping."""

from ui import frame
from ui.pages.nonseparable.page import PAGE

frame.show(PAGE)
