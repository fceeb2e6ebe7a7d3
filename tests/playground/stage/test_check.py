"""A scene whose parts do not fit together is refused, by a sentence that names the part."""

import copy
import re
from typing import Any

import pytest

from playground.draw.curves import blank
from playground.draw.figures import Picture
from playground.draw.outcome import Outcome, compose
from playground.draw.sentences import empty
from playground.page.answer import content, opened
from playground.pages import PAGES
from playground.stage.check import check_scene

MISSING = "missing"
AXIS = {"name": "", "range": (0, 1)}
LINE = {"kind": "lines", "x": [], "y": [], "color": "", "width": 1}
FIGURE = {"title": "", "margin": {}, "xaxis": AXIS, "yaxis": AXIS, "parts": [LINE, LINE], "notes": [], "frame": "box"}


def words():
    return {"templates": ["at {x}", "nowhere"], "which": [0, 0, 1]}


SCENE: dict[str, Any] = {
    "panels": [
        {"area": "board", "label": "a board", "figure": FIGURE},
        {"area": "side", "label": "a sheet", "lines": [{"title": "first", "formula": "", "text": words()}],
         "view": "sheet"},
        {"area": "side", "label": "a table", "heads": ["X"], "columns": ["x"], "view": "rows",
         "walk": {"column": "n", "size": 2, "end": 4, "name": "row {row}", "text": words()}},
        {"area": "side", "label": "a strip", "of": 0, "view": "strip"},
        {"area": "side", "label": "a plane", "figure": FIGURE, "zoom": "a", "view": "plane"},
        {"area": "side", "label": "a canvas", "cells": 1, "view": "canvas"},
    ],
    "columns": {"x": [0.0, 1.0, None], "i": [None, 0, 1], "a": [1.0, 2.0, 3.0], "h": ["00", "01", "03"],
                "n": [0, 1, 3], "w": ["0", "-1", "16"]},
    "marks": [
        {"panel": 0, "kind": "dot", "columns": ["x", "x"], "radius": 3, "style": {}},
        {"panel": 0, "kind": "ring", "columns": ["i"], "radius": 3, "style": {}},
        {"panel": 0, "kind": "label", "columns": ["x"], "point": 1, "shift": (0, 0), "style": {}},
        {"panel": 0, "kind": "growing", "place": 1, "columns": ["x"], "attributes": ["x"]},
        {"panel": 0, "kind": "hollow", "columns": ["h"], "words": "{count} hollow"},
        {"panel": 4, "kind": "moving", "columns": ["i"], "kinds": [0, 0], "x": "AAABAA==", "y": "AAABAAIAAwAEAAUA",
         "classes": [{"name": "one", "sign": "●", "color": "", "shape": "circle"}], "unit": 0.5, "radius": 3,
         "style": {}, "form": ["a", "a", "a"], "words": ["{point}", "{away}", "!"]},
        {"panel": 4, "kind": "hollow", "columns": ["h"], "words": "{count} hollow"},
    ],
    "texts": {"sentence": words(), "position": words()},
    "symbols": [{"text": "χ", "color": "", "note": "at {n}"}],
    "facts": [],
    "verdict": {"text": "", "color": ""},
    "question": {"text": "?", "answer": 1, "position": ["at {x}", "elsewhere"]},
    "last": 2,
    "again": 1,
    "points": [(0.0, 0.0, 0), (1.0, 1.0, 1)],
    "editing": {"panel": 0, "classes": [], "snap": 8, "most": 9},
    "reading": {"form": ["a", "a", "a"], "signs": [], "place": "({x}, {y})", "sides": ["{value}", "", ""],
                "point": "{point} {class}", "value": "{value}", "away": "{away}", "hollow": "!"},
    "handle": {"unit": 1, "zero": [], "words": "{wrong}"},
    "guide": {"title": "", "text": "Try.", "answer": "", "source": ""},
    "drawing": {"panel": 5, "classes": [{}, {}], "most": 9, "weights": "w", "ink": 16, "constant": "a", "unit": 1,
                "signs": [1, -1], "zero": [True, True], "sides": ["{value}", "", ""], "shelf": "{count} {wrong}"},
    "picking": {"panel": 0, "x": "p", "y": "q", "columns": {"p": [1], "q": [2]}, "words": "{p}", "offer": "",
                "link": {}},
}  # fmt: skip

