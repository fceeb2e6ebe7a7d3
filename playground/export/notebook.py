"""A board as a widget in a notebook: the kernel answers the stage's questions, and hears where the visitor is.

It needs anywidget, which the extra `[notebook]` brings, and no Streamlit.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sys
import urllib.parse
import uuid
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import anywidget
import ipywidgets
import numpy as np
import traitlets
from IPython import get_ipython
from IPython.display import HTML, display, update_display

from perceptron import Dataset, Run
from playground.address.address import Address, parameters, read
from playground.address.codes import MOST, decode, encode, place_of
from playground.address.lists import FILES, PATHS
from playground.export.alone import compressed
from playground.page import controls
from playground.page.answer import content, opened
from playground.page.controls import LearnerSettings
from playground.page.page import Page
from playground.pages import PAGES
from playground.stage import assets
from playground.stage.payload import Point
from playground.stage.templates import template
from playground.text import plural, quoted

_SCRIPTS = {"plotly": assets.PLOTLY_SCRIPT, "fields": assets.script("fields.js")}
"""The scripts that only some boards need."""
_ROUTES = {page.route: page for page in PAGES.values() if page.answer and not page.slow}


class Output(NamedTuple):
    """The place where a board is shown: the notebook's cell and the run of that cell, "" for both if not known."""

    cell: str
    run: str


_NOWHERE = Output("", "")


def _output() -> Output:
    kernel = getattr(get_ipython(), "kernel", None)
    if kernel is None or "google.colab" in sys.modules:  # there each output is a page of its own
        return _NOWHERE
    parent = kernel.get_parent("shell")
    return Output(parent["metadata"].get("cellId") or parent["content"].get("code", ""), parent["header"]["msg_id"])


class BoardDocument(ipywidgets.Widget):
    """The document that all boards of a notebook show in their frames; it is saved and sent once."""

    document = traitlets.Unicode().tag(sync=True)

    def __init__(self, text: bytes) -> None:
        super().__init__(document=compressed(text))
        self.fields = compressed(_SCRIPTS["fields"])
        self.version = hashlib.sha256(text).hexdigest()[:8]
        self._shown: list[BoardWidget] = []  # the output of the first has the document, for when there is no kernel

    def takes(self, board: BoardWidget) -> bool:
        """Note that `board` is shown, and return whether its output must hold the document that all boards share.

        An output is what a notebook's cell shows. It must hold the document if no output does yet, if the cell whose
        output held it has run again, or if the cell is not known.
        """
        here, there = board.output, self._shown[0].output if self._shown else _NOWHERE
        whole = _NOWHERE in (here, there) or (here.cell == there.cell and here.run != there.run)
        self._shown.insert(0 if whole else len(self._shown), board)
        return whole

    def misses(self, board: BoardWidget) -> BoardWidget | None:
        """Forget `board`, which is no longer shown; return the board whose output must now hold the shared document.

        An output is what a notebook's cell shows. Return None if another board's output holds the document already, or
        if no board is shown any more.
        """
        was_first = self._shown[:1] == [board]
        self._shown = [each for each in self._shown if each is not board]
        return self._shown[0] if was_first and self._shown else None


@functools.cache
def _document() -> BoardDocument:
    text = template("export/notebook.html").render(
        title="Board",
        light=assets.colors("light"),
        dark=assets.colors("dark"),
        style=assets.stage_style("data:,", "later.css"),
        script=assets.script("notebook.js").decode().replace("</script", r"<\/script"),
    )
    return BoardDocument(text.encode())


