// Draws a figure in the plane: its grid and axes, its parts and its notes.

import { make } from "../page/make.ts";
import { markedNodes } from "../page/symbols.ts";
import type { Axis, Bars, Contours, Dots, Figure, FigurePart, Heatmap, Lines, Note, Region } from "../store/payload.ts";
import { fields } from "./fields.ts";
import { DASHES, SIGNS, barOf, svg, ticks } from "./geometry.ts";
import type { Frame, Range } from "./geometry.ts";

type Attributes = Record<string, string | number | undefined>;
type Add = (name: keyof SVGElementTagNameMap, look: Attributes, text?: string) => SVGElement;

const GRID = "rgba(128, 128, 128, 0.18)";
const AT_ZERO = "rgba(128, 128, 128, 0.45)"; // the lines at 0 of a plane

const SIGN = 11; // px of the width of a sign
const TYPE = 12; // px
const LETTER = 6.2; // px of the width of a character in a tick's name
const HALO = "stroke: var(--st-background-color)"; // about a name on its line
const TICKS_APART = 6; // px at least between two of these names

/** What a figure is drawn into: the panel's axes, and the frame of its plot area. */
export interface Ground {
  readonly axes: SVGElement;
  readonly frame: Frame;
  readonly figure: Figure;
  readonly grown: number; // the factor by which ticks, axis names and their room are larger than on a small board
}

const adding = (parent: Element): Add => (name, look, text) => {
  const known = Object.entries(look).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  return parent.appendChild(svg(name, Object.fromEntries(known), text));
};

/**
 * Draw grid, ticks and titles; return the element that shows the parts, below the notes.
 * @param away how much farther notes stand from their places
 * @param type px of a note's type at least
 */
export function drawGround(ground: Ground, away: number, type: number) {
  const { axes, frame, frame: { left, top, width, height }, figure } = ground;
  axes.replaceChildren();
  const add = adding(axes);
  if (figure.frame !== "none") {
    const box = figure.frame === "sides" ? `M${left},${top}v${height}h${width}` : `M${left},${top}h${width}v${height}h${-width}z`;
    add("path", { d: box, fill: "none", stroke: GRID });
  }
  drawAcross(add, ground);
  drawUp(add, ground);
  for (const part of figure.parts) if (part.kind === "heatmap") drawBar(add, frame, part);
  const plot = add("svg", { x: left, y: top, width, height });
  for (const note of figure.notes) drawNote(add, frame, note, { away, type, most: left + width + figure.margin.r });
  return plot;
}

// The ticks of the axis below, and its name. A name without room is left out.
function drawAcross(add: Add, { frame, figure: { xaxis, frame: look }, grown }: Ground) {
  const { left, top, width, height } = frame;
  let free = -Infinity; // the place on the axis from which a name has room
  for (const [value, text] of ticks(xaxis, width / 80)) {
    const at = left + frame.x(value);
    addLine(add, `M${at},${top}v${height}`, value, look);
    const half = grown * text.length * LETTER / 2;
    if (at - half < free) continue;
    free = at + half + TICKS_APART;
    add("text", { x: at, y: top + height + 15 * grown, "text-anchor": "middle" }, text);
  }
  add("text", { x: left + width / 2, y: top + height + 30 * grown, "text-anchor": "middle" }, xaxis.name);
}

function drawUp(add: Add, { frame, figure: { yaxis, frame: look }, grown }: Ground) {
  const { left, top, width, height } = frame;
  let free = -Infinity;
  for (const [value, text] of ticks(yaxis, height / 40)) {
    const at = top + frame.y(value);
    addLine(add, `M${left},${at}h${width}`, value, look);
    if (-at - grown * TYPE / 2 < free) continue;
    free = -at + grown * TYPE / 2;
    add("text", { x: left - 4, y: at + 4 * grown, "text-anchor": "end" }, text);
  }
  const [x, y] = [12 * grown, top + height / 2];
  add("text", { x, y, transform: `rotate(-90 ${x} ${y})`, "text-anchor": "middle" }, yaxis.name);
}

// A line of the grid, if the figure has one.
function addLine(add: Add, d: string, value: number, look: Figure["frame"]) {
  if (look === "box" || look === "sides") add("path", { d, stroke: value === 0 && look === "box" ? AT_ZERO : GRID });
}

// The numbers beside a bar of colours, which lies on the canvas.
function drawBar(add: Add, frame: Frame, { low, high }: Heatmap) {
  const { left, top, width, height } = barOf(frame);
  for (const [value, text] of ticks({ range: [low, high], count: 2 }, 5))
    add("text", { x: left + width + 4, y: top + (high - value) / (high - low) * height + 4 }, text);
}

interface Room { readonly away: number; readonly type: number; readonly most: number }

