"""Everything that can be sent to a browser stands in docs/licences.md, under the licence that its package names."""

import json
import re
from fnmatch import fnmatch
from importlib.metadata import metadata
from pathlib import Path

import streamlit

from playground.server import write
from playground.stage import assets

ROOT = Path(__file__).parents[2]
FRONTEND = Path(streamlit.__file__).parent / "static"
FILES, PACKAGES = (
    re.findall(r"^\| (.*?) \| .*? \| (.*?) \|$", table, re.MULTILINE)[1:]
    for table in (ROOT / "docs" / "licences.md").read_text(encoding="utf-8").split("The stage is built")
)
OTHERS = (assets.STYLE, assets.MATH, assets.TEXT, assets.PLOTLY, assets.BRYTHON, write.NAME)
NAMED = {pattern: licence for files, licence in FILES for pattern in re.findall(r"`(.*?)`", files)}


def licences(file):
    return {
        licence
        for pattern, licence in NAMED.items()
        if fnmatch(file, f"{pattern}*" if pattern.endswith("/") else pattern)
        or ("/" not in pattern and fnmatch(Path(file).name, pattern))
    }


def test_every_file_that_the_server_holds_for_browsers_has_one_licence():
    theirs = [path.relative_to(FRONTEND).as_posix() for path in FRONTEND.rglob("*") if path.is_file()]
    ours = [f"app/static/{name}" for name in (*assets.PIECES, *OTHERS)]
    assert {file for file in [*theirs, *ours] if len(licences(file)) != 1} == set()


def test_the_packages_name_the_licences_that_we_name():
    assert metadata("streamlit")["License-Expression"] == NAMED["static/js/"]
    assert metadata("plotly")["License-Expression"] == NAMED["app/static/plotly*"]
    assert "License :: OSI Approved :: BSD License" in metadata("brython").get_all("Classifier")
    assert NAMED["app/static/brython*"] == "BSD-3-Clause"
    fonts = (ROOT / "playground" / "stage" / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in fonts
    assert NAMED["app/static/math*"] == "OFL-1.1"
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT")


def test_each_package_within_the_stage_has_the_licence_that_we_name():
    packages = json.loads((ROOT / "playground" / "stage" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    bundled = {
        name.removeprefix("node_modules/"): package["license"]
        for name, package in packages.items()
        if name and not package.get("dev") and "@types" not in name
    }
    assert bundled == dict(PACKAGES)
