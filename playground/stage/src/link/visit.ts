// The state of this window: the settings and the visitor's edits. It outlives the page, the connection and the server's
// session, which knows only the controls, and is told the rest when it needs it.

import { EXERCISE, isBoardParameter, readQuery, writeQuery } from "./address.ts";
import { EMPTY_SHEET } from "../store/sheet.ts";

const TELL_AGAIN = 2000; // ms after which an unanswered report is sent again, as it may be lost
const LEAVING = 10000; // ms after which a page whose link did not lead away reports again

/** @typedef {Record<string, string>} Texts */

/** @type {(one: Texts, other: Texts) => boolean} */
const alikeTexts = (one, other) => {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => (one[name] ?? "") === (other[name] ?? ""));
};

/** @type {(texts: Texts) => Texts} */
const filled = (texts) => Object.fromEntries(Object.entries(texts).filter(isBoardParameter));

// The codes of the single points in a code.
const placesOf = (code = "") => code.slice(3).match(/.{4}/g) ?? [];

export class Visit {
  constructor() {
    /** @type {string | null} */
    this.page = null; // the name of the page in the server's routes
    this.begun = false; // whether the window shows a board that a new session must take over
    /** @type {string | null} */
    this.session = null; // the server's session that sent the settings
    this.number = 0; // the number of the last question or report; an answer has its question's number
    // The session numbers the links that it opens and the boards that it brings, because it may send them while reports
    // are on their way.
    this.news = 0; // the number of the last link or board
    /** @type {Texts} */
    this.settings = {};
    /** @type {Texts} */
    this.codes = {}; // the visitor's points, pictures and answers, as codes of a link
    /** @type {Texts} */
    this.byHand = {}; // settings made on the stage that the session has not heard of
    /** @type {Record<string, import("../store/payload.ts").Making>} */
    this.known = {}; // when a link keeps each of the codes
    this.measured = new Set(); // the points to which the axes' names belong
    /** @type {Map<string, import("../store/payload.ts").Cells[]>} */
    this.cells = new Map(); // the cells of the visitor's table, by the points' codes
    this.step = /** @type {number | "last"} */ (0);
    /** @type {"" | "route" | "page"} */
    this.way = ""; // the way by which the server has answered first
    /** @type {Texts} */
    this.told = {}; // the codes that the session has been told
    /** @type {{ number: number, session: string, query: string, set: Texts, asks: boolean } | null} */
    this.unheard = null; // the last report, until the session has heard it
    /** @type {import("../store/edits.ts").Edits | null} */
    this.edits = null; // the board of the page before
    this.sheet = EMPTY_SHEET;
    /** @type {import("../hand/pointer.ts").Press | null} */
    this.press = null; // the press of a drag that goes on in the next stage
    /** @type {WeakMap<object, { page: string | null, settings: Texts }>} */
    this.origins = new WeakMap(); // the page and settings of boards that the visitor has not made
    /** @type {{ letGo: () => void } | null} */
    this.stage = null; // the stage that the visitor uses
    this.left = -Infinity; // when a link was followed
    /** @type {((name: string, report: object) => void) | null} */
    this.report = null; // Streamlit's function for reports of the stage, if there is a session
    /** @type {((name: string, report: object) => void) | null} */
    this.keeper = null; // the same for the component that keeps the address of a page without a stage
    /** @type {number | undefined} */
    this.repeating = undefined;
    this.newEntry = false; // whether the next writing of the address adds to the history
  }

  // The parameters of the address, without the step.
  get address() {
    return filled({ ...this.settings, ...this.shownCodes });
  }

  get shownCodes() {
    return Object.fromEntries(Object.entries(this.codes).filter(([name]) => this.shows(name)));
  }

  shows(name) {
    const { settings, of } = this.known[name];
    const left = !of || placesOf(this.codes[of]).some((place) => this.measured.has(place));
    return left && Object.entries(settings).every(([key, value]) => this.settings[key] === value);
  }

