// The points drawn as outlines at each step, in hexadecimal bytes with a bit for each point.

import { wrongPoints } from "../store/line.ts";
import { fillIn } from "../words/text.ts";
import { isCurrent } from "../store/edits.ts";

// The outlines of a panel, if one of its marks has them.
export function hollowOf(marks, columns) {
  const spec = marks.find(({ kind }) => kind === "hollow");
  return spec && new Hollow(spec, columns);
}

class Hollow {
  constructor({ columns: [name], words }, columns) {
    this.codes = columns[name];
    this.words = words;
  }

  has(index, step) {
    if (this.step !== step) {
      this.step = step;
      this.bytes = (this.codes[step].match(/../g) ?? []).map((byte) => parseInt(byte, 16));
    }
    return ((this.bytes[index >> 3] >> (index & 7)) & 1) === 1;
  }

  // Moving points draw their outlines by themselves; they count in the order of their marks.
  outline(marks) {
    this.moving = 0;
    for (const mark of marks.filter(({ kind }) => kind === "moving")) {
      const first = this.moving;
      mark.isHollow = (index, step) => this.has(first + index, step);
      this.moving += mark.kinds.length;
    }
  }

  // Draw the outlines and return their number in words. After an edit all points are full until the server has
  // answered, except while the line is turned; they are also full while the board shows the line of the last step.
  draw(model, step, { children }) {
    if (this.moving) {
      const outlines = Array.from({ length: this.moving }, (_, index) => this.has(index, step));
      return fillIn(this.words, () => outlines.filter(Boolean).length);
    }
    const wrong = model.line && wrongPoints(model.line, model);
    if (!wrong && (!isCurrent(model.edits, model.data) || model.lineStep > model.step)) {
      for (const node of children) node.classList.remove("is-hollow");
      return "";
    }
    let count = 0;
    for (const [index, node] of [...children].entries()) {
      const hollow = wrong ? wrong[index] : this.has(index, step);
      node.classList.toggle("is-hollow", hollow);
      count += Number(hollow);
    }
    return fillIn(this.words, () => count);
  }
}
