"""Many runs at once: what the margin, the order, the dimension, the unit and the rate do to the number of updates."""

from ui import runs
from ui.pages.experiments.page import PAGE

runs.show(PAGE)
