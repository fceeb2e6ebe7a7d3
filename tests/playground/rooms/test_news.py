"""The TypeScript types of the rooms' messages are those of Python."""

from tools import news


def test_the_types_are_written_from_the_messages():
    assert news.FILE.read_text(encoding="utf-8") == news.declarations(), "python -m tools.news"
