"""The puzzles of the proof: their answers, and a reply to each answer, with the numbers of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from playground.pages.proof.exact import Claim, Root, Trial, claim, product
from playground.pages.proof.lines import LINES
from playground.pages.proof.trials import (
    BOUNDED,
    MISTAKES,
    RATE,
    SEPARABLE,
    START,
    UNIT,
    USED,
    Counterexample,
    counterexamples,
)

SHUFFLED = (6, 3, 1, 7, 5, 4, 2)
"""The order in which the lines lie before anybody has moved one."""


@dataclass(frozen=True)
class Said:
    """A sentence, and the claims in it, which a test can check."""

    text: str
    claims: Sequence[Claim] = ()


@dataclass(frozen=True)
class ProofReply:
    """A reply to a question: its words, what is said once it is chosen, and whether it is right.

    With a `formula`, in LaTeX, the words are its title.
    """

    words: str
    said: Said
    right: bool = False
    formula: str = ""


@dataclass(frozen=True)
class ProofPick:
    """A question with replies, of which one is to be chosen; `formula`, in LaTeX, belongs to the question."""

    asks: str
    replies: Sequence[ProofReply]
    formula: str = ""


def said(template: str, *claims: Claim) -> Said:
    """Return a sentence from a template, with the claims in place of {0}, {1} and so on.

    >>> said("Here {0}.", claim(Root.of(1), "<", Root.of(2))).text
    'Here 1 < 2.'
    """
    return Said(template.format(*claims), claims)


@dataclass(frozen=True)
class _Numbers:
    """A run, with the numbers of it that the sentences need."""

    trial: Trial

    @property
    def last(self) -> int:
        return self.trial.last

    @property
    def gamma(self) -> Root:
        return self.trial.gamma

    @property
    def reach(self) -> Root:
        return self.trial.reach

    @property
    def square(self) -> Root:
        """R², the `radius_squared` of the trial, as a `Root`."""
        return Root.of(self.trial.radius_squared)

    def at_end(self, line: int) -> Claim:
        """Return a line of the proof, a key of LINES, as a claim about the run after its last update."""
        return LINES[line].claim(self.trial, self.last)

    def tightest(self, line: int) -> tuple[int, Claim]:
        """Return the update after which a line's first and last number are closest, and the line as a claim about it.

        `line` is a key of LINES. The run must have an update.
        """
        told = {k: LINES[line].claim(self.trial, k) for k in range(1, self.last + 1)}
        k = min(told, key=lambda each: abs(float(told[each].values[0]) - float(told[each].values[-1])))
        return k, told[k]

    def squared(self, k: int) -> Root:
        """Return ‖w‖² after k updates."""
        return Root.of(self.trial.square(k))

    def first(self, one: Callable[[int], Root], relation: str, other: Callable[[int], Root] | Root) -> _Found:
        """Return the first update k at which the claim `one`(k) `relation` `other` is true, and this claim.

        `relation` is a sign such as "<"; `other` is a number, or a function of k like `one`. The first true claim whose
        numbers differ in three digits is preferred to an earlier one. If no claim is true, the result is None.
        """
        pairs = ((k, claim(one(k), relation, other if isinstance(other, Root) else other(k))) for k in self._updates)
        found = [(k, each) for k, each in pairs if each.holds]
        return next((pair for pair in found if pair[1].is_plain), next(iter(found), None))

    @property
    def _updates(self) -> Iterable[int]:
        return range(1, self.last + 1)


_Found = tuple[int, Claim] | None


def _false_or(found: _Found, fault: str, otherwise: Said) -> Said:
    """Return the sentence `fault` with the update that was found, as {k}, and its claim, as {0}.

    If none was found, return `otherwise`.
    """
    if found is None:
        return otherwise
    k, shown = found
    return Said(fault.replace("{k}", str(k)).replace("{0}", str(shown)), [shown])


# ---- in order ------------------------------------------------------------------------------------------------------


BELOW = "which stands below it."
"""What a reason says first, of lines that are in a wrong order."""


def reason(line: str, need: str, why: Said) -> Said:
    """Return the sentence that says why the line `need` must stand above the line `line`.

    Both are given by their short names, and `why` is the end of the sentence.
    """
    return Said(f"“{line}” needs “{need}”, {BELOW} {why.text}", why.claims)


def reasons(trial: Trial) -> Mapping[tuple[int, int], Said]:
    """Return, for each pair of a line and a line that it needs, by number, why the second must stand above the first.

    The reasons use the numbers of a run.

    >>> from perceptron import gate, separate, train
    >>> from playground.pages.proof.trials import of_run
    >>> data = gate("and").augmented()
    >>> reasons(of_run(train(data), separate(data)))[2, 1].text.split(". ")[1]
    'It adds up k updates that add γ = 0.243 or more each: after update 18, 5.34 ≥ 4.37.'
    """
    run, k = _Numbers(trial), trial.last
    floor, ceiling, schwarz = (run.at_end(line) for line in (2, 4, 5))
    first = claim(Root.of(k) * run.gamma, "≤", trial.along(k))
    squeeze = claim(Root.of(k) * run.gamma, "≤", Root.root(k * trial.radius_squared))
    why = {
        (2, 1): said(f"It adds up k updates that add γ = {run.gamma} or more each: after update {k}, {{0}}.", floor),
        (4, 3): said(
            f"It adds up k updates that add R² = {run.square} or less each: after update {k}, {{0}}.", ceiling
        ),
        (6, 2): said(f"Its first ≤ is that line: after update {k}, {{0}}.", first),
        (6, 5): said(f"Its second ≤ is that line: after update {k}, {{0}}.", schwarz),
        (6, 4): said(f"Its third ≤ is the root of that line: after update {k}, {{0}}.", ceiling),
        (7, 6): said(
            "Its two ends, kγ ≤ √k R, squared and divided by kγ², give k: from {0} comes {1}.", squeeze, run.at_end(7)
        ),
    }
    return {(line, need): reason(LINES[line].short, LINES[need].short, each) for (line, need), each in why.items()}


# ---- fill in -------------------------------------------------------------------------------------------------------


def blanks(trial: Trial) -> Sequence[ProofPick]:
    """Return the questions that ask to fill a blank in a line of the proof, with a run's numbers in the replies."""
    run = _Numbers(trial)
    parts = _least_gain, _floor, _beginning, _mistake, _most_growth, _ceiling, _law, _last_side, _bound
    picks = [part(run) for part in parts]
    return [replace(pick, replies=_turned(pick.replies, by)) for pick, by in zip(picks, _RIGHT_AT, strict=True)]