WRONG = [
    ("columns.x", [0.0], "column 'x' must have 3 entries, one a step, got 1"),
    ("columns.i", [0, 0, 0, 0], "column 'i' must have 3 entries, one a step, got 4"),
    ("texts.sentence.templates.0", "after {-i}", "the sentence needs column '-i' at step 0, where it holds nothing"),
    ("texts.sentence.templates.0", "by {+h}", "the sentence needs numbers in column 'h', got '00'"),
    ("texts.sentence.templates.0", "a\tb", "the words of a sentence have no cells, got 'a\\tb'"),
    ("texts.sentence.templates.0", "a\nb\n", "a paragraph of numbers has an empty row: 'b\\n'"),
    ("texts.sentence.templates.0", "a\nb\nc\td", "a row has more cells than the first of its paragraph: 'c\\td'"),
    ("symbols.0.note", "at {x}", "the note on χ needs column 'x' at step 2, where it holds nothing"),
    ("columns.n", [0, 3, 2], "the walk must go on and on to its end, 4, got [0, 3, 2]"),
    ("panels.2.walk.end", 1, "the walk must go on and on to its end, 1, got [0, 1, 3]"),
    ("panels.2.walk.text.which.2", 0, "the walk needs column 'x' at step 2, where it holds nothing"),
    ("marks.5.y", "AAABAAIAAwAEAA==", "mark 5, a moving, must have 12 bytes of y, two for each number, got 10"),
    ("marks.5.kinds", [0, 1], "mark 5, a moving, uses class 1, but there is 0 to 0"),
    ("marks.5.x", "AAA§", "mark 5, a moving, has no base64 in x"),
    ("marks.6.columns", ["x"], "mark 6, a hollow, needs 2 hexadecimal digits at step 0, got 0.0"),
    ("again", 2, "the playing uses step 2, but there is 0 to 1"),
    ("texts.sentence.which.2", 0, "the sentence needs column 'x' at step 2, where it holds nothing"),
    ("texts.position.which", [1, 1], "the position must have 3 places of templates, one a step, got 2"),
    ("texts.position.which.1", 2, "the position uses template 2, but there is 0 to 1"),
    ("question.position", ["at {x}"], "the question uses template 1, but there is 0 to 0"),
    ("marks.1.name", "one", "mark 1, a ring, with a name uses kind 'ring', but there is ['curve', 'dot', 'line']"),
    ("marks.1.panel", -1, "mark 1, a ring, uses panel -1, but there is 0 to 5"),
    ("marks.0.panel", 1, "mark 0, a dot, needs a panel with a figure, but panel 1 has none"),
    ("panels.2.heads", ["X", "Y"], "panel 2, a table, must have 1 heads, one a column, got 2"),
    ("panels.3.of", 1, "panel 3, a strip, needs a panel with a figure, but panel 1 has none"),
    ("marks.3.place", 2, "mark 3, a growing, uses part 2, but there is 0 to 1"),
    ("columns.i.1", 2, "mark 1, a ring, uses point 2, but there is 0 to 1"),
    ("marks.2.point", 2, "mark 2, a label, uses point 2, but there is 0 to 1"),
    ("columns.h.1", "0100", "mark 4, a hollow, needs 2 hexadecimal digits at step 1, got '0100'"),
    ("columns.h.2", None, "mark 4, a hollow, needs 2 hexadecimal digits at step 2, got None"),
    ("editing.panel", 1, "mark 4, a hollow, needs the panel of the points"),
    ("reading.form", ["a", "a"], "the reading must have 3 columns of its form, got 2"),
    ("reading.signs", [1], "the reading must have 0 signs, got 1"),
    ("reading.sides", ["", ""], "the reading must have 3 sides, got 2"),
    ("reading", None, "the handle needs a reading, whose line it turns"),
    ("handle.zero", [True], "the handle must have 0 answers to what 0 is, got 1"),
    ("guide.text", "", "the guide has no words"),
    ("drawing", None, "a canvas needs a drawing, but there is none for panel 5"),
    ("drawing.panel", 4, "the drawing needs one canvas, its panel 4, but there is [5]"),
    ("panels.5.cells", 9, "a canvas has 1 to 8 cells a side, got 9"),
    ("panels.5.cells", 2, "the drawing needs 4 numbers with commas at step 0, got '0'"),
    ("columns.w.0", None, "the drawing needs a picture of weights at each step, got none at 0"),
    ("drawing.unit", MISSING, "the drawing needs a constant and its unit, or neither"),
    ("drawing.sides", ["", ""], "the drawing must have 3 sides, got 2"),
    ("drawing.signs", [1], "the drawing must have 2 signs, got 1"),
    ("drawing.zero", [], "the drawing must have 2 answers to what 0 is, got 0"),
    ("points.1", [1, 2], "a picture is two numbers and the place of its class, got [1, 2]"),
    ("points.1", [1, 2, 2], "a picture is two numbers and the place of its class, got [1, 2, 2]"),
    ("panels.3.view", "rows", "panel 3 covers panel 2 in the view 'rows'; ALL"),
    ("panels.3.area", "board", "panel 3 covers panel 0 in the view 'strip'; ALL"),
    ("panels.3.view", MISSING, "panel 3 covers panel 1 in the view 'sheet'; ALL"),
    ("panels.0.area", "all", "panel 1 covers panel 0 in the view 'sheet'; ALL"),
    ("picking.columns.q", [1, 2], "the columns to pick from must have one length, got [1, 2]"),
]  # fmt: skip


