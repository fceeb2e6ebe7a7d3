"""One process does the work of all visitors, the shortest question first, and may die, as a cluster may."""

import os
import pickle
import shutil
import socket
import time
from concurrent.futures import BrokenExecutor, CancelledError, wait
from types import SimpleNamespace

import psutil
import pytest
from dask.distributed import LocalCluster

from perceptron import experiments
from playground.server import cluster, worker
from playground.server.cluster import Cluster

KILL = "__import__('os').kill(__import__('os').getpid(), 9)"
NOBODY = "tcp://127.0.0.1:1"


@pytest.fixture(scope="module")
def hand():
    """A worker whose process may have been ended by the test before."""
    shared = worker.Worker()
    yield shared
    shared._kill()


@pytest.fixture
def idle():
    """A worker that has started nothing yet."""
    alone = worker.Worker()
    yield alone
    alone._kill()


def imported():
    return eval, "[name for name in ('streamlit', 'plotly') if name in __import__('sys').modules]"


def test_the_work_is_done_elsewhere_and_streamlit_is_not_there(hand):
    executor = hand.executor()
    done = experiments.by_margin([0.3, 0.1], repeats=3, n=12, executor=executor)
    assert done.equals(experiments.by_margin([0.3, 0.1], repeats=3, n=12))
    assert executor.submit(os.getpid).result() != os.getpid()
    assert executor.submit(*imported()).result() == []


