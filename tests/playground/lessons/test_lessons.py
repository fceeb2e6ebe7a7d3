"""Every lesson is done by the controls that it names, and says what the library returns and the board shows."""

import functools
import re

import numpy as np
import pytest

from perceptron import (
    Inseparable,
    biased,
    bounds,
    descend,
    directions,
    errors_over_time,
    halving,
    linear,
    margin_dataset,
    margin_perceptron,
    mistakes_forced,
    polynomial,
    rbf,
    separate,
    separate_dual,
    smooth_perceptron,
    spirals,
    train,
    train_dual,
)
from perceptron import digits as handwritten
from playground.address import conditions
from playground.address.codes import ANSWERS, SHELF, SIGNS, encode, encode_pictures
from playground.draw import broken
from playground.lessons import COURSE, LESSONS, MOVED
from playground.lessons.broken import BROKEN
from playground.page.controls import SOURCES, TIES
from playground.page.guide import last_board
from playground.page.solved import checks
from playground.pages import PAGES
from playground.stage.shared import LARGEST
from playground.text import listed, number, vector, whole
from tests.boards import labelled
from tests.playground.visiting import after, answered, complaints, content_of, payload, visit


@functools.cache  # nobody changes what many look at
def shown(slug, /, **other):
    """The scene of a lesson's address, with other settings if given."""
    return answered(LESSONS[slug].page, **{**LESSONS[slug].link, **other})


@functools.cache
def run(slug, /, **other):
    """The run of a lesson's address, with other settings if given, and what separates its points."""
    asked = {**LESSONS[slug].address, **other}
    made = shown(slug, **other)
    data = labelled(made["points"])
    if asked.get("bias") == "true":
        data = data.augmented(float(asked.get("c", 1)))
    start = [float(value) for value in asked.get("start", "0").split(",")]
    start = start if any(start) else np.zeros(data.dim)
    tie, rate = TIES[asked.get("ties", "a mistake")], float(asked.get("rate", 1))
    done = train(data, asked.get("order", "cyclic"), start, rate, tie=tie, max_updates=5000)
    return done, separate(data)


def count(slug, /, **other):
    return len(run(slug, **other)[0].mistakes)


# ---- A function for each lesson: by part the answer and the pieces of its words that have numbers, from the library;
# None for a part whose board the visitor builds.


def hand():
    done, _ = run("hand", **dict(LESSONS["hand"].parts[1].sets))
    end = int((done.data.signed @ done.weights[-1] <= 0).sum())
    assert "One wrong point at a time" in LESSONS["hand"].parts[1].answer
    return [None, ("none", f"After {len(done.mistakes)} such updates {end} points are wrong.")]


def loop():
    done, _ = run("loop")
    assert len(done.data) == 6
    # Right when it was first visited, point 4 is behind an update of a later pass.
    (spoiled,) = (k for k, point in enumerate(done.mistakes) if point == 4)
    assert done.data.signed[4] @ done.weights[1] > 0
    assert done.checked[0] < 5 < done.checked[1] <= len(done.data) < done.checked[spoiled]
    first = "as it did point 4.", f"{done.passes} passes, {len(done.mistakes)} updates."
    more, found = run("loop", data="chosen margin")
    assert SOURCES[0] == "chosen margin"  # the first of the list
    return [(done.passes, *first), (more.updates, f"{more.updates} updates.", f"{found.bound} at most")]


def margin():
    (narrow, found), (wide, other) = run("margin"), run("margin", gamma="0.1")
    first = f"{len(narrow.mistakes)} updates, where the theorem allows {whole(found.bound)}"
    second = f"With γ = {other.margin:.3g} the run takes {len(wide.mistakes)}, of {other.bound} allowed"
    assert bounds.novikoff(found.radius, found.margin / 2) == pytest.approx(4 * found.radius**2 / found.margin**2)
    return [(len(narrow.mistakes), first), (len(wide.mistakes), second)]


def order():
    (done, found), (hardest, same) = run("order"), run("order", order="hardest")
    first = f"takes {len(done.mistakes)} updates, of {found.bound} allowed"
    second = f"takes {len(hardest.mistakes)}. The bound is {same.bound} again"
    return [(len(done.mistakes), first), (len(hardest.mistakes), second)]


def idea():
    done, found = run("idea")
    assert found.bound**2 * found.margin**2 <= found.bound * found.radius**2
    assert (found.bound + 1) ** 2 * found.margin**2 > (found.bound + 1) * found.radius**2
    said = f"Beyond k = {found.bound} the floor is above the", f"here after {len(done.mistakes)} updates."
    return [("floor", *said)]


def tight():
    done, found = run("tight")
    rises = np.diff(done.weights @ found.w), np.diff((done.weights**2).sum(axis=1))
    assert np.allclose(rises, [[found.margin] * 2, [found.radius**2] * 2])
    exact = f"γ = {number(found.margin)}", f"R² = {found.radius**2:g}"
    return [(len(done.mistakes), f"{len(done.mistakes)} updates of {found.bound}", *exact)]


