// The walk over rows of cells: where each step stopped, and how far the present step has come.

import type { Column, Payload, Walk as WalkSpec } from "../store/payload.ts";
import { fillIn, textAt } from "../words/text.ts";
import { newPart } from "./inner.ts";

const ROW_CELLS = 60; // the most cells of a row in sight
const SHORT = 30; // the most cells of a row above which the row before it stands
const [STOPPED, PASSED, AHEAD] = ["✗", "✓", "·"];

export class Walk {
  readonly node = newPart("div", "walk");
  readonly rows = [newRow(), newRow(), newRow()];
  readonly words = document.createElement("p");
  private walk: WalkSpec | undefined;
  private data: Payload | null = null;
  private stops = new Set<Column[number]>(); // the cells where steps stopped

  constructor() {
    this.node.append(...this.rows, this.words);
  }

  build(walk: WalkSpec | undefined, data: Payload) {
    this.walk = walk;
    this.data = data;
    this.node.hidden = !walk;
    if (walk) this.stops = new Set(data.columns[walk.column].slice(1));
  }

  // Draw the row of this step, the next row and, if they are short, one more: the row before or, in the first, the third.
  draw(step: number) {
    const { walk, data, stops } = this;
    if (!walk || !data) return;
    const { column, size, end, name, text } = walk;
    const at = Number(data.columns[column][step]);
    const upTo = step === data.last ? end : at;
    const before = Math.max(0, Math.ceil(at / size) - 1) * size;
    const from = Math.floor(Math.max(0, at - before - 1) / ROW_CELLS) * ROW_CELLS;
    const shown = Math.min(ROW_CELLS, size - from);
    const above = before && size <= SHORT ? before - size : before;
    this.rows.forEach((row, i) => {
      const first = above + i * size;
      row.hidden = !size || (i === 2 && size > SHORT) || (step === data.last && first >= end);
      if (row.hidden) return;
      const cells = Array.from({ length: shown }, (_, j) => first + from + 1 + j);
      const signs = cells.map((cell) => (cell > upTo ? AHEAD : cell <= at && stops.has(cell) ? STOPPED : PASSED));
      const part = size > ROW_CELLS ? `, ${from + 1} to ${from + shown} of ${size}` : "";
      fillRow(row, fillIn(name, () => first / size + 1) + part, signs, cells.indexOf(at));
      const empty = Array.from({ length: Math.min(ROW_CELLS, size) - shown }, () => newCell("", false));
      row.lastElementChild?.append(...empty);
    });
    this.words.textContent = textAt(text, { step, data });
  }
}

function newRow() {
  const row = document.createElement("div");
  row.setAttribute("role", "img");
  row.append(document.createElement("span"), document.createElement("span"));
  return row;
}

// Write a row's name and signs; the one at `current` is marked.
function fillRow(row: HTMLElement, label: string, signs: readonly string[], current: number) {
  const [title, line] = row.children;
  title.textContent = label;
  line.replaceChildren(...signs.map((sign, i) => newCell(sign, i === current)));
  const counts = [PASSED, STOPPED, AHEAD].map((sign) => `${signs.filter((each) => each === sign).length} ${sign}`);
  row.setAttribute("aria-label", `${label}: ${counts.join(", ")}`);
}

function newCell(sign: string, current: boolean) {
  const cell = document.createElement("span");
  cell.textContent = sign;
  cell.classList.toggle("is-stop", sign === STOPPED);
  cell.classList.toggle("is-at", current);
  return cell;
}
