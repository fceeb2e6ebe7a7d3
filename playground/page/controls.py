"""The controls that pages share, and the points and the learner's settings that they choose."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, get_args

import numpy as np

from perceptron import (
    Dataset,
    Run,
    blobs,
    cloud,
    gate,
    iris,
    margin_dataset,
    moons,
    rings,
    separate,
    slow_pair,
    spirals,
    train,
)
from perceptron.learner import Order, Tie
from playground.address.address import Board
from playground.address.codes import HAND, MOST, label_of, place_of
from playground.address.parameters import Choice, Number, Parameter, Switch, TextField
from playground.address.settings import Button, Control, Item, Settings, written
from playground.stage.payload import Point, Scene
from playground.text import quoted

MOST_UPDATES, MOST_UPDATES_BY_KERNEL = 5_000, 500


class Sample(NamedTuple):
    """A function of the library that makes points, and the arguments `given` for it.

    If `fewest` is not None, the function also takes `seed` and a number `n` of points, at least `fewest`.
    """

    function: Callable[..., Dataset]
    given: Mapping[str, str] = {}
    fewest: int | None = None


MARGIN, CLOUD, RINGS, IRIS = "chosen margin", "inseparable cloud", "rings", "iris petals"
SAMPLES: Mapping[str, Sample] = {
    "two blobs": Sample(blobs, fewest=2),
    "AND": Sample(gate, {"name": "and"}),
    "OR": Sample(gate, {"name": "or"}),
    "XOR": Sample(gate, {"name": "xor"}),
    "slow pair": Sample(slow_pair),
    CLOUD: Sample(cloud, fewest=4),
    "two moons": Sample(moons, fewest=2),
    RINGS: Sample(rings, fewest=2),
    "spirals": Sample(spirals, fewest=2),
    IRIS: Sample(iris),
}
"""The sources of points except a chosen margin and points by hand, in the order of the list."""
SOURCES = (MARGIN, HAND, *SAMPLES)
DRAWN = frozenset({MARGIN, *(name for name, sample in SAMPLES.items() if sample.fewest)})
"""The sources whose points depend on the seed."""
LISTED = "my list"
"""The order of the visitor's own list of points."""
ORDERS = (*get_args(Order), LISTED)
TIES: Mapping[str, Tie] = {
    "a mistake": "mistake",
    "correct": "correct",
    "read as +1": 1,
    "read as −1": -1,
}

POINTS = Choice(
    "data",
    "Points",
    SOURCES,
    "“Chosen margin” turns the bias off, as a line through the origin separates its points; all others turn it on."
    " Edit the board to make the points your own.",
)
N = Number("n", "n", 1, MOST, 25, help="How many points the learner sees.")
RADIUS = Number("R", "Radius R", 0.1, 5.0, 1.0, 0.1, "No point lies farther from the origin.")
GAMMA = Number(
    "gamma", "Margin γ", 0.01, 0.9, 0.1, 0.01, "The largest margin of the points, exactly. In books: geometric margin."
)
UNIT = Switch(
    "unit",
    "Normalize",
    "Divides each point of a chosen margin by its own length. The same lines separate the points, but margin, bound and"
    " run change.",
)
SEED = Number("seed", "Seed", 0, 9999, 3, 1, "Another seed draws other points and another random order.")
BIAS = Switch(
    "bias",
    "Bias",
    "Appends a constant coordinate c to every point, so the line can leave the origin. In books: intercept, threshold.",
)
SCALE = Number("c", "Constant c", 0.05, 20.0, 1.0, 0.25, "The constant coordinate that a bias appends to every point.")
ORDER = Choice(
    "order",
    "Order",
    ORDERS,
    "cyclic: the points in turn, again and again; shuffled: a new order each pass (in books: epoch); random: one point"
    " drawn at a time; restarting: from the first point again after each update; hardest: always the most wrong point;"
    " my list: the points that you list, once.",
)
_MOST_LISTED, _MOST_CHARACTERS = 1_000, 2_000
SEQUENCE = TextField(
    "sequence",
    "My list",
    "",
    "The points in your order, by their numbers from 0, such as 2, 0, 1, 0. A point may come again.",
    _MOST_CHARACTERS + 1,  # of a longer list this much is left, which is refused
)
RATE = Number(
    "rate",
    "Learning rate η",
    0.01,
    100.0,
    1.0,
    0.25,
    "The share of a point that an update adds to w. From w = 0 it only scales w; from another start it matters. In"
    " books: step size, ε.",
)
TIE = Choice(
    "ties",
    "A point on the boundary is",
    tuple(TIES),
    "How a point exactly on the boundary counts. The theorem holds for all four choices.",
)
START = TextField(
    "start",
    "Start w₀",
    "0",
    "The weights before the first update: numbers with commas, the bias last, such as −5, −5. A single 0 is the zero"
    " vector.",
)
BAND = Switch(
    "band",
    "w*",
    "Shows the boundary with exactly the largest margin, and this margin. In books: maximum-margin hyperplane.",
)
SUM = Switch("sum", "the sum w + y x", "Shows the update as arrows from the origin, scaled to fit the board.")
CLOSE = Switch(
    "close",
    "Fit axes to the run",
    "Ends the curves where the run ends, not where floor and ceiling meet or at a round number.",
)
NUMBERS = Switch("numbers", "point numbers", "Shows each point's number beside it, as the sentences call it.")
UNSEEN = Switch(
    "unseen",
    "unseen points",
    "Shows more points of the chosen margin, small, that the learner never sees. In books: test set.",
)
UNSEEN_POINTS = 30

