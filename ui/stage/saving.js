// What is shown, saved as files: made here of what the browser has, or as the scene brings them along.

import { linkToShare } from "./address.js";

const KEEP = 60000; // ms until a file that was offered to the browser is forgotten

// What a session would say of a visitor, if there were one.
export const NOBODY = {
  session: "", arrivals: 0, version: 0, rests: 0, turns: 0, address: {}, code: null,
  hand: { key: "", snap: 1, signs: "", also: {} }, locked: true,
};

/**
 * What can be saved now.
 * @param {import("./page.js").Model} model
 * @param {{ alone: string, plotly: string }} addresses of the page with all but the scene, and of Plotly
 * @returns {{ label: string, note: string, name: string, text: () => string | Promise<string> }[]}
 */
export function savings(model, addresses) {
  const { data, edits } = model;
  const run = data.panels.find((panel) => "heads" in panel);
  const name = document.title.split(" · ")[0].toLowerCase().replaceAll(" ", "-");
  const offered = [{
    label: "Page (HTML)", note: "It steps and plays without a server and the internet",
    name: `${name}.html`, text: () => pageOf(model, addresses),
  }];
  const points = /** @type {import("./payload.js").Point[]} */ (edits.points);
  const classes = data.editing?.classes;
  if (classes && points.length)
    offered.push({
      label: "Points (CSV)", note: "A line for each point: x₁, x₂ and its label",
      name: `${name}-points.csv`, text: async () => table(["x1", "x2", "label"], points.map(([x, y, kind]) =>
        [x, y, Number(classes[kind].name.replace("−", "-")) || classes[kind].name])),
    });
  if (run?.heads.length)
    offered.push({
      label: "Run (CSV)", note: "A line for each step, as in the table: numbers to six digits",
      name: `${name}-run.csv`, text: async () => table(run.heads, Array.from({ length: data.last + 1 }, (_, k) =>
        run.columns.map((column) => data.columns[column][k]))),
    });
  return [...offered, ...(data.files ?? []).map(({ text, ...file }) => ({ ...file, note: "", text: () => text }))];
}

export function save(name, text) {
  const file = document.createElement("a");
  file.href = URL.createObjectURL(new Blob([text]));
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

async function pageOf({ data, step }, { alone, plotly }) {
  const [page, script] = await Promise.all([read(alone), data.plotly.length ? read(plotly) : ""]);
  const [title, link] = ["span", "a"].map((name) => document.createElement(name));
  title.textContent = document.title;
  link.textContent = "Open in the playground";
  link.setAttribute("href", linkToShare());
  link.dataset.app = "";
  const { files, ...shown } = data;
  const parts = {
    title: title.innerHTML,
    links: link.outerHTML,
    scene: await packed(JSON.stringify({ ...shown, ...NOBODY, step })),
    plotly: script && `packed:${await packed(script)}`,
  };
  return page.replaceAll(/\$(title|links|scene|plotly)\b/g, (_, name) => parts[name]);
}
