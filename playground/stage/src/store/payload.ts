// Written from payload.py by `python -m tools.payload`; change it there.

/** A point: x, y and the place of its class in `Editing.classes`. */
export type Point = [number, number, number];

/** The cells of the table that a point came from: the numbers of x₁ and x₂, and the label. */
export type Cells = [number, number, string];

/**
 * A drawn picture: its cells, in two numbers, and the place of its class in `Drawing.classes`.
 *
 * The cells are bits, row by row from the top: the second number holds the last 32, the first number those before them.
 */
export type DrawnPicture = [number, number, number];

/**
 * The place of a panel: `board` is square; `upper` and `lower` share the space beside it, or `side` takes it.
 *
 * A panel that is alone may take `all` the space. Panels with the name of a `view` are shown while that view is chosen;
 * tabs above the panels beside the board choose among several views, of which the first is chosen at first.
 */
export type Area = "board" | "upper" | "lower" | "side" | "all";

export type SignShape = "circle" | "triangle" | "line" | "arrow" | "ring";

/**
 * A line of a legend: a sample of a mark, its meaning in `words`, and in `hand` what a visitor can do with it.
 *
 * `style` holds SVG attributes. An `outcome` is hidden until the question is answered.
 */
export interface Sign {
  shape: SignShape;
  words: string;
  hand?: string;
  style: Record<string, string | number>;
  outcome?: boolean;
}

/** The room around a plot area, in pixels: left, right, top and bottom. */
export interface Margin {
  l: number;
  r: number;
  t: number;
  b: number;
}

/**
 * An axis: its name, and the values at its two ends, the second on the right or above.
 *
 * On a `log` axis these values are exponents of ten. An axis has its own `ticks`, each a value and its words, or about
 * `count` round ones.
 */
export interface Axis {
  name: string;
  range: [number, number];
  log?: boolean;
  count?: number;
  ticks?: Colors;
}

/** A coordinate of each place of a part of a figure; a line has a gap at None. */
export type Values = (number | null)[];

export type Dash = "solid" | "dash" | "dot" | "dashdot" | "longdash" | "longdashdot";

/** A scale of colours: places from 0 to 1, in order, and the colour at each. */
export type Colors = [number, string][];

/** Lines through places; a part with a `name` stands in the legend. */
export interface Lines {
  kind: "lines";
  x: Values;
  y: Values;
  color: string;
  width: number;
  dash?: Dash;
  name?: string;
}

/**
 * Dots of a `size` in pixels.
 *
 * The outline has this `width` and the colour `edge`; of a `hollow` dot the outline has the dot's colour, and `edge`
 * fills it. Dots with a `side`, 1 or −1, belong on that side of the board's line, and are hollow while they are on the
 * other.
 */
export interface Dots {
  kind: "dots";
  x: Values;
  y: Values;
  color: string;
  size: number;
  shape?: "circle" | "triangle";
  hollow?: boolean;
  width?: number;
  edge?: string;
  side?: 1 | -1;
  opacity?: number;
  name?: string;
}

/** Bars from 0 to y about each x, as wide as `width` on the axis. */
export interface Bars {
  kind: "bars";
  x: Values;
  y: Values;
  color: string;
  width: number;
  opacity?: number;
  name?: string;
}

/** A filled outline; after a gap another outline begins. */
export interface Region {
  kind: "region";
  x: Values;
  y: Values;
  color: string;
  opacity: number;
  name?: string;
}

/**
 * Cells about the whole numbers of both axes, row by row from y = 0, coloured from `low` to `high`.
 *
 * A bar on the right shows the scale of colours.
 */
export interface Heatmap {
  kind: "heatmap";
  z: Values[];
  colors: Colors;
  low: number;
  high: number;
}

/**
 * The lines of equal z; z is known on an even grid from end to end of both axes, row by row from below.
 *
 * The lines are at the `levels`, or at about twelve round values with their names. The bands between them go through
 * all colours; but if there is a `reach`, the colours go smoothly from −reach to reach.
 */
export interface Contours {
  kind: "contours";
  z: Values[];
  levels?: number[];
  reach?: number;
  colors: Colors;
  color: string;
  width: number;
}

export type FigurePart = Lines | Dots | Bars | Region | Heatmap | Contours;

/**
 * Words in a figure.
 *
 * x lies at the `anchor` of the words, their left or right end, else at their middle; they stand on the `side` above
 * or below y, else around it. `shift` moves them by pixels to the right and up; a `thread` then ties them to their
 * place. On the `plot`, x and y are fractions of the plot area.
 */
export interface Note {
  x: number;
  y: number;
  text: string;
  color?: string;
  anchor?: "left" | "right";
  side?: "above" | "below";
  shift?: [number, number];
  thread?: boolean;
  plot?: boolean;
}

/**
 * A figure in the plane.
 *
 * `frame` is "box": a frame, a grid, and lines at 0; "sides": the two axes and a grid; "edge": a frame alone; or
 * "none". With a `scale`, a unit is equally long on both axes: these "shrink" to the top left of their room, or
 * "widen" to show more than their ranges.
 */
