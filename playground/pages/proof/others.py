"""Two other proofs of the course, to be put in order: the adversary's, and that of halving, in a board's numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playground.pages.proof.exact import Root, Trial, claim
from playground.pages.proof.puzzles import Said, reason, said


@dataclass(frozen=True)
class ProofLine:
    """A line of a proof: its title, its formula in LaTeX and its short name.

    `needs` has the number of each line that must stand above it, with the reason.
    """

    title: str
    formula: str
    short: str
    needs: Mapping[int, Said]


@dataclass(frozen=True)
class OtherProof:
    """A proof to put in order: its name, its letter in a link, its task, and its lines by their numbers."""

    name: str
    letter: str
    asks: str
    lines: Mapping[int, ProofLine]

    @property
    def reasons(self) -> Mapping[tuple[int, int], Said]:
        """Why a line must stand below a line that it needs, by the numbers of both lines.

        The key (3, 1) has the reason why line 1 must stand above line 3. Lines that do not need each other have no key.
        """
        return {
            (number, need): reason(line.short, self.lines[need].short, why)
            for number, line in self.lines.items()
            for need, why in line.needs.items()
        }


def others(trial: Trial) -> Sequence[OtherProof]:
    """Return the adversary's proof and that of halving, to be put in order, with numbers of a run's board in them."""
    return [_adversary(trial), _halving(len(trial.points))]


def _adversary(trial: Trial) -> OtherProof:
    """Return the adversary's proof for δ = γ/R, at which the adversary forces as much as the theorem allows."""
    ratio = trial.radius_squared / trial.margin_squared
    n = math.floor(ratio)
    delta = Root.root(1 / ratio)
    most = claim(Root.of(n), "≤", Root.of(ratio))
    length = claim(Root.of(n / ratio), "≤", Root.of(1))
    here = f"With this board's δ = γ/R = {delta}"
    lines = {
        1: ProofLine(
            "The adversary shows n unit vectors, each with the label that the learner does not predict",
            r"x_i = e_i , \quad n = \lfloor 1/\delta^2 \rfloor",
            "the adversary's examples",
            {},
        ),
        2: ProofLine(
            "The learner is wrong each time",
            r"M = n",
            "M = n",
            {1: said(f"Only their labels make each of them a mistake: {n} of them, {{0}} = 1/δ².", most)},
        ),
        3: ProofLine(
            "One vector is made of all examples and their labels",
            r"v = \delta \sum_{i=1}^{n} y_i e_i",
            "v = δ Σ yᵢ eᵢ",
            {1: said(f"The labels yᵢ are known only once the {n} examples have been shown.")},
        ),
        4: ProofLine(
            "It has each example on its own side, by δ",
            r"y_i v \cdot e_i = \delta",
            "yᵢ v·eᵢ = δ",
            {3: said(f"It is a product with v. {here}, it is {{0}} for each example.", claim(delta, ">", Root.of(0)))},
        ),
        5: ProofLine(
            "It is not longer than 1",
            r"\|v\|^2 = n \delta^2 \le 1",
            "‖v‖² = nδ² ≤ 1",
            {3: said(f"It is the length of v. {here}, nδ² = {{0}}.", length)},
        ),
        6: ProofLine(
            "A unit vector separates the examples with margin δ or more",
            r"v / \|v\|",
            "margin δ or more",
            {
                4: said("v/‖v‖ has the margin δ/‖v‖, and the margin of v comes from there."),
                5: said("The margin δ/‖v‖ is δ or more only because ‖v‖ ≤ 1: {0}.", length),
            },
        ),
        7: ProofLine(
            "No learner is sure to make fewer mistakes at margin δ",
            r"M \ge \lfloor 1/\delta^2 \rfloor",
            "M ≥ ⌊1/δ²⌋",
            {
                2: said(f"The number of mistakes comes from there: here {n}."),
                6: said(f"It is about examples with margin δ. {here}, and that these have it must be shown first."),
            },
        ),
    }
    return OtherProof("Put in order: the adversary", "a", "Why no learner can do better than 1/δ².", lines)


def _halving(points: int) -> OtherProof:
    """Return the proof of halving for a number of points on a line and their thresholds, of which there is one more."""
    concepts = points + 1
    most = math.floor(math.log2(concepts))
    halved = claim(Root.of(2**most), "≤", Root.of(concepts))
    few = f"{most}."
    example = f"{concepts} concepts, the thresholds among {points} points on a line"
    lines = {
        1: ProofLine("At the beginning every concept may be the target", r"|K_0| = |C|", "|K₀| = |C|", {}),
        2: ProofLine("The learner predicts as most of the concepts that are left", r"K_t", "the majority predicts", {}),
        3: ProofLine(
            "A mistake leaves at most half of them",
            r"|K_{after}| \le |K_{before}| / 2",
            "a mistake halves K",
            {
                2: said(
                    f"Half of K or more was wrong, as most of K predicted: of {concepts}, at most {concepts // 2} stay."
                )
            },
        ),
        4: ProofLine(
            "After M mistakes few are left",
            r"|K| \le |C| / 2^M",
            "|K| ≤ |C|/2^M",
            {
                1: said(f"It divides |C|, with which K begins: for example {example}."),
                3: said(f"It halves M times, {concepts} for example, and why each mistake halves comes first."),
            },
        ),
        5: ProofLine("The target is in C, is never wrong and is always left", r"|K| \ge 1", "|K| ≥ 1", {}),
        6: ProofLine(
            "Together",
            r"2^M \le |C|",
            "2^M ≤ |C|",
            {
                4: said(
                    "It is 1 ≤ |K| ≤ |C|/2^M, times 2^M, and that line is the right half: {0} for M = " + few, halved
                ),
                5: said(
                    "It is 1 ≤ |K| ≤ |C|/2^M, times 2^M, and that line is the left half: {0} for M = " + few, halved
                ),
            },
        ),
        7: ProofLine(
            "There can be no more mistakes than",
            r"M \le \log_2 |C|",
            "M ≤ log₂ |C|",
            {
                6: said(
                    f"It is the logarithm of that line: from {{0}} comes M ≤ {most} for {concepts} concepts.", halved
                )
            },
        ),
    }
    return OtherProof("Put in order: halving", "h", "Why the majority's mistakes are few.", lines)
