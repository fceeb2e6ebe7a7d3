// The points drawn as outlines at each step, in hexadecimal bytes with a bit for each point.

import { isCurrent, pointsOf } from "../store/edits.ts";
import { errsAt, wrongPoints } from "../store/line.ts";
import type { Model } from "../store/model.ts";
import type { Column, FigurePart, Hollow as HollowSpec, Mark as AnySpec, Payload } from "../store/payload.ts";
import { fillIn } from "../words/text.ts";
import type { Mark } from "./mark.ts";
import { Moving } from "./moving.ts";

/** Whether the point of this place is among those of a code, whose bytes begin with their lowest bits. */
export function isOutlined(code: Column[number], index: number) {
  const byte = 2 * (index >> 3);
  return ((parseInt(String(code).slice(byte, byte + 2), 16) >> (index & 7)) & 1) === 1;
}

// The outlines of a panel, if one of its marks has them.
export function hollowOf(specs: readonly AnySpec[], columns: Payload["columns"]) {
  const spec = specs.find((each) => each.kind === "hollow");
  return spec && new Hollow(spec, columns);
}

export class Hollow {
  private readonly codes: Column;
  private readonly words: string;
  private readonly form: HollowSpec["form"];
  private moving = 0; // the number of the panel's moving points

  constructor({ columns: [name], words, form }: HollowSpec, columns: Payload["columns"]) {
    this.codes = columns[name];
    this.words = words;
    this.form = form;
  }

  has(index: number, step: number) {
    return isOutlined(this.codes[step], index);
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

  // Draw the outlines at a step, and return their number in words, which waits while points are edited that were not run
  // yet.
  draw(model: Model, step: number, { children }: ParentNode) {
    if (this.moving) {
      const outlines = Array.from({ length: this.moving }, (_, index) => this.has(index, step));
      return fillIn(this.words, () => outlines.filter(Boolean).length);
    }
    const { line, edits, data } = model;
    const hollow = line ? wrongPoints(line, model) : this.wrongAt(model, step);
    Array.from(children).forEach((node, index) => node.classList.toggle("is-hollow", hollow[index]));
    return line ?? isCurrent(edits, data) ? fillIn(this.words, () => hollow.filter(Boolean).length) : "";
  }

  // The answer knows which of its own points are wrong; of others the side of the line says so, if there is a line.
  private wrongAt(model: Model, step: number) {
    const { points, data, data: { reading } } = model;
    const form = this.form ?? reading?.form;
    const errs = form && errsAt({ form, step }, model);
    const known = pointsOf(data.points);
    return points.map((point, index) =>
      (errs && String(point) !== String(known.at(index)) ? errs(point) : this.has(index, step)));
  }
}

/** The parts of a board's figure: of dots with a side those are hollow that its line has on the other one. */
export function judged(parts: readonly FigurePart[], model: Model, step: number) {
  const { line, data: { reading } } = model;
  if (!reading) return parts;
  const errs = errsAt(line ?? { form: reading.form, step }, model);
  return parts.flatMap((part) => {
    if (part.kind !== "dots" || !part.side) return [part];
    const { x, y, side } = part;
    const wrong = x.map((across, i) => errs([across ?? NaN, y[i] ?? NaN, side < 0 ? 1 : 0]));
    return [false, true].map((hollow) => ({ ...part, hollow, x: x.map((across, i) => (wrong[i] === hollow ? across : null)) }));
  });
}
