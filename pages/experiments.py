"""The Experiments page: many runs by margin, order, dimension, load, unit of length, rate or learner."""

from playground.app import frame

frame.show("pages/experiments.py")
