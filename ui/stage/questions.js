// The questions that a stage asks of the server, which answers each address with its scene: by a route of its own or,
// where a host lets none through, by the page that the session runs.

import { encode } from "./address.js";
import { reduce } from "./edits.js";
import { visit } from "./visit.js";

const REST = 400; // ms without a step before the hand counts as resting
const WRITE_EVERY = 150; // ms between two writings of the address by the hand; browsers allow so many and no more
const DRAG_EVERY = 25; // ms between two questions of the same drag, where each is answered by then
const DRAG_LATE = 250; // ms after which the next one waits no longer for an answer
const SEND_FIRST = 20; // ms for the answer to come, which draws all at once; drawing before would delay it
const ANSWER_WITHIN = 30000; // ms that an answer may take before it counts as lost
const ASK_AGAIN = 1000; // ms until a question that was not answered is asked again
const AWAY = "The server does not answer. What you do is kept here, and shown as soon as it answers again.";
export const SERVED = "application/json"; // what the route answers with
const LAST = "last"; // the last step, whichever the answer makes it

/**
 * What is shown of an answer: the step to go to, or null to stay.
 * @typedef {{ step: number | "last" | null }} Manner
 *
 * @typedef {import("./payload.js").Content} Content
 * @typedef {import("./payload.js").Refusal} Refusal
 */

/** @type {Manner} */
const STAY = { step: null };

/** @type {WeakMap<object, { page: string | null, settings: Record<string, string> }>} */
const origins = new WeakMap(); // the settings of boards that the visitor has not made, with their page

export class Questions {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./page.js").Page} page
   * @param {() => void} drawSoon
   * @param {(content: Content, number: number, manner: Manner) => void} show
   */
  constructor(model, page, drawSoon, show) {
    this.model = model;
    this.page = page;
    this.drawSoon = drawSoon;
    this.show = show;
    /** @type {Map<number, Manner>} */
    this.manners = new Map(); // of the questions that are not answered
    this.asked = 0; // the number of the last question
    this.answered = 0;
    this.told = 0; // the number of the last question that the session was asked, too
    this.address = ""; // of the last question, with the page's name
    // Timers.
    /** @type {number | undefined} */
    this.resting = this.sending = this.writing = this.asking = undefined;
    this.sent = this.lastWrite = -Infinity;
    this.away = false;
    this.destroyed = false;
    /** @type {((points: any[]) => Content | Refusal) | null} */
    this.alone = null; // answers where there is no server
  }

  destroy() {
    this.destroyed = true;
    for (const timer of [this.resting, this.sending, this.writing, this.asking]) clearTimeout(timer);
  }

  // Note whether anything still waits to be sent, written or answered.
  check() {
    const waits = this.resting ?? this.sending ?? this.writing ?? this.asking;
    this.page.busy("questions", waits !== undefined || this.answered < this.asked);
  }

  // ---- what the app says

  /** @param {import("./payload.js").Message} message */
  receive(message) {
    const moved = message.page !== visit.page;
    const news = visit.receive(message);
    const { content, heard, brought, link } = message;
    this.model.code = message.code ?? this.model.code;
    if (news === "brought" && brought) this.model.edits = reduce(this.model.edits, { type: "bring", points: brought.points });
    const waiting = [...this.manners.values()].at(-1);
    const begun = this.model.message ? STAY : { step: visit.step };
    const manner = news === "link" ? { step: Number(link.step) || 0 } : news === "brought" ? { step: 0 } : waiting ?? begun;
    // A page that answers by itself has done so for what its session knows.
    if (content && heard >= visit.reported && visit.isTold && !visit.resuming) {
      if (!message.answers) visit.way ||= "page";
      clearTimeout(this.asking);
      this.asking = undefined;
      this.reached(true);
      this.manners.set((this.asked = visit.number += 1), manner);
      this.address = this.here;
      this.take(this.asked, content);
    } else if (message.answers) visit.tellNews();
    else if (news === "link") this.ask(manner, link);
    else if (news || !this.model.message || this.here !== this.address) this.ask(manner);
    if (moved) visit.tellAgain();
  }

  /**
   * Show what is in the document.
   * @param {string} page
   * @param {Content} content
   */
  begin(page, content) {
    visit.begin(page, content);
    this.asked = visit.number += 1;
    this.manners.set(this.asked, { step: content.step });
    this.address = this.here;
    this.take(this.asked, content);
  }

  get here() {
    return JSON.stringify([visit.page, Object.entries(visit.address).sort()]);
  }

  // ---- asking

  /**
   * @param {Manner} manner
   * @param {Record<string, string>} link
   */
  ask(manner, link = visit.address) {
    const number = (visit.number += 1);
    this.asked = number;
    this.manners.set(number, manner);
    this.address = this.here;
    clearTimeout(this.asking);
    this.asking = undefined;
    this.check();
    if (this.alone) this.take(number, this.alone(this.model.edits.points));
    else if (visit.way === "page") visit.tell(true, link);
    else this.fetch(number, link);
  }

