"""The views beside a board: two curves, the angle to w*, an update in beats, a table, a run by hand, a filmstrip."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from perceptron import Separator, bounds, slack
from perceptron.learner import Order
from perceptron.run import aligned_with
from perceptron.separation import Separation
from playground.draw.beats import beats
from playground.draw.byhand import by_hand
from playground.draw.curves import SQUEEZE, between, blank, bound, chart, growth, note, round_above
from playground.draw.figures import Floats, Picture, mark
from playground.draw.palette import AVERAGED, BOUND, GROUND, INK, POCKET
from playground.draw.passes import with_passes
from playground.draw.steps import MOST_WRITTEN, Steps
from playground.stage.payload import Column, Dash, FigurePart, Note
from playground.text import readable

ERROR_CURVES: Sequence[tuple[str, str, Dash]] = (
    ("last", INK, "solid"),
    ("pocket", POCKET, "dash"),
    ("averaged", AVERAGED, "solid"),
    ("voted", BOUND, "dot"),
)
"""The columns of `errors_over_time`, each a choice of weights from a run, with a colour and dashes."""

SUBSCRIPTS = "₁₂₃"
ALIGNMENT = "Alignment: each update adds ≥ γ"
ANGLE = "Angle: above its floor; ○ turned away from w*"


def in_view(name: str, picture: Picture) -> Picture:
    """Put a picture into the view `name`, a tab beside the board, and return the picture."""
    picture.panel["view"] = name
    return picture


def beside(
    steps: Steps | None,
    separation: Separation | None,
    *,
    order: Order | Sequence[int] | None = None,
    close: bool = False,
) -> list[Picture]:
    """Return a run's pictures that stand beside the board, each with the name of its view, a tab.

    Curves, a table of the updates and a filmstrip are always there; if `steps` is None, curves and table are empty. If
    `separation` is a separator, two views are added: the angle between w and w*, its unit vector, and each update drawn
    in parts. While `separation` is hidden, it is None. If `order`, that of the points, is given, the passes stand above
    the table, and a view to compute the run by hand is added, unless `by_hand` returns None. With `close` the curves'
    axes end with the run; otherwise, and while `separation` is hidden, at a round number that hides its length.
    """
    if steps is None:
        views = [("Curves", blank("upper", ALIGNMENT)), ("Curves", blank("lower", SQUEEZE)), ("Table", _listed({}, {}))]
    else:
        wrong = steps.wrong.sum(axis=1).tolist()
        close = close and separation is not None  # where a run ends tells whether it stops
        views = [("Curves", alignment(steps, separation, wrong, close=close))]
        views.append(("Curves", squeeze(steps, separation, close=close)))
        cosines = None
        if isinstance(separation, Separator):
            cosines = steps.run.cosines(separation)
            views.append(("Angle", angle(steps, separation, cosines, close=close)))
            views.append(("Update", beats(steps, separation)))
        updates = table(steps, cosines)
        views.append(("Table", with_passes(updates, steps.run, order) if order is not None else updates))
        if order is not None and (rows := by_hand(steps, order)):
            views.append(("By hand", rows))
    return [in_view(name, picture) for name, picture in [*views, ("Strip", strip())]]


def _end(updates: int, *, close: bool) -> int:
    """Return the last k of a chart's axis: the end of the run with `close`, else a round number that hides it."""
    return max(1, updates) if close else round_above(updates)