  // Whether a link is being followed: Streamlit would take a report for one of the new page.
  get leaving() {
    return performance.now() - this.left < LEAVING;
  }

  // Note that a link is followed. Unless this board goes `along`, a new session need not hear of it.
  leave(along = true) {
    this.left = performance.now();
    this.begun &&= along;
  }

  /**
   * Open a link. Codes that the link does not show are kept until the visitor chooses their source again.
   * @param {Texts} link
   */
  open({ step: _, ...link }) {
    const { known, codes } = this;
    const named = filled(link);
    const names = Object.keys(known);
    this.settings = Object.fromEntries(Object.entries(named).filter(([name]) => !(name in known)));
    this.byHand = {};
    this.codes = {};
    for (const name of names) {
      const kept = Object.keys(known[name].settings).length && !this.shows(name) ? codes[name] : undefined;
      const code = named[name] ?? kept;
      if (code) this.codes[name] = code;
    }
    this.measure();
  }

  /**
   * Take the server's version of this window's address, without the parts that could not be used.
   * @param {Texts} address
   */
  adopt(address) {
    const { known } = this;
    for (const name of Object.keys(this.shownCodes)) delete this.codes[name];
    const [codes, settings] = [{}, {}];
    for (const [name, text] of Object.entries(address)) (name in known ? codes : settings)[name] = text;
    Object.assign(this.codes, codes);
    this.settings = settings;
  }

  measure() {
    this.measured = new Set(Object.values(this.known).flatMap(({ of }) => (of ? placesOf(this.codes[of]) : [])));
  }

  /**
   * Note the code of the visitor's edit, and the settings that come with it.
   * @param {string} name
   * @param {string} code
   * @param {Texts} settings
   */
  make(name, code, settings) {
    this.codes[name] = code;
    return this.set(settings);
  }

  /**
   * Take settings made on the stage; an empty text restores the default.
   * @param {Texts} values
   * @returns {boolean} whether anything has changed
   */
  set(values) {
    if (Object.entries(values).every(([key, value]) => (this.settings[key] ?? "") === value)) return false;
    this.settings = filled({ ...this.settings, ...values });
    this.byHand = { ...this.byHand, ...values };
    return true;
  }

  /**
   * The axes, words and cells of the visitor's table for a board's points, without cells for other points; null if there
   * is no table.
   * @param {string} code
   */
  cellsOf(code) {
    const { x1, x2, label } = this.shownCodes;
    if (!x1 && !label) return null;
    const taken = new Map();
    const rows = placesOf(code).map((place) => {
      const turn = taken.get(place) ?? 0;
      taken.set(place, turn + 1);
      return this.cells.get(place)?.at(turn);
    });
    return { axes: [x1, x2], label, rows };
  }

  // The address after such an edit.
  addressAfter(name, code, settings) {
    const copy = Object.assign(new Visit(), this, { codes: { ...this.codes } });
    copy.make(name, code, settings);
    return copy.address;
  }

  /**
   * Continue with the address if it differs from the link that a session has read: earlier scripts in this document have
   * written their state into it. But a link to a list without a place is just being opened: no script writes such a link.
   * @param {Texts} link
   * @param {string[]} names all that a link may have
   */
  arrive(link, names) {
    const here = readQuery(names);
    if (!Object.keys(here).length || (here.list && !here.at) || alikeTexts(here, filled(link))) return;
    this.begun = true;
    this.open(here);
    this.step = Number(here.step) || 0;
  }

  /**
   * Leave the window to the scripts of another version of the app, and return the state that they take over.
   * @returns {object}
   */
  letGo() {
    this.stage?.letGo();
    clearTimeout(this.repeating);
    this.stage = this.report = this.keeper = null;
    const { stage, left, report, keeper, repeating, ...kept } = this;
    return kept;
  }

