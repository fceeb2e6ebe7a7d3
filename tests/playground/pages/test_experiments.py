"""The charts of experiments are the library's tables, and their rounds end within the allowed work."""

import re
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from itertools import combinations
from time import process_time

import numpy as np
import pandas as pd
import pytest

from perceptron import Dataset, experiments, gate, margin_dataset, separate, slow_pair, train
from playground.app import component, session
from playground.export.files import files
from playground.page.answer import opened
from playground.pages import PAGES
from playground.pages.experiments.scene import (
    DIMENSIONS,
    EXPERIMENTS,
    MARGINS,
    MOST_WORK,
    Experiment,
    ExperimentRounds,
    ExperimentSettings,
    scene,
    summary,
)
from playground.server import experiment_cache, worker
from tests.playground.screen import screen as screen  # the fixture
from tests.playground.visiting import parts_of, slowness

DATA = margin_dataset(25, 2, 0.1, seed=3)
SETTINGS = ExperimentSettings(DATA, 25, 0.1, 1.0, 3, 8)


def ignore(_done):
    pass


def table(name, settings=SETTINGS):
    return EXPERIMENTS[name].run(settings, ignore, None)


def drawn(name, settings=SETTINGS):
    """The table of an experiment, its picture's parts by their names or kinds, and what can be picked."""
    rows = table(name, settings)
    made = scene(EXPERIMENTS[name], rows, settings)
    return rows, parts_of(made, 0), made["picking"]


def test_each_dot_of_the_margins_is_a_run_and_its_link_opens_that_run():
    rows, parts, picking = drawn("margin")
    dots = parts["dots"]
    pd.testing.assert_frame_equal(rows, experiments.by_margin(MARGINS, 8, 25, seed=3, max_updates=5000))
    assert dots["y"] == picking["columns"]["updates"] == rows["updates"].tolist()
    assert picking["columns"]["margin"] == rows["margin"].tolist()
    assert dots["x"] == picking["columns"]["at"]
    for number, updates in [*enumerate(dots["y"])][::7]:
        values = {name: column[number] for name, column in picking["columns"].items()}
        link = {name: text.format(**values) for name, text in picking["link"].items()}
        seed = int(link["seed"])
        data = margin_dataset(int(link["n"]), 2, float(link["gamma"]), float(link["R"]), seed)
        assert len(train(data, link["order"], seed=seed).mistakes) == updates
    bound, beyond = parts["bound R²/γ²"], parts["region"]
    assert np.array(bound["x"]) ** -2.0 == pytest.approx(np.array(bound["y"]))
    # What is shaded begins at the bound, and no dot lies in it.
    assert [beyond["x"][:2], beyond["y"][:2]] == [bound["x"], bound["y"]]
    assert min(beyond["y"][2:]) > max(bound["y"])
    assert (rows["updates"] <= np.array(dots["x"]) ** -2.0).all()


@pytest.mark.parametrize(
    ("name", "x"), [("margin", "margin"), ("unit of length", "scale"), ("dimension", "dim"), ("rate", "rate")]
)
def test_every_run_has_a_dot_of_its_own_beside_those_of_its_setting(name, x):
    rows, _, picking = drawn(name, replace(SETTINGS, repeats=60))
    places = np.array([picking["columns"]["at"], picking["columns"]["updates"]])
    assert len(set(zip(*places.tolist(), strict=True))) == len(rows)
    settings = np.log10(np.unique(rows[x]))
    away = np.log10(places[0]) - np.log10(rows[x])
    assert np.abs(away).max() < np.diff(settings).min() / 2  # nobody takes it for a dot of the next
    widest = rows.assign(away=away).groupby([x, "updates"])["away"].agg(["size", np.ptp])
    few, many = widest[widest["size"] <= 2]["ptp"], widest[widest["size"] >= 10]["ptp"]
    assert few.max() < many.max()


def test_each_round_continues_the_table():
    experiment, settings, rounds = EXPERIMENTS["margin"], replace(SETTINGS, repeats=40), ExperimentRounds()
    first = experiment.next_round(rounds, settings, ignore, None)
    assert not rounds.over
    said = scene(experiment, first, settings, done=0.5)["verdict"]["text"]
    assert said.endswith("These are the first 10 of each; more are on their way.")
    whole = experiment.next_round(rounds, settings, ignore, None)
    assert rounds.over
    pd.testing.assert_frame_equal(whole[whole["seed"] < 13].reset_index(drop=True), first)
    pd.testing.assert_frame_equal(whole, experiments.by_margin(MARGINS, 40, 25, seed=3, max_updates=5000))


