"""What a course asks of the perceptron is answered within four touches from the first page, in words that say it."""

import functools
import html
import re

import numpy as np
import pytest

from perceptron import (
    Dataset,
    bounds,
    descend,
    gate,
    halving,
    margin_dataset,
    mistakes_forced,
    separate,
    slow_pair,
    train,
)
from perceptron import directions as half_planes
from playground import pages
from playground.address.codes import ANSWERS, SIGNS
from playground.address.parameters import Choice
from playground.address.settings import controls
from playground.lessons import LESSONS
from playground.page.controls import UNSEEN_POINTS
from playground.text import listed, number, plural, vector, whole
from tests.playground.visiting import answered, filled

MOST = 4


class Visit:
    """What a visitor on a laptop has before them, from the first page on: it is touched, and it is read.

    A touch is the name of a group of the menu, of a page or of a view; "lesson" with its name, on the list; "More"; a
    control's key with a text; "step", "end" and "toss"; or "?", which opens a legend. What is not there cannot be
    touched, and what is open stays so until another page is.
    """

    def __init__(self):
        self.page, self.group, self.view, self.link = pages.PAGES["app.py"], None, None, {}
        self.more = self.legend = self.ended = False
        self.step = 0

    @property
    def scene(self):
        return scene_of(self.page.file, tuple(self.link.items()))

    def touch(self, what):
        """Touch something that is there."""
        name, _, rest = what.partition(" ")
        titles = {page.title: page for page in [*pages.FIRST, *pages.GROUPS.get(self.group, ())]}
        if what in pages.GROUPS:
            self.group = what
        elif what in titles:
            self._go(titles[what], self.link)
        elif name == "lesson":
            assert self.page.title == "Lessons"
            lesson = LESSONS[rest]
            self._go(pages.PAGES[lesson.page], lesson.link)
        elif what == "More":
            assert self.page.more
            assert not self._opened
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
        self.page, self.link, self.group, self.view = page, {**link}, None, None
        self.more = self.legend = self.ended = False
        self.step = 0

    @property
    def _opened(self):
        """Whether what is behind More is in sight: it is where something there is set."""
        settings = self.page.settings(self.link)
        keys = [control.parameter.key for control in controls(self.page.more)]
        return self.more or any(settings.values[key] != settings.defaults[key] for key in keys)

    def _set(self, key, text):
        control, settings = self.page.controls[key], self.page.settings(self.link)
        assert self._opened or control not in controls(self.page.more)
        assert control.present(settings)
        assert control.used(settings)
        if isinstance(control.parameter, Choice):
            assert text in control.parameter.options
        value, complaint = control.parameter.read(text)
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
            said += [part["task"], part["answer"] * (self.ended and guide["now"] == place)]
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
            figure = panel.get("figure", {"data": [], "layout": {}})
            said += [figure["layout"].get("title", {}).get("text", "")]
            said += [note["text"] for note in figure["layout"].get("annotations", ())]
            for trace in figure["data"]:
                said += [trace.get("name", ""), *trace.get("text", ())]
            for mark in made["marks"]:
                if mark["kind"] == "hollow" and mark["panel"] == place:
                    count = int(made["columns"][mark["columns"][0]][step], 16).bit_count()
                    said.append(mark["words"].replace("{count}", f"{count}"))
        said.append(filled(made["texts"]["sentence"], made["columns"], step))
        return re.sub(r"\s+", " ", " ".join(said).replace("*", ""))


@functools.cache
def scene_of(file, link):
    return answered(file, **dict(link))


def bare(formula):
    """What is written in a formula."""
    return html.unescape(re.sub("<[^>]*>", "", formula))


# ---- what the library says -----------------------------------------------------------------------------------------

BOARD = margin_dataset(25, 2, 0.1, seed=3)
"""The points that a visitor finds."""


def first_update(seed=3):
    data = margin_dataset(25, 2, 0.1, seed=seed)
    x = data.X[train(data).mistakes[0]]
    sign = "+" if data.y[train(data).mistakes[0]] > 0 else "−"
    return f"w ← w {sign} x = (0, 0) {sign} {vector(x)} = "


def first_sum():
    return f"All, {len(BOARD)}: sum over {descend(BOARD, 0.1, start=[2, 3]).sizes[0]} wrong,"


def rise():
    """The example of the first update, from 0, is shorter than R, so that ‖w‖² grows by less than R²."""
    x = BOARD.X[train(BOARD).mistakes[0]]
    assert x @ x < BOARD.radius**2
    return f"{number(x @ x)} = 0 + {number(x @ x)} ≤ {number(BOARD.radius**2)}"


def one_example(*start):
    return train(Dataset([[-3, 1]], [1]), start=start).updates