export interface Figure {
  title: string;
  margin: Margin;
  xaxis: Axis;
  yaxis: Axis;
  parts: FigurePart[];
  notes: Note[];
  frame: "box" | "sides" | "edge" | "none";
  scale?: "shrink" | "widen";
}

/**
 * A figure in space, which Plotly draws: its traces, in Plotly's format, and the `eye` that looks at the `center`.
 *
 * Its legend stands above it, or `inside` it. A browser that cannot draw it shows it along its third axis.
 */
export interface Space {
  title: string;
  margin: Margin;
  axes: [Axis, Axis, Axis];
  traces: Record<string, unknown>[];
  eye: [number, number, number];
  center: [number, number, number];
  legend: Lines[];
  inside: boolean;
}

/**
 * A panel with a figure, in an `area` of the stage.
 *
 * A button in the corner opens the `legend`. A press on the part of the title after its colon switches between the
 * figure and the `whole` figure. The column `zoom` holds half the length of both axes, which have 0 in their middle,
 * at each step.
 */
export interface Panel {
  area: Area;
  label: string;
  figure: Figure | Space;
  whole?: Figure;
  zoom?: string;
  legend?: Sign[];
  view?: string;
}

/** A side of an inequality: the column of its number, and whether it is a bound; a bound is drawn hollow. */
export interface Side {
  column: string;
  bound: boolean;
}

/**
 * A line of a sheet: its title, a formula in MathML, and the formula at each step in numbers.
 *
 * The `sides` of an inequality, the smaller ones first, are drawn as bars from 0, each with the gap to the next. Their
 * scale ends at the largest number of the step, or at `reach` if that is larger.
 */
export interface Line {
  title: string;
  formula: string;
  text: Text;
  sides?: Side[];
  reach?: number;
}

/** A tick of a ruler: its name, the column of its number, and whether it is a bound; a bound is drawn grey. */
export interface Tick {
  name: string;
  column: string;
  bound: boolean;
}

/**
 * A panel of lines of text, one below the other.
 *
 * The column named by `marked` holds, for each step, the index of the line to mark. A `ruler` is an axis above the
 * lines, from 0 (or the smallest number, if that is negative) to the largest number of the step; its ticks are listed
 * from the smallest number to the largest.
 */
export interface Sheet {
  area: Area;
  label: string;
  lines: Line[];
  marked?: string;
  ruler?: Tick[];
  view?: string;
}

/**
 * Rows of `size` cells above a table, a cell for each look at a point; a step ends with a look at a wrong point.
 *
 * The `column` holds, for each step, the number of cells up to the cell where the step ends; after the last step the
 * walk goes on to the cell `end`. The row of the current step's cell and the next row are shown. The template `name`
 * names a row; it may use {row}, the row's number. A cell is ✗ if a step ended there, ✓ if steps passed it, and · if
 * no step has reached it. The `text` stands below the rows; if `size` is 0, there are no rows.
 */
export interface Walk {
  column: string;
  size: number;
  end: number;
  name: string;
  text: Text;
}

/**
 * A panel with a row for each step after the start: the values of its columns under their heads.
 *
 * Until the question is answered the table ends at the current step. A walk may stand above the rows. Where the table
 * would be wider than its panel, the columns of the first group of `spare` are left out, then those of the next.
 */
export interface Table {
  area: Area;
  label: string;
  heads: string[];
  columns: string[];
  spare?: string[][];
  view?: string;
  walk?: Walk;
}

/**
 * A panel of small pictures of the panel `of`: one for each of the eight steps about the current step.
 *
 * Until the question is answered it shows no later step.
 */
export interface Strip {
  area: Area;
  label: string;
  of: number;
  view?: string;
}

/** A panel with `cells` by `cells` cells, at most 8 by 8, on which the visitor draws pictures. */
export interface Canvas {
  area: Area;
  label: string;
  cells: number;
  view?: string;
}

/** A line of a puzzle: its title, and its formula in MathML. */
export interface Title {
  title: string;
  formula: string;
}

/** Why the line `line` may not stand above the line `needs`; both are indices among the panel's lines. */
export interface Reason {
  line: number;
  needs: number;
  says: string;
}

/**
 * Lines to put in order, given by their indices among the panel's lines.
 *
 * An order is right if no reason speaks against it; `says` is the sentence for a right order.
 */
export interface Ordering {
  lines: number[];
  reasons: Reason[];
  says: string;
}

/** A reply to a question: `words` or the index of a `line`; whether it is right, and what it `says` when chosen. */
export interface Reply {
  words?: string;
  line?: number;
  says: string;
  right: boolean;
}

/** A question with replies, of which the visitor chooses one; perhaps about a formula in MathML. */
export interface Pick {
  asks: string;
  formula?: string;
  replies: Reply[];
}

