// A panel with a field of cells to draw on, the score of the drawing, and the shelf with the added pictures.

import { signOf } from "../store/line.ts";
import { fillIn } from "../words/text.ts";
import { isCurrent } from "../store/edits.ts";
import { svg } from "./geometry.ts";
import { number } from "../words/numbers.ts";
import { numbersOf } from "./pixels.ts";
import { isSet } from "../store/sheet.ts";

const BADGES = { circle: "M-2,0a2,2 0 1,0 4,0a2,2 0 1,0 -4,0z", triangle: "M0,-2.4 2.3,1.8 -2.3,1.8z" };
const INVITATION = "Press a cell or drag to draw.";
const CELL_BY_CELL = "The arrow keys move from cell to cell, Space sets or clears one.";

export class Canvas {
  /**
   * @param {import("../store/model.ts").Model} model
   */
  constructor(model) {
    this.model = model;
    this.node = newPart("div", "canvas");
    this.field = newPart("div", "field");
    this.field.tabIndex = 0;
    this.field.setAttribute("role", "application");
    this.grid = this.field.appendChild(svg("svg", { "aria-hidden": "true" }));
    this.cross = svg("rect", { class: "stage-cell", width: 0.86, height: 0.86 });
    this.side = newPart("p", "worth");
    this.foot = newPart("div", "foot"); // the place of the tools
    this.count = newPart("p", "stock");
    this.shelf = newPart("div", "shelf");
    this.shelf.setAttribute("role", "toolbar");
    this.shelf.setAttribute("aria-label", "Added pictures");
    const beside = newPart("div", "beside");
    beside.append(this.side, this.foot, this.count, this.shelf);
    this.node.append(this.field, beside);
    this.remark = ""; // words that replace the score until something changes
    this.at = 0; // the cell that the arrow keys have reached
    this.picked = 0; // the picture on the shelf that Tab leads to
  }

  build({ label, cells }, data) {
    this.data = data;
    this.cells = cells;
    this.field.setAttribute("aria-label", `${label} ${CELL_BY_CELL}`);
    if (this.grid.childElementCount === cells * cells + 1) return;
    this.grid.setAttribute("viewBox", `0 0 ${cells} ${cells}`);
    const squares = Array.from({ length: cells * cells }, (_, i) =>
      svg("rect", { x: i % cells, y: Math.floor(i / cells), width: 1, height: 1 }));
    this.grid.replaceChildren(...squares, this.cross);
  }

  // The weights of the step, one for each cell, and the constant.
  get weights() {
    const { data: { drawing, columns }, model: { step } } = this;
    const code = columns[drawing.weights][step];
    if (code !== this.code) this.numbers = numbersOf(this.code = code);
    return { numbers: this.numbers, constant: Number(columns[drawing.constant]?.[step] ?? 0) };
  }

  // The score of a picture at the step, and its exact sign.
  worth(picture) {
    const { data: { drawing: { ink, unit = 0 } }, cells, weights: { numbers, constant } } = this;
    const products = numbers.filter((_, i) => isSet(picture, cells, i)).map((weight) => [weight, ink]);
    products.push([constant, unit]);
    const sign = signOf(products);
    return { sign, value: sign && products.reduce((sum, [weight, size]) => sum + weight * size, 0) };
  }

  // Whether a picture on the shelf is misclassified.
  isWrong([high, low, kind]) {
    const { signs, zero } = this.data.drawing;
    const side = signs[kind] * this.worth([high, low]).sign;
    return side < 0 || (side === 0 && zero[kind]);
  }

  // The words about the drawing on the field.
  words() {
    const { sheet: { cells: [high, low] } } = this.model;
    if (this.remark) return this.remark;
    if (!high && !low) return INVITATION;
    const { sign, value } = this.worth([high, low]);
    return fillIn(this.data.drawing.sides[sign > 0 ? 0 : sign < 0 ? 1 : 2], () => number(value));
  }

  draw() {
    const { model: { sheet }, data: { drawing: { classes, signs } }, cells } = this;
    const [high, low] = sheet.cells;
    const { sign } = this.worth(sheet.cells);
    const reading = (high || low) && sign ? classes[signs.indexOf(sign)] : null;
    this.node.style.setProperty("--stage-tone", reading?.color ?? "currentColor");
    for (let i = 0; i < cells * cells; i++)
      this.grid.children[i].classList.toggle("is-set", isSet(sheet.cells, cells, i));
    this.cross.setAttribute("x", String((this.at % cells) + 0.07));
    this.cross.setAttribute("y", String(Math.floor(this.at / cells) + 0.07));
    const words = this.words();
    if (this.side.textContent !== words) this.side.textContent = words;
    this.drawShelf();
  }

  // Wrong pictures are marked once the server has answered with the weights for them.
  drawShelf() {
    const { shelf, model: { edits }, data, data: { drawing: { classes, shelf: words }, locked } } = this;
    const pictures = /** @type {import("../store/payload.ts").DrawnPicture[]} */ (edits.points);
    const current = isCurrent(edits, data);
    const wrong = pictures.map((picture) => current && this.isWrong(picture));
    const counts = { count: pictures.length, wrong: wrong.filter(Boolean).length };
    if (current) this.count.textContent = pictures.length ? fillIn(words, (name) => counts[name]) : "";
    const text = JSON.stringify([pictures, classes, Boolean(locked)]);
    if (text !== this.shelfText) {
      const hadFocus = shelf.contains(document.activeElement);
      this.shelfText = text;
      this.picked = Math.max(0, Math.min(this.picked, pictures.length - 1));
      shelf.replaceChildren(...pictures.map((picture, i) => this.newThumb(picture, i)));
      if (hadFocus) /** @type {HTMLElement} */ (shelf.children[this.picked] ?? this.field).focus();
    }
    [...shelf.children].forEach((thumb, i) => {
      const { name } = classes[pictures[i][2]];
      thumb.classList.toggle("is-wrong", wrong[i]);
      thumb.setAttribute("aria-label", `Picture ${i}, ${name}${wrong[i] ? ", wrong" : ""}`);
    });
  }

  newThumb([high, low, kind], i) {
    const { cells, data: { drawing: { classes }, locked } } = this;
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
  pick(index) {
    const thumbs = /** @type {HTMLElement[]} */ ([...this.shelf.children]);
    this.picked = Math.max(0, Math.min(thumbs.length - 1, index));
    thumbs.forEach((thumb, i) => (thumb.tabIndex = i === this.picked ? 0 : -1));
    thumbs[this.picked]?.focus();
  }
}

function newPart(name, part) {
  return Object.assign(document.createElement(name), { className: `stage-${part}` });
}
