"""Quizzes for learning platforms: the questions of a list of exercises or of a lesson, with their pictures and answers.

`moodle`, `gift` and `qti` write them in their formats. Right answers come from the list, the lesson and the library.
"""

from __future__ import annotations

import functools
import urllib.parse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup

from playground.address import conditions
from playground.address.address import read
from playground.address.exercise import Exercise
from playground.address.lists import FILES, PATHS, ListItem, decode, encode
from playground.draw.thumbnails import standalone, thumbnail
from playground.lessons import LESSONS, Lesson, LessonPart
from playground.page.answer import answered
from playground.page.guide import LessonBoard
from playground.pages import PAGES

ALT = "The board of this question"
SIZE = {"width": "360", "height": "346"}
"""The size of a board's picture among the words."""
OPEN = "Open the board in the playground"
READ = "A quiz cannot judge this answer: your teacher reads it."
BUILD = "A quiz cannot judge a board. Build it in the playground, which checks it, and give its link as your answer."


class QuizReply(NamedTuple):
    """The words `says` about some wrong answers: all numbers, or the indices of choices, from `first` to `last`."""

    first: int
    last: int
    says: str


class QuizItem(NamedTuple):
    """A question of a quiz.

    Parameters
    ----------
    name
        The question's name in a bank of questions; names sort in the order of the quiz.
    task
        The exercise that asks.
    right
        The right number, or the index of the right choice; None if a quiz cannot judge the answer.
    picture
        The board before the first step, in SVG that stands alone.
    link
        The address at which the app shows the board; "" if the app's address is not known.
    replies
        What is said of wrong answers.
    """

    name: str
    task: ListItem
    right: int | None
    picture: str
    link: str
    replies: Sequence[QuizReply] = ()

    @property
    def remarks(self) -> list[str]:
        """The sentences below a question whose answer a quiz cannot judge; empty for other questions.

        They list its choices and the conditions on a board that it asks for, if it has any, and say how it is judged.

        >>> QuizItem("01", ListItem("", {}, "Why?", ("Luck", "Theorem")), None, "", "").remarks
        ['Choices: Luck · Theorem', 'A quiz cannot judge this answer: your teacher reads it.']
        """
        if self.right is not None:
            return []
        choices = [f"Choices: {' · '.join(self.task.choices)}"] if self.task.choices else []
        wanted = [f"Wanted: {', '.join(map(str, self.task.solved))}."] if self.task.solved else []
        return [*choices, *wanted, BUILD if wanted else READ]


def tasks_of(link: Mapping[str, str]) -> Sequence[ListItem]:
    """Return the exercises of a link, given by its parameters, for a quiz.

    They are the items of the link's list or, without a list, the parts of its lesson. A lesson in a list counts as its
    parts. Boards that ask nothing are left out, and so are parts that a quiz cannot ask.

    Raises
    ------
    ValueError
        If the list cannot be read or has boards alone, if a quiz can ask no part of a lesson, or if the link has
        neither a list nor a known lesson.
    """
    taught = LESSONS.get(link.get("lesson", ""))
    if taught and not link.get("list"):
        return exercises(taught)
    listed = [item for item in decode(link.get("list", "")) if item.kind != "board"]
    if not listed:
        raise ValueError("The list has boards alone, and asks nothing.")
    return [task for item in listed for task in (exercises(item.lesson) if item.lesson else (item,))]


def exercises(taught: Lesson) -> tuple[ListItem, ...]:
    """Return the parts of a lesson that a quiz can ask, as exercises.

    Where the visitor builds a board that has no single right answer, the exercise asks for the board and not for a
    number.

    >>> from playground.lessons import LESSONS
    >>> [task.ask for task in exercises(LESSONS["margin"])]
    ['Step to the end. How many updates?', 'How many updates with γ = 0.1?']

    Raises
    ------
    ValueError
        If a quiz can ask no part, because all are about programs or puzzles.
    """
    asked = tuple(task for _, task in _parts(taught))
    if not asked:
        raise ValueError(f"“{taught.title}” is about programs or puzzles: a quiz cannot ask it.")
    return asked


