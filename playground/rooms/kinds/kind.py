"""What each kind of question decides: the answers it takes, and what becomes of them."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypedDict, TypeVar

AnswerT = TypeVar("AnswerT")
QuestionT = TypeVar("QuestionT")
ResultsT = TypeVar("ResultsT")


class Truth(TypedDict):
    """A number, or the place of the right option, and what is said of it."""

    answer: int
    words: str


class Given(NamedTuple, Generic[AnswerT]):
    """The last answer of a phone in one of the votes; the phone is known by its place in the room."""

    phone: int
    vote: int
    value: AnswerT


class Kind(ABC, Generic[QuestionT, AnswerT, ResultsT]):
    """A kind of question."""

    wanted: str
    """The answers it takes, in the words of a refusal."""
    votes = 1
    """How often the class votes: twice if it talks in between."""

    @abstractmethod
    def checked(self, question: QuestionT, value: object) -> AnswerT | None:
        """Return an answer as the room keeps it; None if the question takes no such answer."""

    @abstractmethod
    def results(self, question: QuestionT, given: Sequence[Given[AnswerT]]) -> ResultsT:
        """Return what the wall shows of the answers once the question is over, with the truth."""

    def in_words(self, question: QuestionT, value: AnswerT) -> str:
        """Return an answer as the teacher's table writes it."""
        return json.dumps(value)

    def share(self, results: ResultsT) -> float | None:
        """Return the share of right answers in the first vote; None without answers, or if none can be right."""
        return None

    def nameless(self, results: ResultsT) -> ResultsT:
        """Return the results without anything that tells one phone from another."""
        return results


def place_in(options: Sequence[str], value: object) -> int | None:
    """Return a value that is the place of an option; None for anything else."""
    return value if type(value) is int and 0 <= value < len(options) else None
