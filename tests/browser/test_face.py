"""The app, its light page, a room's wall and phones, and a worksheet have one face: font, colours, buttons."""

import urllib.parse

import pytest

from playground.address.lists import ListItem, encode
from tests.browser.browsing import DRAWN, PHONE, wait_for
from tests.marks import slow

COLORS = [
    f"--st-{name}-color" for name in ("primary", "text", "background", "border", "red", "green", "violet", "gray")
]
LISTED = urllib.parse.urlencode({"list": encode([ListItem("", {"data": "AND"}, "Why?")])})

_LOOKS = """([words, names]) => {
  const node = document.querySelector(words);
  const look = getComputedStyle(node);
  const colors = names.map((name) => look.getPropertyValue(name).trim().toLowerCase());
  return { font: look.fontFamily.split(",")[0], colors };
}"""
_BUTTON = """(button) => {
  const { backgroundColor, color, fontWeight, borderTopLeftRadius } = getComputedStyle(document.querySelector(button));
  return [backgroundColor, color, fontWeight, borderTopLeftRadius];
}"""


def drawn_by(page, selector):
    """Whether each font that draws an element's words is one that the page brings."""
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    session.detach()
    return bool(fonts) and all(font["isCustomFont"] for font in fonts)


@pytest.fixture
def places(window, server):
    """Pages by their names, each with a selector of its words, and of a main button if it has one."""

    def opened(scheme):
        page = window(color_scheme=scheme)
        made = page.request.post(
            f"{server}/room",
            form={"page": "playground", "query": "data=AND"},
            headers={"origin": server},
            max_redirects=0,
        ).json()
        room = f"{server}/room/{made['code']}"
        ways = {
            "app": (f"{server}/", ".stage-sentence", ".stage-step", DRAWN),
            "light page": (f"{server}/light/playground", ".stage-sentence", ".stage-step", f".has-font {DRAWN}"),
            "wall": (f"{room}/wall#{made['key']}", "h1.question", ".main", ".counts:not(:empty)"),
            "phone": (room, "h1.question", None, "h1.question"),
            "page for codes": (f"{server}/room", "h1", ".main", "h1"),
            "worksheet": (f"{server}/worksheet/?{LISTED}", "h2", None, "h2"),
        }
        for name, (address, words, button, comes) in ways.items():
            yield name, window(color_scheme=scheme, **(PHONE if name == "phone" else {})), address, words, button, comes

    return opened


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_font_colours_and_buttons_are_the_same_everywhere(places, scheme):
    looks, buttons = {}, {}
    for name, page, address, words, button, comes in places(scheme):
        page.goto(address)
        wait_for(page, comes)
        page.evaluate("document.fonts.ready")
        look = page.evaluate(_LOOKS, [words, COLORS])
        looks[name] = look["font"] if name == "worksheet" else (look["font"], *look["colors"])
        assert drawn_by(page, words), name
        if button:
            buttons[name] = page.evaluate(_BUTTON, button)
    paper = looks.pop("worksheet")  # which is black and white
    assert len({*looks.values()}) == 1, looks
    assert paper == looks["app"][0]
    assert len({*map(tuple, buttons.values())}) == 1, buttons


@pytest.mark.parametrize("size", [slow((1024, 768)), (1920, 1080)])
def test_ticks_grow_with_the_window(visit_light, size):
    width, height = size
    stage = visit_light("/", viewport={"width": width, "height": height})
    sizes = stage.page.eval_on_selector_all(
        ".stage-panel:not([hidden]) .stage-axes text:not(.stage-noted)",
        "(texts) => texts.map((text) => parseFloat(getComputedStyle(text).fontSize))",
    )
    assert len({*sizes}) == 1
    assert 12 <= sizes[0] <= 13 if height < 800 else 14 <= sizes[0] <= 18
    for panel in stage.page.locator(".stage-panel:not([hidden])").all():
        box = panel.bounding_box()
        for text in panel.locator(".stage-axes text").all():
            name = text.bounding_box()
            assert box["x"] - 1 <= name["x"] <= name["x"] + name["width"] <= box["x"] + box["width"] + 1
            assert name["y"] + name["height"] <= box["y"] + box["height"] + 2