OUTCOME = Switch(
    "outcome", "the outcome", "Shows how the run ends, with its facts and its verdict, before you step to its end."
)

# ---- the points ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Source:
    """The source of a board's points, one of SOURCES: the visitor's hand, or a function of the library.

    `n`, `margin`, `radius` and `seed` are the numbers in the controls; a source ignores those that it does not need.
    """

    name: str
    n: int
    margin: float
    radius: float
    seed: int
    board: Board
    """The visitor's board, empty unless the points are by hand."""
    unit: bool = False
    """Whether each point is divided by its length; only points of a chosen margin can be."""

    @property
    def placed(self) -> bool:
        """Whether the points are the visitor's own, so that nobody knows yet whether a line separates them.

        The visitor has placed them by hand or brought them in a table. It is also True if there are no points yet.
        """
        return self.name == HAND

    @property
    def axes(self) -> tuple[str, str] | None:
        """The titles of the two axes; None if the coordinates are not of measured quantities."""
        if self.board.axes:
            first, second = self.board.axes
            return first.title, second.title
        return ("petal length, mm/8", "petal width, mm/8") if self.name == IRIS else None

    def points(self) -> list[Point]:
        """Return the points of the source as (x, y, class), where class 0 has the label +1 and class 1 the label −1.

        The list is empty only if the source is the visitor's hand and no point is placed yet.
        """
        if self.name == HAND:
            return [*self.board.points]
        data = _drawn(self)
        return [(x, y, place_of(label)) for (x, y), label in zip(data.X.tolist(), data.y.tolist(), strict=True)]

    def unseen(self) -> Dataset | None:
        """Return 30 points that the learner does not see, to test it on; each call returns the same.

        Their largest margin is the margin of `points`, and they have the same best separator w*. The result is None
        unless the source is "chosen margin" and its points are not normalized.
        """
        if self.name != MARGIN or self.unit:
            return None
        w = separate(_drawn(self)).w  # type: ignore[union-attr]  # points of a chosen margin are separable
        other = self.seed + int(SEED.high) + 1  # no seed that the board could have
        return margin_dataset(UNSEEN_POINTS, 2, self.margin, self.radius, other, w)

    def recipe(self) -> tuple[Callable[..., Dataset], dict[str, Any]]:
        """Return the function of the library that makes these points, and its arguments by their names.

        For points by hand it is `Dataset` with the points themselves, which refuses an empty board. The function makes
        the points as they are before they are normalized, and without the constant coordinate of a bias.
        """
        if self.name == HAND:
            points = self.board.points
            return Dataset, {"X": [[x, y] for x, y, _ in points], "y": [label_of(place) for *_, place in points]}
        if self.name == MARGIN:
            drawn = {"margin": self.margin, "radius": self.radius, "seed": self.seed}
            return margin_dataset, {"n": self.n, "dim": 2, **drawn}
        function, given, fewest = SAMPLES[self.name]
        return function, {**given} if fewest is None else {"n": max(self.n, fewest), "seed": self.seed}


