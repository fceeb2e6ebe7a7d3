"""The proof to be done: each answer's reason is true of the board, and without an assumption just its line breaks."""

import functools
import itertools
import math
import re
from fractions import Fraction

import pytest

from perceptron import Dataset, Separator, gate, margin_dataset, margins, separate
from perceptron import concepts as classes
from playground.address.address import written
from playground.draw.steps import Steps
from playground.page.answer import answer, opened
from playground.pages import PAGES
from playground.pages.proof import doing, lines, others, puzzles, scene, trials
from playground.stage.check import check_scene
from playground.stage.payload import before_the_end
from tests.playground.scenes import HAIR, SCENES, computed, learner

PROOF = PAGES["pages/proof.py"]


FAR = Dataset([[4, 4], [4, 3], [4, 1]], [-1, 1, 1])
BOARDS = {
    "AND": lambda: gate("and").augmented(),
    "OR, a bias of a tenth": lambda: gate("or").augmented(Fraction("0.1")),
    "all inequalities are equal": lambda: Dataset([[1, 0], [0, 1]], [1, 1]),
    "all are equal, and R is 2": lambda: Dataset([[2, 0], [0, 2]], [1, -1]),
    "one point": lambda: Dataset([[3, 4]], [-1]),
    "one point of length 1": lambda: Dataset([[1, 0]], [1]),
    "a short point": lambda: Dataset([[0.25, 0]], [1]),
    "far from 0": lambda: FAR.augmented(),
    "a wide margin": lambda: Dataset([[5, 1], [6, -3], [-4, 2]], [1, 1, -1]),
    "drawn": lambda: margin_dataset(25, 2, 0.1, seed=3),
    "AND, its farthest plane": lambda: gate("and").augmented(2),
    "the plane farthest from points far from 0": lambda: FAR.augmented(),
    "a hair's margin, 100 of many updates": lambda: Dataset([p[:2] for p in HAIR], [1, -1]).augmented(),
}
PLANES = ("AND, its farthest plane", "the plane farthest from points far from 0")
"""The boards of the proof with (1 + b²)(1 + r²)/ρ²."""


@functools.cache
def run_of(name):
    return learner().run(BOARDS[name]())


@functools.cache
def trial(name):
    run = run_of(name)
    if name in PLANES:
        return trials.of_plane(run, margins(Dataset(run.data.X[:, :2], run.data.y), run.data.lift).geometric)
    return trials.of_run(run, separate(run.data))


def broken(shown):
    """The lines that are false at an update although all that they need is true at each."""
    false = {line for line in lines.LINES if [*lines.fails(shown, line)]}
    return {line for line in false if not false & {*lines.LINES[line].needs}}


def replies(shown):
    for make in (puzzles.blanks, puzzles.false_lines, puzzles.without, puzzles.uses):
        for pick in make(shown):
            yield from ((make.__name__, pick, reply) for reply in pick.replies)


def test_each_order_is_right_or_has_a_reason_that_is_true_of_the_board():
    right, reasons = 0, puzzles.reasons(trial("AND"))
    assert reasons.keys() == {(line, need) for line, each in lines.LINES.items() for need in each.needs}
    for name in BOARDS:
        found = puzzles.reasons(trial(name))
        assert found.keys() == reasons.keys()
        assert all(claim.holds and str(claim) in said.text for said in found.values() for claim in said.claims)
    for order in itertools.permutations(lines.LINES):
        right += all(order.index(need) < order.index(line) for line, need in reasons)
    assert right == 30  # the lines 1 to 5 in any order with 1 before 2 and 3 before 4: 5!/2/2
    assert any(puzzles.SHUFFLED.index(need) > puzzles.SHUFFLED.index(line) for line, need in reasons)


