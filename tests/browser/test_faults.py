"""When connection or server fail, the points stay on the board, and no traceback is shown."""

import random
import shutil
import subprocess
import urllib.parse
from contextlib import ExitStack

import psutil
import pytest
from playwright.sync_api import Error

from tests.boards import HAND
from tests.browser.browsing import (
    DESKTOP,
    ROOT,
    Playground,
    free_port,
    lapse,
    link,
    ready,
    serving,
    telling,
    wait_for,
)
from tests.browser.wire import wired
from tests.conftest import check
from tests.marks import slow

QUIET = "[data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"
FAILED = "[data-testid=stException], [data-testid=stAlert]"
PLACES = [(x / 4, y / 4) for x in range(-4, 5) for y in (-4, 4)]


@pytest.fixture
def arrive(browser):
    """Return a function that opens an address as a new visitor, whose page may raise no error."""
    faults = []
    with ExitStack() as contexts:

        def opened(address, *, unserved=False, **options):
            context = browser.new_context(viewport=DESKTOP, **options)
            contexts.callback(context.close)
            page = context.new_page()
            if unserved:
                page.route("**/scene/**", lambda route: route.fulfill(content_type="text/html", body="No such page."))
            page.on("pageerror", lambda error: faults.append(str(error)))
            return Playground(ready(page, telling(address)))

        yield opened
    assert faults == []


def shown(stage, points):
    try:
        return stage.drawn == points == stage.points
    except Error:  # the board is just being put up anew
        return False


def holds(stage, points):
    """Check that the points are on the board, in the link and known to the server."""
    wait_for(stage.page)
    stage.until(lambda: stage.page.locator(QUIET).count() and not stage.page.locator(".stage.is-pending").count(), 40)
    stage.settle()  # a new session puts the board up anew
    stage.until(lambda: shown(stage, points), 10)
    assert stage.drawn == points
    assert stage.points == points
    assert not stage.page.locator(".stage.is-pending").count()
    assert not stage.page.locator(FAILED).count()


def placed(stage, *places):
    for place in places:
        stage.click(*place)
    return [(*place, 0) for place in places]


@pytest.mark.slow
def test_a_server_killed_in_the_middle_of_a_drag(arrive):
    port = free_port()
    x, y, kind = HAND[0]
    with serving(port=port) as (address, _):
        stage = arrive(address + link(HAND))
        stage.page.evaluate("window.opened = true")
        stage.drag((x, y), (-0.25, 0.5), hold=True)
        (server,) = [each for each in psutil.Process().children() if f"--server.port={port}" in each.cmdline()]
        server.kill()
    for place in ((-0.5, 0.75), (-0.5, 0.875)):
        stage.page.mouse.move(*stage.frame().screen(*place), steps=4)
    stage.page.mouse.up()
    points = [(-0.5, 0.875, kind), *HAND[1:]]
    stage.until(lambda: "does not answer" in stage.page.inner_text(".stage-trouble"))
    assert stage.drawn == points
    stage.page.wait_for_selector("[role=dialog]")
    note, theirs = (stage.page.locator(place).bounding_box() for place in (".stage-trouble", "[role=dialog]"))
    assert note["y"] + note["height"] <= theirs["y"], "Streamlit's own dialog lies over the note"
    with serving(port=port) as (address, log):
        holds(stage, points)
        stage.settle()
        cold = arrive(address + link(points))
        cold.press("End")
        cold.settle()
        assert (stage.verdict, stage.facts) == (cold.verdict, cold.facts)
        assert stage.page.evaluate("window.opened")
        check(log)


def copied(folder):
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*[!t]", "tests", "static", "docs", "node_modules"))
    return folder


class Releases:
    """A copy of the app that is stopped, changed and started again on the same port."""

    def __init__(self, folder):
        self.root, self.port = copied(folder), free_port()

    def running(self):
        return serving(root=self.root, port=self.port)

    def change(self, files, number):
        for file in files:
            (path,), (today,) = self.root.glob(file), ROOT.glob(file)
            path.unlink()
            name = path.name if path.name in file else f"stage-{number}.js"
            path.with_name(name).write_text(today.read_text() + OF_A_KIND[path.suffix].format(number=number))


OF_A_KIND = {
    ".js": "\nexport const otherVersion = {number};\n",
    ".css": "\n.stage-other {{ order: {number}; }}\n",
    ".html": "\n<!-- {number} -->\n",
    ".py": "\nOTHER_VERSION = {number}\n",
}
# The script of the stage is named by its content.
RELEASES = {
    "a script": ["playground/stage/built/stage-*.js"],
    "every kind": ["playground/stage/built/stage-*.js", "playground/stage/stage.css", "playground/stage/stage.html",
                   "playground/server/document.html", "playground/stage/built/menu.js", "playground/app/session.py",
                   "playground/pages/playground/scene.py"],
}  # fmt: skip


def leave(*stages):
    """Mark the stages of these windows, so that `replaced` sees new ones."""
    for stage in stages:
        stage.page.evaluate("document.querySelector('.stage').earlier = true")


def replaced(stage, seconds=60):
    later = "[...document.querySelectorAll('.stage[data-at]')].some(({ earlier }) => !earlier)"
    stage.until(lambda: stage.page.locator(QUIET).count() and stage.page.evaluate(later), seconds)
    stage.settle()


