"""What the stage shows: figures, columns with one value a step, marks that follow them, and words.

A whole scene, two steps of a dot on a board of its own:

>>> from playground.stage.check import check_scene
>>> axis = {"range": [-1, 1]}
>>> layout = {"margin": {"l": 40, "r": 10, "t": 30, "b": 40}, "xaxis": axis, "yaxis": axis}
>>> scene: Scene = {
...     "panels": [{"area": "all", "label": "A dot.", "figure": {"data": [], "layout": layout, "config": {}}}],
...     "columns": {"t": [0, 1, 2], "x": [0.0, 0.5, 0.5], "y": [0.0, 0.0, 0.5]},
...     "marks": [{"panel": 0, "kind": "dot", "columns": ["x", "y"], "radius": 5, "style": {"fill": "black"}}],
...     "texts": {
...         "sentence": {"templates": ["The start.", "Now at ({x}, {y})."], "which": [0, 1, 1]},
...         "position": {"templates": ["step {t} of 2"], "which": [0, 0, 0]},
...     },
...     "facts": [{"name": "Steps", "value": "2", "note": "How often the dot moves."}],
...     "verdict": {"text": "It arrives.", "color": "green"},
...     "last": 2,
...     "points": [],
... }
>>> check_scene(scene)

What does not fit is named:

>>> check_scene({**scene, "marks": [{**scene["marks"][0], "columns": ["x", "z"]}]})
Traceback (most recent call last):
    ...
ValueError: mark 0, a dot, uses column 'z', but there is ['t', 'x', 'y']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, cast, final

Point = tuple[float, float, int]
"""x, y and the place of its class in `Editing.classes`."""

Cells = tuple[float, float, str]
"""What the table that a point came from has of it: the numbers of x₁ and x₂, and the label."""

DrawnPicture = tuple[int, int, int]
"""Its cells and the place of its class in `Drawing.classes`.

The cells are bits, row by row from the top, of which the last 32 are the second number and those before them the first.
"""


Area = Literal["board", "upper", "lower", "side", "all"]
"""The place of a panel: `board` is square, `upper` and `lower` share the rest, or `side` has all of it.

