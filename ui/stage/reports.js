// Reports of the visitor's actions to the server, and the address of the page.

import { editedAddress, keep, parameters } from "./address.js";
import { reduce } from "./edits.js";

const REST = 400; // ms without a step before the hand counts as resting
const DRAG_EVERY = 40; // ms between two reports of the same drag, where each is answered by then
const DRAG_LATE = 250; // ms after which the next report waits no longer for an answer
const SEND_FIRST = 8; // ms for a report to leave; drawing while the server answers costs no time, drawing before would
const ASK_AGAIN = 2000; // ms without an answer after which a report is sent again, as it may be lost
const AFTER_TURN = 40; // ms until a report that waits for the answer to a turned line is tried again
const LEAVING = 10000; // ms after which a page that was left, but is still there, reports again
const WRITE_EVERY = 150; // ms between two writings of the address by the hand; browsers allow so many and no more

/** @type {WeakMap<object, { path: string, also: Record<string, string> }>} */
const origins = new WeakMap(); // the address parameters of boards that the visitor has not made, with their page

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
    this.report = () => {}; // Streamlit's function, where there is a session
    /** @type {{ along: boolean, session: string, arrivals: number, at: number } | null} */
    this.departure = null; // the state of the page when a link was followed
    this.rests = 0; // the number of steps reported
    this.reportedStep = null; // the last of them
    /** @type {Map<string, { answered: () => boolean, timer: number }>} */
    this.pending = new Map(); // reports that are repeated until they are answered
    // Timers.
    /** @type {number | undefined} */
    this.resting = this.sending = this.writing = undefined;
    this.sent = 0;
    this.unanswered = 0; // the number of the last reported step that the server has to answer
  }

  hush() {
    for (const timer of [this.resting, this.sending]) clearTimeout(timer);
    for (const { timer } of this.pending.values()) clearTimeout(timer);
    this.resting = this.sending = undefined;
    this.pending.clear();
    this.model.edits = reduce(this.model.edits, { type: "hush" });
    this.check();
  }

  // Drop the answered reports, and note whether anything still waits to be sent, written or answered.
  check() {
    for (const [name, { answered, timer }] of this.pending) {
      if (!answered()) continue;
      clearTimeout(timer);
      this.pending.delete(name);
    }
    const { message: data } = this.model;
    const waits = this.resting ?? this.sending ?? this.writing;
    const early = data?.session && data.rests < this.unanswered;
    this.page.busy("reports", waits !== undefined || this.pending.size > 0 || early);
  }

  // After a link was followed, Streamlit takes a report of the old page for one of the new page, and shows neither. The
  // new page reports what is missing, if the board goes `along`.
  leave(along) {
    const { message: data } = this.model;
    this.hush();
    if (!data) return;
    this.departure = { along, session: data.session, arrivals: data.arrivals, at: performance.now() };
    if (this.reportedStep === this.model.step) return;
    this.place();
    this.writeAddress();
  }

  // A message from before the link is not the new page; the new page has a board of its own, unless this one goes along.
  receive({ session, arrivals }) {
    const { departure } = this;
    if (!departure || (departure.session === session && departure.arrivals === arrivals)) return;
    if (!departure.along) this.hush();
    this.departure = null;
    this.unanswered = 0;
  }

  // Remember the parameters of a board that the visitor has not made, for when undo brings it back.
  keepOrigin({ hand, address, points }) {
    const names = Object.keys(hand.also);
    if (names.some((name) => address[name] !== hand.also[name]))
      origins.set(points, {
        path: window.location.pathname, also: Object.fromEntries(names.map((name) => [name, address[name] ?? ""])),
      });
  }

  // The address parameters of the board, if the visitor has not made it.
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
    this.resting = data && this.awaitsLine ? setTimeout(() => this.tell(), AFTER_TURN) : undefined;
    if (!data || this.resting) return;
    // A report of a board that is not answered yet includes the step.
    if (this.reportedStep !== this.at && edits.version > data.version) this.send();
    else if (this.reportedStep !== this.at) this.say("rest", this.place());
    // An answer meanwhile may have written another step.
    this.writeAddress();
  }

  // A report sent before the answer to a turned line would restore the old values of the page's controls.
  get awaitsLine() {
    return typeof this.model.line?.number === "number";
  }

  // The departure, while the new page may still come.
  get leaving() {
    const { departure } = this;
    return departure && performance.now() - departure.at < LEAVING ? departure : null;
  }

  get at() {
    const { model, origin } = this;
    return !lasting(model, model.data) ? model.step : origin ? 0 : LAST;
  }

  place() {
    this.reportedStep = this.at;
    this.rests += 1;
    return { step: this.reportedStep, rests: this.rests };
  }

  // The address has an edit before the server does. The first edit of a board that the visitor has not made adds an
  // entry to the history, so that Back returns to that board.
  writeAddress() {
    clearTimeout(this.writing);
    this.writing = undefined;
    this.check();
    const { data, edits } = this.model;
    // A page that stands alone has no session, and no address of its own.
    if (!data.session || this.leaving?.along === false) return;
    this.lastWrite = performance.now();
    const { address, hand, session } = data;
    const { version, points } = edits;
    const ahead = version > data.version;
    const { origin } = this;
    const wanted = ahead ? editedAddress(address, hand, points, origin) : address;
    const isNew = ahead && !origin && Object.entries(hand.also).some(([name, value]) => parameters()[name] !== value);
    const step = data.picking ? data.step : this.model.step;
    keep({ address: wanted, step, session, version, rests: this.rests }, isNew);
  }

  writeSoon() {
    const wait = Math.max(0, (this.lastWrite ?? 0) + WRITE_EVERY - performance.now());
    this.writing ??= setTimeout(() => this.writeAddress(), wait);
    this.check();
  }

  // During a drag the next report follows the answer to the last one, so a busy server gets fewer.
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
    this.sending = this.awaitsLine ? setTimeout(() => this.send(), AFTER_TURN) : undefined;
    if (this.sending) return;
    this.sent = performance.now();
    model.edits = reduce(model.edits, { type: "send" });
    this.page.root.classList.add("is-pending");
    const { version, points, grip } = model.edits;
    const { origin } = this;
    const board = { version, points, ...(origin && { also: origin }), ...this.place() };
    this.insist("board", () => model.edits.version <= model.data.version, board);
    if (!grip?.lifted) this.writeSoon();
    setTimeout(this.drawSoon, SEND_FIRST);
  }

  // A report is lost without a connection, or while another run begins, so it is repeated until it is answered.
  insist(name, answered, report) {
    clearTimeout(this.pending.get(name)?.timer);
    this.pending.delete(name);
    if (!answered()) {
      this.say(name, report);
      const timer = setTimeout(() => this.insist(name, answered, report), ASK_AGAIN);
      this.pending.set(name, { answered, timer });
    }
    this.check();
  }

  say(name, report) {
    if (this.leaving) return;
    if (report.rests) this.unanswered = report.rests;
    this.report(name, { ...report, at: Date.now() });
  }
}
