// The names of curves, dots and lines, each at the present end of its mark and clear of other names.

import { setAttributes, svg } from "./geometry.ts";

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

/**
 * A possible place of a name: its middle, the side that stays fixed, the point of its mark, its cost, and whether it is
 * so far from that point that a thread joins them.
 * @typedef {{ x: number, y: number, anchor: "start" | "middle" | "end", foot: number[], cost: number, far: boolean }} Place
 * @typedef {{ wide: number, high: number }} Size
 * @typedef {{ size: Size, places: Place[], end: number[] | null, line: number[][] | null }} Name
 */

/**
 * Places beside a point: on its right, on its left, or over or under it.
 * @param {number[]} end
 * @param {Size} size
 * @param {number} most how far it may give way
 * @param {number} radius of a dot there
 * @returns {Place[]}
 */
export function besidePoint([x, y], { wide, high }, most, radius = NEAR_END) {
  const away = radius + GAP;
  const foot = [x, y];
  /** @type {Place[]} */
  const places = [];
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

/**
 * Places along the visible part of a line, on both sides; a place nearer to the line and to one of its ends costs less.
 * @param {number[][]} ends
 * @param {Size} size
 * @returns {Place[]}
 */
export function besideLine([from, to], { wide, high }) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const beside = (Math.abs(uy) * wide + Math.abs(ux) * high) / 2 + GAP / 2;
  /** @type {Place[]} */
  const places = [];
  for (let along = 0; along <= length / 3; along += 2 * SHIFT)
    for (const [[x, y], way] of /** @type {[number[], number][]} */ ([[from, along], [to, -along]]))
      for (let row = 0; row < ROWS; row++)
        for (const side of [-1, 1]) {
          const foot = [x + way * ux, y + way * uy];
          const away = side * (beside + row * high);
          places.push({ x: foot[0] - away * uy, y: foot[1] + away * ux, anchor: "middle", foot, cost: along / 3 + row * high, far: row > 0 });
        }
  return places;
}

/**
 * The part of a line within a box of this width and height.
 * @param {number[][]} ends beyond it
 * @returns {number[][] | null}
 */
export function clip([[x0, y0], [x1, y1]], width, height) {
  let [low, high] = [0, 1];
  for (const [from, by, most] of [[x0, x1 - x0, width], [y0, y1 - y0, height]]) {
    if (!by && (from < 0 || from > most)) return null;
    const [enters, leaves] = by ? [-from / by, (most - from) / by].sort((one, other) => one - other) : [0, 1];
    [low, high] = [Math.max(low, enters), Math.min(high, leaves)];
  }
  return low < high ? [low, high].map((part) => [x0 + part * (x1 - x0), y0 + part * (y1 - y0)]) : null;
}

/**
 * Choose for each name one of its places: within the box, clear of other names, of free places and of other lines, not
 * beyond another line, and in the order of their ends from the top.
 * @param {Name[]} names beside one end, or along a line
 * @param {{ width: number, height: number, free: number[][] }} box the places to leave free, each with a radius
 * @returns {Place[]}
 */
export function settle(names, { width, height, free }) {
  const costs = names.map(({ size: { wide, high }, places, line }) => places.map((place) => {
    const [left, top] = [place.x - wide / 2, place.y - high / 2];
    const outside = Math.max(0, -left, left + wide - width) + Math.max(0, -top, top + high - height);
    const covered = free.filter(([x, y, about]) =>
      Math.abs(x - place.x) < wide / 2 + about && Math.abs(y - place.y) < high / 2 + about);
    const others = names.filter((other) => other.line && other.line !== line).map((other) => other.line ?? []);
    const under = others.filter((ends) => clip(ends.map(([x, y]) => [x - left, y - top]), wide, high));
    const between = others.filter((ends) => sideOf(ends, place.foot) * sideOf(ends, [place.x, place.y]) < 0);
    if (line && between.length) place.far = true;
    return place.cost + OVER_POINT * covered.length + OVER_LINE * under.length + BEYOND_LINE * between.length
      + (outside && OUTSIDE + outside);
  }));
  // The cost of a place for one name beside another name that has chosen its place.
  const against = (one, place, other, { x, y }, order) => {
    if (Math.abs(x - place.x) >= (one.size.wide + other.size.wide) / 2) return 0;
    const over = (one.size.high + other.size.high) / 2 - Math.abs(y - place.y);
    const crossed = one.end && other.end && (one.end[1] - other.end[1] || order) * (place.y - y) < 0;
    return (over > 0 ? OVER_NAME + over : 0) + (crossed ? CROSSED : 0);
  };
  /** @type {Place[]} */
  const chosen = [];
  // The names in the middle choose first, so that the others give way to both sides.
  const down = [...names.keys()].sort((i, j) => (names[i].end?.[1] ?? 0) - (names[j].end?.[1] ?? 0) || i - j);
  const middle = (down.length - 1) / 2;
  const turns = [...down.keys()].sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle)).map((rank) => down[rank]);
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const i of turns) {
      const one = names[i];
      const all = one.places.map((place, at) => names.reduce((cost, other, j) =>
        (i === j || !chosen[j] ? cost : cost + against(one, place, other, chosen[j], i - j)), costs[i][at]));
      chosen[i] = one.places[all.indexOf(Math.min(...all))];
    }
  return chosen;
}

