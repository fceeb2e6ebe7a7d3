r"""GIFT: a quiz as text, which several learning platforms take; pictures have no place in it.

The format is that of https://docs.moodle.org/en/GIFT_format. All texts are HTML, so that a link can be pressed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playground.export.quiz import QuizItem, body, said


def write(items: Sequence[QuizItem]) -> str:
    r"""Return the text of a quiz with these questions in GIFT, a format that Moodle imports.

    A question is answered by a number that must be exact, by one of several choices, or by an essay if no quiz can
    judge the answer. Pictures are left out, because the format has none.

    >>> from playground.address.lists import ListItem
    >>> print(write([QuizItem("01 x = {?}", ListItem("", {}, "x = {?}", number=True), 4, "", "")]), end="")
    ::01 x \= \{?\}::[html]<p dir\="auto">x \= \{?\}</p>{
    #=4:0
    }
    """
    return "\n".join(map(_question, items))


def _question(asked: QuizItem) -> str:
    name = asked.name.replace("&&", "& &")  # readers write an escaped sign so for a while, and HTML has no name
    answers = "".join(f"{line}\n" for line in _answers(asked))
    return f"::{_escaped(name)}::{_html(body(asked))}{{\n{answers}}}\n"


def _answers(asked: QuizItem) -> Iterator[str]:
    task, right = asked.task, asked.right
    if right is not None and task.choices:
        replies = {reply.first: reply.says for reply in asked.replies}
        for place, choice in enumerate(task.choices):
            yield f"{'=' if place == right else '~'}{_html(said(choice))}{_feedback(replies.get(place, ''))}"
    elif right is not None:
        yield f"#={right}:0"
        for first, last, says in asked.replies:  # each gets nothing
            yield f"=%0%{f'{first}:0' if first == last else f'{first}..{last}'}{_feedback(says)}"
    if task.answer:
        yield f"####{_html(said(task.answer))}"


def _feedback(says: str) -> str:
    return f"#{_html(said(says))}" if says else ""


def _html(markup: str) -> str:
    return f"[html]{_escaped(markup)}"


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\~=#{}:" else sign for sign in text)
