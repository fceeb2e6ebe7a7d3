// The board by keyboard: a cross that the arrow keys move, with the actions of the pointer.

import { decimal } from "../draw/geometry.ts";
import { POINTER } from "../draw/reach.ts";
import { NUDGES, letterOf, type Nudge } from "../page/letters.ts";
import { make } from "../page/make.ts";
import { lineNumbers } from "../store/line.ts";
import type { BoardPlace } from "../store/press.ts";
import type { BoardHand, BoardParts } from "./board.ts";
import type { LineHandle } from "./handle.ts";
import type { Reading } from "./reading.ts";

const GRID = 1 / 16; // the distance between two places of the cross, in the board's units

export interface CrossParts extends BoardParts {
  readonly board: BoardHand;
  readonly handle: LineHandle;
  readonly reading: Reading;
  readonly drawSoon: () => void;
}

export class Cross {
  at: readonly [number, number] | null = null;
  private readonly mark = make("div", { className: "stage-cursor" });

  constructor(private readonly parts: CrossParts) {}

  private get carried() {
    const { grip } = this.parts.model.edits;
    return grip?.by === "cross" ? grip.index : -1;
  }

  private get turnsLine() {
    return this.parts.handle.heldBy === "cross";
  }

  onKey(event: KeyboardEvent) {
    const action = this.parts.board.isShown && this.actionOf(event);
    if (!action) return false;
    action();
    this.parts.drawSoon();
    return true;
  }

  private actionOf(event: KeyboardEvent) {
    const { key, shiftKey } = event;
    const { at, parts: { model } } = this;
    const nudge = NUDGES[key];
    if (nudge && shiftKey) return () => this.nudge(nudge);
    if (at && key === "Escape") return () => this.hide();
    if (!at || model.data.locked) return null;
    if (key === "Enter") return () => this.press(this.placeOf(at));
    return letterOf(event) === "g" ? () => this.carry(this.placeOf(at)) : null;
  }

  private nudge([right, up]: Nudge) {
    const { model, page, board, handle, reading } = this.parts;
    const [x, y] = this.at ?? [0, 0];
    const at = board.snap(x + right * GRID, y + up * GRID);
    const place = this.placeOf(at);
    this.at = at;
    if (this.carried >= 0) board.act({ type: "move", to: at });
    if (this.turnsLine) handle.to(place);
    reading.at(this.turnsLine ? null : place);
    const under = board.nearest(place, POINTER);
    const over = this.turnsLine && model.line ? `, turning the line: ${lineNumbers(model.line, model).wrong} wrong`
      : handle.isAtTip(place, POINTER) ? ", over the tip of the arrow"
      : this.carried >= 0 ? `, with ${board.describe(this.carried)}`
      : under >= 0 ? `, over ${board.describe(under)}` : "";
    page.say(`Cross at ${at.map(decimal).join(", ")}${over}${reading.words()?.text ?? ""}.`);
  }

  private placeOf([x, y]: readonly [number, number]): BoardPlace {
    const { frame } = this.parts.board;
    return { x, y, left: frame.x(x), top: frame.y(y), inside: true };
  }

  private press(place: BoardPlace) {
    const { board } = this.parts;
    if (!this.putDown()) board.touch(board.nearest(place, POINTER), place);
  }

  private carry(place: BoardPlace) {
    const { board, page, handle } = this.parts;
    if (this.putDown()) return;
    if (handle.isAtTip(place, POINTER)) {
      page.say("Took the arrow by its tip.");
      handle.take("cross");
      return;
    }
    const index = board.nearest(place, POINTER);
    if (index >= 0) board.act({ type: "take", index, by: "cross" });
    page.say(index >= 0 ? `Picked up ${board.describe(index)}.` : "No point here.");
  }

  // Let go of what the cross holds, and return whether it held anything.
  private putDown() {
    const { board, page, handle } = this.parts;
    if (this.turnsLine) {
      page.say("Let go of the arrow.");
      handle.drop();
      return true;
    }
    if (this.carried < 0) return false;
    page.say(`Put down ${board.describe(this.carried)}.`);
    board.act({ type: "drop" });
    return true;
  }

  hide() {
    if (!this.at) return;
    const { page, reading, drawSoon } = this.parts;
    this.putDown();
    this.at = null;
    reading.at(null);
    page.say("Cross hidden.");
    drawSoon();
  }

  draw() {
    const { at, mark, parts: { board } } = this;
    if (!at || !board.isShown) {
      mark.remove();
      return;
    }
    const { panel: { node }, frame } = board;
    const { left, top } = this.placeOf(at);
    if (mark.parentNode !== node) node.append(mark);
    Object.assign(mark.style, { left: `${frame.left + left}px`, top: `${frame.top + top}px` });
  }
}
