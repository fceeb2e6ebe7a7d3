"""Plant each fault in a copy of the repository and see whether a suite of tests finds it.

    python -m tests.mutants --suite library --suite node      # all faults, by two suites
    python -m tests.mutants --part stage --jobs 2             # those of the stage, two at a time, by .ci/run
    python -m tests.mutants --at COMMIT --suite readme        # in another commit's code, by that commit's tests
    python -m tests.mutants --results FILE --only-table       # what was found so far

A suite first runs those of a fault's hints that belong to it, and ends with the first failure; the whole of it runs
only where they find nothing. A test finds a fault if it fails twice with it and passes without it; one that does not
is set aside.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.mutants.faults import FAULTS, PARTS, ROOT, SIZES, Fault

_PYTEST = "python -m pytest -q -x -p no:cacheprovider"
_NODE = "env CI=true node --import ./tests/stage/typescript.mjs --test --test-reporter=tap"
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::.+?)(?: - .*)?$|^ *not ok \d+ - (.+)$", re.MULTILINE)
_NO_TESTS = 5  # what pytest ends with where all are deselected


@dataclass(frozen=True)
class Suite:
    whole: str  # its command
    has: Callable[[str], bool]  # whether a test belongs to it


def _fast(test: str) -> bool:
    return not test.startswith(("tests/browser", "tests/engines"))


SUITES = {
    "library": Suite(
        f"{_PYTEST} perceptron tests/perceptron",
        lambda test: test.startswith(("perceptron/", "tests/perceptron/")),
    ),
    "node": Suite(f"{_NODE} tests/stage/*.test.mjs", lambda test: test.endswith(".mjs")),
    "fast": Suite(f"{_NODE} tests/stage/*.test.mjs && {_PYTEST} --ignore tests/browser --ignore tests/engines", _fast),
    "readme": Suite(
        """$(grep -om1 '&& pytest[^`]*' README.md | cut -c 4-) -x""", lambda test: not test.endswith(".mjs")
    ),
    "ci": Suite(".ci/run", lambda _: True),
}


def copied(at: str | None, root: Path) -> str:
    """Copy the tracked files of the checkout, or those of a commit, and return the commit."""
    git = ["git", "-C", str(ROOT)]
    commit = subprocess.run([*git, "rev-parse", "--short", at or "HEAD"], check=True, capture_output=True, text=True)
    root.mkdir()
    if at:
        subprocess.run([*git, "archive", "--output", f"{root}.tar", at], check=True)
        shutil.unpack_archive(f"{root}.tar", root, filter="data")
    else:
        files = subprocess.run([*git, "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
        for file in filter(None, files.split("\0")):
            if (ROOT / file).exists():
                (root / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, root / file)
    shutil.rmtree(root / "tests" / "mutants", ignore_errors=True)  # whose own test would find every fault
    for folder in ("", "tests/stage", "playground/stage"):  # what npm has installed is shared
        if (modules := ROOT / folder / "node_modules").exists():
            (root / folder / "node_modules").symlink_to(modules)
    return commit.stdout.strip()


def failure(command: str, root: Path, patience: float, aside: Iterable[str] = ()) -> str:
    """Return the first test that fails, of those not set aside, or what else is wrong; nothing where all is well."""
    environment = os.environ | {"PYTEST_ADDOPTS": shlex.join(f"--deselect={test}" for test in aside)}
    with tempfile.TemporaryFile("w+") as said:
        work = subprocess.Popen(
            ["bash", "-c", command], cwd=root, env=environment, stdout=said, stderr=said, start_new_session=True
        )
        try:
            ended = work.wait(patience)
        except subprocess.TimeoutExpired:
            os.killpg(work.pid, signal.SIGKILL)
            return f"no end within {patience:g} s"
        said.seek(0)
        names = [test or script for test, script in _FAILED.findall(said.read())]
    return "" if ended in (0, _NO_TESTS) else names[0] if names else f"the command ended with {ended}"


def found(fault: Fault, suite: Suite, clean: Path, options: argparse.Namespace) -> str | None:
    """Return by what a suite finds a fault, nothing where it does not, and None where the fault has no place."""
    with tempfile.TemporaryDirectory() as folder:
        planted = Path(shutil.copytree(clean, Path(folder) / "planted", symlinks=True))
        if not fault.plant(planted):
            return None
        hints = [hint for hint in fault.hints if suite.has(hint) and (planted / hint).exists()]
        scripts = [hint for hint in hints if hint.endswith(".mjs")]
        tests = [hint for hint in hints if hint not in scripts]
        runners = ((_NODE, scripts), (_PYTEST, tests))
        commands = [shlex.join([*runner.split(), *chosen]) for runner, chosen in runners if chosen]
        aside: list[str] = []
        for command in commands if options.hints_only else [*commands, suite.whole]:
            while test := failure(command, planted, options.patience, aside):
                again = f"{_PYTEST} {shlex.quote(test)}" if "::" in test else command
                twice, without = (failure(again, root, options.patience) for root in (planted, clean))
                if twice and not without:
                    return test
                if without and again == command:
                    raise RuntimeError(f"nothing is planted, and yet of `{command}`: {without}")
                print(f"{fault.name}: {test} is set aside", file=sys.stderr, flush=True)
                if again == command or test in aside:
                    break
                aside.append(test)
    return ""


def table(rows: Iterable[dict[str, Any]], faults: Iterable[Fault], suites: Iterable[str]) -> None:
    """Print who finds which fault, and how many of each part and size are found."""
    known = {(row["fault"], row["suite"]): "no such text" if row["by"] is None else row["by"] or "-" for row in rows}
    for fault in faults:
        for suite in suites:
            by = known.get((fault.name, suite), "not tried")
            print(f"{fault.part:<8} {fault.size:<7} {fault.name:<42} {suite:<8} {by}")
    for suite in suites:
        for part in PARTS:
            for size in SIZES:
                told = [known.get((fault.name, suite)) for fault in faults if (fault.part, fault.size) == (part, size)]
                tried = [by for by in told if by not in (None, "no such text")]
                if tried:
                    print(f"{suite:<8} {part:<8} {size:<7} {len(tried) - tried.count('-')} of {len(tried)} found")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", action="append", choices=SUITES, help="may be given several times; ci unless given")
    parser.add_argument("--part", choices=PARTS, help="only its faults")
    parser.add_argument("--fault", action="append", choices=[fault.name for fault in FAULTS], metavar="NAME",
                        help="only this one; may be given several times")  # fmt: skip
    parser.add_argument("--at", metavar="COMMIT", help="plant them in its code; a fault whose text it lacks is skipped")
    parser.add_argument("--hints-only", action="store_true", help="never run a whole suite")
    parser.add_argument("--jobs", type=int, default=1, help="faults at once")
    parser.add_argument("--patience", type=float, default=5400, help="seconds after which a command counts as failed")
    parser.add_argument("--results", type=Path, help="a line of JSON for each answer; what stands there is not asked")
    parser.add_argument("--only-table", action="store_true", help="run nothing")
    options = parser.parse_args()
    suites = options.suite or ["ci"]
    faults = [fault for fault in FAULTS if options.part in (None, fault.part)]
    faults = [fault for fault in faults if not options.fault or fault.name in options.fault]
    with tempfile.TemporaryDirectory() as folder:
        clean = Path(folder) / "clean"
        commit = copied(options.at, clean)
        lines = options.results.read_text().splitlines() if options.results and options.results.exists() else []
        rows = [row for row in map(json.loads, lines) if row["commit"] == commit]
        # Of hints that found nothing only hints need not be asked again.
        known = {(row["fault"], row["suite"]) for row in rows if row["by"] != "" or row["whole"] or options.hints_only}

        def answer(fault: Fault, suite: str) -> None:
            begun = perf_counter()
            row = {"commit": commit, "fault": fault.name, "suite": suite, "whole": not options.hints_only}
            row |= {"by": found(fault, SUITES[suite], clean, options), "seconds": round(perf_counter() - begun)}
            rows.append(row)
            print(json.dumps(row), file=sys.stderr, flush=True)
            if options.results:
                with options.results.open("a") as file:
                    file.write(json.dumps(row) + "\n")

        asked = [(fault, suite) for fault in faults for suite in suites if (fault.name, suite) not in known]
        with ThreadPoolExecutor(options.jobs) as jobs:
            list(jobs.map(lambda question: answer(*question), [] if options.only_table else asked))
    table(rows, faults, suites)


if __name__ == "__main__":
    main()