A panel that is alone may have `all` the place there is. Panels that name a `view` are shown only while it is chosen;
where a scene has several views, they stand above the panels beside the board, and the first is chosen at first.
"""


SignShape = Literal["circle", "triangle", "line", "arrow", "ring"]


class Sign(TypedDict):
    """A line of a legend: a sample of a mark, in SVG attributes, what it means, and what the hand may do with it.

    That of an `outcome` waits for the end if a question does.
    """

    shape: SignShape
    words: str
    hand: NotRequired[str]
    style: dict[str, str | float]
    outcome: NotRequired[bool]


@final
class Panel(TypedDict):
    """A figure and the place it takes.

    The figure is Plotly's `data`, `layout` and `config`; the layout must fix its margins and both axes' ranges, for the
    stage draws points and marks by them before Plotly has come. If the y axis has a `scaleanchor`, both must have
    `constrain`: "domain", with `constraintoward` "left" and "top", or "range", to show more than theirs. A figure in
    space has neither points nor shapes; where the browser cannot draw it, it is shown along its third axis. A `legend`
    waits behind a button in the corner. What follows the colon of its title shows the `whole` figure in its place, and
    this one again. The column `zoom` says how far both axes reach at each step, to either side of 0.
    """

    area: Area
    label: str
    figure: dict[str, Any]
    whole: NotRequired[dict[str, Any]]
    zoom: NotRequired[str]
    legend: NotRequired[list[Sign]]
    view: NotRequired[str]


class Side(TypedDict):
    """A side of an inequality: the column of its number, and whether it is a bound, which is drawn hollow."""

    column: str
    bound: bool


class Line(TypedDict):
    """A line of a sheet: its title, a formula in MathML, and the same at each step in numbers.

    The `sides` of an inequality, the smaller ones first, are drawn as bars from 0 on a scale of their own, each with
    the gap to the next. The scale ends at the largest number of the step, or at its `reach` if that is farther.
    """

    title: str
    formula: str
    text: Text
    sides: NotRequired[list[Side]]
    reach: NotRequired[float]


@final
class Sheet(TypedDict):
    """A panel of lines of text, one under the other; at each step the one is marked whose place the column holds."""

    area: Area
    label: str
    lines: list[Line]
    marked: NotRequired[str]
    view: NotRequired[str]


class Walk(TypedDict):
    """Rows of `size` cells that are walked one after the other, and on which cell each step stops.

    The `column` counts the cells up to that one; at the last step the walk goes on to the cell `end`. The row that the
    step stops in is shown with the next one, each called by its `name`, in which {row} is its number; a cell is ✗ where
    a step stopped, ✓ where none did, · where none has come. The `text` stands beneath; if the size is 0, alone.
    """

    column: str
    size: int
    end: int
    name: str
    text: Text


@final
class Table(TypedDict):
    """A panel with a row for each step after the start, of the values of these columns under their heads.

    While a question waits it ends with the row of the step. Above them may stand a walk.
    """

    area: Area
    label: str
    heads: list[str]
    columns: list[str]
    view: NotRequired[str]
    walk: NotRequired[Walk]


@final
class Strip(TypedDict):
    """A panel of small pictures of another, the panel `of`: one for each of the eight steps about the current one.

    While a question waits there is none of a later step.
    """

    area: Area
    label: str
    of: int
    view: NotRequired[str]


@final
class Canvas(TypedDict):
    """A panel with a field of `cells` by `cells` cells, at most 8 by 8, on which the hand draws pictures."""

    area: Area
    label: str
    cells: int
    view: NotRequired[str]


ShapeKind = Literal[
    "line", "halfplane", "arrow", "vector", "curve", "heads", "dot", "ring", "label", "sector", "glide", "dots"
]


class Shape(TypedDict):
    """A shape that follows the step, drawn over the figure of a panel or, if `under`, beneath it.

    What the columns mean depends on the kind: a, b, c of the line a·x + b·y + c = 0 for the `line` itself, its
    `halfplane` on the positive or negative `side`, and the `arrow` along its normal; x, y, x, y of a `vector`; x and y
    of a `dot`, of a `curve` up to the step, of arrow`heads` along one, and of `dots` up to it, each there if a third
    column has 1; from and to, in radians, of a `sector` about the origin; the place in the list of points of the one to
    `ring`; the text of a `label`, `shift` pixels to the right of the `point`, of the place `at`, of x and y, if it has
    these, or of a `corner` of the plot, 0 or 1 from its left and its foot, and above it; the place of a point, and a,
    b, c, of a dot that on the way to the step goes to the tip of that `arrow`. A shape is hidden where a column holds
    None; `lag` 1 shows the step before. What is `ahead`, as a ring is by itself, is seen a while before the rest of its
    step. `radius` is in pixels, a sector's in units of the axes. `style` holds SVG attributes; a `part` is what a
    `Symbol` lights up. A shape with an `inset` is drawn in a square part of the panel's plot: its left, top and side in
    parts of the plot's own, and half its side in units of its own axes, whose origin is in its middle. An `outcome`
    waits for the end if a question does; what `stays` is seen as at the last step once that has come. A `name` is
    written in the shape's colour where the shape ends at the step, clear of the panel's other names and of its points:
    at the right of a `curve`, for which the panel makes room there, beside a `dot`, and along a `line`.
    """

    panel: int
    kind: ShapeKind
    columns: list[str]
    style: dict[str, str | float]
    under: NotRequired[bool]
    side: NotRequired[Literal[1, -1]]
    lag: NotRequired[Literal[0, 1]]
    radius: NotRequired[float]
    point: NotRequired[int]
    at: NotRequired[tuple[float, float]]
    corner: NotRequired[tuple[float, float]]
    shift: NotRequired[tuple[float, float]]
    ahead: NotRequired[bool]
    part: NotRequired[str]
    inset: NotRequired[tuple[float, float, float, float]]
    outcome: NotRequired[bool]
    stays: NotRequired[bool]
    name: NotRequired[str]


class Moving(TypedDict):
    """Points over a figure that move: each stays at its x and has a y for each step, between which it glides.

    `x` and `y` are whole numbers of 16 bits, low byte first, in base64, by `unit`: an x for each point, and the y of
    all points at one step after the other. `kinds` are their places in `classes`. The column says which of them is
    ringed, by a circle of this `radius` and `style`. `inset` is as for a shape. The three `words` are said of a point
    that the hand is at: its name, then how far `away` it is from the line of the `form`, if there is one, and whether
    it is hollow. They know {point}, {class}, {x}, {y} and {away}.
    """

    panel: int
    kind: Literal["moving"]
    columns: list[str]
    classes: list[PointClass]
    kinds: list[int]
    x: str
    y: str
    unit: float
    radius: float
    style: dict[str, str | float]
    form: list[str]
    words: tuple[str, str, str]
    inset: NotRequired[tuple[float, float, float, float]]


class Growing(TypedDict):
    """A trace of the panel's figure that grows: its attributes, such as x, y and z, are columns up to the step.

    If there are several columns for each attribute, those of the first one first, it has their values at the step
    instead: the corners of what moves.
    """

    panel: int
    kind: Literal["growing"]
    trace: int
    columns: list[str]
    attributes: list[str]


class Field(TypedDict):
    """A trace of the panel's figure whose z is a sum of layers, one more at each step after the first.

    The columns say which layer is added, times what, and after which step the sum begins. A layer is itself a sum: of
    products of a column of numbers with a row of them, at least one.
    """

    panel: int
    kind: Literal["field"]
    trace: int
    columns: list[str]
    layers: list[list[tuple[list[float], list[float]]]]


class Hollow(TypedDict):
    """The points of the editing that are drawn as outlines, as the column says: a bit a point, in hexadecimal bytes.

    On a panel where points move it is about these, one mark's after another's.

    The first point's bit is the lowest of the first byte. The `words` say in a corner how many there are, {count}.
    """

    panel: int
    kind: Literal["hollow"]
    columns: list[str]
    words: str


class Pixels(TypedDict):
    """Pictures of `across` × `across` cells in a `box` of the axes: left, bottom, right, top.

    The column holds a picture: its cells, row by row from the top, numbers with commas. Where there are `pictures`,
    each of that form, it holds the places of those to show, with commas; they stand side by side, as large as the box
    has room for, at least `row` of them to a row. A cell of 0 shows the ground; below 0 it has the first of the
    `colors`, above 0 the second, and the more of it the nearer it is to the largest of its picture. `style` holds the
    SVG attributes of a picture's outline; `lag` and `ahead` are as for a shape.
    """

    panel: int
    kind: Literal["pixels"]
    columns: list[str]
    box: tuple[float, float, float, float]
    across: int
    colors: tuple[str, str]
    style: dict[str, str | float]
    pictures: NotRequired[list[str]]
    row: NotRequired[int]
    lag: NotRequired[Literal[0, 1]]
    ahead: NotRequired[bool]
    part: NotRequired[str]


Mark = Shape | Moving | Growing | Field | Hollow | Pixels


class PointClass(TypedDict):
    """A kind of point: its name and sign on the button, and the colour and shape it has on the board."""

    name: str
    sign: str
    color: str
    shape: Literal["circle", "triangle"]


class Editing(TypedDict):
    """What the hand may do: on which panel, with which classes, on a grid of 1/snap, up to `most` points."""

    panel: int
    classes: list[PointClass]
    snap: int
    most: int


class AnswerButton(TypedDict):
    """A button that gives an answer: its name, and a sign with its colour."""

    name: str
    sign: str
    color: str


class Rounds(TypedDict):
    """All that answers can make of a scene, for a page without a server: each makes a step, whatever the others are.

    For every answer there are the `columns` as they are if it alone is given up to the end, of which each step takes
    its own answer's entry. The `texts` go up to the end. `values` has those of the facts, and `verdicts` the verdict,
    for each number of answers.
    """

    columns: list[Mapping[str, Sequence[float | str | None]]]
    texts: dict[Literal["sentence", "position"], Text]
    values: list[list[str]]
    verdicts: list[Verdict]


class Asking(TypedDict):
    """What the hand is asked again and again, up to `most` times, instead of placing points.

    Each answer is reported with all those before it, and the server says which step it made. `rest` is the name of the
    button that tosses a coin for all the answers still missing.
    """

    question: str
    answers: list[AnswerButton]
    rest: str
    most: int
    rounds: Rounds


class Drawing(TypedDict):
    """What the hand may draw on the canvas `panel`, and add with one of the classes, up to `most` pictures.

    The column `weights` holds a picture as those of `Pixels` do. What a drawing is worth at a step is the sum of the
    weights of its set cells, times `ink`, and of the column `constant`, if there is one, times `unit`. It is said in
    the one of three `sides` for a positive value, a negative one and 0, which know {value}. A picture that was added is
    wrong where its value, times the one of `signs` that is its class's, is negative; where it is 0, if `zero` says so
    of its class. Above the pictures stands `shelf`, which knows their {count} and how many are {wrong}.
    """

    panel: int
    classes: list[PointClass]
    most: int
    weights: str
    ink: float
    constant: NotRequired[str]
    unit: NotRequired[float]
    signs: list[int]
    zero: list[bool]
    sides: list[str]
    shelf: str


class Picking(TypedDict):
    """Dots of a figure that the hand goes to one by one, each with a row of the columns; there is nothing to step.

    `x` and `y` name the columns where they are. The `words`, whose `{names}` are columns, are said of the dot that the
    hand is at. If there is an `offer`, it is said after them, and a click or Enter tells the server which dot that is,
    by its number and place.
    """

    panel: int
    x: str
    y: str
    columns: Mapping[str, Sequence[float | str]]
    words: str
    offer: str


class Reading(TypedDict):
    """What is said of the place of the board that the hand is at, in templates that are joined.

    `form` names the columns a, b, c; the value of a place is a·x + b·y + c. A place is called by `place`, which is
    followed by the one of three `sides` for a positive value, a negative one and 0, and by `away` if the place is off
    a line where the value is 0. Near a point it is the point that is read: `point`, `value`, then `away` if there is
    such a line, and `hollow` if it is drawn so. A point's value is multiplied by the one of `signs` that is its
    class's. {x}, {y} and {value} are known everywhere, {away} in `away` is the distance from that line, and of a point
    {point}, its number, and {class} are known as well.
    """

    form: list[str]
    signs: list[int]
    place: str
    sides: list[str]
    point: str
    value: str
    away: str
    hollow: str


class Handle(TypedDict):
    """How the hand turns the line of the reading by the tip of its `arrow`.

    It turns about the origin: a and b keep their length. a, b and, unless that is 0, c over `unit` are reported. Until
    then a point is an outline where the form's sign is not its class's; where the form is 0, if `zero` says so of its
    class. The `words` are the sentence meanwhile; they know {a}, {b}, {c} and {wrong}, how many points are outlines.
    """

    unit: float
    zero: list[bool]
    words: str


class Text(TypedDict):
    """A sentence for every step: `which` template it uses, whose `{names}` are columns.

    Numbers are written to three digits; `{-name}` is the value at the step before.
    """

    templates: list[str]
    which: list[int]


class Symbol(TypedDict):
    """A sign of the sentences, its colour, and the note that explains it; pointing at it lights up its part's marks."""

    text: str
    color: str
    note: str
    part: NotRequired[str]


