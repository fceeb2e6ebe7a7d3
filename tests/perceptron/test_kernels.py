from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

from perceptron import (
    BarelySeparable,
    Dataset,
    Inseparable,
    KernelSeparator,
    Separator,
    Undecided,
    biased,
    blobs,
    cloud,
    gate,
    kernels,
    linear,
    margin_dataset,
    polynomial,
    rbf,
    rings,
    separate,
    separate_dual,
    train,
    train_dual,
)
from perceptron.gaussians import Gaussians
from tests.perceptron.strategies import anywhere, datasets, nasty, separated
from tests.perceptron.textbook import dot, errs, signed

TIES = ["mistake", "correct", 1, -1]
ORDERS = ["cyclic", "shuffled", "random", "restarting", "hardest"]
XOR = gate("xor")
KERNELS = [linear, polynomial(2), polynomial(3, offset=0.5), rbf(0.7), biased(rbf(1.0), 2.0)]


def literal(data, kernel, tie, max_updates):
    """Run the textbook's dual perceptron, one kernel value at a time; return mistakes and outcome."""
    n, alpha, mistakes = len(data), [0] * len(data), []
    while True:
        clean = True
        for i in range(n):
            score = sum(
                alpha[j] * int(data.y[j]) * kernel(data.X[j : j + 1], data.X[i : i + 1]).item() for j in range(n)
            )
            if errs(tie, data.y[i], score):
                if len(mistakes) == max_updates:
                    return mistakes, "stopped"
                alpha[i] += 1
                mistakes.append(i)
                clean = False
        if clean:
            return mistakes, "converged"


def monomials(x, degree, offset):
    """Return the explicit feature vector of (x·x' + c)ᵖ."""
    lifted = [*x, np.sqrt(offset)]
    features = []
    for chosen in combinations_with_replacement(range(len(lifted)), degree):
        ways = factorial(degree)
        for j in set(chosen):
            ways //= factorial(chosen.count(j))
        features.append(np.sqrt(ways) * np.prod([lifted[j] for j in chosen]))
    return features


