"""Each lesson is done by the controls that it names, and its numbers are on the board.

The words are those of the lesson's file. The mouse has a laptop; the finger has a phone with the settings closed.
"""

import contextlib
import re

import numpy as np
import pytest

from playground.lessons import LESSONS
from tests.browser.browsing import DESKTOP, PHONE
from tests.browser.test_layout import overflow
from tests.browser.test_lessons import done, found, guide, link, text
from tests.browser.test_outcome import _READ
from tests.browser.test_pages import fits
from tests.browser.test_puzzles import Lines
from tests.browser.test_turning import Hand, tip
from tests.playground.lessons.programs import PROGRAMS
from tests.playground.lessons.test_lessons import CLAIMS, HISTORY, numbers

LOOKS = {"laptop": {"viewport": DESKTOP}, "phone": PHONE}
SHOWN = ("position", "verdict", "question label", "facts", "sentence", "head", "count", "rows", "sheet", "worth")

BOARD = 'panel[data-area="board"]'

_SAID = """(parts) => Array.from(document.querySelectorAll(`.stage-guide > div p,
  [data-control] :is(input, select, [role=switch]),
  .stage-panel > svg text, ${parts.map((part) => `.stage-${part}`)}`), (node) => node.ariaValueText ?? node.value
    ?? (node.checkVisibility({ visibilityProperty: true }) ? node.innerText ?? node.textContent : ""))
  .join(" ").replaceAll("\\u00a0", " ")"""


class Learner:
    """A visitor who does a lesson, with a mouse or a finger."""

    def __init__(self, stage, look):
        self.stage, self.page, self.look = stage, stage.page, LOOKS[look]
        self.touches = look == "phone"

    def follow(self, link):
        """Press a link to another document, without waiting for the stage."""
        if self.touches:
            link.tap()
        else:
            link.click()

    def press(self, node):
        self.follow(node)
        self.stage.settle()

    def press_at(self, node, across, down):
        """Press at a place of an element, given in shares of its size."""
        node.scroll_into_view_if_needed()
        box = node.bounding_box()
        at = box["x"] + across * box["width"], box["y"] + down * box["height"]
        if self.touches:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)
        self.stage.settle()

    def drag(self, *places):
        self.board.scroll_into_view_if_needed()
        hand = Hand(self.stage, self.look)
        hand.drag(*places)
        hand.release()
        self.stage.settle()

    @property
    def board(self):
        return self.page.locator('.stage-panel[data-area="board"]')

    def place(self, x, y, kind):
        """Place a point of a class on the board."""
        self.press(self.page.locator(f'.stage [data-choice="{kind}"]'))
        self.board.scroll_into_view_if_needed()
        (left, top), box = self.stage.frame().screen(x, y), self.board.bounding_box()
        self.press_at(self.board, (left - box["x"]) / box["width"], (top - box["y"]) / box["height"])

    def set(self, key, text):
        with self.within_reach(key):
            self.stage.set(key, text)

    def name(self, key):
        """Return the name of a control."""
        with self.within_reach(key):
            return self.page.text_content(f'[data-control="{key}"] .stage-name')

    @contextlib.contextmanager
    def within_reach(self, key):
        """Open what a control is behind, and close it again: it lies over the lesson."""
        if behind := not self.stage.control(key).is_visible():
            self.press(self.stage.more)
        yield
        if self.touches and (shut := self.page.locator(".stage-shut")).is_visible():
            self.press(shut)
        elif behind:
            self.press(self.stage.more)

    def act(self, place, act):
        """Press a control in the sentence of a part's task, by their places."""
        self.press(self.page.locator(f".stage-guide li:nth-child({place + 1}) .stage-act >> nth={act}"))
        self.stage.settle()


# ---- what no control does ------------------------------------------------------------------------------------------


def turn(learner):
    start = tip(learner.stage)
    learner.drag(start, (start[0] / 2, np.hypot(*start)), (0.1, np.hypot(*start)))


def make_hard(learner):
    """Place two points apart, as a finger needs them, and drag one near the other."""
    learner.press(learner.stage.button("clear"))
    learner.place(0, 0.75, 0)
    learner.place(0.5, 0.75, 1)
    learner.drag((0.5, 0.75), (0.3, 0.75), (0.125, 0.75))


def make_another(learner):
    learner.place(0.5, 0.25, 1)
    learner.set("order", "shuffled")


def make_row(learner):
    learner.press(learner.stage.button("clear"))
    for kind, x in enumerate((-0.75, -0.25, 0.25, 0.75)):
        learner.place(x, 0, kind % 2)


def prove(learner):
    """Open the puzzles, put the lines in order by their buttons, and have them checked."""
    learner.act(1, 0)
    lines = Lines(learner.stage)
    lines.put(lambda at: learner.press(lines.rows.nth(at).get_by_role("button", name="Move up")))
    learner.press(learner.page.get_by_role("button", name="Check", exact=True))


def predict(learner):
    for _ in range(6):
        learner.press(learner.page.locator('.stage [data-choice="0"]'))


