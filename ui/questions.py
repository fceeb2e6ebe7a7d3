"""Questions: what is asked where the verdict will stand, until the end of the run was seen."""

from __future__ import annotations

from perceptron import Run, Separator, Trace
from perceptron.run import Record
from perceptron.separation import Separation
from ui.stage.scene import Question
from ui.words import plural

_UPDATE = ["update 0", "update {k} · pass {pass}"]


def question(text: str, position: list[str], last: int, answer: int | None = None) -> Question | None:
    """Ask about a run of `last` steps; nothing is asked about one without any, which shows its end at once."""
    return {"text": text, "answer": answer, "position": position} if last else None


def updates(run: Run | None, separation: Separation | None) -> Question | None:
    """Ask how many updates a run will take, where its theorem bounds them."""
    return count(run, run.bound(separation) if run and isinstance(separation, Separator) else None)


def count(run: Record | Trace | None, bound: int | None, position: list[str] = _UPDATE) -> Question | None:
    """Ask how many updates a run will take of those that a bound allows; of one that has no known end, whether it has.

    >>> from perceptron import gate, train
    >>> count(train(gate("and").augmented()), 51)["text"]
    'At most 51 updates. How many will it take?'
    >>> count(train(gate("xor").augmented()), None)["text"]
    'Will it ever stop?'
    """
    if run is None:
        return None
    made = run.updates
    if bound is None or run.outcome != "converged":
        return question("Will it ever stop?", position, made)
    return question(f"At most {plural(bound, 'update')}. How many will it take?", position, made, made)


def cycle(run: Run, separation: Separation) -> Question | None:
    """Ask how long the cycle of a run is, where it is seen to have one; of any other, what `updates` asks."""
    if run.cycle is None:
        return updates(run, separation)
    return question("How long is the cycle?", _UPDATE, len(run.mistakes), run.cycle.length)


def held(count: int, misread: int, last: int) -> Question | None:
    """Ask how many of the pictures that were held back the end of a run of `last` updates misreads."""
    return question(f"Of {plural(count, 'digit')} held back, how many will it misread?", _UPDATE, last, misread)


def descent(separation: Separation | None, last: int) -> Question | None:
    """Ask which way down is the shortest or, where there is no end to come to, whether any has one."""
    separable = isinstance(separation, Separator)
    text = "Which of the three needs the fewest updates?" if separable else "Will any of the three arrive?"
    return question(text, ["step {k}"], last)


def race(separation: Separation, last: int) -> Question | None:
    """Ask who wins a race or, where there is nothing to arrive at, whether anybody does."""
    separable = isinstance(separation, Separator)
    text = "Who separates first, and who comes nearest to w*?" if separable else "Will any of them arrive?"
    return question(text, ["{each} each"], last)


def dimensions(bound: int, last: int) -> Question | None:
    """Ask which of several dimensions needs the most updates, all under one bound."""
    return question(f"At most {plural(bound, 'update')} in each. Which dimension needs the most?", ["update {t}"], last)


def halving(bound: int, made: int | None, last: int) -> Question | None:
    """Ask how many mistakes the majority makes; None for one that is eliminated, of which that is the question."""
    if made is None:
        return question("Will any direction be left?", ["round {k}"], last)
    text = f"The majority: at most {plural(bound, 'mistake')}. How many?"
    return question(text, ["round {k}"], last, made)


def adversary(rounds: int, position: list[str], last: int) -> Question | None:
    """Ask whether a learner is right in any of its rounds."""
    return question(f"{plural(rounds, 'round')}. Will it be right once?", position, last)
