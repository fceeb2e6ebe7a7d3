// The shapes that follow the step, in SVG over a fixed figure.

import { Inset, Line, setAttributes, svg } from "./geometry.ts";
import { Pixels } from "./pixels.ts";

export const SHAPES = {
  line: "path", halfplane: "path", arrow: "path", vector: "path", sector: "path", curve: "polyline", heads: "path", dot: "circle",
  ring: "circle", label: "text", glide: "circle", dots: "path", moving: "g", pixels: "g",
};
export const ARROW = 0.11; // in units of the frame's diagonal
const [HEAD, APART, MOST_HEADS] = [11, 56, 24]; // px of a head, and between two heads on a curve; the most heads
const INTERPOLATED = ["line", "halfplane", "arrow", "vector", "curve", "dot", "sector", "pixels"];

// One shape that follows the columns from step to step.
export class Mark {
  constructor(mark, data) {
    const { kind, columns, lag = 0, side = 1, radius, under, point, at, corner, shift, style, part, ahead, inset, outcome, stays,
      name } = mark;
    this.shape = svg(SHAPES[kind], style);
    if (SHAPES[kind] === "circle") this.shape.setAttribute("r", radius);
    this.node = inset ? svg("svg") : this.shape;
    if (inset) this.node.append(this.shape);
    this.inset = inset;
    this.shape.dataset.kind = kind;
    if (part) this.shape.dataset.part = part;
    this.kind = kind;
    this.lag = lag;
    this.side = side;
    this.under = under;
    this.radius = radius;
    this.point = point;
    this.place = at;
    this.corner = corner;
    this.ahead = ahead ?? (kind === "ring" || kind === "glide");
    this.outcome = outcome;
    this.stays = stays;
    this.name = name;
    /** @type {any} */
    this.end = null; // the place for a name, in pixels; both ends of a line
    this.shift = shift;
    this.names = columns;
    this.columns = columns.map((column) => data.columns[column]);
    this.points = data.points;
    this.pictures = kind === "pixels" ? new Pixels(this.shape, mark) : null;
  }

  // Draw the shape at a step, or on the way to it; `progress` is the drawn part of the change, from 0 to 1.
  draw(step, frame, progress = 1) {
    const { kind, lag } = this;
    const early = progress < 1 && !this.ahead;
    const at = step - lag - (early && (!progress || ["curve", "heads", "dots"].includes(kind)) ? 1 : 0);
    let values = at < 0 ? [] : this.columns.map((column) => column[at]);
    if (early && progress && !lag && INTERPOLATED.includes(kind)) values = this.between(step, progress);
    this.show(values, this.within(frame), at, progress);
  }

  // The frame of the shape: the panel's frame, or the inset of the shape in it.
  within(frame) {
    if (!this.inset) return frame;
    if (this.outer !== frame) {
      this.outer = frame;
      this.inner = new Inset(this.inset, frame);
      this.inner.place(this.node);
    }
    return this.inner;
  }

  show(values, frame, at = 0, progress = 1) {
    const known = this.kind === "curve" || values.every((value) => value !== null);
    const visible = values.length > 0 && known && this[this.kind](values, frame, at, progress);
    this.shape.style.display = visible === false ? "none" : "";
    if (visible === false) this.end = null;
  }

  between(step, progress) {
    return this.columns.map((column) => {
      const [from, to] = [column[step - 1], column[step]];
      if (from === null || to === null) return to;
      return this.pictures ? this.pictures.between(from, to, progress) : from + progress * (to - from);
    });
  }

  line(values, frame) {
    const line = new Line(...values, frame);
    const ends = [line.point(-1, 0), line.point(1, 0)];
    this.end = ends.map(([x, y]) => [frame.x(x), frame.y(y)]);
    return line.exists && this.path(frame, ...ends);
  }

  halfplane(values, frame) {
    const line = new Line(...values, frame);
    if (!line.exists) {
      // Without a direction the sign of c decides for the whole plane.
      const [left, right, low, high] = [...frame.xRange, ...frame.yRange];
      return values[2] * this.side > 0 && this.path(frame, [left, low], [right, low], [right, high], [left, high]);
    }
    const far = this.side * (1 + Math.abs(line.height / line.reach));
    return this.path(frame, line.point(-1, 0), line.point(1, 0), line.point(1, far), line.point(-1, far));
  }

  arrow(values, frame) {
    const line = new Line(...values, frame);
    return line.exists && this.arrowPath(frame, line.nearest, line.tip(ARROW));
  }

  vector([x0, y0, x1, y1], frame) {
    return this.arrowPath(frame, [x0, y0], [x1, y1]);
  }