def draw(learner):
    for kind, place in enumerate((0.2, 0.6)):
        learner.press_at(learner.page.locator(".stage-field svg"), place, place)
        learner.press(learner.page.locator(f'.stage [data-choice="{kind}"]'))


def see_whole(learner):
    learner.act(0, 1)
    assert learner.stage.button("whole").get_attribute("aria-pressed") == "true"


def write(slug):
    """Return what writes the program of a lesson, has it checked and closes the editor."""

    def act(learner):
        page = learner.page
        learner.follow(page.locator(".stage-guide [data-do=mine]"))
        page.wait_for_function(_PYTHON, polling=30, timeout=60_000)
        page.fill(".mine-code", PROGRAMS[slug])
        learner.follow(page.get_by_role("button", name="Check on 5 more boards"))
        learner.stage.until(lambda: "✓ Right on all 5 boards." in page.inner_text(".stage-found"))
        learner.press(page.locator(".stage-mine header button"))

    return act


_PYTHON = "() => document.querySelector('.mine-editor .stage-main')?.disabled === false"

BY_HAND = {
    **{(slug, 0): write(slug) for slug in PROGRAMS},
    ("idea", 0): see_whole,
    ("hand", 0): turn,
    ("build", 1): make_hard,
    ("build", 2): make_another,
    ("proof", 1): prove,
    ("cubic", 1): make_row,
    ("adversary", 0): predict,
    ("end", 0): draw,
}


def names(task, name, text):
    """Whether a task names a control or its new value."""
    words = re.findall(r"\w+", task.lower())
    return text in task or any(word in words for word in re.findall(r"\w+", name.lower()) if word not in ("a", "is"))


USED = {"adversary": ["question", BOARD, "choices", "sentence"], "end": ["field", "choices"]}
"""What the first screen shows where no step comes first but an answer or a drawing."""


def in_sight(stage):
    """Check that what a lesson uses first is on a phone's first screen: question, board, buttons and sentence."""
    for part in USED.get(stage.address["lesson"], ["question", BOARD, "buttons", "sentence"]):
        box = stage.page.locator(f".stage-{part}").bounding_box() or {"y": 0, "height": 0}
        assert box["y"] + box["height"] <= PHONE["viewport"]["height"], (part, box)
    assert overflow(stage, "right") == [[0], [0]]


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_is_done_as_it_says_and_its_numbers_are_shown(visit, slug, look):
    lesson = LESSONS[slug]
    stage = visit(link(slug), asks=True, **LOOKS[look])
    learner = Learner(stage, look)
    check = fits if look == "laptop" else in_sight
    check(stage)
    before = stage.page.evaluate(_READ)
    assert stage.notice == ""
    assert (guide(stage), found(stage), done(stage)) == (text(slug), "", [])
    assert f"Lesson {lesson.place} of {len(LESSONS) - 1}" in before
    assert not any(part.answer in before for part in lesson.parts)
    assert not stage.page.get_by_role("button", name="The lesson's board").is_visible()
    seen = set(HISTORY)
    for place, (part, claimed) in enumerate(zip(lesson.parts, CLAIMS[slug](), strict=True)):
        BY_HAND.get((slug, place), lambda learner: None)(learner)
        for act, (key, value) in enumerate(part.sets):
            learner.act(place, act)
            assert stage.address.get(key, value) == value
            name = learner.name(key)
            assert names(part.task, name, value), (part.task, name)
        for act, (kind, name) in enumerate(part.places, len(part.sets)):
            if kind == "view":
                learner.act(place, act)
                assert stage.page.get_by_role("tab", name=name).get_attribute("aria-selected") == "true"
        asked = claimed and stage.page.is_visible(".stage-question")
        if asked:
            assert stage.page.inner_text(".stage-question label").strip() == part.ask
        if asked and part.options:
            learner.press(stage.page.locator(".stage-question").get_by_role("button", name=claimed[0], exact=True))
        elif asked:
            stage.page.fill(".stage-guess", str(claimed[0]))
        if stage.button("last").is_enabled():
            board = learner.board.bounding_box()
            with stage.silence():
                (stage.button("last").tap if learner.touches else stage.button("last").click)()
            if not learner.touches:  # which is shown what was found
                assert np.allclose([*learner.board.bounding_box().values()], [*board.values()], atol=0.5)
        stage.settle()
        assert done(stage) == [*range(place + 1)]
        assert found(stage) == " ".join(each.answer for each in lesson.parts[: place + 1])
        assert not asked or stage.verdict.endswith("Your guess was right.")
        seen |= numbers(stage.page.evaluate(_SAID, SHOWN)) | {str(stage.page.locator(".stage [data-point]").count())}
        assert not claimed or numbers(part.answer) <= seen, (numbers(part.answer) - seen, seen)
    assert guide(stage).startswith(f"{lesson.finding}. ✓")
    stage.settle()
    assert stage.address["lesson"] == slug
    if look == "laptop":
        fits(stage)
