"""A saved picture shows the screen's marks at their places, on a light ground."""

import io
import re
import struct
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import expect

from perceptron import margin_dataset, separate, train
from tests.browser.browsing import PHONE, telling
from tests.browser.test_saving import saved
from tests.marks import slow

SVG = "{http://www.w3.org/2000/svg}"
BOUND = separate(margin_dataset(25, 2, 0.1, seed=3)).bound
CIRCLE, TRIANGLE = {"rgb(0, 114, 178)", "#0072B2"}, {"rgb(213, 94, 0)", "#D55E00"}


def opened(content):
    """Return a picture's root and its panels."""
    picture = ElementTree.fromstring(content)
    return picture, picture.findall(f"{SVG}svg")


def words(picture):
    return [" ".join(text.itertext()) for text in picture.findall(f"{SVG}text")]


def test_a_picture_tells_no_outcome_that_the_screen_does_not(visit_light):
    stage = visit_light("/?n=25&gamma=0.1&seed=3&step=4", asks=True)
    said = " ".join(words(opened(saved(stage, "Picture (SVG)")[1])[0]))
    assert "updates ? " in said
    assert "Converged" not in said
    assert "guess" not in said
    stage.press("End")
    assert "updates 12 Converged after 12 updates" in " ".join(words(opened(saved(stage, "Picture (SVG)")[1])[0]))


def told(stage, label="Animation (GIF)"):
    """Open the dialog and return the notes of the files with this label."""
    stage.do("share")
    if not stage.page.locator(".stage-files").is_visible():
        stage.page.locator(".stage-save summary").click()
    stage.settle()  # once the server's files have come, no button moves
    return [file.get_attribute("data-note") for file in stage.page.get_by_role("button", name=label).all()]


def show_only(stage, scope):
    told(stage)
    stage.page.get_by_role("radio", name=scope).check()
    stage.do("close")


def drawing(picture):
    """Return the ends of the line of w in a drawing, and its points."""
    lines = [part for part in picture.iter(f"{SVG}path") if part.get("data-kind") == "line"]
    (line,) = [part.get("d") for part in lines if float(part.get("stroke-width").removesuffix("px")) == 3]
    ends = [[float(number) for number in end] for end in re.findall(r"(-?[\d.e+-]+),(-?[\d.e+-]+)", line)]
    return ends, [part for part in picture.iter(f"{SVG}path") if part.get("data-point")]


def frames(content):
    """Return the frames of an animation as arrays, and their milliseconds."""
    picture = Image.open(io.BytesIO(content))
    assert picture.info["loop"] == 0
    shown = [
        (np.asarray(frame.convert("RGB"), dtype=float), frame.info["duration"])
        for frame in ImageSequence.Iterator(picture)
    ]
    arrays, durations = zip(*shown, strict=True)
    return list(arrays), list(durations)


# Notes in each frame which step the words are of.
_WATCH = """() => {
  window.positions = new Set();
  requestAnimationFrame(function look() {
    window.positions.add(document.querySelector(".stage-position").textContent);
    requestAnimationFrame(look);
  });
}"""


def screen(stage):
    """Return the address, the step, the words and the drawings."""
    drawn = re.sub(' (class|style)=""', "", stage.page.inner_html(".stage-panels"))
    return stage.page.url, stage.step, stage.position, stage.sentence, drawn


