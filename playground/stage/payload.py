"""The types of the stage's payload: figures, columns with one value a step, marks that follow them, and words.

A whole scene, two steps of a dot on a board of its own:

>>> from playground.stage.check import check_scene
>>> axis: Axis = {"name": "x", "range": (-1, 1)}
>>> margin: Margin = {"l": 40, "r": 10, "t": 30, "b": 40}
>>> figure: Figure = {"title": "A dot", "margin": margin, "xaxis": axis, "yaxis": axis, "parts": [], "notes": [],
...                   "frame": "sides"}
>>> scene: Scene = {
...     "panels": [{"area": "all", "label": "A dot.", "figure": figure}],
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

An error names the first thing that does not fit:

>>> check_scene({**scene, "marks": [{**scene["marks"][0], "columns": ["x", "z"]}]})
Traceback (most recent call last):
    ...
ValueError: mark 0, a dot, uses column 'z', but there is ['t', 'x', 'y']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, cast, final

Point = tuple[float, float, int]
"""A point: x, y and the place of its class in `Editing.classes`."""

Cells = tuple[float, float, str]
"""The cells of the table that a point came from: the numbers of x₁ and x₂, and the label."""

DrawnPicture = tuple[int, int, int]
"""A drawn picture: its cells, in two numbers, and the place of its class in `Drawing.classes`.

The cells are bits, row by row from the top: the second number holds the last 32, the first number those before them.
"""


Area = Literal["board", "upper", "lower", "side", "all"]
"""The place of a panel: `board` is square; `upper` and `lower` share the space beside it, or `side` takes it.