def bias():
    done, found = run("bias")
    alone = run("bias", bias="false")[0]
    assert alone.cycle
    last = f"{done.weights[-1][-1]:.0f}".replace("-", "−")
    ends = f"After {len(done.mistakes)} updates w = {vector(done.weights[-1])}, where {found.bound}", f"The {last}"
    return [(len(done.mistakes), *ends), ("no",)]


def proof():
    done, found = run("proof")
    assert shown("proof")["panels"][0]["label"].startswith("Weight space")
    k, w, square = len(done.mistakes), done.weights[-1], found.radius**2
    limits = f"w·w* = {number(w @ found.w)}, and kγ is {number(k * found.margin)}"
    assert w @ found.w / (k * found.margin) < k * square / (w @ w)
    lengths = f"‖w‖² = {w @ w:g}, and kR² is {k * square:.3g}"
    return [("‖w‖² ≤ kR²", limits, lengths, f"{k} updates are enough where {found.bound}"), None]


def build():
    done = run("build")[0]
    assert "seven at most" in LESSONS["build"].question
    assert all(words in LESSONS["build"].parts[1].build for words in ("at most 7 points", "more than 50 updates"))
    assert "more than 50 updates" in LESSONS["build"].parts[1].task
    (two, found) = run("build", data="slow pair")
    made = f"{two.updates} updates for two points", f"γ is {number(found.margin)}, and {whole(found.bound)}"
    return [(len(done.mistakes), f"take {len(done.mistakes)}."), None, None, (two.updates, *made)]


def xor():
    done, proof = run("xor")
    assert proof.weights.tolist() == [0.25] * 4
    assert not done.data.signed.sum(axis=0).any()
    assert done.cycle.start == 0
    assert done.data.y.tolist().count(1) == 2
    signs = "y = 1 for circles, −1 for triangles", "y x add up to 0", "y w·x add up to 0", "above 0, whatever"
    return [("no", *signs, f"After {done.cycle.length} updates")]


def dual(data, kernel):
    return len(train_dual(data, kernel).mistakes), separate_dual(data, kernel).bound


def xor_kernel():
    made, bound = dual(labelled(shown("xor-kernel")["points"]), polynomial(2))
    return [(made, f"{made} mistakes, where its theorem allows {bound}")]


def cubic():
    data = labelled(shown("cubic")["points"])
    assert isinstance(separate(data.augmented()), Inseparable)
    made, bound = dual(data, polynomial(3))
    return [(made, f"{made} mistakes, where {bound} are"), None]


def digits():
    address = LESSONS["digits"].address
    learned, held = handwritten(int(address["digit"]), int(address["against"]))
    done = train(learned)
    assert f"Of {len(held)} pictures held back" in LESSONS["digits"].parts[0].ask
    end = errors_over_time(done, held).iloc[-1]["last"]
    # Left of the middle row of each loop, where only an 8 has ink.
    assert (done.weights[-1].reshape(8, 8)[[2, 3, 4, 5], [2, 2, 2, 2]] < 0).all()
    return [(end, f"{end} of {len(held)}, after {done.updates} updates", "an 8 closes", "a 3 is open")]


def adversary():
    most = mistakes_forced("2/5")
    # R is 1, and R²/γ² = 6.25 is above what it allows.
    assert most == bounds.whole(bounds.novikoff(1, 2 / 5)) == 6
    return [(0, f"{most} mistakes in {most} rounds"), ("no", f"makes {most} mistakes")]


def end():
    return [None]


def one_example():
    (near, _), (far, _) = run("one-example"), run("one-example", start="30, 4")
    x = near.data.X[0]
    (before, after), scores = (near.weights @ x).tolist(), (far.weights @ x).tolist()
    lengths = {float(np.linalg.norm(w)) for w in near.weights}
    (length,), (away,) = lengths, {abs(score) / length for score in (before, after) for length in lengths}
    w = near.weights[0]
    said = f"w·x = {w[0]:g}·(−{-x[0]:g}) + {w[1]:g}·{x[1]:g} = −{-before:g}: below 0"
    assert said in LESSONS["one-example"].question
    first = (
        f"{len(near.mistakes)} update: it adds x to w.",
        f"(w + x)·x = −{-before:g} + {x @ x:g} = {after:g}, since x·x = ‖x‖² = {x @ x:g}.",
        f"as far from the line as before, {away:g}, but on its own side",
        f"‖w‖ = {length:g}.",
    )
    assert len(scores) == 10
    begun = f"From ({far.weights[0][0]:g}, {far.weights[0][1]:g}) it takes"
    steps = f"eight take the score to −{-scores[-2]:g}, the ninth to {scores[-1]:g}."
    assert f"the score is −{-scores[0]:g}." in LESSONS["one-example"].parts[1].task
    return [(len(near.mistakes), *first), (len(far.mistakes), f"{begun} {len(far.mistakes)} updates: {steps}")]


def many_points():
    (done, found), (few, same) = run("many-points"), run("many-points", n=25)
    first = f"{len(done.mistakes)} updates for {len(done.data)} points; {found.bound} are"
    second = f"For {len(few.data)} points the run takes {len(few.mistakes)}, and again {same.bound} are"
    return [(len(done.mistakes), first), (len(few.mistakes), second)]


