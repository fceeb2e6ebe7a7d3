"""The wheel that `pip install` builds from the repository, and the app that it installs."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from email.parser import Parser
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

import perceptron
from playground.export import wheel as export
from tests.browser.browsing import ready, started
from tests.conftest import check

ROOT = Path(__file__).parents[1]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
LEFT_OUT = (".git", ".*_cache", "__pycache__", "build", "*.egg-info", "static", "node_modules", "tests")
NOT_NEEDED = {
    ".mjs", ".ts", ".npmrc", ".sh", "package.json", "package-lock.json", "tsconfig.json", "requirements.txt",
    "node_modules", "__pycache__",
}  # fmt: skip
"""The suffixes and names of what only those who change `playground` need."""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    # Build in a copy, because a build leaves files beside the sources, and may not pack what an older one has left.
    copy, built = tmp_path_factory.mktemp("sources") / "tree", tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    stale = copy / "build" / "lib" / "playground" / "stage" / "built" / "stage-OLDER.js"
    stale.parent.mkdir(parents=True)
    stale.touch()
    subprocess.run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", built, copy], check=True)
    (file,) = built.iterdir()
    return file


@pytest.fixture(scope="module")
def wheel(file):
    with ZipFile(file) as opened:
        yield opened


def needed():
    for folder in ("perceptron", "playground"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and not NOT_NEEDED & {path.suffix, *path.parts}:
                yield path.relative_to(ROOT).as_posix(), path
    for path in (*(ROOT / name for name in ("app.py", "LICENSE", "pyproject.toml")), *(ROOT / "pages").glob("*.py")):
        yield f"playground/root/{path.relative_to(ROOT).as_posix()}", path
    yield "playground/root/.streamlit/config.toml", ROOT / ".streamlit" / "config.toml"


def test_the_wheel_holds_the_library_and_the_app_with_their_data_and_no_more(wheel):
    held = {name: wheel.read(name) for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == {name: path.read_bytes() for name, path in needed()}
    assert {name for name in held if name.startswith("perceptron/") and not name.endswith(".py")} == {
        f"perceptron/{name}" for name in ("digits.npz", "iris.csv", "py.typed")
    }
    assert wheel.getinfo("perceptron/digits.npz").file_size < 50_000


def test_the_installed_command_serves_the_app_and_writes_nothing_beside_it(browser, file, tmp_path):
    installed = tmp_path / "site"
    subprocess.run([*PIP, "install", "--no-deps", "--no-index", "--target", installed, file], check=True)
    before = files_of(installed)
    (command,) = (installed / "bin").iterdir()
    environment = {"PYTHONPATH": str(installed), "HOME": str(tmp_path)}
    with started([command], cwd=tmp_path, env=environment) as (address, log), browser.new_page() as page:
        ready(page, f"{address}/race?data=AND")  # the whole page, by Streamlit
        assert page.get_by_role("heading", name="Race").count()
        assert urlopen(f"{address}/{export.PATH}").read() == export.wheel()
        assert json.load(urlopen(f"{address}/scene/race?next=/proof"))["complaints"] == []  # it knows its pages
    check(log)
    assert "usage statistics" not in log.read_text()  # switched off by the settings beside `app.py`
    assert files_of(installed) == before


def files_of(folder):
    return sorted(path for path in folder.rglob("*") if "__pycache__" not in path.parts)


def test_the_command_says_how_the_app_is_installed_where_the_library_is_alone(tmp_path):
    (tmp_path / "playground").mkdir()
    for name in ("__init__.py", "__main__.py"):
        shutil.copy(ROOT / "playground" / name, tmp_path / "playground")
    done = subprocess.run([sys.executable, "-S", "-m", "playground"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(
        r'Only the library is installed\. .*, pip install "\.\[app\]" installs the app\.\n', done.stderr
    )


@pytest.fixture
def told(wheel):
    """What the wheel says of itself."""
    (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
    return Parser().parsestr(wheel.read(name).decode())


def test_the_wheel_says_its_version_and_needs_three_libraries(told):
    assert (told["Name"], told["Version"]) == ("perceptron-playground", perceptron.__version__)
    needs = [need for need in told.get_all("Requires-Dist") if "extra ==" not in need]
    assert {need.split(">")[0] for need in needs} == {"numpy", "pandas", "scipy"}
    assert told["License-Expression"] == "MIT"
    files = {
        "app": "requirements.txt",
        "notebook": "playground/export/requirements.txt",
        "rooms": "playground/rooms/requirements.txt",
    }
    assert sorted(told.get_all("Provides-Extra")) == [*files]
    for extra, name in files.items():
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        of_extra = [need for need in told.get_all("Requires-Dist") if f'extra == "{extra}"' in need]
        assert versions(of_extra) == versions(line for line in lines if not line.startswith("#"))


def versions(needs):
    return {(need.name, need.specifier) for need in map(Requirement, needs)}


def test_the_wheel_describes_itself_without_links_into_the_repository(told):
    description = told.get_payload()
    assert ">>> from perceptron import" in description
    assert all(link.startswith("https://") for link in re.findall(r"\]\(([^)]*)\)", description))


def test_what_the_library_needs_the_app_needs_no_older():
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    app = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert all(any(line.startswith(need) for line in app) for need in needs)


def test_the_changes_begin_with_this_version():
    assert f"\n## {perceptron.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
