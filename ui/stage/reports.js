// What the server and the address are told of what the hand did, and when.

import { handed, keep, parameters } from "./address.js";
import { reduce } from "./edits.js";

const REST = 400; // ms without a step before the hand counts as resting
const DRAG_EVERY = 40; // ms between two reports of the same drag, where each is answered by then
const DRAG_LATE = 250; // ms after which the next report waits no longer for an answer
const SEND_FIRST = 8; // ms for a report to leave; drawing while the server answers costs no time, drawing before would
const ASK_AGAIN = 2000; // ms without an answer after which a report is sent once more: what has no connection is lost
const AFTER_TURN = 40; // ms until what waits for the answer to a turn is tried again
const LEAVING = 10000; // ms after which a page that was left and is still there speaks again
const WRITE_EVERY = 150; // ms between two writings of the address by the hand; browsers allow so many and no more

/** @type {WeakMap<object, { path: string, also: Record<string, string> }>} */
const origins = new WeakMap(); // how the address of which page calls the boards that the hand has not made

export const LAST = "last"; // the last step, whichever the answer makes it

/**
 * Whether the last step is shown of whatever the hand makes.
 * @param {import("./model.js").Model} model
 * @param {import("./payload.js").Payload} data
 */
export const lasting = ({ follows }, { question }) => follows && !question;

export class Reports {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./page.js").Page} page
   * @param {() => void} drawSoon
   */
  constructor(model, page, drawSoon) {
    this.model = model;
    this.page = page;
    this.drawSoon = drawSoon;
    /** @type {(name: string, report: object) => void} */
    this.report = () => {}; // how Streamlit takes it, where there is a session
    /** @type {{ along: boolean, session: string, arrivals: number, at: number } | null} */
    this.left = null; // what the page was when a link was followed
    this.rests = 0; // steps that the server was told of
    this.told = null; // the latest of them
    /** @type {Map<string, { answered: () => boolean, timer: number }>} */
    this.asking = new Map(); // what is said again until it is answered: how to know, and its timer
    // The timers of what is said later.
    /** @type {number | undefined} */
    this.resting = this.sending = this.writing = undefined;
    this.sent = 0;
    this.unanswered = 0; // the number of the last step that the server was told of and has to answer
  }

  hush() {
    for (const timer of [this.resting, this.sending]) clearTimeout(timer);
    for (const { timer } of this.asking.values()) clearTimeout(timer);
    this.resting = this.sending = undefined;
    this.asking.clear();
    this.model.edits = reduce(this.model.edits, { type: "hush" });
    this.check();
  }

  // Whether anything waits to be said, written or answered.
  check() {
    for (const [name, { answered, timer }] of this.asking) {
      if (!answered()) continue;
      clearTimeout(timer);
      this.asking.delete(name);
    }
    const { message: data } = this.model;
    const waits = this.resting ?? this.sending ?? this.writing;
    const early = data?.session && data.rests < this.unanswered;
    this.page.busy("reports", waits !== undefined || this.asking.size > 0 || early);
  }

  // What the old page says once another was asked for, Streamlit takes for the other's and shows neither; what it has
  // not heard the next page says, if the board goes `along`.
  leave(along) {
    const { message: data } = this.model;
    this.hush();
    if (!data) return;
    this.left = { along, session: data.session, arrivals: data.arrivals, at: performance.now() };
    if (this.told === this.model.step) return;
    this.place();
    this.writeAddress();
  }

  // A message that was on its way already is no answer to the link; what answers it has a board of its own, if this one
  // was not taken along.
  receive({ session, arrivals }) {
    const { left } = this;
    if (!left || (left.session === session && left.arrivals === arrivals)) return;
    if (!left.along) this.hush();
    this.left = null;
    this.unanswered = 0;
  }

  // A board that is not the hand's own is that board again once the hand has taken back all it did there.
  meet({ hand, address, points }) {
    const names = Object.keys(hand.also);
    if (names.some((name) => address[name] !== hand.also[name]))
      origins.set(points, {
        path: window.location.pathname, also: Object.fromEntries(names.map((name) => [name, address[name] ?? ""])),
      });
  }

  // What the address says of the board, if that is not the hand's own.
  get origin() {
    const { path, also } = origins.get(this.model.edits.points) ?? {};
    return path === window.location.pathname ? also : undefined;
  }