def start():
    (done, found), (zero, same) = run("start"), run("start", start="0, 0")
    assert f"for which {same.bound} updates are enough" in LESSONS["start"].question
    first = f"From (−5, −5) the run takes {len(done.mistakes)}. The theorem allows {done.bound(found)} for"
    return [
        (len(done.mistakes), first),
        (len(zero.mistakes), f"From 0 the run takes {len(zero.mistakes)} of {same.bound}:"),
    ]


def rate():
    slow, fast, moved = count("rate"), count("rate", rate=25), count("rate", rate=25, start="1, 1")
    parts = (
        f"{slow} updates with η = 0.25.",
        f"With η = 25 the run takes {fast}, too: from 0,",
        f"From (1, 1) the run takes {moved}:",
    )
    return [*zip((slow, fast, moved), parts, strict=True)]


def ties():
    data, found = run("ties")[0].data, separate(run("ties")[0].data)
    mistake, plus, right = (len(train(data, tie=tie).mistakes) for tie in ("mistake", 1, "correct"))
    parts = [(mistake, f"a mistake, {mistake} updates"), (plus, f"If it is read as +1, {plus}.")]
    return [*parts, (right, f"correct, {right}: w stays 0.", f"the bound, {found.bound}.")]


def units():
    (done, found), (same, other) = run("units"), run("units", R=1, gamma=0.1)
    assert round(found.radius**2 / found.margin) == 1
    assert same.mistakes.tolist() == done.mistakes.tolist()
    assert found.bound == other.bound
    again = f"the same, {len(same.mistakes)} updates", f"R²/γ² is {other.bound} in both"
    return [("no", f"No: {len(done.mistakes)} updates."), (len(same.mistakes), *again)]


def third_weight():
    done = run("third-weight")[0]
    w = done.weights[-1]
    assert done.data.lift == 1
    assert w[2]  # so that at height 1 the place over 0 is on a side
    assert shown("third-weight")["panels"][0]["label"].startswith("The points in space, lifted to height c")
    height = f"that cuts height {done.data.lift:g} in"
    return [("no", f"after {len(done.mistakes)} updates w = {vector(w)}, a plane through 0", height, f"−{-w[-1]:g} is")]


def cost():
    runs = [run("cost", c=c) for c in (0.25, 1, 20)]
    assert runs[0][1].margin < runs[1][1].margin
    assert runs[1][1].radius < runs[2][1].radius
    assert min(found.radius / found.margin for _, found in runs) == runs[1][1].radius / runs[1][1].margin
    small, one, large = (len(done.mistakes) for done, _ in runs)
    said = f"{small} updates with c = 0.25", f"{one} updates with c = 1.", f"With c = 20 there are {large}:"
    return [*zip((small, one, large), said, strict=True)]


def dimension():
    runs = [train(margin_dataset(25, dim, 0.1, seed=3)) for dim in (2, 10, 100, 1000)]
    assert all(done.outcome == "converged" for done in runs)
    assert max(runs, key=lambda done: done.updates) is runs[0]
    allowed = bounds.whole(bounds.novikoff(1, 0.1))
    return [("2", f"{listed(done.updates for done in runs)} updates, where {allowed} are")]


def descent():
    data = labelled(shown("descent")["points"])
    small, large = ([descend(data, rate, size, [2, 3]) for size in (1, 5, len(data))] for rate in (0.1, 100))
    assert min(small, key=lambda path: path.updates) is small[-1]
    counts = (listed(path.updates for path in paths) for paths in (small, large))
    looked = listed(path.checked[-1] for path in small)
    first = f"{next(counts)} updates, but {looked} points looked at"
    return [("all", first), ("no", f"With η = 100 the updates are {next(counts)}:")]


def best_line():
    done, found = run("best-line")
    data = done.data
    runs = {
        "perceptron": done.weights,
        "margin": margin_perceptron(data, found.radius**2).weights,
        "smooth": smooth_perceptron(data).weights,
    }
    angles = {name: np.degrees(np.arccos(w[-1] @ found.w / np.linalg.norm(w[-1]))) for name, w in runs.items()}
    made = len(runs["margin"]) - 1
    last = f"after {len(done.mistakes)}, at {number(angles['perceptron'])}°"
    first = f"{number(angles['margin'])}° from w*", f"for {made} updates", last
    return [(min(angles, key=angles.get), *first), ("no", *lines())]


def unseen():
    few, many = (shown("unseen", n=n) for n in (6, 100))
    w = separate(labelled(few["points"])).w
    others = margin_dataset(30, 2, 0.05, 1.0, 6 + 10_000, w)
    runs = [train(labelled(made["points"])) for made in (few, many)]
    wrong = [int((others.signed @ run.weights[-1] <= 0).sum()) for run in runs]
    first, second = (len(run.mistakes) for run in runs)
    after = f"With 100 points the run takes {second} updates, and {wrong[1]} of 30"
    return [(wrong[0], f"{wrong[0]} of 30 are wrong, after {first} updates"), (wrong[1], after)]


