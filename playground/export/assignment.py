"""*Write your own `train`*: an assignment as a notebook for Jupyter and for marimo, both of the cells of one file."""

from __future__ import annotations

import functools
import re
import symtable
from collections.abc import Sequence
from pathlib import Path

from playground.page.program import INSTALL, Cell, notebook
from playground.stage.payload import File

_MARIMO = """\
{install}

import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    return (mo,)


{cells}


if __name__ == "__main__":
    app.run()
"""


def files() -> list[File]:
    """Return the files of the assignment *Write your own `train`*, for Jupyter and for marimo.

    Each text has a placeholder, which `export.files` replaces by the lines that install the library.

    >>> [file["name"] for file in files()]
    ['write-your-own-train.ipynb', 'write-your-own-train.py']
    """
    return [
        {
            "label": "Assignment (Jupyter)",
            "note": "Cells to fill, which check what is written",
            "name": "write-your-own-train.ipynb",
            "text": notebook([Cell("code", INSTALL), *cells()]),
        },
        {
            "label": "Assignment (marimo)",
            "note": "The same for marimo",
            "name": "write-your-own-train.py",
            "text": _MARIMO.format(install=INSTALL, cells="\n\n\n".join(_marimo(cells()))),
        },
    ]


@functools.cache
def cells() -> Sequence[Cell]:
    """Return the cells of the assignment in their order: words in Markdown, and code."""
    text = Path(__file__).with_suffix(".md").read_text(encoding="utf-8")
    pieces = re.split(r"^```(?:python)?$", text, flags=re.MULTILINE)
    made = (Cell("code" if place % 2 else "markdown", piece.strip()) for place, piece in enumerate(pieces))
    return [cell for cell in made if cell.source]


def _marimo(written: Sequence[Cell]) -> list[str]:
    """Return the cells as marimo has them: functions of what other cells define, which return what they define."""
    code = [cell.source if cell.kind == "code" else f'mo.md(r"""\n{cell.source}\n""")' for cell in written]
    tables = [symtable.symtable(source, "cell", "exec") for source in code]
    makes = [_makes(table) for table in tables]
    shared = {"mo"}.union(*makes)
    return [
        _function(source, sorted(_uses(table) & shared - {*made}), made)
        for source, table, made in zip(code, tables, makes, strict=True)
    ]


def _function(source: str, uses: Sequence[str], makes: Sequence[str]) -> str:
    returned = f" ({', '.join(makes)}{',' if len(makes) == 1 else ''})" if makes else ""
    return f"@app.cell\ndef _({', '.join(uses)}):\n{_indented(source)}\n    return{returned}"


def _indented(source: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in source.split("\n"))


def _makes(cell: symtable.SymbolTable) -> list[str]:
    """Return the names that a cell defines.

    >>> _makes(symtable.symtable("import numpy as np; a = [i for i in 'ab']", "cell", "exec"))
    ['a', 'np']
    """
    return sorted(each.get_name() for each in cell.get_symbols() if each.is_assigned() or each.is_imported())


def _uses(cell: symtable.SymbolTable) -> set[str]:
    """Return the names that a cell and its functions look up outside of functions."""
    top = cell.get_type() == "module"
    names = {each.get_name() for each in cell.get_symbols() if each.is_referenced() and (top or each.is_global())}
    return names.union(*map(_uses, cell.get_children()))
