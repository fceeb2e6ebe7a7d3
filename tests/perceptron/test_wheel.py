"""The wheel that `pip install` builds from the repository."""

import re
import shutil
import subprocess
import sys
import tomllib
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

import perceptron

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    # Build in a copy, because a build leaves files beside the sources.
    copy, built = tmp_path_factory.mktemp("sources") / "tree", tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "*.egg-info", "static"))
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--wheel-dir", built, copy], check=True)
    (file,) = built.iterdir()
    with ZipFile(file) as opened:
        yield opened


def test_the_wheel_holds_the_library_and_its_data_alone(wheel):
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == {f"perceptron/{path.name}" for path in (ROOT / "perceptron").glob("*.*")}
    assert {name for name in held if not name.endswith(".py")} == {
        f"perceptron/{name}" for name in ("digits.npz", "iris.csv", "py.typed")
    }
    assert wheel.getinfo("perceptron/digits.npz").file_size < 50_000


def test_the_wheel_says_its_version_and_needs_three_libraries(wheel):
    (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
    told = Parser().parsestr(wheel.read(name).decode())
    assert (told["Name"], told["Version"]) == ("perceptron-playground", perceptron.__version__)
    needs = [need for need in told.get_all("Requires-Dist") if "extra ==" not in need]
    assert {need.split(">")[0] for need in needs} == {"numpy", "pandas", "scipy"}
    assert told["License-Expression"] == "MIT"


def test_the_wheel_describes_itself_without_links_into_the_repository(wheel):
    (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
    description = Parser().parsestr(wheel.read(name).decode()).get_payload()
    assert ">>> from perceptron import" in description
    assert all(link.startswith("https://") for link in re.findall(r"\]\(([^)]*)\)", description))


def test_what_the_library_needs_the_app_needs_no_older():
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    app = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert all(any(line.startswith(need) for line in app) for need in needs)


def test_the_changes_begin_with_this_version():
    assert f"\n## {perceptron.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
