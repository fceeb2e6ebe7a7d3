// The answers of a class as one page that stands alone: it loads no other file.

import { html, nothing, render, svg } from "lit-html";

import { svg as element } from "../../stage/src/draw/geometry.ts";
import { is } from "./asked.ts";
import type { Gain, SummaryRow } from "./news.ts";
import { boardOf, isBare, pictureOf, wordsOf } from "./pictures.ts";

const ACROSS = 46; // characters of a line beside the board
const PAGE = `
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font-family: "Source Sans", system-ui, sans-serif; line-height: 1.4; }
img { width: 100%; }
h2 { margin: 2.5rem 0 0.5rem; }
table { border-collapse: collapse; }
td, th { padding: 0.15rem 0.8rem; border-bottom: 1px solid var(--st-border-color); text-align: right; }
button { margin: 0.6rem 0.6rem 0 0; font: inherit; }
@media print { button { display: none; } section { break-inside: avoid; } }`;
const OWN = "/* what is one page's own begins here */"; // in the style of a wall or a teacher's screen
const STILL = ".truth { animation: none; } :root { color: var(--st-text-color); background: var(--st-background-color); }";

// Runs in the saved page: its buttons save each picture as a file.
function offerFiles() {
  const save = (href: string, download: string) => Object.assign(document.createElement("a"), { href, download }).click();
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    const image = target.closest("section")?.querySelector("img");
    if (!image) return;
    const name = `question-${image.dataset.number ?? ""}.${target.name}`;
    const canvas = Object.assign(document.createElement("canvas"), { width: 2060, height: 1110 });
    canvas.getContext("2d")?.drawImage(image, 0, 0, 2060, 1110);
    save(target.name === "svg" ? image.src : canvas.toDataURL("image/png"), name);
  });
}

// The comments by which lit-html finds its places again say nothing in a file.
function withoutComments(root: Node) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const every: Node[] = [];
  while (walker.nextNode()) every.push(walker.currentNode);
  for (const comment of every) comment.parentNode?.removeChild(comment);
}

function drawn(row: SummaryRow, style: string) {
  const lines = wordsOf(row).split(" ").reduce<string[]>(([last, ...rest], word) =>
    (last + word).length < ACROSS ? [`${last} ${word}`.trim(), ...rest] : [word, last, ...rest], [""]);
  const picture = element("svg", { viewBox: "0 0 2060 1110", width: 2060, height: 1110 });
  render(svg`<text x="10" y="40" class="mid">${row.question.text}</text>
    <svg x="10" y="90" width="1000" height="1000">${isBare(row) ? nothing : boardOf(row)}</svg>
    <svg x="1050" y="90" width="1000" height="780">${pictureOf(row, 780)}</svg>
    ${lines.reverse().map((line, index) => svg`<text x="1060" y=${920 + 50 * index} class="mid">${line}</text>`)}`, picture);
  picture.prepend(element("style", {}, style + STILL));
  withoutComments(picture);
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
}

const votesOf = (votes: readonly { readonly of: number }[]) => (votes[1].of ? ["first vote", "second vote"] : ["vote"]);

// A table of the answers: its heads, and its rows.
function counted(row: SummaryRow): (string | number)[][] {
  if (is(row, "number")) {
    const { votes } = row.found;
    const every = votesOf(votes).map((_, vote) => new Map(votes[vote].count));
    const values = [...new Set(every.flatMap((count) => [...count.keys()]))].sort((a, b) => a - b);
    return [["guess", ...votesOf(votes)], ...values.map((value) => [value, ...every.map((count) => count.get(value) ?? 0)])];
  }
  if (is(row, "choose")) {
    const { question: { options }, found: { votes } } = row;
    return [["choice", ...votesOf(votes)], ...options.map((option, index) => [option, ...votesOf(votes).map((_, vote) => votes[vote].count[index])])];
  }
  if (is(row, "rounds")) {
    const { question: { options }, found: { votes, labels } } = row;
    return [["round", ...options, "label"], ...votes.map((given, index) => [index + 1, ...given, labels[index]])];
  }
  if (is(row, "line")) return [["lines", "nothing wrong"], [row.found.lines.length, row.found.right]];
  if (is(row, "alone")) {
    const { question: { items }, found: { counts } } = row;
    return [["item", "not begun", "tried", "solved"], ...items.map(({ text }, index) => [`${index + 1}. ${text}`, ...counts[index].slice(0, 3)])];
  }
  if (is(row, "points")) return [["points"], [row.found.points.length]];
  return [["texts"], [is(row, "text") ? row.found.of : 0]];
}

const percent = (share: number) => `${Math.round(100 * share)}%`;

function gainOf({ pairs, before, after, gain, low, high }: Gain, who: string) {
  const phones = `${pairs} ${pairs === 1 ? "phone" : "phones"}${who} answered twice. Right at first: ${percent(before)}, at last: ${percent(after)}`;
  if (gain === null) return `${phones}; all were right at first.`;
  const interval = low === null || high === null ? "fewer than ten pairs say nothing about a class" : `95 % interval from ${low.toFixed(2)} to ${high.toFixed(2)}`;
  return `${phones}; a gain of ${gain.toFixed(2)} = (after − before)/(1 − before), ${interval}.`;
}

function gained({ gain, apart = [] }: SummaryRow) {
  if (!gain) return nothing;
  const some = apart.flatMap((each, place) => (each ? [gainOf(each, [" that were sure", " that were not sure"][place])] : []));
  return html`<p>${gainOf(gain, "")}</p>${some.map((words) => html`<p>${words}</p>`)}`;
}

function section(row: SummaryRow, index: number, style: string) {
  const words = wordsOf(row);
  const [heads, ...rows] = counted(row);
  return html`<section><h2>${index + 1}. ${row.question.text}${row.again ? " (again)" : ""}</h2>
    <img alt=${words} src=${drawn(row, style)} data-number=${index + 1}>
    <p>${words} ${row.phones} answered.</p>${gained(row)}
    <table><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr>
      ${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</table>
    ${["svg", "png"].map((name) => html`<button name=${name}>Save the picture (${name.toUpperCase()})</button>`)}</section>`;
}

/** Words from a link are never markup: all text becomes text nodes. */
export function summary(every: readonly SummaryRow[], style: string) {
  const page = document.implementation.createHTMLDocument("The answers of a class");
  const add = (parent: HTMLElement, kind: string, textContent: string) =>
    parent.append(Object.assign(page.createElement(kind), { textContent }));
  page.documentElement.lang = "en";
  page.head.prepend(Object.assign(page.createElement("meta"), { name: "viewport", content: "width=device-width" }));
  const [shared] = style.split(OWN);
  add(page.head, "style", shared + PAGE);
  render(html`<h1>${page.title}</h1><p>${new Date().toLocaleDateString("en", { dateStyle: "long" })}</p>
    ${every.map((row, index) => section(row, index, shared))}`, page.body);
  withoutComments(page.body);
  add(page.body, "script", `(${offerFiles.toString()})()`);
  return `<!doctype html><meta charset="utf-8">${page.documentElement.outerHTML}`;
}
