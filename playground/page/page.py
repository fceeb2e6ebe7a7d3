"""A page as a value, and its scene as a function of an address alone."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from playground.address import settings as reading
from playground.address.address import Board, lesson
from playground.address.settings import Control, Item, Settings, Value, written
from playground.page import controls
from playground.stage.payload import File, Point, Scene


class PageResult(NamedTuple):
    """What a page shows, and the files that come with it, written when somebody asks."""

    scene: Scene
    files: Callable[[], Sequence[File]] = tuple


@dataclass(frozen=True)
class Page:
    """A page: its words, its controls, and what it shows of the settings and of what the hand has made.

    Parameters
    ----------
    title
        Its name in the menu.
    file
        What Streamlit runs for it.
    words
        The line above the stage, in Markdown.
    tabs
        A choice that stands above the stage.
    few, more
        The sidebar's parts, and those behind *More*. What others depend on comes first.
    answer
        Computes and draws; None for a page without a stage.
    points
        What of the plane its learner sees: x, y and class; none where it sees something else.
    most_updates
        The cap of its learner's run, by which rooms and exercises judge it, too.
    slow
        Whether a scene takes long: then it is computed in rounds by the worker, and its page has no first document.
    """

    title: str
    file: str
    words: str
    tabs: Control | None = None
    few: Sequence[Item] = ()
    more: Sequence[Item] = ()
    answer: Callable[[Settings, Board], PageResult] | None = None
    points: Callable[[Settings, Board], list[Point]] = controls.points
    most_updates: int = controls.MOST_UPDATES
    slow: bool = False

    @functools.cached_property
    def controls(self) -> Mapping[str, Control]:
        """All its controls, by their keys."""
        above = [self.tabs] if self.tabs else []
        every = reading.controls([*above, *self.few, *self.more])
        return {control.parameter.key: control for control in every}

    @property
    def route(self) -> str:
        """What the routes of scenes and of light pages call it."""
        return "playground" if self.file == "app.py" else Path(self.file).stem

    def settings(self, texts: Mapping[str, str]) -> Settings:
        """Read what the controls are set to from the texts of an address."""
        return reading.read(self.controls.values(), texts)

    def with_setting(self, texts: Mapping[str, str], key: str, value: Value) -> dict[str, str]:
        """Return the texts with a control set to a value; what it is by itself needs no place among them.

        What a lesson sets has one, for its name alone would set it again.
        """
        others = {name: text for name, text in texts.items() if name != key}
        opened = lesson(texts, self.file)
        taught = opened is not None and key in opened.address
        return others if value == self.settings(others).defaults[key] and not taught else others | {key: written(value)}

    def with_dependents(self, texts: Mapping[str, str], key: str) -> dict[str, str]:
        """Return the texts with what else is set where the visitor has chosen the value that a control has."""
        after = dict(texts)
        for parameter, value in self.controls[key].sets:
            if parameter.key in self.controls:
                after = self.with_setting(after, parameter.key, value(self.settings(after)))
        return after
