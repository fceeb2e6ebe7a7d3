"""The controls of the sidebar: each takes its value from the link and notes what the visitor makes of it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Literal, NamedTuple, TypeVar

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
    slow_pair,
    spirals,
    train,
)
from perceptron.learner import Order, Tie
from perceptron.samples import Gate
from ui import address
from ui.address import HAND, Read
from ui.scenes import adversary, descent, kernels, nonseparable, proof, race
from ui.scenes.experiments import EXPERIMENTS
from ui.share import MOST
from ui.stage import Point
from ui.words import quoted

MOST_UPDATES = 5_000

Choice = TypeVar("Choice", bound=str)


class Range(NamedTuple):
    """The values a number may take, and the one it has unless somebody says otherwise."""

    low: float
    high: float
    usual: float
    step: float


RANGES: Mapping[str, Range] = {
    "n": Range(1, MOST, 25, 1),
    "gamma": Range(0.01, 0.9, 0.1, 0.01),
    "R": Range(0.1, 5.0, 1.0, 0.1),
    "seed": Range(0, 9999, 3, 1),
    "c": Range(0.05, 20.0, 1.0, 0.25),
    "rate": Range(0.01, 100.0, 1.0, 0.25),
    "beta": Range(0.0, 100.0, 1.0, 0.5),
    "batch": Range(1, MOST, 5, 1),
    "degree": Range(1, 5, 2, 1),
    "width": Range(0.05, 5.0, 0.5, 0.05),
    "repeats": Range(1, 1000, 200, 50),
    "directions": Range(8, 720, 360, 8),
}
WHOLE = {"directions", "n", "seed", "batch", "degree", "repeats"}
MARGIN, BLOBS, PAIR, CLOUD = "chosen margin", "two blobs", "slow pair", "inseparable cloud"
MOONS, RINGS, SPIRALS, IRIS = "two moons", "rings", "spirals", "iris petals"
GATES: Mapping[str, Gate] = {"AND": "and", "OR": "or", "XOR": "xor"}
DRAWN: Mapping[str, Callable[[int, int], Dataset]] = {
    BLOBS: lambda n, seed: blobs(max(n, 2), seed=seed),
    CLOUD: lambda n, seed: cloud(max(n, 4), seed=seed),
    MOONS: lambda n, seed: moons(max(n, 2), seed=seed),
    RINGS: lambda n, seed: rings(max(n, 2), seed=seed),
    SPIRALS: lambda n, seed: spirals(max(n, 2), seed=seed),
}
SOURCES = (MARGIN, HAND, BLOBS, *GATES, PAIR, CLOUD, MOONS, RINGS, SPIRALS, IRIS)
ORDERS: tuple[Order, ...] = ("cyclic", "shuffled", "random", "hardest")
TIES: Mapping[str, Tie] = {
    "a mistake": "mistake",
    "correct": "correct",
    "read as +1": 1,
    "read as −1": -1,
}
CHOICES: Mapping[str, Sequence[str]] = {
    "data": SOURCES,
    "order": ORDERS,
    "ties": tuple(TIES),
    "experiment": tuple(EXPERIMENTS),
    "view": proof.VIEWS,
    "version": proof.VERSIONS,
    "eps": descent.RATES,
    "picture": descent.PICTURES,
    "kernel": kernels.KERNELS,
    "grid": tuple(nonseparable.GRIDS),
    "lower": nonseparable.CHARTS,
    "clock": race.CLOCKS,
    "measure": race.MEASURES,
    "player": adversary.PLAYERS,
}
"""What can be chosen under each key, the usual choice first."""
TEXTS: Mapping[str, str] = {"start": "0", "from": "2, 3", "margin": "2/5"}
"""What stands in each field of text unless somebody says otherwise."""


@dataclass(frozen=True)
class Source:
    """Where the points come from: the hand, or a generator and its settings."""

    name: str
    n: int
    margin: float
    radius: float
    seed: int

    @property
    def axes(self) -> tuple[str, str] | None:
        """What was measured along either axis; None where nothing was."""
        return ("petal length, cm", "petal width, cm") if self.name == IRIS else None

    def points(self) -> list[Point]:
        """Return the points, x, y and class; first run the whole page again if the controls have other values now."""
        if address.game().anew:
            st.rerun()
        if self.name == HAND:
            return address.game().points
        data = self._data()
        return [(x, y, (1 - label) // 2) for (x, y), label in zip(data.X.tolist(), data.y.tolist(), strict=True)]

    def _data(self) -> Dataset:
        if self.name == MARGIN:
            return margin_dataset(self.n, 2, self.margin, self.radius, self.seed)
        if self.name in DRAWN:
            return DRAWN[self.name](self.n, self.seed)
        if self.name == IRIS:
            return iris()
        return slow_pair() if self.name == PAIR else gate(GATES[self.name])


@dataclass(frozen=True)
class Learner:
    """How the perceptron is set: its bias as the constant coordinate's scale, or None, and what `train` takes."""

    bias: float | None
    order: Order
    start: Sequence[float]
    rate: float
    tie: Tie
    seed: int

    def sees(self, points: Sequence[Point]) -> Dataset | None:
        """Return the points as the learner sees them, lifted if it has a bias; None for an empty board."""
        return dataset(points, self.bias)

    def run(self, data: Dataset, most: int = MOST_UPDATES) -> Run:
        """Train on the data, up to a cap: the playground's, or the page's own."""
        start = [*self.start, 0.0, 0.0, 0.0][: data.dim]
        return train(data, self.order, start, self.rate, self.tie, self.seed, max_updates=most)


