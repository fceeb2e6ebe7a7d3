"""The light page: a document with the stage and one scene, which loads nothing of Streamlit.

Its stage asks for each next scene by itself; a link leads to the whole page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from playground.address.address import lesson
from playground.address.exercise import Exercise, Way
from playground.address.lists import FILES
from playground.lessons import Lesson, beside, count
from playground.page.answer import Opened
from playground.page.guide import last_board
from playground.page.page import Page
from playground.page.preview import preview
from playground.pages import PAGES
from playground.server import templates
from playground.server.templates import Anchor, whole
from playground.text import BACK, NEXT


def document(page: Page, opened: Opened, content: Mapping[str, object], image: str) -> str:
    """Return the light page of an opened address, whose stage is given this content.

    The `image` is the address of a picture of its board.
    """
    exercise, current = opened.state.exercise, lesson(opened.state.settings, page.file)
    links: list[Anchor] = []
    if current and not exercise.ask:
        home = Anchor("The lesson's board", *_at(lesson_home(current, exercise), _light))
        links = [*beside_lesson(current, exercise, _light), home]
    title, description = preview(page, opened.state)
    return templates.document(
        "server/light.html",
        title=title,
        description=description,
        image=image,
        page=page,
        content=content,
        links=[*links, *beside_exercise(exercise, _light)],
        end=end_before(exercise, current, _light),
        leads="controls" not in exercise.hide,
        words="" if current or exercise.guides else page.words,
    )


def beside_lesson(current: Lesson, exercise: Exercise, path: Callable[[str], str]) -> Sequence[Anchor]:
    """Return the links to the list of lessons and to the lessons before and after one, by the paths of their files.

    A lesson in a list has the items before and after it instead.
    """
    sides = () if exercise.list else zip((BACK, NEXT), beside(current), strict=True)
    return [Anchor(count(current), "./lessons"), *(Anchor(name, path(at.page), at.link) for name, at in sides if at)]


def beside_exercise(exercise: Exercise, path: Callable[[str], str]) -> Sequence[Anchor]:
    """Return the links to the exercises before and after one, by the paths of their files."""
    sides = zip((BACK, NEXT), (exercise.before, exercise.following), strict=True)
    return [Anchor(name, *_at(way, path)) for name, way in sides if way]


def end_before(exercise: Exercise, current: Lesson | None, path: Callable[[str], str]) -> Anchor | None:
    """Return the link to the end of what was shown before, which a clicker goes back to; None if there is none."""
    way = way_to_end(exercise, current)
    return way and Anchor("", *_at(way, path))


def way_to_end(exercise: Exercise, current: Lesson | None) -> Way | None:
    """Return the way to the end of the item before one in a list or, without a list, of the lesson before.

    >>> from playground.lessons import LESSONS
    >>> file, link = way_to_end(Exercise(), LESSONS["order"])
    >>> file, link["lesson"], link["gamma"], link["step"]
    ('app.py', 'margin', '0.1', 'last')
    """
    if item := exercise.previous:
        file = FILES[item.path]
        board = last_board(item.lesson, PAGES[file]) if item.lesson else {**item.board, "step": "last"}
        return file, {**board, "list": exercise.code, "at": str(exercise.at)}
    before = beside(current)[0] if current and exercise == Exercise() else None
    return before and (before.page, last_board(before, PAGES[before.page]))


def lesson_home(current: Lesson, exercise: Exercise) -> Way:
    """Return the way to a lesson's first board, in the list that it is an item of."""
    return current.page, {"list": exercise.code, "open": str(exercise.at + 1)} if exercise.list else current.link


def _at(way: Way, path: Callable[[str], str]) -> tuple[str, Mapping[str, str]]:
    return path(way[0]), way[1]


def _light(file: str) -> str:
    """Return the path of the light page of a file of `pages/`, or of its whole page if the page has no stage."""
    return f"./light/{PAGES[file].route}" if PAGES[file].answer else whole(file)
