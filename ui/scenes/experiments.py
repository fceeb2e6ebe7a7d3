"""Many runs at once: each experiment asks one question, draws its answer, and says what to look for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from perceptron import Dataset, Separator, experiments, fewest_and_most, separate
from ui.palette import BOUND, NEGATIVE, POSITIVE, RANDOM, SEPARATOR
from ui.words import plural, whole

Progress = Callable[[float], object]
Link = dict[str, str]

MARGINS = (0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.2, 0.3, 0.5)
DIMENSIONS = (2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
SCALES = tuple(2.0**power for power in range(-5, 6))
RATES = tuple(2.0**power for power in range(-6, 7))
FARTHEST = 5.0
"""The start of the rates' experiment is so many times R away from the origin, straight away from w*."""

MOST_UPDATES = 5_000
MOST_SCORES = 200_000  # that the search for the fewest and the most updates computes, half a second's work


@dataclass(frozen=True)
class Settings:
    """What an experiment is about: the board's points as the learner sees them, or points of a wished margin."""

    data: Dataset | None
    n: int
    margin: float
    radius: float
    seed: int
    repeats: int

    def board(self) -> tuple[Dataset, Separator]:
        """Return the board's points and their best separator.

        Raises
        ------
        ValueError
            If there are no points, or none of their runs would end.
        """
        if self.data is None:
            raise ValueError("The board is empty. Place points in the playground, or choose some.")
        found = separate(self.data)
        if not isinstance(found, Separator):
            raise ValueError("No line separates these points, so no run over them would end. Choose others.")
        return self.data, found


@dataclass(frozen=True)
class Experiment:
    """A question: what changes, the picture's title and what to look for, the runs, and the board that a dot opens."""

    name: str
    title: str
    words: str
    run: Callable[[Settings, Progress], pd.DataFrame]
    figure: Callable[[pd.DataFrame, Settings], go.Figure]
    link: Callable[[pd.Series, Settings], Link] | None = None


# ---- margin --------------------------------------------------------------------------------------------------------


def _run_margins(settings: Settings, progress: Progress) -> pd.DataFrame:
    margins = [margin for margin in MARGINS if margin <= settings.radius]
    return experiments.by_margin(
        margins,
        settings.repeats,
        settings.n,
        radius=settings.radius,
        seed=settings.seed,
        max_updates=MOST_UPDATES,
        progress=progress,
    )


def _draw_margins(table: pd.DataFrame, settings: Settings) -> go.Figure:
    figure = _figure("margin γ", "updates", log_x=True, log_y=True)
    hover = "γ = %{x:~g}, seed %{customdata}: %{y} updates<extra></extra>"
    figure.add_scatter(
        **_dots(table, "margin"), customdata=table["seed"], hovertemplate=hover, name="a run; click to open it"
    )
    ends = np.array([table["margin"].min(), table["margin"].max()])
    figure.update_xaxes(tickvals=MARGINS, tickformat="~g")
    figure.add_scatter(**_line(ends, (settings.radius / ends) ** 2), name="the bound R²/γ²")
    _mean(figure, table, "margin")
    return figure


def _open_margin(row: pd.Series, settings: Settings) -> Link:
    drawn = {"gamma": f"{row['margin']:g}", "n": str(settings.n), "R": f"{settings.radius:g}", "seed": str(row["seed"])}
    return {**drawn, "order": "shuffled"}


# ---- units ---------------------------------------------------------------------------------------------------------


def _run_scales(settings: Settings, progress: Progress) -> pd.DataFrame:
    data, _ = settings.board()
    return experiments.by_scale(
        data, SCALES, settings.repeats, seed=settings.seed, max_updates=MOST_UPDATES, progress=progress
    )


def _draw_scales(table: pd.DataFrame, settings: Settings) -> go.Figure:
    lines = table.groupby("scale", as_index=False).first()
    figure = _figure("every coordinate times", "updates", log_x=True, log_y=True)
    hover = "times %{x:~g}: %{y} updates<extra></extra>"
    figure.add_scatter(**_dots(table, "scale"), name="a run", hovertemplate=hover)
    figure.add_scatter(**_line(lines["scale"], lines["bound"]), name="R²/γ², a bound")
    wrong = {**_line(lines["scale"], lines["radius_squared_over_margin"]), "line": {"color": NEGATIVE, "width": 2}}
    figure.add_scatter(**wrong, name="R²/γ, no bound")
    return figure


# ---- order ---------------------------------------------------------------------------------------------------------


def _run_orders(settings: Settings, progress: Progress) -> pd.DataFrame:
    data, _ = settings.board()
    return experiments.by_order(
        data, repeats=settings.repeats, seed=settings.seed, max_updates=MOST_UPDATES, progress=progress
    )


