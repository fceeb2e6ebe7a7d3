"""Print every row of the benchmarks: `python -m tests.benchmarks`, from the root of the repository."""

import sys

from tests.benchmarks import app, learner, lessons, rooms, verdicts, visitors

if __name__ == "__main__":
    met = True
    for name, value, target, good in [
        *learner.rows(),
        *verdicts.rows(),
        *app.rows(),
        *lessons.rows(),
        *visitors.rows(),
        *rooms.rows(),
    ]:
        print(f"{name:<68} {value:>14}   {target:<14} {'met' if good else 'MISSED'}", flush=True)
        met &= good
    sys.exit(not met)
