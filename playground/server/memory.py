"""The memory of the server's process."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys

_M_MMAP_THRESHOLD = -3  # of glibc's malloc.h
_LARGE = 128 * 1024  # bytes, with which glibc begins


def return_large_blocks() -> None:
    """Make glibc give each large block back to the system when it is freed; other C libraries are left as they are.

    By default, freeing a block above glibc's limit for this raises the limit. Later arrays then lie below it, in the
    heaps of the threads, where their memory stays after their scenes are abandoned.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # musl has no `mallopt`
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)


def pass_over_imported() -> None:
    """Let garbage collections pass over all objects that exist now: what is imported never becomes garbage.

    Without this a room of a class spends a fifth of its time on looking through modules.
    """
    gc.collect()
    gc.freeze()