class Fact(TypedDict):
    """A number above the board, with the note that explains it; an `outcome` waits for the end if a question does."""

    name: str
    value: str
    note: str
    outcome: NotRequired[bool]


class Verdict(TypedDict):
    """The sentence about the whole run, with the colour of its kind."""

    text: str
    color: str


class Question(TypedDict):
    """What stands in the verdict's place until the last step was seen, in this browser and of this run.

    If it asks for a number, `answer` is that number, and there is a field for a guess; if it has `options`, it is the
    place of the right one, and there is a button for each. A guess is kept under the name `remember` in the browser's
    own storage, if there is one. `position` holds the templates that are used in place of the position's own, where
    those may tell the end, and `tally` those that a hall reads where the stage is presented. Under the hand the line
    shows where the run ends, unless the question is `strict`.
    """

    text: str
    answer: int | None
    options: NotRequired[list[str]]
    remember: NotRequired[str]
    position: NotRequired[list[str]]
    tally: NotRequired[list[str]]
    strict: NotRequired[bool]


class Part(TypedDict):
    """Something to do, what was to be found by it, and what it speaks of.

    That is the keys of the `controls` that are to be set, and the `places`, each of a kind and by its name or number
    where there are several: "view", "panel", "point", "arrow", "sentence", "choices", "field", or "home", the
    way back.
    """

    task: str
    answer: str
    controls: list[str]
    places: list[list[str]]


