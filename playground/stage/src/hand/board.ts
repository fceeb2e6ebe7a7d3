// The board that the visitor edits: its points, and the effect of a press at a place.

import { decimal, nearest } from "../draw/geometry.ts";
import type { Panels } from "../draw/panels.ts";
import type { Reach } from "../draw/reach.ts";
import type { Requests } from "../link/requests.ts";
import type { Page } from "../page/page.ts";
import { reduce, type Event as Edit } from "../store/edits.ts";
import type { Model } from "../store/model.ts";
import type { BoardPlace } from "../store/press.ts";
import type { Transport } from "./transport.ts";

/** What the board, and what is on it, work with. */
export interface BoardParts {
  readonly model: Model;
  readonly page: Page;
  readonly panels: Panels;
  readonly transport: Transport;
  readonly questions: Requests;
}

export class BoardHand {
  constructor(private readonly parts: BoardParts) {}

  // Make an edit, and ask the server for its run: during a drag as often as the server answers, otherwise at once. An
  // edit shows the end of its run or, if there is a question, the start.
  act(event: Edit) {
    const { model, transport, questions } = this.parts;
    model.edits = reduce(model.edits, event);
    const { asked, grip } = model.edits;
    if (asked !== Infinity) return;
    const { editing, drawing, question } = model.data;
    if (editing ?? drawing) {
      if (question && model.step) transport.go(0);
      model.follows = true;
    }
    if (grip) questions.sendSoon();
    else {
      transport.pause();
      questions.send();
    }
  }

  // Whether there is a board, and the page has given it its place.
  get isShown() {
    return Boolean(this.parts.panels.board?.frame);
  }

  get panel() {
    const { board } = this.parts.panels;
    if (!board) throw new Error("the scene has no board");
    return board;
  }

  get frame() {
    const { frame } = this.panel;
    if (!frame) throw new Error("the board has no place yet");
    return frame;
  }

  // Whether an event is on the board.
  has(event: Event) {
    return this.parts.panels.find(event)?.editable ?? false;
  }

  locate(event: MouseEvent): BoardPlace {
    const { panel: { node }, frame } = this;
    const within = this.parts.page.within(node, event);
    const [left, top] = [within.left - frame.left, within.top - frame.top];
    const inside = left >= 0 && left <= frame.width && top >= 0 && top <= frame.height;
    return { left, top, inside, ...frame.value(left, top) };
  }

  // The place of the grid that is nearest to these values, within the board.
  snap(x: number, y: number): [number, number] {
    const { snap } = this.parts.model.need("editing");
    const { xRange, yRange } = this.frame;
    const fit = (value: number, [low, high]: readonly number[]) => Math.round(Math.max(low, Math.min(high, value)) * snap) / snap;
    return [fit(x, xRange), fit(y, yRange)];
  }

  // The index of the point nearest to a place, −1 if none is within reach; see `nearest`.
  nearest(place: Pick<BoardPlace, "left" | "top">, reach: Reach) {
    const { frame } = this;
    return nearest(this.parts.model.points.map(([x, y]) => [frame.x(x), frame.y(y)]), place, reach);
  }

  describe(index: number) {
    const { model } = this.parts;
    const [x, y, kind] = model.points[index];
    return `point ${index}, ${model.need("editing").classes[kind].name}, at ${decimal(x)}, ${decimal(y)}`;
  }

  // The edit that a press at a place makes: it places a point of the chosen class, gives that class to the point there,
  // or erases the point; null for no edit.
  private editAt(index: number, { x, y }: BoardPlace): Edit | null {
    const { model, model: { points, choice: kind } } = this.parts;
    const { classes, most } = model.need("editing");
    if (kind === classes.length) return index < 0 ? null : { type: "erase", index };
    if (index < 0) return points.length < most ? { type: "place", at: this.snap(x, y), kind } : null;
    return points[index][2] === kind ? null : { type: "recolour", index, kind };
  }

  // Ask for the scene after the release of a press already now, so that the answer may be there by then.
  expect(index: number, place: BoardPlace) {
    const { model, questions } = this.parts;
    const edit = this.editAt(index, place);
    if (edit) questions.expect(reduce(model.edits, edit).points);
  }

  touch(index: number, place: BoardPlace) {
    const { model, page } = this.parts;
    const { classes, most } = model.need("editing");
    const edit = this.editAt(index, place);
    const before = index < 0 ? "" : this.describe(index);
    if (edit) this.act(edit);
    if (edit?.type === "erase") page.say(`Erased ${before}.`);
    else if (edit?.type === "recolour") page.say(`Now ${this.describe(index)}.`);
    else if (edit) page.say(`Placed ${this.describe(model.points.length - 1)}.`);
    else if (before) page.say(`Already ${before}.`);
    else page.say(model.choice === classes.length ? "No point here." : `The board is full: ${most} points.`);
  }
}
