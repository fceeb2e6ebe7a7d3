"""The picture beside a link is the board that the link opens; another library reads it."""

import io
import itertools
import re
import time
import urllib.parse

import numpy as np
import pytest
from PIL import Image

from perceptron import gate
from playground.address.codes import encode
from playground.draw.boards import sketch
from playground.export.previews import HIGH, WIDE, preview
from playground.lessons import LESSONS
from playground.page.answer import answer, opened
from playground.pages import PAGES
from playground.server import routes
from playground.stage import assets
from tests.marks import slow_but
from tests.playground.server.test_scenes import EXPERIMENTS, asked
from tests.playground.server.test_scenes import route as route  # the fixture

COLORS = {name: np.array([*bytes.fromhex(color[1:])]) for name, color in assets.color_of("light").items()}
POSITIVE, NEGATIVE = COLORS["--st-primary-color"], COLORS["--st-red-color"]
GROUND = COLORS["--st-background-color"]
MOST = 0.1  # s of a processor for a picture, twice of what the largest takes on a quiet machine
LINKS = {
    **{page.route: (page, {}) for page in PAGES.values() if page.answer and not page.slow},
    **{lesson.slug: (PAGES[lesson.page], lesson.link) for lesson in LESSONS.values()},
}


def pixels(picture):
    return np.asarray(Image.open(io.BytesIO(picture)), dtype=int)


def shown(link, step=0):
    """The scene of a link on the first page, its picture, and the function from a place of the board to pixels."""
    scene = answer(PAGES["app.py"], link)
    low, high = scene["panels"][0]["figure"]["yaxis"]["range"]
    unit = HIGH / (high - low)

    def at(x, y):
        return round(WIDE / 2 + (x - (low + high) / 2) * unit), round((high - y) * unit)

    return scene, pixels(preview(scene, step)), at


def near(color, other):
    return np.abs(color - other).max() < 40


@pytest.mark.parametrize("step", [0, 5, 18])
def test_each_point_stands_at_its_place_and_is_hollow_where_it_is_wrong(step):
    scene, picture, at = shown({"data": "AND", "bias": "true"}, step)
    a, b, c = (scene["columns"][name][step] for name in "abc")
    for x, y, kind in scene["points"]:
        value = (1 - 2 * kind) * ((a or 0) * x + (b or 0) * y + (c or 0))
        left, top = at(x, y)
        color = NEGATIVE if kind else POSITIVE
        assert near(picture[top, left], GROUND if value <= 0 else color), (x, y)
        edge = picture[top - 20 : top + 20, left - 20 : left + 20].reshape(-1, 3)
        assert any(near(each, color) for each in edge)


def test_the_sides_of_the_line_are_tinted_from_end_to_end():
    scene, picture, at = shown({"data": "AND", "bias": "true"}, 18)
    a, b, c = (scene["columns"][name][18] for name in "abc")
    low, high = scene["panels"][0]["figure"]["yaxis"]["range"]
    places = itertools.product(np.linspace(low - 0.8, high + 0.8, 9), np.linspace(low + 0.05, high - 0.05, 9))
    grid = 0.06
    for x, y in places:
        value = (a * x + b * y + c) / np.hypot(a, b)
        clear = min(abs(x % 0.5), abs(x % 0.5 - 0.5), abs(y % 0.5), abs(y % 0.5 - 0.5)) > grid
        if abs(value) < 0.3 or not clear or any(np.hypot(x - p, y - q) < 0.2 for p, q, _ in scene["points"]):
            continue
        left, top = at(x, y)
        strong = GROUND + 0.23 * (POSITIVE - GROUND) if value > 0 else GROUND + 0.04 * (NEGATIVE - GROUND)
        assert np.abs(picture[top, left] - strong).max() <= 2, (x, y)


def test_nothing_that_waits_for_the_end_is_in_the_picture():
    placed = {"data": "by hand", "points": encode([(x, y, 1 - (label > 0)) for (x, y), label in AND]), "bias": "true"}
    plain, with_best = (preview(answer(PAGES["app.py"], {**placed, "band": band})) for band in ("false", "true"))
    assert plain == with_best


AND = [*zip(gate("and").X.tolist(), gate("and").y.tolist(), strict=True)]


@pytest.mark.parametrize("name", LINKS)
def test_every_page_and_lesson_has_a_picture_in_little_time(name):
    page, link = LINKS[name]
    what = opened(page, link)
    times = [MOST]
    while min(times) >= MOST and len(times) <= 3:  # for the machine may have been busy
        begun = time.process_time()
        picture = preview(what.scene, what.step)
        times.append(time.process_time() - begun)
    drawn = pixels(picture)
    assert drawn.shape == (HIGH, WIDE, 3)
    assert (drawn != drawn[0, 0]).any(axis=2).sum() > 2_000 or not sketch(what.scene).shapes
    assert len(picture) < 100_000
    assert min(times) < MOST


# ---- by HTTP ---------------------------------------------------------------------------------------------------------


def image_of(route, target, **headers):
    text = asked(route, target, **{"host": "a.example", **headers})[2].decode()
    found = re.search('property="og:image" content="(.*?)"', text)
    return found and found[1].replace("&amp;", "&")


@pytest.mark.parametrize("name", slow_but(LINKS, *[*LINKS][::8]))
def test_a_document_names_the_picture_of_the_board_that_it_shows(route, name):
    page, link = LINKS[name]
    query = urllib.parse.urlencode(link)
    for way in (f"/{page.route.removeprefix('playground')}", f"/light/{page.route}"):
        image = image_of(route, f"{way}?{query}")
        assert image.startswith(f"http://a.example/preview/{page.route}"), way
        status, said, body = asked(route, image.removeprefix("http://a.example"))
        assert (status, said["content-type"]) == (200, "image/png")
        what = opened(page, link)
        assert body == preview(what.scene, what.step)


def test_a_picture_of_an_exercise_is_that_of_its_board_at_its_step(route):
    image = image_of(route, "/?data=AND&bias=true&step=5&ask=Why%3F&hide=controls")
    assert urllib.parse.parse_qs(urllib.parse.urlsplit(image).query) == {
        "data": ["AND"],
        "bias": ["true"],
        "step": ["5"],
    }


def test_the_address_is_that_of_the_request_and_only_of_a_host(route):
    assert image_of(route, "/proof") == "http://a.example/preview/proof"
    assert image_of(route, "/proof", x_forwarded_proto="https") == "https://a.example/preview/proof"
    assert image_of(route, "/proof", host="[::1]:8501") == "http://[::1]:8501/preview/proof"
    for host in ("", 'a"><script>', "a.example/x", "a b", "user@a.example"):
        assert image_of(route, "/proof", host=host) is None, host


def test_a_link_that_shows_nothing_has_no_picture(route):
    assert asked(route, "/preview/lessons")[0] == 418
    assert asked(route, f"/preview/proof?{'a' * (routes.LONGEST + 1)}")[0] == 414
    status, said, body = asked(route, "/preview/experiments?data=AND")
    assert (status, said["content-type"]) == (200, "image/png"), EXPERIMENTS
    assert body
