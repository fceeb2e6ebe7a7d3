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
    """The right answer as it is shown: `words` explain it; `answer` is the number, or the index of the right option.

    Without an answer that is right there is no `answer`.
    """

    words: str
    answer: NotRequired[int]


class Given(NamedTuple, Generic[AnswerT]):
    """The last answer of a phone in one of the votes; the phone is known by its place in the room.

    `sure` is whether its owner was sure, or None if it was not said.
    """

    phone: int
    vote: int
    value: AnswerT
    sure: bool | None = None


class Kind(ABC, Generic[QuestionT, AnswerT, ResultsT]):
    """A kind of question: it checks answers, and turns them into results for the wall and words for a table."""

    wanted: str
    """The answers it takes, in the words of a refusal."""
    votes = 1
    """How often the class votes: twice if it talks in between."""

    @abstractmethod
    def checked(self, question: QuestionT, value: object) -> AnswerT | None:
        """Return an answer as the room keeps it; None if the question takes no such answer."""

    @abstractmethod
    def results(self, question: QuestionT, given: Sequence[Given[AnswerT]]) -> ResultsT:
        """Return the results that the wall shows once the question is over: counts of the answers, and the truth."""

    def in_words(self, question: QuestionT, value: AnswerT) -> str:
        """Return an answer as the teacher's table writes it."""
        return json.dumps(value)

    def is_right(self, question: QuestionT, value: AnswerT) -> bool | None:
        """Return whether an answer is right; None if none is."""
        return None

    def nameless(self, results: ResultsT) -> ResultsT:
        """Return the results without anything that tells one phone from another."""
        return results


def place_in(options: Sequence[str], value: object) -> int | None:
    """Return the value if it is the place of an option, else None."""
    return value if type(value) is int and 0 <= value < len(options) else None
