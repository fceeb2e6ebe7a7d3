"""What a command costs: the CPU seconds of its processes, held against what it may cost.

    python3 tests/budget.py 220 bash .ci/run fast

Machines differ by ten, and each of them from minute to minute, so the same loop is timed again and again meanwhile, and
all is scaled to what it took where the budgets were measured. It needs Linux, which tells of each process; elsewhere
nothing is said.
"""

from __future__ import annotations

import itertools
import os
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

_LOOP = 0.04
"""Seconds that the loop took on the machine that the budgets were measured on."""

_LOUD = 1.3
_EVERY = 0.25  # seconds between two looks at the processes; what begins and ends between them is missed
_LOOKS_A_LOOP = 40  # from one timing of the loop to the next


class Meter:
    """Looks at a process and all that descend from it until it is asked how long they have computed."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._spent: dict[tuple[int, str], float] = {}
        self._loops: list[float] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def seconds(self) -> float:
        """Return the CPU seconds, user and system, of all processes there have been, and look no more."""
        self._over.set()
        self._thread.join()
        return sum(self._spent.values())

    def slowness(self) -> float:
        """Return by which factor this machine took longer meanwhile than the one of the budgets."""
        return statistics.median(self._loops) / _LOOP

    def _watch(self) -> None:
        for look in itertools.count():
            if look % _LOOKS_A_LOOP == 0:
                self._loops.append(_loop())
            self._look()
            if self._over.wait(_EVERY):
                break
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
        self._spent |= {key: seconds for key, seconds in spent.items() if key[0] in ours}


def _loop() -> float:
    """Return the CPU seconds that this thread needs for some work that is always the same."""
    begin, total = time.thread_time(), 0
    for number in range(1_000_000):
        total += number * number % 7
    return time.thread_time() - begin


def sentence(meter: Meter, budget: float) -> str:
    """Say what was spent and what may be, and say it loudly where that is far too much."""
    seconds = meter.seconds()
    scaled = seconds / meter.slowness()
    line = f"CPU: {seconds:,.0f} s here, {scaled:,.0f} s on the machine that the budget of {budget:,.0f} s is for"
    return f"{'!' * 20} TOO MUCH {line} {'!' * 20}" if scaled > _LOUD * budget else line


if __name__ == "__main__":
    budget, *command = sys.argv[1:]
    began = time.monotonic()
    meter = Meter(os.getpid())
    code = subprocess.run(command, check=False).returncode
    if Path("/proc/self/stat").exists():
        print(sentence(meter, float(budget)), f"({(time.monotonic() - began) / 60:.1f} minutes)")
    sys.exit(code)
