"""The Race page: six learners side by side, counted in updates or in inner products."""

from playground.app import frame

frame.show("pages/race.py")
