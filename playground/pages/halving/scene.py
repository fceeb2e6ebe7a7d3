"""Halving: the half-planes through the origin that were never wrong, and three learners that answer the same points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from perceptron import (
    BarelySeparable,
    Dataset,
    HalvingRun,
    RandomizedRun,
    Run,
    Separator,
    bounds,
    randomized_halving,
    train,
)
from perceptron import directions as half_planes
from perceptron import halving as majority_vote
from perceptron.separation import Separation
from playground.address.parameters import Number
from playground.draw import legends, sentences, views
from playground.draw.curves import blank, bound, chart, growth, note, upright
from playground.draw.figures import DASHES, Picture, column, dots, mark
from playground.draw.outcome import Outcome, compose
from playground.draw.palette import BOUND, GROUND, INK, MAJORITY, PROOF, RANDOM, SEPARATOR
from playground.draw.planes import editable, half_side, own_hollow, ring
from playground.draw.sentences import fact
from playground.stage.payload import Bars, Column, Dash, Fact, FigurePart, Note, Point, Scene, Text, Verdict
from playground.text import listed, number, plural, unbroken, whole

DIRECTIONS = Number(
    "directions", "Directions |C|", 8, 720, 360, 8, "The number of half-planes, through the origin and evenly spaced."
)
DRAWS = 2_000

_SIGNS = {1: "+1", -1: "−1"}


@dataclass(frozen=True)
class Contest:
    """Three learners that predict the labels of the same n points in turn.

    The majority and the random vote are among half-planes with equally spaced directions. The contest ends before the
    first point after which no direction would be left, since none was right on all points so far.
    """

    data: Dataset
    alive: npt.NDArray[np.bool_]
    """Whether each direction was right about all points before the k-th, shape (directions, n + 1)."""
    majority: HalvingRun
    random: RandomizedRun
    perceptron: Run
    draws: npt.NDArray[np.int64]

    @property
    def answered(self) -> int:
        """The number of points that all three learners answer.

        If no direction, a half-plane, is right on all points up to some point, that point and later ones do not count.
        """
        return len(self.majority.answers)

    @property
    def last(self) -> int:
        """The number of points shown: those `answered` and the point after which no direction is left, if any."""
        return min(self.answered + 1, len(self.data))


def contest(data: Dataset, directions: int, seed: int) -> Contest:
    """Let three learners answer the points in order, and return their contest.

    They are the majority of the half-planes that were never wrong, such a half-plane drawn at random, and the
    perceptron. There are `directions` half-planes at first; `seed` determines the draws. If no half-plane is right on
    all points up to some point, the first two learners stop before it. The perceptron answers all points.
    """
    says = half_planes(directions, data.X)
    # No direction is right about a point at the origin, which has no side.
    right = np.column_stack([np.ones(directions, dtype=bool), (says == data.y) & (data.norms > 0)])
    alive = np.logical_and.accumulate(right, axis=1)
    fits = int(np.count_nonzero(alive[:, 1:].any(axis=0)))
    random = randomized_halving(says[:, :fits], data.y[:fits], seed)
    return Contest(
        data,
        alive,
        majority_vote(says[:, :fits], data.y[:fits]),
        random,
        train(data, order=np.arange(len(data))),
        random.draws(DRAWS, seed),
    )


def scene(
    points: Sequence[Point], contest: Contest | None, separation: Separation | None, *, placed: bool = False
) -> Scene:
    """Return the scene of a contest, in which three learners answer the points; of an empty board if it is None.

    `separation` is the verdict on the points; it is None only if the contest is None. If a direction, a half-plane, is
    right on all points, the scene asks how many mistakes the majority makes. Otherwise, and always if the visitor
    `placed` the points, it asks whether any direction will be left at the end.
    """
    pictures = [
        _board(points, contest),
        views.in_view("Halving", _left(contest)),
        views.in_view("Halving", _mistaken(contest)),
        views.in_view("At random", _law(contest)),
    ]
    if contest is None:
        return compose(pictures, Outcome(sentences.text(0, _INVITATION), _facts(None), place=["no points"]), points)
    ask, answer = "Will any direction be left?", None
    if contest.last == contest.answered and not placed:
        ask = f"The majority: at most {plural(contest.majority.bound, 'mistake')}. How many?"
        answer = int(contest.majority.mistakes.sum())
    outcome = Outcome(
        _sentence(contest),
        _facts(contest),
        _verdict(contest, separation),
        _columns(contest),
        step=["round {k}"],
        ask=ask,
        answer=answer,
    )
    return compose(pictures, outcome, points)


_INVITATION = "Click on the board to place a point. The points come in the order you placed them."


# ---- pictures ------------------------------------------------------------------------------------------------------


def _board(points: Sequence[Point], contest: Contest | None) -> Picture:
    """Draw the directions on a circle, possible ones coloured and those just eliminated grey, and this point's line."""
    half = half_side(points)
    label = (
        "The board: the points, hollow where the perceptron has them wrong, and around the origin the directions of"
        " half-planes: a direction is still possible if it has every point so far on its right side."
    )
    picture = editable(points, label, (-half, half))
    if contest is not None:
        _draw_directions(picture, contest, 0.8 * half)
        _draw_perceptron(picture, contest, 0.8 * half)
    return picture


