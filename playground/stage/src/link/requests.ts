// The requests of a stage to the server, which answers an address with its scene: by a route or, if the host lets no
// such request through, by the page that the session runs.

import { reduce } from "../store/edits.ts";
import type { Board } from "../store/edits.ts";
import type { Model } from "../store/model.ts";
import type { Content, Message, Payload, Refusal } from "../store/payload.ts";
import { reason } from "../store/reason.ts";
import { SHOW } from "../store/shared.ts";
import { encode } from "./query.ts";
import type { Texts } from "./query.ts";
import { queryOf } from "./host.ts";
import type { Answers, Host } from "./host.ts";
import { Timer } from "./timer.ts";
import type { Visit } from "./visit.ts";

const REST = 400; // ms without a step before the address gets the step
const WRITE_EVERY = 150; // ms between two writings of the address; browsers limit their number
const DRAG_EVERY = 25; // ms between two questions of a drag if the first is answered
const DRAG_LATE = 250; // ms after which the next question goes out without an answer to the last
const ASK_AGAIN = 1000; // ms until a question that was not answered is asked again
const UNANSWERED = "stage-unanswered"; // a class of the document, so that dialogs make room for the complaint

/** The step that an answer leads to: "last" is the last of its run; null is to stay. */
export type Goal = number | "last" | null;

/** What the requests show on the page. */
interface Surface {
  readonly root: Element;
  readonly host: Host;
  readonly visit: Visit;
  readonly busy: (task: string, on: boolean) => void;
  readonly complain: (source: string, sentence: string) => void;
  readonly remark: (complaints: readonly string[]) => void;
}

// The number in the name of a file that changes with the stage.
const versionOf = (address: string) => /-(\w+)\.\w+$/.exec(address)?.[1] ?? "";

// The step that a link leads to.
const stepOf = ({ step }: Partial<Texts>): Goal => (step === "last" ? step : Number(step ?? 0) || 0);

export class Requests {
  asked = 0; // the number of the last question
  private answered = 0; // the number of the last question that is answered
  private address = ""; // the page and the address of the last question
  private goal: Goal = null; // the step that its answer leads to
  private link: Texts = {}; // the address of the last question that went to the route
  private changes: readonly string[] = []; // the controls that were changed since the last answer
  private readonly resting = new Timer(() => { this.writeAddress(); });
  private readonly sending = new Timer(() => { this.send(); });
  private readonly writing = new Timer(() => { this.writeAddress(); });
  private readonly asking = new Timer(() => { void this.fetch(this.asked, this.link); });
  private sent = -Infinity;
  private lastWrite = -Infinity;
  private away = false;
  private destroyed = false;
  // The question that the press on the board may lead to.
  private expected: { readonly query: string; readonly answer: Promise<Content | Refusal> } | null = null;
  private readonly visit: Visit;
  alone: ((points: Board) => Content | Refusal) | null = null; // answers without a server

  private readonly version: string;

  /**
   * @param show shows the answer to the question of this number
   * @param changing the address of a file that changes with the stage
   */
  constructor(
    private readonly model: Model,
    private readonly page: Surface,
    private readonly show: (content: Content, number: number, goal: Goal) => void,
    changing = "",
  ) {
    this.visit = page.visit;
    this.version = versionOf(changing);
  }

  destroy() {
    this.destroyed = true;
    document.documentElement.classList.remove(UNANSWERED);
    for (const timer of this.timers) timer.stop();
  }

  // Note whether anything still waits to be sent, written or answered.
  private check() {
    this.page.busy("questions", this.isAsking || this.timers.some(({ waits }) => waits));
  }

  private get timers() {
    return [this.resting, this.sending, this.writing, this.asking];
  }

  // ---- messages of the app

  receive(message: Message) {
    const { model, visit } = this;
    const news = visit.receive(message);
    if (news) this.drop();
    const { content, brought, link: { address } } = message;
    model.code = message.code ?? model.code;
    model.explained = message.explained;
    if (news === "brought" && brought)
      model.edits = reduce(model.edits, { type: "bring", number: visit.number + 1, points: brought.points });
    const goal = news === "link" ? stepOf(address) : news === "brought" ? 0
      : this.isAsking ? this.goal : model.message ? null : visit.step;
    // Where the route has answered first, the session may still send the scene of an address that is past.
    if (content && visit.way !== "route" && !visit.unheard) {
      visit.way = "page";
      this.reached(true);
      this.take(this.begin(goal), content);
    } else if (news === "link") this.ask(goal, address);
    else if (news || !model.message || this.here !== this.address) this.ask(goal);
  }

