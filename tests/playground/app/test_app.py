"""The playground page without a browser: what its controls bring along, read and complain of."""

import pytest

from playground.address.codes import MOST, encode
from playground.page.controls import LISTED, MARGIN, SOURCES
from playground.text import vector
from tests.boards import HAND
from tests.marks import slow_but
from tests.pages import BOARDS, PAGES
from tests.playground.visiting import after, answered, complaints, content_of, setting, told, visit


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_of_points_brings_a_bias_along_unless_a_line_through_the_origin_separates_them(source):
    made = after(content_of(), "data", source)
    bias = setting(made, "bias")["value"]
    assert bias == str(source != MARGIN).lower()
    assert after(made, "bias", "false" if bias == "true" else "true")["points"] == made["points"]


def test_a_list_that_is_still_to_be_typed_is_asked_for():
    made = after(content_of(), "order", LISTED)
    assert "until then the points come in turn" in setting(made, "sequence")["note"]


@pytest.mark.parametrize(
    ("text", "start"),
    [("-5, 2.5", (-5, 2.5)), ("−5; 2", (-5, 2)), ("(1, 1)", (1, 1)), ("1e6", (1e6, 0)), ("0", (0, 0)),
     ("1e-300, 1e-300", (1e-300, 1e-300))],
)  # fmt: skip
def test_a_start_is_read(text, start):
    made = content_of(start=text)
    first = [made["columns"][name][0] for name in "ab"]
    assert first == list(start)
    if any(start) and made["last"]:
        assert f"w = {vector(start)}" in told(made, 0)


@pytest.mark.parametrize("text", ["", "a", "1, 2, 3", "1e9", "nan", "inf, 0", "1,,2"])
def test_a_start_that_cannot_be_read_is_0(text):
    made = after(content_of(), "start", text)
    assert made["columns"]["a"][0] == made["columns"]["b"][0] == 0
    assert bool(text) == ("0 is used" in setting(made, "start")["note"])


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("n=1000000", "n is 1000000; it can be 1 to 400, and 400 is used."),
        ("c=many", "c is many, 1 is used"),
        ("order=alphabetical", "order is alphabetical, “cyclic” is used"),
        ("bias=maybe", "bias is maybe"),
        *((f"step={step}", f"step is {step}") for step in ("abc", "-3", "²")),
        ("step=999999999", "step is 999,999,999"),
        ("points=1AC", "0 of its 2 points"),
        ("points=1__" + "ARAD" * 5000, f"4,095 points, {MOST}"),
        ("data=by hand&points=" + encode(HAND)[:-6], "cut short"),
        ("data=by hand&points=letters", "begins with l"),
        ("n=1e9&seed=x&step=?", "n is 1e9, seed is x, step is ?"),
    ],
    ids=lambda value: value[:40],
)
def test_a_broken_link_opens_and_its_faults_are_named(link, says):
    said = " ".join(complaints(visit(**dict(pair.split("=") for pair in link.split("&")))))
    assert all(part in said for part in says.split(", "))


def test_a_margin_wider_than_the_radius_becomes_the_radius():
    made = content_of(gamma=0.9, R=0.5)
    assert made["facts"][0]["value"] == "0.500"
    assert "cannot exceed the radius" in setting(made, "gamma")["note"]


@pytest.mark.parametrize("name", slow_but(BOARDS, "Playground"))
def test_axes_have_the_names_of_the_measurements(name):
    (page,) = (file for file, title in PAGES.items() if title == name)
    for source, axes in (("iris petals", ["petal length, mm/8", "petal width, mm/8"]), ("AND", ["x₁", "x₂"])):
        figure = answered(page, data=source)["panels"][0]["figure"]
        assert [figure[axis]["name"] for axis in ("xaxis", "yaxis")] == axes
