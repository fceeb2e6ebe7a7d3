"""The consistency of a scene, checked before it is sent to a browser."""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from playground.stage.payload import (
    Canvas,
    Hollow,
    Mark,
    Moving,
    Panel,
    Pixels,
    Scene,
    Sheet,
    Strip,
    Table,
    Text,
    before_the_end,
)

_CELL = r"-?\d+(\.\d+)?"
"""A number of a picture."""


def check_scene(scene: Scene) -> None:
    """Raise a ValueError that names the first thing in a scene that does not fit the rest."""
    entries, columns, panels = scene["last"] + 1, scene["columns"], scene["panels"]
    for name, values in columns.items():
        if len(values) != entries:
            raise ValueError(f"column {name!r} must have {entries} entries, one a step, got {len(values)}")
    for where, text in _texts(scene):
        _check_text(where, text, columns, entries)
    if "again" in scene:
        _require("the playing", "step", scene["again"], range(scene["last"]))
    for number, panel in enumerate(panels):
        if "heads" in panel:
            _check_table(f"panel {number}, a table,", panel, columns)
        elif "of" in panel:
            _check_strip(f"panel {number}, a strip,", panel, panels)
        elif "zoom" in panel:
            _require(f"panel {number}", "column", panel["zoom"], columns)
        elif "lines" in panel:
            _check_sheet(f"panel {number}, a sheet,", panel, columns)
    if (editing := scene.get("editing")) is not None:
        _require("the editing", "panel", editing["panel"], range(len(panels)))
    for number, mark in enumerate(scene["marks"]):
        _check_mark(f"mark {number}, a {mark['kind']},", mark, scene)
    if (picking := scene.get("picking")) is not None:
        _require("the picking", "panel", picking["panel"], range(len(panels)))
        for name in (picking["x"], picking["y"], *(name for _, name in _names(picking["words"]))):
            _require("the picking", "column", name, picking["columns"])
        if len(lengths := {len(values) for values in picking["columns"].values()}) > 1:
            raise ValueError(f"the columns to pick from must have one length, got {sorted(lengths)}")
    _check_reading(scene)
    if (guide := scene.get("guide")) is not None:
        if not guide["text"]:
            raise ValueError("the guide has no words")
        if (now := guide.get("now")) is not None:
            _require("the guide", "part", now, range(len(guide.get("parts", ()))))
    if options := scene.get("question", {}).get("options"):
        _require("the question", "option", scene["question"]["answer"], range(len(options)))
    _check_handle(scene)
    _check_drawing(scene)
    _check_rounds(scene)
    if "untold" in scene:
        if "question" not in scene:
            raise ValueError("the scene is untold, but asks for nothing")
        check_scene(before_the_end(scene))


def _check_reading(scene: Scene) -> None:
    if (reading := scene.get("reading")) is None:
        return
    if (editing := scene.get("editing")) is None:
        raise ValueError("the reading needs an editing, whose points it reads")
    for name in reading["form"]:
        _require("the reading", "column", name, scene["columns"])
    for template in (reading["place"], *reading["sides"]):
        for earlier, name in _names(template):
            _require("the reading of a place", "name", earlier + name, ("value", "x", "y"))
    for earlier, name in _names(reading["away"]):
        _require("the reading of a distance", "name", earlier + name, ("away", "value", "x", "y"))
    for template in (reading["point"], reading["value"], reading["hollow"]):
        for earlier, name in _names(template):
            _require("the reading of a point", "name", earlier + name, ("away", "class", "point", "value", "x", "y"))
    for what, values, needed in (
        ("columns of its form", reading["form"], 3),
        ("sides", reading["sides"], 3),
        ("signs", reading["signs"], len(editing["classes"])),
    ):
        if len(values) != needed:
            raise ValueError(f"the reading must have {needed} {what}, got {len(values)}")


def _check_handle(scene: Scene) -> None:
    if (handle := scene.get("handle")) is None:
        return
    if (reading := scene.get("reading")) is None:
        raise ValueError("the handle needs a reading, whose line it turns")
    if len(handle["zero"]) != len(reading["signs"]):
        raise ValueError(f"the handle must say of {len(reading['signs'])} classes what 0 is, got {len(handle['zero'])}")
    for earlier, name in _names(handle["words"]):
        _require("the handle", "name", earlier + name, ("a", "b", "c", "wrong"))


