"""Everything that HTTP asks of an address: its scene as data, and documents that show it.

The routes need nothing of Streamlit: `/scene/proof?data=AND` is a scene and `/light/proof?data=AND` its light page. The
first document of a page, `/proof?data=AND`, has its scene, too; the rest of it comes by Streamlit. A response is
computed once, in a slot beside the runs of pages, and kept for a while.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import urllib.parse
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import ASGIApp

from perceptron.printed import MOST_BYTES
from playground.address import address
from playground.address.lists import FILES, ListItem, decode
from playground.export import sharing, site
from playground.export.files import on_paper
from playground.export.worksheet import Worksheet, worksheet_of
from playground.page import mine
from playground.page.answer import Opened, content, explained, opened
from playground.page.page import Page
from playground.pages import PAGES
from playground.server import clients, experiment_cache, first, http, light, slots
from playground.server.http import Exact, Packed

MOST_KEPT = 4_000_000
"""Bytes of the compressed responses that are kept, with their keys."""

LONGEST = address.LONGEST_QUERY

_FRESH = "public, max-age=60"
_LEVEL = 5  # of compression; the next one takes an eighth longer, for a hundredth
_VERSION = re.compile(r"&?version=\w+$")
"""The end of a stage's question, with which no cache answers it by what another version's stage was answered."""
_NO_PAGE = "There is no such page with a stage."
_TOO_MUCH = f"A printout has at most {MOST_BYTES // 1000} kB."
_TOO_LONG = f"A link of this app has at most {LONGEST:,} characters."

Key = tuple[str, str, tuple[tuple[str, str], ...]]
"""The key of a response: its kind, the name of the page, and the parameters of the link."""

_PAGES = {
    page.route: replace(page, answer=experiment_cache.answer) if page.slow else page
    for page in PAGES.values()
    if page.answer
}
_PAGES[""] = _PAGES[PAGES["app.py"].route]  # as in the links of the app


@dataclass
class _Shared:
    """A task whose result several requests wait for."""

    task: asyncio.Task[Any]
    waiting: int = 0


class Scenes(http.Ahead):
    """Serves scenes, light pages, worksheets, pages to save and codes of links to share, below a base path.

    It serves first documents, too, if Streamlit's document is as expected.
    """

    def __init__(self, app: ASGIApp, below: str, document: str) -> None:
        self._below = below
        self._shell = first.shell(document)
        self._shared: dict[Key, _Shared] = {}
        self._kept: OrderedDict[Key, tuple[Packed, int]] = OrderedDict()
        self.size = 0
        routes = [
            Exact(f"{below}/{kind}/{{name:letters}}", partial(self._answer, kind))
            for kind in ("scene", "light", "share", "worksheet")
        ]
        routes.append(Exact(f"{below}/pages/{{name:letters}}", self._pages))
        routes.append(Exact(f"{below}/explain/{{name:letters}}", self._explain, methods=["POST"]))
        if self._shell:
            routes.append(Exact(f"{below}/{{name:letters}}", self._first))
        super().__init__(app, routes)

    # ---- endpoints

    async def _answer(self, kind: str, request: Request) -> ASGIApp:
        if request.path_params["name"] not in _PAGES and kind in ("light", "worksheet"):
            return self.default
        return await self._response(kind, request)

    async def _first(self, request: Request) -> ASGIApp:
        """Return the first document of a page; if it has none, or cannot show this, pass the request on."""
        name = request.path_params["name"]
        if name == PAGES["app.py"].route or name not in _PAGES or _PAGES[name].slow:
            return self.default
        try:
            response = await self._response("first", request)
        except Exception:
            logging.getLogger(__name__).exception("the first document of %s has no board", name or "playground")
            return self.default
        return response if response.status_code == 200 else self.default

    async def _pages(self, request: Request) -> ASGIApp:
        """Return the pages of a list in a folder, each sent while the next one is made; or why there are none."""
        name = request.path_params["name"]
        if name not in _PAGES:
            return self.default
        key = _key("pages", name, request)
        if isinstance(key, Packed):
            return key
        link = dict(key[2])
        link["app"] = own_address(link.get("app", ""), request, self._below)
        leaves = self._leaves(name, link, clients.of_request(request.scope))
        try:
            first_leaf = await http.while_there(request.receive, anext(leaves))
        except ValueError as fault:
            return _refused("pages", str(fault), 422)
        parts = () if request.method == "HEAD" else _folder([first_leaf], leaves)
        return StreamingResponse(parts, headers=http.headers(".zip", "no-cache"))

    async def _leaves(self, name: str, link: Mapping[str, str], who: str) -> AsyncIterator[site.Leaf]:
        links = await slots.in_turn(who, lambda: site.named(site.links_of(_list(link))))
        for place in range(len(links)):
            key = "leaf", name, (*link.items(), ("place", str(place)))
            work = partial(site.leaf, links, place, app=link["app"])
            yield await self._once(key, partial(slots.in_turn, who, work))

    async def _explain(self, request: Request) -> Packed:
        """Return what is said of the rows that a visitor's program printed; they are kept nowhere."""
        name = request.path_params["name"]
        key = _key("explain", name, request)
        if isinstance(key, Packed):
            return key
        try:
            printout = mine.read(await http.body_of(request, mine.MOST_SENT))
            work = partial(_explained, _PAGES[name], dict(key[2]), printout)
            turn = slots.in_turn(clients.of_request(request.scope), work)
            said: Packed = await http.while_there(request.receive, turn)
        except http.TooLongError:
            return _refused("explain", _TOO_MUCH, 413)
        except ValueError as fault:
            return _refused("explain", str(fault), 422)
        return said

    # ---- the store

    async def _response(self, kind: str, request: Request) -> Packed:
        """Return a response from the store, or compute and keep it while its visitor is there."""
        key = _key(kind, request.path_params["name"], request)
        if isinstance(key, Packed):
            return key
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key][0]
        response: Packed = await http.while_there(
            request.receive, self._once(key, partial(self._keep, key, clients.of_request(request.scope)))
        )
        return response

    async def _once(self, key: Key, find: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Return the result of `find`, called once for all requests that wait for it; cancel it if none still waits."""
        shared = self._shared.get(key)
        if shared is None:
            shared = self._shared[key] = _Shared(asyncio.create_task(find()))
        shared.waiting += 1
        try:
            return await asyncio.shield(shared.task)
        finally:
            shared.waiting -= 1
            if not shared.waiting:
                del self._shared[key]
                shared.task.cancel()

    async def _keep(self, key: Key, who: str) -> Packed:
        try:
            response = await self._made(key, who)
        except ValueError as fault:
            response = _refused(key[0], str(fault), 422)
        except BrokenExecutor as fault:
            return _refused(key[0], str(fault), 503)
        size = len(response.body) + len(repr(key))
        self._kept[key] = response, size
        self.size += size
        while self.size > MOST_KEPT:
            self.size -= self._kept.popitem(last=False)[1][1]
        return response

    async def _made(self, key: Key, who: str) -> Packed:
        """Compute a response in a slot; a worksheet needs one for each board, so that others run in between."""
        kind, name, parameters = key
        link = dict(parameters)
        if kind == "worksheet":
            tasks = await slots.in_turn(who, partial(_list, link))
            boards = [partial(on_paper, PAGES[FILES[task.path]], task.board) for task in tasks]
            sheets = [(task, await slots.in_turn(who, board)) for task, board in zip(tasks, boards, strict=True)]
            return await slots.in_turn(who, partial(_worksheet, sheets))
        page = _PAGES[name]
        if kind == "share":
            work = partial(_share, page, link)
        elif kind == "scene":
            work = partial(_scene, page, link)
        else:
            write = partial(first.document, self._shell) if kind == "first" and self._shell else light.document
            work = partial(_document, page, link, write)
        return await slots.in_turn(who, work, slow=page.slow)


async def _folder(leaves: list[site.Leaf], others: AsyncIterator[site.Leaf]) -> AsyncIterator[bytes]:
    """Yield the parts of a packed folder, which begins with these leaves."""
    parcel = site.Parcel()
    yield await asyncio.to_thread(parcel.add, {leaf.name: leaf.page for leaf in leaves})
    async for leaf in others:
        leaves.append(leaf)
        yield await asyncio.to_thread(parcel.add, {leaf.name: leaf.page})
    cover = site.cover([leaf.entry for leaf in leaves], plotly=any(leaf.plotly for leaf in leaves))
    yield await asyncio.to_thread(parcel.end, cover)


def own_address(said: str, request: Request, below: str) -> str:
    """Return the app's address as its page says it; an empty text if it is the address of another app.

    The address must have the host of the request or, behind a proxy that changes the port, lie above the page that
    sent the request.
    """
    if not sharing.shareable(said):
        return ""
    host, from_page = request.headers.get("host", ""), request.headers.get("referer", "")
    try:
        parts = urllib.parse.urlsplit(said)
    except ValueError:  # such as "http://["
        return ""
    is_asked = parts.netloc == host and parts.path.strip("/") == below.strip("/")
    is_same_origin = request.headers.get("sec-fetch-site") == "same-origin"
    is_above = is_same_origin and from_page.startswith(said) and said.endswith("/")
    return said if (is_asked or is_above) and not parts.query and not parts.fragment else ""


def _key(kind: str, name: str, request: Request) -> Key | Packed:
    """Return the key of the response to a request, or a response that says why the request is refused."""
    if name not in _PAGES:
        return _refused(kind, _NO_PAGE, 404)
    text = _VERSION.sub("", request.scope["query_string"].decode(errors="replace"))
    if len(text) > (3 * LONGEST if kind == "share" else LONGEST):
        return _refused(kind, _TOO_LONG, 414)
    asked = address.parameters(text)
    link = asked if kind in ("share", "pages") else address.mended(asked)  # these have parameters of their own
    return kind, name, tuple(link.items())


def _scene(page: Page, link: Mapping[str, str]) -> Packed:
    return _json(content(opened(page, link)))


def _document(page: Page, link: Mapping[str, str], write: Callable[[Page, Opened, Mapping[str, Any]], str]) -> Packed:
    what = opened(page, link)
    return Packed(write(page, what, content(what)).encode(), ".html", "no-cache", level=_LEVEL)


def _share(page: Page, asked: Mapping[str, str]) -> Packed:
    link = asked.get("link", "")
    if not sharing.shareable(link):
        raise ValueError("This is no link to share.")
    what = sharing.shared(page, link)
    if what["refused"] and not sharing.asked_by(link).get("list"):
        raise ValueError(what["refused"])
    return _json(what)


def _explained(page: Page, link: Mapping[str, str], printout: mine.Printout) -> Packed:
    def stop() -> bool:
        slots.check()
        return False

    said = explained(page, link, printout, stop)
    return Packed(json.dumps(said, allow_nan=False).encode(), ".json", "no-store", level=_LEVEL)


def _worksheet(sheets: Sequence[tuple[ListItem, Worksheet]]) -> Packed:
    return Packed(worksheet_of(sheets).encode(), ".html", "no-cache", level=_LEVEL)


def _list(link: Mapping[str, str]) -> Sequence[ListItem]:
    """Return the list of a link, unless one of its boards is slow."""
    tasks = decode(link.get("list", ""))
    if any(PAGES[FILES[task.path]].slow for task in tasks):
        raise ValueError("Experiments take too long for this; the other exercises can be had without them.")
    return tasks


def _json(value: object) -> Packed:
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    return Packed(text.encode(), ".json", _FRESH, level=_LEVEL)


def _refused(kind: str, complaint: str, status: int) -> Packed:
    if kind not in ("scene", "share", "explain"):  # people read the other kinds
        return Packed(complaint.encode(), ".txt", "no-cache", status)
    return Packed(json.dumps({"complaints": [complaint]}).encode(), ".json", "no-cache", status)
