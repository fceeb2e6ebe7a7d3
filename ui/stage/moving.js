// Points that move: each stays at its x and has a y for each step.

import { pointShapes, svg } from "./geometry.js";
import { Mark } from "./marks.js";

const decoded = (text) => new Int16Array(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer);

export const newMark = (mark, data, color) => new (mark.kind === "moving" ? Moving : Mark)(mark, data, color);

// On the way to a step they are on theirs, and the one behind it is ringed.
class Moving extends Mark {
  constructor(mark, data, color) {
    super({ ...mark, style: {}, ahead: true }, data, color);
    const { classes, kinds, x, y, unit, style, radius } = mark;
    const values = (text) => Array.from(decoded(text), (value) => value * unit);
    this.classes = classes.map(({ color: own, ...rest }) => ({ ...rest, color: color(own) }));
    this.kinds = kinds;
    this.xs = values(x);
    this.ys = values(y);
    this.spots = svg("g");
    this.circle = new Mark({ ...mark, kind: "dot", columns: [], style, radius, inset: undefined }, data, color);
    this.shape.append(this.spots, this.circle.shape);
  }

  draw(step, frame, turned = 1) {
    const plot = this.within(frame);
    if (this.frame !== plot) {
      const points = this.kinds.map((kind, i) => [this.xs[i], 0, kind]);
      this.spots.replaceChildren(...pointShapes(points, this.classes, plot));
      this.frame = plot;
    }
    const places = this.xs.map((x, i) => [x, this.at(i, step, turned)]);
    [...this.spots.children].forEach((node, i) => {
      const [x, y] = places[i];
      node.setAttribute("transform", `translate(${plot.x(x).toFixed(2)},${plot.y(y).toFixed(2)})`);
    });
    const ringed = this.columns[0][step];
    this.circle.show(ringed === null ? [] : places[ringed], plot);
  }

  at(i, step, turned) {
    const { length } = this.xs;
    const to = this.ys[step * length + i];
    return turned < 1 ? to + (1 - turned) * (this.ys[(step - 1) * length + i] - to) : to;
  }
}
