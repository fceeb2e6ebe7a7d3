"""Descent: one loss, and three paths down it, of single examples, of batches and of all the points at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from perceptron import BarelySeparable, Dataset, Descent, Inseparable, Separator, perceptron_loss
from perceptron.separation import Separation
from playground.address.codes import MOST
from playground.address.parameters import Choice, Number, TextField
from playground.draw import legends, sentences
from playground.draw.figures import DASHES, Picture, column, growing, mark
from playground.draw.outcome import NOTHING, Outcome, boundary, compose, hair, proof, unknown_facts, updates_of
from playground.draw.palette import BATCH, BOUND, GROUND, INK, MINIBATCH, PROOF, SEPARATOR, SHADE
from playground.draw.planes import BOARD, boundaries, cone, invitation, named, plane, space, view
from playground.draw.sentences import fact
from playground.stage.payload import Column, Fact, Mark, Panel, Point, Scene, Text, Verdict
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
    "eps", "Step size ε", RATES, "From w₀ = 0 it only scales the picture; else it matters. In books: learning rate."
)
BATCH_SIZE = Number("batch", "Batch size", 1, MOST, 5, 1, "How many points each update looks at.")
START = TextField("from", "Start w₀", "2, 3", "Two numbers with a comma; a single 0 is the zero vector.")
MOST_UPDATES = 1_000

_COLORS = (INK, MINIBATCH, BATCH)
_DASHES = ("solid", "dash", "dot")
_GRID = 61
_SHADES = [[0.0, GROUND], [1.0, SHADE]]
_RELIEF = [[0.0, GROUND], [1.0, BOUND]]


def scene(points: Sequence[Point], paths: Sequence[Descent], separation: Separation | None, *, picture: str) -> Scene:
    """Return the scene of points, three descents over them and their separation; the loss is drawn as one of PICTURES.

    The descents go by single examples, by batches and by all points, from one start, at one rate and without a bias.
    On an empty board there are no descents.
    """
    last = max((len(path.sizes) for path in paths), default=0)
    names = ["single", f"batches of {paths[1].batch}" if paths else "batches", "all"]
    columns: dict[str, Column] = {"k": list(range(last + 1))}
    for index, path in enumerate(paths):
        columns[f"told{index}"] = _steps(path, last)
        # The last update counts the points, too, that the path looked at after it to find that it was done.
        looked = [0, *path.checked[:-2].tolist(), *path.checked[-1:].tolist() * (last + 1)][: last + 1]
        columns[f"looked{index}"] = looked if index else [plural(count, "point") for count in looked]
    separable = isinstance(separation, Separator)
    outcome = Outcome(
        _sentence(paths, names, last),
        _facts(paths, names, separation),
        _verdict(paths, names, separation),
        columns,
        step=["step {k}"],
        ask="Which of the three needs the fewest updates?" if separable else "Will any of the three arrive?",
    )
    return compose(
        [_board(points, paths, names, last), _weight_space(paths, names, separation, last, picture)], outcome, points
    )


# ---- pictures ------------------------------------------------------------------------------------------------------


def _board(points: Sequence[Point], paths: Sequence[Descent], names: Sequence[str], last: int) -> Picture:
    """Draw each path's boundary at each step, and hollow points where the batch of all would sum over them next."""
    columns: dict[str, Column] = {}
    marks: list[Mark] = []
    if paths:
        wrong = paths[-1].path.scores(0, paths[-1].updates + 1) <= 0  # (updates + 1, points)
        columns["hollow"] = legends.codes(wrong[_rows(paths[-1], last)])
        marks.append({"panel": 0, "kind": "hollow", "columns": ["hollow"], "words": "all: ○ {count} in next sum"})
    for index, name, color, dash in _looks(names) if paths else ():
        line = [f"{letter}{index}" for letter in "abc"]
        columns |= boundaries(paths[index].weights[_rows(paths[index], last)], 0.0, line)
        marks += [
            mark("line", line, under=True, stroke=color, width=3, dash=DASHES[dash], name=name),
            mark("arrow", line, stroke=color, width=3),
        ]
    label = (
        "The board: the points, hollow where they are in the next sum, and each path's boundary with an arrow to its"
        " positive side."
    )
    panel = plane("board", BOARD, label, view(points), [], annotations=invitation(points))
    return Picture(panel, columns, marks)


