// The points that are drawn as outlines, step by step: a bit a point, in hexadecimal bytes.

import { answered } from "./edits.js";
import { misses } from "./turn.js";
import { filled } from "./words.js";

// What a panel's marks say of it, if anything.
export function hollowOf(marks, columns) {
  const asked = marks.find(({ kind }) => kind === "hollow");
  return asked && new Hollow(asked, columns);
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

  // Points that move, one mark's after another's, draw their outlines by themselves.
  outline(marks) {
    this.moving = 0;
    for (const mark of marks.filter(({ kind }) => kind === "moving")) {
      const first = this.moving;
      mark.isHollow = (index, step) => this.has(first + index, step);
      this.moving += mark.kinds.length;
    }
  }

  // Draws the outlines and says how many there are. Points that the hand has changed since are shown full: nothing is
  // known of them, but under a line in the hand. Nor is it said of the line that shows where the run ends.
  draw(model, step, { children }) {
    if (this.moving) {
      const outlines = Array.from({ length: this.moving }, (_, index) => this.has(index, step));
      return filled(this.words, () => outlines.filter(Boolean).length);
    }
    const missed = model.turn && misses(model.turn, model);
    if (!missed && (!answered(model.edits, model.data) || model.lineStep > model.step)) {
      for (const node of children) node.classList.remove("is-hollow");
      return "";
    }
    let count = 0;
    for (const [index, node] of [...children].entries()) {
      const hollow = missed ? missed[index] : this.has(index, step);
      node.classList.toggle("is-hollow", hollow);
      count += Number(hollow);
    }
    return filled(this.words, () => count);
  }
}