class Task(TypedDict):
    """An exercise that the guide asks: how it is answered, what helps, and what is told once it is due.

    It is answered by a button for each of its `options`, of which `right` is the place, or by a `number`, which is
    `right`; else by nothing, and the answer is shown on request. None is right where that is not known; what the run
    itself tells `waits` for its end. Where the board has to meet a condition, named `wanted`, it is `solved` or not.
    What was answered is kept under the name `remember` in the browser's own storage.
    """

    options: list[str]
    number: bool
    right: int | None
    waits: bool
    hint: str
    answer: str
    wanted: str
    solved: bool
    remember: str


class Guide(TypedDict):
    """Words that lead through the scene, above it: what to look for, what to do, and what was to be found.

    The scene is that of the part `now`, which is done once its end was seen; None if it is of no part. It is at `home`
    where the guide began, and `astray` where it has nothing to do with it. All parts have the room of their answers
    from the beginning. Once all are done, `finding` takes the place of the title, and the browser notes this in its own
    storage under the name `remember`; what is done of them it keeps under another that begins with it.
    """

    title: str
    text: str
    finding: NotRequired[str]
    parts: NotRequired[list[Part]]
    now: NotRequired[int | None]
    home: NotRequired[bool]
    astray: NotRequired[bool]
    remember: NotRequired[str]
    task: NotRequired[Task]


