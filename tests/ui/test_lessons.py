"""Every lesson opens as a board with its words, and each number in its answer is what the library returns."""

import functools
import re

import numpy as np
import pytest

from perceptron import (
    Inseparable,
    bounds,
    descend,
    errors_over_time,
    in_plane,
    margin_dataset,
    margin_perceptron,
    mistakes_forced,
    polynomial,
    rbf,
    separate,
    separate_dual,
    single_example,
    spirals,
    train,
    train_dual,
)
from perceptron import digits as handwritten
from tests.boards import labelled
from tests.ui.visiting import answered, complaints, payload, visit
from ui.lessons import LESSONS
from ui.words import listed, number, vector, whole


def opened(slug, /, **other):
    lesson = LESSONS[slug]
    return visit(None if lesson.page == "app.py" else lesson.page, **{**lesson.link, **other})


@functools.cache
def run(slug, /, **other):
    """The run that a lesson's address asks for, or the same with other settings, and what separates its points."""
    asked = {**LESSONS[slug].address, **other}
    made = payload(opened(slug, **other))
    data = labelled(made["points"])
    if asked.get("bias") == "true":
        data = data.augmented(float(asked.get("c", 1)))
    start = [float(value) for value in asked.get("start", "0, 0, 0").split(",")][: data.dim]
    done = train(data, asked.get("order", "cyclic"), start, float(asked.get("rate", 1)), max_updates=5000)
    return done, separate(data)


def count(slug, /, **other):
    return len(run(slug, **other)[0].mistakes)


CLAIMS = {}
"""For each lesson the pieces of its answer that have numbers, with the numbers as the library has them."""


def claim(pieces):
    CLAIMS[pieces.__name__.replace("_", "-")] = pieces
    return pieces


@claim
def updates():
    done, found = run("updates")
    return f"{len(done.mistakes)} updates", f"γ = {found.margin:.3g}", f"for {found.bound} updates"


@claim
def one_example():
    far, near = (single_example([-3, 1], 1, start) for start in ([30, 4], [3, 4]))
    assert count("one-example") == far
    x = np.array([-3, 1])
    formula = f"⌊{-x @ [30, 4]}/{x @ x}⌋ + 1"
    return f"{far}, that is {formula}", "x‖²⌋ + 1", f"w₀ = (3, 4) the score is −{-x @ [3, 4]}, and {near} update"


@claim
def margin():
    (narrow, found), (wide, other) = run("margin"), run("margin", gamma="0.1")
    assert found.bound / other.bound == pytest.approx(25, rel=0.02)
    these, those = (
        f"{len(narrow.mistakes)} updates, where {whole(found.bound)}",
        f"{len(wide.mistakes)} of {other.bound}",
    )
    return these, f"γ = {other.margin:.3g} it is {those}"


@claim
def many_points():
    done, found = run("many-points")
    few = count("many-points", n=25)
    # Just over half, so that 4 updates are too many.
    assert "just over half of R" in LESSONS["many-points"].question
    assert 0.5 < found.margin / found.radius < 0.51
    assert found.bound == 3
    return f"{len(done.mistakes)} updates, where {found.bound} are", f"25 points it is {few}."


@claim
def order():
    (done, found), (hardest, same) = run("order"), run("order", order="hardest")
    assert same.bound == found.bound
    return f"{len(done.mistakes)} updates", f"it takes {len(hardest.mistakes)}.", f"allows {found.bound}"


@claim
def start():
    done, found = run("start")
    return f"{len(done.mistakes)} updates", f"R²/γ² = {found.bound}", "the start at 0", f"is {done.bound(found)}."


@claim
def rate():
    assert count("rate") == count("rate", rate=25) == count("rate", rate=1)
    slow, fast = (count("rate", rate=rate, start="1, 1") for rate in (0.25, 25))
    moved = f"From (1, 1) it is {slow} with η = 0.25 and {fast} with η = 25."
    return f"{count('rate')} updates with each rate", "from 0", moved


@claim
def ties():
    data, found = run("ties")[0].data, separate(run("ties")[0].data)
    mistake, plus, minus, right = (len(train(data, tie=tie).mistakes) for tie in ("mistake", 1, -1, "correct"))
    others = f"read as +1, {plus}; read as −1, {minus}"
    return f"a mistake, there are {mistake} updates", others, f"{right} updates", f"bound, {found.bound}, holds"


@claim
def units():
    (done, found), (same, other) = run("units"), run("units", R=1, gamma=0.1)
    assert round(found.radius**2 / found.margin) == 1
    assert (same.mistakes.tolist(), other.bound) == (done.mistakes.tolist(), found.bound)
    length = f"R = 1 and γ = 0.1 the run is the same, and R²/γ is about {other.radius**2 / other.margin:.0f}"
    return f"{len(done.mistakes)} updates", length, f"R²/γ² is {found.bound}"


