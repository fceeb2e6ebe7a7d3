"""The convergence proof, line by line, in the numbers of the board's own run."""

from ui import frame
from ui.pages.proof.page import PAGE

frame.show(PAGE)
