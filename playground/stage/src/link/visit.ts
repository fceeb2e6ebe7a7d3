// What a window shows and keeps: the settings and the visitor's edits. It outlives the page, the connection and the
// server's session, which knows only the controls, and is told the rest when it needs it. A stage that shares nothing
// with other pages has a visit of its own.

import type { Brought, Content, Message } from "../store/payload.ts";
import { EXERCISE } from "../store/shared.ts";
import { isBoardParameter, readQuery, writeQuery } from "./address.ts";
import type { Texts } from "./address.ts";
import type { Host } from "./host.ts";
import { State, stateOf } from "./state.ts";
import { Timer } from "./timer.ts";

const TELL_AGAIN = 2000; // ms after which an unanswered report is sent again, as it may be lost
const LEAVING = 10000; // ms after which a page whose link did not lead away reports again

/** Reports of a stage to the page's session. */
export type Tell = (name: string, report: object) => void;

const alikeTexts = (one: Texts, other: Texts) =>
  Object.keys({ ...one, ...other }).every((name) => (one[name] ?? "") === (other[name] ?? ""));

const filled = (texts: Texts): Texts => Object.fromEntries(Object.entries(texts).filter(isBoardParameter));

const without = (texts: Texts, names: readonly string[]): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));

// The codes of the single points in a code.
const placesOf = (code = "") => code.slice(3).match(/.{4}/g) ?? [];

export class Visit extends State {
  stage: { readonly letGo: () => void } | null = null; // the stage that the visitor uses
  report: Tell | null = null; // to the session of a page with a stage, if there is a session
  keeper: Tell | null = null; // to that of a page without a stage
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

  get shownCodes(): Texts {
    return Object.fromEntries(Object.entries(this.codes).filter(([name]) => this.shows(name)));
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

  // Note that a link is followed. Unless this board goes `along`, a new session need not hear of it.
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
    this.byHand = {};
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
    const codes = Object.entries(address).filter(([name]) => name in known);
    this.codes = { ...without(this.codes, Object.keys(this.shownCodes)), ...Object.fromEntries(codes) };
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

  /** Take settings made on the stage, and return whether any has changed; an empty text restores the default. */
  set(values: Texts) {
    if (Object.entries(values).every(([key, value]) => (this.settings[key] ?? "") === value)) return false;
    this.settings = filled({ ...this.settings, ...values });
    this.byHand = { ...this.byHand, ...values };
    return true;
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
    this.stage = this.report = this.keeper = null;
    return stateOf(this);
  }

  /** Take a message of the app, and return the kind of its news: a link to open or a board to show. */
  receive(message: Message): "link" | "brought" | null {
    const { session, page, heard, link, brought, settings, known, names } = message;
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
    if (goesOn && !this.takesOver(message, moved)) return null;
    this.session = session;
    this.news = Math.max(link.number, brought?.number ?? 0);
    if (opens || !this.unheard || heard >= this.unheard.number) this.rest();
    else if (moved) this.repeat();
    if (opens) this.open(link.address);
    this.settings = filled({ ...settings, ...this.byHand });
    if (opens) this.told = this.shownCodes;
    if (!brought || brought.number <= since) return opens ? "link" : null;
    this.bring(brought);
    return "brought";
  }

  // Whether a new session knows this window's board; if not, it is told.
  private takesOver({ heard, link, settings }: Message, moved: boolean) {
    if (this.session !== null && moved) this.settings = without(this.settings, EXERCISE);
    if (!this.unheard && !alikeTexts(this.address, filled({ ...link.address, ...settings, step: "" }))) this.tell();
    else if (!this.unheard) this.told = this.shownCodes;
    else if (heard < this.unheard.number) this.repeat();
    return !this.unheard || heard >= this.unheard.number;
  }

  private bring({ key, codes, cells }: Brought) {
    const replaced = Object.keys(this.known).filter((name) => name === key || this.known[name].of === key);
    this.codes = { ...without(this.codes, replaced), ...codes };
    if (codes.points) this.cells = new Map();
    for (const [i, place] of placesOf(codes.points).entries())
      if (i in cells) this.cells.set(place, [...(this.cells.get(place) ?? []), cells[i]]);
    this.measure();
  }

  // The session has heard everything, or a link has replaced it: repeat no report.
  rest() {
    this.repeating.stop();
    this.unheard = null;
    this.byHand = {};
  }

  /** Tell the session the settings and codes made on the stage, again and again until it has heard them. */
  tell(asks = this.way === "page", link = this.address) {
    const query = new URLSearchParams(link).toString();
    this.unheard = { number: this.number += 1, session: this.session ?? "", query, set: this.byHand, asks };
    this.told = this.shownCodes;
    this.repeat();
  }

  private repeat() {
    this.repeating.stop();
    if (!this.unheard || (!this.report && !this.keeper)) return;
    this.repeating.set(TELL_AGAIN);
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

  say(name: string, report: object) {
    if (!this.leaving) (this.report ?? this.keeper)?.(name, { ...report, at: Date.now() });
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
