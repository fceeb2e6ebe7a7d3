"""What is said of a side, a turn, a rise and of what is left over, against fractions, where much nearly ties."""

import itertools
import random
import re
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from perceptron import Separator
from playground.address.codes import encode
from playground.draw import sentences
from playground.page.controls import SOURCES
from playground.pages.descent import scene as descent
from playground.pages.dimensions.scene import BESIDE
from playground.pages.proof import scene as proof
from tests.marks import slow
from tests.playground.draw.test_sentences import value
from tests.playground.test_fuzz import KEYS, draw_board, good
from tests.playground.visiting import answered, filled

FILES = [f"pages/{name}.py" for name in ("proof", "nonseparable", "dimensions", "digits")]
LINKS = [pytest.param(7, id="usual"), slow(400, id="many")]
TINY = ("0", "1e-13", "-1e-13", "3e-8", "1e-17", "-1e-30")
MOST_UPDATES = 400  # of a run that is followed


def draw_signs(draw):
    """A link whose run ties, nearly ties, or returns to where it was, more often than most."""
    link = {key: good(draw, key) for key in draw.sample(KEYS, draw.randrange(12))}
    grid = [(draw.randint(-6, 6) / 4, draw.randint(-6, 6) / 4, draw.randrange(2)) for _ in range(draw.randint(1, 5))]
    board = draw.choice([grid, grid, draw_board(draw)[:5]])
    link |= {
        "data": draw.choice([*["by hand"] * len(SOURCES), *SOURCES]),
        "points": encode(board),
        "n": draw.choice([2, 3, 6]),
        "gamma": draw.choice([0.1, 0.45]),
        "bias": draw.choice(["true", "false"]),
        "c": draw.choice(["1", "0.1", "1.5"]),
        "rate": draw.choice(["1", "1", "0.1", "0.3", "100"]),
        "ties": good(draw, "ties"),
        "step": 0,
    }
    if draw.random() < 0.8:
        x, y, kind = draw.choice(board or [(1.0, 0.5, 0)])
        # In as many updates on this point w comes to 0, or all but, if nothing comes between.
        times = Fraction(link["rate"]) * draw.choice([0, 1, 2]) * (2 * kind - 1)
        place = [times * Fraction(value) for value in (x, y, link["c"])][: 3 if link["bias"] == "true" else 2]
        place[draw.randrange(2)] += Fraction(draw.choice(TINY))
        link["start"] = draw.choice([*[", ".join(map(decimal, place))] * 4, "-1", "-5, -5"])
    return link


def decimal(value):
    """A fraction as it can be typed."""
    with localcontext(prec=40):
        return f"{Decimal(value.numerator) / value.denominator:f}"


@pytest.fixture
def told(monkeypatch):
    """The runs of which sentences are told, each with these and with what separates its points."""
    told, write = [], sentences.sentences

    def noted(steps, separation, telling=None):
        text, columns = write(steps, separation, telling)
        told.append((steps.run, separation, text, columns))
        return text, columns

    monkeypatch.setattr(sentences, "sentences", noted)
    return told


# ---- in fractions --------------------------------------------------------------------------------------------------


def dot(u, v):
    return sum((a * b for a, b in zip(u, v, strict=True)), Fraction())


def sign(value):
    return (value > 0) - (value < 0)


def parallel(u, v):
    return all(u[i] * v[j] == u[j] * v[i] for i in range(len(u)) for j in [max(range(len(v)), key=lambda j: abs(v[j]))])


def signed_points(data):
    rows = [[Fraction(value) for value in row] for row in data.X.tolist()]
    lifted = rows if data.exact_lift is None else [[*row[:-1], data.exact_lift] for row in rows]
    return [[label * value for value in row] for row, label in zip(lifted, data.y.tolist(), strict=True)]


def origin(run):
    start, rate = run.given or (run.start, run.rate)
    if isinstance(rate, float):
        return [Fraction(value) for value in start.tolist()], Fraction(rate)
    unit = Fraction(2) ** start.exponent / start.denominator
    return [int(number) * unit for number in start.numbers.tolist()], rate


def walk(run):
    """The weights before and after each update, and its signed point."""
    points, (w, rate) = signed_points(run.data), origin(run)
    for i in run.mistakes[:MOST_UPDATES].tolist():
        after = [a + rate * z for a, z in zip(w, points[i], strict=True)]
        yield w, points[i], after
        w = after