/** A puzzle: its name, its letter in a link, what it asks for, and lines to put in order or questions to answer. */
export interface Puzzle {
  name: string;
  letter: string;
  asks: string;
  order?: Ordering;
  picks?: Pick[];
}

/**
 * A panel with several puzzles about the same `lines`; one puzzle is shown at a time.
 *
 * `about` says from which run the numbers are. The browser keeps the visitor's attempt under the name `key` in the
 * address, and checks it without a server.
 */
export interface Puzzles {
  area: Area;
  label: string;
  about: string;
  key: string;
  lines: Title[];
  puzzles: Puzzle[];
  view?: string;
}

/** A bound on a number after k steps, a + b·k + c·k² with `terms` a, b, c; the number is `above` it or below. */
export interface Limit {
  name: string;
  terms: [number, number, number];
  above: boolean;
}

/**
 * A number that a step changes, from its value in the column `before` to its value in the column `after`.
 *
 * A column "-name" has the values of the column "name" one step earlier. `of` says what shows it in the picture: the
 * length of the new "sum", the sum's "reach" along the axis, or how far the "added" vector reaches.
 */
export interface Growth {
  name: string;
  before: string;
  after: string;
  of: "sum" | "reach" | "added";
  limits: Limit[];
}

/**
 * A way to see how a step adds a vector, which is split along a direction and across it.
 *
 * `along` is this direction: the panel's "axis", the "old" vector or the "added" vector. `says` has a template for
 * each of the three beats; where the old vector is 0, `begins` replaces the first template.
 */
export interface Way {
  name: string;
  title: string;
  along: "axis" | "old" | "added";
  says: [string, string, string];
  begins?: string;
  growths: Growth[];
}

/**
 * A panel that shows in three beats how a step adds a vector: the vector split, the sum, and what that changes.
 *
 * The columns `sum` are the coordinates of the sum after each step, the columns `added` those of the added vector.
 * `axis` is a unit vector, `name` its name, and `called` that of the added vector. There may be any number of
 * dimensions; missing coordinates are 0. In more than two, the picture is the plane of the vectors, in true lengths.
 */
export interface Beats {
  area: Area;
  label: string;
  sum: string[];
  added: string[];
  axis: number[];
  name: string;
  called: string;
  ways: Way[];
  view?: string;
}

/**
 * A wrong row of a run by hand, recognized by its numbers, and the words `says` that explain it to the visitor.
 *
 * Each number is that of the row before, or of the first row if `anew`, plus the number that the step should add times
 * its entry of `times`.
 */
export interface Misstep {
  times: number[];
  anew?: boolean;
  says: string;
}

/**
 * A panel on which the visitor computes the steps by hand: a row for each, with its point and the weights after it.
 *
 * For the learner a point is its two coordinates and, unless that is 0, the `constant`; a step adds it, times its sign
 * and the `rate`, to the weights, whose columns are `weights` and whose heads are `names`. The column `point` holds
 * the point of each step, and `wrong` codes the points that are wrong then, as in `Hollow`.
 *
 * The templates answer the visitor: the point `is_right`; it is wrong, but another one comes `sooner`; the numbers of
 * some {names} do not fit; the row is that of `another` point; the end is not reached yet. They may use {point}, its
 * {value}, the {next} point and its {least}. The words `ends` stand below the last row, at once or, if it `waits`,
 * when the visitor says that no point is wrong. The setting `key` has a value for each of the other `boards`.
 */
export interface ByHand {
  area: Area;
  label: string;
  rule: string;
  names: string[];
  weights: string[];
  point: string;
  wrong: string;
  constant: number;
  rate: number;
  is_right: string;
  sooner: string;
  slip: string;
  another: string;
  too_soon: string;
  ends: string;
  waits: boolean;
  missteps: Misstep[];
  key: string;
  boards: string[];
  view?: string;
}

export type ShapeKind = "line" | "halfplane" | "arrow" | "vector" | "curve" | "heads" | "dot" | "ring" | "label" | "sector" | "glide" | "dots";

/**
 * A shape that follows the step, drawn over a panel's figure or, if `under`, below it.
 *
 * The kind decides the meaning of the columns:
 *
 * - `line`: a, b, c of the line a·x + b·y + c = 0; also of its `halfplane` on the positive or negative `side`, and of
 *   the `arrow` along its normal;
 * - `vector`: x, y of its foot and of its tip;
 * - `dot`: x, y; `curve`: the same, up to the step, and `heads`: arrowheads along a curve; `dots`: all dots up to the
 *   step, or those for which a third column holds 1;
 * - `sector`: the angles from and to, in radians, about the origin;
 * - `ring`: the index of the ringed point among the points;
 * - `label`: its text and, if it stands there, x and y; else it stands at the point with the index `point`, `at` x, y,
 *   or at a `corner` of the plot, 0 or 1 from its left and its bottom; `shift` pixels to the right and up;
 * - `glide`: the index of a point, and a, b, c: a dot that moves from the point to the tip of that `arrow` on the way
 *   to the step.
 *
 * A shape is hidden at steps where a column holds None. `lag` 1 shows the step before. A shape `ahead`, like every
 * ring, is shown a moment before the rest of its step. `radius` is in pixels, or for a sector in units of the axes.
 * `style` holds SVG attributes; a `Symbol` highlights the shapes of its `part`. A shape with an `inset` is drawn in a
 * square within the plot: its left, top and side as fractions of the plot, and half its side in units of its own axes,
 * whose origin is its centre. An `outcome` is hidden until the question is answered; a shape that `stays` is shown as
 * at the last step once that step was seen. A `name` is written in the shape's colour at its end, clear of points and
 * other names: to the right of a `curve`, for which the panel leaves room, beside a `dot`, and along a `line`.
 */