  // Whoever has not answered yet is asked by both ways, for the server may be out of reach.
  async fetch(number, link) {
    this.asking = undefined;
    /** @type {Content | Refusal} */
    let answer;
    try {
      answer = await this.get("scene", link);
    } catch {
      if (this.destroyed || number < this.asked) return;
      if (visit.way === "" && visit.report && this.told !== number) {
        this.told = number;
        visit.tell(true, link);
      } else this.reached(false);
      this.asking = setTimeout(() => this.fetch(number, link), ASK_AGAIN);
      this.check();
      return;
    }
    if (this.destroyed) return;
    visit.way ||= "route";
    this.reached(true);
    if (visit.way === "route") this.take(number, answer);
  }

  /**
   * Get what the server answers by its route.
   * @param {"scene" | "share"} kind
   * @param {Record<string, string>} parameters
   */
  async get(kind, parameters) {
    const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
    const signal = AbortSignal.timeout(ANSWER_WITHIN);
    const answer = await fetch(new URL(`./${kind}/${visit.page}?${query}`, document.baseURI), { signal });
    if (answer.headers.get("content-type") !== SERVED) throw new Error(String(answer.status));
    return answer.json();
  }

  // An answer that comes after a later one is not shown.
  /** @param {number} number @param {Content | Refusal} content */
  take(number, content) {
    if (number <= this.answered) return;
    const manner = (number === this.asked && this.manners.get(number)) || STAY;
    for (const earlier of [...this.manners.keys()]) if (earlier <= number) this.manners.delete(earlier);
    this.answered = number;
    this.page.remark(content.complaints);
    if ("scene" in content) {
      if (number === this.asked) this.adopt(content);
      this.show(content, number, manner);
    }
    this.hurry();
    this.check();
  }

  // What of an address could not be used is in it no more.
  /** @param {Content} content */
  adopt({ address, known }) {
    visit.known = known;
    visit.adopt(address);
    this.address = this.here;
  }

  reached(answered) {
    if (answered && this.away) this.page.complain("");
    if (!answered) this.page.complain(AWAY);
    this.away = !answered;
  }

  // ---- what the hand does

  // During a drag the next question follows the answer to the last one, so a busy server gets fewer.
  sendSoon() {
    this.sending ??= setTimeout(() => this.send(), DRAG_LATE);
    this.hurry();
    this.check();
  }

  hurry() {
    if (!this.sending || this.answered < this.asked) return;
    clearTimeout(this.sending);
    this.sending = setTimeout(() => this.send(), Math.max(0, this.sent + DRAG_EVERY - performance.now()));
  }

  // Each question has the whole board, so a lost or late one costs nothing.
  send() {
    const { model } = this;
    const { hand, asking } = model.data;
    clearTimeout(this.sending);
    this.sending = undefined;
    this.sent = performance.now();
    const { points, grip } = model.edits;
    const { origin } = this;
    const sets = !this.alone && visit.make(hand.key, encode(points, hand), origin ?? hand.also);
    visit.anew ||= sets && !origin;
    model.edits = reduce(model.edits, { type: "ask", number: visit.number + 1 });
    this.page.root.classList.add("is-pending");
    this.ask({ step: asking ? points.length : null });
    if (sets && visit.way !== "page") visit.tell(false);
    if (!grip?.lifted) this.writeSoon();
    setTimeout(() => this.answered < this.asked && this.drawSoon(), SEND_FIRST);
  }

  /**
   * Ask for what comes of weights to begin with, and return the number of the question.
   * @param {string} start
   */
  turn(start) {
    const { model: { data: { turned } } } = this;
    visit.set({ [turned]: start });
    this.ask({ step: 0 });
    if (visit.way !== "page") visit.tell(false);
    return this.asked;
  }

  // Remember the settings of a board that the visitor has not made, for when undo brings it back.
  keepOrigin({ hand, points, address }) {
    const names = Object.keys(hand.also);
    if (names.some((name) => address[name] !== hand.also[name]))
      origins.set(points, {
        page: visit.page, settings: Object.fromEntries(names.map((name) => [name, address[name] ?? ""])),
      });
  }

  // The settings of the board, if the visitor has not made it.
  get origin() {
    const { page, settings } = origins.get(this.model.edits.points) ?? {};
    return page === visit.page ? settings : undefined;
  }

  // ---- the address and the step in it

  // The step goes into the address only once the hand rests.
  rest(still) {
    clearTimeout(this.resting);
    this.resting = still ? setTimeout(() => this.settle(), REST) : undefined;
    this.check();
  }

  settle() {
    clearTimeout(this.resting);
    this.resting = undefined;
    this.writeAddress();
  }

  writeSoon() {
    const wait = Math.max(0, this.lastWrite + WRITE_EVERY - performance.now());
    this.writing ??= setTimeout(() => this.writeAddress(), wait);
    this.check();
  }

  // The address has an edit before the server does. The first edit of a board that the visitor has not made adds an
  // entry to the history, so that Back returns to that board.
  writeAddress() {
    clearTimeout(this.writing);
    this.writing = undefined;
    this.check();
    if (!this.model.message || this.alone) return;
    this.lastWrite = performance.now();
    const { lasts, step, data } = this.model;
    visit.step = lasts ? (this.origin ? 0 : LAST) : step;
    visit.write(data.picking ? data.step : step);
  }
}
