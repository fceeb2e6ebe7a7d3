"""A server in front of Streamlit for the files that every visitor needs."""

from __future__ import annotations

import contextlib
import re
import sys
from pathlib import Path

from playground.server import internals, slots
from playground.server.http import (
    KINDS,
    Application,
    AsgiMessage,
    Receive,
    Responses,
    Send,
    base_path,
    response,
    responses,
)
from playground.stage import browsers
from playground.stage.assets import FILES, ROOT, STAGE, STYLE


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
        self._answers: dict[str, Responses] = {}
        if document := internals.first_document():
            first = responses(first_page(document).encode(), ".html", "no-cache")
            pages = ["", *(path.stem for path in (ROOT / "pages").glob("*.py"))]
            self._answers |= {f"{base}/{name}": first for name in pages}
        for name, content in FILES.items():
            path = f"{base}/app/static/{name}"
            self._answers[path] = _immutable(path, content)
        self._streamlitFILES = {
            f"{base}/{path.relative_to(internals.FRONTEND).as_posix()}": path
            for path in (internals.FRONTEND / "static").rglob("*")
            if path.suffix in KINDS
        }

    async def __call__(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        answer = None
        if scope["type"] == "http" and scope["method"] == "GET" and (answers := self._answer(scope["path"])):
            answer = response(answers, scope)
        if answer is None:
            await self._app(scope, receive, send)
            return
        for message in answer:
            await send(message)

    def _answer(self, path: str) -> Responses | None:
        """Return the answers to a request for a file; None for a file that is not served here."""
        if path not in self._answers and path in self._streamlitFILES:
            self._answers[path] = _immutable(path, self._streamlitFILES[path].read_bytes())
        return self._answers.get(path)


def _immutable(path: str, content: bytes) -> Responses:
    """Return the answers for a file that never changes, because its name has a hash in it."""
    return responses(content, Path(path).suffix, "public, immutable, max-age=31536000")


def first_page(page: str) -> str:
    """Say on the empty page that it is loading or why it cannot, and preload the stage's files."""
    files = f'<link rel="modulepreload" href="./app/static/{STAGE}">'
    files += f'<link rel="preload" as="style" href="./app/static/{STYLE}">'
    page = re.sub("<noscript>.*?</noscript>", "", page, flags=re.DOTALL)  # Streamlit's own speaks of programs
    page = page.replace('<div id="root">', f'{browsers.NOTICES}<div id="root">{_LOADING}')
    return page.replace("</head>", f"{files}</head>")


_LOADING = '<p id="loading" style="margin:40vh 0;text-align:center;font:1.1rem sans-serif;color:#777">Loading …</p>'
