// All kinds of marks. A new kind of shape is one entry here.

import type { Mark as AnySpec, Shape, ShapeKind } from "../store/payload.ts";
import { Line, type Frame, type Place } from "./geometry.ts";
import { Mark, type Look, type MarkData, type Moment, type Motion, type Value } from "./mark.ts";
import { Moving } from "./moving.ts";
import { Pixels } from "./pixels.ts";

export const ARROW = 0.11; // in units of the frame's diagonal
const [HEAD, APART, MOST_HEADS] = [11, 56, 24]; // px of a head, and between two heads on a curve; the most heads

/** A kind of shape: how it follows the step, and what it shows of its columns' values, of which none is missing. */
interface Kind extends Motion {
  readonly look: (values: readonly number[], moment: Moment, shape: ShapeMark) => Look | null;
}

class ShapeMark extends Mark {
  declare readonly spec: Shape;
  private framed: Frame | null = null; // the frame of the pieces
  private pieces: readonly string[] = [];

  constructor(spec: Shape, data: MarkData) {
    super(spec, data, KINDS[spec.kind]);
  }

  get radius() {
    return this.spec.radius ?? 0;
  }

  protected look(values: readonly Value[], moment: Moment) {
    return KINDS[this.spec.kind].look(values.map(toNumber), moment, this);
  }

  // The pieces of a growing shape up to the step, from the places of its columns in pixels, null where one has nothing.
  piecesTo({ at, frame }: Moment, newPieces: (places: readonly (Place | null)[]) => readonly string[]) {
    if (this.framed !== frame) {
      const [xs, ys] = this.columns.map((column) => column.map(toNumber));
      this.framed = frame;
      this.pieces = newPieces(xs.map((x, i) => (Number.isNaN(x + ys[i]) ? null : frame.at([x, ys[i]]))));
    }
    return this.pieces.slice(0, at + 1);
  }
}

const toNumber = (value: Value) => (value === null ? NaN : Number(value));

const KINDS: Readonly<Record<ShapeKind, Kind>> = {
  line: {
    element: "path", glides: true,
    look([a, b, c], { frame }) {
      const line = new Line(a, b, c, frame);
      const ends = [line.point(-1, 0), line.point(1, 0)] as const;
      return line.exists ? { ...path(frame, ...ends), ends: [frame.at(ends[0]), frame.at(ends[1])] } : null;
    },
  },
  halfplane: {
    element: "path", glides: true,
    look([a, b, c], { frame }, { spec: { side = 1 } }) {
      const line = new Line(a, b, c, frame);
      if (!line.exists) {
        // Without a direction the sign of c decides for the whole plane.
        const [left, right, low, high] = [...frame.xRange, ...frame.yRange];
        return c * side > 0 ? path(frame, [left, low], [right, low], [right, high], [left, high]) : null;
      }
      const far = side * (1 + Math.abs(line.height / line.reach));
      return path(frame, line.point(-1, 0), line.point(1, 0), line.point(1, far), line.point(-1, far));
    },
  },
  arrow: {
    element: "path", glides: true,
    look([a, b, c], { frame }) {
      const line = new Line(a, b, c, frame);
      return line.exists ? arrow(frame.at(line.nearest), frame.at(line.tip(ARROW))) : null;
    },
  },
  vector: {
    element: "path", glides: true,
    look: ([x0, y0, x1, y1], { frame }) => arrow(frame.at([x0, y0]), frame.at([x1, y1])),
  },
  // A curve without a value at this step stays, without an end.
  curve: {
    element: "polyline", glides: true, grows: true, gaps: true,
    look([x, y], moment, shape) {
      const { frame, progress } = moment;
      const pieces = shape.piecesTo(moment, (places) =>
        places.map((place) => (place ? place.map((each) => each.toFixed(1)).join() : "")));
      const end = Number.isNaN(x + y) ? null : frame.at([x, y]);
      const corners = end && progress > 0 && progress < 1 ? [...pieces, end.join()] : pieces;
      return corners.some(Boolean) ? { attributes: { points: corners.join(" ") }, end } : null;
    },
  },
  heads: {
    element: "path", grows: true,
    look: (_, moment, shape) => ({ attributes: { d: shape.piecesTo(moment, headsAlong).join("") } }),
  },
  dot: {
    element: "circle", glides: true,
    look: ([x, y], { frame }, { radius }) => circle(frame.at([x, y]), radius),
  },
  dots: {
    element: "path", grows: true,
    look(_, moment, shape) {
      const { radius: r, columns } = shape;
      const there = columns.at(2);
      const round = ([x, y]: Place) =>
        `M${(x - r).toFixed(1)},${y.toFixed(1)}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0z`;
      const rounds = shape.piecesTo(moment, (places) =>
        places.map((place, i) => (place && (!there || there[i]) ? round(place) : "")));
      return { attributes: { d: rounds.join("") } };
    },
  },
  ring: {
    element: "circle", ahead: true,
    look: ([index], { frame }, { radius, points }) => circle(frame.at(points[index]), radius * frame.growth),
  },
  glide: {
    element: "circle", ahead: true,
    look([index, a, b, c], { frame, progress }, { radius, points }) {
      const line = new Line(a, b, c, frame);
      if (progress === 0 || progress === 1 || !line.exists) return null;
      const [[x, y], tip] = [points[index], line.tip(ARROW)];
      return circle(frame.at([x + progress * (tip[0] - x), y + progress * (tip[1] - y)]), radius);
    },
  },
  label: {
    element: "text",
    look(values, { frame, at }, { spec: { corner, at: fixed, point = 0, shift = [0, 0] }, points, columns: [texts] }) {
      const placeOf = ([x, y]: readonly number[]) => frame.at([x, y]);
      const [x, y] = corner ? [corner[0] * frame.width, (1 - corner[1]) * frame.height]
        : placeOf(values.length > 1 ? values.slice(1) : fixed ?? points[point]);
      const [right, up] = shift.map((by) => by * frame.growth);
      const anchor = { "text-anchor": ["start", "middle", "end"][2 * (corner?.[0] ?? 0.5)], "dominant-baseline": "central" };
      return { attributes: { x: x + right, y: y - up, ...anchor }, text: String(texts[at]) };
    },
  },
  sector: {
    element: "path", glides: true,
    look([from, to], { frame }, { radius }) {
      const steps = Math.max(2, Math.ceil(Math.abs(to - from) * 20));
      const rim = Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps);
      return path(frame, [0, 0], ...rim.map((angle): Place => [radius * Math.cos(angle), radius * Math.sin(angle)]), [0, 0]);
    },
  },
};

