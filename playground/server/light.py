"""The light page: a document with the stage and one scene, which loads nothing of Streamlit.

Its stage asks for each next scene by itself; a link leads to the whole page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from playground.address.address import lesson
from playground.address.exercise import Exercise
from playground.lessons import Lesson, beside, count
from playground.page.answer import Opened
from playground.page.page import Page
from playground.page.preview import preview
from playground.pages import PAGES
from playground.server import templates
from playground.server.templates import Anchor
from playground.text import BACK, NEXT


def document(page: Page, opened: Opened, content: Mapping[str, object], image: str) -> str:
    """Return the light page of an opened address, whose stage is given this content.

    The `image` is the address of a picture of its board.
    """
    exercise, current = opened.state.exercise, lesson(opened.state.settings, page.file)
    links: list[Anchor] = []
    if current and not exercise.ask:
        links = [*beside_lesson(current, _light), Anchor("The lesson's board", _light(current.page), current.link)]
    title, description = preview(page, opened.state)
    return templates.document(
        "server/light.html",
        title=title,
        description=description,
        image=image,
        page=page,
        content=content,
        links=[*links, *beside_exercise(exercise, _light)],
        whole="" if "controls" in exercise.hide else whole(page.file),
        words="" if current or exercise.ask else page.words,
    )


def beside_lesson(current: Lesson, path: Callable[[str], str]) -> Sequence[Anchor]:
    """Return the links to the list of lessons and to the lessons before and after one, by the paths of their files."""
    sides = zip((BACK, NEXT), beside(current), strict=True)
    return [Anchor(count(current), "./lessons"), *(Anchor(name, path(at.page), at.link) for name, at in sides if at)]


def beside_exercise(exercise: Exercise, path: Callable[[str], str]) -> Sequence[Anchor]:
    """Return the links to the exercises before and after one, by the paths of their files."""
    sides = zip((BACK, NEXT), (exercise.before, exercise.following), strict=True)
    return [Anchor(name, path(way[0]), way[1]) for name, way in sides if way]


def whole(file: str) -> str:
    """Return the path of a page of the app.

    >>> whole("app.py"), whole("pages/proof.py")
    ('./', './proof')
    """
    return "./" if file == "app.py" else f"./{Path(file).stem}"


def _light(file: str) -> str:
    """Return the path of the light page of a file of `pages/`, or of its whole page if the page has no stage."""
    return f"./light/{PAGES[file].route}" if PAGES[file].answer else whole(file)
