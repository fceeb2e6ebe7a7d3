// The stage's own elements in the page, its voice, and the theme's colours.

import type { Host } from "../link/host.ts";
import type { Visit } from "../link/visit.ts";
import { beside } from "./framed.ts";
import { find, partsOf } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { Present } from "./present.ts";

const MARGIN = 12; // px below the stage
const QUOTED = /(`+) ?(.*?) ?\1/g; // the text of a link, quoted in Markdown

/** The page around a stage, and what its window keeps from page to page. */
export interface Around {
  readonly host: Host;
  readonly visit: Visit;
}

/** Set a length in pixels, or none, unless it is set already: the browser would lay the page out again. */
export function setLength({ style }: HTMLElement, name: string, pixels: number | null) {
  const length = pixels === null ? "" : `${pixels}px`;
  if (style.getPropertyValue(name) !== length) style.setProperty(name, length);
}

export class Page {
  readonly root: HTMLElement; // the stage
  readonly room: HTMLElement; // the stage and what belongs to it around it
  readonly host: Host;
  readonly visit: Visit;
  readonly present: Present;
  measured = 0; // how often sizes may have changed
  readonly colors = new Map<string, string>(); // the theme's colours in this frame, by the names that figures use
  readonly night = window.matchMedia("(prefers-color-scheme: dark)");
  private readonly parts: Parts;
  private readonly buttons: ReadonlyMap<string | undefined, HTMLButtonElement>;
  private readonly tasks = new Set(["message"]);
  private readonly complaints = new Map<string, readonly [sentence: string, remedy: string]>(); // by their sources
  private saying: string[] = []; // until the next frame
  private first = 0; // the height of the first step's sentence

  constructor(root: HTMLElement, { host, visit }: Around) {
    if (!root.parentElement) throw new Error("the stage has no room");
    this.root = root;
    this.room = root.parentElement;
    this.host = host;
    this.visit = visit;
    this.parts = partsOf(this.room);
    this.buttons = new Map(Array.from(root.querySelectorAll<HTMLButtonElement>("button[data-do]"), (each) => [each.dataset.do, each]));
    this.present = new Present(root, this.room, this.parts);
  }

  // Note that a task begins or ends. Without a task the stage will not change by itself, and the page says so.
  busy(task: string, on: boolean) {
    if (on) this.tasks.add(task);
    else this.tasks.delete(task);
    this.root.toggleAttribute("data-idle", !this.tasks.size);
  }

  part<Name extends keyof Parts>(name: Name): Parts[Name] {
    return this.parts[name];
  }

  /** The button of a command: one of stage.html, or one that was made since. */
  button(name: string) {
    return this.buttons.get(name) ?? find(this.root, "button", `[data-do="${name}"]`);
  }

  enable(buttons: Readonly<Record<string, boolean>>) {
    for (const [name, enabled] of Object.entries(buttons)) this.button(name).disabled = !enabled;
  }

  // Say a sentence to screen readers; all sentences between two frames are one announcement.
  say(sentence: string) {
    this.saying.push(sentence);
    if (this.saying.length > 1) return;
    this.busy("voice", true);
    requestAnimationFrame(() => {
      this.part("said").textContent = this.saying.join(" ");
      this.saying = [];
      this.busy("voice", false);
    });
  }

  // Show a source's complaint; an empty sentence ends it, and shows another source's complaint again, if there is one.
  complain(source: string, sentence: string, remedy = "") {
    if (sentence) this.complaints.set(source, [sentence, remedy]);
    else this.complaints.delete(source);
    const [shown, help] = [...this.complaints.values()].at(-1) ?? ["", ""];
    const place = this.part("trouble");
    const words = find(place, "span");
    const button = this.button("retry");
    if (shown && words.textContent !== shown) this.say(shown);
    place.hidden = !shown;
    words.textContent = shown;
    button.hidden = !help;
    button.textContent = help;
  }

  // Show the server's complaints about the parts of an address that could not be used.
  remark(complaints: readonly string[] = []) {
    const place = this.part("complaints");
    const words = complaints.join(" ").replaceAll(QUOTED, "“$2”");
    if (words && words !== place.textContent) this.say(words);
    place.textContent = words;
  }

  // Measure what stands above the stage and, in it, above the board; the board takes the rest of the window.
  measure() {
    this.measured += 1;
    const { root, present } = this;
    const { panels, top, sentence } = this.parts;
    present.measure();
    let above = 0;
    for (let node: HTMLElement | null = root; node; node = node.offsetParent as HTMLElement | null) above += node.offsetTop;
    // In one column: the stage's height, without the board, down to the end of the first step's sentence. The sentences
    // of later steps, of other lengths, do not change the board's size.
    const board = panels.querySelector<HTMLElement>('[data-area="board"], [data-area="all"]');
    const boxOf = (node: Element) => node.getBoundingClientRect(); // in fractions, so that the board's own do not move it
    const begin = boxOf(root).top;
    if (root.dataset.at === "0") this.first = boxOf(sentence).height / present.zoom;
    const first = Math.max(this.first, parseFloat(getComputedStyle(sentence).minHeight) || 0);
    const around = (boxOf(sentence).top - begin - (board ? boxOf(board).height : 0)) / present.zoom + first;
    const high = top.offsetHeight;
    const head = board ? (boxOf(board).top - begin) / present.zoom : 0;
    const below = present.on ? null : beside(above + head, panels, this.host);
    const fill = below === null && !present.on ? window.innerHeight - above - MARGIN : null;
    setLength(root, "--stage-above", above);
    setLength(root, "--stage-head", head);
    setLength(root, "--stage-below", below);
    setLength(root, "--stage-fill", fill);
    setLength(this.room, "--stage-top", high);
    setLength(root, "--stage-around", around);
  }

  // The place of an event in an element, in pixels of the layout, before any zoom.
  within(node: Element, { clientX, clientY }: { readonly clientX: number; readonly clientY: number }) {
    const { left, top } = node.getBoundingClientRect();
    const { zoom } = this.present;
    return { left: (clientX - left) / zoom, top: (clientY - top) / zoom };
  }

  // Figures name the theme's colours as CSS variables, or as shares of one. The browser resolves them in the stage's
  // drawings; Plotly needs their values.
  color(value: string): string {
    const mixed = /^color-mix\(in srgb, (.+) (\d+)%, transparent\)$/.exec(value);
    if (mixed) return `${this.color(mixed[1])}${Math.round(2.55 * Number(mixed[2])).toString(16).padStart(2, "0")}`;
    const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    if (!name) return value;
    if (!this.colors.size) requestAnimationFrame(() => { this.colors.clear(); }); // the theme may change between frames
    const color = this.colors.get(name) ?? getComputedStyle(this.root).getPropertyValue(name).trim();
    this.colors.set(name, color);
    return color;
  }

  // A copy of a figure with the theme's colours; `colors` receives the colours used.
  themed<Value>(value: Value, colors: Map<string, string>): Value {
    const copy = (item: unknown): unknown => {
      if (typeof item === "string") {
        const color = this.color(item);
        if (color !== item) colors.set(item, color);
        return color;
      }
      if (Array.isArray(item)) return item.map(copy);
      return item && typeof item === "object"
        ? Object.fromEntries(Object.entries(item).map(([key, each]) => [key, copy(each)])) : item;
    };
    return copy(value) as Value;
  }

  // Whether the theme still has the colours of a copy.
  holds(colors: ReadonlyMap<string, string>) {
    return [...colors].every(([value, color]) => this.color(value) === color);
  }
}
