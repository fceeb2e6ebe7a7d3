// Pictures of cells, side by side in a box of the axes.

import type { Pixels as PixelsSpec } from "../store/payload.ts";
import { svg } from "./geometry.ts";
import { Mark, type MarkData, type Moment, type Value } from "./mark.ts";

const MINUS = "m0.3,0.42v0.16h0.4v-0.16z"; // within a cell, around the other way, so that it is a hole

export const numbersOf = (code: Value) => String(code).split(",").map(Number);

export class Pixels extends Mark {
  declare readonly spec: PixelsSpec;
  private readonly cache = new Map<number, SVGElement>();

  constructor(spec: PixelsSpec, data: MarkData) {
    super(spec, data, { element: "g", glides: true });
  }

  protected look([value]: readonly Value[], { frame }: Moment) {
    const { box: [left, bottom, right, top], across, pictures, row: least = 1 } = this.spec;
    const shown = pictures ? this.picturesAt(value, pictures) : [this.newPicture(value)];
    const [x, y] = frame.at([left, top]);
    const { row, side } = grid(shown.length, least, frame.x(right) - x, frame.y(bottom) - y);
    const width = Math.floor(side * (pictures ? 0.9 : 1)); // whole pixels, with a gap between two pictures
    const scale = width / across;
    shown.forEach((picture, i) => {
      const place = [x + side * (i % row), y + side * Math.floor(i / row)].map((at) => at.toFixed(1));
      picture.setAttribute("transform", `translate(${place.join()}) scale(${scale.toFixed(3)})`);
    });
    this.shape.replaceChildren(...shown);
    return { attributes: {} };
  }

  // The picture on the way from one picture to another.
  protected override between(from: Value, to: Value, progress: number) {
    if (this.spec.pictures || from === null || to === null) return to;
    const [old, values] = [from, to].map(numbersOf);
    return values.map((value, i) => old[i] + progress * (value - old[i])).join();
  }

  // The pictures at these places, each made only once.
  private picturesAt(places: Value, pictures: readonly string[]) {
    return (places === "" ? [] : numbersOf(places)).map((place) => {
      const picture = this.cache.get(place) ?? this.newPicture(pictures[place]);
      this.cache.set(place, picture);
      return picture;
    });
  }

  // A path for each value, and the outline, in units of a cell. A minus sign is cut out of a negative cell, so that not
  // its hue alone tells it from a positive cell.
  private newPicture(code: Value) {
    const { across, colors } = this.spec;
    const values = numbersOf(code);
    const most = Math.max(...values.map(Math.abs));
    const cells = new Map<number, string>();
    values.forEach((value, i) => {
      const [x, y] = [i % across, Math.floor(i / across)];
      const cell = `M${x},${y}h1v1h-1z${value < 0 ? MINUS : ""}`;
      if (value) cells.set(value, (cells.get(value) ?? "") + cell);
    });
    const picture = svg("g");
    for (const [value, d] of cells)
      picture.append(svg("path", {
        d, fill: colors[value > 0 ? 1 : 0], "fill-opacity": (Math.abs(value) / most).toFixed(3), stroke: "none",
        "shape-rendering": "crispEdges",
      }));
    picture.append(svg("rect", { width: across, height: across, "vector-effect": "non-scaling-stroke" }));
    return picture;
  }
}

// The number of squares in a row, at least `least`, and their side, such that all squares fit and are largest.
function grid(count: number, least: number, width: number, height: number) {
  let best = { row: least, side: 0 };
  for (let row = least; row <= Math.max(least, count); row++) {
    const side = Math.min(width / row, height / Math.ceil(Math.max(1, count) / row));
    if (side > best.side) best = { row, side };
  }
  return best;
}