def nearest(points):
    """The point of the hull of a few points that is nearest to the origin, where that is not the origin."""
    for size in range(1, len(points[0]) + 1):
        for chosen in itertools.combinations(points, size):
            base, sides = chosen[0], [[b - a for a, b in zip(chosen[0], other, strict=True)] for other in chosen[1:]]
            shares = solved([[dot(u, v) for v in sides] + [-dot(u, base)] for u in sides])
            if shares is None or min([*shares, 1 - sum(shares)]) < 0:
                continue
            p = [a + dot(shares, side) for a, *side in zip(base, *sides, strict=True)]
            if all(dot(p, z) >= dot(p, p) for z in points):
                return p
    raise AssertionError("no point is nearest")


def solved(table):
    """The solution of linear equations, by elimination; None where there are many."""
    for k in range(len(table)):
        pivot = next((row for row in table[k:] if row[k]), None)
        if pivot is None:
            return None
        table.remove(pivot)
        table.insert(k, [value / pivot[k] for value in pivot])
        for row in table:
            if row is not table[k]:
                row[:] = [a - row[k] * b for a, b in zip(row[:], table[k], strict=True)]
    return [row[-1] for row in table]


def best(data, version):
    """u of a version of the theorem, times a positive number."""
    points = signed_points(data)
    if version != proof.BIASED or data.dim != 3:
        return nearest(points)
    sides = [[[label * value for value in z[:2]] for z, label in zip(points, data.y.tolist(), strict=True)
              if label == side] for side in (1, -1)]  # fmt: skip
    if not all(sides):
        return [Fraction(), Fraction(), Fraction(int(data.y[0]))]
    p = nearest([[a - b for a, b in zip(one, other, strict=True)] for one in sides[0] for other in sides[1]])
    offset = -(min(dot(p, x) for x in sides[0]) + max(dot(p, x) for x in sides[1])) / 2
    return [*p, offset / abs(points[0][2])]


# ---- what is said --------------------------------------------------------------------------------------------------


def first_words(side, effect, lands, page):
    """How the sentence of an update says it."""
    if page == "pages/digits.py":
        read = ("still misread", "read as neither now", "read right now")[lands + 1]
        return rf"was read as {'neither' if side == 0 else '(?!neither)'}.* and is {read}\."
    name = "boundary" if page == "pages/dimensions.py" else "line"
    was = "neither side, which counts as wrong" if side == 0 else "the wrong side"
    now = ("still wrong", "now on neither side", "now right")[lands + 1]
    return rf"was on {was}\. It {effect.format(name)} and is {now}\."


def effect(before, z, after, lifted):
    normals = [w[:-1] if lifted else w for w in (before, after)]
    if not any(normals[1]):
        return "left no {}"
    if not any(normals[0]):
        return "made a {}"
    return "left the {} where it was" if parallel(before, z) else "moved the {}"


def check_sentences(run, text, columns, page):
    for k, (before, z, after) in enumerate(walk(run), 1):
        said = filled(text, columns, k)
        was, now = sign(dot(before, z)), sign(dot(after, z))
        assert was <= 0
        expected = first_words(was, effect(before, z, after, run.data.lift is not None), now, page)
        assert re.search(expected, said.partition("\n")[0]), (k, expected, said)
        scores = re.search(r"y w·x\t\+\S+,\t(\S+) → (\S+)\.\n", said).groups()
        assert [-1 if score.startswith("−") else int(score != "0") for score in scores] == [was, now], said
        assert f"‖w‖²\t{'+' if dot(after, after) >= dot(before, before) else '−'}" in said
        if run.data.dim <= 3:
            check_sum(said, before, [b - a for a, b in zip(before, after, strict=True)], after)


def check_sum(said, *terms):
    """Check the rows of w + x = w′ against fractions: each number, and each sign of what was added."""
    rows = re.findall(r"^(\S+)\t([+−]) (\S+)\t= (\S+)[,.]$", said, re.MULTILINE)
    size = max(map(abs, itertools.chain(*terms)))
    assert len(rows) == len(terms[0])
    for (a, added, b, c), *row in zip(rows, *terms, strict=True):
        signed = -value(b) if added == "−" else value(b)
        assert (added == "−") == (row[1] < 0), said
        assert [value(a), signed, value(c)] == pytest.approx([*map(float, row)], rel=0.006, abs=1e-9 * float(size))


