"""Write what the stage shares with Python: `python -m tools.payload`.

The types of its messages come from `playground.stage.payload`, the constants from `playground.stage.shared`.
"""

import ast
import inspect
import json
import textwrap
import types
import typing
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from playground.stage import payload, shared

STORE = Path(payload.__file__).with_name("src") / "store"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", typing.Any: "unknown"}


def declarations():
    head = "// Written from payload.py by `python -m tools.payload`; change it there.\n"
    return "\n".join([head, *Types().of(payload)])


def constants():
    """The constants that Python and the browser share, each under what is said of it."""
    parts = ["// Written from shared.py by `python -m tools.payload`; change it there.\n"]
    body = ast.parse(inspect.getsource(shared)).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign):
            name = ast.unparse(node.targets[0])
            said = ast.literal_eval(after.value) if isinstance(after, ast.Expr) else ""
            value = getattr(shared, name)
            fixed = " as const" * isinstance(value, tuple)
            parts.append(f"{comment(said)}export const {name} = {json.dumps(value)}{fixed};\n")
    return "\n".join(parts)


class Types:
    """Types of Python in the words of TypeScript, and the names of those that have one."""

    def __init__(self, names: Mapping[object, str] = types.MappingProxyType({})) -> None:
        self.names = dict(names)

    def of(self, module, hidden: Collection[str] = ()):
        """The types of a module, each under what is said of it, without the keys that are `hidden`."""
        body = ast.parse(inspect.getsource(module)).body
        for node in body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if typing.get_origin(kind := getattr(module, name)):
                    self.names.setdefault(kind, name)
        for node, after in zip(body, [*body[1:], None], strict=True):
            kind = getattr(module, ast.unparse(node.targets[0]), None) if isinstance(node, ast.Assign) else None
            if isinstance(node, ast.ClassDef) and typing.is_typeddict(getattr(module, node.name)):
                yield comment(ast.get_docstring(node)) + self.interface(node, module, hidden)
            elif name := self.names.get(kind) if typing.get_origin(kind) else None:
                said = ast.literal_eval(after.value) if isinstance(after, ast.Expr) else ""
                yield comment(said) + f"export type {name} = {self.written(kind)};\n"

    def interface(self, node, module, hidden):
        """A TypedDict: its own keys, and which of them may be missing."""
        kinds = typing.get_type_hints(getattr(module, node.name), include_extras=True)
        parents = [name for name in map(ast.unparse, node.bases) if name != "TypedDict"]
        lines = [f"export interface {node.name}{''.join(f' extends {parent}' for parent in parents)} {{"]
        for key in (ast.unparse(each.target) for each in node.body if isinstance(each, ast.AnnAssign)):
            if key in hidden:
                continue
            missing = typing.get_origin(kinds[key]) is typing.NotRequired
            kind = typing.get_args(kinds[key])[0] if missing else kinds[key]
            lines.append(f"  {key}{'?' * missing}: {self.named(kind)};")
        return "\n".join([*lines, "}", ""])

    def named(self, kind):
        return self.names.get(kind) or self.written(kind)

    def written(self, kind):
        origin, inner = typing.get_origin(kind), typing.get_args(kind)
        if typing.is_typeddict(kind):
            return kind.__name__
        if origin is typing.Literal:
            return " | ".join(json.dumps(value) for value in inner)
        if origin in (typing.Union, types.UnionType):
            return " | ".join(dict.fromkeys(map(self.named, inner)))
        if origin in (dict, Mapping):
            return f"Record<{', '.join(map(self.named, inner))}>"
        if origin is tuple and inner[-1] is not Ellipsis:
            return f"[{', '.join(map(self.named, inner))}]"
        if origin in (list, tuple, Sequence):
            item = self.named(inner[0])
            return f"({item})[]" if " | " in item else f"{item}[]"
        return PLAIN[kind]


def comment(said):
    if not said:
        return ""
    lines = inspect.cleandoc(said).splitlines()
    if len(lines) == 1:
        return f"/** {said} */\n"
    return "/**\n" + textwrap.indent("\n".join(lines), " * ", lambda _: True).replace(" * \n", " *\n") + "\n */\n"


FILES = {STORE / "payload.ts": declarations, STORE / "shared.ts": constants}

if __name__ == "__main__":
    for file, text in FILES.items():
        file.write_text(text(), encoding="utf-8")
