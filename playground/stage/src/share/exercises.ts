// Making exercises: a list of boards with their questions beside the board, kept in this browser until it is shared as a
// link or saved as a file. The server checks the list; this module only stores and sends it.

import { reason } from "../store/reason.ts";
import { displayed, linkToShare } from "../link/address.ts";
import { EXERCISE, LIST_MARK, LONGEST_LINK } from "../store/shared.ts";
import { ExerciseForm, pathOf } from "./form.ts";
import { keepText, recallJson } from "../store/kept.ts";
import { make } from "../page/make.ts";
import { save } from "./saving.ts";
import { LOCAL, copyFrom, isServed, lightLink } from "./sharing.ts";

const KEPT = "exercises";
const RESTS = 500; // ms without a change before the server is asked about the list
const MARK = { [LIST_MARK]: 1 }; // the entry that identifies a file
const NO_CODE = "The server does not answer, so there is no code; the link can be copied.";
const BEGIN = "Set up a board, add it, and ask about it. Then the next one.";

/** @typedef {import("../store/payload.ts").Listed} Listed */
/** An exercise as this browser keeps it. @typedef {Listed & { asked?: string }} Kept */

const UNCHECKED = { choices: undefined, right: undefined, number: undefined, asked: undefined };

const OWN_BOARD = /^\/?[\w-]*(\?|$)/; // a page of this app; another address could be a script, or lead elsewhere

/** @type {(item: any) => boolean} */
const isListed = (item) => typeof item?.board === "string" && OWN_BOARD.test(item.board) && typeof item.ask === "string";

