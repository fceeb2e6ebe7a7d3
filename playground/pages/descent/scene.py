"""Descent: one loss, and three paths down it, of single examples, of batches and of all the points at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from perceptron import BarelySeparable, Descent, Inseparable, Separator, perceptron_loss
from perceptron.separation import Separation
from playground.address.codes import MOST
from playground.address.parameters import Choice, Number, TextField
from playground.draw import legends, sentences
from playground.draw.figures import DASHES, Floats, Picture, column, growing, legend, mark
from playground.draw.outcome import NOTHING, Outcome, boundary, compose, hair, proof, unknown_facts, updates_of
from playground.draw.palette import BATCH, BOUND, GROUND, INK, MINIBATCH, PROOF, SEPARATOR, SHADE
from playground.draw.planes import HOLLOW, boundaries, cone, editable, plane, space
from playground.draw.sentences import fact
from playground.stage.payload import (
    Colors,
    Column,
    Contours,
    Dash,
    Fact,
    FigurePart,
    Hollow,
    Mark,
    Note,
    Panel,
    Point,
    Scene,
    Text,
    Verdict,
)
from playground.text import NO_BREAK, listed, number, plural, vector, whole

CONTOURS, SURFACE = "contours", "surface"
PICTURES = (CONTOURS, SURFACE)
PICTURE = Choice(
    "picture",
    "The loss as",
    PICTURES,
    "The loss (in books: perceptron loss) is the sum of max(0, −y w·x) over the points. Its pieces are flat, so its"
    " second derivatives are 0 and Newton's method has no step to take. The surface can be turned with the mouse or a"
    " finger.",
)
RATES = ("0.1", "0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.2", "0.5", "1", "2", "5", "10", "20", "50", "100",
         "200", "500", "1000")  # fmt: skip
RATE = Choice(
    "eps", "Learning rate η", RATES, "From w₀ = 0 it only scales the picture; else it matters. In books: step size, ε."
)
BATCH_SIZE = Number("batch", "Batch size", 1, MOST, 5, 1, "How many points each update looks at.")
START = TextField("from", "Start w₀", "2, 3", "Two numbers with a comma; a single 0 is the zero vector.")
MOST_UPDATES = 1_000

_NAMES = ("single", "batches", "all")
_COLORS = (INK, MINIBATCH, BATCH)
_DASHES: tuple[Dash, ...] = ("solid", "dash", "dot")
_GRID = 61
_SHADES: Colors = [(0.0, GROUND), (1.0, SHADE)]
_RELIEF: Colors = [(0.0, GROUND), (1.0, BOUND)]


def scene(points: Sequence[Point], paths: Sequence[Descent], separation: Separation | None, *, picture: str) -> Scene:
    """Return the scene of three descents, `paths`, on the points: by single examples, by batches and by all points.

    The descents have one start and one rate, and no bias; on an empty board there are none. `separation` is what
    `separate` says of the points, None while it is hidden. `picture`, one of PICTURES, is the way to draw the loss.
    """
    last = max((path.updates for path in paths), default=0)
    walks = [_Walk(index, path, last) for index, path in enumerate(paths)]
    columns: dict[str, Column] = {"k": list(range(last + 1))}
    for index, path in enumerate(paths):
        columns[f"told{index}"] = _steps(path, last)
        # The count of the last update includes the points of the final pass without an update.
        looked = [0, *path.checked[:-2].tolist(), *path.checked[-1:].tolist() * (last + 1)]
        columns[f"looked{index}"] = looked[: last + 1]
    separable = isinstance(separation, Separator)
    outcome = Outcome(
        _sentence(walks, last),
        _facts(walks, separation),
        _verdict(walks, separation),
        columns,
        step=["step {k}"],
        ask="Which path needs the fewest updates?" if separable else "Will any path end?",
    )
    return compose([_board(points, walks), _weight_space(walks, separation, picture)], outcome, points)


@dataclass(frozen=True)
class _Walk:
    """One of the three descents, shown for as many steps as the longest has."""

    index: int
    path: Descent
    last: int

    @property
    def name(self) -> str:
        """The name of the descent, a training run, in sentences and beside its curves."""
        return f"batches of {self.path.batch}" if self.index == 1 else _NAMES[self.index]

    @property
    def look(self) -> tuple[str, Dash]:
        """The colour and the dashes of the descent's curves."""
        return _COLORS[self.index], _DASHES[self.index]

    @property
    def rows(self) -> npt.NDArray[np.int64]:
        """For each step the row of `path.weights` to show, shape (last + 1,).

        It is the step's number or, once the path has ended, the last row.
        """
        return np.minimum(np.arange(self.last + 1), self.path.updates)


# ---- pictures ------------------------------------------------------------------------------------------------------


