"""Nine broken perceptrons, as they are handed in: the programs of the lessons in which a fault is looked for.

Each is `RIGHT` with a line or two exchanged, and prints w and b after each visit of a point. It finds what a program in
the editor finds: the points `X`, the labels `y`, and `vector`.
"""

from __future__ import annotations

from collections.abc import Mapping

RIGHT = """\
w, b = vector(0, 0), 0
for sweep in range(20):
    mistakes = 0
    for x, label in zip(X, y):
        if label * (w @ x + b) <= 0:
            w = w + label * x
            b = b + label
            mistakes = mistakes + 1
        print(w, b)
    if mistakes == 0:
        break
"""
"""The program without a fault."""

_IF = "        if label * (w @ x + b) <= 0:\n"
_W, _B = "            w = w + label * x\n", "            b = b + label\n"
_COUNT, _PRINT = "            mistakes = mistakes + 1\n", "        print(w, b)\n"
_FOR = "    for x, label in zip(X, y):\n"


def _with(*changes: tuple[str, str]) -> str:
    source = RIGHT
    for line, other in changes:
        if source.count(line) != 1:
            raise ValueError(f"{line!r} stands {source.count(line)} times in the program")
        source = source.replace(line, other)
    return source


BROKEN: Mapping[str, str] = {
    "labels-01": "y = [max(0, label) for label in y]\n" + RIGHT,
    "sign": _with((_W, _W.replace("+", "-")), (_B, _B.replace("+", "-"))),
    "every-point": _with((_W + _B + _COUNT + _PRINT, _COUNT + (_W + _B).replace("            ", "        ") + _PRINT)),
    "bias-never": _with((_B, "")),
    "rate": "rate = 0.25\n" + _with((_W, "            w = w + rate * label * x\n")),
    "strict": _with((_IF, _IF.replace("<=", "<"))),
    "old-scores": _with(
        (_FOR, "    scores = [w @ x + b for x in X]\n    for x, label, score in zip(X, y, scores):\n"),
        (_IF, "        if label * score <= 0:\n"),
    ),
    "one-pass": _with(("range(20)", "range(1)")),
    "same-array": """\
w = vector(0, 0, 0)  # the last number is b
history = []
for sweep in range(20):
    mistakes = 0
    for x, label in zip(X, y):
        x = vector(x[0], x[1], 1)
        if label * (w @ x) <= 0:
            w += label * x
            mistakes = mistakes + 1
        history.append(w)
    if mistakes == 0:
        break
for row in history:
    print(row)
""",
}
"""The programs by a short name of their fault."""
