"""What the kernels page draws and says is the library's: the counts, f, the Gram matrix and the feature space."""

import json
from fractions import Fraction

import numpy as np
import pytest

from perceptron import KernelSeparator, biased, polynomial, rbf, rings, separate_dual, train, train_dual
from playground.page.controls import MARGIN, dataset
from playground.pages.kernels import scene as kernels
from playground.stage.check import check_scene
from playground.text import number, plural, vector, whole
from tests.boards import XOR, labelled, placed
from tests.pairs import pairs
from tests.playground.scenes import SCENES
from tests.playground.visiting import answered, told

AND = [(0.0, 0.0, 1), (0.0, 1.0, 1), (1.0, 0.0, 1), (1.0, 1.0, 0)]
PLAIN = [kernels.kernel(name, 3, 0.4) for name in kernels.KERNELS]


def computed(points, plain, bias=None):
    data = dataset(points)
    kernel = plain if bias is None else biased(plain, bias)
    run = train_dual(data, kernel, max_updates=kernels.MOST_UPDATES)
    found = separate_dual(data, kernel)
    return kernels.scene(points, run, found, plain=plain, bias=bias), run, found


def field(made, step):
    """The sum of layers that the stage draws, and where."""
    (mark,) = [mark for mark in made["marks"] if mark["kind"] == "field"]
    figure = made["panels"][0]["figure"]
    assert figure["parts"][mark["place"]]["kind"] == "contours"
    low, high = figure["xaxis"]["range"]
    side = np.linspace(low, high, len(mark["layers"][0][0][0]))
    which, factor, since = (made["columns"][name] for name in mark["columns"])
    z = np.zeros((len(side), len(side)))
    for k in range(since[step] + 1, step + 1):
        z += factor[k] * sum(np.outer(*product) for product in mark["layers"][which[k]])
    return z, np.stack(np.meshgrid(side, side), axis=-1)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("name", "plain", "bias"), pairs([*SCENES], PLAIN, [None, 1.3]), ids=repr)