  // A curve without a value at this step stays, without an end.
  curve(end, frame, at, progress) {
    if (this.frame !== frame) {
      const [xs, ys] = this.columns;
      this.frame = frame;
      this.corners = xs.map((x, i) => (ys[i] === null ? "" : `${frame.x(x).toFixed(1)},${frame.y(ys[i]).toFixed(1)}`));
    }
    const corners = this.corners.slice(0, at + 1);
    this.end = end.includes(null) ? null : [frame.x(end[0]), frame.y(end[1])];
    if (this.end && progress > 0 && progress < 1) corners.push(this.end.join());
    this.shape.setAttribute("points", corners.join(" "));
    return corners.some(Boolean);
  }

  // Each head stands in the middle of a piece of the curve that is long enough to have a direction.
  heads(_, frame, at) {
    if (this.frame !== frame) {
      const [xs, ys] = this.columns;
      const places = xs.map((x, i) => (ys[i] === null ? null : [frame.x(x), frame.y(ys[i])]));
      const lengths = places.map((to, i) => {
        const from = places[i - 1];
        return from && to ? Math.hypot(to[0] - from[0], to[1] - from[1]) : 0;
      });
      const apart = Math.max(APART, lengths.reduce((sum, length) => sum + length, 0) / MOST_HEADS);
      let since = apart;
      this.frame = frame;
      this.tips = places.map((to, i) => {
        since += lengths[i];
        if (lengths[i] < HEAD || since < apart) return "";
        since = lengths[i] / 2;
        const [from, along] = [places[i - 1], (lengths[i] + HEAD) / 2 / lengths[i]];
        return headPath(from, from.map((start, axis) => start + along * (to[axis] - start)));
      });
    }
    this.shape.setAttribute("d", this.tips.slice(0, at + 1).join(""));
  }

  dot([x, y], frame) {
    this.end = [frame.x(x), frame.y(y)];
    setAttributes(this.shape, { cx: this.end[0], cy: this.end[1] });
  }

  dots(_, frame, at) {
    if (this.frame !== frame) {
      const [xs, ys, there] = this.columns;
      const r = this.radius;
      const round = (i) => `M${(frame.x(xs[i]) - r).toFixed(1)},${frame.y(ys[i]).toFixed(1)}`
        + `a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0z`;
      this.frame = frame;
      this.rounds = xs.map((_x, i) => (there[i] && ys[i] !== null ? round(i) : ""));
    }
    this.shape.setAttribute("d", this.rounds.slice(0, at + 1).join(""));
  }

  ring([index], frame) {
    this.dot(this.points[index], frame);
    this.shape.setAttribute("r", String(this.radius * frame.growth));
  }

  glide([index, ...values], frame, _, progress) {
    const line = new Line(...values, frame);
    if (progress === 0 || progress === 1 || !line.exists) return false;
    const [from, to] = [this.points[index], line.tip(ARROW)];
    const [x, y] = [0, 1].map((axis) => from[axis] + progress * (to[axis] - from[axis]));
    this.dot([x, y], frame);
    return true;
  }

  label([text, ...values], frame) {
    const [x, y] = this.placeOf(values, frame);
    const [right, up] = this.shift.map((by) => by * frame.growth);
    const anchor = { "text-anchor": ["start", "middle", "end"][2 * (this.corner?.[0] ?? 0.5)], "dominant-baseline": "central" };
    for (const [name, value] of Object.entries({ x: x + right, y: y - up, ...anchor })) this.shape.setAttribute(name, value);
    this.shape.textContent = text;
  }

  placeOf(values, frame) {
    if (this.corner) return [this.corner[0] * frame.width, (1 - this.corner[1]) * frame.height];
    const [x, y] = values.length ? values : this.place ?? this.points[this.point];
    return [frame.x(x), frame.y(y)];
  }

  pixels([value], frame) {
    this.pictures?.draw(value, frame);
  }

  sector([from, to], frame) {
    const steps = Math.max(2, Math.ceil(Math.abs(to - from) * 20));
    const rim = Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps);
    const arc = rim.map((angle) => [this.radius * Math.cos(angle), this.radius * Math.sin(angle)]);
    this.path(frame, [0, 0], ...arc, [0, 0]);
  }

  path(frame, ...corners) {
    this.shape.setAttribute("d", `M${corners.map(([x, y]) => `${frame.x(x)},${frame.y(y)}`).join("L")}`);
  }

  arrowPath(frame, from, to) {
    const [x0, y0, x1, y1] = [frame.x(from[0]), frame.y(from[1]), frame.x(to[0]), frame.y(to[1])];
    if (Math.hypot(x1 - x0, y1 - y0) < 0.5) return false;
    this.shape.setAttribute("d", `M${x0},${y0}L${x1},${y1}${headPath([x0, y0], [x1, y1])}`);
    return true;
  }
}

// The head of an arrow, at most as long as the arrow.
function headPath([x0, y0], [x1, y1]) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const head = Math.min(HEAD, length);
  const wing = (side) => `${x1 - head * ux - side * 0.42 * head * uy},${y1 - head * uy + side * 0.42 * head * ux}`;
  return `M${wing(1)}L${x1},${y1}L${wing(-1)}`;
}
