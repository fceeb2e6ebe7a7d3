"""Digits: the pictures to learn from, the weights as a picture, and the errors on pictures that were held back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from perceptron import Dataset, Inseparable, Run, errors_over_time
from perceptron import digits as handwritten
from perceptron.separation import Separation
from playground.address import codes
from playground.address.parameters import Choice
from playground.draw import sentences, views
from playground.draw.curves import note
from playground.draw.figures import CLASSES, Picture, dots, lines, mark
from playground.draw.outcome import Outcome, boundary, compose, facts, of_run, verdict, with_a_bias
from playground.draw.palette import INK, NEGATIVE, POSITIVE, SHADE, style
from playground.draw.sentences import fact
from playground.draw.steps import Steps
from playground.stage import payload as stage
from playground.stage.payload import (
    Area,
    Axis,
    Canvas,
    Column,
    Drawing,
    Fact,
    Figure,
    Mark,
    Note,
    Panel,
    Pixels,
    Region,
    Scene,
    Symbol,
    Values,
    Verdict,
)
from playground.text import listed, number, plural, unbroken

DIGITS = tuple("0123456789")
FIRST = Choice("digit", "First digit", DIGITS, "Its pictures have the label +1.", preset="3")
SECOND = Choice("against", "Second digit", DIGITS, "Its pictures have the label −1.", preset="8")

HANDWRITTEN = "two handwritten digits"
SOURCE = Choice(
    codes.DRAWINGS_CHOICE[0],
    "Pictures",
    (HANDWRITTEN, codes.DRAWINGS_CHOICE[1]),
    "Digits that thirteen people wrote, or pictures that you draw under *Draw*.",
)

MOST_UPDATES = 1_000
"""The cap of a run: each update brings another picture of the weights."""

ACROSS = codes.CELLS
"""The cells of a picture in a row, and the rows."""
BLACK = 16
"""The number of a cell full of ink."""

_EACH = ACROSS**2
_LOW = 1.25  # the height of the scale of colours under the weights, in cells
_SHADES = 6  # the scale's shades of either sign
_GAP = 2.2  # the gap between the pictures of the sum, in cells
_ROW = 6  # the fewest misread pictures in a row

Names = tuple[str, str]
"""The names of the pictures labelled +1 and of those labelled −1."""


def pair(first: str, second: str) -> tuple[int, int]:
    """Return two digits that differ; if the second is the same as the first, it becomes the next digit.

    >>> pair("3", "8"), pair("9", "9")
    ((3, 8), (9, 0))
    """
    return int(first), int(second) if second != first else (int(first) + 1) % 10


def pictures(
    source: str, first: int, second: int, shelf: Sequence[stage.DrawnPicture]
) -> tuple[Dataset | None, Dataset | None, Names]:
    """Return the pictures to learn from, other pictures to test on, and the names of the labels +1 and −1.

    With the source HANDWRITTEN they are the collection's pictures of the digits `first` and `second`, else those of the
    `shelf`, which the visitor drew; then there is nothing to test on. A set is None if it has no pictures.

    >>> pictures(HANDWRITTEN, 3, 8, [])[2], pictures("drawn by hand", 3, 8, [])
    (('3', '8'), (None, None, ('+1', '−1')))
    """
    if source == HANDWRITTEN:
        return (*handwritten(first, second), (f"{first}", f"{second}"))
    return drawn(shelf), None, ("+1", "−1")


def drawn(pictures: Sequence[stage.DrawnPicture]) -> Dataset | None:
    """Return pictures drawn by hand as a data set, 16 in a cell with ink and 0 elsewhere; None for no pictures.

    A picture is given by both halves of its 64 cells, 32 bits each, row by row from the top, and by its class: 0 for
    the label +1, 1 for −1.

    >>> drawn([(0x8000_0000, 0, 0), (0, 1, 1)])
    Dataset(2 points in 64 dimensions, 1 positive, 1 negative)
    """
    if not pictures:
        return None
    cells = [[BLACK * int(bit) for bit in f"{high:032b}{low:032b}"] for high, low, _ in pictures]
    return Dataset(cells, [codes.label_of(place) for *_, place in pictures])


def scene(
    learned: Dataset | None,
    unseen: Dataset | None,
    run: Run | None,
    separation: Separation | None,
    *,
    names: Names,
    shelf: Sequence[stage.DrawnPicture] = (),
) -> Scene:
    """Return the scene of a run that learns from pictures; `names` are the words for +1 and −1.

    `learned` are the pictures to learn from; without them it is None, as are `run` and `separation`, and the scene asks
    the visitor to draw. `unseen` are the pictures to test on, None if there are none, `shelf` those that the visitor
    drew. The column `w` holds for each step the weights of the cells, a text of 64 whole numbers with commas between
    them, row by row from the top. If the data have a bias, the column `b` holds the weight of its constant; else there
    is no such column.
    """
    if learned is None or run is None or separation is None:
        return _empty(names)
    # 1. The sentences, with the errors on the pictures held back, whose last number is the question.
    steps = Steps(run)
    errors = errors_over_time(run, unseen)
    outcome = of_run(steps, separation, _verdict(run, separation, errors, unseen), wording=_wording(names))
    if unseen:
        ask = f"Of {plural(len(unseen), 'digit')} held back, how many will w misread?"
        outcome = outcome.saying("Held back: {last} misread.")
        outcome = replace(outcome, ask=ask, answer=int(errors["last"].iloc[-1]))
    outcome = replace(outcome, facts=_facts(run, separation, errors, unseen), symbols=_symbols(names))
    # 2. The pictures of the stage.
    wrong = _wrong(run, learned).sum(axis=1).tolist()
    title = f"Misread: of the {len(unseen or learned)} digits {'held back' if unseen else 'learned from'}"
    pictures = [
        _weights(run, names),
        views.in_view("Update", _sum(learned, run, names)),
        views.in_view("Update", _misread(title, errors, close=unseen is not None)),
        *(views.in_view("Misread", picture) for picture in _galleries(learned, unseen, run, names)),
        views.in_view("Curves", views.alignment(steps, separation, wrong)),
        views.in_view("Curves", views.squeeze(steps, separation)),
        views.in_view("Strip", views.strip()),
    ]
    # The field to draw on comes first if the learner learns from drawings, and then the machine that did.
    pictures.insert(1 if unseen is None else 3, views.in_view("Draw", Picture(_CANVAS.copy())))
    if unseen is None:
        pictures.insert(2, views.in_view("Machine", _machine(learned, run, names)))
    return _with_hand(compose(pictures, outcome, shelf, editable=False), names, run.data.lift)


def _empty(names: Names) -> Scene:
    """Return the scene that is shown while there is no picture to learn from."""
    sentence = sentences.text(0, "There is no picture to learn from yet. Draw one and add it.")
    pictures = [_framed({"w": [",".join("0" * _EACH)]}), Picture(_CANVAS.copy())]
    outcome = Outcome(sentence, _facts(None, None, None, None))
    return _with_hand(compose(pictures, outcome, editable=False), names, None)


# ---- drawing -------------------------------------------------------------------------------------------------------

_CANVAS: Canvas = {"area": "side", "label": "A field of 8 by 8 cells to draw a picture on.", "cells": ACROSS}


def _with_hand(scene: Scene, names: Names, scale: float | None) -> Scene:
    """Add a canvas to a scene, on which the visitor draws a picture for the shelf; the weights of the step read it."""
    score = "w·x" if scale is None else "w·x + b·c" if scale != 1 else "w·x + b"
    drawing: Drawing = {
        "panel": next(place for place, panel in enumerate(scene["panels"]) if "cells" in panel),
        "classes": CLASSES,
        "most": codes.MOST_PICTURES,
        "weights": "w",
        "ink": BLACK,
        "signs": [1, -1],
        "zero": [True, True],
        "sides": [
            f"{score} = {{value}} > 0: read as {_one(names, 1)}.",
            f"{score} = {{value}} < 0: read as {_one(names, -1)}.",
            f"{score} = 0: read as neither.",
        ],
        "shelf": f"{{count}} of {codes.MOST_PICTURES} pictures, ○ {{wrong}} wrong",
    }
    if scale is not None:
        drawing |= {"constant": "b", "unit": scale}
    return {**scene, "drawing": drawing}


# ---- pictures ------------------------------------------------------------------------------------------------------

_SUM = "Each picture on its own scale"
_LEARNED = "Misread of the pictures learned from"
_HELD = "Misread of the pictures held back"


def _codes(pictures: npt.NDArray[np.float64]) -> list[str]:
    """Return each picture as a text for the stage: its 64 whole numbers with commas between them."""
    return [",".join(map(str, cells)) for cells in pictures[:, :_EACH].astype(np.int64).tolist()]


def _pixels(column: str, box: tuple[float, float, float, float], **more: Any) -> Pixels:
    drawn = style(stroke="var(--st-border-color)", width=1)
    look = {"across": ACROSS, "colors": (NEGATIVE, POSITIVE), "style": drawn}
    return {"panel": 0, "kind": "pixels", "columns": [column], "box": box, **look, **more}  # type: ignore[typeddict-item]


def _sheet(
    area: Area, title: str, label: str, wide: float, high: float, *, square: bool = True, below: float = 4
) -> Panel:
    """Return a panel without axes, `wide` by `high` units; these are `square`, or as large as the panel allows."""
    xaxis: Axis = {"name": "", "range": (0, wide), "ticks": []}
    figure: Figure = {
        "title": title,
        "margin": {"l": 6, "r": 6, "t": 28, "b": below},
        "xaxis": xaxis,
        "yaxis": {**xaxis, "range": (0, high)},
        "parts": [],
        "notes": [],
        "frame": "none",
    }
    if square:
        figure["scale"] = "shrink"
    return {"area": area, "label": label, "figure": figure}


def _words(column: str, at: tuple[float, float], size: int = 13, **more: Any) -> Mark:
    look = {"style": f"font-size: max({size}px, var(--stage-word, 0px)); font-weight: {'700' if size > 20 else '400'}"}
    drawn = mark("label", [column], **{"fill": INK, "at": at, "shift": (0, 0), **more})
    return {**drawn, "style": {**drawn["style"], **look}}


def _framed(columns: dict[str, Column]) -> Picture:
    label = "The weights as a picture of 8 by 8 cells: blue where positive, orange with a minus sign where negative."
    panel = _sheet("board", "", label, ACROSS, ACROSS + _LOW)
    return Picture(panel, columns, [_pixels("w", (0, _LOW, ACROSS, ACROSS + _LOW), part="w")])


def _weights(run: Run, names: Names) -> Picture:
    """Draw the weights after each update as a picture, above a scale of colours that ends at the largest weight."""
    pictures = run.weights[:, :_EACH]
    largest = [number(value) for value in np.abs(pictures).max(axis=1).tolist()]
    columns: dict[str, Column] = {"w": _codes(pictures)}
    middles = ["0"] * len(largest)
    if run.data.lift is not None:
        columns["b"] = run.weights[:, -1].tolist()
        middles = [f"0 · b = {number(b)}" for b in run.weights[:, -1].tolist()]
    ends = [None if value == "0" else value for value in largest]
    columns |= {
        "least": [value and f"−{value}, for {names[1]}" for value in ends],
        "middle": [
            middle if value else middle.replace("0", "w = 0", 1) for middle, value in zip(middles, ends, strict=True)
        ],
        "most": [value and f"+{value}, for {names[0]}" for value in ends],
    }
    picture = _framed(columns)
    picture.figure["parts"] += _scale()
    for place, name in enumerate(("least", "middle", "most")):
        picture.marks.append(_words(name, (ACROSS * (1 + 2 * place) / 6, 0.28)))
    return picture


def _scale() -> list[Region]:
    """Draw the scale of colours: a cell for each shade, with a minus sign as in the picture of the weights."""
    low, side = 0.55, 0.5
    cells: list[Region] = []
    for i in range(-_SHADES, _SHADES + 1):
        left = ACROSS / 2 + (i - 0.5) * side
        # The sign goes around the other way, so that it is a hole.
        x, y = _outline(left, low, side, side)
        along, up = _outline(left + 0.7 * side, low + 0.42 * side, -0.4 * side, 0.16 * side)
        cells.append({
            "kind": "region",
            "x": [*x, None, *along] if i < 0 else x,
            "y": [*y, None, *up] if i < 0 else y,
            "color": POSITIVE if i > 0 else NEGATIVE,
            "opacity": abs(i) / _SHADES,
        })  # fmt: skip
    return cells


def _outline(left: float, low: float, wide: float, high: float) -> tuple[Values, Values]:
    """Return x and y of a box's corners; with a negative width they go around the other way."""
    return [left, left, left + wide, left + wide, left], [low, low + high, low + high, low, low]


