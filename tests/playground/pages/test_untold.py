"""Nothing the hand does tells whether anything separates its points: until the end, either answer looks alike."""

import re

import pytest

from perceptron import Inseparable, Separator, separate
from playground.page.answer import answer
from playground.pages import PAGES
from playground.stage.check import check_scene
from tests.boards import labelled
from tests.browser.browsing import link, parameters
from tests.pages import BOARDS

KEPT = [(0.5, 0.5, 0), (0.75, -0.75, 0), (-0.5, 0.25, 1), (-0.5, -0.5, 1)]
TOUCHED = {Separator: [*KEPT, (0.9375, 0.125, 0)], Inseparable: [*KEPT, (-0.75, 0.0, 0)]}
"""The same board after one more touch, which leaves a line or does not."""
EDITABLE = [page for page in PAGES.values() if page.title in BOARDS]
_NUMBER = r"−?\d[\d.,]*"


def shown(page, points, **settings):
    """What a page shows of points by hand until the end of their run was seen."""
    scene = answer(page, parameters(link(points, **settings)))
    check_scene(scene)
    assert "question" in scene
    return {**scene, **scene.get("untold", {})}


def in_sight(scene):
    """All that is written, in its place, but for the numbers and for what is said of the last step alone."""
    yield from [fact["name"] for fact in scene["facts"]]
    yield from ["?" if fact["outcome"] else re.sub(_NUMBER, "0", fact["value"]) for fact in scene["facts"]]
    yield scene["question"]["text"]
    yield scene["question"].get("options")
    yield (scene["question"]["answer"] is None, "tally" in scene["question"])
    templates, which = scene["texts"]["sentence"].values()
    yield from [re.sub(_NUMBER, "0", templates[place]) for place in which[:2]]
    for number, panel in enumerate(scene["panels"]):
        yield (panel["area"], panel["label"], panel.get("view"), panel.get("heads"), "whole" in panel)
        yield [sign["words"] for sign in panel.get("legend", ()) if not sign.get("outcome")]
        yield {mark["kind"] for mark in scene["marks"] if mark["panel"] == number and not mark.get("outcome")}
        for line in panel.get("lines", ()):
            yield (line["title"], line["formula"], line["text"]["templates"], line.get("sides"))
        if figure := panel.get("figure"):
            yield [figure.get(axis, {}).get("name") for axis in ("xaxis", "yaxis")]
            yield figure["title"]
            yield [note["text"] for note in figure.get("notes", ())]
            yield [(part["kind"], part.get("name"), part.get("dash")) for part in figure.get("parts", ())]
            yield [(trace["type"], trace.get("name")) for trace in figure.get("traces", ())]


@pytest.mark.parametrize("bias", ["true", ""])
@pytest.mark.parametrize("page", EDITABLE, ids=lambda page: page.route)
def test_until_the_end_no_board_shows_whether_a_line_is_left(page, bias):
    for kind, points in TOUCHED.items():
        data = labelled(points)
        assert isinstance(separate(data.augmented() if bias else data), kind)
    parted, tangled = (shown(page, points, bias=bias, band="true") for points in TOUCHED.values())
    assert [*in_sight(parted)] == [*in_sight(tangled)]


@pytest.mark.parametrize("page", EDITABLE, ids=lambda page: page.route)
def test_an_empty_board_says_how_to_begin(page):
    scene = answer(page, {"data": "by hand"})
    check_scene(scene)
    assert (scene["last"], scene["points"], scene["verdict"]["text"]) == (0, [], "")
    assert scene["texts"]["sentence"]["templates"][0].startswith("Click on the board to place a point")
    assert {fact["value"] for fact in scene["facts"]} == {"–"}


def test_once_the_end_was_seen_or_is_asked_for_all_is_told():
    for points in TOUCHED.values():
        texts = parameters(link(points, bias="true"))
        scene = answer(PAGES["app.py"], texts)
        told = answer(PAGES["app.py"], texts | {"outcome": "true"})
        assert "untold" not in told
        assert {**scene, "untold": None, "question": None} == {**told, "untold": None, "question": None}