def test_the_question_that_has_had_the_least_time_is_next(hand, monkeypatch):
    clock, done = SimpleNamespace(now=0), []
    monkeypatch.setattr(worker, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    largest, small, late = [hand.executor() for _ in "abc"], hand.executor(), []

    def answer(call):
        _, (name, seconds), _ = pickle.loads(call)
        if not done:
            late.extend(
                executor.submit(print, name, 10) for executor, name in zip(largest, "abc", strict=True) for _ in "123"
            )
        if len(done) == 6:
            late.extend(small.submit(print, "small", 5) for _ in "123")
        clock.now += seconds
        done.append(name)
        return True, None

    monkeypatch.setattr(hand, "_answer", answer)
    hand.executor().submit(print, "first", 0).result()
    wait(late)
    assert done == ["first", *"abcabc", "small", "small", "small", *"abc"]


def test_what_is_cancelled_is_not_done(hand):
    executor = hand.executor()
    futures = [executor.submit(time.sleep, 0.1), executor.submit(os._exit, 1), executor.submit(os.getpid)]
    assert futures[1].cancel()
    futures[2].result()


def test_a_worker_that_was_killed_is_replaced_and_its_piece_done_again(hand):
    executor = hand.executor()
    first = executor.submit(os.getpid).result()
    running = executor.submit(time.sleep, 0.5)
    while not running.running():
        time.sleep(0.01)
    psutil.Process(first).kill()
    assert running.result() is None
    assert executor.submit(os.getpid).result() != first


TWICE = 2 * ["the process that does the runs has ended with 3: EOFError('Ran out of input')"]


@pytest.mark.parametrize(
    ("work", "fault", "why", "logged"),
    [
        pytest.param((int, "many"), ValueError, "invalid literal for int", [], id="raises"),
        pytest.param((eval, "__import__('threading').Lock()"), TypeError, "pickle", [], id="no pickle"),
        pytest.param((os._exit, 3), BrokenExecutor, "has ended twice", TWICE, id="ends"),
        pytest.param(
            (bytearray, 2**62),
            BrokenExecutor,
            "not enough memory",
            ["memory was out"],
            id="no memory",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            (eval, KILL),
            BrokenExecutor,
            "not enough memory",
            2 * ["has ended with -9"],
            id="killed",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_call_that_fails_says_why_and_the_next_is_done(hand, caplog, work, fault, why, logged):
    executor = hand.executor()
    with pytest.raises(fault, match=why):
        executor.submit(*work).result()
    assert all(part in record.getMessage() for part, record in zip(logged, caplog.records, strict=True))
    assert executor.submit(int, "1").result() == 1


def _no_thread(_):
    raise RuntimeError("can't start new thread")


def test_without_a_process_that_is_said_and_the_log_says_why(idle, monkeypatch, caplog):
    for name, value, why in (
        ("threading.Thread.start", _no_thread, "can't start new thread"),  # which is started once
        ("sys.executable", "/nowhere/python", "No such file"),
        ("sys.executable", shutil.which("true"), "Ran out of input"),
    ):
        caplog.clear()
        with monkeypatch.context() as without:
            without.setattr(name, value)
            with pytest.raises(BrokenExecutor, match="cannot be started"):
                idle.executor().submit(int, "1").result()
        (record,) = caplog.records
        assert record.getMessage().startswith("the process that does the runs cannot be started: ")
        assert why in record.getMessage()
    assert idle.executor().submit(int, "1").result() == 1


def test_an_idle_worker_is_let_go_and_comes_back(hand, monkeypatch):
    monkeypatch.setattr(worker, "IDLE", 0.1)
    executor = hand.executor()
    first = executor.submit(os.getpid).result()
    while hand._process is not None:
        time.sleep(0.02)
    assert executor.submit(os.getpid).result() != first


# ---- a cluster -----------------------------------------------------------------------------------------------------


@pytest.fixture
def named(monkeypatch):
    """Name a scheduler, and ask it to be tried again as soon as it was tried."""
    monkeypatch.setattr(cluster, "REST", 0)

    def name(address):
        monkeypatch.setenv(cluster.SCHEDULER, address)

    cluster._cluster.cache_clear()
    yield name
    cluster._cluster.cache_clear()


def sweep(executor):
    return type(executor).__name__, experiments.by_margin([0.3, 0.1], repeats=3, n=12, executor=executor)


def test_a_scheduler_is_done_without_until_it_is_back(named, caplog):
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    named(f"tcp://127.0.0.1:{port}")

    def scheduler():
        few = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
        return LocalCluster(protocol="tcp://", host="127.0.0.1", scheduler_port=port, **few)

    alone = experiments.by_margin([0.3, 0.1], repeats=3, n=12)
    for there in (True, False, True):
        if there:
            with scheduler():
                who, table = worker.answer(sweep)
        else:
            who, table = worker.answer(sweep)
            assert f"the scheduler at tcp://127.0.0.1:{port} is not used: ConnectionRefusedError" in caplog.text
        assert who == ("ClientExecutor" if there else "_Calls")
        assert table.equals(alone)


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "http://a:b", "tcp://127.0.0.1:x", "::::", NOBODY])
def test_a_scheduler_that_is_nowhere_is_logged_and_done_without(named, caplog, address):
    named(address)
    assert worker.answer(sweep)[0] == "_Calls"
    # Dask's threads of the test before may still say that they have ended.
    (record,) = [record for record in caplog.records if record.name == cluster._log.name]
    assert record.getMessage().startswith(f"the scheduler at {address} is not used: ")


def test_a_scheduler_that_did_not_answer_is_not_tried_again_at_once(monkeypatch):
    """Nor does one thread wait while another one tries."""
    clock, tries, beside = SimpleNamespace(now=1000.0), [], []
    scheduler = Cluster(NOBODY)

    def nobody(*_):
        tries.append(clock.now)
        beside.append(scheduler.executor())
        raise TimeoutError

    monkeypatch.setattr(cluster, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr("socket.create_connection", nobody)
    for after in (0, 1, cluster.REST, 1):
        clock.now += after
        assert scheduler.executor() is None
    assert (tries, beside) == ([1000, 1001 + cluster.REST], [None, None])


@pytest.mark.parametrize("fault", [CancelledError, ModuleNotFoundError, ValueError])
def test_what_a_cluster_fails_to_do_is_done_here_or_is_an_error(monkeypatch, named, caplog, fault):
    named(NOBODY)
    there, asked = object(), []
    monkeypatch.setattr(Cluster, "executor", lambda _: there)

    def ask(executor):
        asked.append(executor)
        if executor is there:
            raise fault("as the cluster says")
        return "done"

    if fault is ValueError:
        with pytest.raises(ValueError, match="as the cluster says"):
            worker.answer(ask)
        assert asked == [there]
        return
    assert worker.answer(ask) == "done"
    assert f"is not used: {fault.__name__}('as the cluster says')" in caplog.text
