"""The scene that an address shows on a page, without a server or a session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from playground.address.address import KNOWN, LAST, Address, hand, read
from playground.address.address import written as written_state
from playground.address.conditions import LIKE_THIS
from playground.address.settings import Settings
from playground.lessons import LESSONS
from playground.page.controls import START
from playground.page.guide import assigned, guided
from playground.page.mine import Printout, Tries
from playground.page.page import Page, PageResult
from playground.page.shown import shown
from playground.page.solved import is_solved
from playground.page.trials import judged
from playground.stage.check import check_scene
from playground.stage.payload import Content, Explained, Judged, Scene, SettingsLine, by_plotly
from playground.text import listed, quoted


class Opened(NamedTuple):
    """An address opened on a page.

    Parameters
    ----------
    scene, step
        The scene, and the step of it to show.
    settings
        The controls with their values, as the stage draws them; None if the visitor can set nothing.
    state
        The address, without the parts that could not be used.
    complaints
        A sentence for each part of the address that could not be used.
    """

    scene: Scene
    settings: SettingsLine | None
    step: int
    state: Address
    complaints: Sequence[str]


def answer(page: Page, address: Mapping[str, str]) -> Scene:
    """Return the scene that a page shows at an address, the texts of a link by their names.

    A text that cannot be used is replaced or left out without a word; `opened` complains.

    >>> from playground.pages import PAGES
    >>> answer(PAGES["app.py"], {"data": "AND", "bias": "true"})["last"]
    18

    Raises
    ------
    ValueError
        If the page has no stage (the part that shows scenes), or nothing can be shown with these settings.
    """
    return answered(page, read(address)).scene


def opened(page: Page, address: Mapping[str, str], changed: str = "") -> Opened:
    """Open an address, the texts of a link by their names, on a page: return its scene, step and controls.

    A text that cannot be used is replaced or left out; the result has a complaint about it and the repaired address. A
    step after the last one gives a complaint, too. Then the result's `step` is the last one, but its address keeps the
    link's.

    `changed` lists the keys of the controls that the visitor has just set in this address, with commas between them. If
    such a control sets others, as the points of AND switch the bias on, the scene and the repaired address have these
    settings, too.

    >>> from playground.pages import PAGES
    >>> what = opened(PAGES["app.py"], {"data": "AND", "bias": "perhaps", "step": "99"})
    >>> what.step == what.scene["last"], dict(what.state.settings)
    (True, {'data': 'AND'})
    >>> what.complaints[0]
    "The link's bias is `perhaps`, which is not known; “false” is used."
    >>> dict(opened(PAGES["app.py"], {"data": "AND"}, "data").state.settings)
    {'data': 'AND', 'bias': 'true'}

    Raises
    ------
    ValueError
        If the page has no stage (the part that shows scenes), or nothing can be shown with these settings.
    """
    said = read(address)
    texts, strange = _with_known_lesson(page, said.settings)
    settings = page.settings(texts)
    wrong = dict(settings.complaints)
    for key in wrong:
        texts = page.with_setting(texts, key, settings.values[key])
    chosen = dict(texts)  # what one control brings along does not undo the visitor's choice of another
    for key in [key for key in changed.split(",") if key in page.controls]:
        parse = page.controls[key].parameter.parse
        value = parse(chosen[key]).value if key in chosen else settings.defaults[key]
        texts = page.with_dependents(page.with_setting(texts, key, value), key)
        settings = page.settings(texts)
        if key in wrong:
            wrong[key] = wrong[key].replace(f"The link's {key}", page.controls[key].parameter.name, 1)
    complaints = [*said.complaints, *strange, *wrong.values()]
    state = replace(said, settings=texts)
    scene = answered(page, state).scene
    step, late = within(said.step or 0, scene["last"])
    return Opened(scene, shown(page, settings, said.exercise), step, state, [*complaints, *late])


def _with_known_lesson(page: Page, texts: Mapping[str, str]) -> tuple[dict[str, str], Sequence[str]]:
    """Return a copy of an address's texts without their lesson, unless it is the page's; and a list of complaints.

    An unknown lesson gives a complaint. A lesson of another page is dropped without one.
    """
    kept, slug = dict(texts), texts.get("lesson")
    if slug is None or page.lesson(texts):
        return kept, []
    del kept["lesson"]
    return kept, [] if slug in LESSONS else [f"The link's lesson is {quoted(slug)}, which is not known."]


def within(step: int, last: int) -> tuple[int, Sequence[str]]:
    """Return the smaller of both steps, which is to be shown, and a list of complaints.

    `step` is the link's, and `last` is the last step of the run. There is a complaint if the link asks for a later
    step. LAST stands for the last step and gives no complaint.

    >>> within(18, 18), within(LAST, 18), within(1200, 18)
    ((18, []), (18, []), (18, ["The link's step is 1,200; the last step, 18, is shown."]))
    """
    is_late = last < step != LAST
    late = [f"The link's step is {step:,}; the last step, {last:,}, is shown."] if is_late else []
    return min(step, last), late


def content(what: Opened) -> Content:
    """Check the scene of an opened address, and return the payload for the stage, the page's part that shows scenes.

    Raises
    ------
    ValueError, TypeError
        If `playground.stage.check.check_scene` refuses the scene.
    """
    check_scene(what.scene)
    return {
        "scene": what.scene,
        "settings": what.settings,
        "plotly": by_plotly(what.scene),
        "step": what.step,
        "address": written_state(what.state),
        "hand": hand(what.scene),
        "known": dict(KNOWN),
        "turned": START.key,
        "complaints": [*what.complaints],
    }


def explained(
    page: Page, link: Mapping[str, str], printout: Printout | Tries, stop: Callable[[], bool]
) -> Explained | Judged:
    """Say which program printed a printout for the points of a board, or that none that is known did.

    `link` has the texts of the board's link by their names. For a `Printout` the result is an `Explained`, whose
    `slips` are the faults found, if any.

    `Tries` are what one program printed on each board of the link's exercise or lesson. For them the result is a
    `Judged`: whether the program is right on all boards and the exercise's other conditions hold.

    Once `stop` returns True, the search ends: a printout is explained by what was found, and tries not checked yet have
    not passed.

    >>> from playground.pages import PAGES
    >>> said = explained(PAGES["app.py"], {"data": "AND"}, Printout("0 0 1; 0 -1 2; -1 -1 3"), lambda: False)
    >>> said["slips"][0]["line"]
    'b = b - eta * y'

    Raises
    ------
    ValueError
        If the page explains no programs, a printout cannot be read, there are no boards to try, or `Tries` have not a
        text for each; the message is a sentence. A text of `Tries` that cannot be read has not passed.
    """
    if page.explain is None:
        raise ValueError(f"The page {page.title} explains no programs.")
    state = read(link)
    settings = page.settings(state.settings)
    if isinstance(printout, Tries):
        return _judged(page, settings, state, printout, stop)
    said = page.explain(settings, state.board, printout, stop)
    check_scene(said["scene"])
    return said


def _judged(page: Page, settings: Settings, state: Address, tries: Tries, stop: Callable[[], bool]) -> Judged:
    said = judged(assigned(page, state), tries.texts, stop)
    task = state.exercise.task
    others = [each for each in task.solved if each.words != LIKE_THIS] if task else []
    if said["passed"] and not is_solved(others, page, settings, state.board, task.board if task else {}):
        return {**said, "passed": False, "sentence": f"{said['sentence']} Now the board: {listed(others)}."}
    return said


def answered(page: Page, address: Address) -> PageResult:
    """Return a page's scene at an address, and a function that writes its files for download.

    The scene has the words of the lesson or exercise that the address names, if it names any. A setting that cannot be
    used is replaced without a word; `opened` complains.

    Raises
    ------
    ValueError
        If the page has no stage (the part that shows scenes), or nothing can be shown with these settings.
    """
    if page.answer is None:
        raise ValueError(f"a page with a stage is needed, got {page.title}")
    settings = page.settings(address.settings)
    return guided(page, settings, address, page.answer(settings, address.board))
