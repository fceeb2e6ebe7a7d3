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
 * A line of a legend: a sample of a mark in SVG attributes, its meaning, and the `hand`'s actions on the mark.
 *
 * An `outcome` is hidden until the question is answered.
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
 * An axis: its name, and its ends, of which the second is on the right or above.
 *
 * The ends of a `log` axis are exponents of ten. An axis has its own `ticks`, each a value and its words, or about
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
 * Dots of a `size` in pixels; a `hollow` dot has an outline of the `width`, another one an `edge` of its colour.
 *
 * Dots of a `side` of the board's line, its positive or its negative one, are hollow where they are on the other side.
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

/** A filled outline; a gap begins another one. */
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
 * The lines of equal z, which is known on an even grid from end to end of both axes, row by row from below.
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
 * Words in a figure, at the `anchor` of which x lies, and above or below y; or about y.
 *
 * `shift` moves them by pixels to the right and up; a `thread` then ties them to their place. On the `plot`, x and y
 * are fractions of the plot area.
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
 * Its `frame` is a box, with a grid and with lines at 0; the two `sides` with the axes, with a grid; or an `edge`, a
 * box alone. If both axes have one `scale`, they shrink, at the top left of
 * their room, or widen, to show more than their ranges.
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
 * A figure and its place.
 *
 * A button in the corner opens the `legend`. A press on the part of the title after its colon switches between the
 * figure and the `whole` figure. The column `zoom` holds the half-width of both axes about 0 at each step.
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

/** A side of an inequality: the column of its number, and whether it is a bound, which is drawn hollow. */
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

/** A tick of a ruler: its name, the column of its number, and whether it is a bound, which is drawn grey. */
export interface Tick {
  name: string;
  column: string;
  bound: boolean;
}

/**
 * A panel of lines of text, one below the other; the column `marked` holds the place of each step's marked line.
 *
 * Above them a `ruler` goes from 0, or the least of its numbers, to the largest number of the step. Its ticks are in
 * the order of their numbers.
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
 * Rows of `size` cells, which the steps walk through from the first cell on: each step ends at a later cell.
 *
 * The `column` holds, for each step, the number of cells up to the cell where the step ends; the walk goes on to the
 * cell `end` after the last step. The table shows the row of the current step's cell and the next row. The template
 * `name` names a row; it may use {row}, the row's number. A cell is ✗ if a step ended there, ✓ if steps passed it, and
 * · if no step has reached it. The `text` stands below the rows; if `size` is 0, there are no rows.
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

/** Why the line `line` may not stand above the line `needs`, both places among the lines. */
export interface Reason {
  line: number;
  needs: number;
  says: string;
}

/**
 * Lines to put in order, as places among the panel's lines; every order is right that gives no reason against it.
 *
 * What is right `says` so.
 */
export interface Ordering {
  lines: number[];
  reasons: Reason[];
  says: string;
}

/** An answer to a pick: words, or a `line` of the panel; whether it is right, and what it `says` if checked. */
export interface Reply {
  words?: string;
  line?: number;
  says: string;
  right: boolean;
}

/** A question with a choice among replies, and the formula that it is about, in MathML. */
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
 * A panel of puzzles about lines, of which one is shown; `about` says which run gives the numbers.
 *
 * The browser keeps what the visitor has made of the puzzle under the name `key` of the address, and needs no server
 * to check it.
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

/** A line that a number cannot cross after k steps, a + b·k + c·k² with these `terms`: it is `above` it or below. */
export interface Limit {
  name: string;
  terms: [number, number, number];
  above: boolean;
}

/**
 * A number that each step changes from one column's value to another's; after a "-" it is that of the step before.
 *
 * In the picture of the step it is the length of the new `sum`, how far the sum reaches along the axis, or how far the
 * added vector `reaches`.
 */
export interface Growth {
  name: string;
  before: string;
  after: string;
  of: "sum" | "reach" | "added";
  limits: Limit[];
}

