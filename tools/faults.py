"""Write the table of docs/grading.md from the catalogue of faults: `python -m tools.faults`."""

import re
from pathlib import Path

from perceptron.faults import FAULTS

FILE = Path(__file__).parents[1] / "docs" / "grading.md"
_TABLE = re.compile(r"\| name \| what is wrong \|.*?(?=\n\n|\Z)", re.DOTALL)


def written(text):
    """The document with the table of today's catalogue."""
    lines = ["| name | what is wrong | look for | what it does |", "|---|---|---|---|"]
    lines += [
        f"| `{fault.name}` | {fault.title} | `{re.sub(' +', ' ', fault.line)}` | {fault.sentence} |"
        for fault in FAULTS.values()
    ]
    return _TABLE.sub(lambda _: "\n".join(lines), text)


if __name__ == "__main__":
    FILE.write_text(written(FILE.read_text(encoding="utf-8")), encoding="utf-8")
