"""The address on which a visitor's requests count: the connection's, or the one named by a proxy on this machine."""

from __future__ import annotations

import functools
import ipaddress

from starlette.types import Scope


def of_request(scope: Scope) -> str:
    """Return the visitor's address for a request, given by its scope, as `address` finds it."""
    forwarded = b",".join(text for name, text in scope["headers"] if name == b"x-forwarded-for")
    return address((scope.get("client") or [""])[0], forwarded.decode("latin-1"))


def address(client: str, forwarded: str) -> str:
    """Return the visitor's address, for which requests count, from a client's address and its `X-Forwarded-For`.

    The last address in the header `X-Forwarded-For` is taken, but only if the client is on this machine, such as nginx.
    For IPv6 the address is that of the network of 64 bits, because all addresses in it have one owner. A text that is
    no address is returned as it is; without an address it is "".

    >>> address("::ffff:127.0.0.1", "192.0.2.1"), address("192.0.2.2", "192.0.2.1")
    ('192.0.2.1', '192.0.2.2')
    >>> address("2001:db8::7", ""), address("127.0.0.1", "192.0.2.3, 192.0.2.1"), address("", "")
    ('2001:db8::', '192.0.2.1', '')
    """
    client = client.removeprefix("::ffff:")
    return _owner((client in ("127.0.0.1", "::1") and forwarded.rpartition(",")[2].strip()) or client)


@functools.lru_cache(maxsize=256)  # a class often shares one address
def _owner(visitor: str) -> str:
    try:
        parsed = ipaddress.ip_address(visitor)
    except ValueError:
        return visitor
    if isinstance(parsed, ipaddress.IPv6Address) and not parsed.is_loopback:
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return visitor