def _check_drawing(scene: Scene) -> None:
    canvases = {place: panel["cells"] for place, panel in enumerate(scene["panels"]) if "cells" in panel}
    if (drawing := scene.get("drawing")) is None:
        if canvases:
            raise ValueError(f"a canvas needs a drawing, but there is one on panel {min(canvases)} alone")
        return
    if [*canvases] != [drawing["panel"]]:
        raise ValueError(f"the drawing needs one canvas, its panel {drawing['panel']}, but there is {[*canvases]}")
    (cells,) = canvases.values()
    if not 1 <= cells <= 8:
        raise ValueError(f"a canvas has 1 to 8 cells a side, got {cells}")
    for name in (drawing["weights"], *([drawing["constant"]] if "constant" in drawing else [])):
        _require("the drawing", "column", name, scene["columns"])
    if None in (weights := scene["columns"][drawing["weights"]]):
        raise ValueError(f"the drawing needs a picture of weights at each step, got none at {weights.index(None)}")
    _check_cells("the drawing", "step", cells, weights)
    if ("constant" in drawing) != ("unit" in drawing):
        raise ValueError("the drawing needs a constant and its unit, or neither")
    classes = len(drawing["classes"])
    for what, values, needed in (
        ("sides", drawing["sides"], 3),
        ("signs", drawing["signs"], classes),
        ("answers to what 0 is", drawing["zero"], classes),
    ):
        if len(values) != needed:
            raise ValueError(f"the drawing must have {needed} {what}, got {len(values)}")
    for template, names in [(drawing["shelf"], ("count", "wrong")), *((side, ("value",)) for side in drawing["sides"])]:
        for earlier, name in _names(template):
            _require("the drawing", "name", earlier + name, names)
    for picture in scene["points"]:
        if not (isinstance(picture, (tuple, list)) and len(picture) == 3 and picture[2] in range(classes)):
            raise ValueError(f"a picture is two numbers and the place of its class, got {picture!r}")


def _check_rounds(scene: Scene) -> None:
    if (asking := scene.get("asking")) is None:
        return
    entries, rounds = asking["most"] + 1, asking["rounds"]
    if len(rounds["columns"]) != len(asking["answers"]):
        raise ValueError(f"the rounds need columns for {len(asking['answers'])} answers, got {len(rounds['columns'])}")
    for columns in rounds["columns"]:
        if columns.keys() != scene["columns"].keys():
            raise ValueError(f"the rounds need the columns {sorted(scene['columns'])}, got {sorted(columns)}")
        for name, values in columns.items():
            if len(values) != entries:
                raise ValueError(f"column {name!r} of the rounds must have {entries} entries, got {len(values)}")
        for name, text in rounds["texts"].items():
            _check_text(f"the {name} of the rounds", text, columns, entries)
    for name, parts in (("values", rounds["values"]), ("verdicts", rounds["verdicts"])):
        if len(parts) != entries:
            raise ValueError(f"the rounds must have {entries} {name}, one for each number of answers, got {len(parts)}")
    if any(len(values) != len(scene["facts"]) for values in rounds["values"]):
        raise ValueError(f"the rounds need values of {len(scene['facts'])} facts")


def _texts(scene: Scene) -> Iterator[tuple[str, Text]]:
    yield from ((f"the {name}", text) for name, text in scene["texts"].items())
    question = scene.get("question", {})
    for templates in (question.get("position"), question.get("tally")):
        if templates is not None:
            yield "the question", {**scene["texts"]["position"], "templates": templates}
    for panel in scene["panels"]:
        if "lines" in panel:
            yield from ((f"the line {line['title']!r}", line["text"]) for line in panel["lines"])
        elif "walk" in panel:
            yield "the walk", panel["walk"]["text"]


def _check_text(where: str, text: Text, columns: Mapping[str, Sequence[Any]], entries: int) -> None:
    templates, which = text["templates"], text["which"]
    if len(which) != entries:
        raise ValueError(f"{where} must name a template for each of {entries} steps, got {len(which)}")
    users: dict[tuple[str, str], set[int]] = {}
    for index in set(which):
        _require(where, "template", index, range(len(templates)))
        for each in _names(templates[index]):
            users.setdefault(each, set()).add(index)
    for (earlier, name), indices in users.items():
        _require(where, "column", name, columns)
        values = [None, *columns[name]] if earlier else columns[name]
        if (gap := next((step for step in _gaps(values) if which[step] in indices), None)) is not None:
            raise ValueError(f"{where} needs column {earlier + name!r} at step {gap}, where it holds nothing")


def _gaps(values: Sequence[Any]) -> Iterator[int]:
    """Find the steps at which a column holds nothing; most hold something at all but the first."""
    step = -1
    for _ in range(values.count(None)):
        step = values.index(None, step + 1)
        yield step


def _check_mark(where: str, mark: Mark, scene: Scene) -> None:
    panels, columns = scene["panels"], scene["columns"]
    _require(where, "panel", mark["panel"], range(len(panels)))
    for name in mark["columns"]:
        _require(where, "column", name, columns)
    panel = panels[mark["panel"]]
    if "figure" not in panel:
        raise ValueError(f"{where} needs a panel with a figure, but panel {mark['panel']} has none")
    if mark["kind"] == "growing" or mark["kind"] == "field":
        _require(where, "trace", mark["trace"], range(len(panel["figure"]["data"])))
        return
    if mark["kind"] == "hollow":
        _check_hollow(where, mark, scene)
        return
    if mark["kind"] == "moving":
        _check_moving(where, mark, scene)
        return
    if mark["kind"] == "pixels":
        _check_pixels(where, mark, columns)
        return
    if "name" in mark:
        _require(f"{where} with a name", "kind", mark["kind"], ("curve", "dot", "line"))
    indices: set[Any] = {mark["point"]} if "point" in mark else set()
    if mark["kind"] in ("ring", "glide"):
        indices |= {index for index in columns[mark["columns"][0]] if index is not None}
    for index in indices:
        _require(where, "point", index, range(len(scene["points"])))