def pocket():
    made = shown("pocket")
    done, proof = run("pocket", grid="1/32")
    assert isinstance(proof, Inseparable)
    errors = errors_over_time(train(done.data, max_updates=made["last"]))
    last, average, pocket = (errors[name].iloc[-1] for name in ("last", "averaged", "pocket"))
    assert pocket < average < last
    wrong = f"Of {len(made['points'])} points the last weights get {last} wrong, their average {average}"
    return [("pocket", wrong, f"the pocket {pocket}.")]


def curve():
    data = labelled(shown("curve")["points"])
    assert isinstance(separate(data.augmented()), Inseparable)
    (made, bound), (more, other) = dual(data, rbf(0.5)), dual(spirals(25, seed=3), biased(rbf(0.5)))
    return [
        (made, f"after {made} mistakes; {bound} are"),
        (more, f"mistakes are {more}, of {whole(other)} allowed, with the bias"),
    ]


def cap():
    done, _ = run("cap")
    stopped = done.weights[np.searchsorted(done.pass_of, 20, side="right")]
    wrong = int((done.data.signed @ stopped <= 0).sum())
    assert len(done.data) == 2
    assert wrong
    return [(wrong, f"{wrong}: the program", f"{len(done.mistakes)} updates, the last one in pass {done.pass_of[-1]}.")]


def norms():
    (unit, other), (done, found) = run("norms"), run("norms", unit="false")
    assert np.allclose(unit.data.X, done.data.normalized().X)
    assert (done.data.signed @ other.w > 0).all()
    assert (unit.data.signed @ found.w > 0).all()
    first = f"{len(unit.mistakes)} updates, where {other.bound} are allowed: γ is {number(other.margin)}."
    second = f"{len(done.mistakes)} updates, where {found.bound} are allowed: γ is {number(found.margin)}."
    return [(len(unit.mistakes), first), (len(done.mistakes), second)]


def lines():
    done, found = run("best-line", gamma="0.05", seed=23)
    both = [train(done.data, order) for order in ("cyclic", "hardest")]
    (count,) = {each.updates for each in both}
    ends = [each.weights[-1] for each in both]
    turned, straight = (number(np.degrees(np.arccos(w @ found.w / np.linalg.norm(w)))) for w in ends)
    assert turned != straight
    return [f"{count} updates each, but the points in turn end at {turned}° from w*, the hardest first at {straight}°"]


def smooth():
    parts = []
    for gamma in ("0.1", "0.02"):
        done, found = run("smooth", gamma=gamma)
        shown = found.radius, found.margin
        most = [bounds.whole(bounds.smooth_perceptron(*shown, len(done.data))), found.bound]
        assert most[0] < most[1] < bounds.whole(bounds.margin_perceptron(*shown, found.radius**2))
        parts.append((most, len(done.data)))
    ((few, many), _), ((more, most), n) = parts
    assert (round(more / few), round(most / many)) == (5, 25)
    first = ("smooth", f"smooth, {few} where the perceptron has {many}", "√(ln n) R/γ")
    return [first, ("5 times", f"{more}, but {whole(most)} for", f"all {n} points.")]


def counts():
    made = shown("counts")
    data = labelled(made["points"])
    done = train_dual(data, biased(linear))
    w = done.alpha @ data.augmented().signed
    asked = int((done.alpha > 0).sum())
    assert done.alpha.sum() == len(done.mistakes)
    weights = f"{len(done.mistakes)}, its mistakes, and w = Σ α y x = {vector(w)}"
    return [(len(done.mistakes), weights, f"wrong: {asked} products")]


def majority():
    data = labelled(shown("majority")["points"])
    few, many = (halving(directions(count, data.X), data.y) for count in (360, 720))
    assert f"{few.survivors[0]} half-planes" in LESSONS["majority"].question
    made = int(few.mistakes.sum())
    halved = f"takes ln 2 = {number(np.log(2))} or more", f"1/{number(np.log(2))} = {number(1 / np.log(2))} times fewer"
    second = f"{many.bound} = ⌊log₂ 720⌋", "takes 1 on average", "most ln 720 mistakes", *halved
    return [(made, f"{made}, of {few.bound} allowed"), (many.bound, *second)]


def visits(slug):
    """Of each part's broken program: its points, their labels, and what it prints before and after each visit."""
    for place, part in enumerate(LESSONS[slug].parts):
        points = shown(slug, **LESSONS[slug].board(place))["points"]
        rows = broken.rows(BROKEN[part.broken], points)
        X = np.array([[x, y, 1] for x, y, _ in points])
        yield X, np.array([1 - 2 * kind for *_, kind in points]), np.vstack([np.zeros((1, 3)), rows])


def hunt_update():
    (X, y, sign), (Z, t, binary), (U, u, every) = visits("hunt-update")
    scores = y[0] * (sign[:-1] @ X[0])[:: len(X)]
    assert (np.diff(scores) < 0).all()  # each mistake on point 0 makes itself worse
    assert t[3] == -1
    assert t[3] * (binary[3] @ Z[3]) < 0
    assert (binary[4] == binary[3]).all()
    assert u[3] * (every[3] @ U[3]) > 0
    assert (every[4] != every[3]).any()
    wrong = "Labels 0 and 1: at visit 4 a wrong triangle moved nothing, for 0 times x is 0."
    return [("the sign of the update",), ("labels 0 and 1", wrong), ("an update on every point", "at visit 4")]