  destroy() {
    this.hush();
    clearTimeout(this.writing);
  }

  // The step goes into the address and to the server only once the hand rests.
  rest(still) {
    clearTimeout(this.resting);
    this.resting = still ? setTimeout(() => this.tell(), REST) : undefined;
    this.check();
  }

  tell() {
    clearTimeout(this.resting);
    const { message: data, edits } = this.model;
    this.resting = data && this.turned ? setTimeout(() => this.tell(), AFTER_TURN) : undefined;
    if (!data || this.resting) return;
    // A board that is not answered yet takes the step along.
    if (this.told !== this.at && edits.version > data.version) this.send();
    else if (this.told !== this.at) this.say("rest", this.place());
    // An answer on the way may have written the step that it met.
    this.writeAddress();
  }

  // A message sent before the answer to a turn would bring along what the page's controls were before it.
  get turned() {
    return typeof this.model.turn?.number === "number";
  }

  // The page that was just left, while the answer to the link may still come.
  get leaves() {
    const { left } = this;
    return left && performance.now() - left.at < LEAVING ? left : null;
  }

  get at() {
    const { model, origin } = this;
    return !lasting(model, model.data) ? model.step : origin ? 0 : LAST;
  }

  place() {
    this.told = this.at;
    this.rests += 1;
    return { step: this.told, rests: this.rests };
  }

  // What the hand has done stands in the address before the server knows of it; its first point on somebody else's
  // board adds an entry to the history, so that Back returns there.
  writeAddress() {
    clearTimeout(this.writing);
    this.writing = undefined;
    this.check();
    const { data, edits } = this.model;
    // A page that stands alone has no session, and no address of its own.
    if (!data.session || this.leaves?.along === false) return;
    this.wrote = performance.now();
    const { address, hand, session } = data;
    const { version, points } = edits;
    const ahead = version > data.version;
    const { origin } = this;
    const wanted = ahead ? handed(address, hand, points, origin) : address;
    const taken = ahead && !origin && Object.entries(hand.also).some(([name, value]) => parameters()[name] !== value);
    const step = data.picking ? data.step : this.model.step;
    keep({ address: wanted, step, session, version, rests: this.rests }, taken);
  }

  writeSoon() {
    const wait = Math.max(0, (this.wrote ?? 0) + WRITE_EVERY - performance.now());
    this.writing ??= setTimeout(() => this.writeAddress(), wait);
    this.check();
  }

  // While something is dragged the server hears of it as often as it answers: a busy one is asked less.
  sendSoon() {
    this.sending ??= setTimeout(() => this.send(), DRAG_LATE);
    this.hurry();
    this.check();
  }

  hurry() {
    const { answered, version } = this.model.edits;
    if (!this.sending || answered < version) return;
    clearTimeout(this.sending);
    this.sending = setTimeout(() => this.send(), Math.max(0, this.sent + DRAG_EVERY - performance.now()));
  }

  // Each report is the whole board under a number that only grows, so a lost or late one costs nothing.
  send() {
    const { model } = this;
    clearTimeout(this.sending);
    this.sending = this.turned ? setTimeout(() => this.send(), AFTER_TURN) : undefined;
    if (this.sending) return;
    this.sent = performance.now();
    model.edits = reduce(model.edits, { type: "send" });
    this.page.root.classList.add("is-pending");
    const { version, points, held } = model.edits;
    const { origin } = this;
    const board = { version, points, ...(origin && { also: origin }), ...this.place() };
    this.insist("board", () => model.edits.version <= model.data.version, board);
    if (!held?.lifted) this.writeSoon();
    setTimeout(this.drawSoon, SEND_FIRST);
  }

  // What is said without a connection, or while another run begins, is lost, so it is said again until it is answered.
  insist(name, answered, report) {
    clearTimeout(this.asking.get(name)?.timer);
    this.asking.delete(name);
    if (!answered()) {
      this.say(name, report);
      const timer = setTimeout(() => this.insist(name, answered, report), ASK_AGAIN);
      this.asking.set(name, { answered, timer });
    }
    this.check();
  }

  say(name, report) {
    if (this.leaves) return;
    if (report.rests) this.unanswered = report.rests;
    this.report(name, { ...report, at: Date.now() });
  }
}
