"""A page changed by hand shows what a new visitor sees at its address.

On every page each control is changed in turn, the changes piling up, and after each the whole screen (words, controls,
shapes, points, curves) is compared with that of a new visitor to the same address, after every third control.
"""

import pytest

from tests.browser.browsing import Playground, wait_for
from tests.pages import ADDRESSES, BOARDS

PAGES = {
    **{name: ADDRESSES[name] + "?step=3" for name in BOARDS},
    "Dimensions": "/dimensions?step=3",
    "Experiments": "/experiments?repeats=1",
    "Digits": "/digits?step=3",
    "Adversary": "/adversary",
}
NUMBERS = ("n", "R", "gamma")
WRITTEN = {"margin": "1/3", "start": "1, -1", "from": "1, -1", "sequence": "0, 1"}
"""The texts to write into fields that take more than a number."""

# Shapes are compared to a tenth of a pixel, numbers to six digits; what is hidden need not be the same.
_SCREEN = """() => {
  const all = (selector, take, root = document) => Array.from(root.querySelectorAll(selector), take);
  const words = (node) => node.textContent.replace(/\\s+/g, " ").trim();
  const tenth = (number) => String(Math.round(10 * number) / 10 || 0);
  const rounded = (text) => text?.replace(/-?\\d+\\.\\d+(e-?\\d+)?/g, tenth);
  const plain = (value) => value === undefined ? null
    : JSON.parse(JSON.stringify(value, (_, part) => ArrayBuffer.isView(part) ? Array.from(part)
      : typeof part === "number" ? Number(part.toPrecision(6)) : part));
  const shape = (node) => node.style.display === "none" ? null
    : [node.tagName, node.textContent, ...["d", "points", "cx", "cy", "r", "x", "y", "transform", "fill", "stroke"]
      .map((name) => rounded(node.getAttribute(name)) ?? null)];
  const space = ({ data, layout: { scene } }) => ({
    axes: ["xaxis", "yaxis", "zaxis"].map((name) => plain([scene[name].title.text, scene[name].range])),
    traces: data.map(({ type, mode, name, visible, x, y, z, i, j, k, line, marker, colorscale }) =>
      plain({ type, mode, name, visible, x, y, z, i, j, k, line, marker, colorscale })),
  });
  return {
    said: all(".stage-facts, .stage-verdict, .stage-sentence, .stage-position, .stage-choices", words),
    complaints: all(".stage-complaints", words),
    step: document.querySelector(".stage")?.dataset.at ?? null,
    tools: document.querySelector(".stage-tools")?.hidden ?? null,
    panels: all(".stage-panel", (panel) => ({
      panel: ["data-area", "role", "aria-label", "tabindex", "class"].map((name) => panel.getAttribute(name)),
      layers: all(":scope > svg", (layer) => Array.from(layer.children, shape), panel),
      lines: all("li", words, panel),
    })),
    figures: all(".stage-panel", (panel) => {
      const plot = panel.querySelector(".js-plotly-plot");
      return plot ? space(plot) : plain(panel.querySelector(".stage-axes").figure);
    }),
    page: all("[data-testid=stMain] :is(.headline, .ways :is(a, button))", words),
    controls: all("[data-control] :is(input, select, [role=switch])", (field) =>
      [field.closest("[data-control]").dataset.control, field.ariaChecked ?? field.ariaValueText ?? field.value,
       field.checked ?? null, field.disabled]),
    remarks: all(".stage-remarks", words),
  };
}"""


def screen(page):
    return page.evaluate(_SCREEN)


def change(stage, key):
    """Change a control to another of its values."""
    field = stage.control(key)
    kind = stage.page.get_attribute(f'[data-control="{key}"]', "data-kind")
    if kind == "switch":
        field.click()
    elif kind == "choice" and field.get_attribute("type") == "radio":
        stage.page.locator(f'[data-control="{key}"] label').last.click()
    elif kind == "choice":
        field.select_option(index=field.locator("option").count() - 1)
    elif kind == "slider":
        field.press("ArrowRight")
    elif kind == "number":
        field.press("ArrowUp")
    else:
        field.fill(WRITTEN[key])
        field.press("Enter")


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("way", ["route", "page"])
def test_every_control_changed_by_hand_shows_what_the_resulting_link_shows(window, server, name, way):
    hand, cold = window(**{"unserved": True} if way == "page" else {}), window()
    stage = Playground(hand)
    opened(hand, server + PAGES[name])
    if name == "Adversary":
        stage.choose(0)
        stage.choose(1)
        stage.settle()
    if stage.more.count():
        stage.more.click()
    changed = []
    controls = changeable(hand)
    for count, key in enumerate(controls, 1):
        if stage.control(key).count() and stage.control(key).is_enabled():
            before = hand.url
            change(stage, key)
            stage.until(lambda before=before: hand.url != before, 20)
            stage.settle()  # the change may disable others
            changed.append(key)
        if count == len(controls) or (count % 3 == 0 and key not in NUMBERS):
            agree(stage, cold, f"{name} after {', '.join(changed)}")
    assert changed


def changeable(page):
    """Return the keys of the controls in their order, the source last: another source disables others."""
    keys = page.eval_on_selector_all("[data-control]", "(all) => all.map((one) => one.dataset.control)")
    return sorted(keys, key=lambda key: key == "data")


def agree(stage, cold, when):
    """Wait until the screen is that of its address, which may still change as the server answers."""
    for _ in range(3):
        stage.until(lambda: stage.page.locator("[data-test-script-state=notRunning]").count(), 20)
        address = stage.page.url
        opened(cold, address)
        # A control's remark stands beside it or, while the rest is closed, above the board.
        if stage.more.count() and Playground(cold).more.get_attribute("aria-expanded") == "false":
            Playground(cold).more.click()
        stage.until(lambda address=address: stage.page.url != address or screen(stage.page) == screen(cold), 20)
        if stage.page.url == address:
            break
    assert screen(stage.page) == screen(cold), when


def opened(page, address):
    page.goto(address)
    wait_for(page, seconds=60)
