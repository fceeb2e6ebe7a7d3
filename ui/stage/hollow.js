// The points that are drawn as outlines, step by step: a bit a point, in hexadecimal bytes.

import { answered } from "./edits.js";
import { misses } from "./turn.js";
import { filled } from "./words.js";

// What a panel's marks say of it, if anything.
export function hollowOf(marks, columns) {
  const asked = marks.find(({ kind }) => kind === "hollow");
  return asked && new Hollow(asked, columns);
}

// The points that move on a panel, one mark's after another's, if there are any; else it is about those of the hand.
export function spotsOf(marks) {
  const children = marks.flatMap(({ spots }) => [...(spots?.children ?? [])]);
  return children.length ? { children } : null;
}

class Hollow {
  constructor({ columns: [name], words }, columns) {
    this.codes = columns[name];
    this.words = words;
  }

  has(index, step) {
    const at = 2 * (index >> 3);
    return ((parseInt(this.codes[step].slice(at, at + 2), 16) >> (index & 7)) & 1) === 1;
  }

  // Draws the outlines and says how many there are. Points that the hand has changed since are shown full: nothing is
  // known of them, but under a line in the hand.
  draw(model, step, { children }) {
    const missed = model.turn && misses(model);
    if (!missed && !answered(model.edits, model.data)) {
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
