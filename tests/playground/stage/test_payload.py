"""The stage's TypeScript types are those of Python's payload."""

from tools import payload


def test_the_types_are_written_from_payload_py():
    assert payload.FILE.read_text(encoding="utf-8") == payload.declarations(), "python -m tools.payload"