export interface Shape {
  panel: number;
  kind: ShapeKind;
  columns: string[];
  style: Record<string, string | number>;
  under?: boolean;
  side?: 1 | -1;
  lag?: 0 | 1;
  radius?: number;
  point?: number;
  at?: [number, number];
  corner?: [number, number];
  shift?: [number, number];
  ahead?: boolean;
  part?: string;
  inset?: [number, number, number, number];
  outcome?: boolean;
  stays?: boolean;
  name?: string;
}

/**
 * Points over a figure that glide between steps: each keeps its x and has a y for each step.
 *
 * `x` and `y` are 16-bit integers, low byte first, in base64, in units of `unit`: an x for each point, and for each
 * step the y of all points. `kinds` holds the indices of the points' classes in `classes`. The column holds the index
 * of the point with a ring, of this `radius` and `style`. `inset` is as in `Shape`. The three templates `words`
 * describe the point under the pointer: its name, its distance `away` from the line of the `form`, if there is one,
 * and that it is hollow. They may use {point}, {class}, {x}, {y} and {away}.
 */
export interface Moving {
  panel: number;
  kind: "moving";
  columns: string[];
  classes: PointClass[];
  kinds: number[];
  x: string;
  y: string;
  unit: number;
  radius: number;
  style: Record<string, string | number>;
  form: string[];
  words: [string, string, string];
  inset?: [number, number, number, number];
}

/**
 * A part of a panel's figure that grows: at a step it has the values of its columns up to that step.
 *
 * `attributes`, such as x, y and z, say what the columns are, one for each. If there are several columns for each
 * attribute, those of the first attribute first, the part has their values at the step alone: the corners of a moving
 * shape.
 */
export interface Growing {
  panel: number;
  kind: "growing";
  place: number;
  columns: string[];
  attributes: string[];
}

/**
 * Contours of a panel's figure whose z is a sum of layers, to which each step after the start adds one.
 *
 * `place` is the index of the part. The columns hold the index of the added layer, its factor, and the step after
 * which the sum begins. A layer is itself a sum of products of a column of numbers with a row of numbers, at least
 * one.
 */
export interface Field {
  panel: number;
  kind: "field";
  place: number;
  columns: string[];
  layers: [number[], number[]][][];
}

/**
 * The mark that draws points as outlines: at each step its column has a bit for each point.
 *
 * The bits are hexadecimal bytes, the lowest bit first. The points are those that the visitor edits or, on a panel
 * with moving points, all its moving points in the order of their marks. A point that the visitor has just placed or
 * moved is hollow by the side of the line that is drawn: of the line a·x + b·y + c = 0 with the columns of the `form`,
 * or else of the `Reading`. The template `words` is written in a corner; it may use {count}, the number of hollow
 * points.
 */
export interface Hollow {
  panel: number;
  kind: "hollow";
  columns: string[];
  words: string;
  form?: string[];
}

/**
 * The points of a trace of words in space, each written as a sign: the full one, or the hollow one if it is wrong.
 *
 * The first column has the wrong points as in `Hollow`, and the others have w. The trace has the `points` of these
 * places, all with the same `label`, which is 1 or −1. The first template of the `words` describes the point
 * under the pointer; it may use {point}, {x}, {y}, {z}, and {value}, y w·x. The second template is added if the point
 * is wrong.
 */
export interface Signs {
  panel: number;
  kind: "signs";
  place: number;
  columns: string[];
  points: number[];
  label: number;
  signs: [string, string];
  words: [string, string];
}

/**
 * Pictures of `across` by `across` cells in a `box` of the axes: left, bottom, right, top.
 *
 * The column holds a picture: its cells, row by row from the top, as numbers with commas. If there are `pictures` in
 * the same form, the column holds the places of those to show, with commas; they stand side by side, as large as the
 * box allows, at least `row` of them to a row. A cell of 0 shows the background; a negative cell has the first of the
 * `colors` and a small minus sign, a positive one the second, stronger the nearer it is to the largest cell of its
 * picture. `style` holds the SVG attributes of the outlines; `lag` and `ahead` are as in `Shape`.
 */
export interface Pixels {
  panel: number;
  kind: "pixels";
  columns: string[];
  box: [number, number, number, number];
  across: number;
  colors: [string, string];
  style: Record<string, string | number>;
  pictures?: string[];
  row?: number;
  lag?: 0 | 1;
  ahead?: boolean;
  part?: string;
}

