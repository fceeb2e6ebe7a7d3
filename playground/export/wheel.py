"""The library as a wheel, which this copy of the app serves and the programs that it saves install.

It is written as the packaging standards say (https://packaging.python.org/specifications/binary-distribution-format)
and holds `perceptron` alone, because a notebook needs nothing of the app.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import io
import re
import tomllib
import zipfile
from pathlib import Path

import perceptron
from playground import PAGE_NAME, ROOT

FILE = f"perceptron_playground-{perceptron.__version__}-py3-none-any.whl"
"""The name of the file, which pip reads: it may not be changed."""

PATH = f"app/static/{FILE}"
"""Where a copy serves the file, below its address; hosts that pass on nothing else pass on what Streamlit serves."""

_INFO = f"perceptron_playground-{perceptron.__version__}.dist-info"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same files make the same wheel at any time
_READABLE = 0o100644 << 16
_FORMAT = """\
Wheel-Version: 1.0
Generator: perceptron-playground
Root-Is-Purelib: true
Tag: py3-none-any
"""


@functools.cache
def wheel() -> bytes:
    """Return the library's wheel, a file that pip installs, as bytes.

    >>> with zipfile.ZipFile(io.BytesIO(wheel())) as opened:
    ...     sorted({name.rpartition("/")[0] for name in opened.namelist()})
    ['perceptron', 'perceptron_playground-....dist-info', 'perceptron_playground-....dist-info/licenses']
    """
    library = sorted(path for path in Path(perceptron.__file__).parent.iterdir() if path.is_file())
    files = {f"perceptron/{path.name}": path.read_bytes() for path in library}
    files[f"{_INFO}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{_INFO}/METADATA"] = _metadata().encode()
    files[f"{_INFO}/WHEEL"] = _FORMAT.encode()
    record = [f"{name},sha256={_hash(content)},{len(content)}\n" for name, content in files.items()]
    files[f"{_INFO}/RECORD"] = "".join([*record, f"{_INFO}/RECORD,,\n"]).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.create_system, entry.external_attr = 3, _READABLE  # of Unix, whatever the copy runs on
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _metadata() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {perceptron.__version__}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {need}" for need in project["dependencies"]),
    ]
    return "".join(f"{line}\n" for line in lines)


def _hash(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


# ---- the lines that install it -------------------------------------------------------------------------------------

_REPOSITORY = "git+<the address of this repository>"  # which the app does not know


def copy_of(link: str) -> str:
    """Return the address, with a slash at its end, of the copy of the app to which a link leads.

    It is the link up to the name of the page, without a `light/` before this name. A page is not looked up: whatever
    follows the last slash of the path counts as its name, and may be "". The result is "" if the link is not http or
    https, if no slash follows the host, if the address has a sign that a shell could misread, or if the name of the
    page has other signs than small letters, digits and `_`.

    >>> copy_of("https://a.example/class/light/race?data=AND"), copy_of("https://a.example")
    ('https://a.example/class/', '')
    """
    ends = rf"(?:light/)?{PAGE_NAME}(?:[?#]|$)"
    address = re.match(rf"(https?://[\w.:\[\]-]+/(?:[\w.~%+-]+/)*?){ends}", link, re.ASCII)
    return address[1] if address else ""


def lines_of_program(copy: str) -> str:
    """Return comments for the beginning of a program that say how to install the library, without a last line break.

    `copy` is the address of a copy of the app, with a slash at its end. The comments name the library's file there and,
    as a second way, the repository. If `copy` is "", they name the repository alone.
    """
    by_copy = [f"#     pip install {copy}{PATH}", "# If that address is out of reach:"] if copy else []
    return "\n".join(["# Install the library:", *by_copy, f"#     pip install {_REPOSITORY}"])


def cell_of_notebook(copy: str) -> str:
    """Return the code of a notebook's first cell, which installs the library from the copy of the app at `copy`.

    `copy` is the copy's address, and ends with a slash. If it is "", the cell installs nothing. In both cases a comment
    names the command that installs the library from the repository.
    """
    by_copy = [f"%pip install {copy}{PATH}", "# If that address is out of reach:"] if copy else []
    clash = "# The package `perceptron` of the public index is another one."
    return "\n".join([*by_copy, f"# %pip install {_REPOSITORY}", clash])
