// A board of points and lines as SVG, for phones and walls alike.

import { nothing, svg, type SVGTemplateResult } from "lit-html";

import { Frame, Line, SIGNS } from "../../stage/src/draw/geometry.ts";
import { TINTS } from "../../stage/src/store/shared.ts";
import { unit } from "./asked.ts";
import type { RoomBoard, RoundsResults } from "./news.ts";

export type Shapes = SVGTemplateResult | typeof nothing | readonly Shapes[];

interface Stroke { readonly color?: string; readonly width?: number; readonly dashes?: string; readonly opacity?: number; readonly phone?: number; readonly arrow?: boolean }

/** Points on the wrong side of a `line` are hollow. */
interface Signs { readonly line?: readonly number[] | null; readonly ring?: readonly number[]; readonly named?: readonly number[]; readonly size?: number; readonly hollow?: boolean }

const SIZE = 1000;
export const ARROW = 0.22; // of the board's side, so short that an arrow from the origin stays on the board
const COLORS = ["var(--st-primary-color)", "var(--st-red-color)"];
export const GREEN = "var(--st-green-color)";
const SIGN = 5.5; // the radius of the stage's circle

/** Whether a point is on the wrong side of a line; a point on the line is wrong if `zero` says so for its class. */
export function isWrong([a, b, c]: readonly number[], [x, y, kind]: readonly number[], zero = [true, true]) {
  const signed = (a * x + b * y + c) * (1 - 2 * kind);
  return signed < 0 || (signed === 0 && zero[kind]);
}

export class Drawing {
  private readonly frame: Frame;

  constructor(private readonly board: RoomBoard) {
    const [x0, x1, y0, y1] = board.span;
    const margin = { l: 0, r: 0, t: 0, b: 0 };
    this.frame = new Frame({ margin, xaxis: { range: [x0, x1] }, yaxis: { range: [y0, y1] } }, SIZE, SIZE);
  }

  /** The place of a pointer, in the board's units. */
  placeOf({ clientX, clientY, currentTarget }: PointerEvent): [number, number] {
    const { left, top, width, height } = (currentTarget as Element).getBoundingClientRect();
    const { x, y } = this.frame.value(((clientX - left) / width) * SIZE, ((clientY - top) / height) * SIZE);
    return [x, y];
  }

  /** The shapes, cut off at the edges of the board. */
  whole(...shapes: readonly Shapes[]) {
    return svg`<svg width=${SIZE} height=${SIZE}>${shapes}</svg>`;
  }

  grid(): Shapes {
    const [x0, x1] = this.board.span;
    const whole = Array.from({ length: Math.floor(x1) - Math.ceil(x0) + 1 }, (_, index) => Math.ceil(x0) + index);
    return svg`${whole.map((at) => svg`<path d="M${this.frame.x(at)} 0V${SIZE}M0 ${this.frame.y(at)}H${SIZE}"
        stroke="rgb(128 128 128 / 0.25)" stroke-width=${at ? 1 : 3}></path>`)}
      <rect x="1" y="1" width=${SIZE - 2} height=${SIZE - 2} fill="none" stroke="var(--st-border-color)" stroke-width="2"></rect>`;
  }

  /** Both sides of a line in the colours of the classes. */
  sides([a, b, c]: readonly number[]): Shapes {
    const line = new Line(a, b, c, this.frame);
    return COLORS.map((color, kind) => {
      const up = kind ? -4 : 4;
      const corners = [[-4, 0], [4, 0], [4, up], [-4, up]].map(([along, high]) => this.at(line.point(along, high)));
      return line.exists ? svg`<polygon points=${corners.join(" ")} fill=${color} opacity=${TINTS[kind] / 100}></polygon>` : nothing;
    });
  }

  line([a, b, c]: readonly number[], { color = "var(--st-text-color)", width = 6, dashes, opacity, phone, arrow }: Stroke = {}): Shapes {
    const line = new Line(a, b, c, this.frame);
    if (!line.exists) return nothing;
    const [from, to, foot, tip] = [line.point(-2, 0), line.point(2, 0), line.nearest, line.tip(ARROW / Math.SQRT2)].map((end) => this.at(end));
    const turn = (Math.atan2(-b, a) * 180) / Math.PI;
    return svg`<g stroke=${color} stroke-width=${width} stroke-dasharray=${dashes ?? nothing} opacity=${opacity ?? nothing} fill="none">
      <line x1=${from[0]} y1=${from[1]} x2=${to[0]} y2=${to[1]} data-phone=${phone ?? nothing}></line>
      ${arrow ? svg`<line x1=${foot[0]} y1=${foot[1]} x2=${tip[0]} y2=${tip[1]}></line>
        <path d="M-26-11 0 0-26 11" transform="translate(${tip[0]} ${tip[1]}) rotate(${turn})" stroke-linecap="round"></path>` : nothing}</g>`;
  }

