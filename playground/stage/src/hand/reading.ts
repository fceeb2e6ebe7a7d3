// The words about a place on the board: its coordinates, and the value of this step's form there.

import { fillIn } from "../words/text.ts";
import { isCurrent } from "../store/edits.ts";
import { setLength } from "../page/page.ts";
import { POINTER } from "./pointer.ts";

const NOTHING = 1e-12; // a sum smaller than this share of its terms' sizes is a rounding error
const FINE = 1024; // the steps per unit of the board to which a place is rounded, finer than a pixel

export class Reading {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("./board.ts").Board} board
   */
  constructor(model, board) {
    this.model = model;
    this.board = board;
    this.place = null;
  }

  /**
   * Read a place, or stop reading; a tapped place has a `step`, and is read until another step is shown.
   * @param {{ x: number, y: number } | null} place
   * @param {number | ((index: number) => number)} reach
   * @param {number | null} step
   */
  at(place, reach = POINTER, step = null) {
    this.place = place && { x: place.x, y: place.y, reach, step };
    this.draw();
  }

  // The name of the place, and a text about it, which is empty until the server has answered.
  words() {
    const { board, model } = this;
    const { data, lineStep } = model;
    if (!board.panel?.frame || !this.place) return null;
    const { reading } = data;
    const { frame, hollow } = board.panel;
    const { reach, ...spot } = this.place;
    const index = board.nearest({ left: frame.x(spot.x), top: frame.y(spot.y) }, reach);
    if (!reading) return index < 0 ? null : { name: board.describe(index), text: "" };
    const fine = (value) => Math.round(value * FINE) / FINE;
    const [x, y, kind] = index < 0 ? [fine(spot.x), fine(spot.y), -1] : board.points[index];
    const { form, away } = this.values(x, y);
    const value = index < 0 ? form : form * reading.signs[kind];
    const values = { x, y, value, away, point: index, class: model.need("editing").classes[kind]?.name };
    const write = (template) => fillIn(template, (name) => values[name]);
    const side = form > 0 ? 0 : form < 0 ? 1 : 2;
    const parts = index < 0 ? [reading.sides[side], away > 0 && Number.isFinite(away) && reading.away] : [
      reading.value, Number.isFinite(away) && reading.away, hollow?.has(index, lineStep) && reading.hollow,
    ];
    const name = write(index < 0 ? reading.place : reading.point);
    return { name, text: isCurrent(model.edits, data) ? parts.filter(Boolean).map(write).join("") : "" };
  }

  // The value of the form at a place, and the distance of the place from the line where the form is 0.
  values(x, y) {
    const { model, model: { data, lineStep } } = this;
    const [a, b, c] = model.need("reading").form.map((name) => Number(data.columns[name][lineStep]));
    const terms = [a * x, b * y, c];
    const [sum, size] = terms.reduce(([all, sizes], term) => [all + term, sizes + Math.abs(term)], [0, 0]);
    const form = Math.abs(sum) <= NOTHING * size ? 0 : sum;
    return { form, away: Math.abs(form) / Math.hypot(a, b) };
  }

  draw() {
    if ((this.place?.step ?? this.model.step) !== this.model.step) this.place = null;
    const { place, board: { panel } } = this;
    const words = this.words();
    if (panel) writeReading(panel, words ? words.name + words.text : "", words && place ? panel.frame.y(place.y) : 0);
  }
}

const LOW = 96; // px: for a place nearer to the foot of the frame the words stand at the top; they may take two lines

// Write words about a place into a panel, or remove them; `place` is in pixels from the top of the frame.
export function writeReading({ node, frame, box }, text, place) {
  let line = node.querySelector(".stage-reading");
  if (!text) {
    line?.remove();
    return;
  }
  if (!line) {
    line = document.createElement("p");
    line.className = "stage-reading";
    node.append(line);
  }
  const { left, top, width, height } = frame;
  if (line.textContent !== text) line.textContent = text;
  // The words stand at the bottom unless they would cover the place itself.
  const low = place > height - LOW;
  setLength(line, "left", left);
  setLength(line, "max-width", width);
  setLength(line, "top", low ? top : null);
  setLength(line, "bottom", low ? null : box[2] - top - height);
}
