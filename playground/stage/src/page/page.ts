// The stage's own elements in the page, its voice, and the theme's colours.

import { beside } from "./framed.ts";
import { Present } from "./present.ts";

const QUOTED = /(`+) ?(.*?) ?\1/g; // the text of a link, quoted in Markdown

/**
 * Set a length in pixels, or none, unless it is set already: the browser would lay the page out again.
 * @param {HTMLElement} node
 * @param {string} name
 * @param {number | null} pixels
 */
export function setLength({ style }, name, pixels) {
  const length = pixels === null ? "" : `${pixels}px`;
  if (style.getPropertyValue(name) !== length) style.setProperty(name, length);
}

export class Page {
  constructor(root) {
    this.root = root;
    this.present = new Present(root);
    this.colors = new Map(); // the theme's colours in this frame, by the names that figures use
    this.tasks = new Set(["message"]);
    /** @type {Map<string, string[]>} */
    this.complaints = new Map(); // each complaint and its remedy, by its source
    this.first = 0; // the height of the first step's sentence
    this.night = window.matchMedia("(prefers-color-scheme: dark)");
  }

  // Note that a task begins or ends. Without a task the stage will not change by itself, and the page says so.
  busy(task, on) {
    if (on) this.tasks.add(task);
    else this.tasks.delete(task);
    this.root.toggleAttribute("data-idle", !this.tasks.size);
  }

  /** @returns {any} */
  part(name) {
    return this.root.querySelector(`.stage-${name}`);
  }

  button(name) {
    return this.root.querySelector(`[data-do="${name}"]`);
  }

  enable(buttons) {
    for (const [name, enabled] of Object.entries(buttons)) this.button(name).disabled = !enabled;
  }

  // Say a sentence to screen readers; all sentences between two frames are one announcement.
  say(sentence) {
    this.saying = [...(this.saying ?? []), sentence];
    if (this.saying.length > 1) return;
    this.busy("voice", true);
    requestAnimationFrame(() => {
      this.part("said").textContent = this.saying.join(" ");
      this.saying = null;
      this.busy("voice", false);
    });
  }

  // Show a source's complaint; an empty sentence ends it, and shows another source's complaint again, if there is one.
  complain(source, sentence, remedy = "") {
    if (sentence) this.complaints.set(source, [sentence, remedy]);
    else this.complaints.delete(source);
    const [shown, help] = [...this.complaints.values()].at(-1) ?? ["", ""];
    const place = this.part("trouble");
    const [words, button] = place.children;
    if (shown && words.textContent !== shown) this.say(shown);
    place.hidden = !shown;
    words.textContent = shown;
    button.hidden = !help;
    button.textContent = help;
  }

  // Show the server's complaints about the parts of an address that could not be used.
  /** @param {string[]} complaints */
  remark(complaints = []) {
    const place = /** @type {Element} */ (this.root.parentElement?.querySelector(".stage-complaints"));
    const words = complaints.join(" ").replaceAll(QUOTED, "“$2”");
    if (words && words !== place.textContent) this.say(words);
    place.textContent = words;
  }

  // Measure the parts of the page above the stage; the board takes the rest of the window.
  measure() {
    let above = 0;
    for (let node = this.root; node; node = node.offsetParent) above += node.offsetTop;
    const [answer, panels, top, sentence] = ["answer", "panels", "top", "sentence"].map((name) => this.part(name));
    if (answer.offsetTop < panels.offsetTop) above += answer.offsetHeight;
    // In one column: the stage's height, without the board, down to the end of the first step's sentence. The sentences
    // of later steps, of other lengths, do not change the board's size.
    const board = this.root.querySelector('[data-area="board"]');
    if (this.root.dataset.step === "0") this.first = sentence.offsetHeight;
    const first = Math.max(this.first, parseFloat(getComputedStyle(sentence).minHeight) || 0);
    const around = sentence.offsetTop - this.root.offsetTop + first - (board?.offsetHeight ?? 0);
    const high = top.offsetHeight;
    const below = this.present.on ? null : beside(above, panels);
    setLength(this.root, "--stage-above", above);
    setLength(this.root, "--stage-below", below);
    setLength(this.root, "--stage-top", high);
    setLength(this.root, "--stage-around", around);
    this.present.measure();
  }

  // The place of an event in an element, in pixels of the layout, before any zoom.
  within(node, { clientX, clientY }) {
    const { left, top } = node.getBoundingClientRect();
    const { zoom } = this.present;
    return { left: (clientX - left) / zoom, top: (clientY - top) / zoom };
  }

  // Figures name the theme's colours as CSS variables, or as shares of one. The browser resolves them in the stage's
  // drawings; Plotly needs their values.
  color(value) {
    const mixed = /^color-mix\(in srgb, (.+) (\d+)%, transparent\)$/.exec(value);
    if (mixed) return `${this.color(mixed[1])}${Math.round(2.55 * Number(mixed[2])).toString(16).padStart(2, "0")}`;
    const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    if (!name) return value;
    if (!this.colors.size) requestAnimationFrame(() => this.colors.clear()); // the theme may change between frames
    if (!this.colors.has(name)) this.colors.set(name, getComputedStyle(this.root).getPropertyValue(name).trim());
    return this.colors.get(name);
  }

  // A copy of a figure with the theme's colours; `colors` receives the colours used.
  themed(value, colors) {
    if (typeof value === "string") {
      const color = this.color(value);
      if (color !== value) colors.set(value, color);
      return color;
    }
    if (Array.isArray(value)) return value.map((item) => this.themed(item, colors));
    if (value && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.themed(item, colors)]));
    return value;
  }

  // Whether the theme still has the colours of a copy.
  holds(colors) {
    return [...colors].every(([value, color]) => this.color(value) === color);
  }
}
