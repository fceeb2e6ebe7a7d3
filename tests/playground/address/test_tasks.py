"""A list of exercises is read as it is written, from a link and from a file, or refused in one sentence."""

import base64
import json
import os
import random
import urllib.parse
import zlib

import pytest

from playground.address import conditions
from playground.address.codes import HAND as BY_HAND
from playground.address.codes import encode as encode_points
from playground.address.exercise import read as read_exercise
from playground.address.lists import FILES, MOST, ListItem, decode, encode, read, taught, written
from playground.address.parameters import Switch
from playground.draw.thumbnails import thumbnail
from playground.export import quiz, sharing, site
from playground.export.files import on_paper
from playground.export.worksheet import worksheet_of
from playground.lessons import LESSONS
from playground.pages import PAGES
from playground.rooms.questions import of_board
from playground.stage.shared import LONGEST_QUESTION
from tests.playground.visiting import answered, content_of

NARROW = [(1.0, 2.0, 0), (1.0, 1.0, 1)]  # of which no line through the origin is far
AND = {"data": "AND", "bias": "true"}
FIVE = (
    ListItem("", AND, "How many updates?", number=True, answer="A pass more makes sure."),
    ListItem("", {"data": "XOR", "bias": "true"}, "Will the run ever stop?", ("Yes", "No"), right=1, hint="Add up."),
    ListItem("race", {"data": "AND", "step": "2"}, "Who is done first?", hide=("curves",), answer="The hardest."),
    ListItem("proof", {"data": "OR", "bias": "true"}, "What is 6 · 7?", number=True, right=42),
    ListItem("", {"data": BY_HAND, "points": encode_points(NARROW), "bias": "true"}, "Make it long.",
         solved=conditions.read("more than 50 updates, at most 7 points, a line separates them")),
)  # fmt: skip
CODE = encode(FIVE)
MIXED = (FIVE[0], ListItem("race", {"data": "OR", "step": "2"}, kind="board"), taught(LESSONS["margin"]))
OLD = (
    "1VY-_asMwEIdf5bihk8gQSgMGEwwdOqXQpZSQQbYutYitM3dSQil5ru59sp5TaNJJuj8_vu-2n9iyl4AVroPPvm42j3dt9FpnKYQOvR5s9sQnGH36"
    "gDLZFunaJqmMLQlWqQyD7SU9zRU2MHlVGFnIIgdS0CK0wLO7osR3dMVppqle_rFee4aoEDgR7KNonmFdz7EjxWqLb_Y43DDuHEp877NlrHLYxzT_"
    "mxBMc3FpBLJGV-R4ySgPR5r5PpufZljBxBbSf3KTMO9_7Z5fbqwsZFoP8P0Fq9v775fn3Q8"
)
OLD_FILE = """{"perceptron exercises": 1, "list": [{"board": "?data=AND&bias=true", "ask": "How many updates?",
"number": null, "answer": "A pass more makes sure."}, {"board": "race?data=AND&step=2", "ask": "Who is done first?",
"choices": ["Yes", "No"], "right": "No", "hint": "Add up.", "hide": "curves", "solved": "at most 7 points"},
{"board": "proof?data=OR", "ask": "What is 6 · 7?", "number": 42}]}"""


def packed(text):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = packer.compress(text if isinstance(text, bytes) else text.encode()) + packer.flush()
    return "1" + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def item(**parts):
    return packed(json.dumps([{"board": "", "ask": "Why?", **parts}]))


def test_a_list_survives_its_link_and_its_file():
    for items in (FIVE, MIXED):
        assert decode(encode(items)) == items
        assert read(written(items)) == items


def test_the_first_links_and_files_are_read_for_ever_and_lists_of_exercises_are_written_so():
    for items in (decode(OLD), read(OLD_FILE)):
        assert items == (
            ListItem("", AND, "How many updates?", number=True, answer="A pass more makes sure."),
            ListItem("race", {"data": "AND", "step": "2"}, "Who is done first?", ("Yes", "No"), right=1, hint="Add up.",
                     hide=("curves",), solved=conditions.read("at most 7 points")),
            ListItem("proof", {"data": "OR"}, "What is 6 · 7?", number=True, right=42),
        )  # fmt: skip
    assert [encode(items)[0] for items in (FIVE, MIXED)] == ["1", "2"]
    assert [json.loads(written(items))["perceptron exercises"] for items in (FIVE, MIXED)] == [1, 2]
    assert decode(item(kind="exercise")) == decode(item())


