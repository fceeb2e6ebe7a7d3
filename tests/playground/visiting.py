"""Pages opened without a browser, and what they hand to the stage."""

import contextlib
import html
import importlib.metadata
import io
import json
import re
import zlib
from pathlib import Path
from time import process_time
from unittest.mock import patch

from streamlit.testing.v1 import AppTest

from playground.export.files import files
from playground.page.answer import answer, content, opened
from playground.pages import PAGES
from playground.text import number

APP = Path(__file__).parents[2] / "app.py"

NO_NUMBERS = (
    "inf",
    "-inf",
    "nan",
    "1e309",
    "9" * 309,
    "-1e400",
    "2.6",
    "1e9",
    "0x10",
    "1_0",
    "seven",
    "\ud800",
    "\x00",
)
HOSTILE = ("![](//host/p)", "[free prize](http://host/)", "[x", "x](//host/p)", "http://host.example",
           "www.host.example", "me@host.example", "$x^2$", ":red[x]", ":material/bolt:", "**b**", "<img src=//host/p>",
           "`a` b", "``", "`", "a\n\n# b", "| a |\n| - |", "\u202egnp.exe", "&lt;b&gt;", "\\")  # fmt: skip


def slowness():
    """How many times as long as usual the processor needs just now, by a sum that takes a good one 0.07 seconds."""
    begin, total = process_time(), 0
    for term in range(1_000_000):
        total += term
    return max(1.0, (process_time() - begin) / 0.07)


def seconds(work, *asked):
    """How long work keeps a processor busy; what keeps this one suspiciously long is counted at its present pace."""
    begin = process_time()
    work(*asked)
    spent = process_time() - begin
    return spent if spent < 1 else spent / slowness()


def setting(made, key):
    """The control with this key, as a page shows it."""
    line = made["settings"]
    every = [line["tabs"], *line["line"], *line["more"]]
    return next(each for each in every if each and each.get("key") == key)


def after(made, key, text, page="app.py"):
    """What a page shows once the visitor has set a control to this text of links."""
    link = {name: each for name, each in {**made["address"], key: text}.items() if each}
    return _shown(page, link, key)


def visit(page=None, /, **parameters):
    """Open a page cold by a link: the playground, or one of `pages`."""
    visited = AppTest.from_file(APP, default_timeout=60)
    for name, value in parameters.items():
        visited.query_params[name] = str(value)
    # For each new visitor the harness reads about every installed package whether it brings a component: none does,
    # and it takes five times as long as the page.
    with patch.object(importlib.metadata, "distributions", list):
        return (visited.switch_page(page) if page else visited).run()


def message(page):
    """What a page on which nothing failed says to the stage, or to what keeps the address."""
    assert not page.exception
    parts = {each.proto.component_name: each.proto for each in page.get("bidi_component")}
    part = parts.get("stage") or parts["address"]
    return json.loads(zlib.decompress(part.bytes) if part.bytes else part.json)


def payload(page):
    """What a browser shows of a page on which nothing failed: the scene of the address that it has by then."""
    said = message(page)
    if said["page"] == "lessons":
        return {"complaints": []}
    file = next(file for file, each in PAGES.items() if each.route == said["page"])
    return content_of(file, **said["link"]["address"])


def content_of(page=None, /, **link):
    """What a link shows on a page, as a browser reads it: the scene and what comes beside it."""
    return _shown(page or "app.py", _texts(link))


def _shown(page, link, changed=""):
    what = _as_read(content(opened(PAGES[page], link, changed)))
    return {**what.pop("scene"), **what}


def answered(page=None, /, **link):
    """The scene of a page's link, as the browser reads it."""
    return _as_read(answer(PAGES[page or "app.py"], _texts(link)))


def shared(page=None, /, **link):
    written = files(PAGES[page or "app.py"], _texts(link))
    return answered(page, **link), {file["name"]: file["text"] for file in written}


def _as_read(what):
    """What a browser reads of this, which JSON has to be able to hold."""
    return json.loads(json.dumps(what, allow_nan=False))


def _texts(link):
    return {key: str(value) for key, value in link.items()}


def printed(program):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(program, {})
    return said.getvalue()


def complaints(page):
    """What is said to be wrong with a page's link, a sentence each."""
    if not page.get("bidi_component"):
        return []
    return [re.sub("`+ ?", "", sentence) for sentence in payload(page)["complaints"]]


def unmarked(document):
    """A document's text as it was before its symbols were marked for browsers that translate a page."""
    return html.unescape(re.sub("</?bdi[^>]*>", "", document).replace(' translate="no"', ""))


def prose(markdown):
    """What is left of a text without its spans of code, which begin and end with rows of backticks of one length."""
    kept, rest = "", markdown
    while row := re.search("`+", rest):
        closing = next(match for match in re.finditer("`+", rest[row.end() :]) if len(match[0]) == len(row[0]))
        kept += rest[: row.start()]
        rest = rest[row.end() + closing.end() :]
    return kept + rest


def filled(text, columns, step):
    """A sentence at a step, with the columns filled in as the stage does."""

    def value(match):
        found = columns[match[2]][step - (match[1] == "-")]
        if match[1] == "+":
            return f"{'−' if found < 0 else '+'} {number(abs(found))}"
        return number(found) if isinstance(found, (int, float)) else str(found)

    words = re.sub(r"\{([-+]?)(\w+)\}", value, text["templates"][text["which"][step]])
    return words.replace("\N{NO-BREAK SPACE}", " ")


def told(made, step):
    """The sentence at a step as it is said."""
    return " ".join(filled(made["texts"]["sentence"], made["columns"], step).split())


def parts_of(scene, place):
    """The parts of a figure by their names, also those on lines or at their ends; one without a name by its kind."""
    parts = scene["panels"][place]["figure"]["parts"]
    named = {part.get("name", part["kind"]): part for part in parts}
    lines = [part for part in parts if part["kind"] == "lines"]
    for mark in scene["marks"]:
        if mark["panel"] == place and mark.get("name"):
            color = mark["style"]["stroke" if mark["kind"] == "curve" else "fill"]
            spot, begin = tuple(scene["columns"][column][0] for column in mark["columns"]), -(mark["kind"] == "curve")
            named[mark["name"]] = next(
                line for line in lines
                if line["color"] == color and spot in [*zip(line["x"], line["y"], strict=True)][begin:]
            )  # fmt: skip
    return named
