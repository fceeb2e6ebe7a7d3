"""Faults to plant, as faults.toml holds them."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("library", "ui", "stage")
SIZES = ("small", "middle", "gross")


@dataclass(frozen=True)
class Fault:
    name: str
    part: str
    size: str
    file: str
    before: str  # occurs once in the file
    after: str
    wrong: str  # what goes wrong for whom
    hints: list[str]  # the tests that are most likely to find it

    def plant(self, root: Path) -> bool:
        """Plant it below a root, and say whether its text is there."""
        path = root / self.file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if text.count(self.before) != 1:
            return False
        path.write_text(text.replace(self.before, self.after), encoding="utf-8")
        return True


def _read() -> list[Fault]:
    table = tomllib.loads((ROOT / "tests" / "mutants" / "faults.toml").read_text(encoding="utf-8"))
    return [Fault(part=part, **fault) for part in PARTS for fault in table[part]]


FAULTS = _read()
