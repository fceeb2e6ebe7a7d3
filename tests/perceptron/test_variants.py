import inspect
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import SGDClassifier

from perceptron import (
    Dataset,
    alma,
    bounds,
    cloud,
    gate,
    margin_dataset,
    margin_perceptron,
    passive_aggressive,
    separate,
    smooth_perceptron,
    train,
    variants,
    von_neumann,
)
from tests.perceptron.strategies import anywhere, datasets, near_ties, separated, small
from tests.perceptron.textbook import dot

SET = {"margin_perceptron": {"threshold": 1.0}, "alma": {"alpha": 0.8}}
"""What has no usual value."""
VARIANTS = {name: partial(getattr(variants, name), **SET.get(name, {})) for name in variants.__all__ if name.islower()}
METHODS = pytest.mark.parametrize("method", VARIANTS.values(), ids=VARIANTS)


def exact(data, u):
    """R² and γ²‖u‖² of the whole vector u, and ‖u‖², in whole numbers."""
    rows = [[int(x) for x in row] for row in data.signed.tolist()]
    margin = min(sum(int(a) * b for a, b in zip(u, row, strict=True)) for row in rows)
    return max(sum(b * b for b in row) for row in rows), margin * margin, sum(int(a) ** 2 for a in u)


def literal_margin(data, threshold, max_updates):
    w, products = [Fraction(0)] * data.dim, 0
    weights, spent = [w], [0]
    while True:
        clean = True
        for x, y in zip(data.X.tolist(), data.y.tolist(), strict=True):
            products += 1
            if y * sum(a * Fraction(b) for a, b in zip(w, x, strict=True)) <= threshold:
                if len(weights) > max_updates:
                    return weights, spent, "stopped"
                clean = False
                w = [a + y * Fraction(b) for a, b in zip(w, x, strict=True)]
                weights.append(w)
                spent.append(products)
        if clean:
            return weights, spent, "converged"


def literal_passive_aggressive(data, updates):
    """Without an end of its own."""
    w, products = np.zeros(data.dim), 0
    weights, spent, losses = [w], [0], []
    while True:
        for x, y in zip(data.X, data.y, strict=True):
            products += 1
            loss = max(0.0, 1 - y * (w * x).sum())
            if loss > 0:
                products += 1
                w = w + loss / (x * x).sum() * y * x
                weights.append(w)
                spent.append(products)
                losses.append(loss)
            if len(losses) == updates:
                return weights, spent, losses


def literal_alma(data, alpha, max_updates):
    w, products, at, clean = np.zeros(data.dim), 0, 0, 0
    weights, spent = [w], [0]
    while clean < len(data):
        x, y, k = data.X[at] / np.linalg.norm(data.X[at]), data.y[at], len(weights)
        products, at, clean = products + 1, (at + 1) % len(data), clean + 1
        if y * (w @ x) <= (1 - alpha) * (np.sqrt(8) / alpha) / np.sqrt(k):
            if k > max_updates:
                return weights, spent, "stopped"
            w = w + np.sqrt(2) / np.sqrt(k) * y * x
            w = w / max(1, np.linalg.norm(w))
            products, clean = products + 1, 0
            weights.append(w)
            spent.append(products)
    return weights, spent, "converged"


def literal_smooth(data, updates):
    """The algorithm with its shares x, their smoothing μ and the average A x kept apart."""
    Z, n = data.signed / data.radius, len(data)

    def softmax(y, mu):
        p = np.exp(-(Z @ y) / mu + (Z @ y).min() / mu)
        return p / p.sum()

    mu, y = 2.0, Z.T @ np.full(n, 1 / n)
    x = softmax(y, mu)
    states = [(y, x, mu)]
    for k in range(updates):
        theta = 2 / (k + 3)
        y = (1 - theta) * (y + theta * Z.T @ x) + theta**2 * Z.T @ softmax(y, mu)
        mu = (1 - theta) * mu
        x = (1 - theta) * x + theta * softmax(y, mu)
        states.append((y, x, mu))
    return states


@given(datasets(max_points=6, max_dim=3), st.sampled_from([0.0, 0.5, 2.0, 9.0]), st.integers(0, 60))
def test_the_margin_perceptron_repeats_the_textbook_loop(data, threshold, cap):
    weights, spent, outcome = literal_margin(data, threshold, cap)
    trace = margin_perceptron(data, threshold, max_updates=cap)
    assert (trace.weights.tolist(), trace.products.tolist(), trace.outcome) == (weights, spent, outcome)
    assert trace.losses is None


