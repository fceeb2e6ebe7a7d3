from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.linear_model import SGDClassifier

from perceptron import (
    Dataset,
    bounds,
    cloud,
    descend,
    gate,
    margin_dataset,
    perceptron_gradient,
    perceptron_loss,
    separate,
    train,
)
from tests.perceptron.strategies import anywhere, datasets, near_ties, separated, small
from tests.perceptron.textbook import assert_near, dot


@st.composite
def with_weights(draw, count, coordinates=small):
    data = draw(datasets(coordinates))
    row = st.lists(coordinates, min_size=data.dim, max_size=data.dim)
    return data, np.array(draw(st.lists(row, min_size=count, max_size=count)))


def whole(data, u):
    """R² and (γ‖u‖)² of the whole vector u, in whole numbers, and ‖u‖²."""
    rows = [[int(x) for x in row] for row in data.signed.tolist()]
    margin = min(sum(int(a) * b for a, b in zip(u, row, strict=True)) for row in rows)
    return max(sum(b * b for b in row) for row in rows), margin * margin, sum(int(a) ** 2 for a in u)


def literal(data, rate, batch, start, strict, mean, order, seed, max_updates):
    """The descent as the textbook prints it, one example after the other, in fractions; its weights and losses."""
    Z = [[Fraction(a) for a in z] for z in data.signed.tolist()]
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
    lacks = [-y * sum(int(a) * int(b) for a, b in zip(x, w, strict=True)) for x, y in zip(data.X, data.y, strict=True)]
    assert perceptron_loss(data, w) == sum(max(0, lack) for lack in lacks)


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


@given(with_weights(2), st.integers(0, 8))
def test_the_loss_lies_below_its_chords_and_grows_as_its_argument(case, part):
    data, (v, w) = case
    between = (part * v + (8 - part) * w) / 8
    assert 8 * perceptron_loss(data, between) <= part * perceptron_loss(data, v) + (8 - part) * perceptron_loss(data, w)
    assert perceptron_loss(data, 8 * v) == 8 * perceptron_loss(data, v)


@given(with_weights(1, anywhere))
def test_off_the_kinks_the_gradient_is_the_finite_difference(case):
    data, (w,) = case
    assume(np.abs(data.signed @ w).min() > 1e-3)
    slope = perceptron_gradient(data, w)
    assert np.array_equal(slope, perceptron_gradient(data, w, strict=True))
    for j, shift in enumerate(1e-5 * np.eye(data.dim)):
        rise = perceptron_loss(data, w + shift) - perceptron_loss(data, w - shift)
        assert rise / 2e-5 == pytest.approx(slope[j], abs=1e-5)


@given(datasets())
def test_zero_minimises_the_loss_of_any_data_and_the_strict_descent_never_leaves_it(data):
    zero = np.zeros(data.dim)
    assert perceptron_loss(data, zero) == 0
    path = descend(data, strict=True)
    assert (path.outcome, path.weights.tolist()) == ("converged", [zero.tolist()])


def test_the_strict_descent_stops_on_the_boundary_with_no_loss_and_an_error():
    data = gate("and").augmented()
    path = descend(data, start=(2, -3, 1), strict=True)
    assert path.outcome == "converged"
    assert path.weights[-1].tolist() == [1, 0, -1]
    assert path.losses[-1] == 0
    assert (data.signed @ path.weights[-1]).tolist() == [1, 1, 0, 0]
    default = descend(data, start=(2, -3, 1))
    assert default.outcome == "converged"
    assert (data.signed @ default.weights[-1]).min() > 0


def test_the_whole_batch_freezes_on_xor_where_its_gradient_is_zero():
    path = descend(gate("xor").augmented())
    assert (path.outcome, path.sizes.tolist()) == ("frozen", [4])
    assert not path.weights.any()
    assert repr(path) == "Descent(frozen after 1 update by 4 examples)"


