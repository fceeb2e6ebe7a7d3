// What this window shows, wherever its scenes come from: the settings, and what the hand has made. It outlives the page,
// the connection and the server's session, which knows the controls alone and hears of all else when it must.

import { EXERCISE, isBoardParameter, writeQuery } from "./address.js";
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
    this.number = 0; // of the last question or report
    this.reported = 0; // the number of the last report
    this.opened = this.brought = 0; // links that the session has read, and boards that it has brought
    /** @type {Texts} */
    this.settings = {};
    /** @type {Texts} */
    this.codes = {}; // what the hand has made, as a link writes it
    /** @type {Texts} */
    this.byHand = {}; // settings by the hand that the session has not heard of
    /** @type {Record<string, import("./payload.js").Making>} */
    this.known = {}; // how a link writes what hands make
    this.measured = new Set(); // the points of which the axes' names are
    this.step = /** @type {number | "last"} */ (0);
    /** @type {"" | "route" | "page"} */
    this.way = ""; // by which the server has answered first
    /** @type {Texts | null} */
    this.told = null; // what of the hand's the session has heard
    /** @type {import("./edits.js").Edits | null} */
    this.edits = null; // the board of the page before
    this.sheet = EMPTY_SHEET;
    /** @type {string | null} */
    this.resuming = null; // the session that is told of all
    this.left = -Infinity; // when a link was followed
    /** @type {((name: string, report: object) => void) | null} */
    this.report = null; // Streamlit's function, where there is a session, of the stage
    /** @type {((name: string, report: object) => void) | null} */
    this.keeper = null; // and of what keeps the address where there is no stage
    /** @type {number | undefined} */
    this.repeating = undefined;
    this.anew = false; // the next writing of the address is an entry of the history
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
    if (this.repeating !== undefined) this.told = null; // it may never be heard
    this.hush();
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
   * Take what a page of the app says, and return what is to be shown because of it.
   * @param {import("./payload.js").Message} message
   * @returns {"link" | "brought" | null}
   */
  receive(message) {
    const { session, page, opened, link, heard, settings, known, brought } = message;
    const moved = page !== this.page;
    const fresh = session !== this.session;
    const follows = opened !== this.opened;
    const { begun } = this;
    if (moved || fresh || follows) {
      this.left = -Infinity;
      this.begun = true;
    }
    this.known = known;
    this.page = page;
    if (fresh && begun) {
      // A server that was started again has not heard of what this window shows.
      if (this.session !== null && moved) for (const name of EXERCISE) delete this.settings[name];
      this.opened = opened;
      this.brought = brought?.number ?? 0;
      if (this.resuming === session) {
        if (heard < this.reported) return null;
      } else if (!alikeTexts(this.address, filled({ ...link, ...settings, step: "" }))) {
        this.resuming = session;
        this.tell();
        return null;
      }
    }
    if (fresh && this.resuming === null) this.told = this.shownCodes;
    this.session = session;
    this.resuming = null;
    if (heard >= this.reported) {
      this.hush();
      this.byHand = {};
    }
    if (fresh ? !begun : follows) {
      this.hush(); // what the hand had set is of the board before
      this.reported = heard;
      this.opened = opened;
      this.brought = brought?.number ?? 0;
      this.open(link);
      this.settings = settings;
      this.told = this.shownCodes;
      return "link";
    }
    this.settings = filled({ ...settings, ...this.byHand });
    if (!brought || brought.number === this.brought) return null;
    this.brought = brought.number;
    const names = Object.keys(known).filter((name) => name === brought.key || known[name].of === brought.key);
    for (const name of names) delete this.codes[name];
    Object.assign(this.codes, brought.codes);
    this.measure();
    return "brought";
  }

  /**
   * Tell the session what the hand has set and made, again and again until it is heard.
   * @param {boolean} [asks] whether it shall answer with the scene
   * @param {Texts} [link] in whose words
   */
  tell(asks = this.way === "page", link = this.address) {
    if (!this.report && !this.keeper) return;
    this.reported = this.number += 1;
    this.told = this.shownCodes;
    this.repeat({
      number: this.number, session: this.session ?? "", query: new URLSearchParams(link).toString(), set: this.byHand, asks,
    });
  }

  hush() {
    clearTimeout(this.repeating);
    this.repeating = undefined;
  }

  repeat(report) {
    clearTimeout(this.repeating);
    this.repeating = setTimeout(() => this.repeat(report), TELL_AGAIN);
    this.say("address", report);
  }

  // What was told while a link was followed the session may not have heard.
  tellAgain() {
    if (Object.keys(this.byHand).length && !this.resuming) this.tell();
  }

  // Tell it, unless it has heard of all.
  tellNews() {
    if (this.session !== null && !this.isTold) this.tell();
  }

  get isTold() {
    return !Object.keys(this.byHand).length && alikeTexts(this.told ?? {}, this.shownCodes);
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
    writeQuery({ ...this.address, step: step ? String(step) : "" }, this.anew);
    this.anew = false;
  }
}

/** The one of this window. */
export const visit = new Visit();
