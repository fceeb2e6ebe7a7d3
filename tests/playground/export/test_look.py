"""Each mark, colour and count has one look and one name on all pages: those of docs/look.md."""

import json
import re

from tools import look

ALLOWED = {*look.colors().values()}


def test_the_sheet_is_written_from_the_pages():
    assert look.FILE.read_text(encoding="utf-8") == look.written(), "python -m tools.look"
    assert look.PICTURE.read_text(encoding="utf-8") == look.sheet(), "python -m tools.look"


def test_pages_draw_only_in_colours_with_a_meaning():
    assert look.MEANS.keys() == look.colors().keys()
    for title, scene in look.scenes():
        drawn = json.dumps([scene["marks"], scene["panels"]])
        used = {*re.findall(r"var\(--st-[a-z-]+color\)", drawn)}
        assert used <= ALLOWED, title
        assert not re.search(r'"#[0-9a-fA-F]{3,8}"', drawn), title


# WCAG 3.2.4
def test_a_mark_has_one_name_and_a_name_one_mark():
    looks, names = {}, {}
    for (shape, words), (_, style, _) in look.legends().items():
        key = (shape, json.dumps(style, sort_keys=True))
        assert looks.setdefault(words, key) == key, words
        name = re.split("[,:;]", words)[0]
        assert names.setdefault(key, name) == name, words


def test_a_page_counts_updates_or_mistakes():
    for title, words in look.counts().items():
        assert len(words & {"update", "mistake"}) <= 1, title
