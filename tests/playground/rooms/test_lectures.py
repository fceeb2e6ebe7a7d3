"""A lecture is one list: what a press does next, what phones and walls are told, and what comes with the app."""

import json
import time
from urllib.parse import parse_qs

import pytest

from playground.address.lists import ListItem, decode, encode, read, taught, written
from playground.lessons import LESSONS
from playground.pages import PAGES
from playground.rooms import desk, lectures, questions
from playground.rooms import room as state_of
from playground.rooms.store import News, Refused, Vote
from tests.playground.lessons.test_teaching import FIRST, SECOND, link
from tests.playground.phones import Room, copy, make, phones, room_of

AND = {"data": "AND", "bias": "true"}
EVERY = (
    ListItem("", AND, kind="board", notes="Say <b>this</b>."),
    ListItem("", AND, "How many?", number=True, room="ask"),
    ListItem("", AND, "Do you like it?", ("Yes", "No"), room="ask"),
    ListItem("", AND, "Draw a line.", by="line", room="ask"),
    ListItem("", AND, "Place a point.", by="points", room="ask"),
    ListItem("", AND, "Why?", by="text", room="ask"),
    taught(LESSONS["margin"])._replace(room="ask"),
    ListItem("adversary", {"margin": "2/3"}, kind="board", room="ask"),
    ListItem("race", AND, kind="board", room="step"),
    ListItem("", AND, "Which is last?", number=True, right=3, answer="It is 3.", room="alone"),
)


def begun(items=EVERY, at=0):
    asked = lectures.of_items(items)
    return {**state_of.begun(*asked), "at": at}


def told(state, votes=()):
    """What walls and phones are sent."""
    sent = json.loads(json.dumps(state_of.for_listeners(News(state, 3, [*votes])), allow_nan=False))
    return sent["walls"], sent["phones"]


def given(state, *values):
    """The answers of phones to the present question, from the first phone on."""
    asked = state_of.question(state)
    return [
        Vote(phone, 1, questions.checked(asked, value), state["ids"][state["at"]])
        for phone, value in enumerate(values, 1)
    ]


def pressed(state):
    """The commands of a clicker until the board on the wall is turned."""
    names = []
    while (name := state_of.following(state)) != "step":
        names.append(name)
        state = state_of.COMMANDS["forward"](state)
    return names


def test_each_kind_of_item_opens_is_counted_and_gives_the_board_back_to_the_clicker():
    presses = [(state_of.question(begun(at=at))["kind"], pressed(begun(at=at))) for at in range(len(EVERY))]
    assert presses == [
        ("show", []),
        ("number", ["open", "count"]),
        ("choose", ["open", "count"]),
        ("line", ["open", "reveal", "count"]),
        ("points", ["fill", "pause", "count"]),
        ("text", ["open", "count"]),
        ("number", ["open", "count"]),
        ("rounds", ["open", "play", "reveal", "count"]),
        ("show", []),
        ("alone", []),
    ]


def test_phones_are_told_neither_notes_nor_the_list_and_before_the_truth_nothing_of_it():
    for at in range(len(EVERY)):
        walls, heard = told(begun(at=at))
        assert not any(word in json.dumps([walls, heard]) for word in ("<b>this", "It is 3", "truth"))
        assert "list=" not in json.dumps(heard) or heard["question"]["kind"] == "show"
    state = {**begun(at=1), "open": True}
    votes, others = given(state, 18, 3), given(state, 4, 5)
    assert told(state, votes) == told(state, others)
    counted = state_of.COMMANDS["forward"](state)
    walls, heard = told(counted, votes)
    assert [walls["found"]["votes"][0][name] for name in ("count", "of", "right")] == [[[3, 1], [18, 1]], 2, 0]
    assert "answer" not in walls["found"]
    assert "found" not in heard
    walls, heard = told(state_of.COMMANDS["reveal"](counted), votes)
    assert (walls["found"]["answer"], heard["truth"]["answer"], walls["found"]["votes"][0]["right"]) == (18, 18, 1)
    assert "run" not in walls["found"], "the board beside it plays the run"


