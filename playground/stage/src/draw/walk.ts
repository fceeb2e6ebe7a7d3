// The walk over rows of cells: where each step stopped, and how far the present step has come.

import { fillIn, textAt } from "../words/text.ts";


const ROW_CELLS = 60; // the most cells of a row in sight
const [STOPPED, PASSED, AHEAD] = ["✗", "✓", "·"];

export class Walk {
  constructor() {
    this.node = document.createElement("div");
    this.node.className = "stage-walk";
    this.rows = Array.from({ length: 2 }, () => this.node.appendChild(newRow()));
    this.words = this.node.appendChild(document.createElement("p"));
    this.stops = new Set(); // the cells where steps stopped
  }

  build(walk, data) {
    this.walk = walk;
    this.data = data;
    this.node.hidden = !walk;
    if (walk) this.stops = new Set(data.columns[walk.column].slice(1));
  }

  // Draw the row of this step, and the next row.
  draw(step) {
    const { walk, data, stops, rows } = this;
    if (!walk) return;
    const { column, size, end, name, text } = walk;
    const at = data.columns[column][step];
    const upTo = step === data.last ? end : at;
    const before = Math.max(0, Math.ceil(at / size) - 1) * size;
    const from = Math.floor(Math.max(0, at - before - 1) / ROW_CELLS) * ROW_CELLS;
    rows.forEach((row, i) => {
      row.hidden = !size;
      if (!size) return;
      const first = before + i * size + from + 1;
      const cells = Array.from({ length: Math.min(ROW_CELLS, size - from) }, (_, j) => first + j);
      const empty = Array.from({ length: Math.min(ROW_CELLS, size) - cells.length }, () => newCell("", false));
      const signs = cells.map((cell) => (cell > upTo ? AHEAD : cell <= at && stops.has(cell) ? STOPPED : PASSED));
      const part = size > ROW_CELLS ? `, ${from + 1} to ${from + cells.length} of ${size}` : "";
      const label = fillIn(name, () => before / size + i + 1) + part;
      const [title, line] = row.children;
      title.textContent = label;
      line.replaceChildren(...signs.map((sign, j) => newCell(sign, cells[j] === at)), ...empty);
      const counts = [PASSED, STOPPED, AHEAD].map((sign) => `${signs.filter((each) => each === sign).length} ${sign}`);
      row.setAttribute("aria-label", `${label}: ${counts.join(", ")}`);
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

function newCell(sign, current) {
  const cell = document.createElement("span");
  cell.textContent = sign;
  cell.classList.toggle("is-stop", sign === STOPPED);
  cell.classList.toggle("is-at", current);
  return cell;
}