class BoardWidget(anywidget.AnyWidget):
    """A board of the playground in a notebook's cell.

    A visitor places and drags points, changes settings and steps as in the app; `data`, `run` and `step` follow.

    >>> from perceptron import gate
    >>> board = BoardWidget(gate("and"), bias=True)
    >>> board.run.outcome, len(board.run.mistakes)
    ('converged', 18)
    >>> board.step = 3
    >>> board.link
    '/?data=by+hand&points=1AEQAgBQAkBSAgBSAkA&bias=true&step=3'
    >>> len(BoardWidget("/proof?data=XOR").data)
    4

    Parameters
    ----------
    board
        The points, in the plane; or a link of the app, whole or without its host.
    **settings
        Settings by their names in links, such as `bias=True` or `order="hardest"`, as values or as texts.

    Raises
    ------
    ValueError
        If the link leads to no board, the points are not in the plane, or there are more than 400.

    Warns
    -----
    UserWarning
        If a point does not lie on the board's grid, whose lines are 1/128 apart, or lies outside; it is moved there.
    """

    _esm = assets.script("widget.js").decode()

    page = traitlets.Unicode().tag(sync=True)
    content = traitlets.Unicode().tag(sync=True)
    saved = traitlets.Unicode().tag(sync=True)
    stage = traitlets.Instance(BoardDocument).tag(sync=True, **ipywidgets.widget_serialization)
    address: traitlets.Dict[str, str] = traitlets.Dict()
    """The board and its settings, by their names in links; it follows the hand, and can be observed and set."""
    step = traitlets.Int()
    """The step that is shown; it follows the hand, and can be observed and set."""

    def __init__(self, board: Dataset | str = "/", **settings: object) -> None:
        path, texts = _opened_link(board) if isinstance(board, str) else ("", _texts_of(board))
        texts |= {
            name: json.dumps(value) if isinstance(value, bool) else str(value) for name, value in settings.items()
        }
        step = int(texts.pop("step", 0))
        self._page = PAGES[FILES[path]]
        self._hearing = False
        self.output = _NOWHERE
        super().__init__(page=self._page.route, stage=_document(), address=texts, step=step)
        self.on_msg(self._on_message)
        self._show()

    @property
    def link(self) -> str:
        """The path and query of a link to the board at the step that is shown, such as "/race?data=XOR&step=3".

        Write the host of a copy of the app before them, and the link opens the board in that copy.
        """
        step = {"step": str(self.step)} if self.step else {}
        return f"/{PATHS[self._page.file]}?{urllib.parse.urlencode({**self.address, **step})}"

    @property
    def data(self) -> Dataset:
        """The points as the learner sees them, with the constant coordinate of a bias.

        Other points in the plane, at most 400, can be assigned, with a constant coordinate or without. The step is then
        0. The settings stay, so a bias stays on; a constant coordinate turns it on, and becomes the setting `c`.

        Raises
        ------
        ValueError
            If the board has no points in the plane, or the assigned points are not in the plane, are more than 400 or
            have a constant coordinate that the setting `c` cannot be.

        Warns
        -----
        UserWarning
            If an assigned point has to be moved to the board's grid.
        """
        learner, points = self._given()
        data = learner.sees(points)
        if data is None:
            raise ValueError("the board has no points")
        return data

    @data.setter
    def data(self, data: Dataset) -> None:
        texts = _texts_of(data)
        replaced = {"data", "points", "lesson"} | ({controls.SCALE.key} if data.lift else set())
        others = {name: text for name, text in self.address.items() if name not in replaced}
        self.step, self.address = 0, {**others, **texts}

    @property
    def run(self) -> Run:
        """The perceptron's run on these points, with the board's order, rate, start and rule for ties.

        It has at most 5,000 updates.

        Raises
        ------
        ValueError
            If the board has no points in the plane.
        """
        learner, _ = self._given()
        return learner.run(self.data)

    def _given(self) -> tuple[LearnerSettings, Sequence[Point]]:
        state: Address = read(self.address)
        settings = self._page.settings(state.settings)
        if controls.POINTS.key not in self._page.controls:
            raise ValueError(f"the page {self._page.title} has no points in the plane")
        points = controls.source(settings, state.board).points()
        return controls.learner(settings, len(points)), points

    @traitlets.observe("address", "step")
    def _show(self, _: object = None) -> None:
        """Show the board anew if the program has changed its address or its step."""
        if not self._hearing and hasattr(self, "_page"):
            what = content(opened(self._page, {**self.address, "step": str(self.step)}))
            self.content = json.dumps({**what, "step": self.step}, allow_nan=False, separators=(",", ":"))

    def _ipython_display_(self) -> None:
        """Show the board as it is now, for a notebook without a kernel, and the widget, which takes its place."""
        self.saved = f"playground-{uuid.uuid4().hex}"
        self.output = _output()
        display(self._as_saved(whole=self.stage.takes(self)), display_id=self.saved)
        if bundle := self._repr_mimebundle_():
            display(bundle[0], raw=True)

    def _as_saved(self, *, whole: bool) -> HTML:
        """Return the board as a notebook without a kernel shows it; `whole` has the document of all boards, too."""
        shown = json.loads(self.content)
        still = {name: shown[name] for name in ("scene", "step", "plotly")}  # nobody can set anything
        for part in (part for panel in shown["scene"]["panels"] for part in panel.get("figure", {}).get("parts", ())):
            if part["kind"] == "contours" and part["z"]:
                part |= _bends(part["z"])
        return HTML(
            template("export/notebook_saved.html").render(
                name=self.saved,
                page=self.page,
                version=self.stage.version,
                document=self.stage.document if whole else "",
                fields=self.stage.fields,
                content=compressed(json.dumps(still, allow_nan=False, separators=(",", ":")).encode()),
            )
        )

    def _on_message(self, _: object, message: Mapping[str, Any], __: object) -> None:
        if "gone" in message:
            if heir := self.stage.misses(self):
                update_display(heir._as_saved(whole=True), display_id=heir.saved)
            return
        if "number" not in message:
            self._hearing = True
            try:
                with self.hold_trait_notifications():
                    self.address, self.step = dict(message["address"]), message["step"]
            finally:
                self._hearing = False
            return
        number = message["number"]
        if script := _SCRIPTS.get(message["kind"]):
            self.send({"number": number}, [script])
            return
        link = {**message["parameters"]}
        changed = link.pop("changed", "")
        link.pop("stage", None)
        try:
            self.send({"number": number, "answer": content(opened(self._page, link, changed))})
        except ValueError as refused:
            self.send({"number": number, "answer": {"complaints": [str(refused)]}})