@pytest.mark.parametrize("name", BOARDS)
def test_the_two_other_proofs_have_true_reasons_too(name):
    adversary, halving = others.others(trial(name))
    for proof, count in ((adversary, 10), (halving, 15)):
        assert all(claim.holds for said in proof.reasons.values() for claim in said.claims)
        assert all(need < line for line, need in proof.reasons)
        orders = itertools.permutations(proof.lines)
        right = sum(all(order.index(need) < order.index(line) for line, need in proof.reasons) for order in orders)
        assert right == count
        assert any(puzzles.SHUFFLED.index(need) > puzzles.SHUFFLED.index(line) for line, need in proof.reasons)
    n = math.floor(trial(name).radius_squared / trial(name).margin_squared)
    assert f"here {n}." in adversary.reasons[7, 2].text
    table = classes.thresholds(len(trial(name).points))
    worst = max(classes.halving(table, target).mistakes.sum() for target in table)
    assert worst <= int(re.search(r"M ≤ (\d+)", halving.reasons[7, 6].text)[1])


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_said_of_each_reply_is_true_of_the_board(name):
    shown = trial(name)
    for where, pick, reply in replies(shown):
        assert all(claim.holds for claim in reply.said.claims), (where, reply.said)
        assert re.fullmatch(r"[^{}]+\.", reply.said.text), reply.said
        assert reply.right == reply.said.text.startswith("Yes"), reply.said
        assert any(each.right for each in pick.replies)
    rights = [[reply.right for reply in pick.replies] for pick in puzzles.blanks(shown)]
    assert [sum(right) for right in rights] == [1] * 9
    assert {right.index(True) for right in rights} == {0, 1, 2, 3}  # the place tells nothing


@pytest.mark.parametrize("name", ["AND", "far from 0", "a wide margin", "drawn"])
def test_the_lines_hold_the_numbers_of_the_librarys_run(name):
    found, shown = separate(run_of(name).data), trial(name)
    table = run_of(name).table(found)
    for k in range(1, shown.last + 1):
        row = table.iloc[k - 1]
        true = {
            2: (row.alignment, row.alignment_bound),
            4: (row.norm_squared, row.norm_squared_bound),
            5: (row.alignment, math.sqrt(row.norm_squared)),
            7: (k, (found.radius / found.margin) ** 2),
        }
        for line, sides in true.items():
            assert [*map(float, lines.LINES[line].claim(shown, k).values)] == pytest.approx(sides)
    assert not broken(shown)


@pytest.mark.parametrize("name", BOARDS)
def test_of_the_seven_lines_just_the_changed_one_is_false(name):
    shown = trial(name)
    changes, picks = puzzles.changes(shown), puzzles.false_lines(shown)
    assert len(changes) == len(picks) > 0
    for change, pick in zip(changes, picks, strict=True):
        for line, reply in enumerate(pick.replies, 1):
            same = (reply.words, reply.formula) == (lines.LINES[line].title, lines.LINES[line].formula)
            assert reply.right == (line == change.line) == (not same)
        (update,) = re.findall(r"[Uu]pdate (\d+)", change.said.text)[:1]
        assert 1 <= int(update) <= shown.last


def test_a_false_line_is_told_by_the_first_update_at_which_it_is_false():
    """Of AND γ² is 1/17 and R² is 3; the lengths are those of the library's table."""
    shown = trial("AND")
    gamma, told = 1 / math.sqrt(17), [each.said.text for each in puzzles.changes(shown)]
    squares = [0, *run_of("AND").table(separate(BOARDS["AND"]())).norm_squared.tolist()]
    at = {
        0: next(k for k in range(19) if k > 3 / gamma),
        1: next(k for k in range(1, 19) if squares[k] - squares[k - 1] < 3),
        3: next(k for k in range(19) if squares[k] > 3),
        7: next(k for k in range(19) if k > math.sqrt(3) / gamma),
    }
    assert at == {place: int(re.search(r"update (\d+)", told[place])[1]) for place in at}


def holds(example, assumption):
    """Whether a counterexample keeps an assumption, computed in fractions from its updates alone."""
    run = example.trial
    at, steps, rates = [*(run.start or (Fraction(),) * len(run.toward))], run.steps, run.rates or (1,) * len(run.steps)
    squared = sum(part * part for part in run.toward)
    kept = dict.fromkeys(trials.ASSUMPTIONS, True)
    kept[trials.START] = not any(at)
    kept[trials.UNIT] = run.size == 1
    kept[trials.RATE] = {*rates} == {1}
    for z, rate in zip(steps, rates, strict=True):
        along = sum(a * b for a, b in zip(z, run.toward, strict=True))
        kept[trials.SEPARABLE] &= along > 0 and along * along * run.size >= run.margin_squared * squared
        kept[trials.MISTAKES] &= sum(a * b for a, b in zip(at, z, strict=True)) <= 0
        kept[trials.BOUNDED] &= sum(part * part for part in z) <= run.radius_squared
        at = [w + rate * part for w, part in zip(at, z, strict=True)]
    return kept[assumption]