@pytest.mark.parametrize("look", [{"color_scheme": "dark"}, slow({}), slow(PHONE)])
def test_a_picture_is_of_the_screen_or_of_the_board_or_the_curves_alone(visit_light, look):
    stage = visit_light(telling("/?n=25&gamma=0.1&seed=3&step=4"), **look)
    data = margin_dataset(25, 2, 0.1, seed=3)
    w = train(data).weights[4]
    said = f"○ {np.sum(data.y * (data.X @ w) <= 0)} wrong"
    heads = [said, "Alignment: each update", f"Squeeze: closed after k = {BOUND}"]
    for scope, suffix, shown in (("all", "", heads), ("board", "-board", heads[:1]), ("curves", "-curves", heads[1:])):
        if scope != "all":
            show_only(stage, scope)
        name, content = saved(stage, "Picture (SVG)")
        assert name == f"playground{suffix}.svg"
        picture, panels = opened(content)
        assert picture.find(f"{SVG}rect").get("fill").upper() == "#FFFFFF"
        titles = [text.text for panel in panels for text in panel.findall(f"{SVG}text")]
        assert all(title.startswith(head) for title, head in zip(titles, shown, strict=True))
        said = " ".join(words(picture)).replace("\N{NO-BREAK SPACE}", " ")
        assert stage.sentence in said
        if scope != "curves":
            assert_board(stage, panels[0], data, w)
        if scope == "all":
            assert "margin γ 0.100 · radius R 0.999 · bound R²/γ² 99 · updates 12" in said
    name, bitmap = saved(stage, "Picture (PNG)")
    assert name == "playground-curves.png"
    assert struct.unpack(">II", bitmap[16:24]) == tuple(2 * int(picture.get(side)) for side in ("width", "height"))


def assert_board(stage, board, data, w):
    """Check that the points and the line of w are at their places."""
    frame, box = stage.frame(), stage.page.locator('[data-area="board"]').bounding_box()
    ends, points = drawing(board)
    for x, y in ends:
        assert w @ frame.values(frame.left + x, frame.top + y) == pytest.approx(0, abs=0.01)
    layer = next(part for part in board if points[0] in part)
    corner = float(layer.get("x")) + box["x"], float(layer.get("y")) + box["y"]
    assert corner == pytest.approx((frame.left, frame.top), abs=0.5)
    for point, place, label in zip(points, data.X, data.y, strict=True):
        left, top = (float(part) for part in re.findall(r"-?[\d.]+", point.get("transform"))[:2])
        assert (frame.left + left, frame.top + top) == pytest.approx(frame.screen(*place), abs=0.6)
        assert {point.get("fill"), point.get("stroke")} & (CIRCLE if label > 0 else TRIANGLE)


@pytest.mark.parametrize("scheme", ["light", slow("dark")])
def test_a_filmstrip_has_a_picture_of_each_step(visit_light, scheme):
    stage = visit_light(telling("/?n=25&gamma=0.1&seed=3&step=4"), color_scheme=scheme)
    data = margin_dataset(25, 2, 0.1, seed=3)
    run, frame = train(data), stage.frame()
    name, content = saved(stage, "Filmstrip (SVG)")
    assert name == "playground-filmstrip.svg"
    picture, small = opened(content)
    assert len(small) == len(run.mistakes)
    assert b"var(" not in content
    assert words(picture)[: len(small)] == [str(k) for k in range(1, len(small) + 1)]
    places = [(float(each.get("y")), float(each.get("x"))) for each in small]
    assert places == sorted(set(places))
    for each, w in zip(small, run.weights[1:], strict=True):
        *_, width, height = (float(part) for part in each.get("viewBox").split())
        ends, points = drawing(each)
        own = type(frame)(0, 0, width, height, frame.xs, frame.ys)
        for end in ends:
            assert w @ own.values(*end) / np.linalg.norm(w) == pytest.approx(0, abs=1e-6)
        wrong = data.y * (data.X @ w) <= 0
        for point, label, hollow in zip(points, data.y, wrong, strict=True):
            colors = {point.get("fill"), point.get("stroke")}
            assert colors & (CIRCLE if label > 0 else TRIANGLE)
            assert (point.get("stroke") in CIRCLE | TRIANGLE) == hollow
    assert stage.step == 4


@pytest.mark.slow
def test_of_a_long_run_the_first_steps_are_saved_and_it_is_said_which(visit_light):
    stage = visit_light(telling("/?n=25&gamma=0.03&seed=1"), **PHONE)
    updates = len(train(margin_dataset(25, 2, 0.03, seed=1)).mistakes)
    assert updates > 100
    assert told(stage) == [f"Steps 0 to 100 of {updates}, in a loop"]
    stage.do("close")
    assert told(stage, "Filmstrip (SVG)") == [f"Steps 1 to 60 of {updates} side by side"]
    stage.do("close")
    picture, small = opened(saved(stage, "Filmstrip (SVG)")[1])
    assert len(small) == 60
    assert words(picture)[-1] == f"Steps 1 to 60 of {updates}"