def test_a_batch_that_sums_to_zero_freezes_nothing_while_another_moves():
    data = Dataset([[1, 0], [1, 0], [0, 1], [0, 1]], [1, -1, 1, 1])
    path = descend(data, batch=2, max_updates=50)
    assert path.weights[:3].tolist() == [[0, 0], [0, 0], [0, 2]]
    assert path.outcome == "frozen"


@pytest.mark.parametrize("order", ["cyclic", "shuffled"])
@given(data=datasets(small) | datasets(near_ties) | datasets(anywhere), more=st.data(), seed=st.integers(0, 9))
def test_descend_repeats_the_textbook_loop(data, order, more, seed):
    options = {
        "rate": more.draw(st.sampled_from([1.0, 0.5, 0.1])),
        "batch": more.draw(st.integers(1, len(data))),
        "start": more.draw(st.lists(small, min_size=data.dim, max_size=data.dim)),
        "strict": more.draw(st.booleans()),
        "mean": more.draw(st.booleans()),
        "order": order,
        "seed": seed,
        "max_updates": 40,
    }
    weights, losses, sizes, checked, outcome = literal(data, **options)
    path = descend(data, **options)
    assert (path.sizes.tolist(), path.checked.tolist(), path.outcome) == (sizes, checked, outcome)
    if options["mean"]:
        np.testing.assert_allclose(path.weights, weights, rtol=0, atol=1e-12)
    else:
        assert_near(path.weights, weights, path.start)
    np.testing.assert_allclose(path.losses, losses, rtol=0, atol=1e-12)
    assert [loss == 0 for loss in path.losses.tolist()] == [loss == 0 for loss in losses]


@pytest.mark.parametrize("rate", [0.05, 0.1, 0.2, 0.3, 1.0])
@pytest.mark.parametrize("unit", [0.1, 0.7, 1.0])
def test_xor_freezes_at_any_rate_and_in_any_unit_with_a_loss_of_exactly_zero(unit, rate):
    lifted = gate("xor").augmented()
    path = descend(Dataset(lifted.X * unit, lifted.y), rate=rate)
    assert (path.outcome, path.sizes.tolist(), path.losses.tolist()) == ("frozen", [4], [0, 0])
    assert not path.weights.any()


@pytest.mark.parametrize("batch", [1, 2, 3, 4])
@pytest.mark.parametrize("rate", [0.05, 0.1, 0.2, 0.3])
def test_the_rate_changes_no_update_of_a_gate(rate, batch):
    data = gate("and").augmented()
    assert descend(data, rate=rate, batch=batch).sizes.tolist() == descend(data, batch=batch).sizes.tolist()


def test_the_loss_and_its_gradient_tell_a_tie_from_what_rounding_makes_of_one():
    # In truth the floats 0.1 + 0.2 − 0.3 are 2.8e-17 above 0, and −3 · 0.1 + 0.3 as much below.
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
    # A run that repeats ends after one turn, where a descent goes on.
    count = len(run.weights)
    assert path.mistakes[: count - 1].tolist() == run.mistakes[: len(path.mistakes)].tolist()
    assert path.weights[:count].tolist() == run.weights[: len(path.weights)].tolist()
    if run.outcome == "converged":
        assert path.outcome == "converged"
        assert len(path.weights) == count


@pytest.mark.parametrize("seed", range(3))
def test_a_batch_of_one_is_scikit_learns_gradient_descent_epoch_by_epoch(seed):
    data, rate = margin_dataset(60, 3, 0.02, seed=seed), 0.5
    for epochs in (1, 2, 5):
        other = SGDClassifier(
            loss="perceptron", penalty=None, alpha=0.0, learning_rate="constant", eta0=rate,
            shuffle=False, fit_intercept=False, tol=None, max_iter=epochs,
        ).fit(data.X, data.y)  # fmt: skip
        updates = int((train(data, rate=rate).pass_of <= epochs).sum())
        path = descend(data, rate=rate, batch=1, max_updates=updates)
        np.testing.assert_allclose(path.weights[-1], other.coef_[0], rtol=0, atol=1e-12)


