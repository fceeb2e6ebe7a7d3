// The words about a place on the board: its coordinates, and the value of this step's form there.

import type { Panel } from "../draw/panel.ts";
import { POINTER, type Reach } from "../draw/reach.ts";
import { make } from "../page/make.ts";
import { setLength } from "../page/page.ts";
import { markedNodes } from "../page/symbols.ts";
import { isCurrent } from "../store/edits.ts";
import type { Model } from "../store/model.ts";
import type { BoardPlace } from "../store/press.ts";
import { fillIn } from "../words/text.ts";
import type { BoardHand } from "./board.ts";

const NOTHING = 1e-12; // a sum smaller than this share of its terms' sizes is a rounding error
const FINE = 1024; // the steps per unit of the board to which a place is rounded, finer than a pixel

const fine = (value: number) => Math.round(value * FINE) / FINE;

export class Reading {
  private place: { readonly x: number; readonly y: number; readonly reach: Reach; readonly step: number | null } | null = null;

  constructor(private readonly model: Model, private readonly board: BoardHand) {}

  // Read a place, or stop reading; a tapped place has a `step`, and is read until another step is shown.
  at(place: BoardPlace | null, reach: Reach = POINTER, step: number | null = null) {
    this.place = place && { x: place.x, y: place.y, reach, step };
    this.draw();
  }

  // The name of the place, and a text about it, which is empty until the server has answered.
  words() {
    const { board, place, model, model: { data, data: { reading }, edits, points, step } } = this;
    if (!place || !board.isShown) return null;
    const { frame, panel: { hollow } } = board;
    const index = board.nearest({ left: frame.x(place.x), top: frame.y(place.y) }, place.reach);
    if (!reading) return index < 0 ? null : { name: board.describe(index), text: "" };
    const [x, y, kind] = index < 0 ? [fine(place.x), fine(place.y), -1] : points[index];
    const { form, away } = this.values(x, y);
    const side = form > 0 ? 0 : form < 0 ? 1 : 2;
    const values: Record<string, number | string> = { x, y, value: form, away };
    const parts = [reading.sides[side]];
    if (index >= 0) {
      Object.assign(values, { value: form * reading.signs[kind], point: index, class: model.need("editing").classes[kind].name });
      parts[0] = reading.value;
    }
    if (Number.isFinite(away) && (index >= 0 || away > 0)) parts.push(reading.away);
    if (index >= 0 && hollow?.has(index, step)) parts.push(reading.hollow);
    const write = (template: string) => fillIn(template, (name) => values[name]);
    const name = write(index < 0 ? reading.place : reading.point);
    return { name, text: isCurrent(edits, data) ? write(parts.join("")) : "" };
  }

  // The value of the form at a place, and the distance of the place from the line where the form is 0.
  private values(x: number, y: number) {
    const [a, b, c] = this.model.form;
    const terms = [a * x, b * y, c];
    const [sum, size] = terms.reduce(([all, sizes], term) => [all + term, sizes + Math.abs(term)], [0, 0]);
    const form = Math.abs(sum) <= NOTHING * size ? 0 : sum;
    return { form, away: Math.abs(form) / Math.hypot(a, b) };
  }

  draw() {
    const { board, model: { step } } = this;
    if ((this.place?.step ?? step) !== step) this.place = null;
    const words = this.words();
    if (board.isShown) writeReading(board.panel, words ? words.name + words.text : "", board.frame.y(this.place?.y ?? 0));
  }
}

const LOW = 96; // px: for a place nearer to the foot of the frame the words stand at the top; they may take two lines

// Write words about a place into a panel, or remove them; `place` is in pixels from the top of the frame.
export function writeReading({ node, frame, box }: Panel, text: string, place: number) {
  const old = node.querySelector<HTMLElement>(".stage-reading");
  if (!text || !frame || !box) {
    old?.remove();
    return;
  }
  const line = old ?? node.appendChild(make("p", { className: "stage-reading" }));
  if (line.textContent !== text) line.replaceChildren(...markedNodes(text));
  // The words stand at the bottom unless they would cover the place itself or, in a corner, the name of a line.
  const low = place > frame.height - LOW || (place > LOW / 2 && node.querySelector("[data-kind=label]"));
  setLength(line, "left", frame.left);
  setLength(line, "max-width", frame.width);
  setLength(line, "top", low ? frame.top : null);
  setLength(line, "bottom", low ? null : box[2] - frame.top - frame.height);
}