def alignment(steps: Steps, separation: Separation | None, wrong: Sequence[int], *, close: bool = False) -> Picture:
    """Return a picture of w·w* after each update, and of its floor w₀·w* + kηγ, below which it cannot fall.

    k counts the updates, and η is the rate. w* is the unit vector of the `separation`, and γ its margin, if this is a
    separator. If not, or while it is hidden and None, the picture shows how many points are wrong instead: `wrong` has
    their number at each step, from 0. With `close` the axis of k ends with the run, else at a round number that hides
    the run's length.
    """
    run = steps.run
    end = _end(steps.last, close=close)
    if isinstance(separation, Separator):
        eta = "" if run.rate == 1 else "η "
        start = aligned_with(separation.w, run.weights[:1]) if run.start.any() else np.zeros(1)
        values = np.append(start, aligned_with(separation.w, run.weights[1:]))
        upper = readable(values)
        ends = np.array([0, end])
        floor = bounds.alignment_floor(ends, separation.margin, start_alignment=float(values[0]), rate=run.rate)
        title, y_title = ALIGNMENT.replace("γ", f"{eta}γ"), "w·w*"
        label = "w·w* after each update, and the floor it cannot fall below."
        name = f"floor {'w₀·w* + ' if run.start.any() else ''}k{eta}γ"
        along = 2 / 3 * end
        parts, notes = [bound(ends, floor)], [note(along, float(np.interp(along, ends, floor)), name, below=True)]
        span = [min(values.min(), floor.min(), 0.0), max(values.max(), floor.max())]
    else:
        # The labels do not say that no line exists: that would reveal how the run ends.
        upper, y_title = [*map(float, wrong)], "points wrong"
        title = "Errors: how many points are wrong after each update"
        label = "How many points are not on their right side after each update."
        parts, notes, span = [], [], [0.0, float(max(wrong))]
    panel = chart("upper", title, label, parts, end, span, y_title, notes=notes)
    columns: dict[str, Column] = {"k": steps.counted["k"], "upper": upper}
    return Picture(panel, columns, growth("upper"))


def squeeze(steps: Steps, separation: Separation | None, *, close: bool = False) -> Picture:
    """Return a picture of ‖w‖² after each update, and of its ceiling, the bound ‖w₀‖² + kη²R² after k updates.

    If the `separation` is a separator, the picture also has the floor, the bound (w₀·w* + kηγ)². With `close` the axis
    ends with the run, else at a round number that hides its length.
    """
    run, values, end = steps.run, steps.norms_squared, _end(steps.last, close=close)
    if isinstance(separation, Separator):
        aligned, most = float(run.start @ separation.w), run.bound(separation)
        panel = between(values, run.data.radius, separation.margin, run.rate, aligned, most=most, end=end)
    else:
        panel = between(values, run.data.radius, None, run.rate, end=end)
    return Picture(panel, {"k": steps.counted["k"], "norm": steps.numbers["norm"]}, growth("norm"))


def angle(steps: Steps, separation: Separator, cosines: Floats, *, close: bool = False) -> Picture:
    """Return a picture of the cosine of the angle between w and w*, the separator's unit vector, and of its floor.

    The floor is the least cosine that the convergence theorem allows after k updates. `cosines` has the cosine after
    each update. Rings mark the updates that lowered it. The curve takes its column from the picture that `table`
    returns for these cosines, so a scene needs both. With `close` the axis ends with the run, else at a round number.
    Without updates the chart is blank.
    """
    run, last = steps.run, steps.last
    if not last:
        return blank("side", ANGLE)
    aligned, length = float(run.start @ separation.w), float(np.sqrt(np.vecdot(run.start, run.start)))
    end = _end(last, close=close)
    k = np.linspace(1, np.sqrt(end), 25) ** 2  # closer where the floor is steep
    floor = bounds.cosine_floor(k, separation.radius, separation.margin, run.rate, aligned, length)
    certain = floor > 0  # elsewhere the floor is −1, which says nothing
    parts: list[FigurePart] = []
    notes: list[Note] = []
    if certain.any():
        parts = [bound(k[certain], floor[certain])]
        eta, squared = ("", "") if run.rate == 1 else ("η", "η²")
        name = f"(w₀·w* + k{eta}γ)/√(‖w₀‖² + k{squared}R²)" if length else "√k γ/R"
        known = np.flatnonzero(certain)
        along = known[np.searchsorted(k[known], 2 / 3 * k[known[-1]])]
        notes = [note(k[along], float(floor[along]), f"floor {name}", below=True)]
    label = "The cosine of the angle between w and w* after each update, and the floor it cannot fall below."
    low = min(0.0, float(np.nanmin(cosines, initial=0.0)))
    panel = chart("side", ANGLE, label, parts, end, [low, 1.0], "cos∠(w, w*)", notes=notes)
    columns: dict[str, Column] = {
        "k": steps.counted["k"],
        "away": [0, *slack.turned_away(run, separation).astype(int).tolist()],
    }
    rings = mark("dots", ["k", "cosine", "away"], radius=4, stroke=INK, width=1.5, fill=GROUND)
    curve, dot = growth("cosine")
    return Picture(panel, columns, [curve, rings, dot])


