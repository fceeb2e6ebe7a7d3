"""Each update in three beats: y x comes and splits, w grows by it, and two lengths move into the proof's curves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perceptron import Run, Separator
from perceptron.run import aligned_with
from playground.draw.figures import Picture
from playground.draw.steps import MOST_WRITTEN, Steps
from playground.stage.payload import Beats, Column, Growth, Limit, Way
from playground.text import NO_BREAK, number, readable, readable_rows, unbroken

_ALIKE = 1e-12  # a shorter part of w across w*, relative to ‖w‖, may be rounding


def beats(steps: Steps, separation: Separator) -> Picture:
    """Return the panel that shows each update in three ways: along w*, by the length of w, and by its point's score.

    w* are the weights of the `separation`. The picture's columns hold w and the vector that an update adds to it. In
    more than three dimensions they have three coordinates, which keep all lengths and angles.

    >>> from perceptron import gate, separate, train
    >>> data = gate("and").augmented()
    >>> panel = beats(Steps(train(data)), separate(data)).panel
    >>> [way["name"] for way in panel["ways"]], panel["sum"]
    (['along w*', 'length', 'score'], ['w1', 'w2', 'w3'])
    """
    run = steps.run
    names, columns = _coordinates(steps, separation)
    panel: Beats = {
        "area": "side",
        "label": "One update in three beats.",
        "sum": names[0],
        "added": names[1],
        "axis": [each or 0.0 for each in readable(separation.w)] if run.data.dim <= MOST_WRITTEN else [1.0],
        "name": "w*",
        "called": _added(run),
        "ways": _ways(run, separation),
    }
    return Picture(panel, columns)


def _coordinates(steps: Steps, separation: Separator) -> tuple[tuple[list[str], list[str]], dict[str, Column]]:
    """Return the names of the coordinates of w and of what each update adds to it, and the columns of these names.

    In many dimensions there are three coordinates: along w*, across it towards w, and across both. All lengths of w*, w
    and the example, and the angles among them, are true there.
    """
    run = steps.run
    if run.data.dim <= MOST_WRITTEN:
        axes = range(1, run.data.dim + 1)
        names = [f"w{axis}" for axis in axes], [f"added{axis}" for axis in axes]
        return names, {name: steps.numbers[name] for each in names for name in each}
    reach, added = aligned_with(separation.w, run.weights), run.rate * run.data.signed[run.mistakes]
    along = added @ separation.w
    aside = added - along[:, None] * separation.w
    across = run.weights - reach[:, None] * separation.w
    far = np.sqrt(np.vecdot(across, across))
    lies_along = far <= _ALIKE * np.sqrt(steps.norms_squared)
    far[lies_along] = 0
    # Where w lies along w*, the plane of the picture is that of w* and the example.
    towards = np.where(lies_along[1:, None], aside, across[1:])
    lengths = np.sqrt(np.vecdot(towards, towards))
    beside = np.vecdot(aside, towards) / np.where(lengths, lengths, 1)
    off = np.sqrt(np.maximum(np.vecdot(aside, aside) - beside**2, 0))
    rows = np.full((5, run.updates + 1), np.nan)
    rows[:2] = reach, far
    rows[2:, 1:] = along, beside, off
    names = ["reach", "across"], ["along", "beside", "off"]
    return names, dict(zip([*names[0], *names[1]], readable_rows(rows), strict=True))


def _ways(run: Run, separation: Separator) -> list[Way]:
    """Return the three ways in which the panel shows an update: along w*, by the length of w, and by the score."""
    floor, ceiling, square = _limits(run, separation)
    reach: Growth = {"name": "w·w*", "before": "-upper", "after": "upper", "of": "reach", "limits": [floor]}
    squares: Growth = {"name": "‖w‖²", "before": "-norm", "after": "norm", "of": "sum", "limits": [ceiling]}
    gains: Growth = {"name": "y w·x", "before": "score", "after": "after", "of": "added", "limits": []}
    along, length, score = _says(run, separation, "".join(each["name"] for each in square))
    return [
        {
            "name": "along w*",
            "title": "Why w·w* rises by at least γ",
            "along": "axis",
            "says": along,
            "growths": [reach, {**squares, "limits": [ceiling, *square]}],
        },
        {
            "name": "length",
            "title": "Why ‖w‖² rises by at most R²",
            "along": "old",
            "says": length,
            "begins": _read("Next, update {k}: w = 0 has no direction yet, so no angle is acute, and y w·x = 0."),
            "growths": [squares],
        },
        {
            "name": "score",
            "title": "What the score of the point gains",
            "along": "added",
            "says": score,
            "growths": [gains],
        },
    ]


def _says(run: Run, separation: Separator, square_floor: str) -> Sequence[tuple[str, str, str]]:
    """Return the sentences of the three beats, for each of the three ways.

    `square_floor` is the name of the floor of ‖w‖², "" if it has none.
    """
    eta, squared = ("", "") if run.rate == 1 else ("η", "η²")
    least, most = number(run.rate * separation.margin), number(float((run.rate * separation.radius) ** 2))
    added = _added(run)
    floor = ""
    if square_floor:
        floor = f" w is the longest side of a right triangle, so no shorter: ‖w‖² = {{norm}} is over {square_floor}."
    along = (
        f"Next, update {{k}}: point {{point}} is wrong, so its {added} comes. Along w* this is {{gain}} long:"
        f" {_reason(run)} at least {eta}γ = {least}.",
        f"w grows by {added}. So w·w*, how far w reaches along w*, grows by the same {{gain}}: {{-upper}} → {{upper}}.",
        f"Both numbers move into the curves: w·w* = {{upper}} over its floor.{floor}",
    )
    # 2 y w·x has a number of its own where that is the score's double.
    numbers = "{-norm} → {norm}" if eta else "{-norm} + 2·({score}) + {shift} = {norm}"
    length = (
        f"Next, update {{k}}: point {{point}} is wrong, as y w·x = {{score}} ≤ 0. So {added} points into the tinted"
        " half, sideways from w or back (the thick bar): the angle is never acute.",
        f"‖w + {added}‖² = ‖w‖² + 2{eta} y w·x + ‖{eta}x‖²: {numbers}. At a right angle the middle term is 0,"
        f" and w′ ends on the dashed circle; at a wider one it is negative. The last is at most {squared}R² = {most}.",
        f"So no update lifts ‖w‖² by more than {squared}R²: {{norm}} is under the ceiling.",
    )
    score = (
        "Next, update {k}: the score of point {point}, y w·x = {score}, is how far w reaches along y x, times ‖x‖.",
        f"w grows by {added}: it reaches {eta}‖x‖ farther along y x, so the score gains {eta}‖x‖² = {{shift}}.",
        "y w·x: {score} → {after}. The point is {lands}.",
    )
    return [(_read(one), _read(two), _read(three)) for one, two, three in (along, length, score)]


def _reason(run: Run) -> str:
    """Return why an example reaches at least γ along w*: it is that far from the line of w*, which a picture shows."""
    if run.data.lift is not None:
        return "every point gives"
    times = "" if run.rate == 1 else "η times "
    place = "line" if run.data.dim == 2 else "plane"
    score = "a score is distance times length, and w* is 1 long"
    return f"{times}the point's distance from the {place} w*·x = 0 ({score}),"


def _added(run: Run) -> str:
    return f"y{NO_BREAK}x" if run.rate == 1 else f"η{NO_BREAK}y{NO_BREAK}x"


def _read(says: str) -> str:
    return unbroken(says).replace("y w·x", f"y{NO_BREAK}w·x")


def _limits(run: Run, separation: Separator) -> tuple[Limit, Limit, list[Limit]]:
    """Return the limits of the curves: the floor of w·w*, the ceiling of ‖w‖², and a list with the floor of ‖w‖².

    The list is empty if the start points away from w*.
    """
    eta, squared = ("", "") if run.rate == 1 else ("η", "η²")
    aligned, rise = float(run.start @ separation.w), float(run.rate * separation.margin)
    begun, most = float(run.start @ run.start), float((run.rate * separation.radius) ** 2)
    from_start = f"w₀·w* + k{eta}γ" if run.start.any() else f"k{eta}γ"
    floor: Limit = {"name": from_start, "terms": (aligned, rise, 0.0), "above": True}
    ceiling: Limit = {
        "name": f"{'‖w₀‖² + ' if run.start.any() else ''}k{squared}R²",
        "terms": (begun, most, 0.0),
        "above": False,
    }
    square: Limit = {
        "name": f"({from_start})²" if run.start.any() else f"k²{squared}γ²",
        "terms": (aligned**2, 2 * aligned * rise, rise**2),
        "above": True,
    }
    return floor, ceiling, [square] if aligned >= 0 else []
