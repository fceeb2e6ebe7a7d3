import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Dataset, Separator, bounds, comparator, gate, margin_dataset, separate, slow_pair, train
from tests.perceptron.strategies import anywhere, datasets, small

SETS = datasets(small, max_points=7, max_dim=3) | datasets(anywhere, max_points=7, max_dim=3)


def of(v, data, counts):
    """Return the bound for u/γ = v by the formula of the theorem."""
    margin = 1 / np.linalg.norm(v)
    return bounds.freund_schapire(data.radius, margin, bounds.deviation(data, v * margin, margin, counts))


@settings(max_examples=20)
@given(SETS, st.integers(1, 50), st.integers(0, 2**32 - 1))
def test_nothing_has_a_smaller_bound(data, times, seed):
    best = comparator(data, times)
    assert best.least <= best.bound * (1 + 1e-9)
    assert best.bound <= best.least * (1 + 1e-6)
    if np.isfinite(best.margin):
        told = bounds.freund_schapire(data.radius, best.margin, bounds.deviation(data, best.u, best.margin, times))
        assert told == pytest.approx(best.bound, rel=1e-9)
    assert best.bound <= times * len(data) * (1 + 1e-9)
    rng = np.random.default_rng(seed)
    for v in rng.normal(size=(20, data.dim)) * np.exp(rng.uniform(-6, 6, size=(20, 1))):
        assert best.least <= of(v, data, times) * (1 + 1e-9)


@settings(max_examples=20)
@given(SETS, st.integers(1, 6))
def test_the_bound_holds_for_a_run_of_so_many_passes(data, passes):
    run = train(data, max_updates=passes)
    presented = comparator(data, run.passes)
    assert len(run.mistakes) <= bounds.whole(presented.bound)
    # The counts of the mistakes, over √M, are a dual solution: no bound of the mistakes alone is below M.
    alone = comparator(data, run.alpha)
    assert alone.least >= len(run.mistakes) * (1 - 1e-9)


def test_it_is_at_most_novikoffs_bound_and_equal_after_many_passes():
    data = margin_dataset(60, 2, 0.3, seed=1)
    found = separate(data)
    assert isinstance(found, Separator)
    novikoff = bounds.novikoff(found.radius, found.margin)
    once, often = comparator(data), comparator(data, 10**6)
    assert once.bound <= often.bound * (1 + 1e-9)
    assert often.bound == pytest.approx(novikoff, rel=1e-9)
    assert often.margin == pytest.approx(found.margin, rel=1e-6)
    np.testing.assert_allclose(often.u, found.w, atol=1e-6)
    pair = slow_pair(gap=0.001)
    assert comparator(pair.augmented()).bound == pytest.approx(2)


@pytest.mark.parametrize("power", [700, -700])
def test_the_unit_of_length_changes_no_bound(power):
    data = gate("or").augmented()
    best, other = comparator(data, 50), comparator(Dataset(np.ldexp(data.X, power), data.y), 50)
    assert other.bound == pytest.approx(best.bound, rel=1e-9)
    assert other.margin == pytest.approx(np.ldexp(best.margin, power), rel=1e-6)


def test_what_was_never_presented_is_no_mistake():
    data = gate("and").augmented()
    assert comparator(data, 0).bound == comparator(data, [0, 0, 0, 0]).bound == 0
    assert comparator(data, [0, 0, 0, 100]).bound == pytest.approx(1)
