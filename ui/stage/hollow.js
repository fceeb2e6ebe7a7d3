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
    const at = 2 * (index >> 3);
    return ((parseInt(this.codes[step].slice(at, at + 2), 16) >> (index & 7)) & 1) === 1;
  }

  // Points that the hand has changed since are shown full: nothing is known of them, but under a line in the hand.
  draw(model, step, { children }) {
    const known = answered(model.edits, model.data);
    const missed = model.turn && misses(model);
    for (const [index, node] of [...children].entries())
      node.classList.toggle("is-hollow", missed ? missed[index] : known && this.has(index, step));
  }

  // Says in a corner of their panel how many there are.
  tell(model, step, node) {
    const line = node.querySelector(".stage-count") ?? node.appendChild(document.createElement("p"));
    line.className = "stage-count";
    const bits = [...this.codes[step]].map((digit) => parseInt(digit, 16).toString(2)).join("");
    const count = model.turn ? misses(model).filter(Boolean).length : bits.replaceAll("0", "").length;
    line.textContent = model.turn || answered(model.edits, model.data) ? filled(this.words, () => count) : "";
  }
}
