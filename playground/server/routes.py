"""Everything that HTTP asks of an address: its scene as data, and documents that show it.

The routes need nothing of Streamlit: `/scene/proof?data=AND` is a scene, `/light/proof?data=AND` its light page, and
`/preview/proof?data=AND` a picture of its board. The first document of a page, `/proof?data=AND`, has its scene, too;
the rest of it comes by Streamlit. A response is computed once, in a slot beside the runs of pages, and kept for a
while.
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
from dataclasses import dataclass
from functools import partial
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import RedirectResponse, StreamingResponse
from starlette.types import ASGIApp

from playground.address import address
from playground.address.lists import FILES, ListItem, decode
from playground.export import gift, moodle, qti, quiz, scorm, sharing, site
from playground.export.files import on_paper
from playground.export.previews import preview
from playground.export.worksheet import Worksheet, worksheet_of
from playground.page import mine
from playground.page.answer import content, explained, opened
from playground.page.page import Page
from playground.pages import PAGES
from playground.server import clients, documents, experiment_cache, http, slots
from playground.server.http import Exact, Packed
from playground.stage.shared import EXERCISE

MOST_KEPT = 4_000_000
"""Bytes of the compressed responses that are kept, with their keys."""

LONGEST = address.LONGEST_QUERY

_FRESH = "public, max-age=60"
_UNFINISHED = "no-cache, max-age=0"
"""The `Cache-Control` of a scene of which only a share is done; it is not kept."""
_LEVEL = 5  # of compression; the next one takes an eighth longer, for a hundredth
_QUICK = 1  # of an edit's scene: half the time, for a sixth more
_VERSION = re.compile(r"&?stage=\w+$")
"""The end of a stage's question, with which no cache answers it by what another version's stage was answered."""
_CHANGED = re.compile(r"&?changed=((?:\w|,|%2C)+)$")
"""What stands before it if the visitor has just changed controls: their keys."""
_HOST = re.compile(r"(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?", re.ASCII | re.IGNORECASE)
_NO_PAGE = "There is no such page with a stage."
_TOO_LONG = f"A link of this app has at most {LONGEST:,} characters."

_QUIZZES: Mapping[str, tuple[str, Callable[[Sequence[quiz.QuizItem]], str | bytes]]] = {
    "moodle": (".xml", moodle.write),
    "gift": (".txt", gift.write),
    "qti": (".zip", qti.write),
}
"""The kinds of quizzes: the suffix of each, and the function that writes it."""

_FOLDERS = {"pages": ("perceptron-exercises", site.cover), "scorm": ("", scorm.cover)}
"""The kinds of folders: the name of each, and the function that writes its last files."""

_TO_TAKE = (*_FOLDERS, *_QUIZZES)
"""The kinds of files that lead to the app, whose address they are asked with."""

Key = tuple[str, str, tuple[tuple[str, str], ...]]
"""The key of a response: its kind, the name of the page, and the parameters of the link."""

_PAGES = {page.route: page for page in PAGES.values() if page.answer}
_PAGES[""] = _PAGES[PAGES["app.py"].route]  # as in the links of the app


@dataclass
class _Shared:
    """A task for whose result one or more requests wait; `waiting` counts them."""

    task: asyncio.Task[Any]
    waiting: int = 0


class Scenes(http.Ahead):
    """The routes of scenes, light pages, first documents, codes of links, worksheets, quizzes and pages to save.

    One more route says which program printed given rows. `below` is the path of the app, `document` the HTML that
    Streamlit sends for every page; there are first documents only if this is as expected.
    """

    def __init__(self, app: ASGIApp, below: str, document: str) -> None:
        self._below = below
        self._later = documents.files_of(document)
        self._shared: dict[Key, _Shared] = {}
        self._kept: OrderedDict[Key, tuple[Packed, int]] = OrderedDict()
        self.size = 0
        routes = [
            Exact(f"{below}/{kind}/{{name:page}}", partial(self._answer, kind))
            for kind in ("scene", "light", "preview", "share", "worksheet", *_QUIZZES)
        ]
        routes += [Exact(f"{below}/{kind}/{{name:page}}", partial(self._pages, kind)) for kind in _FOLDERS]
        routes.append(Exact(f"{below}/explain/{{name:page}}", self._explain, methods=["POST"]))
        if self._later:
            routes.append(Exact(f"{below}/{{name:page}}", self._first))
        super().__init__(app, routes)

    # ---- endpoints

    async def _answer(self, kind: str, request: Request) -> ASGIApp:
        if request.path_params["name"] not in _PAGES and kind not in ("scene", "share"):
            return self.default
        if kind == "light" and (way := _moved(request)):
            return way
        return await self._response(kind, request)

    async def _first(self, request: Request) -> ASGIApp:
        """Return the first document of a page; pass the request on if there is none, or it cannot show the address."""
        name = request.path_params["name"]
        if name == PAGES["app.py"].route or name not in _PAGES or _PAGES[name].slow:
            return self.default
        if way := _moved(request):
            return way
        try:
            response = await self._response("first", request)
        except Exception:
            logging.getLogger(__name__).exception("the first document of %s has no board", name or "playground")
            return self.default
        return response if response.status_code == 200 else self.default

    async def _pages(self, kind: str, request: Request) -> ASGIApp:
        """Return the pages of a list in a ZIP file, each sent while the next is made, or why there are none."""
        if request.path_params["name"] not in _PAGES:
            return self.default
        key = self._key(kind, request)
        if isinstance(key, Packed):
            return key
        leaves = self._leaves(key, clients.of_request(request.scope))
        try:
            first_leaf = await http.while_there(request.receive, anext(leaves))
        except ValueError as fault:
            return _refused(kind, str(fault), 422)
        parts = () if request.method == "HEAD" else _folder(kind, [first_leaf], leaves)
        return StreamingResponse(parts, headers=http.headers(".zip", "no-cache"))

    async def _leaves(self, key: Key, who: str) -> AsyncIterator[site.Leaf]:
        kind, name, parameters = key
        link = dict(parameters)
        items = _items if kind == "pages" else _list
        links = await slots.in_turn(who, lambda: site.named(site.links_of(items(link))))
        for place in range(len(links)):
            leaf_key = f"leaf of {kind}", name, (*parameters, ("place", str(place)))
            work = partial(site.leaf, links, place, app=link["app"], joined=kind == "pages")
            yield await self._once(leaf_key, partial(slots.in_turn, who, work))

    async def _explain(self, request: Request) -> Packed:
        """Say which program printed the rows in a request; the rows are kept nowhere."""
        name = request.path_params["name"]
        key = self._key("explain", request)
        if isinstance(key, Packed):
            return key
        try:
            printout = mine.read(await http.body_of(request, mine.MOST_SENT))
            work = partial(_explained, _PAGES[name], dict(key[2]), printout)
            turn = slots.in_turn(clients.of_request(request.scope), work)
            said: Packed = await http.while_there(request.receive, turn)
        except http.TooLongError:
            return _refused("explain", mine.TOO_LONG, 413)
        except ValueError as fault:
            return _refused("explain", str(fault), 422)
        return said

    # ---- the store

    async def _response(self, kind: str, request: Request) -> Packed:
        """Return a kept response, or compute and keep it; stop if its visitor hangs up."""
        key = self._key(kind, request)
        if isinstance(key, Packed):
            return key
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key][0]
        response: Packed = await http.while_there(
            request.receive, self._once(key, partial(self._keep, key, clients.of_request(request.scope)))
        )
        return response

    def _key(self, kind: str, request: Request) -> Key | Packed:
        """Return the key under which the response to a request is kept, or a response that refuses the request."""
        name = request.path_params["name"]
        if name not in _PAGES:
            return _refused(kind, _NO_PAGE, 404)
        text = _VERSION.sub("", request.scope["query_string"].decode(errors="replace"))
        if len(text) > (3 * LONGEST if kind == "share" else LONGEST):
            return _refused(kind, _TOO_LONG, 414)
        changed = _CHANGED.search(text)
        asked = address.parameters(_CHANGED.sub("", text))
        if kind in _TO_TAKE:
            asked["app"] = own_address(asked.get("app", ""), request, self._below)
        elif kind != "share":  # whose parameter is a link
            asked = address.mended(asked)
        if changed:
            asked["changed"] = urllib.parse.unquote(changed[1])
        if kind in ("light", "first", "worksheet"):
            asked["origin"] = _origin(request, self._below)
        return kind, name, tuple(asked.items())

    async def _once(self, key: Key, find: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Call `find` once for all requests that wait for this key, and return its result; cancel it if none waits."""
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
        if response.headers["cache-control"] == _UNFINISHED:
            return response
        size = len(response.body) + len(repr(key))
        self._kept[key] = response, size
        self.size += size
        while self.size > MOST_KEPT:
            self.size -= self._kept.popitem(last=False)[1][1]
        return response

    async def _made(self, key: Key, who: str) -> Packed:
        """Compute a response in a slot; one with many boards takes a slot for each, so that others run in between."""
        kind, name, parameters = key
        link = dict(parameters)
        changed, origin = link.pop("changed", ""), link.pop("origin", "")
        if kind in _QUIZZES:
            tasks = await slots.in_turn(who, partial(_list, link))
            asked = [partial(quiz.item, task, place, app=link["app"]) for place, task in enumerate(tasks, 1)]
            items = [await slots.in_turn(who, item) for item in asked]
            return await slots.in_turn(who, partial(_quiz, kind, items))
        if kind == "worksheet":
            tasks = await slots.in_turn(who, partial(_list, link))
            boards = [partial(on_paper, PAGES[FILES[task.path]], task.asked) for task in tasks]
            sheets = [(task, await slots.in_turn(who, board)) for task, board in zip(tasks, boards, strict=True)]
            return await slots.in_turn(who, partial(_worksheet, sheets, f"{origin}/" if origin else ""))
        page = _PAGES[name]
        by_rounds = experiment_cache.by_rounds(page)
        if kind == "share":
            work = partial(_share, experiment_cache.whole(page), link)
        elif kind == "scene":
            work = partial(_scene, by_rounds, link, changed)
        elif kind == "preview":
            work = partial(_preview, by_rounds, link)
        else:
            work = partial(_document, by_rounds, link, origin, self._later if kind == "first" else "")
        return await slots.in_turn(who, work, slow=page.slow)


