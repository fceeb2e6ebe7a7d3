"""The Dimensions page: a run in any dimension, drawn in the plane of w and w*."""

from playground.app import frame
from playground.pages.dimensions.page import PAGE

frame.show(PAGE)