def hunt_numbers():
    (_, _, bias), (X, y, rate), (_, _, strict) = visits("hunt-numbers")
    assert not bias[:, 2].any()
    assert np.allclose(rate[1], [*(0.25 * y[0] * X[0, :2]), y[0]])
    assert not strict.any()
    return [
        ("the bias is never updated", "b is 0 at every visit"),
        ("the rate is on w alone", "visit 1 adds a quarter of x to w, but 1 to b"),
        ("< for ≤", "from w = 0 every score is 0, and 0 < 0 is false"),
    ]


def hunt_loop():
    (X, y, old), (Z, t, once), (_, _, same) = visits("hunt-loop")
    assert y[3] * (old[3] @ X[3]) > 0 >= y[3] * (old[0] @ X[3])
    assert (len(once) - 1, (t * (Z @ once[-1]) <= 0).sum()) == (6, 2)
    assert (same[1:] == same[-1]).all()
    return [
        ("the scores are old", "at visit 4 the point was right"),
        ("one pass only", "it ends after visit 6, and 2 points are wrong"),
        ("one array is printed again and again", f"all {len(same) - 1} rows are the last w"),
    ]


PROGRAMS = [slug for slug, lesson in LESSONS.items() if any(part.program for part in lesson.parts)]
"""The lessons that ask for programs; tests/playground/page/test_trials.py has them written."""

CLAIMS = {slug: globals()[slug.replace("-", "_")] for slug in LESSONS if slug not in PROGRAMS}
CLAIMS |= {slug: lambda: [None] for slug in PROGRAMS}


def there(made, page):
    """What a lesson's task can show or set on a board, by its kinds."""
    views = [panel["view"] for panel in made["panels"] if "view" in panel]
    whole = [""] * any("whole" in panel for panel in made["panels"])
    return {"view": views, "whole": whole, "control": page.controls, "set": page.controls}


def left(guide, place):
    """The controls that a part asks for, and that are not set yet."""
    return [act["name"] for act in guide["parts"][place]["acts"] if act["kind"] == "set" and not act["done"]]


HISTORY = {"0.693", "1.44"}
"""Numbers that no board shows: ln 2, and its reciprocal."""


def numbers(words):
    return set(re.findall(r"−?\d(?:[\d,]*\d)?(?:\.\d+)?", words))


@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_asks_on_its_boards_and_its_answers_are_the_librarys(slug):
    """A part's board follows its settings; tests/browser/test_doing.py sets them by hand and reads the screen."""
    lesson, page = LESSONS[slug], PAGES[LESSONS[slug].page]
    link = {**lesson.link, **({ANSWERS: 6 * SIGNS[0]} if slug == "adversary" else {})}
    assert lesson.title.endswith("?")
    for place, (part, claimed) in enumerate(zip(lesson.parts, CLAIMS[slug](), strict=True)):
        first = page.settings(lesson.address).values
        to_set = [key for key, text in part.sets if page.settings({key: text}).values[key] != first[key]]
        if part.build:
            assert claimed is None
            assert not numbers(part.answer) - {"0", "64", "1958", "704", "400", "512"}, part.answer
            continue
        if part.puzzle:
            assert claimed is None
            guide = shown(slug, **lesson.board(place))["guide"]
            assert (guide["now"], guide["parts"][place]["puzzles"]) == (place, "o")
            continue
        if part.program:
            assert claimed is None
            assert {"asks": part.task, "code": ""}.items() <= shown(slug)["guide"]["parts"][place]["program"].items()
            continue
        for ahead, (key, text) in enumerate(part.sets, 1 - len(part.sets)):
            before, look = page.settings(link).values, page.controls[key].parameter in page.looks
            link = page.with_dependents({**link, key: text}, key)
            if (
                ahead and not look and page.settings(link).values != before
            ):  # between two parts, the board is not astray
                guide = shown(slug, **link)["guide"]
                assert (guide["now"], guide["astray"]) == (None, False)
                assert left(guide, place) == [each for each, _ in part.sets][ahead:]
        made = shown(slug, **link)
        assert made["guide"]["now"] == place
        assert made["guide"]["home"] == (not any(each.sets for each in lesson.parts[: place + 1]))
        acts = made["guide"]["parts"][place]["acts"]
        assert (left(made["guide"], place), left(shown(slug)["guide"], place)) == ([], to_set)
        assert len(acts) == len(made["guide"]["parts"][place]["task"]) // 2
        assert all(act["name"] in there(made, page)[act["kind"]] for act in acts)
        right, *pieces = claimed
        if made["last"]:
            asked = made["question"]
            assert (asked["text"], asked["remember"]) == (part.ask, lesson.guess(place))
            options = asked.get("options")
            assert options == ([*part.options] or None)
            assert (options[asked["answer"]] if options else asked["answer"]) == right
        else:  # a run of no update asks nothing
            assert right == 0
        rest = part.answer
        for piece in pieces:
            assert piece in rest, (piece, rest)
            rest = rest.replace(piece, "", 1)
        assert not re.search(r"\d", rest), rest


