"""An exercise, which a teacher's link adds to a board: a question, what is hidden, and the next link."""

from __future__ import annotations

import re
import unicodedata
import urllib.parse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ui.stage.scene import Scene
from ui.words import listed, quoted

HIDEABLE = ("outcome", "curves", "controls", "tools")
KEYS = ("ask", "hide", "next")
"""The names under which a link holds an exercise."""
FILES = {
    "": "app.py",
    **{path.stem: f"pages/{path.name}" for path in (Path(__file__).parents[1] / "pages").glob("*.py")},
}
"""The pages' files by the paths of their links."""

_LONGEST_QUESTION = 200
_LONGEST_NEXT = 6_000
_JOINERS = "\u200c\u200d"  # which some scripts need, though they have no shape
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols by their category, but without a shape
_MOST_STROKES = 6  # on one letter; no script needs more, and more would cover the lines above and below


@dataclass(frozen=True)
class Exercise:
    """A question, the hidden parts of `HIDEABLE`, and the path and the query of the next link."""

    ask: str = ""
    hide: tuple[str, ...] = ()
    next: str = ""

    def address(self) -> dict[str, str]:
        """Return its parameters in a link."""
        values = {"ask": self.ask, "hide": ",".join(self.hide), "next": self.next}
        return {name: text for name, text in values.items() if text}

    def following(self) -> tuple[str, dict[str, str]]:
        """Return the file of the page that comes after it, and the parameters of its link."""
        path, _, query = self.next.partition("?")
        return FILES[path], dict(urllib.parse.parse_qsl(query))


def read(link: Mapping[str, str]) -> tuple[Exercise, list[str]]:
    """Read the exercise of a link, with complaints about the parts that are not valid.

    >>> read({"ask": "Which point?", "hide": "tools,curves", "next": "/proof?step=2"})
    (Exercise(ask='Which point?', hide=('curves', 'tools'), next='proof?step=2'), [])
    >>> read({"hide": "sidebar"})[1]
    ['The link hides `sidebar`, which cannot be hidden; outcome, curves, controls and tools can.']
    """
    words = [word.strip() for word in link.get("hide", "").split(",") if word.strip()]
    hide = tuple(word for word in HIDEABLE if word in words)
    unknown = [word for word in words if word not in HIDEABLE]
    complaints = []
    if unknown:
        names = quoted(", ".join(unknown), 60)
        complaints.append(f"The link hides {names}, which cannot be hidden; {listed(HIDEABLE)} can.")
    link_after = link.get("next", "")
    after = _same_app(link_after)
    if link_after and not after:
        complaints.append(f"The link leads on to {quoted(link_after, 60)}, which is no page of this app.")
    ask, unreadable = _question(link.get("ask", ""))
    return Exercise(ask, hide, after), [*unreadable, *complaints]


def is_display(name: str) -> bool:
    """Whether a parameter of a link is about the display of a page, not its content.

    >>> is_display("embed_options"), is_display("present"), is_display("data")
    (True, True, False)
    """
    return name == "present" or name.lower().startswith("embed")


def _same_app(link: str) -> str:
    """Return a link within this app, as a path and a query; nothing for any other."""
    path, _, query = link.partition("#")[0].partition("?")
    if path.removeprefix("/") not in FILES or len(link) > _LONGEST_NEXT or not link.strip("/"):
        return ""
    # Half a character, which no address can hold, becomes a question mark.
    pairs = urllib.parse.parse_qsl(query.encode(errors="replace").decode(), errors="replace")
    # A link without parameters would keep the present board; a link within the app cannot set the display.
    parameters = {"step": "0", **{name: text for name, text in pairs if not is_display(name)}}
    return f"{path.removeprefix('/')}?{urllib.parse.urlencode(parameters)}"


def _question(text: str) -> tuple[str, list[str]]:
    """Return a question in plain text; an empty one, and a complaint, where it is not readable on the screen."""
    question = _plain(text)
    if question and all(sign in _BLANKS or unicodedata.category(sign)[0] in "CMZ" for sign in question):
        return "", [f"The link asks {quoted(text)}, in which no sign has a shape."]
    beginning = text[: 2 * _LONGEST_QUESTION]
    strokes = "".join("M" if unicodedata.category(sign) in ("Mn", "Me") else " " for sign in beginning)
    most = max(map(len, re.findall("M+", strokes)), default=0)
    if most > _MOST_STROKES:
        why = f"puts {most} strokes on one letter; {_MOST_STROKES} can be read"
        return "", [f"The link's question {why}."]
    return question, []


def _plain(text: str) -> str:
    """Return a text in one line, without invisible signs."""
    line = " ".join(text[: 2 * _LONGEST_QUESTION].split())
    line = "".join(sign if sign.isprintable() or sign in _JOINERS else "\N{REPLACEMENT CHARACTER}" for sign in line)
    return line if len(line) <= _LONGEST_QUESTION else f"{line[: _LONGEST_QUESTION - 1]}…"


def apply(exercise: Exercise, scene: Scene) -> None:
    """Ask the exercise's question on a scene, and take from it what is hidden."""
    if exercise.ask:
        scene["guide"] = {"title": "The link asks:", "text": exercise.ask}
    if "curves" in exercise.hide:
        _keep_board(scene)
    if "outcome" in exercise.hide and "question" in scene:
        scene["question"]["strict"] = True
    if "tools" in exercise.hide:
        scene["locked"] = True


def _keep_board(scene: Scene) -> None:
    """Keep only the board, with its marks; a scene without one stays as it is."""
    boards = [place for place, panel in enumerate(scene["panels"]) if panel["area"] == "board"]
    if not boards:
        return
    place_of = {place: new for new, place in enumerate(boards)}
    scene["panels"] = [scene["panels"][place] for place in boards]
    scene["marks"] = [
        {**mark, "panel": place_of[mark["panel"]]}  # type: ignore[misc]
        for mark in scene["marks"]
        if mark["panel"] in place_of
    ]
    scene.pop("drawing", None)  # its canvas stands beside the board
    if "editing" in scene:
        scene["editing"] = {**scene["editing"], "panel": place_of[scene["editing"]["panel"]]}
