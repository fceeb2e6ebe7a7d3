"""The memory of the server's process."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys

_M_MMAP_THRESHOLD = -3  # of glibc's malloc.h
_LARGE = 128 * 1024  # bytes, with which glibc begins


def return_large_blocks() -> None:
    """Make glibc, Linux's C library, return each freed block of memory to the system if it has at least 128 KiB.

    By default glibc raises this size when such a block is freed. Later arrays below the new size lie in the threads'
    heaps, which keep their memory. On systems without glibc nothing is done.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # musl has no `mallopt`
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)


def pass_over_imported() -> None:
    """Collect garbage, then let all later collections skip the objects that exist now, such as imported modules.

    Without this a room of a class spends a fifth of its time on looking through modules.
    """
    gc.collect()
    gc.freeze()
