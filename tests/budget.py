"""What a command costs: the CPU seconds of its processes, held against what it may cost.

    python3 tests/budget.py 220 bash .ci/run fast

Machines differ by ten, so the same loop is timed in the same run, and all is scaled to what it took where the budgets
were measured. It needs Linux, which tells of each process; elsewhere nothing is said.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

_LOOP = 0.16
"""Seconds that the loop took on the machine that the budgets were measured on."""

_LOUD = 1.3
_EVERY = 0.25  # seconds between two looks at the processes; what begins and ends between them is missed


class Meter:
    """Looks at a process and all that descend from it until it is asked how long they have computed."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._seconds: dict[tuple[int, str], float] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def seconds(self) -> float:
        """Return the CPU seconds, user and system, of all processes there have been."""
        self._over.set()
        self._thread.join()
        return sum(self._seconds.values())

    def _watch(self) -> None:
        while not self._over.wait(_EVERY):
            self._look()
        self._look()

    def _look(self) -> None:
        parents, spent = {}, {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            process = int(path.parent.name)
            parents[process] = int(fields[1])
            spent[process, fields[19]] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        ours = {self._root}
        for process in parents:
            line = [process]
            while line[-1] not in ours and line[-1] in parents:
                line.append(parents[line[-1]])
            if line[-1] in ours:
                ours.update(line)
        self._seconds |= {key: seconds for key, seconds in spent.items() if key[0] in ours}


def loop() -> float:
    """Return the CPU seconds of some work that is always the same, the least of three times."""

    def timed() -> float:
        begin, total = time.process_time(), 0
        for number in range(4_000_000):
            total += number * number % 7
        return time.process_time() - begin

    return min(timed() for _ in range(3))


def sentence(seconds: float, budget: float) -> str:
    """Say what was spent and what may be, and say it loudly where that is far too much."""
    scaled = seconds * _LOOP / loop()
    line = f"CPU: {seconds:,.0f} s here, {scaled:,.0f} s on the machine that the budget of {budget:,.0f} s is for"
    return f"{'!' * 20} TOO MUCH {line} {'!' * 20}" if scaled > _LOUD * budget else line


if __name__ == "__main__":
    budget, *command = sys.argv[1:]
    began = time.monotonic()
    meter = Meter(os.getpid())
    code = subprocess.run(command, check=False).returncode
    if Path("/proc/self/stat").exists():
        print(sentence(meter.seconds(), float(budget)), f"({(time.monotonic() - began) / 60:.1f} minutes)")
    sys.exit(code)