def check_angle(run, u, away):
    for (before, _, after), turned in zip(walk(run), away[1:], strict=False):
        of, then = dot(before, u), dot(after, u)
        grew = then * abs(then) * dot(before, before) < of * abs(of) * dot(after, after)
        assert turned == (grew if any(before) and any(after) else False)


def check_slack(run, u, columns, unit):
    """What each line leaves over has the sign, and but for rounding the size, of the difference of its sides."""
    points, (start, rate) = signed_points(run.data), origin(run)
    least, longest = min(dot(z, u) for z in points), max(dot(z, z) for z in points)
    length = float(dot(u, u)) ** 0.5

    def close(name, k, value):
        shown = columns[name][k]
        assert shown >= 0
        assert sign(shown) == sign(value), (name, k, shown, float(value))
        assert shown == pytest.approx(float(value), rel=2e-5, abs=1e-300), (name, k)

    for k, (before, z, after) in enumerate(walk(run), 1):
        close("liftslack", k, rate * (dot(z, u) - least) / Fraction(length * unit))
        close("riseslack", k, (rate**2 * longest - dot(after, after) + dot(before, before)) / Fraction(unit) ** 2)
        close("floorslack", k, (dot(after, u) - dot(start, u) - k * rate * least) / Fraction(length * unit))
        close("ceilingslack", k, (dot(start, start) + k * rate**2 * longest - dot(after, after)) / Fraction(unit) ** 2)
        shown, beside = columns["schwarzslack"][k], dot(after, after) * dot(u, u) - dot(after, u) ** 2
        assert shown >= 0
        assert (shown == 0) == (dot(after, u) >= 0 and beside == 0)


@pytest.mark.parametrize("count", LINKS)
@pytest.mark.parametrize("page", ["app.py", *FILES])
def test_what_is_said_of_signs_is_so_in_fractions(page, count, told):
    draw = random.Random(page)
    for _ in range(count):
        link = draw_signs(draw)
        if page == "pages/dimensions.py" and link.get("space") == BESIDE:
            link["space"] = "d dimensions"
        link.pop("work", None)  # beside a proof that is put in order no line's numbers stand
        del told[:]
        made = answered(page, **link)
        try:
            for run, separation, text, columns in told:
                check_sentences(run, text, columns, page)
                if not isinstance(separation, Separator) or run.data.dim > 3 or len(run.data) > 6:
                    continue
                version = link.get("version", proof.PLAIN_BOUND) if page == "pages/proof.py" else proof.PLAIN_BOUND
                u = best(run.data, version)
                if "away" in made["columns"]:
                    check_angle(run, u, made["columns"]["away"])
                if page == "pages/proof.py":
                    check_slack(run, u, made["columns"], separation.radius if version == proof.UNIT else 1)
        except AssertionError as error:
            error.add_note(f"The link was {page} {link}")
            raise


@pytest.mark.parametrize("count", LINKS)
def test_a_loss_falls_stays_or_rises_as_it_does_in_fractions(count, monkeypatch):
    draw, told, steps = random.Random("loss"), [], descent._steps

    def noted(path, last):
        told.append((path, steps(path, last)))
        return told[-1][1]

    monkeypatch.setattr(descent, "_steps", noted)
    for _ in range(count):
        link = draw_signs(draw) | {"bias": "false", "eps": draw.choice(descent.RATES), "batch": draw.choice([1, 2, 3])}
        link |= {"from": ",".join(link.get("start", "2, 3").split(",")[:2])}
        del told[:]
        answered("pages/descent.py", **link)
        for path, said in told:
            points, (w, rate) = signed_points(path.data), origin(path)
            chosen = iter(path.mistakes.tolist())
            before = loss(points, w)
            for k, size in enumerate(path.sizes[:MOST_UPDATES].tolist(), 1):
                for i in itertools.islice(chosen, size):
                    w = [a + rate * z for a, z in zip(w, points[i], strict=True)]
                after = loss(points, w)
                expected = ("stays at", "rises to", "falls to")[sign(after - before)]
                assert said[k].startswith(f"{expected} "), (link, k, said[k], float(before), float(after))
                before = after


def loss(points, w):
    return sum((max(Fraction(), -dot(w, z)) for z in points), Fraction())