def _misread(title: str, errors: pd.DataFrame, *, close: bool) -> Picture:
    """Draw how many pictures are misread after each update.

    If the number at w = 0 would flatten the curves, a note says it instead.
    """
    picture = views.errors(title, "pictures misread", errors, close=close)
    figure = picture.figure
    later, all_of_them = float(errors[["last", "averaged"]].iloc[1:].to_numpy().max(initial=0)), errors["last"].iloc[0]
    if 0 < 1.25 * later < all_of_them:
        figure["yaxis"]["range"] = (0, 1.12 * later)
        right = 0.2 * figure["xaxis"]["range"][1]
        figure["notes"] = [note(right, 1.12 * later, f"← {all_of_them}", below=True)]
    return picture


def _sum(learned: Dataset, run: Run, names: Names) -> Picture:
    """Draw each update as a sum: the weights before, plus or minus the misread picture, are the weights after.

    At the start there is no update, so a picture of each label stands there.
    """
    # 1. The panel, with room for a line of words under the pictures, however small these are.
    label = "The weights before the update, the misread picture, the weights after it; at the start one of each kind."
    panel = _sheet("upper", _SUM, label, 3 * ACROSS + 2 * _GAP, ACROSS, below=22)
    # 2. The columns; the first of each is for the start.
    labels = learned.y[run.mistakes].tolist()
    signs = ["+" if label > 0 else "−" for label in labels]
    (positive, positive_name), (negative, negative_name) = (_first(learned, label, names) for label in (1, -1))
    columns: dict[str, Column] = {
        "kind": [positive, *[None] * len(signs)],
        "x": [negative, *_codes(learned.signed[run.mistakes])],
        "sign": [None, *signs],
        "equals": [None, *["="] * len(signs)],
        "was": [positive_name, *["w before"] * len(signs)],
        "which": [negative_name, *(_one(names, label) for label in labels)],
        "now": ["w", *[f"w {sign} picture" for sign in signs]],
    }  # fmt: skip
    # 3. The marks: three pictures over their captions, and the signs between them.
    marks: list[Mark] = []
    terms: list[tuple[str, str, dict[str, Any]]] = [
        ("w", "was", {"lag": 1, "ahead": True}),
        ("x", "which", {"part": "x", "ahead": True}),
        ("w", "now", {"part": "w"}),
    ]
    for place, (column, caption, more) in enumerate(terms):
        left = place * (ACROSS + _GAP)
        marks.append(_pixels(column, (left, 0, left + ACROSS, ACROSS), **more))
        marks.append(_words(caption, (left + ACROSS / 2, 0), shift=(0, -11), ahead="ahead" in more))
    for place, column in ((1, "sign"), (2, "equals")):
        at = place * (ACROSS + _GAP) - _GAP / 2, ACROSS / 2
        marks.append(_words(column, at, 32, ahead=column == "sign"))
    marks.append(_pixels("kind", (0, 0, ACROSS, ACROSS)))
    return Picture(panel, columns, marks)