def test_a_scene_that_fits_together_is_taken():
    check_scene(SCENE)


def changed(way, value):
    scene = inner = copy.deepcopy(SCENE)
    for part in way[:-1]:
        inner = inner[part]
    inner[way[-1]] = value
    if value is MISSING:
        del inner[way[-1]]
    return scene


@pytest.mark.parametrize(("place", "value", "sentence"), WRONG, ids=lambda each: str(each)[:60])
def test_what_does_not_fit_is_named(place, value, sentence):
    refuses(changed([int(part) if part.isdigit() else part for part in place.split(".")], value), sentence)


def leaves(part, *way):
    """All texts and numbers in a part of a scene, each with the way to it."""
    if isinstance(part, dict | list):
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            yield from leaves(inner, *way, key)
    else:
        yield way, part


LEAVES = [(way, text) for way, text in leaves({**SCENE, "columns": {}}) if not {"figure", "attributes"} & {*way}]
COLUMNS = SCENE["columns"].keys() | SCENE["picking"]["columns"]
NAMING = [(way, text) for way, text in LEAVES if isinstance(text, str) and (text in COLUMNS or "{" in text)]
PLACING = [way for way, _ in LEAVES if way[-1] in ("panel", "of")]


@pytest.mark.parametrize(("way", "text"), NAMING, ids=str)
def test_a_name_that_there_is_not_is_refused_wherever_it_stands(way, text):
    scene = changed(way, re.sub(r"\{[^}]*\}", "{zz}", text) if "{" in text else "zz")
    with pytest.raises(ValueError, match=r"uses (column|name) 'zz', but there is "):
        check_scene(scene)


@pytest.mark.parametrize("way", PLACING, ids=str)
def test_a_panel_that_there_is_not_is_refused_wherever_it_stands(way):
    with pytest.raises(ValueError, match=r"uses panel 9, but there is 0 to 5|its panel 9"):
        check_scene(changed(way, 9))


def refuses(scene, sentence):
    sentence = sentence.replace("COLUMNS", str(sorted(scene["columns"])))
    sentence = sentence.replace("ALL", "a panel without a view is in every view")
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        check_scene(scene)


PIXELS: dict[str, Any] = {"panel": 0, "kind": "pixels", "columns": ["p"], "box": (0, 0, 1, 1), "across": 2,
                          "colors": ("red", "blue"), "style": {}}  # fmt: skip
CELLS = [None, "0,-1,2.5,16", "1,1,1,1"]


