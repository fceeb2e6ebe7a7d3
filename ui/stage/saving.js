// What is shown, saved as files: made here of what the browser has, or as the server brings them along.

import { linkToShare } from "./address.js";
import { bitmapOf, pictureOf } from "./picture.js";

const KEEP = 60000; // ms until a file that was offered to the browser is forgotten

// What a session would say of a visitor, if there were one.
export const NOBODY = {
  session: "", arrivals: 0, version: 0, brought: 0, rests: 0, turns: 0, address: {}, code: null,
  hand: { key: "", snap: 1, signs: "", also: {} }, locked: true,
};

/**
 * @typedef {{ label: string, note: string, name: string, content: () => Promise<string | Blob> }} Offered
 *
 * What can be saved now.
 * @param {import("./page.js").Model} model
 * @param {import("./page.js").Page} page
 * @param {import("./panels.js").Panels} panels
 * @param {{ alone: string, plotly: string }} addresses of the page with all but the scene, and of Plotly
 * @param {import("./payload.js").File[]} files that the server brings along
 * @returns {Offered[]}
 */
export function savings(model, page, panels, addresses, files) {
  const { data, edits } = model;
  const run = data.panels.find((panel) => "heads" in panel);
  const name = document.title.split(" · ")[0].toLowerCase().replaceAll(" ", "-");
  /** @type {Offered[]} */
  const offered = [{
    label: "Page (HTML)", note: "It steps and plays without a server and the internet",
    name: `${name}.html`, content: () => pageOf(model, addresses),
  }];
  if (panels.figures.length) {
    const picture = async () => pictureOf(page, panels, lightOf(await read(addresses.alone)));
    offered.push({
      label: "Picture (SVG)", note: "This step, for a slide or for print", name: `${name}.svg`, content: picture,
    }, {
      label: "Picture (PNG)", note: "This step, at twice its size", name: `${name}.png`,
      content: async () => bitmapOf(await picture()),
    });
  }
  const points = /** @type {import("./payload.js").Point[]} */ (edits.points);
  const classes = data.editing?.classes;
  if (classes && points.length)
    offered.push({
      label: "Points (CSV)", note: "A line for each point: x₁, x₂ and its label",
      name: `${name}-points.csv`, content: async () => table(["x1", "x2", "label"], points.map(([x, y, kind]) =>
        [x, y, Number(classes[kind].name.replace("−", "-")) || classes[kind].name])),
    });
  if (run?.heads.length)
    offered.push({
      label: "Run (CSV)", note: "A line for each step, as in the table: numbers to six digits",
      name: `${name}-run.csv`, content: async () => table(run.heads, Array.from({ length: data.last + 1 }, (_, k) =>
        run.columns.map((column) => data.columns[column][k]))),
    });
  const brought = files.map(({ text, ...file }) => ({ ...file, note: "", content: async () => text }));
  return [...offered, ...brought];
}

export function save(name, content) {
  const file = document.createElement("a");
  file.href = URL.createObjectURL(new Blob([content]));
  file.download = name;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), KEEP);
}

// Text that a spreadsheet would run is marked as text.
const entry = (value) => {
  if (typeof value !== "string") return String(value ?? "");
  const text = /^[=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const table = (heads, rows) => [heads, ...rows].map((row) => `${row.map(entry).join(",")}\n`).join("");

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const signs = Array.from({ length: Math.ceil(bytes.length / 0x8000) }, (_, i) =>
    String.fromCharCode(...bytes.subarray(0x8000 * i, 0x8000 * (i + 1))));
  return btoa(signs.join(""));
}

async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.text();
}

// The colours of the light theme, as the page that stands alone begins with them.
function lightOf(page) {
  const [first] = page.match(/:root \{[^}]*\}/);
  return new Map(Array.from(first.matchAll(/(--st-[\w-]+-color): ([^;]+);/g), ([, name, value]) => [name, value]));
}

async function pageOf({ data, step }, { alone, plotly }) {
  const [page, script] = await Promise.all([read(alone), data.plotly.length ? read(plotly) : ""]);
  const [title, link] = ["span", "a"].map((name) => document.createElement(name));
  title.textContent = document.title;
  link.textContent = "Open in the playground";
  link.setAttribute("href", linkToShare());
  link.dataset.app = "";
  const parts = {
    title: title.innerHTML,
    links: link.outerHTML,
    scene: await packed(JSON.stringify({ ...data, ...NOBODY, step })),
    plotly: script && `packed:${await packed(script)}`,
  };
  return page.replaceAll(/\$(title|links|scene|plotly)\b/g, (_, name) => parts[name]);
}
