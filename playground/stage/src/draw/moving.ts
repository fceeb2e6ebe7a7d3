// Points that move: each stays at its x and has a y for each step.

import { SIGNS, svg } from "./geometry.ts";
import { Mark } from "./marks.ts";

// The most paths of full points, and the most of outlines: a browser could not move more in a frame.
const SHARES = { panel: 30, inset: 10 };

const decode = (text) => new Int16Array(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer);

export const newMark = (mark, data) => new (mark.kind === "moving" ? Moving : Mark)(mark, data);

// The points move during a step, and a ring marks the point of the update. Of many points several share a path.
class Moving extends Mark {
  constructor(mark, data) {
    super({ ...mark, style: {}, ahead: true }, data);
    const { classes, kinds, x, y, unit, style, radius, words, form } = mark;
    const values = (text) => Array.from(decode(text), (value) => value * unit);
    this.kinds = kinds;
    this.names = classes.map(({ name }) => name);
    this.templates = { words, form };
    this.xs = values(x);
    /** @type {string[]} */
    this.lefts = []; // x in the frame, in pixels
    this.ys = values(y);
    /** @type {(index: number, step: number) => boolean} */
    this.isHollow = () => false;
    this.signs = classes.map(({ shape }) => SIGNS[shape]);
    const size = Math.ceil(kinds.length / SHARES[mark.inset ? "inset" : "panel"]);
    this.shares = classes.flatMap((_, kind) => {
      const those = [...kinds.keys()].filter((i) => kinds[i] === kind);
      return Array.from({ length: Math.ceil(those.length / size) }, (__, at) => those.slice(at * size, (at + 1) * size));
    });
    this.paths = this.shares.flatMap(([first]) => ["", "is-hollow"].map((name) => {
      const own = classes[kinds[first]].color;
      return svg("path", { fill: own, color: own, class: name, "data-points": "" });
    }));
    this.circle = new Mark({ ...mark, kind: "dot", columns: [], style, radius, inset: undefined }, data);
    this.shape.append(...this.paths, this.circle.shape);
  }

  draw(step, frame, progress = 1) {
    const plot = this.within(frame);
    if (this.frame !== plot) this.lefts = this.xs.map((x) => plot.x(x).toFixed(1));
    this.frame = plot;
    const outlineStep = step - (progress > 0 ? 0 : 1);
    this.shares.forEach((share, at) => {
      const shapes = ["", ""];
      for (const i of share) {
        const place = `${this.lefts[i]},${plot.y(this.at(i, step, progress)).toFixed(1)}`;
        shapes[Number(this.isHollow(i, outlineStep))] += `M${place}${this.signs[this.kinds[i]]}`;
      }
      shapes.forEach((d, hollow) => {
        const path = this.paths[2 * at + hollow];
        if (path.getAttribute("d") !== d) path.setAttribute("d", d);
      });
    });
    const ringIndex = this.columns[0][step];
    this.circle.show(ringIndex === null ? [] : [this.xs[ringIndex], this.at(ringIndex, step, progress)], plot);
  }

  // The place of a point at a step, in pixels of the panel's frame.
  spot(i, step) {
    const { left, top } = this.inset ? this.frame : { left: 0, top: 0 };
    return [left + this.frame.x(this.xs[i]), top + this.frame.y(this.at(i, step, 1))];
  }

  at(i, step, progress) {
    const { length } = this.xs;
    const to = this.ys[step * length + i];
    return progress < 1 ? to + (1 - progress) * (this.ys[(step - 1) * length + i] - to) : to;
  }
}
