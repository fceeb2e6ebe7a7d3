"""A link brings back the scene; a broken link brings the nearest possible scene."""

import re
import urllib.parse
from io import BytesIO

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from perceptron import margin_dataset
from playground.address.codes import MOST, SNAP, encode
from tests.boards import HAND
from tests.browser.browsing import DESKTOP, PHONE, link, parameters, wait_for
from tests.marks import slow


def seen(stage):
    return stage.drawn, stage.step, stage.verdict, stage.sentence, stage.facts, stage.position


def test_a_link_of_a_generated_scene_shows_the_librarys_points(visit):
    stage = visit(link(n=17, gamma=0.3, R=2, seed=5))
    data = margin_dataset(17, 2, 0.3, 2.0, 5)
    assert np.allclose([point[:2] for point in stage.drawn], data.X, atol=1e-9, rtol=0)
    assert [1 - 2 * class_index for _, _, class_index in stage.drawn] == data.y.tolist()


def test_reloading_keeps_board_controls_and_step(visit):
    stage = visit(link(HAND, bias="true", rate=0.5))
    stage.click(0.9, -0.9)
    stage.until(lambda: len(stage.points) == 6)
    stage.settle()
    stage.press("ArrowRight", "ArrowRight", "ArrowRight")
    stage.settle()
    before = seen(stage), stage.address
    stage.page.reload()
    wait_for(stage.page)
    assert seen(stage) == before[0]
    assert stage.step == 3
    stage.settle()
    assert stage.address == before[1]
    assert stage.field("Learning rate η").input_value() == "0.5"


def test_back_from_an_edited_or_cleared_board_returns_to_the_first(visit):
    stage = visit("/")
    generated, verdict = stage.drawn, stage.verdict
    stage.click(0, 1.1)
    stage.until(lambda: len(stage.points) == len(generated) + 1)
    stage.settle()
    stage.page.go_back()
    stage.until(lambda: stage.drawn == generated)
    stage.settle()
    assert stage.drawn == generated
    assert stage.verdict == verdict
    assert "points" not in stage.address
    assert stage.notice == ""
    stage.press("End")
    stage.settle()
    stage.click(0, 1.1)
    stage.settle()
    stage.do("clear")
    stage.settle()
    assert stage.address == {"data": "by hand"}
    stage.page.go_back()
    stage.until(lambda: stage.drawn == generated)


FIVE_THOUSAND = "1" + "_I" + encode([(0.5, 0.5, 0)])[3:] * 5000  # more than 400 promised, 20 kB


@pytest.mark.parametrize(
    ("query", "says", "holds"),
    [
        (link(data="by hand", points=encode(HAND)[:-6]), "cut short", lambda s: s.drawn == HAND[:3]),
        slow(link(data="by hand", points=FIVE_THOUSAND), "400", lambda s: 0 < len(s.drawn) <= MOST),
        slow(link(R="inf"), "inf", lambda s: s.field("Radius R").input_value() in ("5", "1")),
        (link(HAND, step=10**6), "1,000,000", lambda s: s.position.startswith(f"update {s.step} of {s.step} ")),
        (link(n=10**6, step="abc", gamma=7, points="?"), "abc", lambda s: "gamma is" in s.notice),
    ],
    ids=lambda value: re.sub(r"\W+", "-", value)[:30] if isinstance(value, str) else "",
)  # fmt: skip
def test_a_broken_link_opens_the_nearest_scene_and_says_what_was_wrong(visit, query, says, holds):
    stage = visit(query)
    assert says in stage.notice
    assert holds(stage)
    assert stage.page.locator("[data-testid=stException]").count() == 0


def test_a_mangled_link_shows_its_board_and_passes_on_known_names(visit):
    mangled = "/?Data=AND&amp;bias=true&amp;order=hardest&step%3D3&utm_source=mail&fbclid=IwAR"
    stage = visit(mangled, asks=True)
    assert stage.step == 3
    assert stage.notice == ""
    stage.press("ArrowRight")
    stage.settle()
    own = {"data": "AND", "bias": "true", "order": "hardest", "step": "4"}
    assert parameters(stage.page.url) == own
    stage.do("share")
    stage.until(lambda: read_code(stage))
    shared = [*read_code(stage), stage.page.locator(".stage-link").input_value()]
    assert [parameters(each) for each in shared] == [own, own]


def read_code(stage):
    """Return the QR codes on the screen, read."""
    image = Image.open(BytesIO(stage.page.screenshot()))
    return [code.text for code in zxingcpp.read_barcodes(image.convert("L"))]


def light(stage):
    """Return the address of the light page, which the code leads phones to."""
    address = urllib.parse.urlsplit(stage.page.url)
    return address._replace(path=f"/light{address.path}").geturl()


@pytest.mark.parametrize("look", [{"viewport": DESKTOP}, slow({**PHONE, "color_scheme": "dark"})])
@pytest.mark.parametrize("count", [5, slow(60)])
def test_a_phone_reads_the_link_from_the_screen(visit, count, look):
    rng = np.random.default_rng(count)
    board = [
        (*(rng.integers(-256, 256, 2) / SNAP).tolist(), int(class_index)) for class_index in rng.integers(0, 2, count)
    ]
    stage = visit(link(board), asks=True, **look)
    stage.press("ArrowRight")
    stage.do("share")
    stage.until(lambda: read_code(stage))
    assert read_code(stage) == [light(stage)]
    assert parameters(stage.page.url) == {"data": "by hand", "points": encode(board), "step": "1"}


def test_the_code_follows_the_step_and_no_key_steps_behind_it(visit):
    stage = visit(link(HAND))
    codes = []
    for _ in range(2):
        stage.press("ArrowRight")
        stage.do("share")
        stage.until(lambda: read_code(stage))
        codes += read_code(stage)
        stage.press("ArrowRight", "Escape")
    assert [parameters(code)["step"] for code in codes] == ["1", "2"]
    stage.press("ArrowLeft")
    stage.do("share")
    stage.until(lambda: read_code(stage))
    assert read_code(stage) == codes[:1]
    stage.page.mouse.click(5, 5)
    assert not stage.page.locator(".stage-share").is_visible()


def test_an_empty_board_says_what_to_do(visit):
    stage = visit(link(data="by hand"))
    assert stage.drawn == []
    assert stage.verdict == stage.notice == ""
    assert stage.sentence.startswith("Click on the board to place a point")
    for name in ("first", "back", "play", "forward", "last", "undo", "redo", "clear"):
        assert stage.button(name).is_disabled()
    stage.press("ArrowRight", "End", "Space", "Control+z")
    assert stage.step == 0