  /** Show the content that came with the document of a page. */
  start(page: string, content: Content) {
    this.visit.begin(page, content);
    this.take(this.begin(content.step), content);
  }

  private get here() {
    return JSON.stringify([this.visit.page, Object.entries(this.visit.address).sort()]);
  }

  // ---- asking

  private get isAsking() {
    return this.answered < this.asked;
  }

  // Begin a question about the present address, and return its number.
  private begin(goal: Goal) {
    this.asking.stop();
    this.asked = this.visit.number += 1;
    this.goal = goal;
    if (this.address !== this.here) this.model.stopped = false;
    this.address = this.here;
    return this.asked;
  }

  ask(goal: Goal, link = this.visit.address) {
    const number = this.begin(goal);
    this.check();
    if (this.alone) this.take(number, this.alone(this.model.edits.points));
    else if (this.visit.way === "page") this.visit.tell({ asks: true, link, changed: this.changed });
    else void this.fetch(number, link);
  }

  // Ask about the points that the board will have if a press becomes a click.
  expect(points: Board) {
    const { visit, model: { data: { hand } } } = this;
    if (visit.way === "page" || this.alone) return;
    const link = visit.addressAfter(hand.key, encode(points, hand), hand.also);
    const expected = { query: queryOf(link), answer: this.get("scene", link) };
    expected.answer.catch(() => {
      if (this.expected === expected) this.expected = null;
    });
    this.expected = expected;
  }

  // Until one way has answered, ask by both: by the route and by the session.
  private async fetch(number: number, link: Texts) {
    const { visit, expected } = this;
    this.link = link;
    this.expected = null;
    let answer: Content | Refusal;
    try {
      const { changed } = this;
      const known = !changed && expected?.query === queryOf(link);
      answer = await (known ? expected.answer : this.get("scene", changed ? { ...link, changed } : link));
    } catch {
      if (!this.destroyed && number === this.asked) this.miss(number, link);
      return;
    }
    if (this.destroyed) return;
    visit.way ||= "route";
    this.reached(true);
    if (visit.way === "route") this.take(number, answer);
  }

  // Without an answer of the route, ask the session, if it is there and may know the way; then ask again.
  private miss(number: number, link: Texts) {
    const { visit, visit: { unheard } } = this;
    if (visit.way === "" && visit.report && !(unheard?.asks && unheard.number > number))
      visit.tell({ asks: true, link, changed: this.changed });
    else this.reached(false);
    this.asking.set(ASK_AGAIN);
    this.check();
  }

  /** Get an answer by the route. */
  get<Kind extends keyof Answers>(kind: Kind, parameters: Texts): Promise<Answers[Kind]> {
    return this.page.host.ask(kind, String(this.visit.page), { ...parameters, stage: this.version }); // no control has this key
  }

  // Show an answer, unless a later one was shown. An answer of another version's server may have another format.
  private take(number: number, content: Content | Refusal) {
    if (number <= this.answered) return;
    this.answered = number;
    this.page.remark(content.complaints);
    try {
      if ("scene" in content) {
        const newest = number === this.asked;
        if (newest) this.adopt(content);
        this.show(content, number, newest ? this.goal : null);
        if (newest && content.scene.done !== undefined && !this.model.stopped) this.ask(null);
      }
    } catch (error) {
      this.page.complain("scene", `The picture could not be drawn: ${reason(error)}. Reloading the page may help.`);
      throw error;
    } finally {
      this.hurry();
      this.check();
    }
  }

  // Take the address without the parts that could not be used, and with what the changed controls bring along.
  private adopt({ address, known }: Content) {
    this.changes = [];
    this.visit.adopt(address, known);
    this.address = this.here;
  }

  private reached(answered: boolean) {
    if (answered && this.away) this.page.complain("server", "");
    if (!answered) this.page.complain("server", this.page.host.away);
    this.away = !answered;
    document.documentElement.classList.toggle(UNANSWERED, this.away);
  }

  // ---- the visitor's edits

  // During a drag the next question follows the answer to the last question, so a busy server gets fewer questions.
  sendSoon() {
    if (!this.sending.waits) this.sending.set(DRAG_LATE);
    this.hurry();
    this.check();
  }

  private hurry() {
    if (this.sending.waits && !this.isAsking) this.sending.set(Math.max(0, this.sent + DRAG_EVERY - performance.now()));
  }

