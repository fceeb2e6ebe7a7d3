from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import (
    Dataset,
    bounds,
    cloud,
    descend,
    gate,
    perceptron_gradient,
    perceptron_loss,
    separate,
    train,
)
from tests.perceptron.strategies import anywhere, cases, datasets, near_ties, separated, small
from tests.perceptron.textbook import assert_near, dot, exact, signed


@st.composite
def with_weights(draw, count, coordinates=small):
    data = draw(datasets(coordinates))
    row = st.lists(coordinates, min_size=data.dim, max_size=data.dim)
    return data, np.array(draw(st.lists(row, min_size=count, max_size=count)))


def literal(data, rate, batch, start, strict, mean, order, seed, max_updates):
    """Run the textbook's descent in fractions; return weights, losses, sizes, checked and outcome."""
    Z = signed(data)
    w, rng, n = [Fraction(a) for a in start], np.random.default_rng(seed), len(data)
    weights, sizes, looked, checked = [w], [], 0, []

    def end(outcome):
        losses = [float(sum(max(0, -dot(w, z)) for z in Z)) for w in weights]
        return np.array([[float(a) for a in w] for w in weights]), losses, sizes, [*checked, looked], outcome

    while True:
        turn = list(rng.permutation(n)) if order == "shuffled" else list(range(n))
        begun, still = len(sizes), True
        for at in range(0, n, batch):
            scores = [dot(w, Z[i]) for i in turn[at : at + batch]]
            looked += len(scores)
            wrong = [i for i, s in zip(turn[at:], scores, strict=False) if s < 0 or (s == 0 and not strict)]
            if not wrong:
                continue
            if len(sizes) == max_updates:
                return end("stopped")
            step = [sum(column) / (len(wrong) if mean else 1) for column in zip(*(Z[i] for i in wrong), strict=True)]
            moved = [a + Fraction(rate) * b for a, b in zip(w, step, strict=True)]
            still = still and moved == w
            w = moved
            weights.append(w)
            sizes.append(len(wrong))
            checked.append(looked)
        if len(sizes) == begun:
            return end("converged")
        if still and order == "cyclic":
            return end("frozen")


@given(with_weights(1))
def test_the_loss_sums_what_the_wrong_side_lacks(case):
    data, (w,) = case
    assert perceptron_loss(data, w) == sum(max(0, -dot(map(int, w), z)) for z in signed(data))


@given(with_weights(6))
def test_several_weights_at_once_give_the_loss_and_gradient_of_each(case):
    data, rows = case
    grid = rows.reshape(3, 2, data.dim)
    assert perceptron_loss(data, grid).shape == (3, 2)
    assert perceptron_loss(data, grid).ravel().tolist() == [perceptron_loss(data, w) for w in rows]
    for strict in (False, True):
        one_by_one = [perceptron_gradient(data, w, strict=strict).tolist() for w in rows]
        assert perceptron_gradient(data, grid, strict=strict).reshape(6, -1).tolist() == one_by_one


@given(with_weights(2))
def test_the_loss_is_convex_with_both_subgradients_below_it(case):
    data, (v, w) = case
    for strict in (False, True):
        assert perceptron_loss(data, v) >= perceptron_loss(data, w) + perceptron_gradient(data, w, strict) @ (v - w)


@given(datasets())
def test_zero_minimises_the_loss_and_strict_descent_stays_there(data):
    zero = np.zeros(data.dim)
    assert perceptron_loss(data, zero) == 0
    path = descend(data, strict=True)
    assert (path.outcome, path.weights.tolist()) == ("converged", [zero.tolist()])


