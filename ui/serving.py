"""A server in front of Streamlit's for the files that every visitor needs, compressed once and kept in memory.

`streamlit run` finds it in app.py. Without it the same files come from Streamlit alone, which compresses some of them
anew for every visitor and the others never.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import functools
import gzip
import hashlib
import logging
import os
import re
import sys
import tomllib
from collections.abc import Awaitable, Callable, Coroutine, Mapping, MutableMapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, TypeVar

import plotly
import streamlit as st

from ui import browsers, internals, slots

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Answer = tuple[Message, Message]
Answers = dict[bool, Answer]
"""The answers without and with gzip; one that is kept may be without the first."""
Result = TypeVar("Result")
Application = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

_ROOT = Path(__file__).parents[1]
_STATIC = _ROOT / "static"
_FONTS = _ROOT / "ui" / "stage" / "fonts"
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
_PACKED = (".woff2", ".zip")  # in themselves
POLICY = (
    "default-src 'self' data: blob: ws: wss:; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; form-action 'self'"
)
"""What a document may load and run: its own and what stands in it, and nothing of another host. Any page may frame it.

Streamlit reads its messages by WebAssembly, and makes modules of its components by `blob:`.
"""
_IMPORT = re.compile(r'^import .* from "(?:\.|\.\./\w+)/(\w+\.js)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)

_files: dict[str, bytes] = {}


def publish(stem: str, content: bytes, suffix: str = ".js") -> str:
    """Serve a script, a style or a font under a name that changes with its content, and return the name.

    The file is also written where Streamlit serves it without this module, unless it is there already.
    """
    name = f"{stem}-{hashlib.sha256(content).hexdigest()[:12]}{suffix}"
    _files[name] = content
    target, scratch = _STATIC / name, _STATIC / f"{name}.{os.getpid()}"
    try:
        if not target.exists() or target.read_bytes() != content:
            _STATIC.mkdir(exist_ok=True)
            scratch.write_bytes(content)
            scratch.replace(target)
    except OSError as fault:
        with contextlib.suppress(OSError):
            scratch.unlink(missing_ok=True)
        logging.getLogger(__name__).info("%s is kept in memory only: %s", name, fault)
    return name


def bundle(*modules: Path) -> bytes:
    """Return ES modules as one, so that a visit fetches one: each after all that it imports.

    Their files' names must differ, and what they name at their top level. Comments stay here.

    Raises
    ------
    graphlib.CycleError
        If modules import one another in a circle.
    """
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(modules)}
    order = TopologicalSorter({name: _IMPORT.findall(text) for name, text in texts.items()}).static_order()
    return "\n".join(_COMMENT.sub("", _IMPORT.sub("", texts[name])) for name in order).encode()


def data_url(font: bytes) -> str:
    """Return a font as a `data:` address.

    >>> data_url(b"wOF2")
    'data:font/woff2;base64,d09GMg=='
    """
    return f"data:font/woff2;base64,{base64.b64encode(font).decode()}"


@functools.cache
def colors(theme: str) -> str:
    """Return the colours of a theme, "light" or "dark", as a style, by the names that Streamlit has for a component."""
    return " ".join(f"{name}: {color};" for name, color in color_of(theme).items())


def color_of(theme: str) -> dict[str, str]:
    """Return the colours of a theme by these names."""
    theme_colors = tomllib.loads((_ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"][theme]
    dashed = {key: re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", key) for key in theme_colors}
    return {f"--st-{dashed[key]}": str(color) for key, color in theme_colors.items()}


@functools.cache
def stage_style(math: str) -> str:
    """Return the style of the stage, with the font of signs in it and this address of the formulas' font."""
    style = (_ROOT / "ui" / "stage" / "stage.css").read_text(encoding="utf-8")
    signs = data_url((_FONTS / "signs.woff2").read_bytes())
    print_style = f".stage-room.is-printing {{ {colors('light')} }}\n"
    return style.replace("fonts/signs.woff2", signs).replace("fonts/math.woff2", math) + print_style


