"""What `pip install` of the repository installs."""

import shutil
import subprocess
import sys
import tomllib
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

import perceptron
from tests.ui.visiting import printed, shared
from ui.frame import PAGES

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    # From a copy, as a build leaves its traces beside the sources.
    copy, built = tmp_path_factory.mktemp("sources") / "tree", tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "*.egg-info", "static"))
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--wheel-dir", built, copy], check=True)
    (file,) = built.iterdir()
    with ZipFile(file) as opened:
        yield opened


@pytest.fixture(scope="module")
def unpacked(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unpacked")
    wheel.extractall(folder)
    return folder


def test_the_wheel_holds_the_library_its_irises_and_digits_alone(wheel):
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == {f"perceptron/{path.name}" for path in (ROOT / "perceptron").glob("*.*")}
    assert {name for name in held if not name.endswith(".py")} == {"perceptron/digits.npz", "perceptron/iris.csv"}
    assert wheel.getinfo("perceptron/digits.npz").file_size < 50_000


def test_the_wheel_says_its_version_and_needs_three_libraries(wheel):
    (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
    told = Parser().parsestr(wheel.read(name).decode())
    assert (told["Name"], told["Version"]) == ("perceptron-playground", perceptron.__version__)
    assert {need.split(">")[0] for need in told.get_all("Requires-Dist")} == {"numpy", "pandas", "scipy"}
    assert told["License-Expression"] == "MIT"


@pytest.mark.parametrize("page", [page for page in PAGES if page != "pages/lessons.py"])
def test_the_program_of_a_page_runs_with_the_wheel_alone(page, unpacked, tmp_path):
    (name, program), _ = shared(page, player="the perceptron", repeats="2")[1].items()
    (tmp_path / name).write_text(program, encoding="utf-8")
    # What is None among the modules cannot be imported.
    alone = f"""
import runpy, sys
sys.modules.update(dict.fromkeys(["streamlit", "plotly", "ui", "tests"]))
sys.path.insert(0, {str(unpacked)!r})
runpy.run_path({str(tmp_path / name)!r})
assert sys.modules["perceptron"].__file__.startswith({str(unpacked)!r})
"""
    done = subprocess.run([sys.executable, "-I", "-c", alone], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == printed(program)


def test_what_the_library_needs_the_app_needs_no_older():
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    app = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert all(any(line.startswith(need) for line in app) for need in needs)


def test_the_changes_begin_with_this_version():
    assert f"\n## {perceptron.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
