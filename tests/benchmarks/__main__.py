"""Print every row of the benchmarks: `python -m tests.benchmarks`, from the root of the repository."""

import sys
from itertools import chain

from tests.benchmarks import app, learner, lessons, rooms, verdicts, visitors

if __name__ == "__main__":
    met = True
    every = (part.rows() for part in (learner, verdicts, app, lessons, visitors, rooms))
    for name, value, target, good in chain.from_iterable(every):
        print(f"{name:<68} {value:>14}   {target:<14} {'met' if good else 'MISSED'}", flush=True)
        met &= good
    sys.exit(not met)
