// The files that can be saved: made by the browser, or sent by the server.

import type { Figures } from "../draw/figures.ts";
import type { Panel } from "../draw/panel.ts";
import type { Panels } from "../draw/panels.ts";
import type { Strip } from "../draw/strip.ts";
import { linkToShare } from "../link/query.ts";
import type { Requests } from "../link/requests.ts";
import type { Visit } from "../link/visit.ts";
import type { Page } from "../page/page.ts";
import type { Model } from "../store/model.ts";
import type { File, Hand, PointClass, Point } from "../store/payload.ts";
import { NOBODY } from "../store/rounds.ts";
import type { Words } from "../words/words.ts";
import { animationOf } from "./animation.ts";
import { csv } from "./csv.ts";
import { inLetters, packed } from "./files.ts";
import { labelOf, measure } from "./measured.ts";
import { Pen, bitmapOf } from "./picture.ts";

const [FRAMES, SMALL_ONES] = [100, 60]; // steps at most of an animation and of a filmstrip

/**
 * The addresses of files that the stage may need: Plotly, the page that lacks only its scene, and the formulas' font. A
 * page without a server has at most Plotly.
 */
export interface Addresses {
  readonly plotly: string;
  readonly alone: string;
  readonly math: string;
}

/** What is shared and saved: the stage as the visitor sees it. */
export interface Shown {
  readonly model: Model;
  readonly page: Page;
  readonly panels: Panels;
  readonly figures: Figures;
  readonly words: Words;
  readonly questions: Requests;
  readonly addresses: Addresses;
}

/** The visible figures that pictures show: all, the board, or the figures beside it. */
export type Scope = "all" | "board" | "curves";

/** A file. While its content is made, it calls `tell` with its progress, and stops if that throws. */
export interface Offered {
  readonly label: string;
  readonly note: string;
  readonly name: string;
  readonly content: (tell: (words: string) => void) => Promise<string | Blob> | string;
}

/** The files that can be saved now, with those that the server has sent. */
export function savings(shown: Shown, scope: Scope, sent: readonly File[]): Offered[] {
  const { model, model: { data, points }, page: { visit }, addresses } = shown;
  const name = document.title.split(" · ")[0].toLowerCase().replaceAll(" ", "-");
  // The link and the server's files are not of a program's run that the board shows for a while.
  if (model.aside) return pictures(shown, scope, name);
  const offered: Offered[] = [{
    label: "Page (HTML)", note: "Plays without the internet", name: `${name}.html`, content: () => pageOf(model, addresses),
  }, ...pictures(shown, scope, name)];
  const classes = data.editing?.classes;
  if (classes && points.length)
    offered.push({
      label: "Points (CSV)", note: "x₁, x₂ and label of each",
      name: `${name}-points.csv`, content: () => tableOf(points, classes, data.hand, visit),
    });
  // The other files would show how the run ends.
  if (model.waits) return offered;
  const run = data.panels.find((panel) => "heads" in panel);
  // A locked board has no server; a server sends the run's table with all digits.
  if (run?.heads.length && data.locked)
    offered.push({
      label: "Table (CSV)", note: "A line for each step",
      name: `${name}-table.csv`, content: () => csv(run.heads, Array.from({ length: data.last + 1 }, (_, k) =>
        run.columns.map((column) => data.columns[column][k]))),
    });
  return [...offered, ...sent.map(({ text, ...file }) => ({ ...file, content: () => text }))];
}

function pictures(shown: Shown, scope: Scope, name: string): Offered[] {
  const { model, model: { data: { panels: specs, last } }, page, panels, figures: drawn, addresses } = shown;
  const { figures, of } = scopeOf(panels.figures, scope);
  if (!figures.length) return [];
  const file = of === "all" ? name : `${name}-${of}`;
  const pen = async () => new Pen(model, page, drawn, lightOf(await getText(addresses.alone)));
  const picture = async () => (await pen()).pictureOf(figures);
  const offered: Offered[] = [{
    label: "Picture (SVG)", note: "This step, for print", name: `${file}.svg`, content: picture,
  }, {
    label: "Picture (PNG)", note: "This step, for a slide", name: `${file}.png`, content: async () => bitmapOf(await picture()),
  }];
  // The next two would show how the run ends.
  if (!last || model.waits) return offered;
  offered.push({
    label: "Animation (GIF)", note: `${span(0, FRAMES, last)}, in a loop`, name: `${file}.gif`,
    content: async (tell) => animation(shown, figures, await pen(), tell),
  });
  const strip = panels.list[specs.findIndex((panel) => "of" in panel)]?.inner;
  const note = span(1, SMALL_ONES, last);
  if (strip?.come)
    offered.push({
      label: "Filmstrip (SVG)", note: `${note} side by side`, name: `${name}-filmstrip.svg`,
      content: async () => (await pen()).filmstripOf(await strip.come?.() as Strip, Math.min(SMALL_ONES, last), note),
    });
  return offered;
}