_RIGHT_AT = (1, 3, 0, 2, 1, 2, 3, 0, 2)
"""The place of the right reply to each blank."""


def _turned(replies: Sequence[ProofReply], by: int) -> Sequence[ProofReply]:
    """Move the last `by` replies to the front."""
    return [*replies[len(replies) - by :], *replies[: len(replies) - by]]


def _blank(asks: str, formula: str, right: tuple[str, Said], *wrong: tuple[str, Said]) -> ProofPick:
    """Return a question about a formula with a blank, written @, and its replies, the right one first."""
    replies = [ProofReply(*right, right=True), *(ProofReply(*each) for each in wrong)]
    return ProofPick(asks, replies, formula.replace("@", r"\square"))


def _least_gain(run: _Numbers) -> ProofPick:
    k, tightest = run.tightest(1)
    one, positive = Root.of(1), claim(run.gamma, ">", Root.of(0))
    if run.gamma > one:
        larger = claim(run.gamma, "<", run.gamma * run.gamma)
        square = said("No: the point nearest to the boundary adds γ alone, and γ < γ²: {0}.", larger)
    elif run.gamma < one:
        smaller = claim(run.gamma * run.gamma, "<", run.gamma)
        square = said("True here, but less than is known: γ² < γ, {0}. On a board with γ > 1 it is false.", smaller)
    else:
        square = said("Here γ = 1, so γ² is the same; on other boards it is not. What an update adds is γ or more.")
    luck = said(
        "Here each point of an update lies along w*, at distance R. On other boards an update adds less than R."
    )
    found = run.first(run.trial.gain, "<", run.reach)
    return _blank(
        "Each update takes w along w* by at least",
        r"y x \cdot w^* \ge @",
        ("γ", said(f"Yes: γ is the least y x·w* of all points; at update {k}, {{0}}.", tightest)),
        ("γ²", square),
        ("R", _false_or(found, "No: update {k} took w along w* by less, {0} = R.", luck)),
        (
            "0",
            said("True, but useless: k times 0 is 0, and bounds no k. Each update adds γ or more, and {0}.", positive),
        ),
    )