class File(TypedDict):
    """A text that can be taken home: what it is, what it is for, and the file it becomes."""

    label: str
    note: str
    name: str
    text: str


class Check(TypedDict):
    """A form of the conditions that a board can check: one of some beginnings, a number or none, and words."""

    of: list[str]
    number: int | None
    words: str


class Listed(TypedDict):
    """An exercise of a list, as a file has it: its board is the last part of a link; what it has not is left out.

    It is answered by one of its `choices`, of which one may be `right`, or by a `number`: None is the board's own.
    """

    board: str
    ask: str
    choices: NotRequired[list[str]]
    right: NotRequired[str]
    number: NotRequired[int | None]
    hint: NotRequired[str]
    answer: NotRequired[str]
    hide: NotRequired[str]
    solved: NotRequired[str]


class Code(TypedDict):
    """A link to share: the picture that a phone reads it from, and the files offered with it.

    The picture is a `data:` address, and none if the link is too long. Where the link is of a list of exercises, it has
    them in the `list`, and what is wrong with it in `refused`; `checks` are what an exercise may ask of a board, those
    of them that a page has by its path in `places`, by their words.
    """

    link: str
    picture: str
    files: Sequence[File]
    list: Sequence[Listed]
    refused: str
    checks: Sequence[Check]
    places: dict[str, list[str]]


class Hand(TypedDict):
    """How the browser writes into the address what the hand has done, before the server has heard of it.

    The points go under the name `key` as the code that `playground.address.codes` reads, in steps of 1/snap, where
    there are `signs` as those of the answers, and where `snap` is 0 as pictures; `also` holds the other parameters that
    they bring along.
    """

    key: str
    snap: int
    signs: str
    also: dict[str, str]


class Making(TypedDict):
    """When a link has a name of what hands make: with these settings, as long as one of its points is left of those.

    Of the points of another name, if any, which it belongs to.
    """

    settings: dict[str, str]
    of: str


class Untold(TypedDict):
    """What a scene is until its question was answered by the run itself, where the rest would tell the answer.

    The columns are those that the scene has not, or has with other values.
    """

    panels: Sequence[Panel | Sheet | Table | Strip | Canvas]
    columns: Mapping[str, Sequence[float | str | None]]
    marks: Sequence[Mark]
    texts: dict[Literal["sentence", "position"], Text]
    facts: list[Fact]
    question: Question


