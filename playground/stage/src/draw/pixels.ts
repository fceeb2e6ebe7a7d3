// Pictures of cells, side by side in a box of the axes.

import { svg } from "./geometry.ts";

export const numbersOf = (code) => code.split(",").map(Number);

export class Pixels {
  constructor(shape, { box, across, colors, pictures, row = 1 }) {
    this.shape = shape;
    this.box = box;
    this.across = across;
    this.colors = colors;
    this.pictures = pictures;
    this.row = row;
    this.cache = new Map();
  }

  draw(value, frame) {
    const pictures = this.pictures ? this.picturesAt(String(value)) : [this.newPicture(value)];
    const [left, bottom, right, top] = this.box;
    const [x, y] = [frame.x(left), frame.y(top)];
    const { row, side } = grid(pictures.length, this.row, frame.x(right) - x, frame.y(bottom) - y);
    const width = Math.floor(side * (this.pictures ? 0.9 : 1)); // whole pixels, with a gap between two pictures
    const scale = width / this.across;
    pictures.forEach((picture, i) => {
      const place = [x + side * (i % row), y + side * Math.floor(i / row)].map((at) => at.toFixed(1));
      picture.setAttribute("transform", `translate(${place}) scale(${scale.toFixed(3)})`);
    });
    this.shape.replaceChildren(...pictures);
  }

  // The picture on the way from one picture to another.
  between(from, to, progress) {
    if (this.pictures) return to;
    const [old, values] = [from, to].map(numbersOf);
    return values.map((value, i) => old[i] + progress * (value - old[i])).join(",");
  }

  // The pictures at these places, each made only once.
  picturesAt(places) {
    return (places ? numbersOf(places) : []).map((place) => {
      if (!this.cache.has(place)) this.cache.set(place, this.newPicture(this.pictures[place]));
      return this.cache.get(place);
    });
  }

  // A path for each value, and the outline, in units of a cell. A negative cell is a triangle, so that not its hue
  // alone tells it from a positive cell.
  newPicture(code) {
    const { across, colors } = this;
    const values = numbersOf(code);
    const most = Math.max(...values.map(Math.abs));
    const cells = new Map();
    values.forEach((value, i) => {
      const [x, y] = [i % across, Math.floor(i / across)];
      const cell = value > 0 ? `M${x},${y}h1v1h-1z` : `M${x},${y + 1}h1l-0.5,-1z`;
      if (value) cells.set(value, (cells.get(value) ?? "") + cell);
    });
    const picture = svg("g");
    for (const [value, d] of cells)
      picture.append(svg("path", {
        d, fill: colors[value > 0 ? 1 : 0], "fill-opacity": (Math.abs(value) / most).toFixed(3), stroke: "none",
        "shape-rendering": value > 0 ? "crispEdges" : "auto",
      }));
    picture.append(svg("rect", { width: across, height: across, "vector-effect": "non-scaling-stroke" }));
    return picture;
  }
}

// The number of squares in a row, at least `least`, and their side, such that all squares fit and are largest.
function grid(count, least, width, height) {
  let best = { row: least, side: 0 };
  for (let row = least; row <= Math.max(least, count); row++) {
    const side = Math.min(width / row, height / Math.ceil(Math.max(1, count) / row));
    if (side > best.side) best = { row, side };
  }
  return best;
}
