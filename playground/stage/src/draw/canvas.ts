// A panel with a field of cells to draw on, the score of the drawing, and the shelf with the added pictures.

import { setText } from "../page/make.ts";
import { isCurrent } from "../store/edits.ts";
import { signOf } from "../store/line.ts";
import type { Model } from "../store/model.ts";
import type { Canvas as CanvasSpec, DrawnPicture, Payload } from "../store/payload.ts";
import type { Cells } from "../store/sheet.ts";
import { isSet } from "../store/strokes.ts";
import { number } from "../words/numbers.ts";
import { fillIn } from "../words/text.ts";
import { svg } from "./geometry.ts";
import { newPart, type Inner } from "./inner.ts";
import { numbersOf } from "./pixels.ts";

const BADGES = { circle: "M-2,0a2,2 0 1,0 4,0a2,2 0 1,0 -4,0z", triangle: "M0,-2.4 2.3,1.8 -2.3,1.8z" };
const INVITATION = "Press a cell or drag to draw.";
const CELL_BY_CELL = "The arrow keys move from cell to cell, Space sets or clears one.";

export class Canvas implements Inner {
  readonly node = newPart("div", "canvas");
  readonly field = newPart("div", "field");
  readonly grid = svg("svg", { "aria-hidden": "true" });
  readonly foot = newPart("div", "foot"); // the place of the tools
  readonly shelf = newPart("div", "shelf");
  cells = 0; // in a row of the field
  remark = ""; // words that replace the score until something changes
  at = 0; // the cell that the arrow keys have reached
  picked = 0; // the picture on the shelf that Tab leads to
  private readonly cross = svg("rect", { class: "stage-cell", width: 0.86, height: 0.86 });
  private readonly side = newPart("p", "worth");
  private readonly count = newPart("p", "stock");
  private thumbs: readonly HTMLButtonElement[] = [];
  private shelfText = ""; // what the shelf shows
  private weights: readonly number[] = [];
  private code = ""; // of the weights

  constructor(private readonly model: Model) {
    this.field.tabIndex = 0;
    this.field.setAttribute("role", "application");
    this.field.append(this.grid);
    this.shelf.setAttribute("role", "toolbar");
    this.shelf.setAttribute("aria-label", "Added pictures");
    const beside = newPart("div", "beside");
    beside.append(this.side, this.foot, this.count, this.shelf);
    this.node.append(this.field, beside);
  }

  private get drawing() {
    return this.model.need("drawing");
  }

  build({ label, cells }: CanvasSpec) {
    this.cells = cells;
    this.field.setAttribute("aria-label", `${label} ${CELL_BY_CELL}`);
    if (this.grid.childElementCount === cells * cells + 1) return;
    this.grid.setAttribute("viewBox", `0 0 ${cells} ${cells}`);
    const squares = Array.from({ length: cells * cells }, (_, i) =>
      svg("rect", { x: i % cells, y: Math.floor(i / cells), width: 1, height: 1 }));
    this.grid.replaceChildren(...squares, this.cross);
  }

  // The score of a picture at the step, and its exact sign: there is a weight for each cell, and a constant.
  private worth(picture: Cells) {
    const { drawing: { weights, constant, ink, unit = 0 }, cells, model: { step, data: { columns } } } = this;
    const code = String(columns[weights][step]);
    if (code !== this.code) this.weights = numbersOf(this.code = code);
    const products = this.weights.filter((_, i) => isSet(picture, cells, i)).map((weight) => [weight, ink] as const);
    products.push([constant === undefined ? 0 : Number(columns[constant][step]), unit]);
    const sign = signOf(products);
    return { sign, value: sign && products.reduce((sum, [weight, size]) => sum + weight * size, 0) };
  }

  // Whether a picture on the shelf is misclassified.
  private isWrong([high, low, kind]: DrawnPicture) {
    const { signs, zero } = this.drawing;
    const side = signs[kind] * this.worth([high, low]).sign;
    return side < 0 || (side === 0 && zero[kind]);
  }

