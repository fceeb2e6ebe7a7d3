"""Write docs/look.md and its picture, each mark, colour, size and word of a count once: `python -m tools.look`."""

import functools
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from playground.draw import palette
from playground.page.answer import answer
from playground.pages import PAGES
from playground.stage.payload import Panel, Scene

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

![Every mark, on the light page and on the dark one](look.svg)

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

_SAMPLES = {
    "circle": "M-5.5,0a5.5,5.5 0 1,0 11,0a5.5,5.5 0 1,0 -11,0z",
    "triangle": "M0,-7l6.5,11.5 -13,0z",
    "line": "M-13,0H13",
    "arrow": "M-12,0H12M5,-5 12,0 5,5",
    "ring": "M-6.5,0a6.5,6.5 0 1,0 13,0a6.5,6.5 0 1,0 -13,0z",
}
_ROW, _HALF = 26, 460


def sheet() -> str:
    """The marks of the boards and the colours of the palette, in both themes side by side."""
    entries: list[tuple[str, str, dict[str, Any]]] = [
        (shape, words, style) for (shape, words), (_, style, _) in legends().items()
    ]
    entries += [
        ("circle", MEANS[name].replace(r"\*", "*"), {"fill": value, "stroke": palette.BOUND, "stroke-width": 0.5})
        for name, value in colors().items()
    ]
    high = _ROW * (len(entries) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * _HALF} {high}"'
        ' font-family="sans-serif" font-size="13">'
    ]
    for place, theme in enumerate(("light", "dark")):
        ground, ink = _hex(palette.GROUND, theme), _hex(palette.INK, theme)
        parts.append(f'<rect x="{place * _HALF}" width="{_HALF}" height="{high}" fill="{ground}"/>')
        for row, (shape, words, style) in enumerate(entries, 1):
            looks = " ".join(
                f'{name}="{_hex(value, theme) if str(value).startswith("var(") else value}"'
                for name, value in style.items()
            )
            x, y = place * _HALF + 24, _ROW * row
            parts.append(f'<path transform="translate({x},{y})" d="{_SAMPLES[shape]}" {looks}/>')
            parts.append(f'<text x="{x + 24}" y="{y + 4}" fill="{ink}">{escape(words)}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
    PICTURE.write_text(sheet(), encoding="utf-8")