export type Mark = Shape | Moving | Growing | Field | Hollow | Signs | Pixels;

/** A class of points: its name and sign on its button, and its colour and shape on the board. */
export interface PointClass {
  name: string;
  sign: string;
  color: string;
  shape: "circle" | "triangle";
}

/** How the visitor edits points: on which panel, of which classes, on a grid of 1/snap, and at most how many. */
export interface Editing {
  panel: number;
  classes: PointClass[];
  snap: number;
  most: number;
}

/** A button that gives an answer: its name, and a sign with its colour. */
export interface AnswerButton {
  name: string;
  sign: string;
  color: string;
}

/**
 * All outcomes of the visitor's answers, for a page without a server, where each answer makes one step.
 *
 * For each answer there are `columns`, as if it were given every time; each step takes the entry of its own answer.
 * The `texts` cover all steps. `values` holds the values of the facts, and `verdicts` the verdict, for each number of
 * answers.
 */
export interface Rounds {
  columns: Record<string, Column>[];
  texts: Record<"sentence" | "position", Text>;
  values: string[][];
  verdicts: Verdict[];
}

/**
 * A question that the visitor answers up to `most` times, instead of placing points.
 *
 * The browser reports each answer with all those before it, and the server returns the step it made. `rest` is the
 * name of the button that tosses a coin for each missing answer.
 */
export interface Asking {
  question: string;
  answers: AnswerButton[];
  rest: string;
  most: number;
  rounds: Rounds;
}

/**
 * The pictures that the visitor draws on the canvas `panel` and adds with a class, at most `most`.
 *
 * The column `weights` holds a picture in the form of `Pixels`. The value of a drawing at a step is the sum of the
 * weights of its set cells times `ink`, plus the column `constant`, if there is one, times `unit`. The three templates
 * `sides` state a positive value, a negative one and 0; they may use {value}. An added picture is wrong if its value,
 * times its class's entry of `signs`, is negative; at value 0 its class's entry of `zero` decides. The template
 * `shelf` stands above the pictures; it may use their {count} and the number of {wrong} ones.
 */
export interface Drawing {
  panel: number;
  classes: PointClass[];
  most: number;
  weights: string;
  ink: number;
  constant?: string;
  unit?: number;
  signs: number[];
  zero: boolean[];
  sides: string[];
  shelf: string;
}

/**
 * Dots of a figure that the visitor visits one by one, each with a row of the columns; there are no steps.
 *
 * `x` and `y` name the columns of the dots' places. The template `words`, whose `{names}` are columns, describes the
 * current dot. If there is an `offer`, it follows these words, and a click or Enter opens the playground with the
 * parameters `link`, templates as well.
 */
export interface Picking {
  panel: number;
  x: string;
  y: string;
  columns: Record<string, (number | string)[]>;
  words: string;
  offer: string;
  link: Record<string, string>;
}

/**
 * Templates that describe a place of the board, or the point near it; they are joined.
 *
 * `form` names the columns a, b, c; the value of a place is a·x + b·y + c. A place gets `place`, then the one of the
 * three `sides` for a positive value, a negative one and 0, then `away` if the place is off the line where the value
 * is 0. A point gets `point`, `value`, `away` if there is such a line, and `hollow` if the point is hollow; its value
 * is multiplied by its class's entry of `signs`. All templates may use {x}, {y} and {value}; {away} in `away` is the
 * distance from the line; a point's templates may also use {point}, its number, and {class}.
 */
export interface Reading {
  form: string[];
  signs: number[];
  place: string;
  sides: string[];
  point: string;
  value: string;
  away: string;
  hollow: string;
}

/**
 * How the visitor turns the line a·x + b·y + c = 0 of the `Reading` by the tip of its arrow (a, b).
 *
 * The arrow keeps its length, and c stays. The browser reports a, b and, unless `unit` is 0, c divided by `unit`.
 * While the visitor turns the line, a point is hollow if the sign of a·x + b·y + c differs from its class's sign; if
 * the sum is 0, the entry of its class in `zero` decides. The template `words` then replaces the sentence; it may use
 * {a}, {b}, {c} and {wrong}, the number of hollow points.
 */
export interface Handle {
  unit: number;
  zero: boolean[];
  words: string;
}

/**
 * A sentence for each step: `which` template it uses; the `{names}` of a template are columns.
 *
 * Numbers are written with three digits; `{-name}` is the value at the step before, and `{+name}` a term of a sum,
 * with its sign apart. The first line of a sentence is its words. Paragraphs of numbers follow: rows of cells that
 * stand in columns, with tabs between the cells. A mark at a cell's end is for the ear, and for rows in one line.
 */
export interface Text {
  templates: string[];
  which: number[];
}

/**
 * A symbol in the sentences, its colour, and its note, a template whose names in braces are columns.
 *
 * While a visitor touches the symbol, the marks of its `part` are highlighted, and the other way round.
 */
