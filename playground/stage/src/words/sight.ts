// How much of the screen is shown: to somebody new, and in the first lessons, what was met so far. What is in sight
// stands in the address; what somebody new has met, or that everything was asked for, is kept in the browser.

import { setText } from "../page/make.ts";
import { keepText, recallJson } from "../store/kept.ts";
import type { Texts } from "../link/query.ts";
import { EVERYTHING, SHOW, SHOWABLE } from "../store/shared.ts";
import type { Model } from "../store/model.ts";
import type { Page } from "../page/page.ts";

const KEPT = "shown"; // the name under which the browser keeps it
const LEAST = "count";
const REST = "rest"; // what no link can show alone
const STEP = /[?&]step=/; // of a link, which an address without the step does not have
const FEW = "stage-few"; // a class of the document, for the menu

/** The parts of the screen in a text, which may be from anywhere. */
const known = (text: unknown) => SHOWABLE.filter((part) => String(text).split(",").includes(part)).join(",");

export class Sight {
  private few = false; // whether something is hidden

  /** @param keep keeps in the address what is shown */
  constructor(private readonly model: Model, private readonly page: Page, private readonly keep: (text: string) => void) {}

  /** Show what the address of an answer says. A bare link of the playground shows somebody new the least. */
  arrive() {
    const { model, model: { message }, page: { visit } } = this;
    const kept = recallJson(KEPT);
    const isBare = message?.promise !== undefined && visit.page !== null && !Object.keys(visit.address).length && !STEP.test(window.location.search);
    if (isBare && kept !== EVERYTHING) this.show(known(kept) || LEAST);
    else if (message?.guide?.shows && (visit.showsAll || kept === EVERYTHING)) this.show(EVERYTHING);
    else model.show = (visit.settings as Partial<Texts>)[SHOW] ?? "";
    visit.showsAll ||= model.show === EVERYTHING;
  }

  private show(text: string) {
    this.model.show = text;
    this.keep(text);
  }

  /** The parts that the visitor has met and that are not in sight yet; a lesson shows by itself what it adds. */
  get met() {
    const { model, model: { sight, message } } = this;
    if (!sight) return [];
    const stepped = model.step > 0 && !model.aside;
    const over = stepped && model.ended;
    const alone = !message?.guide && { sentence: stepped, facts: over || model.guess !== null, curves: over };
    const met: Partial<Record<string, boolean>> = { ...alone, tools: model.edits.past.length > 0 };
    return SHOWABLE.filter((part) => met[part] && !sight.has(part));
  }

  /** Show these parts, too. */
  add(parts: readonly string[]) {
    if (!parts.length) return;
    const { model: { show, message } } = this;
    const text = known([show, ...parts].join(","));
    if (!message?.guide && recallJson(KEPT) !== EVERYTHING) keepText(KEPT, JSON.stringify(text));
    this.show(text);
  }

  everything() {
    const { page } = this;
    if (document.activeElement === page.button("everything")) page.button("play").focus(); // the button goes
    keepText(KEPT, JSON.stringify(EVERYTHING));
    this.show(this.model.message?.guide ? EVERYTHING : "");
  }

  build() {
    const { page, model: { sight, message } } = this;
    const hidden = sight ? [...SHOWABLE.filter((part) => !sight.has(part)), REST] : [];
    page.room.dataset.hides = hidden.join(" ");
    setText(page.part("promise"), message?.guide ? "" : message?.promise ?? "");
    markFew();
  }

  // Said after the sentence that may be in sight again, and with it.
  draw() {
    const { few, model: { sight } } = this;
    this.few = sight !== null;
    if (few && !this.few) this.page.say("Everything is shown.");
  }

  // Another stage may have come before this one goes.
  leave() {
    delete this.page.room.dataset.hides;
    markFew();
  }
}

function markFew() {
  document.documentElement.classList.toggle(FEW, document.querySelector(`[data-hides~=${REST}]`) !== null);
}