def along_and_across(data):
    """The medians over all pairs of points of what an update on one adds to the other's score, by the textbook."""
    w, pairs = separate(data).w, list(combinations(data.signed, 2))
    along = [(w @ one) * (w @ other) for one, other in pairs]
    across = [abs((one - (w @ one) * w) @ (other - (w @ other) * w)) for one, other in pairs]
    return float(np.median(along)), float(np.median(across))


def test_beside_the_dimensions_stands_what_an_update_adds_to_other_scores():
    settings = ExperimentSettings(None, 12, 0.1, 1.0, 3, 2)
    rows = table("dimension", settings)
    assert sorted(set(rows["dim"])) == list(DIMENSIONS)
    assert (rows["updates"] <= rows["bound"]).all()
    made = scene(EXPERIMENTS["dimension"], rows, settings)
    left, right = (parts_of(made, place) for place in (0, 1))
    parts = [[along_and_across(margin_dataset(12, dim, 0.1, seed=seed)) for seed in (3, 4)] for dim in DIMENSIONS]
    along, across = np.mean(parts, axis=1).T
    assert right["along w*, a help"]["y"] == pytest.approx(along, rel=1e-9)
    assert right["across w*, by chance"]["y"] == pytest.approx(across, rel=1e-9)
    assert right["γ²"]["y"] == pytest.approx([0.01, 0.01])
    assert left["bound R²/γ²"]["y"] == pytest.approx([100, 100])
    assert left["(across/along)²"]["y"] == pytest.approx((across / along) ** 2, rel=1e-9)


def test_inseparable_labels_are_not_run_and_that_is_said():
    rows = table("number of points", ExperimentSettings(None, 25, 0.1, 1.0, 3, 4))
    kept = int((~rows["separable"]).sum())
    assert rows["updates"].isna().sum() == kept
    assert f"{kept} sets of points could not be separated and had no run." in summary(rows, 4)
    assert f"{len(rows) - kept} runs, " in summary(rows, 4)


REFUSED = {
    "The board is empty. ": None,
    "No line through the origin separates these points, ": Dataset([[1, 0], [-1, 0]], [1, 1]),
    "No line separates these points, ": gate("xor").augmented(),
}


@pytest.mark.parametrize("why", REFUSED)
@pytest.mark.parametrize("name", ["unit of length", "order", "rate"])
def test_points_that_cannot_be_run_are_refused_in_a_sentence(name, why):
    with pytest.raises(ValueError, match=rf"^{why}.*\.$"):
        table(name, replace(SETTINGS, data=REFUSED[why]))


# ---- how much is run -----------------------------------------------------------------------------------------------


# The dearest settings: found by trying every source of points and every end of every number.
SLOW = ExperimentSettings(slow_pair().augmented(0.05), 25, 0.1, 1.0, 3, 1000)
FULL = ExperimentSettings(None, 400, 0.1, 5.0, 3, 1000)
DEAREST = {
    **dict.fromkeys(EXPERIMENTS, SLOW),
    "margin": FULL,
    "learner": FULL,
    "dimension": replace(FULL, margin=0.01),
    "number of points": replace(SLOW, data=None),
}


class Noting(Executor):
    """Notes what is asked of it, and how long each piece took, and does it at once."""

    def __init__(self):
        self.times = []

    def submit(self, fn, /, *args, **kwargs):
        begin, future = process_time(), Future()
        future.set_result(fn(*args, **kwargs))
        self.times.append(process_time() - begin)
        return future


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_at_its_dearest_a_question_is_cut_to_what_is_allowed_and_says_so(name, monkeypatch):
    # A part of the work, to spare this machine: it is the estimate that cuts the question.
    monkeypatch.setattr("playground.pages.experiments.scene.MOST_WORK", MOST_WORK / 240)
    hands = Noting()
    begin = process_time()
    rows = EXPERIMENTS[name].run(DEAREST[name], ignore, hands)
    made = scene(EXPERIMENTS[name], rows, DEAREST[name])
    own, slow = process_time() - begin - sum(hands.times), slowness()
    assert own < 2 * slow  # in the process that answers visitors
    assert max(hands.times) < 4 * slow  # the others' turn comes
    count = rows["seed"].nunique()
    assert 1 <= count < 200
    assert f"1,000 of each would take too long; these are {count} of each" in made["verdict"]["text"]


