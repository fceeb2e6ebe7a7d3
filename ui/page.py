"""A page as a value, and its scene as a function of an address alone."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from ui import controls
from ui import settings as reading
from ui.controls import ORDER, OUTCOME, RATE, START, TIE
from ui.exercise import apply
from ui.lessons import boards
from ui.settings import Control, Item, Settings, Value, written
from ui.solved import is_solved
from ui.stage.check import check_scene
from ui.stage.scene import Content, File, Point, Scene, by_plotly
from ui.state import KNOWN, Board, State, hand, known_lesson, lesson, read, within
from ui.state import written as written_state
from ui.worksheet import Sheet, sheet, worksheet


class Answer(NamedTuple):
    """What a page shows, and the files that come with it, written when somebody asks."""

    scene: Scene
    files: Callable[[], Sequence[File]] = tuple


class Opened(NamedTuple):
    """What an address opens on a page.

    Parameters
    ----------
    scene
        What it shows.
    step
        At which step.
    state
        What it says, without what could not be used.
    complaints
        What that was, in a sentence each.
    """

    scene: Scene
    step: int
    state: State
    complaints: Sequence[str]


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
    """

    title: str
    file: str
    words: str
    tabs: Control | None = None
    few: Sequence[Item] = ()
    more: Sequence[Item] = ()
    answer: Callable[[Settings, Board], Answer] | None = None
    points: Callable[[Settings, Board], list[Point]] = controls.points
    most_updates: int = controls.MOST_UPDATES

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

    def having(self, texts: Mapping[str, str], key: str, value: Value) -> dict[str, str]:
        """Return the texts with a control set to a value; what it is by itself needs no place among them.

        What a lesson sets has one, for its name alone would set it again.
        """
        others = {name: text for name, text in texts.items() if name != key}
        opened = lesson(texts, self.file)
        taught = opened is not None and key in opened.address
        return others if value == self.settings(others).defaults[key] and not taught else others | {key: written(value)}

    def following(self, texts: Mapping[str, str], key: str) -> dict[str, str]:
        """Return the texts with what else is set where the visitor has chosen the value that a control has."""
        after = dict(texts)
        for parameter, value in self.controls[key].sets:
            if parameter.key in self.controls:
                after = self.having(after, parameter.key, value(self.settings(after)))
        return after


def with_words(page: Page, settings: Settings, state: State, answer: Answer) -> Answer:
    """Add to what a page shows the words of its lesson or exercise, and leave out the question that is answered."""
    scene, files = answer
    if settings.values.get(OUTCOME.key) and "outcome" not in state.exercise.hide:
        scene.pop("question", None)
        scene.pop("untold", None)
    if (opened := lesson(state.settings, page.file)) and not state.exercise.ask:
        part = boards.part_of(opened, page, settings, state)
        home, astray = (judge(opened, page, settings, state) for judge in (boards.at_home, boards.is_astray))
        scene["guide"] = opened.guide(part, boards.unset(opened, page, settings), home=home, astray=astray)
        if part is not None and not settings.values.get(OUTCOME.key):
            scene.pop("untold", None)
            boards.ask(opened, part, scene)
    wanted = state.exercise.task.solved if state.exercise.task else ()
    apply(state.exercise, scene, solved=bool(wanted) and is_solved(wanted, page, settings, state.board))
    return Answer(scene, files)


def answer(page: Page, address: Mapping[str, str]) -> Scene:
    """Return the scene that an address shows on a page: it needs no server and no session.

    >>> from ui.pages import PAGES
    >>> answer(PAGES["app.py"], {"data": "AND", "bias": "true"})["last"]
    18

    Raises
    ------
    ValueError
        If the page has no stage, or nothing can be shown with these settings.
    """
    return _answered(page, read(address)).scene


def files(page: Page, address: Mapping[str, str]) -> Sequence[File]:
    """Return the program, its notebook and the tables of what an address shows on a page, and a lesson's worksheet.

    >>> from ui.pages import PAGES
    >>> [file["name"] for file in files(PAGES["app.py"], {"data": "AND"})]
    ['perceptron-run.csv', 'perceptron-run.py', 'perceptron-run.ipynb']

    Raises
    ------
    ValueError
        As `answer` does.
    """
    state = read(address)
    own = _answered(page, state).files()
    taught = lesson(state.settings, page.file)
    return own if taught is None or state.exercise.ask else [*own, worksheet(taught, on_paper(page, taught.link))]


def on_paper(page: Page, address: Mapping[str, str]) -> Sheet:
    """Return what paper can have of what an address shows on a page.

    Raises
    ------
    ValueError
        As `answer` does.
    """
    said = read(address)
    settings = page.settings(said.settings)
    scene = _answered(page, said).scene
    learner = controls.learner(settings) if {START.key, TIE.key} <= page.controls.keys() else None
    data = learner.sees(page.points(settings, said.board)) if learner else None
    own = [page.controls[each.key].parameter for each in (ORDER, RATE, TIE) if each.key in page.controls]
    rules = [f"{each.name}: {settings[each]}." for each in own if settings[each] != settings.defaults[each.key]]
    by_chance = learner is not None and learner.order in ("shuffled", "random")
    return sheet(scene, learner.run(data) if learner and data else None, " ".join(rules), by_chance=by_chance)


def opened(page: Page, address: Mapping[str, str]) -> Opened:
    """Return all that an address opens on a page, as a visitor finds it who comes by this link.

    >>> from ui.pages import PAGES
    >>> what = opened(PAGES["app.py"], {"data": "AND", "bias": "perhaps", "step": "99"})
    >>> what.step == what.scene["last"], dict(what.state.settings)
    (True, {'data': 'AND'})
    >>> what.complaints[0]
    "The link's bias is `perhaps`, which is not known; “false” is used."

    Raises
    ------
    ValueError
        As `answer` does.
    """
    said = read(address)
    scene = _answered(page, said).scene
    texts, strange = known_lesson(said.settings, page.file)
    settings = page.settings(texts)
    for key in settings.complaints:
        texts = page.having(texts, key, settings.values[key])
    step, late = within(said.step or 0, scene["last"])
    complaints = [*said.complaints, *strange, *settings.complaints.values(), *late]
    return Opened(scene, step, replace(said, settings=texts), complaints)


def content(what: Opened) -> Content:
    """Return what a browser needs to show what an address opens, and to write what the hand makes of that.

    Raises
    ------
    ValueError, TypeError
        As `ui.stage.check.check_scene` does.
    """
    check_scene(what.scene)
    return {
        "scene": what.scene,
        "plotly": by_plotly(what.scene),
        "step": what.step,
        "address": written_state(what.state),
        "hand": hand(what.scene),
        "known": dict(KNOWN),
        "turned": START.key,
        "complaints": [*what.complaints],
    }


def _answered(page: Page, state: State) -> Answer:
    if page.answer is None:
        raise ValueError(f"a page with a stage is needed, got {page.title}")
    settings = page.settings(state.settings)
    return with_words(page, settings, state, page.answer(settings, state.board))
