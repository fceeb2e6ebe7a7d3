"""Many runs at once: what the margin, the order, the dimension, the unit and the rate do to the number of updates."""

from playground.app import experiments
from playground.pages.experiments.page import PAGE

experiments.show(PAGE)