@pytest.mark.parametrize("order", ["cyclic", "shuffled"])
@given(case=cases(datasets(small) | datasets(near_ties) | datasets(anywhere)), more=st.data(), seed=st.integers(0, 9))
def test_descend_repeats_the_textbook_loop(case, order, more, seed):
    data, start, rate = case
    options = {
        "rate": rate,
        "start": start,
        "batch": more.draw(st.integers(1, len(data))),
        "strict": more.draw(st.booleans()),
        "mean": more.draw(st.booleans()),
        "order": order,
        "seed": seed,
        "max_updates": 40,
    }
    weights, losses, sizes, checked, outcome = literal(data, **options)
    path = descend(data, **options)
    assert (path.sizes.tolist(), path.checked.tolist(), path.outcome) == (sizes, checked, outcome)
    if path.given or data.exact_lift:
        np.testing.assert_array_equal(path.weights, weights)
    elif options["mean"]:
        np.testing.assert_allclose(path.weights, weights, rtol=0, atol=1e-12)
    else:
        assert_near(path.weights, weights, path.start)
    np.testing.assert_allclose(path.losses, losses, rtol=0, atol=1e-12)
    assert [loss == 0 for loss in path.losses.tolist()] == [loss == 0 for loss in losses]


@pytest.mark.parametrize("rate", [0.05, 0.1, 0.2, 0.3, 1.0])
@pytest.mark.parametrize("unit", [0.1, 0.7, 1.0])
def test_xor_freezes_at_any_rate_and_unit_with_a_loss_of_zero(unit, rate):
    lifted = gate("xor").augmented()
    path = descend(Dataset(lifted.X * unit, lifted.y), rate=rate)
    assert (path.outcome, path.sizes.tolist(), path.losses.tolist()) == ("frozen", [4], [0, 0])
    assert not path.weights.any()


def test_the_loss_and_its_gradient_tell_a_tie_from_rounding():
    # Exactly, the floats 0.1 + 0.2 − 0.3 sum to 2.8e-17, and −3 · 0.1 + 0.3 to the opposite.
    data = Dataset([[1, 1, -1], [-3, 0, 1]], [1, 1])
    scores = [dot(map(Fraction, (0.1, 0.2, 0.3)), map(Fraction, z)) for z in data.signed.tolist()]
    assert scores[1] < 0 < scores[0]
    assert perceptron_loss(data, [0.1, 0.2, 0.3]) == -scores[1]
    assert perceptron_gradient(data, [0.1, 0.2, 0.3]).tolist() == [3, 0, -1]


@pytest.mark.parametrize("order", ["cyclic", "shuffled"])
@given(data=datasets(small) | datasets(near_ties) | datasets(anywhere), more=st.data(), strict=st.booleans())
def test_a_batch_of_one_is_the_perceptron(data, order, more, strict):
    options = {
        "rate": more.draw(st.sampled_from([1.0, 0.1])),
        "start": more.draw(st.none() | st.lists(near_ties, min_size=data.dim, max_size=data.dim)),
        "order": order,
        "seed": more.draw(st.integers(0, 9)),
        "max_updates": 60,
    }
    run = train(data, tie="correct" if strict else "mistake", **options)
    path = descend(data, batch=1, strict=strict, **options)
    # A cycling run ends after one cycle; a descent goes on.
    count = len(run.weights)
    assert path.mistakes[: count - 1].tolist() == run.mistakes[: len(path.mistakes)].tolist()
    assert path.weights[:count].tolist() == run.weights[: len(path.weights)].tolist()
    if run.outcome == "converged":
        assert path.outcome == "converged"
        assert len(path.weights) == count


@given(separated(), st.integers(1, 8), st.booleans(), st.sampled_from(["cyclic", "shuffled"]))
def test_from_zero_the_examples_and_updates_keep_to_the_batch_bounds(case, batch, mean, order):
    data, u = case
    batch = min(batch, len(data))
    path = descend(data, batch=batch, mean=mean, order=order)
    assert path.outcome == "converged"
    radius2, margin2, unit2 = exact(data, u)
    ratio = Fraction(radius2 * unit2, margin2)
    if mean:
        assert len(path.sizes) <= ratio
    else:
        assert path.sizes.sum() <= batch * ratio
        assert len(path.sizes) <= Fraction((batch + 1) ** 2, 4 * batch) * ratio
    found = separate(data)
    assert len(path.sizes) <= path.bound(found)
    if not mean:
        assert path.sizes.sum() <= bounds.whole(bounds.batch_sum(batch, found.radius, found.margin))


