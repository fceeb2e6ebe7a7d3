"""Whatever fonts a machine has, the app draws every character with its own."""

import os
from pathlib import Path

import pytest

from tests.browser.browsing import ROOT, launch, ready
from tests.marks import slow

_FONTS = Path("/usr/share/fonts")
SETS = {"DejaVu": [_FONTS / "truetype" / "dejavu"], "usual": [_FONTS, _FONTS / "truetype" / "liberation"]}
_WRITE = """(words) => {
  const row = document.createElement("p");
  row.id = "row";
  row.textContent = words;
  document.querySelector(".stage").append(row);
}"""


@pytest.fixture(scope="module", params=["DejaVu", slow("usual")])
def fonts(request, playwright, tmp_path_factory):
    """A browser that finds only these fonts of the machine."""
    missing = [folder for folder in SETS[request.param] if not folder.is_dir()]
    if missing:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"no fonts in {missing}")
    folder = tmp_path_factory.mktemp("fonts")
    places = "".join(f"<dir>{place}</dir>" for place in SETS[request.param])
    rules = '<include ignore_missing="yes">/etc/fonts/conf.d</include>'
    settings = folder / "fonts.conf"
    settings.write_text(f'<?xml version="1.0"?><fontconfig>{places}{rules}<cachedir>{folder}</cachedir></fontconfig>')
    browser = launch(playwright, env=os.environ | {"FONTCONFIG_FILE": str(settings)})
    yield browser
    browser.close()


def test_every_character_of_the_app_is_drawn_by_a_font_that_it_brings(server, fonts):
    files = [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "playground").rglob("*.*")]
    kinds = {".py", ".js", ".html", ".css", ".md"}
    characters = {
        sign
        for file in files
        if file.suffix in kinds and "node_modules" not in file.parts
        for sign in file.read_text(encoding="utf-8")
    }
    rare = "".join(sorted(sign for sign in characters if ord(sign) > 126))
    assert len(rare) > 60
    context = fonts.new_context()
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
