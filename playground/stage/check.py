"""A check that all parts of a scene fit together, before it is sent to a browser."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Sized
from typing import Any

from playground.stage.payload import (
    AnyPanel,
    Area,
    Beats,
    ByHand,
    Column,
    Figure,
    FigurePart,
    Hollow,
    Mark,
    Moving,
    Panel,
    Pixels,
    Puzzles,
    Scene,
    Sheet,
    Signs,
    Table,
    Text,
    before_the_end,
)

_CELL = r"-?\d+(\.\d+)?"
"""A cell of a picture: a number."""
_NAME = re.compile(r"\{([-+]?)(\w+)\}")
"""A name in a template: after "-" the value is that of the step before, after "+" it has its sign apart."""
_PLACE = ("value", "x", "y")
_POINT = ("away", "class", "point", "x", "y")
"""The names that templates about a place, and about a point, may use."""

Columns = Mapping[str, Column]


def check_scene(scene: Scene) -> None:
    """Check that the parts of a scene fit together.

    Raises
    ------
    ValueError
        If a part does not fit the others; the message names the first such part.
    """
    # 1. What is drawn and said fits together, before the end and after it.
    _check_shown(scene)
    if "untold" in scene:
        if "question" not in scene:
            raise ValueError("the scene hides its outcome, but has no question")
        _check_shown(before_the_end(scene))
    # 2. So do the parts that are the same in both.
    if "again" in scene:
        _require("the playing", "step", scene["again"], range(scene["last"]))
    _check_reading(scene)
    _check_handle(scene)
    _check_rounds(scene)
    if (tabs := scene.get("tabs")) is not None:
        _check_count("the row of tabs", "texts, one a tab", tabs["texts"], len(tabs["names"]))
        _require("the row of tabs", "tab", tabs["chosen"], range(len(tabs["names"])))
    # 3. The guide is complete.
    if (guide := scene.get("guide")) is not None:
        if not guide["text"]:
            raise ValueError("the guide has no words")
        if (now := guide.get("now")) is not None:
            _require("the guide", "part", now, range(len(guide.get("parts", ()))))


def _check_shown(scene: Scene) -> None:
    """Check what is drawn and said; it is called for the scene and for its hidden variant."""
    # 1. Columns and texts have an entry for each step.
    entries, columns = scene["last"] + 1, scene["columns"]
    for name, values in columns.items():
        _check_count(f"column {name!r}", "entries, one a step", values, entries)
    for where, text in _texts(scene):
        _check_text(where, text, columns, entries)
    for template in scene["texts"]["sentence"]["templates"]:
        _check_paragraphs(template)
    for symbol in scene.get("symbols", ()):
        if _names(symbol["note"]):
            note: Text = {"templates": [symbol["note"]], "which": [0] * entries}
            _check_text(f"the note on {symbol['text']}", note, columns, entries)
    # 2. No panel covers another. Panels, editing, picking, drawing and marks use columns, panels and points that exist.
    _check_places(scene["panels"])
    for number, panel in enumerate(scene["panels"]):
        _check_panel(number, panel, scene)
    if (editing := scene.get("editing")) is not None:
        _require("the editing", "panel", editing["panel"], range(len(scene["panels"])))
    _check_picking(scene)
    _check_drawing(scene)
    for number, mark in enumerate(scene["marks"]):
        _check_mark(f"mark {number}, a {mark['kind']},", mark, scene)
    # 3. The question is complete.
    if options := scene.get("question", {}).get("options"):
        _require("the question", "option", scene["question"]["answer"], range(len(options)))


_COVERED: Mapping[Area, Sequence[Area]] = {"side": ("upper", "lower"), "all": ("board", "upper", "lower")}
"""The places that a panel covers, for an area that is more than one place."""


def _check_places(panels: Sequence[AnyPanel]) -> None:
    """Check that no panel covers another one; a panel without a view is shown in every view."""
    for view in dict.fromkeys(panel["view"] for panel in panels if "view" in panel) or [None]:
        where = "" if view is None else f" in the view {view!r}; a panel without a view is in every view"
        taken: dict[Area, int] = {}
        for number, panel in enumerate(panels):
            if panel.get("view", view) == view:
                for place in _COVERED.get(panel["area"], [panel["area"]]):
                    if (other := taken.setdefault(place, number)) != number:
                        raise ValueError(f"panel {number} covers panel {other}{where}")


def _check_panel(number: int, panel: AnyPanel, scene: Scene) -> None:
    if "heads" in panel:
        _check_table(f"panel {number}, a table,", panel, scene["columns"])
    elif "of" in panel:
        _check_figure(f"panel {number}, a strip,", panel["of"], scene)
    elif "puzzles" in panel:
        _check_puzzles(f"panel {number}, of puzzles,", panel)
    elif "ways" in panel:
        _check_beats(f"panel {number}, of beats,", panel, scene["columns"])
    elif "missteps" in panel:
        _check_by_hand(f"panel {number}, of rows by hand,", panel, scene["columns"])
    elif "lines" in panel:
        _check_sheet(f"panel {number}, a sheet,", panel, scene["columns"])
    elif "figure" in panel:
        if "zoom" in panel:
            _require(f"panel {number}", "column", panel["zoom"], scene["columns"])
        for figure in (panel["figure"], panel.get("whole")):
            if figure is not None and "parts" in figure:
                _check_plane(f"the figure of panel {number}", figure)


def _check_table(where: str, table: Table, columns: Columns) -> None:
    _check_count(where, "heads, one a column", table["heads"], len(table["columns"]))
    _require_all(where, "column", table["columns"], columns)
    for group in table.get("spare", []):
        _require_all(where, "spare column", group, table["columns"])
    if (walk := table.get("walk")) is not None:
        _require("the walk", "column", walk["column"], columns)
        _check_names("the walk's row", walk["name"], ("row",))
        counts: list[Any] = [*columns[walk["column"]], walk["end"]]
        if None in counts or sorted(counts) != counts:
            raise ValueError(f"the walk must go on and on to its end, {walk['end']}, got {counts[:-1]}")


def _check_sheet(where: str, sheet: Sheet, columns: Columns) -> None:
    for side in [*sheet.get("ruler", ()), *(side for line in sheet["lines"] for side in line.get("sides", ()))]:
        _require(where, "column", side["column"], columns)
        for value in columns[side["column"]]:
            if not (value is None or isinstance(value, (int, float))):
                raise ValueError(f"{where} needs numbers in column {side['column']!r}, got {value!r}")
    if "marked" in sheet:
        _require(where, "column", sheet["marked"], columns)
        _require_all(where, "line", _values(columns, sheet["marked"]), range(len(sheet["lines"])))


def _check_puzzles(where: str, panel: Puzzles) -> None:
    letters = [puzzle["letter"] for puzzle in panel["puzzles"]]
    if len({*letters}) < len(letters) or not all(re.fullmatch("[a-z]", letter) for letter in letters):
        raise ValueError(f"{where} needs a letter of its own for each puzzle, got {letters}")
    places = range(len(panel["lines"]))
    for puzzle in panel["puzzles"]:
        name = f"{where} {puzzle['name']!r},"
        if ("order" in puzzle) == ("picks" in puzzle):
            raise ValueError(f"{name} needs lines to put in order, or picks")
        if (order := puzzle.get("order")) is not None:
            _require_all(name, "line", order["lines"], places)
            pairs = [place for reason in order["reasons"] for place in (reason["line"], reason["needs"])]
            _require_all(name, "line to put in order", pairs, order["lines"])
        for pick in puzzle.get("picks", []):
            _require_all(name, "line", [reply["line"] for reply in pick["replies"] if "line" in reply], places)
            if not any(reply["right"] for reply in pick["replies"]):
                raise ValueError(f"{name} has no right reply to {pick['asks']!r}")


def _check_beats(where: str, panel: Beats, columns: Columns) -> None:
    _require_all(where, "column", [*panel["sum"], *panel["added"]], columns)
    for way in panel["ways"]:
        used = {name.removeprefix("-") for each in way["growths"] for name in (each["before"], each["after"])}
        used |= {name for template in (*way["says"], way.get("begins", "")) for _, name in _names(template)}
        _require_all(f"{where} {way['name']!r}", "column", used, columns)


def _check_by_hand(where: str, panel: ByHand, columns: Columns) -> None:
    _require_all(where, "column", [*panel["weights"], panel["point"], panel["wrong"]], columns)
    count = len(panel["weights"])
    _check_count(where, "names, one for each weight", panel["names"], count)
    for misstep in panel["missteps"]:
        _check_count(f"{where} {misstep['says']!r},", "times, one for each weight", misstep["times"], count)
    names = ("point", "value", "next", "least", "names")
    for template in (panel["is_right"], panel["sooner"], panel["slip"], panel["another"], panel["too_soon"]):
        _check_names(where, template, names)


def _check_plane(where: str, figure: Figure) -> None:
    for name, axis in (("x", figure["xaxis"]), ("y", figure["yaxis"])):
        low, high = axis["range"]
        if not (math.isfinite(low) and math.isfinite(high) and low != high):
            raise ValueError(f"{where} needs two ends of its {name} axis, got {axis['range']}")
    for number, part in enumerate(figure["parts"]):
        _check_part(f"part {number} of {where}, {part['kind']},", part)


def _check_part(where: str, part: FigurePart) -> None:
    if part["kind"] == "heatmap" or part["kind"] == "contours":
        for row in part["z"]:
            _check_count(where, "values in each row", row, len(part["z"][0]))
        places = [place for place, _ in part["colors"]]
        if len(places) < 2 or sorted(places) != places or (places[0], places[-1]) != (0, 1):
            raise ValueError(f"{where} needs colours from 0 to 1, got them at {places}")
    else:
        _check_count(where, "places of y, one for each x", part["y"], len(part["x"]))


def _check_figure(where: str, number: int, scene: Scene) -> Panel:
    """Return the panel of this number, which must have a figure."""
    _require(where, "panel", number, range(len(scene["panels"])))
    panel = scene["panels"][number]
    if "figure" not in panel:
        raise ValueError(f"{where} needs a panel with a figure, but panel {number} has none")
    return panel


def _texts(scene: Scene) -> Iterator[tuple[str, Text]]:
    """Yield each text of a scene, after words that say where it is."""
    yield from ((f"the {name}", text) for name, text in scene["texts"].items())
    question = scene.get("question", {})
    for templates in (question.get("position"), question.get("tally")):
        if templates is not None:
            yield "the question", {**scene["texts"]["position"], "templates": templates}
    for panel in scene["panels"]:
        if "lines" in panel and "puzzles" not in panel:
            yield from ((f"the line {line['title']!r}", line["text"]) for line in panel["lines"])
        elif "walk" in panel:
            yield "the walk", panel["walk"]["text"]


def _check_text(where: str, text: Text, columns: Columns, entries: int) -> None:
    templates, which = text["templates"], text["which"]
    _check_count(where, "places of templates, one a step", which, entries)
    # 1. Note the names that each template uses.
    names: dict[int, list[tuple[str, str]]] = {}
    for index in set(which):
        _require(where, "template", index, range(len(templates)))
        names[index] = _names(templates[index])
    # 2. Each column has a value at all steps whose template uses it.
    for sign, name in dict.fromkeys(each for used in names.values() for each in used):
        _require(where, "column", name, columns)
        values = [None, *columns[name]] if sign == "-" else columns[name]
        if None in values:
            gap = next((step for step in _gaps(values) if (sign, name) in names[which[step]]), None)
            if gap is not None:
                raise ValueError(f"{where} needs column {sign + name!r} at step {gap}, where it holds nothing")
        if sign == "+" and (texts := [value for value in values if isinstance(value, str)]):
            raise ValueError(f"{where} needs numbers in column {name!r}, got {texts[0]!r}")


def _check_paragraphs(template: str) -> None:
    """Check a sentence: no tabs in its words, and in each paragraph no row with more cells than the first."""
    words, below, numbers = template.partition("\n")
    if "\t" in words:
        raise ValueError(f"the words of a sentence have no cells, got {words!r}")
    for paragraph in numbers.split("\n\n") if below else ():
        first, *rows = paragraph.split("\n")
        if not all([first, *rows]):
            raise ValueError(f"a paragraph of numbers has an empty row: {paragraph!r}")
        if (row := next((row for row in rows if row.count("\t") > first.count("\t")), None)) is not None:
            raise ValueError(f"a row has more cells than the first of its paragraph: {row!r}")


def _gaps(values: Sequence[Any]) -> Iterator[int]:
    """Yield the steps at which a column holds None, which are few, faster than a loop over all steps."""
    step = -1
    for _ in range(values.count(None)):
        step = values.index(None, step + 1)
        yield step


def _check_mark(where: str, mark: Mark, scene: Scene) -> None:
    panel = _check_figure(where, mark["panel"], scene)
    columns = scene["columns"]
    _require_all(where, "column", mark["columns"], columns)
    if mark["kind"] == "growing" or mark["kind"] == "field":
        figure = panel["figure"]
        parts: Sequence[Any] = figure["traces"] if "traces" in figure else figure["parts"]
        _require(where, "part", mark["place"], range(len(parts)))
        if mark["kind"] == "field" and parts[mark["place"]].get("kind") != "contours":
            raise ValueError(f"{where} needs contours, but part {mark['place']} is none")
    elif mark["kind"] == "hollow":
        _check_hollow(where, mark, scene)
    elif mark["kind"] == "signs":
        _check_signs(where, mark, panel, scene)
    elif mark["kind"] == "moving":
        _check_moving(where, mark, scene)
    elif mark["kind"] == "pixels":
        _check_pixels(where, mark, columns)
    else:
        if "name" in mark:
            _require(f"{where} with a name", "kind", mark["kind"], ("curve", "dot", "line"))
        points: set[Any] = {mark["point"]} if "point" in mark else set()
        if mark["kind"] in ("ring", "glide"):
            points |= _values(columns, mark["columns"][0])
        _require_all(where, "point", points, range(len(scene["points"])))


def _check_moving(where: str, mark: Moving, scene: Scene) -> None:
    count, steps = len(mark["kinds"]), scene["last"] + 1
    for name, code, numbers in (("x", mark["x"], count), ("y", mark["y"], count * steps)):
        if not re.fullmatch("[A-Za-z0-9+/]*={0,2}", code):
            raise ValueError(f"{where} has no base64 in {name}")
        _check_count(where, f"bytes of {name}, two for each number", base64.b64decode(code), 2 * numbers)
    _require_all(where, "column", mark["form"], scene["columns"])
    for template in mark["words"]:
        _check_names(where, template, _POINT)
    _require_all(where, "class", set(mark["kinds"]), range(len(mark["classes"])))
    _require_all(where, "point", _values(scene["columns"], mark["columns"][0]), range(count))


def _check_hollow(where: str, mark: Hollow, scene: Scene) -> None:
    on_panel = [each for each in scene["marks"] if each["panel"] == mark["panel"]]
    moving = [len(each["kinds"]) for each in on_panel if each["kind"] == "moving"]
    editing = scene.get("editing")
    if not moving and (editing is None or editing["panel"] != mark["panel"]):
        raise ValueError(f"{where} needs the panel of the points")
    _check_names(where, mark["words"], ("count",))
    if "form" in mark:
        _check_count(where, "columns of its form", mark["form"], 3)
        _require_all(where, "column", mark["form"], scene["columns"])
    _check_bits(where, sum(moving) or len(scene["points"]), scene["columns"][mark["columns"][0]])


def _check_bits(where: str, count: int, column: Column) -> None:
    digits = 2 * -(-count // 8)  # two for each byte of eight points
    code = re.compile(f"[0-9a-f]{{{digits}}}")
    for step, value in enumerate(column):
        if not (isinstance(value, str) and code.fullmatch(value)):
            raise ValueError(f"{where} needs {digits} hexadecimal digits at step {step}, got {value!r}")


def _check_signs(where: str, mark: Signs, panel: Any, scene: Scene) -> None:
    traces = panel["figure"].get("traces", [])
    _require(where, "trace", mark["place"], range(len(traces)))
    _check_count(where, "places of points", mark["points"], len(traces[mark["place"]]["x"]))
    _require_all(where, "point", mark["points"], range(len(scene["points"])))
    _check_bits(where, len(scene["points"]), scene["columns"][mark["columns"][0]])
    for template in mark["words"]:
        _check_names(where, template, ("point", "x", "y", "z", "value"))


def _check_pixels(where: str, mark: Pixels, columns: Columns) -> None:
    left, bottom, right, top = mark["box"]
    if not (left < right and bottom < top):
        raise ValueError(f"{where} needs a box, its left, bottom, right and top, got {mark['box']}")
    values, across = columns[mark["columns"][0]], mark["across"]
    if (pictures := mark.get("pictures")) is None:
        _check_cells(where, "step", across, values)
        return
    _check_cells(where, "its picture", across, pictures)
    for step, places in enumerate(values):
        if places is not None and not re.fullmatch(r"(\d+(,\d+)*)?", str(places)):
            raise ValueError(f"{where} needs places with commas at step {step}, got {places!r}")
    used = {int(place) for places in values if places for place in str(places).split(",")}
    _require_all(where, "picture", sorted(used), range(len(pictures)))


def _check_cells(where: str, what: str, across: int, pictures: Sequence[Any]) -> None:
    for number, cells in enumerate(pictures):
        if cells is not None and not re.fullmatch(f"{_CELL}(,{_CELL}){{{across**2 - 1}}}", str(cells)):
            raise ValueError(f"{where} needs {across**2} numbers with commas at {what} {number}, got {cells!r}")


def _check_picking(scene: Scene) -> None:
    if (picking := scene.get("picking")) is None:
        return
    _require("the picking", "panel", picking["panel"], range(len(scene["panels"])))
    templates = [picking["words"], *picking["link"].values()]
    names = [picking["x"], picking["y"], *(name for each in templates for _, name in _names(each))]
    _require_all("the picking", "column", names, picking["columns"])
    if len(lengths := {len(values) for values in picking["columns"].values()}) > 1:
        raise ValueError(f"the columns to pick from must have one length, got {sorted(lengths)}")


def _check_reading(scene: Scene) -> None:
    if (reading := scene.get("reading")) is None:
        return
    if (editing := scene.get("editing")) is None:
        raise ValueError("the reading needs an editing, whose points it reads")
    _require_all("the reading", "column", reading["form"], scene["columns"])
    for template in (reading["place"], *reading["sides"]):
        _check_names("the reading of a place", template, _PLACE)
    _check_names("the reading of a distance", reading["away"], ("away", *_PLACE))
    for template in (reading["point"], reading["value"], reading["hollow"]):
        _check_names("the reading of a point", template, (*_POINT, "value"))
    _check_count("the reading", "columns of its form", reading["form"], 3)
    _check_count("the reading", "sides", reading["sides"], 3)
    _check_count("the reading", "signs", reading["signs"], len(editing["classes"]))


def _check_handle(scene: Scene) -> None:
    if (handle := scene.get("handle")) is None:
        return
    if (reading := scene.get("reading")) is None:
        raise ValueError("the handle needs a reading, whose line it turns")
    _check_count("the handle", "answers to what 0 is", handle["zero"], len(reading["signs"]))
    _check_names("the handle", handle["words"], ("a", "b", "c", "wrong"))


def _check_drawing(scene: Scene) -> None:
    # 1. There is one canvas, or no drawing.
    canvases = {place: panel["cells"] for place, panel in enumerate(scene["panels"]) if "cells" in panel}
    if (drawing := scene.get("drawing")) is None:
        if canvases:
            raise ValueError(f"a canvas needs a drawing, but there is none for panel {min(canvases)}")
        return
    if [*canvases] != [drawing["panel"]]:
        raise ValueError(f"the drawing needs one canvas, its panel {drawing['panel']}, but there is {[*canvases]}")
    cells = canvases[drawing["panel"]]
    if not 1 <= cells <= 8:
        raise ValueError(f"a canvas has 1 to 8 cells a side, got {cells}")
    # 2. Each step has a picture of weights.
    names = [drawing["weights"], *([drawing["constant"]] if "constant" in drawing else [])]
    _require_all("the drawing", "column", names, scene["columns"])
    if None in (weights := scene["columns"][drawing["weights"]]):
        raise ValueError(f"the drawing needs a picture of weights at each step, got none at {weights.index(None)}")
    _check_cells("the drawing", "step", cells, weights)
    if ("constant" in drawing) != ("unit" in drawing):
        raise ValueError("the drawing needs a constant and its unit, or neither")
    # 3. Classes, templates and the visitor's pictures fit.
    classes = len(drawing["classes"])
    _check_count("the drawing", "sides", drawing["sides"], 3)
    _check_count("the drawing", "signs", drawing["signs"], classes)
    _check_count("the drawing", "answers to what 0 is", drawing["zero"], classes)
    _check_names("the drawing", drawing["shelf"], ("count", "wrong"))
    for side in drawing["sides"]:
        _check_names("the drawing", side, ("value",))
    for picture in scene["points"]:
        if not (isinstance(picture, (tuple, list)) and len(picture) == 3 and picture[2] in range(classes)):
            raise ValueError(f"a picture is two numbers and the place of its class, got {picture!r}")


def _check_rounds(scene: Scene) -> None:
    if (asking := scene.get("asking")) is None:
        return
    entries, rounds = asking["most"] + 1, asking["rounds"]
    _check_count("the rounds", "sets of columns, one an answer", rounds["columns"], len(asking["answers"]))
    for columns in rounds["columns"]:
        if columns.keys() != scene["columns"].keys():
            raise ValueError(f"the rounds need the columns {sorted(scene['columns'])}, got {sorted(columns)}")
        for name, values in columns.items():
            _check_count(f"column {name!r} of the rounds", "entries", values, entries)
        for name, text in rounds["texts"].items():
            _check_text(f"the {name} of the rounds", text, columns, entries)
    _check_count("the rounds", "values, one for each number of answers", rounds["values"], entries)
    _check_count("the rounds", "verdicts, one for each number of answers", rounds["verdicts"], entries)
    for facts in rounds["values"]:
        _check_count("the rounds", "values of facts", facts, len(scene["facts"]))


def _values(columns: Columns, name: str) -> set[Any]:
    return {value for value in columns[name] if value is not None}


def _names(template: str) -> list[tuple[str, str]]:
    """Return the names in a template, each after the sign that stands before it: "-", "+" or "" for none."""
    return _NAME.findall(template)


def _check_names(where: str, template: str, known: Collection[str]) -> None:
    _require_all(where, "name", [sign + name for sign, name in _names(template)], known)


def _check_count(where: str, what: str, values: Sized, needed: int) -> None:
    if len(values) != needed:
        raise ValueError(f"{where} must have {needed} {what}, got {len(values)}")


def _require_all(where: str, thing: str, names: Collection[Any], known: Collection[Any]) -> None:
    for name in names:
        if name not in known:
            _require(where, thing, name, known)


def _require(where: str, thing: str, name: Any, known: Collection[Any]) -> None:
    if name not in known:
        values = f"0 to {len(known) - 1}" if isinstance(known, range) and known else sorted(known) or "none"
        raise ValueError(f"{where} uses {thing} {name!r}, but there is {values}")