def _check_moving(where: str, mark: Moving, scene: Scene) -> None:
    count, steps = len(mark["kinds"]), scene["last"] + 1
    for what, code, needed in (("x", mark["x"], count), ("y", mark["y"], count * steps)):
        if not re.fullmatch("[A-Za-z0-9+/]*={0,2}", code):
            raise ValueError(f"{where} has no base64 in {what}")
        size = len(base64.b64decode(code))
        if size != 2 * needed:
            raise ValueError(f"{where} must have {2 * needed} bytes of {what}, two for each number, got {size}")
    for name in mark["form"]:
        _require(where, "column", name, scene["columns"])
    for earlier, name in (each for template in mark["words"] for each in _names(template)):
        _require(where, "name", earlier + name, ("away", "class", "point", "x", "y"))
    for kind in set(mark["kinds"]):
        _require(where, "class", kind, range(len(mark["classes"])))
    for index in {index for index in scene["columns"][mark["columns"][0]] if index is not None}:
        _require(where, "point", index, range(count))


def _check_hollow(where: str, mark: Hollow, scene: Scene) -> None:
    moving = [len(each["kinds"]) for each in scene["marks"]
              if each["kind"] == "moving" and each["panel"] == mark["panel"]]  # fmt: skip
    editing = scene.get("editing")
    if not moving and (editing is None or editing["panel"] != mark["panel"]):
        raise ValueError(f"{where} needs the panel of the points")
    for earlier, name in _names(mark["words"]):
        _require(where, "name", earlier + name, ("count",))
    signs = 2 * -(-(sum(moving) or len(scene["points"])) // 8)
    digits = re.compile(f"[0-9a-f]{{{signs}}}")
    for step, code in enumerate(scene["columns"][mark["columns"][0]]):
        if not (isinstance(code, str) and digits.fullmatch(code)):
            raise ValueError(f"{where} needs {signs} hexadecimal digits at step {step}, got {code!r}")


def _check_pixels(where: str, mark: Pixels, columns: Mapping[str, Sequence[Any]]) -> None:
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
    for place in sorted({int(place) for places in values if places for place in places.split(",")}):
        _require(where, "picture", place, range(len(pictures)))


def _check_cells(where: str, what: str, across: int, pictures: Sequence[Any]) -> None:
    for number, cells in enumerate(pictures):
        if cells is not None and not re.fullmatch(f"{_CELL}(,{_CELL}){{{across**2 - 1}}}", str(cells)):
            raise ValueError(f"{where} needs {across**2} numbers with commas at {what} {number}, got {cells!r}")


def _check_table(where: str, table: Table, columns: Mapping[str, Sequence[Any]]) -> None:
    if len(table["heads"]) != len(table["columns"]):
        raise ValueError(
            f"{where} must have one head for each of {len(table['columns'])} columns, got {len(table['heads'])}"
        )
    for name in table["columns"]:
        _require(where, "column", name, columns)
    if (walk := table.get("walk")) is not None:
        _require("the walk", "column", walk["column"], columns)
        for earlier, name in _names(walk["name"]):
            _require("the walk's row", "name", earlier + name, ("row",))
        counts = columns[walk["column"]]
        if None in counts or sorted([*counts, walk["end"]]) != [*counts, walk["end"]]:
            raise ValueError(f"the walk must go on and on to its end, {walk['end']}, got {list(counts)}")


def _check_sheet(where: str, sheet: Sheet, columns: Mapping[str, Sequence[Any]]) -> None:
    for side in (side for line in sheet["lines"] for side in line.get("sides", ())):
        _require(where, "column", side["column"], columns)
        for value in columns[side["column"]]:
            if not (value is None or isinstance(value, (int, float))):
                raise ValueError(f"{where} needs numbers in column {side['column']!r}, got {value!r}")
    if "marked" in sheet:
        _require(where, "column", sheet["marked"], columns)
        for place in {place for place in columns[sheet["marked"]] if place is not None}:
            _require(where, "line", place, range(len(sheet["lines"])))


def _check_strip(where: str, strip: Strip, panels: Sequence[Panel | Sheet | Table | Strip | Canvas]) -> None:
    _require(where, "panel", strip["of"], range(len(panels)))
    if "figure" not in panels[strip["of"]]:
        raise ValueError(f"{where} needs a panel with a figure, but panel {strip['of']} has none")


def _names(template: str) -> list[tuple[str, str]]:
    """Return the columns that a template uses, each after a "-" where it is the value at the step before."""
    return re.findall(r"\{(-?)(\w+)\}", template)


def _require(where: str, thing: str, name: Any, names: Collection[Any]) -> None:
    if name not in names:
        values = f"0 to {len(names) - 1}" if isinstance(names, range) and names else sorted(names) or "none"
        raise ValueError(f"{where} uses {thing} {name!r}, but there is {values}")