const path = (frame: Frame, ...corners: readonly Place[]): Look =>
  ({ attributes: { d: `M${corners.map((corner) => frame.at(corner).join()).join("L")}` } });

const circle = (end: Place, r: number): Look => ({ attributes: { cx: end[0], cy: end[1], r }, end });

// An arrow in pixels; one that is too short to have a direction is hidden.
function arrow(from: Place, to: Place): Look | null {
  if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.5) return null;
  return { attributes: { d: `M${from.join()}L${to.join()}${headPath(from, to)}` } };
}

// The head of an arrow, at most as long as the arrow.
function headPath([x0, y0]: Place, [x1, y1]: Place) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const head = Math.min(HEAD, length);
  const wing = (side: number) => `${x1 - head * ux - side * 0.42 * head * uy},${y1 - head * uy + side * 0.42 * head * ux}`;
  return `M${wing(1)}L${x1},${y1}L${wing(-1)}`;
}

// Each head stands in the middle of a piece of the curve that is long enough to have a direction.
function headsAlong(places: readonly (Place | null)[]) {
  const pieces = places.map((to, i) => {
    const from = i ? places[i - 1] : null;
    return from && to ? { from, to, length: Math.hypot(to[0] - from[0], to[1] - from[1]) } : null;
  });
  const apart = Math.max(APART, pieces.reduce((sum, piece) => sum + (piece?.length ?? 0), 0) / MOST_HEADS);
  let since = apart;
  return pieces.map((piece) => {
    since += piece?.length ?? 0;
    if (!piece || piece.length < HEAD || since < apart) return "";
    const { from, to, length } = piece;
    const along = (length + HEAD) / 2 / length;
    since = length / 2;
    return headPath(from, [from[0] + along * (to[0] - from[0]), from[1] + along * (to[1] - from[1])]);
  });
}

/** The marks that a scene asks for, without those that are drawn otherwise: Plotly's traces, and hollow points. */
export function newMarks(specs: readonly AnySpec[], data: MarkData): Mark[] {
  return specs.flatMap((spec): Mark[] => {
    switch (spec.kind) {
      case "growing": case "field": case "hollow": case "signs":
        return [];
      case "moving":
        return [new Moving(spec, data)];
      case "pixels":
        return [new Pixels(spec, data)];
      default:
        return [new ShapeMark(spec, data)];
    }
  });
}
