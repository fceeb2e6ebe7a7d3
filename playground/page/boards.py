"""Which part of a lesson a board is of, and whether the hand has built what a part asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from perceptron import Dataset, Inseparable, Run, Separator, biased, polynomial, separate, train_dual
from playground.address.address import Address
from playground.address.codes import DRAWINGS_CHOICE, HAND, decode
from playground.address.parameters import TextField
from playground.address.settings import Settings
from playground.lessons import Lesson, LessonPart
from playground.page import controls
from playground.page.page import Page
from playground.stage.payload import Question, Scene


def at_home(lesson: Lesson, page: Page, settings: Settings, state: Address) -> bool:
    """Whether this is the board that a lesson opens with."""
    return _same(lesson.address, page, settings, state)


def texts(lesson: Lesson, page: Page, part: int) -> dict[str, str]:
    """Return the texts of the board of a part: the lesson's, on which all is set that the parts up to it say.

    >>> from playground.lessons import LESSONS
    >>> from playground.pages import PAGES
    >>> texts(LESSONS["curve"], PAGES["pages/kernels.py"], 1)
    {'data': 'spirals', 'bias': 'true'}
    """
    link = dict(lesson.address)
    for each in lesson.parts[: part + 1]:
        for key, text in each.sets:
            link = page.with_dependents(
                page.with_setting(link, key, page.controls[key].parameter.read(text).value), key
            )
    return link


def part_of(lesson: Lesson, page: Page, settings: Settings, state: Address) -> int | None:
    """Return the part of a lesson that this board is of, the last one if there are several; None if it is of none."""
    for place in reversed(range(len(lesson.parts))):
        part = lesson.parts[place]
        if part.build:
            if not at_home(lesson, page, settings, state) and BUILT[part.build](lesson, settings, state):
                return place
        elif _same(texts(lesson, page, place), page, settings, state):
            return place
    return None


def is_astray(lesson: Lesson, page: Page, settings: Settings, state: Address) -> bool:
    """Whether this board is of no part, on the way to none by what the parts set, and not one that the hand builds."""
    if any(part.build for part in lesson.parts) or part_of(lesson, page, settings, state) is not None:
        return False
    steps = [(texts(lesson, page, place - 1), texts(lesson, page, place)) for place in range(len(lesson.parts))]
    return not any(_between(*step, page, settings, state) for step in steps)


def unset(lesson: Lesson, page: Page, settings: Settings) -> list[list[str]]:
    """Return for each part the keys of the controls that it sets and that are not set yet."""
    wanted = [page.settings(texts(lesson, page, place)) for place in range(len(lesson.parts))]
    return [
        [key for key, _ in part.sets if _plain(page, key, settings) != _plain(page, key, asked)]
        for part, asked in zip(lesson.parts, wanted, strict=True)
    ]


def ask(lesson: Lesson, part: int, scene: Scene) -> None:
    """Ask the question of a part on its scene, in place of the page's own."""
    asked: LessonPart = lesson.parts[part]
    before = scene.get("question")
    if before is None and "asking" not in scene:
        return
    # Of the page's own question with options the answer is one of these, and no number.
    counted = before is not None and "options" not in before
    question: Question = {"text": asked.ask, "answer": before["answer"] if before and counted else None}
    if asked.options:
        question |= {"options": [*asked.options], "answer": asked.options.index(asked.right)}
    elif asked.right:
        question["answer"] = int(asked.right)
    for name in ("position", "tally"):
        if before and name in before:
            question[name] = before[name]
    question["remember"] = f"{lesson.key} guess {part}"
    scene["question"] = question


def _same(texts: Mapping[str, str], page: Page, settings: Settings, state: Address) -> bool:
    """Whether settings and board are those of these texts, whatever shows them."""
    return _between(texts, texts, page, settings, state)


