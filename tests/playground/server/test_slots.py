"""Runs take turns: few at once, every address its share, and who only waits lets others go on."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections import Counter
from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from playground.server import internals, slots

PATIENCE = 60  # s
OF_ONE = 2  # that one address has at once


class Runner:
    """Stands for Streamlit's: it notes when it works, until it may end."""

    _session_id: str

    def __init__(self, working, work=lambda: None):
        self.working, self.work, self.may_end = working, work, threading.Event()
        self.thread = threading.Thread(target=self.begin, daemon=True)

    def begin(self):
        with contextlib.suppress(RuntimeError):
            ScriptRunner._run_script_thread(self)

    def _run_script_thread(self):
        self.working.append(self)
        self.work()
        assert self.may_end.wait(PATIENCE)
        self.working.remove(self)


@pytest.fixture
def in_turns(monkeypatch):
    monkeypatch.setattr(ScriptRunner, "_run_script_thread", Runner._run_script_thread)
    internals.run_within(slots.of_session)


def soon(holds):
    ends = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < ends
        time.sleep(0.001)


def in_line():
    return slots._line.waiting


def started(runners, working):
    """Start each when the one before it works or stands in the line."""
    for runner in runners:
        come = len(working) + in_line()
        runner.thread.start()
        soon(lambda: len(working) + in_line() > come)  # noqa: B023


@pytest.mark.parametrize("fault", [None, ValueError])
def test_who_waits_passes_the_turn_on_and_goes_on_when_there_is_one_again(in_turns, fault):
    working, away, come_back, back = [], threading.Event(), threading.Event(), threading.Event()

    def wait():
        try:
            with slots.released():
                away.set()
                assert come_back.wait(PATIENCE)
                if fault:
                    raise fault
        except ValueError:
            pass
        back.set()

    waits, *others = Runner(working, wait), *(Runner(working) for _ in range(OF_ONE))
    waits.thread.start()
    assert away.wait(PATIENCE)
    started(others, working)
    soon(lambda: working == [waits, *others])
    come_back.set()
    soon(in_line)
    assert not back.is_set()
    others[0].may_end.set()
    assert back.wait(PATIENCE)
    for runner in (waits, *others):
        runner.may_end.set()
        runner.thread.join(PATIENCE)
    assert slots._line.free == slots.AT_ONCE


def test_a_run_that_fails_gives_its_turn_back(in_turns):
    def fail():
        raise RuntimeError

    for _ in range(3 * slots.AT_ONCE):
        failing = Runner([], fail)
        failing.thread.start()
        failing.thread.join(PATIENCE)
        assert not failing.thread.is_alive()


@pytest.mark.parametrize("seed", range(20))
def test_every_address_gets_its_share(seed):
    """Next is who has fewest under way, then who has had least; nobody has more places than are left for others."""
    draw, line, begun, held = random.Random(seed), slots.WaitingLine(seed % 5 + 1), [], []
    places, waiting = line.free, {who: [] for who in "abc"}
    for step in range(200):
        if (step < 100 and draw.random() < 0.7) or not held:
            turn = slots.Turn(draw.choice("aab" if step < 50 else "abc"), lambda: begun.append(None))
            waiting[turn.who].append(turn)
            line.join(turn)
        elif draw.random() < 0.1 and (turn := draw.choice(sum(waiting.values(), [*held]))):
            line.abandon(turn)
            waiting[turn.who] = [each for each in waiting[turn.who] if each is not turn]
        else:
            line.leave(held.pop(draw.randrange(len(held))))
        for turn in [each for some in waiting.values() for each in some if each.begun]:
            assert waiting[turn.who].pop(0) is turn  # the first to come is the first to begin
            held.append(turn)
        under_way = Counter(turn.who for turn in held)
        assert len(held) == places - line.free
        assert line.waiting == sum(map(len, waiting.values()))
        assert not any(some and under_way[who] < line.free for who, some in waiting.items())
        assert max(under_way.values(), default=0) <= (places + 1) // 2
    while held:
        line.leave(held.pop())
        held += [each for some in waiting.values() for each in some if each.begun and not some.remove(each)]
    assert (line.free, line.waiting, line._shares) == (places, 0, {})


def test_who_has_had_least_is_next_and_what_was_had_before_is_forgotten(monkeypatch):
    clock, line, order = [0.0], slots.WaitingLine(1), []
    monkeypatch.setattr(slots, "time", SimpleNamespace(monotonic=lambda: clock[0]))

    def join(who):
        turn = slots.Turn(who, lambda: order.append(turn))
        line.join(turn)

    def work(seconds):
        clock[0] += seconds
        line.leave(order[-1])

    for who in "aaaabb":
        join(who)
    for seconds in (3, 1, 1, 1):  # before b has had as much as a there is nothing left for b to do
        work(seconds)
    join("c")  # as if c had had as much as a by now
    while line.free == 0:
        work(1)
    assert "".join(turn.who for turn in order) == "abbaaca"


def test_the_runs_of_a_page_are_charged_to_the_address_of_its_session(in_turns, monkeypatch):
    """What nginx says of a connection from this machine; a session of which nothing is known has an address, too."""
    addresses = {"one": ("::ffff:127.0.0.1", "192.0.2.1"), "two": ("192.0.2.2", "192.0.2.1")}

    def client(session):
        remote_ip, forwarded = addresses.get(session, ("", ""))
        return SimpleNamespace(
            client_context=SimpleNamespace(remote_ip=remote_ip, headers=[("x-forwarded-for", forwarded)])
        )

    monkeypatch.setattr("streamlit.runtime.Runtime.instance", lambda: SimpleNamespace(get_client=client))
    working = []
    runners = [Runner(working) for _ in range(slots.AT_ONCE + 2)]
    for runner, session in zip(runners, ["one", "two", "none", "one", "two"], strict=True):
        runner._session_id = session
    started(runners, working)
    assert (len(working), in_line()) == (slots.AT_ONCE, 2)
    assert {*slots._line._shares} == {"192.0.2.1", "192.0.2.2", ""}
    for runner in runners:  # the first to come is the first to begin
        soon(lambda: runner in working)  # noqa: B023
        runner.may_end.set()
        runner.thread.join(PATIENCE)
    assert not working


async def test_work_for_which_there_is_no_thread_fails_and_the_next_is_done(monkeypatch):
    def none_left(_):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as without:
        without.setattr(slots._threads, "do", none_left)
        with pytest.raises(RuntimeError, match="can't start"):
            await slots.in_turn("one", int)
    assert await slots.in_turn("one", int) == 0
    assert slots._line.free == slots.AT_ONCE
