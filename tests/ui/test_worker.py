"""One process does the work of all visitors, in turn, and may die."""

import os
import time
from concurrent.futures import BrokenExecutor, wait

import psutil
import pytest

from perceptron import experiments
from ui import worker


@pytest.fixture
def hand():
    made = worker.Worker()
    yield made
    made._let_go()


def imported():
    return eval, "[name for name in ('streamlit', 'plotly') if name in __import__('sys').modules]"


def test_the_work_is_done_elsewhere_and_streamlit_is_not_there(hand):
    turn = hand.turn()
    done = experiments.by_margin([0.3, 0.1], repeats=3, n=12, executor=turn)
    assert done.equals(experiments.by_margin([0.3, 0.1], repeats=3, n=12))
    assert turn.submit(os.getpid).result() != os.getpid()
    assert turn.submit(*imported()).result() == []


def test_what_a_piece_raises_is_raised(hand):
    with pytest.raises(ValueError, match="invalid literal for int"):
        hand.turn().submit(int, "many").result()
    assert hand.turn().submit(int, "1").result() == 1


def test_the_pieces_of_all_questions_take_turns(hand):
    done = []
    first, second = hand.turn(), hand.turn()
    futures = [first.submit(time.sleep, 0.01) for _ in range(6)] + [second.submit(time.sleep, 0.01) for _ in range(3)]
    for place, future in enumerate(futures):
        future.add_done_callback(lambda _, place=place: done.append(place))
    wait(futures)
    # The second question was asked last, and is answered before the first one's sixth piece.
    assert done.index(8) < done.index(5)
    assert [place for place in done if place < 6] == list(range(6))


def test_what_is_cancelled_is_not_done(hand):
    turn = hand.turn()
    futures = [turn.submit(time.sleep, 0.1), turn.submit(os._exit, 1), turn.submit(os.getpid)]
    assert futures[1].cancel()
    futures[2].result()


def test_a_worker_that_was_killed_is_replaced_and_its_piece_done_again(hand):
    turn = hand.turn()
    first = turn.submit(os.getpid).result()
    running = turn.submit(time.sleep, 0.5)
    while not running.running():
        time.sleep(0.01)
    psutil.Process(first).kill()
    assert running.result() is None
    assert turn.submit(os.getpid).result() != first


def test_work_that_kills_every_worker_is_given_up_and_the_next_is_done(hand):
    turn = hand.turn()
    with pytest.raises(BrokenExecutor, match="has ended twice"):
        turn.submit(os._exit, 1).result()
    assert turn.submit(int, "1").result() == 1


def test_an_idle_worker_is_let_go_and_comes_back(hand, monkeypatch):
    monkeypatch.setattr(worker, "IDLE", 0.1)
    turn = hand.turn()
    first = turn.submit(os.getpid).result()
    while hand._process is not None:
        time.sleep(0.02)
    assert turn.submit(os.getpid).result() != first