async def _folder(kind: str, leaves: list[site.Leaf], others: AsyncIterator[site.Leaf]) -> AsyncIterator[bytes]:
    """Yield the parts of a ZIP file of pages, first these `leaves`, then each of the others as it comes."""
    name, cover = _FOLDERS[kind]
    parcel = site.Parcel(name)
    yield await asyncio.to_thread(parcel.add, {leaf.name: leaf.page for leaf in leaves})
    async for leaf in others:
        leaves.append(leaf)
        yield await asyncio.to_thread(parcel.add, {leaf.name: leaf.page})
    yield await asyncio.to_thread(lambda: parcel.end(cover(leaves)))


def own_address(said: str, request: Request, below: str) -> str:
    """Return `said`, the app's address as its page has sent it, or "" if it may be another app's.

    `said` must be an http or https link without a query or a fragment, and meet one of two conditions. Either its host
    and port are the request's, and its path is `below`, the path that the app lies below; slashes at the ends do not
    matter. Or, as behind a proxy that changes the port, it ends in a slash, and the request's headers say that the page
    that sent it has the same origin and lies below `said`.
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


def _origin(request: Request, below: str) -> str:
    """Return the app's address from a request's headers, without a slash at its end; "" if the host is malformed.

    A proxy's header says whether the visitor came by HTTPS.
    """
    host = request.headers.get("host", "")
    secure = request.headers.get("x-forwarded-proto", request.scope.get("scheme", "")).startswith("https")
    return f"http{'s' if secure else ''}://{host}{below}" if _HOST.fullmatch(host) else ""


def _moved(request: Request) -> RedirectResponse | None:
    """Return a redirect if a link has an outdated lesson name and means a lesson of another page; else None."""
    page = _PAGES[request.path_params["name"]]
    lesson = address.lesson_elsewhere(address.parameters(request.url.query), page.file)
    if lesson is None:
        return None
    way = f"./{PAGES[lesson.page].route}?lesson={lesson.slug}"
    return RedirectResponse(way, 307, http.headers(".txt", "no-cache"))


def _scene(page: Page, link: Mapping[str, str], changed: str) -> Packed:
    what = content(opened(page, link, changed))
    # Each edit asks for one: `json` would take an eighth of all its time, and `orjson` takes a hundredth.
    # It writes NaN as null, which all other ways of sending a scene refuse.
    text = orjson.dumps(what, option=orjson.OPT_SERIALIZE_NUMPY)
    return Packed(text, ".json", _UNFINISHED if "done" in what["scene"] else _FRESH, level=_QUICK)


def _preview(page: Page, link: Mapping[str, str]) -> Packed:
    what = opened(page, link)
    return Packed(preview(what.scene, what.step), ".png", _UNFINISHED if "done" in what.scene else _FRESH)


def _document(page: Page, link: Mapping[str, str], origin: str, later: str) -> Packed:
    what = opened(page, link)
    caching = _UNFINISHED if "done" in what.scene else "no-cache"
    board = {name: text for name, text in address.written(what.state).items() if name not in EXERCISE}
    at_step = {"step": str(what.step)} if what.step else {}
    query = urllib.parse.urlencode(board | at_step)
    image = f"{origin}/preview/{page.route}{'?' if query else ''}{query}" if origin else ""
    text = documents.document(page, what, content(what), image, later)
    return Packed(text.encode(), ".html", caching, level=_LEVEL)


def _share(page: Page, asked: Mapping[str, str]) -> Packed:
    link = asked.get("link", "")
    if not sharing.shareable(link):
        raise ValueError("This is no link to share.")
    what = sharing.shared(page, link)
    if what["refused"] and not sharing.asked_by(link).get("list"):
        raise ValueError(what["refused"])
    return _json(what)


def _explained(page: Page, link: Mapping[str, str], printout: mine.Printout | mine.Tries) -> Packed:
    def stop() -> bool:
        slots.check()
        return False

    return _json(explained(page, link, printout, stop), "no-store")


def _worksheet(sheets: Sequence[tuple[ListItem, Worksheet]], app: str) -> Packed:
    return Packed(worksheet_of(sheets, app).encode(), ".html", "no-cache", level=_LEVEL)


def _quiz(kind: str, items: Sequence[quiz.QuizItem]) -> Packed:
    suffix, write = _QUIZZES[kind]
    written = write(items)
    return Packed(written.encode() if isinstance(written, str) else written, suffix, "no-cache", level=_LEVEL)


def _list(link: Mapping[str, str]) -> Sequence[ListItem]:
    """Return the exercises of a link; raise ValueError if one of them is on a slow page."""
    return _quick(quiz.tasks_of(link))


def _items(link: Mapping[str, str]) -> Sequence[ListItem]:
    """Return all items of a link's list; without a list, what `_list` returns."""
    return _quick(decode(link["list"])) if link.get("list") else _list(link)


def _quick(items: Sequence[ListItem]) -> Sequence[ListItem]:
    if any(PAGES[FILES[item.path]].slow for item in items):
        raise ValueError("Experiments take too long for this; the other exercises can be had without them.")
    return items


def _json(value: object, caching: str = _FRESH) -> Packed:
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    return Packed(text.encode(), ".json", caching, level=_LEVEL)


def _refused(kind: str, complaint: str, status: int) -> Packed:
    if kind not in ("scene", "share", "explain"):  # people read the other kinds
        return Packed(complaint.encode(), ".txt", "no-cache", status)
    return Packed(json.dumps({"complaints": [complaint]}).encode(), ".json", "no-cache", status)
