"""The Descent page: single examples, batches and all points at once descend on the same loss."""

from playground.app import frame
from playground.pages.descent.page import PAGE

frame.show(PAGE)
