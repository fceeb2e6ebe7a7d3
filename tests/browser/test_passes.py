"""The ticks of each pass above the table are those of the textbook's loop in fractions."""

from fractions import Fraction

import numpy as np
import pytest

from perceptron import margin_dataset
from tests.boards import HAND, labelled
from tests.browser.browsing import link

ROWS = """[...document.querySelectorAll(".stage-walk > div")].filter((row) => row.checkVisibility())
  .map((row) => [row.firstChild.textContent, row.lastChild.textContent,
    [...row.lastChild.children].findIndex((cell) => cell.classList.contains("is-at"))])"""


def looks(data, order, seed=3):
    """Return, pass by pass, whether each point was right, until a pass has no mistake."""
    points = [[Fraction(x) for x in point] for point in data.signed.tolist()]
    w, passes, rng = [Fraction(0)] * data.dim, [], np.random.default_rng(seed)
    while len(passes) < 100 and not (passes and all(passes[-1])):
        passes.append([])
        for i in range(len(points)) if order == "cyclic" else rng.permutation(len(points)):
            passes[-1].append(sum(map(Fraction.__mul__, w, points[i])) > 0)
            if not passes[-1][-1]:
                w = [a + b for a, b in zip(w, points[i], strict=True)]
    return passes


def rows(passes, step, last):
    """Return the two visible rows of a step: name, ticks, and place of the update."""
    size = len(passes[0])
    every = [right for one in passes for right in one]
    updates = [cell for cell, right in enumerate(every) if not right]
    at = updates[step - 1] if step else -1
    reached = len(every) if step == last else at + 1
    first = max(at, 0) // size
    ticks = ["✓" if right else "✗" for right in every[:reached]]
    ticks += ["·"] * ((first + 2) * size - reached)
    parts = [ticks[i * size : (i + 1) * size] for i in (first, first + 1)]
    places = [at - first * size if step else -1, -1]
    return [[f"pass {first + 1 + i}", "".join(parts[i]), places[i]] for i in range(2)]


@pytest.mark.parametrize(
    ("query", "data", "order"),
    [
        (link(HAND, bias="true"), labelled(HAND).augmented(), "cyclic"),
        (link(n=25, seed=3), margin_dataset(25, 2, 0.1, 1.0, 3), "shuffled"),
    ],
    ids=["by hand", "a chosen margin"],
)
def test_each_step_shows_its_pass_point_by_point(visit_light, query, data, order):
    stage = visit_light(f"{query}&order={order}", asks=True)
    stage.page.get_by_role("tab", name="Table").click()
    passes = looks(data, order)
    updates = sum(not right for one in passes for right in one)
    with stage.silence():
        for step in sorted({0, 1, 2, 5, updates // 2, updates - 1, updates}):
            stage.page.locator(".stage-scrub").fill(str(step))
            assert stage.page.evaluate(ROWS) == rows(passes, step, updates)
    assert set(stage.page.evaluate(ROWS)[1][1]) == {"✓"}
    looked = len(data) * len(passes)
    said = f"points looked at: {looked} · updates: {updates} · a whole pass without a mistake: done"
    assert stage.page.inner_text(".stage-walk p") == said
    label = stage.page.locator(".stage-walk > div").nth(1).get_attribute("aria-label")
    assert label == f"pass {len(passes)}: {len(data)} ✓, 0 ✗, 0 ·"
