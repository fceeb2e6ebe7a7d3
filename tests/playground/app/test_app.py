"""The playground page without a browser: each value of each control gives the library's run, and no error."""

import numpy as np
import pytest

from perceptron import separate, train
from playground.address.codes import MOST, encode
from playground.page.controls import LISTED, MARGIN, MOST_UPDATES, ORDERS, SOURCES, TIES
from playground.text import number, vector, whole
from tests.boards import HAND, labelled
from tests.marks import slow_but
from tests.pages import BOARDS, PAGES
from tests.playground.visiting import after, answered, complaints, content_of, payload, setting, told, visit


def check(made):
    """Return a page's payload, whose facts must be those of the points that it shows."""
    if not made["points"]:
        return made
    data = labelled(made["points"])
    if setting(made, "bias")["value"] == "true":
        data = data.augmented(float(setting(made, "c")["value"]))
    found = separate(data)
    facts = [fact["value"] for fact in made["facts"]]
    assert facts[0] == (number(found.margin) if hasattr(found, "margin") else "none")
    assert facts[1] == number(np.sqrt((data.X**2).sum(axis=1).max()))
    assert facts[3] == whole(made["last"])
    assert made["last"] <= MOST_UPDATES
    return made


@pytest.mark.parametrize("source", SOURCES)
def test_every_source_of_points_can_be_chosen_with_and_without_a_bias(source):
    made = check(after(content_of(), "data", source))
    bias = setting(made, "bias")["value"]
    assert bias == str(source != MARGIN).lower(), "points of a chosen margin alone need no bias"
    assert check(after(made, "bias", "false" if bias == "true" else "true"))["points"] == made["points"]


@pytest.mark.parametrize(("key", "choices"), [("order", ORDERS), ("ties", list(TIES))])
def test_every_order_and_tie_rule_can_be_chosen(key, choices):
    made = content_of(data="by hand", points=encode(HAND), bias="true")
    data = labelled(HAND).augmented()
    for choice in choices:
        made = after(made, key, choice)
        option = {"tie": TIES[choice]} if key == "ties" else {"order": choice}
        if choice == LISTED:
            assert "until then the points come in turn" in setting(made, "sequence")["note"]
            made = check(after(made, "sequence", "2, 0, 1, 2, 9"))
            assert "Your list has point 9" in made["texts"]["sentence"]["templates"][0]
            made = after(made, "sequence", "2, 0, 1, 2, 4")
            option = {"order": [2, 0, 1, 2, 4]}
        run = train(data, seed=int(setting(made, "seed")["value"]), **option)
        assert check(made)["last"] == len(run.mistakes)
        assert made["columns"]["i"][1:] == run.mistakes.tolist()


@pytest.mark.parametrize(
    ("text", "start"),
    [("-5, 2.5", (-5, 2.5)), ("−5; 2", (-5, 2)), ("(1, 1)", (1, 1)), ("1e6", (1e6, 0)), ("0", (0, 0)),
     ("1e-300, 1e-300", (1e-300, 1e-300))],
)  # fmt: skip
def test_a_start_is_read(text, start):
    made = check(content_of(start=text))
    first = [made["columns"][name][0] for name in "ab"]
    assert first == list(start)
    if any(start) and made["last"]:
        assert f"w = {vector(start)}" in told(made, 0)


@pytest.mark.parametrize("text", ["", "a", "1, 2, 3", "1e9", "nan", "inf, 0", "1,,2"])
def test_a_start_that_cannot_be_read_is_0(text):
    made = check(after(content_of(), "start", text))
    assert made["columns"]["a"][0] == made["columns"]["b"][0] == 0
    assert bool(text) == ("0 is used" in setting(made, "start")["note"])


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("n=1000000", "n is 1000000; it can be 1 to 400, and 400 is used."),
        ("c=many", "c is many, 1 is used"),
        ("order=alphabetical", "order is alphabetical, “cyclic” is used"),
        ("bias=maybe", "bias is maybe"),
        *((f"step={step}", f"step is {step}") for step in ("abc", "-3", "²")),
        ("step=999999999", "step is 999,999,999"),
        ("points=1AC", "0 of its 2 points"),
        ("points=1__" + "ARAD" * 5000, f"4,095 points, {MOST}"),
        ("data=by hand&points=" + encode(HAND)[:-6], "cut short"),
        ("data=by hand&points=letters", "begins with l"),
        ("n=1e9&seed=x&step=?", "n is 1e9, seed is x, step is ?"),
    ],
    ids=lambda value: value[:40],
)
def test_a_broken_link_opens_and_its_faults_are_named(link, says):
    page = visit(**dict(pair.split("=") for pair in link.split("&")))
    check(payload(page))
    said = " ".join(complaints(page))
    assert all(part in said for part in says.split(", "))


def test_a_margin_wider_than_the_radius_becomes_the_radius():
    made = check(content_of(gamma=0.9, R=0.5))
    assert made["facts"][0]["value"] == "0.500"
    assert "cannot exceed the radius" in setting(made, "gamma")["note"]


@pytest.mark.parametrize("name", slow_but(BOARDS, "Playground"))
def test_axes_have_the_names_of_the_measurements(name):
    (page,) = (file for file, title in PAGES.items() if title == name)
    for source, axes in (("iris petals", ["petal length, mm/8", "petal width, mm/8"]), ("AND", ["x₁", "x₂"])):
        figure = answered(page, data=source)["panels"][0]["figure"]
        assert [figure[axis]["name"] for axis in ("xaxis", "yaxis")] == axes
