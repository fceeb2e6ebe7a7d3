"""Runs take turns: few at once, the first first, and who only waits lets others go on."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from tests.benchmarks.visitors import LARGEST, enter, leave
from tests.browser.browsing import serving
from ui import slots

PATIENCE = 60  # s


class Runner:
    """Stands for Streamlit's: it notes when it works, until it may end."""

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
    slots.limit_runs()


def soon(holds):
    ends = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < ends
        time.sleep(0.001)


def in_line():
    """How many wait for their turn."""
    return len(slots._line.waiting)


def started(runners, working):
    """Start each when the one before it works or stands in the line."""
    for runner in runners:
        come = len(working) + in_line()
        runner.thread.start()
        soon(lambda: len(working) + in_line() > come)  # noqa: B023


def test_few_work_at_once_and_the_first_to_come_is_the_first_to_begin(in_turns):
    working = []
    runners = [Runner(working) for _ in range(12)]
    started(runners, working)
    for place, first in enumerate(runners):
        due = runners[place : place + slots.AT_ONCE]
        soon(lambda: working == due)  # noqa: B023
        assert in_line() == max(len(runners) - place - slots.AT_ONCE, 0)
        first.may_end.set()
    for runner in runners:
        runner.thread.join(PATIENCE)
    assert not working


def test_a_newcomer_does_not_pass_those_who_wait():
    """Even who asks at the very moment at which a place is given away, as with a semaphore those do who keep coming."""
    line, order = slots.Line(1), []

    def come(name):
        line.enter()
        order.append(name)
        line.leave()

    line.enter()
    with ThreadPoolExecutor(9) as visitors:
        for waiting in range(9):
            visitors.submit(come, waiting)
            soon(lambda: len(line.waiting) > waiting)  # noqa: B023
        line.leave()
        come("newcomer")
    assert order == [*range(9), "newcomer"]
    assert (line.free, [*line.waiting]) == (1, [])


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

    waits, *others = Runner(working, wait), *(Runner(working) for _ in range(slots.AT_ONCE))
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


def test_without_turns_there_is_none_to_pass_on():
    with slots.released():
        assert slots._line.free == slots.AT_ONCE


def test_turns_are_taken_once(in_turns):
    once = ScriptRunner._run_script_thread
    slots.limit_runs()
    assert ScriptRunner._run_script_thread is once


def test_those_who_wait_for_experiments_keep_nobody_from_a_board():
    async def come(address):
        experiments = [await enter(address, "experiments", f"{LARGEST}{seed}") for seed in range(slots.AT_ONCE + 2)]
        await asyncio.sleep(0.5)
        visitor = await enter(address)
        await asyncio.wait_for(visitor.arrived.wait(), PATIENCE)
        done = [experiment.arrived.is_set() for experiment in experiments]
        await leave([*experiments, visitor])
        return done

    # In a thread of its own, for the one of a test's browser has a loop already.
    with serving() as (address, _), ThreadPoolExecutor(1) as aside:
        assert not any(aside.submit(asyncio.run, come(address)).result())