@given(datasets(anywhere), st.integers(1, 4), st.sampled_from([0.0, 1.0, 2.5]), st.sampled_from([0.1, 1.0, 30.0]))
def test_kernels_are_those_of_scikit_learn(data, degree, offset, width):
    A, B = data.X, data.X[::-1]
    np.testing.assert_allclose(linear(A, B), A @ B.T)
    other = polynomial_kernel(A, B, degree=degree, gamma=1, coef0=offset)
    np.testing.assert_allclose(polynomial(degree, offset)(A, B), other, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(rbf(width)(A, B), rbf_kernel(A, B, gamma=1 / (2 * width**2)), atol=1e-9)
    np.testing.assert_allclose(biased(linear, 3.0)(A, B), data.augmented(3.0).X @ data.augmented(3.0).X[::-1].T)


@pytest.mark.parametrize("order", ORDERS)
@given(data=datasets(), tie=st.sampled_from(TIES), seed=st.integers(0, 9), cap=st.integers(0, 80))
def test_the_linear_kernel_makes_the_mistakes_of_train(data, order, tie, seed, cap):
    run = train(data, order=order, tie=tie, seed=seed, max_updates=cap)
    dual = train_dual(data, order=order, tie=tie, seed=seed, max_updates=cap)
    assert dual.mistakes.tolist() == run.mistakes.tolist()
    assert dual.checked.tolist() == run.checked.tolist()
    assert (dual.outcome, dual.cycle, dual.passes) == (run.outcome, run.cycle, run.passes)
    assert dual.alpha.tolist() == run.alpha.tolist()
    assert np.array_equal(dual.alphas * data.y @ data.X, run.weights)


@given(data=datasets())
def test_a_dual_run_has_the_errors_of_the_weights_of_its_counts(data):
    dual = train_dual(data, max_updates=40)
    points = signed(data)
    for counts, wrong in zip(dual.alphas.tolist(), dual.wrong.tolist(), strict=True):
        w = [dot(counts, axis) for axis in zip(*points, strict=True)]
        assert wrong == [dot(w, x) <= 0 for x in points]


@pytest.mark.parametrize("tie", TIES)
@given(data=datasets(max_points=5, max_dim=2), degree=st.integers(1, 3))
def test_the_polynomial_perceptron_repeats_the_textbook_loop(data, tie, degree):
    run = train_dual(data, polynomial(degree), tie=tie, max_updates=40)
    mistakes, outcome = literal(data, polynomial(degree), tie, 40)
    assert run.mistakes.tolist() == mistakes[: len(run.mistakes)]
    if run.outcome != "cycling":
        assert (run.outcome, len(run.mistakes)) == (outcome, len(mistakes))


class InDecimals:
    """The sums of a Gaussian kernel with a constant in decimals of many places; a smaller sum counts as 0."""

    def __init__(self, data, width, constant, places=800):
        self.context, self.nothing = Context(prec=places), Decimal(10) ** (10 - places)
        points, square, exp = [[*map(Fraction, x)] for x in data.X.tolist()], 2 * Fraction(width) ** 2, {}
        self.rows = []
        with localcontext(self.context):
            lift = Decimal(constant.numerator) / constant.denominator
            for x, label in zip(points, data.y.tolist(), strict=True):
                squares = [sum((a - b) ** 2 for a, b in zip(x, z, strict=True)) / square for z in points]
                for each in squares:
                    if each not in exp:
                        exp[each] = (Decimal(-each.numerator) / each.denominator).exp()
                row = zip(data.y.tolist(), squares, strict=True)
                self.rows.append([label * other * (exp[each] + lift) for other, each in row])

    def score(self, i, counts):
        with localcontext(self.context):
            terms = [count * term for count, term in zip(counts, self.rows[i], strict=True)]
            total = sum(terms)
            return Decimal(0) if abs(total) <= sum(map(abs, terms)) * self.nothing else total

    def sign(self, i, counts):
        score = self.score(i, counts)
        return (score > 0) - (score < 0)

    def loop(self, n, updates):
        counts, mistakes, clean, i = [0] * n, [], 0, 0
        while clean < n and len(mistakes) < updates:
            clean += 1
            if self.sign(i, counts) <= 0:
                counts[i], clean = counts[i] + 1, 0
                mistakes.append(i)
            i = (i + 1) % n
        return mistakes


def gaussians():
    near = st.sampled_from([-1.0, -0.3, -0.1, 0.0, 0.1, 0.2, 0.3, 0.5, 1.0])
    widths = st.sampled_from([0.05, 0.1, 0.5, 2.0, 300.0])
    return datasets(near, max_points=7, max_dim=2), widths, st.sampled_from([None, 1, Fraction(1, 3), 20])


@given(*gaussians())
def test_the_gaussian_perceptron_is_that_of_eight_hundred_digits(data, width, scale):
    kernel = rbf(width) if scale is None else biased(rbf(width), scale)
    run, real = train_dual(data, kernel, max_updates=30), InDecimals(data, width, Fraction(scale or 0) ** 2)
    mistakes = real.loop(len(data), 30)
    assert run.mistakes.tolist() == mistakes[: len(run.mistakes)]
    assert run.outcome == "cycling" or len(run.mistakes) == len(mistakes)
    for k in range(len(run.mistakes) + 1):
        signs = [real.sign(i, run.alphas[k].tolist()) for i in range(len(data))]
        assert run.wrong[k].tolist() == [sign <= 0 for sign in signs]
        if k < len(run.mistakes):
            i = run.mistakes[k]
            assert np.sign(run.activations[k]) == signs[i] * data.y[i]


@given(*gaussians())
def test_the_hardest_point_of_a_gaussian_is_that_of_eight_hundred_digits(data, width, scale):
    kernel = rbf(width) if scale is None else biased(rbf(width), scale)
    run, real = train_dual(data, kernel, "hardest", max_updates=12), InDecimals(data, width, Fraction(scale or 0) ** 2)
    for k, i in enumerate(run.mistakes.tolist()):
        counts = run.alphas[k].tolist()
        scores = [real.score(j, counts) for j in range(len(data))]
        with localcontext(real.context):
            near = min(scores) + max(map(abs, scores)) * real.nothing * 1000
        assert i == next(j for j, score in enumerate(scores) if score <= near)


@pytest.mark.parametrize("width", [1e-3, 1e-5, 1e-7, 1e-8])
def test_of_two_points_almost_as_far_the_nearer_one_decides(width):
    """The Gaussians are below 10⁻¹⁰⁰⁰⁰⁰⁰, and rounding changes the exponents by more than their difference."""
    draw = np.random.default_rng(3)
    for _ in range(40):
        near = draw.uniform(1, 4)
        data = Dataset([[0, 0], [near, 0], [0, -near - draw.integers(1, 5) * 2.0**-50]], [1, 1, -1])
        assert Gaussians(data, width, Fraction(0)).signs(np.array([0]), np.array([[0, 1, 1]])).tolist() == [1]


@pytest.mark.parametrize("far", [2.0, 3.0, 40.0])
def test_a_score_that_no_float_holds_keeps_its_sign(far):
    """The score of the second point is −exp(−200 far²), which underflows for large `far`."""
    run = train_dual(Dataset([[0.0], [far]], [1, -1]), rbf(0.05))
    assert run.mistakes.tolist() == [0, 1]
    assert run.activations[0] == 0.0
    assert 0.0 < run.activations[1] <= np.exp(-200 * far**2) + 5e-324


@pytest.mark.parametrize(
    ("draw", "width", "updates"),
    [
        (rings, 0.1, 10),
        (rings, 0.05, 12),
        (blobs, 0.05, 2),
        (partial(margin_dataset, dim=2, margin=0.1), 0.05, 8),
        (cloud, 0.1, 104),
    ],
)
def test_a_narrow_gaussian_and_a_bias_leave_no_sign_to_rounding(draw, width, updates):
    data = draw(25, seed=3)
    run = train_dual(data, biased(rbf(width)))
    assert (run.outcome, run.updates) == ("converged", updates)
    assert run.mistakes.tolist() == InDecimals(data, width, Fraction(1), places=150).loop(25, 1000)
    assert run.activations[1:].all()  # and none of these scores is 0


def test_a_bias_of_ones_own_kernel_is_no_part_of_its_rounding():
    # K is so small that K + c² is c² in floats.
    data = Dataset([[1.0], [2.0], [4.0]], [1, -1, 1])
    runs = [
        train_dual(data, kernel, max_updates=100)
        for kernel in (biased(lambda A, B: 2.0**-70 * (A @ B.T)), biased(linear, 2**35))
    ]
    assert runs[0].mistakes.tolist() == runs[1].mistakes.tolist()


@given(datasets(max_points=6, max_dim=1), st.integers(1, 3), st.sampled_from([Fraction(1), Fraction(1, 3)]))
def test_the_bound_in_a_feature_space_is_floored_without_an_error(data, degree, scale):
    for plain, features in ((polynomial(degree, 0), data.X**degree), (linear, data.X)):
        found = separate_dual(data, biased(plain, scale))
        if isinstance(found, KernelSeparator):
            assert found.bound == separate(Dataset(features, data.y).augmented(scale)).bound


@pytest.mark.filterwarnings("error")
def test_points_that_depend_on_one_another_are_separated_without_a_warning():
    points = [(1, 1), (-3, 2), (1, 3), (-1, -2), (1, -3), (2, -2), (-3, 1), (-3, -2), (1, -1), (1, 0), (3, -1), (3, -1)]
    data = Dataset(points, [1, -1, 1, -1, -1, 1, -1, -1, 1, 1, 1, 1])
    for scale in (1, 3.7, Fraction(37, 10)):
        found = separate_dual(data, biased(polynomial(1), scale))
        assert isinstance(found, KernelSeparator)
        assert found.margin == pytest.approx(separate(data.augmented((1 + float(scale) ** 2) ** 0.5)).margin, rel=1e-9)


@given(datasets(max_points=6, max_dim=3), st.integers(1, 3), st.sampled_from([0.0, 1.0]))
def test_a_polynomial_kernel_is_the_scalar_product_of_its_monomials(data, degree, offset):
    kernel = polynomial(degree, offset)
    features = Dataset([monomials(x, degree, offset) for x in data.X.tolist()], data.y)
    np.testing.assert_allclose(features.X @ features.X.T, kernel(data.X, data.X), rtol=1e-12, atol=1e-9)
    found = separate_dual(data, kernel)
    if isinstance(found, KernelSeparator):
        # Square roots in the features are rounded, so ties may differ; margins may not.
        other = separate(features)
        assert other.margin == pytest.approx(found.margin, rel=1e-6)
        assert other.radius == pytest.approx(found.radius)


def test_training_among_the_monomials_is_training_with_the_kernel():
    data = margin_dataset(60, 2, 0.05, seed=4)
    features = Dataset([monomials(x, 3, 1.0) for x in data.X.tolist()], data.y)
    run, dual = train(features, max_updates=2000), train_dual(data, polynomial(3), max_updates=2000)
    # Only the first score is 0; no later score is near 0.
    assert np.abs(np.vecdot(run.weights[1:-1], features.X[run.mistakes[1:]])).min() > 1e-9
    assert dual.mistakes.tolist() == run.mistakes.tolist()
    grid = np.random.default_rng(0).uniform(-1, 1, size=(50, 2))
    lifted = np.array([monomials(x, 3, 1.0) for x in grid.tolist()])
    np.testing.assert_allclose(dual.decision(grid), lifted @ run.weights[-1], atol=1e-9)
    np.testing.assert_allclose(dual.decision(grid, update=7), lifted @ run.weights[7], atol=1e-9)


@pytest.mark.parametrize("order", ORDERS)
@given(
    data=datasets(max_points=7, max_dim=2),
    kernel=st.sampled_from(KERNELS),
    tie=st.sampled_from(TIES),
    seed=st.integers(0, 9),
)
def test_no_dual_run_makes_more_mistakes_than_its_margin_allows(data, kernel, order, tie, seed):
    found = separate_dual(data, kernel)
    cap = found.bound if isinstance(found, KernelSeparator) else 20
    if cap <= 3000:
        run = train_dual(data, kernel, order=order, tie=tie, seed=seed, max_updates=cap)
        assert run.outcome == "converged" or not isinstance(found, KernelSeparator)
        norm2 = float((run.alpha * data.y) @ run.gram @ (run.alpha * data.y))
        assert norm2 <= len(run.mistakes) * run.gram.max() * (1 + 1e-9)


@given(datasets(max_points=7, max_dim=3))
def test_the_linear_verdict_is_that_of_separate(data):
    found, other = separate_dual(data), separate(data)
    if isinstance(other, Separator):
        assert found.margin == pytest.approx(other.margin, rel=1e-9)
        assert found.radius == pytest.approx(other.radius)
        np.testing.assert_allclose(found.decision(data.X), data.X @ other.w, atol=1e-6)
    else:
        assert isinstance(found, Inseparable)


@given(datasets(max_points=7, max_dim=2), st.integers(1, 3))
def test_a_proof_of_inseparability_sums_to_zero_in_whole_numbers(data, degree):
    found = separate_dual(data, polynomial(degree))
    assert not isinstance(found, Undecided)
    if isinstance(found, Inseparable):
        rows = [[int(v) for v in x] for x in data.X[found.points].tolist()]
        y = data.y[found.points].tolist()
        gram = [[(dot(p, q) + 1) ** degree for q in rows] for p in rows]
        weights = [Fraction(w).limit_denominator(10**9) for w in found.weights.tolist()]
        np.testing.assert_allclose([float(w) for w in weights], found.weights, rtol=1e-9)
        assert (
            sum(y[i] * y[j] * weights[i] * weights[j] * gram[i][j] for i in range(len(y)) for j in range(len(y))) == 0
        )
        assert sum(weights) == pytest.approx(1)
        assert train_dual(data, polynomial(degree), max_updates=200).outcome != "converged"


@given(separated(bound=3, max_points=6, max_dim=2), st.sampled_from(KERNELS))
def test_a_separator_meets_the_conditions_of_the_nearest_point(case, kernel):
    data, _ = case
    found = separate_dual(data, kernel)
    if isinstance(found, KernelSeparator):
        Q = data.y[:, None] * kernel(data.X, data.X) * data.y
        shares = np.zeros(len(data))
        shares[found.support] = found.weights
        assert shares.sum() == pytest.approx(1, abs=1e-12)
        assert (found.weights > 0).all()
        assert shares @ Q @ shares == pytest.approx(found.margin**2, rel=1e-6)
        assert (Q @ shares).min() >= found.margin**2 * (1 - 1e-6)
        np.testing.assert_allclose(found.decision(data.X) * found.margin, data.y * (Q @ shares), atol=1e-9)


def test_equal_points_with_opposite_labels_are_proof_for_any_kernel():
    data = Dataset([[1, 0], [0.0, 2], [-0.0, 2]], [1, 1, -1])
    for kernel in KERNELS:
        found = separate_dual(data, kernel)
        assert (found.points.tolist(), found.weights.tolist()) == ([1, 2], [0.5, 0.5])
        assert train_dual(data, kernel, max_updates=50).outcome != "converged"


@pytest.mark.parametrize("seed", [1150, 9558, 11523, 12899, 17362, *range(25)])
def test_every_point_meets_the_margin_of_nearly_dependent_points(seed):
    rng, reported = np.random.default_rng(seed), 0
    for width in (0.4, 2.5, 8.0, 30.0):
        X = rng.normal(size=(30, rng.integers(1, 5)))
        found = separate_dual(Dataset(X, np.where(X[:, 0] > 0, 1, -1)), rbf(width))
        if isinstance(found, KernelSeparator):
            reported += 1
            assert (found.data.y * found.decision(X)).min() >= found.margin * (1 - 1e-5)
            assert len(set(found.support.tolist())) == len(found.support)
    assert reported


def test_where_rounding_hides_the_margin_there_is_no_verdict():
    # The margin is positive for any width, but here all kernel values round to 1.
    found = separate_dual(XOR, rbf(1e9))
    assert isinstance(found, Undecided)
    assert repr(found) == "Undecided(margin at most 1e-06)"
    # The values of an unknown kernel may be rounded, so a computed 0 proves nothing.
    own = separate_dual(XOR, lambda A, B: 1 + A @ B.T)
    assert isinstance(own, Undecided)
    assert isinstance(separate_dual(XOR, biased(linear)), Inseparable)
    for width in (3.0, 30.0, 300.0, 3000.0):
        found = separate_dual(XOR, rbf(width))
        true = -np.expm1(-1 / (2 * width**2)) / 2
        assert true <= found.margin * (1 + 1e-6)
        if isinstance(found, KernelSeparator):
            assert true == pytest.approx(found.margin, rel=1e-6)
            assert width < 3000
        else:
            assert width > 30


@pytest.mark.parametrize("tiny", [1e-7, 1e-9, 1e-15])
def test_fractions_find_margins_that_floats_cannot(tiny):
    data = Dataset([[1, tiny], [-1, tiny], [0.5, 0.7]], [1, 1, 1])
    assert separate_dual(data).margin == pytest.approx(tiny, rel=1e-9)
    assert isinstance(separate_dual(Dataset([[1, tiny], [-1, -tiny]], [1, 1])), Inseparable)


@pytest.mark.filterwarnings("error")
def test_far_points_are_zero_in_a_gaussian_and_refused_by_a_polynomial():
    data = Dataset([[1e200, 0], [-1e200, 0]], [1, -1])
    assert rbf(1.0)(data.X, data.X).tolist() == [[1, 0], [0, 1]]
    for kernel in (polynomial(2), linear):
        with pytest.raises(ValueError, match=r"must give values between -1e\+290 and 1e\+290, got inf"):
            train_dual(data, kernel)


BAD_KERNELS = [
    ("rbf", TypeError, "kernel must be a function of two arrays of points, got 'rbf'"),
    (lambda A, B: A @ B.T[:, :3], ValueError, r"one value for each pair, of shape \(4, 4\), got shape \(4, 3\)"),
    (lambda A, B: 1.0, ValueError, r"got shape \(\)"),
    (lambda A, B: np.full((len(A), len(B)), "1"), TypeError, "must give numbers, got <U1 values"),
    (lambda A, B: A @ B.T * np.nan, ValueError, r"must give values between -1e\+290 and 1e\+290, got nan"),
    (lambda A, B: A @ np.diag([1, 2]) @ np.array([[0, 1], [0, 0]]) @ B.T, ValueError, "must be symmetric, but gives"),
]


@pytest.mark.parametrize("call", [train_dual, separate_dual])
@pytest.mark.parametrize(("kernel", "kind", "message"), BAD_KERNELS)
def test_what_is_no_kernel_is_named(call, kernel, kind, message):
    with pytest.raises(kind, match=message):
        call(XOR, kernel)


def test_an_indefinite_kernel_may_train_but_has_no_margin():
    def negated(A, B):
        return -polynomial(2)(A, B)

    assert train_dual(XOR, negated, max_updates=5).outcome == "stopped"
    with pytest.raises(ValueError, match="must be positive semidefinite, but on these points has the eigenvalue -1"):
        separate_dual(XOR, negated)


def test_a_narrow_kernel_takes_few_solutions(monkeypatch):
    solved, plain = [], kernels._float_weights
    monkeypatch.setattr(kernels, "_float_weights", lambda table: solved.append(1) or plain(table))
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(300, 2)), rng.choice([-1, 1], size=300))
    found = separate_dual(data, rbf(0.05))
    assert len(solved) <= 10
    assert (data.y * found.decision(data.X)).min() >= found.margin * (1 - 1e-6)


