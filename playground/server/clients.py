"""Whose a request or a session is: the address that it comes from, as nginx says it where that stands before us."""

from __future__ import annotations

import ipaddress
from typing import Any

from playground.server import internals


def of_request(scope: Any) -> str:
    """Return whose a request is."""
    forwarded = [text.decode("latin-1") for name, text in scope["headers"] if name == b"x-forwarded-for"]
    return _whose((scope.get("client") or [""])[0], ",".join(forwarded))


def of_session(runner: Any) -> str:
    """Return whose the session is that a thread of Streamlit's runs a page for; of an unknown one an empty text."""
    return _whose(*internals.client_of(runner))


def _whose(client: str, forwarded: str) -> str:
    """Return an address without its port; only who stands on this machine can say that it speaks for another.

    Of IPv6 it is the network, for whoever has one address of it has them all.

    >>> _whose("::ffff:127.0.0.1", "192.0.2.1"), _whose("192.0.2.2", "192.0.2.1")
    ('192.0.2.1', '192.0.2.2')
    >>> _whose("2001:db8::7", ""), _whose("127.0.0.1", "192.0.2.3, 192.0.2.1"), _whose("", "")
    ('2001:db8::', '192.0.2.1', '')
    """
    client = client.removeprefix("::ffff:")
    whose = (client in ("127.0.0.1", "::1") and forwarded.rpartition(",")[2].strip()) or client
    try:
        address = ipaddress.ip_address(whose)
    except ValueError:
        return whose
    if isinstance(address, ipaddress.IPv6Address) and not address.is_loopback:
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return whose
