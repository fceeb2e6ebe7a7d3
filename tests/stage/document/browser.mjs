// A window with one stage in it, whose time passes only where a test lets it, and which hears what is reported.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { mock } from "node:test";

const STAGE = new URL("../../../playground/stage/", import.meta.url);
const { JSDOM } = createRequire(new URL("package.json", STAGE))("jsdom");
export const HTML = readFileSync(new URL("stage.html", STAGE), "utf-8");
const HERE = "http://localhost/page";
const { window } = new JSDOM("", { url: HERE });

export const FRAME = 40; // ms from one frame to the next
export const [LEFT, TOP, UNIT] = [20, 10, 100]; // px about the board's plot, and of one of its units
const BOARD = [LEFT + 4 * UNIT, TOP + 4 * UNIT];

// Time passes only when it is told to.
mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1e6 });
const { setTimeout: later } = globalThis;

// What messages and lists are packed in is the browser's own; here they come as they are.
class Plain {
  constructor(content) {
    this.content = content;
  }

  stream() {
    return { pipeThrough: () => this.content[0] };
  }

  async arrayBuffer() {
    return new TextEncoder().encode(this.content).buffer;
  }

  async json() {
    return structuredClone(this.content);
  }
}

const provide = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
for (const name of ["document", "AbortController", "DOMException", "Element", "HTMLElement", "getComputedStyle", "navigator", "MutationObserver"])
  provide(name, window[name]);
provide("window", window);
Object.defineProperty(window.navigator, "userActivation", { value: { hasBeenActive: false } });
provide("Blob", Plain);
provide("Response", Plain);
provide("DecompressionStream", class {});
for (const name of ["ResizeObserver", "IntersectionObserver"])
  provide(name, class {
    observe() {}
    unobserve() {}
    disconnect() {}
  });
provide("setTimeout", (act, ms = 0) => later(act, ms)); // Node's fake loses a timer without a time
provide("performance", { now: () => Date.now() });
provide("requestAnimationFrame", (draw) => setTimeout(() => draw(Date.now()), FRAME));
provide("cancelAnimationFrame", (timer) => clearTimeout(timer));

// jsdom lays nothing out; as on a desk, settings need no button that opens all.
window.Element.prototype.scrollIntoView = () => {};
window.Element.prototype.checkVisibility = function () {
  return !this.closest("[hidden], .stage-all, .stage-settings:not(.is-open) .stage-rest");
};

// jsdom takes long to look for a part, and the stage looks for those of its page in each frame.
const { querySelector } = window.Element.prototype;
const parts = new WeakMap();
window.Element.prototype.querySelector = function (selector) {
  return parts.get(this)?.get(selector) ?? querySelector.call(this, selector);
};

function partsOf(root) {
  const known = new Map();
  for (const part of root.querySelectorAll("[class]")) known.set(`.${part.getAttribute("class")}`, part);
  for (const button of root.querySelectorAll("[data-do]")) known.set(`[data-do="${button.dataset.do}"]`, button);
  return known;
}

// What jsdom has no word for: pointers, sizes, dialogs, popovers, who likes things to keep still, and who has no mouse.
window.PointerEvent = class extends window.MouseEvent {
  constructor(type, { pointerId, isPrimary, pointerType, ...place }) {
    super(type, place);
    Object.assign(this, { pointerId, isPrimary, pointerType });
  }
};
const { HTMLElement, HTMLDialogElement } = window;
export const likes = { still: false, finger: false };
document.fonts = new EventTarget();
window.matchMedia = (query) =>
  Object.assign(new window.EventTarget(), { matches: query.includes("pointer") ? likes.finger : likes.still });
const size = (axis) => ({ get() { return this.classList.contains("stage-panel") && !this.hidden ? BOARD[axis] : 0; } });
Object.defineProperties(HTMLElement.prototype, { clientWidth: size(0), clientHeight: size(1) });
window.HTMLCanvasElement.prototype.getContext = (kind) => (kind === "webgl2" ? {} : null); // it can draw in space, and nothing else
Object.assign(HTMLElement.prototype, { setPointerCapture() {}, showPopover() {}, hidePopover() {} });
Object.assign(HTMLDialogElement.prototype, {
  showModal() { this.open = true; },
  close() { this.open = false; },
});

const { default: mount } = await import(new URL("src/entries/stage.ts", STAGE));
export const pieces = await import(new URL("src/host/pieces.ts", STAGE));
for (const piece of [pieces.guided, pieces.special]) await piece.fetch(); // so that no test waits for them

const axis = { name: "", range: [-2, 2] };
const margin = { l: LEFT, t: TOP, r: 0, b: 0 };
const figure = { title: "", margin, xaxis: axis, yaxis: axis, parts: [], notes: [], frame: "box" };
const COUNT = [0, 1, 2, 3, 4];

