// The lines of a proof: each has a title, a formula, the formula in the step's numbers, and bars for these numbers.

import type { Column, Line, Payload, Sheet as SheetSpec } from "../store/payload.ts";
import { textAt } from "../words/text.ts";
import { fit, newPart, type Inner } from "./inner.ts";

export class Sheet implements Inner {
  readonly node = newPart("ol", "sheet");
  private lines: readonly ReturnType<typeof newSheetLine>[] = [];
  private marked: Column = [];
  private data: Payload | null = null;

  constructor() {
    this.node.tabIndex = 0; // it scrolls if it has no room for all lines
  }

  build({ lines, marked }: SheetSpec, data: Payload) {
    this.data = data;
    this.marked = marked ? data.columns[marked] : [];
    this.lines = lines.map(newSheetLine);
    this.node.replaceChildren(...this.lines.map(({ item }) => item));
  }

  layOut() {
    this.node.style.removeProperty("--stage-fit");
  }

  draw(step: number) {
    const { data, lines, marked } = this;
    if (!data) return;
    lines.forEach(({ item, numbers, bars, line }, i) => {
      const words = textAt(line.text, { step, data });
      if (numbers.textContent !== words) numbers.textContent = words;
      drawSides(bars, line, data.columns, step);
      if (marked[step] === i) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    });
    fit(this.node);
  }
}

function newSheetLine(line: Line) {
  const [item, both, numbers] = [document.createElement("li"), document.createElement("section"), document.createElement("div")];
  const [letters, drawing] = [newPart("div", "letters"), newPart("div", "bars")];
  const heading = Object.assign(document.createElement("h2"), { textContent: line.title });
  letters.innerHTML = line.formula;
  drawing.ariaHidden = "true"; // the numbers say the same
  const bars = (line.sides ?? []).map(({ bound }) => {
    const bar = drawing.appendChild(document.createElement("i"));
    bar.classList.toggle("is-bound", bound);
    return bar;
  });
  both.append(letters, numbers);
  item.append(heading, both, drawing);
  return { item, numbers, bars, line };
}

// Each bar goes from 0 to its number; a thin line goes on to the next bar's number.
function drawSides(bars: readonly HTMLElement[], { sides = [], reach = 0 }: Line, columns: Payload["columns"], step: number) {
  const values = sides.map(({ column }) => Number(columns[column][step]));
  const [low, high] = [Math.min(0, ...values), Math.max(0, reach, ...values)];
  const share = (value: number) => `${(100 * value) / (high - low || 1)}%`;
  bars.forEach((bar, i) => {
    const value = values[i];
    const next = values.at(i + 1) ?? value;
    const lengths = { from: Math.min(0, value) - low, length: Math.abs(value), end: value - low, gap: Math.max(0, next - value) };
    bar.classList.toggle("is-zero", value === 0);
    for (const [name, length] of Object.entries(lengths)) bar.style.setProperty(`--${name}`, share(length));
  });
}
