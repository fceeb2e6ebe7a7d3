"""The interface of the kinds of question: which answers a question takes, and the results it makes of them."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, NamedTuple, NotRequired, TypedDict, TypeVar

AnswerT = TypeVar("AnswerT")
QuestionT = TypeVar("QuestionT")
ResultsT = TypeVar("ResultsT")


class Truth(TypedDict):
    """The truth about a question: `words` explain it; `answer` is the right number or the index of the right option.

    If no answer is right, there is no `answer`.
    """

    words: str
    answer: NotRequired[int]


class Given(NamedTuple, Generic[AnswerT]):
    """A phone's last answer in one of the votes on a question.

    `phone` is the phone's number in the room, `vote` the number of the vote, both from 1. `sure` says whether its owner
    was sure; None if that was not said.
    """

    phone: int
    vote: int
    value: AnswerT
    sure: bool | None = None


class Kind(ABC, Generic[QuestionT, AnswerT, ResultsT]):
    """A kind of question: it checks answers, and makes results for the wall and words for the teacher's table.

    `wanted` are the words for an answer that the question takes, `votes` is the number of votes on a question.
    """

    wanted: str
    """The answers it takes, in the words of a refusal."""
    votes = 1
    """How often the class votes: twice if it talks in between."""

    @abstractmethod
    def checked(self, question: QuestionT, value: object) -> AnswerT | None:
        """Return the answer `value`, as a browser has sent it, in the form that the room keeps.

        None if the question takes no such answer.
        """

    @abstractmethod
    def results(self, question: QuestionT, given: Sequence[Given[AnswerT]]) -> ResultsT:
        """Return the results that the wall, the class's screen, shows once the question is over.

        They hold the answers or, for most kinds, how many gave each; and the truth, if the question has one.
        """

    def in_words(self, question: QuestionT, value: AnswerT) -> str:
        """Return an answer in the words of the teacher's table; a kind that has no such words returns its JSON."""
        return json.dumps(value)

    def is_right(self, question: QuestionT, value: AnswerT) -> bool | None:
        """Return whether an answer is right; None if no answer is right, or the right one is not known."""
        return None

    def nameless(self, results: ResultsT) -> ResultsT:
        """Return the results without what could tell which phone gave which answer."""
        return results


def place_in(options: Sequence[str], value: object) -> int | None:
    """Return the value if it is the index of an option, from 0, else None."""
    return value if type(value) is int and 0 <= value < len(options) else None
