"""A page as a value: its words, its controls, and the function from its settings to a scene."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from playground.address import settings as reading
from playground.address.address import Board
from playground.address.parameters import Parameter
from playground.address.settings import Control, Item, Settings, Value, written
from playground.lessons import LESSONS, Lesson
from playground.page import controls
from playground.page.mine import Printout
from playground.stage.payload import Explained, File, Point, Scene
from playground.text import APP


class PageResult(NamedTuple):
    """A page's scene, and a function that writes its files for download."""

    scene: Scene
    files: Callable[[], Sequence[File]] = tuple


@dataclass(frozen=True)
class Page:
    """A page of the app.

    Parameters
    ----------
    title
        The name of the page.
    file
        The file that Streamlit runs for the page, as a path from the repository's root.
    words
        The line above the stage, in Markdown.
    tabs
        A choice above the stage.
    few, more
        The controls that are always in sight, and those behind *More*. A control comes after those on which it depends.
    looks
        The parameters of the controls that change only how a run is shown, not the run.
    answer
        The function from settings and board to the page's result; None for a page without a stage.
    points
        The function from settings and board to the points in the plane that the learner sees: x, y and class.
    most_updates
        The cap of the learner's run, on the page, in rooms and for exercises.
    explain
        The function that says which program printed given rows; None for a page that checks no programs.
    slow
        Whether a scene takes long; then the worker computes it in rounds, and the page has no first document.
    """

    title: str
    file: str
    words: str
    tabs: Control | None = None
    few: Sequence[Item] = ()
    more: Sequence[Item] = ()
    looks: Sequence[Parameter] = ()
    answer: Callable[[Settings, Board], PageResult] | None = None
    points: Callable[[Settings, Board], list[Point]] = controls.points
    most_updates: int = controls.MOST_UPDATES
    explain: Callable[[Settings, Board, Printout, Callable[[], bool]], Explained] | None = None
    slow: bool = False

    @functools.cached_property
    def controls(self) -> Mapping[str, Control]:
        """All controls of the page by their keys."""
        above = [self.tabs] if self.tabs else []
        every = reading.controls([*above, *self.few, *self.more])
        return {control.parameter.key: control for control in every}

    @property
    def label(self) -> str:
        """The page's name in the menu; the first page has the name of the app."""
        return APP.capitalize() if self.file == "app.py" else self.title

    @property
    def route(self) -> str:
        """The page's name in paths of scenes and of its light page, such as "race"; the first page has "playground"."""
        return "playground" if self.file == "app.py" else Path(self.file).stem

    def lesson(self, texts: Mapping[str, str]) -> Lesson | None:
        """Return this page's lesson that an address names as its `lesson`; None if it names none, or another page's."""
        named = LESSONS.get(texts.get("lesson", ""))
        return named if named and named.page == self.file else None

    def settings(self, texts: Mapping[str, str]) -> Settings:
        """Read the values of the page's controls from the texts of an address, by the controls' keys.

        A missing text gives the control's default. A text that cannot be used gives the nearest allowed value, or the
        default, and a complaint. A control that is not shown with these settings has its default, whatever its text.
        Texts of other keys are ignored.
        """
        return reading.read(self.controls.values(), texts)

    def with_setting(self, texts: Mapping[str, str], key: str, value: Value) -> dict[str, str]:
        """Return the texts of an address with the control `key` set to `value`; the other texts stay.

        If `value` is the control's default, the text of `key` is left out, unless the lesson of the address sets this
        control: then it is written. Raise KeyError if the page has no such control.
        """
        others = {name: text for name, text in texts.items() if name != key}
        opened = self.lesson(texts)
        is_taught = opened is not None and key in opened.address  # the lesson's name alone would set it again
        is_default = value == self.settings(others).defaults[key]
        return others if is_default and not is_taught else others | {key: written(value)}

    def with_dependents(self, texts: Mapping[str, str], key: str) -> dict[str, str]:
        """Return the texts of an address after a visitor has set the control `key` and so changed other controls.

        `texts` has the new value of `key` already. The control's `sets` names the others, each with a function that
        gives its new value. A control that the page lacks is passed over. Raise KeyError if the page lacks `key`.
        """
        after = dict(texts)
        for parameter, value in self.controls[key].sets:
            if parameter.key in self.controls:
                after = self.with_setting(after, parameter.key, value(self.settings(after)))
        return after