def _draw_directions(picture: Picture, contest: Contest, radius: float) -> None:
    """Draw a dot for each direction, and fill the sectors of possible directions and of just eliminated directions."""
    count, last = len(contest.alive), contest.last
    # 1. The dots, and a note about them.
    angles = 2 * np.pi * (np.arange(count) + 0.5) / count
    around = (1.03 * radius * np.array([np.cos(angles), np.sin(angles)])).round(6)
    picture.figure["parts"].append(dots(around, BOUND, 4 if count <= 120 else 2.5))
    caption: Note = {"x": 0, "y": -1.04 * radius, "text": "each dot is a direction", "color": BOUND, "side": "below"}
    picture.figure["notes"].append(caption)
    # 2. The sectors, and their names.
    alive = contest.alive[:, : last + 1].T  # shape (last + 1, count)
    put_out = np.vstack([np.zeros(count, dtype=bool), alive[:-1] & ~alive[1:]])
    for name, word, sets, color, opacity in (
        ("out", "eliminated", put_out, BOUND, 0.3),
        ("lit", "possible", alive, SEPARATOR, 0.6),
    ):
        # The stroke keeps a single direction visible.
        look: dict[str, Any] = {"fill": color, "stroke": color, "width": 3, "opacity": opacity, "radius": radius}
        ends, arcs = _arcs(name, sets)
        picture.add(ends, *(mark("sector", arc, under=True, **look) for arc in arcs))
        middles = _middles(name, sets, 0.6 * radius)
        picture.add(middles, mark("dot", [*middles], radius=0, fill=color, name=word))


def _draw_perceptron(picture: Picture, contest: Contest, radius: float) -> None:
    """Draw the perceptron's w, cut or stretched to `radius`, the points it has wrong, and this point with its line."""
    last, updates = contest.last, _updates(contest)
    wrong = legends.codes(legends.wrong(contest.perceptron, "mistake")[updates])
    picture.add({"hollow": wrong}, own_hollow("perceptron", ("u", "v", "zero")))
    w = contest.perceptron.weights[updates]  # shape (last + 1, 2)
    lengths = np.linalg.norm(w, axis=1, keepdims=True)
    u, v = np.where(lengths > 0, radius * w / np.maximum(lengths, np.finfo(float).tiny), np.nan).T
    a, b = contest.data.X[:last].T
    arrow: dict[str, Column] = {"zero": [0.0] * (last + 1), "u": column(u), "v": column(v)}
    point: dict[str, Column] = {"i": [None, *range(last)], "a": [None, *column(a)], "b": [None, *column(b)]}
    dash = DASHES["dash"]
    picture.add(
        arrow | point,
        mark("line", ["a", "b", "zero"], under=True, stroke=INK, width=1.5, dash=dash, name="this point's line"),
        mark("vector", ["zero", "zero", "u", "v"], stroke=INK, width=2.5),
        mark("dot", ["u", "v"], radius=1, fill=INK, name="perceptron"),
        ring(),
    )


