// Fields of colour on a canvas below the drawings, and the lines of equal values, by d3-contour.

import "./common.ts";
import { contours } from "d3-contour";

import type { Colors, Contours, Figure, Heatmap, Values } from "../store/payload.ts";
import { barOf, ticks } from "./geometry.ts";
import type { Frame } from "./geometry.ts";

const TONES = 256; // how many colours a scale of colours is cut into
const [NAME_APART, EDGE] = [60, 22]; // px between two names of lines, and from a name's middle to the edge

// ---- lines of equal values ----

type Ring = readonly (readonly [number, number])[];

/** The levels of the lines: their own, or round ones. */
function levelsOf({ z, levels }: Contours): readonly (readonly [number, string])[] {
  if (levels) return levels.map((level) => [level, ""]);
  const values = z.flat().filter((value) => value !== null);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low < high ? ticks({ range: [low, high], count: 11 }, 11).filter(([level]) => level > low && level < high) : [];
}

/** The rings about all that is above a level, in pixels of the plot area; they go on beyond its edges. */
function ringsOf(frame: Frame, { xaxis, yaxis }: Figure, z: readonly Values[], level: number): Ring[] {
  if (!z.length) return [];
  const [across, up] = [z[0].length, z.length];
  const { coordinates } = contours().size([across, up]).contour(z.flat().map((value) => value ?? NaN), level);
  const at = ([low, high]: readonly number[], place: number, count: number) => low + (place - 0.5) / (count - 1) * (high - low);
  return coordinates.flat().map((ring) => ring.map(([x, y]) =>
    [frame.x(at(xaxis.range, x, across)), frame.y(at(yaxis.range, y, up))]));
}

const pathOf = (rings: readonly Ring[]) =>
  rings.map((ring) => `M${ring.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}Z`).join("");

/** A name on a line: the middle of the word, and its turn in degrees. */
interface Name { readonly text: string; readonly x: number; readonly y: number; readonly turn: number }

/** The lines of equal values as paths in the plot area, and their names. */
export function linesOf(frame: Frame, figure: Figure, part: Contours) {
  const all = levelsOf(part).map(([level, text]) => ({ text, rings: ringsOf(frame, figure, part.z, level) }));
  const names: Name[] = [];
  for (const { text, rings } of all) {
    const name = text ? nameOf(text, rings, names, frame) : null;
    if (name) names.push(name);
  }
  return { lines: all.map(({ rings }) => pathOf(rings)), names };
}

// The place of a name on its line that is farthest from the other names and from the edges.
function nameOf(text: string, rings: readonly Ring[], others: readonly Name[], { width, height }: Frame): Name | null {
  let [best, most]: [Name | null, number] = [null, 0];
  for (const ring of rings)
    for (let i = 2; i < ring.length - 2; i++) {
      const [x, y] = ring[i];
      const edge = Math.min(x, y, width - x, height - y);
      const apart = Math.min(2 * NAME_APART, ...others.map((other) => Math.hypot(other.x - x, other.y - y)));
      const worth = edge < EDGE || apart < NAME_APART / 2 ? 0 : Math.min(edge, 2 * EDGE) + apart;
      if (worth <= most) continue;
      const [[left, above], [right, below]] = [ring[i - 2], ring[i + 2]];
      const turn = Math.atan((below - above) / (right - left)) * 180 / Math.PI;
      [best, most] = [{ text, x, y, turn: Number.isFinite(turn) ? turn : 0 }, worth];
    }
  return best;
}

/** Leave out each number of a line on which a name or a note of its panel stands. */
export function giveWay({ parts, node }: { readonly parts: Element | null; readonly node: Element }) {
  const numbers = parts?.querySelectorAll("text") ?? [];
  // All come back before any is measured, or the browser would lay the panel out once for each.
  for (const number of numbers) number.style.display = "";
  for (const number of numbers) {
    const own = number.getBoundingClientRect();
    for (const text of node.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      if (text !== number && box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom) number.style.display = "none";
    }
  }
}

// ---- colours ----

/** What is painted: the fields of a figure, in the panel's frame, by the theme's colours. */
export interface Painting {
  readonly frame: Frame;
  readonly figure: Figure;
  readonly color: (name: string) => string;
}

/** Paint the fields of a figure on a canvas as large as its panel. */
export function paint(canvas: HTMLCanvasElement, [width, height]: readonly [number, number], painting: Painting) {
  const sharp = window.devicePixelRatio || 1;
  Object.assign(canvas, { width: Math.round(width * sharp), height: Math.round(height * sharp) });
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(sharp, sharp);
  for (const part of painting.figure.parts)
    if (part.kind === "heatmap") paintCells(context, part, painting);
    else if (part.kind === "contours" && part.reach !== undefined) paintSmoothly(context, part, painting);
    else if (part.kind === "contours") paintBands(context, part, painting);
}