def _floor(run: _Numbers) -> ProofPick:
    end, k = run.at_end(2), run.last
    found = run.first(run.trial.along, "<", lambda k: Root.of(k) * run.reach)
    luck = said("Here each point of an update lies along w*, at distance R. In general it adds γ, not R: {0}.", end)
    return _blank(
        LINES[2].title,
        r"w_k \cdot w^* \ge @",
        ("kγ", said(f"Yes: k updates, each of γ or more. After update {k}, {{0}}.", end)),
        ("γ", said(f"Too little: one update adds γ, and k of them add kγ. After update {k}, {{0}}.", end)),
        ("kR", _false_or(found, "No: after update {k}, {0} = kR. An update can add less than R.", luck)),
        ("√k γ", said(f"Too little: k updates add k times γ, not √k times. After update {k}, {{0}}.", end)),
    )


def _beginning(run: _Numbers) -> ProofPick:
    k, tightest = run.tightest(1)
    score = claim(Root.of(run.trial.score(run.last)), "≤", Root.of(0))
    adds = said(
        f"No: γ is what an update adds at least: {{0}} at update {k}. It does not say where w begins.", tightest
    )
    schwarz = run.at_end(5)
    length = said(f"No: that gives w·w* ≤ ‖w‖, from any w₀: {{0}} after update {run.last}.", schwarz)
    wrong = said(
        f"No: that is about the point of an update, {{0}} at update {run.last}, not about where w begins.", score
    )
    zero = said("Yes: the sum of what the updates add begins at w₀·w* = 0. The sum for ‖w‖² begins there, too.")
    return _blank(
        "This holds after k updates that each add γ or more, because at the beginning",
        r"w_k \cdot w^* \ge k \gamma",
        ("w₀ = 0", zero),
        ("γ > 0", adds),
        ("‖w*‖ = 1", length),
        ("y w·x ≤ 0", wrong),
    )


def _mistake(run: _Numbers) -> ProofPick:
    zero = Root.of(0)
    first = claim(Root.of(run.trial.score(1)), "=", zero)
    found = run.first(lambda k: Root.of(run.trial.score(k)), "<", zero)
    luck = said("Here each score was 0; but a point on the wrong side of a line has y w·x < 0.")
    growth = run.at_end(3)
    return _blank(
        "An update follows a mistake, and so",
        r"2 y w_{k-1} \cdot x \; @",
        (
            "≤ 0",
            said(
                f"Yes: it is a mistake, or 0 as at the first update. At update {run.last} ‖w‖² grew by {{0}}.", growth
            ),
        ),
        ("< 0", said("No: at update 1 w is still 0, and so is y w·x; the learner updates.", first)),
        ("≥ 0", _false_or(found, "No: at update {k}, y w·x = {0}. A point that is wrong has the wrong sign.", luck)),
        ("= 0", _false_or(found, "No: at update {k}, y w·x = {0}. It is 0 only for a point on the line.", luck)),
    )


def _most_growth(run: _Numbers) -> ProofPick:
    k, tightest = run.tightest(3)
    growth, one = run.trial.growth, Root.of(1)
    square = run.gamma * run.gamma
    if run.reach == one:
        length = said("Here R = 1, so R² is the same; on other boards it is not: from ‖x‖ ≤ R comes ‖x‖² ≤ R².")
    elif run.reach < one:
        length = said(
            "True here, but more than needed: R² < R, {0}. With R > 1 it is false.", claim(run.square, "<", run.reach)
        )
    else:
        longest = said("True here, but a point of length R may add R², and {0} = R.", claim(run.square, ">", run.reach))
        length = _false_or(run.first(growth, ">", run.reach), "No: at update {k} ‖w‖² grew by {0} = R.", longest)
    luck = said("True of these updates alone; the longest point may add R², {0} = γ².", claim(run.square, "≥", square))
    tiny = _false_or(run.first(growth, ">", square), "No: at update {k} ‖w‖² grew by {0} = γ².", luck)
    yes = said(f"Yes: the first term is not positive, and ‖x‖² is R² at most: {{0}} at update {k}.", tightest)
    none = said("No: at update 1 w was 0, and ‖w‖² grew by ‖x‖², {0}.", claim(growth(1), ">", Root.of(0)))
    return _blank(
        "An update follows a mistake, so w grows little",
        r"\|w_k\|^2 - \|w_{k-1}\|^2 = 2 y w_{k-1} \cdot x + \|x\|^2 \le @",
        ("R²", yes),
        ("R", length),
        ("γ²", tiny),
        ("0", none),
    )


