"""The controls of the sidebar: each is bound to the address, so a link holds every one of them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

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
from ui import share
from ui.scenes import adversary, descent, kernels, nonseparable, proof, race
from ui.scenes.experiments import EXPERIMENTS
from ui.stage import Point

MOST_UPDATES = 5_000


class Range(NamedTuple):
    """The values a number may take, and the one it has unless somebody says otherwise."""

    low: float
    high: float
    usual: float
    step: float


RANGES: Mapping[str, Range] = {
    "n": Range(1, share.MOST, 25, 1),
    "gamma": Range(0.01, 0.9, 0.1, 0.01),
    "R": Range(0.1, 5.0, 1.0, 0.1),
    "seed": Range(0, 9999, 3, 1),
    "c": Range(0.05, 20.0, 1.0, 0.25),
    "rate": Range(0.01, 100.0, 1.0, 0.25),
    "beta": Range(0.0, 100.0, 1.0, 0.5),
    "batch": Range(1, share.MOST, 5, 1),
    "degree": Range(1, 5, 2, 1),
    "width": Range(0.05, 5.0, 0.5, 0.05),
    "repeats": Range(1, 1000, 200, 50),
    "directions": Range(8, 720, 360, 8),
}
WHOLE = {"directions", "n", "seed", "batch", "degree", "repeats"}
TOGGLES = ("bias", "band", "sum", "close")
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
SOURCES = (MARGIN, share.HAND, BLOBS, *GATES, PAIR, CLOUD, MOONS, RINGS, SPIRALS, IRIS)
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
        """Return the points, x, y and class; first run the whole page again if the hand has made them its own."""
        if st.session_state["data"] != self.name:
            st.rerun()
        if self.name == share.HAND:
            return share.game().points
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


def source(usual: str = MARGIN) -> Source:
    """Show the controls of the data and return where the points come from; `usual` is the page's own choice."""
    current = share.game()
    if current.link is not None:
        if st.session_state.get("data") == current.usual:
            # The visitor has left the other page's own points as they were, and sees this page's.
            del st.session_state["data"]
            st.session_state.pop("bias", None)
        current.usual = usual
        follow()
    st.subheader("Data", anchor=False)
    at = SOURCES.index(usual)
    name = st.selectbox("Points", SOURCES, at, key="data", bind="query-params", on_change=_suit_bias, help=_SOURCE_HELP)
    left, right = st.columns(2)
    with left:
        n = int(number("n", "Number n", disabled=name not in (MARGIN, *DRAWN)))
        radius = number("R", "Radius R", disabled=name != MARGIN, help="No point lies farther from the origin.")
    with right:
        margin = number(
            "gamma", "Margin γ", disabled=name != MARGIN, help="The points' largest margin is exactly this."
        )
        seed = int(number("seed", "Seed", help=_SEED_HELP))
    if name == MARGIN and margin > radius:
        st.caption(f"A margin cannot exceed the radius; drawn with γ = {radius:g}.")
    return Source(name, n, min(margin, radius), radius, seed)


def opponent() -> tuple[str, Fraction, Tie]:
    """Show the controls of the adversary's learner: return who it is, the margin, and what a score of 0 is to it."""
    follow()
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
    """Offer the choices that the key has."""
    return st.selectbox(name, CHOICES[key], key=key, bind="query-params", help=help)


def tabs(key: str, name: str) -> str:
    """Offer the choices that the key has side by side, above a picture."""
    chosen = st.segmented_control(
        name,
        CHOICES[key],
        default=CHOICES[key][0],
        required=True,
        key=key,
        bind="query-params",
        label_visibility="collapsed",
    )
    return str(chosen)


def toggle(key: str, name: str, help: str | None = None, *, usual: bool = False) -> bool:
    """Offer to switch something on."""
    return st.toggle(name, usual, key=key, bind="query-params", help=help)


def number(
    key: str,
    name: str,
    *,
    disabled: bool = False,
    help: str | None = None,
    label: Literal["visible", "collapsed"] = "visible",
) -> float:
    """Ask for a number in the range that the key has."""
    kind: Any = int if key in WHOLE else float
    low, high, usual, step = map(kind, RANGES[key])
    value: float = st.number_input(
        name, low, high, usual, step, key=key, bind="query-params", disabled=disabled, help=help, label_visibility=label
    )
    return value


