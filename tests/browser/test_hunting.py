"""A learner writes a program that passes on boards unseen, and finds the fault of another's; by the controls."""

import re

import pytest

from playground.address.conditions import read as conditions
from playground.address.lists import ListItem, encode
from playground.lessons import LESSONS
from playground.lessons.broken import BROKEN, RIGHT
from tests.browser.browsing import PHONE, wait_for
from tests.browser.test_lessons import done, found, link
from tests.marks import slow
from tests.playground.lessons.programs import PROGRAMS

WANTED = "the program is right to the end on 3 boards like this one"
AND = {"data": "AND", "bias": "true"}
OF_AND = PROGRAMS["write-tie"].replace("0, 0", "0, 0, 0").replace("100", "1000")


def write(stage, code, button):
    """Open the editor, put a program in, and press a button; return the answer once it has come."""
    page = stage.page
    page.locator(".stage-guide [data-do=mine]").click()
    page.wait_for_function(
        "() => document.querySelector('.mine-editor .stage-main')?.disabled === false", polling=30, timeout=60_000
    )
    if code is not None:
        page.fill(".mine-code", code)
    page.get_by_role("button", name=button).click()
    answered = "() => /\\w/.test(document.querySelector('.stage-found').innerText.replace('Checking …', ''))"
    page.wait_for_function(answered, polling=30, timeout=60_000)
    stage.settle()
    return page.inner_text(".stage-found")


@pytest.mark.parametrize("size", [slow({}), PHONE], ids=["laptop", "phone"])
def test_a_program_is_right_on_boards_unseen_or_is_told_where_it_fails(visit_light, size):
    stage = visit_light(link("write-stop"), asks=True, **size)
    said = write(stage, PROGRAMS["write-stop"].replace("1000", "1"), "Check on 5 more boards")
    assert re.match(r"Board \d of 5: ", said)
    assert "a fixed number of passes, and too few" in said.lower()
    assert "See this board" in said
    assert done(stage) == []
    stage.page.fill(".mine-code", "print(w)")
    stage.page.get_by_role("button", name="Check on 5 more boards").click()
    stage.until(lambda: "Board 1 of 5: line 1: NameError" in stage.page.inner_text(".stage-found"))
    stage.page.click(".stage-mine header button")
    assert write(stage, PROGRAMS["write-stop"], "Check on 5 more boards") == "✓ Right on all 5 boards."
    assert done(stage) == [0]
    assert found(stage) == LESSONS["write-stop"].parts[0].answer


def test_a_wrong_choice_gets_its_reason_and_the_question_stays(visit_light):
    slug, part = "hunt-update", LESSONS["hunt-update"].parts[0]
    stage = visit_light(link(slug), asks=True)
    question = stage.page.locator(".stage-question")
    stage.press("End")
    stage.settle()
    assert done(stage) == []
    place, _, reason = part.replies[0]
    question.get_by_role("button", name=part.options[place], exact=True).click()
    stage.until(lambda: reason in question.inner_text())
    assert done(stage) == []
    assert part.answer not in stage.page.inner_text(".stage")
    question.get_by_role("button", name=part.right, exact=True).click()
    stage.until(lambda: done(stage) == [0])
    assert found(stage) == part.answer


@pytest.mark.slow
def test_a_broken_program_is_repaired_in_the_editor(visit_light):
    stage = visit_light(link("hunt-update"), asks=True)
    broken = BROKEN[LESSONS["hunt-update"].parts[0].broken]
    assert "✗" in write(stage, None, re.compile("^Run$"))
    assert stage.page.input_value(".mine-code") == broken
    stage.page.fill(".mine-code", RIGHT)
    stage.page.get_by_role("button", name=re.compile("^Run$")).click()
    stage.until(lambda: done(stage) == [0])
    assert "✓ Your rows are right." in stage.page.inner_text(".stage-found")


@pytest.mark.slow
def test_an_exercise_of_a_list_wants_a_program(visit_light):
    code = encode([ListItem("", AND, "Write it.", solved=conditions(WANTED))])
    stage = visit_light(f"/?list={code}", asks=True)
    assert "○ the program is right to the end on 3 boards like this one" in stage.page.inner_text(".stage-guide")
    assert write(stage, OF_AND, "Check on 3 more boards") == "✓ Right on all 3 boards."
    stage.until(lambda: "✓ Solved." in stage.page.inner_text(".stage-guide"))


EXERCISE = encode([ListItem("", AND, "Is it right?")])


@pytest.mark.slow
@pytest.mark.parametrize("where", ["/?data=AND&bias=true", f"/?list={EXERCISE}"], ids=["page", "exercise"])
def test_a_printout_is_checked_by_the_session_where_a_host_lets_no_request_through(visit, where):
    stage = visit(where, asks=True, own=True, unserved=True)
    stage.do("mine")
    wait_for(stage.page, ".stage-mine [name=printed]")
    stage.page.fill(".stage-mine [name=printed]", "0 0 1; 0 -1 2; -1 -1 3; -1 -1 4")
    stage.page.click(".stage-mine [name=check]")
    wait_for(stage.page, ".stage-mine h3", seconds=60)
    assert stage.page.inner_text(".stage-mine h3") == "✗ Here is what it can be."