def _bends(rows: Sequence[Sequence[float]]) -> dict[str, object]:
    """Return the second differences of rows, in units of their last decimal, and its place; {} for more than 15.

    A loss is flat in pieces, where these are zeros; packed, they take a fifth of the room.

    >>> _bends([[0.5, 0.75, 1.0, 1.5]]), _bends([[1e-20]])
    ({'z': [[50, -25, 0, 25]], 'decimals': 2}, {})
    """
    grid = np.array(rows, dtype=float)
    decimals = next((place for place in range(16) if (grid.round(place) == grid).all()), None)
    if decimals is None:
        return {}
    whole = np.rint(grid * 10**decimals).astype(int)
    return {"z": np.diff(whole, 2, prepend=np.zeros((len(grid), 2), int)).tolist(), "decimals": decimals}


def _opened_link(link: str) -> tuple[str, dict[str, str]]:
    parts = urllib.parse.urlsplit(link)
    path = parts.path.rpartition("/")[2]
    page: Page | None = PAGES.get(FILES.get(path, ""))
    if page is None or page.route not in _ROUTES:
        raise ValueError(f"a link leads to a board of the app, got {quoted(link)}")
    return path, parameters(parts.query)


def _texts_of(data: Dataset) -> dict[str, str]:
    lift = float(data.lift or 0)
    dim = data.dim - bool(lift)
    if dim != 2 or len(data) > MOST:
        raise ValueError(
            f"a board holds up to {MOST} points in the plane, got {len(data)} in {plural(dim, 'dimension')}"
        )
    low, high = controls.SCALE.low, controls.SCALE.high
    if lift and not low <= lift <= high:
        raise ValueError(f"a board's constant coordinate must be {low:g} to {high:g}, got {lift:g}")
    points = [(x, y, place_of(label)) for (x, y), label in zip(data.X[:, :2].tolist(), data.y.tolist(), strict=True)]
    code = encode(points)
    moved = sum(asked != shown for asked, shown in zip(points, decode(code)[0], strict=True))
    if moved:
        warnings.warn(f"{plural(moved, 'point')} moved to the board's grid of 1/128", UserWarning, stacklevel=3)
    scale = {controls.SCALE.key: f"{lift:.12g}"} if lift not in (0, 1) else {}
    return {"data": "by hand", "points": code, **({"bias": "true"} if lift else {}), **scale}