function scopeOf(figures: readonly Panel[], scope: Scope) {
  const board = figures.find(({ editable }) => editable) ?? figures[0];
  const of = figures.length > 1 ? scope : "all";
  return { of, figures: figures.filter((panel) => of === "all" || (panel === board) === (of === "board")) };
}

const span = (first: number, most: number, last: number) => `Steps ${first} to ${last > most ? `${most} of ${last}` : last}`;

async function animation(shown: Shown, figures: readonly Panel[], pen: Pen, tell: (words: string) => void) {
  const { model, model: { data } } = shown;
  const end = Math.min(FRAMES, data.last);
  const frame = (step: number) => `${step}/${end}`;
  tell(frame(0));
  // All frames have room for the longest words.
  const steps = Array.from({ length: end + 1 }, (_, step) => step);
  const rows = Math.max(...steps.map((step) => at(shown, step, () => pen.rowsOf(figures))));
  return animationOf(end, (step) => {
    tell(frame(step));
    // An answer may come meanwhile, with the same run or with another.
    if (model.data !== data && JSON.stringify(model.data.columns) !== JSON.stringify(data.columns))
      throw new Error("the run has changed meanwhile");
    return at(shown, step, () => pen.pictureOf(figures, rows));
  });
}

// Draw another step, return what `look` makes of it, and restore the present step, all between two frames.
function at<Seen>({ model, figures, words }: Shown, step: number, look: () => Seen): Seen {
  const draw = () => {
    figures.drawMarks();
    words.draw();
  };
  try {
    return model.glance(step, () => {
      draw();
      return look();
    });
  } finally {
    draw();
  }
}

// The points as a table: coordinates and labels. If points came from a visitor's table, its heads, numbers and words
// come first.
function tableOf(points: readonly Point[], classes: readonly PointClass[], hand: Hand, visit: Visit) {
  const heads = ["x1", "x2", "label"];
  const own = points.map(([x, y, kind]) => [x, y, labelOf(classes[kind])]);
  const measured = measure(points, classes, hand, visit);
  if (!measured) return csv(heads, own);
  return csv([...measured.heads, ...heads], measured.rows.map((row, i) => [...row, ...own[i]]));
}

async function get(address: string) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer;
}

const getText = async (address: string) => (await get(address)).text();
const fontWithin = async (address: string) => `data:font/woff2;base64,${inLetters(await (await get(address)).arrayBuffer())}`;

// The colours of the light theme, from the head of the page that stands alone.
function lightOf(page: string) {
  const [first] = /:root \{[^}]*\}/.exec(page) ?? [""];
  return new Map(Array.from(first.matchAll(/(--st-[\w-]+-color): ([^;]+);/g), ([, name, value]) => [name, value]));
}

async function pageOf({ data, step }: Model, { alone, plotly, math }: Addresses) {
  const formulas = data.panels.some((panel) => "lines" in panel);
  const [page, script, font] = await Promise.all([
    getText(alone), data.plotly.length ? getText(plotly) : "", formulas ? fontWithin(math) : "data:,",
  ]);
  const [title, link] = [document.createElement("span"), document.createElement("a")];
  title.textContent = document.title;
  link.textContent = "Open in the playground";
  link.setAttribute("href", linkToShare());
  link.dataset.app = "";
  const parts: Readonly<Record<string, string>> = {
    title: title.innerHTML,
    links: link.outerHTML,
    scene: await packed(JSON.stringify({ ...data, ...NOBODY, step }), "deflate"),
    plotly: script && `packed:${await packed(script, "deflate")}`,
    math: font,
  };
  return page.replaceAll(/\$(title|links|scene|plotly|math)\b/g, (_, name: string) => parts[name]);
}
