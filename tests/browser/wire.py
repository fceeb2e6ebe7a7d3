"""A connection between a browser and a server, which a test can cut."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator


class Wire:
    """Forwards bytes between its own port and the server's."""

    def __init__(self, listener: socket.socket, port: int) -> None:
        self.port: int = listener.getsockname()[1]
        self.broken = False
        """While this holds, whoever connects is turned away."""
        self._listener, self._server = listener, port
        self._ends: set[socket.socket] = set()
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """Close all connections at once."""
        for end in list(self._ends):
            _close(end)

    def _listen(self) -> None:
        with contextlib.suppress(OSError):  # which is how listening ends
            while True:
                client, _ = self._listener.accept()
                if self.broken:
                    client.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self._server))
                self._ends |= {client, server}
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while content := source.recv(65536):
                target.sendall(content)
        for end in (source, target):
            _close(end)
            self._ends.discard(end)


def _close(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextlib.contextmanager
def wired(port: int) -> Iterator[Wire]:
    """Yield a wire to a server's port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        wire = Wire(listener, port)
        yield wire
        wire.cut()
