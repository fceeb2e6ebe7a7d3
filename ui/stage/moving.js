// Points that move: each stays at its x and has a y for each step.

import { SIGNS, svg } from "./geometry.js";
import { Mark } from "./marks.js";

const decoded = (text) => new Int16Array(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer);

export const newMark = (mark, data, color) => new (mark.kind === "moving" ? Moving : Mark)(mark, data, color);

// On the way to a step they are on theirs, and the one behind it is ringed. All of a class that are full, or outlines,
// are one path: hundreds of shapes would be too many to move in a frame.
class Moving extends Mark {
  constructor(mark, data, color) {
    super({ ...mark, style: {} }, data, color);
    const { classes, kinds, x, y, unit, style, radius } = mark;
    const values = (text) => Array.from(decoded(text), (value) => value * unit);
    this.kinds = kinds;
    this.xs = values(x);
    this.ys = values(y);
    /** @type {(index: number, step: number) => boolean} */
    this.isHollow = () => false;
    this.signs = classes.map(({ shape }) => SIGNS[shape]);
    this.paths = classes.flatMap(({ color: own }) => ["", "is-hollow"].map((name) =>
      svg("path", { fill: color(own), color: color(own), class: name, "data-points": "" })));
    this.circle = new Mark({ ...mark, kind: "dot", columns: [], style, radius, inset: undefined }, data, color);
    this.shape.append(...this.paths, this.circle.shape);
  }

  draw(step, frame, turned = 1) {
    const plot = this.within(frame);
    if (this.frame !== plot) this.lefts = this.xs.map((x) => plot.x(x).toFixed(1));
    this.frame = plot;
    const shown = step - (turned > 0 ? 0 : 1);
    const drawn = this.paths.map(() => []);
    this.kinds.forEach((kind, i) => {
      const place = `${this.lefts[i]},${plot.y(this.at(i, step, turned)).toFixed(1)}`;
      drawn[2 * kind + Number(this.isHollow(i, shown))].push(`M${place}${this.signs[kind]}`);
    });
    this.paths.forEach((path, at) => path.setAttribute("d", drawn[at].join("")));
    const ringed = this.columns[0][step];
    this.circle.show(ringed === null ? [] : [this.xs[ringed], this.at(ringed, step, turned)], plot);
  }

  at(i, step, turned) {
    const { length } = this.xs;
    const to = this.ys[step * length + i];
    return turned < 1 ? to + (1 - turned) * (this.ys[(step - 1) * length + i] - to) : to;
  }
}