def _ceiling(run: _Numbers) -> ProofPick:
    end, k = run.at_end(4), run.last
    found = run.first(run.squared, ">", run.square)
    luck = said("True of this run, whose updates are few or short; but k updates may add kR². Here {0}.", end)
    lengths = claim(run.trial.length(k), "≤", Root.root(k * run.trial.radius_squared))
    useless = said(
        f"True, but useless: its root kR grows as fast as kγ, and bounds no k. After update {k}, {{0}}.", end
    )
    root = said(f"No: that bounds ‖w‖, {{0}} after update {k}. Its square is bounded by kR²: {{1}}.", lengths, end)
    return _blank(
        LINES[4].title,
        r"\|w_k\|^2 \le @",
        ("kR²", said(f"Yes: k updates, each of R² or less, from ‖w₀‖² = 0 on. After update {k}, {{0}}.", end)),
        ("R²", _false_or(found, "No: after update {k}, ‖w‖² = {0} = R², which is what one update may add.", luck)),
        ("k²R²", useless),
        ("√k R", root),
    )


def _law(run: _Numbers) -> ProofPick:
    end, k = run.at_end(5), run.last
    tight, gain = run.tightest(1)
    along = claim(run.trial.along(k), ">", Root.of(0))
    yes = f"Yes: a product of two vectors is at most the product of their lengths. After update {k}, {{0}}."
    triangle = f"No: it compares the length of a sum with a sum of lengths. Here is a product, {{0}} after update {k}."
    right_angle = f"No: that is for vectors at a right angle, and w and w* are not: w·w* = {{0}} after update {k}."
    margin = f"No: the margin bounds y x·w* from below, {{0}} at update {tight}; this bounds w·w* from above, {{1}}."
    return _blank(
        "w·w* is at most ‖w‖ ‖w*‖, where ‖w*‖ = 1, by",
        r"w_k \cdot w^* \le \|w_k\|",
        ("Cauchy–Schwarz", said(yes, end)),
        ("the triangle inequality", said(triangle, end)),
        ("Pythagoras", said(right_angle, along)),
        ("the margin", said(margin, gain, end)),
    )


def _last_side(run: _Numbers) -> ProofPick:
    k, trial = run.last, run.trial
    root = claim(trial.length(k), "≤", Root.root(k * trial.radius_squared))
    useless = claim(Root.of(k) * run.gamma, "≤", Root.of(k) * run.reach)
    luck = said("True of this run, whose updates are few or short; in general ‖w‖ ≤ √k R, here {0}.", root)
    found = run.first(trial.length, ">", run.reach)
    always = said("True, but useless: kγ ≤ kR holds for every k, here {0}. The root of kR² is √k R.", useless)
    square = said(
        f"No: that bounds ‖w‖², {{0}} after update {k}. ‖w‖ is bounded by the root: {{1}}.", run.at_end(4), root
    )
    return _blank(
        LINES[6].title,
        r"k \gamma \le w_k \cdot w^* \le \|w_k\| \le @",
        ("√k R", said(f"Yes: the root of ‖w‖² ≤ kR². After update {k}, {{0}}.", root)),
        ("kR", always),
        ("kR²", square),
        ("R", _false_or(found, "No: after update {k}, ‖w‖ = {0} = R.", luck)),
    )


def _bound(run: _Numbers) -> ProofPick:
    trial, k = run.trial, run.last
    ratio = run.reach / run.gamma
    squeeze = claim(Root.of(k) * run.gamma, "≤", Root.root(k * trial.radius_squared))
    lucky = "True of this run, but not proved: kγ ≤ √k R, here {0}, has to be squared, and gives R²/γ²: {1}."
    luck = said(lucky, squeeze, run.at_end(7))

    def unless(most: Root, fault: str) -> Said:
        return _false_or(run.first(Root.of, ">", most), f"No: the run makes update {{k}}, and {{0}}. {fault}", luck)

    return _blank(
        LINES[7].title,
        r"k \le @",
        ("R²/γ²", said("Yes: kγ ≤ √k R, squared and divided by kγ². Here {0}.", run.at_end(7))),
        ("R/γ", unless(ratio, "R and γ have to be squared.")),
        ("γ²/R²", unless(Root.of(1) / (ratio * ratio), "The fraction is upside down.")),
        ("R²/γ", unless(run.square / run.gamma, "γ has to be squared, too.")),
    )