def test_a_question_that_nobody_can_be_right_about_has_votes_and_no_truth():
    state = state_of.COMMANDS["reveal"]({**begun(at=2), "counted": True})
    votes = given(state, 0, 1, 1)
    assert told(state, votes)[0]["found"]["votes"][0]["count"] == [1, 2]
    (row,) = state_of.summary(News(state, 3, votes))
    assert (row["phones"], "gain" in row) == (3, False)


def test_a_text_is_shown_once_the_teacher_has_picked_it_and_while_its_phone_is_there():
    state = {**begun(at=5), "open": True}
    votes = given(state, "Because <b>it</b> is", "No idea")
    assert told(state, votes)[0]["found"] == {"texts": [], "of": 2, "words": ""}
    state = state_of.picking(2, "No idea")(state_of.picking(1, "Because <b>it</b> is")(state))
    assert told(state, votes)[0]["found"]["texts"] == ["Because <b>it</b> is", "No idea"]
    assert told(state, given(state, "Something else"))[0]["found"]["texts"] == ["Because <b>it</b> is"]
    assert told(state_of.picking(2, "No idea")(state), votes)[0]["found"]["texts"] == ["Because <b>it</b> is"]
    assert "texts" not in json.dumps(told(state, votes)[1]), "phones look up"
    assert "No idea" not in json.dumps(told(state_of.going_to(5)(state), votes))
    for text in ("", "x" * 81, 7, None, "\u2800"):
        with pytest.raises(Refused, match="picked"):
            state_of.picking(1, text)(state)
        with pytest.raises(Refused, match="at most 80 characters"):
            questions.checked(state_of.question(state), text)
    with pytest.raises(Refused, match="picked"):
        state_of.picking(1, "No idea")(begun(at=1))


def test_a_press_of_a_remote_is_passed_on_to_the_walls_where_the_board_is_turned():
    state, turns = begun(), []
    for name in ("forward", "forward", "back"):
        state = state_of.COMMANDS[name](state)
        walls, _ = told(state)
        turns.append((walls["turn"], walls["back"], walls["at"]))
    assert turns == [(1, False, 0), (2, False, 0), (3, True, 0)]


@pytest.mark.parametrize("name", ["open", "fill", "again", "play", "count"])
def test_nothing_is_asked_where_a_board_is_shown(name):
    with pytest.raises(Refused, match="Nothing is asked here"):
        state_of.COMMANDS[name](begun())


@pytest.mark.parametrize("name", ["count", "step"])
def test_a_room_that_is_no_lecture_has_no_such_command(name):
    with pytest.raises(Refused, match="no lecture"):
        state_of.COMMANDS[name](state_of.begun(questions.of_list("steps")))


def test_every_item_of_a_room_in_a_list_is_read_as_it_was_written():
    assert read(written(EVERY)) == EVERY
    assert encode(EVERY)[0] == "3"
    assert encode([item.bare for item in EVERY])[0] == "2"


@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        (ListItem("digits", {}, "A line?", by="line", room="ask"), "Item 1 of the list: a room asks for a line where"),
        (ListItem("", {"data": "XOR"}, "A line?", by="line", room="ask"), "a room asks for a line where"),
        (ListItem("", AND, "Why?", room="ask"), "its question has neither choices, a number, a line, points nor"),
        (taught(LESSONS["write-loop"])._replace(room="ask"), "is about programs"),
    ],
)
async def test_what_cannot_be_asked_is_said_before_there_is_a_room(item, sentence):
    status, _, body = await make(copy(), query=f"list={encode([item])}")
    assert (status, sentence in json.loads(body)["refused"]) == (422, True)