def _middles(name: str, sets: npt.NDArray[np.bool_], distance: float) -> dict[str, Column]:
    """Return columns of the place for each set's name, at the middle of its longest arc, at this distance from 0."""
    width = 2 * np.pi / sets.shape[1]
    places = []
    for chosen in sets:
        first, end = max(_runs(chosen), key=lambda arc: arc[1] - arc[0], default=(np.nan, np.nan))
        places.append((first + end) / 2 * width)
    return {f"{name}_x": column(distance * np.cos(places)), f"{name}_y": column(distance * np.sin(places))}


def _arcs(name: str, sets: npt.NDArray[np.bool_]) -> tuple[dict[str, Column], list[list[str]]]:
    """Return columns with the ends, in radians, of arcs that cover each set of directions, and their names by arc.

    A set has two arcs only if points lie exactly opposite each other.
    """
    arcs = [_runs(chosen) for chosen in sets]
    width = 2 * np.pi / sets.shape[1]
    columns: dict[str, Column] = {}
    names = []
    for index in range(max(map(len, arcs))):
        names.append([f"{name}{index}from", f"{name}{index}to"])
        for end, column_name in enumerate(names[-1]):
            columns[column_name] = [round(runs[index][end] * width, 5) if index < len(runs) else None for runs in arcs]
    return columns, names


