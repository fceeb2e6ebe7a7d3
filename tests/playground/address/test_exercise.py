"""What a link asks, hides and leads on to is taken as it is written, or refused in a sentence."""

import urllib.parse

import pytest

from playground.address.exercise import Exercise, read
from playground.address.lists import HIDEABLE
from playground.app import session
from tests.pages import PAGES
from tests.playground.visiting import HOSTILE, answered, complaints, payload, visit

BOARDS = [file for file in PAGES if file not in ("app.py", "pages/lessons.py", "pages/experiments.py")]
ELSEWHERE = ["//host", "//proof", "https://host/proof", "javascript:alert(1)", "/\\host", "../proof", "proof/../..",
             "nothing", "data:text/html,x", "proof\n", " proof", "/",
             "\u202eproof", "\x00", "proof?" + "x" * 6000]  # fmt: skip


@pytest.mark.parametrize("text", [*HOSTILE, "\x00", "\ud800", "line\nline", "\u202eevil", "ק\u05bc", "نمی\u200cدانم"])
def test_a_question_is_shown_as_it_is_written_but_for_signs_without_a_shape(text):
    asked, complaints = read({"ask": text})
    assert complaints == []
    assert all(sign.isprintable() or sign == "\u200c" for sign in asked.ask)
    shown = " ".join(text.split())
    assert [sign for sign in asked.ask if sign != "\N{REPLACEMENT CHARACTER}"] == [
        sign for sign in shown if sign.isprintable() or sign == "\u200c"
    ]
    assert read(asked.address())[0] == asked


def test_a_long_question_is_cut():
    assert read({"ask": "x" * 200})[0].ask == "x" * 200
    assert read({"ask": "x" * 10_000})[0].ask == "x" * 199 + "…"


@pytest.mark.parametrize("text", ["\u3164", "\u2800 \u2800", "\u115f\u1160", "\u0301", "\u200d"])
def test_a_question_of_blanks_is_refused(text):
    exercise, (sentence,) = read({"ask": text})
    assert exercise.ask == ""
    assert sentence.endswith("in which no sign has a shape.")


def test_a_letter_under_a_heap_of_strokes_is_refused():
    exercise, (sentence,) = read({"ask": "Why" + 200 * "\u0336" + "?"})
    assert exercise.ask == ""
    assert sentence == "The link's question puts 200 strokes on one letter; 6 can be read."
    assert read({"ask": "Tie\u0302\u0301ng Vie\u0323\u0302t?"})[1] == []


@pytest.mark.parametrize("link", ["proof?embed=true", "proof?EMBED=true&embed_options=x", "proof?present=true"])
def test_how_a_page_is_shown_is_no_part_of_the_link_that_comes_after_it(link):
    exercise, complaints = read({"next": link})
    assert (exercise.next, complaints) == ("proof?step=0", [])


def test_half_a_character_in_the_link_that_comes_after_it_becomes_a_question_mark():
    assert read({"next": "proof?data=a\ud800"})[0].following[1] == {"step": "0", "data": "a?"}


@pytest.mark.parametrize("link", ELSEWHERE)
def test_a_link_to_anywhere_else_is_not_followed(link):
    exercise, (sentence,) = read({"next": link})
    assert exercise.next == ""
    assert sentence.startswith("The link leads on to `")
    assert len(sentence) < 140


@pytest.mark.parametrize("file", PAGES)
def test_a_link_of_this_app_is_followed_with_all_that_it_says(file):
    stem = "" if file == "app.py" else file.removeprefix("pages/").removesuffix(".py")
    then = {"ask": "And & now?", "next": "race?next=proof", "step": "3"}
    exercise, complaints = read({"next": f"/{stem}?{urllib.parse.urlencode(then)}"})
    assert (exercise.following, complaints) == ((file, then), [])
    assert read(exercise.address())[0] == exercise
    assert read({"next": f"{stem}?data=AND"})[0].following == (file, {"step": "0", "data": "AND"})


def test_what_cannot_be_hidden_is_said_in_a_sentence_and_the_rest_is_hidden():
    page = visit(hide="tools,[x](//h),curves")
    assert (
        " ".join(complaints(page))
        == "The link hides [x](//h), which cannot be hidden; outcome, curves, controls and tools can."
    )
    assert {panel["area"] for panel in payload(page)["panels"]} == {"board"}


@pytest.mark.parametrize("file", BOARDS)
def test_only_the_board_is_sent_where_the_curves_are_hidden(file):
    whole, bare = (answered(file, step=2, hide=hide, ask="Why?") for hide in ("", "curves,tools"))
    assert [panel["area"] for panel in bare["panels"]] == ["board"]
    assert bare["locked"]
    assert "locked" not in whole
    board = next(place for place, panel in enumerate(whole["panels"]) if panel["area"] == "board")
    marks = [{**mark, "panel": 0} for mark in whole["marks"] if mark["panel"] == board]
    assert bare["marks"] == marks
    assert bare["points"] == whole["points"]
    guide = {"title": "The link asks:", "text": "Why?"}
    assert bare["guide"] == whole["guide"] == guide


def test_a_hidden_outcome_cannot_be_switched_on():
    told, asked = visit(outcome="true"), visit(outcome="true", hide="outcome")
    assert "question" not in payload(told)
    assert "question" in payload(asked)
    assert "the outcome" in [toggle.label for toggle in told.toggle]
    assert "the outcome" not in [toggle.label for toggle in asked.toggle]


def test_the_address_keeps_an_exercise_and_the_menu_ends_it():
    exercise = {"ask": "Why?", "hide": ",".join(HIDEABLE), "next": "proof?step=0"}
    page = visit(data="AND", **exercise)
    assert payload(page)["address"] == {"data": "AND", **exercise}
    page.query_params.clear()
    moved = payload(page.switch_page("pages/proof.py").run())
    assert moved["address"] == {"data": "AND"}
    assert "guide" not in moved
    assert Exercise().address() == {}
    assert session.SessionState().exercise == Exercise()
