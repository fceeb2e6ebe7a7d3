// The lines of a proof: each has a title, a formula, the formula in the step's numbers, and bars for these numbers. Above
// them a ruler on which some numbers close on one another.

import { setText } from "../page/make.ts";
import type { Column, Line, Payload, Sheet as SheetSpec, Tick } from "../store/payload.ts";
import { textAt } from "../words/text.ts";
import { fit, newPart, type Inner } from "./inner.ts";

export class Sheet implements Inner {
  readonly node = newPart("ol", "sheet");
  // It stands before the lines, which scroll without it.
  private ruler: Readonly<{ node: HTMLElement; ticks: readonly HTMLElement[]; columns: readonly string[] }> =
    { node: newPart("div", "ruler"), ticks: [], columns: [] };

  private lines: readonly ReturnType<typeof newSheetLine>[] = [];
  private marked: Column = [];
  private data: Payload | null = null;

  constructor() {
    this.node.tabIndex = 0; // it scrolls if it has no room for all lines
  }

  build({ lines, marked, ruler = [] }: SheetSpec, data: Payload) {
    this.data = data;
    this.buildRuler(ruler);
    this.marked = marked ? data.columns[marked] : [];
    this.lines = lines.map(newSheetLine);
    this.node.replaceChildren(...this.lines.map(({ item }) => item));
  }

  private buildRuler(ruler: readonly Tick[]) {
    const { node, ruler: { node: box } } = this;
    const ticks = ruler.map(({ name, bound }, i) => Object.assign(document.createElement("b"), {
      textContent: name, className: `${bound ? "is-bound" : ""} ${i < ruler.length / 2 ? "is-low" : ""}`,
    }));
    box.ariaHidden = "true"; // the lines say the same
    box.style.setProperty("--room", `${Math.max(0, ...ruler.map(({ name }) => name.length))}ch`);
    box.replaceChildren(...ticks);
    if (ticks.length) node.before(box);
    else box.remove();
    this.ruler = { node: box, ticks, columns: ruler.map(({ column }) => column) };
  }

  // The ticks stand at their numbers, and the space between the first and the last is lit.
  private drawRuler(data: Payload, step: number) {
    const { node: { style }, ticks, columns } = this.ruler;
    const values = columns.map((name) => Number(data.columns[name][step]));
    const { low, share } = scaleOf(values);
    ticks.forEach(({ style: own }, i) => own.setProperty("--at", share(values[i] - low)));
    style.setProperty("--from", share(values[0] - low));
    style.setProperty("--to", share(values[ticks.length - 1] - low));
  }

  layOut() {
    this.node.style.removeProperty("--stage-fit");
  }

  draw(step: number) {
    const { data, lines, marked } = this;
    if (!data) return;
    if (this.ruler.ticks.length) this.drawRuler(data, step);
    lines.forEach(({ item, numbers, bars, line }, i) => {
      const words = textAt(line.text, { step, data });
      setText(numbers, words);
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

// A scale from 0, or the least of the values, to the largest or to `reach`, and the share of it that a length takes.
function scaleOf(values: readonly number[], reach = 0) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, reach, ...values)];
  return { low, share: (length: number) => `${(100 * length) / (high - low || 1)}%` };
}

// Each bar goes from 0 to its number; a thin line goes on to the next bar's number.
function drawSides(bars: readonly HTMLElement[], { sides = [], reach = 0 }: Line, columns: Payload["columns"], step: number) {
  const values = sides.map(({ column }) => Number(columns[column][step]));
  const { low, share } = scaleOf(values, reach);
  bars.forEach((bar, i) => {
    const value = values[i];
    const next = values.at(i + 1) ?? value;
    const lengths = { from: Math.min(0, value) - low, length: Math.abs(value), end: value - low, gap: Math.max(0, next - value) };
    bar.classList.toggle("is-zero", value === 0);
    for (const [name, length] of Object.entries(lengths)) bar.style.setProperty(`--${name}`, share(length));
  });
}