@given(datasets(near_ties, max_points=6, max_dim=3), st.sampled_from([0.0, 0.1, 0.3, 0.7]))
def test_the_margin_perceptron_decides_its_threshold_as_fractions_do(data, threshold):
    Z, w = [[Fraction(a) for a in z] for z in data.signed.tolist()], [Fraction(0)] * data.dim
    spent, at = [0], 0
    while len(spent) <= 30 and any(dot(w, z) <= Fraction(threshold) for z in Z):
        if dot(w, Z[at % len(Z)]) <= Fraction(threshold):
            w = [a + b for a, b in zip(w, Z[at % len(Z)], strict=True)]
            spent.append(at + 1)
        at += 1
    trace = margin_perceptron(data, threshold, max_updates=30)
    assert trace.products.tolist() == spent
    np.testing.assert_allclose(trace.w, np.array(w, dtype=float), rtol=0, atol=1e-14)


@given(separated(), st.sampled_from([0.0, 0.25, 1.0, 6.0, 50.0]))
def test_the_margin_perceptron_keeps_its_bound_and_reaches_its_margin(case, threshold):
    data, u = case
    trace = margin_perceptron(data, threshold, max_updates=200_000)
    assert trace.outcome == "converged"
    radius2, margin2, unit2 = exact(data, u)
    updates, stretch = len(trace.weights) - 1, radius2 + 2 * Fraction(threshold)
    assert updates <= stretch * unit2 / margin2
    found = separate(data)
    assert updates <= bounds.whole(bounds.margin_perceptron(found.radius, found.margin, threshold))
    w = [int(a) for a in trace.weights[-1].tolist()]
    reached = min(sum(a * int(b) for a, b in zip(w, row, strict=True)) for row in data.signed.tolist())
    # min y w·x / ‖w‖ > γβ/(R² + 2β), squared, with the margin of u.
    squared = Fraction(margin2, unit2) * (Fraction(threshold) / stretch) ** 2
    assert reached > 0
    assert Fraction(reached**2, sum(a * a for a in w)) > squared


def test_a_large_threshold_reaches_half_the_margin_and_none_may_not():
    data = margin_dataset(10, 2, 0.1, seed=1)

    def reached(threshold):
        w = margin_perceptron(data, threshold, max_updates=1_000_000).weights[-1]
        return (data.signed @ w).min() / np.linalg.norm(w)

    assert reached(100.0) > 0.1 * 100 / 201
    assert reached(0.0) < 0.02


def test_novikoffs_bound_does_not_hold_with_a_threshold():
    data = Dataset(np.eye(3), [1, 1, 1])
    trace = margin_perceptron(data, 4.0)
    assert len(trace.weights) - 1 == 15 > separate(data).bound
    assert bounds.margin_perceptron(1, separate(data).margin, 4.0) >= 15
    assert len(margin_perceptron(data, 0.0).weights) - 1 == 3 == bounds.whole(bounds.margin_perceptron(1, 3**-0.5, 0))


@given(datasets())
def test_without_a_threshold_it_is_the_perceptron(data):
    run, trace = train(data, max_updates=80), margin_perceptron(data, 0.0, max_updates=80)
    count = len(run.weights)
    assert trace.weights[:count].tolist() == run.weights.tolist()
    assert trace.products[1:count].tolist() == run.checked[: count - 1].tolist()


@given(datasets(max_points=6, max_dim=3).filter(lambda data: data.norms.all()), st.integers(1, 40))
def test_passive_aggressive_repeats_the_textbook_loop_until_all_are_right(data, cap):
    trace = passive_aggressive(data, max_updates=cap)
    weights, spent, losses = literal_passive_aggressive(data, len(trace.losses))
    assert trace.weights.tolist() == np.array(weights).tolist()
    assert (trace.products.tolist(), trace.losses.tolist()) == (spent, losses)
    least = [
        min(sum(Fraction(a) * Fraction(b) for a, b in zip(w, row, strict=True)) for row in data.signed.tolist())
        for w in trace.weights.tolist()
    ]
    # Short of 0 by rounding, or above it by no more, is no separation.
    assert all(lowest < 1e-9 for lowest in least[:-1])
    assert len(losses) == cap if trace.outcome == "stopped" else least[-1] > 0