async def test_a_lecture_is_led_from_its_first_item_to_its_last_by_the_routes():
    room = await room_of(copy(), page="playground", query=f"list={encode(EVERY)}")
    (phone,) = await phones(room, 1)
    async with room.listening("walls") as wall:
        began = await wall.until(lambda news: news["following"] == "step")
        assert began["frame"].startswith("light/playground?open=1&step=0&list=2")
        assert [each["kind"] for each in began["list"]].count("show") == 2
        await room.do("go", at=5)
        await room.do("forward")
        assert (await phone.say("Luck?", question=5))[0] == 200
        await room.do("pick", phone=1, text="Luck?")
        assert (await wall.until(lambda news: news.get("found", {}).get("texts")))["answered"] == 1
        rows = (await room.post("table", {"key": room.key}))[1]["rows"]
        assert [(row[3], row[7], row[8]) for row in rows] == [("Luck?", 6, "Why?")]
        await room.do("remove", phone=1)
        assert (await wall.until(lambda news: not news["found"]["texts"]))["joined"] == 0


def test_a_table_tells_the_items_apart_whose_questions_have_the_same_words():
    def items(state):
        votes = [Vote(1, 1, "1", known) for known in state["ids"]]
        return [row[7:] for row in state_of.table(News(state, 1, votes))]

    (margin,) = {item.lesson.title for item in EVERY if item.lesson}
    state = desk.asking("number", "How many?", [])(begun((EVERY[1], EVERY[6], EVERY[1])))
    once = [(1, "How many?"), (1, "How many?"), (2, margin), (3, "How many?")]
    assert items(state) == once
    assert items(state_of.COMMANDS["repeat"](state)) == [*once, *once]
    assert items(state_of.COMMANDS["repeat"](state_of.begun(questions.of_list("none")[:2]))) == [(1, ""), (2, "")] * 2
    assert not any("title" in told(begun(at=at))[0]["question"] for at in range(len(EVERY)))


def test_what_each_did_alone_is_shown_when_all_is_asked_again_and_nothing_of_it_counts():
    again = state_of.repeating()(begun())
    (once, twice) = [each for each in again["questions"] if each["text"] == EVERY[-1].ask]
    assert (once["kind"], twice["kind"], twice["item"]) == ("alone", "show", len(EVERY))
    walls, heard = told({**again, "at": len(again["ids"]) - 1})
    assert heard["question"]["link"] == f"{once['items'][0]['link']}&list={once['code']}"
    assert walls["frame"] == told(begun(at=len(EVERY) - 1))[0]["frame"]
    with pytest.raises(Refused, match="Answers are closed"):
        state_of.take({**again, "at": len(again["ids"]) - 1}, again["ids"][-1], 1, [2, 0, ""])
    with pytest.raises(Refused, match="alone is not asked again"):
        state_of.COMMANDS["repeat"](begun(EVERY[-1:]))


def test_the_list_that_a_wall_shows_does_not_have_the_answers_for_which_the_room_asks():
    asking = ListItem("", AND, "Which?", ("One", "Two"), right=1, answer="It is two.", room="ask")
    state = begun((asking, EVERY[-1]))
    walls, _ = told(state)
    (shown, alone) = decode(parse_qs(walls["frame"])["list"][0])
    assert (shown.choices, shown.right, shown.answer) == (asking.choices, None, "")
    assert (alone.right, alone.answer) == (3, "It is 3."), "each who does it is told"
    assert state["questions"][0]["truth"] == {"words": "It is two.", "answer": 1}


@pytest.mark.parametrize(("name", "plan"), [("first", FIRST), ("second", SECOND)])
def test_the_plans_that_come_with_the_app_are_those_of_the_guide(name, plan):
    items = [
        taught(LESSONS[link(board)[1]["lesson"]])._replace(room="ask", notes=f"{minutes} minutes. {said}")
        for minutes, board, _, said in plan
    ]
    file = lectures.FOLDER / f"{name}.json"
    assert file.read_text(encoding="utf-8") == written(items), "write this"
    for (_, _, asked, _), question in zip(plan, lectures.of_ready(name).questions, strict=True):
        assert question["kind"] == "rounds" or question["text"] == asked


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.slug)
def test_every_lesson_asks_in_a_lecture_or_says_why_not(lesson):
    items = [taught(lesson)._replace(room="ask")]
    asking = [part.ask for part in lesson.parts if part.can_be_asked and (part.options or not part.build)]
    if asking:
        (asked,), _ = lectures.of_items(items)
        assert asked["text"] in asking or asked["kind"] == "rounds"
        return
    with pytest.raises(ValueError, match=r"^Item 1 of the list: .*(is about programs|asks nothing that phones)"):
        lectures.of_items(items)