def dataset(points: Sequence[Point], bias: float | None = None) -> Dataset | None:
    """Return the points of a board, lifted by a bias of that scale if there is one; None for an empty board."""
    if not points:
        return None
    data = Dataset([point[:2] for point in points], [1 - 2 * kind for _, _, kind in points])
    return data if bias is None else data.augmented(bias)


def source(usual: str = MARGIN, uses: Collection[str] = ("data",)) -> Source:
    """Show the controls of the data and return where the points come from.

    Parameters
    ----------
    usual
        The page's own choice.
    uses
        The keys of what the page asks for: "data", the points themselves, or some of the numbers alone.
    """
    address.game().usual = usual
    st.subheader("Data", anchor=False)
    address.seat("data", usual, partial(_read_choice, SOURCES, usual))
    name = st.selectbox(
        "Points", SOURCES, key="data", on_change=_choose_source, help=_SOURCE_HELP, disabled="data" not in uses
    )
    if "data" in uses:
        uses = ("n", "R", "gamma") if name == MARGIN else ("n",) if name in DRAWN else ()
    left, right = st.columns(2)
    with left:
        n = int(number("n", "Number n", disabled="n" not in uses))
        radius = number("R", "Radius R", disabled="R" not in uses, help="No point lies farther from the origin.")
    with right:
        margin = number(
            "gamma", "Margin γ", disabled="gamma" not in uses, help="The points' largest margin is exactly this."
        )
        seed = int(number("seed", "Seed", help=_SEED_HELP))
    if "gamma" in uses and margin > radius:
        st.caption(f"A margin cannot exceed the radius; drawn with γ = {radius:g}.")
    return Source(name, n, min(margin, radius), radius, seed)


def opponent() -> tuple[str, Fraction, Tie]:
    """Show the controls of the adversary's learner: return who it is, the margin, and what a score of 0 is to it."""
    st.subheader("Learner", anchor=False)
    player = choice("player", "Who predicts", _PLAYER_HELP)
    margin = fraction("margin", "Margin γ", adversary.LEAST, _MARGIN_HELP)
    if player == adversary.HALVING and margin < adversary.LEAST_HALVING:
        margin = adversary.LEAST_HALVING
        st.caption(f"Halving would have to keep too many concepts in mind; γ = {margin} is used.")
    tie = choice("ties", "A score of 0 is", _TIE_HELP) if player in adversary.TIED else "a mistake"
    return player, margin, TIES[tie]


