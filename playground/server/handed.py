"""The page on which a teacher reads what a class has handed in; codes and files stay in the teacher's browser."""

from __future__ import annotations

from playground.address.lists import PATHS
from playground.lessons import LESSONS
from playground.server import templates
from playground.server.http import Packed
from playground.stage import assets

NAME = "handed-in"
"""Its path, below the app's."""


def document() -> Packed:
    """Return the response with the page on which a teacher gathers the codes that students hand in.

    The page has the names of all lessons.
    """
    text = templates.document(
        "server/handed.html",
        lessons={lesson.slug: (PATHS[lesson.page], lesson.title) for lesson in LESSONS.values()},
        script=assets.script("handed.js").decode(),
    )
    return Packed(text.encode(), ".html", "no-cache")