_MACHINE = "The machine: each photocell's current goes through a weight"
_HALL = 3 * ACROSS + 2 * _GAP, ACROSS + 9.0
"""The width and the height of the picture of the machine, in cells."""
_FOOT = _HALL[1] - ACROSS - 1.5  # the lower edge of its three pictures
_ADDER, _LAMP = (_HALL[0] - ACROSS / 2, 3.6), (_HALL[0] / 2, 3.6)


def _currents(learned: Dataset, run: Run, names: Names) -> dict[str, Column]:
    """Return the columns of the machine: the picture it reads, the weights before the update, and the products' sum."""
    read = np.append(0, run.mistakes)
    before = np.concatenate([run.weights[:1], run.weights[: len(run.mistakes)]])
    currents = before * run.data.X[read]
    sums = currents.sum(axis=1).tolist()
    labels = learned.y[read].tolist()
    turned = [f"Motors {'add it to' if label > 0 else 'take it from'} the weights." for label in labels]
    return {
        "cells": _codes(learned.X[read]),
        "before": _codes(before),
        "currents": _codes(currents),
        "summed": [f"Σ = {number(value)}" for value in sums],
        "lit": [_LAMP[0] if value > 0 else None for value in sums],
        "lamp": [_LAMP[1]] * len(sums),
        "read": [
            f"{'The lamp is on' if value > 0 else 'The lamp is off'}: the machine reads"
            f" {'neither' if value == 0 else _one(names, 1 if value > 0 else -1)}. The picture is {_one(names, label)}."
            for value, label in zip(sums, labels, strict=True)
        ],
        "motors": ["At w = 0 no current flows.", *turned[1:]],
    }