@pytest.mark.parametrize(
    ("more", "values", "sentence"),
    [
        ({}, CELLS, ""),
        ({"pictures": ["1,2,3,4", "0,0,0,-1"]}, [None, "", "0,1"], ""),
        ({}, [None, "0,1,2", "1,1,1,1"], "needs 4 numbers with commas at step 1, got '0,1,2'"),
        ({}, [None, "0,1,2,x", "1,1,1,1"], "needs 4 numbers with commas at step 1, got '0,1,2,x'"),
        ({}, [7, "0,1,2,3", "1,1,1,1"], "needs 4 numbers with commas at step 0, got 7"),
        ({"across": 1}, CELLS, "needs 1 numbers with commas at step 1, got '0,-1,2.5,16'"),
        ({"box": (0, 1, 1, 0)}, CELLS, "needs a box, its left, bottom, right and top, got (0, 1, 1, 0)"),
        ({"columns": ["z"]}, CELLS, "uses column 'z', but there is COLUMNS"),
        ({"pictures": ["1,2,3,4"]}, ["", None, "0,1"], "uses picture 1, but there is 0 to 0"),
        ({"pictures": ["1,2,3"]}, ["", None, "0"], "needs 4 numbers with commas at its picture 0, got '1,2,3'"),
        ({"pictures": ["1,2,3,4"]}, ["", "0,,0", ""], "needs places with commas at step 1, got '0,,0'"),
    ],
)
def test_pictures_of_cells_are_taken_if_they_fit(more, values, sentence):
    scene = {**SCENE, "columns": {**SCENE["columns"], "p": values}, "marks": [{**PIXELS, **more}]}
    if sentence:
        refuses(scene, f"mark 0, a pixels, {sentence}")
    else:
        check_scene(scene)


ASKING: dict[str, Any] = {
    "question": "?",
    "answers": [{"name": "+1", "sign": "●", "color": ""}, {"name": "−1", "sign": "▲", "color": ""}],
    "rest": "…",
    "most": 2,
    "rounds": {
        "columns": [SCENE["columns"], SCENE["columns"]],
        "texts": SCENE["texts"],
        "values": [[], [], []],
        "verdicts": [{"text": "", "color": ""}] * 3,
    },
}


@pytest.mark.parametrize(
    ("part", "wrong", "sentence"),
    [
        ("columns", [SCENE["columns"]], "the rounds must have 2 sets of columns, one an answer, got 1"),
        ("columns", [{"a": [1.0] * 3}] * 2, "the rounds need the columns COLUMNS, got ['a']"),
        ("columns", [SCENE["columns"], {**SCENE["columns"], "a": [1.0]}],
         "column 'a' of the rounds must have 3 entries, got 1"),
        ("texts", {"sentence": {"templates": ["{x}"], "which": [0, 0, 0]}},
         "the sentence of the rounds needs column 'x' at step 2, where it holds nothing"),
        ("values", [[], []], "the rounds must have 3 values, one for each number of answers, got 2"),
        ("values", [["1"], [], []], "the rounds must have 0 values of facts, got 1"),
        ("verdicts", [], "the rounds must have 3 verdicts, one for each number of answers, got 0"),
    ],
)  # fmt: skip
def test_rounds_that_do_not_fit_are_named(part, wrong, sentence):
    check_scene({**SCENE, "asking": ASKING})
    refuses({**SCENE, "asking": {**ASKING, "rounds": {**ASKING["rounds"], part: wrong}}}, sentence)


@pytest.mark.parametrize(
    ("part", "value", "sentence"),
    [
        ("columns", {"n": [0, None, 3]}, "the note on χ needs column 'n' at step 1, where it holds nothing"),
        ("columns", {"w": ["0", None, "16"]}, "the drawing needs a picture of weights at each step, got none at 1"),
        ("panels", SCENE["panels"][:5], "the drawing needs one canvas, its panel 5, but there is []"),
    ],
)
def test_what_fits_at_the_end_alone_is_named(part, value, sentence):
    told = ("panels", "marks", "texts", "facts", "question")
    untold = {**{name: SCENE[name] for name in told}, "columns": {}}
    check_scene({**SCENE, "untold": untold})
    refuses({**SCENE, "untold": {**untold, part: value}}, sentence)


def test_two_pictures_cannot_have_different_columns_of_one_name():
    pictures = [Picture(blank(area, "").panel, {"k": values}) for area, values in (("upper", [0]), ("lower", [1]))]
    with pytest.raises(ValueError, match="two columns are called 'k', and their values differ"):
        compose(pictures, Outcome(empty()))


@pytest.mark.parametrize("page", [page for page in PAGES.values() if page.answer], ids=lambda page: page.title)
def test_every_pages_scene_is_checked_before_it_is_sent(page, monkeypatch):
    checked = []
    monkeypatch.setattr("playground.page.answer.check_scene", lambda scene: checked.append(check_scene(scene)))
    content(opened(page, {"experiment": "unit of length", "repeats": "1"}))
    assert len(checked) == 1
