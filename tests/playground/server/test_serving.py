"""What the server serves by itself, whatever has become of the folder it writes to."""

import errno
import gzip
import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import plotly
import pytest

from playground.export import wheel
from playground.server import internals
from playground.server.front import Front
from playground.stage import assets, browsers
from tests.browser.browsing import serving as running
from tests.marks import slow_but

ROOT = Path(__file__).parents[3]
STAGE = ROOT / "playground" / "stage"
SCRIPT = b"const answer = 42;\n" * 50
PAGES = ["/", *(f"/{path.stem}" for path in (ROOT / "pages").glob("*.py"))]
STREAMLITS = re.findall(r'"\.(/static/\S+\.(?:js|css))"', internals.first_document())
FONTS = [f"/{path.relative_to(internals.FRONTEND).as_posix()}" for path in internals.FRONTEND.rglob("*.woff2")]


async def _streamlit(scope, receive, send):
    await send({"type": "http.response.start", "status": 418, "headers": []})


def front(below=""):
    return Front(_streamlit, below, internals.first_document(), internals.FRONTEND)


FRONT = front()


def asked(path, front=FRONT, **headers):
    """The status, the headers and the body of an answer; status 418 if the request is passed on."""
    messages = []

    async def send(message):
        messages.append(message)

    given = {"accept-encoding": "gzip, deflate", **headers}
    raw = [(name.encode(), value.encode()) for name, value in given.items()]
    # Nothing here waits for anything, and the tests' browser has this thread's event loop.
    with pytest.raises(StopIteration):
        front({"type": "http", "method": "GET", "path": path, "headers": raw}, None, send).send(None)
    begin, *rest = messages
    said = {name.decode(): value.decode() for name, value in begin["headers"]}
    return begin["status"], said, b"".join(message["body"] for message in rest)


@pytest.mark.parametrize("path", PAGES)
def test_each_document_is_loading_and_names_the_files_of_the_stage(path):
    status, said, body = asked(path)
    text = gzip.decompress(body).decode()
    assert (status, said["cache-control"]) == (200, "no-cache")
    assert "Loading" in re.search(r'<div id="root">(.*)</div>', text)[1]
    assert re.findall(r'rel="modulepreload" href="\./app/static/(.*?)"', text) == [assets.STAGE]
    assert re.findall(r'rel="preload" as="style" href="\./app/static/(.*?)"', text) == [assets.STYLE]
    (notice,) = re.findall("<noscript>(.*?)</noscript>", text, re.DOTALL)
    assert re.sub("<style>.*?</style>|<.*?>", "", notice) == browsers.WITHOUT_SCRIPT
    assert asked(path, **{"if-none-match": said["etag"]})[::2] == (304, b"")
    assert asked(path, **{"if-none-match": '"another"'})[0] == 200


TYPES = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}
OURS = {
    f"/app/static/{assets.MATH}": STAGE / "fonts" / "math.woff2",
    f"/app/static/{assets.PLOTLY}": Path(plotly.__file__).parent / "package_data" / "plotly.min.js",
}


def test_files_come_whole_and_packed_once():
    assert min(len(STREAMLITS), len(FONTS)) > 10
    for path in (*OURS, *STREAMLITS, *FONTS):
        status, said, body = asked(path)
        assert (status, int(said["content-length"])) == (200, len(body))
        assert "immutable" in said["cache-control"]
        assert said["content-type"].split(";")[0] == TYPES[Path(path).suffix]
        assert ("content-encoding" in said) == (not path.endswith(".woff2"))
        content = gzip.decompress(body) if "content-encoding" in said else body
        assert content == OURS.get(path, internals.FRONTEND / path[1:]).read_bytes()


def test_the_wheel_has_two_addresses_and_is_asked_for_again():
    for path in (wheel.PATH, wheel.FILE):
        status, said, body = asked(f"/lab/{path}", front("/lab"))
        assert (status, said["cache-control"], body) == (200, "no-cache", wheel.wheel())
        assert asked(f"/lab/{path}", front("/lab"), **{"if-none-match": said["etag"]})[::2] == (304, b"")


