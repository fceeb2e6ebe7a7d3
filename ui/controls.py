"""The controls of the sidebar: each takes its value from the link and notes what the visitor makes of it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

import streamlit as st

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
from perceptron.samples import Gate
from ui import address, bring
from ui.address import HAND, TURNED
from ui.links import MOST, Axis, Row
from ui.parameters import Choice, Number, Parameter, Switch, TextField
from ui.stage.scene import Picture, Point
from ui.words import WRONG, quoted

MOST_UPDATES = 5_000

Place = AbstractContextManager[object]
"""A part of the page, into which what stands in its `with` is drawn."""

MARGIN, BLOBS, PAIR, CLOUD = "chosen margin", "two blobs", "slow pair", "inseparable cloud"
MOONS, RINGS, SPIRALS, IRIS = "two moons", "rings", "spirals", "iris petals"
GATES: Mapping[str, Gate] = {"AND": "and", "OR": "or", "XOR": "xor"}
DRAWN: Mapping[str, tuple[Callable[..., Dataset], int]] = {
    BLOBS: (blobs, 2),
    CLOUD: (cloud, 4),
    MOONS: (moons, 2),
    RINGS: (rings, 2),
    SPIRALS: (spirals, 2),
}
"""What draws so many points with a seed, and the fewest there are."""
SOURCES = (MARGIN, HAND, BLOBS, *GATES, PAIR, CLOUD, MOONS, RINGS, SPIRALS, IRIS)
ORDERS: tuple[Order, ...] = ("cyclic", "shuffled", "random", "hardest")
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
    "Points of a chosen margin are separable through the origin, so choosing them turns the bias off; all others turn"
    " it on. Edit the board to make them yours.",
)
N = Number("n", "Number n", 1, MOST, 25)
RADIUS = Number("R", "Radius R", 0.1, 5.0, 1.0, 0.1, "No point lies farther from the origin.")
GAMMA = Number("gamma", "Margin γ", 0.01, 0.9, 0.1, 0.01, "The points' largest margin is exactly this.")
SEED = Number("seed", "Seed", 0, 9999, 3, 1, "Another seed draws other points and another random order.")
BIAS = Switch("bias", "Bias", "Appends a constant coordinate c to every point.")
SCALE = Number("c", "c", 0.05, 20.0, 1.0, 0.25, "The constant coordinate that a bias appends to every point.")
ORDER = Choice(
    "order",
    "Order",
    ORDERS,
    "cyclic: in their order, again and again; shuffled: a new order each pass; random: one drawn at a time;"
    " hardest: always the point that is most wrong.",
)
RATE = Number("rate", "Rate η", 0.01, 100.0, 1.0, 0.25, "From w = 0 it only scales w; from another start it matters.")
TIE = Choice(
    "ties",
    "A point on the boundary is",
    tuple(TIES),
    "What a point exactly on the boundary counts as. The theorem holds for all four.",
)
START = TextField(TURNED, "Start w₀", "0", "Numbers with commas, the bias last: −5, −5. A single 0 is the zero vector.")
BAND = Switch("band", "w* and its margin", "The boundary with exactly the largest margin, and that margin.")
SUM = Switch("sum", "the sum w + y x", "The update as arrows from the origin, scaled to fit the board.")
CLOSE = Switch(
    "close",
    "the curves close up",
    "Ends the curves with the run, not where floor and ceiling meet or at a round number.",
)
NUMBERS = Switch("numbers", "the points' numbers", "Each point's number beside it, as the sentences call it.")
UNSEEN = Switch(
    "unseen", "unseen points", "More points of the chosen margin, small, that the learner never sees: does it get them?"
)
UNSEEN_POINTS = 30

OUTCOME = Switch("outcome", "the outcome", "How the run ends and what comes of it, before its end was seen.")

LEARNING = (SCALE, ORDER, RATE, TIE, START)
"""What `learner` shows behind *More*."""
SHOWN = (SUM, CLOSE, NUMBERS, UNSEEN)
"""What `shown` shows there."""


@dataclass(frozen=True)
class Source:
    """Where the points come from: the hand, or a generator and its settings."""

    name: str
    n: int
    margin: float
    radius: float
    seed: int
    default: str = MARGIN

    @property
    def biased(self) -> bool:
        """Whether a learner of the page's own points has a bias by default: those of a chosen margin need none."""
        return self.default != MARGIN

    @property
    def axes(self) -> tuple[str, str] | None:
        """What was measured along either axis; None where nothing was."""
        if self.name == HAND:
            first, second = address.axes() or (None, None)
            return (first.title, second.title) if first and second else None
        return ("petal length, cm", "petal width, cm") if self.name == IRIS else None

    def points(self) -> list[Point]:
        """Return the points, x, y and class; first run the whole page again if the controls have other values now."""
        if address.behind():
            st.rerun()
        if self.name == HAND:
            return address.game().points
        data = _drawn(self)
        return [(x, y, (1 - label) // 2) for (x, y), label in zip(data.X.tolist(), data.y.tolist(), strict=True)]

    def unseen(self) -> Dataset | None:
        """Return more points with the same largest margin and the same w*; None where none can be drawn."""
        if self.name != MARGIN:
            return None
        w = separate(_drawn(self)).w  # type: ignore[union-attr]  # points of a chosen margin are separable
        other = self.seed + int(SEED.high) + 1  # no seed that the board could have
        return margin_dataset(UNSEEN_POINTS, 2, self.margin, self.radius, other, w)

    def recipe(self) -> tuple[Callable[..., Dataset], dict[str, Any]]:
        """Return what of the library makes these points, and of what."""
        if self.name == HAND:
            points = address.game().points
            return Dataset, {"X": [[x, y] for x, y, _ in points], "y": [1 - 2 * index for *_, index in points]}
        if self.name == MARGIN:
            drawn = {"margin": self.margin, "radius": self.radius, "seed": self.seed}
            return margin_dataset, {"n": self.n, "dim": 2, **drawn}
        if self.name in DRAWN:
            function, least = DRAWN[self.name]
            return function, {"n": max(self.n, least), "seed": self.seed}
        if self.name == IRIS:
            return iris, {}
        return (slow_pair, {}) if self.name == PAIR else (gate, {"name": GATES[self.name]})


# All of a class open the same link. The hand's board is not among these: it is each visitor's own.
@functools.lru_cache(maxsize=64)
def _drawn(source: Source) -> Dataset:
    function, arguments = source.recipe()
    return function(**arguments)


@dataclass(frozen=True)
class LearnerSettings:
    """How the perceptron is set: its bias as the constant coordinate's scale, or None, and what `train` takes."""

    bias: Fraction | None
    order: Order
    start: Sequence[Fraction]
    rate: Fraction
    tie: Tie
    seed: int

    def sees(self, points: Sequence[Point]) -> Dataset | None:
        """Return the points as the learner sees them, lifted if it has a bias; None for an empty board."""
        return dataset(points, self.bias)

    def run(self, data: Dataset, most: int = MOST_UPDATES) -> Run:
        """Train on the data, up to a cap: the playground's, or the page's own."""
        start = [*self.start, *[Fraction()] * data.dim][: data.dim]
        return train(data, self.order, start, self.rate, self.tie, self.seed, max_updates=most)


def shelf() -> list[Picture]:
    """Return the pictures drawn by hand; first run the whole page again if the controls have other values now."""
    if address.behind():
        st.rerun()
    return address.game().pictures


def dataset(points: Sequence[Point], bias: Fraction | None = None) -> Dataset | None:
    """Return the points of a board, lifted by a bias of that scale if there is one; None for an empty board."""
    if not points:
        return None
    data = Dataset([point[:2] for point in points], [1 - 2 * class_index for _, _, class_index in points])
    return data if bias is None else data.augmented(bias)


@contextmanager
def sidebar(*late: Parameter) -> Iterator[Place]:
    """Draw into the sidebar, and into the place it yields, behind *More*, the controls of these `late` parameters.

    *More* is closed until one of them is set, and says how many are.
    """
    current = address.game()
    count = sum(map(address.strays, late))
    # To close it again would take it from under the hand that has just set something back.
    current.more = current.more or count > 0
    name = f"More: {count} set" if count else "More"
    with st.sidebar:
        few, more = st.container(), st.expander(name, expanded=current.more, type="compact")
        with few:
            yield more


def source(more: Place, default: str = MARGIN, uses: Collection[str] = ("data",)) -> Source:
    """Show the controls of the data and return where the points come from.

    Parameters
    ----------
    more
        The place behind *More*.
    default
        The page's own choice.
    uses
        The keys of what the page asks for: "data", the points themselves, or some of the numbers alone.
    """
    st.subheader("Data", anchor=False)
    name = choice(replace(POINTS, preset=default), disabled="data" not in uses, on_change=_choose_source)
    used = uses
    if "data" in uses:
        used = ("n", "R", "gamma") if name == MARGIN else ("n",) if name in DRAWN else ()
    left, right = st.columns(2)
    with left:
        n = int(number(N, disabled="n" not in used))
    with right:
        margin = number(GAMMA, disabled="gamma" not in used)
    seed = int(number(SEED))
    with more:
        radius = number(RADIUS, disabled="R" not in used)
    if "gamma" in used and margin > radius:
        st.caption(f"A margin cannot exceed the radius; drawn with γ = {radius:g}.")
    found = Source(name, n, min(margin, radius), radius, seed, default)
    if "data" in uses:
        with more:
            st.button("Points as a table …", width="stretch", on_click=_show_table, args=(found,))
        if address.game().tabled is not None:
            bring.dialog(_bring)
    return found


def rows(wanted: bool) -> list[Row]:
    """Offer to bring a table with any number of columns where that is `wanted`, and return its rows."""
    if not wanted:
        return []
    st.button("Bring a table …", width="stretch", on_click=address.show_bringing, args=(True,))
    if address.game().bringing:
        bring.rows_dialog()
    return address.game().rows


def learner(source: Source, more: Place) -> LearnerSettings:
    """Show the controls of the learner and return how it is set."""
    scale = bias(source.biased, more)
    with more:
        left, right = st.columns(2)
        with left:
            chosen = order()
        with right:
            rate = decimal(RATE)
        tied = tie()
        start = vector(START, 2 if scale is None else 3)
    return LearnerSettings(scale, chosen, start, rate, tied, source.seed)


def shown(source: Source, more: Place) -> dict[str, Any]:
    """Show what can be drawn on the board on demand, and return what is wanted."""
    margin = switch(BAND)
    with more:
        wanted = {"vectors": switch(SUM), "close": switch(CLOSE), "numbers": switch(NUMBERS)}
        unseen = switch(UNSEEN, disabled=source.name != MARGIN)
    return {"margin": margin, **wanted, "unseen": source.unseen() if unseen else None}


def told(more: Place) -> bool:
    """Offer to tell the outcome at once, and return whether to."""
    with more:
        return switch(OUTCOME)


def bias(default: bool, more: Place, *, disabled: bool = False) -> Fraction | None:
    """Offer a bias, and return the scale of its constant coordinate; None without one."""
    wanted = switch(replace(BIAS, default=default), disabled=disabled)
    with more:
        scale = decimal(SCALE, disabled=disabled or not wanted)
    return scale if wanted else None


def order() -> Order:
    """Offer the orders in which the examples can come."""
    return cast(Order, choice(ORDER))


def tie(name: str = TIE.name) -> Tie:
    """Offer what a score of 0 can count as."""
    return TIES[choice(replace(TIE, name=name))]


# ---- one control -------------------------------------------------------------------------------------------------


def choice(parameter: Choice, *, disabled: bool = False, on_change: Callable[[str], object] = address.changed) -> str:
    """Offer the options in a list."""
    seated = _seated(parameter, on_change)
    index = parameter.options.index(seated.pop("value"))
    shown: dict[str, Any] = {"help": parameter.help, "disabled": disabled}
    return str(st.selectbox(parameter.name, parameter.options, index, **shown, **seated))


def tabs(parameter: Choice) -> str:
    """Offer the options side by side, above a picture."""
    seated = _seated(parameter)
    shown: dict[str, Any] = {"default": seated.pop("value"), "required": True, "label_visibility": "collapsed"}
    with st.container(key="tabs"):
        return str(st.segmented_control(parameter.name, parameter.options, **shown, **seated))


def slider(parameter: Choice, *, disabled: bool = False) -> Fraction:
    """Offer options that are numbers on a slider."""
    options = sorted(parameter.options, key=float)
    return Fraction(
        st.select_slider(parameter.name, options, help=parameter.help, disabled=disabled, **_seated(parameter))
    )


def switch(parameter: Switch, *, disabled: bool = False) -> bool:
    """Offer to switch something on, unless the link hides it."""
    if parameter is OUTCOME and "outcome" in address.game().exercise.hide:
        return False
    return st.toggle(parameter.name, help=parameter.help, disabled=disabled, **_seated(parameter))


def number(parameter: Number, *, disabled: bool = False) -> float:
    """Ask for a number; of more than six digits the first six are taken."""
    kind: Any = int if parameter.whole else float
    value: float = st.number_input(
        parameter.name,
        kind(parameter.low),
        kind(parameter.high),
        step=kind(parameter.step),
        format="%d" if parameter.whole else "%g",
        disabled=disabled,
        help=parameter.help,
        **_seated(parameter),
    )
    return value if parameter.whole else float(f"{value:.6g}")


def decimal(parameter: Number, *, disabled: bool = False) -> Fraction:
    """Ask for a number that is taken as it is written: 0.1 is a tenth, not the float beside it."""
    return Fraction(f"{number(parameter, disabled=disabled):.6g}")


def vector(parameter: TextField, dim: int) -> list[Fraction]:
    """Ask for a vector; one that cannot be read is said to be 0, and why."""
    text = st.text_input(parameter.name, max_chars=60, help=parameter.help, **_seated(parameter))
    try:
        return _vector(text, dim)
    except ValueError as error:
        st.caption(f"{WRONG} {error}")
        return [Fraction()] * dim


def fraction(parameter: TextField, least: Fraction) -> Fraction:
    """Ask for a number up to 1, read exactly as it is written; for one that cannot be, the default is used."""
    text = st.text_input(parameter.name, max_chars=60, help=parameter.help, **_seated(parameter))
    try:
        return _fraction(text, least)
    except ValueError as error:
        st.caption(f"{WRONG} {error}; {parameter.default} is used.")
        return Fraction(parameter.default)


def _seated(parameter: Parameter, on_change: Callable[[str], object] = address.changed) -> dict[str, Any]:
    """Give a control its value, and return what each takes that notes its changes.

    The value is said to be the default, too: a browser whose connection broke before it had heard of the value goes by
    that, and would else report another.
    """
    address.seat(parameter)
    key = parameter.key
    return {"key": key, "value": st.session_state[key], "on_change": on_change, "args": (key,)}


def _choose_source(key: str) -> None:
    """Note the choice, and let the bias suit it: points of a chosen margin are separable without one."""
    if address.changed(key) and BIAS.key in address.game().seated:
        st.session_state[BIAS.key] = st.session_state[key] != MARGIN
        address.changed(BIAS.key)


def _show_table(source: Source) -> None:
    """Open the table of the points that the visitor sees."""
    address.show_table(source.points())


def _bring(points: list[Point], axes: tuple[Axis, Axis] | None) -> None:
    """Put a table's points on the board, which suit the bias as all that are not drawn with a margin."""
    address.bring(points)
    address.name_axes(axes)
    address.show_table(None)
    _choose_source(POINTS.key)


def _vector(text: str, dim: int) -> list[Fraction]:
    """Read decimals with commas, at most `dim` of them, exactly; missing ones are 0.

    >>> _vector("−5, 0.1", 3)
    [Fraction(-5, 1), Fraction(1, 10), Fraction(0, 1)]
    """
    parts = text.replace("−", "-").replace("(", "").replace(")", "").replace(";", ",").split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        raise ValueError(f"The start must be numbers with commas, got {quoted(text, 60)}; 0 is used.") from None
    if not all(abs(value) <= 1e6 for value in numbers):
        raise ValueError(f"The start must lie within a million, got {quoted(text, 60)}; 0 is used.")
    if len(numbers) > dim:
        raise ValueError(f"The start has {len(numbers)} numbers, the weights {dim}; 0 is used.")
    # What is 0 as a float has too many places to reckon with.
    exact = [Fraction(Decimal(part)) if number else Fraction() for part, number in zip(parts, numbers, strict=True)]
    return (exact + [Fraction()] * dim)[:dim]


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
