"""What is said about a run is true of it, number for number."""

import functools
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Dataset, Inseparable, Separator, gate, separate, train
from playground.address.codes import HAND, encode
from playground.draw import outcome, sentences
from playground.draw.steps import Steps
from playground.pages.dimensions.scene import BOARD
from playground.text import number, whole
from tests.boards import XOR
from tests.playground.scenes import SCENES, computed, learner, some
from tests.playground.visiting import content_of, filled

SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def read(text):
    text = text.replace("−", "-").replace(",", "").replace("∞", "inf")
    mantissa, _, power = text.partition("×10")
    return float(mantissa) * 10.0 ** int(power.translate(SUPERSCRIPTS) or 0)


@given(st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False, min_value=-1e300, max_value=1e300))
def test_a_number_is_written_to_three_digits(value):
    assert read(number(value)) == pytest.approx(value, rel=0.00501, abs=1e-300)


@given(st.integers(-999_999, 999_999))
def test_a_whole_number_is_written_whole(value):
    assert number(value) == f"{value:,}".replace("-", "−")


@given(st.floats(allow_nan=False))
def test_no_number_is_written_as_minus_zero_or_with_a_hyphen(value):
    assert "-" not in number(value)
    assert number(value).lstrip("−0.") or not number(value).startswith("−")


def test_what_is_no_number_is_said_so():
    assert [number(value) for value in (math.inf, -math.inf, math.nan)] == ["∞", "−∞", "undefined"]


def test_the_stage_writes_numbers_as_the_words_do():
    """tests/stage/values.test.mjs asks the stage for the same."""
    file = Path(__file__).parents[2] / "stage" / "numbers.json"
    for value, written in json.loads(file.read_text(encoding="utf-8")):
        assert number(value) == written


@functools.cache
def spoken(name):
    _, run, found, _ = computed(name)
    text, columns = sentences.sentences(Steps(run), found)
    return run, found, [filled(text, columns, step) for step in range(len(text["which"]))]


def sum_of(before, added, after):
    """The rows of w + x = w′, by a second hand."""
    rows = zip(before.tolist(), added.tolist(), after.tolist(), strict=True)
    return ",\n".join(f"{number(a)}\t{'−' if b < 0 else '+'} {number(abs(b))}\t= {number(c)}" for a, b, c in rows)


@pytest.mark.parametrize("name", SCENES)
def test_each_sentence_holds_its_own_updates_numbers(name):
    """Its signs, sides and turns are those of test_signs.py."""
    run, found, sentences = spoken(name)
    table = run.table(found)
    assert len(sentences) == len(run.mistakes) + 1
    eta, most_of = ("", "R²") if run.rate == 1 else ("η", "η²R²")
    rows = [*table.itertuples()]
    for k in some(range(1, len(rows) + 1)):
        sentence, row = sentences[k], rows[k - 1]
        sign = "+" if row.label > 0 else "−"
        words, numbers = sentence.split("\n", 1)
        sums, grown = numbers.split("\n\n")
        assert words.startswith(f"Update {whole(k)}: point {row.example} ({sign}1) was ")
        x, before, after = run.data.X[row.example], run.weights[k - 1], run.weights[k]
        factor = "" if run.rate == 1 else f"{number(run.rate)} "
        assert sums == f"w\t{sign} {factor}x\t= w′:\n{sum_of(before, run.rate * row.label * x, after)}."
        own, score = run.rate * float(x @ x), row.label * row.activation
        why, was, now = re.search(r"y w·x\t\+(\S+),\t(\S+) → (\S+)\.\n", grown).groups()
        assert (was, why) == (number(score), number(own))
        assert read(now) == pytest.approx(score + own, rel=0.006, abs=1e-12 * own)
        way, change, most = re.search(rf"‖w‖²\t([+−])(.+?),\t≤ {most_of} = (.+)\.$", grown).groups()
        true = (after @ after - before @ before) * (1 if way == "+" else -1)
        assert read(change) == pytest.approx(true, rel=0.006, abs=4e-15 * max(1, after @ after))
        assert read(change) >= 0
        assert most == number((run.rate * run.data.radius) ** 2)
        if isinstance(found, Separator):
            gain = re.search(rf"w·w\*\t\+(\S+),\t≥ {eta}γ = (\S+)\.\n", grown)
            true = (after - before) @ found.w
            assert read(gain[1]) == pytest.approx(true, rel=0.006, abs=1e-14 * max(1, np.abs(after).max()))
            assert gain[2] == number(run.rate * found.margin)
        else:
            assert "w*" not in sentence


