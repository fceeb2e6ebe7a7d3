"""Runs the program that a visitor wrote, and reports what it prints and where it fails, each with the line."""

import builtins
import math
from sys import _getframe

from . import small_numpy, small_random
from .vectors import Matrix, Vector, vector

PROGRAM = "<string>"  # what Python calls it; Brython compiles under another name what it then cannot run
MODULES = {"math": math, "numpy": small_numpy, "numpy.random": small_numpy.random, "random": small_random}
"""What a program can import."""


def run(source: str, points: str, printed, ended) -> None:
    """Run a Python program on points; its errors are reported and not raised.

    Parameters
    ----------
    source
        The program. It has `X`, a matrix with a row for each point, `y`, a vector of the labels −1 and 1, `vector` and
        `print`. It can import only the MODULES; `input` and `open` raise OSError.
    points
        A row for each point, with semicolons between rows and a space between numbers; the last number is the label.
    printed
        Is called at each `print` of the program, with the number of its line and the printed text, with its newline.
    ended
        Is called when the program ends. After an error it is called with the error's line, 0 if the line is not known,
        and the error's words; else with 0 and "".
    """
    original = builtins.__import__
    builtins.__import__ = _import
    try:
        exec(source, _names(points, printed))
    except SystemExit:
        ended(0, "")
    except BaseException as fault:
        ended(_line(fault), _words(fault))
    else:
        ended(0, "")
    finally:
        builtins.__import__ = original


def _names(points: str, printed) -> "dict[str, object]":
    """Return the names that a program can use when it begins, with their values."""
    rows = [[float(word) for word in row.split(" ")] for row in points.split(";") if row]

    def show(*values, sep=" ", end="\n", file=None, flush=False) -> None:
        text = (
            str(values[0]) if len(values) == 1 else (" " if sep is None else sep).join([str(each) for each in values])
        )
        printed(_getframe(1).f_lineno, text + ("\n" if end is None else end))

    return {
        "__name__": "__main__",
        "X": Matrix([Vector(row[:-1]) for row in rows]),
        "y": Vector([int(row[-1]) for row in rows]),
        "vector": vector,
        "print": show,
        "input": _no_input,
        "open": _no_files,
    }


def _import(name, globals=None, locals=None, fromlist=(), level=0):
    """Import one of the few modules that a program may import; this takes the place of `__import__`."""
    if name not in MODULES:
        raise ModuleNotFoundError(f"there is no {name} here; there are math, random and a small numpy")
    return MODULES[name if fromlist else name.partition(".")[0]]


def _no_input(*_):
    raise OSError("nobody can be asked while a program runs; write the value into the program")


def _no_files(*_, **__):
    raise OSError("there are no files here; the points are in X and y")


_RECURSION = "RecursionError: a function calls itself without an end"
_MEMORY = "MemoryError: this is too large"
_LIMITS = {"call stack": _RECURSION, "recursion": _RECURSION, "invalid ": _MEMORY, "memory": _MEMORY, "size": _MEMORY}
"""What Python calls an error of the browser that has these words in it."""


def _words(fault: BaseException) -> str:
    """Return an error's name and message, as in the last line of a traceback."""
    name, text = type(fault).__name__, fault.msg if isinstance(fault, SyntaxError) else str(fault)
    text = text.replace(small_numpy.__name__, "the small numpy")
    if name == "JavascriptError":
        known = [words for part, words in _LIMITS.items() if part in text.lower()]
        return known[0] if known else f"this page's Python cannot do this: {text}"
    return f"{name}: {text}" if text else name


def _line(fault: BaseException) -> int:
    """Return the number of the program's line at which an error arose; 0 if it arose outside the program."""
    line, trace = 0, fault.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == PROGRAM:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line or getattr(fault, "lineno", None) or 0
