"""Files that need no server: the page of a link or of a run, and a folder of pages for any static host.

From the root of the repository, the first command writes one page, the second a folder of all lessons with an index,
the third a folder of a list of exercises::

    python -m playground.export.site "/proof?data=XOR&bias=true&step=3" proof.html
    python -m playground.export.site --folder lessons --app https://perceptron.example
    python -m playground.export.site --folder exercises --list perceptron-exercises.json
"""

from __future__ import annotations

import argparse
import urllib.parse
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from perceptron import Run, separate
from perceptron.learner import Order, Tie
from playground.address.address import read
from playground.address.codes import place_of
from playground.address.lists import FILES, PATHS, ListItem, encode
from playground.address.lists import read as read_list
from playground.draw.steps import Steps
from playground.draw.thumbnails import thumbnail
from playground.export import alone
from playground.lessons import LESSONS
from playground.page.answer import answer
from playground.pages import PAGES
from playground.pages.playground.scene import scene as playground
from playground.stage import assets
from playground.stage.payload import Scene, Task, before_the_end, by_plotly
from playground.stage.templates import template
from playground.text import BACK, NEXT, quoted

FIRST = "index.html"
"""The file of a folder's index."""


class Target(NamedTuple):
    """The page that a link opens: its title, its question, its scene and step, and the link without its host."""

    title: str
    question: str
    scene: Scene
    step: int
    link: str


def page_of_link(link: str, *, app: str = "") -> tuple[str, str]:
    """Return the title and the HTML of a page that shows what a link shows, at the link's step, without a server.

    A link without a step gives step 0; a step after the last gives the last.

    Parameters
    ----------
    link
        An address of the app, whole or without its host: "/proof?data=XOR".
    app
        The address of the app, to which the page then links; "" for no link.

    Raises
    ------
    ValueError
        If the app has no such page, the page has no stage (the part that shows scenes), or nothing can be shown with
        these settings.
    """
    target = _target_of(link)
    return target.title, alone.page(target.scene, target.title, target.step, app=_address(app, target))


def _target_of(link: str) -> Target:
    address = urllib.parse.urlsplit(link)
    name = address.path.rpartition("/")[2]
    file = FILES.get(name, "")
    if not file:
        raise ValueError(f"a link leads to a page of the app, got {quoted(link)}")
    page, parameters = PAGES[file], dict(urllib.parse.parse_qsl(address.query))
    if page.answer is None:
        raise ValueError(f"a link leads to a page with a stage, got {quoted(link)}")
    scene, state = answer(page, parameters), read(parameters)
    step = min(state.step or 0, scene["last"])
    taught = page.lesson(state.settings)
    guide = scene.get("guide") or before_the_end(scene).get("question")
    question = taught.question if taught else guide["text"] if guide else ""
    return Target(taught.title if taught else page.title, question, scene, step, f"/{name}?{address.query}")


def _address(app: str, target: Target) -> str:
    return app and app.rstrip("/") + target.link


def page_of_run(run: Run, *, order: Order | Sequence[int] = "cyclic", tie: Tie = "mistake") -> str:
    """Return the HTML of a page that shows a run on points in the plane, without a server.

    The points have two coordinates, or three of which the last is a constant that `augmented` added.

    Parameters
    ----------
    run
        The run that `train` returned.
    order, tie
        The values that `train` was given; a run does not hold them.

    >>> from perceptron import margin_dataset, train
    >>> page = page_of_run(train(margin_dataset(25, 2, 0.1, seed=3)))
    >>> page[:15], len(page) < 205_000
    ('<!doctype html>', True)

    Raises
    ------
    ValueError
        If the data are not in the plane.
    """
    data, scale = run.data, run.data.lift or 0.0
    if data.dim - bool(scale) != 2:
        raise ValueError(f"a board has two dimensions, got {data.dim - bool(scale)}")
    points = [(x, y, place_of(label)) for (x, y), label in zip(data.X[:, :2].tolist(), data.y.tolist(), strict=True)]
    settings: dict[str, Any] = {"order": order, "start": run.start.tolist(), "tie": tie}
    scene = playground(points, Steps(run, tie), separate(data), scale=scale, **settings)
    scene.pop("question", None)
    return alone.page(scene, "Perceptron")


