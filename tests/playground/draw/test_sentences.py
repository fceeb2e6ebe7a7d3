"""Every sentence of every step of many links, read for plurals of one and for relations that do not hold as printed."""

import operator
import random
import re
import urllib.parse

import pytest

from playground.address.codes import encode
from playground.page.controls import SOURCES
from tests.marks import slow
from tests.pages import PAGES
from tests.playground.test_fuzz import KEYS, draw_board, good
from tests.playground.visiting import answered, filled

FILES = [file for file in PAGES if file not in ("pages/lessons.py", "pages/experiments.py")]
LINKS = [pytest.param(6, id="usual"), slow(400, id="many")]
MOST_STEPS = 60  # as many at the end as at the start, where counts are small
NUMBER = r"−?\d[\d,]*(?:\.\d+)?(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
ONE = re.compile(
    r"(?<![Pp]oint )(?<!update )(?<![\w.,−+×])1 (?:unseen )?(?!(?:is|was|has|lies|eliminates|proves|pass)\b)[a-z]+s\b"
    r"|(?<![,\d]) (?<!and )\d+ prove it"
)
RELATIONS = [
    (rf"({NUMBER})\)? ≤ \(?(?=({NUMBER}))", operator.le),
    (rf"({NUMBER})\)? ≥ \(?(?=({NUMBER}))", operator.ge),
    (rf"({NUMBER})\)? < \(?(?=({NUMBER}))", operator.lt),
    (rf"\+({NUMBER}),\t≥ [^=\t]*= ({NUMBER})", operator.ge),
    (rf"\+({NUMBER}),\t≤ [^=\t]*= ({NUMBER})", operator.le),
    (rf"kγ² = ({NUMBER}),\tat most ({NUMBER})", operator.le),
    (rf"is ({NUMBER})° from [\w*]+, at most ({NUMBER})°", operator.le),
    (rf"after ({NUMBER}) updates?; the theorem allows at most ({NUMBER})", operator.le),
    (rf"({NUMBER}) mistakes?, at most ({NUMBER})", operator.le),
    (rf"w\*, ({NUMBER})°, at most ({NUMBER})°", operator.le),
]


def value(text):
    digits = text.translate(str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789", ",")).replace("×10", "e")
    return float(digits)


def told(scene):
    yield scene["verdict"]["text"]
    yield scene.get("question", {}).get("text", "")
    for fact in scene["facts"]:
        yield from (fact["value"], fact["note"])
    columns = scene["columns"]
    lines = [line for panel in scene["panels"] for line in panel.get("lines", []) if "text" in line]
    for panel in scene["panels"]:
        figure = panel.get("figure", {})
        yield from (figure.get("title", ""), panel["label"])
        yield from (note["text"] for note in figure.get("notes", []))
    yield from (line["title"] for line in lines)
    for text in (scene["texts"]["sentence"], scene["texts"]["position"], *(line["text"] for line in lines)):
        steps = [*range(len(text["which"]))]
        for step in steps if len(steps) <= MOST_STEPS else [*steps[: MOST_STEPS // 2], *steps[-MOST_STEPS // 2 :]]:
            yield filled(text, columns, step)


def faults(sentence):
    """The parts of a sentence that are wrong as they are printed."""
    plain = sentence.replace("\N{NO-BREAK SPACE}", " ")
    yield from (found[0] for found in ONE.finditer(plain))
    for pattern, holds in RELATIONS:
        for found in re.finditer(pattern, plain):
            if not holds(value(found[1]), value(found[2])):
                yield f"{found[0]}{found[2] if found[0].endswith(' ') else ''}"


def contradictions(scene, said):
    """The bounds that a scene tells twice, and not alike."""
    facts = {fact["name"]: fact["value"] for fact in scene["facts"]}
    allowed = next((facts[name] for name in facts if name.startswith("bound")), None)
    gamma = facts.get("margin γ")
    for found in re.finditer(rf"≥ γ\s=\s({NUMBER})", "\n".join(said)):
        if gamma and found[1] != gamma:
            yield f"{found[0]}, and the fact {gamma}"
    for found in re.finditer(rf"meet (?:far out, )?at k = ({NUMBER})|allows at most ({NUMBER})", "\n".join(said)):
        if allowed and (found[1] or found[2]) != allowed:
            yield f"{found[0]}, and the fact {allowed}"


@pytest.mark.parametrize(
    "sentence",
    ["Converged after 1 updates.", "over the 1 passes made", "Single, 1 points looked at: the loss", "of 1 directions,",
     "+28.5,\t≥ ηγ = 28.6", "+2.57,\t≤ R² = 2.56", "396 ≤ 395", "0.5 ≤ 1 ≤ 0.9 ≤ 2",
     "No line separates these points: 0 prove it.", "(−0.300) ≥ (−0.200)", "y f(x) = 0 < 0"],
)  # fmt: skip
def test_what_is_wrong_in_a_sentence_is_found(sentence):
    assert [*faults(sentence)]
    assert not [*faults("Update 1: point 1 is on 11 updates, 1 update; +28.6,\t≥ γ = 28.5, 1 ≤ 1.")]


@pytest.mark.parametrize("count", LINKS)
@pytest.mark.parametrize("page", FILES)
def test_every_sentence_counts_and_compares_as_it_is_printed(page, count):
    draw, wrong = random.Random(page), {}
    for _ in range(count):
        link = {key: good(draw, key) for key in draw.sample(KEYS, draw.randrange(30))}
        numbers = {"n": [2, 3, 6, 12], "rate": [1, 0.3, 7], "gamma": [0.1, 0.45, 0.5]}
        link |= {key: draw.choice(values) for key, values in numbers.items()}
        link |= {"data": draw.choice([*SOURCES, *["by hand"] * len(SOURCES)])}
        link |= {"points": encode(draw_board(draw)[: draw.randrange(6)])}
        query = urllib.parse.urlencode(link)
        scene = answered(page, **link)
        said = [*told(scene)]
        wrong |= {fault: query for sentence in said for fault in faults(sentence)}
        wrong |= dict.fromkeys(contradictions(scene, said), query)
    assert not wrong
