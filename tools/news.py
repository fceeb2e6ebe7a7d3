"""Write the types of the rooms' messages out of `playground.rooms.news` and `kinds`: `python -m tools.news`."""

import typing
from pathlib import Path

from playground.rooms import gain, kinds, news, room
from playground.rooms.kinds import alone, board, choice, kind, line, number, points, rounds, show, text
from playground.stage import payload
from tools.payload import Types

FILE = Path(news.__file__).with_name("src") / "news.ts"
HEAD = """// Written from news.py and kinds/ by `python -m tools.news`; change it there.

import type { Point } from "../../stage/src/store/payload.ts";
"""


def declarations():
    types = Types({payload.Point: "Point"})
    modules = [board, kind, number, choice, line, points, rounds, text, show, alone, kinds, gain]
    asked = (part for module in modules for part in types.of(module, room.HIDDEN))
    return "\n".join([HEAD, *asked, *types.of(news), each_kind(types)])


def each_kind(types):
    """The question of each kind, an answer to it, and what was found."""
    lines = ["/** The question of each kind, an answer to it, and what was found. */", "export interface Kinds {"]
    for name, way in kinds.KINDS.items():
        question, answer, found = map(types.named, typing.get_args(vars(type(way))["__orig_bases__"][0]))
        lines.append(f"  {name}: {{ question: {question}; answer: {answer}; found: {found} }};")
    return "\n".join([*lines, "}", ""])


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