@pytest.mark.slow
@pytest.mark.parametrize("device", [PHONE, {"color_scheme": "dark"}])
def test_an_animation_has_each_step_and_leaves_the_stage_alone(visit_light, device):
    stage = visit_light(telling("/?n=25&gamma=0.1&seed=3&step=4"), **device)
    data = margin_dataset(25, 2, 0.1, seed=3)
    run, frame, box = train(data), stage.frame(), stage.page.locator('[data-area="board"]').bounding_box()
    edge = min(panel.bounding_box()["x"] for panel in stage.page.locator(".stage-panel:visible").all())
    assert told(stage) == ["Steps 0 to 12, in a loop"]
    stage.page.get_by_role("button", name="Notebook").wait_for()
    stage.settle()
    before = screen(stage)
    stage.page.evaluate(_WATCH)
    with stage.silence(), stage.page.expect_download() as saving:
        stage.page.get_by_role("button", name="Animation").click()
    assert screen(stage) == before
    assert stage.page.evaluate("window.positions.size") == 1
    assert stage.page.evaluate("window.heard").count(stage.sentence) <= 1
    assert stage.page.get_by_role("button", name="Animation (GIF)").is_visible()
    stage.do("close")
    assert saving.value.suggested_filename == "playground.gif"
    arrays, durations = frames(saving.value.path().read_bytes())
    assert len(arrays) == len(run.mistakes) + 1
    assert durations == [600] * 12 + [2000]
    for (x, y), label in zip(data.X, data.y, strict=True):
        left, top = frame.screen(x, y)
        color = arrays[-1][round(top - box["y"]) + 16, round(left - edge) + 16]
        assert color == pytest.approx((0, 114, 178) if label > 0 else (213, 94, 0), abs=12)
    for k in (0, 4, 12):
        stage.press("Home", *["ArrowRight"] * k)
        still = Image.open(io.BytesIO(saved(stage, "Picture (PNG)")[1])).convert("RGB").reduce(2)
        high = still.height - 20
        differences = [np.abs(each[:high] - np.asarray(still)[:high]).mean() for each in arrays]
        assert np.argmin(differences) == k
        assert differences[k] < 2
        assert min(np.delete(differences, k)) > 1.5 * differences[k]


TELLING = ("Animation", "Filmstrip", "Run (CSV)", "Program", "Notebook")


def test_what_would_tell_the_outcome_is_offered_once_it_is_told(visit_light):
    stage = visit_light("/?n=25&gamma=0.1&seed=3&step=4", asks=True)
    later = stage.page.locator(".stage-later")
    for label in TELLING:
        assert told(stage, label) == []
        stage.settle()  # what the server brings along would be there
        assert later.is_visible()
        assert stage.page.get_by_role("button", name=label).count() == 0
        stage.do("close")
    stage.press("End")
    for label in TELLING:
        told(stage, label)
        expect(stage.page.get_by_role("button", name=label)).to_have_count(1)
        assert not later.is_visible()
        stage.do("close")


def making(stage):
    """Wait until an animation is being made, which may take less time than Playwright lets pass between two looks."""
    looks = "() => /Making … \\d+\\/100/.test(document.querySelector('[data-label^=Animation]').textContent)"
    stage.page.wait_for_function(looks, polling="raf")


@pytest.mark.parametrize("way", ["dialog", slow("button")])
def test_the_making_of_an_animation_can_be_stopped_and_begun_again(visit_light, way):
    stage = visit_light(telling("/?n=25&gamma=0.03&seed=1&step=2"), own=True)
    files = []
    stage.page.on("download", lambda file: files.append(file))
    told(stage)
    animation = stage.page.locator("[data-label^=Animation]")
    animation.click()
    making(stage)
    # A click would wait until the button stands still.
    stage.press("Escape") if way == "dialog" else animation.dispatch_event("click")
    expect(animation).to_have_text("Animation (GIF)")
    stage.settle()
    assert files == []
    assert stage.step == 2
    if way == "dialog":
        told(stage)
    animation.click()
    making(stage)
    stage.press("Escape")
