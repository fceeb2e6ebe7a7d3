"""The wheel that a copy of the app serves: pip installs it, it is the library, and the saved notebooks run with it."""

import base64
import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import sysconfig
import time
import urllib.parse
import venv
from email.parser import Parser
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

import perceptron
from playground.export import wheel
from playground.pages import PAGES
from playground.pages.adversary.scene import PERCEPTRON
from tests.browser.browsing import serving
from tests.playground.visiting import printed

PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
LIBRARY = Path(perceptron.__file__).parent


def test_every_file_of_the_wheel_is_in_its_record_with_its_hash_and_size():
    with ZipFile(io.BytesIO(wheel.wheel())) as opened:
        held = {name: opened.read(name) for name in opened.namelist()}
    (record,) = (name for name in held if name.endswith("/RECORD"))
    assert len({*held}) == len(held)
    for name, said, size in csv.reader(io.StringIO(held[record].decode())):
        content = held.pop(name)
        if name == record:
            assert (said, size) == ("", "")
            continue
        algorithm, _, letters = said.partition("=")
        assert base64.urlsafe_b64decode(letters + "=") == hashlib.new(algorithm, content).digest()
        assert int(size) == len(content)
    assert held == {}


def test_the_wheel_is_the_library_says_what_it_needs_and_is_the_same_tomorrow(monkeypatch):
    with ZipFile(io.BytesIO(wheel.wheel())) as opened:
        (metadata,) = (name for name in opened.namelist() if name.endswith("/METADATA"))
        told = Parser().parsestr(opened.read(metadata).decode())
        held = {name: opened.read(name) for name in opened.namelist() if ".dist-info/" not in name}
    assert held == {f"perceptron/{path.name}": path.read_bytes() for path in LIBRARY.glob("*.*")}
    assert {need.split(">")[0] for need in told.get_all("Requires-Dist")} == {"numpy", "pandas", "scipy"}
    today = wheel.wheel()
    monkeypatch.setattr(time, "time", lambda: 2e9)
    assert wheel.wheel.__wrapped__() == today


def test_pip_installs_the_wheel_and_its_runs_are_ours(tmp_path):
    (tmp_path / wheel.FILE).write_bytes(wheel.wheel())
    subprocess.run(
        [sys.executable, *PIP, "install", "--no-index", "--no-deps", "--target", tmp_path, tmp_path / wheel.FILE],
        check=True,
    )
    program = """
import perceptron
print(perceptron.__file__)
run = perceptron.train(perceptron.margin_dataset(25, 2, 0.1, seed=3))
print(run, run.w, run.mistakes, perceptron.iris(), perceptron.digits())
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    place, _, told = done.partition("\n")
    assert Path(place).is_relative_to(tmp_path)
    assert told == printed(program).partition("\n")[2]


@pytest.mark.parametrize(
    ("link", "copy"),
    [
        ("http://localhost:8501/?data=AND", "http://localhost:8501/"),
        ("https://a.example/class-2/proof", "https://a.example/class-2/"),
        ("https://a.example/light/race?data=AND&x=/a/b", "https://a.example/"),
        ("https://a.example/~/+/#top", "https://a.example/~/+/"),
        ("https://a.example/alma_2", "https://a.example/"),
        ("http://[::1]:8501/light/playground", "http://[::1]:8501/"),
        *(
            (f"https://a.example/{strange}/proof", "")
            for strange in ("a b", "$(b)", "{b}", "a\nb", "a;b", "a'b", '"', "`b`")
        ),
        ("https://a@b.example/", ""),
        ("ftp://a.example/", ""),
    ],
)
def test_the_copy_of_a_link_is_what_stands_before_its_page_and_nothing_that_a_shell_reads_otherwise(link, copy):
    assert wheel.copy_of(link) == copy


def run_of(cells, python, folder):
    """What the code cells of a notebook print, one after the other; `%pip` calls the pip of this Python."""
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    program = re.sub("^%pip (.*)$", _called, "\n".join(code), flags=re.MULTILINE)
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    environment["PIP_NO_INDEX"] = "1"  # the copy alone is reached
    done = subprocess.run([python, "-c", program], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _called(command):
    return f"import subprocess, sys; subprocess.run([sys.executable, *{[*PIP, *command[1].split()]}], check=True)"


@pytest.mark.slow
def test_the_notebook_of_every_page_runs_where_only_the_copy_of_the_app_is_reached(tmp_path):
    venv.create(tmp_path / "venv", with_pip=True)
    paths = sysconfig.get_paths(vars={"base": str(tmp_path / "venv"), "platbase": str(tmp_path / "venv")})
    python = Path(paths["scripts"]) / "python"
    # numpy, pandas and scipy are there already.
    (Path(paths["purelib"]) / "others.pth").write_text(sysconfig.get_path("purelib"))
    assert subprocess.run([python, "-c", "import perceptron"], cwd=tmp_path, capture_output=True).returncode == 1
    ran = []
    with serving(base="/lab") as (address, _):
        for page in (page for page in PAGES.values() if page.answer):
            texts = {"player": PERCEPTRON, "repeats": "2", "n": "12"}
            link = f"{address}/{page.route.removeprefix('playground')}?{urllib.parse.urlencode(texts)}"
            said = json.loads(urlopen(f"{address}/share/{page.route}?{urllib.parse.urlencode({'link': link})}").read())
            files = {file["name"].rpartition(".")[2]: file["text"] for file in said["files"]}
            cells = json.loads(files["ipynb"])["cells"]
            assert cells[0]["source"].splitlines()[0] == f"%pip install {address}/{wheel.PATH}"
            assert run_of(cells, python, tmp_path) == printed(files["py"])
            ran.append(page.title)
    assert len(ran) == len(PAGES) - 1  # the list of lessons has none
