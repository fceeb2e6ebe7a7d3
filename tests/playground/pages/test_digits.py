"""The page of digits shows the run, the weights and the errors of the very pictures; scikit-learn finds the same."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from sklearn.linear_model import Perceptron
from sklearn.metrics import zero_one_loss

from perceptron import Dataset, Inseparable, Separator, digits, separate, train
from playground.draw.figures import CLASSES
from playground.draw.palette import NEGATIVE, POSITIVE
from playground.pages.digits import scene as page
from playground.stage.check import check_scene
from playground.text import number
from tests.playground.visiting import answered, content_of, setting, told

PAIRS = list(combinations(range(10), 2))
FILE = "pages/digits.py"


def scene(learned, held=None, *, bias=None, order="cyclic", seed=3, names=("3", "8")):
    data = learned and (learned if bias is None else learned.augmented(bias))
    run = data and train(data, order, seed=seed, max_updates=page.MOST_UPDATES)
    found = data and separate(data)
    made = page.scene(learned, held, run, found, names=names)
    check_scene(made)
    return made, run, found


def cells(text):
    return [int(value) for value in text.split(",")]


def named(made):
    return {fact["name"]: fact["value"] for fact in made["facts"]}


def places(text):
    return cells(text) if text else []


def ends(run):
    return np.cumsum(np.bincount(run.pass_of, minlength=run.passes + 1))[1:].tolist()


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_of_each_pair_weights_and_errors_are_those_of_scikit_learn(pair):
    learned, held = digits(*pair)
    made, run, found = scene(learned, held)
    assert isinstance(found, Separator)
    assert run.outcome == "converged"
    assert len(run.mistakes) <= found.bound
    theirs = Perceptron(fit_intercept=False, shuffle=False)
    columns = made["columns"]
    for update in ends(run):
        theirs.partial_fit(learned.X, learned.y, classes=[-1, 1])
        assert cells(columns["w"][update]) == theirs.coef_[0].tolist()
        for data, wrong in ((learned, "learned_wrong"), (held, "held_wrong")):
            read = theirs.predict(data.X) * (theirs.decision_function(data.X) != 0)  # theirs reads a score of 0 as −1
            assert places(columns[wrong][update]) == np.flatnonzero(read != data.y).tolist()
        assert columns["last"][update] == zero_one_loss(held.y, read, normalize=False)
    assert columns["learned_wrong"][-1] == ""


def test_a_digit_named_twice_meets_the_next_and_the_page_says_so():
    made = content_of(FILE, digit=9, against=9)
    assert [made["columns"][end][1].split(", ")[1] for end in ("most", "least")] == ["for 9", "for 0"]
    assert setting(made, "against")["note"] == "The two must differ; 0 is taken as the second."


@pytest.mark.parametrize(("bias", "order"), [(None, "cyclic"), (1.0, "shuffled"), (0.3, "random"), (20.0, "hardest")])
def test_each_update_adds_the_misread_picture_or_takes_it_away(bias, order):
    learned, held = digits(4, 9)
    made, run, _ = scene(learned, held, bias=bias, order=order)
    columns = made["columns"]
    assert cells(columns["w"][0]) == [0] * 64
    for k, i in enumerate(run.mistakes.tolist(), 1):
        before, added, after = (np.array(cells(columns[name][at])) for name, at in (("w", k - 1), ("x", k), ("w", k)))
        assert (before + added).tolist() == after.tolist() == run.weights[k, :64].tolist()
        assert added.tolist() == learned.signed[i].tolist()
        assert columns["sign"][k] == ("+" if learned.y[i] > 0 else "−")
        assert columns["point"][k] == i
        score = sum(Fraction(w) * Fraction(x) for w, x in zip(run.weights[k - 1], run.data.signed[i], strict=True))
        assert columns["score"][k] == pytest.approx(float(score), rel=1e-12)  # of weights that are rounded once
        assert columns["score"][k] <= 0
    assert columns.get("b") == (None if bias is None else run.weights[:, 64].tolist())


def test_at_the_start_a_picture_of_each_label_stands_in_the_sum():
    learned, held = digits(3, 8)
    columns = scene(learned, held)[0]["columns"]
    for name, caption, label, called in (("kind", "was", 1, "a 3"), ("x", "which", -1, "an 8")):
        first = learned.X[np.flatnonzero(learned.y == label)[0]]
        assert cells(columns[name][0]) == (label * first).tolist()
        assert columns[caption][0] == called
    assert set(columns["kind"][1:]) == {None}
    alone = Dataset(learned.X[:1], [-1])
    columns = scene(alone)[0]["columns"]
    assert (columns["kind"][0], columns["was"][0], columns["which"][0]) == (None, None, "an 8")


def test_a_sentence_names_the_picture_the_digit_and_its_numbers():
    made, *_ = scene(*digits(3, 8))
    assert told(made, 4).startswith(
        "Update 4: picture 3, an 8 (−1), was read as a 3. It was taken away from w and is read right now. "
        "w − x = w′, of 64 numbers each. y w·x +3,778, −1,187 → 2,591. "
    )
    assert told(made, 4).endswith("Held back: 69 misread.")
    assert "Now no picture it learned from is misread." in told(made, made["last"])
    assert "was read as neither" in told(made, 1)


# ---- pictures that somebody has drawn ------------------------------------------------------------------------------

INK = 16.0
ONE, OTHER = (INK * (np.arange(64) % each == 0) for each in (3, 5))
EMPTY = np.zeros(64)
LEFT, RIGHT = INK * (np.arange(64) < 3), INK * ((np.arange(64) >= 3) & (np.arange(64) < 6))
DRAWN = {
    "forty equal": ([ONE] * 40, [1] * 40),
    "one": ([OTHER], [-1]),
    "two": ([ONE, OTHER], [1, -1]),
    "both labels": ([ONE, OTHER, ONE], [1, 1, -1]),
    "empty": ([EMPTY], [1]),
    "empty with both labels": ([EMPTY, EMPTY], [1, -1]),
    "empty and another": ([EMPTY, ONE], [-1, 1]),
    "two and both together": ([LEFT, RIGHT, LEFT + RIGHT], [1, 1, -1]),
}
TWINS = "Pictures {} and {} are the same with both labels, which no weights can tell apart."
ALONE = "Picture 0 is empty, and no weights give it a side. With a bias "
SAID = {
    ("both labels", None): TWINS.format(0, 2),
    ("both labels", 1.0): TWINS.format(0, 2),
    ("empty", None): ALONE + "a hyperplane separates all.",
    ("empty and another", None): ALONE + "a hyperplane separates all.",
    ("empty with both labels", None): ALONE + "it has a side, yet no hyperplane separates all.",
    ("empty with both labels", 1.0): TWINS.format(0, 1),
    (
        "two and both together",
        None,
    ): "No hyperplane through the origin separates these pictures: 0, 1 and 2 prove it,"
    " for weighted and signed they add up to an empty picture. With a bias a hyperplane does.",
}


@pytest.mark.parametrize("bias", [None, 1.0])
@pytest.mark.parametrize("name", DRAWN)
def test_pictures_of_any_kind_have_a_sentence_and_a_verdict(name, bias):
    learned = Dataset(*DRAWN[name])
    made, run, found = scene(learned, bias=bias, names=("+1", "−1"))
    assert told(made, 0).startswith("An empty picture reads nothing.")
    assert all(told(made, k).startswith(f"Update {k:,}: picture ") for k in range(1, made["last"] + 1))
    assert isinstance(found, Inseparable) == ((name, bias) in SAID)
    assert made["verdict"]["text"].startswith(SAID.get((name, bias), f"{run.outcome.capitalize()} after "))
    assert ("again" in made) == (run.outcome == "cycling")
    assert not any("eld back" in text for text in (made["verdict"]["text"], *made["texts"]["sentence"]["templates"]))
    if isinstance(found, Inseparable):
        assert run.data.signed[found.points].T @ found.weights == pytest.approx(np.zeros(run.data.dim), abs=1e-12)


def test_without_a_picture_the_page_says_so():
    made, *_ = scene(None)
    assert told(made, 0) == "There is no picture to learn from yet. Draw one and add it."
    assert set(named(made).values()) == {"–"}


def test_the_scale_of_the_weights_ends_at_the_largest():
    made = answered(FILE, digit="3", against="8", bias="true")
    columns = made["columns"]
    assert (columns["least"][0], columns["middle"][0], columns["most"][0]) == (None, "w = 0 · b = 0", None)
    for k in (1, made["last"]):
        largest = number(max(map(abs, cells(columns["w"][k]))))
        assert (columns["least"][k], columns["most"][k]) == (f"−{largest}, for 8", f"+{largest}, for 3")
    parts = made["panels"][0]["figure"]["parts"]
    assert [part["opacity"] for part in parts] == [abs(i) / 6 for i in range(-6, 7)]
    assert {part["color"] for part in parts[:6]} == {NEGATIVE} == {CLASSES[1]["color"]}
    assert {part["color"] for part in parts[7:]} == {POSITIVE} == {CLASSES[0]["color"]}
    assert [part["x"].count(None) for part in parts] == [1] * 6 + [0] * 7  # with a minus sign, then without
    assert {tuple(mark["colors"]) for mark in made["marks"] if mark["kind"] == "pixels"} == {(NEGATIVE, POSITIVE)}


@pytest.mark.parametrize(("digit", "against"), [("3", "8"), ("0", "1"), ("4", "9")])
def test_the_chart_of_the_misread_fits_its_curves_after_the_start(digit, against):
    made = answered(FILE, digit=digit, against=against)
    figure, last = made["panels"][2]["figure"], made["columns"]["last"]
    later, (_, high) = max(*last[1:], *made["columns"]["averaged"][1:]), figure["yaxis"]["range"]
    assert 0.4 * high < later <= high
    assert figure["xaxis"]["range"][1] == pytest.approx(1.02 * made["last"])
    notes = [each["text"] for each in figure["notes"]]
    assert (f"← {last[0]}" in notes) == (last[0] > high)


@pytest.mark.parametrize("bias", [None, 1.0])
def test_the_machine_reads_each_drawing_as_the_weights_before_the_update_do(bias):
    upright, flat = (sum(1 << (63 - cell) for cell in cells) for cells in (range(2, 60, 8), range(33, 39)))
    shelf = [(bits >> 32, bits & 0xFFFFFFFF, kind) for bits, kind in ((upright, 0), (flat, 1), (upright | flat, 1))]
    learned = page.drawn(shelf)
    made, run, _ = scene(learned, bias=bias, names=("+1", "−1"))
    columns = made["columns"]
    for k, (i, before) in enumerate(zip(run.mistakes.tolist(), run.weights, strict=False), 1):
        value = before @ run.data.X[i]
        assert cells(columns["cells"][k]) == learned.X[i].astype(int).tolist()
        assert cells(columns["before"][k]) == before[:64].tolist()
        assert cells(columns["currents"][k]) == (before * run.data.X[i])[:64].tolist()
        assert columns["summed"][k] == f"Σ = {number(value)}"
        assert (columns["lit"][k] is not None) == (value > 0)
        read = "neither" if value == 0 else "+1" if value > 0 else "−1"
        assert f"reads {read}. The picture is {'+1' if learned.y[i] > 0 else '−1'}." in columns["read"][k]
        turned = run.weights[k][:64] - before[:64]
        assert (turned == learned.y[i] * learned.X[i]).all()
        assert ("add" if learned.y[i] > 0 else "take") in columns["motors"][k]
    views = [panel.get("view") for panel in made["panels"]]
    assert views[1:3] == ["Draw", "Machine"]