A panel that is alone may take `all` the space. Panels with the name of a `view` are shown while that view is chosen;
tabs above the panels beside the board choose among several views, of which the first is chosen at first.
"""


SignShape = Literal["circle", "triangle", "line", "arrow", "ring"]


class Sign(TypedDict):
    """A line of a legend: a sample of a mark, its meaning in `words`, and in `hand` what a visitor can do with it.

    `style` holds SVG attributes. An `outcome` is hidden until the question is answered.
    """

    shape: SignShape
    words: str
    hand: NotRequired[str]
    style: dict[str, str | float]
    outcome: NotRequired[bool]


class Margin(TypedDict):
    """The room around a plot area, in pixels: left, right, top and bottom."""

    l: float  # noqa: E741 - as short as the others
    r: float
    t: float
    b: float


class Axis(TypedDict):
    """An axis: its name, and the values at its two ends, the second on the right or above.

    On a `log` axis these values are exponents of ten. An axis has its own `ticks`, each a value and its words, or about
    `count` round ones.
    """

    name: str
    range: tuple[float, float]
    log: NotRequired[bool]
    count: NotRequired[int]
    ticks: NotRequired[list[tuple[float, str]]]


Values = list[float | None]
"""A coordinate of each place of a part of a figure; a line has a gap at None."""

Dash = Literal["solid", "dash", "dot", "dashdot", "longdash", "longdashdot"]

Colors = list[tuple[float, str]]
"""A scale of colours: places from 0 to 1, in order, and the colour at each."""


class Lines(TypedDict):
    """Lines through places; a part with a `name` stands in the legend."""

    kind: Literal["lines"]
    x: Values
    y: Values
    color: str
    width: float
    dash: NotRequired[Dash]
    name: NotRequired[str]


class Dots(TypedDict):
    """Dots of a `size` in pixels.

    The outline has this `width` and the colour `edge`; of a `hollow` dot the outline has the dot's colour, and `edge`
    fills it. Dots with a `side`, 1 or −1, belong on that side of the board's line, and are hollow while they are on the
    other.
    """

    kind: Literal["dots"]
    x: Values
    y: Values
    color: str
    size: float
    shape: NotRequired[Literal["circle", "triangle"]]
    hollow: NotRequired[bool]
    width: NotRequired[float]
    edge: NotRequired[str]
    side: NotRequired[Literal[1, -1]]
    opacity: NotRequired[float]
    name: NotRequired[str]


class Bars(TypedDict):
    """Bars from 0 to y about each x, as wide as `width` on the axis."""

    kind: Literal["bars"]
    x: Values
    y: Values
    color: str
    width: float
    opacity: NotRequired[float]
    name: NotRequired[str]


class Region(TypedDict):
    """A filled outline; after a gap another outline begins."""

    kind: Literal["region"]
    x: Values
    y: Values
    color: str
    opacity: float
    name: NotRequired[str]


class Heatmap(TypedDict):
    """Cells about the whole numbers of both axes, row by row from y = 0, coloured from `low` to `high`.

    A bar on the right shows the scale of colours.
    """

    kind: Literal["heatmap"]
    z: list[Values]
    colors: Colors
    low: float
    high: float


class Contours(TypedDict):
    """The lines of equal z; z is known on an even grid from end to end of both axes, row by row from below.

    The lines are at the `levels`, or at about twelve round values with their names. The bands between them go through
    all colours; but if there is a `reach`, the colours go smoothly from −reach to reach.
    """

    kind: Literal["contours"]
    z: list[Values]
    levels: NotRequired[list[float]]
    reach: NotRequired[float]
    colors: Colors
    color: str
    width: float


FigurePart = Lines | Dots | Bars | Region | Heatmap | Contours


class Note(TypedDict):
    """Words in a figure.

    x lies at the `anchor` of the words, their left or right end, else at their middle; they stand on the `side` above
    or below y, else around it. `shift` moves them by pixels to the right and up; a `thread` then ties them to their
    place. On the `plot`, x and y are fractions of the plot area.
    """

    x: float
    y: float
    text: str
    color: NotRequired[str]
    anchor: NotRequired[Literal["left", "right"]]
    side: NotRequired[Literal["above", "below"]]
    shift: NotRequired[tuple[float, float]]
    thread: NotRequired[bool]
    plot: NotRequired[bool]


@final
class Figure(TypedDict):
    """A figure in the plane.

    `frame` is "box": a frame, a grid, and lines at 0; "sides": the two axes and a grid; "edge": a frame alone; or
    "none". With a `scale`, a unit is equally long on both axes: these "shrink" to the top left of their room, or
    "widen" to show more than their ranges.
    """

    title: str
    margin: Margin
    xaxis: Axis
    yaxis: Axis
    parts: list[FigurePart]
    notes: list[Note]
    frame: Literal["box", "sides", "edge", "none"]
    scale: NotRequired[Literal["shrink", "widen"]]


@final
class Space(TypedDict):
    """A figure in space, which Plotly draws: its traces, in Plotly's format, and the `eye` that looks at the `center`.

    Its legend stands above it, or `inside` it. A browser that cannot draw it shows it along its third axis.
    """

    title: str
    margin: Margin
    axes: tuple[Axis, Axis, Axis]
    traces: list[dict[str, Any]]
    eye: tuple[float, float, float]
    center: tuple[float, float, float]
    legend: list[Lines]
    inside: bool


@final
class Panel(TypedDict):
    """A panel with a figure, in an `area` of the stage.

    A button in the corner opens the `legend`. A press on the part of the title after its colon switches between the
    figure and the `whole` figure. The column `zoom` holds half the length of both axes, which have 0 in their middle,
    at each step.
    """

    area: Area
    label: str
    figure: Figure | Space
    whole: NotRequired[Figure]
    zoom: NotRequired[str]
    legend: NotRequired[list[Sign]]
    view: NotRequired[str]


class Side(TypedDict):
    """A side of an inequality: the column of its number, and whether it is a bound; a bound is drawn hollow."""

    column: str
    bound: bool


class Line(TypedDict):
    """A line of a sheet: its title, a formula in MathML, and the formula at each step in numbers.

    The `sides` of an inequality, the smaller ones first, are drawn as bars from 0, each with the gap to the next. Their
    scale ends at the largest number of the step, or at `reach` if that is larger.
    """

    title: str
    formula: str
    text: Text
    sides: NotRequired[list[Side]]
    reach: NotRequired[float]


class Tick(TypedDict):
    """A tick of a ruler: its name, the column of its number, and whether it is a bound; a bound is drawn grey."""

    name: str
    column: str
    bound: bool


@final
class Sheet(TypedDict):
    """A panel of lines of text, one below the other.

    The column named by `marked` holds, for each step, the index of the line to mark. A `ruler` is an axis above the
    lines, from 0 (or the smallest number, if that is negative) to the largest number of the step; its ticks are listed
    from the smallest number to the largest.
    """

    area: Area
    label: str
    lines: list[Line]
    marked: NotRequired[str]
    ruler: NotRequired[list[Tick]]
    view: NotRequired[str]


class Walk(TypedDict):
    """Rows of `size` cells above a table, a cell for each look at a point; a step ends with a look at a wrong point.

    The `column` holds, for each step, the number of cells up to the cell where the step ends; after the last step the
    walk goes on to the cell `end`. The row of the current step's cell and the next row are shown. The template `name`
    names a row; it may use {row}, the row's number. A cell is ✗ if a step ended there, ✓ if steps passed it, and · if
    no step has reached it. The `text` stands below the rows; if `size` is 0, there are no rows.
    """

    column: str
    size: int
    end: int
    name: str
    text: Text


@final
class Table(TypedDict):
    """A panel with a row for each step after the start: the values of its columns under their heads.

    Until the question is answered the table ends at the current step. A walk may stand above the rows. Where the table
    would be wider than its panel, the columns of the first group of `spare` are left out, then those of the next.
    """

    area: Area
    label: str
    heads: list[str]
    columns: list[str]
    spare: NotRequired[list[list[str]]]
    view: NotRequired[str]
    walk: NotRequired[Walk]


@final
class Strip(TypedDict):
    """A panel of small pictures of the panel `of`: one for each of the eight steps about the current step.

    Until the question is answered it shows no later step.
    """

    area: Area
    label: str
    of: int
    view: NotRequired[str]


@final
class Canvas(TypedDict):
    """A panel with `cells` by `cells` cells, at most 8 by 8, on which the visitor draws pictures."""

    area: Area
    label: str
    cells: int
    view: NotRequired[str]


class Title(TypedDict):
    """A line of a puzzle: its title, and its formula in MathML."""

    title: str
    formula: str


class Reason(TypedDict):
    """Why the line `line` may not stand above the line `needs`; both are indices among the panel's lines."""

    line: int
    needs: int
    says: str


