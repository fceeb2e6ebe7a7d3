// Pictures on a light ground: the visible figures over the words of the step, or a filmstrip.

import { setAttributes, svg } from "../draw/geometry.ts";

const EDGE = 16; // px of the margin
const LETTERS = 16; // px of the type of words
const LEADING = 1.4; // the distance of two lines, in units of the type
const FONT = "sans-serif"; // a file that stands alone has no other font
const ROOM = 0.95; // the share of a line that words fill, as other machines' letters may be wider
const [FEW, MANY] = [3, 6]; // the fewest and the most pictures in a row of a filmstrip
const [SMALL, CAPTION] = [160, 12]; // px of each small picture, and of its number
const SHARP = 2; // pixels of a bitmap for each pixel of the screen
// The properties that a style sheet may set for a shape or a text.
const LOOK = [
  "display", "fill", "fill-opacity", "font-size", "font-weight", "opacity", "overflow", "paint-order", "stroke",
  "stroke-dasharray", "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor", "visibility", "white-space",
];

/**
 * @param {string} text of an SVG file
 * @returns {Promise<Blob>} a PNG file
 */
export async function bitmapOf(text) {
  const { canvas } = await paintSvg(text, SHARP);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/**
 * @param {string} text of an SVG file
 * @param {number} scale pixels to one of the screen
 */
export async function paintSvg(text, scale) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: scale * image.width, height: scale * image.height });
  const paint = paintOf(canvas);
  paint.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return paint;
}

function paintOf(canvas) {
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  if (!paint) throw new Error("the browser has no canvas to paint on");
  return paint;
}

// The places of panels on the picture: as on the screen, without the other elements between them.
function arrange(boxes, zoom) {
  const left = Math.min(...boxes.map((box) => box.left));
  let above = Math.min(...boxes.map((box) => box.top));
  let base = above - EDGE;
  const gaps = boxes.map(() => 0);
  for (const i of [...boxes.keys()].sort((one, other) => boxes[one].top - boxes[other].top)) {
    above += Math.max(0, boxes[i].top - base - EDGE);
    base = Math.max(base, boxes[i].bottom);
    gaps[i] = above;
  }
  return boxes.map((box, i) => {
    const [from, to] = [box.top, box.bottom].map((side) => (side - gaps[i]) / zoom);
    return { left: (box.left - left) / zoom, right: (box.right - left) / zoom, top: from, bottom: to };
  });
}

function factsOf(page) {
  const facts = Array.from(page.part("facts").children, (fact) => {
    const [term, definition] = fact.children;
    return `${term.textContent} ${definition.firstElementChild.textContent}`;
  });
  return facts.join(" · ");
}

// The facts in one line, then the verdict, the position and the sentence as the page shows them.
function wordsOf(page) {
  const texts = ["verdict", "position"].map((name) => page.part(name).innerText);
  return [factsOf(page), ...[...texts, page.part("sentence").textContent].map((text) => text.replaceAll(/\s+/g, " ").trim())];
}

export class Pen {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {Map<string, string>} light the colours of the light theme by the names of their variables
   */
  constructor(model, page, light) {
    const { color } = getComputedStyle(page.root);
    this.measure = paintOf(document.createElement("canvas"));
    this.model = model;
    this.page = page;
    this.ink = light.get("--st-text-color");
    this.ground = light.get("--st-background-color");
    this.edge = light.get("--st-border-color");
    // Map each colour of the theme, as the browser writes it, to the light colour in its place.
    const probe = page.root.appendChild(document.createElement("i"));
    this.light = new Map([[color, this.ink]]);
    for (const [name, value] of light) {
      probe.style.color = page.color(`var(${name})`);
      this.light.set(getComputedStyle(probe).color, value).set(page.color(`var(${name})`), value);
    }
    probe.remove();
  }

  /**
   * Everything is read from the stage before this returns; only Plotly's drawings come later.
   * @param {any[]} panels
   * @param {number} rows how many lines of words there is room for at least
   * @returns {Promise<string>} the text of an SVG file
   */
  async pictureOf(panels, rows = 0) {
    const { boxes, wide, high } = this.boxesOf(panels);
    const picture = this.newPicture();
    const drawings = panels.map((panel, i) => {
      const { node: { clientWidth: width, clientHeight: height } } = panel;
      const place = { x: EDGE + boxes[i].left, y: EDGE + boxes[i].top, width, height, overflow: "visible" };
      return this.drawPanel(picture.appendChild(svg("svg", place)), panel);
    });
    this.write(picture, wordsOf(this.page), wide, high, rows);
    await Promise.all(drawings);
    return new XMLSerializer().serializeToString(picture);
  }

  // The number of lines that the words of the step take under these panels.
  rowsOf(panels) {
    return this.lines(wordsOf(this.page), this.boxesOf(panels).wide).length;
  }