/** A scene of four steps: a line that turns, and two points under the hand. */
export function scene(more = {}) {
  return {
    panels: [{ area: "all", label: "A board.", figure }],
    columns: { t: COUNT, a: [0, 1, 1, 0, -1], b: [1, 1, 0, 1, 1], c: [0, 0, 0.5, 0, 0] },
    marks: [
      { panel: 0, kind: "line", columns: ["a", "b", "c"], style: { stroke: "black" } },
      { panel: 0, kind: "line", columns: ["a", "b", "c"], lag: 1, style: { stroke: "gray" } },
    ],
    texts: {
      sentence: { templates: ["The start.", "Step {t}."], which: [0, 1, 1, 1, 1] },
      position: { templates: ["{t} of 4"], which: [0, 0, 0, 0, 0] },
    },
    facts: [], verdict: { text: "It ends.", color: "green" }, last: 4, points: [[1, 1, 0], [-1, -1, 1]],
    editing: {
      panel: 0, snap: 16, most: 4, classes: [
        { name: "plus", sign: "+", color: "red", shape: "circle" },
        { name: "minus", sign: "−", color: "blue", shape: "triangle" },
      ],
    },
    ...more,
  };
}

const PAGE = window.document.createElement("template");
PAGE.innerHTML = `<div id="root"><div class="heading"><nav class="menu"><a href="/other">Other</a></nav>
  <nav class="ways"><a href="/lesson">Lesson</a></nav></div></div><button id="elsewhere">A control</button><div>${HTML}</div>`;
window.addEventListener("click", (event) => event.target.closest("a") && event.preventDefault()); // jsdom goes nowhere

const HAND = { key: "points", snap: 16, signs: "", also: {} };
const KNOWN = {
  points: { settings: {}, of: "" }, names: { settings: {}, of: "points" }, said: { settings: {}, of: "" },
};
const NAMES = [...Object.keys(KNOWN), "show", "data", "seed", "rate", "step", "ask", "hide", "next", "list", "at", "open"];
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** What a code holds, read by a second hand. */
export function boardOf(code = "", { snap, signs } = HAND) {
  if (signs) return [...code].map((sign) => signs.indexOf(sign));
  const words = code.slice(3).match(snap ? /.{4}/g : /.{11}/g) ?? [];
  const bits = words.map((word) => [...word].reduce((all, digit) => all * 64n + BigInt(DIGITS.indexOf(digit)), 0n));
  const place = (value) => Number(value & 2047n) / snap - 8;
  return bits.map((word) => (snap ? [place(word >> 12n), place(word >> 1n), Number(word & 1n)]
    : [Number(word >> 33n), Number((word >> 1n) & 0xffffffffn), Number(word & 1n)]));
}

const setting = (key, more) => ({ key, name: key, kind: "number", range: [0, 9999, 1], default: "0", applies: true, help: "", note: "", ...more });

/** The settings of the page: a seed in its phrase, and a rate behind *More*. */
export const SETTINGS = { tabs: null, line: [setting("seed")], more: [setting("rate", { default: "1", range: [0.01, 100, 0.25] })] };

const settingsAt = ({ tabs, line, more }, address) => {
  const at = (item) => (item?.key ? { ...item, value: address[item.key] ?? item.default } : item);
  return { tabs: at(tabs), line: line.map(at), more: more.map(at) };
};

let sessions = 0;

/** A visit to a page: its stage under the hand, what it asks the server, and what it reports to the session. */
export class Visit {
  /** The page's first scene is changed by `more`; the hand begins once that has come to rest. */
  static async begin(more = {}, query = "") {
    const visit = new Visit(query);
    const { address = {}, step, ...scene } = more;
    visit.message.link.address = step ? { ...address, step: String(step) } : address;
    await visit.say();
    await visit.answer({ step, ...scene });
    visit.pass(500);
    visit.said.length = visit.history.length = 0;
    return visit;
  }

  constructor(query = "") {
    Visit.current?.end();
    Visit.current = this;
    window.playground?.letGo();
    window.playground = { form: 0, letGo: () => ({}) }; // so that this visit begins anew
    window.history.replaceState({}, "", HERE + query);
    this.load();
    this.said = [];
    this.asked = []; // what is not answered
    this.history = []; // all that was asked
    provide("fetch", (link) => new Promise((resolve, reject) => {
      const { pathname: path, searchParams } = new URL(link);
      const address = Object.fromEntries(searchParams);
      this.asked.push({ path, address, resolve, reject });
      this.history.push(address);
    }));
    sessions += 1;
    this.message = {
      session: `s${sessions}`, page: "board", heard: 0, link: { number: 1, address: {} }, known: KNOWN, names: NAMES,
      brought: null, content: null, code: null,
    };
    this.state = { ...scene(), settings: SETTINGS, hand: HAND, step: 0, complaints: [], plotly: [], turned: "start" };
  }

