"""The memory of the server's process."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys

_M_MMAP_THRESHOLD = -3  # of glibc's malloc.h
_LARGE = 128 * 1024  # bytes, with which glibc begins


def return_large_blocks() -> None:
    """Make glibc return each large block of memory to the system when it is freed; other C libraries stay unchanged.

    By default each such block raises the size from which glibc does so. Later arrays are then smaller than that, and
    lie in the threads' heaps, where their memory stays after their scenes are abandoned.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # musl has no `mallopt`
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)


def pass_over_imported() -> None:
    """Let garbage collections skip all objects that exist now, since what is imported never becomes garbage.

    Without this a room of a class spends a fifth of its time on looking through modules.
    """
    gc.collect()
    gc.freeze()