@claim
def tight():
    done, found = run("tight")
    assert found.margin == pytest.approx(1 / np.sqrt(2))
    rises = np.diff(done.weights @ found.w), np.diff((done.weights**2).sum(axis=1))
    assert np.allclose(rises, [[found.margin] * 2, [found.radius**2] * 2])
    return f"{len(done.mistakes)} updates of {found.bound}", "γ = 1/√2", f"R² = {found.radius**2:g}"


@claim
def bias():
    done, found = run("bias")
    assert isinstance(separate(labelled(payload(opened("bias"))["points"])), Inseparable)
    return f"{len(done.mistakes)} updates end at w = {vector(done.weights[-1])}", f"allows {found.bound}"


@claim
def third_weight():
    assert payload(opened("third-weight"))["panels"][0]["label"].startswith("Weight space with the bias")
    return f"after {count('third-weight')} updates", "through 0", "height 1"


@claim
def cost():
    squares = [found.radius / found.margin for _, found in (run("cost", c=c) for c in (0.25, 1, 20))]
    assert min(squares) == squares[1]
    small, usual, large = (count("cost", c=c) for c in (0.25, 1, 20))
    return (f"{small} updates with c = 0.25, {usual} with c = 1, {large} with c = 20",)


@claim
def pair():
    done, found = run("pair")
    return f"{len(done.mistakes)} updates", whole(found.bound), f"as {found.margin:.2g}."


@claim
def proof():
    done, found = run("proof")
    assert payload(opened("proof"))["panels"][0]["label"].startswith("Weight space")
    w, square = done.weights[-1], found.radius**2
    ends = f"{len(done.mistakes)} updates end at w = {vector(w)}, in the cone, with ‖w‖² = {w @ w:g}"
    return ends, f"R² = {square:.3g}", f"have {square * len(done.mistakes):.3g}:"


@claim
def descent():
    data = labelled(payload(opened("descent"))["points"])
    small, large = ([descend(data, rate, size, [2, 3]) for size in (1, 5, len(data))] for rate in (0.1, 100))
    counts = (listed(path.updates for path in paths) for paths in (small, large))
    looked = listed(path.checked[-1] for path in small)
    return f"{next(counts)} updates", f"{looked} points looked at", f"With ε = 100 it is {next(counts)}:"


@claim
def best_line():
    done, found = run("best-line")
    margin = margin_perceptron(done.data, found.radius**2)
    first, last = (
        np.degrees(np.arccos(w @ found.w / np.linalg.norm(w))) for w in (done.weights[-1], margin.weights[-1])
    )
    others = f"{len(margin.weights) - 1} updates and comes within {number(last)}°"
    return f"{len(done.mistakes)} updates, {number(first)}° from w*", others


@claim
def unseen():
    few, many = (payload(opened("unseen", n=n)) for n in (6, 100))
    w = separate(labelled(few["points"])).w
    others = margin_dataset(30, 2, 0.05, 1.0, 6 + 10_000, w)
    runs = [train(labelled(made["points"])) for made in (few, many)]
    wrong = [int((others.signed @ run.weights[-1] <= 0).sum()) for run in runs]
    assert [made["columns"]["unseen"][-1] for made in (few, many)] == wrong
    first, second = (len(run.mistakes) for run in runs)
    more = f"With 100 points it takes {second} updates, and {wrong[1]} of the 30"
    return f"After {first} updates", f"{wrong[0]} of the 30 unseen", more


@claim
def xor():
    done, proof = run("xor")
    assert proof.weights.tolist() == [0.25] * 4
    assert done.cycle.start == 0
    return "sum to zero", f"after {done.cycle.length} updates"


@claim
def pocket():
    done, proof = run("pocket", grid="1/32", bias="true")
    assert isinstance(proof, Inseparable)
    made = payload(opened("pocket"))
    errors = errors_over_time(train(done.data, max_updates=made["last"]))
    last, average, pocket = (errors[name].iloc[-1] for name in ("last", "averaged", "pocket"))
    wrong = f"{last} of the {len(made['points'])} points, the average about {average}, the pocket about {pocket}."
    return wrong, "right longest in a row, if they err on fewer points", f"{done.cycle.length} updates"


@claim
def dimension():
    runs = {dim: train(margin_dataset(25, dim, 0.1, seed=3)) for dim in (2, 10, 100, 1000)}
    two, ten, hundred, thousand = (done.updates for done in runs.values())
    allowed = bounds.whole(bounds.novikoff(1, 0.1))
    assert all(done.outcome == "converged" for done in runs.values())
    degrees = np.degrees(in_plane(runs[1000], separate(runs[1000].data)).angles[-1])
    counts = f"{two} in 2 dimensions, {ten} in 10, {hundred} in 100 and {thousand} in 1,000"
    return counts, f"allows {allowed} in each", "takes so long in 1,000", f"{number(degrees)}°"


