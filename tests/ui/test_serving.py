"""What the server answers for by itself, whatever has become of the folder it writes to."""

import errno
import gzip
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import plotly
import pytest
import streamlit

from ui import serving

ROOT = Path(__file__).parents[2]
STAGE = ROOT / "ui" / "stage" / "stage.js"


async def _streamlit(scope, receive, send):
    await send({"type": "http.response.start", "status": 404, "headers": []})


FRONT = serving.Front(_streamlit)


def asked(path, front=FRONT, **headers):
    """The status, the headers and the body of an answer; status 404 if the question is passed on."""
    answer = []

    async def send(message):
        answer.append(message)

    given = {"accept-encoding": "gzip, deflate, br", **headers}
    raw = [(name.encode(), value.encode()) for name, value in given.items()]
    # Nothing here waits for anything, and the tests' browser has this thread's event loop.
    with pytest.raises(StopIteration):
        front({"type": "http", "method": "GET", "path": path, "headers": raw}, None, send).send(None)
    begin, *rest = answer
    said = {name.decode(): value.decode() for name, value in begin["headers"]}
    return begin["status"], said, b"".join(message["body"] for message in rest)


def test_the_first_document_of_every_page_says_that_it_is_loading_and_names_the_script_of_the_stage():
    for page in ("", *(path.stem for path in (ROOT / "pages").glob("*.py"))):
        status, said, body = asked(f"/{page}")
        text = gzip.decompress(body).decode()
        assert (status, said["cache-control"]) == (200, "no-cache")
        assert "Loading" in re.search(r'<div id="root">(.*)</div>', text)[1]
        (script,) = re.findall(r'rel="modulepreload" href="\.(/app/static/stage.*?)"', text)
        _, said, body = asked(script)
        assert said["content-type"].startswith("text/javascript")
        assert "immutable" in said["cache-control"]
        assert gzip.decompress(body) == STAGE.read_bytes()


def test_the_scripts_and_styles_of_streamlit_are_its_own_packed():
    frontend = Path(streamlit.__file__).parent / "static"
    files = re.findall(r'"\.(/static/\S+\.(?:js|css))"', (frontend / "index.html").read_text())
    assert len(files) > 10
    for file in files:
        status, said, body = asked(file)
        assert (status, said["content-encoding"], int(said["content-length"])) == (200, "gzip", len(body))
        assert gzip.decompress(body) == (frontend / file[1:]).read_bytes()


def test_plotly_comes_packed_and_whole():
    _, said, body = asked(f"/app/static/{serving.PLOTLY}")
    assert said["content-encoding"] == "gzip"
    assert gzip.decompress(body) == (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes()


@pytest.mark.parametrize(
    "path", ["/_stcore/health", "/static/../config.toml", "/app/static/../../app.py", "/nothing", "/static/js/no.js"]
)
def test_everything_else_is_left_to_streamlit(path):
    assert asked(path)[0] == 404


def test_who_cannot_unpack_is_left_to_streamlit():
    assert asked("/", **{"accept-encoding": "identity"})[0] == 404


def test_a_damaged_file_is_written_again(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "_STATIC", tmp_path / "static")
    target = tmp_path / "static" / serving.published(STAGE)
    for damage in (b"", STAGE.read_bytes()[:-100], b"something else"):
        target.write_bytes(damage)
        serving.published(STAGE)
        assert target.read_bytes() == STAGE.read_bytes()
    assert list(target.parent.iterdir()) == [target]


def test_a_folder_that_cannot_be_written_to_is_done_without(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setattr(serving, "_STATIC", tmp_path / "file" / "static")
    assert (
        gzip.decompress(asked(f"/app/static/{serving.published(STAGE)}", serving.Front(_streamlit))[2])
        == STAGE.read_bytes()
    )


def test_a_full_disk_is_done_without(tmp_path, monkeypatch):
    def full(path, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(serving, "_STATIC", tmp_path / "static")
    monkeypatch.setattr(Path, "write_bytes", full)
    assert (
        gzip.decompress(asked(f"/app/static/{serving.published(STAGE)}", serving.Front(_streamlit))[2])
        == STAGE.read_bytes()
    )


def test_as_many_connections_are_allowed_as_the_system_has():
    resource = pytest.importorskip("resource")
    code = """
import json, resource
from ui import serving
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))
serving.Front(None)
print(json.dumps(resource.getrlimit(resource.RLIMIT_NOFILE)))
"""
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    soft, most = json.loads(answer.stdout.splitlines()[-1])
    assert soft == (most if most != resource.RLIM_INFINITY else 2**14)


def test_no_visitor_pays_for_a_look_at_the_source_files():
    assert tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["server"]["fileWatcherType"] == "none"
