// Places in a panel, and the shapes of points.

import type { Point, PointClass } from "../store/payload.ts";
import { grouped } from "../words/numbers.ts";

export type Place = readonly [x: number, y: number];
export type Range = readonly [low: number, high: number];
export type Attributes = Readonly<Record<string, string | number>>;

/** The range of a logarithmic axis holds exponents of ten. */
type Axis = Readonly<{ range: Range; log?: boolean }>;

/** The margins and axes that give a panel its frame. */
export type Plane = Readonly<{
  margin: Readonly<Record<"l" | "r" | "t" | "b", number>>; xaxis: Axis; yaxis: Axis; scale?: "shrink" | "widen";
}>;

export function svg<Name extends keyof SVGElementTagNameMap>(name: Name, attributes: Attributes = {}, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAttributes(element, attributes);
  element.textContent = text;
  return element;
}

export function setAttributes(element: Element, attributes: Attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
}

const [SMALL_BOARD, MOST_GROWTH] = [440, 1.6]; // px of the largest side with signs of normal size; their largest growth
const CROWDS = [[250, 0.6], [100, 0.75]]; // the size of signs among more than so many points

const scaleOf = ({ log = false }: Axis) => (log ? Math.log10 : Number);

// A panel's plot area: its place in the panel, and the functions from values to pixels and back.
export class Frame {
  readonly left: number;
  readonly top: number;
  width: number;
  height: number;
  xRange: Range;
  yRange: Range;
  private readonly xScale: (value: number) => number;
  private readonly yScale: (value: number) => number;

  constructor({ margin, xaxis, yaxis, scale }: Plane, width: number, height: number) {
    this.left = margin.l;
    this.top = margin.t;
    // In a window that is too small for the words around a figure, nothing is left of it.
    this.width = Math.max(1, width - margin.l - margin.r);
    this.height = Math.max(1, height - margin.t - margin.b);
    this.xRange = xaxis.range;
    this.yRange = yaxis.range;
    this.xScale = scaleOf(xaxis);
    this.yScale = scaleOf(yaxis);
    if (scale === "widen") this.widen();
    if (scale === "shrink") this.shrink();
  }

  // Extend the ranges of axes with one scale, about the same middle, until they fill their room.
  private widen() {
    const unit = Math.min(this.width / (this.xRange[1] - this.xRange[0]), this.height / (this.yRange[1] - this.yRange[0]));
    const about = ([low, high]: Range, size: number): Range => [(low + high - size / unit) / 2, (low + high + size / unit) / 2];
    [this.xRange, this.yRange] = [about(this.xRange, this.width), about(this.yRange, this.height)];
  }

  // Shrink the plot area, at the top left, to the largest part of its room in which both axes have one scale.
  private shrink() {
    const [wide, tall] = [this.xRange, this.yRange].map(([low, high]) => Math.abs(high - low));
    const unit = Math.min(this.width / wide, this.height / tall);
    [this.width, this.height] = [unit * wide, unit * tall];
  }

  // The factor by which signs are larger than on a small board.
  get growth() {
    return Math.max(1, Math.min(MOST_GROWTH, Math.min(this.width, this.height) / SMALL_BOARD));
  }

  x(value: number) {
    return ((this.xScale(value) - this.xRange[0]) / (this.xRange[1] - this.xRange[0])) * this.width;
  }

  y(value: number) {
    return ((this.yRange[1] - this.yScale(value)) / (this.yRange[1] - this.yRange[0])) * this.height;
  }

  // The place of values, or of a point, in the plot area, in pixels.
  at([x, y]: readonly [...Place, ...number[]]): Place {
    return [this.x(x), this.y(y)];
  }

  value(left: number, top: number) {
    return {
      x: this.xRange[0] + (left / this.width) * (this.xRange[1] - this.xRange[0]),
      y: this.yRange[1] - (top / this.height) * (this.yRange[1] - this.yRange[0]),
    };
  }

  place({ style }: SVGElement) {
    const { left, top, width, height } = this;
    Object.assign(style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  }
}

// A square part of a frame, with its own axes about its centre; left, top and side are fractions of the largest square
// about the frame's middle, to which a frame of one scale widens its ranges.
export class Inset extends Frame {
  constructor([left, top, side, half]: readonly [number, number, number, number], frame: Frame) {
    const all = Math.min(frame.width, frame.height);
    const [l, t] = [(frame.width - all) / 2 + left * all, (frame.height - all) / 2 + top * all];
    const axis = { range: [-half, half] } as const;
    super({ margin: { l, t, r: 0, b: 0 }, xaxis: axis, yaxis: axis }, l + side * all, t + side * all);
  }