class Ordering(TypedDict):
    """Lines to put in order, given by their indices among the panel's lines.

    An order is right if no reason speaks against it; `says` is the sentence for a right order.
    """

    lines: list[int]
    reasons: list[Reason]
    says: str


class Reply(TypedDict):
    """A reply to a question: `words` or the index of a `line`; whether it is right, and what it `says` when chosen."""

    words: NotRequired[str]
    line: NotRequired[int]
    says: str
    right: bool


class Pick(TypedDict):
    """A question with replies, of which the visitor chooses one; perhaps about a formula in MathML."""

    asks: str
    formula: NotRequired[str]
    replies: list[Reply]


class Puzzle(TypedDict):
    """A puzzle: its name, its letter in a link, what it asks for, and lines to put in order or questions to answer."""

    name: str
    letter: str
    asks: str
    order: NotRequired[Ordering]
    picks: NotRequired[list[Pick]]


@final
class Puzzles(TypedDict):
    """A panel with several puzzles about the same `lines`; one puzzle is shown at a time.

    `about` says from which run the numbers are. The browser keeps the visitor's attempt under the name `key` in the
    address, and checks it without a server.
    """

    area: Area
    label: str
    about: str
    key: str
    lines: list[Title]
    puzzles: list[Puzzle]
    view: NotRequired[str]


class Limit(TypedDict):
    """A bound on a number after k steps, a + b·k + c·k² with `terms` a, b, c; the number is `above` it or below."""

    name: str
    terms: tuple[float, float, float]
    above: bool


class Growth(TypedDict):
    """A number that a step changes, from its value in the column `before` to its value in the column `after`.

    A column "-name" has the values of the column "name" one step earlier. `of` says what shows it in the picture: the
    length of the new "sum", the sum's "reach" along the axis, or how far the "added" vector reaches.
    """

    name: str
    before: str
    after: str
    of: Literal["sum", "reach", "added"]
    limits: list[Limit]


class Way(TypedDict):
    """A way to see how a step adds a vector, which is split along a direction and across it.

    `along` is this direction: the panel's "axis", the "old" vector or the "added" vector. `says` has a template for
    each of the three beats; where the old vector is 0, `begins` replaces the first template.
    """

    name: str
    title: str
    along: Literal["axis", "old", "added"]
    says: tuple[str, str, str]
    begins: NotRequired[str]
    growths: list[Growth]


@final
class Beats(TypedDict):
    """A panel that shows in three beats how a step adds a vector: the vector split, the sum, and what that changes.

    The columns `sum` are the coordinates of the sum after each step, the columns `added` those of the added vector.
    `axis` is a unit vector, `name` its name, and `called` that of the added vector. There may be any number of
    dimensions; missing coordinates are 0. In more than two, the picture is the plane of the vectors, in true lengths.
    """

    area: Area
    label: str
    sum: list[str]
    added: list[str]
    axis: list[float]
    name: str
    called: str
    ways: list[Way]
    view: NotRequired[str]


class Misstep(TypedDict):
    """A wrong row of a run by hand, recognized by its numbers, and the words `says` that explain it to the visitor.

    Each number is that of the row before, or of the first row if `anew`, plus the number that the step should add times
    its entry of `times`.
    """

    times: list[float]
    anew: NotRequired[bool]
    says: str


@final
class ByHand(TypedDict):
    """A panel on which the visitor computes the steps by hand: a row for each, with its point and the weights after it.

    For the learner a point is its two coordinates and, unless that is 0, the `constant`; a step adds it, times its sign
    and the `rate`, to the weights, whose columns are `weights` and whose heads are `names`. The column `point` holds
    the point of each step, and `wrong` codes the points that are wrong then, as in `Hollow`.

    The templates answer the visitor: the point `is_right`; it is wrong, but another one comes `sooner`; the numbers of
    some {names} do not fit; the row is that of `another` point; the end is not reached yet. They may use {point}, its
    {value}, the {next} point and its {least}. The words `ends` stand below the last row, at once or, if it `waits`,
    when the visitor says that no point is wrong. The setting `key` has a value for each of the other `boards`.
    """

    area: Area
    label: str
    rule: str
    names: list[str]
    weights: list[str]
    point: str
    wrong: str
    constant: float
    rate: float
    is_right: str
    sooner: str
    slip: str
    another: str
    too_soon: str
    ends: str
    waits: bool
    missteps: list[Misstep]
    key: str
    boards: list[str]
    view: NotRequired[str]