@pytest.mark.parametrize("seed", range(3))
def test_passive_aggressive_is_scikit_learns(seed):
    data = cloud(40, seed=seed).augmented()
    trace = passive_aggressive(data, max_updates=2000)
    examined = trace.products - np.arange(len(trace.products))
    for epochs in (1, 2, 7):
        other = SGDClassifier(
            loss="hinge", penalty=None, learning_rate="pa1", eta0=1e12,
            shuffle=False, fit_intercept=False, tol=None, max_iter=epochs,
        ).fit(data.X, data.y)  # fmt: skip
        ours = trace.weights[int((examined <= epochs * len(data)).sum()) - 1]
        np.testing.assert_allclose(ours, other.coef_[0], rtol=1e-6, atol=1e-9)


@given(separated())
def test_squared_losses_sum_to_no_more_than_novikoffs_bound(case):
    data, u = case
    trace = passive_aggressive(data, max_updates=100_000)
    assert trace.outcome == "converged"
    radius2, margin2, unit2 = exact(data, u)
    allowed = radius2 * unit2 / margin2 * (1 + 1e-9)
    assert (trace.losses**2).sum() <= allowed
    assert (trace.losses >= 1).sum() <= allowed
    assert (trace.losses > 0).all()
    assert len(trace.losses) == len(trace.weights) - 1


def test_updates_of_small_loss_may_outnumber_novikoff_and_without_a_separator_losses_sum_without_end():
    traces = (passive_aggressive(margin_dataset(500, 20, 0.2, seed=seed)) for seed in range(20))
    trace = max(traces, key=lambda trace: len(trace.losses))
    assert len(trace.losses) > separate(trace.data).bound
    assert trace.outcome == "converged"
    assert (trace.losses**2).sum() <= separate(trace.data).bound
    data = gate("xor").augmented()
    sums = [(passive_aggressive(data, max_updates=cap).losses ** 2).sum() for cap in (10, 100, 1000)]
    assert sums[0] < sums[1] / 5 < sums[2] / 25


@given(datasets(max_points=6, max_dim=3).filter(lambda data: data.norms.all()), st.integers(1, 4))
def test_passive_aggressive_examines_every_example_in_as_many_passes_as_asked(data, passes):
    w, losses = np.zeros(data.dim), []
    for x, y in passes * list(zip(data.X, data.y, strict=True)):
        if (loss := max(0.0, 1 - y * (w * x).sum())) > 0:
            w = w + loss / (x * x).sum() * y * x
            losses.append(loss)
    trace = passive_aggressive(data, passes=passes)
    assert (trace.w.tolist(), trace.losses.tolist()) == (w.tolist(), losses)
    assert trace.outcome == ("converged" if (data.signed @ w > 1e-9).all() else "stopped")
    assert passive_aggressive(data, max_updates=1, passes=passes).weights.tolist() == trace.weights[:2].tolist()


def test_passes_go_on_where_all_are_right_and_end_where_nothing_is_lacking():
    data = gate("and").augmented()
    assert passive_aggressive(data).updates == 3
    assert passive_aggressive(data, passes=2).updates > 3
    assert passive_aggressive(Dataset([[1.0]], [1]), passes=10**12).updates == 1
    with pytest.raises(ValueError, match="passes must be at least 1, got 0"):
        passive_aggressive(data, passes=0)


# A sum in which rounding alone decides, as on points at right angles, is no question of the algorithm.
generic = st.integers(0, 10**6).map(lambda seed: margin_dataset(8, 3, 0.1, seed=seed))


@given(generic, st.sampled_from([1.0, 0.9, 0.6, 0.3]), st.integers(0, 60))
def test_alma_repeats_the_textbook_loop(data, alpha, cap):
    weights, spent, outcome = literal_alma(data, alpha, cap)
    trace = alma(data, alpha, max_updates=cap)
    assert (trace.products.tolist(), trace.outcome) == (spent, outcome)
    np.testing.assert_allclose(trace.weights, weights, rtol=0, atol=1e-13)


@given(separated(max_points=6, max_dim=3), st.sampled_from([1.0, 0.9, 0.5, 0.3]))
def test_alma_keeps_its_bound_and_reaches_its_part_of_the_largest_margin(case, alpha):
    data = case[0].normalized()
    trace, found = alma(case[0], alpha, max_updates=100_000), separate(data)
    assert trace.outcome == "converged"
    assert trace.updates <= bounds.whole(bounds.alma(found.margin, alpha))
    assert (data.signed @ trace.w).min() > (1 - alpha) * found.margin * np.linalg.norm(trace.w)