def write(folder: Path, links: Sequence[str] = (), *, app: str = "") -> None:
    """Write a folder with an index and a page for each link or, if there are no links, for each lesson.

    The folder is made if there is none; files with the same names are replaced. The pages link to one another and, with
    the app's address `app`, to the app. They need no server: a static host or a memory stick can hold them. Raise
    ValueError for a link that `page_of_link` refuses; no page is written then.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lessons = {f"{lesson.place:02}-{lesson.slug}": _link(lesson.page, lesson.link) for lesson in LESSONS.values()}
    pages = named(links) or lessons
    leaves = [leaf(pages, place, app=app) for place in range(len(pages))]
    for each in leaves:
        (folder / each.name).write_bytes(each.page)
    for name, content in cover(leaves).items():
        (folder / name).write_bytes(content)


def named(links: Sequence[str]) -> dict[str, str]:
    """Return the links by the names of their pages: "01", "02" and so on, in their order."""
    return {f"{place:02}": link for place, link in enumerate(links, 1)}


class Entry(NamedTuple):
    """A page's entry in the index: its file's name, title and question, and an SVG picture of its board."""

    file: str
    title: str
    question: str
    picture: str


class Leaf(NamedTuple):
    """A page of a folder: its file's name and bytes, its entry in the index, and its exercise or None.

    `plotly` says whether it needs Plotly.
    """

    name: str
    page: bytes
    entry: Entry
    plotly: bool
    task: Task | None


def leaf(links: Mapping[str, str], place: int, *, app: str = "", joined: bool = True) -> Leaf:
    """Return the page that shows the board of a link, for a folder of such pages.

    `links` holds all links of the folder by the names of their pages, and `place` is the index of this page's link.
    With the address `app` of the app, the page links to it. A page that is `joined` also links to the index, and to the
    pages before and after it if there are such. Raises ValueError for a link that `page_of_link` refuses.
    """
    names = [f"{name}.html" for name in links]
    target = _target_of([*links.values()][place])
    ways = {"All boards": FIRST}
    ways |= {BACK: names[place - 1]} if place else {}
    ways |= {NEXT: names[place + 1]} if place + 1 < len(names) else {}
    ways = ways if joined else {}
    address = _address(app, target)
    text = alone.page(target.scene, target.title, target.step, app=address, ways=ways, plotly="plotly.js")
    entry = Entry(names[place], target.title, target.question, thumbnail(target.scene))
    task = target.scene.get("guide", {}).get("task")
    return Leaf(names[place], text.encode(), entry, bool(by_plotly(target.scene)), task)


def cover(leaves: Sequence[Leaf]) -> dict[str, bytes]:
    """Return the files, by name, that a folder needs beside these pages: the index, and the files of `shared`."""
    framed = assets.script("framed.js").decode()
    entries = [each.entry for each in leaves]
    index = template("export/index.html").render(themes=assets.themes(), entries=entries, framed=framed)
    return shared(leaves) | {FIRST: index.encode()}


def shared(leaves: Sequence[Leaf]) -> dict[str, bytes]:
    """Return the styles and scripts that these pages load, by file name; Plotly is among them if a page needs it."""
    files = {"stage.css": alone.STYLE.encode(), "stage.js": alone.SCRIPT.encode()}
    return files | ({"plotly.js": assets.PLOTLY_SCRIPT} if any(each.plotly for each in leaves) else {})


class Parcel:
    """A ZIP file that can be sent while it is packed; with a `name`, all its files lie in a folder of this name.

    The same files give the same bytes.
    """

    def __init__(self, name: str = "") -> None:
        self._name = name and f"{name}/"
        self._written: list[bytes] = []
        self._folder = zipfile.ZipFile(self, "w", zipfile.ZIP_DEFLATED)  # type: ignore[call-overload]

    def write(self, content: bytes) -> int:
        """Keep bytes of the ZIP file until `add` or `end` returns them, and return their number.

        `zipfile` calls this method, since it has this object for its file.
        """
        self._written.append(bytes(content))
        return len(content)

    def flush(self) -> None:
        """Do nothing; `zipfile` asks for this method."""

    def add(self, files: Mapping[str, bytes]) -> bytes:
        """Put files, given by their names, into the ZIP file, and return its bytes that no call has returned yet."""
        for name, content in files.items():
            self._folder.writestr(zipfile.ZipInfo(f"{self._name}{name}"), content, zipfile.ZIP_DEFLATED)
        written, self._written = b"".join(self._written), []
        return written

    def end(self, files: Mapping[str, bytes]) -> bytes:
        """Put the last files into the ZIP file, close it, and return the rest of its bytes."""
        written = self.add(files)
        self._folder.close()
        return written + b"".join(self._written)


def links_of(tasks: Sequence[ListItem]) -> list[str]:
    """Return a link to each item of a list, in the list's order; no items give no links.

    A link is a path and a query. The query holds the whole list and the number of the item, from 1.
    """
    query = {"list": encode(tasks)}
    return [f"/{task.path}?{urllib.parse.urlencode(query | {'open': place})}" for place, task in enumerate(tasks, 1)]


def _link(page: str, parameters: dict[str, str]) -> str:
    return f"/{PATHS[page]}?{urllib.parse.urlencode(parameters)}"


def main() -> None:
    """Write the page or the folder that the command line names; exit with a message if this cannot be done."""
    parser = argparse.ArgumentParser(
        prog="python -m playground.export.site", description="Write pages that need no server."
    )
    parser.add_argument("names", nargs="*", metavar="LINK", help="a link and the file to write, or links for a folder")
    parser.add_argument("--folder", type=Path, help="write a folder of pages with an index")
    parser.add_argument("--list", type=Path, metavar="FILE", help="the exercises of which to write a folder")
    parser.add_argument("--app", default="", metavar="ADDRESS", help="the app to which the pages lead")
    arguments = parser.parse_args()
    try:
        if arguments.folder:
            listed = read_list(arguments.list.read_text(encoding="utf-8")) if arguments.list else ()
            write(arguments.folder, [*links_of(listed), *arguments.names], app=arguments.app)
        elif len(arguments.names) == 2:
            link, file = arguments.names
            Path(file).write_text(page_of_link(link, app=arguments.app)[1], encoding="utf-8")
        else:
            parser.error("name a link and a file, or --folder and a folder")
    except (ValueError, OSError) as fault:
        parser.error(str(fault))


if __name__ == "__main__":
    main()
