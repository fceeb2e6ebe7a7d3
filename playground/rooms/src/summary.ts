// The answers of a class as one page that stands alone: it loads no other file.

import { linesOf, node } from "./board.ts";
import { PICTURES, drawBoard } from "./pictures.ts";

const ACROSS = 46; // characters of a line beside the board
const PAGE = `
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font-family: "Source Sans", system-ui, sans-serif; line-height: 1.4; }
img { width: 100%; }
h2 { margin: 2.5rem 0 0.5rem; }
table { border-collapse: collapse; }
td, th { padding: 0.15rem 0.8rem; border-bottom: 1px solid var(--st-border-color); text-align: right; }
button { margin: 0.6rem 0.6rem 0 0; font: inherit; }
@media print { button { display: none; } section { break-inside: avoid; } }`;
const STILL = ".truth { animation: none; } :root { color: var(--st-text-color); background: var(--st-background-color); }";

// Runs in the saved page: its buttons save each picture as a file.
function offerFiles() {
  const save = (href, name) => Object.assign(document.createElement("a"), { href, download: name }).click();
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof window.HTMLButtonElement)) return;
    const image = target.closest("section")?.querySelector("img");
    if (!image) return;
    const name = `question-${image.dataset.number}.${target.name}`;
    if (target.name === "svg") return save(image.src, name);
    const canvas = Object.assign(document.createElement("canvas"), { width: 2060, height: 1110 });
    canvas.getContext("2d")?.drawImage(image, 0, 0, 2060, 1110);
    save(canvas.toDataURL("image/png"), name);
  });
}

/** @param {{ question: Question, found: any }} each */
function drawn({ question, found }, style) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 2060 1110");
  svg.setAttribute("width", "2060");
  svg.setAttribute("height", "1110");
  node(svg, "style", {}, style + STILL);
  node(svg, "text", { x: 10, y: 40, class: "mid" }, question.text);
  const end = linesOf(found).at(-1)?.slice(1);
  drawBoard(node(svg, "svg", { x: 10, y: 90, width: 1000, height: 1000 }), question, found, end ? { line: end } : {});
  const words = PICTURES[question.kind]?.(node(svg, "svg", { x: 1050, y: 90, width: 1000, height: 780 }), 780, question, found) ?? found.words;
  const lines = words.split(" ").reduce(([last, ...rest], word) =>
    (last + word).length < ACROSS ? [`${last} ${word}`.trim(), ...rest] : [word, last, ...rest], [""]);
  for (const [row, line] of lines.reverse().entries()) node(svg, "text", { x: 1060, y: 920 + 50 * row, class: "mid" }, line);
  return { picture: new window.XMLSerializer().serializeToString(svg), words };
}

function counted({ question: { kind, options }, found }) {
  const twice = found.votes?.[1]?.of ? ["first vote", "second vote"] : ["vote"];
  if (kind === "number") {
    const every = twice.map((_, row) => new Map(found.votes[row].count));
    const values = [...new Set(every.flatMap((count) => [...count.keys()]))].sort((a, b) => a - b);
    return [["guess", ...twice], ...values.map((value) => [value, ...every.map((count) => count.get(value) ?? 0)])];
  }
  if (kind === "choose")
    return [["choice", ...twice], ...options.map((option, index) => [option, ...twice.map((_, row) => found.votes[row].count[index])])];
  if (kind === "rounds")
    return [["round", ...options, "label"], ...found.votes.map((votes, index) => [index + 1, ...votes, found.labels[index]])];
  return kind === "line" ? [["lines", "nothing wrong"], [found.lines.length, found.right]] : [["points"], [found.points.length]];
}

const percent = (share) => `${Math.round(100 * share)}%`;

function gained({ before, after, gain }) {
  const end = gain === null ? "all were right before" : `a gain of ${gain.toFixed(2)} = (after − before)/(1 − before)`;
  return `Right before: ${percent(before)}, after: ${percent(after)}; ${end}.`;
}

// All text becomes text nodes: words from a link are never markup.
export function summary(every, style) {
  const page = document.implementation.createHTMLDocument("The answers of a class");
  const add = (parent, kind, properties = {}) => {
    const element = Object.assign(page.createElement(kind), properties);
    parent.append(element);
    return element;
  };
  page.documentElement.lang = "en";
  page.head.prepend(Object.assign(page.createElement("meta"), { name: "viewport", content: "width=device-width" }));
  add(page.head, "style", { textContent: style.split("/* a phone */")[0] + PAGE });
  add(page.body, "h1", { textContent: page.title });
  add(page.body, "p", { textContent: new Date().toLocaleDateString("en", { dateStyle: "long" }) });
  for (const [index, each] of every.entries()) {
    const { picture, words } = drawn(each, style);
    const section = add(page.body, "section");
    add(section, "h2", { textContent: `${index + 1}. ${each.question.text}${each.again ? " (again)" : ""}` });
    const image = add(section, "img", { alt: words, src: `data:image/svg+xml,${encodeURIComponent(picture)}` });
    image.dataset.number = String(index + 1);
    add(section, "p", { textContent: `${words} ${each.phones} answered.` });
    if (each.gain !== undefined) add(section, "p", { textContent: gained(each) });
    const table = add(section, "table");
    const [heads, ...rows] = counted(each);
    for (const [kind, cells] of [["th", heads], ...rows.map((row) => ["td", row])]) {
      const row = add(table, "tr");
      for (const cell of cells) add(row, kind, { textContent: String(cell) });
    }
    for (const name of ["svg", "png"]) add(section, "button", { name, textContent: `Save the picture (${name.toUpperCase()})` });
  }
  add(page.body, "script", { textContent: `(${offerFiles})()` });
  return `<!doctype html><meta charset="utf-8">${page.documentElement.outerHTML}`;
}