def test_a_lesson_in_a_list_is_found_by_the_name_that_it_once_had():
    (found,) = decode("2" + packed(json.dumps([{"kind": "lesson", "board": "?lesson=pair"}]))[1:])
    assert found == taught(LESSONS["build"])


def test_boards_and_lessons_of_a_list_are_shown_and_ask_what_they_ask_without_it():
    code = encode(MIXED)
    board, lesson = content_of("pages/race.py", list=code, open=2), content_of(list=code, open=3)
    alone = content_of("pages/race.py", data="OR", step=2)
    assert board["question"] == alone["question"]
    assert (board["step"], board["guide"]["title"], board["address"]) == (
        2,
        "2 of 3",
        {"data": "OR", "list": code, "at": "2"},
    )
    places = [each["guide"].pop("list") for each in (board, lesson)]
    assert [(place["at"], place["of"]) for place in places] == [(1, 3), (2, 3)]
    assert places[0]["name"] == places[1]["name"]
    usual = content_of(**LESSONS["margin"].link)
    title = f"3 of 3 · {LESSONS['margin'].title}"
    assert {**lesson["guide"], "title": "", "finding": ""} == {**usual["guide"], "title": "", "finding": ""}
    assert (lesson["guide"]["title"], lesson["question"]) == (title, usual["question"])
    assert lesson["address"] == usual["address"] | {"list": code, "at": "3"}
    edited = content_of(**{**lesson["address"], "gamma": "0.1"})
    assert (edited["guide"]["now"], edited["guide"]["title"]) == (1, title)


def test_a_question_sets_what_its_words_in_brackets_say():
    board = {"data": "chosen margin", "gamma": "0.02", "seed": "264"}
    words = ("Set γ to ", "0.1", ". How many?")
    asks = ListItem("", board, "".join(words), number=True, pieces=words, sets=(("gamma", "0.1"),))
    assert asks.listed()["ask"] == "Set γ to [0.1]. How many?"
    code = encode([asks])
    assert (code[0], decode(code), read(written([asks]))) == ("2", (asks,), (asks,))
    before = content_of(list=code)
    task = before["guide"]["task"]
    assert before["guide"]["text"] == asks.ask
    assert (task["pieces"], [act["done"] for act in task["acts"]]) == ([*words], [False])
    after = content_of(list=code, at=1, **task["board"])
    assert (after["last"], after["guide"]["task"]["acts"][0]["done"]) == (11, True)
    assert quiz.item(asks, 1).right == 11


def test_what_is_made_of_a_list_asks_a_lessons_questions_and_leaves_boards_out_where_nothing_is_asked():
    tasks = quiz.tasks_of({"list": encode(MIXED)})
    assert [task.ask for task in tasks] == [FIVE[0].ask, *(each.ask for each in quiz.exercises(LESSONS["margin"]))]
    with pytest.raises(ValueError, match="boards alone, and asks nothing"):
        quiz.tasks_of({"list": encode(MIXED[1:2])})
    leaves = site.named(site.links_of(MIXED))
    titles = [site.leaf(leaves, place).entry.title for place in range(3)]
    assert titles == ["Playground", "Race", LESSONS["margin"].title]
    asked = of_board(PAGES["app.py"], {"list": encode((*MIXED, ListItem("digits", {}, kind="board")))})
    assert (len(asked), asked[0]["text"]) == (3, FIVE[0].ask)
    assert "at most 2,429" in asked[2]["text"]


