"""The words of a lesson or an exercise above the board of a scene, and the parts that an exercise hides."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from playground.address import conditions
from playground.address.address import Address, Board, read
from playground.address.codes import DRAWINGS_CHOICE, HAND, decode
from playground.address.conditions import Condition
from playground.address.exercise import Exercise
from playground.address.parameters import TextField
from playground.address.settings import Settings
from playground.draw import broken
from playground.draw.outcome import without_bound
from playground.lessons import Lesson, key_of
from playground.lessons.broken import BROKEN
from playground.page.building import harder, puzzle, standing
from playground.page.controls import OUTCOME, POINTS
from playground.page.page import Page, PageResult
from playground.page.solved import BuiltBoard
from playground.page.trials import TrialBoard, trial_boards
from playground.stage.payload import Act, ActKind, Assignment, Guide, Panel, Part, Question, Scene, Table, Untold
from playground.stage.shared import EVERYTHING, SHOW


def guided(page: Page, settings: Settings, address: Address, result: PageResult) -> PageResult:
    """Add the words of the lesson or exercise that `address` names, if any, to a page's result, and return the result.

    The result is a scene, the data that the page shows, and its files. `settings` are those of the address. The scene
    is changed in place. It loses the parts that the exercise hides. It also loses the page's own question if the
    settings show how the run ends, unless the exercise hides that. If the lesson's part is about a faulty program, the
    result has another scene, about this program, and no files.
    """
    scene, files = result
    exercise, shows_outcome = address.exercise, settings.values.get(OUTCOME.key)
    if shows_outcome and "outcome" not in exercise.hide:
        scene.pop("question", None)
        scene.pop("untold", None)
    if exercise.item and exercise.item.kind == "board":
        scene["guide"] = {"title": exercise.count, "text": page.words.replace("**", "")}
    if (opened := page.lesson(address.settings)) and not exercise.ask:
        board = LessonBoard(opened, page, settings, address)
        part = None if board.part is None else opened.parts[board.part]
        if part and part.broken:
            scene, files = broken.scene(page.points(settings, address.board), BROKEN[part.broken]), tuple
        scene["guide"] = board.guide()
        scene["verdict"] = without_bound(scene["verdict"])  # which its answers say
        if (shows := opened.shows) is not None and address.settings.get(SHOW) != EVERYTHING:
            scene["guide"]["shows"] = shows
            if "curves" not in shows:
                _leave_out_best(scene)
        asking = 0 if board.part is None and board.is_home else board.part  # a lesson may begin with a task
        if asking is not None and not shows_outcome and opened.parts[asking].ask:
            scene.pop("untold", None)
            ask_part(opened, asking, scene)
        if board.part is not None and part and (part.program or part.broken):
            scene["guide"]["parts"][board.part]["program"] = _assignment(page, address, part.task, part.broken)
    if exercise.ask:
        _ask_exercise(page, settings, address, scene)
        if (task := exercise.task) and any(each.words == conditions.LIKE_THIS for each in task.solved):
            scene["guide"]["task"]["program"] = _assignment(page, address, exercise.ask)
    if exercise.list and "guide" in scene:
        scene["guide"]["list"] = {"name": list_name(exercise.code), "at": exercise.at, "of": len(exercise.list)}
    _hide(exercise, scene)
    return PageResult(scene, files)


# ---- programs --------------------------------------------------------------------------------------------------------


def assigned(page: Page, address: Address) -> list[tuple[Condition, TrialBoard]]:
    """Return the boards on which a visitor's program is tried, each with the condition that the program must meet.

    The exercise of the address asks for the program, or else the part of its lesson whose board is shown. The boards
    are like the board with which the exercise or the part begins, whatever the visitor has changed. The list is empty
    if no program is asked for, or if that board has no points.

    >>> from playground.address.address import read
    >>> from playground.pages import PAGES
    >>> len(assigned(PAGES["app.py"], read({"lesson": "write-tie"})))
    5
    """
    wanted: Sequence[Condition] = ()
    given: Mapping[str, str] = {}
    if task := address.exercise.task:
        wanted, given = task.solved, task.board
    elif opened := page.lesson(address.settings):
        part = LessonBoard(opened, page, page.settings(address.settings), address).part
        if part is not None:
            wanted, given = conditions.read(opened.parts[part].program), opened.board(part)
    points, _ = decode(given.get("points", ""))
    settings = page.settings({"data": HAND, **given} if points else given)
    return trial_boards(wanted, settings, Board(points))


def _assignment(page: Page, address: Address, asks: str, name: str = "") -> Assignment:
    boards = [trial.rows for _, trial in assigned(page, address)]
    return {"asks": asks, "code": BROKEN[name] if name else "", "boards": boards}


# ---- lessons ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LessonBoard:
    """The board of an address on a lesson's page, and how it compares with the boards of the lesson's parts."""

    lesson: Lesson
    page: Page
    settings: Settings
    address: Address

    @classmethod
    def of(cls, lesson: Lesson, page: Page) -> LessonBoard:
        """Return the board that a lesson's page shows when the address sets nothing."""
        return cls(lesson, page, page.settings({}), read({}))

    @functools.cached_property
    def asked(self) -> list[Mapping[str, str]]:
        """The settings of the lesson's first board, then of the board of each part, as texts by their names in links.

        The board of a part has the settings of the board before it, with those that the part sets.

        >>> from playground.lessons import LESSONS
        >>> from playground.pages import PAGES
        >>> LessonBoard.of(LESSONS["curve"], PAGES["pages/kernels.py"]).asked[2]
        {'data': 'spirals', 'bias': 'true'}
        """
        boards: list[Mapping[str, str]] = [dict(self.lesson.address)]
        for part in self.lesson.parts:
            boards.append(self._with(boards[-1], part.sets))
        return boards

    def _with(self, texts: Mapping[str, str], sets: Sequence[tuple[str, str]]) -> Mapping[str, str]:
        """Set controls in the texts of an address; what the lesson itself sets is kept, even if it is the default."""
        after = _with_sets(self.page, {**texts, "lesson": self.lesson.slug}, sets)
        return {key: text for key, text in after.items() if key != "lesson"}

    @functools.cached_property
    def shown(self) -> list[Mapping[str, str] | None]:
        """The settings of each part's board when a teacher shows the lesson, as texts of an address.

        If visitors build the board, the settings are those of the part's example; None if the part has no example.
        """
        return [
            self._with(board, part.example) if part.example else None if part.build else board
            for part, board in zip(self.lesson.parts, self.asked[1:], strict=True)
        ]

    @property
    def is_home(self) -> bool:
        """Whether this is the lesson's first board, with its points and its settings, apart from looks."""
        return self._is_between(self.asked[0], self.asked[0])

    @functools.cached_property
    def part(self) -> int | None:
        """The index of the last part that this board belongs to; None if it belongs to no part.

        A board belongs to a part if it has the settings and the points that the part asks for. If the part asks the
        visitor to build a board, each board that meets its conditions belongs to it, except the lesson's first. If the
        part has a puzzle, the page must show the puzzle, too.
        """
        for place in reversed(range(len(self.lesson.parts))):
            build = self.lesson.parts[place].build
            if build:
                wanted = conditions.read(build)
                if not self.is_home and self.built.meets_all(wanted):
                    return place
            elif self._is_between(self.asked[place + 1], self.asked[place + 1]) and self._shows_puzzle(place):
                return place
        return None

    def _shows_puzzle(self, place: int) -> bool:
        """Whether the page shows the puzzle of a part; True if the part has none.

        A puzzle is a look, so the board alone does not tell.
        """
        part = self.lesson.parts[place]
        if not part.puzzle:
            return True
        return all(act["done"] for act in _acts(self.page, self.settings, part.sets, self.asked[place + 1]))

    @functools.cached_property
    def built(self) -> BuiltBoard:
        """The board as a `BuiltBoard`, on which conditions are checked."""
        return BuiltBoard(self.page, self.settings, self.address.board, self.lesson.address)

    @property
    def is_astray(self) -> bool:
        """Whether the visitor has left the lesson: the board is none of its boards, nor on the way between two of them.

        The lesson's boards are its first and then that of each part. On the way from a board to the next, some settings
        are already those of the next board, or numbers in between. It is False if any part of the lesson asks the
        visitor to build a board.
        """
        if self.part is not None or any(part.build for part in self.lesson.parts):
            return False
        return not any(map(self._is_between, self.asked, self.asked[1:]))

    def guide(self) -> Guide:
        """Return the lesson's texts and tasks as the stage shows them above this board."""
        exercise = self.address.exercise
        title, finding = self.lesson.title, f"{self.lesson.finding}."
        return {
            "title": f"{exercise.count} · {title}" if exercise.list else title,
            "finding": f"{exercise.count} · {finding}" if exercise.list else finding,
            "text": self.lesson.question,
            "parts": [*map(self._part, range(len(self.lesson.parts)))],
            "now": self.part,
            "start": dict(self.asked[0]),
            "home": self.is_home,
            "astray": self.is_astray,
            "remember": self.lesson.key,
        }

    def _part(self, place: int) -> Part:
        part, board = self.lesson.parts[place], self.shown[place]
        looks: list[Act] = [
            {"kind": cast(ActKind, kind), "name": name, "text": "", "done": False}
            for kind, name in part.places
            if kind != "sentence"
        ]
        shown: Part = {
            "task": [*part.pieces],
            "acts": [*_acts(self.page, self.settings, part.sets, self.asked[place + 1]), *looks],
            "numbers": any(kind == "sentence" for kind, _ in part.places),
            "answer": part.answer,
            "remember": self.lesson.guess(place),
            "was": part.was and key_of(part.was),
        }
        if letters := conditions.puzzles(conditions.read(part.puzzle)):
            shown["puzzles"] = letters
        wanted = conditions.read(part.build)
        if wanted:
            shown["built"] = True
        if stands := standing(wanted, self.built):
            shown["standing"] = stands
        if any(each.words == conditions.UPDATES for each in wanted):
            shown["onward"] = puzzle(self.lesson.address)
        return shown if board is None else {**shown, "board": dict(board)}

    def _is_between(self, before: Mapping[str, str], after: Mapping[str, str]) -> bool:
        """Return whether each setting is that of either board, or a number between, and the points are theirs."""
        first, second = self.page.settings(before), self.page.settings(after)
        for key in self.page.controls.keys() - {look.key for look in self.page.looks}:
            one, value, other = (_comparable(self.page, key, each) for each in (first, self.settings, second))
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not (min(one, other) <= value <= max(one, other) if is_number else value in (one, other)):
                return False
        board = self.address.board
        if first.values.get(POINTS.key) == HAND:
            return [*board.points] == decode(before["points"])[0]
        source, drawn = DRAWINGS_CHOICE
        return not (first.values.get(source) == drawn and board.pictures)


