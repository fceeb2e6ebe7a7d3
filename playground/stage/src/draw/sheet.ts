// The lines of a proof: each has a title, a formula, the formula in the step's numbers, and bars for these numbers.

import { textAt } from "../words/text.ts";


const [SMALLEST, SMALLEST_PRESENTED] = [0.85, 0.6]; // the smallest type, in units of its usual size

export class Sheet {
  constructor() {
    this.node = document.createElement("ol");
    this.node.className = "stage-sheet";
    this.node.tabIndex = 0; // it scrolls if it has no room for all lines
    /** @type {ReturnType<typeof newSheetLine>[]} */
    this.lines = [];
    /** @type {any} */
    this.data = null;
    this.marked = null;
  }

  /**
   * @param {import("../store/payload.ts").Sheet} sheet
   * @param {import("../store/payload.ts").Payload} data
   */
  build(sheet, data) {
    this.data = data;
    this.marked = sheet.marked ? data.columns[sheet.marked] : null;
    this.lines = sheet.lines.map(newSheetLine);
    this.node.replaceChildren(...this.lines.map(({ item }) => item));
  }

  layOut() {
    this.node.style.removeProperty("--stage-fit");
  }

  draw(step) {
    const { data } = this;
    this.lines.forEach(({ item, numbers, bars, line }, i) => {
      const words = textAt(line.text, { step, data });
      if (numbers.textContent !== words) numbers.textContent = words;
      drawSides(bars, line, data.columns, step);
      if (this.marked?.[step] === i) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    });
    this.fit();
  }

  // Choose the largest type with room for all lines, down to the smallest: in a hall nobody scrolls.
  fit() {
    const { node } = this;
    const smallest = node.closest(".is-presenting") ? SMALLEST_PRESENTED : SMALLEST;
    let size = Number(node.style.getPropertyValue("--stage-fit") || 1);
    while (node.scrollHeight > node.clientHeight && size > smallest)
      node.style.setProperty("--stage-fit", String((size -= 0.04)));
  }
}

function newSheetLine(line) {
  const item = document.createElement("li");
  const [heading, both, ...parts] = ["h2", "section", "div", "div", "div"].map((name) => document.createElement(name));
  const [letters, numbers, drawing] = parts;
  heading.textContent = line.title;
  letters.innerHTML = line.formula;
  letters.className = "stage-letters";
  drawing.className = "stage-bars";
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
function drawSides(bars, { sides = [], reach = 0 }, columns, step) {
  const values = sides.map(({ column }) => columns[column][step] ?? 0);
  const [low, high] = [Math.min(0, ...values), Math.max(0, reach, ...values)];
  const share = (value) => `${(100 * value) / (high - low || 1)}%`;
  bars.forEach((bar, i) => {
    const value = values[i];
    const next = values[i + 1] ?? value;
    bar.classList.toggle("is-zero", value === 0);
    for (const [name, length] of [["from", Math.min(0, value) - low], ["length", Math.abs(value)], ["end", value - low],
      ["gap", Math.max(0, next - value)]]) bar.style.setProperty(`--${name}`, share(length));
  });
}
