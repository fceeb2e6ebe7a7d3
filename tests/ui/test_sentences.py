"""Every sentence of every step of many links, read for plurals of one and for relations that do not hold as printed."""

import random
import re
import urllib.parse

import pytest

from tests.ui.test_fuzz import Screen
from ui import frame
from ui.controls import SOURCES
from ui.words import number

PAGES = [file for file in frame.PAGES if file not in ("pages/lessons.py", "pages/experiments.py")]
LINKS = [pytest.param(4, id="usual"), pytest.param(40, id="nightly", marks=pytest.mark.nightly)]
MOST_STEPS = 400
NUMBER = r"−?\d[\d,]*(?:\.\d+)?(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
ONE = re.compile(r"(?<![Pp]oint )(?<!update )(?<![\w.,−+×])1 (?:unseen )?(?!(?:is|was|has|lies|eliminates)\b)[a-z]+s\b")
RELATIONS = [
    (rf"({NUMBER}) ≤ ({NUMBER})", False),
    (rf"({NUMBER}) ≥ ({NUMBER})", True),
    (rf"up by ({NUMBER}) \(at least [^=)]*= ({NUMBER})\)", True),
    (rf"up by ({NUMBER}) \(at most [^=)]*= ({NUMBER})\)", False),
    (rf"is ({NUMBER})° from [\w*]+, at most ({NUMBER})°", False),
]


def value(text):
    digits = text.translate(str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789", ",")).replace("×10", "e")
    return float(digits)


def told(scene):
    """All that a scene says, at each step."""
    yield scene["verdict"]["text"]
    for fact in scene["facts"]:
        yield from (fact["value"], fact["note"])
    columns = scene["columns"]

    def filled(template, step):
        def written(match):
            found = columns[match[2]][step - bool(match[1])]
            return number(found) if isinstance(found, (int, float)) else str(found)

        return re.sub(r"\{(-?)(\w+)\}", written, template)

    for text in (scene["texts"]["sentence"], scene["texts"]["position"]):
        for step, which in list(enumerate(text["which"]))[:MOST_STEPS]:
            yield filled(text["templates"][which], step)


def faults(sentence):
    """The parts of a sentence that are wrong as they are printed."""
    plain = sentence.replace("\N{NO-BREAK SPACE}", " ")
    yield from (found[0] for found in ONE.finditer(plain))
    for pattern, least in RELATIONS:
        for found in re.finditer(pattern, plain):
            left, right = value(found[1]), value(found[2])
            if left < right if least else left > right:
                yield found[0]


@pytest.mark.parametrize(
    "sentence",
    ["Converged after 1 updates.", "over the 1 passes made", "Single, 1 points looked at: the loss", "of 1 directions,",
     "up by 28.5 (at least ηγ = 28.6)", "up by 2.57 (at most R² = 2.56)", "396 ≤ 395"],
)  # fmt: skip
def test_what_is_wrong_in_a_sentence_is_found(sentence):
    assert [*faults(sentence)]
    assert not [*faults("Update 1: point 1 is on 11 updates, 1 update; up by 28.6 (at least γ = 28.5), 1 ≤ 1.")]


@pytest.mark.parametrize("count", LINKS)
@pytest.mark.parametrize("page", PAGES)
def test_every_sentence_of_every_step_counts_and_compares_as_it_is_printed(page, count, monkeypatch):
    screen, draw = Screen(), random.Random(page)
    screen.put_on(monkeypatch)
    wrong = {}
    for _ in range(count):
        link = {
            "data": draw.choice([*SOURCES]), "bias": draw.choice(["true", "false"]), "n": draw.choice([2, 3, 6, 25]),
            "rate": draw.choice([1, 0.3, 7]), "margin": draw.choice(["0.1", "0.5"]), "seed": draw.randrange(50),
            "start": draw.choice(["0", "1, -2"]),
        }  # fmt: skip
        screen.session_state.clear()
        query = urllib.parse.urlencode(link)
        scene = screen.open(page, query)
        wrong |= {fault: query for sentence in told(scene) for fault in faults(sentence)}
    assert not wrong
