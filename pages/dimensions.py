"""The Dimensions page: a run in any dimension, drawn in the plane of w and w*."""

from playground.app import frame

frame.show("pages/dimensions.py")