def _machine(learned: Dataset, run: Run, names: Names) -> Picture:
    """Draw a machine that reads the misread picture of each update: photocells, weights, currents and their sum.

    At the start it reads the first picture with weights 0. F. Rosenblatt's Mark I had, besides, units wired by chance
    between photocells and weights, and motors that turned the weights.
    """
    # 1. The wires: across from cell to weight to current, and down to the one that adds.
    label = "The machine at this update: the picture on its photocells, the weights, their products, and the sum."
    panel = _sheet("side", _MACHINE, label, *_HALL, below=22)
    picture = Picture(panel, _currents(learned, run, names))
    wide, rows = ACROSS + _GAP, range(ACROSS)
    ways = [[[left, left + _GAP], [_FOOT + row + 0.5] * 2] for left in (ACROSS, ACROSS + wide) for row in rows]
    ways += [[[2 * wide + across + 0.5, _ADDER[0]], [_FOOT, _ADDER[1] + 0.9]] for across in rows]
    ways.append([[_LAMP[0], _ADDER[0] - 3.2], [_ADDER[1]] * 2])
    picture.figure["parts"] += [lines(way, SHADE, 1.5) for way in ways]
    # 2. The three pictures with their names, the sum, and the lamp that it lights.
    shown = ("cells", "photocells"), ("before", "× weights"), ("currents", "= currents")
    for place, (name, called) in enumerate(shown):
        left = place * wide
        picture.marks.append(_pixels(name, (left, _FOOT, left + ACROSS, _FOOT + ACROSS)))
        caption: Note = {"x": left + ACROSS / 2, "y": _HALL[1], "text": called, "color": INK, "side": "below"}
        picture.figure["notes"].append(caption)
    picture.figure["parts"].append(dots([[_LAMP[0]], [_LAMP[1]]], SHADE, 22))
    picture.marks += [
        mark("dot", ["lit", "lamp"], radius=11, fill=POSITIVE),
        _words("summed", _ADDER, 16),
        _words("read", (_LAMP[0], 0), shift=(0, 8)),
        _words("motors", (_LAMP[0], 0), shift=(0, -10)),
    ]
    return picture


