"""Write docs/look.md, each mark, colour, size and word of a count once, and its picture: `python -m tools.look`."""

import functools
import math
import re
import textwrap
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from playground.draw import palette
from playground.draw.boards import POINT, SIDE, Corner, Shape, Sketch, Spots, Stroke, Tint, scale, sketch
from playground.draw.thumbnails import svg
from playground.page.answer import answer
from playground.pages import PAGES
from playground.stage.payload import Panel, Scene, Sign

ROOT = Path(__file__).parents[1]
FILE, PICTURE = ROOT / "docs" / "look.md", ROOT / "docs" / "look.svg"

MEANS = {
    "POSITIVE": "the class +1, ●, and its side",
    "NEGATIVE": "the class −1, ▲, and its side",
    "INK": "w: its line, its arrow, its curves",
    "SEPARATOR": "w\\*, its margin, and the weights that separate",
    "PROOF": "points that prove that no line exists, and the cycle",
    "BOUND": "bounds, dashed: what the theorem allows",
    "POCKET": "the pocket",
    "AVERAGED": "the average of all weights",
    "BATCH": "descent by all points at once",
    "MINIBATCH": "descent by batches",
    "SMOOTH": "the smooth perceptron",
    "ALIKE": "pairs of one class in a Gram matrix",
    "OPPOSITE": "pairs of two classes in a Gram matrix",
    "RANDOM": "one direction at random",
    "MAJORITY": "the majority of the directions",
    "GROUND": "the page",
    "SHADE": "height in a picture of contours",
}
"""What each colour of playground/draw/palette.py says, wherever it is seen."""

SHOWING: list[dict[str, str]] = [{}, {"data": "XOR", "bias": "true"}, {"band": "true", "sum": "true", "unseen": "true"}]
"""Settings that show what a page draws by itself, where no line is left, and on demand."""


@functools.cache  # nobody changes what many look at
def scenes() -> list[tuple[str, Scene]]:
    """Every page with a board, as each of SHOWING, by its title; experiments have none, and take long."""
    pages = [page for page in PAGES.values() if page.answer and page.title != "Experiments"]
    return [
        (page.title, answer(page, each))
        for page in pages
        for each in SHOWING
        if {*each} <= {*page.controls} or not each
    ]


def colors() -> dict[str, str]:
    """The colours of the palette that have a meaning, by their names."""
    return {name: value for name, value in vars(palette).items() if name.isupper() and str(value).startswith("var(")}


def drawn(scene: Scene) -> list[Panel]:
    """The panels with a figure."""
    return [panel for panel in scene["panels"] if "figure" in panel]


def legends() -> dict[tuple[str, str], tuple[str, dict[str, Any], set[str]]]:
    """Every mark that a board explains: its shape, its style, and its pages, by shape and words."""
    found: dict[tuple[str, str], tuple[str, dict[str, Any], set[str]]] = {}
    for title, scene in scenes():
        for panel in drawn(scene):
            for sign in panel.get("legend", ()):
                words = sign["words"]
                found.setdefault((sign["shape"], words), (sign["shape"], sign["style"], set()))[2].add(title)
    return found


def counts() -> dict[str, set[str]]:
    """The words in which each page counts: of its steps, along its axes, and among its facts."""
    found: dict[str, set[str]] = defaultdict(set)
    for title, scene in scenes():
        named = [fact["name"] for fact in scene["facts"]]
        figures = [panel["figure"] for panel in drawn(scene)]
        named += [figure["xaxis"]["name"] for figure in figures if "parts" in figure]
        named += scene["texts"]["position"]["templates"]
        found[title] |= {word for name in named for word in re.findall(r"\b(update|mistake|round|step)s?\b", name)}
    return found


# ---- the sheet -----------------------------------------------------------------------------------------------------

_TOP = """# How everything looks

Each mark, colour, size and count has one look and one name on all pages. `python -m tools.look` writes this list from
the pages; a test compares them.

![A board after three updates, with the name of each of its marks, on the light page and on the dark one](look.svg)

"""


def written() -> str:
    """The page: marks, colours, sizes, counts."""
    return _TOP + "\n".join([*_marks(), *_colors(), *_sizes(), *_counts()])