def _weight_space(
    paths: Sequence[Descent],
    names: Sequence[str],
    separation: Separation | None,
    last: int,
    picture: str,
) -> Picture:
    """Draw the loss over the weights, and each path on it."""
    if not paths:
        return Picture(_square("The weights; there is no loss without points.", 1.0, []))
    half = 1.15 * max(float(np.abs(path.weights).max()) for path in paths) or 1.0
    side = np.linspace(-half, half, _GRID)
    losses = np.asarray(perceptron_loss(paths[0].data, np.stack(np.meshgrid(side, side), axis=-1)))
    loss = {"x": column(side), "y": column(side), "z": [column(row) for row in losses], "colorscale": _SHADES,
            "showscale": False, "hoverinfo": "skip"}  # fmt: skip
    columns: dict[str, Column] = {}
    for index, path in enumerate(paths):
        rows = _rows(path, last)
        values = (*path.weights[rows].T, path.losses[rows])
        columns |= {f"{letter}{index}": column(part) for letter, part in zip("uvl", values, strict=True)}
    if picture == SURFACE:
        return _surface(loss, columns, names, half, float(losses.max()))
    return _contours(loss, columns, names, half, paths[0].data, separation)


_LOSS = "Loss of each w, Σ max(0, −y w·x)"


def _contours(
    loss: dict[str, Any],
    columns: dict[str, Column],
    names: Sequence[str],
    half: float,
    data: Dataset,
    separation: Separation | None,
) -> Picture:
    lines = {"coloring": "fill", "showlabels": True, "labelfont": {"size": 12, "color": INK}}
    traces = [
        {**loss, "type": "contour", "contours": lines, "ncontours": 12, "line": {"color": BOUND, "width": 0.75}},
    ]
    notes = [
        {"x": 0, "y": 0, "text": "w = 0", "ax": -34, "ay": 20, "arrowhead": 6, "arrowsize": 0.8, "arrowcolor": INK}
    ]
    if isinstance(separation, Separator):
        traces.append(cone(data.signed, separation.w, half))
        x, y = (0.85 * half * separation.w).tolist()
        notes.append({"x": x, "y": y, "text": "none wrong", "font": {"color": SEPARATOR}, "showarrow": False})
    marks: list[Mark] = []
    for index, name, color, dash in _looks(names):
        followed = [f"u{index}", f"v{index}"]
        marks += [
            mark("curve", followed, stroke=color, width=2.5, dash=DASHES[dash]),
            mark("dot", followed, radius=4.5 + 1.75 * index, fill=color, name=name),
        ]
    label = "Weight space: the loss as contours, the weights with no point wrong, and the three paths."
    return Picture(_square(label, half, traces, notes), columns, marks)


def _square(label: str, half: float, traces: list[dict[str, Any]], notes: Sequence[dict[str, Any]] = ()) -> Panel:
    """Return the panel of the weights; both axes have one scale, so that steps cross the contours at right angles."""
    panel = plane(
        "side",
        f"{_LOSS}: written on the lines of equal loss",
        label,
        (-half, half),
        traces,
        axes=("w₁", "w₂"),
        annotations=notes,
        margin={"l": 38, "r": 26, "t": 24, "b": 40, "autoexpand": False},  # the board's
    )
    layout = panel["figure"]["layout"]
    layout["xaxis"] |= {"constrain": "domain", "constraintoward": "left"}
    layout["yaxis"] |= {"constrain": "domain", "constraintoward": "top", "scaleanchor": "x"}
    return panel


def _surface(
    loss: dict[str, Any], columns: dict[str, Column], names: Sequence[str], half: float, top: float
) -> Picture:
    grid = {"show": True, "color": BOUND, "width": 1}
    ridges = {"z": grid | {"start": top / 12, "end": top, "size": top / 12 or 1.0}}
    traces: list[dict[str, Any]] = [
        {**loss, "type": "surface", "colorscale": _RELIEF, "opacity": 0.3, "contours": ridges}
    ]
    marks: list[Mark] = []
    for index, name in enumerate(names):
        style = {"line": {"color": _COLORS[index], "width": 5, "dash": _DASHES[index]}}
        dots = {"marker": {"color": _COLORS[index], "size": 2 + index}}
        traces.append({"type": "scatter3d", "mode": "lines+markers", "x": [], "y": [], "z": [], "name": name,
                       "hoverinfo": "skip", **style, **dots})  # fmt: skip
        marks.append(growing(index + 1, [f"u{index}", f"v{index}", f"l{index}"]))
    label = "Weight space: the loss as a surface over the weights, and the three paths on it."
    panel = space(
        "side",
        _LOSS,
        label,
        [[-half, half], [-half, half], [0, top]],
        traces,
        axes=("w₁", "w₂", "loss"),
        **named(l=0, r=0, t=48, b=0),
    )
    # From the valley, with the slopes behind it.
    panel["figure"]["layout"]["scene"]["camera"] = {"eye": {"x": 0.7, "y": -1.6, "z": 0.9}, "center": {"z": -0.15}}
    return Picture(panel, columns, marks)


def _looks(names: Sequence[str]) -> Iterator[tuple[int, str, str, str]]:
    """Yield the index, name, colour and dashes of each path; the single examples come last, and so lie on top."""
    for index in reversed(range(len(names))):
        yield index, names[index], _COLORS[index], _DASHES[index]