# A whole class opens the same link. Points by hand are not kept here: they are each visitor's own.
@functools.lru_cache(maxsize=64)
def _drawn(source: Source) -> Dataset:
    function, arguments = source.recipe()
    data = function(**arguments)
    return data.normalized() if source.unit else data


def source(settings: Settings, board: Board) -> Source:
    """Return the source that the controls choose for the points, such as "two blobs" or the visitor's own hand.

    `board` has the points that the visitor placed; other sources ignore it. A margin above the radius counts as the
    radius.
    """
    margin, radius = settings[GAMMA], settings[RADIUS]
    name = settings[POINTS]
    own = board if name == HAND else Board()
    unit = name == MARGIN and settings.values.get(UNIT.key, False)
    return Source(name, settings[N], min(margin, radius), radius, settings[SEED], own, unit)


def points(settings: Settings, board: Board) -> list[Point]:
    """Return the points (x, y, class) that the controls choose; `board` has those that the visitor placed.

    Class 0 has the label +1, class 1 the label −1. The list is empty if the visitor's own points are chosen and there
    are none.
    """
    return source(settings, board).points()


Wants = Callable[[Settings], Collection[str]]
"""A function from settings to the keys that a page uses: "data", the points themselves, or "n", "R" and "gamma"."""


def data(preset: str = MARGIN, wants: Wants | None = None) -> list[Item]:
    """Return a heading and the controls for the data that are always in sight; `data_more` returns the others.

    `preset` is the page's default source of points. `wants` says which controls apply; a control that does not apply
    is not drawn. Without `wants` the source of points decides, and a control that does not apply is disabled. The seed
    always applies.
    """

    def too_wide(settings: Settings) -> str:
        radius = settings[RADIUS]
        is_too_wide = GAMMA.key in _uses(settings, wants) and settings[GAMMA] > radius
        return f"A margin cannot exceed the radius; drawn with γ = {radius:g}." if is_too_wide else ""

    return [
        "Data",
        Control(
            POINTS,
            lambda settings: preset,
            present=lambda settings: not wants or "data" in wants(settings),
            sets=[(BIAS, lambda settings: settings[POINTS] != MARGIN)],
        ),
        _applying(N, wants),
        replace(_applying(GAMMA, wants), note=too_wide),
        Control(SEED),
    ]


def data_more(wants: Wants | None = None) -> list[Item]:
    """Return a heading and the controls for the data behind the button *More*: the radius, and a table to bring.

    `wants` says which of them apply, as for `data`.
    """
    bring = Button("Bring a table …", "points", lambda settings: not wants or "data" in wants(settings))
    return ["Data", _applying(RADIUS, wants), bring]


def _uses(settings: Settings, wants: Wants | None) -> Collection[str]:
    """Return the keys of the numbers on which the points depend or, on a page without points, those that it `wants`."""
    if wants and "data" not in (asked := wants(settings)):
        return asked
    name = settings[POINTS]
    if name == MARGIN:
        return (N.key, RADIUS.key, GAMMA.key)
    return (N.key,) if name in SAMPLES and SAMPLES[name].fewest else ()


def _applying(parameter: Parameter, wants: Wants | None) -> Control:
    """Return a parameter's control; when it does not apply, it is disabled or, with `wants`, left out."""

    def applies(settings: Settings) -> bool:
        return parameter.key in _uses(settings, wants)

    return Control(parameter, present=applies) if wants else Control(parameter, used=applies)


LENGTHS = Control(UNIT, used=lambda settings: settings[POINTS] == MARGIN)
"""The control of normalizing, for *More* on pages with a board of points."""


def dataset(points: Sequence[Point], bias: Fraction | None = None) -> Dataset | None:
    """Return points (x, y, class) as a Dataset, with the constant coordinate `bias` if given; None for no points.

    Class 0 becomes the label +1, class 1 the label −1.
    """
    if not points:
        return None
    lift = [] if bias is None else [float(bias)]
    X = np.array([[x, y, *lift] for x, y, _ in points], dtype=float)
    return Dataset(X, [label_of(place) for *_, place in points], bias)