  boxesOf(panels) {
    const boxes = arrange(panels.map(({ node }) => node.getBoundingClientRect()), this.page.present.zoom);
    const [wide, high] = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])));
    return { boxes, wide, high };
  }

  /**
   * The pictures of the steps from the first up to step `to`, in rows.
   * @param {import("../draw/strip.ts").Strip} strip
   * @param {number} to
   * @param {string} note the words below the pictures
   * @returns {string} the text of an SVG file
   */
  filmstripOf(strip, to, note) {
    const picture = this.newPicture();
    const across = Math.max(FEW, Math.min(MANY, to));
    const [wide, high] = [SMALL + EDGE, SMALL + 2 * EDGE]; // a picture with its number and the gap to the next
    for (let step = 1; step <= to; step++) {
      const [x, y] = [EDGE + wide * ((step - 1) % across), EDGE + high * Math.floor((step - 1) / across)];
      const place = { x, y, width: SMALL, height: SMALL };
      // The style sheet applies only to a picture within the page.
      const small = strip.node.appendChild(strip.newPicture(step));
      this.copy(picture, small, { ...place, overflow: "hidden" });
      small.remove();
      picture.append(svg("rect", { ...place, fill: "none", stroke: this.edge }));
      const words = { x: x + SMALL / 2, y: y + SMALL + CAPTION, "text-anchor": "middle", "font-size": CAPTION };
      picture.append(svg("text", { ...words, fill: this.ink }, String(step)));
    }
    this.write(picture, [factsOf(this.page), note], wide * across - EDGE, high * Math.ceil(to / across));
    return new XMLSerializer().serializeToString(picture);
  }

  newPicture() {
    const picture = svg("svg", { "font-family": FONT, "text-rendering": "geometricPrecision" });
    picture.append(svg("rect", { width: "100%", height: "100%", fill: this.ground }));
    return picture;
  }

  // Write the words below the figures, `high` pixels high, and set the picture's size.
  write(picture, sentences, wide, high, rows = 0) {
    const lines = this.lines(sentences, wide);
    const line = LEADING * LETTERS;
    lines.forEach((words, i) => {
      const place = { x: EDGE, y: EDGE + high + (i + 1) * line, "font-size": LETTERS };
      picture.append(svg("text", { ...place, fill: this.ink }, words));
    });
    const base = EDGE + high + Math.max(rows, lines.length) * line;
    const [width, height] = [wide + 2 * EDGE, base + EDGE].map(Math.ceil);
    setAttributes(picture, { width, height, viewBox: `0 0 ${width} ${height}` });
  }

  inLight(value) {
    if (typeof value === "string") {
      const [, color, share] = /^(#[\da-f]{6})([\da-f]{2})$/i.exec(value) ?? ["", value, ""];
      return `${this.light.get(color) ?? color}${share}`;
    }
    if (Array.isArray(value)) return value.map((item) => this.inLight(item));
    if (value && typeof value === "object" && !ArrayBuffer.isView(value))
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.inLight(item)]));
    return value;
  }

  async drawPanel(own, panel) {
    const { axes, layers: [under, ...above], frame, head, node, plot, byPlotly, traces } = panel;
    const { clientWidth: width, clientHeight: height } = node;
    const layer = frame && { x: frame.left, y: frame.top, width: frame.width, height: frame.height };
    this.copy(own, axes, { width, height });
    if (layer) this.copy(own, under, layer);
    const image = byPlotly && plot.data && own.appendChild(svg("image", { width, height }));
    // Plotly itself may be a frame behind the step.
    const data = image && this.inLight(plot.data);
    if (image) for (const trace of traces) Object.assign(data[trace.place], trace.values(this.model.step));
    if (layer) for (const each of above) this.copy(own, each, layer);
    const box = node.getBoundingClientRect();
    const scale = width / box.width;
    const within = (part) => {
      const { left, top, width: across, height: down } = part.getBoundingClientRect();
      return { x: (left - box.left) * scale, y: (top - box.top) * scale, width: across * scale, height: down * scale };
    };
    for (const sign of head.querySelectorAll("svg")) this.copy(own, sign, within(sign));
    // The words after the colon of a board's title tell the visitor what to do: the picture leaves them out. It also
    // leaves out a second part without room, which stands below the title's line; a button always has room.
    const [first, ...rest] = head.querySelectorAll("p > *");
    const beside = ({ localName, offsetTop }) => localName === "button" || offsetTop === first.offsetTop;
    const heading = [first, ...rest.filter((part) => !panel.editable && beside(part))];
    const others = [...head.querySelectorAll("li"), ...node.querySelectorAll(".stage-count")];
    const texts = others.map((part) => [part, part.textContent]);
    for (const [part, words] of [[first, heading.map(({ textContent }) => textContent).join("")], ...texts]) {
      const { x, y, height: down } = within(part);
      const sign = part.querySelector("svg");
      const place = { x: sign ? within(sign).x + within(sign).width + 5 : x, y: y + 0.7 * down };
      const { fontSize } = getComputedStyle(part);
      const room = width - place.x;
      const narrowed = this.widthOf(words, fontSize) > room && { textLength: room, lengthAdjust: "spacingAndGlyphs" };
      own.append(svg("text", { ...place, ...narrowed, "font-size": fontSize, fill: this.ink }, words));
    }
    if (!image) return;
    const figure = { data, layout: this.inLight(plot.layout) };
    image.setAttribute("href", await window.Plotly.toImage(figure, { format: "svg", width, height }));
  }

  // A copy of a drawing that needs no style sheet.
  copy(parent, drawing, place) {
    const copy = drawing.cloneNode(true);
    const originals = [drawing, ...drawing.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((one, i) => {
      const look = getComputedStyle(originals[i]);
      for (const name of ["class", "style", "color"]) one.removeAttribute(name);
      for (const name of LOOK) one.setAttribute(name, this.inLight(look.getPropertyValue(name)));
    });
    setAttributes(copy, place);
    parent.append(copy);
  }

  widthOf(words, size) {
    this.measure.font = `${size} ${FONT}`;
    return this.measure.measureText(words).width;
  }

  // The words broken into lines at most `width` pixels wide.
  lines(sentences, width) {
    return sentences.filter(Boolean).flatMap((sentence) => {
      const lines = [""];
      for (const word of sentence.split(" ")) {
        const longer = `${lines.at(-1)} ${word}`.trim();
        if (this.widthOf(longer, `${LETTERS}px`) <= ROOM * width) lines[lines.length - 1] = longer;
        else lines.push(word);
      }
      return lines;
    });
  }
}
