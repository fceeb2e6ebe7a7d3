"""No page asks for more than two seconds of the process that answers visitors, nor sends more than a megabyte.

The settings are the dearest of each page, found by trying every source of points with every end of every number and
every choice; each ran for 0.5 to 1.5 seconds, the first of each page the longest. The experiments' own work is done
elsewhere (test_experiments).
"""

import json
import random
import zlib

import pytest

from playground.address.codes import MOST, MOST_PICTURES, SNAP, encode, encode_pictures, encode_rows
from tests.marks import slow
from tests.playground.visiting import content_of, seconds

_random = random.Random(1)
CLOUD = encode(
    [
        (_random.randrange(-SNAP, SNAP + 1) / SNAP, _random.randrange(-SNAP, SNAP + 1) / SNAP, _random.randrange(2))
        for _ in range(MOST)
    ]
)
HAND = {"data": "by hand", "points": CLOUD}
SHELF = [(_random.getrandbits(32), _random.getrandbits(32), place % 2) for place in range(MOST_PICTURES)]
SAME = {"digits": "drawn by hand", "pictures": encode_pictures([*SHELF[1:], (*SHELF[1][:2], 0)])}  # with both labels


def table(count, dim):
    """Rows with labels by chance, as many as a link holds."""
    rows = [tuple(_random.randrange(4096) / 256 - 8 for _ in range(dim)) for _ in range(count)]
    return encode_rows([(row, _random.randrange(2)) for row in rows])


NARROW = {"data": "chosen margin", "n": MOST, "gamma": 0.01, "R": 5.0}
INSEPARABLE = {"data": "inseparable cloud", "n": MOST}

DEAREST: list[tuple[str, dict[str, object]]] = [
    ("app.py", {**NARROW, "bias": "true", "c": 0.05, "start": "1e6, -1e6, 1e6"}),
    ("app.py", {**HAND, "bias": "true", "order": "hardest"}),
    ("pages/proof.py", {**NARROW, "bias": "true", "c": 20, "view": "weight space"}),
    ("pages/dimensions.py", {"d": "1000", "n": 50, "gamma": 0.01, "order": "hardest"}),
    ("pages/dimensions.py", {"d": "1000", "n": 200, "gamma": 0.01}),
    ("pages/dimensions.py", {"space": "side by side", "n": MOST, "gamma": 0.01, "R": 5.0}),
    ("pages/dimensions.py", {"space": "side by side", "n": 50, "gamma": 0.01, "order": "random"}),
    ("pages/dimensions.py", {"space": "the board's points", **HAND}),
    ("pages/dimensions.py", {"table": table(400, 6)}),
    ("pages/dimensions.py", {"table": table(24, 100), "order": "hardest"}),
    ("pages/descent.py", {**HAND, "bias": "true", "batch": 1, "eps": "0.01"}),
    ("pages/descent.py", {**INSEPARABLE, "bias": "true", "c": 20, "batch": 1}),
    ("pages/descent.py", {"data": "XOR"}),
    ("pages/kernels.py", {**HAND, "kernel": "polynomial", "degree": 5}),
    ("pages/kernels.py", {**HAND, "kernel": "RBF", "width": 0.05}),
    ("pages/kernels.py", {**HAND, "kernel": "linear", "bias": "false"}),
    ("pages/kernels.py", {**HAND, "kernel": "linear", "bias": "false", "order": "hardest"}),
    ("pages/digits.py", {**SAME, "bias": "true", "order": "random"}),
    ("pages/digits.py", {"digit": 1, "against": 8}),
    ("pages/digits.py", {"digit": 8, "against": 1, "bias": "true", "c": 20, "order": "random"}),
    ("pages/nonseparable.py", {**HAND, "bias": "true", "order": "random"}),
    ("pages/race.py", {**HAND, "bias": "true", "c": 20, "rate": 100}),
    ("pages/race.py", {**INSEPARABLE, "bias": "true", "c": 20, "beta": 100}),
    ("pages/halving.py", {**HAND, "directions": 720}),
    ("pages/adversary.py", {"player": "halving", "margin": "0.05"}),
    ("pages/adversary.py", {"player": "the perceptron", "margin": "0.05"}),
]


PAGES = [page for page, _ in DEAREST]
CASES = [case if PAGES.index(case[0]) == place else slow(*case) for place, case in enumerate(DEAREST)]


@pytest.mark.parametrize(("page", "settings"), CASES)
def test_the_dearest_settings_cost_less_than_two_seconds_and_a_megabyte_and_a_half(page, settings):
    shown = []
    assert seconds(lambda: shown.append(content_of(page, **settings))) < 2
    assert len(zlib.compress(json.dumps(shown, separators=(",", ":")).encode(), 5)) < 1_500_000
