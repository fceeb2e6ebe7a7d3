// The points that are drawn as outlines, step by step: a bit a point, in hexadecimal bytes.

import { answered } from "./edits.js";

// What a panel's marks say of it, if anything.
export function hollowOf(marks, columns) {
  const asked = marks.find(({ kind }) => kind === "hollow");
  return asked && new Hollow(asked, columns);
}

class Hollow {
  constructor({ columns: [name] }, columns) {
    this.codes = columns[name];
  }

  has(index, step) {
    const at = 2 * (index >> 3);
    return ((parseInt(this.codes[step].slice(at, at + 2), 16) >> (index & 7)) & 1) === 1;
  }

  // Points that the hand has changed since are shown full: nothing is known of them.
  draw({ data, edits }, step, { children }) {
    const known = answered(edits, data);
    for (const [index, node] of [...children].entries())
      node.classList.toggle("is-hollow", known && this.has(index, step));
  }
}