  /** The sector of all directions of w without a wrong point, at the foot of a line's arrow. */
  cone([a, b, c]: readonly number[], angles: readonly number[]): Shapes {
    const [left, top] = this.at(new Line(a, b, c, this.frame).nearest);
    const far = 0.4 * SIZE;
    const [from, to] = angles.map((angle) => `${left + far * Math.cos(angle)} ${top - far * Math.sin(angle)}`);
    return svg`<path d="M${left} ${top}L${from}A${far} ${far} 0 0 0 ${to}z" fill=${GREEN} opacity="0.25"></path>`;
  }

  /** The rounds of a game: the prediction is hollow; the label, a coordinate of v, is on the other side. */
  rounds({ labels }: RoundsResults, bound: number, open: boolean): Shapes {
    const { frame } = this;
    const kinds = labels.map((label) => (label < 0 ? 1 : 0));
    const size = Math.min(30, 260 / bound);
    const next = labels.length + 1;
    return [
      [["+1", 1], ["0", 0], ["−1", -1]].map(([text, y]) => svg`<path d="M0 ${frame.y(Number(y))}H${SIZE}" stroke="rgb(128 128 128 / 0.35)"
        stroke-width="2"></path><text x="14" y=${frame.y(Number(y)) - 36} class="letter">${text}</text>`),
      labels.length ? svg`<text x=${SIZE / 2} y="36" class="small middle">hollow: the answer played · filled: the label</text>` : nothing,
      labels.map((label, index) => svg`<path d="M${frame.x(index + 1)} ${frame.y(0)}V${frame.y(label)}" stroke=${COLORS[kinds[index]]}
        stroke-width="14"></path>`),
      this.points(kinds.map((kind, index) => [index + 1, kind ? -1 : 1, kind]), { size }),
      this.points(kinds.map((kind, index) => [index + 1, kind ? 1 : -1, 1 - kind]), { size, hollow: true }),
      open ? svg`<text x=${frame.x(next)} y=${frame.y(0) - 40} class="letter middle">${unit(next)} ?</text>` : nothing,
    ];
  }

  points(points: readonly (readonly number[])[], { line, ring = [], named = [], size = 15, hollow = false }: Signs = {}): Shapes {
    const scale = size / SIGN;
    return points.map((point, index) => {
      const [left, top] = this.at(point);
      const [, , kind, phone] = point;
      const empty = hollow || (line && isWrong(line, point, this.board.zero));
      const [ringed, letter] = [ring.includes(index), named.indexOf(index)];
      const x = left + (left > SIZE * 0.9 ? -50 : 26) + (ringed ? 12 : 0);
      const y = top + (top < SIZE * 0.1 ? 52 : ringed ? -34 : -18);
      return svg`<path d=${kind ? SIGNS.triangle : SIGNS.circle} transform="translate(${left} ${top}) scale(${scale})"
        fill=${empty ? "var(--st-background-color)" : COLORS[kind]} stroke=${COLORS[kind]} stroke-width=${(empty ? 5 : 2) / scale}
        data-phone=${point.length > 3 ? phone : nothing}></path>
        ${ringed ? svg`<circle cx=${left} cy=${top} r="34" fill="none" stroke="currentColor" stroke-width="5"></circle>` : nothing}
        ${letter >= 0 ? svg`<text x=${x} y=${y} class="letter">${"ABCD"[letter]}</text>` : nothing}`;
    });
  }

  /** Where the arrow keys aim. */
  cross(place: readonly number[]): Shapes {
    const [left, top] = this.at(place);
    return svg`<path d="M${left} ${top}m-30 0h60m-30-30v60" stroke="currentColor" stroke-width="5"></path>`;
  }

  private at([x, y]: readonly number[]) {
    return [this.frame.x(x), this.frame.y(y)];
  }
}
