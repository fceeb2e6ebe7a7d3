// A board of points and lines as SVG, for phones and walls alike.

const SVG = "http://www.w3.org/2000/svg";
const SIZE = 1000;
export const ARROW = 0.22; // of the board's side, so short that an arrow from the origin stays on the board
const COLORS = ["var(--st-primary-color)", "var(--st-red-color)"];
/** @type {[number, string][]} */
const HUES = [
  [15, "red"], [40, "orange"], [70, "yellow"], [160, "green"], [190, "turquoise"], [250, "blue"], [290, "violet"],
  [335, "pink"], [360, "red"],
];

// Each phone has a colour by its place: neighbours differ most, and no phone has the green of w*.
const hue = (place) => Math.round(175 + ((place * 137.508) % 320)) % 360;
export const colorOf = (place) => `hsl(${hue(place)} 75% var(--lightness))`;
export const nameOf = (place) => HUES.find(([most]) => hue(place) <= most)?.[1] ?? "";

// The lines of a run as [step, a, b, c]; none if the page shows no line.
export const linesOf = ({ run = [] }) => (run[0]?.length > 1 ? run : []);

// How many milliseconds a wall shows each line of a run: at most three seconds for all.
export const pauseOf = (lines) => Math.min(350, 3000 / lines);

export function node(parent, kind, attributes, text) {
  const element = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

// The place of a pointer, in the board's units.
export function placeOn(board, svg, { clientX, clientY }) {
  const { left, top, width, height } = svg.getBoundingClientRect();
  const [x0, x1, y0, y1] = board.span;
  return [x0 + ((clientX - left) / width) * (x1 - x0), y1 - ((clientY - top) / height) * (y1 - y0)];
}

// The name of a unit vector.
export const unit = (place) => `e${String(place).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)])}`;

/** @type {(line: number[], at: number[]) => number} */
const score = ([a, b, c], [x, y]) => a * x + b * y + c;
/** Whether a point is on the wrong side of a line; a point on the line is wrong if `zero` says so for its class. */
export function isWrong(line, point, zero = [true, true]) {
  const signed = score(line, point) * (1 - 2 * point[2]);
  return signed < 0 || (signed === 0 && zero[point[2]]);
}

// The part of the board where a line's value is positive.
function half([x0, x1, y0, y1], line) {
  const corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
  return corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % 4];
    const [here, there] = [score(line, corner), score(line, next)];
    const kept = here >= 0 ? [corner] : [];
    if (here >= 0 === there >= 0) return kept;
    const part = here / (here - there);
    return [...kept, [corner[0] + part * (next[0] - corner[0]), corner[1] + part * (next[1] - corner[1])]];
  });
}

export class Drawing {
  constructor(svg, board) {
    this.board = board;
    const [x0, x1, y0, y1] = board.span;
    this.x = (x) => ((x - x0) / (x1 - x0)) * SIZE;
    this.y = (y) => ((y1 - y) / (y1 - y0)) * SIZE;
    this.unit = SIZE / (x1 - x0);
    svg.replaceChildren();
    this.svg = node(svg, "svg", { width: SIZE, height: SIZE }); // cuts off shapes beyond the board
  }

  grid() {
    for (let at = Math.ceil(this.board.span[0]); at <= this.board.span[1]; at += 1) {
      const style = { stroke: "rgb(128 128 128 / 0.25)", "stroke-width": at ? 1 : 3 };
      node(this.svg, "path", { d: `M${this.x(at)} 0V${SIZE}M0 ${this.y(at)}H${SIZE}`, ...style });
    }
    node(this.svg, "rect", { x: 1, y: 1, width: SIZE - 2, height: SIZE - 2, fill: "none", stroke: "var(--st-border-color)", "stroke-width": 2 });
    return this;
  }

  sides(line) {
    for (const [index, form] of [line, line.map((each) => -each)].entries()) {
      const corners = half(this.board.span, form).map(([x, y]) => `${this.x(x)},${this.y(y)}`);
      node(this.svg, "polygon", { points: corners.join(" "), fill: COLORS[index], opacity: index ? 0.06 : 0.18 });
    }
    return this;
  }