@given(separated(), st.integers(1, 8), st.booleans(), st.sampled_from(["cyclic", "shuffled"]))
def test_from_zero_the_examples_and_updates_keep_to_the_batch_bounds(case, batch, mean, order):
    data, u = case
    batch = min(batch, len(data))
    path = descend(data, batch=batch, mean=mean, order=order)
    assert path.outcome == "converged"
    radius2, margin2, unit2 = whole(data, u)
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


def test_the_bounds_are_met_or_missed_where_they_should():
    # n equal points: one update by all n examples, Σ|V| = nR²/γ².
    path = descend(Dataset(np.ones((5, 1)), np.ones(5)))
    assert (path.sizes.tolist(), path.outcome) == ([5], "converged")
    assert bounds.batch_sum(5, 1, 1) == pytest.approx(5)
    # From another start the bounds from zero are too small, with the sum and with the mean.
    data = Dataset(np.eye(2), [1, 1])
    path, mean = descend(data, start=(-5, -5)), descend(data, start=(-5, -5), mean=True)
    assert path.sizes.sum() == 12 > bounds.batch_sum(2, 1, np.sqrt(0.5))
    assert len(mean.sizes) > 2 == bounds.whole(bounds.novikoff(1, np.sqrt(0.5)))
    # Novikoff's own bound does not count the updates by sums: fifty times (1, 0) is taken back one (−1, 1) at a time.
    path = descend(Dataset([[1, 0]] * 50 + [[-1, 1]], np.ones(51)))
    assert path.outcome == "converged"
    assert len(path.sizes) > 2 * separate(path.data).bound
    assert len(descend(path.data, mean=True).sizes) <= separate(path.data).bound == 10


@given(separated(), st.integers(-3, 3), st.booleans())
def test_from_zero_the_rate_scales_the_weights_and_changes_no_update(case, power, mean):
    data, _ = case
    path, other = descend(data, mean=mean), descend(data, rate=2.0**power, mean=mean)
    assert other.sizes.tolist() == path.sizes.tolist()
    assert np.array_equal(other.weights, np.ldexp(path.weights, power))


@given(separated(), st.integers(-3, 3), st.data())
def test_from_another_start_only_its_ratio_to_the_rate_matters(case, power, more):
    data, _ = case
    start = np.array(more.draw(st.lists(small, min_size=data.dim, max_size=data.dim)))
    path, other = descend(data, start=start), descend(data, start=np.ldexp(start, power), rate=2.0**power)
    assert other.sizes.tolist() == path.sizes.tolist()
    assert np.array_equal(other.weights, np.ldexp(path.weights, power))


def test_from_another_start_the_rate_alone_does_matter():
    data = Dataset([[1.0]], [1])
    # A small rate takes about 1/ε updates.
    assert [len(descend(data, rate=2.0**-k, start=[-1]).sizes) for k in (0, 3, 6, 9)] == [2, 9, 65, 513]


@given(separated(), st.data())
def test_a_large_rate_takes_as_many_updates_as_a_larger_one(case, more):
    data, _ = case
    start = more.draw(st.lists(small, min_size=data.dim, max_size=data.dim))
    counts = {tuple(descend(data, rate=2.0**k, start=start).sizes.tolist()) for k in (8, 16, 32)}
    assert len(counts) == 1


def test_the_loss_need_not_fall():
    path = descend(gate("and").augmented())
    assert (np.diff(path.losses) > 0).any()
    assert path.losses.tolist() == [perceptron_loss(path.data, w) for w in path.weights]


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


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("power", [531, 990, -531, -960])
def test_sizes_whose_products_overflow_or_vanish_descend_truly(power):
    data = gate("and").augmented()
    scaled = Dataset(np.ldexp(data.X, power), data.y)
    path, other = descend(data), descend(scaled)
    assert (other.outcome, other.sizes.tolist()) == (path.outcome, path.sizes.tolist())
    assert np.array_equal(other.weights, np.ldexp(path.weights, power))
    assert not np.isnan(other.losses).any()
    w = path.weights[1]
    assert np.array_equal(
        perceptron_gradient(scaled, np.ldexp(w, power)), np.ldexp(perceptron_gradient(data, w), power)
    )