STAGE_SCRIPT = bundle(*(_ROOT / "ui" / "stage").glob("*.js"))
STAGE = publish("stage", STAGE_SCRIPT)
MATH_FONT = (_FONTS / "math.woff2").read_bytes()
MATH = publish("math", MATH_FONT, ".woff2")
STYLE = publish("stage", stage_style(MATH).encode(), ".css")
PLOTLY_SCRIPT = (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes()
PLOTLY = publish("plotly.min", PLOTLY_SCRIPT)
ENCODER = publish("gifenc", (_ROOT / "ui" / "stage" / "vendor" / "gifenc.js").read_bytes())


def allow_many_connections() -> None:
    """Take as many file descriptors as the system allows, for a visitor needs four of them."""
    if sys.platform != "win32":  # which has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):  # macOS names no limit, and has one
            resource.setrlimit(resource.RLIMIT_NOFILE, (most if most != resource.RLIM_INFINITY else 2**14, most))


class Front:
    """Answers for the pages' first document, for scripts, styles and fonts; passes all else on to Streamlit."""

    def __init__(self, app: Application) -> None:
        allow_many_connections()
        internals.remember_theme()
        slots.limit_runs()
        self._app = app
        base = base_path()
        self._answers: dict[str, Answers] = {}
        if document := internals.first_document():
            first = responses(first_page(document).encode(), ".html", "no-cache")
            pages = ["", *(path.stem for path in (_ROOT / "pages").glob("*.py"))]
            self._answers |= {f"{base}/{name}": first for name in pages}
        for name, content in _files.items():
            path = f"{base}/app/static/{name}"
            self._answers[path] = _immutable(path, content)
        self._streamlit_files = {
            f"{base}/{path.relative_to(internals.FRONTEND).as_posix()}": path
            for path in (internals.FRONTEND / "static").rglob("*")
            if path.suffix in _KINDS
        }

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        answer = None
        if scope["type"] == "http" and scope["method"] == "GET" and (answers := self._answer(scope["path"])):
            answer = response(answers, scope)
        if answer is None:
            await self._app(scope, receive, send)
            return
        for message in answer:
            await send(message)

    def _answer(self, path: str) -> Answers | None:
        """Return the answers to a request for a file; None for a file that is not served here."""
        if path not in self._answers and path in self._streamlit_files:
            self._answers[path] = _immutable(path, self._streamlit_files[path].read_bytes())
        return self._answers.get(path)


def base_path() -> str:
    """Return the path that the app lies below: none, or one that begins with a slash."""
    base = st.get_option("server.baseUrlPath").strip("/")
    return base and f"/{base}"


def response(answers: Answers, scope: Message) -> Answer:
    """Return the answer to a request: compressed if it may be, without a body that the client has or does not want."""
    packed = takes_gzip(_header(scope, b"accept-encoding"))
    begin, body = answers[packed] if packed in answers else _unpacked(*answers[True])
    tag = dict(begin["headers"])[b"etag"].decode()
    known = [each.strip().removeprefix("W/") for each in _header(scope, b"if-none-match").split(",")]
    if begin["status"] == 200 and (tag in known or "*" in known):
        headers = [(name, value) for name, value in begin["headers"] if not name.startswith(b"content-")]
        return {**begin, "status": 304, "headers": headers}, {**body, "body": b""}
    return begin, {**body, "body": b""} if scope["method"] == "HEAD" else body


def _header(scope: Message, name: bytes) -> str:
    return b",".join([value for key, value in scope["headers"] if key == name]).decode("latin-1")


def takes_gzip(accepted: str) -> bool:
    """Say whether a client that accepts these encodings can be sent gzip.

    >>> [takes_gzip(accepted) for accepted in ("br, gzip", "gzip;q=0", "*;q=0.5", "gzip;q=0, *", "")]
    [True, False, True, False, False]
    """
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, *parameters = (each.strip() for each in part.split(";"))
        weights[name] = next((_weight(each) for each in parameters if each.startswith("q=")), 1.0)
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _weight(parameter: str) -> float:
    try:
        return float(parameter.removeprefix("q="))
    except ValueError:  # what cannot be read promises nothing
        return 0.0


def _immutable(path: str, content: bytes) -> Answers:
    """Return the answers for a file that never changes, because its name has a hash in it."""
    return responses(content, Path(path).suffix, "public, immutable, max-age=31536000")


def responses(content: bytes, suffix: str, caching: str, status: int = 200, level: int = 9) -> Answers:
    """Return the answers that are a content of this kind, cached so by browsers, compressed at this level."""
    said = headers(suffix, caching)
    if suffix in _PACKED:
        return dict.fromkeys((False, True), _response(content, said, status))
    compressed = gzip.compress(content, level, mtime=0)
    return {
        False: _response(content, said, status),
        True: _response(compressed, {**said, "content-encoding": "gzip"}, status),
    }


def headers(suffix: str, caching: str) -> dict[str, str]:
    """Return what is said of a content of this kind, cached so by browsers."""
    said = {"content-type": _KINDS[suffix], "cache-control": caching, "x-content-type-options": "nosniff"}
    said["content-security-policy"] = POLICY
    if suffix != ".html" and caching != "no-store":  # for scripts of no origin, as a sandboxed frame's are
        said["access-control-allow-origin"] = "*"
    if suffix not in _PACKED:
        said["vary"] = "accept-encoding"
    return said


def raw(said: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Return headers as they are sent."""
    return [(name.encode(), value.encode()) for name, value in said.items()]


class HungUp(BaseException):
    """Whoever has asked is there no more. No fault: what handles faults lets it pass."""


async def gone(receive: Receive) -> None:
    """Wait until whoever has asked hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def while_there(receive: Receive, work: Coroutine[Any, Any, Result]) -> Result:
    """Do this for whoever has asked, all of which has come, while they are there.

    Raises
    ------
    HungUp
        If they are not any more; the work is cancelled.
    """
    doing, leaving = asyncio.ensure_future(work), asyncio.ensure_future(gone(receive))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise HungUp
        return doing.result()
    finally:
        doing.cancel()
        leaving.cancel()


def _response(content: bytes, said: Mapping[str, str], status: int) -> Answer:
    tag = hashlib.sha256(content).hexdigest()[:16]
    said = {**said, "etag": f'"{tag}"', "content-length": str(len(content))}
    begin = {"type": "http.response.start", "status": status, "headers": raw(said)}
    return begin, {"type": "http.response.body", "body": content}


def _unpacked(begin: Message, body: Message) -> Answer:
    headers = {name.decode(): value.decode() for name, value in begin["headers"]}
    if headers.pop("content-encoding", None) is None:
        return begin, body
    return _response(gzip.decompress(body["body"]), headers, begin["status"])


def first_page(page: str) -> str:
    """Say on the empty page that it is loading or why it cannot, and preload the stage's files."""
    files = f'<link rel="modulepreload" href="./app/static/{STAGE}">'
    files += f'<link rel="preload" as="style" href="./app/static/{STYLE}">'
    page = re.sub("<noscript>.*?</noscript>", "", page, flags=re.DOTALL)  # Streamlit's own speaks of programs
    page = page.replace('<div id="root">', f'{browsers.NOTICES}<div id="root">{_LOADING}')
    return page.replace("</head>", f"{files}</head>")


_LOADING = '<p id="loading" style="margin:40vh 0;text-align:center;font:1.1rem sans-serif;color:#777">Loading …</p>'
