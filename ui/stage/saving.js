// What is shown saved as a page that stands alone, made here of files that the browser has.

import { linkToShare } from "./address.js";

// What a session would say of a visitor, if there were one.
export const NOBODY = {
  session: "", arrivals: 0, version: 0, rests: 0, turns: 0, address: {}, code: null,
  hand: { key: "", snap: 1, signs: "", also: {} }, locked: true,
};

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

/**
 * @param {import("./page.js").Model} model
 * @param {{ alone: string, plotly: string }} addresses of the page with all but the scene, and of Plotly
 */
export async function savePage({ data, step }, { alone, plotly }) {
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
  const whole = page.replaceAll(/\$(title|links|scene|plotly)\b/g, (_, name) => parts[name]);
  const file = document.createElement("a");
  file.href = URL.createObjectURL(new Blob([whole], { type: "text/html" }));
  file.download = `${document.title.split(" · ")[0].toLowerCase().replaceAll(" ", "-")}.html`;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60000);
}
