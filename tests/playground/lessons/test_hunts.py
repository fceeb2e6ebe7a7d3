"""The broken programs of the lessons: the library finds each fault, and what is said of a wrong answer is true."""

import re

import numpy as np
import pytest

from perceptron import Dataset, explain
from playground.draw import broken
from playground.lessons import LESSONS
from playground.lessons.broken import BROKEN, RIGHT
from playground.page.answer import answer
from playground.pages import PAGES

HUNTS = [(slug, place) for slug, lesson in LESSONS.items() for place, part in enumerate(lesson.parts) if part.broken]
NAMED = {
    "labels-01": "labels-01-product",
    "sign": "sign",
    "every-point": "every-point",
    "bias-never": "bias-never",
    "rate": "w-rate",
    "strict": "strict",
    "old-scores": "old-scores",
    "one-pass": "few-passes",
    "same-array": "same-array",
}
"""What the library calls each fault."""


def shown(slug, place):
    """The part, the scene of its board, its points and labels, and the weights before and after each visit."""
    lesson = LESSONS[slug]
    scene = answer(PAGES[lesson.page], {**lesson.board(place), "lesson": slug})
    X = np.array([[x, y, 1.0] for x, y, _ in scene["points"]])
    labels = np.array([1 - 2 * kind for *_, kind in scene["points"]])
    after = broken.rows(BROKEN[lesson.parts[place].broken], scene["points"])
    return lesson.parts[place], scene, X, labels, np.vstack([np.zeros(3), after])


def test_nine_programs_are_hunted_each_once():
    assert sorted(LESSONS[slug].parts[place].broken for slug, place in HUNTS) == sorted(BROKEN) == sorted(NAMED)


@pytest.mark.parametrize(("slug", "place"), HUNTS)
def test_the_library_names_the_fault_from_the_rows_that_are_shown(slug, place):
    part, scene, X, labels, states = shown(slug, place)
    found = explain(Dataset(X[:, :2], labels), states[1:])
    assert NAMED[part.broken] in {name for each in found.candidates for name in each.faults}, found
    assert found.verdict == "fault"
    assert len(states) == scene["last"] + 1
    assert [scene["columns"][name] for name in "abc"] == states.T.tolist()


@pytest.mark.parametrize(("slug", "place"), HUNTS)
def test_nothing_tells_the_fault_before_it_is_chosen(slug, place):
    part, scene, *_ = shown(slug, place)
    asked = scene["question"]
    assert (asked["text"], asked["options"][asked["answer"]], asked["stays"]) == (part.ask, part.right, True)
    words = f"{scene['texts']} {scene['facts']} {scene['verdict']} {part.task}"
    assert not [option for option in part.options if option in words]
    assert "untold" not in scene
    assert {reply[0] for reply in asked["replies"]} == {*range(len(part.options))} - {asked["answer"]}


def test_the_program_without_a_fault_passes():
    points = answer(PAGES["app.py"], {**LESSONS[HUNTS[0][0]].address})["points"]
    printed = broken.rows(RIGHT, points)
    data = Dataset([point[:2] for point in points], [1 - 2 * kind for *_, kind in points])
    assert explain(data, printed).verdict == "right"


# ---- what is said of a wrong answer

SAID = {
    r"[Aa]t visit (\d+) a triangle moved w": lambda k, X, y, s, i: y[i] < 0 and moved(s, k),
    r"[Aa]t visit (\d+) the point was right, and nothing moved": lambda k, X, y, s, i: (
        y[i] * (s[k - 1] @ X[i]) > 0 and not moved(s, k)
    ),
    r"[Vv]isit (\d+) moved w toward a circle": lambda k, X, y, s, i: y[i] > 0 and np.allclose(step(s, k), X[i, :2]),
    r"visit (\d+) moves w away from a circle": lambda k, X, y, s, i: y[i] > 0 and np.allclose(step(s, k), -X[i, :2]),
    r"Visit (\d+) moved w, though the score was 0": lambda k, X, y, s, i: s[k - 1] @ X[i] == 0 and moved(s, k),
    r"at visit (\d+) the score was 0, and nothing moved": lambda k, X, y, s, i: (
        s[k - 1] @ X[i] == 0 and y[0] > 0 and not moved(s, k)
    ),
    r"b moves at visit (\d+)": lambda k, X, y, s, i: s[k, 2] != s[k - 1, 2],
    r"Visit (\d+) is of a second pass": lambda k, X, y, s, i: len(X) < k <= 2 * len(X) and k < len(s),
    r"after visit (\d+) nothing moves": lambda k, X, y, s, i: (s[k:] == s[k]).all() and moved(s, k),
}
"""What replies say of a visit, each with whether it is so: of visit, points, labels, weights and the visit's point."""


def moved(states, k):
    return (states[k] != states[k - 1]).any()


def step(states, k):
    return states[k, :2] - states[k - 1, :2]


@pytest.mark.parametrize(("slug", "place"), HUNTS)
def test_what_is_said_of_a_wrong_choice_is_true_of_the_board(slug, place):
    part, _, X, labels, states = shown(slug, place)
    for _, _, said in part.replies:
        claims = [(match, true) for pattern, true in SAID.items() for match in re.finditer(pattern, said)]
        assert len(claims) == 1, said
        for match, true in claims:
            k = int(match[1])
            assert true(k, X, labels, states, (k - 1) % len(X)), said