def learner() -> Learner:
    """Show the controls of the learner and return how it is set."""
    st.subheader("Learner", anchor=False)
    scale = bias()
    left, right = st.columns(2)
    with left:
        order = order_of_examples()
    with right:
        rate = number("rate", "Rate η", help="From w = 0 it only scales w; from another start it matters.")
    tie = choice("ties", "A point on the boundary is", _TIE_HELP)
    start = vector("start", "Start w₀", 2 if scale is None else 3, _START_HELP)
    seed = int(st.session_state["seed"])
    return Learner(scale, order, start, rate, TIES[tie], seed)


def shown() -> dict[str, bool]:
    """Show what can be drawn on the board on demand, and return what is wanted."""
    st.subheader("Show", anchor=False)
    margin = toggle("band", "w* and its margin", BAND_HELP)
    vectors = toggle("sum", "the sum w + y x", _SUM_HELP)
    close = toggle("close", "the curves close up", _CLOSE_HELP)
    return {"margin": margin, "vectors": vectors, "close": close}


# ---- one control -------------------------------------------------------------------------------------------------


def choice(key: str, name: str, help: str | None = None) -> str:
    """Offer the choices that the key has, the usual one first."""
    return _select(key, name, CHOICES[key], help)


def tabs(key: str, name: str) -> str:
    """Offer the choices that the key has side by side, above a picture."""
    choices = CHOICES[key]
    seated = _seated(key, choices[0], partial(_read_choice, choices, choices[0]))
    return str(st.segmented_control(name, choices, required=True, label_visibility="collapsed", **seated))


def toggle(key: str, name: str, help: str | None = None, *, usual: bool = False, disabled: bool = False) -> bool:
    """Offer to switch something on."""
    return st.toggle(name, help=help, disabled=disabled, **_seated(key, usual, partial(_read_toggle, usual)))


def number(
    key: str,
    name: str,
    *,
    disabled: bool = False,
    help: str | None = None,
    label: Literal["visible", "collapsed"] = "visible",
) -> float:
    """Ask for a number in the range that the key has; of more than six digits the first six are taken."""
    kind: Any = int if key in WHOLE else float
    low, high, usual, step = map(kind, RANGES[key])
    value: float = st.number_input(
        name,
        low,
        high,
        step=step,
        format="%d" if key in WHOLE else "%g",
        disabled=disabled,
        help=help,
        label_visibility=label,
        **_seated(key, usual, partial(read_number, RANGES[key], kind)),
    )
    return value if key in WHOLE else float(f"{value:.6g}")


def bias(usual: bool | None = None, *, disabled: bool = False) -> float | None:
    """Offer a bias, and return the scale of its constant coordinate; None without one.

    Unless the page says what is usual, points of a chosen margin have none.
    """
    left, right = st.columns(2)
    with left:
        usual = address.game().usual != MARGIN if usual is None else usual
        wanted = toggle("bias", "Bias", _BIAS_HELP, usual=usual, disabled=disabled)
    with right:
        scale = number("c", "c", disabled=disabled or not wanted, label="collapsed")
    return scale if wanted else None


def slider(key: str, name: str, help: str | None = None) -> float:
    """Offer the choices that the key has, which are numbers, on a slider."""
    choices = CHOICES[key]
    seated = _seated(key, choices[0], partial(_read_choice, choices, choices[0]))
    return float(st.select_slider(name, sorted(choices, key=float), help=help, **seated))


def vector(key: str, name: str, dim: int, help: str | None = None) -> list[float]:
    """Ask for a vector; one that cannot be read is said to be 0, and why."""
    text = st.text_input(name, max_chars=60, help=help, **_seated(key, TEXTS[key], Read))
    try:
        return _vector(text, dim)
    except ValueError as error:
        st.caption(f"{_WRONG} {error}")
        return [0.0] * dim