def bias(usual: bool | None = None) -> float | None:
    """Offer a bias, and return the scale of its constant coordinate; None without one.

    Unless the page says what is usual, points of a chosen margin have none.
    """
    left, right = st.columns(2)
    with left:
        wanted = toggle("bias", "Bias", _BIAS_HELP, usual=share.game().usual != MARGIN if usual is None else usual)
    with right:
        scale = number("c", "c", disabled=not wanted, label="collapsed")
    return scale if wanted else None


def slider(key: str, name: str, help: str | None = None) -> float:
    """Offer the choices that the key has, which are numbers, on a slider."""
    values = sorted(CHOICES[key], key=float)
    return float(st.select_slider(name, values, CHOICES[key][0], key=key, bind="query-params", help=help))


def vector(key: str, name: str, dim: int, help: str | None = None) -> list[float]:
    """Ask for a vector; one that cannot be read is said to be 0, and why."""
    text = st.text_input(name, TEXTS[key], key=key, bind="query-params", max_chars=60, help=help)
    try:
        return _vector(text, dim)
    except ValueError as error:
        st.caption(f":red[{error}]")
        return [0.0] * dim


def fraction(key: str, name: str, least: Fraction, help: str | None = None) -> Fraction:
    """Ask for a number up to 1, read exactly as it is written; one that cannot be is said to be the usual, and why."""
    text = st.text_input(name, TEXTS[key], key=key, bind="query-params", max_chars=20, help=help)
    try:
        return _fraction(text, least)
    except ValueError as error:
        st.caption(f":red[{error}; {TEXTS[key]} is used.]")
        return Fraction(TEXTS[key])


def order_of_examples() -> Order:
    """Offer the orders in which the examples can come."""
    return st.selectbox("Order", ORDERS, key="order", bind="query-params", help=_ORDER_HELP)


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


def _suit_bias() -> None:
    st.session_state["bias"] = st.session_state["data"] != MARGIN


def _vector(text: str, dim: int) -> list[float]:
    """Read numbers with commas, at most `dim` of them; missing ones are 0.

    >>> _vector("−5, 2.5", 3)
    [-5.0, 2.5, 0.0]
    """
    parts = text.replace("−", "-").replace("(", "").replace(")", "").replace(";", ",").split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        raise ValueError(f"The start must be numbers with commas, got “{text}”; 0 is used.") from None
    if not all(abs(value) <= 1e6 for value in numbers):
        raise ValueError(f"The start must lie within a million, got “{text}”; 0 is used.")
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
    raise ValueError(f"It must be a decimal or a fraction from {float(least):g} to 1, got “{text[:20]}”")


def follow() -> None:
    """Set the controls as the link says that the visitor has come by, if they have just come."""
    current = share.game()
    if current.link is not None:
        current.complaints += _follow(current.link)
        current.link = None


def _follow(link: Mapping[str, str]) -> list[str]:
    """Set the controls as a link says, and say in a sentence each what it asked for that could not be."""
    complaints = []
    if link:
        # Streamlit keeps the controls' values from one visit of a page to the next; a link starts from the usual ones.
        for key in {*RANGES, *CHOICES, *TOGGLES, *TEXTS} - link.keys():
            st.session_state.pop(key, None)
    if share.game().points and "points" in link and "data" not in link:
        st.session_state["data"] = share.HAND
    for key in filter(link.__contains__, RANGES):
        low, high, usual, _ = RANGES[key]
        try:
            asked = float(link[key])
        except ValueError:
            asked = math.nan
        used = usual if math.isnan(asked) else min(max(asked, low), high)
        st.session_state[key] = used = round(used) if key in WHOLE else float(used)
        if used != asked:
            complaints.append(
                f"The link's {key} is “{link[key][:20]}”; it can be {low:g} to {high:g}, and {used:g} is used."
            )
    for key in filter(link.__contains__, CHOICES):
        if link[key] in CHOICES[key]:
            st.session_state[key] = link[key]
        else:
            usual_choice = share.game().usual if key == "data" else CHOICES[key][0]
            complaints.append(f"The link's {key} is “{link[key][:20]}”, which is not known; “{usual_choice}” is used.")
    for key in filter(link.__contains__, TOGGLES):
        if link[key].lower() in ("false", "true"):
            st.session_state[key] = link[key].lower() == "true"
        else:
            complaints.append(f"The link's {key} is “{link[key][:20]}”, which is not known; “false” is used.")
    return complaints
