"""The statement of accessibility says what the tests ask."""

import pytest

from tools import accessibility


def test_the_statement_is_written_from_the_tests_and_has_every_criterion():
    page = accessibility.written()
    assert accessibility.FILE.read_text(encoding="utf-8") == page
    assert (page.count("| A |"), page.count("| AA |")) == (31, 24)


@pytest.mark.parametrize("wrong", ["1.1.1", "1.2.1", "9.9.9"])
def test_a_criterion_without_a_test_and_a_test_without_a_criterion_are_refused(monkeypatch, wrong):
    found = accessibility.marks()
    if wrong in found:
        del found[wrong]  # nothing asks it any more
    else:
        found[wrong] = [("tests/test_some.py", "it is so")]
    monkeypatch.setattr(accessibility, "marks", lambda: found)
    with pytest.raises(ValueError, match=wrong):
        accessibility.written()
