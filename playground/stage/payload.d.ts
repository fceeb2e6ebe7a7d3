// Written from payload.py by `python -m tools.payload`; change it there.

/** x, y and the place of its class in `Editing.classes`. */
export type Point = [number, number, number];

/** What the table that a point came from has of it: the numbers of x₁ and x₂, and the label. */
export type Cells = [number, number, string];

/**
 * Its cells and the place of its class in `Drawing.classes`.
 *
 * The cells are bits, row by row from the top, of which the last 32 are the second number and those before them the first.
 */
export type DrawnPicture = [number, number, number];

/**
 * The place of a panel: `board` is square, `upper` and `lower` share the rest, or `side` has all of it.
 *
 * A panel that is alone may have `all` the place there is. Panels that name a `view` are shown only while it is chosen;
 * where a scene has several views, they stand above the panels beside the board, and the first is chosen at first.
 */
export type Area = "board" | "upper" | "lower" | "side" | "all";

export type SignShape = "circle" | "triangle" | "line" | "arrow" | "ring";

/**
 * A line of a legend: a sample of a mark, in SVG attributes, what it means, and what the hand may do with it.
 *
 * That of an `outcome` waits for the end if a question does.
 */
export interface Sign {
  shape: SignShape;
  words: string;
  hand?: string;
  style: Record<string, string | number>;
  outcome?: boolean;
}

/**
 * A figure and the place it takes.
 *
 * The figure is Plotly's `data`, `layout` and `config`; the layout must fix its margins and both axes' ranges, for the
 * stage draws points and marks by them before Plotly has come. If the y axis has a `scaleanchor`, both must have
 * `constrain`: "domain", with `constraintoward` "left" and "top", or "range", to show more than theirs. A figure in
 * space has neither points nor shapes; where the browser cannot draw it, it is shown along its third axis. A `legend`
 * waits behind a button in the corner. What follows the colon of its title shows the `whole` figure in its place, and
 * this one again. The column `zoom` says how far both axes reach at each step, to either side of 0.
 */
