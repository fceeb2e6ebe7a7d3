"""The memory of the server's process."""

from __future__ import annotations

import contextlib
import ctypes
import sys

_M_MMAP_THRESHOLD = -3  # of glibc's malloc.h
_LARGE = 128 * 1024  # bytes, with which glibc begins


def return_large_blocks() -> None:
    """Let glibc give each large block back to the system when it is freed.

    By itself glibc raises the size from which it does so whenever a larger block is freed; it then keeps the arrays of
    abandoned scenes in the heaps of the threads. Other C libraries are left as they are.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # musl has no `mallopt`
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)
