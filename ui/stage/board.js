// The board that the visitor edits: its points, and the effect of a press at a place.

import { reduce } from "./edits.js";
import { decimal, nearest } from "./geometry.js";
import { LineHandle } from "./handle.js";

export class Board {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./page.js").Page} page
   * @param {import("./panels.js").Panels} panels
   * @param {import("./transport.js").Transport} transport
   * @param {import("./questions.js").Questions} questions
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
   * A drag is asked about as often as the server answers, any other edit at once. An edit shows the end of its run or, if
   * there is a question, the start.
   * @param {import("./edits.js").Event} event
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

  /** @returns {import("./payload.js").Point[]} */
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

  // The point nearest to a place, of those within reach, which is a distance in pixels or one for each point.
  nearest(place, reach) {
    const { frame } = this.panel;
    return nearest(this.points.map(([x, y]) => [frame.x(x), frame.y(y)]), place, reach);
  }

  describe(index) {
    const [x, y, kind] = this.points[index];
    return `point ${index}, ${this.model.need("editing").classes[kind].name}, at ${decimal(x)}, ${decimal(y)}`;
  }

  // A press places a point of the chosen class, or gives that class to the point there, or erases it.
  touch(index, { x, y }) {
    const { model, page, points } = this;
    const { classes, most } = model.need("editing");
    const kind = model.choice;
    const erasing = kind === classes.length;
    if (index >= 0) {
      if (erasing) {
        page.say(`Erased ${this.describe(index)}.`);
        this.act({ type: "erase", index });
      } else if (points[index][2] !== kind) {
        this.act({ type: "recolour", index, kind });
        page.say(`Now ${this.describe(index)}.`);
      } else page.say(`Already ${this.describe(index)}.`);
    } else if (erasing) {
      page.say("No point here.");
    } else if (points.length < most) {
      this.act({ type: "place", at: this.snap(x, y), kind });
      page.say(`Placed ${this.describe(points.length)}.`);
    } else page.say(`The board is full: ${most} points.`);
  }
}
