"""The place of the rooms, as the environment variable ROOMS names it: a file or a Redis."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from playground.rooms.sqlite import RoomsFile
from playground.rooms.store import Store

_SHARED = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs"}
_REDIS = ("redis://", "rediss://")


def place() -> Path | str | None:
    """Return the place where rooms are kept, as the environment variable ROOMS says.

    It is the path of a file or the address of a Redis; None if the variable is "off". If the variable is missing or
    empty, it is a file in the folder for temporary files.

    Raises
    ------
    OSError
        If the file is on a network, where copies of the app cannot share it, or another user owns the usual folder.
    """
    named = os.environ.get("ROOMS", "")
    if named.lower() == "off":
        return None
    if named.startswith(_REDIS):
        return named
    user = os.getuid() if hasattr(os, "getuid") else None  # Windows has no user numbers
    folder = Path(tempfile.gettempdir()) / f"perceptron-rooms-{user}"
    if not named and user is not None and folder.exists() and folder.stat().st_uid != user:
        raise OSError(f"somebody else has made {folder}; ROOMS names another place")
    path = Path(named or folder / "rooms.sqlite3").absolute()
    if _kind(path) in _SHARED:
        raise OSError(f"rooms need a file on a disk of this machine, or a Redis, got {path}")
    return path


def _kind(path: Path) -> str:
    """Return the kind of file system on which a path lies, as Linux names it; "" on other systems."""
    try:
        mounts = [line.split() for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    except OSError:
        return ""
    mounted = [(len(where), kind) for _, where, kind, *_ in mounts if path.is_relative_to(where)]
    return max(mounted)[1] if mounted else ""


def opened(where: Path | str) -> Store:
    """Open the store of rooms in a file, given by its path, or in a Redis, given by its address.

    A Redis is not asked yet: if it does not answer, the methods of the store raise `Away` later.

    Raises
    ------
    ImportError
        If the package `redis` is needed and not installed.
    ValueError
        If the address is malformed.
    Away
        If the file cannot be opened now.
    """
    if isinstance(where, Path):
        return RoomsFile(where)
    # The package `redis` is an extra: only the module of streams imports it.
    from playground.rooms.streams import Streams

    return Streams(where)
