"""Puzzles on paper: the tasks of a panel with letters to write down, and their key on the next sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from playground.draw.thumbnails import thumbnail
from playground.pages.proof.puzzles import BELOW
from playground.stage import assets
from playground.stage.payload import File, Ordering, Pick, Puzzle, Puzzles, Reply, Scene, Title
from playground.stage.templates import template
from playground.text import listed


class PaperChoice(NamedTuple):
    """A line or a reply on paper: its letter, its words, and its formula in MathML or ""."""

    letter: str
    words: str
    formula: str = ""


class PaperQuestion(NamedTuple):
    """A question on paper; if it has no replies of its own, the lines of its puzzle are the replies."""

    asks: str
    formula: str
    replies: Sequence[PaperChoice]


class PaperPuzzle(NamedTuple):
    """A puzzle on paper: `lines` to put in order or to choose from, questions, and a `key` with the answers."""

    name: str
    asks: str
    lines: Sequence[PaperChoice]
    questions: Sequence[PaperQuestion]
    key: Sequence[str]


def of_scene(scene: Scene) -> Puzzles | None:
    """Return the panel of puzzles in a scene; None if there is none."""
    return next((panel for panel in scene["panels"] if "puzzles" in panel), None)


def on_paper(panel: Puzzles, letters: str = "") -> list[PaperPuzzle]:
    """Return puzzles of a panel for paper, with their answers: all or, if `letters` is not "", only some.

    Each puzzle has a letter, which stands for it in links. Puzzles whose letter is among `letters` are returned; if
    there are none, the list is empty.

    >>> from playground.page.answer import answer
    >>> from playground.pages import PAGES
    >>> panel = of_scene(answer(PAGES["pages/proof.py"], {"data": "AND", "bias": "true", "work": "do it"}))
    >>> (puzzle,) = on_paper(panel, "o")
    >>> puzzle.lines[0][:2], puzzle.key[0]
    (('A', 'The left side grows like k, the right side like √k'), 'For example B, C, E, F, G, A, D.')
    """
    chosen = [each for each in panel["puzzles"] if not letters or each["letter"] in letters]
    return [_ordered(each, each["order"], panel["lines"]) if "order" in each else _asked(each, panel["lines"])
            for each in chosen]  # fmt: skip


def right_order(order: Ordering) -> list[int]:
    """Return a right order of a puzzle's lines: each line comes after all lines that it needs.

    A line is given by its index among the `lines` of the panel, as in `order` itself.
    """
    left, found = [*order["lines"]], list[int]()
    while left:
        waits = {reason["line"] for reason in order["reasons"] if reason["needs"] in left}
        found.append(next(line for line in left if line not in waits))
        left.remove(found[-1])
    return found


def _ordered(puzzle: Puzzle, order: Ordering, lines: Sequence[Title]) -> PaperPuzzle:
    letter_of = dict(zip(order["lines"], ascii_uppercase, strict=False))
    shown = [PaperChoice(letter, lines[place]["title"], lines[place]["formula"]) for place, letter in letter_of.items()]
    right = ", ".join(letter_of[place] for place in right_order(order))
    # On the screen a reason says first that its lines are in a wrong order; paper shows no order.
    why = [
        f"{letter_of[each['line']]} needs {letter_of[each['needs']]}. {each['says'].rpartition(BELOW)[2].strip()}"
        for each in order["reasons"]
    ]
    return PaperPuzzle(puzzle["name"], puzzle["asks"], shown, (), [f"For example {right}.", *why])


def _asked(puzzle: Puzzle, lines: Sequence[Title]) -> PaperPuzzle:
    """Return a puzzle of questions for paper; if all have the same replies, these become the lines of the puzzle."""
    picks = puzzle["picks"]
    choices = [_choices(pick["replies"], lines) for pick in picks]
    shared = choices[0] if len({*map(tuple, choices)}) == 1 else ()
    questions = [
        PaperQuestion(pick["asks"], pick.get("formula", ""), () if shared else replies)
        for pick, replies in zip(picks, choices, strict=True)
    ]
    return PaperPuzzle(puzzle["name"], puzzle["asks"], shared, questions, [*map(_key, picks)])


def _choices(replies: Sequence[Reply], lines: Sequence[Title]) -> list[PaperChoice]:
    return [PaperChoice(letter, *_words(reply, lines)) for letter, reply in zip(ascii_uppercase, replies, strict=False)]


def _words(reply: Reply, lines: Sequence[Title]) -> Iterator[str]:
    if "line" in reply:
        yield from (lines[reply["line"]]["title"], lines[reply["line"]]["formula"])
    else:
        yield reply["words"]


def _key(pick: Pick) -> str:
    right = [(letter, reply) for letter, reply in zip(ascii_uppercase, pick["replies"], strict=False) if reply["right"]]
    return f"{listed([letter for letter, _ in right])}. {' '.join(reply['says'] for _, reply in right)}"


def worksheet(scene: Scene, panel: Puzzles, app: str = "") -> File:
    """Return an HTML file with a scene's board and all puzzles of its `panel`, to print, and the key on the next sheet.

    Its font is loaded from the app at the address `app`, which must end with a slash. If `app` is "", a font of the
    computer's own is used.
    """
    board = thumbnail(scene, numbered=True)
    text = template("export/puzzles.html").render(
        assets=assets, app=app, board=board, about=panel["about"], puzzles=on_paper(panel)
    )
    note = "The same tasks on paper, with the key on the next sheet"
    return {
        "label": "Worksheet of the proof (HTML)",
        "note": note,
        "name": "perceptron-worksheet-proof.html",
        "text": text,
    }
