// The points drawn as outlines at each step, in hexadecimal bytes with a bit for each point.

import { isCurrent } from "../store/edits.ts";
import { wrongPoints } from "../store/line.ts";
import type { Model } from "../store/model.ts";
import type { Column, Hollow as HollowSpec, Mark as AnySpec, Payload } from "../store/payload.ts";
import { fillIn } from "../words/text.ts";
import type { Mark } from "./mark.ts";
import { Moving } from "./moving.ts";

// The outlines of a panel, if one of its marks has them.
export function hollowOf(specs: readonly AnySpec[], columns: Payload["columns"]) {
  const spec = specs.find((each) => each.kind === "hollow");
  return spec && new Hollow(spec, columns);
}

export class Hollow {
  private readonly codes: Column;
  private readonly words: string;
  private bytes: readonly number[] = []; // of the step
  private step = -1;
  private moving = 0; // the number of the panel's moving points

  constructor({ columns: [name], words }: HollowSpec, columns: Payload["columns"]) {
    this.codes = columns[name];
    this.words = words;
  }

  has(index: number, step: number) {
    if (this.step !== step) {
      this.step = step;
      this.bytes = (String(this.codes[step]).match(/../g) ?? []).map((byte) => parseInt(byte, 16));
    }
    return ((this.bytes[index >> 3] >> (index & 7)) & 1) === 1;
  }

  // Moving points draw their outlines by themselves; they count in the order of their marks.
  outline(marks: readonly Mark[]) {
    this.moving = 0;
    for (const mark of marks) {
      if (!(mark instanceof Moving)) continue;
      const first = this.moving;
      mark.isHollow = (index, step) => this.has(first + index, step);
      this.moving += mark.kinds.length;
    }
  }

  // Draw the outlines and return their number in words. After an edit all points are full until the server has
  // answered, except while the line is turned; they are also full while the board shows the line of the last step.
  draw(model: Model, step: number, { children }: ParentNode) {
    if (this.moving) {
      const outlines = Array.from({ length: this.moving }, (_, index) => this.has(index, step));
      return fillIn(this.words, () => outlines.filter(Boolean).length);
    }
    const wrong = model.line && wrongPoints(model.line, model);
    if (!wrong && (!isCurrent(model.edits, model.data) || model.lineStep > model.step)) {
      for (const node of children) node.classList.remove("is-hollow");
      return "";
    }
    const hollow = Array.from(children, (_, index) => (wrong ? wrong[index] : this.has(index, step)));
    hollow.forEach((each, index) => children[index].classList.toggle("is-hollow", each));
    return fillIn(this.words, () => hollow.filter(Boolean).length);
  }
}