def test_a_margin_whose_square_no_float_holds_is_undecided_and_no_proof():
    data = Dataset([[1, 1e-170], [1, -1e-170]], [1, -1])
    assert isinstance(separate(data), BarelySeparable)
    assert isinstance(separate_dual(data, linear), Undecided)


@pytest.mark.parametrize("seed", range(3))
def test_a_search_in_fractions_that_is_cut_short_gives_no_verdict(monkeypatch, seed):
    data, exactly = cloud(12, seed=seed).augmented(), kernels._nearest_exactly

    def hurried(*asked):
        with monkeypatch.context() as patch:
            patch.setattr(kernels, "_WORK", 0)
            return exactly(*asked)

    assert isinstance(separate_dual(data), Inseparable)
    monkeypatch.setattr(kernels, "_nearest_exactly", hurried)
    assert isinstance(separate_dual(data), Undecided)


def test_a_kernel_separator_predicts_and_lifts():
    data = gate("xor").augmented()
    found = separate_dual(data, polynomial(2))
    assert found.predict(gate("xor").X).tolist() == data.y.tolist()
    assert found.predict(data.X).tolist() == data.y.tolist()


def test_a_separator_in_feature_space_has_every_point_on_its_side():
    seen = dict.fromkeys((KernelSeparator, Inseparable, Undecided), 0)
    for seed in range(120):
        data = nasty(seed)
        found = separate_dual(data)
        seen[type(found)] += 1
        if isinstance(found, KernelSeparator):
            assert found.predict(data.X).tolist() == data.y.tolist()
        assert isinstance(separate(data), Inseparable) or not isinstance(found, Inseparable)
    assert min(seen.values()) > 5