ShapeKind = Literal[
    "line",
    "halfplane",
    "arrow",
    "vector",
    "curve",
    "heads",
    "dot",
    "ring",
    "label",
    "sector",
    "glide",
    "dots",
]


class Shape(TypedDict):
    """A shape that follows the step, drawn over a panel's figure or, if `under`, below it.

    The kind decides the meaning of the columns:

    - `line`: a, b, c of the line a·x + b·y + c = 0; also of its `halfplane` on the positive or negative `side`, and of
      the `arrow` along its normal;
    - `vector`: x, y of its foot and of its tip;
    - `dot`: x, y; `curve`: the same, up to the step, and `heads`: arrowheads along a curve; `dots`: all dots up to the
      step, or those for which a third column holds 1;
    - `sector`: the angles from and to, in radians, about the origin;
    - `ring`: the index of the ringed point among the points;
    - `label`: its text and, if it stands there, x and y; else it stands at the point with the index `point`, `at` x, y,
      or at a `corner` of the plot, 0 or 1 from its left and its bottom; `shift` pixels to the right and up;
    - `glide`: the index of a point, and a, b, c: a dot that moves from the point to the tip of that `arrow` on the way
      to the step.

    A shape is hidden at steps where a column holds None. `lag` 1 shows the step before. A shape `ahead`, like every
    ring, is shown a moment before the rest of its step. `radius` is in pixels, or for a sector in units of the axes.
    `style` holds SVG attributes; a `Symbol` highlights the shapes of its `part`. A shape with an `inset` is drawn in a
    square within the plot: its left, top and side as fractions of the plot, and half its side in units of its own axes,
    whose origin is its centre. An `outcome` is hidden until the question is answered; a shape that `stays` is shown as
    at the last step once that step was seen. A `name` is written in the shape's colour at its end, clear of points and
    other names: to the right of a `curve`, for which the panel leaves room, beside a `dot`, and along a `line`.
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
    """Points over a figure that glide between steps: each keeps its x and has a y for each step.

    `x` and `y` are 16-bit integers, low byte first, in base64, in units of `unit`: an x for each point, and for each
    step the y of all points. `kinds` holds the indices of the points' classes in `classes`. The column holds the index
    of the point with a ring, of this `radius` and `style`. `inset` is as in `Shape`. The three templates `words`
    describe the point under the pointer: its name, its distance `away` from the line of the `form`, if there is one,
    and that it is hollow. They may use {point}, {class}, {x}, {y} and {away}.
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
    """A part of a panel's figure that grows: at a step it has the values of its columns up to that step.

    `attributes`, such as x, y and z, say what the columns are, one for each. If there are several columns for each
    attribute, those of the first attribute first, the part has their values at the step alone: the corners of a moving
    shape.
    """

    panel: int
    kind: Literal["growing"]
    place: int
    columns: list[str]
    attributes: list[str]


class Field(TypedDict):
    """Contours of a panel's figure whose z is a sum of layers, to which each step after the start adds one.

    `place` is the index of the part. The columns hold the index of the added layer, its factor, and the step after
    which the sum begins. A layer is itself a sum of products of a column of numbers with a row of numbers, at least
    one.
    """

    panel: int
    kind: Literal["field"]
    place: int
    columns: list[str]
    layers: list[list[tuple[list[float], list[float]]]]


class Hollow(TypedDict):
    """The mark that draws points as outlines: at each step its column has a bit for each point.

    The bits are hexadecimal bytes, the lowest bit first. The points are those that the visitor edits or, on a panel
    with moving points, all its moving points in the order of their marks. A point that the visitor has just placed or
    moved is hollow by the side of the line that is drawn: of the line a·x + b·y + c = 0 with the columns of the `form`,
    or else of the `Reading`. The template `words` is written in a corner; it may use {count}, the number of hollow
    points.
    """

    panel: int
    kind: Literal["hollow"]
    columns: list[str]
    words: str
    form: NotRequired[list[str]]


class Signs(TypedDict):
    """The points of a trace of words in space, each written as a sign: the full one, or the hollow one if it is wrong.

    The first column has the wrong points as in `Hollow`, and the others have w. The trace has the `points` of these
    places, all with the same `label`, which is 1 or −1. The first template of the `words` describes the point
    under the pointer; it may use {point}, {x}, {y}, {z}, and {value}, y w·x. The second template is added if the point
    is wrong.
    """

    panel: int
    kind: Literal["signs"]
    place: int
    columns: list[str]
    points: list[int]
    label: int
    signs: tuple[str, str]
    words: tuple[str, str]