def _rows(path: Descent, last: int) -> Any:
    """Return the row of the path's weights that each step shows; a path that has ended stays at its end."""
    return np.minimum(np.arange(last + 1), len(path.sizes))


# ---- words -----------------------------------------------------------------------------------------------------------

_AT_ZERO = "w = 0".replace(" ", NO_BREAK)


def _steps(path: Descent, last: int) -> list[str | None]:
    """Return the path's sentence of each step."""
    steps: list[str | None] = [None]
    said = {-1: "falls to", 0: "stays at", 1: "rises to"}
    for size, sign, after in zip(path.sizes.tolist(), path.changes.tolist(), path.losses[1:].tolist(), strict=True):
        behind = f"sum over {whole(size)} wrong, " if path.batch > 1 else ""
        steps.append(f"{behind}the loss {said[sign]} {number(after)}")
    ends = {
        "converged": f"all points right since step {len(steps) - 1}",
        "frozen": "frozen: the wrong points' y x sum to 0",
        "stopped": "stopped",
    }
    return steps + [ends[path.outcome]] * (last + 1 - len(steps))


def _sentence(paths: Sequence[Descent], names: Sequence[str], last: int) -> Text:
    if not paths:
        return sentences.empty()
    start, loss = paths[0].start, number(float(paths[0].losses[0]))
    if last == 0:
        first = f"The start w₀ = {vector(start)} has every point on its right side: nothing to do."
    elif start.any():
        first = (
            f"All start at w₀ = {vector(start)}, where the loss is {loss}. Press Step (→): the sum runs over"
            " the wrong points (○) alone. Each adds ε y x to w, singly, in batches or all at once."
        )
    else:
        moves = all(path.weights[:2].any() for path in paths)
        move = "all three paths move" if moves else "a path moves, unless its points' y x sum to 0"
        first = (
            f"At the start {_AT_ZERO} the loss is 0, the least there is, yet no point has a side. Here a tie counts as"
            f" a mistake, so {move}; from here ε only scales the picture."
        )
    looked = [f"{name.capitalize()}, {{looked{index}}}" for index, name in enumerate(names)]
    looked[0] += " looked at"
    parts = [f"{what}: {{told{index}}}." for index, what in enumerate(looked)]
    return sentences.text(last, first, " ".join(["Step {k}.", *parts]))


def _facts(paths: Sequence[Descent], names: Sequence[str], separation: Separation | None) -> list[Fact]:
    if not paths:
        return unknown_facts([*names, "‖w₀‖/ε"])
    facts: list[Fact] = []
    for path, name in zip(paths, names, strict=True):
        bound = path.bound(separation) if isinstance(separation, Separator) else None
        updates = updates_of(path.updates, bound, ended=path.outcome != "stopped")
        if path.outcome == "frozen":
            updates = "frozen"
        looked = f"Looked at {plural(int(path.checked[-1]), 'point')} in all. {_UPDATES_NOTE}"
        facts.append(fact(name, updates, looked, outcome=True))
    ratio = float(np.linalg.norm(paths[0].start)) / paths[0].rate
    return [*facts, fact("‖w₀‖/ε", number(ratio), _RATIO_NOTE)]


_UPDATES_NOTE = (
    "The updates made and, if a line separates the points, the most that are possible from this start at this ε with"
    " batches of this size."
)
_RATIO_NOTE = "Start and ε matter only through w₀/ε: halve both and the picture is the same, half as large."


def _verdict(paths: Sequence[Descent], names: Sequence[str], separation: Separation | None) -> Verdict:
    if separation is None:
        return NOTHING
    frozen, stopped = (
        listed(name for name, path in zip(names, paths, strict=True) if path.outcome == outcome)
        for outcome in ("frozen", "stopped")
    )
    if isinstance(separation, Inseparable):
        text = proof(paths[0].data, separation, hint=" Try it in the playground.")
        text += f" The least loss is still 0, at {_AT_ZERO}."
        if frozen:
            text += f" Frozen: {frozen}."
        return {"text": text, "color": PROOF}
    end = "All three end with every point right."
    if stopped:
        end = f"Not done after {plural(MOST_UPDATES, 'update')}: {stopped}."
    if isinstance(separation, BarelySeparable):
        return {"text": f"{hair(boundary(paths[0].data))} {end}", "color": BOUND}
    if stopped:
        far = np.linalg.norm(paths[0].start) > paths[0].rate * paths[0].data.radius
        slow = " From a start other than 0, a small ε takes long." if far else ""
        return {"text": f"{end}{slow}", "color": BOUND}
    counts = listed(whole(len(path.sizes)) for path in paths)
    looked = listed(whole(int(path.checked[-1])) for path in paths)
    text = f"{end} Updates: {counts}; points looked at: {looked}. The loss would be 0 at {_AT_ZERO}, too."
    return {"text": text, "color": SEPARATOR}
