"""The plane of the proof: w and w* span it in any dimension, and in it nothing is lost."""

from playground.app import frame
from playground.pages.dimensions.page import PAGE

frame.show(PAGE)
