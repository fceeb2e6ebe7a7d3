"""How much of the screen a lesson or a link shows."""

import re

import pytest

from playground.lessons import LESSONS
from playground.stage.shared import EVERYTHING, SHOWABLE
from tests.playground.visiting import after, content_of

# What a task that has these words speaks of; a setting, a view or a panel has its place in the lesson's file.
SPOKEN = {
    "hollow": "count",
    "tick|table": "table",
    "sentence": "sentence",
    "score|numbers? of w": "numbers",
    "γ is|R²|bounds?": "facts",
    "curves?|floor|ceiling": "curves",
    "(add|make|place|draw|erase) (a |up to |more )*(points?|seven)": "tools",
}
PLACES = {"view Table": "table", "panel upper": "curves", "panel lower": "curves", "sentence": "sentence"}


def spoken(lesson):
    """Yield the parts of the screen of which a lesson's tasks and questions speak."""
    for part in lesson.parts:
        yield from (
            name for words, name in SPOKEN.items() if re.search(rf"\b({words})\b", f"{part.task} {part.ask}", re.I)
        )
        for kind, name in part.places:
            yield from {"control": ["settings"]}.get(kind, filter(None, [PLACES.get(f"{kind} {name}".strip())]))


@pytest.mark.parametrize("slug", LESSONS)
def test_what_a_lesson_speaks_of_is_in_sight(slug):
    lesson = LESSONS[slug]
    assert {*lesson.adds} <= {*SHOWABLE, EVERYTHING}
    assert {*spoken(lesson)} <= {*(SHOWABLE if lesson.shows is None else lesson.shows)}


def test_the_first_lessons_add_one_thing_each_and_the_others_what_is_left():
    first = [lesson.adds for lesson in LESSONS.values()][:6]
    assert [adds[0] for adds in first] == ["count", "table", "sentence", "facts", "settings", "curves"]
    added = [part for lesson in LESSONS.values() for part in lesson.adds]
    assert sorted(added) == sorted([*SHOWABLE, EVERYTHING])


def test_a_link_to_a_lesson_shows_what_the_course_has_added_unless_it_shows_everything():
    lesson = LESSONS["margin"]
    made = content_of(**lesson.link)
    assert made["guide"]["shows"] == ["count", "sentence", "numbers", "facts", "table"]
    assert after(made, "gamma", "0.1")["guide"]["shows"] == made["guide"]["shows"]
    assert "shows" not in content_of(lesson="margin", show="everything")["guide"]
    assert "shows" not in content_of(LESSONS["end"].page, **LESSONS["end"].link)["guide"]


@pytest.mark.parametrize(
    ("show", "kept"),
    [("sentence, count", "count,sentence"), ("count,everything", EVERYTHING), ("<b>", None), ("", None)],
)
def test_a_link_keeps_the_parts_that_it_shows(show, kept):
    made = content_of(data="AND", show=show)
    assert made["address"].get("show") == kept
    complaint = "The link shows `<b>`, which cannot be shown alone; "
    assert [each.startswith(complaint) for each in made["complaints"]] == [True] * (show == "<b>")
