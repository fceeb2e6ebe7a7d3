// The stage's own elements in the page, its voice, and the theme's colours.

import { Present } from "./present.js";

/**
 * What all parts of the stage look at: the last message, the step, the board, the chosen tool, the picked dot, whether
 * the end of the run was seen, and the number that was guessed of it.
 * @typedef {object} Model
 * @property {import("./payload.js").Payload | null} data
 * @property {number} step
 * @property {number} moment how far the way to this step has been gone, from 0 to 1
 * @property {import("./edits.js").Edits} edits
 * @property {boolean} follows the hand is at work on the board, and the end of its run is shown until the hand steps
 * @property {Turned | null} turn
 * @property {number} choice
 * @property {number} picked
 * @property {boolean} seen
 * @property {number | null} guess
 * @property {import("./sheet.js").Sheet} sheet what is drawn and not yet added
 */

/**
 * A line that the hand turns by its arrow: by what it is held, the weights it has come to, their first length, the side
 * of the origin that the arrow ends on, and the number it was reported by once the hand has let go of it.
 * @typedef {{ by: "pointer" | "cross", weights: number[], size: number, side: number, number: number | null }} Turned
 */

export class Page {
  constructor(root) {
    this.root = root;
    this.present = new Present(root);
    this.colors = new Map(); // as the theme has them in this frame, by the names that figures use
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

  // What is said between two frames is one announcement, in the one place that screen readers listen to.
  say(sentence) {
    this.saying = [...(this.saying ?? []), sentence];
    if (this.saying.length === 1)
      requestAnimationFrame(() => {
        this.part("said").textContent = this.saying.join(" ");
        this.saying = null;
      });
  }

  complain(sentence, remedy = "") {
    const place = this.part("trouble");
    const [words, button] = place.children;
    if (sentence && words.textContent !== sentence) this.say(sentence);
    place.hidden = !sentence;
    words.textContent = sentence;
    button.hidden = !remedy;
    button.textContent = remedy;
  }

  // How much of the page stands above the stage, whose board takes as much of the window as is left.
  measure() {
    let above = 0;
    for (let node = this.root; node; node = node.offsetParent) above += node.offsetTop;
    this.root.style.setProperty("--stage-above", `${above}px`);
    this.present.measure();
  }

  // Where an event is in an element, in pixels as the element was laid out.
  within(node, { clientX, clientY }) {
    const { left, top } = node.getBoundingClientRect();
    const { zoom } = this.present;
    return { left: (clientX - left) / zoom, top: (clientY - top) / zoom };
  }

  // Figures name the theme's colours as CSS variables, which only the page can resolve.
  color(value) {
    const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    if (!name) return value;
    if (!this.colors.size) requestAnimationFrame(() => this.colors.clear()); // the theme may be another
    if (!this.colors.has(name)) this.colors.set(name, getComputedStyle(this.root).getPropertyValue(name).trim());
    return this.colors.get(name);
  }

  // A copy in the theme's colours, which are also noted in `colors`.
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

  // Whether the theme still has the colours that a copy was made in.
  holds(colors) {
    return [...colors].every(([value, color]) => this.color(value) === color);
  }
}
