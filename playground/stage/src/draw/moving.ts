// Points that move: each stays at its x and has a y for each step.

import type { Moving as MovingSpec } from "../store/payload.ts";
import { setAttributes, SIGNS, svg, type Frame, type Place } from "./geometry.ts";
import { Mark, type MarkData, type Moment, type Value } from "./mark.ts";

// The most paths of full points, and the most of outlines: a browser could not move more in a frame.
const SHARES = { panel: 30, inset: 10 };

const decode = (text: string) => new Int16Array(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer);

// The points move during a step, and a ring marks the point of the update. Of many points several share a path.
export class Moving extends Mark {
  readonly kinds: readonly number[];
  readonly names: readonly string[]; // of the classes
  readonly templates: Pick<MovingSpec, "words" | "form">;
  readonly xs: readonly number[];
  isHollow: (index: number, step: number) => boolean = () => false;
  private readonly ys: readonly number[];
  private readonly signs: readonly string[];
  private readonly shares: readonly (readonly number[])[];
  private readonly paths: readonly SVGPathElement[]; // two for each share: full points, and outlines
  private readonly circle: SVGCircleElement;
  private plot: Frame | null = null;
  private lefts: readonly string[] = []; // x in the plot, in pixels

  constructor(spec: MovingSpec, data: MarkData) {
    super({ ...spec, style: {} }, data, { element: "g", ahead: true, gaps: true });
    const { classes, kinds, unit, style, radius, words, form } = spec;
    const valuesOf = (text: string) => Array.from(decode(text), (value) => value * unit);
    this.kinds = kinds;
    this.names = classes.map(({ name }) => name);
    this.templates = { words, form };
    [this.xs, this.ys] = [valuesOf(spec.x), valuesOf(spec.y)];
    this.signs = classes.map(({ shape }) => SIGNS[shape]);
    const size = Math.ceil(kinds.length / SHARES[spec.inset ? "inset" : "panel"]);
    this.shares = classes.flatMap((_, kind) => {
      const those = [...kinds.keys()].filter((i) => kinds[i] === kind);
      return Array.from({ length: Math.ceil(those.length / size) }, (__, at) => those.slice(at * size, (at + 1) * size));
    });
    this.paths = this.shares.flatMap(([first]) => ["", "is-hollow"].map((name) => {
      const { color } = classes[kinds[first]];
      return svg("path", { fill: color, color, class: name, "data-points": "" });
    }));
    this.circle = svg("circle", { ...style, r: radius, "data-kind": "dot" });
    this.shape.append(...this.paths, this.circle);
  }

  protected look([ringed]: readonly Value[], { frame, at, progress }: Moment) {
    if (this.plot !== frame) this.lefts = this.xs.map((x) => frame.x(x).toFixed(1));
    this.plot = frame;
    const outlineStep = at - (progress > 0 ? 0 : 1);
    this.shares.forEach((share, place) => {
      const shapes = ["", ""];
      for (const i of share) {
        const corner = `${this.lefts[i]},${frame.y(this.at(i, at, progress)).toFixed(1)}`;
        shapes[Number(this.isHollow(i, outlineStep))] += `M${corner}${this.signs[this.kinds[i]]}`;
      }
      shapes.forEach((d, hollow) => {
        const path = this.paths[2 * place + hollow];
        if (path.getAttribute("d") !== d) path.setAttribute("d", d);
      });
    });
    this.circle.style.display = ringed === null ? "none" : "";
    const ring = Number(ringed);
    setAttributes(this.circle, { cx: frame.x(this.xs[ring]), cy: frame.y(this.at(ring, at, progress)) });
    return { attributes: {} };
  }

  // The place of a point at a step, in pixels of the panel's frame.
  spot(i: number, step: number): Place {
    const { plot } = this;
    if (!plot) throw new Error("the points are not drawn");
    const [x, y] = plot.at([this.xs[i], this.at(i, step, 1)]);
    return this.spec.inset ? [plot.left + x, plot.top + y] : [x, y];
  }

  // The y of a point at a step, or on the way to it.
  at(i: number, step: number, progress: number) {
    const { length } = this.xs;
    const to = this.ys[step * length + i];
    return progress < 1 ? to + (1 - progress) * (this.ys[(step - 1) * length + i] - to) : to;
  }
}
