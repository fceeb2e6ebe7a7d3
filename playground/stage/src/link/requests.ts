// The questions of a stage to the server, which answers an address with its scene: by a route or, if the host lets no
// such request through, by the page that the session runs.

import { reason } from "../store/reason.ts";
import { encode } from "./address.ts";
import { reduce } from "../store/edits.ts";
import { visit } from "./visit.ts";

const REST = 400; // ms without a step before the address gets the step
const WRITE_EVERY = 150; // ms between two writings of the address; browsers limit their number
const DRAG_EVERY = 25; // ms between two questions of a drag if the first is answered
const DRAG_LATE = 250; // ms after which the next question goes out without an answer to the last
const SEND_FIRST = 20; // ms before an edit is drawn, as drawing would delay an answer that draws everything
const ANSWER_WITHIN = 30000; // ms that an answer may take before it counts as lost
const ASK_AGAIN = 1000; // ms until a question that was not answered is asked again
const AWAY = "The server does not answer. Your changes are kept here, and shown as soon as it answers again.";
const UNANSWERED = "stage-unanswered"; // a class of the document, so that dialogs make room for the complaint
export const SERVED = "application/json"; // the content type of the route's answers
const LAST = "last"; // the last step of the answer's run

/**
 * The step that an answer leads to; null to stay.
 * @typedef {number | "last" | null} Goal
 *
 * @typedef {import("../store/payload.ts").Content} Content
 * @typedef {import("../store/payload.ts").Refusal} Refusal
 */

/** @type {(parameters: Record<string, string>) => string} */
const queryOf = (parameters) => new URLSearchParams(Object.entries(parameters).filter(([, value]) => value)).toString();

export class Questions {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {() => void} drawSoon
   * @param {(content: Content, number: number, goal: Goal) => void} show
   */
  constructor(model, page, drawSoon, show) {
    this.model = model;
    this.page = page;
    this.drawSoon = drawSoon;
    this.show = show;
    this.asked = this.answered = 0; // the numbers of the last question, and of the last that is answered
    this.address = ""; // the page and the address of the last question
    /** @type {Goal} */
    this.goal = null; // the step that its answer leads to
    // Timers.
    /** @type {number | undefined} */
    this.resting = this.sending = this.writing = this.asking = undefined;
    this.sent = this.lastWrite = -Infinity;
    this.away = false;
    this.destroyed = false;
    /** @type {{ query: string, answer: Promise<Content | Refusal> } | null} */
    this.expected = null; // the question that the press on the board may lead to
    /** @type {((points: any[]) => Content | Refusal) | null} */
    this.alone = null; // the function that answers without a server
  }

  destroy() {
    this.destroyed = true;
    document.documentElement.classList.remove(UNANSWERED);
    for (const timer of [this.resting, this.sending, this.writing, this.asking]) clearTimeout(timer);
  }

  // Note whether anything still waits to be sent, written or answered.
  check() {
    const waits = this.resting ?? this.sending ?? this.writing ?? this.asking;
    this.page.busy("questions", waits !== undefined || this.isAsking);
  }

  // ---- messages of the app

  /** @param {import("../store/payload.ts").Message} message */
  receive(message) {
    const { model } = this;
    const news = visit.receive(message);
    const { content, brought, link: { address } } = message;
    model.code = message.code ?? model.code;
    if (news === "brought" && brought)
      model.edits = reduce(model.edits, { type: "bring", number: visit.number + 1, points: brought.points });
    const goal = news === "link" ? Number(address.step) || 0 : news === "brought" ? 0
      : this.isAsking ? this.goal : model.message ? null : visit.step;
    // A page that answers unasked has sent the scene of the address that its session knows.
    if (content && visit.isHeard) {
      if (!message.answers) visit.way ||= "page";
      this.reached(true);
      this.take(this.begin(goal), content);
    } else if (message.answers) visit.tellNews();
    else if (news === "link") this.ask(goal, address);
    else if (news || !model.message || this.here !== this.address) this.ask(goal);
  }

  /**
   * Show the content that came with the document.
   * @param {string} page
   * @param {Content} content
   */
  open(page, content) {
    visit.begin(page, content);
    this.take(this.begin(content.step), content);
  }

  get here() {
    return JSON.stringify([visit.page, Object.entries(visit.address).sort()]);
  }

  // ---- asking

  get isAsking() {
    return this.answered < this.asked;
  }

  /**
   * Begin a question about the present address, and return its number.
   * @param {Goal} goal
   */
  begin(goal) {
    clearTimeout(this.asking);
    this.asking = undefined;
    this.asked = visit.number += 1;
    this.goal = goal;
    this.address = this.here;
    return this.asked;
  }