def _parts(taught: Lesson) -> Iterator[tuple[LessonPart, ListItem]]:
    """Yield the parts of a lesson that can be asked, each with its exercise."""
    boards = LessonBoard.of(taught, PAGES[taught.page]).asked[1:]
    for part, board in zip(taught.parts, boards, strict=True):
        if part.can_be_asked:
            yield part, _exercise(taught, part, board)


def _exercise(taught: Lesson, part: LessonPart, board: Mapping[str, str]) -> ListItem:
    is_built = bool(part.build) and not part.right
    right = part.options.index(part.right) if part.options else int(part.right) if part.right else None
    return ListItem(
        PATHS[taught.page],
        dict(board),
        part.ask if part.sets else f"{part.task} {part.ask}",
        tuple(part.options),
        number=not part.options and not is_built,
        right=right,
        hint=taught.question,
        answer=part.answer,
        solved=conditions.read(part.build) if is_built else (),
    )


@functools.cache
def _replies() -> Mapping[object, Sequence[QuizReply]]:
    """Return what the lessons say of wrong answers, by their exercises."""
    parts = (pair for taught in LESSONS.values() for pair in _parts(taught))
    return {_known_by(task): [QuizReply(*reply) for reply in part.replies] for part, task in parts}


def _known_by(task: ListItem) -> object:
    return task.path, frozenset(task.asked.items()), task.ask, task.choices


def item(task: ListItem, place: int, *, app: str = "") -> QuizItem:
    """Return an exercise as the question of a quiz; its name begins with its `place`, counted from 1, in two digits.

    If `app` is the address of the app, the question has a link to its board there; if it is "", the link is "".

    >>> item(ListItem("", {"data": "AND", "bias": "true"}, "How many updates?", number=True), 1)[:3:2]
    ('01 How many updates?', 18)
    >>> from playground.lessons import LESSONS
    >>> item(exercises(LESSONS["margin"])[0], 1).replies[0]
    QuizReply(first=25, last=25, says='You counted the points: the same ones are wrong again and again.')

    Raises
    ------
    ValueError
        If the page has no stage, or nothing can be shown with the exercise's settings.
    """
    hide = tuple(part for part in task.hide if part != "curves")  # the picture may be among them
    alone = Exercise(task.ask, hide, list=(task,))
    scene = answered(PAGES[FILES[task.path]], replace(read(task.asked), exercise=alone)).scene
    right, picture = scene["guide"]["task"]["right"], standalone(thumbnail(scene, numbered=True))
    replies = () if right is None else _replies().get(_known_by(task), ())
    return QuizItem(f"{place:02} {task.ask}", task, right, picture, app and app.rstrip("/") + board_link(task), replies)


def board_link(task: ListItem) -> str:
    """Return the path and query of a link to an exercise's board, with its question and without its answer.

    If the exercise asks for a board that meets conditions, the link holds all of it as a list with a single item, even
    its hint and its answer. So the app can check the visitor's board.

    >>> board_link(ListItem("race", {"data": "AND"}, "Who?", hide=("curves",)))
    '/race?data=AND&ask=Who%3F&hide=curves'
    """
    asks = {"list": encode([task])} if task.solved else {**task.board, "ask": task.ask, "hide": ",".join(task.hide)}
    return f"/{task.path}?{urllib.parse.urlencode({name: text for name, text in asks.items() if text})}"


def body(asked: QuizItem, picture: str = "") -> Markup:
    """Return a question as HTML with escaped words: its sentence, its board's picture, its remarks and its link.

    `picture` is the address of the picture, "" for none.
    """
    return Markup("").join(_paragraphs(asked, picture))


def _paragraphs(asked: QuizItem, picture: str) -> Iterator[Markup]:
    words = Markup('<p dir="auto">{}</p>')
    yield words.format(asked.task.ask)
    if picture:
        yield Markup('<p><img src="{}" alt="{}" width="{width}" height="{height}"></p>').format(picture, ALT, **SIZE)
    for remark in asked.remarks:
        yield words.format(remark)
    if asked.link:
        yield Markup('<p><a href="{}">{}</a></p>').format(asked.link, OPEN)


def said(words: str) -> Markup:
    """Return the words of a choice or an answer, escaped, in an HTML `span` with `dir="auto"`; "" stays ""."""
    return Markup('<span dir="auto">{}</span>').format(words) if words else Markup("")