export interface Panel {
  area: Area;
  label: string;
  figure: Record<string, any>;
  whole?: Record<string, any>;
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
 * A line of a sheet: its title, a formula in MathML, and the same at each step in numbers.
 *
 * The `sides` of an inequality, the smaller ones first, are drawn as bars from 0 on a scale of their own, each with
 * the gap to the next. The scale ends at the largest number of the step, or at its `reach` if that is farther.
 */
export interface Line {
  title: string;
  formula: string;
  text: Text;
  sides?: Side[];
  reach?: number;
}

/** A panel of lines of text, one under the other; at each step the one is marked whose place the column holds. */
export interface Sheet {
  area: Area;
  label: string;
  lines: Line[];
  marked?: string;
  view?: string;
}

/**
 * Rows of `size` cells that are walked one after the other, and on which cell each step stops.
 *
 * The `column` counts the cells up to that one; at the last step the walk goes on to the cell `end`. The row that the
 * step stops in is shown with the next one, each called by its `name`, in which {row} is its number; a cell is ✗ where
 * a step stopped, ✓ where none did, · where none has come. The `text` stands beneath; if the size is 0, alone.
 */
export interface Walk {
  column: string;
  size: number;
  end: number;
  name: string;
  text: Text;
}

/**
 * A panel with a row for each step after the start, of the values of these columns under their heads.
 *
 * While a question waits it ends with the row of the step. Above them may stand a walk.
 */
export interface Table {
  area: Area;
  label: string;
  heads: string[];
  columns: string[];
  view?: string;
  walk?: Walk;
}

/**
 * A panel of small pictures of another, the panel `of`: one for each of the eight steps about the current one.
 *
 * While a question waits there is none of a later step.
 */
export interface Strip {
  area: Area;
  label: string;
  of: number;
  view?: string;
}

/** A panel with a field of `cells` by `cells` cells, at most 8 by 8, on which the hand draws pictures. */
export interface Canvas {
  area: Area;
  label: string;
  cells: number;
  view?: string;
}

export type ShapeKind = "line" | "halfplane" | "arrow" | "vector" | "curve" | "heads" | "dot" | "ring" | "label" | "sector" | "glide" | "dots";

/**
 * A shape that follows the step, drawn over the figure of a panel or, if `under`, beneath it.
 *
 * What the columns mean depends on the kind: a, b, c of the line a·x + b·y + c = 0 for the `line` itself, its
 * `halfplane` on the positive or negative `side`, and the `arrow` along its normal; x, y, x, y of a `vector`; x and y
 * of a `dot`, of a `curve` up to the step, of arrow`heads` along one, and of `dots` up to it, each there if a third
 * column has 1; from and to, in radians, of a `sector` about the origin; the place in the list of points of the one to
 * `ring`; the text of a `label`, `shift` pixels to the right of the `point`, of the place `at`, of x and y, if it has
 * these, or of a `corner` of the plot, 0 or 1 from its left and its foot, and above it; the place of a point, and a,
 * b, c, of a dot that on the way to the step goes to the tip of that `arrow`. A shape is hidden where a column holds
 * None; `lag` 1 shows the step before. What is `ahead`, as a ring is by itself, is seen a while before the rest of its
 * step. `radius` is in pixels, a sector's in units of the axes. `style` holds SVG attributes; a `part` is what a
 * `Symbol` lights up. A shape with an `inset` is drawn in a square part of the panel's plot: its left, top and side in
 * parts of the plot's own, and half its side in units of its own axes, whose origin is in its middle. An `outcome`
 * waits for the end if a question does; what `stays` is seen as at the last step once that has come. A `name` is
 * written in the shape's colour where the shape ends at the step, clear of the panel's other names and of its points:
 * at the right of a `curve`, for which the panel makes room there, beside a `dot`, and along a `line`.
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
 * Points over a figure that move: each stays at its x and has a y for each step, between which it glides.
 *
 * `x` and `y` are whole numbers of 16 bits, low byte first, in base64, by `unit`: an x for each point, and the y of
 * all points at one step after the other. `kinds` are their places in `classes`. The column says which of them is
 * ringed, by a circle of this `radius` and `style`. `inset` is as for a shape. The three `words` are said of a point
 * that the hand is at: its name, then how far `away` it is from the line of the `form`, if there is one, and whether
 * it is hollow. They know {point}, {class}, {x}, {y} and {away}.
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
 * A trace of the panel's figure that grows: its attributes, such as x, y and z, are columns up to the step.
 *
 * If there are several columns for each attribute, those of the first one first, it has their values at the step
 * instead: the corners of what moves.
 */
export interface Growing {
  panel: number;
  kind: "growing";
  trace: number;
  columns: string[];
  attributes: string[];
}

/**
 * A trace of the panel's figure whose z is a sum of layers, one more at each step after the first.
 *
 * The columns say which layer is added, times what, and after which step the sum begins. A layer is itself a sum: of
 * products of a column of numbers with a row of them, at least one.
 */
export interface Field {
  panel: number;
  kind: "field";
  trace: number;
  columns: string[];
  layers: [number[], number[]][][];
}

/**
 * The points of the editing that are drawn as outlines, as the column says: a bit a point, in hexadecimal bytes.
 *
 * On a panel where points move it is about these, one mark's after another's.
 *
 * The first point's bit is the lowest of the first byte. The `words` say in a corner how many there are, {count}.
 */
export interface Hollow {
  panel: number;
  kind: "hollow";
  columns: string[];
  words: string;
}

/**
 * Pictures of `across` × `across` cells in a `box` of the axes: left, bottom, right, top.
 *
 * The column holds a picture: its cells, row by row from the top, numbers with commas. Where there are `pictures`,
 * each of that form, it holds the places of those to show, with commas; they stand side by side, as large as the box
 * has room for, at least `row` of them to a row. A cell of 0 shows the ground; below 0 it has the first of the
 * `colors`, above 0 the second, and the more of it the nearer it is to the largest of its picture. `style` holds the
 * SVG attributes of a picture's outline; `lag` and `ahead` are as for a shape.
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

export type Mark = Shape | Moving | Growing | Field | Hollow | Pixels;

/** A kind of point: its name and sign on the button, and the colour and shape it has on the board. */
export interface PointClass {
  name: string;
  sign: string;
  color: string;
  shape: "circle" | "triangle";
}

/** What the hand may do: on which panel, with which classes, on a grid of 1/snap, up to `most` points. */
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
 * All that answers can make of a scene, for a page without a server: each makes a step, whatever the others are.
 *
 * For every answer there are the `columns` as they are if it alone is given up to the end, of which each step takes
 * its own answer's entry. The `texts` go up to the end. `values` has those of the facts, and `verdicts` the verdict,
 * for each number of answers.
 */
export interface Rounds {
  columns: Record<string, Column>[];
  texts: Record<"sentence" | "position", Text>;
  values: string[][];
  verdicts: Verdict[];
}

/**
 * What the hand is asked again and again, up to `most` times, instead of placing points.
 *
 * Each answer is reported with all those before it, and the server says which step it made. `rest` is the name of the
 * button that tosses a coin for all the answers still missing.
 */
export interface Asking {
  question: string;
  answers: AnswerButton[];
  rest: string;
  most: number;
  rounds: Rounds;
}

/**
 * What the hand may draw on the canvas `panel`, and add with one of the classes, up to `most` pictures.
 *
 * The column `weights` holds a picture as those of `Pixels` do. What a drawing is worth at a step is the sum of the
 * weights of its set cells, times `ink`, and of the column `constant`, if there is one, times `unit`. It is said in
 * the one of three `sides` for a positive value, a negative one and 0, which know {value}. A picture that was added is
 * wrong where its value, times the one of `signs` that is its class's, is negative; where it is 0, if `zero` says so
 * of its class. Above the pictures stands `shelf`, which knows their {count} and how many are {wrong}.
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
 * Dots of a figure that the hand goes to one by one, each with a row of the columns; there is nothing to step.
 *
 * `x` and `y` name the columns where they are. The `words`, whose `{names}` are columns, are said of the dot that the
 * hand is at. If there is an `offer`, it is said after them, and a click or Enter tells the server which dot that is,
 * by its number and place.
 */
export interface Picking {
  panel: number;
  x: string;
  y: string;
  columns: Record<string, (number | string)[]>;
  words: string;
  offer: string;
}

/**
 * What is said of the place of the board that the hand is at, in templates that are joined.
 *
 * `form` names the columns a, b, c; the value of a place is a·x + b·y + c. A place is called by `place`, which is
 * followed by the one of three `sides` for a positive value, a negative one and 0, and by `away` if the place is off
 * a line where the value is 0. Near a point it is the point that is read: `point`, `value`, then `away` if there is
 * such a line, and `hollow` if it is drawn so. A point's value is multiplied by the one of `signs` that is its
 * class's. {x}, {y} and {value} are known everywhere, {away} in `away` is the distance from that line, and of a point
 * {point}, its number, and {class} are known as well.
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
 * How the hand turns the line of the reading by the tip of its `arrow`.
 *
 * It turns about the origin: a and b keep their length. a, b and, unless that is 0, c over `unit` are reported. Until
 * then a point is an outline where the form's sign is not its class's; where the form is 0, if `zero` says so of its
 * class. The `words` are the sentence meanwhile; they know {a}, {b}, {c} and {wrong}, how many points are outlines.
 */
export interface Handle {
  unit: number;
  zero: boolean[];
  words: string;
}

/**
 * A sentence for every step: `which` template it uses, whose `{names}` are columns.
 *
 * Numbers are written to three digits; `{-name}` is the value at the step before.
 */
export interface Text {
  templates: string[];
  which: number[];
}

/** A sign of the sentences, its colour, and the note that explains it; pointing at it lights up its part's marks. */
export interface Symbol {
  text: string;
  color: string;
  note: string;
  part?: string;
}

/** A number above the board, with the note that explains it; an `outcome` waits for the end if a question does. */
export interface Fact {
  name: string;
  value: string;
  note: string;
  outcome?: boolean;
}

/** The sentence about the whole run, with the colour of its kind. */
export interface Verdict {
  text: string;
  color: string;
}

/**
 * What stands in the verdict's place until the last step was seen, in this browser and of this run.
 *
 * If it asks for a number, `answer` is that number, and there is a field for a guess; if it has `options`, it is the
 * place of the right one, and there is a button for each. A guess is kept under the name `remember` in the browser's
 * own storage, if there is one. `position` holds the templates that are used in place of the position's own, where
 * those may tell the end, and `tally` those that a hall reads where the stage is presented. Under the hand the line
 * shows where the run ends, unless the question is `strict`.
 */
export interface Question {
  text: string;
  answer: number | null;
  options?: string[];
  remember?: string;
  position?: string[];
  tally?: string[];
  strict?: boolean;
}

/**
 * Something to do, what was to be found by it, and what it speaks of.
 *
 * That is the keys of the `controls` that are to be set, and the `places`, each of a kind and by its name or number
 * where there are several: "view", "panel", "point", "arrow", "sentence", "choices", "field", or "home", the
 * way back.
 */
export interface Part {
  task: string;
  answer: string;
  controls: string[];
  places: string[][];
}

/**
 * An exercise that the guide asks: how it is answered, what helps, and what is told once it is due.
 *
 * It is answered by a button for each of its `options`, of which `right` is the place, or by a `number`, which is
 * `right`; else by nothing, and the answer is shown on request. None is right where that is not known; what the run
 * itself tells `waits` for its end. Where the board has to meet a condition, named `wanted`, it is `solved` or not.
 * What was answered is kept under the name `remember` in the browser's own storage.
 */
export interface Task {
  options: string[];
  number: boolean;
  right: number | null;
  waits: boolean;
  hint: string;
  answer: string;
  wanted: string;
  solved: boolean;
  remember: string;
}

/**
 * Words that lead through the scene, above it: what to look for, what to do, and what was to be found.
 *
 * The scene is that of the part `now`, which is done once its end was seen; None if it is of no part. It is at `home`
 * where the guide began, and `astray` where it has nothing to do with it. All parts have the room of their answers
 * from the beginning. Once all are done, `finding` takes the place of the title, and the browser notes this in its own
 * storage under the name `remember`; what is done of them it keeps under another that begins with it.
 */
export interface Guide {
  title: string;
  text: string;
  finding?: string;
  parts?: Part[];
  now?: number | null;
  home?: boolean;
  astray?: boolean;
  remember?: string;
  task?: Task;
}

/** A text that can be taken home: what it is, what it is for, and the file it becomes. */
export interface File {
  label: string;
  note: string;
  name: string;
  text: string;
}

/** A form of the conditions that a board can check: one of some beginnings, a number or none, and words. */
export interface Check {
  of: string[];
  number: number | null;
  words: string;
}

/**
 * An exercise of a list, as a file has it: its board is the last part of a link; what it has not is left out.
 *
 * It is answered by one of its `choices`, of which one may be `right`, or by a `number`: None is the board's own.
 */
export interface Listed {
  board: string;
  ask: string;
  choices?: string[];
  right?: string;
  number?: number | null;
  hint?: string;
  answer?: string;
  hide?: string;
  solved?: string;
}

/**
 * A link to share: the picture that a phone reads it from, and the files offered with it.
 *
 * The picture is a `data:` address, and none if the link is too long. Where the link is of a list of exercises, it has
 * them in the `list`, and what is wrong with it in `refused`; `checks` are what an exercise may ask of a board, those
 * of them that a page has by its path in `places`, by their words.
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

/**
 * How the browser writes into the address what the hand has done, before the server has heard of it.
 *
 * The points go under the name `key` as the code that `playground.address.codes` reads, in steps of 1/snap, where
 * there are `signs` as those of the answers, and where `snap` is 0 as pictures; `also` holds the other parameters that
 * they bring along.
 */
export interface Hand {
  key: string;
  snap: number;
  signs: string;
  also: Record<string, string>;
}

/**
 * When a link has a name of what hands make: with these settings, as long as one of its points is left of those.
 *
 * Of the points of another name, if any, which it belongs to.
 */
export interface Making {
  settings: Record<string, string>;
  of: string;
}

/**
 * What a scene is until its question was answered by the run itself, where the rest would tell the answer.
 *
 * The columns are those that the scene has not, or has with other values.
 */
export interface Untold {
  panels: (Panel | Sheet | Table | Strip | Canvas)[];
  columns: Record<string, Column>;
  marks: Mark[];
  texts: Record<"sentence" | "position", Text>;
  facts: Fact[];
  question: Question;
}

/**
 * Everything the stage shows; every column has `last` + 1 entries, None where there is nothing to show.
 *
 * Where the last step comes back to an earlier one, that is `again`, and playing goes on after it.
 *
 * The points are what the hand has placed; where it is asked instead, its answers, each by its place, and where it
 * draws, the pictures it has added. If they are `locked`, the hand changes nothing.
 *
 * A `promise` stands in place of the views for who has never been here and has not touched anything yet.
 */
export interface Scene {
  panels: (Panel | Sheet | Table | Strip | Canvas)[];
  columns: Record<string, Column>;
  marks: Mark[];
  texts: Record<"sentence" | "position", Text>;
  facts: Fact[];
  verdict: Verdict;
  question?: Question;
  untold?: Untold;
  promise?: string;
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
}

/** Why an address shows nothing, or what of it could not be used, in a sentence each. */
export interface Refusal {
  complaints: string[];
}

/**
 * What an address shows: its scene, the panels of it that are left to Plotly, and the step.
 *
 * The `address` is without what could not be used. The hand's own names in it are `known`; under the name `turned` it
 * has the weights that a line was turned to.
 */
export interface Content extends Refusal {
  scene: Scene;
  plotly: number[];
  step: number;
  address: Record<string, string>;
  hand: Hand;
  known: Record<string, Making>;
  turned: string;
}

/** A board that has taken the place of the hand's: as points, as the codes of a link, and as its table has them. */
export interface Brought {
  number: number;
  key: string;
  points: (Point | DrawnPicture)[];
  codes: Record<string, string>;
  cells: Cells[];
}

/** A link that the session has opened; with the boards that it brings it has one row of numbers. */
export interface Link {
  number: number;
  address: Record<string, string>;
}

/**
 * What a page of the app says to the stage: what its controls are set to, and what else its session knows.
 *
 * The `session` is a name of it, another one after the server was started again. It has `heard` the browser's report
 * of this number; by itself it has last opened the `link` and `brought` a board. Where the browser has no other way to
 * ask, or the page `answers` by itself, the `content` is what this session knows the address to show.
 */
export interface Message {
  session: string;
  page: string;
  heard: number;
  link: Link;
  settings: Record<string, string>;
  known: Record<string, Making>;
  brought: Brought | null;
  answers: boolean;
  content: Content | Refusal | null;
  code: Code | null;
}

/**
 * What a stage shows: a scene with what came beside it, and the number of the question that it answers.
 *
 * Where it `leads`, the stage goes to its step.
 */
export interface Payload extends Scene {
  plotly: number[];
  step: number;
  address: Record<string, string>;
  hand: Hand;
  turned: string;
  number: number;
  leads: boolean;
}

/** A value for each step, the start included. */
export type Column = (number | string | null)[];