def _board(points: Sequence[Point], walks: Sequence[_Walk]) -> Picture:
    """Draw each path's boundary at each step; a point is hollow if the whole batch's next update would add it."""
    label = (
        "The board: the points, hollow where the next step adds them to w, and each path's boundary with an arrow to"
        " its positive side."
    )
    picture = editable(points, label)
    if walks:
        path = walks[-1].path
        wrong = path.path.scores(0, path.updates + 1) <= 0  # (updates + 1, points)
        hollow: Hollow = {
            **HOLLOW,
            "words": "all: ○ {count} wrong",
            "form": [f"{letter}{walks[-1].index}" for letter in "abc"],
        }
        picture.add({"hollow": legends.codes(wrong[walks[-1].rows])}, hollow)
    for walk in reversed(walks):
        color, dash = walk.look
        line = [f"{letter}{walk.index}" for letter in "abc"]
        picture.add(
            boundaries(walk.path.weights[walk.rows], 0.0, line),
            mark("line", line, under=True, stroke=color, width=3, dash=DASHES[dash], name=walk.name),
            mark("arrow", line, stroke=color, width=3),
        )
    return picture


def _weight_space(walks: Sequence[_Walk], separation: Separation | None, picture: str) -> Picture:
    """Draw the loss as a function of the weights, and each path on it."""
    if not walks:
        return Picture(_square("The weights; there is no loss without points.", 1.0, []))
    data = walks[0].path.data
    half = 1.15 * max(float(np.abs(walk.path.weights).max()) for walk in walks) or 1.0
    side = np.linspace(-half, half, _GRID)
    losses = np.asarray(perceptron_loss(data, np.stack(np.meshgrid(side, side), axis=-1)))  # (_GRID, _GRID)
    columns: dict[str, Column] = {}
    for walk in walks:
        values = (*walk.path.weights[walk.rows].T, walk.path.losses[walk.rows])
        columns |= {f"{letter}{walk.index}": column(part) for letter, part in zip("uvl", values, strict=True)}
    if picture == SURFACE:
        panel, marks = _surface(walks, side, losses)
    else:
        panel, marks = _contours(walks, losses, half, separation)
    return Picture(panel, columns, marks)


_LOSS = "Loss of each w, Σ max(0, −y w·x)"


def _contours(
    walks: Sequence[_Walk], losses: Floats, half: float, separation: Separation | None
) -> tuple[Panel, list[Mark]]:
    heights = np.array(column(losses.ravel(), 5), float)  # five digits place a line to a hundredth of a pixel
    loss: Contours = {
        "kind": "contours",
        "z": heights.reshape(losses.shape).tolist(),
        "colors": _SHADES,
        "color": BOUND,
        "width": 0.75,
    }
    parts: list[FigurePart] = [loss]
    away = 34 if isinstance(separation, Separator) and separation.w[0] < 0 else -34  # from the weights without mistakes
    notes: list[Note] = [{"x": 0, "y": 0, "text": "w = 0", "shift": (away, -20), "thread": True}]
    if isinstance(separation, Separator):
        parts.append(cone(walks[0].path.data.signed, separation.w, half))
        x, y = (0.85 * half * separation.w).tolist()
        notes.append({"x": x, "y": y, "text": "none wrong", "color": SEPARATOR})
    marks: list[Mark] = []
    for walk in reversed(walks):
        color, dash = walk.look
        followed = [f"u{walk.index}", f"v{walk.index}"]
        marks += [
            mark("curve", followed, stroke=color, width=2.5, dash=DASHES[dash]),
            mark("dot", followed, radius=4.5 + 1.75 * walk.index, fill=color, name=walk.name),
        ]
    label = "Weight space: the loss as contours, the weights with no point wrong, and the three paths."
    return _square(label, half, parts, notes), marks


def _square(label: str, half: float, parts: Sequence[FigurePart], notes: Sequence[Note] = ()) -> Panel:
    """Return the square panel of the weights, in which a step crosses the contours of the loss at a right angle."""
    more: dict[str, Any] = {"frame": "edge", "scale": "shrink"}
    return plane("side", _LOSS, label, (-half, half), parts, axes=("w₁", "w₂"), notes=notes, **more)


def _surface(walks: Sequence[_Walk], side: Floats, losses: Floats) -> tuple[Panel, list[Mark]]:
    half, top = float(side[-1]), float(losses.max())
    ridges = {"show": True, "color": BOUND, "width": 1, "start": top / 12, "end": top, "size": top / 12 or 1.0}
    traces: list[dict[str, Any]] = [
        {"type": "surface", "x": column(side), "y": column(side), "z": list(map(column, losses)), "colorscale": _RELIEF,
         "showscale": False, "hoverinfo": "skip", "opacity": 0.3, "contours": {"z": ridges}}
    ]  # fmt: skip
    marks: list[Mark] = []
    for walk in walks:
        color, dash = walk.look
        style = {"line": {"color": color, "width": 5, "dash": dash}, "marker": {"color": color, "size": 2 + walk.index}}
        traces.append({"type": "scatter3d", "mode": "lines+markers", "x": [], "y": [], "z": [], "name": walk.name,
                       "hoverinfo": "skip", **style})  # fmt: skip
        marks.append(growing(walk.index + 1, [f"{letter}{walk.index}" for letter in "uvl"]))
    panel = space(
        "side",
        _LOSS,
        "Weight space: the loss as a surface over the weights, and the three paths on it.",
        [[-half, half], [-half, half], [0, top]],
        traces,
        axes=("w₁", "w₂", "loss"),
        # From the valley, with the slopes behind it.
        eye=(0.7, -1.6, 0.9),
        center=(0, 0, -0.15),
        legend=legend((walk.name, *walk.look) for walk in walks),
    )
    return panel, marks