/**
 * The side of a line on which a place lies.
 * @param {number[][]} ends of the line
 * @param {number[]} place
 */
function sideOf([from, to], [x, y]) {
  return Math.sign((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
}

/**
 * The places of a figure's own words, cut into square pieces: the middle of each piece and its radius.
 * @param {{ annotations?: any[] }} layout
 * @param {{ x: (value: number) => number, y: (value: number) => number }} frame
 * @param {number} type px
 */
export function wordsOn({ annotations = [] }, frame, type) {
  return annotations.filter(({ xref, yref }) => xref !== "paper" && yref !== "paper").flatMap((words) => {
    const { x, y, text, xanchor, yanchor, xshift = 0, yshift = 0 } = words;
    const { wide, high } = sizeOf(text, type);
    const left = frame.x(x) + xshift - wide * ({ left: 0, right: 1 }[xanchor] ?? 0.5);
    const middle = frame.y(y) - yshift + high * ({ top: 0.5, bottom: -0.5 }[yanchor] ?? 0);
    const pieces = Math.ceil(wide / high);
    return Array.from({ length: pieces }, (_, i) => [left + (i + 0.5) * wide / pieces, middle, high / 2]);
  });
}

// The names of a panel's marks.
export class Names {
  /**
   * @param {any[]} marks
   * @param {SVGElement} layer
   */
  constructor(marks, layer) {
    this.list = marks.filter(({ name }) => name).map((mark) => {
      const color = ["stroke", "fill"].map((each) => mark.shape.getAttribute(each)).find((each) => each !== "none");
      const thread = svg("path", { stroke: color, "stroke-width": 1, fill: "none" });
      return { mark, thread, text: svg("text", { "data-kind": "name", fill: color }, mark.name) };
    });
    this.drawn = /** @type {any} */ ({}); // the input of the last choice, so that the same is not chosen again
    layer.replaceChildren(...this.list.map(({ thread }) => thread), ...this.list.map(({ text }) => text));
  }

  /**
   * The room that names of curves need on the right of a panel, if the panel is wide enough.
   * @param {number} width
   * @param {number} type px
   */
  room(width, type) {
    const curves = this.list.filter(({ mark }) => mark.kind === "curve");
    const room = Math.max(0, ...curves.map(({ mark: { name } }) => NEAR_END + GAP + sizeOf(name, type).wide));
    return room <= MOST_ROOM * width ? room : 0;
  }

  /**
   * Draw the names beside the marks that have just been drawn, clear of the points on the panel.
   * @param {any} panel
   * @param {any[]} points
   * @param {number} type px
   */
  draw({ frame, layout }, points, type) {
    const shown = this.list.filter(({ mark }) => mark.end);
    const key = JSON.stringify([shown.map(({ mark }) => [mark.name, mark.end]), points]);
    if (this.drawn.frame === frame && this.drawn.key === key) return;
    this.drawn = { frame, key };
    for (const { text, thread } of this.list) for (const shape of [text, thread]) shape.style.display = "none";
    const names = shown.map(({ mark: { kind, name, end, radius } }) => {
      const size = sizeOf(name, type);
      const line = kind === "line" ? clip(end, frame.width, frame.height) : null;
      const places = line ? besideLine(line, size) : kind === "line" ? [] : besidePoint(end, size, size.high * shown.length, radius);
      return { size, line, end: kind === "line" ? null : end, places };
    });
    const right = shown.some(({ mark }) => mark.kind === "curve") ? layout.margin.r : 0;
    const ends = names.flatMap(({ end }) => (end ? [[...end, NEAR_END]] : []));
    const free = [...ends, ...points.map(([x, y]) => [frame.x(x), frame.y(y), NEAR_POINT]), ...wordsOn(layout, frame, type)];
    const chosen = settle(names, { width: frame.width + right, height: frame.height, free });
    shown.forEach(({ text, thread }, i) => {
      if (!chosen[i]) return; // the line is out of sight
      const { size: { wide, high } } = names[i];
      const { x, y, anchor, foot, far } = chosen[i];
      text.style.display = "";
      setAttributes(text, { x: (x + FROM_MIDDLE[anchor] * wide).toFixed(1), y: (y + 0.35 * type).toFixed(1), "text-anchor": anchor });
      if (!far) return;
      const near = [[x, wide], [y, high]].map(([middle, across], j) => middle + Math.max(-across / 2, Math.min(across / 2, foot[j] - middle)));
      thread.style.display = "";
      thread.setAttribute("d", `M${foot.map((at) => at.toFixed(1))}L${near.map((at) => at.toFixed(1))}`);
    });
  }
}

const FROM_MIDDLE = { start: -0.5, middle: 0, end: 0.5 };

/** @type {(name: string, type: number) => Size} */
const sizeOf = (name, type) => ({ wide: WIDE * type * name.length + BETWEEN, high: HIGH * type });
