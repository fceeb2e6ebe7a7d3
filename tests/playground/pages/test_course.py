"""What a course asks of the perceptron is answered within four touches from the first page, in words that say it."""

import functools
import html
import re

import numpy as np
import pytest

from perceptron import (
    bounds,
    descend,
    gate,
    margin_dataset,
    mistakes_forced,
    separate,
    train,
)
from playground import pages
from playground.address.codes import ANSWERS, SIGNS
from playground.address.parameters import Choice
from playground.address.settings import controls
from playground.lessons import LESSONS
from playground.text import listed, number, vector
from tests.playground.visiting import answered, filled

MOST = 4


class Visit:
    """What a visitor on a laptop has before them, from the first page on: it is touched, and it is read.

    A touch is "Pages", which opens the menu; the name of a page or of a view; "lesson" with its name, on the list;
    "More"; a control's key with a text; "step", "end" and "toss"; or "?", which opens a legend. What is not there
    cannot be touched, and what is open stays so until another page is.
    """

    def __init__(self):
        self.page, self.view, self.link = pages.PAGES["app.py"], None, {}
        self.menu = self.more = self.legend = self.ended = False
        self.step = 0

    @property
    def scene(self):
        return scene_of(self.page.file, tuple(self.link.items()))

    def touch(self, what):
        name, _, rest = what.partition(" ")
        titles = {page.title: page for page in (pages.PAGES.values() if self.menu else pages.FIRST)}
        if what == "Pages":
            self.menu = True
        elif what in titles:
            self._go(titles[what], self.link)
        elif name == "lesson":
            assert self.page.title == "Lessons"
            lesson = LESSONS[rest]
            self._go(pages.PAGES[lesson.page], lesson.link)
        elif what == "More":
            assert self.page.more
            assert not self.opened
            self.more = True
        elif "=" in what:
            self._set(*what.split("=", 1))
        elif what in ("step", "end"):
            last = self.scene["last"]
            assert self.step < last
            self.step = self.step + 1 if what == "step" else last
            self.ended |= self.step == last
        elif what == "toss":
            asking = self.scene["asking"]
            self.link = {**self.link, ANSWERS: SIGNS[0] * asking["most"]}
            self.step, self.ended = self.scene["last"], True
        elif what == "?":
            assert any("legend" in panel for panel in self._panels)
            self.legend = True
        else:
            assert what in {panel.get("view") for panel in self.scene["panels"]}
            self.view = what

    def _go(self, page, link):
        self.page, self.link, self.view = page, {**link}, None
        self.menu = self.more = self.legend = self.ended = False
        self.step = 0

    @property
    def opened(self):
        """Whether what is behind More is in sight: it is where something there is set."""
        settings = self.page.settings(self.link)
        keys = [control.parameter.key for control in controls(self.page.more)]
        return self.more or any(settings.values[key] != settings.defaults[key] for key in keys)

    def _set(self, key, text):
        control, settings = self.page.controls[key], self.page.settings(self.link)
        assert self.opened or control not in controls(self.page.more)
        assert control.present(settings)
        assert control.used(settings)
        if isinstance(control.parameter, Choice):
            assert text in control.parameter.options
        value, complaint = control.parameter.parse(text)
        assert not complaint
        assert value != settings.values[key]
        self.link = self.page.with_dependents(self.page.with_setting(self.link, key, value), key)
        if control.parameter not in self.page.looks:
            self.step, self.ended = 0, False

    @property
    def _panels(self):
        view = self.view or next((panel["view"] for panel in self.scene["panels"] if "view" in panel), None)
        return [panel for panel in self.scene["panels"] if panel.get("view", view) == view]

    def read(self):
        """What is in sight, in words; of the list of lessons, which is long, their titles."""
        if self.page.answer is None:
            return " ".join([self.page.words, *(lesson.title for lesson in LESSONS.values())])
        made, step = self.scene, self.step
        waits = "question" in made and not self.ended
        guide = made.get("guide")
        said = [self.page.words] if guide is None else [guide["title"], guide["text"]]
        for place, part in enumerate(guide["parts"] if guide else ()):
            said += ["".join(part["task"]), part["answer"] * (self.ended and guide["now"] == place)]
        said += [f"{fact['name']} {'?' if waits and fact['outcome'] else fact['value']}" for fact in made["facts"]]
        said.append(made["question"]["text"] if waits else made["verdict"]["text"])
        for place, panel in enumerate(made["panels"]):
            if panel not in self._panels:
                continue
            said += [sign["words"] for sign in panel.get("legend", ()) if self.legend]
            said += [f"{line['title']} {bare(line['formula'])} {filled(line['text'], made['columns'], step)}"
                     for line in panel.get("lines", ())]  # fmt: skip
            if "of" in panel:
                end = step if waits else made["last"]
                first = 8 * (max(0, step - 1) // 8) + 1
                said += [f"{each}" for each in range(first, min(first + 7, end) + 1)]
            figure = panel.get("figure", {})
            said += [figure.get("title", "")]
            said += [note["text"] for note in figure.get("notes", ())]
            for part in (*figure.get("parts", ()), *figure.get("traces", ())):
                said += [part.get("name", ""), *part.get("text", ())]
            for mark in made["marks"]:
                if mark["kind"] == "hollow" and mark["panel"] == place:
                    count = int(made["columns"][mark["columns"][0]][step], 16).bit_count()
                    said.append(mark["words"].replace("{count}", f"{count}"))
        said.append(filled(made["texts"]["sentence"], made["columns"], step))
        return bare_words(" ".join(said))


@functools.cache
def scene_of(file, link):
    return answered(file, **dict(link))


def bare_words(text):
    return re.sub(r"\s+", " ", text.replace("*", ""))


def bare(formula):
    return html.unescape(re.sub("<[^>]*>", "", formula))


# ---- what the library says -----------------------------------------------------------------------------------------

BOARD = margin_dataset(25, 2, 0.1, seed=3)
"""The points that a visitor finds."""


def first_update(seed=3):
    data = margin_dataset(25, 2, 0.1, seed=seed)
    x, sign = data.X[train(data).mistakes[0]], data.y[train(data).mistakes[0]]
    return f"w {'+' if sign > 0 else '−'} x = w′: {sum_of([0, 0], sign * x, sign * x)}."


def sum_of(before, added, after):
    rows = zip(before, added, after, strict=True)
    return ", ".join(f"{number(a)} {'−' if b < 0 else '+'} {number(abs(b))} = {number(c)}" for a, b, c in rows)


def first_sum():
    path = descend(BOARD, 0.1, start=[2, 3])
    return f"all {len(BOARD)} falls to {number(float(path.losses[1]))}, sum over {path.sizes[0]} wrong."


def rise():
    """The example of the first update, from 0, is shorter than R, so that ‖w‖² grows by less than R²."""
    x = BOARD.X[train(BOARD).mistakes[0]]
    assert x @ x < BOARD.radius**2
    return f"0 + {number(x @ x)} = {number(x @ x)} ≤ {number(BOARD.radius**2)}"


def from_another_start():
    there = train(BOARD, start=[1, 1])
    assert abs(np.linalg.det([there.w, train(BOARD).w])) > 0.01
    return sum_of(there.weights[-2], BOARD.signed[there.mistakes[-1]], there.w)


# ---- the questions -------------------------------------------------------------------------------------------------

PROOF, CYCLE, KERNELS, DESCENT, HALVING, ADVERSARY = (
    ["Pages", name] for name in ("Proof", "Not separable", "Kernels", "Descent", "Halving", "Adversary")
)


COURSE = [
    (
        "From w = 0 there is no boundary",
        [],
        "No line yet. Press Step. w = 0: no point has a side.",
    ),
    ("Update only where wrong, w ← w + y x", ["step"], first_update),
    ("sign(0)", ["More", "ties=correct"], "by this tie rule no point is wrong, so there is no update"),
    ("The loss max(0, −y w·x)", DESCENT, "Loss of each w, Σ max(0, −y w·x)"),
    ("Is it convex, is it smooth?", DESCENT, "The loss is convex and 0 at w = 0"),
    (
        "A loop while the loss is above 0 never starts",
        [*DESCENT, "More", "from=0"],
        "the loss is 0, the least there is, yet no point has a side",
    ),
    ("The sum runs over the points in error", [*DESCENT, "step"], first_sum),
    ("Too small a step", [*DESCENT, "eps=0.001", "end"], "From a start other than 0, a small η takes long"),
    ("Too large a step", [*DESCENT, "eps=1000", "end"], "All three paths end with every point right."),
    ("Newton's method", DESCENT, "its pieces are flat, so Newton's method has no step"),
    ("Unit norm", [*PROOF, "version=unit norm"], "All points, w and γ divided by R, so that ‖x‖ ≤ 1"),
    ("The two lemmas", PROOF, "so after k updates ‖wk‖2≤kR2"),
    ("Cauchy–Schwarz", PROOF, "Cauchy–Schwarz wk·w≤‖wk‖"),
    ("⌊1/γ²⌋", ADVERSARY, lambda: f"⌊1/γ²⌋ {mistakes_forced('2/5')}"),
    ("Kernels", KERNELS, "wrong point's count α rises, and K spreads its sign around it"),
    (
        "At random",
        (*HALVING, "At random"),
        lambda: f"H − 1 = {number(bounds.randomized_halving(360))} ln |C| = {number(np.log(360))}",
    ),
    (
        "A hyperplane and its normal",
        ["More", "start=4, 0.6"],
        lambda: f"A line to begin with. Press Step. w = {vector([4, 0.6])}.",
    ),
    (
        "A panel for each update",
        ["end", "Strip"],
        lambda: " ".join(f"{k}" for k in range(9, train(BOARD).updates + 1)),
    ),
    ("New data, run again", ["seed=4", "step"], lambda: first_update(seed=4)),
    ("The margin is the smallest distance", ["band=true", "?"], "its margin γ dotted, to the closest points, ringed"),
    (
        "What if nothing separates",
        ["data=XOR", "end"],
        lambda: f"No line separates these points: {listed(separate(gate('xor').augmented()).points)} prove it.",
    ),
    ("The line depends on the start", ["More", "start=1, 1", "end"], from_another_start),
    ("Cycles", [*CYCLE, "end"], "These are the weights of the start again."),
    ("(1+b²)(1+R²)/ρ²", [*PROOF, "bias=true", "version=biased"], "R2/γu2=(1+b2)(1+r2)/ρ2"),
    ("More updates, more aligned?", ["Angle"], "○ turned away from w"),
    (
        "R of the lifted points",
        ["bias=true", "step"],
        lambda: f", ≤ R² = {number(BOARD.augmented().radius ** 2)}.",
    ),
    ("‖x‖ ≤ R, not = R", [*PROOF, "step"], rise),
]
"""What a course asks, claims or draws; the way to where it is answered; and the words that then are in sight."""


@pytest.mark.parametrize(("way", "words"), [pytest.param(*row, id=question) for question, *row in COURSE])
def test_the_last_of_at_most_four_touches_answers_it(way, words):
    visit, before = Visit(), ""
    assert len(way) <= MOST
    for touch in way:
        before = visit.read()
        visit.touch(touch)
    words = words() if callable(words) else words
    assert words in visit.read()
    assert words not in before


@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_says_each_answer_at_the_end_of_its_run_alone(slug):
    visit, lesson = Visit(), LESSONS[slug]
    visit.touch("Lessons")
    visit.touch(f"lesson {slug}")
    assert bare_words(lesson.question) in visit.read()
    for part in lesson.parts:
        if part.build or part.puzzle:
            continue  # which a touch does not
        for key, text in part.sets:
            if visit.page.controls[key] in controls(visit.page.more) and not visit.opened:
                visit.touch("More")
            if visit.page.controls[key].parameter.parse(text).value != visit.page.settings(visit.link).values[key]:
                visit.touch(f"{key}={text}")
        assert bare_words(part.answer) not in visit.read()
        if "asking" in visit.scene or visit.scene["last"]:
            visit.touch("toss" if "asking" in visit.scene else "end")
            assert bare_words(part.answer) in visit.read()