def _first(learned: Dataset, label: int, names: Names) -> tuple[str | None, str | None]:
    """Return the first picture with a label as a text for the stage, and the label's name; None twice without one."""
    places = np.flatnonzero(learned.y == label)[:1]
    return (_codes(learned.signed[places])[0], _one(names, label)) if places.size else (None, None)


def _wrong(run: Run, data: Dataset) -> npt.NDArray[np.bool_]:
    """Return whether the weights of each step misread each picture, shape (M + 1, pictures)."""
    points = Dataset(run.data.lifted(data.X), data.y).signed
    return run.path.scores(0, len(run.mistakes) + 1, points, unseen=True) <= 0


def _galleries(learned: Dataset, unseen: Dataset | None, run: Run, names: Names) -> list[Picture]:
    """Draw the misread pictures at each step: those learned from and, if there are any, those held back."""
    both = ([("held", _HELD, unseen)] if unseen else []) + [("learned", _LEARNED, learned)]
    pictures = []
    areas: tuple[Area, ...] = ("upper", "lower") if unseen else ("side",)
    for area, (name, title, data) in zip(areas, both, strict=True):
        wrong = _wrong(run, data)
        columns: dict[str, Column] = {
            f"{name}_wrong": [",".join(map(str, np.flatnonzero(each).tolist())) for each in wrong],
            f"{name}_count": [f"{count or 'none'} of {len(data)}" for count in wrong.sum(axis=1).tolist()],
        }
        label = f"{title}, blue for {names[0]} and orange for {names[1]}."
        panel = _sheet(area, f"{title}: blue is {names[0]}, orange {names[1]}", label, 1, 1, square=False)
        marks: list[Mark] = [
            _pixels(f"{name}_wrong", (0, 0.1, 1, 1), pictures=_codes(data.signed), row=_ROW),
            _words(f"{name}_count", (0.5, 0.04)),
        ]
        pictures.append(Picture(panel, columns, marks))
    return pictures