  /** @param {number[]} form */
  line([a, b, c], style, arrow = false) {
    const square = a * a + b * b;
    if (!square) return null;
    const [x, y] = [(-c * a) / square, (-c * b) / square];
    const far = 40 / Math.sqrt(square);
    const ends = [[x - b * far, y + a * far], [x + b * far, y - a * far]];
    const [[x1, y1], [x2, y2]] = ends.map((end) => [this.x(end[0]), this.y(end[1])]);
    const group = node(this.svg, "g", { stroke: "var(--st-text-color)", "stroke-width": 6, fill: "none", ...style });
    node(group, "line", { x1, y1, x2, y2 });
    if (arrow) {
      const [left, top] = [this.x(x), this.y(y)];
      const size = (ARROW * SIZE) / Math.sqrt(square);
      node(group, "line", { x1: left, y1: top, x2: left + a * size, y2: top - b * size });
      const turn = (Math.atan2(-b, a) * 180) / Math.PI;
      const tip = `translate(${left + a * size} ${top - b * size}) rotate(${turn})`;
      node(group, "path", { d: "M16 0-22-18v36z", transform: tip, fill: style?.stroke ?? "var(--st-text-color)" });
    }
    return group;
  }

  // The sector of all directions of w without a wrong point, at the foot of a line's arrow.
  cone([a, b, c], [low, high]) {
    const square = a * a + b * b;
    const [left, top] = [this.x((-c * a) / square), this.y((-c * b) / square)];
    const far = 0.4 * SIZE;
    const [from, to] = [low, high].map((angle) => `${left + far * Math.cos(angle)} ${top - far * Math.sin(angle)}`);
    const style = { fill: "var(--st-green-color)", opacity: 0.25 };
    node(this.svg, "path", { d: `M${left} ${top}L${from}A${far} ${far} 0 0 0 ${to}z`, ...style });
  }

  // The rounds of a game: the prediction is hollow; the label, a coordinate of v, is on the other side.
  rounds({ labels }, bound, open) {
    const [top, low] = [this.y(1), this.y(-1)];
    for (const [text, y] of /** @type {[string, number][]} */ ([["+1", top], ["0", this.y(0)], ["−1", low]])) {
      node(this.svg, "path", { d: `M0 ${y}H${SIZE}`, stroke: "rgb(128 128 128 / 0.35)", "stroke-width": 2 });
      node(this.svg, "text", { x: 14, y: y - 36, class: "letter" }, text);
    }
    if (labels.length) node(this.svg, "text", { x: SIZE / 2, y: 36, class: "small middle" }, "hollow: the answer played · filled: the label");
    for (const [index, label] of labels.entries()) {
      const [x, foot, head] = [this.x(index + 1), this.y(0), this.y(label)];
      node(this.svg, "path", { d: `M${x} ${foot}V${head}`, stroke: COLORS[label < 0 ? 1 : 0], "stroke-width": 14 });
    }
    const kinds = labels.map((label) => (label < 0 ? 1 : 0));
    const size = Math.min(30, 260 / bound);
    this.points({ points: kinds.map((kind, index) => [index + 1, kind ? -1 : 1, kind]), size });
    this.points({ points: kinds.map((kind, index) => [index + 1, kind ? 1 : -1, 1 - kind]), size, hollow: true });
    if (open) node(this.svg, "text", { x: this.x(labels.length + 1), y: this.y(0) - 40, class: "letter middle" }, `${unit(labels.length + 1)} ?`);
    return this;
  }

  /** @param {{ points?: any[], line?: Line | null, ring?: number | number[], named?: number[], size?: number, hollow?: boolean }} drawn */
  points({ points = this.board.points, line = null, ring = -1, named = [], size = 15, hollow = false } = {}) {
    const group = node(this.svg, "g", {});
    for (const [index, point] of points.entries()) {
      const [left, top] = [this.x(point[0]), this.y(point[1])];
      const empty = hollow || (line && isWrong(line, point, this.board.zero));
      const color = COLORS[point[2]];
      const d = point[2]
        ? `M${left} ${top - size * 1.2}l${size * 1.15} ${size * 2}h${-size * 2.3}z`
        : `M${left - size} ${top}a${size} ${size} 0 1 1 0 .01z`;
      const element = node(group, "path", {
        d, fill: empty ? "var(--st-background-color)" : color, stroke: color, "stroke-width": empty ? 5 : 2,
      });
      if (point.length > 3) element.dataset.phone = point[3];
      const ringed = [ring].flat().includes(index);
      if (ringed) node(group, "circle", { cx: left, cy: top, r: 34, fill: "none", stroke: "currentColor", "stroke-width": 5 });
      const letter = named.indexOf(index);
      if (letter >= 0) {
        node(group, "text", {
          x: left + (left > SIZE * 0.9 ? -50 : 26) + (ringed ? 12 : 0), y: top + (top < SIZE * 0.1 ? 52 : ringed ? -34 : -18), class: "letter",
        }, "ABCD"[letter]);
      }
    }
    return group;
  }
}