# ---- the learner ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LearnerSettings:
    """The perceptron's settings: `lift_scale`, the constant coordinate of a bias or None, and arguments of `train`.

    If `start` has fewer weights than the data have coordinates, the missing ones are 0; further ones are ignored.
    """

    lift_scale: Fraction | None
    order: Order | Sequence[int]
    start: Sequence[Fraction]
    rate: Fraction
    tie: Tie
    seed: int
    fault: str = ""
    """A sentence if the visitor's own list cannot be the order."""

    def sees(self, points: Sequence[Point]) -> Dataset | None:
        """Return points as `dataset` does, with the constant coordinate if there is a bias; None for no points."""
        return dataset(points, self.lift_scale)

    def run(self, data: Dataset, most: int = MOST_UPDATES) -> Run:
        """Train on the data, as `sees` returns them, with these settings, and stop after `most` updates."""
        start = [*self.start, *[Fraction()] * data.dim][: data.dim] if any(self.start) else None
        return train(data, self.order, start, self.rate, self.tie, self.seed, max_updates=most)


def learner(settings: Settings, count: int) -> LearnerSettings:
    """Return the perceptron's settings that the values of the page's controls give.

    `count` is the number of points. If the visitor's own list of points cannot be used for so many, the order is
    "cyclic", and `fault` says why. A start that cannot be read counts as 0, without a fault.
    """
    scale = bias(settings)
    start, _ = vector(settings, START, 2 if scale is None else 3)
    order, fault = order_of(settings, count)
    return LearnerSettings(scale, order, start, decimal(settings, RATE), TIES[settings[TIE]], settings[SEED], fault)


def order_of(settings: Settings, count: int) -> tuple[Order | Sequence[int], str]:
    """Return the order in which the learner takes `count` points, and a fault, "" if there is none.

    The order is a name or the visitor's own list of indices from 0. If the list cannot be read, or has an index of no
    point, the order is "cyclic", and the fault is a sentence that says why. If `count` is 0, the list is not read: the
    order is "cyclic", without a fault.
    """
    if settings[ORDER] != LISTED:
        return settings[ORDER], ""
    if not count:
        return "cyclic", ""
    try:
        order = _indices(settings[SEQUENCE])
    except ValueError as error:
        return "cyclic", f"{error}{_IN_TURN}"
    if outside := [each for each in order if each >= count]:
        return "cyclic", f"Your list has point {outside[0]}, but the points are 0 to {count - 1}{_IN_TURN}"
    return order, ""


def bias(settings: Settings) -> Fraction | None:
    """Return the constant coordinate of the bias; None without a bias."""
    return decimal(settings, SCALE) if settings[BIAS] else None


def decimal(settings: Settings, parameter: Number | Choice) -> Fraction:
    """Return the number in a parameter's control exactly as it is written: 0.1 is a tenth, not the nearest float."""
    return Fraction(written(settings[parameter]))


def lift(default: bool = False) -> Control:
    """Return the control that switches the bias on and off; `default` says whether it is on unless a link sets it."""
    return Control(BIAS, lambda settings: default)


_IN_TURN = "; until then the points come in turn."


def _note_of_list(settings: Settings) -> str:
    try:
        _indices(settings[SEQUENCE])
    except ValueError as error:
        return f"{error}{_IN_TURN}"
    return ""


ORDERING = (
    Control(ORDER),
    Control(SEQUENCE, present=lambda settings: settings[ORDER] == LISTED, note=_note_of_list),
)
"""The control of the order, and of the visitor's own list."""
SCALED = Control(SCALE, used=lambda settings: settings[BIAS])
"""The control of a bias's scale."""
LEARNER: Sequence[Item] = (
    "Learner",
    SCALED,
    *ORDERING,
    Control(RATE),
    Control(TIE),
    Control(START, note=lambda settings: vector(settings, START, 2 if bias(settings) is None else 3)[1]),
)
"""The part of *More* on the learner."""


# ---- texts -----------------------------------------------------------------------------------------------------------


def vector(settings: Settings, parameter: TextField, dim: int) -> tuple[list[Fraction], str]:
    """Return the vector that a visitor wrote into a field, as `dim` exact numbers, and a fault, "" if there is none.

    Commas separate the numbers, and zeros fill up too few. If the field is empty or cannot be read, or has more than
    `dim` numbers or a number beyond ±1,000,000, return the zero vector and a sentence that says why.
    """
    try:
        return _vector(settings[parameter], dim), ""
    except ValueError as error:
        return [Fraction()] * dim, str(error)


