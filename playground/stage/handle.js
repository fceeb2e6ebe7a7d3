// Turning the line by the tip of its arrow: the parts of the scene that depend on the line follow at once.

import { Line } from "./geometry.js";
import { ARROW } from "./marks.js";

const PRECISION = 3; // digits of the weights

const round = (value) => Number(value.toPrecision(PRECISION));

/**
 * The exact sign of a sum of products of numbers.
 * @param {number[][]} products
 */
export function signOf(products) {
  const [sum, size] = products.reduce(([all, sizes], [p, q]) => [all + p * q, sizes + Math.abs(p * q)], [0, 0]);
  if (Math.abs(sum) > size * 1e-12) return Math.sign(sum);
  const whole = (value, halves = 0) =>
    Number.isInteger(value) ? [BigInt(value), halves] : whole(2 * value, halves + 1);
  const terms = products.map(([p, q]) => [whole(p), whole(q)]).map(([[m, i], [n, j]]) => [m * n, i + j]);
  const finest = Math.max(...terms.map(([, halves]) => halves));
  const exact = terms.reduce((all, [part, halves]) => all + (part << BigInt(finest - halves)), 0n);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** @type {(weights: number[], handle: import("./payload.js").Handle) => [number, number, number]} */
const formOf = ([a, b, c], { unit }) => [a, b, c * unit];

/**
 * Whether a mark shows the line of the board's reading.
 * @param {import("./marks.js").Mark} mark
 * @param {import("./model.js").Model} model
 */
export function showsLine({ lag, names }, { data: { reading } }) {
  return !lag && names.join() === reading?.form.join();
}

/**
 * Draw the marks of the board's line at the turned line, and hide the marks of the step.
 * @param {import("./model.js").HandLine} line
 * @param {import("./model.js").Model} model
 */
export function drawLine({ weights }, model, { marks, frame }) {
  const handle = model.need("handle");
  for (const mark of marks)
    if (!mark.outcome) mark.show(showsLine(mark, model) ? formOf(weights, handle) : [], frame);
}

/**
 * The weights of the turned line, and the number of its wrong points.
 * @param {import("./model.js").HandLine} line
 * @param {import("./model.js").Model} model
 */
export function lineNumbers(line, model) {
  const [a, b, c] = line.weights;
  return { a, b, c, wrong: wrongPoints(line, model).filter(Boolean).length };
}

/**
 * For each point, whether the turned line gets it wrong.
 * @param {import("./model.js").HandLine} line
 * @param {import("./model.js").Model} model
 */
export function wrongPoints({ weights: [a, b, c] }, model) {
  const { unit, zero } = model.need("handle");
  const { signs } = model.need("reading");
  return /** @type {import("./payload.js").Point[]} */ (model.edits.points).map(([x, y, kind]) => {
    const side = signs[kind] * signOf([[a, x], [b, y], [c, unit]]);
    return side < 0 || (side === 0 && zero[kind]);
  });
}

export class LineHandle {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./board.js").Board} board
   * @param {() => void} drawSoon
   */
  constructor(model, board, drawSoon) {
    this.model = model;
    this.board = board;
    this.drawSoon = drawSoon;
  }

  // The weights of the line on the board, turned or not.
  get weights() {
    const { model, model: { line, lineStep, data: { columns } } } = this;
    if (line) return line.weights;
    const { unit } = model.need("handle");
    const [a, b, c] = model.need("reading").form.map((name) => Number(columns[name][lineStep]));
    return [a, b, unit ? c / unit : 0];
  }

  // The distance of a place from the tip of the arrow, in pixels.
  distanceTo({ left, top }) {
    const { message: data, moment } = this.model;
    const { frame } = this.board.panel ?? {};
    if (!data?.handle || data.locked || !frame || moment < 1) return Infinity;
    const line = new Line(...formOf(this.weights, data.handle), frame);
    if (!line.exists) return Infinity;
    const [x, y] = line.tip(ARROW);
    return Math.hypot(frame.x(x) - left, frame.y(y) - top);
  }

  // Whether a press at a place is on the tip: it is within reach, and no point is as near.
  isAtTip(place, reach) {
    const distance = this.distanceTo(place);
    return distance <= reach && this.board.nearest(place, distance) < 0;
  }

  take(by) {
    const { weights, board, model } = this;
    board.transport.pause();
    board.transport.arrive();
    const line = new Line(...formOf(weights, model.need("handle")), board.panel.frame);
    const [x, y] = line.tip(ARROW);
    // If the line is far from the origin, the tip of its arrow may lie on the other side of the origin.
    const side = x * line.nx + y * line.ny < 0 ? -1 : 1;
    model.line = { by, weights, size: Math.hypot(weights[0], weights[1]), side, number: null };
  }

  // Turn the tip toward a place: the first two weights keep their length, the third stays.
  to({ x, y }) {
    const { model, model: { line } } = this;
    const far = Math.hypot(x, y);
    if (!line || !far) return;
    const grain = 10 ** (Math.floor(Math.log10(line.size)) + 1 - PRECISION);
    const [a, b] = [x, y].map((part) => round(Math.round((line.side * line.size * part) / far / grain) * grain));
    model.line = { ...line, weights: [a, b, round(line.weights[2])] };
    this.drawSoon();
  }

  get heldBy() {
    const { line } = this.model;
    return line && line.number === null ? line.by : null;
  }

  // Release the line, which stays where it is until the server has answered.
  drop() {
    const { model, board } = this;
    const { line } = model;
    if (!line) return;
    const [a, b, c] = line.weights;
    model.follows = false;
    board.page.root.classList.add("is-pending");
    const start = model.need("handle").unit ? [a, b, c] : [a, b];
    model.line = { ...line, number: board.questions.turn(start.join(", ")) };
  }

  // The run from the turned weights is shown from its start, unless points are being edited.
  /** @param {import("./payload.js").Payload} data */
  receive({ handle, number }) {
    const { line } = this.model;
    if (line && (line.number === null ? !handle : number >= line.number)) this.model.line = null;
  }
}