@pytest.mark.parametrize("alpha", [1.0, 0.9, 0.7, 0.5, 0.3, 0.1])
def test_almas_bound_is_no_less_than_the_recursion_it_follows_from_allows(alpha):
    for margin in (1.0, 0.9, 0.7, 0.5, 0.3, 0.1):
        aligned, k = 0.0, 0
        while aligned <= 1:
            k += 1
            # ‖w‖² before the division is at most 1 + 2(1 − α) B C/k + C²/k.
            norm = np.sqrt(1 + (2 * (1 - alpha) * 4 / alpha + 2) / k)
            aligned = (aligned + np.sqrt(2 / k) * margin) / norm
        assert 0.1 * bounds.alma(margin, alpha) - 10 < k - 1 <= bounds.alma(margin, alpha)


@pytest.mark.parametrize("alpha", [0, -1, 1.5, np.nan])
def test_a_part_of_the_margin_out_of_range_is_named(alpha):
    for call in (lambda: alma(gate("and").augmented(), alpha), lambda: bounds.alma(0.5, alpha)):
        with pytest.raises(ValueError, match=rf"alpha must be .*, got {alpha}"):
            call()


@given(datasets(max_points=7, max_dim=3), st.integers(0, 40))
def test_von_neumanns_walk_is_the_exact_line_search_and_shrinks_as_told(data, cap):
    trace = von_neumann(data, max_updates=cap)
    Z = data.signed / (data.radius or 1)
    assert trace.weights[0].tolist() == Z[0].tolist()
    n = len(data)
    assert trace.products.tolist() == [n + (n + 1) * k for k in range(len(trace.weights))]
    for k, (w, v) in enumerate(zip(trace.weights[:-1], trace.weights[1:], strict=True)):
        worst = Z[(Z @ w).argmin()]
        assert (Z @ w).min() <= 1e-12
        grid = w + np.linspace(0, 1, 101)[:, None] * (worst - w)
        assert v @ v <= (grid**2).sum(axis=1).min() + 1e-12
        assert v @ v <= 1 / (k + 2) + 1e-12


@given(separated())
def test_von_neumanns_updates_keep_their_bound_on_points_of_any_size(case):
    data, u = case
    trace = von_neumann(data)
    assert trace.outcome == "converged"
    assert (data.signed @ trace.weights[-1]).min() > 0
    radius2, margin2, unit2 = exact(data, u)
    updates, found = len(trace.weights) - 1, separate(data)
    assert updates <= Fraction(radius2 * unit2, margin2) - 1
    assert updates <= bounds.whole(bounds.von_neumann(found.radius, found.margin))


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_orthonormal_points_make_von_neumanns_bound_tight(n):
    trace = von_neumann(Dataset(np.eye(n), np.ones(n)))
    assert len(trace.weights) - 1 == n - 1 == bounds.whole(bounds.von_neumann(1, n**-0.5))
    np.testing.assert_allclose((trace.weights**2).sum(axis=1), 1 / np.arange(1, n + 1))


@pytest.mark.parametrize("method", [von_neumann, smooth_perceptron])
def test_without_a_separator_the_mean_approaches_zero_and_stops_where_it_is_zero_but_for_rounding(method):
    trace = method(Dataset([[1], [1]], [1, -1]))
    assert (trace.outcome, trace.w.tolist()) == ("stopped", [0])
    trace = method(cloud(30, seed=1).augmented(), max_updates=500)
    assert trace.outcome == "stopped"
    assert np.linalg.norm(trace.w) < 1e-2
    data = gate("xor").augmented()
    trace = method(data, max_updates=2000)
    assert trace.updates < 2000
    size = len(data) * np.finfo(float).eps / data.radius
    assert (np.abs(trace.weights) > size).any(axis=1).tolist() == [True] * trace.updates + [False]


@given(datasets(max_points=7, max_dim=3).filter(lambda data: data.radius > 0), st.integers(0, 25))
def test_the_smooth_perceptron_is_the_algorithm_of_its_authors_with_its_invariant(data, cap):
    trace = smooth_perceptron(data, max_updates=cap)
    Z, n = data.signed / data.radius, len(data)
    assert trace.products.tolist() == [2 * n * (k + 1) for k in range(len(trace.weights))]
    for k, (y, x, mu) in enumerate(literal_smooth(data, len(trace.weights) - 1)):
        np.testing.assert_allclose(trace.weights[k], y, rtol=0, atol=1e-12)
        assert mu == pytest.approx(4 / ((k + 1) * (k + 2)))
        assert x.sum() == pytest.approx(1)
        lowest = (Z @ y).min()
        smoothed = lowest - mu * np.log(np.exp((lowest - Z @ y) / mu).mean()) - y @ y / 2
        nearest = x @ Z
        assert nearest @ nearest / 2 <= smoothed + 1e-12