def test_a_list_without_what_a_lecture_adds_is_a_room_as_before():
    bare = [item.bare for item in EVERY[:2]]
    assert lectures.of_board(PAGES["app.py"], {"list": encode(bare)}).code == ""


# ---- the teacher's screen --------------------------------------------------------------------------------------------

SECRET, OTHER = "a" * 32, "b" * 32


async def test_the_first_phone_that_scans_the_code_has_the_remote_until_it_is_taken_away(kept):
    room = await room_of(copy(), page="playground", query=f"list={encode(EVERY)}")
    first, second = Room(room.app, room.code, "first phone"), Room(room.at(copy()).app, room.code, "second phone")
    taken, gone = (403, "Another phone has the remote."), (403, "Only the teacher's link may do this.")

    async def said(phone, name, **more):
        status, told = await phone.do(name, **more)
        return (status, told.get("refused"))

    assert (await first.do("claim", secret=SECRET))[0] == (await first.do("claim"))[0] == 403
    assert (await room.do("offer", secret=SECRET))[0] == 200
    assert (await first.do("forward"))[0] == 403, "the code is no key yet"
    assert (await first.do("claim", secret=SECRET))[0] == 200
    assert await said(second, "claim", secret=SECRET) == taken
    assert (await first.do("claim", secret=SECRET))[0] == 200, "after a reload, too"
    assert (await first.do("forward"))[0] == (await first.post("desk", {"key": first.key}))[0] == 200
    for name in ("close", "offer", "take", "remove", "dismiss", "clear", "lock", "repeat"):
        assert await said(first, name, secret=OTHER) == gone, "it is a clicker, no key"
    for what in ("table", "summary"):
        assert (await first.post(what, {"key": first.key}))[0] == 403
    await room.do("offer", secret=OTHER)
    assert await said(first, "forward") == gone
    assert (await first.do("claim", secret=SECRET))[0] == 403
    assert (await second.do("claim", secret=OTHER))[0] == (await second.do("back"))[0] == 200
    await room.do("take")
    assert await said(second, "back") == gone
    assert (await second.do("claim", secret=OTHER))[0] == 403
    async with room.listening("walls") as wall:
        said_to_all = json.dumps(await wall.until(lambda news: True))
        assert SECRET not in said_to_all
        assert OTHER not in said_to_all


@pytest.mark.parametrize("kind", ["text", "number", "choose"])
def test_a_question_on_the_spot_is_about_the_board_that_is_shown_and_the_list_goes_on_after_it(kind):
    state = desk.asking(kind, " Was that\nclear? ", ["Yes", "No"])(begun(at=1))
    walls, heard = told(state)
    assert (walls["question"]["text"], walls["open"], walls["at"]) == ("Was that clear?", True, 2)
    assert walls["frame"] == told(begun(at=1))[0]["frame"]
    assert heard["question"].get("options", ["Yes", "No"]) == ["Yes", "No"]
    assert pressed(state) == ["count"]
    assert state_of.question(state_of.going_to_item(3)(state)) == state_of.question(begun(at=2))
    assert state_of.question(state_of.going_to_item(1)(state)) == state_of.question(begun(at=0))
    twice = state_of.COMMANDS["repeat"](state)
    originals = [
        each["again"] for each in desk.asking(kind, "And now?", ["Yes", "No"])(twice)["questions"] if "again" in each
    ]
    assert originals == [*range(len(state["ids"]))], "each copy knows its original"


