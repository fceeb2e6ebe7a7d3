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
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from ui import first, light, runs, serving, sharing, site, slots, state
from ui.page import Page, content, on_paper, opened
from ui.pages import PAGES
from ui.pages.experiments.page import PAGE as EXPERIMENTS
from ui.serving import Answers
from ui.tasks import FILES, Task, decode
from ui.worksheet import worksheet_of

MOST_KEPT = 16_000_000
"""Bytes of the answers that are kept, with their questions."""
LONGEST = state.LONGEST_QUERY

_WAY = re.compile(r"/(?:(scene|light|share|worksheet|pages)/)?([a-z]*)")
_FIRST = "first"
_ASKED_BESIDE = ("share", "pages")  # which are told more than a link says
_FRESH = "public, max-age=60"
_LEVEL = 4  # of compression; the next takes a third longer, for a fortieth
_NO_PAGE = "There is no such page with a stage."
_TOO_LONG = f"A link of this app has at most {LONGEST:,} characters."

# Who waits for a run of a page waits in a thread of its own; those who wait for experiments keep nobody from a board.
_THREADS = ThreadPoolExecutor(256, "scene")
_LONG = ThreadPoolExecutor(8, "experiments")

Question = tuple[str, str, tuple[tuple[str, str], ...]]
"""What is asked for, of which page, and what the link says."""


_ANSWERING = {page.route: page for page in PAGES.values() if page.answer}
_ANSWERING[""] = _ANSWERING[PAGES["app.py"].route]  # as in the links of the app
_ANSWERING[EXPERIMENTS.route] = replace(EXPERIMENTS, answer=runs.answer)
_STANDING = {*_ANSWERING} - {PAGES["app.py"].route, EXPERIMENTS.route}
"""The pages that stand in their first documents, for which experiments take too long."""


class Scenes:
    """Answers for first documents, scenes, light pages and what is shared of them; passes all else on."""

    def __init__(self, app: serving.Application) -> None:
        self._app = app
        self._below = serving.base_path()
        self._asked: dict[Question, asyncio.Future[Answers]] = {}
        self._kept: OrderedDict[Question, tuple[Answers, int]] = OrderedDict()
        self.size = 0

    async def __call__(self, scope: serving.Message, receive: serving.Receive, send: serving.Send) -> None:
        """Answer a request, or pass it on."""
        path = scope["path"] if scope["type"] == "http" else ""
        way = path.startswith(f"{self._below}/") and _WAY.fullmatch(path.removeprefix(self._below))
        answers = None
        if way and scope["method"] in ("GET", "HEAD"):
            kind, name = way.groups(_FIRST)
            if kind != _FIRST:
                answers = await self._answers(kind, name, scope["query_string"])
            elif first.SHELL and name in _STANDING:
                answers = await self._first(name, scope["query_string"])
        if answers is None:
            await self._app(scope, receive, send)
            return
        for message in serving.response(answers, scope):
            await send(message)

    async def _first(self, name: str, query: bytes) -> Answers | None:
        """Return the first document of a page; None where Streamlit says better what is wrong."""
        try:
            answers = await self._answers(_FIRST, name, query)
        except Exception:
            logging.getLogger(__name__).exception("the first document of %s has no board", name or "playground")
            return None
        return answers if answers[False][0]["status"] == 200 else None

    async def _answers(self, kind: str, name: str, query: bytes) -> Answers:
        if name not in _ANSWERING:
            return _refused(kind, _NO_PAGE, 404)
        text = query.decode(errors="replace")
        if len(text) > (3 * LONGEST if kind == "share" else LONGEST):
            return _refused(kind, _TOO_LONG, 414)
        asked = state.parameters(text)
        link = asked if kind in _ASKED_BESIDE else state.mended(asked)
        question = kind, name, tuple(link.items())
        if question in self._kept:
            self._kept.move_to_end(question)
            return self._kept[question][0]
        if question not in self._asked:
            self._asked[question] = asyncio.ensure_future(self._compute(question))
        return await asyncio.shield(self._asked[question])

    async def _compute(self, question: Question) -> Answers:
        threads = _LONG if question[1] == EXPERIMENTS.route else _THREADS
        try:
            answers = await asyncio.get_running_loop().run_in_executor(threads, _answer, question)
        except BrokenExecutor as fault:
            return _refused(question[0], str(fault), 503)
        finally:
            del self._asked[question]
        size = sum(len(body["body"]) for _, body in answers.values()) + len(repr(question))
        self._kept[question] = answers, size
        self.size += size
        while self.size > MOST_KEPT:
            self.size -= self._kept.popitem(last=False)[1][1]
        return answers


def _answer(question: Question) -> Answers:
    kind, name, link = question
    try:
        with slots.slot():
            return _KINDS[kind](_ANSWERING[name], dict(link))
    except ValueError as fault:
        return _refused(kind, str(fault), 422)


def _scene(page: Page, link: Mapping[str, str]) -> Answers:
    return _json(content(opened(page, link)))


def _document(page: Page, link: Mapping[str, str], *, write: Callable[..., str]) -> Answers:
    what = opened(page, link)
    return serving.responses(write(page, what, content(what)).encode(), ".html", "no-cache", level=_LEVEL)


def _share(page: Page, asked: Mapping[str, str]) -> Answers:
    link = asked.get("link", "")
    if not sharing.shareable(link):
        raise ValueError("This is no link to share.")
    what = sharing.shared(page, link)
    if what["refused"] and not sharing.asked_by(link).get("list"):
        raise ValueError(what["refused"])
    return _json(what)


def _worksheet(page: Page, link: Mapping[str, str]) -> Answers:
    sheets = [(task, on_paper(PAGES[FILES[task.path]], task.board)) for task in _list(link)]
    return serving.responses(worksheet_of(sheets).encode(), ".html", "no-cache", level=_LEVEL)


def _pages(page: Page, link: Mapping[str, str]) -> Answers:
    links, app = site.links_of(_list(link)), link.get("app", "")
    return serving.responses(site.packed(links, app=app if sharing.shareable(app) else ""), ".zip", "no-cache")


def _list(link: Mapping[str, str]) -> Sequence[Task]:
    """Return the list of a link, if all its boards can be shown in one go."""
    tasks = decode(link.get("list", ""))
    if any(FILES[task.path] == EXPERIMENTS.file for task in tasks):
        raise ValueError("Experiments take too long for this; the other exercises can be had without them.")
    return tasks


_KINDS: Mapping[str, Callable[[Page, Mapping[str, str]], Answers]] = {
    _FIRST: partial(_document, write=first.document),
    "scene": _scene,
    "light": partial(_document, write=light.document),
    "share": _share,
    "worksheet": _worksheet,
    "pages": _pages,
}


def _json(value: object) -> Answers:
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    return serving.responses(text.encode(), ".json", _FRESH, level=_LEVEL)


def _refused(kind: str, complaint: str, status: int) -> Answers:
    if kind not in ("scene", "share"):  # which people read
        return serving.responses(complaint.encode(), ".txt", "no-cache", status)
    return serving.responses(json.dumps({"complaints": [complaint]}).encode(), ".json", "no-cache", status)
