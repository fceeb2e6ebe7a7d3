"""The seven lines of the proof as data: what each says of k updates, and from which lines above it it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from playground.pages.proof.exact import Claim, Root, Trial, claim


@dataclass(frozen=True)
class Statement:
    """A line of the proof: its title, its formula in LaTeX, a short form in text, and the numbers of lines it needs."""

    title: str
    formula: str
    short: str
    needs: Sequence[int]
    claim: Callable[[Trial, int], Claim]
    """The line with the numbers after k updates for its symbols."""


def _chain(trial: Trial, k: int) -> Claim:
    root = Root.root(k * trial.radius_squared)
    return Claim((Root.of(k) * trial.gamma, trial.along(k), trial.length(k), root), ("≤", "≤", "≤"))


LINES: Mapping[int, Statement] = {
    1: Statement(
        "Each update takes w along w* by at least γ > 0",
        r"w_k \cdot w^* - w_{k-1} \cdot w^* = y x \cdot w^* \ge \gamma",
        "y x·w* ≥ γ",
        (),
        lambda trial, k: claim(trial.gain(k), "≥", trial.gamma),
    ),
    2: Statement(
        "After k updates w has come this far along w*",
        r"w_k \cdot w^* \ge k \gamma",
        "w·w* ≥ kγ",
        (1,),
        lambda trial, k: claim(trial.along(k), "≥", Root.of(k) * trial.gamma),
    ),
    3: Statement(
        "An update follows a mistake, y w·x ≤ 0, so w grows little",
        r"\|w_k\|^2 - \|w_{k-1}\|^2 = 2 y w_{k-1} \cdot x + \|x\|^2 \le R^2",
        "‖w‖² grows by at most R²",
        (),
        lambda trial, k: claim(trial.growth(k), "≤", Root.of(trial.radius_squared)),
    ),
    4: Statement(
        "After k updates w is at most this long",
        r"\|w_k\|^2 \le k R^2",
        "‖w‖² ≤ kR²",
        (3,),
        lambda trial, k: claim(Root.of(trial.square(k)), "≤", Root.of(k * trial.radius_squared)),
    ),
    5: Statement(
        "w·w* is at most the length of w (Cauchy–Schwarz)",
        r"w_k \cdot w^* \le \|w_k\|",
        "w·w* ≤ ‖w‖",
        (),
        lambda trial, k: claim(trial.along(k), "≤", trial.length(k)),
    ),
    6: Statement(
        "The left side grows like k, the right side like √k",
        r"k \gamma \le w_k \cdot w^* \le \|w_k\| \le \sqrt{k} R",
        "kγ ≤ w·w* ≤ ‖w‖ ≤ √k R",
        (2, 4, 5),
        _chain,
    ),
    7: Statement(
        "There can be no more updates than",
        r"k \le R^2 / \gamma^2",
        "k ≤ R²/γ²",
        (6,),
        lambda trial, k: claim(Root.of(k), "≤", Root.of(trial.radius_squared / trial.margin_squared)),
    ),
}
"""The proof that k ≤ R²/γ². The lines that a line needs stand above it in every right order."""


def fails(trial: Trial, line: int) -> Iterator[int]:
    """Yield each number k, from 1, for which a line of the proof is false after k updates of the run in `trial`.

    `line` is a key of LINES. Nothing is yielded if the line holds throughout.
    """
    return (k for k in range(1, trial.last + 1) if not LINES[line].claim(trial, k).holds)
