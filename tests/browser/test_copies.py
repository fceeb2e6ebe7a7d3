"""Two copies of the app behind nginx, as docs/nginx.conf says: any of them can take over any visitor's board."""

import shutil
import socket
import subprocess
import time
from contextlib import ExitStack
from urllib.parse import urlsplit
from urllib.request import urlopen

import psutil
import pytest

from tests.boards import HAND
from tests.browser.browsing import DESKTOP, ROOT, Playground, link, ready, serving

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def copies(tmp_path, browser):
    """The address of nginx, and the processes of two copies of the app."""
    if NGINX is None:
        pytest.skip("no nginx")
    with ExitStack() as stack:
        ports = [urlsplit(stack.enter_context(serving())[0]).port for _ in range(2)]
        front = free_port()
        site = (ROOT / "docs" / "nginx.conf").read_text()
        for said, meant in (("127.0.0.1:8501", ports[0]), ("127.0.0.1:8502", ports[1]), ("listen 80", front)):
            assert said in site
            site = site.replace(said, f"{said.rpartition(':')[0] or 'listen 127.0.0.1'}:{meant}")
        rooms = "".join(
            f"{name}_temp_path {tmp_path}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        config = tmp_path / "nginx.conf"
        http = f"access_log off; {rooms} {site}"
        config.write_text(f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ {http} }}")
        nginx = subprocess.Popen([NGINX, "-p", str(tmp_path), "-e", str(tmp_path / "log"), "-c", str(config)])
        stack.callback(nginx.wait, 20)
        stack.callback(nginx.terminate)
        address = f"http://127.0.0.1:{front}"
        for _ in range(100):
            try:
                urlopen(f"{address}/_stcore/health").close()
                break
            except OSError:
                time.sleep(0.1)
        servers = psutil.Process().children()
        yield address, [p for port in ports for p in servers if f"--server.port={port}" in p.cmdline()]


def connections(process):
    return sum(connection.status == psutil.CONN_ESTABLISHED for connection in process.net_connections("tcp"))


def test_a_copy_that_is_killed_is_replaced_by_the_other_and_the_board_goes_on(browser, copies):
    address, servers = copies
    context = browser.new_context(viewport=DESKTOP)
    stage = Playground(ready(context.new_page(), address + link(HAND, bias="true", step=2)))
    stage.settle()
    stage.click(-0.9, 0.9)
    stage.until(lambda: len(stage.points) == len(HAND) + 1)
    stage.settle()
    points, step = stage.points, stage.step
    assert points[:-1] == HAND
    (used,) = [process for process in servers if connections(process)]
    used.kill()
    (left,) = [process for process in servers if process != used]
    stage.until(lambda: connections(left) > 0, 20)
    stage.settle()
    assert (stage.points, stage.drawn, stage.step) == (points, points, step)
    stage.click(0.9, -0.9)
    stage.until(lambda: len(stage.points) == len(points) + 1, 15)
    stage.settle()
    assert stage.points[:-1] == stage.drawn[:-1] == points
    context.close()
