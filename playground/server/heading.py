"""What stands above the board of every page: the page's name, the menu, the ways to other boards, and the page's words.

The template is `heading.html`. First document, light page and whole page show it; in the whole page its links lead on
to Streamlit's own (`stage/src/host/menu.ts`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from playground.address.address import Address
from playground.address.exercise import Exercise, Way
from playground.address.lists import FILES
from playground.lessons import LESSONS, Lesson, beside, count
from playground.page.guide import last_board
from playground.page.page import Page
from playground.pages import FIRST, PAGES
from playground.server import templates
from playground.text import BACK, NEXT

LIST = "pages/lessons.py"
"""The file of the page with the list of all lessons."""

_DONE = [(each.key, templates.board_of(each)) for each in LESSONS.values()]
"""All lessons: the name under which a browser notes that each is done, and the address of its board."""


class Anchor(NamedTuple):
    """A link of a heading: its label, the file of its page, its parameters in `query`, and its `rel`.

    `to_lesson` says whether it leads to the lesson before or after.
    """

    label: str
    file: str
    query: Mapping[str, str] = {}
    rel: str = ""
    to_lesson: bool = False


class BoardHeading(NamedTuple):
    """The parts of a heading, without the page's name and the menu.

    Parameters
    ----------
    end
        The link, which nobody sees, by which a clicker goes back to the end of the item or lesson before.
    ways
        The links to the list of lessons and to the boards before and after this one.
    lesson
        Whether the board is a lesson's, to which a button leads back.
    words
        The page's words, if the address has no words of its own.
    lessons
        The link after these words, on the first page, to the list of lessons.
    """

    end: Anchor | None
    ways: Sequence[Anchor]
    lesson: bool
    words: str
    lessons: Anchor | None

    @property
    def links(self) -> list[Anchor]:
        """All links of a page's heading in their order: those of the menu, to each page, then the heading's own."""
        menu = (Anchor(page.label, file) for file, page in PAGES.items())
        return [*menu, *filter(None, (self.end, *self.ways, self.lessons))]


def heading(page: Page, state: Address) -> BoardHeading:
    """Return the parts of the heading above a board: its links and words, and whether the board is a lesson's.

    `state` is the address of the board on the page. There are links to the boards before and after, where they exist.
    A link to the list of lessons stands above a lesson's board, and on the first page outside lessons and exercises.
    """
    exercise = state.exercise
    taught = None if exercise.ask else page.lesson(state.settings)
    way = way_to_end(exercise, taught)
    words = "" if taught or exercise.guides else page.words
    return BoardHeading(
        end=Anchor("", *way, "prev") if way else None,
        ways=[*([Anchor(count(taught), LIST)] if taught else []), *_beside(exercise, taught)],
        lesson=taught is not None,
        words=words,
        lessons=Anchor("Lessons →", LIST) if words and page == FIRST[0] else None,
    )


def _beside(exercise: Exercise, taught: Lesson | None) -> list[Anchor]:
    """Return the links to the boards before and after one: those of its exercise or, without a list, of its lesson."""
    lessons = beside(taught) if taught and not exercise.list else (None, None)
    found = []
    for label, rel, way, other in zip(
        (BACK, NEXT), ("prev", "next"), (exercise.before, exercise.following), lessons, strict=True
    ):
        if way:
            found.append(Anchor(label, *way, rel))
        elif other:
            found.append(Anchor(label, other.page, other.link, rel, to_lesson=True))
    return found


def way_to_end(exercise: Exercise, taught: Lesson | None) -> Way | None:
    """Return the way back from a board to the last step of the board before: a page's file and a link's parameters.

    If `exercise` is an item of a list, the board before is that of the list's item before. If `exercise` is empty, it
    is the last board of the lesson before `taught`, the board's lesson or None. Return None if there is no such item
    or lesson.

    >>> file, link = way_to_end(Exercise(), LESSONS["order"])
    >>> file, link["lesson"], link["gamma"], link["step"]
    ('app.py', 'margin', '0.1', 'last')
    """
    if item := exercise.previous:
        file = FILES[item.path]
        board = last_board(item.lesson, PAGES[file]) if item.lesson else {**item.board, "step": "last"}
        return file, {**board, "list": exercise.code, "at": str(exercise.at)}
    before = beside(taught)[0] if taught and exercise == Exercise() else None
    return before and (before.page, last_board(before, PAGES[before.page]))


def values(page: Page, state: Address, *, light: bool = False, embedded: bool = False) -> dict[str, object]:
    """Return the values that fill in the template of a board's heading, by their names.

    `state` is the address of the board on the page. If `light`, the links lead to light pages, which load nothing of
    Streamlit. But a page without a board has no light page, and a link to it leads to the whole page. Unless the
    exercise hides the controls, there is also a link from the light page to its whole page. Without `light`, all links
    lead to whole pages. If the page is `embedded` in the frame of another page, the style of the heading hides its menu
    and words.
    """
    return {
        "page": page,
        "heading": heading(page, state),
        "light": light,
        "leads": light and "controls" not in state.exercise.hide,
        "path": _light if light else templates.whole,
        "done": _DONE,
        "embedded": embedded,
    }


def _light(file: str) -> str:
    """Return the path of the light page of a file of `pages/`, or of its whole page if the page has no stage."""
    return f"./light/{PAGES[file].route}" if PAGES[file].answer else templates.whole(file)