# ---- which line is false -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """A line of the proof that was made false: its number, its title, its formula in LaTeX, and why it is false."""

    line: int
    title: str
    formula: str
    said: Said


def changes(trial: Trial) -> Sequence[Change]:
    """Return lines of the proof that were made false, each with the reason why it is false in this run.

    A changed line that happens to be true in this run is left out.

    >>> from perceptron import gate, separate, train
    >>> from playground.pages.proof.trials import of_run
    >>> data = gate("and").augmented()
    >>> [change.line for change in changes(of_run(train(data), separate(data)))]
    [7, 3, 5, 4, 1, 3, 2, 7]
    """
    run, title = _Numbers(trial), {line: statement.title for line, statement in LINES.items()}
    along, length, growth = trial.along, trial.length, trial.growth
    whatever = r"\|w_k + y x\|^2 - \|w_k\|^2 = 2 y w_k \cdot x + \|x\|^2 \le R^2"

    def turned(line: int) -> str:
        return LINES[line].formula.replace(r"\le", r"\@").replace(r"\ge", r"\le").replace(r"\@", r"\ge")

    changed: Sequence[tuple[int, str, str, _Found, str]] = [
        (
            7,
            title[7],
            r"k \le R^2 / \gamma",
            run.first(Root.of, ">", run.square / run.gamma),
            "R²/γ is too small: the run makes update {k}, and {0}. γ has lost its square.",
        ),
        (
            3,
            "An update follows a mistake, y w·x ≤ 0, so w grows enough",
            turned(3),
            run.first(growth, "<", run.square),
            "At update {k} ‖w‖² grew by less, {0} = R². The sign is turned: R² is the most that it grows by.",
        ),
        (
            5,
            "w·w* is at least the length of w (Cauchy–Schwarz)",
            turned(5),
            run.first(along, "<", length),
            "After update {k} w·w* is less than ‖w‖: {0}. The sign is turned.",
        ),
        (
            4,
            title[4],
            r"\|w_k\|^2 \le R^2",
            run.first(run.squared, ">", run.square),
            "After update {k}, ‖w‖² = {0} = R². The number k of updates was left out.",
        ),
        (
            1,
            "Each update takes w along w* by at most γ",
            turned(1),
            run.first(trial.gain, ">", run.gamma),
            "Update {k} took w along w* by more, {0} = γ. The sign is turned: γ is the least.",
        ),
        (
            3,
            "Whatever point the learner looks at, right or wrong, w would grow little",
            whatever,
            _of_a_right_point(run),
            "After update {k} a point that is right would let ‖w‖² grow by {0} = R². The condition y w·x ≤ 0 is gone.",
        ),
        (
            2,
            title[2],
            r"w_k \cdot w^* \ge k R",
            run.first(along, "<", lambda k: Root.of(k) * run.reach),
            "After update {k}, w·w* = {0} = kR. R stands where γ was.",
        ),
        (
            7,
            title[7],
            r"k \le R / \gamma",
            run.first(Root.of, ">", run.reach / run.gamma),
            "R/γ is too small: the run makes update {k}, and {0}. Both have lost their squares.",
        ),
    ]
    found = [(line, name, formula, _false_or(at, fault, Said(""))) for line, name, formula, at, fault in changed]
    return [Change(*each) for each in found if each[-1].claims]


def _of_a_right_point(run: _Numbers) -> _Found:
    """Find an update after which a point on its own side, if added, would raise ‖w‖² by more than R²; None if none."""
    trial = run.trial
    for k in range(run.last, 0, -1):
        products = [(product(trial.weights[k], z), z) for z in trial.points]
        growth = [Root.of(2 * score + product(z, z)) for score, z in products if score > 0]
        if growth and (most := claim(max(growth), ">", run.square)).holds:
            return k, most
    return None