def fraction(key: str, name: str, least: Fraction, help: str | None = None) -> Fraction:
    """Ask for a number up to 1, read exactly as it is written; one that cannot be is said to be the usual, and why."""
    text = st.text_input(name, max_chars=60, help=help, **_seated(key, TEXTS[key], Read))
    try:
        return _fraction(text, least)
    except ValueError as error:
        st.caption(f"{_WRONG} {error}; {TEXTS[key]} is used.")
        return Fraction(TEXTS[key])


def order_of_examples() -> Order:
    """Offer the orders in which the examples can come."""
    return _select("order", "Order", ORDERS, _ORDER_HELP)


def _select(key: str, name: str, choices: Sequence[Choice], help: str | None) -> Choice:
    seated = _seated(key, choices[0], partial(_read_choice, choices, choices[0]))
    chosen: Choice = st.selectbox(name, choices, help=help, **seated)
    return chosen


def _seated(key: str, usual: address.Value, read: Callable[[str], Read]) -> Any:
    """Give a control its value, and return what each takes that notes its changes."""
    address.seat(key, usual, read)
    return {"key": key, "on_change": address.changed, "args": (key,)}


def _read_choice(choices: Sequence[str], usual: str, text: str) -> Read:
    if text in choices:
        return Read(text)
    return Read(usual, f", which is not known; “{usual}” is used.")


def _read_toggle(usual: bool, text: str) -> Read:
    if text.lower() in ("false", "true"):
        return Read(text.lower() == "true")
    return Read(usual, f", which is not known; “{str(usual).lower()}” is used.")


def read_number(spread: Range, kind: type[int] | type[float], text: str) -> Read:
    """Read a number; one out of its range, or not whole where it must be, is said to be the nearest.

    >>> read_number(RANGES["n"], int, "2.6"), read_number(RANGES["gamma"], float, "0.015")
    (Read(value=3, complaint='; it can be 1 to 400, and 3 is used.'), Read(value=0.015, complaint=''))
    """
    low, high, usual, _ = spread
    try:
        asked = float(text)
    except ValueError:
        asked = math.nan
    used = usual if math.isnan(asked) else min(max(asked, low), high)
    used = round(used) if kind is int else float(f"{used:.6g}")
    return Read(used, "" if used == asked else f"; it can be {low:g} to {high:g}, and {used:g} is used.")


_BIAS_HELP = "Appends a constant coordinate c to every point."
BAND_HELP = "The boundary that leaves the largest margin, exactly, with that margin."
_SUM_HELP = "The update tip to tail from the origin, to a scale that fits the board."
_SOURCE_HELP = (
    "Points of a chosen margin are separable through the origin, so the bias goes off with them and on with the rest."
    " Touch the board and the points are yours."
)
_SEED_HELP = "Another seed, another draw: of the points and of a random order."
_ORDER_HELP = (
    "cyclic: in their order, again and again; shuffled: a new order each pass; random: one drawn at a time;"
    " hardest: always the point that is wrong the most."
)
_CLOSE_HELP = "‖w‖² only as far as the run goes, instead of out to where floor and ceiling meet."
_TIE_HELP = "What a point exactly on the boundary counts as. The theorem holds for all four."
_START_HELP = "Numbers with commas, the bias last: −5, −5. A single 0 is the zero vector."


_PLAYER_HELP = "You, or a learner of the library: all of them are wrong every time."
_MARGIN_HELP = "A decimal or a fraction, read exactly: 0.1 is a tenth, and 2/5 gives ⌊6.25⌋ = 6 rounds."


_WRONG = ":red[:material/error:]"


def _choose_source() -> None:
    """Note the choice, and let the bias suit it: points of a chosen margin are separable without one."""
    address.changed("data")
    if "bias" in address.game().seated:
        st.session_state["bias"] = st.session_state["data"] != MARGIN
        address.changed("bias")


def _vector(text: str, dim: int) -> list[float]:
    """Read numbers with commas, at most `dim` of them; missing ones are 0.

    >>> _vector("−5, 2.5", 3)
    [-5.0, 2.5, 0.0]
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
    return (numbers + [0.0] * dim)[:dim]


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
