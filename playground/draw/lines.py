"""The equation of a run's line at each step: as w·x = 0, and solved for a coordinate."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perceptron import Run
from playground.draw.figures import Floats
from playground.text import NO_BREAK, number

_AXES = ("x₁", "x₂", "")
_ZERO = 1e-12  # a number this small beside the larger of a and b is a rounding error


def forms(weights: Floats, scale: float) -> Floats:
    """Return a, b and c of the line a·x₁ + b·x₂ + c = 0 for each of m rows of weights, shape (m, 3).

    The weights have the shape (m, 2) or, with a bias, (m, 3). c is the third weight times `scale`, the constant
    coordinate of the points; without a third weight it is 0.
    """
    every = np.zeros((len(weights), 3))
    every[:, : weights.shape[1]] = weights
    every[:, 2] *= scale
    return every


def equations(run: Run) -> list[str]:
    """Return, for a run's start and after each update, the sentence with the line's equation, or that there is no line.

    The run's points have two coordinates, not counting a constant.

    >>> from perceptron import gate, train
    >>> said = [text.replace(NO_BREAK, " ") for text in equations(train(gate("and").augmented()))]
    >>> said[1], said[-1]
    ('No line: w₁ = w₂ = 0.', 'Line: 3 x₁ + 2 x₂ − 4 = 0, or x₂ = 2 − 1.50 x₁.')
    """
    states = zip(forms(run.weights, run.data.lift or 0.0).tolist(), run.bounded.tolist(), strict=True)
    return [equation(form) if bounded else _NONE for form, bounded in states]


_NONE = f"No line: w₁{NO_BREAK}= w₂{NO_BREAK}={NO_BREAK}0."


def equation(form: Sequence[float]) -> str:
    """Return a sentence with the equation of the line a·x₁ + b·x₂ + c = 0, also solved for x₂, or for x₁ if b is 0.

    `form` is (a, b, c); a and b must not both be 0. The sentence has non-breaking spaces.

    >>> [equation(form).replace(NO_BREAK, " ") for form in ((-1, 0, 2), (0, -0.5, 0))]
    ['Line: −x₁ + 2 = 0, or x₁ = 2.', 'Line: −0.500 x₂ = 0, or x₂ = 0.']
    """
    size = max(map(abs, form[:2]))
    a, b, c = (0.0 if abs(value) <= _ZERO * size else value for value in form)
    solved = _sum((-c / b, ""), (-a / b, _AXES[0])) if b else _sum((-c / a, ""))
    left = _sum((a, _AXES[0]), (b, _AXES[1]), (c, ""))
    return f"Line: {left}{NO_BREAK}={NO_BREAK}0, or {_AXES[1] if b else _AXES[0]}{NO_BREAK}={NO_BREAK}{solved}."


def _sum(*terms: tuple[float, str]) -> str:
    """Write a sum of terms, each a factor and a symbol, without terms whose factor is 0."""
    text = ""
    for value, name in terms:
        if not value:
            continue
        size = number(abs(value))
        term = f"{size}{NO_BREAK}{name}" if name and size != "1" else name or size
        sign = "−" if value < 0 else "+"
        text += f" {sign}{NO_BREAK}{term}" if text else term if sign == "+" else f"−{term}"
    return text or "0"
