// Pictures on a light ground: the visible figures over the words of the step, or a filmstrip.

import type { Figures } from "../draw/figures.ts";
import { setAttributes, svg, type Attributes } from "../draw/geometry.ts";
import type { Panel } from "../draw/panel.ts";
import type { Strip } from "../draw/strip.ts";
import type { Page } from "../page/page.ts";
import { find } from "../page/parts.ts";
import type { Model } from "../store/model.ts";
import type { Figure } from "../store/payload.ts";

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

/** The element in which Plotly has drawn a figure. */
type Plotted = HTMLElement & { readonly data?: object[]; readonly layout?: object };

/** A panel whose axes hold the figure that is drawn. */
type Drawn = Pick<Panel, "frame" | "box" | "canvas"> & { readonly axes: SVGElement & { readonly figure?: Figure } };

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The PNG file of an SVG file's text. */
export async function bitmapOf(text: string) {
  const { canvas } = await paintSvg(text, SHARP);
  return new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((bitmap) => (bitmap ? resolve(bitmap) : reject(new Error("the picture is too large"))), "image/png");
  });
}

/** Paint an SVG file's text, with `scale` pixels to one of the screen. */
export async function paintSvg(text: string, scale: number) {
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

function paintOf(canvas: HTMLCanvasElement) {
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  if (!paint) throw new Error("the browser has no canvas to paint on");
  return paint;
}

// The places of panels on the picture: as on the screen, without the other elements between them.
function arrange(boxes: readonly DOMRect[], zoom: number): Box[] {
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

function factsOf(page: Page) {
  const facts = Array.from(page.part("facts").children, (fact) => {
    return `${find(fact, "dt").textContent} ${find(fact, "dd").firstElementChild?.textContent ?? ""}`;
  });
  return facts.join(" · ");
}

// The facts in one line, then the verdict, the position and the sentence as the page shows them.
function wordsOf(page: Page) {
  const texts = [page.part("verdict").innerText, page.part("position").innerText, page.part("sentence").textContent];
  return [factsOf(page), ...texts.map((text) => text.replaceAll(/\s+/g, " ").trim())];
}

// The place of a part in its panel, before any zoom.
function within(node: HTMLElement, part: Element) {
  const box = node.getBoundingClientRect();
  const scale = node.clientWidth / box.width;
  const { left, top, width, height } = part.getBoundingClientRect();
  return { x: (left - box.left) * scale, y: (top - box.top) * scale, width: width * scale, height: height * scale };
}

export class Pen {
  private readonly measure = paintOf(document.createElement("canvas"));
  private readonly ink: string;
  private readonly ground: string;
  private readonly edge: string;
  private readonly light: Map<string, string>; // by the colours of the present theme

  /** `light` has the colours of the light theme by the names of their variables. */
  constructor(
    private readonly model: Model, private readonly page: Page, private readonly figures: Pick<Figures, "fields">,
    light: ReadonlyMap<string, string>,
  ) {
    const { color } = getComputedStyle(page.root);
    [this.ink, this.ground, this.edge] = ["text", "background", "border"].map((name) => light.get(`--st-${name}-color`) ?? "");
    // Map each colour of the theme, as the browser writes it, to the light colour in its place.
    const probe = page.root.appendChild(document.createElement("i"));
    this.light = new Map([[color, this.ink]]);
    for (const [name, value] of light) {
      probe.style.color = page.color(`var(${name})`);
      this.light.set(getComputedStyle(probe).color, value).set(page.color(`var(${name})`), value);
    }
    probe.remove();
  }

  // The text of an SVG file, with room for so many lines of words at least. Everything is read from the stage before this
  // returns; only Plotly's drawings come later.
  async pictureOf(panels: readonly Panel[], rows = 0) {
    const { boxes, wide, high } = this.boxesOf(panels);
    const picture = this.newPicture();
    const drawings = panels.map((panel, i) => {
      const { node: { clientWidth: width, clientHeight: height } } = panel;
      const place = { x: EDGE + boxes[i].left, y: EDGE + boxes[i].top, width, height, overflow: "visible" };
      return this.drawPanel(picture.appendChild(svg("svg", place)), panel);
    });
    this.write(picture, wordsOf(this.page), [wide, high], rows);
    await Promise.all(drawings);
    return new XMLSerializer().serializeToString(picture);
  }

  // The number of lines that the words of the step take under these panels.
  rowsOf(panels: readonly Panel[]) {
    return this.lines(wordsOf(this.page), this.boxesOf(panels).wide).length;
  }

  private boxesOf(panels: readonly Panel[]) {
    const boxes = arrange(panels.map(({ node }) => node.getBoundingClientRect()), this.page.present.zoom);
    const wide = Math.max(...boxes.map((box) => box.right));
    const high = Math.max(...boxes.map((box) => box.bottom));
    return { boxes, wide, high };
  }

  // The text of an SVG file: the pictures of the steps from the first up to step `to`, in rows, over a note.
  filmstripOf(strip: Strip, to: number, note: string) {
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
    this.write(picture, [factsOf(this.page), note], [wide * across - EDGE, high * Math.ceil(to / across)]);
    return new XMLSerializer().serializeToString(picture);
  }

  private newPicture() {
    const picture = svg("svg", { "font-family": FONT, "text-rendering": "geometricPrecision" });
    picture.append(svg("rect", { width: "100%", height: "100%", fill: this.ground }));
    return picture;
  }

  // Write the words below the figures, `high` pixels high, and set the picture's size.
  private write(picture: SVGElement, sentences: readonly string[], [wide, high]: readonly [number, number], rows = 0) {
    const lines = this.lines(sentences, wide);
    const line = LEADING * LETTERS;
    lines.forEach((words, i) => {
      const place = { x: EDGE, y: EDGE + high + (i + 1) * line, "font-size": LETTERS };
      picture.append(svg("text", { ...place, fill: this.ink }, words));
    });
    const base = EDGE + high + Math.max(rows, lines.length) * line;
    const [width, height] = [Math.ceil(wide + 2 * EDGE), Math.ceil(base + EDGE)];
    setAttributes(picture, { width, height, viewBox: `0 0 ${width} ${height}` });
  }

  // A colour of the light theme in the place of one of the present theme; other texts stay.
  private inLight(value: string) {
    const [, color, share] = /^(#[\da-f]{6})([\da-f]{2})$/i.exec(value) ?? ["", value, ""];
    return `${this.light.get(color) ?? color}${share}`;
  }

  // A copy of a figure in light colours.
  private figureInLight<Value>(figure: Value): Value {
    const copy = (value: unknown): unknown => {
      if (typeof value === "string") return this.inLight(value);
      if (Array.isArray(value)) return value.map(copy);
      return value && typeof value === "object" && !ArrayBuffer.isView(value)
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)])) : value;
    };
    return copy(figure) as Value;
  }

  private async drawPanel(own: SVGElement, panel: Panel) {
    const { axes, layers, frame, node, plot, byPlotly } = panel;
    const { clientWidth: width, clientHeight: height } = node;
    const layer = frame && { x: frame.left, y: frame.top, width: frame.width, height: frame.height };
    let plotted: Promise<void> | undefined;
    // The parts in the order in which they lie on one another.
    for (const part of node.children)
      if (part === axes) this.copy(own, axes, { width, height });
      else if (part === panel.canvas) {
        const field = this.imageOf(panel);
        if (field) own.append(svg("image", { width, height, href: field }));
      }
      else if (part === plot && byPlotly) plotted = this.drawPlot(own, panel, { width, height });
      else if (layers.some((each) => each === part)) {
        if (layer) this.copy(own, part, layer);
      } else for (const canvas of part.localName === "canvas" ? [part] : part.querySelectorAll("canvas"))
        own.append(svg("image", { ...within(node, canvas), href: (canvas as HTMLCanvasElement).toDataURL() }));
    this.drawHead(own, panel);
    await plotted;
  }

  // The address of an image of a panel's field in light colours.
  private imageOf({ frame, axes, box, canvas }: Drawn) {
    const { piece } = this.figures.fields;
    if (!piece || !canvas || !frame || !box || !axes.figure) return null;
    const image = document.createElement("canvas");
    const color = (name: string) => this.inLight(this.page.color(name));
    piece.paint(image, [box[1], box[2]], { frame, figure: axes.figure, color });
    return image.toDataURL();
  }

  private async drawPlot(own: SVGElement, { plot, following }: Panel, size: { readonly width: number; readonly height: number }) {
    const { data, layout }: Plotted = plot;
    if (!data || !window.Plotly) return;
    const image = own.appendChild(svg("image", size));
    const figure = { data: this.figureInLight(data), layout: this.figureInLight(layout) };
    // Plotly itself may be a frame behind the step.
    for (const each of following) Object.assign(figure.data[each.place], each.values(this.model.step));
    image.setAttribute("href", await window.Plotly.toImage(figure, { format: "svg", ...size }));
  }

  private drawHead(own: SVGElement, { head, node, editable }: Panel) {
    for (const sign of head.querySelectorAll("svg")) this.copy(own, sign, within(node, sign));
    // The words after the colon of a board's title tell the visitor what to do: the picture leaves them out. It also
    // leaves out a second part without room, which stands below the title's line; a button always has room.
    const [first, ...rest] = head.querySelectorAll<HTMLElement>("p > *");
    const beside = ({ localName, offsetTop }: HTMLElement) => localName === "button" || offsetTop === first.offsetTop;
    const heading = [first, ...rest.filter((part) => !editable && beside(part))];
    const others = [...head.querySelectorAll("li"), ...node.querySelectorAll(".stage-count")];
    const texts = others.map((part) => [part, part.textContent] as const);
    for (const [part, words] of [[first, heading.map(({ textContent }) => textContent).join("")] as const, ...texts]) {
      const { x, y, height } = within(node, part);
      const sign = part.querySelector("svg");
      const signed = sign && within(node, sign);
      const place = { x: signed ? signed.x + signed.width + 5 : x, y: y + 0.7 * height };
      const { fontSize } = getComputedStyle(part);
      const room = node.clientWidth - place.x;
      const narrowed = this.widthOf(words, fontSize) > room && { textLength: room, lengthAdjust: "spacingAndGlyphs" };
      if (words) own.append(svg("text", { ...place, ...narrowed, "font-size": fontSize, fill: this.ink }, words));
    }
  }

  // A copy of a drawing that needs no style sheet.
  private copy(parent: Element, drawing: Element, place: Attributes) {
    const copy = drawing.cloneNode(true) as Element;
    const originals = [drawing, ...drawing.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((one, i) => {
      const look = getComputedStyle(originals[i]);
      for (const name of ["class", "style", "color"]) one.removeAttribute(name);
      for (const name of LOOK) one.setAttribute(name, this.inLight(look.getPropertyValue(name)));
    });
    setAttributes(copy, place);
    parent.append(copy);
  }

  private widthOf(words: string, size: string) {
    this.measure.font = `${size} ${FONT}`;
    return this.measure.measureText(words).width;
  }

  // The words broken into lines at most `width` pixels wide.
  private lines(sentences: readonly string[], width: number) {
    return sentences.filter(Boolean).flatMap((sentence) => {
      const lines = [""];
      for (const word of sentence.split(" ")) {
        const longer = `${lines.at(-1) ?? ""} ${word}`.trim();
        if (this.widthOf(longer, `${LETTERS}px`) <= ROOM * width) lines[lines.length - 1] = longer;
        else lines.push(word);
      }
      return lines;
    });
  }
}
