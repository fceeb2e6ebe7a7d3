// What the controls in a task's sentence do, and how a clicker goes from one part of a lesson to the next and back.

import { html, nothing } from "lit-html";

import type { Goal } from "../link/requests.ts";
import type { Texts } from "../link/query.ts";
import { marked } from "../page/symbols.ts";
import type { Model } from "../store/model.ts";
import type { Act, Guide } from "../store/payload.ts";
import type { Settings } from "./settings.ts";

/** What acts ask of the panels. */
interface Panels {
  readonly whole: boolean;
  readonly turn: () => void;
  readonly views: { readonly shown: string; readonly show: (name: string) => void };
}

/** What acts ask of the requests. */
interface Questions {
  readonly put: (texts: Texts, goal: Goal) => void;
  readonly setAll: (texts: Texts, goal: Goal) => void;
  readonly restore: (texts: Texts) => void;
}

export class Acts {
  /** @param settings those of the page; null if it has none, and sets nothing */
  constructor(
    private readonly model: Model, private readonly panels: Panels, private readonly questions: Questions,
    private readonly settings: Settings | null,
  ) {}

  /** The pieces of a sentence, every second of which is a control; what sets needs a server. */
  sentence(pieces: readonly string[], acts: readonly Act[]) {
    return pieces.map((piece, i) => {
      const act = acts[(i - 1) / 2];
      if (i % 2 === 0 || (this.settings === null && !["view", "whole"].includes(act.kind))) return marked(piece);
      const pressed = act.kind === "set" ? String(act.done) : nothing;
      return html`<button type="button" class="stage-act" aria-pressed=${pressed} @click=${() => { this.do(act); }}>${marked(piece)}</button>`;
    });
  }

  private do({ kind, name, text }: Act) {
    if (kind === "set") this.questions.setAll({ [name]: text }, 0);
    else if (kind === "control") this.settings?.show(name);
    else {
      this.panels.views.show(name); // the curves come first
      if (kind === "whole") this.panels.turn();
    }
  }

  /** Do what comes before the first step or, once that is done, after the last; return whether there was anything. */
  goOn(isAtEnd: boolean) {
    const { guide } = this.model.data;
    if (guide?.task) return !isAtEnd && guide.task.acts.some(({ done }) => !done) && this.show(guide, guide.task.board, 0);
    if (!guide?.parts) return false;
    if (!isAtEnd && this.look(true)) return true;
    const isBefore = guide.home === true && typeof guide.now !== "number";
    const next = isAtEnd || isBefore ? placeAfter(guide) : -1;
    return this.show(guide, guide.parts.at(next < 0 ? guide.parts.length : next)?.board, 0);
  }

  /** Take back what was done before the first step; return whether there was anything. */
  goBack() {
    const { guide } = this.model.data;
    if (guide?.task) return guide.task.acts.some(({ done }) => done) && this.show(guide, guide.start, 0);
    if (!guide?.parts) return false;
    if (this.look(false)) return true;
    if (typeof guide.now !== "number") return false;
    const before = guide.parts.slice(0, guide.now).findLast(({ board }) => board)?.board;
    return before ? this.show(guide, before, "last") : !guide.home && this.show(guide, guide.start, 0);
  }

  /** Go back to the lesson's first board, as its link opens it. */
  goHome() {
    const { start } = this.model.data.guide ?? {};
    if (start && this.settings) this.questions.restore(start);
  }

  // Open the views that the present part speaks of, or close them.
  private look(open: boolean) {
    const { panels, model: { step, data: { guide } } } = this;
    const acts = step > 0 ? [] : guide?.parts?.at(guide.now ?? guide.parts.length)?.acts ?? [];
    const view = acts.find(({ kind }) => kind === "view");
    const turns = acts.some(({ kind }) => kind === "whole") && panels.whole !== open;
    const shows = view !== undefined && (panels.views.shown === view.name) !== open;
    if (turns) panels.turn();
    if (shows) panels.views.show(open ? view.name : "");
    return turns || shows;
  }

  // Only what differs between the lesson's boards is set; the visitor's other settings stay.
  private show({ start = {}, parts = [], task }: Guide, board: Texts | undefined, goal: Goal) {
    if (!board || !this.settings) return false;
    const names = [{ board: start }, ...parts, task].flatMap((each) => Object.keys(each?.board ?? {}));
    this.questions.put(Object.fromEntries(names.map((name) => [name, (board as Partial<Texts>)[name] ?? ""])), goal);
    return true;
  }
}

// The place of the first part that comes next and has a board; −1 if none does, or the board is not of this lesson.
function placeAfter({ parts = [], now, home, astray }: Guide) {
  const isUnset = (place: number) => parts[place].acts.some(({ kind, done }) => kind === "set" && !done);
  const isBetween = typeof now !== "number" && !home;
  return parts.findIndex(({ board }, place) => board && !astray && (isBetween ? isUnset(place) : place > (now ?? -1)));
}