# ---- What is said of a wrong answer.


def learned(slug, place):
    """Of a part's run: the mistakes by points, and the most that its theorem allows."""
    lesson, kernels = LESSONS[slug], (rbf(0.5), biased(rbf(0.5)))
    board = lesson.board(place)
    if lesson.page == "pages/kernels.py":
        data = labelled(shown(slug, **board)["points"])
        kernel = {
            "counts": biased(linear),
            "xor-kernel": polynomial(2),
            "cubic": polynomial(3),
            "curve": kernels[place],
        }
        return train_dual(data, kernel[slug]).alpha, dual(data, kernel[slug])[1]
    done, found = run(slug, **board)
    return np.bincount(done.mistakes, minlength=len(done.data)), done.bound(found)


OF_POINTS = {
    "a pass visits them all": lambda _: True,
    "some are never wrong": lambda counts: min(counts) == 0,
    "some are never wrong, others more than once": lambda counts: min(counts) == 0 and max(counts) > 1,
    "most are never wrong": lambda counts: (counts == 0).mean() > 0.5,
    "some are wrong again and again": lambda counts: max(counts) > 2,
    "they are wrong again and again": lambda counts: min(counts) > 1,
    "the same ones are wrong again and again": lambda counts: max(counts) > 5,
}
"""What is said after “You counted the points:”, of the mistakes by points."""


def of_one_example():
    near, far = (run("one-example", **LESSONS["one-example"].board(place))[0] for place in (0, 1))
    before, after = near.weights @ near.data.X[0]
    scores = far.weights @ far.data.X[0]
    assert (before, after, after - before) == (-5, 5, 10)
    assert (scores[0], scores[8], scores[9], len(scores)) == (-86, -6, 4, 10)
    return {(0, 0): 0, (0, 5): -before, (0, 2): 2, (1, 1): 1, (1, 8): 8, (1, 86): -scores[0], (1, 10): len(scores)}


def of_digits():
    learned, held = handwritten(3, 8)
    return {(0, 0): 0, (0, 27): train(learned).updates, (0, 89): len(held) / 2, (0, 178): len(held)}


def of_unseen():
    runs = [run("unseen", **LESSONS["unseen"].board(place))[0] for place in (0, 1)]
    assert all((done.data.signed @ done.weights[-1] > 0).all() for done in runs)
    wrong = unseen()[0][0]
    assert wrong < 30 / 2  # a line that suits the six suits most of these
    return {(0, 0): 0, (0, 2): runs[0].updates, (0, 15): 30 / 2, (0, 30): 30, (1, 8): wrong, (1, 10): runs[1].updates}


def of_majority():
    data = labelled(shown("majority")["points"])
    few = halving(directions(360, data.X), data.y)
    assert few.mistakes.sum() == 1
    return {(0, 0): 0, (0, 8): few.bound, (0, 9): few.bound + 1, (1, 8): few.bound, (1, 16): 2 * few.bound}


def of_ties():
    done = run("ties")[0]
    assert sorted(done.data.y.tolist()) == [-1, 1]  # read as +1, one of the two is right at w = 0
    return {(0, 0): 0, (1, 0): 0, (1, 5): done.updates}


def of_tight():
    done, _ = run("tight")
    assert (done.data.signed @ done.weights[1] <= 0).sum() == 1
    return {(0, 1): 1}


def of_cap():
    done, _ = run("cap")
    assert done.pass_of[-1] == 37
    return {(0, 0): 0, (0, 2): len(done.data)}


def changes():
    classes = [kind for _, _, kind in sorted(shown("cubic")["points"])]
    return int(np.count_nonzero(np.diff(classes)))


WHY = {
    "loop": lambda: {
        (0, 1): 1, (0, 2): run("loop")[0].passes - 1, (0, 4): count("loop"), (0, 6): len(run("loop")[0].data)
    },
    "one-example": of_one_example,
    "margin": lambda: {(1, 55): round(count("margin") * 0.02 / 0.1), (1, 273): count("margin")},
    "order": lambda: {(1, 111): count("order")},
    "tight": of_tight,
    "cubic": lambda: {(0, 3): changes()},
    "digits": of_digits,
    "adversary": lambda: {(0, 3): mistakes_forced("2/5") / 2, (0, 6): mistakes_forced("2/5")},
    "many-points": lambda: {(1, 2): count("many-points")},
    "start": lambda: {(0, 2): count("start", start="0, 0"), (1, 12): count("start")},
    "rate": lambda: {(0, 48): 4 * count("rate", rate=1), (1, 1): 1, (2, 12): count("rate")},
    "ties": of_ties,
    "units": lambda: {(1, 1): 1, (1, 120): 10 * count("units")},
    "norms": lambda: {(1, 15): count("norms")},
    "cost": lambda: {(0, 18): count("cost", c=1), (1, 54): count("cost"), (2, 1): 1, (2, 18): count("cost", c=1)},
    "unseen": of_unseen,
    "cap": of_cap,
    "curve": lambda: {(1, 9): dual(labelled(shown("curve")["points"]), rbf(0.5))[0]},
    "majority": of_majority,
}  # fmt: skip
"""The wrong numbers of which a lesson says how they come about, by part and value, from the library."""