@pytest.mark.parametrize("written", slow_but(["", "/lab", "lab/"], "lab/"))
def test_a_server_answers_so_whatever_the_path_that_the_app_lies_below(written):
    with running("app.py", f"--server.baseUrlPath={written}", base="/lab" if written else "") as (address, _):
        for path in ("/lessons", f"/app/static/{assets.STAGE}", f"/app/static/{assets.STYLE}"):
            answer = urlopen(Request(address + path, headers={"Accept-Encoding": "gzip"}))
            said = {name.lower(): value for name, value in answer.headers.items()}
            expected = asked(path)[1]
            assert {name: said.get(name) for name in expected} == expected
            assert gzip.decompress(answer.read()) == gzip.decompress(asked(path)[2])
        assert ' id="first"' in urlopen(f"{address}/proof").read().decode()
        assert urlopen(f"{address}/Light/Proof").url == f"{address}/light/proof"


@pytest.mark.parametrize("accepted", ["identity", "", "br", "gzip;q=0", "gzip; q=0.000, br", "*, gzip;q=0", "gzip;q=a"])
def test_who_cannot_unpack_gets_the_same_as_it_is(accepted):
    names = (assets.STYLE, assets.PLOTLY, assets.MATH)
    for path in ("/", "/proof", *(f"/app/static/{name}" for name in names)):
        status, said, body = asked(path, **{"accept-encoding": accepted})
        _, packed, content = asked(path, **{"accept-encoding": "br;q=1.0, GZIP;q=0.8"})
        assert (status, "content-encoding" in said, int(said["content-length"])) == (200, False, len(body))
        assert said.get("vary") == packed.get("vary")
        assert body == (gzip.decompress(content) if "content-encoding" in packed else content)


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    {"gzip, br": "br", "gzip;q=0, br": "br", "*": "br", "gzip, br;q=0": "gzip", "gzip": "gzip", "*, br;q=0": "gzip",
     "": None, "gzip;q=0, br;q=0": None}.items(),
)  # fmt: skip
def test_what_the_first_load_takes_is_smaller_for_who_takes_brotli(accepted, encoding):
    for name in (assets.STAGE, *assets.WITH_STAGE):
        path = f"/app/static/{name}"
        status, said, body = asked(path, **{"accept-encoding": accepted})
        assert (status, said.get("content-encoding"), int(said["content-length"])) == (200, encoding, len(body))
        assert said["vary"] == "accept-encoding"
        expected = assets.script(f"{name}.br") if encoding == "br" else assets.script(name)
        assert (gzip.decompress(body) if encoding == "gzip" else body) == expected
        assert asked(path, **{"accept-encoding": accepted, "if-none-match": said["etag"]})[::2] == (304, b"")
        assert len(assets.script(f"{name}.br")) < 0.92 * len(asked(path)[2])


def test_a_damaged_file_is_written_again(tmp_path, monkeypatch):
    monkeypatch.setattr(assets, "_STATIC", tmp_path / "static")
    target = tmp_path / "static" / assets.publish("some", SCRIPT)
    for damage in (b"", SCRIPT[:-100], b"something else"):
        target.write_bytes(damage)
        assets.publish("some", SCRIPT)
        assert target.read_bytes() == SCRIPT
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize("fault", ["no folder", "a full disk"])
def test_a_folder_that_cannot_be_written_to_is_done_without(fault, tmp_path, monkeypatch):
    def full(path, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "file").touch()
    monkeypatch.setattr(assets, "_STATIC", tmp_path / ("file" if fault == "no folder" else "") / "static")
    if fault == "a full disk":
        monkeypatch.setattr(Path, "write_bytes", full)
    assert gzip.decompress(asked(f"/app/static/{assets.publish('some', SCRIPT)}", front())[2]) == SCRIPT


def test_as_many_connections_are_allowed_as_the_system_has():
    resource = pytest.importorskip("resource")
    code = """
import json, resource
from playground.server.connections import Connections
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))
Connections(None)
print(json.dumps(resource.getrlimit(resource.RLIMIT_NOFILE)))
"""
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    soft, most = json.loads(answer.stdout.splitlines()[-1])
    assert soft == (most if most != resource.RLIM_INFINITY else 2**14)
