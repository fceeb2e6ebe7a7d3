"""The files that every visitor needs, served faster than Streamlit serves them."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from playground.export import wheel
from playground.pages import PAGES
from playground.server import found, handed, write
from playground.server.http import KINDS, Packed
from playground.stage import browsers
from playground.stage.assets import FILES, STAGE, STYLE, by_brotli

_LOADING = '<p id="loading" style="margin:40vh 0;text-align:center;font:1.1rem sans-serif;color:#777">Loading …</p>'


class Front:
    """Serves the files that every visitor needs: ours, Streamlit's, Streamlit's document and the library's wheel.

    All other requests are passed on. If `document` is "", Streamlit serves its own document.
    """

    def __init__(self, app: ASGIApp, below: str, document: str, frontend: Path) -> None:
        self._app = app
        self._files = {
            f"{below}/app/static/{name}": _immutable(name, content, by_brotli(name)) for name, content in FILES.items()
        }
        # Its name stays as it is while the library changes, so whoever has it must ask whether it is still the same.
        library = Packed(wheel.wheel(), ".whl", "no-cache")
        self._files |= {f"{below}/{path}": library for path in (wheel.PATH, wheel.FILE)}
        self._files[f"{below}/app/static/{write.NAME}"] = write.document()
        self._files[f"{below}/{handed.NAME}"] = handed.document()
        self._files[f"{below}/{found.NAME}"] = found.document()
        if document:
            first = Packed(loading_page(document).encode(), ".html", "no-cache")
            names = ["" if page.file == "app.py" else page.route for page in PAGES.values()]
            self._files |= {f"{below}/{name}": first for name in names}
        self._unread = {
            f"{below}/{path.relative_to(frontend).as_posix()}": path
            for path in (frontend / "static").rglob("*")
            if path.suffix in KINDS
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        answer = self._app
        if scope["type"] == "http" and scope["method"] == "GET":
            path = scope["path"]
            if path in self._unread:
                self._files[path] = _immutable(path, self._unread.pop(path).read_bytes())
            answer = self._files.get(path, answer)
        await answer(scope, receive, send)


def _immutable(name: str, content: bytes, brotli: bytes = b"") -> Packed:
    """Return the response for a file that never changes, because its name has a hash of its content."""
    return Packed(content, Path(name).suffix, "public, immutable, max-age=31536000", brotli=brotli)


def loading_page(document: str) -> str:
    """Return `document`, the HTML of Streamlit's empty page, with a line that says *Loading*.

    Links in it preload the script and the style that show boards. The app's notices for old browsers replace
    Streamlit's `noscript`.
    """
    files = f'<link rel="modulepreload" href="./app/static/{STAGE}">'
    files += f'<link rel="preload" as="style" href="./app/static/{STYLE}">'
    document = re.sub("<noscript>.*?</noscript>", "", document, flags=re.DOTALL)  # Streamlit's own speaks of programs
    document = document.replace('<div id="root">', f'{browsers.NOTICES}<div id="root">{_LOADING}')
    return document.replace("</head>", f"{files}</head>")
