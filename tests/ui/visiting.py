"""Pages opened without a browser, and what they hand to the stage."""

import json
import re
import zlib
from pathlib import Path

from streamlit.testing.v1 import AppTest

from ui.stage import stage

APP = Path(__file__).parents[2] / "app.py"


def visit(page=None, /, **parameters):
    """Open a page cold by a link: the playground, or one of `pages`."""
    visited = AppTest.from_file(APP, default_timeout=60)
    for name, value in parameters.items():
        visited.query_params[name] = str(value)
    return (visited.switch_page(page) if page else visited).run()


def payload(page):
    """The scene of a page on which nothing failed."""
    assert not page.exception
    return json.loads(zlib.decompress(_stage(page).bytes))


def _stage(page):
    (found,) = [part.proto for part in page.get("bidi_component") if part.proto.component_name == "stage"]
    return found


def complaint(page):
    """What a page on which nothing failed says was wrong with its link."""
    assert not page.exception
    (warning,) = page.warning
    return re.sub("`+ ?", "", warning.value)


def sent(monkeypatch, made):
    """What leaves for the browser when the stage is given a scene."""
    messages = []
    monkeypatch.setattr("ui.stage._component", lambda **given: messages.append(given["data"]))
    place = {"key": "stage", "session": "s", "version": 1, "step": 0, "address": {}, "code": None}
    reports = dict.fromkeys(("on_board", "on_rest", "on_resume", "on_share"), print)
    stage(made, **place, hand={"key": "points", "snap": 128, "signs": "", "also": {}}, **reports)
    (message,) = messages
    return message


def told(made, step):
    """The sentence of a step, with the columns filled in as the stage does."""
    text = made["texts"]["sentence"]
    template = text["templates"][text["which"][step]]
    words = re.sub(r"\{(\w+)\}", lambda match: str(made["columns"][match[1]][step]), template)
    return words.replace("\N{NO-BREAK SPACE}", " ")