@pytest.mark.parametrize(
    ("kind", "text", "options"),
    [
        ("line", "A line?", []), ("text", "", []), ("text", "x" * 201, []), ("text", 7, []), (None, "Why?", []),
        ("choose", "Which?", ["Yes"]), ("choose", "Which?", ["Yes", "Yes"]), ("choose", "Which?", ["Yes", ""]),
        ("choose", "Which?", "Yes"), ("choose", "Which?", ["Yes", 7]), ("choose", "Which?", ["x" * 41, "y"]),
        ("choose", "Which?", [*"abcdefg"]),
    ],
)  # fmt: skip
def test_what_is_no_question_on_the_spot_is_refused_in_a_sentence(kind, text, options):
    with pytest.raises(Refused, match=r"A question has [^<>]*\."):
        desk.asking(kind, text, options)


@pytest.mark.parametrize(
    "leave", [state_of.COMMANDS["next"], state_of.COMMANDS["clear"], desk.asking("text", "So?", [])]
)
def test_a_picked_text_goes_with_its_question_in_a_room_that_is_no_lecture_too(leave):
    state = desk.asking("text", "Why?", [])(state_of.begun(questions.of_list("steps")))
    state = state_of.picking(1, "Luck")(state)
    assert state_of.desk(News(state, 1, given(state, "Luck")))["picked"] == [(1, "Luck")]
    assert state_of.desk(News(leave(state), 1, []))["picked"] == []


def test_answers_that_are_taken_again_are_counted_again():
    for at, name in ((1, "open"), (4, "fill"), (5, "open")):
        state = begun(at=at)
        for command in pressed(state):
            state = state_of.COMMANDS[command](state)
        assert told(state)[0]["following"] == "step"
        state = state_of.COMMANDS[name](state)
        walls, _ = told(state, given(state, *{1: [3], 4: [[]], 5: ["Luck"]}[at]))
        assert "votes" not in walls.get("found", {}), "no counts before it is over"
        assert pressed(state) == pressed(begun(at=at))[1:]


def test_of_a_removed_phone_nothing_is_kept_that_was_picked():
    state = {**begun(at=5), "picked": [(1, "Luck"), (2, "Skill")], "pair": [{"phone": 1}, {"phone": 3}]}
    gone = state_of.removing(1)(state)
    assert (gone["picked"], gone["pair"]) == ([(2, "Skill")], [])
    assert state_of.removing(4)(state) == state


async def test_who_listens_is_told_the_time_of_the_server_before_the_news():
    room = await room_of(copy())
    async with room.listening("phones") as phone:
        await phone.until(lambda news: True)
        assert abs(phone.time - time.time()) < 30


def test_a_countdown_that_is_over_goes_with_its_question():
    for left, stays in ((60, True), (-1, False)):
        state = {**begun(), "until": time.time() + left}
        assert bool(state_of.COMMANDS["next"](state)["until"]) is stays


def test_a_countdown_ends_in_time_and_a_room_takes_no_more_questions_than_it_can_hold():
    assert 0 < desk.counting_down(60)(begun())["until"] - time.time() <= 60
    assert desk.counting_down(0)(begun())["until"] == 0
    for seconds in (-1, 1801, "60", 1.5, True, None):
        with pytest.raises(Refused, match="at most 30 minutes"):
            desk.counting_down(seconds)
    half = state_of.begun(begun()["questions"] * 4)
    full = state_of.COMMANDS["repeat"](half)
    more = desk.asking("text", "One more?", [])
    for step, state in ((more, full), (state_of.COMMANDS["repeat"], more(half))):
        with pytest.raises(Refused, match=r"80 questions at most, and these would be 8[12]\."):
            step(state)


def test_notes_and_texts_are_told_to_the_teachers_screen_alone():
    state = {**begun(at=5), "open": True}
    votes = given(state, "Luck", "Skill")
    state = state_of.picking(2, "Skill")(state)
    assert state_of.desk(News(state, 2, votes)) == {
        "notes": "", "next": LESSONS["margin"].parts[0].ask,
        "texts": [(1, "Luck"), (2, "Skill")], "picked": [(2, "Skill")],
    }  # fmt: skip
    assert state_of.desk(News(begun(), 2, []))["notes"] == "Say <b>this</b>."
    assert state_of.desk(News(begun(at=len(EVERY) - 1), 2, []))["next"] == ""
