"""No processor changes what a page says: one scene of each, on points where ties and rounding would show."""

import pytest

from playground.address.codes import encode
from playground.pages import PAGES
from playground.pages.adversary.scene import PERCEPTRON
from tests.boards import XOR
from tests.playground.visiting import answered
from tests.processors import OTHERS, answer, differences

BOARD = {
    "points": encode([(x - 0.3, y / 3, label) for x, y, label in XOR]),
    "data": "by hand",
    "bias": "true",
    "c": "0.3",
}
LINKS = {
    **{file: BOARD for file, page in PAGES.items() if page.answer},
    "pages/dimensions.py": {"space": "side by side"},
    "pages/experiments.py": {"experiment": "learner", "repeats": "2"},
    "pages/descent.py": {"data": "rings", "eps": "0.1", "from": "0.1, 0.3"},
    "pages/digits.py": {},
    "pages/nonseparable.py": {"data": "inseparable cloud", "n": "30"},
    "pages/adversary.py": {"player": PERCEPTRON},
    "pages/race.py": {"data": "rings", "bias": "true"},
}


def said():
    scenes = {page: answered(page, **link) for page, link in LINKS.items()}
    return {page: {**scene, "session": None} for page, scene in scenes.items()}


PROGRAM = "import json; from tests.playground.test_processors import said; print(json.dumps(said()))"


@pytest.fixture(scope="module")
def here():
    return said()


@pytest.mark.parametrize("core", OTHERS)
def test_another_processor_says_the_same(here, core):
    assert differences(here, answer(PROGRAM, core), 1e-6) == []
