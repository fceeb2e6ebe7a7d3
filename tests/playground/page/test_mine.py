"""What is said of a visitor's own program: nine first faults by what they print, and where the board stops."""

import json
import time
import urllib.parse

import numpy as np
import pytest

from perceptron import blobs, gate, train
from playground.address.codes import decode, encode
from playground.page import mine
from playground.page.answer import answer, explained
from playground.page.mine import Printout
from playground.pages import PAGES

PAGE = PAGES["app.py"]
LINK = {"data": "two blobs", "n": "20", "bias": "true", "seed": "5"}
AND = {"data": "AND", "bias": "true"}


def said(text, link=LINK, **more):
    return explained(PAGE, link, Printout(text, **more), lambda: False)


def points(link=LINK):
    """The points and labels as a visitor copies them."""
    places = answer(PAGE, link)["points"]
    return [(x, y) for x, y, _ in places], [1 - 2 * kind for *_, kind in places]


def printed(
    X,
    y,
    *,
    labels=(1, -1),
    errs=lambda y, s: y * s <= 0,
    step=lambda y: y,
    bias=True,
    rate=1.0,
    bias_rate=1.0,
    passes=50,
    order=None,
):
    """What a student's loop prints with one line of it exchanged, as numpy shows it."""
    w, b, rows = [0.0, 0.0], 0.0, []
    for number in range(passes):
        wrong = False
        for i in order(number, len(X)) if order else range(len(X)):
            label = labels[0] if y[i] > 0 else labels[1]
            if errs(label, w[0] * X[i][0] + w[1] * X[i][1] + b):
                wrong = True
                w = [w[j] + rate * step(label) * X[i][j] for j in range(2)]
                b += bias_rate * step(label) if bias else 0
                rows.append(f"update {len(rows) + 1}: w = [{w[0]!r} {w[1]!r}]{'' if bias is None else f', b = {b!r}'}")
        if not wrong:
            break
    return "\n".join(rows[:60]) or "w = [0. 0.], b = 0.0"


def swapped(number, n):
    return [(i * (3 + 4 * (number % 2)) + number) % n for i in range(n)]


