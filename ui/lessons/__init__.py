"""Lessons: boards worth looking at, each with a question and its answer, in a file of this folder.

The files' names say their order and what a link calls them: `03-margin.md` is the lesson `margin`. At its top a file
has the title, the page and the address of the board; then come what is asked, what to try, and the answer.
"""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ui.stage.scene import Guide


class Lesson(NamedTuple):
    """A lesson as its file has it; its place among all counts from 1."""

    slug: str
    place: int
    title: str
    page: str
    address: Mapping[str, str]
    question: str
    trial: str
    answer: str

    @property
    def link(self) -> dict[str, str]:
        """The parameters of a link that opens the lesson at its beginning."""
        return {**self.address, "lesson": self.slug, "step": "0"}

    @property
    def key(self) -> str:
        """What a browser calls the lesson where it notes that its end was seen."""
        return f"lesson {self.slug}"

    @property
    def guide(self) -> Guide:
        """What it says above its board."""
        text = f"{self.question} {self.trial}"
        return {"title": f"{self.title}.", "text": text, "answer": self.answer, "source": "", "remember": self.key}


def _read(path: Path, place: int) -> Lesson:
    _, top, rest = path.read_text(encoding="utf-8").split("---\n", 2)
    head = dict(line.split(": ", 1) for line in top.splitlines())
    parts = {name: " ".join(words.split()) for name, words in re.findall(r"^# (\w+)\n([^#]*)", rest, re.MULTILINE)}
    return Lesson(
        path.stem.partition("-")[2],
        place,
        head["title"],
        head["page"],
        dict(urllib.parse.parse_qsl(head["address"])),
        parts["Question"],
        parts["Try"],
        parts["Answer"],
    )


LESSONS = {
    lesson.slug: lesson
    for lesson in (_read(path, place) for place, path in enumerate(sorted(Path(__file__).parent.glob("*.md")), 1))
}
"""All lessons in their order, by what a link calls them."""
