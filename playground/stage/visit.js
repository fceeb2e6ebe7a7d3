// What this window shows, wherever its scenes come from: the settings, and what the hand has made. It outlives the page,
// the connection and the server's session, which knows the controls alone and hears of all else when it must.

import { EXERCISE, isBoardParameter, readQuery, writeQuery } from "./address.js";
import { EMPTY_SHEET } from "./sheet.js";

const TELL_AGAIN = 2000; // ms without an answer after which a report is sent again, as it may be lost
const LEAVING = 10000; // ms after which a page that was left, but is still there, reports again

/** @typedef {Record<string, string>} Texts */

/** @type {(one: Texts, other: Texts) => boolean} */
const alikeTexts = (one, other) => {
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => (one[name] ?? "") === (other[name] ?? ""));
};

/** @type {(texts: Texts) => Texts} */
const filled = (texts) => Object.fromEntries(Object.entries(texts).filter(isBoardParameter));

// The points of a code, as it has them.
const placesOf = (code = "") => code.slice(3).match(/.{4}/g) ?? [];

export class Visit {
  constructor() {
    /** @type {string | null} */
    this.page = null; // the name of the page, as the server has it
    this.begun = false; // whether anything is shown that a new session has to go on from
    /** @type {string | null} */
    this.session = null; // the server's, from which the settings are
    this.number = 0; // of the last question or report; an answer has its question's
    // The session orders by itself the links that it opens and the boards that it brings: it does so of its own accord,
    // while reports are on their way.
    this.news = 0; // the number of the last of them
    /** @type {Texts} */
    this.settings = {};
    /** @type {Texts} */
    this.codes = {}; // what the hand has made, as a link writes it
    /** @type {Texts} */
    this.byHand = {}; // settings by the hand that the session has not heard of
    /** @type {Record<string, import("./payload.js").Making>} */
    this.known = {}; // how a link writes what hands make
    this.measured = new Set(); // the points of which the axes' names are
    /** @type {Map<string, import("./payload.js").Cells[]>} */
    this.cells = new Map(); // what the table that was brought has of points, by their places
    this.step = /** @type {number | "last"} */ (0);
    /** @type {"" | "route" | "page"} */
    this.way = ""; // by which the server has answered first
    /** @type {Texts} */
    this.told = {}; // what of the hand's the session has been told
    /** @type {{ number: number, session: string, query: string, set: Texts, asks: boolean } | null} */
    this.unheard = null; // the last report, until the session has heard it
    /** @type {import("./edits.js").Edits | null} */
    this.edits = null; // the board of the page before
    this.sheet = EMPTY_SHEET;
    /** @type {import("./pointer.js").Press | null} */
    this.press = null; // of a drag that the next stage goes on with
    /** @type {WeakMap<object, { page: string | null, settings: Texts }>} */
    this.origins = new WeakMap(); // the settings of boards that the visitor has not made, with their page
    /** @type {{ letGo: () => void } | null} */
    this.stage = null; // the one that the hand has
    this.left = -Infinity; // when a link was followed
    /** @type {((name: string, report: object) => void) | null} */
    this.report = null; // Streamlit's function, where there is a session, of the stage
    /** @type {((name: string, report: object) => void) | null} */
    this.keeper = null; // and of what keeps the address where there is no stage
    /** @type {number | undefined} */
    this.repeating = undefined;
    this.newEntry = false; // whether the next writing of the address adds to the history
  }

  // All that an address says but for the step.
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

  // While a link is followed, what Streamlit hears it takes for a report of the new page.
  get leaving() {
    return performance.now() - this.left < LEAVING;
  }

  // A link that is not the menu's has a board of its own: a new session need not hear of this one.
  leave(along = true) {
    this.left = performance.now();
    this.begun &&= along;
  }

  /**
   * Show what a link opens. What the hand has made and the link does not show stays for when it is chosen again.
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
   * Take the words that the server has for what this window shows: what of a link could not be used is left out.
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
   * Note what the hand has made, and what that sets.
   * @param {string} name
   * @param {string} code
   * @param {Texts} settings
   */
  make(name, code, settings) {
    this.codes[name] = code;
    return this.set(settings);
  }

  /**
   * Set what the hand sets, an empty text for what it sets back.
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
   * What the table has of a board's points, nothing of those that the hand has placed; null where none was brought.
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

  // What the address would say then.
  addressAfter(name, code, settings) {
    const copy = Object.assign(new Visit(), this, { codes: { ...this.codes } });
    copy.make(name, code, settings);
    return copy.address;
  }

  /**
   * Go on from the address where it says something else than the link that a session has read: then the document is
   * older than these scripts, and others have written there what they showed. A link that opens an exercise of a list is
   * written so by nobody who shows it.
   * @param {Texts} link
   */
  arrive(link) {
    const here = readQuery();
    if (!Object.keys(here).length || (here.list && !here.at) || alikeTexts(here, filled(link))) return;
    this.begun = true;
    this.open(here);
    this.step = Number(here.step) || 0;
  }

  /**
   * Leave the window to the scripts of another version of the app, and return what they go on from.
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
   * Take what a page of the app says, and return what is to be shown because of it.
   * @param {import("./payload.js").Message} message
   * @returns {"link" | "brought" | null}
   */
  receive({ session, page, heard, link, brought, settings, known }) {
    this.known = known;
    if (this.page === null) this.arrive(link.address);
    const moved = page !== this.page;
    const fresh = session !== this.session;
    const goesOn = fresh && this.begun; // from what is shown, as after a restart of the server
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
    const names = Object.keys(known).filter((name) => name === brought.key || known[name].of === brought.key);
    for (const name of names) delete this.codes[name];
    Object.assign(this.codes, brought.codes);
    if (brought.codes.points) this.cells = new Map();
    for (const [i, place] of placesOf(brought.codes.points).entries())
      if (brought.cells[i]) this.cells.set(place, [...(this.cells.get(place) ?? []), brought.cells[i]]);
    this.measure();
    return "brought";
  }

  // Nothing is left to be heard of: neither what the hand has set nor, where a link was opened, what it set before.
  rest() {
    clearTimeout(this.repeating);
    this.unheard = null;
    this.byHand = {};
  }

  /**
   * Tell the session what the hand has set and made, again and again until it is heard.
   * @param {boolean} [asks] whether it shall answer with the scene
   * @param {Texts} [link] in whose words
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

  // Tell it what it has not been told of.
  tellNews() {
    if (this.session !== null && !alikeTexts(this.told, this.shownCodes)) this.tell();
  }

  // Whether what the session shows is all that this window has.
  get isHeard() {
    return !this.unheard && alikeTexts(this.told, this.shownCodes);
  }

  say(name, report) {
    if (!this.leaving) (this.report ?? this.keeper)?.(name, { ...report, at: Date.now() });
  }

  /**
   * Show what the first document or a light page opens, which has no session.
   * @param {string} page
   * @param {import("./payload.js").Content} content
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

/** The one of this window. */
export const visit = new Visit();