function drawNote(add: Add, frame: Frame, note: Note, { away, type, most }: Room) {
  const { x, y, text, anchor, side, color = "currentColor", shift: [right, up] = [0, 0], thread, plot } = note;
  const size = Math.max(type, TYPE);
  const foot = [frame.left + (plot ? x * frame.width : frame.x(x)), frame.top + (plot ? (1 - y) * frame.height : frame.y(y))];
  const [across, down] = [foot[0] + away * right, foot[1] - away * up];
  if (thread) {
    add("path", { d: `M${foot.join()}L${across},${down}`, stroke: color });
    add("circle", { cx: foot[0], cy: foot[1], r: 2, fill: color });
  }
  // Keep the note within the panel even if its letters are wide.
  const wide = text.length * LETTER * size / TYPE;
  const before = wide * (anchor === "left" ? 0 : anchor === "right" ? 1 : 0.5);
  const line = side === "above" ? -0.3 : side === "below" ? 1 : 0.35;
  add("text", {
    x: Math.max(before, Math.min(most - wide + before, across)), y: down + line * size, class: "stage-noted",
    "text-anchor": anchor === "left" ? "start" : anchor === "right" ? "end" : "middle", style: `fill: ${color}`,
  }, text);
}

/** Draw the parts of a figure, whose own values may stand in for those of the figure. */
export function drawParts(plot: Element, frame: Frame, figure: Figure, parts: readonly FigurePart[]) {
  plot.replaceChildren();
  const add = adding(plot);
  for (const part of parts)
    if (part.kind === "lines") drawLines(add, frame, part);
    else if (part.kind === "region") drawRegion(add, frame, part);
    else if (part.kind === "dots") drawDots(add, frame, part);
    else if (part.kind === "bars") drawBars(add, frame, part);
    else if (part.kind === "contours") drawContours(add, frame, figure, part);
}

/** The path through the places of a part, with its gaps. */
function pathOf(frame: Frame, { x, y }: Lines | Region) {
  let corner = "M";
  return x.map((across, i) => {
    const up = y[i];
    if (across === null || up === null) {
      corner = "M";
      return "";
    }
    const step = `${corner}${frame.x(across).toFixed(1)},${frame.y(up).toFixed(1)}`;
    corner = "L";
    return step;
  }).join("");
}

function drawLines(add: Add, frame: Frame, part: Lines) {
  const { color, width, dash = "solid" } = part;
  add("path", {
    d: pathOf(frame, part), fill: "none", stroke: color, "stroke-width": width, "stroke-dasharray": DASHES[dash] ?? "none",
  });
}

function drawRegion(add: Add, frame: Frame, part: Region) {
  add("path", { d: pathOf(frame, part), fill: part.color, opacity: part.opacity, stroke: "none" });
}

function drawBars(add: Add, frame: Frame, { x, y, color, width, opacity }: Bars) {
  x.forEach((middle, i) => {
    const height = y[i];
    if (middle === null || height === null) return;
    const [left, right] = [frame.x(middle - width / 2), frame.x(middle + width / 2)];
    const [top, bottom] = [frame.y(Math.max(0, height)), frame.y(Math.min(0, height))];
    add("rect", { x: left, y: top, width: right - left, height: bottom - top, fill: color, opacity });
  });
}

function drawDots(add: Add, frame: Frame, { x, y, color, size, shape = "circle", hollow, width = 1, edge = "none", opacity }: Dots) {
  const scale = size / SIGN;
  const look = { fill: hollow ? edge : color, stroke: hollow ? color : edge, "stroke-width": width / scale, opacity };
  x.forEach((across, i) => {
    const up = y[i];
    if (across === null || up === null) return;
    const transform = `translate(${frame.x(across)},${frame.y(up)}) scale(${scale})`;
    add("path", { d: SIGNS[shape], ...look, transform });
  });
}

function drawContours(add: Add, frame: Frame, figure: Figure, part: Contours) {
  const { lines, names } = fields.piece?.linesOf(frame, figure, part) ?? { lines: [], names: [] };
  for (const d of lines.filter(Boolean)) add("path", { d, fill: "none", stroke: part.color, "stroke-width": part.width });
  for (const { text, x, y, turn } of names)
    add("text", {
      x, y: y + 4, transform: `rotate(${turn.toFixed(1)} ${x} ${y})`, class: "stage-noted", "text-anchor": "middle", style: HALO,
    }, text);
}

// ---- the legend ----

/** A list of the parts that have names, each with its sign. */
export function newLegend(parts: readonly FigurePart[]) {
  const list = document.createElement("ul");
  for (const part of parts) {
    if (part.kind === "heatmap" || part.kind === "contours" || !part.name) continue;
    const item = document.createElement("li");
    const sign = svg("svg", { viewBox: "-14 -7 28 14" });
    const { color } = part;
    const look: Record<string, string | number> = part.kind === "lines"
      ? { d: "M-14,0H14", fill: "none", "stroke-width": 2.5, "stroke-dasharray": DASHES[part.dash ?? "solid"] ?? "none" }
      : part.kind === "dots" ? { d: SIGNS[part.shape ?? "circle"], fill: part.hollow ? "none" : color, "stroke-width": 1.5 }
      : { d: SIGNS.circle, fill: color, "stroke-width": 1.5 };
    sign.append(svg("path", { ...look, stroke: color }));
    item.append(sign, make("span", {}, ...markedNodes(part.name)));
    list.append(item);
  }
  return list.children.length ? list : null;
}

/** A figure whose axes have other ranges. */
export function ranged(figure: Figure, x: Range, y: Range): Figure {
  const shown = (axis: Axis, [low, high]: Range): Axis => ({ ...axis, range: [low, high] });
  return { ...figure, xaxis: shown(figure.xaxis, x), yaxis: shown(figure.yaxis, y) };
}
