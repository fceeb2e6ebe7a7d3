"""What a link asks, hides and leads on to is taken as it is written, or refused in a sentence."""

import urllib.parse

import pytest

from playground.address.exercise import Exercise, read
from playground.stage.shared import HIDEABLE
from tests.pages import PAGES
from tests.playground.visiting import HOSTILE, answered, content_of, payload, visit

BOARDS = [file for file in PAGES if file not in ("app.py", "pages/lessons.py", "pages/experiments.py")]
ELSEWHERE = ["//host", "//proof", "https://host/proof", "javascript:alert(1)", "/\\host", "../proof", "proof/../..",
             "nothing", "data:text/html,x", "proof\n", " proof", "/",
             "\u202eproof", "\x00", "proof?" + "x" * 6000]  # fmt: skip


@pytest.mark.parametrize(
    "text", [*HOSTILE, "\x00", "\ud800", "line\nline", "\u202eevil", "ק\u05bc", "نمی\u200cدانم", "Tie\u0302\u0301ng"]
)
def test_a_question_is_shown_as_written_but_for_invisible_characters(text):
    asked, complaints = read({"ask": text})
    assert complaints == []
    assert all(sign.isprintable() or sign == "\u200c" for sign in asked.ask)
    shown = " ".join(text.split())
    assert [sign for sign in asked.ask if sign != "\N{REPLACEMENT CHARACTER}"] == [
        sign for sign in shown if sign.isprintable() or sign == "\u200c"
    ]
    assert read(asked.address())[0] == asked


@pytest.mark.parametrize(
    "text", ["\u3164", "\u2800 \u2800", "\u115f\u1160", "\u0301", "\u200d", "Why" + 200 * "\u0336" + "?"]
)
def test_a_question_that_nobody_can_read_is_refused(text):
    exercise, (sentence,) = read({"ask": text})
    assert exercise.ask == ""
    assert sentence.endswith(("in which no sign has a shape.", "puts 200 strokes on one letter; 6 can be read."))


@pytest.mark.parametrize(
    ("link", "following"),
    [
        *((f"proof?{display}", {}) for display in ("embed=true", "EMBED=true&embed_options=x", "present=true")),
        ("proof?data=a\ud800", {"data": "a?"}),
    ],
)
def test_the_next_link_keeps_neither_display_nor_half_a_character(link, following):
    exercise, complaints = read({"next": link})
    assert (exercise.following, complaints) == (("pages/proof.py", {"step": "0", **following}), [])


@pytest.mark.parametrize("link", ELSEWHERE)
def test_a_link_to_anywhere_else_is_not_followed(link):
    exercise, (sentence,) = read({"next": link})
    assert exercise.next == ""
    assert sentence.startswith("The link leads on to `")
    assert len(sentence) < 140


@pytest.mark.parametrize("file", PAGES)
def test_a_link_of_this_app_is_followed_with_all_its_parameters(file):
    stem = "" if file == "app.py" else file.removeprefix("pages/").removesuffix(".py")
    then = {"ask": "And & now?", "next": "race?next=proof", "step": "3"}
    exercise, complaints = read({"next": f"/{stem}?{urllib.parse.urlencode(then)}"})
    assert (exercise.following, complaints) == ((file, then), [])
    assert read(exercise.address())[0] == exercise
    assert read({"next": f"{stem}?data=AND"})[0].following == (file, {"step": "0", "data": "AND"})


@pytest.mark.parametrize("file", BOARDS)
def test_where_the_curves_are_hidden_only_the_board_is_sent(file):
    whole, bare = (answered(file, step=2, hide=hide, ask="Why?") for hide in ("", "curves,tools"))
    assert [panel["area"] for panel in bare["panels"]] == ["board"]
    assert bare["locked"]
    assert "locked" not in whole
    board = next(place for place, panel in enumerate(whole["panels"]) if panel["area"] == "board")
    assert bare["marks"] == [{**mark, "panel": 0} for mark in whole["marks"] if mark["panel"] == board]
    assert bare["points"] == whole["points"]
    assert bare["guide"] == whole["guide"] == {"title": "The link asks:", "text": "Why?"}


def test_a_hidden_outcome_cannot_be_switched_on_nor_the_unknown_hidden():
    told, asked = content_of(outcome="true"), content_of(outcome="true", hide="outcome,[x](//h)")
    assert "question" not in told
    assert "question" in asked
    assert "outcome" in [each.get("key") for each in told["settings"]["more"]]
    assert "outcome" not in [each.get("key") for each in asked["settings"]["more"]]
    (said,) = asked["complaints"]
    assert said == "The link hides `[x](//h)`, which cannot be hidden; outcome, curves, controls and tools can."
    assert content_of(hide="controls")["settings"] is None


def test_the_address_keeps_an_exercise_and_the_menu_ends_it():
    exercise = {"ask": "Why?", "hide": ",".join(HIDEABLE), "next": "proof?step=0"}
    page = visit(data="AND", **exercise)
    assert payload(page)["address"] == {"data": "AND", **exercise}
    page.query_params.clear()
    page.switch_page("pages/proof.py").run()
    assert page.session_state["game"].address == {"data": "AND"}
    assert page.session_state["game"].exercise == Exercise()
    assert Exercise().address() == {}