@pytest.mark.parametrize("name", SCENES)
def test_the_last_sentence_alone_says_how_the_run_ended(name):
    run, _, sentences = spoken(name)
    firsts = [sentence.partition("\n")[0] for sentence in sentences]
    back_at = f"update {run.cycle.start}" if run.cycle and run.cycle.start else "the start"
    ends = {
        "converged": "Now no point is wrong.",
        "cycling": f"These are the weights of {back_at} again.",
        "stopped": ("wrong.", "side.", "right."),
    }
    assert firsts[-1].endswith(ends[run.outcome] if run.updates else "so there is no update.")
    assert firsts[0].endswith("Press Step." if run.updates else "so there is no update.")
    assert not any("Now no point" in sentence or "again." in sentence for sentence in sentences[:-1])


@pytest.mark.parametrize("name", SCENES)
def test_the_verdict_is_the_runs_outcome_and_the_proofs_points(name):
    _, run, found, bias = computed(name)
    text = outcome.verdict(run, found)["text"]
    made = len(run.mistakes)
    updates = f"{made:,} update{'' if made == 1 else 's'}"
    if isinstance(found, Inseparable):
        named = [
            int(point) for point in re.findall(r"\d+", text[: text.find("prove it")] if "prove" in text else text[:9])
        ]
        assert named == found.points.tolist()
        assert "converged" not in text.lower()
    elif run.outcome == "converged":
        assert text == f"Converged after {updates}; the theorem allows at most {whole(run.bound(found))}."
    assert (f"Stopped after {updates}." in text) == (run.outcome == "stopped")
    assert ("The weights repeat" in text) == (run.outcome == "cycling")
    if run.cycle:
        assert f"a cycle of {run.cycle.length:,} update" in text
    lifted = separate(run.data) if bias else separate(run.data.augmented())
    helps = isinstance(found, Inseparable) and not bias and isinstance(lifted, Separator)
    assert ("With a bias a line does." in text or "With a bias a line separates all." in text) == helps


LEVEL_PROOF = "No line through the origin separates these points: 0 and 1 prove it."
ORIGIN = "lies at the origin, where no weights give it a side. With a bias"
XOR_PROOF = "No line separates these points: 0, 1, 2 and 3 prove it."
AND = gate("and").augmented()
LEVEL = Dataset([[0, 0.5], [0, 1.0]], [1, -1])
VERDICTS = [
    (AND, {"tie": "correct"}, "No update: no point has a side, and this tie rule counts that as right; the theorem"),
    (AND, {"tie": "correct", "start": (2, 2, -3)}, "Converged after 0 updates; the theorem allows at most "),
    (AND, {"max_updates": 7}, "Stopped after 7 updates. A line exists; the theorem still allows 44 more."),
    *((learner(1.0).sees(XOR), {"tie": tie}, XOR_PROOF) for tie in ("correct", 1, -1)),
    (learner(1.0).sees(XOR), {}, f"{XOR_PROOF} The weights repeat: a cycle of 4 updates from the start."),
    (LEVEL, {}, f"{LEVEL_PROOF} With a bias a line does."),
    (Dataset([[0.5, 0.5]] * 2, [1, -1]), {}, f"{LEVEL_PROOF} The weights"),
    (Dataset([[0.5, 0.5], [0, 0]], [1, 1]), {}, f"Point 1 {ORIGIN} a line separates all."),
    (gate("xor"), {}, f"Point 0 {ORIGIN} it has a side, yet no line"),
]


@pytest.mark.parametrize(("data", "how", "says"), VERDICTS)
def test_the_verdict_names_the_end_the_bound_and_the_proof(data, how, says):
    text = outcome.verdict(train(data, **how), separate(data))["text"]
    assert text.startswith(says)
    assert isinstance(separate(data), Separator) or not re.search("onverged|A line exists", text)


@pytest.mark.parametrize(
    "page", ["app.py", *(f"pages/{name}.py" for name in ("proof", "nonseparable", "descent", "race", "dimensions"))]
)
def test_where_only_a_bias_helps_no_page_says_that_no_line_separates(page):
    link = {"data": HAND, "points": encode([(0, 0.5, 0), (0, 1, 1)]), "bias": "false", "space": BOARD}
    told = json.dumps(content_of(page, **link))
    assert set(re.findall("No (?:line|hyperplane) (.{18}) separates these", told)) == {"through the origin"}
    assert not re.search("N(o line|othing) separates", told)
    assert re.search("With a bias a (line|hyperplane) does[.]", told)


@pytest.mark.parametrize("name", SCENES)
def test_the_facts_are_margin_radius_bound_and_updates(name):
    _, run, found, _ = computed(name)
    values = [fact["value"] for fact in outcome.facts(run, found)]
    radius = number(np.sqrt((run.data.X**2).sum(axis=1).max()))
    if isinstance(found, Separator):
        assert values == [number(found.margin), radius, whole(run.bound(found)), whole(len(run.mistakes))]
        assert len(run.mistakes) <= run.bound(found)
    else:
        assert values == ["none", radius, "none", whole(len(run.mistakes))]
