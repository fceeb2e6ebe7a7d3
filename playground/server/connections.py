"""The connections of the server: none stays half open for long, and none delays the server's end.

Uvicorn waits for requests and responses without a limit. Streamlit starts Uvicorn and offers no setting for this, so
this module finds Uvicorn's server by the handler that it has set for signals.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.server import http

HALF_OPEN = 10.0  # s without another part of a request
WHOLE = 120.0  # s until all of a request must have come
GRACE = 2.0  # s in which responses may be finished when the server ends
_AT_LAST = 3  # s after which an ending server waits for no work either
_LOOK = 1.0  # s between two looks for late requests
_LATE = "The rest of the request has not come in time."

_listeners: list[Callable[[], object]] = []


def tell_at_the_end(listener: Callable[[], object]) -> None:
    """Have a function called in the event loop when Uvicorn begins to end, before it closes any connection.

    All functions that were given are called, without arguments. What they return is ignored, so a coroutine would not
    run. Under another server none is called.
    """
    _listeners.append(listener)


def allow_many() -> None:
    """Raise this process's limit of open file descriptors as far as the system allows: a visitor needs four.

    Do nothing on Windows, or if the system refuses.
    """
    if sys.platform != "win32":  # which has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # macOS names no limit, and has one
            resource.setrlimit(resource.RLIMIT_NOFILE, (most if most != resource.RLIM_INFINITY else 2**14, most))


class _Late(BaseException):
    """Raised if the rest of a request does not come; it is no `Exception`, so that handlers of faults let it pass."""


class Connections:
    """The outermost part of the app, which passes every request on, and closes connections whose requests are late."""

    def __init__(self, app: ASGIApp) -> None:
        allow_many()
        self._app = app
        self._server: Any = None
        self._ending = False
        self._watching: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request or the server's start."""
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            await self._pass_on_in_time(scope, receive, send)
            return
        if scope["type"] == "lifespan":
            self._attend()
        await self._app(scope, receive, send)

    async def _pass_on_in_time(self, scope: Scope, receive: Receive, send: Send) -> None:
        until, whole, begun = time.monotonic() + WHOLE, False, False

        async def receive_in_time() -> Message:
            nonlocal whole
            if whole:  # the next message is that the visitor hangs up
                return await receive()
            try:
                async with asyncio.timeout(min(HALF_OPEN, until - time.monotonic())):
                    message = await receive()
            except TimeoutError:
                raise _Late from None
            whole = not message.get("more_body", False)
            return message

        async def note(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive_in_time, note)
        except _Late:
            if not begun:
                said = http.headers(".txt", "no-store") | {"connection": "close"}
                await Response(_LATE, 408, said)(scope, receive, send)

    # ---- the server

    def _attend(self) -> None:
        """Find Uvicorn's server, watch its connections, and have `_end` called at its end.

        Under another server nothing is done.
        """
        server: Any = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
        if not hasattr(server, "server_state"):  # another than Uvicorn, or one that hears no signals
            return
        self._server = server
        server.config.timeout_graceful_shutdown = _AT_LAST
        self._watching = asyncio.ensure_future(self._watch())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, partial(self._end, asyncio.get_running_loop(), signal.getsignal(number)))

    def _end(self, loop: asyncio.AbstractEventLoop, before: Any, number: int, frame: object) -> None:
        if self._ending:  # a second signal would end the server at once
            return
        self._ending = True
        for listener in _listeners:
            loop.call_soon_threadsafe(listener)
        loop.call_soon_threadsafe(loop.call_later, GRACE, self._hang_up)
        before(number, frame)

    def _hang_up(self) -> None:
        for connection in [*self._server.server_state.connections]:
            connection.transport.abort()

    async def _watch(self) -> None:
        """Close each connection that has waited too long for the rest of a request."""
        waiting: dict[Any, tuple[object, float]] = {}
        while True:
            await asyncio.sleep(_LOOK)
            now, before = time.monotonic(), waiting
            waiting = {}
            for connection in [*self._server.server_state.connections]:
                if not _awaits_a_request(connection):
                    continue
                last = getattr(connection, "cycle", None)
                known, since = before.get(connection, (None, now))
                waiting[connection] = last, since if known is last else now
                if now - waiting[connection][1] > HALF_OPEN:
                    connection.transport.abort()


def _awaits_a_request(connection: Any) -> bool:
    """Return whether a connection waits for the head of a request, and Uvicorn sets no limit to that.

    Uvicorn limits the wait for every request but the first.
    """
    if not hasattr(connection, "cycle"):  # a websocket
        return False
    answered = connection.cycle is None or connection.cycle.response_complete
    return answered and getattr(connection, "timeout_keep_alive_task", None) is None