def test_a_new_script_comes_to_an_open_page_and_its_points_stay(arrive, tmp_path):
    app, more = Releases(tmp_path / "app"), (-0.75, 0.25)
    with app.running() as (address, _):
        stage = arrive(address + link(HAND))
        points = HAND + placed(stage, more)
        holds(stage, points)
        stage.press("Home", "ArrowRight")
        stage.settle()
        leave(stage)
    app.change(RELEASES["a script"], 2)
    with app.running() as (_, log):
        replaced(stage)
        assert (stage.drawn, stage.points, stage.step) == (points, points, 1)
        stage.press("Control+z")
        holds(stage, HAND)
        check(log)


@pytest.mark.slow
@pytest.mark.parametrize("release", RELEASES)
def test_another_version_comes_while_pages_are_open(arrive, tmp_path, release):
    app, more, (x, y, kind) = Releases(tmp_path / "app"), (-0.75, 0.25), HAND[0]
    with app.running() as (address, _):
        edited, without, untouched = (arrive(address + link(HAND)) for _ in range(3))
        dragged = arrive(address + link(HAND), unserved=True)
        for stage in (edited, without):
            points = HAND + placed(stage, more)
            holds(stage, points)
        without.walk("Lessons")
        for stage in (edited, untouched):
            stage.press("Home", "ArrowRight")
            stage.settle()
        dragged.drag((x, y), (-0.25, 0.5), hold=True)
        leave(edited, dragged, untouched)
        before = untouched.drawn, untouched.step, untouched.address
    app.change(RELEASES[release], 2)
    with app.running() as (address, log):
        replaced(dragged)
        dragged.page.mouse.move(*dragged.frame().screen(-0.5, 0.875), steps=4)
        dragged.page.mouse.up()
        replaced(edited)
        assert (edited.drawn, edited.points, edited.step) == (points, points, 1)
        assert edited.page.locator("link[rel=stylesheet][href*='app/static/stage-']").count() == 1
        replaced(untouched)
        assert (untouched.drawn, untouched.step, untouched.address) == before
        holds(dragged, [(-0.5, 0.875, kind), *HAND[1:]])
        dragged.press("Control+z")
        holds(dragged, HAND)
        edited.press("Control+z", "Control+Shift+z")
        holds(edited, points)
        for stage in (edited, without):
            stage.walk("Proof")
            holds(stage, points)
            stage.press("Control+z")
            holds(stage, HAND)
        edited.page.reload()
        holds(edited, HAND)
        check(log)


@pytest.mark.slow
@pytest.mark.parametrize("cuts", [3, slow(50)])
def test_a_connection_cut_at_any_moment(server, arrive, cuts):
    chance = random.Random(cuts)
    with wired(urllib.parse.urlsplit(server).port) as wire:
        stage = arrive(f"http://127.0.0.1:{wire.port}" + link([]))
        points = []
        for cut in range(cuts):
            points += placed(stage, PLACES[cut % len(PLACES)])
            lapse(stage.page, chance.uniform(0, 250))
            wire.broken = cut % 2
            wire.cut()
            if cut % 3 == 2:
                stage.page.keyboard.press("Control+z")
                points.pop()
            lapse(stage.page, chance.uniform(0, 250))
            wire.broken = False
            holds(stage, points)
            if (cut + 1) % len(PLACES) == 0:
                stage.do("clear")
                points = []
                holds(stage, points)


def used(arrive, address, log):
    """Check that a visitor can use the app at this address, and leave by the menu."""
    stage = arrive(address + link(HAND))
    points = HAND + placed(stage, (-0.75, 0.25))
    holds(stage, points)
    stage.walk("Proof")
    holds(stage, points)
    assert stage.page.url.startswith(f"{address}/proof?")
    check(log)


READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'


@pytest.mark.slow
def test_a_checkout_that_cannot_be_written_to(arrive, tmp_path):
    inside = ["unshare", "--mount", "--map-root-user", "sh", "-c", READ_ONLY, str(copied(tmp_path / "checkout"))]
    if not shutil.which("unshare") or subprocess.run([*inside, "true"], capture_output=True).returncode:
        pytest.skip("this system lets nobody mount a folder for reading only")
    with serving(root=tmp_path / "checkout", inside=inside) as (address, log):
        used(arrive, address, log)
    assert not (tmp_path / "checkout" / "static").exists()


ROOM = 10_000  # bytes of a file: some scripts are smaller


@pytest.mark.slow
def test_a_disk_without_room_for_the_scripts(arrive, tmp_path):
    resource = pytest.importorskip("resource")

    def tight():
        resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))

    with serving(root=copied(tmp_path / "checkout"), preexec_fn=tight) as (address, log):
        used(arrive, address, log)
    # A script that was cut would be as large as the room.
    assert all(file.stat().st_size < ROOM for file in (tmp_path / "checkout" / "static").glob("*.js*"))


@pytest.mark.slow
def test_two_starts_at_once_of_a_checkout_that_was_never_run(arrive, tmp_path):
    copied(tmp_path / "checkout")
    with serving(root=tmp_path / "checkout") as first, serving(root=tmp_path / "checkout") as second:
        for address, log in (first, second):
            used(arrive, address, log)


@pytest.mark.slow
def test_an_app_below_a_path_of_its_own(arrive):
    with serving(base="/a/b") as (address, log):
        used(arrive, address, log)
