import inspect
from decimal import Decimal
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    variants,
    von_neumann,
)
from tests.perceptron.strategies import anywhere, cases, datasets, near_ties, separated, small
from tests.perceptron.textbook import dot, exact, signed

SET = {"margin_perceptron": {"threshold": 1.0}, "alma": {"alpha": 0.8}}
"""The arguments without defaults."""
VARIANTS = {name: partial(getattr(variants, name), **SET.get(name, {})) for name in variants.__all__ if name.islower()}
METHODS = pytest.mark.parametrize("method", VARIANTS.values(), ids=VARIANTS)


def literal_margin(data, threshold, max_updates):
    Z, w, products = signed(data), [Fraction(0)] * data.dim, 0
    weights, spent = [w], [0]
    while True:
        clean = True
        for z in Z:
            products += 1
            if dot(w, z) <= threshold:
                if len(weights) > max_updates:
                    return weights, spent, "stopped"
                w, clean = [a + b for a, b in zip(w, z, strict=True)], False
                weights.append(w)
                spent.append(products)
        if clean:
            return weights, spent, "converged"


def literal_passive_aggressive(data, updates):
    """Run the textbook's loop for a number of updates; return weights, products and losses."""
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
    """Return the states (w, x, μ) of the paper's algorithm: weights, shares and smoothing."""
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


shares = st.sampled_from([0, Fraction(1, 10), Fraction(7, 20), Decimal("0.3"), Fraction(3, 2), 9])


@given(cases(datasets(max_points=6, max_dim=3) | datasets(near_ties, max_dim=2)), shares, st.integers(0, 40))
def test_the_margin_perceptron_repeats_the_textbook_loop(case, share, cap):
    data, _, _ = case
    assert data.radius_squared == max(dot(z, z) for z in signed(data))
    threshold = Fraction(share) * data.radius_squared
    weights, spent, outcome = literal_margin(data, threshold, cap)
    trace = margin_perceptron(data, threshold, max_updates=cap)
    assert (trace.products.tolist(), trace.outcome) == (spent, outcome)
    np.testing.assert_allclose(trace.weights, np.array(weights, dtype=float), rtol=1e-12, atol=1e-14)
    assert trace.losses is None


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
    reached = min(dot(w, map(int, row)) for row in data.signed.tolist())
    # min y w·x / ‖w‖ > γβ/(R² + 2β), squared, with the margin of u.
    squared = Fraction(margin2, unit2) * (Fraction(threshold) / stretch) ** 2
    assert reached > 0
    assert Fraction(reached**2, dot(w, w)) > squared


@given(datasets(max_points=6, max_dim=3).filter(lambda data: data.norms.all()), st.integers(1, 40))
def test_passive_aggressive_repeats_the_textbook_loop_until_all_are_right(data, cap):
    trace = passive_aggressive(data, max_updates=cap)
    weights, spent, losses = literal_passive_aggressive(data, len(trace.losses))
    assert trace.weights.tolist() == np.array(weights).tolist()
    assert (trace.products.tolist(), trace.losses.tolist()) == (spent, losses)
    least = [min(dot(map(Fraction, w), z) for z in signed(data)) for w in trace.weights.tolist()]
    # Before the end the least score is at most 0 but for rounding.
    assert all(lowest < 1e-9 for lowest in least[:-1])
    assert len(losses) == cap if trace.outcome == "stopped" else least[-1] > 0


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


@given(datasets(max_points=6, max_dim=3).filter(lambda data: data.norms.all()), st.integers(1, 4))
def test_passive_aggressive_makes_as_many_passes_as_asked(data, passes):
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


# Random points, because rounding would decide ties such as those of orthogonal points.
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


@pytest.mark.parametrize("method", [von_neumann, smooth_perceptron])
def test_without_a_separator_the_mean_stops_at_zero_but_for_rounding(method):
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
def test_the_smooth_perceptron_is_the_algorithm_of_its_authors(data, cap):
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
