"""Where the rooms are, as the configuration says."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from playground.rooms.sqlite import RoomsFile
from playground.rooms.store import Store

_SHARED = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs"}
_REDIS = ("redis://", "rediss://")


def place() -> Path | str | None:
    """Return the file, or the address of the Redis, that the configuration names; None where rooms are switched off.

    Raises
    ------
    OSError
        If the file's folder is on a network, where copies cannot share a file, or the usual one is somebody else's.
    """
    named = os.environ.get("ROOMS", "")
    if named.lower() == "off":
        return None
    if named.startswith(_REDIS):
        return named
    user = os.getuid() if hasattr(os, "getuid") else None  # which Windows does not number
    folder = Path(tempfile.gettempdir()) / f"perceptron-rooms-{user}"
    if not named and user is not None and folder.exists() and folder.stat().st_uid != user:
        raise OSError(f"somebody else has made {folder}; ROOMS names another place")
    path = Path(named or folder / "rooms.sqlite3").absolute()
    if _kind(path) in _SHARED:
        raise OSError(f"rooms need a file on a disk of this machine, or a Redis, got {path}")
    return path


def _kind(path: Path) -> str:
    """Return the kind of the file system that a path is on, where the system tells."""
    try:
        mounts = [line.split() for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    except OSError:
        return ""
    mounted = [(len(where), kind) for _, where, kind, *_ in mounts if path.is_relative_to(where)]
    return max(mounted)[1] if mounted else ""


def opened(where: Path | str) -> Store:
    """Return the rooms of a file, or of a Redis by its address.

    Raises
    ------
    ImportError
        If a Redis is named, and its package is not installed.
    ValueError
        If its address is none.
    Away
        If the rooms cannot be asked now.
    """
    if isinstance(where, Path):
        return RoomsFile(where)
    # Its package is an extra.
    from playground.rooms.streams import Streams

    return Streams(where)