def _table(title: str, heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield f"## {title}\n"
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    yield from (f"| {' | '.join(row).replace('w*', r'w' + chr(92) + '*')} |" for row in rows)
    yield ""


def _marks() -> Iterator[str]:
    everywhere = {title for *_, pages in legends().values() for title in pages}
    rows = [
        [shape, words, "all" if pages == everywhere else ", ".join(sorted(pages))]
        for (shape, words), (*_, pages) in legends().items()
    ]
    yield from _table("Marks on a board", ["shape", "what it is", "on"], rows)


def _colors() -> Iterator[str]:
    rows = [[f"`{name}`", MEANS[name].replace(r"\*", "*"), *(_hex(value, theme) for theme in ("light", "dark"))]
            for name, value in colors().items()]  # fmt: skip
    yield from _table("Colours", ["name", "what it says", "light", "dark"], rows)


def _hex(value: str, theme: str) -> str:
    with (ROOT / ".streamlit" / "config.toml").open("rb") as file:
        themes = tomllib.load(file)["theme"]
    name = re.sub("-(.)", lambda match: match[1].upper(), value.removeprefix("var(--st-").removesuffix(")"))
    return str(themes[theme][name])


def _sizes() -> Iterator[str]:
    script = (ROOT / "playground" / "stage" / "src" / "draw" / "geometry.ts").read_text(encoding="utf-8")
    (small, growth), *crowds = [
        re.findall(r"[\d.]+", match)
        for match in (
            *re.findall(r"MOST_GROWTH\][^=]*= \[(.*?)\]", script),
            *re.findall(r"\[(\d+, [\d.]+)\]", re.findall(r"CROWDS[^=]*= (.*);", script)[0]),
        )
    ]
    rows = [
        ["a point", "11 px across"],
        [f"on a board of more than {small} px", f"grows with it, up to {growth} times"],
    ]
    rows += [[f"among more than {most} points", f"{share} times"] for most, share in reversed(crowds)]
    for (shape, words), (_, style, _) in legends().items():
        if style["stroke-width"] and shape in ("line", "arrow", "ring"):
            rows.append([words, f"{style['stroke-width']:g} px wide"])
    yield from _table("Sizes", ["what", "how large"], rows)


def _counts() -> Iterator[str]:
    rows = [[title, ", ".join(sorted(words))] for title, words in counts().items() if words]
    yield from _table("What is counted", ["page", "in"], rows)


# ---- the picture ---------------------------------------------------------------------------------------------------

SHOWN = {"n": "12", "gamma": "0.15", "seed": "4", "band": "true", "unseen": "true"}
STEP = 3
"""The board of the picture, and its step: every mark of a board is on it but the proof that there is no line."""

_BOARD, _BESIDE, _EDGE, _TYPE = 340, 210, 14, 13  # px


def sheet() -> str:
    """One board with the name of each of its marks, in both themes, one below the other."""
    scene = answer(PAGES["app.py"], SHOWN)
    drawn = sketch(scene, STEP, hollow=True)
    wide, high = _BOARD + 2 * _BESIDE, _BOARD + 2 * _EDGE
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {2 * high}" font-family="{_FACE}">']
    former = _line([scene["columns"][name][STEP - 1] for name in "abc"], drawn)
    names = _named(scene["panels"][0]["legend"], drawn, former)
    for place, theme in enumerate(("light", "dark")):
        inner = "".join([*map(_tint, drawn.tints), *map(svg, [former, *map(_thin, drawn.shapes)])])
        picture = f'<svg width="{_BOARD}" height="{_BOARD}" viewBox="0 0 {SIDE} {SIDE}" fill="none">{inner}</svg>'
        frame = f'<rect width="{_BOARD}" height="{_BOARD}" fill="none" stroke="{palette.SHADE}"/>'
        whole = (
            f'<g transform="translate(0,{place * high})"><rect width="{wide}" height="{high}" fill="{palette.GROUND}"/>'
            f'<g transform="translate({_BESIDE},{_EDGE})">{picture}{frame}{names}</g></g>'
        )
        parts.append(re.sub(r"var\(--st-[\w-]+\)", lambda value, theme=theme: _hex(value[0], theme), whole))
    return "\n".join([*parts, "</svg>", ""])


_FACE = "'Source Sans', 'Source Sans 3', sans-serif"


def _line(weights: Sequence[Any], drawn: Sketch) -> Stroke:
    """The line of weights, from end to end of the board and farther."""
    place, (a, b, c) = scale(drawn.xaxis, drawn.yaxis), weights
    far, length = 9 / math.hypot(a, b), a * a + b * b
    return Stroke([place(-c * a / length - t * b, -c * b / length + t * a) for t in (-far, far)], palette.INK, 0.5)


def _thin(shape: Shape) -> Shape:
    """A shape whose line is as thin as on the stage, because the picture is larger than a thumbnail."""
    return shape._replace(width=shape.width / 2) if isinstance(shape, Stroke) else shape


def _tint(tint: Tint) -> str:
    """A tinted side of a line, as a polygon that reaches beyond the board."""
    a, b, c = tint.weights
    size = math.hypot(a, b)
    a, b, c = a / size, b / size, c / size
    far = 4 * SIDE
    ends = [(-c * a - t * b, -c * b + t * a) for t in (-far, far)]
    corners = [*ends, *((x + far * a, y + far * b) for x, y in reversed(ends))]
    d = "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in corners) + "z"
    return f'<path d="{d}" fill="{tint.color}" opacity="{tint.opacity}"/>'


def _named(legend: Sequence[Sign], drawn: Sketch, former: Stroke) -> str:
    """The names of a board's marks on its left and its right, each with a thread to its mark."""
    marks = [(each["words"], *_place_of(each, drawn, former)) for each in legend]
    marks.sort(key=lambda mark: mark[1])
    half = len(marks) // 2
    written = []
    for side, some in ((-1, marks[:half]), (1, marks[half:])):
        apart = _BOARD / len(some)
        for row, (words, x, y) in enumerate(sorted(some, key=lambda mark: mark[2])):
            at = (row + 0.5) * apart
            left = _BOARD + _EDGE if side > 0 else -_EDGE
            anchor = "start" if side > 0 else "end"
            end = f"M{left - side * 5},{at:.0f}L{x * _BOARD / SIDE:.0f},{y * _BOARD / SIDE:.0f}"
            written.append(f'<path d="{end}" stroke="{palette.BOUND}" fill="none"/>')
            lines = textwrap.wrap(words, 30)
            for k, text in enumerate(lines):
                down = at + (k - (len(lines) - 1) / 2) * 1.25 * _TYPE + 0.35 * _TYPE
                written.append(
                    f'<text x="{left}" y="{down:.0f}" font-size="{_TYPE}" text-anchor="{anchor}" fill="{palette.INK}">'
                    f"{escape(text)}</text>"
                )
    return "".join(written)


def _place_of(sign: Sign, drawn: Sketch, former: Stroke) -> Corner:
    """The place of a sign's mark on the board: of several, the one that is farthest to a side."""
    words, style = sign["words"], sign["style"]
    spots = [shape for shape in drawn.shapes if isinstance(shape, Spots)]
    strokes = [shape for shape in drawn.shapes if isinstance(shape, Stroke)]
    if sign["shape"] == "line":
        color = str(style["stroke"])
        line = (
            former
            if "before" in words
            else next(
                each
                for each in strokes
                if each.color == color
                and each.width > 0.9
                and len(each.corners) == 2
                and not each.dashed
                and math.dist(*each.corners) > SIDE
            )
        )
        return _within(line)
    if sign["shape"] == "arrow":
        return next(each.corners[1] for each in strokes if math.dist(*each.corners[:2]) < SIDE / 2)
    small = "never sees" in words
    inside = "open" if sign["shape"] == "ring" else "hollow" if "hollow" in words else "full"
    kind = "triangle" if sign["shape"] == "triangle" else "circle"
    some = [
        place
        for each in spots
        for place in each.places
        if each.inside == inside
        and each.shape == kind
        and (each.radius < POINT) == small
        and (inside != "open" or each.color == palette.INK)
    ]
    return max(some, key=lambda place: abs(place[0] - SIDE / 2))


def _within(line: Stroke) -> Corner:
    """A place of a line, near its right end on the board."""
    (x0, y0), (x1, y1) = line.corners
    places = [(x0 + t / 400 * (x1 - x0), y0 + t / 400 * (y1 - y0)) for t in range(401)]
    return max(place for place in places if all(0.05 * SIDE < value < 0.95 * SIDE for value in place))


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
    PICTURE.write_text(sheet(), encoding="utf-8")