@pytest.mark.parametrize("slug", LESSONS)
def test_what_is_said_of_a_wrong_answer_is_true_of_the_board(slug):
    lesson, why = LESSONS[slug], WHY.get(slug, dict)()
    words = numbers(" ".join([lesson.question, *(f"{part.task} {part.ask} {part.answer}" for part in lesson.parts)]))
    for place, (part, claimed) in enumerate(zip(lesson.parts, CLAIMS[slug](), strict=True)):
        right = part.options.index(part.right) if part.options else claimed and claimed[0]
        for low, high, said in part.replies:
            assert not low <= right <= high
            assert part.broken or numbers(said) <= words | {f"{low}"}, said  # test_hunts.py counts visits
            if part.options:
                continue
            reason, _, more = said.removesuffix(".").partition(": ")
            if (place, low) in why:
                assert low == why[place, low], said
            elif reason == "You counted the points":
                counts, _ = learned(slug, place)
                assert low == high == len(counts)
                assert OF_POINTS[more](counts), said
            else:
                most = learned(slug, place)[1]
                took = reason.startswith("You took the most that a run can make")
                assert took or reason.startswith("No run ")
                assert (low, high) == ((most, most) if took else (most + 1, LARGEST)), said


PAIR = [(0.0, 1.0, 0), (0.125, 1.0, 1)]
THREE = [(1.5, 0.5, 1), (0.0, -1.0, 1), (-0.75, -2.0, 1)]
ROW = [(x, 0.0, place % 2) for place, x in enumerate((-1.5, -0.5, 0.5, 2.0))]
SHAPES = [(0xFF, 0, 0), (0, 0xFF, 1)]


@pytest.mark.parametrize(
    ("slug", "part", "mine"),
    [
        ("hand", 0, {"start": "0.1, 1.4"}),
        ("hand", None, {"start": "1, 0"}),
        ("hand", None, {"start": "0.1, 1.4", "points": encode(PAIR)}),
        ("build", 1, {"points": encode(PAIR), "bias": "true"}),
        ("build", None, {"points": encode([(0.0, 1.0, 0), (0.0, -1.0, 1)])}),
        ("build", None, {"points": encode(PAIR * 4), "bias": "true"}),
        ("build", None, {"points": encode(PAIR), "bias": "true", "start": "9, 9"}),
        ("build", None, {"data": "chosen margin", "n": "7", "gamma": "0.01", "bias": "false"}),
        ("build", 2, {"points": encode(THREE), "order": "hardest", "bias": "false"}),
        ("build", None, {"data": "XOR", "bias": "true", "order": "hardest"}),
        ("cubic", 1, {"points": encode(ROW)}),
        ("cubic", None, {"points": encode(ROW), "degree": "2"}),
        ("cubic", None, {"points": encode(PAIR)}),
        ("end", 0, {SHELF: encode_pictures(SHAPES)}),
        ("end", None, {SHELF: encode_pictures(SHAPES[:1])}),
    ],
)
def test_a_board_that_the_visitor_builds_is_checked(slug, part, mine):
    made = answered(LESSONS[slug].page, **{**LESSONS[slug].link, **mine})
    assert made["guide"]["now"] == part
    assert not made["guide"]["home"] or slug == "end"


def test_a_board_is_asked_for_in_words_that_its_page_can_check():
    for lesson in LESSONS.values():
        for part in lesson.parts:
            asked = [*conditions.read(part.build), *conditions.read(part.program), *conditions.read(part.puzzle)]
            assert {each.words for each in asked} <= {*checks(PAGES[lesson.page])}


def test_a_lesson_says_numbers_of_the_best_line_once_its_curves_are_shown():
    def said(slug, **other):
        """The heads of the table of a lesson, and its sentences."""
        made = shown(slug, **other)
        assert "untold" not in made
        heads = next(panel["heads"] for panel in made["panels"] if "heads" in panel)
        return heads, " ".join(made["texts"]["sentence"]["templates"])

    for slug, lesson in LESSONS.items():
        if lesson.shows is None or lesson.page != "app.py":
            continue
        for words in said(slug):
            assert ("w*" in "".join(words)) == ("curves" in lesson.shows), slug
    assert said("loop", show="everything")[0] == said("idea")[0]


def test_another_run_is_another_board_than_the_lessons():
    lesson = LESSONS["idea"]
    same, other = (answered(lesson.page, **lesson.link, **more) for more in ({"start": "0"}, {"seed": "4"}))
    assert (same["guide"]["now"], same["guide"]["home"], same["guide"]["astray"]) == (0, True, False)
    assert (other["guide"]["now"], other["guide"]["home"], other["guide"]["astray"]) == (None, False, True)
    assert other["question"]["text"].startswith("At most ")
    assert "remember" not in other["question"]


