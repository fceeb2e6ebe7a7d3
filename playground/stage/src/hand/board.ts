// The board that the visitor edits: its points, and the effect of a press at a place.

import { reduce } from "../store/edits.ts";
import { decimal, nearest } from "../draw/geometry.ts";
import { LineHandle } from "./handle.ts";

export class Board {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("../draw/panels.ts").Panels} panels
   * @param {import("./transport.ts").Transport} transport
   * @param {import("../link/requests.ts").Questions} questions
   * @param {() => void} drawSoon
   */
  constructor(model, page, panels, transport, questions, drawSoon) {
    this.model = model;
    this.page = page;
    this.panels = panels;
    this.transport = transport;
    this.questions = questions;
    this.handle = new LineHandle(model, this, drawSoon);
  }

  /**
   * Make an edit, and ask the server for its run: during a drag as often as the server answers, otherwise at once. An
   * edit shows the end of its run or, if there is a question, the start.
   * @param {import("../store/edits.ts").Event} event
   */
  act(event) {
    const { model, transport } = this;
    model.edits = reduce(model.edits, event);
    const { asked, grip } = model.edits;
    const unsent = asked === Infinity;
    const { editing, drawing, question } = model.data;
    if (unsent && (editing ?? drawing)) {
      if (question && model.step) transport.go(0);
      model.follows = true;
    }
    if (unsent && grip) this.questions.sendSoon();
    else if (unsent) {
      transport.pause();
      this.questions.send();
    }
  }

  /** @returns {import("../store/payload.ts").Point[]} */
  get points() {
    return /** @type {any} */ (this.model.edits.points);
  }

  get panel() {
    return this.panels.board;
  }

  // The place of the pointer, in the board's units and in pixels of its plot.
  locate(event) {
    const { frame, node } = this.panel;
    const within = this.page.within(node, event);
    const [left, top] = [within.left - frame.left, within.top - frame.top];
    const inside = left >= 0 && left <= frame.width && top >= 0 && top <= frame.height;
    return { left, top, inside, ...frame.value(left, top) };
  }

  snap(x, y) {
    const { snap } = this.model.need("editing");
    const { xRange, yRange } = this.panel.frame;
    const fit = (value, [low, high]) => Math.round(Math.max(low, Math.min(high, value)) * snap) / snap;
    return [fit(x, xRange), fit(y, yRange)];
  }

  // The index of the point nearest to a place, −1 if none is within reach; see `nearest`.
  nearest(place, reach) {
    const { frame } = this.panel;
    return nearest(this.points.map(([x, y]) => [frame.x(x), frame.y(y)]), place, reach);
  }

  describe(index) {
    const [x, y, kind] = this.points[index];
    return `point ${index}, ${this.model.need("editing").classes[kind].name}, at ${decimal(x)}, ${decimal(y)}`;
  }

  /**
   * The edit that a press at a place makes: it places a point of the chosen class, gives that class to the point there,
   * or erases the point; null for no edit.
   * @returns {import("../store/edits.ts").Event | null}
   */
  editAt(index, { x, y }) {
    const { model, points } = this;
    const { classes, most } = model.need("editing");
    const kind = model.choice;
    if (kind === classes.length) return index < 0 ? null : { type: "erase", index };
    if (index < 0) return points.length < most ? { type: "place", at: this.snap(x, y), kind } : null;
    return points[index][2] === kind ? null : { type: "recolour", index, kind };
  }

  // Ask for the scene after the release of a press already now, so that the answer may be there by then.
  expect(index, place) {
    const edit = this.editAt(index, place);
    if (edit) this.questions.expect(reduce(this.model.edits, edit).points);
  }

  touch(index, place) {
    const { model, page, points } = this;
    const { classes, most } = model.need("editing");
    const edit = this.editAt(index, place);
    const before = index < 0 ? "" : this.describe(index);
    if (edit) this.act(edit);
    if (edit?.type === "erase") page.say(`Erased ${before}.`);
    else if (edit?.type === "recolour") page.say(`Now ${this.describe(index)}.`);
    else if (edit) page.say(`Placed ${this.describe(points.length)}.`);
    else if (before) page.say(`Already ${before}.`);
    else page.say(model.choice === classes.length ? "No point here." : `The board is full: ${most} points.`);
  }
}