  /**
   * @param {Goal} goal
   * @param {Record<string, string>} link
   */
  ask(goal, link = visit.address) {
    const number = this.begin(goal);
    this.check();
    if (this.alone) this.take(number, this.alone(this.model.edits.points));
    else if (visit.way === "page") visit.tell(true, link);
    else this.fetch(number, link);
  }

  // Ask about the points that the board will have if a press becomes a click.
  expect(points) {
    if (visit.way === "page" || this.alone) return;
    const { hand } = this.model.data;
    const link = visit.addressAfter(hand.key, encode(points, hand), hand.also);
    const expected = { query: queryOf(link), answer: this.get("scene", link) };
    expected.answer.catch(() => this.expected === expected && (this.expected = null));
    this.expected = expected;
  }

  // Until one way has answered, ask by both: by the route and by the session.
  async fetch(number, link) {
    this.asking = undefined;
    const { expected } = this;
    this.expected = null;
    /** @type {Content | Refusal} */
    let answer;
    try {
      answer = await (expected?.query === queryOf(link) ? expected.answer : this.get("scene", link));
    } catch {
      if (this.destroyed || number < this.asked) return;
      const { unheard } = visit;
      if (visit.way === "" && visit.report && !(unheard?.asks && unheard.number > number)) visit.tell(true, link);
      else this.reached(false);
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
   * Get the server's answer by its route.
   * @param {"scene" | "share"} kind
   * @param {Record<string, string>} parameters
   */
  async get(kind, parameters) {
    const signal = AbortSignal.timeout(ANSWER_WITHIN);
    const answer = await fetch(new URL(`./${kind}/${visit.page}?${queryOf(parameters)}`, document.baseURI), { signal });
    if (answer.headers.get("content-type") !== SERVED) throw new Error(String(answer.status));
    return answer.json();
  }

  // Show an answer, unless a later one was shown. An answer of another version's server may have another format.
  /** @param {number} number @param {Content | Refusal} content */
  take(number, content) {
    if (number <= this.answered) return;
    this.answered = number;
    this.page.remark(content.complaints);
    try {
      if ("scene" in content) {
        if (number === this.asked) this.adopt(content);
        this.show(content, number, number === this.asked ? this.goal : null);
      }
    } catch (error) {
      this.page.complain("scene", `The picture could not be drawn: ${reason(error)}. Reloading the page may help.`);
      throw error;
    } finally {
      this.hurry();
      this.check();
    }
  }

  // Take the address without the parts that could not be used.
  /** @param {Content} content */
  adopt({ address, known }) {
    visit.known = known;
    visit.adopt(address);
    this.address = this.here;
  }

  reached(answered) {
    if (answered && this.away) this.page.complain("server", "");
    if (!answered) this.page.complain("server", AWAY);
    this.away = !answered;
    document.documentElement.classList.toggle(UNANSWERED, this.away);
  }

  // ---- the visitor's edits

  // During a drag the next question follows the answer to the last question, so a busy server gets fewer questions.
  sendSoon() {
    this.sending ??= setTimeout(() => this.send(), DRAG_LATE);
    this.hurry();
    this.check();
  }

  hurry() {
    if (!this.sending || this.isAsking) return;
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
    visit.newEntry ||= sets && !origin;
    model.edits = reduce(model.edits, { type: "ask", number: visit.number + 1 });
    this.page.root.classList.add("is-pending");
    this.ask(asking ? points.length : null);
    if (sets && visit.way !== "page") visit.tell(false);
    if (!grip?.lifted) this.writeSoon();
    setTimeout(() => this.isAsking && this.drawSoon(), SEND_FIRST);
  }

  /**
   * Ask for the run from these start weights, and return the number of the question.
   * @param {string} start
   */
  turn(start) {
    const { model: { data: { turned } } } = this;
    visit.set({ [turned]: start });
    this.ask(0);
    if (visit.way !== "page") visit.tell(false);
    return this.asked;
  }

  // Remember the settings of a board that the visitor has not made, for when undo brings it back.
  keepOrigin({ hand, points, address }) {
    const names = Object.keys(hand.also);
    if (names.some((name) => address[name] !== hand.also[name]))
      visit.origins.set(points, {
        page: visit.page, settings: Object.fromEntries(names.map((name) => [name, address[name] ?? ""])),
      });
  }

  // The settings of the board, if the visitor has not made it.
  get origin() {
    const { page, settings } = visit.origins.get(this.model.edits.points) ?? {};
    return page === visit.page ? settings : undefined;
  }

  // ---- the address and the step in it

  // Write the step into the address only once the visitor has stopped stepping.
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

  // The address gets an edit before the server does. The first edit of a board that the visitor has not made adds an
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
