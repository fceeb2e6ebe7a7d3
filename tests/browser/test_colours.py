"""Visitors who see fewer colours can tell lines and areas apart, in both themes."""

import functools
import io
import re
import tomllib

import numpy as np
import pytest
from PIL import Image

from playground.export import site
from playground.pages.kernels import scene as kernels
from tests.browser.browsing import DESKTOP, ROOT
from tests.browser.test_site import LINKS, standing
from tests.marks import slow, slow_but

# As Machado, Oliveira and Fernandes (2009) fit them, for linear red, green and blue; grey is what a luminance leaves.
SIGHTS = [
    np.eye(3),
    np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    np.tile([0.2126, 0.7152, 0.0722], (3, 1)),
]
THEMES = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
LINE, AREA = 3, 1.25
"""The least contrast of a line with its ground, and of two areas."""

# What is drawn on the panels in sight, each shape with its colours, and places of the screen that it goes through. The
# shapes but for areas, and lines in the colour of the page around others, are hidden, so that their grounds are seen.
# The shades of pictures of cells and of their scale, which signs tell apart, are left out.
_DRAWN = """() => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map([["none", [0, 0, 0, 0]]]);
  const read = (color) => {
    if (!known.has(color)) {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = color;
      paint.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data;
      known.set(color, [r, g, b, a / 255]);
    }
    return known.get(color);
  };
  const [red, green, blue] = read(getComputedStyle(document.body).backgroundColor);
  const isPaper = ([r, g, b, a]) => !a || (r === red && g === green && b === blue);
  const shapes = [...document.querySelectorAll(".stage-panel:not([hidden]) :is(path, circle, polyline, rect, text)")];
  const isGrid = (node) => /^rgba\\(128, 128, 128/.test(getComputedStyle(node).stroke)
    || node.matches(".gridlayer *, .zerolinelayer *, .xlines-above, .ylines-above, [stroke='var(--st-border-color)']");
  const left = "button *, defs *, .stage-field *, .bg, .contourfill *, [data-kind=pixels] *,"
    + ".stage-panel:has([data-kind=pixels]) .stage-axes > svg > path";
  const drawn = shapes.filter((node) => !node.matches(left)
    && node.checkVisibility({ visibilityProperty: true }));
  const found = drawn.filter((node) => !isGrid(node)).map((node) => {
    const panel = node.closest(".stage-panel");
    const [box, room, look] = [node.getBoundingClientRect(), panel.getBoundingClientRect(), getComputedStyle(node)];
    let opacity = 1;
    for (let each = node; each !== panel; each = each.parentElement) opacity *= getComputedStyle(each).opacity;
    const [fill, stroke] = ["fill", "stroke"].map((name) => {
      const [r, g, b, a] = read(look[name]);
      return [r, g, b, a * opacity * look[`${name}Opacity`] * (name === "fill" || parseFloat(look.strokeWidth) > 0)];
    });
    const isText = node.nodeName === "text";
    const { kind = "" } = node.dataset;
    const isSign = node.matches(".stage-head *, [data-point], [data-points]");
    const isArea = !isText && !isSign && fill[3] > 0 && !isPaper(fill)
      && (node.nodeName === "rect" || ["halfplane", "sector"].includes(kind) || Math.min(box.width, box.height) > 20);
    const places = [];
    if (isText)
      for (const x of [0.1, 0.5, 0.9]) places.push([box.left + x * box.width, box.top + box.height / 2]);
    else if (!isArea) {
      const [length, matrix] = [node.getTotalLength(), node.getScreenCTM()];
      for (let i = 0; length && i <= 24; i++) {
        const { x, y } = node.getPointAtLength((length * i) / 24).matrixTransform(matrix);
        places.push([x, y]);
      }
    }
    const isHidden = !isArea && ![fill, stroke].every(isPaper);
    const isWithin = ([x, y]) =>
      x > room.left + 1 && x < room.right - 1 && y > room.top + 1 && y < room.bottom - 1;
    return { node, panel: panel.dataset.area, kind: kind || node.nodeName, fill, stroke, isArea, isHidden,
      places: places.filter(isWithin) };
  });
  for (const node of drawn.filter(isGrid)) node.style.visibility = "hidden";
  for (const { node, isHidden } of found) if (isHidden) node.style.visibility = "hidden";
  const words = document.querySelectorAll(".stage-head, .stage-ask, .stage-count");
  for (const part of words) part.style.visibility = "hidden";
  return found.map(({ node, ...drawn }) => drawn);
}"""