# ---- words -----------------------------------------------------------------------------------------------------------


def _one(names: Names, label: int) -> str:
    name = names[0 if label > 0 else 1]
    return f"{'an' if name == '8' else 'a'} {name}" if name in DIGITS else name


_START = unbroken("An empty picture reads nothing. Press Step.\nw = 0.")


def _wording(names: Names) -> sentences.Wording:
    """Return the wording for examples that are pictures."""

    def update(sign: str, neither: bool) -> str:
        side = 1 if sign == "+" else -1
        read = "neither" if neither else _one(names, -side)
        picture = _one(names, side)
        called = picture if picture == f"{sign}1" else f"{picture} ({sign}1)"
        done = "It was added to w" if side > 0 else "It was taken away from w"
        return f"picture {{point}}, {called}, was read as {read}. {done} and is {{lands}}."

    return sentences.Wording(
        lambda run: _START,
        update,
        "Now no picture it learned from is misread.",
        ("read right now", "read as neither now", "still misread"),
    )


def _symbols(names: Names) -> list[Symbol]:
    notes = {
        "w": f"The weights, one for each cell: blue where ink speaks for {names[0]}, orange with a minus sign where it"
        f" speaks for {names[1]}.",
        "x": "The picture of this update: 64 numbers from 0, paper, to 16, ink; with a bias the constant c comes after"
        " them. Its label y is +1 or −1.",
        "w·w*": "How far w reaches along w*. Each update adds at least γ to it.",
    }
    return [{**symbol, "note": notes.get(symbol["text"], symbol["note"])} for symbol in sentences.SYMBOLS]


def _facts(
    run: Run | None, separation: Separation | None, errors: pd.DataFrame | None, unseen: Dataset | None
) -> list[Fact]:
    """Return the facts of a run, and how many of the pictures held back its last weights misread."""
    shared = facts(run, separation, _NOTES)
    if unseen is None or errors is None:
        return shared
    last, pocket, mean, vote = errors.iloc[-1][["last", "pocket", "averaged", "voted"]].tolist()
    note = (
        f"Of the pictures held back, at the end of the run; by its weights in the pocket {pocket}, averaged {mean},"
        f" voted {vote}."
    )
    return [*shared, fact("misread", f"{last} of {len(unseen)}", note, outcome=True)]


_NOTES = {
    "margin γ": "The largest margin that any hyperplane through the origin leaves to the pictures learned from.",
    "radius R": "The length of the longest picture learned from as the learner sees it: 64 numbers.",
    "bound R²/γ²": "No run over these pictures can make more updates than this, in whatever order they come.",
}


def _verdict(run: Run, separation: Separation, errors: pd.DataFrame, unseen: Dataset | None) -> Verdict:
    """Return the verdict: how the run ended, and how many of the pictures held back its last weights misread."""
    prove = partial(_certificate, run.data)
    usual = verdict(run, separation, separator="hyperplane", thin="hyperplane", prove=prove)
    misread = f" Held back: {errors['last'].iloc[-1]} of {len(unseen)} misread." if unseen else ""
    return {**usual, "text": f"{usual['text']}{misread}"}


def _certificate(data: Dataset, proof: Inseparable) -> str:
    """Return the sentences that name the pictures of a proof that nothing separates, and whether a bias would help."""
    points = proof.points.tolist()
    if len(points) == 1:
        text = f"Picture {points[0]} is empty, and no weights give it a side."
        return text + with_a_bias(data, alone=True, what="hyperplane")
    first, second = points[:2]
    if len(points) == 2 and np.array_equal(data.X[first], data.X[second]):
        return f"Pictures {first} and {second} are the same with both labels, which no weights can tell apart."
    which = listed(points) if len(points) <= 6 else f"{len(points)} of them"
    text = f"No {boundary(data, 'hyperplane')} separates these pictures: {which} prove it,"
    text += " for weighted and signed they add up to an empty picture."
    return text if data.lift is not None else text + with_a_bias(data, alone=False, what="hyperplane")