def _between(one: Mapping[str, str], other: Mapping[str, str], page: Page, settings: Settings, state: Address) -> bool:
    """Whether the board is that of both texts, and each setting that of one of them, or between these."""
    first, second = page.settings(one), page.settings(other)
    keys = [key for key, control in page.controls.items() if not control.look]
    alike = all(_lies(*(_plain(page, key, each) for each in (first, settings, second))) for key in keys)
    if first.values.get(controls.POINTS.key) == HAND:
        return alike and _placed(one, state)
    source, drawn = DRAWINGS_CHOICE
    return alike and not (first.values.get(source) == drawn and state.board.pictures)


def _lies(one: Any, value: Any, other: Any) -> bool:
    numbers = isinstance(value, (int, float)) and not isinstance(value, bool)
    return min(one, other) <= value <= max(one, other) if numbers else value in (one, other)


def _placed(texts: Mapping[str, str], state: Address) -> bool:
    """Whether the hand's points are those of these texts."""
    return [*state.board.points] == [*decode(texts["points"])[0]]


def _plain(page: Page, key: str, settings: Settings) -> object:
    value = settings.values[key]
    return value.replace(" ", "").replace("−", "-") if isinstance(page.controls[key].parameter, TextField) else value


# ---- what the hand builds ------------------------------------------------------------------------------------------


def _learned(settings: Settings, state: Address) -> tuple[Dataset, Run] | None:
    """Return the data of the hand's own points and the run over them; None where there are none."""
    learner = controls.learner(settings)
    data = learner.sees(state.board.points) if settings[controls.POINTS] == HAND else None
    return (data, learner.run(data)) if data else None


def _turned(lesson: Lesson, settings: Settings, state: Address) -> bool:
    """Whether the line from which the run starts is right about all points of the lesson's board."""
    learner = controls.learner(settings)
    mine = learner.sees(state.board.points)
    same = settings[controls.POINTS] == HAND and _placed(lesson.address, state)
    return bool(same and mine and any(learner.start[:2]) and not learner.run(mine).updates)


def _long(lesson: Lesson, settings: Settings, state: Address) -> bool:
    """Whether few points of the hand's own, which a line separates, take more than 50 updates."""
    learned = _learned(settings, state)
    if not learned or len(learned[0]) > FEW or any(controls.learner(settings).start):
        return False
    data, run = learned
    return run.outcome == "converged" and run.updates > LONG and isinstance(separate(data), Separator)


def _ordered(lesson: Lesson, settings: Settings, state: Address) -> bool:
    """Whether points of the hand's own take another number of updates in this order than in turn."""
    learned = _learned(settings, state)
    if not learned or settings[controls.ORDER] == "cyclic" or not isinstance(separate(learned[0]), Separator):
        return False
    data, run = learned
    in_turn = replace(controls.learner(settings), order="cyclic").run(data)
    return run.outcome == "converged" and run.updates != in_turn.updates


def _curved(lesson: Lesson, settings: Settings, state: Address) -> bool:
    """Whether no line separates at most seven points of the hand's own, and a run with this cubic ends."""
    points = state.board.points if settings[controls.POINTS] == HAND else ()
    if not 0 < len(points) <= FEW or (settings.values["kernel"], settings.values["degree"]) != ("polynomial", 3):
        return False
    plain = controls.dataset(points)
    assert plain is not None
    if not isinstance(separate(plain.augmented()), Inseparable):
        return False
    cubic, scale = polynomial(3), controls.bias(settings)
    used = cubic if scale is None else biased(cubic, scale)
    run = train_dual(
        plain, used, settings[controls.ORDER], seed=settings[controls.SEED], max_updates=controls.MOST_UPDATES_BY_KERNEL
    )
    return run.outcome == "converged"


def _drawn(lesson: Lesson, settings: Settings, state: Address) -> bool:
    """Whether the hand has drawn a picture for either side."""
    sides = {kind for *_, kind in state.board.pictures}
    return settings.values[DRAWINGS_CHOICE[0]] == DRAWINGS_CHOICE[1] and len(sides) > 1


LONG, FEW = 50, 7
BUILT: Mapping[str, Callable[[Lesson, Settings, Address], bool]] = {
    "turned": _turned,
    "long": _long,
    "ordered": _ordered,
    "curved": _curved,
    "drawn": _drawn,
}
"""What a part may ask the hand to build, by the name in its file."""
