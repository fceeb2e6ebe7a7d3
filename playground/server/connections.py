"""The connections of the server: none is half open for long, and none holds up the server's end.

Uvicorn waits for requests and answers without any limit of time. Streamlit starts it and leaves no way to say
otherwise, so this finds it by the handler that it has set for signals.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from playground.server import http

HALF_OPEN = 10.0  # s without another part of a request
WHOLE = 120.0  # s until all of a request must have come
GRACE = 2.0  # s in which answers may be finished when the server ends
_AT_LAST = 3  # s after which it waits for no work either
_LOOK = 1.0  # s between two looks for those who are late
_LATE = b"The rest of the request has not come in time."

_told: list[Callable[[], object]] = []


def tell_at_the_end(listener: Callable[[], object]) -> None:
    """Have a function called in the event loop as soon as the server is to end, before anybody is hung up on."""
    _told.append(listener)


class _Late(BaseException):
    """The rest of a request has not come. No fault of whoever waits for it: what handles faults lets it pass."""


class Connections:
    """Passes everything on, and hangs up on whoever keeps it waiting; the outermost part of the app."""

    def __init__(self, app: http.Application) -> None:
        self._app = app
        self._server: Any = None
        self._ending = False
        self._watching: asyncio.Task[None] | None = None

    async def __call__(self, scope: http.AsgiMessage, receive: http.Receive, send: http.Send) -> None:
        """Pass a request on, or the server's begin."""
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            await self._pass_on_in_time(scope, receive, send)
            return
        if scope["type"] == "lifespan":
            self._attend()
        await self._app(scope, receive, send)

    async def _pass_on_in_time(self, scope: http.AsgiMessage, receive: http.Receive, send: http.Send) -> None:
        until, whole, begun = time.monotonic() + WHOLE, False, False

        async def receive_in_time() -> http.AsgiMessage:
            nonlocal whole
            if whole:  # what comes now is that they hang up
                return await receive()
            try:
                async with asyncio.timeout(min(HALF_OPEN, until - time.monotonic())):
                    message = await receive()
            except TimeoutError:
                raise _Late from None
            whole = not message.get("more_body", False)
            return message

        async def note(message: http.AsgiMessage) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive_in_time, note)
        except _Late:
            if not begun:
                headers = {
                    **http.headers(".txt", "no-store"),
                    "content-length": f"{len(_LATE)}",
                    "connection": "close",
                }
                await send({"type": "http.response.start", "status": 408, "headers": http.raw(headers)})
                await send({"type": "http.response.body", "body": _LATE})

    # ---- the server

    def _attend(self) -> None:
        """Find the server that is beginning, watch its connections, and hear of its end."""
        server: Any = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
        if not hasattr(server, "server_state"):  # another than Uvicorn, or one that hears no signals
            return
        self._server = server
        server.config.timeout_graceful_shutdown = _AT_LAST
        self._watching = asyncio.ensure_future(self._watch())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, partial(self._end, asyncio.get_running_loop(), signal.getsignal(number)))

    def _end(self, loop: asyncio.AbstractEventLoop, before: Any, number: int, frame: object) -> None:
        if self._ending:  # the first signal is enough, and a second would end it before it is done
            return
        self._ending = True
        for listener in _told:
            loop.call_soon_threadsafe(listener)
        loop.call_soon_threadsafe(loop.call_later, GRACE, self._hang_up)
        before(number, frame)

    def _hang_up(self) -> None:
        for connection in [*self._server.server_state.connections]:
            connection.transport.abort()

    async def _watch(self) -> None:
        """Hang up on those whose request has begun, or should have, and does not go on."""
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
    """Whether the head of a request is due: those that are kept open for another have a limit of their own."""
    if not hasattr(connection, "cycle"):  # a websocket
        return False
    answered = connection.cycle is None or connection.cycle.response_complete
    return answered and getattr(connection, "timeout_keep_alive_task", None) is None
