// A table with a row for each step. Only the rows in sight are drawn, because there may be thousands.

import { make, setText } from "../page/make.ts";
import { markedNodes } from "../page/symbols.ts";
import type { Column, Payload, Table as TableSpec } from "../store/payload.ts";
import { number } from "../words/numbers.ts";
import { newPart, type Inside } from "./inner.ts";
import { Walk } from "./walk.ts";

export class Table implements Inside {
  private readonly box = newPart("div", "table");
  private readonly table = document.createElement("table");
  private readonly head = this.table.createTHead().insertRow();
  private readonly body = this.table.createTBody();
  private readonly walk = new Walk();
  private columns: readonly Column[] = [];
  private spec: TableSpec | null = null;
  private data: Payload | null = null;
  private wide = 0; // px of the box when its columns were chosen
  private last: number | null = null; // the last step that is shown; null until the first drawing
  private step: number | null = null;
  private at: number | null = null; // the row that the arrow keys point at
  private room = 0; // px
  private high = 0; // px of a row
  private inSight = false; // whether the row of the step was brought into sight
  private drawnRows = "";

  constructor(node: HTMLElement) {
    this.table.tabIndex = 0;
    this.table.setAttribute("role", "grid");
    this.box.append(this.table);
    node.append(this.walk.node, this.box);
    this.box.addEventListener("scroll", () => this.drawRows());
    this.table.addEventListener("blur", () => this.point(null));
  }

  private get rows() {
    return [...this.body.rows];
  }

  build(spec: TableSpec, data: Payload) {
    this.walk.build(spec.walk, data);
    this.spec = spec;
    this.data = data;
    this.last = this.step = this.at = null;
    this.table.setAttribute("aria-label", spec.label);
    this.wide = 0;
    this.choose(0);
  }

  // Show the columns without those of the first groups of spare ones.
  private choose(groups: number) {
    const { spec, data } = this;
    if (!spec || !data) return;
    const left = new Set((spec.spare ?? []).slice(0, groups).flat());
    const names = spec.columns.filter((name) => !left.has(name));
    const heads = spec.heads.filter((_, i) => !left.has(spec.columns[i]));
    this.columns = names.map((name) => data.columns[name]);
    this.head.replaceChildren(...heads.map((head) => make("th", {}, ...markedNodes(head))));
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
    if (this.wide !== this.box.clientWidth) this.fit();
    this.high = parseFloat(getComputedStyle(this.head).height); // the height in the layout, not rounded
    this.makeRows();
  }

  private fit() {
    const { box, spec } = this;
    this.wide = box.clientWidth;
    const most = spec?.spare?.length ?? 0;
    for (let groups = 0; groups <= most; groups += 1) {
      this.choose(groups);
      if (box.scrollWidth <= box.clientWidth) return;
    }
  }

  private makeRows() {
    const wanted = Math.min(this.last ?? 0, Math.ceil(this.room / this.high));
    for (const row of this.rows.slice(wanted)) row.remove();
    while (this.body.rows.length < wanted) {
      const row = this.body.insertRow();
      row.id = `stage-row-${this.body.rows.length - 1}`;
      row.append(...this.columns.map(() => make("td", { translate: false })));
    }
    this.drawnRows = "";
  }

  draw(step: number, last: number) {
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
    if (!this.inSight) {
      this.drawRows(); // the box scrolls no farther than its rows reach
      this.follow(this.at ?? step);
    }
    this.inSight = true; // until the step or the room changes: a visitor who scrolls elsewhere stays there
    this.drawRows();
  }

  // Scroll the table's own box, and only if the row is out of sight: the row then stands in the middle.
  private follow(step: number) {
    const { box, high } = this;
    const room = box.clientHeight; // since the layout, the walk above may have taken a line of it
    const above = Math.max(0, step - 1) * high;
    const { scrollTop: top } = box;
    if (above < top || above + 2 * high > top + room) box.scrollTop = above + high - room / 2;
  }

  private drawRows() {
    const { rows, at, step, high } = this;
    const last = this.last ?? 0;
    const first = Math.max(0, Math.min(Math.floor(this.box.scrollTop / high), last - rows.length));
    const state = [first, step, at].join();
    if (!this.room || state === this.drawnRows) return;
    this.drawnRows = state;
    this.body.style.setProperty("--stage-rows-above", `${first * high}px`);
    this.body.style.setProperty("--stage-rows-below", `${(last - first - rows.length) * high}px`);
    rows.forEach((row, i) => this.fill(row, first + 1 + i));
    const active = rows.find((_, i) => first + 1 + i === at);
    if (active) this.table.setAttribute("aria-activedescendant", active.id);
    else this.table.removeAttribute("aria-activedescendant");
  }

  private fill(row: HTMLTableRowElement, step: number) {
    row.dataset.to = String(step);
    row.setAttribute("aria-rowindex", String(step + 1));
    row.classList.toggle("is-pointed", step === this.at);
    if (step === this.step) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
    this.columns.forEach((column, i) => {
      const value = column[step];
      const text = value === null ? "–" : typeof value === "string" ? value : number(value);
      setText(row.cells[i], text);
    });
  }

  private point(at: number | null) {
    this.at = at;
    if (at !== null) this.follow(at);
    this.drawRows();
  }

  // Up and down point at a row, Enter goes there.
  onKey({ key, shiftKey }: KeyboardEvent) {
    const { last, at } = this;
    if (shiftKey || !last) return false;
    if (key === "ArrowUp" || key === "ArrowDown")
      this.point(Math.max(1, Math.min(last, (at ?? this.step ?? 0) + (key === "ArrowUp" ? -1 : 1))));
    else if (key === "Enter" && at !== null) {
      this.point(at);
      this.rows.find((row) => row.classList.contains("is-pointed"))?.click();
    } else return false;
    return true;
  }
}

// The width in characters. Of the whole numbers, and of the others, the largest or the smallest has the longest text; a
// sign and a gap come before it.
function widthOf(head: string, column: Column) {
  const numbers = column.map(Number).filter(Boolean); // neither 0 nor words
  const sizes = numbers.map(Math.abs);
  const sign = numbers.some((value) => value < 0) ? 1 : 0;
  const ends = [sizes.filter(Number.isInteger), sizes.filter((size) => !Number.isInteger(size))].flatMap((some) =>
    (some.length ? [Math.min(...some), Math.max(...some)] : [0]));
  return Math.max(head.length, ...ends.map((size) => number(size).length + sign)) + 1;
}
