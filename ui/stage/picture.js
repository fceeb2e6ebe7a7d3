// What is shown as a picture on a light ground: the figures that are seen, and under them the words of the step.

import { setAttributes, svg } from "./geometry.js";

const EDGE = 16; // px around all of it
const LETTERS = 16; // px of the words
const LEADING = 1.4; // times their type from line to line
const FONT = "sans-serif"; // a file that stands alone has no other
const ROOM = 0.95; // of a line, for that letters are wider elsewhere
const SHARP = 2; // pixels of a bitmap to one of the screen
// What a style sheet may say of a shape or a text.
const LOOK = [
  "display", "fill", "fill-opacity", "font-size", "font-weight", "opacity", "overflow", "paint-order", "stroke",
  "stroke-dasharray", "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor", "visibility", "white-space",
];

/**
 * @param {import("./page.js").Page} page
 * @param {import("./panels.js").Panels} panels
 * @param {Map<string, string>} light the colours of the light theme by the names of their variables
 * @returns {Promise<string>} the text of an SVG file
 */
export async function pictureOf(page, panels, light) {
  const pen = new Pen(page, light);
  const { figures: shown } = panels;
  const boxes = placed(shown.map(({ node }) => node.getBoundingClientRect()), page.present.zoom);
  const wide = Math.max(...boxes.map(({ right }) => right));
  const picture = svg("svg", { "font-family": FONT });
  picture.append(svg("rect", { width: "100%", height: "100%", fill: light.get("--st-background-color") }));
  for (const [i, panel] of shown.entries()) {
    const { node: { clientWidth: width, clientHeight: height } } = panel;
    const place = { x: EDGE + boxes[i].left, y: EDGE + boxes[i].top, width, height, overflow: "visible" };
    await pen.drawPanel(picture.appendChild(svg("svg", place)), panel);
  }
  let base = EDGE + Math.max(...boxes.map(({ bottom }) => bottom));
  for (const line of pen.lines(wordsOf(page), wide)) {
    base += LEADING * LETTERS;
    picture.append(svg("text", { x: EDGE, y: base, "font-size": LETTERS, fill: pen.ink }, line));
  }
  const [width, height] = [wide + 2 * EDGE, base + EDGE].map(Math.ceil);
  setAttributes(picture, { width, height, viewBox: `0 0 ${width} ${height}` });
  return new XMLSerializer().serializeToString(picture);
}

/**
 * @param {string} text of an SVG file
 * @returns {Promise<Blob>} a PNG file
 */
export async function bitmapOf(text) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: SHARP * image.width, height: SHARP * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

// Where panels are on the picture: as on the screen, without what else stands between them there.
function placed(boxes, zoom) {
  const left = Math.min(...boxes.map((box) => box.left));
  let above = Math.min(...boxes.map((box) => box.top));
  let base = above - EDGE;
  const gaps = new Map([...boxes].sort((one, other) => one.top - other.top).map((box) => {
    above += Math.max(0, box.top - base - EDGE);
    base = Math.max(base, box.bottom);
    return [box, above];
  }));
  return boxes.map((box) => {
    const [from, to] = [box.top, box.bottom].map((side) => (side - gaps.get(box)) / zoom);
    return { left: (box.left - left) / zoom, right: (box.right - left) / zoom, top: from, bottom: to };
  });
}

// The facts in one line, and what the step says, as far as it is told.
function wordsOf(page) {
  const facts = Array.from(page.part("facts").children, (fact) => {
    const [term, definition] = fact.children;
    return `${term.textContent} ${definition.firstElementChild.textContent}`;
  });
  const said = ["verdict", "position", "sentence"].map((name) => page.part(name));
  return [facts.join(" · "), ...said.map((part) => part.innerText.replaceAll(/\s+/g, " ").trim())];
}

class Pen {
  constructor(page, light) {
    const { color } = getComputedStyle(page.root);
    this.measure = document.createElement("canvas").getContext("2d");
    this.ink = light.get("--st-text-color");
    // What the theme has in place of each light colour, as the browser writes it.
    const probe = page.root.appendChild(document.createElement("i"));
    this.light = new Map([[color, this.ink]]);
    for (const [name, value] of light) {
      probe.style.color = page.color(`var(${name})`);
      this.light.set(getComputedStyle(probe).color, value).set(page.color(`var(${name})`), value);
    }
    probe.remove();
  }

  lit(value) {
    if (typeof value === "string") return this.light.get(value) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.lit(item));
    if (value && typeof value === "object" && !ArrayBuffer.isView(value))
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.lit(item)]));
    return value;
  }

  async drawPanel(own, panel) {
    const { axes, layers: [under, ...above], frame, head, node, plot, byPlotly } = panel;
    const { clientWidth: width, clientHeight: height } = node;
    const layer = frame && { x: frame.left, y: frame.top, width: frame.width, height: frame.height };
    this.copy(own, axes, { width, height });
    if (layer) this.copy(own, under, layer);
    if (byPlotly && plot.data) {
      const figure = { data: this.lit(plot.data), layout: this.lit(plot.layout) };
      const href = await window.Plotly.toImage(figure, { format: "svg", width, height });
      own.append(svg("image", { width, height, href }));
    }
    if (layer) for (const each of above) this.copy(own, each, layer);
    const box = node.getBoundingClientRect();
    const scale = width / box.width;
    const within = (part) => {
      const { left, top, width: across, height: down } = part.getBoundingClientRect();
      return { x: (left - box.left) * scale, y: (top - box.top) * scale, width: across * scale, height: down * scale };
    };
    for (const sign of head.querySelectorAll("svg")) this.copy(own, sign, within(sign));
    // What a board's title says after its colon is for a hand, and what has no room stands below its line.
    const [first, ...rest] = head.querySelectorAll("span");
    const heading = [first, ...rest.filter(({ offsetTop }) => !panel.editable && offsetTop === first.offsetTop)];
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
  }

  // A copy of a drawing that needs no style sheet.
  copy(parent, drawing, place) {
    const copy = drawing.cloneNode(true);
    const originals = [drawing, ...drawing.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((one, i) => {
      const look = getComputedStyle(originals[i]);
      for (const name of ["class", "style"]) one.removeAttribute(name);
      for (const name of LOOK) one.setAttribute(name, this.lit(look.getPropertyValue(name)));
    });
    setAttributes(copy, place);
    parent.append(copy);
  }

  widthOf(words, size) {
    this.measure.font = `${size} ${FONT}`;
    return this.measure.measureText(words).width;
  }

  // The words in lines that are no wider than so many pixels.
  lines(sentences, width) {
    return sentences.filter(Boolean).flatMap((sentence) => {
      const broken = [""];
      for (const word of sentence.split(" ")) {
        const longer = `${broken.at(-1)} ${word}`.trim();
        if (this.widthOf(longer, `${LETTERS}px`) <= ROOM * width) broken[broken.length - 1] = longer;
        else broken.push(word);
      }
      return broken;
    });
  }
}
