// The names of curves, dots and lines, each at the present end of its mark and clear of other names.

import type { Figure, Point } from "../store/payload.ts";
import { setAttributes, svg, type Frame, type Place } from "./geometry.ts";
import type { Mark } from "./mark.ts";

const WIDE = 0.58; // the width of a letter, in units of the type
const HIGH = 1.2; // the height of a name, in units of the type
const GAP = 4; // px from an end to its name
const BETWEEN = 2; // px between two names
const SHIFT = 4; // px by which a name gives way
const ROWS = 5; // of names above each other, beside lines that are close together
const [NEAR_END, NEAR_POINT] = [5, 9]; // px about an end and about a point that a name leaves free
const MOST_ROOM = 0.28; // the largest share of a panel's width for names
const SWEEPS = 4; // rounds in which each name takes its best place among the others
// The faults of a place, in pixels: a name would move as far to avoid each.
const [OUTSIDE, OVER_NAME, OVER_POINT, OVER_LINE, BEYOND_LINE, CROSSED, LEFT, ABOVE] = [1000, 400, 40, 25, 6, 30, 60, 14];
export const FROM_MIDDLE = { start: -0.5, middle: 0, end: 0.5 };

type Ends = readonly [Place, Place];

/** A place to leave free, and the radius about it. */
type Free = readonly [x: number, y: number, about: number];

/**
 * A possible place of a name: its middle, the side that stays fixed, the point of its mark, its cost, and whether it is
 * so far from that point that a thread joins them.
 */
export type Spot = Readonly<{ x: number; y: number; anchor: keyof typeof FROM_MIDDLE; foot: Place; cost: number }> & { far: boolean };

export type NameSize = Readonly<{ wide: number; high: number }>;

/** A name, its possible places, and the end of its mark, or the visible part of its line. */
export type Name = Readonly<{ size: NameSize; places: readonly Spot[]; end: Place | null; line: Ends | null }>;

type Box = Readonly<{ width: number; height: number; free: readonly Free[] }>;

export const sizeOf = (name: string, type: number): NameSize => ({ wide: WIDE * type * name.length + BETWEEN, high: HIGH * type });

// Places beside a point with a dot of this radius: on its right, on its left, giving way up to `most`, or over or under it.
export function besidePoint(foot: Place, { wide, high }: NameSize, most: number, radius = NEAR_END) {
  const [x, y] = foot;
  const away = radius + GAP;
  const places: Spot[] = [];
  for (let by = 0; by <= most; by += SHIFT)
    for (const up of by ? [by, -by] : [0]) {
      const far = by > high;
      places.push({ x: x + away + wide / 2, y: y - up, anchor: "start", foot, cost: by, far });
      places.push({ x: x - away - wide / 2, y: y - up, anchor: "end", foot, cost: by + LEFT, far });
    }
  for (const side of [-1, 1])
    places.push({ x, y: y + side * (away + high / 2), anchor: "middle", foot, cost: ABOVE, far: false });
  return places;
}

// Places along the visible part of a line, on both sides; a place nearer to the line and to one of its ends costs less.
export function besideLine([from, to]: Ends, { wide, high }: NameSize) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const beside = (Math.abs(uy) * wide + Math.abs(ux) * high) / 2 + GAP / 2;
  const places: Spot[] = [];
  for (let along = 0; length && along <= length / 3; along += 2 * SHIFT)
    for (const [[x, y], way] of [[from, along], [to, -along]] as const)
      for (let row = 0; row < ROWS; row++)
        for (const side of [-1, 1]) {
          const foot = [x + way * ux, y + way * uy] as const;
          const away = side * (beside + row * high);
          const cost = along / 3 + row * high;
          places.push({ x: foot[0] - away * uy, y: foot[1] + away * ux, anchor: "middle", foot, cost, far: row > 0 });
        }
  return places;
}