def from_another_start():
    there, here = train(BOARD, start=[1, 1]).w, train(BOARD).w
    assert abs(np.linalg.det([there, here])) > 0.01
    return f"= {vector(there)}."


def pair():
    data = slow_pair().augmented()
    return train(data).updates, separate(data)


# ---- the questions -------------------------------------------------------------------------------------------------

PROOF, CYCLE, KERNELS = ["The theorem", "Proof"], ["No line", "Not separable"], ["No line", "Kernels"]
DESCENT, HALVING, ADVERSARY = (["Other learners", name] for name in ("Descent", "Halving", "Adversary"))


def lesson(name, *touches):
    return ["Lessons", f"lesson {name}", *touches]


COURSE = [
    (
        "From w = 0 there is no boundary",
        [],
        "No line yet. Press Step (→) for the first wrong point. w = 0, so no point has a side.",
    ),
    ("Update only where wrong, w ← w + y x", ["step"], first_update),
    ("The loop, and what ends it", lesson("loop", "end"), "It stops after a pass in which all are ticked"),
    ("sign(0)", ["More", "ties=correct"], "by this tie rule no point is wrong, so there is no update"),
    ("The loss max(0, −y w·x)", DESCENT, "Loss of each w, Σ max(0, −y w·x)"),
    ("Is it convex, is it smooth?", DESCENT, "convex, 0 at w = 0, its pieces flat"),
    (
        "A loop while the loss is above 0 never starts",
        [*DESCENT, "More", "from=0"],
        "the loss is 0, the least there is, yet no point has a side",
    ),
    ("The sum runs over the points in error", [*DESCENT, "step"], first_sum),
    ("Gradient or stochastic gradient?", lesson("descent", "end"), "all at once is hardly cheaper"),
    ("Any start", lesson("start", "start=0", "end"), "R²/γ² is the bound for that start alone"),
    ("Too small a step", [*DESCENT, "eps=0.001", "end"], "From a start other than 0, a small η takes long"),
    ("Too large a step", [*DESCENT, "eps=1000", "end"], "All three end with every point right."),
    (
        "The constant coordinate",
        lesson("third-weight", "end"),
        "a plane through 0 that cuts height 1 in a line beside it",
    ),
    ("Without it the line passes 0", lesson("bias"), "No line through the origin parts the points of AND"),
    ("Not R²/γ", lesson("units", "end"), lambda: f"No: {plural(train(BOARD).updates, 'update')}."),
    (
        "The cost of a run",
        lesson("many-points", "n=25", "end"),
        "a pass takes n products w·x of d numbers each, O(nd)",
    ),
    ("Newton's method", DESCENT, "its pieces flat: Newton's method has no step there"),
    ("Score and distance", lesson("one-example", "end"), "a score is that distance times ‖w‖"),
    (
        "The smooth perceptron",
        lesson("smooth", "end"),
        "its steps weigh all points, the most wrong ones most, and its bound grows like √(ln n) R/γ",
    ),
    (
        "Without a line nothing is promised",
        lesson("pocket"),
        "it never stops: the last weights are those of whichever mistake came last",
    ),
    ("Unit norm", [*PROOF, "version=unit norm"], "All points, w and γ divided by R, so that ‖x‖ ≤ 1"),
    (
        "Each point divided by its own norm",
        lesson("norms", "unit=false", "end"),
        "The same lines separate, but it was another problem, with another bound and another run",
    ),
    ("An update moves its score by ‖x‖²", lesson("one-example"), "An update adds ‖x‖² = 10"),
    ("The two lemmas", PROOF, "so after k updates ‖wk‖2≤kR2"),
    ("Cauchy–Schwarz", PROOF, "w·w is at most the length of w (Cauchy–Schwarz)"),
    ("Is R²/γ² reached?", lesson("tight", "end"), "So no smaller bound holds for all"),
    ("⌊1/γ²⌋", ADVERSARY, lambda: f"⌊1/γ²⌋ {mistakes_forced('2/5')}"),
    ("Any deterministic learner can be forced", lesson("adversary", "toss"), "so it goes with every learner"),
    ("The dual: counts make w", lesson("counts", "end"), "each point as often as it was wrong"),
    (
        "When the dual is the dearer one",
        lesson("counts", "end"),
        "where there are few coordinates the counts are dearer",
    ),
    ("Kernels", KERNELS, "a wrong point's count α rises, and K spreads its sign around it"),
    (
        "Halving",
        lesson("majority", "end"),
        lambda: f"of {halving(half_planes(360, BOARD.X), BOARD.y).bound} allowed: each leaves at most half",
    ),
    (
        "At random",
        (*HALVING, "At random"),
        lambda: f"H − 1 = {number(bounds.randomized_halving(360))} ln |C| = {number(np.log(360))}",
    ),
    (
        "1.44 between the two",
        lesson("majority", "directions=720", "end"),
        lambda: f"log₂ is {number(np.log2(np.e))} times ln",
    ),
    (
        "The majority need be none of the class",
        lesson("majority", "end"),
        "it has to ask all that are left, and need be none of them itself",
    ),
    (
        "A hyperplane and its normal",
        ["More", "start=4, 0.6"],
        lambda: f"A line to begin with. Press Step (→) for the first wrong point. w = {vector([4, 0.6])}.",
    ),
    ("A separable set", lesson("hand"), "Circles on one side, triangles on the other"),
    (
        "A cap that returns a line that is wrong",
        lesson("cap", "end"),
        "such a cap returns a line that is wrong, and nothing says so",
    ),
    (
        "A panel for each update",
        ["end", "Strip"],
        lambda: " ".join(f"{k}" for k in range(9, train(BOARD).updates + 1)),
    ),
    ("New data, run again", ["seed=4", "step"], lambda: first_update(seed=4)),
    (
        "The score of the point just corrected",
        lesson("one-example", "end"),
        lambda: f"{one_example(3, 4)}, from −5 to 5.",
    ),
    ("w = (3, 4), x = (−3, 1)", lesson("one-example", "end"), lambda: f"{one_example(3, 4)}, from −5 to 5."),
    (
        "w = (30, 4)",
        lesson("one-example", "start=30, 4", "end"),
        lambda: f"{one_example(30, 4)}: eight take it from −86 to −6, the ninth to 4.",
    ),
    ("The margin is the smallest distance", ["band=true", "?"], "dotted its margin γ, to the closest points, ringed"),
    (
        "‖x‖ ≤ 1 may be assumed",
        lesson("norms"),
        "That no length is above 1 may be assumed: all points are divided by R",
    ),
    (
        "Is a small margin easier or a large one?",
        lesson("margin", "gamma=0.1", "end"),
        "The bound is R²/γ²: γ is divided by twice",
    ),
    (
        "Which data converge quickly",
        lesson("pair", "end"),
        lambda: f"{pair()[0]}, for two points: γ is {number(pair()[1].margin)}",
    ),
    (
        "The order, for the count and for the line",
        lesson("lines", "end"),
        "The theorem bounds the updates, and says nothing of the line",
    ),
    ("Is the line the best one?", lesson("best-line", "end"), "it goes on until every score is large"),
    (
        "What if nothing separates",
        ["data=XOR", "end"],
        lambda: f"No line separates these points: {listed(separate(gate('xor').augmented()).points)} prove it.",
    ),
    ("Errors on unseen points", lesson("unseen", "end"), f"of {UNSEEN_POINTS} are wrong, after"),
    (
        "Neurons, and the machine",
        lesson("machine", "end"),
        "The model is a neuron: it adds up what comes in, each times a weight, and fires above 0.",
    ),
    (
        "The rate may be taken as 1, from 0",
        lesson("rate", "rate=25", "end"),
        "from 0, w is only longer, and the same points are wrong",
    ),
    (
        "w is a sum over mistakes",
        lesson("counts", "end"),
        lambda: f"w = Σ α y x = {vector(train(gate('and').augmented()).w)}",
    ),
    ("The line depends on the start", ["More", "start=1, 1", "end"], from_another_start),
    ("Cycles", [*CYCLE, "end"], "These are the weights of the start again."),
    ("(1+b²)(1+R²)/ρ²", [*PROOF, "bias=true", "version=biased"], "R2/γu2=(1+b2)(1+r2)/ρ2"),
    ("More updates, more aligned?", ["Angle"], "○ turned away from w"),
    ("The dimension is not in the bound", lesson("dimension", "end"), "the theorem knows γ and R, and no dimension"),
    (
        "The number of updates can be large",
        lesson("pair", "end"),
        lambda: f"and {whole(pair()[1].bound)} would be allowed",
    ),
    (
        "R of the lifted points",
        ["bias=true", "step"],
        lambda: f"(at most R² = {number(BOARD.augmented().radius ** 2)})",
    ),
    ("‖x‖ ≤ R, not = R", [*PROOF, "step"], rise),
]
"""What a course asks, claims or draws; the way to where it is answered; and the words that then are in sight."""


def test_the_table_has_all_sixty_two():
    assert len({question for question, *_ in COURSE}) == len(COURSE) == 62


@pytest.mark.parametrize(("way", "words"), [pytest.param(*row, id=question) for question, *row in COURSE])
def test_it_is_answered_within_four_touches_and_not_before_the_last_of_them(way, words):
    visit, before = Visit(), ""
    assert len(way) <= MOST
    for touch in way:
        before = visit.read()
        visit.touch(touch)
    words = words() if callable(words) else words
    assert words in visit.read()
    assert words not in before