def _runs(chosen: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the stretches of neighbours in a set on a circle, each as its first member and the place after its last.

    >>> _runs(np.array([1, 0, 1, 1], dtype=bool)), _runs(np.ones(3, dtype=bool)), _runs(np.zeros(3, dtype=bool))
    ([(2, 5)], [(0, 3)], [])
    """
    if chosen.all():
        return [(0, len(chosen))]
    start = int(np.argmin(chosen))
    rolled = np.roll(chosen, -start).astype(int)
    edges = (start + 1 + np.flatnonzero(np.diff(rolled, append=0))).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))


def _updates(contest: Contest) -> npt.NDArray[np.int64]:
    """Return how many updates the perceptron has made at each step, shape (last + 1,)."""
    return np.searchsorted(contest.perceptron.mistakes, np.arange(contest.last + 1))


_LEFT = "Directions left: a mistake (○) leaves at most half"
_MISTAKES = "Mistakes of the three learners"


def _left(contest: Contest | None) -> Picture:
    """Draw how many directions are left after each point, and ring the majority's mistakes."""
    if contest is None:
        return blank("upper", _LEFT)
    survivors = contest.majority.survivors
    count = int(survivors[0])
    columns: dict[str, Column] = {
        "answered": _stays(contest, range(contest.answered + 1)),
        "survivors": _stays(contest, survivors.tolist()),
        "erred": _stays(contest, [0, *contest.majority.mistakes.astype(int).tolist()]),
    }
    rings = mark("dots", ["answered", "survivors", "erred"], radius=5, stroke=INK, width=1.5, fill=GROUND)
    label = "How many directions are left after each point, each height half of the height above."
    panel = chart("upper", _LEFT, label, [], contest.last, [0, 1], "directions left", x_title="rounds k")
    powers = [2**power for power in range(0, count.bit_length(), 2)]
    picture = Picture(panel, columns)
    ticks: list[tuple[float, str]] = [(power, whole(power)) for power in powers]
    picture.figure["yaxis"] |= {"log": True, "range": (-0.1, float(np.log10(1.3 * count))), "ticks": ticks}
    curve, dot = growth("survivors", SEPARATOR, "answered")
    picture.marks = [curve, rings, dot]
    return picture


def _mistaken(contest: Contest | None) -> Picture:
    """Draw the mistakes of each learner up to each point, and the majority's bound."""
    if contest is None:
        return blank("lower", _MISTAKES)
    lines, most = _mistakes(contest), contest.majority.bound
    columns: dict[str, Column] = {"answered": _stays(contest, range(contest.answered + 1))}
    columns |= {name: _stays(contest, values.tolist()) for name, values in lines.items()}
    panel = chart(
        "lower",
        _MISTAKES,
        "The mistakes of the three learners up to each point, and the most that the majority makes.",
        [bound(np.array([0, contest.last]), np.array([most, most]))],
        contest.last,
        [0, max(1.2 * most, 1.0, *(float(values[-1]) for values in lines.values()))],  # with room for the note
        "mistakes",
        x_title="rounds k",
        notes=[note(contest.last, most, f"majority at most ⌊log₂ |C|⌋ = {most}")],
    )
    marks = [piece for name, color, dash in _SERIES for piece in growth(name, color, "answered", dash, called=name)]
    return Picture(panel, columns, marks)


def _stays(contest: Contest, values: Iterable[int]) -> list[int]:
    """Return a column of values, one for each answered point, which stays at the last value after them."""
    answered = [*values]
    return answered + answered[-1:] * (contest.last - contest.answered)


_SERIES: Sequence[tuple[str, str, Dash]] = (
    ("majority", MAJORITY, "dash"),
    ("random", RANDOM, "dot"),
    ("perceptron", INK, "solid"),
)


def _mistakes(contest: Contest) -> dict[str, npt.NDArray[np.int64]]:
    """Return the number of each learner's mistakes up to each answered point, shape (answered + 1,)."""
    mistakes = {"majority": contest.majority.mistakes, "random": contest.random.mistakes}
    counts = {name: np.concatenate([[0], np.cumsum(wrong)]) for name, wrong in mistakes.items()}
    return {**counts, "perceptron": _updates(contest)[: contest.answered + 1]}


def _law(contest: Contest | None) -> Picture:
    """Draw how likely each number of mistakes is for random answers, with the exact mean and its two bounds."""
    title = f"Answering at random: {DRAWS:,} draws, and the exact mean"
    if contest is None:
        return blank("side", title)
    # 1. The bars.
    concepts = int(contest.random.survivors[0])
    log = float(np.log(concepts))
    counts = np.bincount(contest.draws) / DRAWS
    top, end = float(counts.max()), max(len(counts) - 0.4, 1.45 * log)
    bars: Bars = {"kind": "bars", "x": list(range(len(counts))), "y": column(counts), "color": RANDOM, "width": 0.8}
    parts: list[FigurePart] = [{**bars, "opacity": 0.25}]
    # 2. The upright lines, and their names: the last one on the right of its line.
    notes: list[Note] = []
    uprights: Sequence[tuple[str, float, str, Dash, float]] = (
        ("mean", float(contest.random.expectation), INK, "solid", 1.2),
        ("H − 1", bounds.randomized_halving(concepts), BOUND, "dash", 1.0),
        ("ln |C|", log, BOUND, "dot", 1.2),
    )
    for name, x, color, dash, height in uprights:
        parts.append(upright(x, 1.25 * top, color, dash, width=2))
        text = note(x, height * top, f"{name} = {number(x)}", color, below=x == log)
        notes.append({**text, "shift": (4 if x == log else -4, 0)})
    label = "How often random answers make so many mistakes; their exact mean lies below H − 1, and H − 1 below ln |C|."
    y_title, span = "share of the draws", [0, 1.25 * top]
    panel = chart("side", title, label, parts, end, span, y_title, x_title="mistakes", notes=notes)
    picture = Picture(panel)
    picture.figure["xaxis"]["range"] = (-0.6, end)
    return picture


# ---- words -----------------------------------------------------------------------------------------------------------


def _columns(contest: Contest) -> dict[str, Column]:
    """Return the columns of the sentences: how many directions each point eliminates, and which learners are wrong."""
    n, survivors = contest.answered, contest.majority.survivors
    rest: list[str | None] = [None] * (contest.last - n)
    gone = contest.random.eliminated.tolist()
    erred = {
        "the majority": contest.majority.mistakes,
        "one at random": contest.random.mistakes,
        "the perceptron": np.isin(np.arange(n), contest.perceptron.mistakes),
    }
    wrong = [[name for name, mistakes in erred.items() if mistakes[i]] for i in range(n)]
    return {
        "k": list(range(contest.last + 1)),
        "label": [None, *(_SIGNS[label] for label in contest.data.y[: contest.last].tolist())],
        "before": [None, *map(whole, survivors.tolist())][: contest.last + 1],
        "eliminated": [None, *(plural(count, "direction") if count else "no direction" for count in gone), *rest],
        "gone": [None, *map(whole, gone), *rest],
        "left": [None, *map(whole, survivors[1:].tolist()), *rest],
        "wrong": [None, *(f"Wrong about it: {listed(names)}." if names else _RIGHT for names in wrong), *rest],
    }


_RIGHT = "All three learners were right about it."


def _sentence(contest: Contest) -> Text:
    count = whole(len(contest.alive))
    first = f"{count} directions, each a half-plane: +1 on the side it points to. Press Step."
    some = "Point {i} ({label}) eliminates {eliminated}: {before} − {gone} = {left} left.\n{wrong}"
    none = f"Point {{i}} ({{label}}) eliminates all that were left, {{before}} of {count}."
    which = [0] + [1] * contest.answered + [2] * (contest.last - contest.answered)
    return {"templates": [first, unbroken(some), none], "which": which}


def _facts(contest: Contest | None) -> list[Fact]:
    count = most = mean = rest = "–"
    if contest is not None:
        survivors, most = contest.majority.survivors, whole(contest.majority.bound)
        count, mean = whole(int(survivors[0])), number(float(contest.random.expectation))
        rest = whole(int(survivors[-1]) if contest.last == contest.answered else 0)
    return [
        fact("directions |C|", count, "The number of half-planes through the origin; set it above the board."),
        fact(
            "⌊log₂ |C|⌋",
            most,
            "The most mistakes of the majority if one direction is right: each leaves at most half. The majority need"
            " not itself be one of the directions, and asks all that are left in every round. Equal votes are +1.",
        ),
        fact(
            "mean at random",
            mean,
            "The exact mean of the mistakes at random: the sum of eliminated/left beforehand. It is at most ln |C|, and"
            " log₂ |C| is 1.44 times that.",
        ),
        fact("left at the end", rest, "The directions that are right about every point of the board.", outcome=True),
    ]


def _verdict(contest: Contest, separation: Separation | None) -> Verdict:
    if contest.last > contest.answered:
        cause = "No line through the origin separates the points, so no grid contains one."
        if isinstance(separation, Separator):
            cause = "A line exists: a finer grid would contain one."
        elif isinstance(separation, BarelySeparable):
            cause = "A line exists, but between directions that are too close for any grid here."
        last = f"Point {contest.answered} eliminates the last of the {whole(len(contest.alive))} directions."
        return {"text": f"{last} {cause}", "color": PROOF}
    mistakes = {name: int(counts[-1]) for name, counts in _mistakes(contest).items()}
    text = (
        f"Majority: {plural(mistakes['majority'], 'mistake')}, at most {contest.majority.bound}. One at random:"
        f" {mistakes['random']}, on average {number(float(contest.random.expectation))}. Perceptron:"
        f" {mistakes['perceptron']}."
    )
    return {"text": text, "color": SEPARATOR}