class Scene(TypedDict):
    """Everything the stage shows; every column has `last` + 1 entries, None where there is nothing to show.

    Where the last step comes back to an earlier one, that is `again`, and playing goes on after it.

    The points are what the hand has placed; where it is asked instead, its answers, each by its place, and where it
    draws, the pictures it has added. If they are `locked`, the hand changes nothing.

    A `promise` stands in place of the views for who has never been here and has not touched anything yet.
    """

    panels: Sequence[Panel | Sheet | Table | Strip | Canvas]
    columns: Mapping[str, Sequence[float | str | None]]
    marks: Sequence[Mark]
    texts: dict[Literal["sentence", "position"], Text]
    facts: list[Fact]
    verdict: Verdict
    question: NotRequired[Question]
    untold: NotRequired[Untold]
    promise: NotRequired[str]
    guide: NotRequired[Guide]
    last: int
    again: NotRequired[int]
    points: Sequence[Point] | Sequence[int] | Sequence[DrawnPicture]
    symbols: NotRequired[Sequence[Symbol]]
    editing: NotRequired[Editing]
    asking: NotRequired[Asking]
    drawing: NotRequired[Drawing]
    locked: NotRequired[bool]
    picking: NotRequired[Picking]
    reading: NotRequired[Reading]
    handle: NotRequired[Handle]


class Refusal(TypedDict):
    """Why an address shows nothing, or what of it could not be used, in a sentence each."""

    complaints: list[str]


class Content(Refusal):
    """What an address shows: its scene, the panels of it that are left to Plotly, and the step.

    The `address` is without what could not be used. The hand's own names in it are `known`; under the name `turned` it
    has the weights that a line was turned to.
    """

    scene: Scene
    plotly: list[int]
    step: int
    address: dict[str, str]
    hand: Hand
    known: dict[str, Making]
    turned: str


class Brought(TypedDict):
    """A board that has taken the place of the hand's: as points, as the codes of a link, and as its table has them."""

    number: int
    key: str
    points: Sequence[Point | DrawnPicture]
    codes: dict[str, str]
    cells: Sequence[Cells]


class Link(TypedDict):
    """A link that the session has opened; with the boards that it brings it has one row of numbers."""

    number: int
    address: dict[str, str]


class Message(TypedDict):
    """What a page of the app says to the stage: what its controls are set to, and what else its session knows.

    The `session` is a name of it, another one after the server was started again. It has `heard` the browser's report
    of this number; by itself it has last opened the `link` and `brought` a board. Where the browser has no other way to
    ask, or the page `answers` by itself, the `content` is what this session knows the address to show.
    """

    session: str
    page: str
    heard: int
    link: Link
    settings: dict[str, str]
    known: dict[str, Making]
    brought: Brought | None
    answers: bool
    content: Content | Refusal | None
    code: Code | None


class Payload(Scene):
    """What a stage shows: a scene with what came beside it, and the number of the question that it answers.

    Where it `leads`, the stage goes to its step.
    """

    plotly: list[int]
    step: int
    address: dict[str, str]
    hand: Hand
    turned: str
    number: int
    leads: bool


def before_the_end(scene: Scene) -> Scene:
    """Return a scene as it is until its question was answered, which is all of it if nothing waits for that."""
    if (untold := scene.get("untold")) is None:
        return scene
    before = cast(Scene, {**scene, **untold, "columns": {**scene["columns"], **untold["columns"]}})
    del before["untold"]
    return before


def by_plotly(scene: Scene) -> list[int]:
    """Return the numbers of the panels that the stage leaves to Plotly: in space, fields of colour, and what grows."""
    growing = {mark["panel"] for mark in scene["marks"] if mark["kind"] in ("growing", "field")}
    return [
        place
        for place, panel in enumerate(scene["panels"])
        if "figure" in panel
        and (
            place in growing
            or panel["figure"]["layout"].keys() & {"scene", "shapes"}
            or any(trace["type"] not in ("scatter", "bar") for trace in panel["figure"]["data"])
        )
    ]


Column = Sequence[float | str | None]
"""A value for each step, the start included."""
