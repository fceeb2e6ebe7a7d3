"""Pictures drawn by hand: no link and no browser brings anything else, and the page learns from exactly their cells."""

import random
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Dataset, digits, separate, train
from playground.address.codes import DRAWINGS_CHOICE, MOST_PICTURES, decode_pictures, encode_pictures
from playground.stage.check import check_scene
from tests.playground.visiting import answered, content_of, filled, told

PAGE = "pages/digits.py"
BY_HAND = dict([DRAWINGS_CHOICE])


def picture(rows, label):
    """A picture of eight rows of signs, as the hand leaves it: # is a cell that is set."""
    bits = int("".join("1" if sign == "#" else "0" for sign in "".join(rows.split())), 2)
    return bits >> 32, bits & 0xFFFF_FFFF, (1 - label) // 2


L = picture("#....... #....... #....... #....... #....... #....... #....... ########", 1)
T = picture("######## ...#.... ...#.... ...#.... ...#.... ...#.... ...#.... ...#....", -1)
CORNER = picture("#....... ........ ........ ........ ........ ........ ........ ........", -1)
SHELF = [L, T, CORNER]

words = st.integers(0, 2**32 - 1)
drawings = st.tuples(words, words, st.integers(0, 1)).filter(lambda drawn: any(drawn[:2]))
shelves = st.lists(drawings, max_size=MOST_PICTURES)
opened = partial(content_of, PAGE, **BY_HAND)


def cells(drawn):
    """Its cells, row by row from the top, by looking at each bit."""
    high, low, _ = drawn
    return [high >> (31 - place) & 1 for place in range(32)] + [low >> (31 - place) & 1 for place in range(32)]


def seen(pictures, bias=None):
    data = Dataset(
        [[16 * cell for cell in cells(drawn)] for drawn in pictures], [1 - 2 * kind for *_, kind in pictures]
    )
    return data if bias is None else data.augmented(bias)


# ---- links and reports ---------------------------------------------------------------------------------------------


@given(shelves, st.data())
def test_what_can_be_read_of_a_damaged_link_is_kept_and_the_rest_said(pictures, data):
    code = encode_pictures(pictures)
    cut = code[: data.draw(st.integers(0, max(0, len(code) - 1)))]
    read, wrong = decode_pictures(cut)
    assert read == pictures[: len(read)]
    assert len(read) == max(0, len(cut) - 3) // 11
    assert wrong.endswith(".") if cut else (read, wrong) == ([], "")
    place = data.draw(st.integers(0, len(code)))
    strange = code[:place] + data.draw(st.sampled_from(["%", " ", "é", "<b>"])) + code[place:]
    read, wrong = decode_pictures(strange)
    assert read == pictures[: len(read)]
    assert "`" in wrong


@pytest.mark.parametrize(
    ("code", "kept", "said"),
    [
        (encode_pictures([L, (0, 0, 1), T]), 2, "One of the pictures in the link is empty; it was left out."),
        (encode_pictures([(0, 0, 1), (0, 0, 0)]), 0, "2 of the pictures in the link are empty; they were left out."),
        (encode_pictures([L] * (MOST_PICTURES + 1)), MOST_PICTURES, "asks for 41 pictures; the shelf holds 40"),
        (encode_pictures([L, T])[:-1], 1, "cut short: 1 of its 2 pictures arrived."),
        (encode_pictures([L]) + "A", 1, "goes on after its 1 picture"),
        ("faces", 0, "holds no pictures that can be read"),
    ],
)
def test_a_wrong_code_gets_one_sentence_and_keeps_the_rest(code, kept, said):
    made = opened(pictures=code, bias="true", order="hardest")
    (complaint,) = made["complaints"]
    assert said in complaint
    assert len(made["points"]) == kept
    assert {name: made["address"][name] for name in ("bias", "order")} == {"bias": "true", "order": "hardest"}