@given(separated(), st.integers(1, 8), st.booleans(), st.sampled_from([0.25, 1.0, 4.0]), st.data())
def test_from_another_start_the_bounds_for_it_hold(case, batch, mean, rate, more):
    data, _ = case
    batch = min(batch, len(data))
    start = np.array(more.draw(st.lists(small.map(lambda x: 4 * x), min_size=data.dim, max_size=data.dim)))
    path, found = descend(data, rate=rate, batch=batch, start=start, mean=mean, max_updates=100_000), separate(data)
    assert path.outcome == "converged"
    assert len(path.sizes) <= path.bound(found)
    if not mean:
        length = float(np.linalg.norm(start))
        aligned = bounds.batch_sum(batch, found.radius, found.margin, float(start @ found.w), length, rate)
        assert path.sizes.sum() <= bounds.whole(aligned)
        worst = batch * (found.radius / found.margin) ** 2 + 2 * length / (rate * found.margin)
        assert aligned <= worst * (1 + 1e-12)


@given(separated(), st.integers(-3, 3), st.data())
def test_from_another_start_only_its_ratio_to_the_rate_matters(case, power, more):
    data, _ = case
    start = np.array(more.draw(st.lists(small, min_size=data.dim, max_size=data.dim)))
    path, other = descend(data, start=start), descend(data, start=np.ldexp(start, power), rate=2.0**power)
    assert other.sizes.tolist() == path.sizes.tolist()
    assert np.array_equal(other.weights, np.ldexp(path.weights, power))


def test_long_paths_have_their_losses_in_pieces():
    path = descend(cloud(300, seed=1), max_updates=6000)
    assert path.outcome == "stopped"
    assert len(path.losses) == 6001
    assert path.losses[::500].tolist() == [perceptron_loss(path.data, w) for w in path.weights[::500]]


def test_the_cap_stops_only_a_path_with_one_more_update():
    data = gate("and").augmented()
    count = len(descend(data).sizes)
    assert descend(data, max_updates=count).outcome == "converged"
    assert descend(data, max_updates=count - 1).outcome == "stopped"
    assert descend(data, max_updates=0).weights.tolist() == [[0, 0, 0]]


@pytest.mark.parametrize("order", ["cyclic", "shuffled"])
def test_a_point_at_the_origin_never_converges(order):
    path = descend(Dataset([[0, 0], [1, 0]], [1, 1]), batch=1, order=order, max_updates=50)
    assert path.outcome == ("frozen" if order == "cyclic" else "stopped")


@pytest.mark.parametrize("function", [perceptron_loss, perceptron_gradient])
def test_weights_that_do_not_fit_the_data_are_named(function):
    data = gate("and").augmented()
    with pytest.raises(ValueError, match=r"w must hold 3 weights in its last dimension, got shape \(4, 2\)"):
        function(data, np.zeros((4, 2)))
    with pytest.raises(ValueError, match=r"got shape \(\)"):
        function(data, 0.0)
    with pytest.raises(ValueError, match="w must be finite, got nan"):
        function(data, [0, 0, np.nan])


def test_a_step_of_all_but_nothing_is_a_step():
    """The points nearly cancel, 1 − (1 − 2⁻⁵³) = 2⁻⁵³; the next update adds the second point alone."""
    path = descend(Dataset([[1.0], [1.0 - 2.0**-53]], [1, -1]), max_updates=5)
    assert (path.weights[1, 0], path.outcome, path.sizes[:2].tolist()) == (2.0**-53, "stopped", [2, 1])


def test_the_bound_of_a_long_start_along_the_separator_is_exact():
    data = Dataset([[1, 1e-9], [-1, 1e-9]], [1, 1])
    path = descend(data, batch=1, start=[100.5, 5e10])
    assert path.updates == 51 <= path.bound(separate(data)) == 102