export interface Symbol {
  text: string;
  color: string;
  note: string;
  part?: string;
}

/**
 * A number above the board, and a note about it; an `outcome` is hidden until the question is answered.
 *
 * If it `sets` a control, a touch gives the control of the key `sets[0]` the text `sets[1]`; `on` says that the
 * control is on now.
 */
export interface Fact {
  name: string;
  value: string;
  note: string;
  outcome?: boolean;
  sets?: [string, string];
  on?: boolean;
}

/** The sentence about how the whole run ended; its colour tells the kind of end. */
export interface Verdict {
  text: string;
  color: string;
}

/**
 * The question in place of the verdict until this browser has seen the last step of this run.
 *
 * A question for a number has a field for a guess, and `answer` is the number; a question with `options` has a button
 * for each, and `answer` is the index of the right option. The browser stores a guess under the name `remember`. The
 * templates `position` replace the words for the step, which could reveal the end; `tally` replaces these where the
 * stage is presented. If the verdict does not say the number that is asked for, `told` does. Each of the `replies` is
 * a sentence about some wrong answers: the numbers, or the indices of options, from a first to a last. A question that
 * `stays` waits for the right option, whatever the visitor has seen; a wrong option gets its reply.
 */
export interface Question {
  text: string;
  answer: number | null;
  options?: string[];
  remember?: string;
  position?: string[];
  tally?: string[];
  stays?: boolean;
  told?: string;
  replies?: [number, number, string][];
}

export type ActKind = "set" | "view" | "whole" | "control";

/**
 * What a button in the sentence of a task does.
 *
 * By its kind it sets a control to a text, opens a view, shows a curve whole, or shows a control from which the
 * visitor chooses. `name` is that of the control or the view. A setting is `done` if the board has it.
 */
export interface Act {
  kind: ActKind;
  name: string;
  text: string;
  done: boolean;
}

/**
 * A program that the visitor is asked to write: the words `asks`, and a first `code`; "" means the visitor's own.
 *
 * It is tried on each of the `boards`, texts that `python/run.py` reads; without boards, on the points shown.
 */
export interface Assignment {
  asks: string;
  code: string;
  boards: string[];
}

/** A link that is offered once a board meets its conditions, and the words of the link. */
export interface Onward {
  words: string;
  link: string;
}

/**
 * A part of a lesson: a task and its answer.
 *
 * Every second piece of the `task` is the words of a control, which does what the act in its place says. A task about
 * the `numbers` of the sentence unfolds them. The `board` has the texts of the part's board in an address; it is
 * missing where only the visitor can build one. The browser stores the guess under the name `remember`. A part that
 * `was` a lesson of its own is done if that lesson was. A part with a `program` is done once the program has passed,
 * or the part's question is answered; a part with `puzzles`, once the puzzles with these letters are solved. For a
 * board that the visitor builds, which is `built`, `standing` has the words for what the board has and lacks, and the
 * longest such words, whose room is kept; `onward` is a link that leads on.
 */
export interface Part {
  task: string[];
  acts: Act[];
  numbers: boolean;
  answer: string;
  board?: Record<string, string>;
  remember: string;
  was: string;
  program?: Assignment;
  puzzles?: string;
  built?: boolean;
  standing?: [string, string];
  onward?: Onward;
}

/**
 * An exercise in the guide: its question, the form of its answer, its hint, and the answer, shown once it is due.
 *
 * The visitor answers by a button for each of the `options`, and `right` is the index of the right one; or by a
 * `number`, and `right` is the right number. Without both, the answer is shown on request. `right` is None if it is
 * unknown. An exercise that `waits` is judged at the end of the run. If the board has to meet the condition `wanted`,
 * it is `solved` or not; if a `program` has to, it is solved once that has passed. The browser stores the answer under
 * the name `remember`; `puzzles`, `standing` and `onward` are as in `Part`. Every second of the `pieces` of the
 * question is the words of a button, which does what its act in `acts` says; `board` is the address of the board after
 * all acts.
 */
export interface Task {
  pieces: string[];
  acts: Act[];
  board: Record<string, string>;
  options: string[];
  number: boolean;
  right: number | null;
  waits: boolean;
  hint: string;
  answer: string;
  wanted: string;
  solved: boolean;
  remember: string;
  program?: Assignment;
  puzzles?: string;
  standing?: [string, string];
  onward?: Onward;
}

/**
 * A place in a list: the item's index `at`, and the number `of` items.
 *
 * The browser keeps the list's answers under `name`.
 */
export interface ListPlace {
  name: string;
  at: number;
  of: number;
}

/**
 * The words above a scene that lead through it: an introduction, tasks, and findings.
 *
 * The scene is the board of the part `now`, an index, which is done once the end of the run was seen; None if it is
 * that of no part. It is at `home` if it is the guide's first board, whose address is `start`, and `astray` if it has
 * nothing to do with the guide. Room for all answers is kept from the beginning. Once all parts are done, `finding`
 * replaces the title, and the browser notes it under the name `remember`, and the done parts under a name that begins
 * with it. If there is `shows`, only these parts of the screen are in sight. An item of a list has its place in the
 * `list`.
 */
