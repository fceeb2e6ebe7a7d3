"""The files that a visitor can save: an address's program, notebook, tables and worksheet."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from playground.address import conditions
from playground.address.address import read
from playground.export import assignment, puzzles
from playground.export.puzzles import PaperPuzzle
from playground.export.wheel import cell_of_notebook, lines_of_program
from playground.export.worksheet import Worksheet, sheet, worksheet
from playground.lessons import Lesson
from playground.page import controls
from playground.page.answer import answered
from playground.page.controls import ORDER, RATE, START, TIE
from playground.page.page import Page
from playground.page.program import INSTALL
from playground.stage.payload import File


def files(page: Page, address: Mapping[str, str], copy: str = "") -> Sequence[File]:
    """Return the files that a visitor can save for an address on a page.

    They are the page's tables, program and notebook, and a worksheet of the scene's puzzles, if it has any. The address
    of a lesson also gives the lesson's worksheet and, if a part asks for a program, the assignment *Write your own
    `train`* for two kinds of notebook; an exercise's own question in the address leaves these out.

    Parameters
    ----------
    page, address
        The page, and the texts of the address.
    copy
        The address of this copy of the app, from which the program and notebook install the library and the worksheet
        loads its font; "" if it is not known.

    >>> from playground.pages import PAGES
    >>> [file["name"] for file in files(PAGES["app.py"], {"data": "AND"})]
    ['perceptron-run.csv', 'perceptron-loop.py', 'perceptron-run.py', 'perceptron-run.ipynb']

    Raises
    ------
    ValueError
        If the page has no stage, or nothing can be shown with these settings.
    """
    state = read(address)
    scene, own = answered(page, state)
    written = [_begun(file, copy) for file in own()]
    if panel := puzzles.of_scene(scene):
        written.append(puzzles.worksheet(scene, panel, copy))
    taught = page.lesson(state.settings)
    if taught is None or state.exercise.ask:
        return written
    if any(part.program for part in taught.parts):
        written += [_begun(file, copy) for file in assignment.files()]
    return [*written, worksheet(taught, on_paper(page, taught.link), _puzzles(page, taught), copy)]


def _puzzles(page: Page, taught: Lesson) -> list[list[PaperPuzzle]]:
    """Return the puzzles of each part of a lesson, for paper; empty for a part without puzzles."""
    parts: list[list[PaperPuzzle]] = []
    for place, part in enumerate(taught.parts):
        letters = conditions.puzzles(conditions.read(part.puzzle))
        panel = puzzles.of_scene(answered(page, read(taught.board(place))).scene) if letters else None
        parts.append(puzzles.on_paper(panel, letters) if panel else [])
    return parts


def _begun(file: File, copy: str) -> File:
    """Put the lines that install the library at the beginning of a program or a notebook."""
    begin = lines_of_program(copy)
    if file["name"].endswith(".ipynb"):
        begin = json.dumps(cell_of_notebook(copy))[1:-1]
    return {**file, "text": file["text"].replace(INSTALL, begin, 1)}


def on_paper(page: Page, address: Mapping[str, str]) -> Worksheet:
    """Return the board of an address for printing, with tables of its run if a student can compute it by hand.

    Such a run is a perceptron's, with few points and updates, short numbers and no order by chance, as `sheet` says.

    Raises
    ------
    ValueError
        If the page has no stage, or nothing can be shown with these settings.
    """
    state = read(address)
    settings = page.settings(state.settings)
    scene = answered(page, state).scene
    learner, data = None, None
    if {START.key, TIE.key} <= page.controls.keys():
        points = page.points(settings, state.board)
        learner = controls.learner(settings, len(points))
        data = learner.sees(points)
    parameters = [page.controls[each.key].parameter for each in (ORDER, RATE, TIE) if each.key in page.controls]
    rules = [f"{each.name}: {settings[each]}." for each in parameters if settings[each] != settings.defaults[each.key]]
    if learner and not isinstance(learner.order, str):
        rules[0] = f"{ORDER.name}: points {', '.join(map(str, learner.order))}, once."
    elif learner and learner.fault:
        rules[0] = f"{ORDER.name}: {learner.order}."  # the list cannot be used
    by_chance = learner is not None and learner.order in ("shuffled", "random")
    return sheet(scene, learner.run(data) if learner and data else None, " ".join(rules), by_chance=by_chance)
