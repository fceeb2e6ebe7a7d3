"""Whichever fonts a machine has, none, DejaVu's or a usual set, the app brings its own and looks the same."""

import os
from pathlib import Path

import pytest

from tests.browser.browsing import PHONE, ROOT, Playground, launch, ready, telling, wait_for
from tests.browser.test_present import WALL, unread
from tests.marks import slow

_FONTS = Path("/usr/share/fonts")
SETS = {"none": [], "DejaVu": [_FONTS / "truetype" / "dejavu"], "usual": [_FONTS, _FONTS / "truetype" / "liberation"]}
# Where the formulas are longest.
LONG = ["/proof?step=3&version=any+start&rate=0.5", "/proof?step=3&version=biased&bias=true&c=2"]

# What is wider than its room, each with its words.
_WIDER = """() => [...document.querySelectorAll(".stage-sheet :is(li, div), [data-testid=stMain]")]
  .filter((node) => node.scrollWidth > node.clientWidth)
  .map((node) => [node.className, node.textContent.slice(0, 40)])"""
_WIDTHS = "(maths) => maths.map((math) => math.getBoundingClientRect().width)"
_WRITE = """(words) => {
  const row = document.createElement("p");
  row.id = "row";
  row.textContent = words;
  document.querySelector(".stage").append(row);
}"""


@pytest.fixture(scope="module", params=["DejaVu", slow("none"), slow("usual")])
def fonts(request, playwright, tmp_path_factory):
    """The name of a set of fonts, and a browser that finds no others."""
    missing = [folder for folder in SETS[request.param] if not folder.is_dir()]
    if missing:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"no fonts in {missing}")
    folder = tmp_path_factory.mktemp("fonts")
    places = "".join(f"<dir>{place}</dir>" for place in SETS[request.param])
    rules = '<include ignore_missing="yes">/etc/fonts/conf.d</include>'
    settings = folder / "fonts.conf"
    settings.write_text(f'<?xml version="1.0"?><fontconfig>{places}{rules}<cachedir>{folder}</cachedir></fontconfig>')
    browser = launch(playwright, env=os.environ | {"FONTCONFIG_FILE": str(settings)})
    yield request.param, browser
    browser.close()


@pytest.fixture(scope="module")
def own(browser, server):
    """How wide the long formulas are with the fonts of this machine."""
    context = browser.new_context(**PHONE)
    stage = Playground(context.new_page())
    widths = []
    for link in LONG:
        ready(stage.page, telling(server + link))
        stage.settle()
        widths.append(stage.page.eval_on_selector_all(".stage-sheet math", _WIDTHS))
    context.close()
    return widths


def arrive(name, page, server, link):
    """Open a link; without any font Chromium can show no field for text before a page's own has come."""
    if name != "none":
        ready(page, server + link)
        return
    page.goto(f"{server}/lessons")
    page.wait_for_selector(".st-key-lessons a")
    page.evaluate("(link) => { history.pushState({}, '', link); dispatchEvent(new PopStateEvent('popstate')); }", link)
    wait_for(page)


@pytest.mark.slow
@pytest.mark.parametrize("brought", [True, False], ids=["brought", "refused"])
def test_formulas_fit_a_phone_and_can_be_read_from_the_last_row(server, fonts, brought, own):
    """A browser may refuse a page's fonts; with those that are brought the formulas are as wide everywhere."""
    name, browser = fonts
    if name == "none" and not brought:
        pytest.skip("Chromium cannot show a page without any font.")
    for screen, links in ((PHONE, LONG), ({"viewport": WALL}, ["/proof?present=true"])):
        context = browser.new_context(**screen)
        if not brought:
            context.route("**/*.woff2", lambda route: route.abort())
        stage = Playground(context.new_page())
        for link, widths in zip(links, own, strict=False):
            arrive(name, stage.page, server, telling(link))
            stage.settle()
            assert stage.page.evaluate(_WIDER) == []
            # Without any font Chromium refuses now one of a page's, now another.
            if brought and screen == PHONE and name != "none":
                assert stage.page.eval_on_selector_all(".stage-sheet math", _WIDTHS) == pytest.approx(widths, abs=0.1)
        if screen != PHONE:
            assert unread(stage) == []
        context.close()


def test_every_character_of_the_app_is_drawn_by_a_font_that_it_brings(server, fonts):
    name, browser = fonts
    if name == "none":
        pytest.skip("Without any font Chromium refuses now one of a page's, now another.")
    files = [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "playground").rglob("*")]
    kinds = {".py", ".js", ".html", ".css", ".md"}
    characters = {sign for file in files if file.suffix in kinds for sign in file.read_text(encoding="utf-8")}
    rare = "".join(sorted(sign for sign in characters if ord(sign) > 126))
    assert len(rare) > 60
    context = browser.new_context()
    page = ready(context.new_page(), server + "/proof")
    page.evaluate(_WRITE, rare)
    page.evaluate("document.fonts.ready")
    session = context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    for place in ("#row", ".stage-sheet msup mi", ".stage-sheet mo"):
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": place})["nodeId"]
        used = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert used
        assert [font["familyName"] for font in used if not font["isCustomFont"]] == []
    context.close()
