// A table with a row for each step. Only the rows in sight are drawn, because there may be thousands.

import { number } from "../words/numbers.ts";
import { Walk } from "./walk.ts";

export class Table {
  constructor() {
    this.node = document.createElement("div");
    this.box = document.createElement("div");
    this.node.className = "stage-rows";
    this.box.className = "stage-table";
    this.table = document.createElement("table");
    this.table.tabIndex = 0;
    this.table.setAttribute("role", "grid");
    this.head = this.table.createTHead().insertRow();
    this.body = this.table.createTBody();
    this.walk = new Walk();
    this.box.append(this.table);
    this.node.append(this.walk.node, this.box);
    this.box.addEventListener("scroll", () => this.drawRows());
    this.table.addEventListener("blur", () => this.point(null));
  }

  get rows() {
    return [...this.body.rows];
  }

  build({ label, heads, columns, walk }, data) {
    this.walk.build(walk, data);
    this.columns = columns.map((name) => data.columns[name]);
    this.last = null;
    this.step = this.at = null; // `at` is the row that the arrow keys point at
    this.table.setAttribute("aria-label", label);
    this.head.replaceChildren(...heads.map((head) => cell("th", head)));
    const widths = this.columns.map((column, i) => widthOf(heads[i], column));
    const total = widths.reduce((sum, width) => sum + width, 0);
    widths.forEach((width, i) => (this.head.cells[i].style.width = `${(100 * width) / total}%`));
    this.table.style.minWidth = `${total}ch`;
    this.body.replaceChildren();
  }

  layOut() {
    // A box that does not scroll, as on paper, shows all rows.
    const room = getComputedStyle(this.box).overflowY === "visible" ? Infinity : this.box.clientHeight;
    if (room !== this.room) this.inSight = false;
    this.room = room;
    if (!room) return;
    /** @type {number} */
    this.high = parseFloat(getComputedStyle(this.head).height); // the height in the layout, not rounded
    this.makeRows();
  }

  makeRows() {
    const wanted = Math.min(this.last, Math.ceil(this.room / this.high));
    for (const row of this.rows.slice(wanted)) row.remove();
    while (this.body.rows.length < wanted) this.body.append(this.newRow(this.body.rows.length));
    this.drawnRows = "";
  }

  newRow(place) {
    const row = document.createElement("tr");
    row.id = `stage-row-${place}`;
    row.append(...this.columns.map(() => cell("td", "")));
    return row;
  }

  draw(step, last) {
    this.walk.draw(step);
    if (last !== this.last) {
      this.last = last;
      this.table.setAttribute("aria-rowcount", String(last + 1));
      if (this.room) this.makeRows();
    }
    if (!this.room) return;
    if (step !== this.step) {
      this.step = step;
      this.at = null;
      this.inSight = false;
    }
    if (!this.inSight) this.follow(this.at ?? step);
    this.inSight = true; // until the step or the room changes: a visitor who scrolls elsewhere stays there
    this.drawRows();
  }

  // Scroll the table's own box, and only if the row is out of sight: the row then stands in the middle.
  follow(step) {
    const { box, high, room } = this;
    const above = Math.max(0, step - 1) * high;
    const { scrollTop: top } = box;
    if (above < top || above + 2 * high > top + room) box.scrollTop = above + high - room / 2;
  }

  drawRows() {
    const { rows, last, at, step } = this;
    const first = Math.max(0, Math.min(Math.floor(this.box.scrollTop / this.high), last - rows.length));
    const state = [first, step, at].join();
    if (!this.room || state === this.drawnRows) return;
    this.drawnRows = state;
    this.body.style.setProperty("--stage-rows-above", `${first * this.high}px`);
    this.body.style.setProperty("--stage-rows-below", `${(last - first - rows.length) * this.high}px`);
    rows.forEach((row, i) => this.fill(row, first + 1 + i));
    const active = rows[at - 1 - first];
    if (at !== null && active) this.table.setAttribute("aria-activedescendant", active.id);
    else this.table.removeAttribute("aria-activedescendant");
  }

  fill(row, step) {
    row.dataset.to = step;
    row.setAttribute("aria-rowindex", String(step + 1));
    row.classList.toggle("is-pointed", step === this.at);
    if (step === this.step) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
    this.columns.forEach((column, i) => {
      const value = column[step];
      const text = value === null ? "–" : typeof value === "string" ? value : number(value);
      if (row.cells[i].textContent !== text) row.cells[i].textContent = text;
    });
  }

  point(at) {
    this.at = at;
    if (at !== null) this.follow(at);
    this.drawRows();
  }

  // Up and down point at a row, Enter goes there.
  onKey({ key, shiftKey }) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (shiftKey || !this.last) return false;
    if (by) this.point(Math.max(1, Math.min(this.last, (this.at ?? this.step) + by)));
    else if (key === "Enter" && this.at !== null) {
      this.point(this.at);
      this.rows.find((row) => row.classList.contains("is-pointed"))?.click();
    } else return false;
    return true;
  }
}

// The width in characters. The largest or the smallest number has the longest text; a sign and a gap come before it.
function widthOf(head, column) {
  const sizes = column.filter(Number).map(Math.abs);
  const ends = sizes.length ? [Math.min(...sizes), Math.max(...sizes)] : [0];
  const sign = column.some((value) => value < 0) ? 1 : 0;
  return Math.max(head.length, ...ends.map((size) => number(size).length + sign)) + 1;
}

function cell(name, text) {
  return Object.assign(document.createElement(name), { textContent: text });
}