def test_paths_are_closed_and_their_bound_needs_a_separator():
    data = gate("xor").augmented()
    path = descend(data)
    for array in (path.weights, path.sizes, path.losses):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    with pytest.raises(TypeError, match="needs a Separator, got Inseparable"):
        path.bound(separate(data))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rate": 0}, "rate must be finite and positive, got 0"),
        ({"rate": 1e-305}, "out of the range of floats"),
        ({"batch": 0}, "batch must be a whole number from 1 to the number of points 4, got 0"),
        ({"batch": 5}, "batch must be a whole number from 1 to the number of points 4, got 5"),
        ({"batch": 1.5}, "batch must be a whole number from 1 to the number of points 4, got 1.5"),
        ({"start": [1, 2]}, r"start must hold 3 weights, got shape \(2,\)"),
        ({"start": [1, 2, np.nan]}, "start must be finite"),
        ({"start": [10**400, 0, 0]}, "start must be within the range of floats"),
        ({"order": "random"}, "order must be 'cyclic' or 'shuffled', got 'random'"),
        ({"max_updates": -1}, "max_updates must not be negative, got -1"),
    ],
)
def test_arguments_out_of_range_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        descend(gate("and").augmented(), **options)


@pytest.mark.parametrize("function", [perceptron_loss, perceptron_gradient])
def test_weights_that_do_not_fit_the_data_are_named(function):
    data = gate("and").augmented()
    with pytest.raises(ValueError, match=r"w must hold 3 weights in its last dimension, got shape \(4, 2\)"):
        function(data, np.zeros((4, 2)))
    with pytest.raises(ValueError, match=r"got shape \(\)"):
        function(data, 0.0)
    with pytest.raises(ValueError, match="w must be finite, got nan"):
        function(data, [0, 0, np.nan])


@pytest.mark.parametrize("call", [bounds.batch_sum, bounds.batch_iterations])
def test_batch_bounds_name_what_is_not_positive(call):
    with pytest.raises(ValueError, match="size must be finite and positive, got 0"):
        call(0, 1, 1)
    with pytest.raises(ValueError, match="margin must be finite and positive, got 0"):
        call(2, 1, 0)
    with pytest.raises(ValueError, match="radius must be finite and not negative, got -1"):
        call(2, -1, 1)


def test_a_step_of_all_but_nothing_is_a_step():
    """Its points all but cancel, 1 − (1 − 2⁻⁵³) = 2⁻⁵³, and the next step is one of the second alone."""
    path = descend(Dataset([[1.0], [1.0 - 2.0**-53]], [1, -1]), max_updates=5)
    assert (path.weights[1, 0], path.outcome, path.sizes[:2].tolist()) == (2.0**-53, "stopped", [2, 1])


def test_coordinates_that_scaling_would_lose_decide_ties():
    large, small = 2.0**101, 2.0**-1000
    data = Dataset([[large, 0, small], [0, large, small]], [1, 1])
    path = descend(data, batch=1)
    assert (path.updates, path.w.tolist()) == (1, [large, 0, small])
    # A third of them is rounded, but not lost.
    third = descend(Dataset([[large, small], [large, small], [large, -small]], [1, 1, 1]), mean=True).weights[1]
    assert third == pytest.approx([large, small / 3], rel=1e-15, abs=0)


def test_the_bound_of_a_long_start_all_but_along_the_separator_is_no_rounding():
    data = Dataset([[1, 1e-9], [-1, 1e-9]], [1, 1])
    path = descend(data, batch=1, start=[100.5, 5e10])
    assert path.updates == 51 <= path.bound(separate(data)) == 102


def test_a_whole_float_is_a_whole_number():
    data = gate("and").augmented()
    path, same = (descend(data, batch=kind(2), order="shuffled", seed=kind(1)) for kind in (float, int))
    assert np.array_equal(path.weights, same.weights)
