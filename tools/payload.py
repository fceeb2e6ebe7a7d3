"""Write the types of the stage's messages out of `playground.stage.payload`: `python -m tools.payload`."""

import ast
import inspect
import json
import textwrap
import types
import typing
from collections.abc import Mapping, Sequence
from pathlib import Path

from playground.stage import payload

FILE = Path(payload.__file__).with_name("src") / "store" / "payload.ts"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", typing.Any: "any"}
BODY = ast.parse(inspect.getsource(payload)).body
NAMES = [ast.unparse(node.targets[0]) for node in BODY if isinstance(node, ast.Assign)]
ALIASES = {name: getattr(payload, name) for name in NAMES}


def declarations():
    """The types of the module in the words of TypeScript, each under what is said of it."""
    parts = ["// Written from payload.py by `python -m tools.payload`; change it there.\n"]
    for node, after in zip(BODY, [*BODY[1:], None], strict=True):
        if isinstance(node, ast.Assign):
            name = ast.unparse(node.targets[0])
            said = ast.literal_eval(after.value) if isinstance(after, ast.Expr) else ""
            parts.append(comment(said) + f"export type {name} = {written(ALIASES[name])};\n")
        elif isinstance(node, ast.ClassDef):
            parts.append(comment(ast.get_docstring(node)) + interface(node))
    return "\n".join(parts)


def comment(said):
    if not said:
        return ""
    lines = inspect.cleandoc(said).splitlines()
    if len(lines) == 1:
        return f"/** {said} */\n"
    return "/**\n" + textwrap.indent("\n".join(lines), " * ", lambda _: True).replace(" * \n", " *\n") + "\n */\n"


def interface(node):
    """A TypedDict: its own keys, and which of them may be missing."""
    kinds = typing.get_type_hints(getattr(payload, node.name), include_extras=True)
    parents = [name for name in map(ast.unparse, node.bases) if name != "TypedDict"]
    lines = [f"export interface {node.name}{''.join(f' extends {parent}' for parent in parents)} {{"]
    for key in (ast.unparse(each.target) for each in node.body if isinstance(each, ast.AnnAssign)):
        missing = typing.get_origin(kinds[key]) is typing.NotRequired
        kind = typing.get_args(kinds[key])[0] if missing else kinds[key]
        lines.append(f"  {key}{'?' * missing}: {named(kind)};")
    return "\n".join([*lines, "}", ""])


def named(kind):
    return next((name for name, each in ALIASES.items() if each == kind), None) or written(kind)


def written(kind):
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


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
