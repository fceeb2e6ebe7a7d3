"""A board that a room asks about: the parts that phones and walls draw, and the run of the perceptron over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, NotRequired, TypedDict, cast

import numpy as np

from perceptron import Run, separate
from perceptron.learner import tie_errs
from perceptron.separation import Separation
from playground.address.exercise import unfolded
from playground.address.settings import Settings
from playground.draw import legends
from playground.page import controls
from playground.page.answer import Opened, opened
from playground.page.page import Page
from playground.stage.payload import Figure, Panel, Point, Scene
from playground.stage.shared import EXERCISE

_LEARNER = {controls.TIE.key, controls.ORDER.key, controls.START.key}
_FRAMES = 60  # of a run that the wall plays
_DIGITS = 7  # after the point, as many as the finest grid needs: a point on a line is on it on every screen


class RoomBoard(TypedDict):
    """A board in the plane: its points as (x, y, class), and the ranges [x0, x1, y0, y1] of its axes as `span`.

    `line` holds a, b, c of the start's line a·x + b·y + c = 0, or None. `zero` says for each class whether points
    exactly on the line count as wrong; without `zero` they do.
    """

    points: list[list[float]]
    span: list[float]
    line: list[float] | None
    zero: NotRequired[list[bool]]


class QuestionSource(TypedDict):
    """Where a question came from: the page's file, the board's address, and its index among the questions about it."""

    file: str
    address: dict[str, str]
    at: int


class Asked(TypedDict):
    """The entries of every question, of any kind.

    If the room asks its list a second time, `again` is the index of the question's first copy.

    In a lecture a question belongs to an `item` of the list, by its number from 1, with its words (`title`), the link
    to the board that the wall shows (`frame`), without the list, and the teacher's `notes`. A question about a board
    that can be drawn anew has its `source`.
    """

    page: str
    board: RoomBoard
    text: str
    again: NotRequired[int]
    item: NotRequired[int]
    title: NotRequired[str]
    frame: NotRequired[str]
    notes: NotRequired[str]
    source: NotRequired[QuestionSource]


class OwnQuestion(NamedTuple):
    """The question that a page itself asks about a board, and the answer: a number, or the index of an option."""

    text: str
    answer: int
    options: list[str]


class LearnerRun(NamedTuple):
    """A run of the perceptron with its settings and the verdict on its points.

    `wrong` says which of the n points are wrong at each step, shape (M + 1, n).
    """

    learner: controls.LearnerSettings
    run: Run
    separation: Separation
    wrong: legends.Bools


@dataclass(frozen=True)
class ShownBoard:
    """The board that a page shows at an address."""

    page: Page
    opened: Opened

    @classmethod
    def of(cls, page: Page, address: Mapping[str, str]) -> ShownBoard:
        """Return the board that a page shows at an address, the texts of a link by their names.

        The address's exercise is left out: its question would replace the board's question. The board of a list's item
        that the address opens is kept. A text that cannot be used is replaced or left out.

        Raises
        ------
        ValueError
            If the page has no stage, or nothing can be shown with these settings.
        """
        return cls(page, opened(page, {key: text for key, text in unfolded(address).items() if key not in EXERCISE}))

    @property
    def route(self) -> str:
        """The page's name in the paths of routes, such as "race"; the first page has "playground"."""
        return self.page.route

    @property
    def scene(self) -> Scene:
        """The scene that the page shows at the board's address."""
        return self.opened.scene

    @property
    def verdict(self) -> str:
        """The sentence that the page shows at the end of the board's run; "" on an empty board."""
        return self.scene["verdict"]["text"]

    @cached_property
    def settings(self) -> Settings:
        """The settings of the page's controls at the board's address."""
        return self.page.settings(self.opened.state.settings)

    @property
    def own(self) -> OwnQuestion | None:
        """The question that the page itself asks about the board; None if it asks none or its answer is not known."""
        asked = self.scene.get("question")
        if asked is None or (answer := asked["answer"]) is None:
            return None
        return OwnQuestion(asked["text"], answer, asked.get("options", []))

    @cached_property
    def points(self) -> list[Point]:
        """The points (x, y, class), rounded to seven decimals; class 0 is +1, and 1 is −1.

        Phones, and walls (the screens of the class), draw these points, and lines are judged by them.
        """
        return [(round(x, _DIGITS), round(y, _DIGITS), place) for x, y, place in self._placed]

    @cached_property
    def board(self) -> RoomBoard:
        """The points, the axes and the start's line, as phones and walls draw them, without the rule for ties.

        Raises
        ------
        ValueError
            If the page shows no points in the plane.
        """
        scene = self.scene
        if "editing" not in scene or scene["panels"][scene["editing"]["panel"]]["area"] != "board":
            raise ValueError("A room asks about a board of points in the plane, and this page has no such board.")
        figure = cast(Figure, cast(Panel, scene["panels"][scene["editing"]["panel"]])["figure"])
        line = self._line(0)  # of the start: the line of a later step would give the answer away
        return {
            "points": [[*point] for point in self.points],
            "span": [*figure["xaxis"]["range"], *figure["yaxis"]["range"]],
            "line": line if any(line) else None,
        }

    @cached_property
    def board_of_run(self) -> RoomBoard:
        """The board as `board` has it, and its rule for ties, points on the line, as two truth values under "zero".

        The first value says for class +1, and the second for class −1, whether the run counts a point on the line as
        wrong. Both are True on a page that has no control for this rule.

        Raises
        ------
        ValueError
            If the page shows no points in the plane.
        """
        tie = controls.TIES[self.settings[controls.TIE]] if controls.TIE.key in self.page.controls else "mistake"
        zero = [*map(bool, tie_errs(tie, np.array([1, -1])))]
        return {**self.board, "zero": zero}

    @cached_property
    def run(self) -> LearnerRun | None:
        """The perceptron's run over the board; None on an empty board, and on pages of other learners."""
        if not self.page.controls.keys() >= _LEARNER or not self._placed:
            return None
        learner = controls.learner(self.settings, len(self._placed))
        data = learner.sees(self._placed)
        assert data is not None
        run = learner.run(data, self.page.most_updates)
        return LearnerRun(learner, run, separate(data), legends.wrong(run, learner.tie))

    def lines(self, last: int) -> list[list[float]]:
        """Return the lines at the steps from 0 to `last`, each as [step, a, b, c] for the line a·x + b·y + c = 0.

        At a step without a line, a, b and c are 0. If the board shows no lines at all, each entry is [step] alone. Of
        more than 61 steps, 61 evenly chosen steps are returned, with the first and the last.
        """
        steps = sorted({round(last * frame / _FRAMES) for frame in range(_FRAMES + 1)})
        return [[step, *(round(number, _DIGITS) for number in self._line(step))] for step in steps]

    @property
    def _placed(self) -> Sequence[Point]:
        return cast(Sequence[Point], self.scene["points"])

    def _line(self, step: int) -> list[float]:
        """Return [a, b, c] of the line at a step: all 0 if there is none yet, or [] if the board shows no lines."""
        columns, form = self.scene["columns"], self.scene["reading"]["form"] if "reading" in self.scene else []
        return [float(columns[name][step] or 0) if name in columns else 0.0 for name in form]
