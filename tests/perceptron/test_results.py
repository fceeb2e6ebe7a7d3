"""Properties that the results of all learners share."""

# ruff: noqa: F405

import dataclasses
from functools import cached_property, partial
from typing import get_args

import numpy as np
import pytest

from perceptron import *  # noqa: F403
from perceptron.learner import Order
from perceptron.samples import *  # noqa: F403
from perceptron.variants import *  # noqa: F403
from tests.marks import slow_but

AND, XOR = gate("and").augmented(), gate("xor").augmented()
PAIR = Dataset([[0.6, 0.8], [0.624, 0.832]], [-1, 1])
RUN = train(AND)
RESULTS = [
    AND, RUN, separate(AND), separate(XOR), separate(PAIR), descend(AND), train_dual(AND), averaged(RUN), voted(RUN),
    pocket(RUN), passive_aggressive(AND), margins(gate("and")).geometric, in_plane(RUN, separate(AND)),
    separate_dual(gate("xor"), polynomial(2)), halving(all_functions(2), [1, 1]), train_many(AND, range(9)),
    randomized_halving(all_functions(2), [1, 1]), force_mistakes(OnlinePerceptron(4), 0.5),
]  # fmt: skip


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_no_array_of_a_result_can_be_changed(result):
    names = [field.name for field in dataclasses.fields(result)]
    names += [name for kind in type(result).__mro__ for name, x in vars(kind).items() if isinstance(x, cached_property)]
    arrays = [value for value in (getattr(result, name) for name in names) if isinstance(value, np.ndarray)]
    assert arrays
    assert not any(array.flags.writeable for array in arrays)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(result, names[0], None)


LEARNERS = {
    **{f"train {order}": partial(train, order=order) for order in get_args(Order)},
    "descend": descend,
    "descend by the mean": partial(descend, mean=True, batch=3),
    "train_dual": train_dual,
    "margin_perceptron": partial(margin_perceptron, threshold=0.0),
    "passive_aggressive": passive_aggressive,
    **{f.__name__: f for f in (von_neumann, smooth_perceptron)},
    "alma": partial(alma, alpha=0.8),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("power", slow_but([-960, -531, -40, 3, 200, 531, 960], -960, 531))
@pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
def test_the_unit_of_length_changes_no_decision(learner, power):
    for data in (AND, cloud(20, seed=3).augmented()) if learner is not train_dual or abs(power) < 300 else ():
        scaled = Dataset(np.ldexp(data.X, power), data.y)
        one, other = learner(data, max_updates=100), learner(scaled, max_updates=100)
        assert repr(other) == repr(one)
        for name in ("mistakes", "checked", "products", "sizes"):
            assert np.array_equal(getattr(other, name, []), getattr(one, name, []))
        if isinstance(one, Run | Descent):
            assert np.array_equal(other.weights, np.ldexp(one.weights, power))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("power", [-560, -90, 90, 560])
def test_the_unit_of_length_changes_no_cosine_and_no_error(power):
    data = margin_dataset(20, 2, 0.1, seed=2)
    scaled = Dataset(np.ldexp(data.X, power), data.y)
    run, other = train(data), train(scaled)
    assert errors_over_time(other).equals(errors_over_time(run))
    assert voted(other).predict(data.X).tolist() == voted(run).predict(data.X).tolist()
    np.testing.assert_allclose(np.ldexp(averaged(other).w, -power), averaged(run).w, rtol=1e-12)
    angles = ["cosine", "cosine_bound"]
    np.testing.assert_allclose(other.table(separate(scaled))[angles], run.table(separate(data))[angles], rtol=1e-9)
    assert train_many(scaled, range(20)).table().equals(train_many(data, range(20)).table())


@pytest.mark.parametrize("learner", [train, partial(descend, batch=1), partial(margin_perceptron, threshold=0)])
def test_coordinates_that_scaling_would_lose_decide_ties(learner):
    large, small = 2.0**101, 2.0**-1000
    one = learner(Dataset([[large, 0, small], [0, large, small]], [1, 1]))
    # One update suffices, because the other point then has the score small².
    assert (one.updates, one.w.tolist()) == (1, [large, 0, small])
    if isinstance(one, Run):
        assert averaged(one).w.tolist() == [large, 0, small]


@pytest.mark.parametrize("size", [2.0, 2.0**400])
def test_products_that_overflow_and_cancel_are_zero(size):
    data = Dataset([[size, -size]], [1])
    run, online = train(data), [OnlinePerceptron(2), OnlineAverage(2)]
    for one in online:
        one.learn([size, -size], 1)
    for signs, side in (([1, 1], 0), ([1, -1], 1), ([-1, 1], -1)):
        point = 1.7e308 * np.array(signs)
        for result in (run, voted(run), averaged(run), margin_perceptron(data, 0)):
            assert result.predict([point]).tolist() == [side]
        assert [one.predict(point) for one in online] == [side or 1] * 2
        assert OnlineHalving([[size, -size]], -1).predict(point) == (side or -1)