// The part of a line, given by two ends beyond it, within a box of this width and height.
export function clip([[x0, y0], [x1, y1]]: Ends, width: number, height: number): Ends | null {
  let [low, high] = [0, 1];
  for (const [from, by, most] of [[x0, x1 - x0, width], [y0, y1 - y0, height]]) {
    if (!by && (from < 0 || from > most)) return null;
    const [enters, leaves] = by ? [-from / by, (most - from) / by].sort((one, other) => one - other) : [0, 1];
    [low, high] = [Math.max(low, enters), Math.min(high, leaves)];
  }
  const at = (part: number): Place => [x0 + part * (x1 - x0), y0 + part * (y1 - y0)];
  return low < high ? [at(low), at(high)] : null;
}

// Choose for each name one of its places: within the box, clear of other names, of free places and of other lines, not
// beyond another line, and in the order of their ends from the top.
export function settle(names: readonly Name[], box: Box) {
  const costs = names.map((name) => name.places.map((place) => costOf(name, place, names, box)));
  const chosen: (Spot | undefined)[] = names.map(() => undefined); // nothing for a line out of sight, or without room
  // The names in the middle choose first, so that the others give way to both sides.
  const down = [...names.keys()].sort((i, j) => (names[i].end?.[1] ?? 0) - (names[j].end?.[1] ?? 0) || i - j);
  const middle = (down.length - 1) / 2;
  const turns = [...down.keys()].sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle)).map((rank) => down[rank]);
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const i of turns) {
      const all = names[i].places.map((place, at) => chosen.reduce((cost, spot, j) =>
        (i !== j && spot ? cost + costBeside([names[i], place], [names[j], spot], i - j) : cost), costs[i][at]));
      const at = all.indexOf(Math.min(...all));
      chosen[i] = all[at] - costs[i][at] > OVER_NAME ? undefined : names[i].places[at];
    }
  return chosen;
}

// The cost of a place for a name alone. Beyond another line a thread joins the name to its own.
function costOf({ size: { wide, high }, line }: Name, place: Spot, names: readonly Name[], { width, height, free }: Box) {
  const [left, top] = [place.x - wide / 2, place.y - high / 2];
  const outside = Math.max(0, -left, left + wide - width) + Math.max(0, -top, top + high - height);
  const covered = free.filter(([x, y, about]) =>
    Math.abs(x - place.x) < wide / 2 + about && Math.abs(y - place.y) < high / 2 + about);
  const others = names.flatMap((other) => (other.line && other.line !== line ? [other.line] : []));
  const under = others.filter(([[x0, y0], [x1, y1]]) => clip([[x0 - left, y0 - top], [x1 - left, y1 - top]], wide, high));
  const between = others.filter((ends) => sideOf(ends, place.foot) * sideOf(ends, [place.x, place.y]) < 0);
  if (line && between.length) place.far = true;
  return place.cost + OVER_POINT * covered.length + OVER_LINE * under.length + BEYOND_LINE * between.length
    + (outside && OUTSIDE + outside);
}

// The cost of a place for one name beside another name that has chosen its place.
function costBeside([one, place]: readonly [Name, Spot], [other, { x, y }]: readonly [Name, Spot], order: number) {
  if (Math.abs(x - place.x) >= (one.size.wide + other.size.wide) / 2) return 0;
  const over = (one.size.high + other.size.high) / 2 - Math.abs(y - place.y);
  const crossed = one.end && other.end && (one.end[1] - other.end[1] || order) * (place.y - y) < 0;
  return (over > 0 ? OVER_NAME + over : 0) + (crossed ? CROSSED : 0);
}