  // The words about the drawing on the field.
  words() {
    const { sheet: { cells: [high, low] } } = this.model;
    if (this.remark) return this.remark;
    if (!high && !low) return INVITATION;
    const { sign, value } = this.worth([high, low]);
    return fillIn(this.drawing.sides[sign > 0 ? 0 : sign < 0 ? 1 : 2], () => number(value));
  }

  draw() {
    const { model: { sheet }, drawing: { classes, signs }, cells } = this;
    const [high, low] = sheet.cells;
    const { sign } = this.worth(sheet.cells);
    const reading = (high || low) && sign ? classes[signs.indexOf(sign)] : null;
    this.node.style.setProperty("--stage-tone", reading ? reading.color : "currentColor");
    for (let i = 0; i < cells * cells; i++)
      this.grid.children[i].classList.toggle("is-set", isSet(sheet.cells, cells, i));
    this.cross.setAttribute("x", String((this.at % cells) + 0.07));
    this.cross.setAttribute("y", String(Math.floor(this.at / cells) + 0.07));
    const words = this.words();
    setText(this.side, words);
    this.drawShelf();
  }

  // Pictures are marked that the weights shown have wrong; they are counted once the server has answered for them.
  private drawShelf() {
    const { shelf, model: { edits, points: pictures, data }, drawing: { classes, shelf: words } } = this;
    const current = isCurrent(edits, data);
    const wrong = pictures.map((picture) => this.isWrong(picture));
    const counts: Readonly<Record<string, number>> = { count: pictures.length, wrong: wrong.filter(Boolean).length };
    if (current) this.count.textContent = pictures.length ? fillIn(words, (name: string) => counts[name]) : "";
    const text = JSON.stringify([pictures, classes, Boolean(data.locked)]);
    if (text !== this.shelfText) {
      const hadFocus = shelf.contains(document.activeElement);
      this.shelfText = text;
      this.picked = Math.max(0, Math.min(this.picked, pictures.length - 1));
      this.thumbs = pictures.map((picture, i) => this.newThumb(picture, i, data));
      shelf.replaceChildren(...this.thumbs);
      if (hadFocus) (this.thumbs.at(this.picked) ?? this.field).focus();
    }
    this.thumbs.forEach((thumb, i) => {
      const { name } = classes[pictures[i][2]];
      thumb.className = wrong[i] ? "is-wrong" : "";
      thumb.setAttribute("aria-label", `Picture ${i}, ${name}${wrong[i] ? ", wrong" : ""}`);
    });
  }

  private newThumb([high, low, kind]: DrawnPicture, i: number, { locked }: Payload) {
    const { cells, drawing: { classes } } = this;
    const { shape, color } = classes[kind];
    const thumb = document.createElement("button");
    thumb.type = "button";
    thumb.dataset.picture = String(i);
    thumb.tabIndex = i === this.picked ? 0 : -1;
    thumb.title = locked ? "Show it in the drawing" : "Move it back into the drawing (Delete erases it)";
    thumb.style.color = color;
    const cellsSet = Array.from({ length: cells * cells }, (_, at) => at).filter((at) => isSet([high, low], cells, at));
    const picture = svg("svg", { viewBox: `0 0 ${cells} ${cells}` });
    picture.append(svg("path", { d: cellsSet.map((at) => `M${at % cells},${Math.floor(at / cells)}h1v1h-1z`).join("") }));
    const badge = svg("svg", { viewBox: "-3 -3 6 6", class: "stage-badge" });
    badge.append(svg("path", { d: BADGES[shape] }));
    thumb.append(picture, badge);
    return thumb;
  }

  // The shelf is one stop of Tab; arrows go from one picture to the next.
  pick(index: number) {
    const { thumbs } = this;
    this.picked = Math.max(0, Math.min(thumbs.length - 1, index));
    thumbs.forEach((thumb, i) => (thumb.tabIndex = i === this.picked ? 0 : -1));
    thumbs.at(this.picked)?.focus();
  }
}