type Context = CanvasRenderingContext2D;

/** The colours of a scale, in four bytes each. */
function tonesOf(colors: Colors, color: Painting["color"]) {
  const context = newContext(TONES, 1);
  const scale = context.createLinearGradient(0, 0, TONES, 0);
  for (const [place, name] of colors) scale.addColorStop(place, color(name));
  context.fillStyle = scale;
  context.fillRect(0, 0, TONES, 1);
  return new Uint32Array(context.getImageData(0, 0, TONES, 1).data.buffer);
}

function newContext(width: number, height: number) {
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  if (!context) throw new Error("the browser has no canvas to paint on");
  return context;
}

const toneAt = (share: number) => Math.max(0, Math.min(TONES - 1, Math.floor(share * TONES)));

/** An image whose pixels have the tones at their shares of the scale; a pixel without a share is clear. */
function imageOf(width: number, height: number, tones: Uint32Array, shareAt: (x: number, y: number) => number | null) {
  const context = newContext(width, height);
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const share = shareAt(x, y);
      if (share !== null) pixels[y * width + x] = tones[toneAt(share)];
    }
  context.putImageData(image, 0, 0);
  return context.canvas;
}

// Cells, and the bar that shows their colours.
function paintCells(context: Context, { z, colors, low, high }: Heatmap, { frame, color }: Painting) {
  const tones = tonesOf(colors, color);
  const [across, up] = [z[0].length, z.length];
  const shareOf = (value: number | null) => (value === null ? null : (value - low) / (high - low));
  const cells = imageOf(across, up, tones, (x, y) => shareOf(z[y][x]));
  const [left, top] = [frame.left + frame.x(-0.5), frame.top + frame.y(-0.5)];
  context.imageSmoothingEnabled = false;
  context.drawImage(cells, left, top, frame.left + frame.x(across - 0.5) - left, frame.top + frame.y(up - 0.5) - top);
  const bar = barOf(frame);
  context.drawImage(imageOf(1, TONES, tones, (_, y) => 1 - (y + 0.5) / TONES), bar.left, bar.top, bar.width, bar.height);
}

// Each pixel has the colour of its value, between those of the four places about it.
function paintSmoothly(context: Context, { z, reach = 1, colors }: Contours, { frame, figure: { xaxis, yaxis }, color }: Painting) {
  if (!z.length || z[0][0] === null) return;
  const [left, right] = xaxis.range.map((value) => frame.x(value));
  const [bottom, top] = yaxis.range.map((value) => frame.y(value));
  const [width, height] = [Math.max(1, Math.round(right - left)), Math.max(1, Math.round(bottom - top))];
  const [columns, rows] = [evenly(width, z[0].length), evenly(height, z.length).reverse()];
  const values = z.map((row) => Float64Array.from(row, (value) => value ?? 0));
  const image = imageOf(width, height, tonesOf(colors, color), (x, y) => {
    const [[j, on], [i, up]] = [columns[x], rows[y]];
    const [below, above] = [values[i], values[i + 1]];
    const value = (1 - up) * ((1 - on) * below[j] + on * below[j + 1]) + up * ((1 - on) * above[j] + on * above[j + 1]);
    return (value / reach + 1) / 2;
  });
  context.drawImage(image, frame.left + left, frame.top + top, right - left, bottom - top);
}

/** For each pixel's middle, the place before it among places at even distances, and its share of the way to the next. */
function evenly(pixels: number, places: number) {
  return Array.from({ length: pixels }, (_, pixel): [number, number] => {
    const at = (pixel + 0.5) / pixels * (places - 1);
    const before = Math.min(places - 2, Math.floor(at));
    return [before, at - before];
  });
}

// Bands between the lines, from the scale's first colour below all lines to its last one above them.
function paintBands(context: Context, part: Contours, { frame, figure, color }: Painting) {
  const levels = levelsOf(part);
  const bytes = new Uint8Array(tonesOf(part.colors, color).buffer);
  const { left, top, width, height } = frame;
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.translate(left, top);
  const whole = new Path2D(`M0,0H${width}V${height}H0Z`);
  [null, ...levels].forEach((band, i) => {
    const [red, green, blue, opacity] = bytes.subarray(4 * toneAt(i / Math.max(1, levels.length)));
    context.fillStyle = `rgba(${red}, ${green}, ${blue}, ${opacity / 255})`;
    context.fill(band ? new Path2D(pathOf(ringsOf(frame, figure, part.z, band[0]))) : whole, "evenodd");
  });
  context.restore();
}
