"""An empty board shows the line of its starting weights."""

import urllib.parse

import pytest

from perceptron import Dataset, train
from playground.page.controls import TIES
from playground.stage.check import check_scene
from tests.playground.visiting import content_of


def opened(query):
    return content_of(**dict(urllib.parse.parse_qsl(query)))


@pytest.mark.parametrize(
    ("query", "form"),
    [
        ("start=1,2", [1, 2, 0]),
        ("start=1,2,3&bias=true", [1, 2, 3]),
        ("start=1,2,3&bias=true&c=0.5", [1, 2, 1.5]),
        ("start=0,0,-4&bias=true", [0, 0, -4]),
        ("start=1,2&sum=true&band=true&numbers=true", [1, 2, 0]),
    ],
)
def test_a_start_draws_its_line_alone(query, form):
    made = opened(f"data=by+hand&{query}")
    check_scene(made)
    assert [made["columns"][name] for name in made["reading"]["form"]] == [[value] for value in form]
    drawn = {mark["kind"] for mark in made["marks"]}
    assert drawn == {"halfplane", "line", "ring", "arrow"}
    assert [fact["value"] for fact in made["facts"]] == ["–"] * 4
    (sentence,) = made["texts"]["sentence"]["templates"]
    assert ("draws no line" in sentence) == (form[:2] == [0, 0])
    assert sentence.endswith("Place a point to see its side.")


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize(("query", "unit"), [("", 0), ("bias=true&c=0.25", 0.25), ("data=by+hand&start=1,2", 0)])
def test_the_line_of_a_board_can_be_turned(query, unit, tie):
    made = opened(f"{query}&ties={urllib.parse.quote_plus(tie)}")
    check_scene(made)
    handle = made["handle"]
    assert handle["unit"] == unit
    origin = [Dataset([[0.0, 0.0]], [y]) for y in (1, -1)]
    assert handle["zero"] == [len(train(data, tie=TIES[tie], max_updates=1).mistakes) > 0 for data in origin]
    assert ("{c}" in handle["words"]) == bool(unit)
    arrows = [sign.get("hand", "") for sign in made["panels"][0].get("legend", []) if sign["shape"] == "arrow"]
    assert all("drag its tip" in words for words in arrows)


@pytest.mark.parametrize("query", ["sum=true", "data=by+hand"])
def test_without_an_arrow_no_line_can_be_turned(query):
    assert "handle" not in opened(query)


@pytest.mark.parametrize("query", ["data=by+hand", "data=by+hand&start=0,0", "data=by+hand&start=what"])
def test_an_empty_board_without_a_start_is_empty(query):
    made = opened(query)
    assert (made["marks"], made["columns"]) == ([], {})
    assert "reading" not in made
