// The board by keyboard: a cross that the arrow keys move, with the actions of the pointer.

import { lineNumbers } from "../store/line.ts";
import { decimal } from "../draw/geometry.ts";
import { POINTER } from "./pointer.ts";
import { letterOf } from "../page/letters.ts";

const GRID = 1 / 16; // the distance between two places of the cross, in the board's units
export const NUDGES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Cross {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("./board.ts").Board} board
   * @param {import("./reading.ts").Reading} reading
   * @param {() => void} drawSoon
   */
  constructor(model, page, board, reading, drawSoon) {
    this.model = model;
    this.page = page;
    this.board = board;
    this.reading = reading;
    this.handle = board.handle;
    this.drawSoon = drawSoon;
    this.at = null;
  }

  get carried() {
    const { grip } = this.model.edits;
    return grip?.by === "cross" ? grip.index : -1;
  }

  onKey(event) {
    const nudge = NUDGES[event.key];
    if (nudge && event.shiftKey) this.nudge(nudge);
    else {
      if (!this.at) return false;
      const changes = { Enter: () => this.press(), g: () => this.carry() };
      const actions = { Escape: () => this.hide(), ...(this.model.data.locked ? {} : changes) };
      const act = actions[event.key] ?? actions[letterOf(event)];
      if (!act) return false;
      act();
    }
    this.drawSoon();
    return true;
  }

  get turnsLine() {
    return this.handle.heldBy === "cross";
  }

  nudge([right, up]) {
    const { board, handle } = this;
    const [x, y] = this.at ?? [0, 0];
    this.at = board.snap(x + right * GRID, y + up * GRID);
    if (this.carried >= 0) board.act({ type: "move", to: this.at });
    if (this.turnsLine) handle.to(this.place());
    this.reading.at(this.turnsLine ? null : this.place());
    const under = board.nearest(this.place(), POINTER);
    const { model, model: { line } } = this;
    const over = this.turnsLine && line ? `, turning the line: ${lineNumbers(line, model).wrong} wrong`
      : handle.isAtTip(this.place(), POINTER) ? ", over the tip of the arrow"
      : this.carried >= 0 ? `, with ${board.describe(this.carried)}`
      : under >= 0 ? `, over ${board.describe(under)}` : "";
    this.page.say(`Cross at ${this.at.map(decimal).join(", ")}${over}${this.reading.words()?.text ?? ""}.`);
  }

  place() {
    const { frame } = this.board.panel;
    const [x, y] = this.at;
    return { x, y, left: frame.x(x), top: frame.y(y) };
  }

  press() {
    if (this.carried >= 0 || this.turnsLine) this.carry();
    else this.board.touch(this.board.nearest(this.place(), POINTER), this.place());
  }

  carry() {
    const { board, page, handle } = this;
    if (this.turnsLine || (this.carried < 0 && handle.isAtTip(this.place(), POINTER))) {
      page.say(this.turnsLine ? "Let go of the arrow." : "Took the arrow by its tip.");
      if (this.turnsLine) handle.drop();
      else handle.take("cross");
      return;
    }
    if (this.carried >= 0) {
      page.say(`Put down ${board.describe(this.carried)}.`);
      board.act({ type: "drop" });
      return;
    }
    const index = board.nearest(this.place(), POINTER);
    if (index >= 0) board.act({ type: "take", index, by: "cross" });
    page.say(index >= 0 ? `Picked up ${board.describe(index)}.` : "No point here.");
  }

  hide() {
    if (!this.at) return;
    if (this.carried >= 0 || this.turnsLine) this.carry();
    this.at = null;
    this.reading.at(null);
    this.page.say("Cross hidden.");
    this.drawSoon();
  }

  draw() {
    const { panel } = this.board;
    let mark = panel?.node.querySelector(".stage-cursor");
    if (!this.at || !panel?.frame) {
      mark?.remove();
      return;
    }
    if (!mark) {
      mark = document.createElement("div");
      mark.className = "stage-cursor";
      panel.node.append(mark);
    }
    const { left, top } = this.place();
    Object.assign(mark.style, { left: `${panel.frame.left + left}px`, top: `${panel.frame.top + top}px` });
  }
}