# ---- the page ------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _nothing_known():
    experiment_cache._answers.clear()


FILE = "pages/experiments.py"


def rounds(**parameters):
    """The scenes of an experiment, one after each round, and its controls."""
    link = {"repeats": "4", **{name: str(value) for name, value in parameters.items()}}
    while True:
        what = opened(experiment_cache.by_rounds(PAGES[FILE]), link)
        yield what
        if "done" not in what.scene:
            return


def shown(**parameters):
    *_, last = rounds(**parameters)
    return last


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_is_drawn_and_said(name):
    what = shown(experiment=name)
    made = what.scene
    figures = [panel["figure"] for panel in made["panels"]]
    assert all(figure[axis]["name"] for figure in figures for axis in ("xaxis", "yaxis"))
    # Words stand beside what they name, and not in a legend above.
    assert not [part for figure in figures for part in figure["parts"] if part.get("name")]
    assert EXPERIMENTS[name].words in what.settings["tabs"]["note"]
    assert "none beyond its bound" in made["verdict"]["text"]
    assert re.sub(r"\{(\w+)\}", lambda match: str(made["picking"]["columns"][match[1]][0]), made["picking"]["words"])


def test_the_first_runs_are_drawn_before_the_others_come():
    made = [what.scene for what in rounds(repeats=130)]
    assert [len(each["picking"]["columns"]["at"]) / len(MARGINS) for each in made] == [10, 110, 130]
    assert [each["verdict"]["text"].endswith("more are on their way.") for each in made] == [True, True, False]
    assert [each.get("done") for each in made] == [10 / 130, 110 / 130, None]
    table = next(file for file in files(experiment_cache.whole(PAGES[FILE]), {"repeats": "4"}) if "csv" in file["name"])
    assert len(table["text"].splitlines()) == 4 * len(MARGINS) + 1


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_controls_that_change_nothing_are_absent_or_greyed(name):
    usual = ExperimentSettings(DATA, 12, 0.2, 1.0, 3, 1)
    other = {
        "data": replace(usual, data=margin_dataset(30, 2, 0.2, seed=5)),
        "n": replace(usual, n=13),
        "gamma": replace(usual, margin=0.3),
        "R": replace(usual, radius=1.25),
    }
    rows = table(name, usual)
    counting = {key for key, settings in other.items() if not table(name, settings).equals(rows)}
    assert counting == set(EXPERIMENTS[name].uses)
    if "data" in counting:
        counting |= {"n", "gamma", "R", "bias"}  # of the source that is chosen, and of the points as they are seen
    line = shown(experiment=name).settings
    free = {each["key"] for each in (*line["line"], *line["more"]) if each.get("applies")}
    assert free & {"data", "bias", "n", "gamma", "R"} == counting


def test_the_same_question_is_answered_once_for_all(monkeypatch):
    made = shown().scene["picking"]
    monkeypatch.setattr("playground.server.worker.answer", None)
    assert shown().scene["picking"] == made
    # While another visitor's run goes on, the page waits for it.
    ((question, known),) = experiment_cache._answers.items()
    experiment_cache._answers.clear()
    monkeypatch.setitem(experiment_cache._progress, question, 0.5)
    sleep = "playground.server.experiment_cache.time.sleep"
    monkeypatch.setattr(sleep, lambda _: experiment_cache._answers.update({question: known}))
    assert shown().scene["picking"] == made


def test_who_shares_an_experiment_through_the_session_gets_the_table_of_all_visitors(screen, monkeypatch):
    assert screen.answered(FILE, "")["scene"]["picking"]
    monkeypatch.setattr(Experiment, "run", None)
    screen.session_state[component.KEY] = {"share": {"link": "https://example.org/experiments"}}
    session.on_share()
    assert any(file["name"].endswith(".csv") for file in screen.open(FILE, "")["code"]["files"])


def test_runs_that_cannot_be_made_are_a_sentence(monkeypatch):
    monkeypatch.setattr(worker, "_worker", worker.Worker())
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(BrokenExecutor, match=re.escape(worker.NO_PROCESS)):
        shown()
