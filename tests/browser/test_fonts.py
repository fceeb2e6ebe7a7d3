"""Whatever fonts a machine has, the app draws every character with its own."""

import os
from pathlib import Path

import pytest

from tests.browser.browsing import PHONE, ROOT, Playground, launch, ready, telling
from tests.marks import slow

_FONTS = Path("/usr/share/fonts")
SETS = {"none": [], "DejaVu": [_FONTS / "truetype" / "dejavu"], "usual": [_FONTS, _FONTS / "truetype" / "liberation"]}
# Where the formulas are longest.
LONG = ["/proof?step=3&version=any+start&rate=0.5", "/proof?step=3&version=biased&bias=true&c=2"]

_WIDTHS = "(maths) => maths.map((math) => math.getBoundingClientRect().width)"
_WRITE = """(words) => {
  const row = document.createElement("p");
  row.id = "row";
  row.textContent = words;
  document.querySelector(".stage").append(row);
}"""


@pytest.fixture(scope="module", params=["DejaVu", slow("none"), slow("usual")])
def fonts(request, playwright, tmp_path_factory):
    """A set of fonts by its name, and a browser that finds only these."""
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
