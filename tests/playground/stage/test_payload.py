"""What the stage's scripts share with Python is written from it."""

import pytest

from tools import payload


@pytest.mark.parametrize("file", payload.FILES, ids=lambda file: file.name)
def test_what_the_scripts_share_is_written_from_python(file):
    assert file.read_text(encoding="utf-8") == payload.FILES[file](), "python -m tools.payload"