def luminances(colors):
    """Return the luminance of RGB colours (0 to 255) for each kind of sight."""
    parts = np.asarray(colors, dtype=float) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.stack([np.clip(linear @ sight.T, 0, 1) @ [0.2126, 0.7152, 0.0722] for sight in SIGHTS])


def contrast(one, other):
    """Return the contrast of two colours for the sight that sees least of it."""
    pair = luminances(one), luminances(other)
    return ((np.maximum(*pair) + 0.05) / (np.minimum(*pair) + 0.05)).min(axis=0)


def over(color, ground):
    """Blend a colour with an opacity over its ground."""
    *parts, opacity = color
    return opacity * np.array(parts) + (1 - opacity) * np.asarray(ground)


def read(color):
    """Return red, green and blue of a colour such as #0072B2."""
    return [int(color[at : at + 2], 16) for at in (1, 3, 5)]


@functools.cache
def standing_out(fill, stroke, ground):
    """Return a shape's contrast with its ground or its own edge; None for an invisible shape."""
    ways = [contrast(over(color, ground), ground) for color in (fill, stroke) if color[3]]
    if fill[3] and stroke[3]:
        ways.append(contrast(over(fill, ground), over(stroke, ground)))
    return max(map(float, ways), default=None)


def faint_lines(drawn, picture):
    """Yield the shapes with too little contrast with their ground and with their edge."""
    high, wide, _ = picture.shape
    for shape in drawn:
        if not shape["isHidden"]:
            continue
        fill, stroke = tuple(shape["fill"]), tuple(shape["stroke"])
        inside = [(int(y), int(x)) for x, y in shape["places"] if 0 <= x < wide and 0 <= y < high]
        for ground in {tuple(picture[place].tolist()) for place in inside}:
            least = standing_out(fill, stroke, ground)
            if least is not None and least < LINE:
                yield round(least, 2), shape["panel"], shape["kind"], fill, stroke, ground


def alike_areas(drawn, paper):
    """Yield the areas of a panel that look alike, or like their ground."""
    for panel in {shape["panel"] for shape in drawn}:
        areas = [shape for shape in drawn if shape["panel"] == panel and shape["isArea"]]
        sides = {tuple(over(area["fill"], paper)) for area in areas if area["kind"] == "halfplane"}
        grounds = [*sides] or [tuple(paper)]
        others = {tuple(area["fill"]) for area in areas if area["kind"] != "halfplane"}
        kinds = [[side] for side in sides]
        kinds += [[over(color, ground) for ground in grounds] for color in others]
        kinds += [grounds] if others else []
        for place, kind in enumerate(kinds):
            for other in kinds[:place]:
                least = min(contrast(one, two) for one, two in zip(kind, other, strict=False))
                if least < AREA:
                    yield round(float(least), 2), panel, kind, other


# WCAG 1.4.1, 1.4.11
@pytest.mark.parametrize("theme", ["light", slow("dark")])
@pytest.mark.parametrize("name", slow_but(LINKS, "generated"))
def test_lines_and_areas_stand_out_to_any_sight(window, tmp_path, name, theme):
    file = tmp_path / "page.html"
    file.write_text(site.page_of_link(LINKS[name])[1], encoding="utf-8")
    with standing(window, file.as_uri(), viewport=DESKTOP, color_scheme=theme) as (stage, _):
        stage.settle()
        stage.press(*["ArrowRight"] * min(int(stage.page.get_attribute(".stage-scrub", "max")), 3))
        stage.settle()
        drawn = stage.page.evaluate(_DRAWN)
        picture = np.asarray(Image.open(io.BytesIO(stage.page.screenshot())).convert("RGB"))
    assert drawn
    assert sorted(faint_lines(drawn, picture), key=str) == []
    assert [*alike_areas(drawn, read(THEMES[theme]["backgroundColor"]))] == []


# WCAG 1.4.1
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_kernel_s_signs_are_told_apart_without_their_hues(theme):
    names = ("primary", "red", "orange", "blue", "gray")
    named = {f"var(--st-{name}-color)": read(THEMES[theme][f"{name}Color"]) for name in names}
    paper = read(THEMES[theme]["backgroundColor"])

    def shown(color):
        share = re.fullmatch(r"color-mix\(in srgb, (.*) (\d+)%, transparent\)", color)
        return over([*named[share[1]], int(share[2]) / 100], paper) if share else named[color]

    below, at, above = (shown(color) for _, color in kernels._HEAT)
    assert min(contrast(below, at), contrast(at, above), contrast(below, above)) >= AREA
    negative, positive = ([shown(color) for _, color in part] for part in (kernels._TINTS[:2], kernels._TINTS[2:]))
    assert min(contrast(one, other) for one in negative for other in positive) >= AREA
