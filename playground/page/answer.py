"""The scene that an address shows on a page, without a server or a session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from playground.address.address import KNOWN, Address, hand, known_lesson, read, within
from playground.address.address import written as written_state
from playground.page.controls import START
from playground.page.guide import guided
from playground.page.mine import Printout
from playground.page.page import Page, PageResult
from playground.stage.check import check_scene
from playground.stage.payload import Content, Explained, Scene, by_plotly


class Opened(NamedTuple):
    """An address opened on a page: a scene at a step, the address without its faults, and a sentence per fault."""

    scene: Scene
    step: int
    state: Address
    complaints: Sequence[str]


def answer(page: Page, address: Mapping[str, str]) -> Scene:
    """Return the scene that an address shows on a page.

    >>> from playground.pages import PAGES
    >>> answer(PAGES["app.py"], {"data": "AND", "bias": "true"})["last"]
    18

    Raises
    ------
    ValueError
        If the page has no stage, or nothing can be shown with these settings.
    """
    return answered(page, read(address)).scene


def opened(page: Page, address: Mapping[str, str]) -> Opened:
    """Open an address on a page: return its scene, its step, the repaired address and the complaints.

    >>> from playground.pages import PAGES
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
    scene = answered(page, said).scene
    texts, strange = known_lesson(said.settings, page.file)
    settings = page.settings(texts)
    for key in settings.complaints:
        texts = page.with_setting(texts, key, settings.values[key])
    step, late = within(said.step or 0, scene["last"])
    complaints = [*said.complaints, *strange, *settings.complaints.values(), *late]
    return Opened(scene, step, replace(said, settings=texts), complaints)


def content(what: Opened) -> Content:
    """Return the payload of an opened address.

    Raises
    ------
    ValueError, TypeError
        As `playground.stage.check.check_scene` does.
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


def explained(page: Page, link: Mapping[str, str], printout: Printout, stop: Callable[[], bool]) -> Explained:
    """Return what is said of what a program printed for the points of a link, until `stop` says True.

    >>> from playground.pages import PAGES
    >>> said = explained(PAGES["app.py"], {"data": "AND"}, Printout("0 0 1; 0 -1 2; -1 -1 3"), lambda: False)
    >>> said["slips"][0]["line"]
    'b = b - eta * y'

    Raises
    ------
    ValueError
        If the page explains no programs, or the printout cannot be read; the message is a sentence.
    """
    if page.explain is None:
        raise ValueError(f"The page {page.title} explains no programs.")
    state = read(link)
    said = page.explain(page.settings(state.settings), state.board, printout, stop)
    check_scene(said["scene"])
    return said


def answered(page: Page, address: Address) -> PageResult:
    """Return a page's scene and files at an address, with the words of its lesson or exercise.

    Raises
    ------
    ValueError
        As `answer` does.
    """
    if page.answer is None:
        raise ValueError(f"a page with a stage is needed, got {page.title}")
    settings = page.settings(address.settings)
    return guided(page, settings, address, page.answer(settings, address.board))