def test_a_faster_smoothing_breaks_the_invariant():
    data = gate("and").augmented()
    Z, broken = data.signed / data.radius, 0
    for y, x, mu in literal_smooth(data, 5):
        lowest = (Z @ y).min()
        smoothed = lowest - mu / 20 * np.log(np.exp((lowest - Z @ y) / (mu / 20)).mean()) - y @ y / 2
        broken += (x @ Z) @ (x @ Z) / 2 > smoothed
    assert broken


@pytest.mark.parametrize("name", sorted({*VARIANTS} - {"passive_aggressive"}))  # whose theorem bounds its losses
@given(case=separated(bound=9))
def test_no_learner_makes_more_updates_than_the_bound_of_its_name(name, case):
    data, bound = case[0], getattr(bounds, name)
    needs = inspect.signature(bound).parameters
    if "radius" not in needs:
        data = data.normalized()
    found, trace = separate(data), VARIANTS[name](data, max_updates=1_000_000)
    known = {"radius": found.radius, "margin": found.margin, "n": len(data), **SET.get(name, {})}
    assert trace.outcome == "converged"
    assert trace.updates <= bounds.whole(bound(**{each: known[each] for each in needs}))


def test_the_mean_norm_in_place_of_the_largest_bounds_no_smooth_perceptron():
    data = Dataset([[184, 92], [1, 3], [2, 1], [1, -3], [2, 4]], [1] * 5)
    updates, found = len(smooth_perceptron(data).weights) - 1, separate(data)
    assert updates <= bounds.smooth_perceptron(found.radius, found.margin, 5)
    assert updates > bounds.smooth_perceptron(float(data.norms.mean()), found.margin, 5)


def test_one_point_with_the_wrong_label_takes_the_smooth_bound_from_all():
    data = margin_dataset(20, 2, 0.3, seed=4)
    found = separate(data)
    wrong = Dataset(np.vstack([data.X, data.X[:1]]), np.append(data.y, -data.y[0]))
    allowed = bounds.whole(bounds.smooth_perceptron(found.radius, found.margin, 21))
    assert smooth_perceptron(data).outcome == "converged"
    assert smooth_perceptron(wrong, max_updates=10 * allowed).outcome == "stopped"


@pytest.mark.parametrize("margin", [0.1, 0.01, 0.001])
def test_the_smooth_perceptron_needs_fewer_updates_than_the_perceptron_as_the_margin_shrinks(margin):
    data = margin_dataset(100, 2, margin, seed=2)
    trace, found = smooth_perceptron(data), separate(data)
    updates, allowed = len(trace.weights) - 1, bounds.smooth_perceptron(found.radius, found.margin, 100)
    assert trace.outcome == "converged"
    assert updates <= allowed
    assert updates < len(train(data, max_updates=100_000).mistakes)


@given(st.floats(0.001, 1.0), st.integers(1, 10**6))
def test_the_smooth_bound_counts_what_the_theorem_allows_rounded_up(margin, n):
    squared = 8 * np.log(n) / margin**2
    updates = bounds.whole(bounds.smooth_perceptron(1.0, margin, n))
    lower, upper = updates * (updates + 1), (updates + 1) * (updates + 2)
    assert lower <= squared * (1 + 1e-6) < upper * (1 + 2e-6)
    assert updates <= max(0, np.ceil(2 * np.sqrt(2 * np.log(n)) / margin - 1))


@METHODS
@given(case=separated(max_points=6, max_dim=3))
def test_what_converged_separates(method, case):
    data, _ = case
    trace = method(data, max_updates=100_000)
    assert trace.outcome == "converged"
    assert (data.signed @ trace.weights[-1] > 0).all()
    assert len(trace.products) == len(trace.weights)
    assert (np.diff(trace.products) > 0).all()


@METHODS
@given(data=(datasets(small, max_points=6, max_dim=2) | datasets(anywhere, max_points=6, max_dim=2)))
def test_nothing_converges_on_points_that_cannot_be_separated(method, data):
    data = Dataset(np.vstack([data.X, data.X[:1]]), np.append(data.y, -data.y[0]))
    if data.norms.all():
        assert method(data, max_updates=100).outcome == "stopped"


