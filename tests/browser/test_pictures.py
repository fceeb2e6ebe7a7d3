"""A picture that is saved has what is on the screen, at its places, on a light ground."""

import itertools
import re
import struct
from xml.etree import ElementTree

import numpy as np
import pytest

from perceptron import gate, margin_dataset, separate, train
from tests.browser.browsing import PHONE, telling
from tests.browser.test_saving import saved

SVG = "{http://www.w3.org/2000/svg}"
CIRCLE, TRIANGLE = {"rgb(0, 114, 178)", "#0072B2"}, {"rgb(213, 94, 0)"}


def opened(content):
    """A picture, and the places of its shapes of a kind in the drawing of the board."""
    picture = ElementTree.fromstring(content)
    return picture, picture.findall(f"{SVG}svg")


def words(picture):
    return [" ".join(text.itertext()) for text in picture.findall(f"{SVG}text")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_has_the_points_the_line_and_the_words_where_they_are(visit, scheme):
    stage = visit(telling("/?n=25&gamma=0.1&seed=3&step=4"), color_scheme=scheme)
    data = margin_dataset(25, 2, 0.1, seed=3)
    frame, box = stage.frame(), stage.page.locator('[data-area="board"]').bounding_box()
    name, content = saved(stage, "Picture (SVG)")
    assert name == "playground.svg"
    picture, panels = opened(content)
    assert picture.find(f"{SVG}rect").get("fill").upper() == "#FFFFFF"
    assert len(panels) == 3
    board = panels[0]
    points = [part for part in board.iter(f"{SVG}path") if part.get("data-point")]
    layer = next(part for part in board if points[0] in part)
    assert [float(layer.get("x")) + box["x"], float(layer.get("y")) + box["y"]] == pytest.approx(
        [frame.left, frame.top], abs=0.5
    )
    for point, (x, y), label in zip(points, data.X, data.y, strict=True):
        place = [float(part) for part in re.findall(r"-?[\d.]+", point.get("transform"))][:2]
        there = frame.left + place[0], frame.top + place[1]
        assert there == pytest.approx(frame.screen(x, y), abs=0.6)
        assert {point.get("fill"), point.get("stroke")} & (CIRCLE if label > 0 else TRIANGLE)
    w = train(data).weights[4]
    lines = [part for part in board.iter(f"{SVG}path") if part.get("data-kind") == "line"]
    ends = [np.array(re.findall(r"(-?[\d.e+-]+),(-?[\d.e+-]+)", part.get("d")), dtype=float) for part in lines]
    scores = [
        max(abs(w @ frame.values(frame.left + x, frame.top + y)) for x, y in places) for places in ends if len(places)
    ]
    assert min(scores) < 0.01
    said = " ".join(words(picture)).replace("\N{NO-BREAK SPACE}", " ")
    assert stage.sentence in said
    assert "margin γ 0.100 · radius R 0.999 · bound R²/γ² 99 · updates 12" in said
    found = separate(data)
    titles = [text.text for panel in panels for text in panel.findall(f"{SVG}text")]
    assert titles == [
        "Input plane",
        f"○ {np.sum(data.y * (data.X @ w) <= 0)} wrong",
        "Alignment: every update lifts w·w* by at least γ",
        f"Squeeze: floor and ceiling of ‖w‖² meet at k = {(found.radius / found.margin) ** 2:.1f}",
    ]


def test_nothing_of_a_picture_needs_anything_else(visit):
    stage = visit(telling("/?data=XOR&bias=true&numbers=true&step=2"))
    content = saved(stage, "Picture (SVG)")[1]
    assert b"var(" not in content
    assert b"class=" not in content
    _, panels = opened(content)
    numbers = [part.text for part in panels[0].iter(f"{SVG}text") if part.text in ("0", "1", "2", "3")]
    assert set(numbers) == {"0", "1", "2", "3"}
    assert len(gate("xor")) == len([part for part in panels[0].iter(f"{SVG}path") if part.get("data-point")])
    assert "wrong" in " ".join(text for part in panels[0].findall(f"{SVG}text") for text in part.itertext())


def test_what_plotly_draws_is_in_the_picture(visit):
    stage = visit(telling("/kernels?data=XOR&step=3"))
    _, panels = opened(saved(stage, "Picture (SVG)")[1])
    drawn = [part.get("href") for panel in panels for part in panel.findall(f"{SVG}image")]
    assert len(drawn) == 2
    assert all(address.startswith("data:image/svg+xml,") for address in drawn)


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_a_bitmap_has_twice_the_size_of_the_screen(visit, device):
    stage = visit(telling("/?n=25&step=4"), **device)
    picture, _ = opened(saved(stage, "Picture (SVG)")[1])
    name, content = saved(stage, "Picture (PNG)")
    assert name == "playground.png"
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == tuple(2 * int(picture.get(side)) for side in ("width", "height"))


def test_a_picture_tells_no_outcome_that_the_screen_does_not(visit):
    stage = visit("/?n=25&gamma=0.1&seed=3&step=4", asks=True)
    said = " ".join(words(opened(saved(stage, "Picture (SVG)")[1])[0]))
    assert "updates ? " in said
    assert "Converged" not in said
    assert "guess" not in said
    stage.press("End")
    assert "updates 12 Converged after 12 updates" in " ".join(words(opened(saved(stage, "Picture (SVG)")[1])[0]))


def test_on_a_phone_the_panels_of_a_picture_follow_each_other(visit):
    stage = visit(telling("/?n=25&step=4"), **PHONE)
    picture, panels = opened(saved(stage, "Picture (SVG)")[1])
    places = [(float(panel.get("y")), float(panel.get("height"))) for panel in panels]
    for (top, height), (below, _) in itertools.pairwise(places):
        assert 0 <= below - top - height <= 20
    assert float(picture.get("width")) <= 390
