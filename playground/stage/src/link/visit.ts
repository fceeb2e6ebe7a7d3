// What a window shows and keeps: the settings and the visitor's edits. It outlives the page, the connection and the
// server's session, which is told the address when it is asked for something. A stage that shares nothing with other
// pages has a visit of its own.

import type { Brought, Content, Message } from "../store/payload.ts";
import { EXERCISE, SHOW } from "../store/shared.ts";
import { isBoardParameter, readQuery, writeQuery } from "./query.ts";
import type { Texts } from "./query.ts";
import type { Host } from "./host.ts";
import { State, stateOf, type Report } from "./state.ts";
import { Timer } from "./timer.ts";

const TELL_AGAIN = 2000; // ms after which an unanswered report is sent again, as it may be lost
const LEAVING = 10000; // ms after which a page whose link did not lead away reports again

/** Reports of a stage to the page's session. */
export type Tell = (name: string, report: object) => void;

const alikeTexts = (one: Texts, other: Texts) =>
  Object.keys({ ...one, ...other }).every((name) => (one[name] ?? "") === (other[name] ?? ""));

const picked = (texts: Texts, wanted: (pair: readonly [string, string]) => boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(wanted));

const filled = (texts: Texts) => picked(texts, isBoardParameter);

const without = (texts: Texts, names: readonly string[]) => picked(texts, ([name]) => !names.includes(name));

// The part of an address that belongs to one page: its lesson and its exercise.
const OF_PAGE = ["lesson", ...EXERCISE];
const ofPage = (texts: Texts) => picked(texts, ([name]) => OF_PAGE.includes(name));

// The codes of the single points in a code.
const placesOf = (code = "") => code.slice(3).match(/.{4}/g) ?? [];

export class Visit extends State {
  stage: { readonly letGo: () => void; readonly questions: { readonly settle: () => void } } | null = null; // the one that the visitor uses
  report: Tell | null = null; // to the session of a page with a stage, if there is a session
  showsAll = false; // whether a board of this window was shown with everything, as the next lesson then is
  exercisesBefore = 0; // exercises outside a list that were followed, in this window's history
  private left = -Infinity; // when a link was followed
  private readonly repeating = new Timer(() => { this.repeat(); });

  constructor(state: Partial<State> = {}) {
    super();
    Object.assign(this, state);
  }

  // The parameters of the address, without the step.
  get address(): Texts {
    return filled({ ...this.settings, ...this.shownCodes });
  }

  get shownCodes() {
    return picked(this.codes, ([name]) => this.shows(name));
  }

  private shows(name: string) {
    const { settings, of } = this.known[name];
    const left = !of || placesOf(this.codes[of]).some((place) => this.measured.has(place));
    return left && Object.entries(settings).every(([key, value]) => this.settings[key] === value);
  }

  // Whether a link is being followed: Streamlit would take a report for one of the new page.
  get leaving() {
    return performance.now() - this.left < LEAVING;
  }

  // Note that a link is followed. Unless this board goes `along`, a new session opens its own.
  leave(along = true) {
    this.left = performance.now();
    this.begun &&= along;
  }

  // Open a link. Codes that the link does not show are kept until the visitor chooses their source again.
  private open({ step: _, ...link }: Texts) {
    const { known, codes } = this;
    const named = filled(link);
    const names = Object.keys(known);
    this.settings = without(named, names);
    this.codes = {};
    for (const name of names) {
      const kept = Object.keys(known[name].settings).length && !this.shows(name) ? codes[name] : undefined;
      const code = named[name] ?? kept;
      if (code) this.codes = { ...this.codes, [name]: code };
    }
    this.measure();
  }

  /** Take the server's version of this window's address, without the parts that could not be used. */
  adopt(address: Texts, known: State["known"]) {
    this.known = known;
    this.codes = { ...without(this.codes, Object.keys(this.shownCodes)), ...picked(address, ([name]) => name in known) };
    this.settings = without(address, Object.keys(known));
  }

  private measure() {
    this.measured = new Set(Object.values(this.known).flatMap(({ of }) => (of ? placesOf(this.codes[of]) : [])));
  }

  /** Note the code of the visitor's edit, and the settings that come with it; return whether these have changed. */
  make(name: string, code: string, settings: Texts) {
    this.codes = { ...this.codes, [name]: code };
    return this.set(settings);
  }

  /** Take settings of the visitor, and return whether any has changed; an empty text restores the default. */
  set(values: Texts) {
    if (Object.entries(values).every(([key, value]) => (this.settings[key] ?? "") === value)) return false;
    this.settings = filled({ ...this.settings, ...values });
    return true;
  }

  /** Take texts as a link has them, settings and codes; an empty text restores the default. */
  put(texts: Texts) {
    this.codes = { ...this.codes, ...picked(texts, ([name]) => name in this.known) };
    this.set(without(texts, Object.keys(this.known)));
  }

