// Places in a panel, and the shapes of points.

/**
 * @param {string} name
 * @param {Record<string, any>} attributes
 */
export function svg(name, attributes = {}, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAttributes(element, attributes);
  element.textContent = text;
  return element;
}

export function setAttributes(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
}

const [SMALL_BOARD, MOST_GROWTH] = [440, 1.6]; // px of the largest side with signs of normal size; their largest growth
const CROWDS = [[250, 0.6], [100, 0.75]]; // the size of signs among more than so many points

// A panel's plot area: its place in the panel, and the functions from values to pixels and back.
export class Frame {
  constructor({ margin, xaxis, yaxis }, width, height) {
    this.left = margin.l;
    this.top = margin.t;
    this.width = width - margin.l - margin.r;
    this.height = height - margin.t - margin.b;
    this.xRange = xaxis.range;
    this.yRange = yaxis.range;
    // The range of a logarithmic axis holds exponents of ten.
    this.xScale = xaxis.type === "log" ? Math.log10 : Number;
    this.yScale = yaxis.type === "log" ? Math.log10 : Number;
    if (yaxis.scaleanchor) yaxis.constrain === "range" ? this.widen() : this.shrink();
  }

  // Extend the ranges of axes with one scale, about the same middle, until they fill their room.
  widen() {
    const unit = Math.min(this.width / (this.xRange[1] - this.xRange[0]), this.height / (this.yRange[1] - this.yRange[0]));
    const about = ([low, high], size) => [(low + high - size / unit) / 2, (low + high + size / unit) / 2];
    [this.xRange, this.yRange] = [about(this.xRange, this.width), about(this.yRange, this.height)];
  }

  // Shrink the plot area, at the top left, to the largest part of its room in which both axes have one scale.
  shrink() {
    const [wide, tall] = [this.xRange, this.yRange].map(([low, high]) => Math.abs(high - low));
    const unit = Math.min(this.width / wide, this.height / tall);
    [this.width, this.height] = [unit * wide, unit * tall];
  }

  // The factor by which signs are larger than on a small board.
  get growth() {
    return Math.max(1, Math.min(MOST_GROWTH, Math.min(this.width, this.height) / SMALL_BOARD));
  }

  x(value) {
    return ((this.xScale(value) - this.xRange[0]) / (this.xRange[1] - this.xRange[0])) * this.width;
  }

  y(value) {
    return ((this.yRange[1] - this.yScale(value)) / (this.yRange[1] - this.yRange[0])) * this.height;
  }

  value(left, top) {
    return {
      x: this.xRange[0] + (left / this.width) * (this.xRange[1] - this.xRange[0]),
      y: this.yRange[1] - (top / this.height) * (this.yRange[1] - this.yRange[0]),
    };
  }

  place(layer) {
    const { left, top, width, height } = this;
    Object.assign(layer.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  }
}

// A square part of a frame, with its own axes about its centre; left, top and side are fractions of the frame.
export class Inset extends Frame {
  constructor([left, top, side, half], frame) {
    const [l, t] = [left * frame.width, top * frame.height];
    const axis = { range: [-half, half] };
    super({ margin: { l, t, r: 0, b: 0 }, xaxis: axis, yaxis: axis }, l + side * frame.width, t + side * frame.height);
  }

  place(node) {
    setAttributes(node, { x: this.left, y: this.top, width: this.width, height: this.height });
  }
}

// The line a·x + b·y + c = 0 in a frame; distances along and from the line are in units of the frame's diagonal.
export class Line {
  constructor(a, b, c, { xRange, yRange }) {
    const size = Math.hypot(a, b);
    this.exists = size > 0;
    this.nx = a / size;
    this.ny = b / size;
    const middle = [(xRange[0] + xRange[1]) / 2, (yRange[0] + yRange[1]) / 2];
    this.reach = Math.hypot(xRange[1] - xRange[0], yRange[1] - yRange[0]);
    this.height = (a * middle[0] + b * middle[1] + c) / size;
    this.foot = [middle[0] - this.height * this.nx, middle[1] - this.height * this.ny];
    this.nearest = [(-c / size) * this.nx, (-c / size) * this.ny]; // the line's point nearest to the origin
  }

  // The point that lies so far `along` the line and `up` its normal from the foot of the frame's middle.
  point(along, up) {
    const [right, high] = [along * this.reach, up * this.reach];
    return [this.foot[0] - right * this.ny + high * this.nx, this.foot[1] + right * this.nx + high * this.ny];
  }

  // The tip of an arrow so far `up` the normal; its foot is the line's point nearest to the origin.
  tip(up) {
    return [this.nearest[0] + up * this.reach * this.nx, this.nearest[1] + up * this.reach * this.ny];
  }
}

const PLAIN = new Intl.NumberFormat("en");
const SHORT = new Intl.NumberFormat("en", { notation: "compact" });

// An axis's ticks with their names: its own ticks, or round steps: about `nticks` or, without that, as many as fit.
export function ticks({ range: [low, high], tickvals, ticktext, nticks }, most) {
  if (tickvals) return tickvals.map((value, i) => [value, ticktext[i]]);
  const rough = (high - low) / (nticks ?? Math.max(4, Math.min(9, most)) + 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const long = Math.max(-low, high) >= 1e5; // 100K takes less room than 100,000
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => {
    const value = (first + i) * step;
    return [value, (long ? SHORT : PLAIN).format(Number(value.toFixed(digits))).replace("-", "−")];
  });
}

// The index of the place nearest to a pointer, −1 if none is within reach: pixels, or a function from index to pixels.
export function nearest(places, { left, top }, reach) {
  let [best, least] = [-1, Infinity];
  places.forEach(([x, y], index) => {
    const distance = Math.hypot(x - left, y - top);
    const near = distance <= (typeof reach === "number" ? reach : reach(index));
    if (near && distance < least) [best, least] = [index, distance];
  });
  return best;
}

export function decimal(value) {
  return String(Number(value.toFixed(3))).replace("-", "−");
}

// SVG paths relative to a sign's centre.
export const SIGNS = { circle: "m-5.5,0a5.5,5.5 0 1,0 11,0a5.5,5.5 0 1,0 -11,0z", triangle: "m0,-7 6.5,11.5 -13,0z" };

// The points in a frame, each in the colour and shape of its class.
export function pointShapes(points, classes, frame) {
  const [, share] = CROWDS.find(([most]) => points.length > most) ?? [0, 1];
  const scale = share * frame.growth;
  return points.map(([x, y, kind], index) => {
    const { shape, color } = classes[kind];
    const transform = `translate(${frame.x(x)},${frame.y(y)})${scale === 1 ? "" : ` scale(${scale.toFixed(2)})`}`;
    return svg("path", { d: SIGNS[shape], transform, fill: color, color, "data-point": index });
  });
}

// The SVG patterns of dashes, by Plotly's names.
export const DASHES = { dash: "10 6", dot: "1 6", dashdot: "10 6 1 6", longdash: "18 7", longdashdot: "18 6 1 6" };
