"""What the modules of the stage take the payload to be is what Python sends."""

import inspect
import json
import re
import types
import typing
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from ui import stage
from ui.stage import scene

DECLARED = (Path(stage.__file__).parent / "payload.d.ts").read_text(encoding="utf-8")
INTERFACES = {
    name: (parent, {key: (bool(mark), kind) for key, mark, kind in re.findall(r"^  (\w+)(\??): (.*);$", body, re.M)})
    for name, parent, body in re.findall(
        r"^export interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}", DECLARED, re.M | re.S
    )
}
ALIASES = dict(re.findall(r"^export type (\w+) = (.*);$", DECLARED, re.M))
SENT = {name: each for name, each in vars(scene).items() if typing.is_typeddict(each)}
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", typing.Any: "any"}


def named(kind):
    """The name of a type in TypeScript."""
    names = [name for name in ALIASES if getattr(scene, name) == kind]
    return names[0] if names else written(kind)


def written(kind):
    """A type in the words of TypeScript."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if typing.is_typeddict(kind):
        return kind.__name__
    if origin is typing.Literal:
        return " | ".join(json.dumps(value) for value in inner)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(named, inner)))
    if origin in (dict, Mapping):
        return f"Record<{', '.join(map(named, inner))}>"
    if origin is tuple:
        return f"[{', '.join(map(named, inner))}]"
    if origin in (list, Sequence):
        (item,) = map(named, inner)
        return f"({item})[]" if " | " in item else f"{item}[]"
    return PLAIN[kind]


def keys(each):
    """The keys of a part: whether each may be missing, and its type."""
    marked = typing.get_type_hints(each, include_extras=True)
    plain = typing.get_type_hints(each)
    return {key: (typing.get_origin(marked[key]) is typing.NotRequired, named(kind)) for key, kind in plain.items()}


def test_every_part_of_the_scene_has_the_same_keys_and_types_in_both_languages():
    declared = {name: each for name, each in INTERFACES.items() if name != "Payload"}
    assert declared == {name: ("", keys(each)) for name, each in SENT.items()}


def test_what_has_a_name_of_its_own_means_the_same_in_both_languages():
    assert {name: written(getattr(scene, name)) for name in ALIASES} == ALIASES


def test_what_is_sent_beside_the_scene_has_the_same_keys_and_types_in_both_languages(monkeypatch):
    sent = []
    monkeypatch.setattr(stage, "_component", lambda **given: sent.append(json.loads(zlib.decompress(given["data"]))))
    monkeypatch.setattr(stage, "check_scene", lambda _: None)
    needed = [name for name, each in inspect.signature(stage.stage).parameters.items() if each.default is each.empty]
    stage.stage({"panels": [], "marks": []}, **dict.fromkeys(needed[1:]))
    hints = {**typing.get_type_hints(stage.stage), "plotly": typing.get_type_hints(scene.by_plotly)["return"]}
    beside = sent[0].keys() - SENT["Scene"].__annotations__.keys()
    assert INTERFACES["Payload"] == ("Scene", {key: (False, named(hints[key])) for key in beside})
