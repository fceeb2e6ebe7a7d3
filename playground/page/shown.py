"""The controls of a page as the stage draws them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from playground.address.exercise import Exercise
from playground.address.parameters import Choice, Number, TextField
from playground.address.settings import Button, Control, Item, Settings, written
from playground.page.controls import OUTCOME
from playground.page.page import Page
from playground.stage.payload import Setting, SettingsItem, SettingsLine

_QUOTED = re.compile(r"(`+) ?(.*?) ?\1")
"""A text of a visitor or a link, quoted as code in Markdown."""


def shown(page: Page, settings: Settings, exercise: Exercise) -> SettingsLine | None:
    """Return the controls of a page with their values, as the stage draws them; None if the exercise hides them all.

    The result's `tabs` is the control above the others, or None. Its `line` has the controls that are always in sight,
    and `more` has those behind a button. In each control `applies` says whether it can be set now. Controls that these
    settings do not show are left out. So is the switch that shows a run's outcome before its end, if the exercise hides
    the outcome.

    >>> from playground.pages import PAGES
    >>> page = PAGES["pages/halving.py"]
    >>> line = shown(page, page.settings({"data": "AND"}), Exercise())["line"]
    >>> [(each["key"], each["value"], each["applies"]) for each in line if "key" in each][:2]
    [('data', 'AND', True), ('n', '25', False)]
    """
    if "controls" in exercise.hide:
        return None
    hidden = {OUTCOME.key} if "outcome" in exercise.hide else set()
    return {
        "tabs": _setting(page.tabs, settings) if page.tabs else None,
        "line": [*_items(page.few, settings, hidden)],
        "more": [*_items(page.more, settings, hidden)],
    }


def _items(items: Iterable[Item], settings: Settings, hidden: set[str]) -> Iterator[SettingsItem]:
    for item in items:
        if isinstance(item, str):
            yield {"heading": item}
        elif isinstance(item, Button):
            if item.present(settings):
                yield {"name": item.name, "opens": item.opens}
        elif item.parameter.key not in hidden and item.present(settings):
            yield _setting(item, settings)


def _setting(control: Control, settings: Settings) -> Setting:
    parameter = control.parameter
    key = parameter.key
    setting: Setting = {
        "key": key,
        "name": parameter.name,
        "kind": "switch",
        "value": written(settings.values[key]),
        "default": written(settings.defaults[key]),
        "applies": control.used(settings),
        "help": parameter.help or "",
        "note": _QUOTED.sub(r"“\2”", control.note(settings)),
    }
    if isinstance(parameter, Number):
        setting |= {"kind": "number", "range": (parameter.low, parameter.high, parameter.step)}
    elif isinstance(parameter, Choice):
        options = sorted(parameter.options, key=float) if control.slider else parameter.options
        setting |= {"kind": "slider" if control.slider else "choice", "options": options}
    elif isinstance(parameter, TextField):
        setting |= {"kind": "text", "longest": parameter.longest}
    return setting
