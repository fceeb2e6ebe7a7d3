// The files that can be saved: made by the browser, or sent by the server.

import { encode, linkToShare } from "../link/address.ts";
import { animationOf } from "./animation.ts";
import { csv } from "./csv.ts";
import { Pen, bitmapOf } from "./picture.ts";

const KEEP = 60000; // ms until a file that was offered to the browser is forgotten
const [FRAMES, SMALL_ONES] = [100, 60]; // steps at most of an animation and of a filmstrip

// The parts of an answer beside its scene, for a page without a server.
export const NOBODY = {
  number: 0, leads: true, address: {}, hand: { key: "", snap: 1, signs: "", also: {} }, turned: "",
};

/**
 * A file. While its content is made, it calls `tell` with its progress, and stops if that throws.
 * @typedef {{ label: string, note: string, name: string,
 *   content: (tell: (words: string) => void) => Promise<string | Blob> }} Offered
 *
 * The files that can be saved now.
 * @param {import("./sharing.ts").Sharing} sharing
 * @returns {Offered[]}
 */
export function savings(sharing) {
  const { model, model: { data, edits }, addresses } = sharing;
  const run = data.panels.find((panel) => "heads" in panel);
  const name = document.title.split(" · ")[0].toLowerCase().replaceAll(" ", "-");
  /** @type {Offered[]} */
  const offered = [{
    label: "Page (HTML)", note: "Plays without the internet",
    name: `${name}.html`, content: () => pageOf(model, addresses),
  }];
  offered.push(...pictures(sharing, name));
  const points = /** @type {import("../store/payload.ts").Point[]} */ (edits.points);
  const classes = data.editing?.classes;
  if (classes && points.length)
    offered.push({
      label: "Points (CSV)", note: "x₁, x₂ and label of each",
      name: `${name}-points.csv`, content: async () => pointsOf(points, classes, data.hand, sharing.page.visit),
    });
  // The other files would show how the run ends.
  if (model.waits) return offered;
  // A locked board has no server; a server sends the run's table with all digits.
  if (run?.heads.length && data.locked)
    offered.push({
      label: "Table (CSV)", note: "A line for each step",
      name: `${name}-table.csv`, content: async () => csv(run.heads, Array.from({ length: data.last + 1 }, (_, k) =>
        run.columns.map((column) => data.columns[column][k]))),
    });
  const serverFiles = sharing.files.map(({ text, ...file }) => ({ ...file, content: async () => text }));
  return [...offered, ...serverFiles];
}

/**
 * @param {import("./sharing.ts").Sharing} sharing
 * @returns {Offered[]}
 */
function pictures(sharing, name) {
  const { model, model: { data: { panels: specs, last } }, page, panels, addresses } = sharing;
  const { of, figures } = scopeOf(page, panels);
  if (!figures.length) return [];
  const file = of === "all" ? name : `${name}-${of}`;
  const pen = async () => new Pen(model, page, lightOf(await getText(addresses.alone)));
  const picture = async () => (await pen()).pictureOf(figures);
  /** @type {Offered[]} */
  const offered = [{
    label: "Picture (SVG)", note: "This step, for print", name: `${file}.svg`, content: picture,
  }, {
    label: "Picture (PNG)", note: "This step, for a slide", name: `${file}.png`,
    content: async () => bitmapOf(await picture()),
  }];
  // The next two would show how the run ends.
  if (!last || model.waits) return offered;
  offered.push({
    label: "Animation (GIF)", note: `${span(0, FRAMES, last)}, in a loop`, name: `${file}.gif`,
    content: async (tell) => animation(sharing, figures, await pen(), tell),
  });
  const strip = panels.list[specs.findIndex((panel) => "of" in panel)]?.inner;
  const note = span(1, SMALL_ONES, last);
  if (strip)
    offered.push({
      label: "Filmstrip (SVG)", note: `${note} side by side`, name: `${name}-filmstrip.svg`,
      content: async () => (await pen()).filmstripOf(strip, Math.min(SMALL_ONES, last), note),
    });
  return offered;
}

// The visible figures that pictures show: all, the board, or the figures beside it.
function scopeOf(page, { figures }) {
  const board = figures.find(({ editable }) => editable) ?? figures[0];
  const of = figures.length > 1 ? page.root.querySelector("[name=scope]:checked").value : "all";
  return { of, figures: figures.filter((panel) => of === "all" || (panel === board) === (of === "board")) };
}

