"""What an address shows, for whoever asks by HTTP: its scene as data, and documents with it.

They are asked for beside Streamlit, of which they need nothing: `/scene/proof?data=AND`, and `/light/proof?data=AND`
for a light page. The first document of a page, `/proof?data=AND`, has its scene, too; the rest comes by Streamlit.
What a class asks for is computed once, in its turn among the runs of the pages, and kept for a while.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import urllib.parse
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from playground.address import address
from playground.address.lists import FILES, ListItem, decode
from playground.export import sharing, site
from playground.export.files import on_paper
from playground.export.worksheet import Worksheet, worksheet_of
from playground.page.answer import content, opened
from playground.page.page import Page
from playground.pages import PAGES
from playground.pages.experiments.page import PAGE as EXPERIMENTS
from playground.server import clients, experiment_cache, first, http, light, slots
from playground.server.http import Responses

MOST_KEPT = 4_000_000
"""Bytes of the answers that are kept, compressed, with their questions."""

LONGEST = address.LONGEST_QUERY

_WAY = re.compile(r"/(?:(scene|light|share|worksheet|pages)/)?([a-z]*)")
_FIRST = "first"
_ASKED_BESIDE = ("share", "pages")  # which are told more than a link says
_FRESH = "public, max-age=60"
_LEVEL = 5  # of compression; the next takes an eighth longer, for a hundredth
_NO_PAGE = "There is no such page with a stage."
_TOO_LONG = f"A link of this app has at most {LONGEST:,} characters."

_Result = TypeVar("_Result")

Request = tuple[str, str, tuple[tuple[str, str], ...]]
"""What is asked for, of which page, and what the link says."""


_ANSWERING = {page.route: page for page in PAGES.values() if page.answer}
_ANSWERING[""] = _ANSWERING[PAGES["app.py"].route]  # as in the links of the app
_ANSWERING[EXPERIMENTS.route] = replace(EXPERIMENTS, answer=experiment_cache.answer)
_STANDING = {*_ANSWERING} - {PAGES["app.py"].route, EXPERIMENTS.route}
"""The pages that stand in their first documents, for which experiments take too long."""


@dataclass
class _Asked:
    """A question that is being answered, and how many wait for that."""

    task: asyncio.Task[Any]
    waiting: int = 0


class Scenes:
    """Answers for first documents, scenes, light pages and what is shared of them; passes all else on."""

    def __init__(self, app: http.Application) -> None:
        self._app = app
        self._below = http.base_path()
        self._asked: dict[Request, _Asked] = {}
        self._kept: OrderedDict[Request, tuple[Responses, int]] = OrderedDict()
        self.size = 0

    async def __call__(self, scope: http.AsgiMessage, receive: http.Receive, send: http.Send) -> None:
        """Answer a request, or pass it on."""
        path = scope["path"] if scope["type"] == "http" else ""
        way = path.startswith(f"{self._below}/") and _WAY.fullmatch(path.removeprefix(self._below))
        answers = None
        if way and scope["method"] in ("GET", "HEAD"):
            kind, name = way.groups(_FIRST)
            try:
                if kind == "pages":
                    answers = await http.while_there(receive, self._send_pages(name, scope, send))
                    if answers is None:
                        return
                elif kind != _FIRST:
                    answers = await self._answers(kind, name, scope, receive)
                elif first.SHELL and name in _STANDING:
                    answers = await self._first(name, scope, receive)
            except http.HungUp:
                return
        if answers is None:
            await self._app(scope, receive, send)
            return
        for message in http.response(answers, scope):
            await send(message)

    async def _first(self, name: str, scope: http.AsgiMessage, receive: http.Receive) -> Responses | None:
        """Return the first document of a page; None where Streamlit says better what is wrong."""
        try:
            answers = await self._answers(_FIRST, name, scope, receive)
        except Exception:
            logging.getLogger(__name__).exception("the first document of %s has no board", name or "playground")
            return None
        return answers if answers[True][0]["status"] == 200 else None

    async def _answers(self, kind: str, name: str, scope: http.AsgiMessage, receive: http.Receive) -> Responses:
        question = _question(kind, name, scope)
        if not isinstance(question, tuple):
            return question
        if question in self._kept:
            self._kept.move_to_end(question)
            return self._kept[question][0]
        return await http.while_there(receive, self._shared(question, self._keep, clients.of_request(scope)))

    async def _shared(
        self, question: Request, find: Callable[[Request, str], Coroutine[Any, Any, Any]], who: str
    ) -> Any:
        """Return what is found out once for all who ask at a time, as long as one of them waits for it."""
        asked = self._asked.get(question)
        if asked is None:
            asked = self._asked[question] = _Asked(asyncio.create_task(find(question, who)))
        asked.waiting += 1
        try:
            return await asyncio.shield(asked.task)
        finally:
            asked.waiting -= 1
            if not asked.waiting:
                del self._asked[question]
                asked.task.cancel()

    async def _keep(self, question: Request, who: str) -> Responses:
        try:
            answers = await _made(question, who)
        except ValueError as fault:
            answers = _refused(question[0], str(fault), 422)
        except BrokenExecutor as fault:
            return _refused(question[0], str(fault), 503)
        answers = {True: answers[True]}  # a fifth of both; `response` unpacks it for the few who take no gzip
        size = len(answers[True][1]["body"]) + len(repr(question))
        self._kept[question] = answers, size
        self.size += size
        while self.size > MOST_KEPT:
            self.size -= self._kept.popitem(last=False)[1][1]
        return answers

    async def _send_pages(self, name: str, scope: http.AsgiMessage, send: http.Send) -> Responses | None:
        """Send the pages of a list while they are packed, board by board; return why there are none."""
        question, who = _question("pages", name, scope), clients.of_request(scope)
        if not isinstance(question, tuple):
            return question
        link = dict(question[2])
        link["app"] = own_address(link.get("app", ""), scope)
        asked = link.items()
        entries, plotly, parcel = [], False, site.Parcel()
        try:
            links = await slots.in_turn(who, lambda: site.named(site.links_of(_list(link))))
            for place in range(len(links)):
                leaf = await self._shared(("leaf", name, (*asked, ("place", str(place)))), partial(_leaf, links), who)
                entries.append(leaf.entry)
                plotly = plotly or leaf.plotly
                if not place:  # from here on nothing can be refused
                    head = http.raw(http.headers(".zip", "no-cache"))
                    await send({"type": "http.response.start", "status": 200, "headers": head})
                    if scope["method"] == "HEAD":
                        await send({"type": "http.response.body", "body": b""})
                        return None
                await _send_part(send, await asyncio.to_thread(parcel.add, {leaf.name: leaf.page}))
        except ValueError as fault:
            if entries:
                raise
            return _refused("pages", str(fault), 422)
        await _send_part(send, await asyncio.to_thread(parcel.end, site.cover(entries, plotly=plotly)))
        await send({"type": "http.response.body", "body": b""})
        return None


async def _leaf(links: Mapping[str, str], question: Request, who: str) -> site.Leaf:
    link = dict(question[2])
    return await slots.in_turn(who, partial(site.leaf, links, int(link["place"]), app=link["app"]))


async def _send_part(send: http.Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _made(question: Request, who: str) -> Responses:
    """Return the answers to a question, worked out in turns; a list gives others a turn after each board."""
    kind, name, link = question
    if kind == "worksheet":
        tasks = await slots.in_turn(who, partial(_list, dict(link)))
        boards = [partial(on_paper, PAGES[FILES[task.path]], task.board) for task in tasks]
        sheets = [(task, await slots.in_turn(who, board)) for task, board in zip(tasks, boards, strict=True)]
        return await slots.in_turn(who, partial(_worksheet, sheets))
    way = slots.beside if name == EXPERIMENTS.route else slots.in_turn
    return await way(who, partial(_KINDS[kind], _ANSWERING[name], dict(link)))


def own_address(address: str, scope: http.AsgiMessage) -> str:
    """Return the address of the app that a page of it says it has, or nothing if that is another's.

    It has the host that was asked, or, behind whoever forwards to another port, lies above the page that asked.
    """
    if not sharing.shareable(address):
        return ""
    said = dict(scope["headers"])
    host, from_page = said.get(b"host", b"").decode("latin-1"), said.get(b"referer", b"").decode("latin-1")
    try:
        parts = urllib.parse.urlsplit(address)
    except ValueError:  # as of "http://["
        return ""
    is_asked = parts.netloc == host and parts.path.strip("/") == http.base_path().strip("/")
    is_above = said.get(b"sec-fetch-site") == b"same-origin" and from_page.startswith(address) and address.endswith("/")
    return address if (is_asked or is_above) and not parts.query and not parts.fragment else ""


def _question(kind: str, name: str, scope: http.AsgiMessage) -> Request | Responses:
    """Return what a request asks for, or why it is no question."""
    if name not in _ANSWERING:
        return _refused(kind, _NO_PAGE, 404)
    text = scope["query_string"].decode(errors="replace")
    if len(text) > (3 * LONGEST if kind == "share" else LONGEST):
        return _refused(kind, _TOO_LONG, 414)
    asked = address.parameters(text)
    link = asked if kind in _ASKED_BESIDE else address.mended(asked)
    return kind, name, tuple(link.items())


def _scene(page: Page, link: Mapping[str, str]) -> Responses:
    return _json(content(opened(page, link)))


def _document(page: Page, link: Mapping[str, str], *, write: Callable[..., str]) -> Responses:
    what = opened(page, link)
    return http.responses(write(page, what, content(what)).encode(), ".html", "no-cache", level=_LEVEL)


def _share(page: Page, asked: Mapping[str, str]) -> Responses:
    link = asked.get("link", "")
    if not sharing.shareable(link):
        raise ValueError("This is no link to share.")
    what = sharing.shared(page, link)
    if what["refused"] and not sharing.asked_by(link).get("list"):
        raise ValueError(what["refused"])
    return _json(what)


def _worksheet(sheets: Sequence[tuple[ListItem, Worksheet]]) -> Responses:
    return http.responses(worksheet_of(sheets).encode(), ".html", "no-cache", level=_LEVEL)


def _list(link: Mapping[str, str]) -> Sequence[ListItem]:
    """Return the list of a link, if all its boards can be shown in one go."""
    tasks = decode(link.get("list", ""))
    if any(FILES[task.path] == EXPERIMENTS.file for task in tasks):
        raise ValueError("Experiments take too long for this; the other exercises can be had without them.")
    return tasks


_KINDS: Mapping[str, Callable[[Page, Mapping[str, str]], Responses]] = {
    _FIRST: partial(_document, write=first.document),
    "scene": _scene,
    "light": partial(_document, write=light.document),
    "share": _share,
}


def _json(value: object) -> Responses:
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    return http.responses(text.encode(), ".json", _FRESH, level=_LEVEL)


def _refused(kind: str, complaint: str, status: int) -> Responses:
    if kind not in ("scene", "share"):  # which people read
        return http.responses(complaint.encode(), ".txt", "no-cache", status)
    return http.responses(json.dumps({"complaints": [complaint]}).encode(), ".json", "no-cache", status)