def _draw_orders(table: pd.DataFrame, settings: Settings) -> go.Figure:
    figure = _figure("updates", "runs")
    chance = table[table["order"].isin(["shuffled", "random"])]
    highest = chance.groupby(["order", "updates"]).size().max()
    for order, color in (("shuffled", POSITIVE), ("random", RANDOM)):
        runs = chance.loc[chance["order"] == order, "updates"].value_counts().sort_index()
        bars = {"x": runs.index, "y": runs, "marker": {"color": color}, "opacity": 0.7}
        figure.add_bar(**bars, name=f"{order}, {plural(int(runs.sum()), 'run')}")
    figure.update_layout(barmode="overlay")
    for order, color, dash in (("cyclic", NEGATIVE, "solid"), ("hardest", SEPARATOR, "dash")):
        made = int(table.loc[table["order"] == order, "updates"].iloc[0])
        _upright(figure, made, highest, color, dash, f"{order}: {whole(made)}")
    data, _ = settings.board()
    try:
        fewest, most = fewest_and_most(data, most_states=MOST_SCORES // len(data))
    except ValueError:
        pass  # too many points to try every order
    else:
        _upright(figure, fewest, highest, BOUND, "longdash", f"the fewest in any order: {whole(fewest)}")
        _upright(figure, most, highest, BOUND, "longdashdot", f"the most in any order: {whole(most)}")
    bound = int(table["bound"].iloc[0])
    if bound <= 3 * table["updates"].max():
        _upright(figure, bound, highest, BOUND, "dot", f"the bound: {whole(bound)}")
    else:
        figure.update_xaxes(title_text=f"updates (the bound, {whole(bound)}, lies far to the right)")
    return figure


# ---- dimension -----------------------------------------------------------------------------------------------------


def _run_dimensions(settings: Settings, progress: Progress) -> pd.DataFrame:
    return experiments.by_dimension(
        DIMENSIONS,
        settings.repeats,
        settings.n,
        min(settings.margin, settings.radius),
        settings.radius,
        seed=settings.seed,
        max_updates=MOST_UPDATES,
        progress=progress,
    )


def _draw_dimensions(table: pd.DataFrame, settings: Settings) -> go.Figure:
    figure = _figure("dimensions", "updates", log_x=True, log_y=True)
    hover = "%{x} dimensions: %{y} updates<extra></extra>"
    figure.add_scatter(**_dots(table, "dim"), name="a run", hovertemplate=hover)
    ends = np.array([DIMENSIONS[0], DIMENSIONS[-1]])
    figure.update_xaxes(tickvals=DIMENSIONS)
    bound = (settings.radius / min(settings.margin, settings.radius)) ** 2
    figure.add_scatter(**_line(ends, np.full(2, bound)), name="the bound R²/γ²")
    _mean(figure, table, "dim")
    return figure


# ---- rate ----------------------------------------------------------------------------------------------------------


def _run_rates(settings: Settings, progress: Progress) -> pd.DataFrame:
    data, separator = settings.board()
    tables = []
    for part, (name, start) in enumerate({ZERO: None, AWAY: -FARTHEST * separator.radius * separator.w}.items()):
        table = experiments.by_rate(
            data,
            RATES,
            start,
            settings.repeats,
            seed=settings.seed,
            max_updates=MOST_UPDATES,
            progress=lambda done, part=part: progress((part + done) / 2),  # type: ignore[misc]
        )
        tables.append(table.assign(start=name))
    return pd.concat(tables, ignore_index=True)


def _draw_rates(table: pd.DataFrame, settings: Settings) -> go.Figure:
    figure = _figure("rate η", "updates", log_x=True, log_y=True)
    for name, color, symbol in ((ZERO, POSITIVE, "circle"), (AWAY, NEGATIVE, "triangle-up")):
        rows = table[table["start"] == name]
        dots = _dots(rows, "rate")
        dots["marker"] = {**dots["marker"], "color": color, "symbol": symbol}
        figure.add_scatter(**dots, name=name, hovertemplate="η = %{x:~g}: %{y} updates<extra></extra>")
        lines = rows.groupby("rate", as_index=False)["bound"].first()
        bound = _line(lines["rate"], lines["bound"])
        bound["line"] = {**bound["line"], "color": color}
        figure.add_scatter(**bound, name=f"the bound for {name}")
    return figure


# ---- learner -------------------------------------------------------------------------------------------------------


def _run_learners(settings: Settings, progress: Progress) -> pd.DataFrame:
    return experiments.by_learner(
        [margin for margin in MARGINS if margin <= settings.radius],
        [learner for learner, _, _ in _LEARNERS],
        repeats=min(settings.repeats, MOST_RACES),
        n=settings.n,
        radius=settings.radius,
        seed=settings.seed,
        max_updates=MOST_UPDATES,
        progress=progress,
    )


def _draw_learners(table: pd.DataFrame, settings: Settings) -> go.Figure:
    figure = _figure("margin γ", "scalar products until no point is wrong", log_x=True, log_y=True)
    figure.update_xaxes(tickvals=MARGINS, tickformat="~g")
    for learner, color, symbol in _LEARNERS:
        rows = table[table["learner"] == learner]
        means = rows.groupby("margin", as_index=False)["products"].mean()
        style = {"line": {"color": color, "width": 2.5}, "marker": {"symbol": symbol, "size": 9}}
        hover = "γ = %{x:~g}: %{y:,.0f} products on average<extra></extra>"
        figure.add_scatter(
            x=means["margin"],
            y=means["products"],
            mode="lines+markers",
            **style,
            name=f"{learner}, the mean of {plural(len(rows) // len(means), 'run')}",
            hovertemplate=hover,
        )
    return figure  # fmt: skip


MOST_RACES = 20
_LEARNERS: Sequence[tuple[experiments.Learner, str, str]] = (
    ("perceptron", POSITIVE, "circle"),
    ("batch", NEGATIVE, "triangle-up"),
    ("smooth", SEPARATOR, "square"),
)

ZERO, AWAY = "w₀ = 0", "w₀ = −5R w*"


# ---- the parts of a figure -----------------------------------------------------------------------------------------


def _figure(x: str, y: str, *, log_x: bool = False, log_y: bool = False) -> go.Figure:
    figure = go.Figure()
    figure.update_layout(
        margin={"l": 60, "r": 10, "t": 10, "b": 50},
        legend={"orientation": "h", "x": 0, "xanchor": "left", "y": 1, "yanchor": "bottom"},
        height=560,
    )
    plain = {"type": "log", "dtick": 1, "tickformat": ",~g"}
    figure.update_xaxes(title_text=x, **(plain if log_x else {}))
    figure.update_yaxes(title_text=y, rangemode="tozero", **(plain if log_y else {}))
    return figure


def _dots(table: pd.DataFrame, x: str) -> dict[str, Any]:
    style = {"color": POSITIVE, "size": 7, "opacity": 0.5}
    return {"x": table[x], "y": table["updates"], "mode": "markers", "marker": style}


def _line(x: Any, y: Any) -> dict[str, Any]:
    return {"x": x, "y": y, "mode": "lines", "line": {"color": BOUND, "width": 2, "dash": "dash"}}


def _mean(figure: go.Figure, table: pd.DataFrame, x: str) -> None:
    means = table.groupby(x, as_index=False)["updates"].mean()
    style = {"color": SEPARATOR, "width": 2.5}
    figure.add_scatter(x=means[x], y=means["updates"], mode="lines+markers", line=style, name="their mean")


def _upright(figure: go.Figure, x: float, height: float, color: str, dash: str, name: str) -> None:
    figure.add_scatter(
        x=[x, x], y=[0, height], mode="lines", line={"color": color, "width": 2.5, "dash": dash}, name=name
    )


# ---- the list ------------------------------------------------------------------------------------------------------

EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        Experiment(
            "margin",
            "Updates against the margin",
            "Halve the margin and the bound is four times as high. Each run draws n points of its own within R.",
            _run_margins,
            _draw_margins,
            _open_margin,
        ),
        Experiment(
            "unit of length",
            "The same points in other units",
            "Another unit of length changes no mistake. R²/γ falls below the dots, so it bounds nothing; R²/γ² stays.",
            _run_scales,
            _draw_scales,
        ),
        Experiment(
            "order",
            "The same points in other orders",
            "The order decides how long a run takes, and never past the bound.",
            _run_orders,
            _draw_orders,
        ),
        Experiment(
            "dimension",
            "More coordinates, the same margin and radius",
            "From 2 to 1,000 coordinates: the bound knows only γ and R. Each run draws n points of its own.",
            _run_dimensions,
            _draw_dimensions,
        ),
        Experiment(
            "rate",
            "The rate, from w₀ = 0 and from elsewhere",
            "From w₀ = 0 the rate changes nothing. From elsewhere a small rate must first undo the start.",
            _run_rates,
            _draw_rates,
        ),
        Experiment(
            "learner",
            "One example at a time, all at once, or smoothed",
            "Each counted in the scalar products it pays for: the best bound and the quickest run are two things.",
            _run_learners,
            _draw_learners,
        ),
    )
}


def summary(table: pd.DataFrame) -> str:
    """Say how many runs there were, and whether any broke its bound.

    >>> summary(pd.DataFrame({"updates": [3, 9], "bound": [9, 9], "outcome": ["converged", "converged"]}))
    '2 runs, 3 to 9 updates each, none beyond its bound.'
    """
    low, high = int(table["updates"].min()), int(table["updates"].max())
    beyond = int((table["updates"] > table["bound"]).sum())
    stopped = int((table["outcome"] == "stopped").sum())
    text = f"{plural(len(table), 'run')}, {whole(low)} to {whole(high)} updates each,"
    text += f" {plural(beyond, 'run')} beyond its bound." if beyond else " none beyond its bound."
    return f"{text} {plural(stopped, 'run')} stopped at the cap." if stopped else text
