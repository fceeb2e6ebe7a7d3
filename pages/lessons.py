"""The Lessons page: a list of boards, each with a question, in the order of the course."""

from playground.app import lessons

lessons.show()
