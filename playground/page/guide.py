"""The words of a lesson or an exercise on a scene, and what it hides."""

from __future__ import annotations

import hashlib

from playground.address.address import Address, lesson
from playground.address.exercise import Exercise
from playground.address.settings import Settings
from playground.page import boards
from playground.page.controls import OUTCOME
from playground.page.page import Page, PageResult
from playground.page.solved import is_solved
from playground.stage.payload import Question, Scene, Untold


def apply(exercise: Exercise, scene: Scene, *, solved: bool) -> None:
    """Ask the exercise's question on a scene, in place of the page's own, and take from it what is hidden.

    `solved` is whether the board is what the exercise asks for.
    """
    if exercise.ask:
        _ask(exercise, scene, solved)
    untold = scene.get("untold")
    if "curves" in exercise.hide:
        if untold is not None:
            _keep_board(untold)
        if (kept := _keep_board(scene)) and "editing" in scene:
            scene["editing"] = {**scene["editing"], "panel": kept[scene["editing"]["panel"]]}
        if kept:
            scene.pop("drawing", None)  # its canvas stands beside the board
    if "outcome" in exercise.hide:
        for question in (scene.get("question"), untold and untold["question"]):
            if question:
                question["strict"] = True
                if question.pop("options", None):  # to answer would show it
                    question["answer"] = None
    if "tools" in exercise.hide:
        scene["locked"] = True


def _ask(exercise: Exercise, scene: Scene, solved: bool) -> None:
    own = scene.get("question")
    scene["guide"] = {"title": "The link asks:", "text": exercise.ask}
    for part in (scene, scene.get("untold", scene)):
        if (asked := part.get("question")) is not None:
            # The outcome waits behind a question of no words, for one is asked already.
            waiting: Question = {"text": "", "answer": None}
            for name in ("position", "tally", "strict"):
                if name in asked:
                    waiting[name] = asked[name]
            part["question"] = waiting
    if (task := exercise.task) is None:
        return
    right = task.right
    waits = task.number and right is None and own is not None and "options" not in own
    if waits and own is not None:
        right = own["answer"]
    digest = hashlib.sha256(exercise.code.encode()).hexdigest()[:12]
    scene["guide"] |= {
        "title": f"{exercise.at + 1} of {len(exercise.list)}",
        "task": {
            "options": [*task.choices],
            "number": task.number,
            "right": right,
            "waits": waits,
            "hint": task.hint,
            "answer": task.answer,
            "wanted": ", ".join(map(str, task.solved)),
            "solved": solved,
            "remember": f"exercise {digest} {exercise.at + 1}",
        },
    }


def _keep_board(scene: Scene | Untold) -> dict[int, int]:
    """Keep only the board, with its marks, and return its new place by its old one; what has none stays as it is."""
    boards = [place for place, panel in enumerate(scene["panels"]) if panel["area"] == "board"]
    place_of = {place: new for new, place in enumerate(boards)}
    if not boards:
        return place_of
    scene["panels"] = [scene["panels"][place] for place in boards]
    scene["marks"] = [
        {**mark, "panel": place_of[mark["panel"]]}  # type: ignore[misc]
        for mark in scene["marks"]
        if mark["panel"] in place_of
    ]
    return place_of


def with_words(page: Page, settings: Settings, state: Address, answer: PageResult) -> PageResult:
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
    return PageResult(scene, files)