export interface Guide {
  title: string;
  text: string;
  finding?: string;
  parts?: Part[];
  now?: number | null;
  start?: Record<string, string>;
  home?: boolean;
  astray?: boolean;
  remember?: string;
  task?: Task;
  shows?: string[];
  list?: ListPlace;
}

/** A text file to save: the words of its button, what it is for, its name and its content. */
export interface File {
  label: string;
  note: string;
  name: string;
  text: string;
}

/** A form of conditions that can be checked: one of several beginnings `of`, a number or None, and words. */
export interface Check {
  of: string[];
  number: number | null;
  words: string;
}

export type ListedKind = "exercise" | "board" | "lesson";

/** What answers the question of a room that neither a number nor a choice answers. */
export type AnsweredBy = "line" | "points" | "text";

/** What the phones of a room do with an item: answer its question, step its board, or do it each alone. */
export type InRoom = "ask" | "step" | "alone";

/**
 * An item of a list in a file: `board` is the path and query of a link; entries that are empty are left out.
 *
 * Without a `kind` it is an exercise, which has the other entries: it asks, and is answered by one of its `choices`,
 * of which one may be `right`, or by a `number`, which is the board's own if None. If its question has words in
 * brackets that are controls, `sets` is a query of what they set, in their order.
 *
 * In a room the phones take part as `room` says; without it they ask the class to look up. The answer to an exercise
 * may come `by` something else than a number or a choice. The `notes` are the teacher's.
 */
export interface Listed {
  kind?: ListedKind;
  board: string;
  ask?: string;
  choices?: string[];
  right?: string;
  number?: number | null;
  hint?: string;
  answer?: string;
  hide?: string;
  solved?: string;
  sets?: string;
  by?: AnsweredBy;
  room?: InRoom;
  notes?: string;
}

/**
 * A link to share: its QR code, and the files offered with it.
 *
 * The `picture` is a `data:` address, or "" if the link is too long. If the link is that of a list, `list` has the
 * items, or `refused` why they cannot be read. `checks` are all conditions for boards; `places` has, for each page's
 * path, the words of those that it can check.
 */
export interface Code {
  link: string;
  picture: string;
  files: File[];
  list: Listed[];
  refused: string;
  checks: Check[];
  places: Record<string, string[]>;
}

/** A fault in a visitor's program: its title, what it does, and the line of code where people write it. */
export interface Slip {
  title: string;
  sentence: string;
  line: string;
}

/**
 * What is said of the rows that a visitor's program printed.
 *
 * `head` is the answer in a few words; `sentence` names the rule or the faults, or the first row that differs.
 * `truths` are further sentences, and `board` is the query of a link to points that tell several programs apart, or
 * "". The `scene` plays the rows on the visitor's board, beside the textbook's run, up to the first difference.
 * `passes` says that a right program prints the rows, and the line drawn is that of the last weights.
 */
export interface Explained {
  verdict: "right" | "float" | "fault" | "unknown";
  head: string;
  sentence: string;
  slips: Slip[];
  truths: string[];
  board: string;
  scene: Scene;
  passes: boolean;
}

/**
 * What is said of a visitor's program after it was tried on boards: whether it `passed`, and a sentence.
 *
 * If it failed on a board, `slips` are the faults found there, and `board` is the query of a link to that board.
 */
export interface Judged {
  passed: boolean;
  sentence: string;
  slips: Slip[];
  board: string;
}

/**
 * How the browser writes the visitor's edits into the address, before the server knows them.
 *
 * Under the name `key` it writes a code of `playground.address.codes`: of points, in steps of 1/snap; of answers, if
 * there are `signs`; of pictures, if `snap` is 0 and there are no `signs`. `also` holds other parameters that an edit
 * sets.
 */
export interface Hand {
  key: string;
  snap: number;
  signs: string;
  also: Record<string, string>;
}

/**
 * When an address keeps a part of the visitor's board, by its name: while the controls have these settings.
 *
 * If `of` is the name of points, such as those that axes belong to, the part is also dropped once none of the points
 * that came with it is left.
 */
export interface Making {
  settings: Record<string, string>;
  of: string;
}

/**
 * A control of a page with its value; values are texts as in links.
 *
 * It can be set now if it `applies`. A choice and a slider have `options`, a number a `range`: the least value, the
 * largest and the step between two of them. A text is cut after `longest` characters. The `note` stands below the
 * control.
 */
export interface Setting {
  key: string;
  name: string;
  kind: "number" | "choice" | "slider" | "switch" | "text";
  value: string;
  default: string;
  applies: boolean;
  help: string;
  note: string;
  options?: string[];
  range?: [number, number, number];
  longest?: number;
}

/** A heading above controls. */
export interface Heading {
  heading: string;
}

