"""The gain of a class: pairs of votes of the same phone, an interval, and fresh draws of the boards."""

import itertools
import math

import numpy as np
import pytest

from playground.pages import PAGES
from playground.rooms import gain, questions
from playground.rooms import room as state_of
from playground.rooms.store import News, Refused, Vote
from tests.playground.phones import copy, phones, room_of
from tests.playground.rooms.test_lectures import AND

ASKED = {"page": "playground", "board": {"points": [], "span": [-1, 1, -1, 1], "line": None}, "text": "How many?"}
NUMBER = {**ASKED, "kind": "number", "bound": None, "truth": {"answer": 7, "words": ""}}


def exact(counts):
    """The gains of all classes drawn from phones of these four kinds, and the probability up to each."""
    n, shares = sum(counts), np.array(counts) / sum(counts)
    found = []
    for drawn in itertools.product(range(n + 1), repeat=4):
        if sum(drawn) == n and drawn[0] + drawn[1]:
            ways = math.factorial(n) / math.prod(map(math.factorial, drawn))
            found.append(((drawn[1] - drawn[2]) / (drawn[0] + drawn[1]), ways * np.prod(shares ** np.array(drawn))))
    values, weights = np.array(sorted(found)).T
    return values, np.cumsum(weights) / weights.sum()


@pytest.mark.parametrize("counts", [(4, 3, 1, 2), (2, 8, 0, 2), (9, 1, 0, 2), (0, 12, 0, 0)])
def test_the_interval_is_that_of_all_classes_that_can_be_drawn_from_these_phones(counts):
    before, after = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], counts, axis=0).astype(bool).T
    found = gain.of_pairs(before, after)
    assert found["gain"] == pytest.approx((after.mean() - before.mean()) / (1 - before.mean()))
    values, below = exact(counts)
    for end, share in ((found["low"], 0.025), (found["high"], 0.975)):
        least, most = (below[np.searchsorted(values, end + more) - 1] for more in (-1e-9, 1e-9))
        assert (least if end > values[0] + 1e-9 else 0) - 0.006 <= share <= most + 0.006


@pytest.mark.parametrize(
    ("pairs", "right", "said"), [(9, 3, (False, False)), (10, 3, (False, True)), (10, 10, (True, False))]
)
def test_fewer_than_ten_pairs_have_no_interval_and_who_all_were_right_have_no_gain(pairs, right, said):
    found = gain.of_pairs([True] * right + [False] * (pairs - right), [True] * pairs)
    assert (found["gain"] is None, found["low"] is not None) == said


def answered(state, *given):
    """Votes as (phone, question, vote, value, whether sure)."""
    values = [questions.with_sureness(questions.checked(NUMBER, value), sure) for *_, value, sure in given]
    votes = [Vote(phone, vote, value, at) for (phone, at, vote, *_), value in zip(given, values, strict=True)]
    return state_of.summary(News(state, 9, votes))


def test_each_phone_is_paired_with_itself_and_who_answered_once_is_no_pair():
    state = state_of.repeating()(state_of.begun([NUMBER]))
    first, again = answered(
        state,
        (1, 0, 1, 3, True), (1, 0, 2, 7, None), (1, 1, 1, 7, None),
        (2, 0, 1, 7, False), (2, 1, 1, 7, None), (2, 1, 2, 4, None),
        (3, 0, 2, 5, None), (3, 1, 1, 7, None),
        (4, 0, 1, 7, None), (5, 1, 1, 7, None),
    )  # fmt: skip
    assert (first["gain"]["pairs"], first["gain"]["before"], first["gain"]["after"]) == (1, 0, 1)
    assert (again["gain"]["pairs"], again["gain"]["before"], again["gain"]["after"]) == (3, 1 / 3, 2 / 3)
    assert [(each["pairs"], each["before"], each["after"]) for each in again["apart"]] == [(1, 0, 1), (1, 1, 0)]
    assert "phone" not in "".join(again["gain"])


def test_the_answer_of_who_is_sure_counts_as_any_other_and_the_table_tells_it():
    state = {**state_of.begun([NUMBER]), "open": True}
    kept = [state_of.take(state, 0, 1, value, sure) for value, sure in ((7, True), (7, False), (3, None))]
    votes = [Vote(phone, 1, value) for phone, value in enumerate(kept, 1)]
    assert questions.results(NUMBER, votes)["votes"][0]["count"] == [(3, 1), (7, 2)]
    assert [row[6] for row in state_of.table(News(state, 3, votes))] == ["sure", "not sure", ""]
    for sure in (1, "true", [], {}):
        with pytest.raises(Refused, match="sure"):
            state_of.take(state, 0, 1, 7, sure)
    points = {**state_of.begun([{**ASKED, "kind": "points", "most": 3}]), "open": True}
    with pytest.raises(Refused, match="sure of a number or a choice"):
        state_of.take(points, 0, 1, [], sure=True)


@pytest.mark.parametrize(
    ("link", "changes"),
    [
        ({"data": "margin", "gamma": "0.2"}, "seed"), ({"data": "margin", "seed": "9999"}, "seed"), (AND, "data"),
        ({"data": "two moons"}, "seed"), ({"data": "spirals"}, "seed"),
        ({"data": "XOR", "bias": "true"}, ""), ({"data": "iris petals"}, ""),
        ({"data": "by hand", "points": "1ACSAkBQAoA"}, ""),
    ],
)  # fmt: skip
def test_asked_again_is_the_same_kind_about_a_fresh_draw_of_the_same_board(link, changes):
    for asked in questions.of_board(PAGES["app.py"], link):
        fresh = questions.drawn_anew(asked)
        assert fresh["kind"] == asked["kind"]
        before, after = asked["source"]["address"], fresh["source"]["address"]
        assert {name for name in {*before, *after} if before.get(name) != after.get(name)} == {*changes.split()}


async def test_ask_all_again_asks_about_other_boards_and_keeps_the_first_votes():
    room = await room_of(copy(), query="data=margin&gamma=0.2")
    await room.do("open")
    (phone,) = await phones(room, 1)
    assert (await phone.say(3))[0] == 200
    async with room.listening("walls") as wall:
        first = await wall.until(lambda news: news["answered"])
        assert (await room.do("repeat"))[0] == 200
        again = await wall.until(lambda news: news["at"] == len(first["list"]))
        assert again["question"]["kind"] == first["question"]["kind"]
        assert again["question"]["board"]["points"] != first["question"]["board"]["points"]
        assert (await room.do("repeat"))[0] == 409
        assert "source" not in str(again)
    rows = (await room.post("table", {"key": room.key}))[1]["rows"]
    assert [row[3] for row in rows] == ["3"]
