"""A link brings back the scene; a broken link brings the nearest possible scene."""

import urllib.parse
from io import BytesIO

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from playground.address.codes import SNAP, encode
from tests.boards import HAND
from tests.browser.browsing import DESKTOP, PHONE, link, parameters


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


# WCAG 3.3.1, 3.3.3
@pytest.mark.parametrize(
    ("query", "says", "holds"),
    [
        (link(data="by hand", points=encode(HAND)[:-6]), "cut short", lambda s: s.drawn == HAND[:3]),
        (link(HAND, step=10**6), "1,000,000", lambda s: s.position.startswith(f"update {s.step} of {s.step} ")),
        (link(n=10**6, step="abc", gamma=7, points="?"), "abc", lambda s: "gamma is" in s.notice),
    ],
    ids=["cut short", "a late step", "strange values"],
)
def test_a_broken_link_opens_the_nearest_scene_and_says_what_was_wrong(visit_light, query, says, holds):
    stage = visit_light(query)
    assert says in stage.notice
    assert holds(stage)


def read_code(stage):
    """Return the QR codes on the screen, read."""
    image = Image.open(BytesIO(stage.page.screenshot()))
    return [code.text for code in zxingcpp.read_barcodes(image.convert("L"))]


def light(stage):
    """Return the address of the light page, which the code leads phones to."""
    address = urllib.parse.urlsplit(stage.page.url)
    return address._replace(path=f"/light{address.path}").geturl()


@pytest.mark.slow
@pytest.mark.parametrize("look", [{"viewport": DESKTOP}, {**PHONE, "color_scheme": "dark"}])
@pytest.mark.parametrize("count", [5, 60])
def test_a_phone_reads_the_link_of_the_step_from_the_screen(visit, count, look):
    rng = np.random.default_rng(count)
    board = [
        (*(rng.integers(-256, 256, 2) / SNAP).tolist(), int(class_index)) for class_index in rng.integers(0, 2, count)
    ]
    stage = visit(link(board), asks=True, **look)
    for key, step in (("ArrowRight", {"step": "1"}), ("ArrowLeft", {})):
        stage.press(key)
        stage.do("share")
        if not stage.page.locator(".stage-code").is_visible():
            stage.page.click(".stage-phones summary")
        wanted = {"data": "by hand", "points": encode(board), **step}
        stage.until(lambda wanted=wanted: parameters(stage.page.url) == wanted and read_code(stage) == [light(stage)])
        stage.press("ArrowRight", "Escape")  # no key steps behind the code
    stage.do("share")
    stage.page.mouse.click(5, 5)
    assert not stage.page.locator(".stage-share").is_visible()