class Pixels(TypedDict):
    """Pictures of `across` by `across` cells in a `box` of the axes: left, bottom, right, top.

    The column holds a picture: its cells, row by row from the top, as numbers with commas. If there are `pictures` in
    the same form, the column holds the places of those to show, with commas; they stand side by side, as large as the
    box allows, at least `row` of them to a row. A cell of 0 shows the background; a negative cell has the first of the
    `colors` and a small minus sign, a positive one the second, stronger the nearer it is to the largest cell of its
    picture. `style` holds the SVG attributes of the outlines; `lag` and `ahead` are as in `Shape`.
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


Mark = Shape | Moving | Growing | Field | Hollow | Signs | Pixels


class PointClass(TypedDict):
    """A class of points: its name and sign on its button, and its colour and shape on the board."""

    name: str
    sign: str
    color: str
    shape: Literal["circle", "triangle"]


class Editing(TypedDict):
    """How the visitor edits points: on which panel, of which classes, on a grid of 1/snap, and at most how many."""

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
    """All outcomes of the visitor's answers, for a page without a server, where each answer makes one step.

    For each answer there are `columns`, as if it were given every time; each step takes the entry of its own answer.
    The `texts` cover all steps. `values` holds the values of the facts, and `verdicts` the verdict, for each number of
    answers.
    """

    columns: list[Mapping[str, Sequence[float | str | None]]]
    texts: dict[Literal["sentence", "position"], Text]
    values: list[list[str]]
    verdicts: list[Verdict]


class Asking(TypedDict):
    """A question that the visitor answers up to `most` times, instead of placing points.

    The browser reports each answer with all those before it, and the server returns the step it made. `rest` is the
    name of the button that tosses a coin for each missing answer.
    """

    question: str
    answers: list[AnswerButton]
    rest: str
    most: int
    rounds: Rounds


class Drawing(TypedDict):
    """The pictures that the visitor draws on the canvas `panel` and adds with a class, at most `most`.

    The column `weights` holds a picture in the form of `Pixels`. The value of a drawing at a step is the sum of the
    weights of its set cells times `ink`, plus the column `constant`, if there is one, times `unit`. The three templates
    `sides` state a positive value, a negative one and 0; they may use {value}. An added picture is wrong if its value,
    times its class's entry of `signs`, is negative; at value 0 its class's entry of `zero` decides. The template
    `shelf` stands above the pictures; it may use their {count} and the number of {wrong} ones.
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
    """Dots of a figure that the visitor visits one by one, each with a row of the columns; there are no steps.

    `x` and `y` name the columns of the dots' places. The template `words`, whose `{names}` are columns, describes the
    current dot. If there is an `offer`, it follows these words, and a click or Enter opens the playground with the
    parameters `link`, templates as well.
    """

    panel: int
    x: str
    y: str
    columns: Mapping[str, Sequence[float | str]]
    words: str
    offer: str
    link: dict[str, str]


