"""Scenes worth showing: each a few words on what to look for, and the address of a board that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ui.address import HAND
from ui.controls import CLOUD, MARGIN, PAIR
from ui.links import encode
from ui.scenes.kernels import POLYNOMIAL
from ui.scenes.proof import WEIGHTS


class Lesson(NamedTuple):
    """A title, what to look for, the parameters of the scene, and the page that shows it."""

    title: str
    text: str
    address: Mapping[str, str]
    page: str = "app.py"


_UNIT_VECTORS = encode([(1.0, 0.0, 0), (0.0, 1.0, 0)])

LESSONS = (
    Lesson(
        "One update at a time",
        "Twenty-five points with margin 0.1. Step: one point is wrong, y·x is added to w, the boundary turns."
        " Watch w·w* climb while ‖w‖² stays low.",
        {"band": "true"},
    ),
    Lesson(
        "A narrow margin takes longer",
        "The margin is five times narrower, so the theorem allows twenty-five times as many updates. How many come?"
        " Then set γ to 0.1 and compare.",
        {"data": MARGIN, "gamma": "0.02", "seed": "264", "band": "true"},
    ),
    Lesson(
        "AND needs a bias",
        "No line through the origin separates AND; a constant coordinate mends that. It takes 18 updates and ends at"
        " w = (3, 2, −4); the theorem allows 51.",
        {"data": "AND", "bias": "true", "sum": "true"},
    ),
    Lesson(
        "XOR: a proof instead of a line",
        "Four points, equal weights, and their signed sum is zero: no line exists. The weights come back to the start"
        " after 4 updates and would go round for ever.",
        {"data": "XOR", "bias": "true"},
    ),
    Lesson(
        "Two points, two hundred updates",
        "Close together and far from the origin: the boundary has to creep in between them. Press End, then look at how"
        " far the bound still is.",
        {"data": PAIR, "bias": "true"},
    ),
    Lesson(
        "R²/γ² is for the zero start",
        "Started at w = (−5, −5) these two points take 12 updates, although R²/γ² is 2. From another start the theorem"
        " has another bound: 22.",
        {"data": HAND, "points": _UNIT_VECTORS, "start": "-5, -5"},
    ),
    Lesson(
        "The rate changes nothing, from zero",
        "Rate 0.25 or 25: w is scaled, the same points are wrong in the same order. Change it and compare the updates;"
        " then try another start.",
        {"rate": "0.25"},
    ),
    Lesson(
        "The order changes the run, never the bound",
        "Ten points that need 111 updates if they come in turn. How many if the hardest comes first each time? Change"
        " the order and see: other counts, the same bound.",
        {"data": MARGIN, "gamma": "0.05", "n": "10", "seed": "1"},
    ),
    Lesson(
        "The proof in numbers",
        "AND once more. Each step fills the lines of the proof with its own numbers. In weight space w is pushed into"
        " the cone of all that separate.",
        {"data": "AND", "bias": "true", "view": WEIGHTS},
        "pages/proof.py",
    ),
    Lesson(
        "XOR, with a kernel",
        "What no line does, (x·x' + 1)² does: 21 mistakes, where its theorem allows 105. The counts stand beside the"
        " points.",
        {"data": "XOR", "kernel": POLYNOMIAL, "degree": "2"},
        "pages/kernels.py",
    ),
    Lesson(
        "No line, no end",
        "Where nothing separates, the last weights are as good or bad as chance. The pocket keeps those that were right"
        " longest in a row, if they err on fewer points. Drag a ringed point, and see whether a proof remains.",
        {"data": CLOUD},
        "pages/nonseparable.py",
    ),
    Lesson(
        "Nobody does better",
        "Six new points, six predictions, six mistakes, and still one v fits all the labels with margin 2/5. Or let a"
        " perceptron try.",
        {"margin": "2/5"},
        "pages/adversary.py",
    ),
)