FAULTS = {
    "labels 0 and 1": ({"labels": (1, 0)}, "labels 0 and 1"),
    "the bias is never updated": ({"bias": False}, "the bias is never updated"),
    "an update on every point": ({"errs": lambda y, s: True, "passes": 2}, "an update on every point"),
    "< for ≤": ({"errs": lambda y, s: y * s < 0}, "< for ≤"),
    "the sign": ({"step": lambda y: -y}, "the sign of the update"),
    "the rate on a part": ({"rate": 0.1}, "the bias moves by 1"),
    "one pass": ({"passes": 1}, "number of passes"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_first_fault_is_named_by_what_its_program_prints(name):
    change, title = FAULTS[name]
    text = printed(*points(), **change)
    what = said(text)
    assert what["verdict"] == "fault"
    assert any(title in slip["title"] for slip in what["slips"]), (what["sentence"], text[:300])


def test_the_points_that_a_visitor_copies_are_those_that_the_learner_sees():
    X, y = points()
    data = blobs(n=20, seed=5)
    assert (json.loads(json.dumps(X)), y) == (data.X.tolist(), data.y.tolist())


def test_a_shuffled_order_is_no_fault():
    what = said(printed(*points(), order=swapped))
    assert (what["verdict"], what["slips"]) == ("right", [])
    assert "shuffled in each pass" in what["sentence"]


def test_a_wrong_line_is_found_beside_right_weights():
    text = "3 2 -4"  # the last weights on AND
    right, wrong = (said(text, AND, line=line) for line in (("-1.5", "2"), ("−0,667", "2")))
    assert (right["verdict"], right["slips"]) == ("right", [])
    assert "The line drawn is that of the last weights." in right["truths"]
    assert [slip["title"] for slip in wrong["slips"]] == ["the line is drawn with the slope −w₂/w₁"]
    assert wrong["scene"]["columns"]["da"][-1] == pytest.approx(-0.667 / 2)  # at one size


def test_the_board_stops_at_the_first_row_that_differs():
    true = train(gate("and").augmented()).weights[1:4].tolist()
    text = "\n".join(" ".join(map(str, row)) for row in [*true, (1, 0.5, -2), (9, 9, 9), (8, 8, 8)])
    scene = said(text, AND)["scene"]
    columns, sentence = scene["columns"], scene["texts"]["sentence"]
    assert (scene["last"], scene["locked"]) == (4, True)
    assert [[columns[name][k] for name in "abc"] for k in (0, 1, 3, 4)] == [[0, 0, 0], true[0], true[2], [1, 0.5, -2]]
    last = sentence["templates"][sentence["which"][-1]].format(**{name: values[-1] for name, values in columns.items()})
    assert last.startswith("Row 4 is the first that differs. No fault known here makes it.\nYours: (1, 0.5, −2). ")
    assert columns["k"] == [0, 1, 2, 3, 4]


def test_candidates_that_the_rows_do_not_decide_are_all_named_with_a_board_that_decides():
    what = said("0 0 1; 0 -1 2; -1 -1 3; -1 -1 4", AND)
    assert [slip["line"] for slip in what["slips"]] == ["b = b - eta * y", "b = b + eta"]
    link = dict(urllib.parse.parse_qsl(what["board"]))
    places, complaint = decode(link["points"])
    assert (link["bias"], complaint, len(places) > 1) == ("true", "", True)
    X, y = np.array([place[:2] for place in places]), np.array([1 - 2 * kind for *_, kind in places])
    one, two = (_run(X, y, step) for step in (lambda label: -label, lambda label: 1))
    assert one != two


def _run(X, y, bias_step, most=40):
    """The rows of a loop whose bias moves by its own step."""
    w, b, rows = np.zeros(2), 0.0, []
    while len(rows) < most:
        before = len(rows)
        for x, label in zip(X, y, strict=True):
            if label * (w @ x + b) <= 0:
                w, b = w + label * x, b + bias_step(label)
                rows.append([*w, b])
        if len(rows) == before:
            break
    return rows[:most]


def test_points_in_a_files_units_are_explained_in_these_and_drawn_on_the_board():
    link = {"data": "by hand", "points": encode([(0.5, 1, 0), (-1, 0.25, 1)]), "x1": "length~3~2", "x2": "width~1~4"}
    link["bias"] = "true"
    units = [(4, 5), (1, 2)]
    rows = "4 5 1; 3 3 0; 2 1 -1; 1 -1 -2; 5 4 -1"
    scene = said(rows, link, units=units)["scene"]
    a, b, c = (scene["columns"][name] for name in "abc")
    for k, (w1, w2, bias) in enumerate(map(float, row.split()) for row in rows.split(";")):
        if k + 1 < len(a):
            for x1, x2 in ((0.5, 1), (-1, 0.25)):
                there = a[k + 1] * x1 + b[k + 1] * x2 + c[k + 1]
                assert there == pytest.approx(w1 * (3 + 2 * x1) + w2 * (1 + 4 * x2) + bias)
    with pytest.raises(ValueError, match="does not hold its points in a file's own units"):
        said(rows, AND, units=[(0, 0)] * 4)


HOSTILE = {
    "words": "it works!",
    "nothing": "",
    "NUL": "\0" * 999,
    "NaN": "1 nan 2",
    "huge": "1e308 1 1",
    "a million rows": "1 2\n" * 1_000_000,
    "201 kB": "1 2\n" * 50_250,
    "ragged": "1 2 3\n1 2",
    "wide": "1 2 3 4 5 6",
    "markup": "<script>alert()</script>",
    "digits": "1" * 150_000 + "a",
    "blanks": "b" + " " * 150_000 + "x",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_gets_one_sentence_soon(name):
    began = time.thread_time()
    with pytest.raises(ValueError, match=r"^Your [^\n]{10,200}\.$"):
        said(HOSTILE[name], AND)
    assert time.thread_time() - began < 2


def test_a_search_without_end_is_stopped_and_said_to_be(monkeypatch):
    monkeypatch.setattr(mine, "MOST_SECONDS", 0.2)
    rows = np.random.default_rng(1).normal(size=(50, 3)).round(3)
    began = time.thread_time()
    what = said("\n".join(" ".join(map(str, row)) for row in rows.tolist()), {**LINK, "n": "300"})
    assert time.thread_time() - began < 2
    assert what["sentence"].startswith("No rule and no fault that was tried before the search was stopped")


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"text": 1}', b'{"text": "1", "line": ["1"]}', b'{"text": "1", "units": [[1, 1e99]]}',
             b'{"text": "1", "units": [[1, NaN]]}', b"[" * 100_000, b"\xff"]
)  # fmt: skip
def test_what_is_no_printout_is_refused(body):
    with pytest.raises(ValueError, match=r"^[A-Z][^\n]*\.$"):
        mine.read(body)
