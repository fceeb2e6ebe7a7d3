// Drawing pictures cell by cell, by pointer, finger and keyboard, and adding them to the board.

import { NUDGES } from "../page/letters.ts";
import { elementOf, takePress, type On } from "../page/listen.ts";
import type { Event as Edit } from "../store/edits.ts";
import { NO_CELLS, type Cells } from "../store/sheet.ts";
import { cellsBetween, isSet, reduceSheet, same, stepSheet, type SheetEvent } from "../store/strokes.ts";
import type { BoardHand, BoardParts } from "./board.ts";

export class Drawing {
  private press: { readonly pointer: number; at: readonly number[] } | null = null; // the pointer that draws, and its last place

  constructor(private readonly parts: BoardParts, private readonly board: BoardHand, private readonly drawSoon: () => void) {}

  // Whether the scene has a canvas.
  private get isPresent() {
    return this.parts.model.message?.drawing !== undefined;
  }

  get canvas() {
    return this.parts.panels.drawnOn;
  }

  listen(on: On, target: HTMLElement) {
    on(target, "pointerdown", (event) => this.onDown(event));
    on(target, "pointermove", (event) => this.onMove(event));
    for (const end of ["pointerup", "pointercancel"] as const) on(target, end, (event) => this.onEnd(event));
    on(target, "mousedown", (event) => {
      if (this.isPresent && this.canvas.field.contains(elementOf(event))) takePress(event);
    });
    on(target, "click", (event) => {
      const thumb = elementOf(event).closest("button");
      if (thumb && this.isPresent && this.canvas.shelf.contains(thumb)) this.takeBack(Number(thumb.dataset.picture));
    });
  }

  // ---- strokes

  private stroke(event: SheetEvent) {
    const { model } = this.parts;
    model.sheet = reduceSheet(model.sheet, event);
    this.canvas.remark = "";
    this.drawSoon();
  }

  // The place of the pointer, in cells from the left and the top.
  private locate({ clientX, clientY }: PointerEvent) {
    const { grid, cells } = this.canvas;
    const { left, top, width, height } = grid.getBoundingClientRect();
    return [((clientX - left) / width) * cells, ((clientY - top) / height) * cells];
  }

  private onDown(event: PointerEvent) {
    if (!this.isPresent || event.button !== 0 || !event.isPrimary) return;
    const { field, cells } = this.canvas;
    if (!field.contains(elementOf(event))) return;
    const at = this.locate(event);
    const index = cellsBetween(at, at, cells).at(0);
    if (index === undefined) return;
    field.setPointerCapture(event.pointerId);
    this.press = { pointer: event.pointerId, at };
    this.stroke({ type: "press", side: cells, index });
  }

  private onMove(event: PointerEvent) {
    const { press } = this;
    if (!this.isPresent || press?.pointer !== event.pointerId) return;
    const { cells } = this.canvas;
    const at = this.locate(event);
    this.stroke({ type: "pass", side: cells, indices: cellsBetween(press.at, at, cells) });
    press.at = at;
  }

  // A stroke that the system cancels stays, and can be undone.
  private onEnd(event: PointerEvent) {
    if (!this.isPresent || this.press?.pointer !== event.pointerId) return;
    this.press = null;
    this.stroke({ type: "lift" });
    this.parts.page.say(this.canvas.words());
  }

  // ---- keys

  onKey({ key }: KeyboardEvent, target: Element) {
    if (!this.isPresent) return false;
    const { field, shelf } = this.canvas;
    return field.contains(target) ? this.onFieldKey(key) : shelf.contains(target) && this.onShelfKey(key);
  }

  private onFieldKey(key: string) {
    const { canvas, canvas: { cells, at }, parts: { model, page } } = this;
    const fit = (place: number) => Math.max(0, Math.min(cells - 1, place));
    const nudge = NUDGES[key];
    if (nudge) {
      const [right, up] = nudge;
      canvas.at = fit((at % cells) + right) + cells * fit(Math.floor(at / cells) - up);
      this.drawSoon();
    } else if (key === " " || key === "Enter") {
      this.stroke({ type: "press", side: cells, index: at });
      this.stroke({ type: "lift" });
    } else return false;
    const state = isSet(model.sheet.cells, cells, canvas.at) ? "set" : "clear";
    const worth = nudge ? "" : ` ${canvas.words()}`;
    page.say(`Row ${Math.floor(canvas.at / cells) + 1}, column ${(canvas.at % cells) + 1}, ${state}.${worth}`);
    return true;
  }

  private onShelfKey(key: string) {
    const { canvas } = this;
    const nudge = NUDGES[key];
    if (nudge) canvas.pick(canvas.picked + nudge[0] - nudge[1]);
    else if (key === "Delete" || key === "Backspace") this.erase(canvas.picked);
    else return false;
    return true;
  }

  // ---- the shelf

  private describe(index: number) {
    const { model } = this.parts;
    return `picture ${index}, ${model.need("drawing").classes[model.points[index][2]].name}`;
  }

  // Edit the shelf, and put these cells on the field.
  private edit(cells: Cells, event: Edit) {
    this.stroke({ type: "shelve", cells });
    this.board.act(event);
  }

  private refuse(remark: string) {
    this.canvas.remark = remark;
    this.parts.page.say(remark);
    this.drawSoon();
  }

  add(kind: number) {
    const { model, model: { sheet: { cells } }, page } = this.parts;
    const { most } = model.need("drawing");
    if (same(cells, NO_CELLS)) this.refuse("An empty picture cannot be added. Draw one first.");
    else if (model.points.length >= most) this.refuse(`The shelf is full: ${most} pictures.`);
    else {
      this.edit(NO_CELLS, { type: "place", at: cells, kind });
      page.say(`Added ${this.describe(model.points.length - 1)}.`);
    }
  }

  // On a locked board the picture stays on the shelf, too.
  private takeBack(index: number) {
    const { model: { points, data: { locked } }, page } = this.parts;
    const [high, low] = points[index];
    const name = this.describe(index);
    if (locked) this.stroke({ type: "put", cells: [high, low] });
    else this.edit([high, low], { type: "erase", index });
    page.say(`${locked ? "On the field:" : "Back on the field:"} ${name}. ${this.canvas.words()}`);
  }

  private erase(index: number) {
    const { model, page } = this.parts;
    if (model.data.locked) return;
    page.say(`Erased ${this.describe(index)}.`);
    this.edit(model.sheet.cells, { type: "erase", index });
  }

  // ---- undo, redo and clear

  step(type: "undo" | "redo") {
    const { model } = this.parts;
    const to = stepSheet(model.sheet, model.edits, type);
    if (!to) return;
    model.sheet = to.sheet;
    this.canvas.remark = "";
    if (to.shelf) this.board.act({ type });
    this.drawSoon();
  }

  // Clear the field or, if it is empty, the shelf.
  clear() {
    const { model } = this.parts;
    if (!same(model.sheet.cells, NO_CELLS)) this.stroke({ type: "put", cells: NO_CELLS });
    else if (model.points.length && !model.data.locked) this.edit(NO_CELLS, { type: "clear" });
  }

  // Whether each of the three buttons is enabled.
  get enabled() {
    const { sheet, edits, points, data } = this.parts.model;
    const can = (type: "undo" | "redo") => stepSheet(sheet, edits, type) !== null;
    const clear = !same(sheet.cells, NO_CELLS) || (points.length > 0 && !data.locked);
    return { undo: can("undo"), redo: can("redo"), clear };
  }
}
