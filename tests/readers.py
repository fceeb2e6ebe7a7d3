"""Readers and run-times from the npm registry, with which tests open our files; the app has none of them."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import pytest

PACKAGES = {
    "gift-pegjs-1.0.2": "S/A2wBDdia2QWKpB5FtASx1gguep1wg5If5glDWJgUMiABICJT7ogArGfsdgozevhBdbdOiHhrykJP86hbgvRw==",
    "scorm-again-3.4.3": "Zbe+7ArMUbT1lVnqYxsbGRfI9JD9JVqEPzZLQdk0nfNmcDYJ404rMO9nbkQ0Hzwux5uACF9zKsvc29Q/ZzMOdg==",
}
"""The SHA-512 of each package, by its name and version, as the registry says it."""


def script(package: str, file: str, kept: Path) -> str:
    """Return a file of a package, which is fetched once and kept in a folder; skip the test if it cannot be fetched."""
    target = kept / f"{package}.js"
    if not target.exists():
        with tempfile.TemporaryDirectory(dir=kept) as folder:
            archive = Path(folder) / f"{package}.tgz"
            command = [shutil.which("npm") or "false", "pack", "@".join(package.rsplit("-", 1)), "--silent"]
            subprocess.run([*command, "--pack-destination", folder], stdout=subprocess.DEVNULL)
            if not archive.exists():
                (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"npm cannot fetch {package}")
            digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
            assert digest == PACKAGES[package]
            with tarfile.open(archive) as packed:
                content = packed.extractfile(f"package/{file}")
                assert content
                (Path(folder) / "script").write_bytes(content.read())
            (Path(folder) / "script").replace(target)
    return target.read_text(encoding="utf-8")
