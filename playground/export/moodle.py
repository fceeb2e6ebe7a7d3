"""Moodle XML: a quiz as Moodle's bank of questions takes it, pictures included.

The format is that of https://docs.moodle.org/en/Moodle_XML_format.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from xml.etree import ElementTree

from playground.export.quiz import QuizItem, QuizReply, body, said

_PICTURE = "board.svg"


def write(items: Sequence[QuizItem]) -> str:
    """Return the text of a quiz with these questions in Moodle XML.

    A question has its board's picture. It is answered by a number that must be exact, by one of several choices, or by
    an essay if no quiz can judge the answer.

    >>> from playground.address.lists import ListItem
    >>> "<tolerance>0</tolerance>" in write([QuizItem("01", ListItem("", {}, "2 + 2?", number=True), 4, "<svg/>", "")])
    True
    """
    quiz = ElementTree.Element("quiz")
    for asked in items:
        quiz.append(_question(asked))
    ElementTree.indent(quiz)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(quiz, encoding="unicode")}\n'


def _question(asked: QuizItem) -> ElementTree.Element:
    task, right = asked.task, asked.right
    kind = "essay" if right is None else "multichoice" if task.choices else "numerical"
    question = ElementTree.Element("question", type=kind)
    _text(ElementTree.SubElement(question, "name"), asked.name)
    words = _html(question, "questiontext", body(asked, f"@@PLUGINFILE@@/{_PICTURE}"))
    picture = ElementTree.SubElement(words, "file", name=_PICTURE, path="/", encoding="base64")
    picture.text = base64.b64encode(asked.picture.encode()).decode()
    _html(question, "generalfeedback", said(task.answer))
    ElementTree.SubElement(question, "defaultgrade").text = "1"
    if kind == "essay":
        for name, text in _ESSAY.items():
            ElementTree.SubElement(question, name).text = text
        _html(question, "graderinfo", said(task.answer))
    elif kind == "multichoice":
        for name, text in _CHOICE.items():
            ElementTree.SubElement(question, name).text = text
        replies = {reply.first: reply.says for reply in asked.replies}
        for place, choice in enumerate(task.choices):
            answer = _answer(question, 100 * (place == right), "html")
            _text(answer, said(choice))
            _html(answer, "feedback", said(replies.get(place, "")))
    elif right is not None:
        for reply in (QuizReply(right, right, ""), *asked.replies):  # the first that an answer lies in counts
            number = _answer(question, 100 * (not reply.says), "moodle_auto_format")
            _text(number, f"{(reply.first + reply.last) / 2:.12g}")
            _html(number, "feedback", said(reply.says))
            ElementTree.SubElement(number, "tolerance").text = f"{(reply.last - reply.first) / 2:.12g}"
    if task.hint and kind != "essay":
        _html(question, "hint", said(task.hint))
    return question


_ESSAY = {"responseformat": "editor", "responserequired": "1", "responsefieldlines": "5", "attachments": "0"}
_CHOICE = {"single": "true", "shuffleanswers": "false", "answernumbering": "none"}


def _answer(question: ElementTree.Element, percent: int, form: str) -> ElementTree.Element:
    return ElementTree.SubElement(question, "answer", fraction=f"{percent}", format=form)


def _html(parent: ElementTree.Element, name: str, markup: str) -> ElementTree.Element:
    part = ElementTree.SubElement(parent, name, format="html")
    _text(part, markup)
    return part


def _text(parent: ElementTree.Element, text: str) -> None:
    ElementTree.SubElement(parent, "text").text = str(text)