# ---- the page ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("query", "unit"), [({}, None), ({"bias": "true"}, 1.0), ({"bias": "true", "c": 0.1}, 0.1)])
def test_the_page_learns_from_the_cells_of_the_shelf_as_they_are(query, unit):
    made = opened(pictures=encode_pictures(SHELF), **query)
    check_scene(made)
    data = seen(SHELF, unit)
    run = train(data)
    assert made["last"] == len(run.mistakes)
    written = [[float(cell) for cell in weights.split(",")] for weights in made["columns"]["w"]]
    assert np.array_equal(written, run.weights[:, :64])
    if unit:
        assert made["columns"]["b"] == run.weights[:, 64].tolist()
    assert made["points"] == [*map(list, SHELF)]
    assert made["verdict"]["text"].endswith(f"at most {separate(data).bound}.")
    drawing = made["drawing"]
    assert (drawing["weights"], drawing["ink"], drawing["signs"]) == ("w", 16, [1, -1])
    assert (drawing.get("constant"), drawing.get("unit")) == (("b", unit) if unit else (None, None))
    assert "was read as" in told(made, 1)


def worth(made, drawn, step):
    """What the stage is told to make of a picture at a step, in exact numbers."""
    drawing, columns = made["drawing"], made["columns"]
    weights = map(Fraction, columns[drawing["weights"]][step].split(","))
    total = sum((weight * Fraction(drawing["ink"]) for weight, cell in zip(weights, cells(drawn), strict=True) if cell),
                Fraction())  # fmt: skip
    if "constant" in drawing:
        total += Fraction(columns[drawing["constant"]][step]) * Fraction(drawing["unit"])
    return total


@pytest.mark.parametrize("query", [BY_HAND, {}, {"bias": "true", "c": 0.1}, {**BY_HAND, "bias": "true", "c": 0.3}])
def test_a_drawing_is_read_at_each_step_as_the_library_predicts_it(query):
    draw = random.Random(1)
    shelf = [(draw.getrandbits(32), draw.getrandbits(32), draw.randrange(2)) for _ in range(12)]
    tried = [*shelf, L, T, CORNER, (0, 1, 0)]
    made = answered(PAGE, pictures=encode_pictures(shelf), **query)
    data = _data(shelf, query)
    run = train(data, max_updates=1000)
    X = data.lifted([[16 * cell for cell in cells(drawn)] for drawn in tried])
    for step in range(made["last"] + 1):
        signs = [(found > 0) - (found < 0) for found in (worth(made, drawn, step) for drawn in tried)]
        assert signs == run.path.sides(step, X).tolist()
    assert signs == run.predict(X).tolist()


def _data(shelf, query):
    data = seen(shelf) if query.keys() & BY_HAND.keys() else digits(3, 8)[0]
    return data.augmented(float(query["c"])) if "c" in query else data


def test_the_verdict_of_a_drawing_is_said_for_either_side_and_for_neither():
    made = opened(pictures=encode_pictures([L, T]))
    known = {"value": [5.0]}
    said = [filled({"templates": [side], "which": [0]}, known, 0) for side in made["drawing"]["sides"]]
    assert said == ["w·x = 5 > 0: read as +1.", "w·x = 5 < 0: read as −1.", "w·x = 0: read as neither."]
    numbered = answered(PAGE, bias="true", c=0.5, digit="1", against="8")
    assert numbered["drawing"]["sides"][1] == "w·x + b·c = {value} < 0: read as an 8."


def test_the_shelf_stays_where_digits_are_learned_from_and_on_other_pages():
    handwritten = answered(PAGE, pictures=encode_pictures(SHELF))
    assert handwritten["points"] == [*map(list, SHELF)]
    assert handwritten["columns"]["w"] == answered(PAGE)["columns"]["w"]
    elsewhere = content_of("pages/proof.py", pictures=encode_pictures(SHELF), **BY_HAND)
    assert elsewhere["address"] == {**BY_HAND, "pictures": encode_pictures(SHELF)}


# ---- what does not fit ---------------------------------------------------------------------------------------------