// The side of a line on which a place lies.
function sideOf([from, to]: Ends, [x, y]: Place) {
  return Math.sign((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
}

const LEFT_OF = { left: 0, right: 1, middle: 0.5 };
const BELOW = { below: 0.5, above: -0.5, beside: 0 };

// The places of a figure's own words, cut into square pieces: the middle of each piece and its radius.
export function wordsOn({ notes }: Pick<Figure, "notes">, frame: Pick<Frame, "x" | "y">, type: number) {
  return notes.filter(({ plot }) => !plot).flatMap((words) => {
    const { x, y, text, anchor = "middle", side = "beside", shift: [right, up] = [0, 0] } = words;
    const { wide, high } = sizeOf(text, type);
    const left = frame.x(x) + right - wide * LEFT_OF[anchor];
    const middle = frame.y(y) - up + high * BELOW[side];
    const pieces = Math.ceil(wide / high);
    return Array.from({ length: pieces }, (_, i): Free => [left + (i + 0.5) * wide / pieces, middle, high / 2]);
  });
}

/** A mark with a name, the name's text, and the thread that joins them. */
type Named = Readonly<{ mark: Mark; name: string; text: SVGTextElement; thread: SVGPathElement }>;

/** What names are drawn on. */
type Ground = Readonly<{ frame: Frame | null; shown: Pick<Figure, "margin" | "notes"> | null }>;

// The names of a panel's marks.
export class Names {
  private readonly list: readonly Named[];
  private drawn: { frame: Frame; key: string } | null = null; // the input of the last choice, which is not made again

  constructor(marks: readonly Mark[], layer: Element) {
    this.list = marks.flatMap((mark) => {
      const { shape, spec: { name } } = mark;
      if (!name) return [];
      const color = ["stroke", "fill"].map((each) => shape.getAttribute(each)).find((each) => each !== "none") ?? "currentColor";
      // Not in that colour, for it may lead over an area of the same colour.
      const thread = svg("path", { stroke: "currentColor", fill: "none" });
      return [{ mark, name, thread, text: svg("text", { "data-kind": "name", fill: color }, name) }];
    });
    layer.replaceChildren(...this.list.map(({ thread }) => thread), ...this.list.map(({ text }) => text));
  }

  // The room that names of curves need on the right of a panel, if the panel is wide enough.
  room(width: number, type: number) {
    const curves = this.list.filter(({ mark }) => mark.kind === "curve");
    const room = Math.max(0, ...curves.map(({ name }) => NEAR_END + GAP + sizeOf(name, type).wide));
    return room <= MOST_ROOM * width ? room : 0;
  }

  // Draw the names beside the marks that have just been drawn, clear of the points on the panel; `type` is in pixels.
  draw({ frame, shown: figure }: Ground, points: readonly Point[], type: number) {
    if (!frame || !figure) return;
    const shown = this.list.filter(({ mark }) => mark.end ?? mark.ends);
    const key = JSON.stringify([shown.map(({ mark, name }) => [name, mark.end, mark.ends]), points]);
    if (this.drawn?.frame === frame && this.drawn.key === key) return;
    this.drawn = { frame, key };
    for (const { text, thread } of this.list) for (const shape of [text, thread]) shape.style.display = "none";
    const names = shown.map((named) => nameOf(named, frame, type, shown.length));
    const right = shown.some(({ mark }) => mark.kind === "curve") ? figure.margin.r : 0;
    const ends = names.flatMap(({ end }): Free[] => (end ? [[...end, NEAR_END]] : []));
    const spots = points.map((point): Free => [...frame.at(point), NEAR_POINT]);
    const free = [...ends, ...spots, ...wordsOn(figure, frame, type)];
    const chosen = settle(names, { width: frame.width + right, height: frame.height, free });
    chosen.forEach((spot, i) => spot && write(shown[i], names[i].size, spot, type));
  }
}

function nameOf({ mark: { end, ends, spec: { radius } }, name }: Named, frame: Frame, type: number, among: number): Name {
  const size = sizeOf(name, type);
  const line = ends ? clip(ends, frame.width, frame.height) : null;
  const places = line ? besideLine(line, size) : end && end[1] > -1 ? besidePoint(end, size, size.high * among, radius) : [];
  return { size, line, end, places };
}

// Write a name at its spot, with a thread if it is far from its mark.
function write({ text, thread }: Named, { wide, high }: NameSize, { x, y, anchor, foot, far }: Spot, type: number) {
  text.style.display = "";
  setAttributes(text, { x: (x + FROM_MIDDLE[anchor] * wide).toFixed(1), y: (y + 0.35 * type).toFixed(1), "text-anchor": anchor });
  if (!far) return;
  const near = [[x, wide], [y, high]].map(([middle, across], i) =>
    middle + Math.max(-across / 2, Math.min(across / 2, foot[i] - middle)));
  const [from, to] = [foot, near].map((place) => place.map((each) => each.toFixed(1)).join());
  thread.style.display = "";
  thread.setAttribute("d", `M${from}L${to}`);
}