  // Each question has the whole board, so a lost or late one costs nothing.
  send() {
    const { model, visit, origin } = this;
    const { hand, asking } = model.data;
    this.sending.stop();
    this.sent = performance.now();
    const { points, grip } = model.edits;
    const settings = origin ?? hand.also;
    const sets = !this.alone && visit.make(hand.key, encode(points, hand), settings);
    this.changes = this.changes.filter((name) => !(name in settings));
    visit.newEntry ||= sets && !origin;
    model.edits = reduce(model.edits, { type: "ask", number: visit.number + 1 });
    this.page.root.classList.add("is-pending");
    this.ask(asking ? points.length : null);
    if (!grip?.lifted) this.writeSoon();
  }

  /** Ask for the run from these start weights, and return the number of the question. */
  turn(start: string) {
    this.visit.set({ [this.model.data.turned]: start });
    this.ask(0);
    return this.asked;
  }

  /** Set a control to a text of links, and ask for the scene. */
  set(key: string, text: string) {
    this.setAll({ [key]: text }, null);
  }

  /** Set controls to texts of links, in this order, and ask for the scene at a step. */
  setAll(texts: Texts, goal: Goal) {
    if (!this.visit.set(texts)) return;
    this.changes = [...this.changes.filter((each) => !(each in texts)), ...Object.keys(texts)];
    this.askAndWrite(goal);
  }

  private askAndWrite(goal: Goal) {
    this.ask(goal);
    this.writeSoon();
  }

  /** Put texts into the address as a link has them, and ask for the scene at a step, unless a question is on its way. */
  put(texts: Texts, goal: Goal) {
    if (this.isAsking) return;
    this.visit.put(texts);
    this.askAndWrite(goal);
  }

  /** Go back to a board of the page's lesson or exercise: no other setting or code stays. */
  restore(board: Texts) {
    this.drop();
    this.visit.restore(board);
    this.askAndWrite(0);
  }

  // Another board comes: what waits for its answer, or to be asked, was about the one before.
  private drop() {
    const { model, visit } = this;
    this.sending.stop();
    this.changes = [];
    model.line = null;
    model.edits = { ...reduce(model.edits, { type: "cancel" }), asked: visit.number + 1 };
  }

  private get changed() {
    return this.changes.join(",");
  }

  /** Ask for no more of a scene that comes in parts, or go on asking. */
  stop() {
    const { model } = this;
    model.stopped = !model.stopped;
    if (!model.stopped && !this.isAsking) this.ask(null);
  }

  /** Whether the page around the stage can open a dialog. */
  get opens() {
    return this.visit.report !== null;
  }

  /** Open a dialog of the page, which shows the board. */
  open(dialog: string) {
    this.visit.tell({ opens: dialog });
  }

  /** Keep in the address what the visitor makes beside the board; the answer stays the same. */
  keep(name: string, text: string) {
    if (this.alone) return;
    this.visit.make(name, text, {});
    this.stay();
  }

  /** Keep in the address how much of the screen is shown; the answer stays the same. */
  keepShown(text: string) {
    if (this.visit.set({ [SHOW]: text })) this.stay();
  }

  private stay() {
    if (this.isAsking) this.ask(this.goal); // else the answer would bring back the text before
    else this.address = this.here;
    this.writeSoon();
  }

  // Remember the settings of a board that the visitor has not made, for when undo brings it back.
  keepOrigin({ hand, points, address }: Payload) {
    const texts: Partial<Texts> = address;
    const names = Object.keys(hand.also);
    if (names.every((name) => texts[name] === hand.also[name])) return;
    const settings = Object.fromEntries(names.map((name) => [name, texts[name] ?? ""]));
    this.visit.origins.set(points, { page: this.visit.page, settings });
  }

  // The settings of the board, if the visitor has not made it.
  private get origin() {
    const { page, settings } = this.visit.origins.get(this.model.edits.points) ?? {};
    return page === this.visit.page ? settings : undefined;
  }

  // ---- the address and the step in it

  // Write the step into the address only once the visitor has stopped stepping.
  rest(still: boolean) {
    if (still) this.resting.set(REST);
    else this.resting.stop();
    this.check();
  }

  settle() {
    this.resting.stop();
    this.writeAddress();
  }

  writeSoon() {
    if (!this.writing.waits) this.writing.set(Math.max(0, this.lastWrite + WRITE_EVERY - performance.now()));
    this.check();
  }

  // The address gets an edit before the server does. The first edit of a board that the visitor has not made adds an
  // entry to the history, so that Back returns to that board.
  writeAddress() {
    const { visit, page: { host } } = this;
    this.writing.stop();
    this.check();
    if (!this.model.message || this.model.aside || this.alone) return;
    this.lastWrite = performance.now();
    const { lasts, step, data } = this.model;
    visit.step = lasts ? (this.origin ? 0 : "last") : step;
    visit.write(data.picking ? data.step : step, host.menu());
  }
}
