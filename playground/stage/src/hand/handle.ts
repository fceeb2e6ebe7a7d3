// Turning the line by the tip of its arrow: the parts of the scene that depend on the line follow at once.

import { formOf } from "../store/line.ts";
import { Line } from "../draw/geometry.ts";
import { ARROW } from "../draw/marks.ts";

const PRECISION = 3; // digits of the weights

const round = (value) => Number(value.toPrecision(PRECISION));

export class LineHandle {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("./board.ts").Board} board
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
  /** @param {import("../store/payload.ts").Payload} data */
  receive({ handle, number }) {
    const { line } = this.model;
    if (line && (line.number === null ? !handle : number >= line.number)) this.model.line = null;
  }
}
