"""What the server answers for by itself, whatever has become of the folder it writes to."""

import errno
import gzip
import json
import re
import subprocess
import sys
import tomllib
from graphlib import CycleError
from pathlib import Path

import plotly
import pytest
import streamlit

from ui import serving

ROOT = Path(__file__).parents[2]
MODULES = {path.name: path for path in (ROOT / "ui" / "stage").glob("*.js")}
SCRIPT = b"const answer = 42;\n" * 50


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


def test_the_first_document_of_every_page_says_that_it_is_loading_and_names_the_modules_of_the_stage():
    for page in ("", *(path.stem for path in (ROOT / "pages").glob("*.py"))):
        status, said, body = asked(f"/{page}")
        text = gzip.decompress(body).decode()
        assert (status, said["cache-control"]) == (200, "no-cache")
        assert "Loading" in re.search(r'<div id="root">(.*)</div>', text)[1]
        named = re.findall(r'rel="modulepreload" href="\./app/static/(.*?)"', text)
        assert sorted(named) == sorted(serving.MODULES.values())


def test_every_module_of_the_stage_comes_packed_and_imports_only_what_is_published():
    assert set(serving.MODULES) == set(MODULES)
    imported = {serving.STAGE}
    for source, name in serving.MODULES.items():
        _, said, body = asked(f"/app/static/{name}")
        assert said["content-type"].startswith("text/javascript")
        assert "immutable" in said["cache-control"]
        text = gzip.decompress(body).decode()
        imports = re.findall(r"""\bfrom\s+["'](.*?)["']""", text)
        assert {f"./{hashed}" for hashed in serving.MODULES.values()}.issuperset(imports)
        imported.update(name[2:] for name in imports)
        for original, hashed in serving.MODULES.items():
            text = text.replace(f' from "./{hashed}";', f' from "./{original}";')
        assert text == MODULES[source].read_text(encoding="utf-8")
    assert imported == set(serving.MODULES.values())


def written(folder, **modules):
    folder.mkdir(exist_ok=True)
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)
    return serving.published_modules(folder)


def test_a_module_has_another_name_when_one_that_it_imports_has_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "_STATIC", tmp_path / "static")
    modules = {
        "first": 'import { a } from "./middle.js";\nimport {\n  b,\n} from "./apart.js";\n',
        "middle": 'export { a } from "./last.js";\n',
        "last": "export const a = 1;\n",
        "apart": "export const b = 1;\n",
    }
    before = written(tmp_path / "some", **modules)
    text = (tmp_path / "static" / before["first.js"]).read_text()
    assert f'"./{before["middle.js"]}"' in text
    assert f'"./{before["apart.js"]}"' in text
    assert written(tmp_path / "some", **modules) == before
    after = written(tmp_path / "some", last="export const a = 2;\n")
    assert {name for name in before if before[name] != after[name]} == {"first.js", "middle.js", "last.js"}


def test_modules_that_import_one_another_in_a_circle_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "_STATIC", tmp_path / "static")
    with pytest.raises(CycleError, match=r"one\.js"):
        written(tmp_path / "some", one='import { b } from "./two.js";\n', two='import { a } from "./one.js";\n')


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
    target = tmp_path / "static" / serving.published("some", SCRIPT)
    for damage in (b"", SCRIPT[:-100], b"something else"):
        target.write_bytes(damage)
        serving.published("some", SCRIPT)
        assert target.read_bytes() == SCRIPT
    assert list(target.parent.iterdir()) == [target]


def test_a_folder_that_cannot_be_written_to_is_done_without(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setattr(serving, "_STATIC", tmp_path / "file" / "static")
    assert (
        gzip.decompress(asked(f"/app/static/{serving.published('some', SCRIPT)}", serving.Front(_streamlit))[2])
        == SCRIPT
    )


def test_a_full_disk_is_done_without(tmp_path, monkeypatch):
    def full(path, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(serving, "_STATIC", tmp_path / "static")
    monkeypatch.setattr(Path, "write_bytes", full)
    assert (
        gzip.decompress(asked(f"/app/static/{serving.published('some', SCRIPT)}", serving.Front(_streamlit))[2])
        == SCRIPT
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