@METHODS
def test_the_cap_stops_only_a_trace_with_one_more_update(method):
    data = gate("and").augmented()
    count = len(method(data).weights) - 1
    assert method(data, max_updates=count).outcome == "converged"
    assert method(data, max_updates=count - 1).outcome == "stopped"
    assert len(method(data, max_updates=0).weights) == 1
    with pytest.raises(ValueError, match="max_updates must not be negative, got -1"):
        method(data, max_updates=-1)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("power", [531, 990, -531, -960])
@pytest.mark.parametrize(
    ("method", "sense"),
    [
        (lambda data: margin_perceptron(data, 0.0), 1),
        (passive_aggressive, -1),
        *((VARIANTS[name], 0) for name in ("von_neumann", "smooth_perceptron", "alma")),
    ],
)
def test_sizes_whose_products_overflow_or_vanish_are_traced_truly(method, sense, power):
    data = gate("and").augmented()
    trace, other = method(data), method(Dataset(np.ldexp(data.X, power), data.y))
    assert (other.outcome, other.products.tolist()) == (trace.outcome, trace.products.tolist())
    np.testing.assert_allclose(other.weights, np.ldexp(trace.weights, sense * power), rtol=1e-12)


@METHODS
def test_points_of_very_different_size_are_separated(method):
    data = Dataset([[1.0, 0.0], [0.0, 1e-20]], [1, -1])
    if method is VARIANTS["margin_perceptron"]:
        method = partial(margin_perceptron, threshold=0.0)
    trace = method(data, max_updates=300)
    assert trace.outcome == "converged"
    assert (data.signed @ trace.weights[-1] > 0).all()


def test_points_at_the_origin_end_nothing_well():
    data = Dataset([[0, 0], [1, 0]], [1, 1])
    for method in (VARIANTS["margin_perceptron"], von_neumann, smooth_perceptron):
        assert method(data, max_updates=50).outcome == "stopped"
        assert method(Dataset([[0]], [1]), max_updates=50).outcome == "stopped"
    for method in (passive_aggressive, VARIANTS["alma"]):
        with pytest.raises(ValueError, match=r"X\[0\] is the origin"):
            method(data)


def test_traces_are_closed_and_readable():
    trace = passive_aggressive(gate("and").augmented())
    for array in (trace.weights, trace.products, trace.losses):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert repr(trace) == "Trace(converged after 3 updates and 8 products)"


@pytest.mark.parametrize("threshold", [-1.0, np.nan, np.inf])
def test_a_threshold_out_of_range_is_named(threshold):
    with pytest.raises(ValueError, match=f"threshold must be finite and not negative, got {threshold}"):
        margin_perceptron(gate("and"), threshold)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bounds.margin_perceptron(1, 0, 1), "margin must be finite and positive, got 0"),
        (lambda: bounds.margin_perceptron(1, 1, -1), "threshold must be finite and not negative, got -1"),
        (lambda: bounds.alma(2, 0.5), "margin must be at most 1, got 2"),
        (lambda: bounds.alma(0, 0.5), "margin must be finite and positive, got 0"),
        (lambda: bounds.von_neumann(1, -1), "margin must be finite and positive, got -1"),
        (lambda: bounds.von_neumann(1, 2), "margin must be at most the radius 1, got 2"),
        (lambda: bounds.smooth_perceptron(1, 1, 0), "n must be finite and positive, got 0"),
        (lambda: bounds.smooth_perceptron(-1, 1, 5), "radius must be finite and not negative, got -1"),
    ],
)
def test_bounds_name_what_is_out_of_range(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_points_too_small_for_weights_are_named():
    with pytest.raises(ValueError, match=r"X\[0\] of norm 1e-320 takes the weights out of the range of floats"):
        passive_aggressive(Dataset([[1e-320]], [1]))
    assert passive_aggressive(Dataset([[1e-300]], [1])).w == pytest.approx([1e300])


def test_products_that_overflow_and_cancel_are_zero():
    trace = margin_perceptron(Dataset([[1e200, -1e200]], [1]), 0)
    # One at a time, since what a cast makes of no number varies with the length of the array.
    for point, side in (([1e200, 1e200], 0), ([2e200, 1e200], 1), ([1e200, 2e200], -1)):
        assert trace.predict([point]).tolist() == [side]


def test_coordinates_that_scaling_would_lose_decide_ties():
    large, small = 2.0**101, 2.0**-1000
    trace = margin_perceptron(Dataset([[large, 0, small], [0, large, small]], [1, 1]), 0)
    assert (trace.updates, trace.w.tolist()) == (1, [large, 0, small])