# ---- words -----------------------------------------------------------------------------------------------------------

_AT_ZERO = "w = 0".replace(" ", NO_BREAK)


def _steps(path: Descent, last: int) -> list[str | None]:
    """Return what a path does at each step, in words: how the loss changes, or how the path has ended."""
    steps: list[str | None] = [None]
    said = {-1: "falls to", 0: "stays at", 1: "rises to"}
    for size, sign, after in zip(path.sizes.tolist(), path.changes.tolist(), path.losses[1:].tolist(), strict=True):
        summed = f", sum over {whole(size)} wrong" if path.batch > 1 else ""
        steps.append(f"{said[sign]} {number(after)}{summed}")
    ends = {
        "converged": f"all points right since step {len(steps) - 1}",
        "frozen": "frozen: the wrong points' y x sum to 0",
        "stopped": "stopped",
    }
    return steps + [ends[path.outcome]] * (last + 1 - len(steps))


def _sentence(walks: Sequence[_Walk], last: int) -> Text:
    if not walks:
        return sentences.empty()
    path = walks[0].path
    start, loss = path.start, number(float(path.losses[0]))
    if last == 0:
        first = f"The start w₀ = {vector(start)} has every point on its right side: nothing to do."
    elif start.any():
        first = f"Three paths start at w₀ = {vector(start)}; the loss is {loss}. Press Step."
    else:
        moves = all(walk.path.weights[:2].any() for walk in walks)
        move = "all three paths move" if moves else "a path moves, unless its points' y x sum to 0"
        first = (
            f"At the start {_AT_ZERO} the loss is 0, the least there is, yet no point has a side. Here a tie counts as"
            f" a mistake, so {move}; from here η only scales the picture."
        )
    rows = ";\n".join(f"{walk.name}\t{{looked{walk.index}}}\t{{told{walk.index}}}" for walk in walks)
    step = f"Step {{k}}: points looked at, and the loss.\n{rows}."
    return sentences.text(last, first, step)


def _facts(walks: Sequence[_Walk], separation: Separation | None) -> list[Fact]:
    if not walks:
        return unknown_facts([*_NAMES, "‖w₀‖/η"])
    facts: list[Fact] = []
    for walk in walks:
        path = walk.path
        bound = path.bound(separation) if isinstance(separation, Separator) else None
        updates = updates_of(path.updates, bound, ended=path.outcome != "stopped")
        looked = f"Looked at {plural(int(path.checked[-1]), 'point')} in all. {_UPDATES_NOTE}"
        facts.append(fact(walk.name, "frozen" if path.outcome == "frozen" else updates, looked, outcome=True))
    ratio = float(np.linalg.norm(path.start)) / path.rate
    return [*facts, fact("‖w₀‖/η", number(ratio), _RATIO_NOTE)]


_UPDATES_NOTE = (
    "The updates made and, if a line separates the points, the most that are possible from this start at this η with"
    " batches of this size."
)
_RATIO_NOTE = "Start and η matter only through w₀/η: halve both and the picture is the same, half as large."


def _verdict(walks: Sequence[_Walk], separation: Separation | None) -> Verdict:
    if separation is None:
        return NOTHING
    path = walks[0].path
    frozen, stopped = (
        listed(walk.name for walk in walks if walk.path.outcome == outcome) for outcome in ("frozen", "stopped")
    )
    if isinstance(separation, Inseparable):
        text = proof(path.data, separation, hint=" Try it in the playground.")
        ending = f" Frozen: {frozen}." if frozen else ""
        return {"text": f"{text} The least loss is still 0, at {_AT_ZERO}.{ending}", "color": PROOF}
    end = "All three paths end with every point right."
    if stopped:
        end = f"Not done after {plural(MOST_UPDATES, 'update')}: {stopped}."
    if isinstance(separation, BarelySeparable):
        return {"text": f"{hair(boundary(path.data))} {end}", "color": BOUND}
    if stopped:
        far = np.linalg.norm(path.start) > path.rate * path.data.radius
        slow = " From a start other than 0, a small η takes long." if far else ""
        return {"text": f"{end}{slow}", "color": BOUND}
    counts = listed(whole(walk.path.updates) for walk in walks)
    looked = listed(whole(int(walk.path.checked[-1])) for walk in walks)
    text = f"{end} Updates: {counts}; points looked at: {looked}. The loss would be 0 at {_AT_ZERO}, too."
    return {"text": text, "color": SEPARATOR}
