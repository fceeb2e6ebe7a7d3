"""A page's looks change only how a run is shown; every other control changes the run of some board."""

import functools

import pytest

from playground.lessons import LESSONS
from playground.page.answer import answer
from playground.pages import PAGES
from tests.marks import slow
from tests.playground.address.test_settings import STEPPED, boards, extremes


@functools.lru_cache(maxsize=4_000)
def shown(file, *link):
    """What a link shows of a run, and which part of a lesson its board is."""
    made = answer(PAGES[file], dict(link))
    guide = made.get("guide", {})
    run = [
        *(made[part] for part in ("points", "last", "verdict")),
        *((fact["name"], fact["value"]) for fact in made["facts"]),
    ]
    return run, [guide.get(part) for part in ("now", "home", "astray")]


@pytest.mark.parametrize("part", [4, slow(1)])
@pytest.mark.parametrize("page", STEPPED, ids=lambda page: page.title)
def test_a_control_is_a_look_if_and_only_if_it_leaves_every_run_unchanged(page, part):
    assert {look.key for look in page.looks} <= page.controls.keys()
    # The puzzle of a lesson is a part of its own, though its run is that of another part.
    own = (lesson for lesson in LESSONS.values() if not any(part.puzzle for part in lesson.parts))
    taught = [lesson.link for lesson in own if lesson.page == page.file]
    first = boards(next(iter(page.controls.values())).parameter)
    likely = [{"order": "my list"}, *taught[:2], *first[:5]]  # to change by most controls, and soon looked at
    for control in page.controls.values():
        key, is_look = control.parameter.key, control.parameter in page.looks
        some = [*taught, *extremes(page.file)[::12]][:: 4 * part]
        others = some if is_look else [*likely, *extremes(page.file), *first, *taught]
        changed = (
            (link, value)
            for link in others
            for value in boards(control.parameter)
            if shown(page.file, *link.items()) != shown(page.file, *{**link, **value}.items())
        )
        assert (next(changed, None) is None) == is_look, key