def test_the_answers_of_a_lesson_stand_in_a_row_without_making_a_number():
    for lesson in LESSONS.values():
        said = [part.answer for part in lesson.parts]
        assert not re.search(r"\d\. \d", " ".join(said)), lesson.slug


INTRODUCED = {
    "hand": ["hollow", "update", "separates"],
    "loop": ["pass", "mistake", "theorem"],
    "one-example": ["score", "w·x", "‖w‖"],
    "margin": ["margin", "γ", "w*", "R²", "bound"],
    "order": ["hardest"],
    "idea": ["y x", "floor", "ceiling"],
    "bias": ["bias", "origin", "weight"],
    "proof": ["cone"],
    "xor": ["y w·x"],
    "counts": ["α", "Σ", "products"],
    "xor-kernel": ["kernel"],
    "adversary": ["labels"],
    "dimension": ["dimensions"],
    "rate": ["rate", "η"],
    "best-line": ["seed"],
    "pocket": ["pocket", "average"],
    "descent": ["loss"],
}
"""The words and marks that a lesson explains."""


def test_a_lesson_uses_no_word_before_the_lesson_that_explains_it():
    said = {
        slug: " ".join([lesson.question, *(f"{part._replace(sets=(), build='')}" for part in lesson.parts)])
        for slug, lesson in LESSONS.items()
    }
    for slug, terms in INTRODUCED.items():
        for term in terms:
            found = re.compile(rf"(?<!\w){re.escape(term)}", re.IGNORECASE)
            first = next(each for each, words in said.items() if found.search(words))
            assert first == slug, term


@pytest.mark.parametrize("slug", LESSONS)
def test_the_name_of_a_lesson_alone_opens_it(slug):
    page = LESSONS[slug].page
    alone = answered(page, lesson=slug)
    assert alone["guide"]["remember"] == LESSONS[slug].key
    assert alone == answered(page, **LESSONS[slug].link)


@pytest.mark.parametrize("slug", MOVED)
def test_a_link_to_an_older_lesson_opens_where_it_went(slug):
    lesson, board = MOVED[slug]
    alone = answered(lesson.page, lesson=slug)
    assert alone["guide"]["remember"] == lesson.key
    part = alone["guide"]["now"]
    assert part is None or lesson.parts[part].was == slug
    assert alone == answered(lesson.page, **board, lesson=lesson.slug)
    was = [each["was"] for each in alone["guide"]["parts"]]
    assert was == [each.was and f"lesson {each.was}" for each in lesson.parts]


def test_an_older_lesson_that_went_to_another_page_leads_there():
    page = visit(lesson="machine", data="by hand", points="1AUPs")
    assert payload(page)["address"] == {"lesson": "end", "digits": "drawn by hand"}


def test_the_lessons_are_read_in_order_and_the_page_links_to_each():
    page = visit("pages/lessons.py")
    assert not page.exception
    shown = [link.proto.label for link in page.get("page_link")]
    assert [lesson.place for lesson in LESSONS.values()] == list(range(len(LESSONS)))
    assert COURSE[-1].slug == "end"
    assert all(f"**{lesson.place}. {lesson.title}**" in shown for lesson in LESSONS.values())


def test_an_unknown_lesson_is_named_and_one_of_another_page_is_not():
    strange, elsewhere = visit(lesson="<b>none</b>"), visit("pages/proof.py", **LESSONS["margin"].link)
    assert " ".join(complaints(strange)) == "The link's lesson is <b>none</b>, which is not known."
    assert not complaints(elsewhere)
    for made in (payload(strange), payload(elsewhere)):
        assert "guide" not in made
        assert "lesson" not in made["address"]


def test_a_lesson_stays_on_its_page_and_is_left_with_it():
    made = after(content_of(**LESSONS["margin"].link), "gamma", "0.1")
    assert made["address"]["lesson"] == "margin"
    assert made["last"] == count("margin", gamma="0.1")
    elsewhere = content_of("pages/proof.py", **made["address"])
    assert "guide" not in elsewhere
    assert elsewhere["address"] == {"data": "chosen margin", "gamma": "0.1", "seed": "264", "band": "true"}


@pytest.mark.parametrize("slug", LESSONS)
def test_a_clicker_goes_from_part_to_part_by_their_boards_and_back_to_the_last(slug):
    taught, page = LESSONS[slug], PAGES[LESSONS[slug].page]
    guide = content_of(taught.page, **taught.link)["guide"]
    assert guide["start"] == taught.address
    assert guide["home"]
    assert guide["now"] in (None, 0)
    boards = {place: part["board"] for place, part in enumerate(guide["parts"]) if "board" in part}
    for place, board in boards.items():
        made = content_of(taught.page, **board, lesson=slug)
        assert (made["guide"]["now"], made["complaints"]) == (place, [])
        assert made["address"].items() <= {**board, "lesson": slug}.items()
    end = content_of(taught.page, **last_board(taught, page))
    assert (end["guide"]["now"], end["step"]) == (max(boards, default=None), end["last"])
