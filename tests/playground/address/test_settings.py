"""A page's settings are those of its address: whatever a visitor chose in any order, a cold link shows it."""

import functools
import itertools
import operator
import random
from dataclasses import replace

import pytest

from playground.address.address import read
from playground.address.address import written as written_address
from playground.address.codes import encode, encode_rows
from playground.address.parameters import Choice, Number, Switch
from playground.address.settings import written
from playground.page.answer import content, opened
from playground.pages import PAGES
from tests.boards import HAND
from tests.marks import slow, slow_but
from tests.pairs import pairs
from tests.playground.test_fuzz import KEYS, good
from tests.playground.visiting import answered, payload, visit

CONTROLLED = [page for page in PAGES.values() if page.controls]
STEPPED = [page for page in CONTROLLED if page.title != "Experiments"]
ROWS = [((0.5, 1.0, -0.25), 0), ((-0.5, 0.25, 1.0), 1), ((1.0, 0.5, 0.5), 0)]


def values(parameter):
    """All values of a choice or a switch, some of a number, two texts."""
    if isinstance(parameter, Choice):
        return [*parameter.options]
    if isinstance(parameter, Switch):
        return [False, True]
    if isinstance(parameter, Number):
        return [parameter.default, parameter.low, parameter.high]
    return [parameter.default, {"margin": "1/3", "sequence": "0"}.get(parameter.key, "1, -0.1")]


def chosen(page, texts, key, value):
    """The texts of an address after the visitor has set a control; None if the control cannot be set now."""
    control, settings = page.controls[key], page.settings(texts)
    if not control.present(settings) or not control.used(settings):
        return None
    return page.with_dependents(page.with_setting(texts, key, value), key)


BY_HAND = {
    "some points": HAND,
    "one point": HAND[:1],
    "the origin alone": [(0.0, 0.0, 1)],
    "one class": HAND[2:],
    "two points that touch": [(7.0, 7.0, 1), (7.0078125, 7.0, 0)],
    "nothing": [],
}
REFUSED = "Place points in the playground, or choose some.", "Choose others."
"""How Experiments ends what it says of points over which no run would end: it has no board, but charts of runs."""


def boards(parameter):
    """The values of a control in a link, and for the points each board by hand, too."""
    if parameter.key == "data":
        by_hand = [{"data": "by hand", "points": encode(points)} for points in BY_HAND.values()]
        return [*({"data": name} for name in parameter.options if name != "by hand"), *by_hand]
    if parameter.key == "repeats":
        return [{"repeats": "1"}, {"repeats": "3"}]
    return [{parameter.key: written(value)} for value in values(parameter)]


@functools.cache
def extremes(file):
    """Links of a page in which any two controls have any two of their ends or options."""
    rows = pairs(*(boards(control.parameter) for control in PAGES[file].controls.values()))
    return [functools.reduce(operator.or_, row) for row in rows]


PARTS = 48


@pytest.mark.parametrize("part", slow_but(range(PARTS), 0))
@pytest.mark.parametrize("page", CONTROLLED, ids=lambda page: page.title)
def test_any_two_controls_at_their_ends_show_a_board_without_a_complaint(page, part):
    for link in extremes(page.file)[part::PARTS]:
        try:
            what = opened(page, link)
        except ValueError as fault:
            if page.title != "Experiments" or not str(fault).endswith(REFUSED):
                pytest.fail(f"{link}: {fault}")
            continue
        assert not what.complaints, link
        assert content(what)["scene"]["panels"], link


LINKS = {
    "untouched": {},
    "by hand": {"points": encode(HAND)},
    "a gate and a table": {"data": "AND", "table": encode_rows(ROWS)},
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "name"),
    [*itertools.product(CONTROLLED, ["untouched", "by hand", "a gate and a table"])],
    ids=lambda value: value if isinstance(value, str) else value.title,
)
def test_any_two_controls_set_by_hand_stand_in_the_address_as_they_are(page, name):
    start = read(LINKS[name])
    parameters = [control.parameter for control in page.controls.values()]
    for one, other in itertools.permutations(parameters, 2):
        for first, second in itertools.product(values(one), values(other)):
            texts = chosen(page, start.settings, one.key, first)
            texts = None if texts is None else chosen(page, texts, other.key, second)
            if texts is None:
                continue
            here = page.settings(texts)
            there = page.settings(read(written_address(replace(start, settings=texts))).settings)
            both = (page.title, one.key, first, other.key, second)
            assert here.values == there.values, both
            assert here[other] == second, both
            assert (here.complaints, there.complaints) == ({}, {}), both


@pytest.mark.parametrize("every", [5, slow(1)])
@pytest.mark.parametrize("page", STEPPED, ids=lambda page: page.title)
def test_what_the_page_shows_after_a_control_is_set_is_what_a_cold_link_shows(page, every):
    draw = random.Random(page.title)
    for control in [*page.controls.values()][::every]:
        parameter = control.parameter
        what = opened(page, {**LINKS["by hand"], parameter.key: written(draw.choice(values(parameter)))}, parameter.key)
        again = opened(page, {**written_address(what.state), "step": str(what.step)})
        assert (again.scene, again.settings, again.complaints) == (what.scene, what.settings, []), parameter.key


@pytest.mark.parametrize("links", [3, slow(170)])
@pytest.mark.parametrize("page", STEPPED, ids=lambda page: page.title)
def test_the_page_in_streamlit_shows_what_its_address_is_answered_with(page, links):
    draw = random.Random(page.title)
    for _ in range(links):
        link = {key: text for key in draw.sample(KEYS, draw.randrange(9)) if (text := good(draw, key))}
        there = answered(page.file, **link)
        here = payload(visit(None if page.file == "app.py" else page.file, **link))
        assert {part: here[part] for part in there} == there, link