def test_counts_field_and_length_are_the_runs_at_every_step(name, plain, bias):
    made, run, _ = computed(SCENES[name][0], plain, bias)
    last = len(run.mistakes)
    assert made["last"] == last
    check_scene(made)
    json.dumps(made, allow_nan=False)
    for point in set(run.mistakes.tolist()):
        assert made["columns"][f"alpha{point}"] == [str(count) if count else None for count in run.alphas[:, point]]
    signed = run.alphas * run.data.y
    squares = np.vecdot(signed @ run.gram, signed)
    assert made["columns"]["norm"] == pytest.approx(squares, rel=1e-5, abs=1e-5 * squares.max())
    for step in {1, last // 2, last} if last else ():
        z, places = field(made, step)
        f = run.decision(places.reshape(-1, 2), step).reshape(z.shape)
        assert z == pytest.approx(f, abs=5e-4 * np.abs(f).max() + 1e-9 * squares.max())


def is_zero(run, step, plain, bias):
    """Whether f is 0 everywhere, in fractions: every monomial's coefficient, or for an RBF the sum at each place."""
    counts = (run.alphas[step] * run.data.y).tolist()
    places = [tuple(map(Fraction, x)) for x in run.data.X.tolist()]
    if "rbf" in repr(plain):
        powers = [lambda x, at=at: x == at for at in set(places)]
    else:
        degrees = range(4) if "polynomial" in repr(plain) else [0, 1] if bias else [1]
        powers = [lambda x, i=i, j=d - i: x[0] ** i * x[1] ** j for d in degrees for i in range(d + 1)]
    return all(sum(c * power(x) for c, x in zip(counts, places, strict=True)) == 0 for power in powers)


@pytest.mark.parametrize("bias", [None, 1.3])
@pytest.mark.parametrize("plain", PLAIN, ids=repr)
@pytest.mark.parametrize(
    "name", ["XOR", "three on a line", "both labels at one place", "by hand", "the origin and another"]
)
def test_where_f_is_0_everywhere_the_sentence_says_so_without_a_curve(name, plain, bias):
    made, run, _ = computed(SCENES[name][0], plain, bias)
    for step in range(made["last"] + 1):
        zero = is_zero(run, step, plain, bias)
        assert (made["columns"]["since"][step] == step) == zero
        assert ("f is 0 everywhere again" in told(made, step)) == (zero and step > 0)
        if zero:
            assert not field(made, step)[0].any()
    if name == "XOR" and plain == PLAIN[2]:
        assert is_zero(run, made["last"], plain, bias)


@pytest.mark.parametrize("name", SCENES)
def test_the_verdict_says_what_the_feature_space_says(name):
    made, run, found = computed(SCENES[name][0], PLAIN[0])
    values = [fact["value"] for fact in made["facts"]]
    assert values[3] == whole(len(run.mistakes))
    if isinstance(found, KernelSeparator):
        assert values[:3] == [number(found.margin), number(found.radius**2), whole(found.bound)]
        assert made["verdict"]["text"].startswith(("Converged after", "Stopped after"))
    else:
        assert values[0] == values[2] == "none"
        assert "the same place with both labels: no kernel separates them" in made["verdict"]["text"]


def test_the_matrix_is_the_gram_matrix_with_the_positive_points_first():
    points = SCENES["by hand"][0]
    made, run, _ = computed(points, polynomial(2))
    order = sorted(range(len(points)), key=lambda i: points[i][2])
    heat = made["panels"][1]["figure"]["parts"][0]["z"]
    assert np.array(heat) == pytest.approx(run.gram[np.ix_(order, order)], abs=5e-3 * run.gram.max())
    places = [order.index(i) for i in run.mistakes.tolist()]
    assert made["columns"]["at"] == [None, *(-place for place in places)]
    points = placed(rings(250))
    large = kernels.scene(points, train_dual(labelled(points), rbf(0.5)), None, plain=rbf(0.5), bias=None)
    assert len(large["panels"][1]["figure"]["parts"][0]["z"]) == 84
    assert "one in 3 is drawn" in large["panels"][1]["figure"]["title"]
    assert "γ is not computed" in large["verdict"]["text"]


def test_where_no_curve_separates_the_points_that_prove_it_are_ringed():
    made = answered("pages/kernels.py", data="XOR", bias="true", kernel="linear")
    assert made["verdict"]["text"] == (
        "No curve of this kernel separates these points: 0, 1, 2 and 3 prove it: Σ λ y φ(x) = 0."
        " f repeats: a cycle of 4 updates from the start."
    )
    rings = [mark["columns"] for mark in made["marks"] if mark.get("outcome")]
    assert [made["columns"][name][-1] for (name,) in rings] == [0, 1, 2, 3]
    for points, hint in ((AND, "With a bias a line separates all."), (XOR, "With a bias it has a side, yet no line")):
        said = computed(points, PLAIN[2])[0]["verdict"]["text"]
        assert said.startswith(f"Point 0 is 0 in the feature space, where no weights give it a side. {hint}")


@pytest.mark.parametrize("bias", ["false", "true"])
def test_the_linear_kernel_says_which_weights_its_counts_make(bias):
    made = answered("pages/kernels.py", data=MARGIN, kernel="linear", bias=bias)
    data = labelled(made["points"])
    plain = train(data.augmented() if bias == "true" else data)
    for step in range(1, made["last"] + 1):
        counted = np.count_nonzero(np.bincount(plain.mistakes[:step]))
        said = (
            f"w = Σ α y x = {vector(plain.weights[step])}: w·x is one product, f(x) takes {plural(counted, 'kernel')}."
        )
        assert told(made, step).endswith(said)
    assert "Σ α y x" not in told(made, 0)
    assert "Σ α y x" not in json.dumps(answered("pages/kernels.py", data=MARGIN))