  /** Open a board of the page's lesson or exercise, with no other setting or code. */
  restore(board: Texts) {
    this.open({ ...ofPage(this.settings), ...board });
  }

  /**
   * The axes, words and cells of the visitor's table for a board's points, without cells for other points; null if there
   * is no table.
   */
  cellsOf(code: string) {
    const { x1, x2, label }: Partial<Texts> = this.shownCodes;
    if (!x1 && !label) return null;
    const taken = new Map<string, number>();
    const rows = placesOf(code).map((place) => {
      const turn = taken.get(place) ?? 0;
      taken.set(place, turn + 1);
      return this.cells.get(place)?.at(turn);
    });
    return { axes: [x1, x2], label, rows };
  }

  // The address after such an edit.
  addressAfter(name: string, code: string, settings: Texts) {
    const copy = new Visit(stateOf(this));
    copy.make(name, code, settings);
    return copy.address;
  }

  /**
   * Continue with the address if it differs from the link that a session has read: earlier scripts in this document have
   * written their state into it. But a link to a list without a place is just being opened: no script writes such a link.
   * @param names all that a link may have
   */
  private arrive(link: Texts, names: readonly string[]) {
    const here = readQuery(names);
    if (!Object.keys(here).length || (here.list && !here.at) || alikeTexts(here, filled(link))) return;
    this.begun = true;
    this.open(here);
    this.step = Number(here.step) || 0;
  }

  /** Leave the window to the scripts of another version of the app, and return the state that they take over. */
  letGo() {
    this.stage?.letGo();
    this.repeating.stop();
    this.stage = this.report = null;
    return stateOf(this);
  }

  /** Take a message of the app, and return the kind of its news: a link to open or a board to show. */
  receive(message: Message): "link" | "brought" | null {
    const { session, page, heard, link, brought, known, names } = message;
    this.known = known;
    if (this.page === null) this.arrive(link.address, names);
    const moved = page !== this.page;
    const fresh = session !== this.session;
    const goesOn = fresh && this.begun; // whether this window's board outlives the session, as after a restart
    const since = goesOn ? Infinity : fresh ? 0 : this.news;
    const opens = link.number > since;
    if (moved && !opens && this.page !== null) this.settings = without(this.settings, [...OF_PAGE, SHOW]); // by the menu
    this.page = page;
    if (moved || fresh || opens) {
      this.left = -Infinity;
      this.begun = true;
    }
    this.session = session;
    this.news = Math.max(link.number, brought?.number ?? 0);
    if (opens || !this.unheard || heard >= this.unheard.number) this.rest();
    else if (moved || fresh) this.repeat();
    if (opens) this.open(link.address);
    // The page around the stage is that of the link which the new session has opened.
    else if (goesOn && !this.unheard && !alikeTexts(ofPage(link.address), ofPage(this.address))) this.tell({});
    if (!brought || brought.number <= since) return opens ? "link" : null;
    this.bring(brought);
    return "brought";
  }

  private bring({ key, codes, settings, cells }: Brought) {
    const replaced = Object.keys(this.known).filter((name) => name === key || this.known[name].of === key);
    this.codes = { ...without(this.codes, replaced), ...codes };
    this.set(settings);
    if (codes.points) this.cells = new Map();
    for (const [i, place] of placesOf(codes.points).entries())
      if (i in cells) this.cells.set(place, [...(this.cells.get(place) ?? []), cells[i]]);
    this.measure();
  }

  // The session has heard the last report, or has opened a link since: repeat nothing.
  private rest() {
    this.repeating.stop();
    this.unheard = null;
  }

  /** Tell the session an address, and what it shall do with it, again and again until it has heard. */
  tell({ link = this.address, ...what }: Partial<Pick<Report, "changed" | "asks" | "opens">> & { readonly link?: Texts }) {
    const query = new URLSearchParams(link).toString();
    const asks = this.way === "page";
    this.unheard = { changed: "", opens: "", asks, ...what, number: this.number += 1, session: this.session ?? "", query };
    this.repeat();
  }

  private repeat() {
    this.repeating.stop();
    if (!this.unheard || !this.report) return;
    this.repeating.set(TELL_AGAIN);
    this.say("address", this.unheard);
  }

  say(name: string, report: object) {
    if (!this.leaving) this.report?.(name, { ...report, at: Date.now() });
  }

  /** Begin with the content of a first document or a light page, which has no session. */
  begin(page: string, { known, address }: Content) {
    this.begun = true;
    this.page = page;
    this.adopt(address, known);
    this.measure();
  }

  /** Write the address. */
  write(step: number, menu: ReturnType<Host["menu"]>) {
    if (this.page === null || this.leaving) return;
    writeQuery({ ...this.address, step: step ? String(step) : "" }, this.newEntry, menu);
    this.newEntry = false;
  }
}
