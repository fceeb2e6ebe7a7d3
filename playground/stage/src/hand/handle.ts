// Turning the line by the tip of its arrow: the parts of the scene that depend on the line follow at once.

import { Line } from "../draw/geometry.ts";
import { ARROW } from "../draw/marks.ts";
import type { Grip } from "../store/edits.ts";
import { formOf } from "../store/line.ts";
import type { BoardPlace } from "../store/press.ts";
import type { BoardHand, BoardParts } from "./board.ts";

const PRECISION = 3; // digits of the weights

const round = (value: number) => Number(value.toPrecision(PRECISION));

export class LineHandle {
  constructor(private readonly parts: BoardParts, private readonly board: BoardHand, private readonly drawSoon: () => void) {}

  // The weights of the line on the board, turned or not.
  private get weights() {
    const { model, model: { line } } = this.parts;
    if (line) return line.weights;
    const { unit } = model.need("handle");
    const [a, b, c] = model.form;
    return [a, b, unit ? c / unit : 0];
  }

  // The distance of a place from the tip of the arrow, in pixels.
  private distanceTo({ left, top }: BoardPlace) {
    const { board, parts: { model: { message, moment } } } = this;
    if (!message?.handle || message.locked || !board.isShown || moment < 1) return Infinity;
    const { frame } = board;
    const line = new Line(...formOf(this.weights, message.handle), frame);
    if (!line.exists) return Infinity;
    const [x, y] = line.tip(ARROW);
    return Math.hypot(frame.x(x) - left, frame.y(y) - top);
  }

  // Whether a press at a place is on the tip: it is within reach, and no point is as near.
  isAtTip(place: BoardPlace, reach: number) {
    const distance = this.distanceTo(place);
    return distance <= reach && this.board.nearest(place, distance) < 0;
  }

  take(by: Grip["by"]) {
    const { weights, board, parts: { model, transport } } = this;
    transport.pause();
    transport.arrive();
    const line = new Line(...formOf(weights, model.need("handle")), board.frame);
    const [x, y] = line.tip(ARROW);
    // If the line is far from the origin, the tip of its arrow may lie on the other side of the origin.
    const side = x * line.nx + y * line.ny < 0 ? -1 : 1;
    model.line = { by, weights, size: Math.hypot(weights[0], weights[1]), side, number: null };
  }

  // Turn the tip toward a place: the first two weights keep their length, the third stays.
  to({ x, y }: BoardPlace) {
    const { model, model: { line } } = this.parts;
    const far = Math.hypot(x, y);
    if (!line || !far) return;
    const grain = 10 ** (Math.floor(Math.log10(line.size)) + 1 - PRECISION);
    const [a, b] = [x, y].map((part) => round(Math.round((line.side * line.size * part) / far / grain) * grain));
    model.line = { ...line, weights: [a, b, round(line.weights[2])] };
    this.drawSoon();
  }

  get heldBy() {
    const { line } = this.parts.model;
    return line?.number === null ? line.by : null;
  }

  // Release the line, which stays where it is until the server has answered.
  drop() {
    const { model, model: { line }, page, questions } = this.parts;
    if (!line) return;
    model.follows = false;
    page.root.classList.add("is-pending");
    const start = line.weights.slice(0, model.need("handle").unit ? 3 : 2);
    model.line = { ...line, number: questions.turn(start.join(", ")) };
  }
}
