// Drawing pictures cell by cell, by pointer, finger and keyboard, and adding them to the board.

import { NUDGES } from "./cross.ts";
import { NO_CELLS, reduceSheet, isSet, cellsBetween, same, stepSheet } from "../store/sheet.ts";

export class Drawing {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("../draw/panels.ts").Panels} panels
   * @param {import("./board.ts").Board} board
   * @param {() => void} drawSoon
   */
  constructor(model, page, panels, board, drawSoon) {
    this.model = model;
    this.page = page;
    this.panels = panels;
    this.board = board;
    this.drawSoon = drawSoon;
    /** @type {{ pointer: number, at: number[] } | null} */
    this.press = null; // the pointer that draws, and its last place
  }

  // Whether the scene has a canvas.
  get isPresent() {
    return this.model.message?.drawing !== undefined;
  }

  /** @returns {import("../draw/canvas.ts").Canvas} */
  get canvas() {
    return this.panels.list[this.model.need("drawing").panel].inner;
  }

  listen(on, target) {
    on(target, "pointerdown", (event) => this.onDown(event));
    on(target, "pointermove", (event) => this.onMove(event));
    for (const end of ["pointerup", "pointercancel"]) on(target, end, (event) => this.onEnd(event));
    // As on a board of points: a press selects no text, and a focused field loses the focus.
    on(target, "mousedown", (event) => {
      if (!this.isPresent || !this.canvas.field.contains(event.target)) return;
      event.preventDefault();
      /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    });
    on(target, "click", ({ target: element }) => {
      const thumb = this.isPresent && this.canvas.shelf.contains(element) && element.closest("button");
      if (thumb) this.takeBack(Number(thumb.dataset.picture));
    });
  }

  // ---- strokes

  /** @param {Parameters<typeof reduceSheet>[1]} event */
  stroke(event) {
    this.model.sheet = reduceSheet(this.model.sheet, event);
    this.canvas.remark = "";
    this.drawSoon();
  }

  // The place of the pointer, in cells from the left and the top.
  locate({ clientX, clientY }) {
    const { left, top, width, height } = this.canvas.grid.getBoundingClientRect();
    const { cells } = this.canvas;
    return [((clientX - left) / width) * cells, ((clientY - top) / height) * cells];
  }

  onDown(event) {
    if (!this.isPresent || event.button !== 0 || !event.isPrimary) return;
    const { canvas } = this;
    if (!canvas.field.contains(event.target)) return;
    const at = this.locate(event);
    const [index] = cellsBetween(at, at, canvas.cells);
    if (index === undefined) return;
    canvas.field.setPointerCapture(event.pointerId);
    this.press = { pointer: event.pointerId, at };
    this.stroke({ type: "press", side: canvas.cells, index });
  }

  onMove(event) {
    const { press } = this;
    if (!this.isPresent || !press || press.pointer !== event.pointerId) return;
    const { canvas } = this;
    const at = this.locate(event);
    this.stroke({ type: "pass", side: canvas.cells, indices: cellsBetween(press.at, at, canvas.cells) });
    press.at = at;
  }

  // A stroke that the system cancels stays, and can be undone.
  onEnd(event) {
    if (!this.isPresent || this.press?.pointer !== event.pointerId) return;
    this.press = null;
    this.stroke({ type: "lift" });
    this.page.say(this.canvas.words());
  }

  // ---- keys

  onKey(event, target) {
    if (!this.isPresent) return false;
    const { canvas } = this;
    if (canvas.field.contains(target)) return this.onFieldKey(event);
    if (canvas.shelf.contains(target)) return this.onShelfKey(event);
    return false;
  }

  onFieldKey({ key }) {
    const { canvas, model, page } = this;
    const { cells, at } = canvas;
    const fit = (place) => Math.max(0, Math.min(cells - 1, place));
    if (NUDGES[key]) {
      const [right, up] = NUDGES[key];
      canvas.at = fit((at % cells) + right) + cells * fit(Math.floor(at / cells) - up);
      this.drawSoon();
    } else if (key === " " || key === "Enter") {
      this.stroke({ type: "press", side: cells, index: at });
      this.stroke({ type: "lift" });
    } else return false;
    const state = isSet(model.sheet.cells, cells, canvas.at) ? "set" : "clear";
    const worth = NUDGES[key] ? "" : ` ${canvas.words()}`;
    page.say(`Row ${Math.floor(canvas.at / cells) + 1}, column ${(canvas.at % cells) + 1}, ${state}.${worth}`);
    return true;
  }

  onShelfKey({ key }) {
    const { canvas } = this;
    if (NUDGES[key]) {
      const [right, up] = NUDGES[key];
      canvas.pick(canvas.picked + right - up);
    } else if (key === "Delete" || key === "Backspace") this.erase(canvas.picked);
    else return false;
    return true;
  }

  // ---- the shelf

  /** @returns {import("../store/payload.ts").DrawnPicture[]} */
  get pictures() {
    return /** @type {any} */ (this.model.edits.points);
  }

  describe(index) {
    return `picture ${index}, ${this.model.need("drawing").classes[this.pictures[index][2]].name}`;
  }

  // Edit the shelf, and put these cells on the field.
  edit(cells, event) {
    this.stroke({ type: "shelve", cells });
    this.board.act(event);
  }

  refuse(remark) {
    this.canvas.remark = remark;
    this.page.say(remark);
    this.drawSoon();
  }

  add(kind) {
    const { model, model: { sheet }, page } = this;
    const { most } = model.need("drawing");
    if (same(sheet.cells, NO_CELLS)) this.refuse("An empty picture cannot be added. Draw one first.");
    else if (this.pictures.length >= most) this.refuse(`The shelf is full: ${most} pictures.`);
    else {
      this.edit(NO_CELLS, { type: "place", at: sheet.cells, kind });
      page.say(`Added ${this.describe(this.pictures.length - 1)}.`);
    }
  }

  // On a locked board the picture stays on the shelf, too.
  takeBack(index) {
    const { model: { data: { locked } }, page } = this;
    const [high, low] = this.pictures[index];
    const name = this.describe(index);
    if (locked) this.stroke({ type: "put", cells: [high, low] });
    else this.edit([high, low], { type: "erase", index });
    page.say(`${locked ? "On the field:" : "Back on the field:"} ${name}. ${this.canvas.words()}`);
  }

  erase(index) {
    if (this.model.data.locked) return;
    this.page.say(`Erased ${this.describe(index)}.`);
    this.edit(this.model.sheet.cells, { type: "erase", index });
  }

  // ---- undo, redo and clear

  /** @param {"undo" | "redo"} type */
  step(type) {
    const { model, canvas } = this;
    const to = stepSheet(model.sheet, model.edits, type);
    if (!to) return;
    model.sheet = to.sheet;
    canvas.remark = "";
    if (to.shelf) this.board.act({ type });
    this.drawSoon();
  }

  // Clear the field or, if it is empty, the shelf.
  clear() {
    if (!same(this.model.sheet.cells, NO_CELLS)) this.stroke({ type: "put", cells: NO_CELLS });
    else if (this.pictures.length && !this.model.data.locked) this.edit(NO_CELLS, { type: "clear" });
  }

  // Whether each of the three buttons is enabled.
  get enabled() {
    const { model: { sheet, edits, data }, pictures } = this;
    const [undo, redo] = /** @type {("undo" | "redo")[]} */ (["undo", "redo"])
      .map((type) => stepSheet(sheet, edits, type) !== null);
    return { undo, redo, clear: !same(sheet.cells, NO_CELLS) || (pictures.length > 0 && !data.locked) };
  }
}