class Reading(TypedDict):
    """Templates that describe a place of the board, or the point near it; they are joined.

    `form` names the columns a, b, c; the value of a place is a·x + b·y + c. A place gets `place`, then the one of the
    three `sides` for a positive value, a negative one and 0, then `away` if the place is off the line where the value
    is 0. A point gets `point`, `value`, `away` if there is such a line, and `hollow` if the point is hollow; its value
    is multiplied by its class's entry of `signs`. All templates may use {x}, {y} and {value}; {away} in `away` is the
    distance from the line; a point's templates may also use {point}, its number, and {class}.
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
    """How the visitor turns the line a·x + b·y + c = 0 of the `Reading` by the tip of its arrow (a, b).

    The arrow keeps its length, and c stays. The browser reports a, b and, unless `unit` is 0, c divided by `unit`.
    While the visitor turns the line, a point is hollow if the sign of a·x + b·y + c differs from its class's sign; if
    the sum is 0, the entry of its class in `zero` decides. The template `words` then replaces the sentence; it may use
    {a}, {b}, {c} and {wrong}, the number of hollow points.
    """

    unit: float
    zero: list[bool]
    words: str


class Text(TypedDict):
    """A sentence for each step: `which` template it uses; the `{names}` of a template are columns.

    Numbers are written with three digits; `{-name}` is the value at the step before, and `{+name}` a term of a sum,
    with its sign apart. The first line of a sentence is its words. Paragraphs of numbers follow: rows of cells that
    stand in columns, with tabs between the cells. A mark at a cell's end is for the ear, and for rows in one line.
    """

    templates: list[str]
    which: list[int]


class Symbol(TypedDict):
    """A symbol in the sentences, its colour, and its note, a template whose names in braces are columns.

    While a visitor touches the symbol, the marks of its `part` are highlighted, and the other way round.
    """

    text: str
    color: str
    note: str
    part: NotRequired[str]


class Fact(TypedDict):
    """A number above the board, and a note about it; an `outcome` is hidden until the question is answered.

    If it `sets` a control, a touch gives the control of the key `sets[0]` the text `sets[1]`; `on` says that the
    control is on now.
    """

    name: str
    value: str
    note: str
    outcome: NotRequired[bool]
    sets: NotRequired[tuple[str, str]]
    on: NotRequired[bool]


class Verdict(TypedDict):
    """The sentence about how the whole run ended; its colour tells the kind of end."""

    text: str
    color: str


class Question(TypedDict):
    """The question in place of the verdict until this browser has seen the last step of this run.

    A question for a number has a field for a guess, and `answer` is the number; a question with `options` has a button
    for each, and `answer` is the index of the right option. The browser stores a guess under the name `remember`. The
    templates `position` replace the words for the step, which could reveal the end; `tally` replaces these where the
    stage is presented. If the verdict does not say the number that is asked for, `told` does. Each of the `replies` is
    a sentence about some wrong answers: the numbers, or the indices of options, from a first to a last. A question that
    `stays` waits for the right option, whatever the visitor has seen; a wrong option gets its reply.
    """

    text: str
    answer: int | None
    options: NotRequired[list[str]]
    remember: NotRequired[str]
    position: NotRequired[list[str]]
    tally: NotRequired[list[str]]
    stays: NotRequired[bool]
    told: NotRequired[str]
    replies: NotRequired[list[tuple[int, int, str]]]


ActKind = Literal["set", "view", "whole", "control"]


class Act(TypedDict):
    """What a button in the sentence of a task does.

    By its kind it sets a control to a text, opens a view, shows a curve whole, or shows a control from which the
    visitor chooses. `name` is that of the control or the view. A setting is `done` if the board has it.
    """

    kind: ActKind
    name: str
    text: str
    done: bool


class Assignment(TypedDict):
    """A program that the visitor is asked to write: the words `asks`, and a first `code`; "" means the visitor's own.

    It is tried on each of the `boards`, texts that `python/run.py` reads; without boards, on the points shown.
    """

    asks: str
    code: str
    boards: list[str]


class Onward(TypedDict):
    """A link that is offered once a board meets its conditions, and the words of the link."""

    words: str
    link: str


class Part(TypedDict):
    """A part of a lesson: a task and its answer.

    Every second piece of the `task` is the words of a control, which does what the act in its place says. A task about
    the `numbers` of the sentence unfolds them. The `board` has the texts of the part's board in an address; it is
    missing where only the visitor can build one. The browser stores the guess under the name `remember`. A part that
    `was` a lesson of its own is done if that lesson was. A part with a `program` is done once the program has passed,
    or the part's question is answered; a part with `puzzles`, once the puzzles with these letters are solved. For a
    board that the visitor builds, which is `built`, `standing` has the words for what the board has and lacks, and the
    longest such words, whose room is kept; `onward` is a link that leads on.
    """

    task: list[str]
    acts: list[Act]
    numbers: bool
    answer: str
    board: NotRequired[dict[str, str]]
    remember: str
    was: str
    program: NotRequired[Assignment]
    puzzles: NotRequired[str]
    built: NotRequired[bool]
    standing: NotRequired[tuple[str, str]]
    onward: NotRequired[Onward]


class Task(TypedDict):
    """An exercise in the guide: its question, the form of its answer, its hint, and the answer, shown once it is due.

    The visitor answers by a button for each of the `options`, and `right` is the index of the right one; or by a
    `number`, and `right` is the right number. Without both, the answer is shown on request. `right` is None if it is
    unknown. An exercise that `waits` is judged at the end of the run. If the board has to meet the condition `wanted`,
    it is `solved` or not; if a `program` has to, it is solved once that has passed. The browser stores the answer under
    the name `remember`; `puzzles`, `standing` and `onward` are as in `Part`. Every second of the `pieces` of the
    question is the words of a button, which does what its act in `acts` says; `board` is the address of the board after
    all acts.
    """

    pieces: list[str]
    acts: list[Act]
    board: dict[str, str]

    options: list[str]
    number: bool
    right: int | None
    waits: bool
    hint: str
    answer: str
    wanted: str
    solved: bool
    remember: str
    program: NotRequired[Assignment]
    puzzles: NotRequired[str]
    standing: NotRequired[tuple[str, str]]
    onward: NotRequired[Onward]


class ListPlace(TypedDict):
    """A place in a list: the item's index `at`, and the number `of` items.

    The browser keeps the list's answers under `name`.
    """

    name: str
    at: int
    of: int


class Guide(TypedDict):
    """The words above a scene that lead through it: an introduction, tasks, and findings.

    The scene is the board of the part `now`, an index, which is done once the end of the run was seen; None if it is
    that of no part. It is at `home` if it is the guide's first board, whose address is `start`, and `astray` if it has
    nothing to do with the guide. Room for all answers is kept from the beginning. Once all parts are done, `finding`
    replaces the title, and the browser notes it under the name `remember`, and the done parts under a name that begins
    with it. If there is `shows`, only these parts of the screen are in sight. An item of a list has its place in the
    `list`.
    """

    title: str
    text: str
    finding: NotRequired[str]
    parts: NotRequired[list[Part]]
    now: NotRequired[int | None]
    start: NotRequired[dict[str, str]]
    home: NotRequired[bool]
    astray: NotRequired[bool]
    remember: NotRequired[str]
    task: NotRequired[Task]
    shows: NotRequired[Sequence[str]]
    list: NotRequired[ListPlace]


class File(TypedDict):
    """A text file to save: the words of its button, what it is for, its name and its content."""

    label: str
    note: str
    name: str
    text: str


class Check(TypedDict):
    """A form of conditions that can be checked: one of several beginnings `of`, a number or None, and words."""

    of: list[str]
    number: int | None
    words: str


ListedKind = Literal["exercise", "board", "lesson"]
AnsweredBy = Literal["line", "points", "text"]
"""What answers the question of a room that neither a number nor a choice answers."""
InRoom = Literal["ask", "step", "alone"]
"""What the phones of a room do with an item: answer its question, step its board, or do it each alone."""


class Listed(TypedDict):
    """An item of a list in a file: `board` is the path and query of a link; entries that are empty are left out.

    Without a `kind` it is an exercise, which has the other entries: it asks, and is answered by one of its `choices`,
    of which one may be `right`, or by a `number`, which is the board's own if None. If its question has words in
    brackets that are controls, `sets` is a query of what they set, in their order.

    In a room the phones take part as `room` says; without it they ask the class to look up. The answer to an exercise
    may come `by` something else than a number or a choice. The `notes` are the teacher's.
    """

    kind: NotRequired[ListedKind]
    board: str
    ask: NotRequired[str]
    choices: NotRequired[list[str]]
    right: NotRequired[str]
    number: NotRequired[int | None]
    hint: NotRequired[str]
    answer: NotRequired[str]
    hide: NotRequired[str]
    solved: NotRequired[str]
    sets: NotRequired[str]
    by: NotRequired[AnsweredBy]
    room: NotRequired[InRoom]
    notes: NotRequired[str]


class Code(TypedDict):
    """A link to share: its QR code, and the files offered with it.

    The `picture` is a `data:` address, or "" if the link is too long. If the link is that of a list, `list` has the
    items, or `refused` why they cannot be read. `checks` are all conditions for boards; `places` has, for each page's
    path, the words of those that it can check.
    """

    link: str
    picture: str
    files: Sequence[File]
    list: Sequence[Listed]
    refused: str
    checks: Sequence[Check]
    places: dict[str, list[str]]


class Slip(TypedDict):
    """A fault in a visitor's program: its title, what it does, and the line of code where people write it."""

    title: str
    sentence: str
    line: str