/**
 * A way to see a step's sum: the added vector split `along` the panel's axis, the old vector, or itself.
 *
 * The templates say what the three beats show; where the old vector is 0, the first is `begins`.
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
 * A panel that shows a step's sum in three beats: what is added and how it splits, the sum, what that changes.
 *
 * The columns hold the coordinates of the `sum` after each step and of what was `added`, in any number of dimensions;
 * those that one of them lacks are 0, and so for the unit vector `axis`, which is called `name`; what is added is
 * `called` so. Where they have more than two, the picture is their plane, in true lengths.
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

/** A wrong row: the row before, or the first if it is `anew`, plus what is added, each number so many `times`. */
export interface Misstep {
  times: number[];
  anew?: boolean;
  says: string;
}

/**
 * A panel on which the visitor makes the steps by hand: a row for each, its point and the weights after it.
 *
 * The learner sees a point as its two coordinates and, unless that is 0, the `constant`; a step adds it, times its
 * sign and the `rate`, to the weights, which are columns with these `names`. The column `point` holds the point of
 * each step, and `wrong` codes the points that are wrong then, as in `Hollow`.
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
 * - `ring`: the place of the ringed point in the list of points;
 * - `label`: its text and, if it stands there, x and y; else it stands at the `point` of that place, `at` x, y, or at
 *   a `corner` of the plot, 0 or 1 from its left and its bottom; `shift` pixels to the right and up;
 * - `glide`: the place of a point, and a, b, c: a dot that moves from the point to the tip of that `arrow` on the way
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
 * step the y of all points. `kinds` holds the places of the points' classes in `classes`. The column holds the place
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
 * A part of a panel's figure that grows: its attributes, such as x, y and z, are columns up to the step.
 *
 * With several columns for each attribute, all of the first attribute first, an attribute has their values at the step
 * instead: the corners of a moving shape.
 */
export interface Growing {
  panel: number;
  kind: "growing";
  place: number;
  columns: string[];
  attributes: string[];
}

/**
 * Contours of a panel's figure whose z is a sum of layers, one more at each step after the first.
 *
 * The columns hold the place of the added layer, its factor, and the step after which the sum begins. A layer is
 * itself a sum of products of a column of numbers with a row of numbers, at least one.
 */
export interface Field {
  panel: number;
  kind: "field";
  place: number;
  columns: string[];
  layers: [number[], number[]][][];
}

/**
 * The points that are drawn as outlines: a bit for each point, in hexadecimal bytes, the lowest bit first.
 *
 * They are the points that the visitor edits or, on a panel with moving points, all its moving points in the order of
 * their marks. A point that the visitor has just placed or moved is hollow by the side of the line that is drawn: of
 * the line a·x + b·y + c = 0 with the columns of the `form`, or else of the `Reading`. The template `words` is written
 * in a corner; it may use {count}, the number of hollow points.
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
 * places, all with the same `label`, which is 1 or −1. The template of the `words` describes the point under the
 * pointer; it may use {point}, {x}, {y}, {z}, and {value}, y w·x. The second one is added where the point is wrong.
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

/** A class of points: its name and sign on the button, and its colour and shape on the board. */
export interface PointClass {
  name: string;
  sign: string;
  color: string;
  shape: "circle" | "triangle";
}

/** How the visitor edits points: the panel, the classes, a grid of 1/snap, and the most points. */
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
 * A symbol of the sentences, its colour and its note, a template with columns.
 *
 * The marks of its part are highlighted when it is touched, and it when they are.
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
 * A touch also gives the control of the key `sets[0]` the text `sets[1]`, which switches it on or off; it is `on` now.
 */
export interface Fact {
  name: string;
  value: string;
  note: string;
  outcome?: boolean;
  sets?: [string, string];
  on?: boolean;
}

/** The sentence about the whole run, with the colour of its kind. */
export interface Verdict {
  text: string;
  color: string;
}

/**
 * The question in place of the verdict until this browser has seen the last step of this run.
 *
 * A question for a number has a field for a guess, and `answer` is the number; a question with `options` has a button
 * for each, and `answer` is the place of the right one. The browser stores a guess under the name `remember`. The
 * templates `position` replace those of the position, which could reveal the end, and `tally` replaces them where the
 * stage is presented. If the verdict does not say the number that is asked for, `told` does. Each of the `replies` is
 * a sentence about some wrong answers: the numbers, or the places of options, from its first to its last. A question
 * that `stays` waits for the right option, whatever the visitor has seen; a wrong one gets its reply.
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
 * What a control in the sentence of a task does: it sets a control to a text, opens a view, or shows a curve whole.
 *
 * The `name` is that of the control or of the view; a `control` is only shown, for the visitor to choose. A setting is
 * `done` if the board has it.
 */
