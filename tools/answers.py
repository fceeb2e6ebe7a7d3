"""Write docs/answers.md, the teacher's key to all lessons, from the lessons' own files: `python -m tools.answers`."""

import itertools
from pathlib import Path

from playground.lessons import LESSONS
from playground.pages import PAGES

FILE = Path(__file__).parents[1] / "docs" / "answers.md"

_TOP = """# The answers to all lessons

For teachers: the question and the finding of each lesson. [Plans for a lecture](teaching.md#a-lecture) order them.
`python -m tools.answers` writes this page from the lessons; the tests compute each number again.
"""


def written():
    """The page, a chapter after the other."""
    parts = [_TOP]
    for chapter, lessons in itertools.groupby(LESSONS.values(), lambda lesson: lesson.chapter):
        parts.append(f"## {chapter}\n")
        parts += map(_lesson, lessons)
    return "\n".join(parts)


def _lesson(lesson):
    lines = [f"**{lesson.place}. {lesson.title}** `{address(lesson)}`", ""]
    for part in lesson.parts:
        right = f" **{part.right}.**" if part.options else ""
        asked = part.ask or f"Wanted: {part.program or part.puzzle}."
        lines.append(f"- {part.task} *{asked}*{right} {part.answer}".replace("w*", r"w\*"))
    return "\n".join([*lines, ""])


def address(lesson):
    """The address of a lesson behind that of the app."""
    page = PAGES[lesson.page]
    return f"/{'' if lesson.page == 'app.py' else page.route}?lesson={lesson.slug}"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
