"""Two copies of the app behind nginx, as docs/nginx.conf says: any of them can take over any visitor's board."""

import re
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psutil
import pytest

from tests.boards import HAND
from tests.browser.browsing import DESKTOP, Playground, link, ready
from tests.browser.copies import NGINX, copies

pytestmark = [pytest.mark.slow, pytest.mark.skipif(NGINX is None, reason="no nginx")]


def connections(process):
    return sum(connection.status == psutil.CONN_ESTABLISHED for connection in process.net_connections("tcp"))


@pytest.fixture(name="copies")
def running():
    with copies() as both:
        yield both


def test_a_killed_copy_is_replaced_and_the_board_goes_on(browser, copies):
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


def test_nginx_answers_alone_only_for_what_it_has_seen(copies):
    address, servers = copies
    page = urlopen(address).read().decode()
    files = re.findall(r'(?:src|href)="\./((?:app/)?static/[^"]+)"', page)
    assert len(files) > 10

    def answers(packed):
        asked = (Request(f"{address}/{file}", headers={"Accept-Encoding": packed}) for file in files)
        return [urlopen(one).read() for one in asked]

    files.append("scene/playground?data=XOR")
    packed, plain = answers("gzip"), answers("identity")
    for process in servers:
        process.kill()
    assert (answers("gzip"), answers("identity"), answers("br, gzip;q=0")) == (packed, plain, plain)
    assert sum(map(len, packed)) < sum(map(len, plain)) / 2
    for other in ("", "/scene/playground?data=AND"):
        with pytest.raises(HTTPError, match="502"):
            urlopen(address + other)