class Explained(TypedDict):
    """What is said of the rows that a visitor's program printed.

    `head` is the answer in a few words; `sentence` names the rule or the faults, or the first row that differs.
    `truths` are further sentences, and `board` is the query of a link to points that tell several programs apart, or
    "". The `scene` plays the rows on the visitor's board, beside the textbook's run, up to the first difference.
    `passes` says that a right program prints the rows, and the line drawn is that of the last weights.
    """

    verdict: Literal["right", "float", "fault", "unknown"]
    head: str
    sentence: str
    slips: list[Slip]
    truths: list[str]
    board: str
    scene: Scene
    passes: bool


class Judged(TypedDict):
    """What is said of a visitor's program after it was tried on boards: whether it `passed`, and a sentence.

    If it failed on a board, `slips` are the faults found there, and `board` is the query of a link to that board.
    """

    passed: bool
    sentence: str
    slips: list[Slip]
    board: str


class Hand(TypedDict):
    """How the browser writes the visitor's edits into the address, before the server knows them.

    Under the name `key` it writes a code of `playground.address.codes`: of points, in steps of 1/snap; of answers, if
    there are `signs`; of pictures, if `snap` is 0 and there are no `signs`. `also` holds other parameters that an edit
    sets.
    """

    key: str
    snap: int
    signs: str
    also: dict[str, str]


class Making(TypedDict):
    """When an address keeps a part of the visitor's board, by its name: while the controls have these settings.

    If `of` is the name of points, such as those that axes belong to, the part is also dropped once none of the points
    that came with it is left.
    """

    settings: dict[str, str]
    of: str


class Setting(TypedDict):
    """A control of a page with its value; values are texts as in links.

    It can be set now if it `applies`. A choice and a slider have `options`, a number a `range`: the least value, the
    largest and the step between two of them. A text is cut after `longest` characters. The `note` stands below the
    control.
    """

    key: str
    name: str
    kind: Literal["number", "choice", "slider", "switch", "text"]
    value: str
    default: str
    applies: bool
    help: str
    note: str
    options: NotRequired[Sequence[str]]
    range: NotRequired[tuple[float, float, float]]
    longest: NotRequired[int]


class Heading(TypedDict):
    """A heading above controls."""

    heading: str


class Opener(TypedDict):
    """A button among the controls that opens a dialog with a table of points or of rows."""

    name: str
    opens: Literal["points", "rows"]


SettingsItem = Setting | Heading | Opener
"""A part of the settings."""


class SettingsLine(TypedDict):
    """The controls of a page: `tabs` above all, the `line` that is always in sight, and `more` behind a button."""

    tabs: Setting | None
    line: Sequence[SettingsItem]
    more: Sequence[SettingsItem]