def fraction(settings: Settings, parameter: TextField, least: Fraction) -> tuple[Fraction, str]:
    """Return the number from `least` to 1 that a visitor wrote into a field, and "".

    If it cannot be used, return the field's default and a sentence that says why.
    """
    try:
        return _fraction(settings[parameter], least), ""
    except ValueError as error:
        return Fraction(parameter.default), f"{error}; {parameter.default} is used."


def _vector(text: str, dim: int) -> list[Fraction]:
    """Read decimals with commas between them, exactly; there may be at most `dim`, and missing ones are 0.

    >>> _vector("−5, 0.1", 3)
    [Fraction(-5, 1), Fraction(1, 10), Fraction(0, 1)]
    """
    parts = text.replace("−", "-").replace("(", "").replace(")", "").replace(";", ",").split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        raise ValueError(f"The start must be numbers with commas, got {quoted(text, 60)}; 0 is used.") from None
    if not all(abs(value) <= 1e6 for value in numbers):
        raise ValueError(f"The start must be numbers up to ±1,000,000, got {quoted(text, 60)}; 0 is used.")
    if len(numbers) > dim:
        raise ValueError(f"The start has {len(numbers)} numbers, the weights {dim}; 0 is used.")
    # A number that is 0 as a float may have too many places for exact arithmetic.
    exact = [Fraction(Decimal(part)) if number else Fraction() for part, number in zip(parts, numbers, strict=True)]
    return (exact + [Fraction()] * dim)[:dim]


def _indices(text: str) -> list[int]:
    """Read whole numbers from 0 with commas or spaces between them.

    >>> _indices("[2, 0,1 0]")
    [2, 0, 1, 0]
    """
    parts = re.sub(r"[][(),;\s]+", " ", text).split()
    if not parts:
        raise ValueError("Type the numbers of the points in your order, such as 2, 0, 1")
    if len(text) > _MOST_CHARACTERS or len(parts) > _MOST_LISTED:
        raise ValueError(
            f"Your list is too long: it can have {_MOST_LISTED:,} numbers and {_MOST_CHARACTERS:,} characters"
        )
    strange = [part for part in parts if not re.fullmatch("[0-9]{1,9}", part)]
    if strange:
        shown = "".join(sign for sign in strange[0][:20] if sign.isprintable() and sign not in "`{}<>")
        raise ValueError(f"Your list must be whole numbers from 0 with commas, got “{shown}”")
    return [*map(int, parts)]


def with_fault(scene: Scene, fault: str) -> Scene:
    """Put a fault, a sentence, before the text of every step of a scene, and return this scene.

    A fault "" changes nothing.
    """
    if fault:
        for part in (scene, scene["untold"]) if "untold" in scene else (scene,):
            sentence = part["texts"]["sentence"]
            lines = [template.split("\n", 1) for template in sentence["templates"]]
            templates = ["\n".join([f"{fault} {first}", *rest]) for first, *rest in lines]
            part["texts"] = {**part["texts"], "sentence": {**sentence, "templates": templates}}
    return scene


def _fraction(text: str, least: Fraction) -> Fraction:
    """Read a decimal or a fraction, exactly.

    >>> _fraction("0,1", Fraction(1, 20)), _fraction("2/5", Fraction(1, 20))
    (Fraction(1, 10), Fraction(2, 5))
    """
    written = text.strip().replace(",", ".")
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{0,12})?|\.[0-9]{1,12}|[0-9]{1,6}/0*[1-9][0-9]{0,6}", written):
        value = Fraction(written)
        if least <= value <= 1:
            return value
    raise ValueError(f"It must be a decimal or a fraction from {float(least):g} to 1, got {quoted(text)}")


def with_names(scene: Scene, source: Source) -> Scene:
    """Write the names of the source's file and axes into the titles of a scene's board, and return this scene.

    A title stays if the source has no name for it. A scene without a board to edit stays as it is.
    """
    if "editing" in scene:
        title = f"Input plane of {source.board.file}" if source.board.file else "Input plane"
        for part in (scene, scene["untold"]) if "untold" in scene else (scene,):
            figure: Any = part["panels"][scene["editing"]["panel"]]["figure"]  # type: ignore[typeddict-item]
            figure["title"] = figure["title"].replace("Input plane", title)
            for axis, name in zip(("xaxis", "yaxis"), source.axes or (), strict=False):
                figure[axis]["name"] = name
    return scene