def errors(title: str, y_title: str, errors: pd.DataFrame, *, close: bool = False) -> Picture:
    """Draw the errors of the last, pocket, averaged and voted weights, from the table of `errors_over_time`.

    `y_title` says what is counted, such as "points wrong": it is the vertical axis's title, and part of a sentence. The
    axis of updates ends with the run if `close`, else at a round number that hides its end.
    """
    last = len(errors) - 1
    columns: dict[str, Column] = {"k": [*range(last + 1)]}
    columns |= {name: errors[name].tolist() for name, _, _ in ERROR_CURVES}
    panel = chart(
        "lower",
        title,
        f"{title}: how many {y_title} after each update.",
        [],
        _end(last, close=close),
        [0, float(errors.drop(columns="update").to_numpy().max())],
        y_title,
    )
    marks = [each for name, color, dash in ERROR_CURVES for each in growth(name, color, dash=dash, called=name)]
    return Picture(panel, columns, marks)


def table(steps: Steps, cosines: Floats | None) -> Picture:
    """Return a picture with a table of every update: its point, y w·x before it, y x, and w and ‖w‖² after it.

    `cosines` has the cosine of the angle to w*, the separator's unit vector, after each update. It adds the columns of
    this cosine and of w·w*; with None they are left out. If w has more than three coordinates, w and y x are left out.

    The table takes ‖w‖² and w·w* from the pictures that `squeeze` and `alignment` return, so a scene needs them, too.
    """
    run = steps.run
    heads = {"k": "k", "pass": "pass", "point": "point", "y": "label", "y w·x": "score"}
    spare: list[list[str]] = []
    if run.data.dim <= MOST_WRITTEN:
        eta, axes = "" if run.rate == 1 else "η ", range(1, run.data.dim + 1)
        spare = [[f"{kind}{axis}" for axis in axes] for kind in ("added", "w")]
        heads |= {f"{eta}y x{SUBSCRIPTS[axis - 1]}": f"added{axis}" for axis in axes}
        heads |= {f"w{SUBSCRIPTS[axis - 1]}": f"w{axis}" for axis in axes}
    heads["‖w‖²"] = "norm"
    columns: dict[str, Column] = {**steps.counted, "label": [None, *steps.labels], "score": steps.numbers["score"]}
    columns |= {name: steps.numbers[name] for group in spare for name in group}
    spare.append(["pass", "label"])
    if cosines is not None:
        heads |= {"w·w*": "upper", "cos∠(w, w*)": "cosine"}
        columns["cosine"] = [None, *readable(cosines)]
        spare.append(["cosine"])
    listed = _listed(heads, columns)
    listed.panel["spare"] = spare  # type: ignore[typeddict-unknown-key]
    return listed


def _listed(heads: dict[str, str], columns: dict[str, Column]) -> Picture:
    label = "Every update, with what was found before it and what holds after it."
    return Picture({"area": "side", "label": label, "heads": [*heads], "columns": [*heads.values()]}, columns)


def strip() -> Picture:
    """Return the filmstrip: small pictures of the board at the eight updates around the present step.

    The browser draws them from the scene's first panel, which must be the board.
    """
    return Picture({"area": "side", "label": "The board after each of eight updates.", "of": 0})
