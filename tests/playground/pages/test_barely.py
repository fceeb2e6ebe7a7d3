"""Points that a line separates by less than floats can show: what every page says of them, and what none draws."""

import re

import numpy as np
import pytest

import perceptron
from perceptron import BarelySeparable, Dataset, Inseparable, separate, train
from playground.draw.outcome import with_a_bias
from playground.draw.palette import SEPARATOR
from playground.draw.steps import Steps
from playground.page import controls
from playground.pages.descent.scene import MOST_UPDATES
from playground.pages.digits import scene as digits
from playground.pages.dimensions import scene as dimensions
from playground.pages.nonseparable import scene as nonseparable
from playground.pages.race import scene as race
from tests.boards import placed
from tests.playground.draw.test_sentences import faults, told
from tests.playground.visiting import answered, printed, shared

# Both as near to one ray through the origin as floats come, and not on it.
PAIR = Dataset([[0.6, 0.8], [0.624, 0.832]], [-1, 1])
HAIR = "but its margin is smaller than 16 digits can show: no w*, no bound."
PAGES = {
    "app.py": ({}, {"band": "true"}, {"sum": "true"}),
    "pages/proof.py": ({}, {"view": "weight space"}, {"version": "biased"}, {"version": "any start", "start": "1,2"}),
    "pages/dimensions.py": ({"space": dimensions.BOARD},),
    "pages/race.py": ({}, {"measure": "points wrong", "band": "true"}),
    "pages/descent.py": ({}, {"picture": "surface"}, {"from": "2, -3"}),
    "pages/halving.py": ({},),
}


def slow_pair():
    return PAIR


@pytest.fixture
def barely(monkeypatch):
    """Let the slow pair be such points."""
    monkeypatch.setattr(perceptron, "slow_pair", slow_pair)
    monkeypatch.setitem(controls.SAMPLES, "slow pair", controls.Sample(slow_pair))
    controls._drawn.cache_clear()
    yield
    controls._drawn.cache_clear()


def draws_no_best(scene):
    """Nothing of w* is in a scene: no number, no line, no mark in its colour."""
    said = [*told(scene)]
    assert not any("w·w*" in text or "to w*" in text or "from w*" in text for text in said)
    assert not [fault for text in said for fault in faults(text)]
    boards = [panel.get("figure", {}).get("parts", []) for panel in scene["panels"]]
    assert not [part for parts in boards for part in parts if part.get("color") == SEPARATOR]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "link"), [(page, link) for page, links in PAGES.items() for link in links])
def test_a_page_says_that_floats_cannot_show_what_separates(page, link, barely):
    scene = answered(page, data="slow pair", bias="false", **link)
    facts = {fact["name"]: fact["value"] for fact in scene["facts"]}
    draws_no_best(scene)
    if page == "pages/halving.py":
        assert scene["verdict"]["text"].endswith("between directions that are too close for any grid here.")
        return
    assert HAIR in scene["verdict"]["text"]
    if "margin γ" in facts:
        assert facts["margin γ"] == "too small"
        assert "none" in (facts.get("bound R²/γ²"), facts.get("bound from here"))
    assert not any("≤" in value or value == "never" for value in facts.values())


def test_whatever_knows_a_margin_says_that_floats_cannot_show_it():
    found = separate(PAIR)
    assert isinstance(found, BarelySeparable)
    run = train(PAIR, max_updates=MOST_UPDATES)
    cloud = nonseparable.scene(placed(PAIR), Steps(run), separation=found, order="cyclic", grid=128)
    draws_no_best(cloud)
    assert HAIR in cloud["verdict"]["text"]
    # The bound for points that need not be separable holds of these, too.
    assert len(run.mistakes) <= int(cloud["facts"][2]["value"].replace(",", ""))
    pictures = Dataset(np.pad(PAIR.X, ((0, 0), (0, 62))), PAIR.y)
    seen = digits.scene(pictures, None, train(pictures, max_updates=9), separate(pictures), names=("0", "1"))
    assert "A hyperplane separates these points, but its margin is smaller than" in seen["verdict"]["text"]
    assert not any("w·w*" in text for text in told(seen))
    runners = race.racers(PAIR, found, 1.0)
    assert all(runner.most is None for runner in runners)


def test_with_a_bias_such_points_are_separable_like_any(barely):
    scene = answered("app.py", data="slow pair", bias="true")
    told = "Converged after 101 updates; the theorem allows at most 10,618. Every order takes as many."
    assert scene["verdict"]["text"] == told
    # One of the two at the origin is wrong for good there, and a bias does not care how little it takes.
    near = Dataset([[0.0, 0.0], [1e-30, 0.0]], [1, -1])
    assert with_a_bias(near, alone=True) == " With a bias a line separates all."
    assert isinstance(separate(near), Inseparable)
    assert isinstance(separate(near.augmented()), BarelySeparable)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["app.py", "pages/dimensions.py", "pages/descent.py", "pages/race.py"])
def test_the_programs_of_such_points_run_and_claim_no_bound(page, barely):
    _, files = shared(page, data="slow pair", bias="false", space=dimensions.BOARD)
    said = "".join(printed(text) for name, text in files.items() if name.endswith(".py"))
    assert "BarelySeparable(margin 3.352e-17" in said
    assert not re.search(r"\bbound\b|at most", said)


def test_the_slow_pair_itself_lies_on_one_ray_and_is_inseparable():
    for page in PAGES:
        scene = answered(page, data="slow pair", bias="false", step=3, space=dimensions.BOARD)
        draws_no_best(scene)
        said = scene["verdict"]["text"]
        assert ("0 and 1 prove it" if page != "pages/halving.py" else "no grid contains one") in said