export interface Act {
  kind: ActKind;
  name: string;
  text: string;
  done: boolean;
}

/**
 * A program that the visitor writes: what it `asks`, and the first `code`, if it is not the visitor's own.
 *
 * It is tried on `boards`, texts of rows as `python/run.py` reads them; without boards, on the points shown.
 */
export interface Assignment {
  asks: string;
  code: string;
  boards: string[];
}

/** A way on from a board that does what was asked: its words, and the link that they lead to. */
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
 * `was` a guide of its own is done if that was. A part with a `program` is done once that has passed, or if its
 * question is answered; one with `puzzles`, once those with these letters are solved. Of a board that the visitor
 * builds, `standing` says what it has and what it lacks, and then the longest such words, whose room is kept; `onward`
 * leads on from one that is `built`.
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
 * An exercise in the guide: the form of its answer, its hint, and its answer, which is shown once it is due.
 *
 * The visitor answers by a button for each of the `options`, and `right` is the place of the right one; or by a
 * `number`, and `right` is the right number. Without both, the answer is shown on request. `right` is None if it is
 * unknown. An exercise that `waits` is judged at the end of the run. If the board has to meet the condition `wanted`,
 * it is `solved` or not; if a `program` has to, it is solved once that has passed. The browser stores the answer under
 * the name `remember`; `puzzles`, `standing` and `onward` are as in `Part`. Every second of the `pieces` of the
 * question is the words of a control, which does what the act in its place says; `board` has the texts of the board
 * after all acts.
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

/** An item's place in a list, from 0, among the list's items; the browser keeps the list's answers under `name`. */
export interface ListPlace {
  name: string;
  at: number;
  of: number;
}

/**
 * The words above a scene that lead through it: an introduction, tasks, and findings.
 *
 * The scene belongs to the part `now`, which is done once its end was seen, or to no part if `now` is None. It is at
 * `home` where the guide began, on a board with the texts of `start`, as an exercise does; and it is `astray` if it
 * has nothing to do with the guide. The answers of all parts have
 * their space from the beginning. Once all parts are done, `finding` replaces the title, and the browser notes it
 * under the name `remember`, and the done parts under a name that begins with it. Beside the board only the parts of
 * the screen that it `shows` are in sight; without `shows` all are. An item of a list has its place in the `list`.
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

/** A text to save: its label, its purpose, its file name and the text itself. */
export interface File {
  label: string;
  note: string;
  name: string;
  text: string;
}

/** A form of the conditions that a board can check: one of several beginnings, a number or None, and words. */
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
 * An item of a list, as a file holds it: its board is the end of a link; empty entries are omitted.
 *
 * Without a `kind` it is an exercise, which has the other entries: it asks, and is answered by one of its `choices`,
 * of which one may be `right`, or by a `number`, which is the board's own if None. If its question has words in
 * brackets that are controls, `sets` is a query of what they set, in their order.
 *
 * In a room the phones take part in an item as `room` says, or show that the class looks up; an exercise that `room`
 * asks may be answered `by` something else than a number or a choice. The `notes` are its teacher's.
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
 * The `picture` is a `data:` address, or empty if the link is too long. A link of a list of exercises has them in
 * `list`, and its fault, if any, in `refused`. `checks` are the conditions for boards; `places` has those of each
 * page, by the page's path and by their words.
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

/** A fault of a program: its title, what it does, and the line of code where people write it. */
export interface Slip {
  title: string;
  sentence: string;
  line: string;
}