def _comparable(page: Page, key: str, settings: Settings) -> Any:
    """Return the value of a control, to be compared; a text has no spaces, and hyphens for minus signs."""
    value = settings.values[key]
    is_text = isinstance(page.controls[key].parameter, TextField)
    return value.replace(" ", "").replace("−", "-") if is_text else value


def _with_sets(page: Page, texts: Mapping[str, str], sets: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Set controls in the texts of an address, with what each brings along; other names get their texts unchanged."""
    after = dict(texts)
    for key, text in sets:
        if not text:
            after.pop(key, None)
        elif key in page.controls:
            value = page.controls[key].parameter.parse(text).value
            after = page.with_dependents(page.with_setting(after, key, value), key)
        else:
            after[key] = text
    return after


def _acts(page: Page, settings: Settings, sets: Sequence[tuple[str, str]], board: Mapping[str, str]) -> list[Act]:
    """Return what a task's controls set on the way to `board`, each with whether these settings have it already."""
    wanted = page.settings(board)

    def is_done(key: str) -> bool:
        return key in page.controls and _comparable(page, key, settings) == _comparable(page, key, wanted)

    return [{"kind": "set", "name": key, "text": text, "done": is_done(key)} for key, text in sets]


def last_board(taught: Lesson, page: Page) -> dict[str, str]:
    """Return the address of the last board that a teacher shows in a lesson, at the last step of its run.

    It has texts by their names in links, the lesson's name among them. `page` is the lesson's page. If no part has a
    board to show, the address is that of the last part's board.

    >>> from playground.lessons import LESSONS
    >>> from playground.pages import PAGES
    >>> last_board(LESSONS["margin"], PAGES["app.py"])["gamma"]
    '0.1'
    """
    board = LessonBoard.of(taught, page)
    boards = [each for each in board.shown if each is not None]
    return {**(boards or board.asked)[-1], "lesson": taught.slug, "step": "last"}


def ask_part(lesson: Lesson, part: int, scene: Scene) -> None:
    """Put the question of a lesson's part into a scene, instead of the scene's own; change the scene in place.

    `part` is the index of a part that has a question. If the part does not give the answer, it is the number that
    answers the scene's own question; None if there is no such number. The scene stays as it is if it neither has a
    question nor asks for predictions.
    """
    asked, own = lesson.parts[part], scene.get("question")
    if own is None and "asking" not in scene:
        return
    # The answer to a question with options is the place of one of these, and no number.
    question: Question = {"text": asked.ask, "answer": own["answer"] if own and "options" not in own else None}
    if asked.broken:
        question["stays"] = True
    if asked.options:
        question |= {"options": [*asked.options], "answer": asked.options.index(asked.right)}
    elif asked.right:
        question |= {"answer": int(asked.right), "told": asked.told}
    if asked.replies:
        question["replies"] = [*asked.replies]
    for name in ("position", "tally"):
        if own and name in own:
            question[name] = own[name]
    question["remember"] = lesson.guess(part)
    scene["question"] = question


def _leave_out_best(scene: Scene) -> None:
    """Drop w·w* and the angle to w* from a scene's tables and sentences, in place.

    The first lesson that shows the curves explains w*. What hides the outcome has neither.
    """
    scene["panels"] = [cast(Panel, _without_best(panel)) if "heads" in panel else panel for panel in scene["panels"]]
    sentence = scene["texts"]["sentence"]
    templates = ["\n".join(line for line in each.split("\n") if "w*" not in line) for each in sentence["templates"]]
    scene["texts"] = {**scene["texts"], "sentence": {**sentence, "templates": templates}}


def _without_best(table: Table) -> Table:
    kept = [(head, name) for head, name in zip(table["heads"], table["columns"], strict=True) if "w*" not in head]
    names = [name for _, name in kept]
    spare = [group for group in table.get("spare", []) if {*group} <= {*names}]
    return {**table, "heads": [head for head, _ in kept], "columns": names, "spare": spare}


# ---- exercises -------------------------------------------------------------------------------------------------------


def _ask_exercise(page: Page, settings: Settings, address: Address, scene: Scene) -> None:
    """Replace the question that the page itself asks, in a scene, by the exercise of the address."""
    exercise, own = address.exercise, scene.get("question")
    scene["guide"] = {"title": "The link asks:", "text": exercise.ask}
    for part in (scene, scene.get("untold", scene)):
        if (asked := part.get("question")) is not None:
            # The exercise asks; a question without words still hides the outcome until the end.
            waiting: Question = {"text": "", "answer": None}
            for name in ("position", "tally"):
                if name in asked:
                    waiting[name] = asked[name]
            part["question"] = waiting
    if (task := exercise.task) is None:
        return
    right, waits = task.right, False
    if task.number and right is None and own is not None and "options" not in own:
        right, waits = own["answer"], True
    start = {key: text for key, text in task.board.items() if key != "step"}
    board = _with_sets(page, start, task.sets)
    built = BuiltBoard(page, settings, address.board, task.board)
    solved = bool(task.solved) and built.meets_all(task.solved)
    scene["guide"] |= {
        "title": exercise.count,
        "start": start,
        "task": {
            "pieces": [*task.pieces],
            "acts": _acts(page, settings, task.sets, board),
            "board": board,
            "options": [*task.choices],
            "number": task.number,
            "right": right,
            "waits": waits,
            "hint": task.hint,
            "answer": task.answer,
            "wanted": ", ".join(map(str, task.solved)),
            "solved": solved,
            "remember": f"{list_name(exercise.code)} {exercise.at + 1}",
        },
    }
    if letters := conditions.puzzles(task.solved):
        others = [each for each in task.solved if each.words not in conditions.PUZZLES]
        if built.meets_all(others):
            scene["guide"]["task"]["puzzles"] = letters
    # A count would tell what the exercise asks for, or hides.
    asks = task.number or task.choices or "outcome" in exercise.hide
    if not asks and (stands := standing(task.solved, built)):
        scene["guide"]["task"]["standing"] = stands
    if solved and (way := harder(task.solved, built)):
        scene["guide"]["task"]["onward"] = way


def list_name(code: str) -> str:
    """Return the name under which a browser keeps the answers to the list with this code in links.

    >>> list_name("1abc")
    'exercise 57cb980e4193'
    """
    return f"exercise {hashlib.sha256(code.encode()).hexdigest()[:12]}"


def _hide(exercise: Exercise, scene: Scene) -> None:
    """Remove from a scene, in place, the parts that an exercise hides."""
    untold = scene.get("untold")
    if "curves" in exercise.hide:
        if untold is not None:
            _keep_board(untold)
        if (kept := _keep_board(scene)) and "editing" in scene:
            scene["editing"] = {**scene["editing"], "panel": kept[scene["editing"]["panel"]]}
        if kept:
            scene.pop("drawing", None)  # its canvas stands beside the board
            scene.pop("tabs", None)  # they choose what stands beside the board
    if "outcome" in exercise.hide:
        for question in (scene.get("question"), untold and untold["question"]):
            if question and question.pop("options", None):  # to answer would show it
                question["answer"] = None
    if "tools" in exercise.hide:
        scene["locked"] = True


def _keep_board(scene: Scene | Untold) -> dict[int, int]:
    """Drop all panels but the boards, if there are any; return each board's new index by its old one."""
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
