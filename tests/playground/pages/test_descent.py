"""The three paths on the descent page are the library's, step by step, and so is the loss that they descend."""

import json
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from perceptron import descend, gate, margin_dataset, perceptron_loss, separate
from playground.address.codes import encode
from playground.draw.legends import counts
from playground.page.controls import SOURCES, dataset
from playground.pages.descent import scene as descent
from playground.stage.check import check_scene
from playground.stage.payload import by_plotly
from playground.text import number, plural, whole
from tests.boards import labelled
from tests.playground.scenes import SCENES
from tests.playground.visiting import answered, complaints, payload, told, visit


def computed(points, rate=0.1, start=(2.0, 3.0), size=5, picture=descent.CONTOURS):
    data = dataset(points)
    sizes = (1, min(size, len(data)), len(data))
    paths = [descend(data, rate, some, start, max_updates=descent.MOST_UPDATES) for some in sizes]
    return descent.scene(points, paths, separate(data), picture=picture), paths


RATES = (0.001, 1, 1000)


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("rate", RATES)
def test_at_every_step_each_path_is_where_the_library_has_it_or_stays_at_its_end(name, rate):
    made, paths = computed(SCENES[name][0], rate)
    assert made["last"] == max(len(path.sizes) for path in paths)
    check_scene(made)
    json.dumps(made, allow_nan=False)
    for place, path in enumerate(paths):
        steps = np.minimum(range(made["last"] + 1), len(path.sizes))
        weights = path.weights[steps]
        drawn = np.array([made["columns"][f"{letter}{place}"] for letter in "uv"]).T
        assert drawn == pytest.approx(weights, abs=1e-6 * np.abs(weights).max())
        losses = path.losses[steps]
        assert made["columns"][f"l{place}"] == pytest.approx(losses, rel=1e-6, abs=1e-6 * losses.max())
        largest = np.abs(weights).max(axis=1, keepdims=True)
        lines = np.array([made["columns"][f"{letter}{place}"] for letter in "ab"]).T
        assert lines == pytest.approx(weights / np.where(largest, largest, 1), abs=1e-6)


@pytest.mark.parametrize("name", SCENES)
def test_each_step_tells_the_loss_of_each_path_and_how_many_points_were_wrong(name):
    made, paths = computed(SCENES[name][0], 0.5)
    # Hollow are the points behind the next update of all at once.
    sums = counts(made["columns"]["hollow"])
    assert sums[: len(paths[2].sizes)] == paths[2].sizes.tolist()
    assert (sums[-1] == 0) == (paths[2].outcome == "converged")
    assert [mark["words"] for mark in made["marks"] if mark["kind"] == "hollow"] == ["all: ○ {count} in next sum"]
    assert {mark["name"] for mark in made["marks"] if "name" in mark} == {
        "single",
        f"batches of {paths[1].batch}",
        "all",
    }
    for place, path in enumerate(paths):
        told = made["columns"][f"told{place}"]
        for k, size in enumerate(path.sizes.tolist(), start=1):
            before, after = path.losses[k - 1 : k + 1]
            change = "falls" if after < before else "rises" if after > before else "stays"
            assert f"the loss {change} " in told[k]
            assert told[k].endswith(f" {number(after)}")
            assert path.batch == 1 or told[k].startswith(f"sum over {whole(size)} wrong, the loss")
        ends = {"converged": "all points right", "frozen": "frozen", "stopped": "stopped"}
        assert all(text.startswith(ends[path.outcome]) for text in told[len(path.sizes) + 1 :])


@pytest.mark.parametrize("picture", descent.PICTURES)
def test_the_picture_is_the_loss_of_the_weights_at_each_place(picture):
    points = SCENES["by hand"][0]
    made, _ = computed(points, picture=picture)
    trace = made["panels"][1]["figure"]["data"][0]
    w = np.stack(np.meshgrid(trace["x"], trace["y"]), axis=-1)
    loss = perceptron_loss(dataset(points), w)
    assert np.array(trace["z"]) == pytest.approx(loss, rel=1e-4, abs=1e-4 * loss.max())
    layout = made["panels"][1]["figure"]["layout"]
    low, high = (layout["scene"] if picture == descent.SURFACE else layout)["xaxis"]["range"]
    assert layout["title"]["text"].split(": ")[0] == "Loss of each w, Σ max(0, −y w·x)"  # what has room on a phone, too
    if picture == descent.CONTOURS:
        assert trace["contours"]["showlabels"]
    assert by_plotly(made) == [1]  # the stage itself has no way to draw it
    for name in ("u0", "v0", "u1", "v1", "u2", "v2"):
        assert low < min(made["columns"][name]) <= max(made["columns"][name]) < high


# ---- the page ------------------------------------------------------------------------------------------------------


opened = partial(visit, "pages/descent.py")


def check(page, rate=0.1, start=(2, 3), size=5):
    """The facts are those of the library's paths over the points that are shown."""
    made = payload(page)
    data = labelled(made["points"])
    found = separate(data)
    eps, first = Fraction(str(rate)), [Fraction(str(weight)) for weight in start]
    for fact, batch in zip(made["facts"], (1, min(size, len(data)), len(data)), strict=False):
        path = descend(data, eps, batch, first, max_updates=descent.MOST_UPDATES)
        count = whole(len(path.sizes)) + ("+" if path.outcome == "stopped" else "")
        limit = f" ≤ {whole(path.bound(found))}" if hasattr(found, "margin") else ""
        assert fact["value"] == ("frozen" if path.outcome == "frozen" else count + limit)
        assert fact["note"].startswith(f"Looked at {plural(int(path.checked[-1]), 'point')} in all.")
    assert made["facts"][3]["value"] == number(np.linalg.norm(start) / rate)
    return made