def false_lines(trial: Trial) -> Sequence[ProofPick]:
    """Return a question for each of `changes(trial)`, each a line of the proof that was made false in this run.

    A question shows the seven lines of the proof in their order, one of them made false, and asks which one it is.
    These lines are its replies, and the right reply is the false line.
    """
    truths = [_true(line, _Numbers(trial)) for line in LINES]
    picks = []
    for change in changes(trial):
        replies = [*truths]
        false = Said(f"Yes, this one. {change.said.text}", change.said.claims)
        replies[change.line - 1] = ProofReply(change.title, false, right=True, formula=change.formula)
        picks.append(ProofPick("One of these lines was changed. Which one is false?", replies))
    return picks


def _true(line: int, run: _Numbers) -> ProofReply:
    statement = LINES[line]
    k, shown = run.tightest(line) if line in (1, 3) else (run.last, run.at_end(line))
    where = "where its sides are closest" if line in (1, 3) else "the last"
    text = said(f"No: this line is true at each update of this run; {{0}} at update {k}, {where}.", shown)
    return ProofReply(statement.title, text, formula=statement.formula)


# ---- assumptions ---------------------------------------------------------------------------------------------------


def without(trial: Trial) -> Sequence[ProofPick]:
    """Return for each assumption of the proof the question which of the seven lines fails first without it.

    The replies use the board of a run where possible. Two replies are right if, in two runs without the assumption,
    different lines fail first.
    """
    return [
        ProofPick(f"Take away: {_lower(assumption)}. Which line fails first?", _failing(examples))
        for assumption, examples in counterexamples(trial).items()
    ]


def _lower(words: str) -> str:
    return words if words.startswith("w*") else words[0].lower() + words[1:]


def _failing(examples: Sequence[Counterexample]) -> Sequence[ProofReply]:
    right = {each.line: Said(f"Yes. {each.words}", each.claims) for each in examples}
    return [
        ProofReply(statement.title, right.get(line) or _beside(line, examples[0]), line in right, statement.formula)
        for line, statement in LINES.items()
    ]


def _beside(line: int, example: Counterexample) -> Said:
    """Return what is said of a line that is not the first to fail in a counterexample."""
    trial, claims = example.trial, LINES[line].claim
    if line not in example.false:
        k = trial.last
        return said(
            f"No: line {line} is still true {example.where}, at each update; {{0}} at update {k}.", claims(trial, k)
        )
    return said(f"Line {line} becomes false {example.where}, but only because a line that it needs fails before it.")


def uses(trial: Trial) -> Sequence[ProofPick]:
    """Return for each assumption of the proof the question which of the seven lines uses it.

    The replies use the numbers of a run. If two lines use the assumption, two replies are right.
    """
    run = _Numbers(trial)
    at, tightest = run.tightest(1)
    grown, most = run.tightest(3)
    k = run.last
    asks = {
        1: said(f"takes the least y x·w* of all points: at update {at}, {{0}}.", tightest),
        2: said(f"adds up line 1 over k updates, from w₀·w* = 0 on: after update {k}, {{0}}.", run.at_end(2)),
        3: said(f"leaves out 2 y w·x ≤ 0 and puts R² for ‖x‖²: at update {grown}, {{0}}.", most),
        4: said(f"adds up line 3 over k updates, from ‖w₀‖² = 0 on: after update {k}, {{0}}.", run.at_end(4)),
        5: said(f"compares any w with a vector of length 1: after update {k}, {{0}}.", run.at_end(5)),
        6: said(f"only puts lines 2, 5 and 4 in a row: after update {k}, {{0}}.", run.at_end(6)),
        7: said("only squares the ends of line 6 and divides by kγ²: {0}.", run.at_end(7)),
    }
    because = {
        SEPARABLE: "Without it there is no γ > 0 that each update adds.",
        START: "The other line that adds up updates uses it as well.",
        UNIT: "Otherwise ‖w*‖ would have to stand beside ‖w‖.",
        MISTAKES: "It is the reason why the term may be left out.",
        BOUNDED: "Without it there is no R².",
        RATE: "With another rate each time, line 1 would have ηγ and line 3 η²R², with another η each time.",
    }
    return [
        ProofPick(
            f"{assumption}. Which line uses this?",
            [_user(line, asks[line], line in USED[assumption], why) for line in LINES],
        )
        for assumption, why in because.items()
    ]


def _user(line: int, ask: Said, right: bool, why: str) -> ProofReply:
    begin = "Yes: line" if right else "No: line"
    text = f"{begin} {line} {ask.text}{f' {why}' if right else ''}"
    return ProofReply(LINES[line].title, Said(text, ask.claims), right, LINES[line].formula)
