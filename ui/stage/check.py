"""What must hold within a scene, seen before a browser is sent it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ui.stage.scene import Mark, Scene, Text


def check_scene(scene: Scene) -> None:
    """Raise a ValueError that names the first thing in a scene that does not fit the rest."""
    entries, columns, panels = scene["last"] + 1, scene["columns"], scene["panels"]
    for name, values in columns.items():
        if len(values) != entries:
            raise ValueError(f"column {name!r} must have {entries} entries, one a step, got {len(values)}")
    for where, text in _texts(scene):
        _check_text(where, text, columns, entries)
    for number, mark in enumerate(scene["marks"]):
        _check_mark(f"mark {number}, a {mark['kind']},", mark, scene)
    if (editing := scene.get("editing")) is not None:
        _known("the editing", "panel", editing["panel"], range(len(panels)))
    if (picking := scene.get("picking")) is not None:
        _known("the picking", "panel", picking["panel"], range(len(panels)))
        for name in (picking["x"], picking["y"], *_names(picking["words"])):
            _known("the picking", "column", name, picking["columns"])
        if len(lengths := {len(values) for values in picking["columns"].values()}) > 1:
            raise ValueError(f"the columns to pick from must have one length, got {sorted(lengths)}")


def _texts(scene: Scene) -> Iterator[tuple[str, Text]]:
    yield from ((f"the {name}", text) for name, text in scene["texts"].items())
    if (question := scene.get("question")) is not None:
        yield "the question", {**scene["texts"]["position"], "templates": question["position"]}
    for panel in scene["panels"]:
        if "lines" in panel:
            yield from ((f"the line {line['title']!r}", line["text"]) for line in panel["lines"])


def _check_text(where: str, text: Text, columns: Mapping[str, Sequence[Any]], entries: int) -> None:
    templates, which = text["templates"], text["which"]
    if len(which) != entries:
        raise ValueError(f"{where} must name a template for each of {entries} steps, got {len(which)}")
    for index in set(which):
        _known(where, "template", index, range(len(templates)))
        for name in _names(templates[index]):
            _known(where, "column", name, columns)
            if None in columns[name]:
                gaps = (step for step, used in enumerate(which) if used == index and columns[name][step] is None)
                if (gap := next(gaps, None)) is not None:
                    raise ValueError(f"{where} needs column {name!r} at step {gap}, where it holds nothing")


def _check_mark(where: str, mark: Mark, scene: Scene) -> None:
    panels, columns = scene["panels"], scene["columns"]
    _known(where, "panel", mark["panel"], range(len(panels)))
    for name in mark["columns"]:
        _known(where, "column", name, columns)
    panel = panels[mark["panel"]]
    if "figure" not in panel:
        raise ValueError(f"{where} needs a panel with a figure, but panel {mark['panel']} is a sheet")
    if mark["kind"] == "growing" or mark["kind"] == "field":
        _known(where, "trace", mark["trace"], range(len(panel["figure"]["data"])))
        return
    indices: set[Any] = {mark["point"]} if "point" in mark else set()
    if mark["kind"] == "ring":
        indices |= {index for index in columns[mark["columns"][0]] if index is not None}
    for index in indices:
        _known(where, "point", index, range(len(scene["points"])))


def _names(template: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", template)


def _known(where: str, thing: str, name: Any, known: Collection[Any]) -> None:
    if name not in known:
        has = f"0 to {len(known) - 1}" if isinstance(known, range) and known else sorted(known) or "none"
        raise ValueError(f"{where} uses {thing} {name!r}, but there is {has}")