def test_the_page_opens_with_points_of_a_chosen_margin_and_a_start_that_has_some_wrong():
    page = opened()
    made = check(page)
    data = margin_dataset(25, 2, 0.1, 1.0, 3)
    assert [point[:2] for point in made["points"]] == data.X.tolist()
    assert made["last"] > 10
    assert f"the loss is {number(perceptron_loss(data, [2, 3]))}" in made["texts"]["sentence"]["templates"][0]
    many = "Updates: 66, 26 and 7; points looked at: 225, 225 and 200."
    assert made["verdict"]["text"].startswith(f"All three end with every point right. {many}")
    paths = [descend(data, 0.1, batch, [2.0, 3.0]) for batch in (1, 5, 25)]
    for step in (1, 7, 26, made["last"]):
        looked = [path.checked[step - 1 if step < len(path.sizes) else -1] for path in paths]
        first, second, third = plural(int(looked[0]), "point"), *map(str, looked[1:])
        said = told(made, step)
        assert f"Single, {first} looked at: " in said
        assert f"Batches of 5, {second}: " in said
        assert f"All, {third}: " in said
    assert not complaints(page)


@pytest.mark.slow
def test_every_step_size_can_be_chosen():
    page = opened()
    for rate in descent.RATES:
        page.select_slider(key="eps").set_value(rate).run()
        check(page, float(rate))
    check(opened(eps="500"), 500.0)


@pytest.mark.parametrize("size", [1, 400])
def test_batches_are_as_large_as_was_asked_or_as_there_are_points(size):
    page = opened()
    page.number_input(key="batch").set_value(size).run()
    made = check(page, size=size)
    assert made["facts"][1]["name"] == f"batches of {min(size, 25)}"


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
def test_every_source_of_points_can_be_descended_in_both_pictures(source):
    if source != "by hand":
        check(opened(data=source))
    for picture in descent.PICTURES:
        made = answered("pages/descent.py", data=source, picture=picture)
        assert bool(made["points"]) == (source != "by hand")


def test_from_zero_the_page_says_that_the_loss_is_least_and_that_the_rate_only_scales():
    first, second = (payload(opened(**{"from": "0", "eps": rate})) for rate in ("0.1", "10"))
    for made in (first, second):
        assert "the loss is 0, the least there is" in made["texts"]["sentence"]["templates"][0]
    for place in range(3):
        small, large = (made["columns"][f"u{place}"] for made in (first, second))
        assert np.array(large) == pytest.approx(100 * np.array(small), rel=1e-4, abs=1e-4)


def test_on_xor_the_batches_freeze_at_zero_and_the_single_points_never_end():
    made = check(opened(**{"data": "XOR", "from": "-3, -3", "eps": "1"}), 1.0, (-3, -3))
    assert [fact["value"] for fact in made["facts"][:3]] == ["1,000+", "frozen", "frozen"]
    assert descend(gate("xor"), start=[-3, -3]).weights[-1].tolist() == [0, 0]
    assert made["verdict"]["text"].endswith("Frozen: batches of 4 and all.")


def test_where_a_bias_would_help_the_page_says_so_and_that_it_has_none():
    said = payload(opened(data="AND"))["verdict"]["text"]
    assert said.startswith(
        "Point 0 lies at the origin, where no weights give it a side. With a bias a line separates all."
        " Try it in the playground."
    )


def test_a_path_whose_points_sum_to_zero_is_not_said_to_move():
    made = payload(opened(**{"data": "XOR", "from": "0"}))
    assert "so a path moves, unless its points' y x sum to 0" in made["texts"]["sentence"]["templates"][0]
    assert "so all three paths move" in payload(opened(**{"from": "0"}))["texts"]["sentence"]["templates"][0]
    twins = payload(opened(data="by hand", points=encode([(0, 0, 0), (0.5, 0.5, 0), (0.5, 0.5, 1)])))
    assert "playground" not in twins["verdict"]["text"]


def test_a_start_that_is_right_about_every_point_leaves_nothing_to_do():
    w = separate(margin_dataset(25, 2, 0.1, 1.0, 3)).w
    made = payload(opened(**{"from": f"{w[0]}, {w[1]}"}))
    assert made["last"] == 0
    assert "nothing to do" in made["texts"]["sentence"]["templates"][0]


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"eps": "7"}, "eps is 7"),
        ({"batch": "0"}, "batch is 0; it can be 1 to 400, and 1 is used"),
        ({"picture": "film"}, "picture is film"),
    ],
)
def test_a_broken_link_opens_and_says_what_was_wrong(parameters, says):
    assert says in " ".join(complaints(opened(**parameters)))


def test_a_start_that_cannot_be_read_is_zero_and_says_so():
    page = opened(**{"from": "here"})
    assert payload(page)["columns"]["u0"][0] == 0
    assert any("0 is used" in caption.value for caption in page.caption)