/**
 * What is said of the rows that a visitor's program printed.
 *
 * After the `head`, the answer in a few words, the `sentence` names the rule or the faults, or the first row that
 * differs. `truths` are sentences about what is true all the same, and `board` is the query of a link to points that
 * tell several programs apart, or empty. The `scene` plays the rows on the visitor's board, beside the textbook's run,
 * up to the first difference. `passes` says that they are those of a whole right run, and the line drawn is theirs.
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
 * What is said of a visitor's program after it was tried on boards: whether it passed, and a sentence.
 *
 * If it failed on one, `slips` are the faults that were found there, and `board` is the query of a link to it.
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
 * The points go under the name `key` as the code that `playground.address.codes` reads, in steps of 1/snap. If there
 * are `signs`, the code is of answers; if `snap` is 0, of pictures. `also` holds the other parameters that an edit
 * sets.
 */
export interface Hand {
  key: string;
  snap: number;
  signs: string;
  also: Record<string, string>;
}

/**
 * When a link keeps a name whose text the visitor makes: with these settings, while one of its points is left.
 *
 * A name may belong to another name, `of`; then the points of that name count.
 */
export interface Making {
  settings: Record<string, string>;
  of: string;
}

/**
 * A control of a page with its value; values are in the words of links.
 *
 * It can be set if it `applies`. A choice and a slider have `options`, a number a `range`: the least value, the
 * largest and the step between two of them. A text is cut after `longest` characters. The `note` stands below it.
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

/** A heading above settings. */
export interface Heading {
  heading: string;
}

/** A button among settings that opens a dialog of the app. */
export interface Opener {
  name: string;
  opens: "points" | "rows";
}

/** A part of the settings. */
export type SettingsItem = Setting | Heading | Opener;

/** The settings of a page: a choice above all, the `line` that is always in sight, and `more` behind a button. */
export interface SettingsLine {
  tabs: Setting | null;
  line: SettingsItem[];
  more: SettingsItem[];
}

/**
 * Tabs above the panels beside the board: their names, and the text that each gives to the setting `key`.
 *
 * `chosen` is the place of the tab whose panels are shown.
 */
export interface Tabs {
  key: string;
  names: string[];
  texts: string[];
  chosen: number;
}

export type AnyPanel = Panel | Sheet | Table | Strip | Canvas | Puzzles | Beats | ByHand;

/**
 * The entries of a scene that are different until its question is answered, lest they reveal the answer.
 *
 * It holds only the columns that the scene lacks, or has with other values.
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
 * If the last step equals an earlier one, that one is `again`, and playing goes on after it. The points are the
 * visitor's own, or the places of the visitor's answers, or the added pictures; if `locked`, the visitor changes
 * nothing. A `promise` stands in the place of the curves until somebody new has met them. If only a share of the scene
 * is `done`, the next answer to the same question has more of it. The server `explains` what a visitor's program
 * printed for these points: rows with this number, the constant coordinate, at their end, or 0 for none.
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

/** The complaints about an address, a sentence each: why it shows nothing, or which parts could not be used. */
export interface Refusal {
  complaints: string[];
}

/**
 * The content of an address: its scene, the panels that Plotly draws, and the step.
 *
 * The `address` lacks the parts that could not be used. `known` are the names in it that visitors make; under the name
 * `turned` it has the weights of a turned line. Without `settings` the visitor can set nothing.
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
 * A board that replaces the visitor's: its points, their codes in a link, and their cells in its table.
 *
 * The `settings` come along with it; an empty text restores a default.
 */
export interface Brought {
  number: number;
  key: string;
  points: (Point | DrawnPicture)[];
  codes: Record<string, string>;
  settings: Record<string, string>;
  cells: Cells[];
}

/** A link that the session opened; links and brought boards share one row of numbers. */
export interface Link {
  number: number;
  address: Record<string, string>;
}

/** What is said of a visitor's program, with the number of the browser's report of what it printed. */
export interface Answered {
  number: number;
  said: Explained | Judged | Refusal;
}

/**
 * The message of a page to the stage: news from its session, and the scene if the browser cannot fetch it.
 *
 * `names` are all names that a link may have.
 *
 * The `session` has a name of its own, which changes when the server restarts. It has `heard` the browser's report of
 * this number; it last opened the `link` and `brought` a board. The `content` is the scene of the address that the
 * browser has reported, and `explained` the answer to what it has reported of a program.
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
 * The content that a stage shows, with the number of the question that it answers.
 *
 * If it `leads`, the stage goes to its step.
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
