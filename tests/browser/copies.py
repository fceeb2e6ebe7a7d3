"""Several copies of the app behind nginx, as docs/nginx.conf says."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from tests.browser.browsing import ROOT, free_port, serving, wait_until_up

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin")
"""The path of nginx; None if it is not installed."""

_ROOMS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextmanager
def copies() -> Iterator[tuple[str, list[psutil.Process]]]:
    """Run two copies of the app and nginx in front of them; yield its address and the processes of the copies."""
    assert NGINX is not None
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)  # nginx, started by root, works as somebody else
        ports = [urlsplit(stack.enter_context(serving())[0]).port for _ in range(2)]
        front = free_port()
        site = (ROOT / "docs" / "nginx.conf").read_text()
        for said, meant in (
            ("127.0.0.1:8501", f"127.0.0.1:{ports[0]}"),
            ("127.0.0.1:8502", f"127.0.0.1:{ports[1]}"),
            ("listen 80", f"listen 127.0.0.1:{front}"),
            ("/var/cache/playground", f"{folder}/files"),
        ):
            assert site.count(said) == 1
            site = site.replace(said, meant)
        rooms = "".join(f"{name}_temp_path {folder}/{name};" for name in _ROOMS)
        config = folder / "nginx.conf"
        config.write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{ worker_connections 16384; }}"
            f" http {{ access_log off; {rooms} {site} }}"
        )
        log = folder / "log"
        nginx = subprocess.Popen([NGINX, "-p", str(folder), "-e", str(log), "-c", str(config)])
        stack.callback(nginx.wait, 20)
        stack.callback(nginx.terminate)
        address = f"http://127.0.0.1:{front}"
        wait_until_up(address, nginx, log)
        servers = psutil.Process().children()
        yield address, [p for port in ports for p in servers if f"--server.port={port}" in p.cmdline()]