  /**
   * Take a message of the app, and return the kind of its news: a link to open or a board to show.
   * @param {import("../store/payload.ts").Message} message
   * @returns {"link" | "brought" | null}
   */
  receive({ session, page, heard, link, brought, settings, known, names }) {
    this.known = known;
    if (this.page === null) this.arrive(link.address, names);
    const moved = page !== this.page;
    const fresh = session !== this.session;
    const goesOn = fresh && this.begun; // whether a new session takes over this window's board, as after a restart
    const since = goesOn ? Infinity : fresh ? 0 : this.news;
    const opens = link.number > since;
    this.page = page;
    if (moved || fresh || opens) {
      this.left = -Infinity;
      this.begun = true;
    }
    if (goesOn) {
      if (this.session !== null && moved) for (const name of EXERCISE) delete this.settings[name];
      if (!this.unheard && !alikeTexts(this.address, filled({ ...link.address, ...settings, step: "" }))) this.tell();
      else if (!this.unheard) this.told = this.shownCodes;
      else if (heard < this.unheard.number) this.repeat();
      if (this.unheard && heard < this.unheard.number) return null;
    }
    this.session = session;
    this.news = Math.max(link.number, brought?.number ?? 0);
    if (opens || !this.unheard || heard >= this.unheard.number) this.rest();
    else if (moved) this.repeat();
    if (opens) this.open(link.address);
    this.settings = filled({ ...settings, ...this.byHand });
    if (opens) this.told = this.shownCodes;
    if (!brought || brought.number <= since) return opens ? "link" : null;
    const replaced = Object.keys(known).filter((name) => name === brought.key || known[name].of === brought.key);
    for (const name of replaced) delete this.codes[name];
    Object.assign(this.codes, brought.codes);
    if (brought.codes.points) this.cells = new Map();
    for (const [i, place] of placesOf(brought.codes.points).entries())
      if (brought.cells[i]) this.cells.set(place, [...(this.cells.get(place) ?? []), brought.cells[i]]);
    this.measure();
    return "brought";
  }

  // The session has heard everything, or a link has replaced it: repeat no report.
  rest() {
    clearTimeout(this.repeating);
    this.unheard = null;
    this.byHand = {};
  }

  /**
   * Tell the session the settings and codes made on the stage, again and again until it has heard them.
   * @param {boolean} [asks] whether the session shall answer with the scene
   * @param {Texts} [link] the address to report
   */
  tell(asks = this.way === "page", link = this.address) {
    const query = new URLSearchParams(link).toString();
    this.unheard = { number: this.number += 1, session: this.session ?? "", query, set: this.byHand, asks };
    this.told = this.shownCodes;
    this.repeat();
  }

  repeat() {
    clearTimeout(this.repeating);
    if (!this.report && !this.keeper) return;
    this.repeating = setTimeout(() => this.repeat(), TELL_AGAIN);
    this.say("address", this.unheard);
  }

  // Tell the session codes that it has not been told.
  tellNews() {
    if (this.session !== null && !alikeTexts(this.told, this.shownCodes)) this.tell();
  }

  // Whether the session knows all of this window's state.
  get isHeard() {
    return !this.unheard && alikeTexts(this.told, this.shownCodes);
  }

  say(name, report) {
    if (!this.leaving) (this.report ?? this.keeper)?.(name, { ...report, at: Date.now() });
  }

  /**
   * Begin with the content of a first document or a light page, which has no session.
   * @param {string} page
   * @param {import("../store/payload.ts").Content} content
   */
  begin(page, { known, address }) {
    this.begun = true;
    this.page = page;
    this.known = known;
    this.adopt(address);
    this.measure();
  }

  /** @param {number} step */
  write(step) {
    if (this.page === null || this.leaving) return;
    writeQuery({ ...this.address, step: step ? String(step) : "" }, this.newEntry);
    this.newEntry = false;
  }
}

/** The state of this window. */
export const visit = new Visit();