  load() {
    window.document.body.replaceChildren(PAGE.content.cloneNode(true));
    this.parent = window.document.querySelector("body > div:not(#root)");
    this.root = this.parent.querySelector(".stage");
    parts.set(this.root, partsOf(this.root));
  }

  /** Let Streamlit put new elements in the place of all there are. */
  async mountAgain() {
    this.unmount();
    this.load();
    await this.say();
    await this.answer();
  }

  /** Let the page say what its session knows, changed by these. */
  async say(more = {}) {
    this.message = { ...this.message, ...more };
    this.unmount = mount({
      parentElement: this.parent, data: this.message,
      setStateValue: (name, { at, ...report }) => this.said.push([name, report]),
    }, { plotly: "plotly.js", alone: "http://localhost/alone.txt", math: "" });
    await this.settled();
  }

  /** Let the server answer what was asked last, by the last scene changed by these; the seed is changed if nothing was. */
  async answer(more = {}) {
    if (!this.asked.length) this.click(this.parent.querySelector(".stage-again"));
    const { address, resolve } = this.asked.pop();
    this.asked.length = 0;
    await this.resolve(resolve, address, more);
  }

  async resolve(resolve, address, more = {}) {
    const { step: _, ...link } = address;
    this.state = { ...this.state, points: this.boardAt(link) ?? this.state.points, ...more };
    const json = async () => structuredClone(this.content(link));
    resolve({ headers: new Map([["content-type", "application/json"]]), json });
    await this.settled();
  }

  /** What the server answers to an address. */
  content(address) {
    const { hand, step, complaints, plotly, turned, settings, ...rest } = this.state;
    return { scene: rest, settings: settings && settingsAt(settings, address), hand, step, complaints, plotly, turned, known: KNOWN, address };
  }

  boardAt(address) {
    const { hand } = this.state;
    return hand.key in address ? boardOf(address[hand.key], hand) : undefined;
  }

  /** What the hand has made, by the last question since the beginning; nothing if there was none. */
  get board() {
    const last = this.history.at(-1);
    return last && (this.boardAt(last) ?? []);
  }

  async settled() {
    for (let turn = 0; turn < 15; turn++) await null;
  }

  /** Until something is there that comes later. */
  async comes(look) {
    const end = process.uptime() + 10;
    while (!look()) {
      if (process.uptime() > end) throw new Error("it does not come");
      await new Promise(setImmediate);
    }
  }

  end() {
    this.parent.remove();
    this.unmount?.();
    this.pass(1);
  }

  /** What was reported since this was last asked. */
  get reports() {
    return this.said.splice(0);
  }

  pass(ms) {
    for (let passed = 0; passed < ms; passed++) mock.timers.tick(1); // a longer tick would act late
  }

  /** Until what the hand did is drawn. */
  draw() {
    this.pass(FRAME);
  }

  part(name) {
    return this.root.querySelector(`.stage-${name}`);
  }

  text(name) {
    return this.part(name).textContent;
  }

  /** What a screen reader is told of what was done. */
  get spoken() {
    this.draw();
    return this.text("said");
  }

  get plays() {
    return this.root.classList.contains("is-playing");
  }

  get step() {
    return Number(this.root.dataset.at);
  }

  get query() {
    return Object.fromEntries(new URLSearchParams(window.location.search));
  }

  get points() {
    return Array.from(this.root.querySelectorAll("[data-point]"), (point) => point.getAttribute("transform"));
  }

  /** Whether the stage took the key. */
  press(key, { target = window.document.body, ...more } = {}) {
    const event = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    return !target.dispatchEvent(event);
  }

  click(target, more = {}) {
    target.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true, ...more }));
  }

  do(name) {
    this.click(this.root.querySelector(`[data-do=${name}]`));
  }

  /** A click, or a tap, at a place of the board. */
  place(x, y, more) {
    this.point("down", x, y, more);
    this.point("up", x, y, more);
  }

  /** An event of the pointer at a place of the board. */
  point(type, x, y, { touch = false, ...more } = {}) {
    const place = { clientX: LEFT + (x + 2) * UNIT, clientY: TOP + (2 - y) * UNIT };
    const pointer = { pointerId: 1, isPrimary: true, pointerType: touch ? "touch" : "mouse" };
    this.root.querySelector(".stage-panel").dispatchEvent(
      new window.PointerEvent(`pointer${type}`, { bubbles: true, cancelable: true, ...place, ...pointer, ...more }));
  }
}