def dual(data, kernel):
    return len(train_dual(data, kernel).mistakes), separate_dual(data, kernel).bound


@claim
def xor_kernel():
    made, bound = dual(labelled(payload(opened("xor-kernel"))["points"]), polynomial(2))
    return (f"{made} mistakes, where its theorem allows {bound}",)


@claim
def curve():
    data = labelled(payload(opened("curve"))["points"])
    assert isinstance(separate(data.augmented()), Inseparable)
    (made, bound), (more, other) = dual(data, rbf(0.5)), dual(spirals(25, seed=3), rbf(0.5))
    return f"{made} mistakes; its theorem allows {bound}", f"{more}, of {other}"


@claim
def adversary():
    most = mistakes_forced("2/5")
    assert payload(opened("adversary"))["asking"]["most"] == most == 6
    # R is 1, and R²/γ² = 6.25 is above what it allows.
    assert most == bounds.whole(bounds.novikoff(1, 2 / 5)) == 6
    return "Six predictions, six mistakes", "margin 2/5", f"⌊1/γ²⌋ = {most}", "no bound below ⌊R²/γ²⌋"


@claim
def machine():
    return f"{count('machine')} are enough", "saw by 400 photocells", "512 units"


@claim
def digits():
    address = LESSONS["digits"].address
    learned, held = handwritten(int(address["digit"]), int(address["against"]))
    done = train(learned)
    asked = f"until all {len(learned)} to learn from are right. And the {len(held)} held back?"
    assert LESSONS["digits"].question.endswith(asked)
    errors = errors_over_time(done, held)
    before, end = (errors.iloc[at] for at in (-2, -1))
    assert before["averaged"] == end["averaged"]
    # Left of the middle row of each loop, where only an 8 has ink.
    assert (done.weights[-1].reshape(8, 8)[[2, 3, 4, 5], [2, 2, 2, 2]] < 0).all()
    last = f"After {done.updates} updates {end['last']} of the {len(held)}"
    return last, f"one update before it was {before['last']}", f"misreads {end['averaged']} both", "an 8", "a 3"


@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_asks_first_and_its_answer_is_what_the_library_returns(slug):
    lesson, page = LESSONS[slug], opened(slug)
    made = payload(page)
    assert not complaints(page)
    assert made["guide"]["text"] == f"{lesson.question} {lesson.trial}"
    assert (made["guide"]["title"], made["guide"]["answer"]) == (f"{lesson.title}.", lesson.answer)
    assert ("question" in made) == (made["last"] > 0)
    assert made["step"] == 0
    rest = lesson.answer
    for piece in CLAIMS[slug]():
        assert piece in rest
        rest = rest.replace(piece, "", 1)
    assert not re.search(r"\d", rest), rest


@pytest.mark.parametrize("slug", LESSONS)
def test_the_name_of_a_lesson_alone_opens_it(slug):
    page = LESSONS[slug].page
    alone = answered(page, lesson=slug)
    assert alone["guide"]["remember"] == LESSONS[slug].key
    assert alone == answered(page, **LESSONS[slug].link)


def test_the_lessons_are_read_in_order_and_the_page_links_to_each():
    page = visit("pages/lessons.py")
    assert not page.exception
    shown = [words.value for words in page.markdown]
    assert [lesson.place for lesson in LESSONS.values()] == list(range(1, len(LESSONS) + 1))
    assert all(lesson.question in shown for lesson in LESSONS.values())


def test_a_lesson_that_there_is_not_is_named_and_one_of_another_page_says_nothing():
    strange, elsewhere = visit(lesson="<b>none</b>"), visit("pages/proof.py", **LESSONS["margin"].link)
    assert " ".join(complaints(strange)) == "The link's lesson is <b>none</b>, which is not known."
    assert not complaints(elsewhere)
    for made in (payload(strange), payload(elsewhere)):
        assert "guide" not in made
        assert "lesson" not in made["address"]


def test_a_lesson_stays_on_its_page_and_is_left_with_it():
    page = opened("margin")
    page.number_input(key="gamma").set_value(0.1).run()
    assert payload(page)["address"]["lesson"] == "margin"
    assert payload(page)["last"] == count("margin", gamma="0.1")
    page.query_params.clear()
    page.switch_page("pages/proof.py").run()
    assert "guide" not in payload(page)
    assert payload(page)["address"] == {"data": "chosen margin", "seed": "264", "band": "true"}