  override place(node: SVGElement) {
    setAttributes(node, { x: this.left, y: this.top, width: this.width, height: this.height });
  }
}

// The line a·x + b·y + c = 0 in a frame; distances along and from the line are in units of the frame's diagonal.
export class Line {
  readonly exists: boolean;
  readonly nx: number; // the normal, of length 1
  readonly ny: number;
  readonly height: number; // of the frame's middle over the line
  readonly reach: number;
  readonly nearest: Place; // the line's point nearest to the origin
  private readonly foot: Place;

  constructor(a: number, b: number, c: number, { xRange, yRange }: Pick<Frame, "xRange" | "yRange">) {
    const size = Math.hypot(a, b);
    const [nx, ny] = [this.nx, this.ny] = [a / size, b / size];
    const [x, y] = [(xRange[0] + xRange[1]) / 2, (yRange[0] + yRange[1]) / 2];
    this.exists = size > 0;
    this.reach = Math.hypot(xRange[1] - xRange[0], yRange[1] - yRange[0]);
    this.height = (a * x + b * y + c) / size;
    this.foot = [x - this.height * nx, y - this.height * ny];
    this.nearest = [(-c / size) * nx, (-c / size) * ny];
  }

  // The point that lies so far `along` the line and `up` its normal from the foot of the frame's middle.
  point(along: number, up: number): Place {
    const { nx, ny, foot: [x, y], reach } = this;
    return [x - along * reach * ny + up * reach * nx, y + along * reach * nx + up * reach * ny];
  }

  // The tip of an arrow so far `up` the normal; its foot is the line's point nearest to the origin.
  tip(up: number): Place {
    const { nx, ny, nearest: [x, y], reach } = this;
    return [x + up * reach * nx, y + up * reach * ny];
  }
}

const NEARLY = 1e-9; // of a step, by which a division misses the tick at an end

/** An axis whose ticks have their own values and names, or are about `count`. */
type Ticked = Axis & Readonly<{ ticks?: readonly (readonly [number, string])[]; count?: number }>;

const compact = (number: string) => new Intl.NumberFormat("en", { notation: "compact" }).format(Number(number));

// An axis's ticks with their names: its own ticks, or round steps: about `count` or, without that, as many as fit.
export function ticks({ range: [low, high], ticks: own, count }: Ticked, most: number): readonly (readonly [number, string])[] {
  if (own) return own;
  const rough = (high - low) / (count ?? Math.max(4, Math.min(9, most)) + 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step - NEARLY);
  const named = Math.max(-low, high) < 1e5 ? grouped : compact; // 100K takes less room than 100,000
  return Array.from({ length: Math.floor(high / step + NEARLY) - first + 1 }, (_, i) => {
    const value = (first + i) * step;
    return [value, named(String(Number(value.toPrecision(9)))).replace("-", "−")]; // without rounding errors
  });
}

/** The place of a bar of colours beside a plot area. */
export function barOf({ left, top, width, height }: Frame) {
  return { left: left + width + 12, top, width: 10, height };
}

// The index of the place nearest to a pointer, −1 if none is within reach: pixels, or a function from index to pixels.
export function nearest(
  places: readonly (readonly number[])[], { left, top }: { readonly left: number; readonly top: number },
  reach: number | ((index: number) => number),
) {
  let [best, least] = [-1, Infinity];
  places.forEach(([x, y], index) => {
    const distance = Math.hypot(x - left, y - top);
    const near = distance <= (typeof reach === "number" ? reach : reach(index));
    if (near && distance < least) [best, least] = [index, distance];
  });
  return best;
}

export const decimal = (value: number) => String(Number(value.toFixed(3))).replace("-", "−");

// SVG paths relative to a sign's centre.
export const SIGNS = { circle: "m-5.5,0a5.5,5.5 0 1,0 11,0a5.5,5.5 0 1,0 -11,0z", triangle: "m0,-7 6.5,11.5 -13,0z" };

// The points in a frame, each in the colour and shape of its class.
export function pointShapes(points: readonly Point[], classes: readonly PointClass[], frame: Frame) {
  const [, share] = CROWDS.find(([most]) => points.length > most) ?? [0, 1];
  const scale = share * frame.growth;
  return points.map(([x, y, kind], index) => {
    const { shape, color } = classes[kind];
    const transform = `translate(${frame.x(x)},${frame.y(y)})${scale === 1 ? "" : ` scale(${scale.toFixed(2)})`}`;
    return svg("path", { d: SIGNS[shape], transform, fill: color, color, "data-point": index });
  });
}

// The SVG patterns of dashes.
export const DASHES: Readonly<Partial<Record<string, string>>> = {
  dash: "10 6", dot: "1 6", dashdot: "10 6 1 6", longdash: "18 7", longdashdot: "18 6 1 6",
};
