"""The adversary's page in a browser: answer, and undo answers."""

from fractions import Fraction

import pytest

from perceptron import OnlinePerceptron, force_mistakes

TRACES = "document.querySelector('.stage-panel[data-area=board] .js-plotly-plot').data"


def fixed(stage):
    """Return the drawn coordinates of v: the heights of the bars."""
    bars = stage.page.evaluate(
        f"{TRACES}.filter((trace) => trace.type === 'bar').map(({{ x, y }}) => [Array.from(x), Array.from(y)])"
    )
    found = {x: y for xs, ys in bars for x, y in zip(xs, ys, strict=True) if y is not None}
    return [found[place] for place in sorted(found)]


def test_quick_keys_lose_no_answer_and_undo_takes_back_the_toss(visit_light):
    stage = visit_light("/adversary?margin=0.1")
    stage.press("1", "2", "2", "1")
    stage.until(lambda: stage.step == 4)
    stage.settle()
    assert stage.address["said"] == "pmmp"
    stage.press("3")
    stage.until(lambda: stage.step == 100)
    assert stage.facts[1:3] == ["100", "100"]
    stage.settle()
    assert stage.address["said"].startswith("pmmp")
    assert len(stage.address["said"]) == 100
    stage.press("Control+z")
    stage.until(lambda: stage.step == 4)
    stage.settle()
    assert stage.address["said"] == "pmmp"
    stage.do("clear")
    stage.until(lambda: stage.step == 0)
    stage.settle()
    assert "said" not in stage.address


def test_the_perceptron_is_played_through_without_a_message(visit_light):
    stage = visit_light("/adversary?player=the+perceptron&ties=read+as+%E2%88%921")
    forced = force_mistakes(OnlinePerceptron(6, -1), Fraction(2, 5))
    stage.settle()
    with stage.silence():
        upper = stage.frame("upper")
        for k in range(1, 7):
            stage.press("ArrowRight")
            (dot,) = stage.marks("upper", "dot")
            left, top = upper.screen(k, 0.4 * k)
            assert float(dot["cx"]) == pytest.approx(left - upper.left, abs=0.5)
            assert float(dot["cy"]) == pytest.approx(top - upper.top, abs=0.5)
            assert f"so its label is {'+1' if forced.labels[k - 1] > 0 else '−1'}." in stage.sentence
        stage.until(lambda: len(fixed(stage)) == 6)
        assert fixed(stage) == pytest.approx(forced.separator.tolist())
    assert not stage.page.locator(".stage-tools").is_visible()