def test_ten_short_exercises_have_a_code_for_phones():
    drawn = [{"data": "chosen margin", "gamma": f"{0.05 * seed:g}", "seed": str(seed)} for seed in range(1, 6)]
    more = [ListItem("", board, f"How many with seed {board['seed']}?", number=True) for board in drawn]
    link = f"https://perceptron-playground.streamlit.app/light/playground?list={encode([*more, *FIVE])}"
    assert len(link) <= 2_000
    assert sharing.picture(link).startswith("data:image/svg+xml")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("cheese", "its code begins with `c`, not with “1”, “2” or “3”."),
        ("4abc", "has version 4, which only a newer version of the playground can read."),
        (
            item(kind="proof"),
            'Item 1 of the list is of the kind `"proof"`; a newer version of the playground may know it.',
        ),
        (item(sets="gamma=0.1"), "Exercise 1 sets 1 value, and its question has 0 pairs of brackets."),
        (item(kind=[]), "Item 1 of the list is of the kind `[]`; a newer version of the playground may know it."),
        (item(kind="board"), "Item 1 has `ask`, which is no part of a board."),
        (packed('[{"kind": "lesson", "board": "?lesson=none"}]'), "Item 1 is the lesson `none`, which is not known."),
        (packed('[{"kind": "lesson"}]'), "Item 1 is the lesson `  `, which is not known."),
        (
            packed('[{"kind": "board", "board": "//host"}]'),
            "Item 1: its board is `//host`, which is no page of this app.",
        ),
        ("1" + "A" * 9_000, "has 9,001 characters; 8,000 can be read."),
        ("1a!b", "contains `!`, which means nothing there."),
        ("1____", "is damaged, and cannot be unpacked."),
        (CODE[:-9], "was cut short, and its list cannot be unpacked."),
        (packed(b" " * 10**6), "is longer than 64,000 characters once it is unpacked."),
        (packed("[" * 60_000), "is no list of exercises: it is not JSON."),
        (packed(b"\xff"), "is no list of exercises: it is not JSON."),
        (packed("{}"), "has no exercises."),
        (packed(json.dumps([{"board": "", "ask": "Why?"}] * 41)), f"has 41 exercises; {MOST} is the most."),
        (packed("[7]"), "Exercise 1 is `7`, where an object with its parts is wanted."),
        (item(ask=""), "Exercise 1 asks nothing."),
        (item(ask=7), "Exercise 1: `ask` is `7`, where a text is wanted."),
        (item(ask="x" * 201), f"Exercise 1: its question has 201 signs; {LONGEST_QUESTION} fit."),
        (item(ask="\u2800"), "Exercise 1: its question has no sign with a shape."),
        (item(board="//host"), "Exercise 1: its board is `//host`, which is no page of this app."),
        (item(choices="Yes"), 'Exercise 1: its choices are `"Yes"`; texts in a row are wanted.'),
        (item(choices=["Yes"]), "Exercise 1 has 1 choice; 2 to 6 fit."),
        (item(choices=["Yes", "Yes"]), "Exercise 1 has the same choice twice."),
        (item(choices=["Yes", "No"], right="2"), "Exercise 1: the right answer is `2`, which is none of its choices."),
        (item(choices=["Yes", "No"], number=2), "Exercise 1 is answered by a number or by choices, not by both."),
        (item(number=True), "Exercise 1: its number is `true`; a whole one up to 999,999 is wanted."),
        (item(number=10**6), "Exercise 1: its number is `1000000`; a whole one up to 999,999 is wanted."),
        (item(hide="sidebar"), "Exercise 1 hides `sidebar`; outcome, curves, controls and tools can be hidden."),
        (item(solved="more than 5000 updates"), "counts no further than 4,999, got `more than 5000 updates`."),
        (item(solved="it is nice"), "Exercise 1: what solves it cannot be checked: `it is nice`;"),
        (item(answr="No"), "Exercise 1 has `answr`, which is no part of an exercise."),
    ],
)
def test_what_is_no_list_gets_one_sentence_and_the_board_is_shown(code, sentence):
    what = content_of(list=code, data="AND")
    (said,) = what["complaints"]
    assert sentence in said
    assert said.endswith(".")
    assert len(said) < 250
    assert what["address"] == {"data": "AND"}
    assert sharing.shared(PAGES["app.py"], f"https://a.example/?list={code}")["refused"] == said


def test_a_file_that_is_too_long_is_said_to_be():
    with pytest.raises(
        ValueError, match=r"^The file is too long for a list of exercises: it has 64,00\d bytes; 64,000 fit\.$"
    ):
        read(written(FIVE[:1]).ljust(64_001))


@pytest.mark.parametrize("place", ["0", "6", "x", "-1", "1e1"])
def test_a_place_that_the_list_has_not_is_said_and_the_first_is_shown(place):
    what = content_of(list=CODE, open=place)
    assert what["complaints"] == [f"The link's list has 5 exercises, and none is number `{place}`; the first is shown."]
    assert what["guide"]["title"] == "1 of 5"


@pytest.mark.parametrize("place", range(1, 6))
def test_a_link_opens_the_board_of_its_exercise_which_then_is_the_visitors(place):
    task = FIVE[place - 1]
    file = FILES[task.path]
    opened = content_of(file, list=CODE, open=place)
    assert opened["complaints"] == []
    assert opened["address"] == {key: text for key, text in task.board.items() if key != "step"} | {
        "list": CODE, "at": str(place),
    }  # fmt: skip
    assert opened["step"] == int(task.board.get("step", 0))
    assert (opened["guide"]["title"], opened["guide"]["text"]) == (f"{place} of 5", task.ask)
    assert opened.get("question", {"text": ""})["text"] == ""  # one question stands on the page
    again = content_of(file, **opened["address"], step=opened["step"])
    assert again == opened
    bare = content_of(file, list=CODE, at=place)  # all set back by hand
    assert bare["address"] == {"list": CODE, "at": str(place)}