class Tabs(TypedDict):
    """Tabs above the panels beside the board: their names, and the text to which each sets the control `key`.

    `chosen` is the index of the tab whose panels are shown.
    """

    key: str
    names: list[str]
    texts: list[str]
    chosen: int


AnyPanel = Panel | Sheet | Table | Strip | Canvas | Puzzles | Beats | ByHand


class Untold(TypedDict):
    """The entries that replace those of a scene until its question is answered, so that nothing reveals the answer.

    `columns` has only the columns that the scene lacks, or has with other values.
    """

    panels: Sequence[AnyPanel]
    columns: Mapping[str, Sequence[float | str | None]]
    marks: Sequence[Mark]
    texts: dict[Literal["sentence", "position"], Text]
    facts: list[Fact]
    question: Question


class Scene(TypedDict):
    """Everything that the stage shows; each column has `last` + 1 entries, None where there is nothing to show.

    If the last step repeats an earlier one, `again` is that step, and playing goes on after it. `points` are the
    points, the visitor's answers as class indices, or the added pictures; if `locked`, the visitor cannot change them.
    The sentence `promise` stands in place of the curves until a new visitor has reached them. `done` is the share of a
    slow scene that is computed; the next answer to the same address has more. If there is `explains`, the server
    explains what a program printed for these points; it is the constant coordinate at their end, or 0.
    """

    panels: Sequence[AnyPanel]
    columns: Mapping[str, Sequence[float | str | None]]
    marks: Sequence[Mark]
    texts: dict[Literal["sentence", "position"], Text]
    facts: list[Fact]
    verdict: Verdict
    question: NotRequired[Question]
    untold: NotRequired[Untold]
    promise: NotRequired[str]
    done: NotRequired[float]
    explains: NotRequired[float]
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
    tabs: NotRequired[Tabs]


class Refusal(TypedDict):
    """Complaints about an address, each a sentence: why nothing is shown, or which parts could not be used."""

    complaints: list[str]


class Content(Refusal):
    """The content of an address: its scene, the panels that Plotly draws, and the step.

    The `address` lacks the parts that could not be used. `known` says of each name of what visitors make when a link
    keeps it; `turned` is the name of the weights of a turned line. If `settings` is None, the visitor can set nothing.
    """

    scene: Scene
    settings: SettingsLine | None
    plotly: list[int]
    step: int
    address: dict[str, str]
    hand: Hand
    known: dict[str, Making]
    turned: str


class Brought(TypedDict):
    """A board from a table, which replaces the visitor's board: its points, and the cells of the table for each.

    `codes` are the texts of the board by their names in a link, and `key` is the name of its points or rows. The
    `settings` are set as well; an empty text restores a default.
    """

    number: int
    key: str
    points: Sequence[Point | DrawnPicture]
    codes: dict[str, str]
    settings: dict[str, str]
    cells: Sequence[Cells]


class Link(TypedDict):
    """An address that the session has opened; these and the boards from tables are numbered in one sequence."""

    number: int
    address: dict[str, str]


class Answered(TypedDict):
    """What is said of a visitor's program, with the number of the browser's report that asked for it."""

    number: int
    said: Explained | Judged | Refusal


class Message(TypedDict):
    """The message of a page to the stage: news from its session, and the scene if the browser cannot fetch it.

    `session` is a random name, which is new after the server has restarted. `heard` is the number of the last report
    from the browser, `link` the last link that the session opened, and `brought` the last board from a table. `content`
    is the scene of the reported address, and `explained` the answer to a report of what a program printed. `names` are
    all names that a link may have.
    """

    session: str
    page: str
    heard: int
    link: Link
    known: dict[str, Making]
    names: list[str]
    brought: Brought | None
    content: Content | Refusal | None
    code: Code | None
    explained: Answered | None


class Payload(Scene):
    """What a stage shows: a scene with its address, and the number of the browser's request that it answers.

    If it `leads`, the stage goes to the step that the payload names.
    """

    plotly: list[int]
    step: int
    address: dict[str, str]
    hand: Hand
    turned: str
    settings: SettingsLine | None
    number: int
    leads: bool


def before_the_end(scene: Scene) -> Scene:
    """Return a scene as it is shown until its question is answered: with the entries of `untold` in place of its own.

    Of the columns only those in `untold` are replaced or added. A scene without `untold` is returned as it is.
    """
    if (untold := scene.get("untold")) is None:
        return scene
    before = cast(Scene, {**scene, **untold, "columns": {**scene["columns"], **untold["columns"]}})
    del before["untold"]
    return before


def by_plotly(scene: Scene) -> list[int]:
    """Return the indices of the panels that Plotly draws, those with figures in space."""
    return [place for place, panel in enumerate(scene["panels"]) if "figure" in panel and "traces" in panel["figure"]]


Column = Sequence[float | str | None]
"""A value for each step, including the start."""