@pytest.mark.parametrize("name", BOARDS)
def test_without_an_assumption_just_its_line_breaks_and_all_others_are_kept(name):
    shown = trial(name)
    found = trials.counterexamples(shown)
    assert [*found] == [*trials.ASSUMPTIONS]
    for assumption, examples in found.items():
        assert sorted(each.line for each in examples) == sorted(trials.USED[assumption])
        for example in examples:
            assert broken(example.trial) == {example.line}, (assumption, example)
            kept = {each: holds(example, each) for each in trials.ASSUMPTIONS}
            assert kept == {each: each != assumption for each in trials.ASSUMPTIONS}, example.words


def test_the_sequences_that_are_shown_go_on_for_ever():
    """Each further point of (1, ±k) is a mistake; at the rates 2⁻ᵏ the second weight stays below −2."""
    growing, shrinking = (trials.counterexamples(trial("AND"))[each] for each in (trials.BOUNDED, trials.RATE))
    w = (0, 0)
    for k in range(1, 2000):
        x = (1, k if k % 2 else -k)
        assert w[0] * x[0] + w[1] * x[1] <= 0
        after = w[0] + x[0], w[1] + x[1]
        assert after[0] ** 2 + after[1] ** 2 - w[0] ** 2 - w[1] ** 2 >= 2 * k - 1
        w = after
    assert growing[0].trial.steps[:4] == ((1, 1), (1, -2), (1, 3), (1, -4))
    weights = shrinking[0].trial.weights
    assert [each[1] for each in weights[1:4]] == [-3, Fraction(-5, 2), Fraction(-9, 4)]
    assert all(each[1] == -2 - Fraction(1, 2**k) for k, each in enumerate(weights[1:]))


def test_a_puzzle_reveals_no_separation_before_its_question_is_answered():
    points = {"data": "by hand", "points": "1ADRAcASAkBSAoC"}
    biased = answer(PROOF, {"data": "AND", "bias": "true", "version": scene.BIASED, "work": "do it"})
    assert biased["panels"][1]["about"].endswith("R² = 1 + r² = 3, so R²/γ² = (1 + b²)(1 + r²)/ρ².")
    for link in (points, {"data": "XOR", "bias": "true"}, {}, {"data": "by hand"}):
        made = answer(PROOF, {**link, "work": "do it"})
        check_scene(made)
        assert made["tabs"]["chosen"] == 1
        about = before_the_end(made)["panels"][1]["about"]
        assert about.startswith("The numbers: AND" if link else "The numbers: this board")
    assert answer(PROOF, {})["tabs"]["chosen"] == 0


@pytest.mark.parametrize("name", SCENES)
def test_every_board_has_puzzles(name):
    points, run, found, _ = computed(name)
    how = SCENES[name][1]
    plain = learner(how.lift_scale, how.order, tie=how.tie).run(run.data)
    made = scene.scene(
        points, Steps(run, how.tie), found, view=scene.INPUT, version=scene.PLAIN_BOUND, work=doing.DO, plain=plain
    )
    check_scene(made)
    own = made["panels"][1]["about"].startswith("The numbers: this board")
    assert own == (isinstance(found, Separator) and plain.updates > 0)


def test_a_link_keeps_what_was_tried_only_while_the_puzzles_are_shown():
    kept = {"data": "AND", "work": "do it", "tried": "o0162345"}
    assert written(opened(PROOF, kept).state) == kept
    assert written(opened(PROOF, {**kept, "work": "watch it"}).state) == {"data": "AND", "work": "watch it"}
    strange = opened(PROOF, {**kept, "tried": "<script>"})
    assert "tried" not in written(strange.state)
    assert strange.complaints == ["The link's puzzle is `<script>`, which cannot be read; it is shown anew."]