const span = (first, most, last) => `Steps ${first} to ${last > most ? `${most} of ${last}` : last}`;

async function animation(sharing, figures, pen, tell) {
  const { addresses, model, model: { data } } = sharing;
  const end = Math.min(FRAMES, data.last);
  const frame = (step) => `${step}/${end}`;
  tell(frame(0));
  const encoder = await getText(addresses.encoder);
  // All frames have room for the longest words.
  const steps = Array.from({ length: end + 1 }, (_, step) => step);
  const rows = Math.max(...steps.map((step) => sharing.at(step, () => pen.rowsOf(figures))));
  return animationOf(end, (step) => {
    tell(frame(step));
    // An answer may come meanwhile, with the same run or with another.
    if (model.data !== data && JSON.stringify(model.data.columns) !== JSON.stringify(data.columns))
      throw new Error("the run has changed meanwhile");
    return sharing.at(step, () => pen.pictureOf(figures, rows));
  }, encoder);
}

export function save(name, content) {
  const file = document.createElement("a");
  file.href = URL.createObjectURL(new Blob([content]));
  file.download = name;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), KEEP);
}

/**
 * The points as a table: coordinates and labels. If points came from a visitor's table, its heads, numbers and words
 * come first; for a point that is not in that table, they are computed from the board's, as fine as the board is.
 * @param {import("../store/payload.ts").Point[]} points
 * @param {{ name: string }[]} classes
 * @param {import("../store/payload.ts").Hand} hand
 */
function pointsOf(points, classes, hand, visit) {
  const heads = ["x1", "x2", "label"];
  const own = points.map(([x, y, kind]) => [x, y, Number(classes[kind].name.replace("−", "-")) || classes[kind].name]);
  const brought = hand.key === "points" ? visit.cellsOf(encode(points, hand)) : null;
  if (!brought) return csv(heads, own);
  const axes = brought.axes.map((text, i) => {
    const [head, center = "0", scale = "1"] = (text || heads[i]).split("~");
    return { head, center: Number(center), scale: Number(scale) };
  });
  const [head, ...words] = (brought.label ?? "label").split("~");
  const rows = points.map(([x, y, kind], i) => {
    const reckoned = [x, y].map((place, j) => asFine(axes[j].center + axes[j].scale * place, axes[j].scale / hand.snap));
    return [...(brought.rows[i] ?? [...reckoned, words[kind] ?? own[i][2]]), ...own[i]];
  });
  return csv([...axes.map((axis) => axis.head), head, ...heads], rows);
}

// A number with as many decimal places as needed to tell steps of this size apart.
const asFine = (value, step) => Number(value.toFixed(Math.min(100, Math.max(0, Math.ceil(-Math.log10(step))))));

async function compress(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  return inLetters(await new Response(stream).arrayBuffer());
}

function inLetters(buffer) {
  const bytes = new Uint8Array(buffer);
  const signs = Array.from({ length: Math.ceil(bytes.length / 0x8000) }, (_, i) =>
    String.fromCharCode(...bytes.subarray(0x8000 * i, 0x8000 * (i + 1))));
  return btoa(signs.join(""));
}

async function get(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer;
}

const getText = async (address) => (await get(address)).text();
const fontWithin = async (address) => `data:font/woff2;base64,${inLetters(await (await get(address)).arrayBuffer())}`;

// The colours of the light theme, from the head of the page that stands alone.
function lightOf(page) {
  const [first] = page.match(/:root \{[^}]*\}/);
  return new Map(Array.from(first.matchAll(/(--st-[\w-]+-color): ([^;]+);/g), ([, name, value]) => [name, value]));
}

async function pageOf({ data, step }, { alone, plotly, math }) {
  const formulas = data.panels.some((panel) => "lines" in panel);
  const [page, script, font] = await Promise.all([
    getText(alone), data.plotly.length ? getText(plotly) : "", formulas ? fontWithin(math) : "data:,",
  ]);
  const [title, link] = ["span", "a"].map((name) => document.createElement(name));
  title.textContent = document.title;
  link.textContent = "Open in the playground";
  link.setAttribute("href", linkToShare());
  link.dataset.app = "";
  const parts = {
    title: title.innerHTML,
    links: link.outerHTML,
    scene: await compress(JSON.stringify({ ...data, ...NOBODY, step })),
    plotly: script && `packed:${await compress(script)}`,
    math: font,
  };
  return page.replaceAll(/\$(title|links|scene|plotly|math)\b/g, (_, name) => parts[name]);
}
