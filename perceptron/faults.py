"""The faults of a first perceptron: each with a sentence, the line where it is written, and the program that has it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from perceptron.programs import Program, Vector, mistaken


@dataclass(frozen=True)
class Fault:
    """A mistake that people often make when they program a perceptron.

    >>> FAULTS["sign"].line
    'w = w - eta * y * x'

    Parameters
    ----------
    name
        A short name, for tables and graders.
    title
        What is wrong, in a few words.
    sentence
        What the fault does and how to repair it, in words for beginners.
    line
        The line of code where people write it.
    change
        The fields of a `Program` that have the fault, with their values; empty if no program is needed to see the
        fault.
    others
        Other ways to write the same fault, each as `change`.
    """

    name: str
    title: str
    sentence: str
    line: str
    change: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    others: Sequence[Mapping[str, Any]] = field(default=(), repr=False, compare=False)

    def applied(self, program: Program) -> Program | None:
        """Return the program with this fault added; None if this or another fault has already changed the same line."""
        plain = Program()
        for name in self.change:
            if name != "fixed" and getattr(program, name) != getattr(plain, name):
                return None
        return replace(program, **{**self.change, "fixed": program.fixed or self.change.get("fixed", False)})


def _sees_old(w: Vector, old: Vector, at: int | None) -> Vector:
    return old


def _sees_new_bias(w: Vector, old: Vector, at: int | None) -> Vector:
    return old if at is None else [w[j] if j == at else weight for j, weight in enumerate(old)]


def _sees_no_bias(w: Vector, old: Vector, at: int | None) -> Vector:
    return [0.0 if j == at else weight for j, weight in enumerate(w)]


def _sees_bias_negative(w: Vector, old: Vector, at: int | None) -> Vector:
    return [-weight if j == at else weight for j, weight in enumerate(w)]


def _unit_length(w: Vector, at: int | None) -> Vector:
    length = math.hypot(*w)
    return [weight / length for weight in w] if length else w


def _unit_but_bias(w: Vector, at: int | None) -> Vector:
    length = math.hypot(*(weight for j, weight in enumerate(w) if j != at))
    return [weight if j == at else weight / length for j, weight in enumerate(w)] if length else w


def _whole(w: Vector, at: int | None) -> Vector:
    return [float(math.trunc(weight)) for weight in w]


def _zero_guess(label: float, score: float, zero: bool) -> bool:
    return label < 0 or mistaken(label, score, zero)


def _zero_product(label: float, score: float, zero: bool) -> bool:
    return zero if label < 0 else mistaken(label, score, zero)


def _previous(labels: Sequence[int], i: int, score: float) -> float:
    return labels[i - 1]


def _next(labels: Sequence[int], i: int, score: float) -> float:
    return labels[(i + 1) % len(labels)]


_LIST = [
    # The labels.
    Fault(
        "labels-01-product",
        "labels 0 and 1 in y w·x",
        "With y = 0 the product y w·x is always 0 and y x adds nothing: the points of the other class never move w. "
        "Use the labels −1 and +1.",
        "if y * (w @ x) <= 0:    # with y = 0 or 1",
        {"errs": _zero_product, "step": lambda labels, i, s: (labels[i] + 1) / 2},
    ),
    Fault(
        "labels-01-step",
        "labels 0 and 1 in the update",
        "Mistakes are found, but with y = 0 the update adds nothing, so the points of that class never move w. "
        "Add η (y − ŷ) x, or use the labels −1 and +1.",
        "w = w + eta * y * x    # with y = 0 or 1",
        {"step": lambda labels, i, s: (labels[i] + 1) / 2},
    ),
    Fault(
        "guess-01",
        "a guess of 0 or 1 compared with labels −1 and +1",
        "A guess of 0 never equals the label −1, so every visit of a point labelled −1 counts as a mistake and moves "
        "w. Let the guess be −1 or +1.",
        "guess = 1 if w @ x > 0 else 0",
        {"errs": _zero_guess},
    ),
    Fault(
        "minus-guess",
        "y − ŷ with labels 0 and 1 and guesses −1 and +1",
        "y − ŷ is not 0 where the guess is −1 and the label 0, so right points move w as well. Let labels and guesses "
        "have the same two values.",
        "w = w + eta * (y - np.sign(w @ x)) * x    # with y = 0 or 1",
        {
            "errs": lambda y, s, zero: y < 0 or mistaken(y, s, zero),
            "step": lambda labels, i, s: 2 if labels[i] > 0 else (1 if s < 0 else -1),
        },
        [
            {
                "errs": lambda y, s, zero: y < 0 or mistaken(y, s, True),
                "step": lambda labels, i, s: 2 if labels[i] > 0 else (1 if s <= 0 else -1),
            },
            {
                "errs": lambda y, s, zero: s != 0 if y < 0 else s <= 0,
                "step": lambda labels, i, s: (labels[i] + 1) / 2 - ((s > 0) - (s < 0)),
            },
        ],
    ),
    Fault(
        "no-label",
        "the label is missing in the update",
        "w moves toward x also where the label is −1, which makes that mistake worse. Add y x.",
        "w = w + eta * x",
        {"step": lambda labels, i, s: 1},
    ),
    Fault(
        "previous-label",
        "the label of the point before",
        "The update takes the label of another point: the index is off by one.",
        "w = w + eta * y[i - 1] * X[i]",
        {"step": _previous},
    ),
    Fault(
        "next-label",
        "the label of the next point",
        "The update takes the label of another point: the index is off by one.",
        "w = w + eta * y[i + 1] * X[i]",
        {"step": _next},
    ),
    # The update.
    Fault(
        "sign",
        "the sign of the update",
        "Each update moves w away from what is right: it must add y x, not subtract it.",
        "w = w - eta * y * x",
        {"step": lambda labels, i, s: -labels[i]},
    ),
    Fault(
        "twice",
        "the update is made twice",
        "Each mistake adds η y x two times, as twice the rate would.",
        "w += eta * y * x    # and once more below",
        {"step": lambda labels, i, s: 2 * labels[i]},
    ),
    Fault(
        "delta",
        "the delta rule",
        "The step η (y − w·x) x is that of least squares (Adaline), and it is made on every point. The perceptron adds "
        "η y x, and on mistakes only.",
        "w = w + eta * (y - w @ x) * x",
        {"errs": lambda y, s, zero: True, "step": lambda labels, i, s: labels[i] - s, "fixed": True},
    ),
    Fault(
        "delta-on-mistakes",
        "the step of the delta rule, on mistakes",
        "Only mistakes move w, but by η (y − w·x) x. The guess must be a label before it is subtracted: take the sign "
        "of w·x.",
        "if y * (w @ x) <= 0: w = w + eta * (y - w @ x) * x",
        {"step": lambda labels, i, s: labels[i] - s, "fixed": True},
    ),
    Fault(
        "normalised",
        "w is scaled to length 1 after each update",
        "The next update then counts for more than it should. Scale w at the end, if at all.",
        "w = w / np.linalg.norm(w)",
        {"after": _unit_length, "fixed": True},
    ),
    Fault(
        "normalised-w",
        "w is scaled to length 1 after each update, and the bias is not",
        "That moves the line: weights and bias have a meaning only together. Scale both at the end, if at all.",
        "w = w / np.linalg.norm(w)    # and b stays",
        {"after": _unit_but_bias, "fixed": True},
    ),
    Fault(
        "integers",
        "the weights are cut to whole numbers",
        "An array of integers drops all decimals at each update. Begin with zeros that are floats.",
        "w = np.zeros(d, dtype=int)",
        {"after": _whole, "fixed": True},
    ),
    Fault(
        "falling-rate",
        "the rate falls from pass to pass",
        "The updates of pass k are divided by k. With one rate the theorem's bound holds.",
        "eta = eta0 / epoch",
        {"falls": lambda number: 1 / number},
    ),
    # When there is an update.
    Fault(
        "every-point",
        "an update on every point",
        "w moves at right points, too. Ask first whether y w·x ≤ 0.",
        "for x, y in zip(X, Y): w = w + eta * y * x    # without an if",
        {"errs": lambda y, s, zero: True},
    ),
    Fault(
        "when-right",
        "an update where the guess is right",
        "The comparison is the wrong way round: right points move w, and mistakes do not.",
        "if y * (w @ x) >= 0:",
        {"errs": lambda y, s, zero: y * s > 0 or (s == 0 and zero)},
    ),
    Fault(
        "strict",
        "< for ≤ from w = 0",
        "With w = 0 every score is 0, and 0 < 0 is false: no point is ever a mistake and nothing moves. Write ≤.",
        "if y * (w @ x) < 0:",
        {"tie": "correct"},
    ),
    Fault(
        "hinge",
        "y w·x < 1 for ≤ 0",
        "Points that are right by less than 1 move w, too: that is the hinge loss, or a perceptron with margin 1.",
        "if y * (w @ x) < 1:",
        {"errs": lambda y, s, zero: y * s < 1, "fixed": True},
    ),
    Fault(
        "positives-only",
        "only points labelled +1 move w",
        "Mistakes on the other class are passed over.",
        "if y == 1 and w @ x <= 0:",
        {"errs": lambda y, s, zero: y > 0 and mistaken(y, s, zero)},
    ),
    Fault(
        "negatives-only",
        "only points labelled −1 move w",
        "Mistakes on the other class are passed over.",
        "if y == -1 and w @ x >= 0:",
        {"errs": lambda y, s, zero: y < 0 and mistaken(y, s, zero)},
    ),
    # The bias.
    Fault(
        "bias-never",
        "the bias is never updated",
        "The line can turn, but it cannot leave the origin. At each update add η y to the bias.",
        "w = w + eta * y * x    # and no line for b",
        {"bias": lambda u, y, rate: 0.0},
    ),
    Fault(
        "bias-rate",
        "the bias moves by 1, not by the rate",
        "The rate stands in the update of w and not in that of b. Both must have it.",
        "b = b + y",
        {"bias": lambda u, y, rate: u / rate, "fixed": True},
    ),
    Fault(
        "w-rate",
        "the bias has a rate that w has not",
        "The bias moves by another amount than the rate of the weights: the rate stands on a part only.",
        "w = w + y * x; b = b + eta * y",
    ),
    Fault(
        "bias-sign",
        "the sign of the bias's update",
        "w moves toward y x and the bias away from y. Write b = b + η y, with the score w·x + b.",
        "b = b - eta * y",
        {"bias": lambda u, y, rate: -u},
    ),
    Fault(
        "bias-label",
        "the bias is updated without the label",
        "The bias grows at every mistake, of either class. Add η y.",
        "b = b + eta",
        {"bias": lambda u, y, rate: 1.0},
    ),
    Fault(
        "bias-unseen",
        "the bias is missing in the score",
        "The bias is updated, but the guess is the sign of w·x alone. The score is w·x + b.",
        "guess = np.sign(w @ x)",
        {"sees": _sees_no_bias},
    ),
    Fault(
        "bias-subtracted",
        "the bias is subtracted in the score",
        "The score is w·x − b, but the update adds η y to b as for w·x + b. One of the two signs must change.",
        "guess = np.sign(w @ x - b)",
        {"sees": _sees_bias_negative},
    ),
    # Old values.
    Fault(
        "old-scores",
        "scores kept from the beginning of the pass",
        "The guesses of a pass are made before its first update, so later updates repair what is right already. "
        "Compute w·x inside the loop.",
        "guesses = np.sign(X @ w)    # before the loop over the points",
        {"sees": _sees_old},
    ),
    Fault(
        "old-weights",
        "scores with the old w and the new bias",
        "w is copied at the beginning of the pass, the bias is not, so the score mixes two lines.",
        "score = old_w @ x + b",
        {"sees": _sees_new_bias},
    ),
    Fault(
        "reset",
        "w is set to its start in each pass",
        "What a pass has learned is thrown away before the next. Set w before the loop over the passes.",
        "for epoch in range(epochs): w = np.zeros(d)",
        {"resets": True},
    ),
    Fault(
        "same-array",
        "one array, appended again and again",
        "All rows are the same array, which holds the last weights. Append a copy.",
        "history.append(w)    # w.copy()",
    ),
    # The points.
    Fault(
        "last-skipped",
        "the last point is never visited",
        "The loop ends one point too early: range(n) already leaves out n.",
        "for i in range(len(X) - 1):",
        {"path": lambda n: range(n - 1)},
    ),
    Fault(
        "first-skipped",
        "the first point is never visited",
        "The loop begins with the second point: the first has the number 0.",
        "for i in range(1, len(X)):",
        {"path": lambda n: range(1, n)},
    ),
    Fault(
        "next-skipped",
        "the point after an update is skipped",
        "Each update leaves out the next point: the index moves twice, or the list changes while a loop goes over it. "
        "Move the index once.",
        "i = i + 1    # in the if, and again below it",
        {"skips": True},
    ),
    Fault(
        "points-normalised",
        "the points are scaled to length 1",
        "A line through the origin keeps its sides, but the updates are others. With a bias, the line is one for other "
        "points.",
        "X = X / np.linalg.norm(X, axis=1, keepdims=True)",
        {"unit": True},
    ),
    # The end.
    Fault(
        "few-passes",
        "a fixed number of passes, and too few",
        "The loop ends though a point is still wrong. Go on until a whole pass makes no mistake.",
        "for epoch in range(10):",
    ),
    Fault(
        "stopped",
        "the run ends in the middle of a pass",
        "A limit on updates or visits ends the run though a point is still wrong.",
        "if updates == 100: break",
    ),
    Fault(
        "one-update",
        "the first update ends the run",
        "A return or break leaves the loops at the first mistake. Go on after it.",
        "w = w + eta * y * x; return w",
        {"once": True},
    ),
    Fault(
        "last-decides",
        "the last point alone decides whether to stop",
        "The flag is set anew at each point, so a pass ends the run if its last point is right. Set it before the pass "
        "and only clear it inside.",
        "done = True    # in the else of the inner loop",
        {"stops": lambda mistakes, before, wrong: not wrong},
    ),
    Fault(
        "fewer-mistakes",
        "stops at the first pass with fewer mistakes",
        "Fewer mistakes than before is not none. Stop when a whole pass makes no mistake.",
        "if errors < last_errors: break",
        {"stops": lambda mistakes, before, wrong: not mistakes or (before is not None and mistakes < before)},
    ),
    Fault(
        "no-fewer-mistakes",
        "stops when a pass makes no fewer mistakes",
        "The number of mistakes may rise and fall again. Stop when a whole pass makes none.",
        "if errors >= last_errors: break",
        {"stops": lambda mistakes, before, wrong: not mistakes or (before is not None and mistakes >= before)},
    ),
    # No fault of the student's, and the picture.
    Fault(
        "float-tie",
        "a tie that floats decided the other way",
        "No fault of yours: w·x is exactly 0 there, but floats hold 0.1 only nearly, and make a tiny number of it. "
        "Coordinates and a rate that they hold exactly, such as 1 or 0.25, keep the tie.",
        "eta = 0.1",
    ),
    Fault(
        "line-inverse",
        "the line is drawn with the slope −w₂/w₁",
        "From w₁ x₁ + w₂ x₂ + b = 0 follows x₂ = −(w₁/w₂) x₁ − b/w₂.",
        "slope = -w[1] / w[0]",
    ),
    Fault(
        "line-sign",
        "the line is drawn with the slope w₁/w₂",
        "From w₁ x₁ + w₂ x₂ + b = 0 follows x₂ = −(w₁/w₂) x₁ − b/w₂: the slope has a minus.",
        "slope = w[0] / w[1]",
    ),
    Fault(
        "line-slope",
        "the line is drawn with another slope",
        "From w₁ x₁ + w₂ x₂ + b = 0 follows x₂ = −(w₁/w₂) x₁ − b/w₂: the slope is −w₁/w₂.",
        "slope = w[1] / w[0]",
    ),
    Fault(
        "line-no-bias",
        "the line is drawn without the bias",
        "The line meets the x₂ axis at −b/w₂, not at 0.",
        "plt.plot(x, -w[0] / w[1] * x)",
    ),
    Fault(
        "line-bias",
        "the line is drawn with a wrong intercept",
        "The line meets the x₂ axis at −b/w₂; a common slip is b, −b or b/w₂.",
        "intercept = b",
    ),
]

FAULTS: dict[str, Fault] = {fault.name: fault for fault in _LIST}
"""The catalogue, by name."""