// A list as the server writes it, packed for a link.
async function packed(items) {
  const stream = new Blob([JSON.stringify(items)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `1${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// An exercise without its empty entries.
/** @type {(item: Listed) => Listed} */
function tidy({ board, ask, choices, right, number, hint, answer, hide, solved }) {
  const named = (choices ?? []).map((choice) => choice.trim()).filter(Boolean);
  /** @type {Listed} */
  const listed = { board, ask: ask.trim() };
  if (choices) Object.assign(listed, { choices: named }, right && named.includes(right.trim()) && { right: right.trim() });
  else if (number !== undefined) listed.number = number;
  for (const [name, text] of Object.entries({ hint, answer, hide, solved })) if (text?.trim()) listed[name] = text.trim();
  return listed;
}

export class Exercises {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("../link/requests.ts").Requests} questions
   */
  constructor(model, page, questions) {
    this.model = model;
    this.page = page;
    this.questions = questions;
    /** @type {HTMLElement} */
    this.node = /** @type {any} */ (page.root.parentElement).querySelector(".stage-list");
    const kept = recallJson(KEPT);
    /** @type {Kept[]} */
    this.items = (Array.isArray(kept?.items) ? kept.items : []).filter(isListed);
    this.open = Number.isInteger(kept?.open) ? kept.open : -1; // the place of the exercise in the form
    this.shown = false;
    this.wished = kept?.shown === true; // whether to open the list once there is a board
    this.link = "";
    this.wrong = "";
    /** @type {{ item: Listed, place: number } | null} */
    this.taken = null; // the exercise last taken out, and its place
    /** @type {import("../store/payload.ts").Code | null} */
    this.code = null;
    /** @type {boolean | null} */
    this.light = null; // whether the server has routes
    /** @type {boolean} */
    this.rooms = false;
    /** @type {number | undefined} */
    this.resting = undefined;
    this.form = new ExerciseForm(this);
    this.turn = 0; // the number of the last question; earlier answers are ignored
  }

  listen(on) {
    on(this.node, "keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  // Open the list if it was open before a reload; a light page has no list.
  arrive() {
    if (!this.wished || this.shown || getComputedStyle(this.page.button("exercises")).display === "none") return;
    this.wished = false;
    this.show();
  }

  toggle() {
    if (this.shown) return this.close();
    this.show();
    this.node.querySelector("h2")?.focus();
  }

  show() {
    this.shown = true;
    this.node.hidden = false;
    this.keep();
    this.build();
    this.refresh(true);
    Promise.all([isServed("scene/"), isServed("room/")]).then(([light, rooms]) => {
      Object.assign(this, { light, rooms });
      this.refresh(true);
    });
  }

  close() {
    this.shown = false;
    this.node.hidden = true;
    this.keep();
    this.page.button("share").focus();
  }

  keep() {
    const { items, open, shown } = this;
    keepText(KEPT, JSON.stringify({ items, open, shown }));
  }

  // ---- the list

  // Replace the whole list; a text that is being typed stays.
  change(items, open = this.open) {
    Object.assign(this, { items, open });
    this.keep();
    this.build();
    this.refresh();
  }

  // Add the present board, with its own question until the visitor writes another.
  add() {
    this.taken = null;
    this.change([...this.items, this.asItIs()], this.items.length);
    this.fieldOf(this.items.length - 1)?.select();
    this.page.say(`Exercise ${this.items.length} was added.`);
  }

  // The present board as an exercise. `asked` is the board's own question; its answer fits no other question.
  /** @returns {Kept} */
  asItIs() {
    const { question } = this.model.data;
    const own = this.model.data.guide?.task ? null : question;
    /** @type {Kept} */
    const item = { board: this.here, ask: own?.text ?? "" };
    if (own?.options) Object.assign(item, { choices: own.options, right: own.options[own.answer ?? -1], asked: item.ask });
    else if (own && own.answer !== null) Object.assign(item, { number: null, asked: item.ask });
    return item;
  }

  // Put the present board into an exercise; a question that is its board's own gives way to the new board's own.
  takeBoard(place) {
    const news = this.items[place].asked === undefined ? { board: this.here } : { ...UNCHECKED, ...this.asItIs() };
    this.change(this.items.map((item, at) => (at === place ? { ...item, ...news } : item)));
    this.page.say(`Exercise ${place + 1} now uses the board shown.`);
  }

  // Change a question; return whether the exercise has so lost the answer to its board's own question.
  rewrite(place, ask) {
    const { asked } = this.items[place];
    const other = asked !== undefined && ask !== asked;
    this.set(place, { ask, ...(other && UNCHECKED) });
    return other;
  }

  // The link to the present board, as a list holds it.
  get here() {
    this.questions.writeAddress();
    const link = new URL(linkToShare());
    for (const name of [...EXERCISE, "lesson"]) link.searchParams.delete(name);
    const path = link.pathname.split("/").pop() ?? "";
    return `${path}${link.search}`;
  }

  move(place, to) {
    const items = [...this.items];
    const [item] = items.splice(place, 1);
    items.splice(to, 0, item);
    this.change(items, this.open === place ? to : this.open === to ? place : this.open);
    /** @type {HTMLElement | null} */ (this.node.querySelector(`li:nth-child(${to + 1}) [data-move="${to < place ? "up" : "down"}"]:enabled`)
      ?? this.node.querySelector(`li:nth-child(${to + 1}) summary`))?.focus();
    this.page.say(`Exercise ${place + 1} is number ${to + 1} now.`);
  }

  takeOut(place) {
    this.taken = { item: this.items[place], place };
    this.change(this.items.filter((_, each) => each !== place), -1);
    /** @type {HTMLElement | null} */ (this.node.querySelector(".stage-undo"))?.focus();
    this.page.say(`Exercise ${place + 1} was removed.`);
  }

  putBack() {
    if (!this.taken) return;
    const { item, place } = this.taken;
    this.taken = null;
    this.change(this.items.toSpliced(place, 0, item), -1);
  }

  set(place, news) {
    this.items = this.items.map((item, each) => (each === place ? { ...item, ...news } : item));
    this.keep();
    this.refresh();
  }

  fieldOf(place) {
    return /** @type {HTMLTextAreaElement | null} */ (this.node.querySelector(`li:nth-child(${place + 1}) [name=ask]`));
  }

  // ---- the link, and the server's answer about it

  // Show the link at once, and ask for its QR code when nothing has changed for a moment.
  async refresh(rested = false) {
    const turn = (this.turn += 1);
    clearTimeout(this.resting);
    if (!this.shown) return;
    const { items } = this;
    this.page.busy("exercises", true);
    this.wrong = "";
    try {
      this.link = items.length ? await this.linkOf(items) : "";
    } catch (error) {
      this.link = "";
      this.wrong = `This browser cannot write the link: ${reason(error)}.`;
    }
    if (turn !== this.turn) return;
    const long = this.link.length;
    if (long > LONGEST_LINK)
      this.wrong = `The link has ${long.toLocaleString("en")} characters; ${LONGEST_LINK.toLocaleString("en")} can be sent. Remove an exercise, or save the list.`;
    this.offer();
    if (rested && this.light !== null) this.ask(turn);
    else this.resting = setTimeout(() => this.ask(turn), this.light === null ? 0 : RESTS);
  }

  async linkOf(items, open = 0) {
    const path = pathOf(items[open] ?? items[0]);
    const link = new URL(path || ".", document.baseURI);
    link.searchParams.set("list", await packed(items.map(tidy)));
    if (open) link.searchParams.set("open", String(open + 1));
    const step = new URLSearchParams(items[open].board.split("?")[1]).get("step");
    if (step) link.searchParams.set("step", step);
    return link.href;
  }

  get coded() {
    const link = this.link || linkToShare();
    return this.light ? lightLink(link) : link;
  }

  // Ask by a route, or by the session, whose answer comes with a message to the stage.
  async ask(turn) {
    if (turn !== this.turn || this.light === null) return;
    const link = this.coded;
    if (!this.wrong && this.code?.link !== link) {
      try {
        if (this.light) this.hear(await this.questions.get("share", { link }));
        else this.page.visit.say("share", { link });
      } catch {
        if (turn === this.turn) this.say(NO_CODE);
      }
    }
    if (turn === this.turn) this.page.busy("exercises", false);
  }

  /** @param {import("../store/payload.ts").Code | null} code */
  hear(code) {
    if (!code || code.link !== this.coded) return;
    const first = !this.code;
    this.code = code;
    if (!this.items.length && code.list.length && !this.taken) this.change([...code.list], -1);
    else if (first) this.form.complete();
    this.offer();
  }

  say(words) {
    const line = this.node.querySelector(".stage-wrong");
    if (!line) return;
    if (words && line.textContent !== words) this.page.say(words);
    line.textContent = words;
  }

  offer() {
    const { node, items, code, link, coded } = this;
    if (!this.shown) return;
    const known = code?.link === coded ? code : null;
    const given = /** @type {HTMLElement} */ (node.querySelector(".stage-give"));
    given.hidden = !items.length;
    this.say(this.wrong || (known ? known.refused : ""));
    const good = Boolean(link) && !this.wrong && !known?.refused;
    const field = /** @type {HTMLInputElement} */ (node.querySelector(".stage-listed"));
    field.value = good ? link : "";
    const picture = /** @type {HTMLImageElement} */ (node.querySelector(".stage-list img"));
    picture.hidden = !good || !known?.picture;
    if (known?.picture) picture.src = known.picture;
    const note = good && known && !known.picture ? "The link is too long for a code."
      : good && LOCAL.test(window.location.hostname) ? "The code works on this computer alone; other devices need its network address." : "";
    /** @type {HTMLElement} */ (node.querySelector(".stage-coded")).textContent = note;
    const query = link ? new URL(link).search : "";
    const base = new URL(".", document.baseURI).href;
    for (const way of /** @type {NodeListOf<HTMLAnchorElement>} */ (node.querySelectorAll("[data-kind]"))) {
      way.hidden = !this.light || !good;
      way.toggleAttribute("download", way.dataset.kind === "pages");
      way.href = new URL(`${way.dataset.kind}/${this.page.visit.page}${query}&app=${encodeURIComponent(base)}`, document.baseURI).href;
    }
    const room = /** @type {HTMLFormElement} */ (node.querySelector(".stage-give form"));
    room.hidden = !this.rooms || !good;
    room.action = new URL("room", document.baseURI).href;
    if (items.length) {
      room.elements["page"].value = pathOf(items[0]) || "playground";
      room.elements["query"].value = query;
    }
  }

  // ---- files

  saveFile() {
    save("perceptron-exercises.json", `${JSON.stringify({ ...MARK, list: this.items.map(tidy) }, null, 1)}\n`);
  }

  // The server reads the content of a file, as it reads a link.
  async openFile(file) {
    if (!file) return;
    try {
      const content = JSON.parse(await file.text());
      if (!content || content[LIST_MARK] !== 1) throw new SyntaxError("another file");
      const link = new URL(".", document.baseURI);
      link.searchParams.set("list", await packed(content.list));
      if (link.href.length > LONGEST_LINK) throw new Error(`“${file.name}” is too long for a link, and is not opened.`);
      const code = this.light ? await this.questions.get("share", { link: link.href }) : null;
      if (code?.refused) throw new Error(code.refused);
      if (!code && !(Array.isArray(content.list) && content.list.every(isListed))) throw new SyntaxError("no list");
      this.taken = null;
      this.change(code ? [...code.list] : content.list, -1);
      this.page.say(`${this.items.length} exercises were opened.`);
    } catch (error) {
      this.say(error instanceof SyntaxError ? `“${file.name}” is no list of exercises.` : reason(error));
    }
  }

  async tryOut(place) {
    this.keep();
    window.location.assign(displayed(await this.linkOf(this.items, place)));
  }

  // ---- the list in the page

  build() {
    const button = (words, press, more = {}) => make("button", { type: "button", textContent: words, onclick: press, ...more });
    const file = make("input", { type: "file", accept: ".json,application/json", hidden: true });
    file.onchange = () => this.openFile(file.files?.[0]).then(() => (file.value = ""));
    const field = make("input", { type: "text", readOnly: true, className: "stage-listed", ariaLabel: "Link of the list" });
    const room = make("form", { method: "post", target: "_blank" }, make("input", { type: "hidden", name: "page" }),
      make("input", { type: "hidden", name: "query" }), make("button", { textContent: "Ask the class" }));
    const way = (kind, words, note) => {
      const link = make("a", { textContent: words, title: note, target: "_blank" });
      link.dataset.kind = kind;
      return link;
    };
    const undo = this.taken && make("p", { className: "stage-taken" }, `Exercise ${this.taken.place + 1} was removed. `,
      button("Put it back", () => this.putBack(), { className: "stage-undo" }));
    this.node.replaceChildren(
      make("header", {}, make("h2", { textContent: "Exercises", tabIndex: -1 }), button("Close", () => this.close())),
      ...(this.items.length ? [] : [make("p", { textContent: BEGIN })]),
      make("ol", {}, ...this.items.map((item, place) => this.newItem(item, place))),
      ...(undo ? [undo] : []),
      make("div", { className: "stage-row" }, button("+ Add this board", () => this.add(), { className: "stage-main" }),
        button("Open a file …", () => file.click()), file),
      make("p", { className: "stage-wrong" }),
      make("div", { className: "stage-give" },
        make("div", { className: "stage-row" }, field, button("Copy", (event) => copyFrom(field, event.target))),
        make("img", { alt: "The link of the list as a QR code", hidden: true }), make("p", { className: "stage-coded" }),
        make("div", { className: "stage-row" }, button("Try from the start", () => this.tryOut(0)), room,
          button("Save the list", () => this.saveFile()), way("worksheet", "Worksheet", "For a printer, with the key on its last pages"),
          way("pages", "Pages (ZIP)", "A folder of pages that need no server")),
      ),
    );
  }

  newItem(item, place) {
    const { items, code } = this;
    const open = place === this.open;
    const name = `exercise ${place + 1}`;
    const small = (words, label, press, more = {}) => make("button", {
      type: "button", textContent: words, ariaLabel: `${label} ${name}`, title: `${label} ${name}`, onclick: press, ...more,
    });
    const move = (words, label, to, way) => {
      const button = small(words, label, () => this.move(place, to), { disabled: to < 0 || to >= items.length });
      button.dataset.move = way;
      return button;
    };
    const words = make("span", { textContent: item.ask || "…" });
    const summary = make("summary", {}, words, make("small", { textContent: titleOf(item) }));
    const node = make("details", { open }, summary, open && this.form.of(item, place, words, code));
    summary.onclick = (event) => {
      event.preventDefault();
      this.open = open ? -1 : place;
      this.keep();
      this.build();
      this.offer();
      /** @type {HTMLElement | null} */ (this.node.querySelector(`li:nth-child(${place + 1}) summary`))?.focus();
    };
    return make("li", {}, node, make("span", { className: "stage-moves" },
      move("↑", "Move up", place - 1, "up"), move("↓", "Move down", place + 1, "down"), small("✕", "Take out", () => this.takeOut(place))));
  }
}

function titleOf({ board }) {
  const path = pathOf({ board });
  return path ? path[0].toUpperCase() + path.slice(1) : "Playground";
}