def test_the_ways_back_and_on_open_the_exercises_beside():
    exercise, _ = read_exercise({"list": CODE, "at": "2"})
    assert exercise.before == ("app.py", {"list": CODE, "open": "1", "step": "0"})
    assert exercise.following == ("pages/race.py", {"list": CODE, "open": "3", "step": "2"})
    assert read_exercise({"list": CODE})[0].before is None
    assert read_exercise({"list": CODE, "at": "5"})[0].following is None


def test_a_number_that_the_list_has_not_is_the_boards_own():
    first, fourth = (
        answered(file, list=CODE, open=place)["guide"]["task"] for file, place in (("app.py", 1), ("pages/proof.py", 4))
    )
    assert (first["right"], first["waits"]) == (18, True)
    assert (fourth["right"], fourth["waits"]) == (42, False)


GATE = [(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
PAPER = [
    (name, {**points, **dict.fromkeys(on, "true")})
    for file, name in zip(FILES.values(), FILES, strict=True)
    if PAGES[file].answer and file != "pages/experiments.py"
    for points in ({}, {"data": "AND"}, {"data": BY_HAND, "points": encode_points(GATE)})
    for switches in [[key for key, each in PAGES[file].controls.items() if isinstance(each.parameter, Switch)]]
    for on in ([], *([key] for key in switches), switches)
]


def test_any_board_goes_on_paper_without_what_waits_for_the_end():
    for name, board in PAPER:
        assert "<svg" in worksheet_of([(ListItem(name, board, "Why?"), on_paper(PAGES[FILES[name]], board))])
    asked = {"data": BY_HAND, "points": encode_points(GATE), "bias": "true"}
    plain, with_best = (thumbnail(answered(**asked, band=band)) for band in ("false", "true"))
    assert plain == with_best


def test_a_list_on_paper_asks_first_and_tells_behind():
    text = worksheet_of([(task, on_paper(PAGES[FILES[task.path]], task.board)) for task in FIVE])
    asked, key = text.split('<section class="key">')
    for task in FIVE:
        assert task.ask in asked
        assert task.ask in key
        assert not task.answer or task.answer not in asked
        assert task.answer in key
    assert asked.count("<svg") == 5
    assert "□ Yes" in asked
    assert asked.count('class="line"') == 9
    for right in ("18", "■ No", "42"):
        assert f"<b>{right}</b>" in key
    assert asked.count('class="updates"') == key.count('class="updates"')
    assert "(0, 0, 0)" in asked
    assert "(3, 2, −4)" in key
    assert "(3, 2, −4)" not in asked


def test_paper_says_by_what_the_learner_goes_where_that_is_not_the_usual():
    board = {"data": "AND", "bias": "true"}
    usual, other = (
        on_paper(PAGES["app.py"], {**board, **more}).rules
        for more in ({}, {"rate": "0.25", "order": "hardest", "ties": "read as +1"})
    )
    assert (usual, other) == ("", "Order: hardest. Learning rate η: 0.25. A point on the boundary is: read as +1.")


def test_any_code_is_a_list_or_gets_one_sentence():
    draw = random.Random(os.environ.get("SEED", "lists"))
    strange = [None, True, 7, -1, 10**400, 0.5, "", "x" * 9_000, "\ud800", [], ["Yes", 7], {}, "race", "//host"]
    for _ in range(int(os.environ.get("FUZZ", "2000"))):
        way = draw.randrange(3)
        if way == 0:
            parts = {key: draw.choice(strange) for key in draw.sample([*FIVE[1].listed(), "number", "solved", "x"], 3)}
            code = item(**parts)
        elif way == 1:
            place = draw.randrange(len(CODE))
            code = CODE[:place] + draw.choice(["", "A", "_", "é", "\0", "%"]) + CODE[place + draw.randrange(3) :]
        else:
            code = packed(bytes(draw.randrange(256) for _ in range(draw.randrange(60))))
        try:
            tasks = decode(code)
        except ValueError as fault:
            said = str(fault)
            assert said.endswith(".")
            assert len(said) < 250
            assert said.encode()
        else:
            assert decode(encode(tasks)) == tasks
            assert urllib.parse.urlencode({"list": code})