/** A button among the controls that opens a dialog with a table of points or of rows. */
export interface Opener {
  name: string;
  opens: "points" | "rows";
}

/** A part of the settings. */
export type SettingsItem = Setting | Heading | Opener;

/** The controls of a page: `tabs` above all, the `line` that is always in sight, and `more` behind a button. */
export interface SettingsLine {
  tabs: Setting | null;
  line: SettingsItem[];
  more: SettingsItem[];
}

/**
 * Tabs above the panels beside the board: their names, and the text to which each sets the control `key`.
 *
 * `chosen` is the index of the tab whose panels are shown.
 */
export interface Tabs {
  key: string;
  names: string[];
  texts: string[];
  chosen: number;
}

export type AnyPanel = Panel | Sheet | Table | Strip | Canvas | Puzzles | Beats | ByHand;

/**
 * The entries that replace those of a scene until its question is answered, so that nothing reveals the answer.
 *
 * `columns` has only the columns that the scene lacks, or has with other values.
 */
export interface Untold {
  panels: AnyPanel[];
  columns: Record<string, Column>;
  marks: Mark[];
  texts: Record<"sentence" | "position", Text>;
  facts: Fact[];
  question: Question;
}

/**
 * Everything that the stage shows; each column has `last` + 1 entries, None where there is nothing to show.
 *
 * If the last step repeats an earlier one, `again` is that step, and playing goes on after it. `points` are the
 * points, the visitor's answers as class indices, or the added pictures; if `locked`, the visitor cannot change them.
 * The sentence `promise` stands in place of the curves until a new visitor has reached them. `done` is the share of a
 * slow scene that is computed; the next answer to the same address has more. If there is `explains`, the server
 * explains what a program printed for these points; it is the constant coordinate at their end, or 0.
 */
export interface Scene {
  panels: AnyPanel[];
  columns: Record<string, Column>;
  marks: Mark[];
  texts: Record<"sentence" | "position", Text>;
  facts: Fact[];
  verdict: Verdict;
  question?: Question;
  untold?: Untold;
  promise?: string;
  done?: number;
  explains?: number;
  guide?: Guide;
  last: number;
  again?: number;
  points: Point[] | number[] | DrawnPicture[];
  symbols?: Symbol[];
  editing?: Editing;
  asking?: Asking;
  drawing?: Drawing;
  locked?: boolean;
  picking?: Picking;
  reading?: Reading;
  handle?: Handle;
  tabs?: Tabs;
}

/** Complaints about an address, each a sentence: why nothing is shown, or which parts could not be used. */
export interface Refusal {
  complaints: string[];
}

/**
 * The content of an address: its scene, the panels that Plotly draws, and the step.
 *
 * The `address` lacks the parts that could not be used. `known` says of each name of what visitors make when a link
 * keeps it; `turned` is the name of the weights of a turned line. If `settings` is None, the visitor can set nothing.
 */
export interface Content extends Refusal {
  scene: Scene;
  settings: SettingsLine | null;
  plotly: number[];
  step: number;
  address: Record<string, string>;
  hand: Hand;
  known: Record<string, Making>;
  turned: string;
}

/**
 * A board from a table, which replaces the visitor's board: its points, and the cells of the table for each.
 *
 * `codes` are the texts of the board by their names in a link, and `key` is the name of its points or rows. The
 * `settings` are set as well; an empty text restores a default.
 */
export interface Brought {
  number: number;
  key: string;
  points: (Point | DrawnPicture)[];
  codes: Record<string, string>;
  settings: Record<string, string>;
  cells: Cells[];
}

/** An address that the session has opened; these and the boards from tables are numbered in one sequence. */
export interface Link {
  number: number;
  address: Record<string, string>;
}

/** What is said of a visitor's program, with the number of the browser's report that asked for it. */
export interface Answered {
  number: number;
  said: Explained | Judged | Refusal;
}

/**
 * The message of a page to the stage: news from its session, and the scene if the browser cannot fetch it.
 *
 * `session` is a random name, which is new after the server has restarted. `heard` is the number of the last report
 * from the browser, `link` the last link that the session opened, and `brought` the last board from a table. `content`
 * is the scene of the reported address, and `explained` the answer to a report of what a program printed. `names` are
 * all names that a link may have.
 */
export interface Message {
  session: string;
  page: string;
  heard: number;
  link: Link;
  known: Record<string, Making>;
  names: string[];
  brought: Brought | null;
  content: Content | Refusal | null;
  code: Code | null;
  explained: Answered | null;
}

/**
 * What a stage shows: a scene with its address, and the number of the browser's request that it answers.
 *
 * If it `leads`, the stage goes to the step that the payload names.
 */
export interface Payload extends Scene {
  plotly: number[];
  step: number;
  address: Record<string, string>;
  hand: Hand;
  turned: string;
  settings: SettingsLine | null;
  number: number;
  leads: boolean;
}

/** A value for each step, including the start. */
export type Column = (number | string | null)[];
