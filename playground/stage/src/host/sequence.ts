// What comes next at a press of Page Down, and what came before at a press of Page Up: the task of a lesson's part, the
// steps of its run, the answer, the next part, and at a second press the next board. Page Up takes back settings and
// steps; what was revealed stays revealed.

import { encode } from "../link/query.ts";
import { wayOf } from "../link/host.ts";
import type { Passage } from "../link/host.ts";
import type { Requests } from "../link/requests.ts";
import type { Page } from "../page/page.ts";
import type { Model } from "../store/model.ts";

const SAID = ["The previous board: press once more ←", "The next board: press once more →"];
const SHORT = 20; // the most steps of a run that are taken one at a time
const FIRST = 3; // the steps that may have beats, and that of a longer run are taken before the others are played
const TIME = 6000; // ms in which these are played

/** What a sequence is about. */
interface Parts {
  readonly model: Model;
  readonly page: Page;
  readonly transport: Readonly<Record<"pause" | "forward" | "arrive", () => void>> & {
    readonly go: (step: number) => void; readonly hurry: (time: number) => void;
  };
  readonly panels: { readonly takes: (by: 1 | -1) => boolean };
  readonly tools: { readonly take: (choice: number) => void };
  readonly questions: Requests;
  readonly outcome: { readonly guide: Guide | null };
}

/** What a lesson or an exercise has to do. */
interface Guide {
  readonly acts: { readonly goOn: (isAtEnd: boolean) => boolean; readonly goBack: () => boolean };
  readonly task: { readonly reveal: () => boolean };
}

export class Chain {
  private way: boolean | null = null; // the announced direction: true is on, false is back

  constructor(private readonly parts: Parts) {}

  turn(on: boolean) {
    if (this.way === !on) this.rest();
    else if (this.way === on) this.go(wayOf(on, this.parts.page.host));
    else if (on) this.goOn();
    else this.goBack();
  }

  private goOn() {
    const { model, transport, tools, outcome: { guide } } = this.parts;
    const { step, ends, playing, moment, data: { last, asking, locked } } = model;
    transport.pause();
    if (playing) transport.go(last);
    else if (step === 0 && guide?.acts.goOn(false)) return;
    else if (step < last || ends) this.stepOn();
    else if (moment < 1) transport.arrive();
    else if (asking && last < asking.most && !locked) tools.take(0);
    else if (!guide?.acts.goOn(true) && !guide?.task.reveal()) this.announce(true);
  }

  private stepOn() {
    const { panels, transport, model: { step, ends, data: { last } } } = this.parts;
    if (step < FIRST && panels.takes(1)) return;
    if (ends || last <= SHORT || step < FIRST) transport.forward();
    else transport.hurry(TIME);
  }

  private goBack() {
    const { model, panels, transport, questions, outcome: { guide } } = this.parts;
    const { step, edits: { points }, data: { last, asking, locked, hand } } = model;
    transport.pause();
    if (step === last && step > 0 && asking && !locked)
      questions.put({ [hand.key]: encode(points.slice(0, -1), hand) }, points.length - 1);
    else if (step <= FIRST && panels.takes(-1)) return;
    else if (step > 0) transport.go(last > SHORT && step > FIRST ? FIRST : step - 1);
    else if (!guide?.acts.goBack()) this.announce(false);
  }

  private announce(on: boolean) {
    const { page } = this.parts;
    if (!wayOf(on, page.host) && (on || page.visit.exercisesBefore === 0)) return;
    const line = page.part("onward");
    this.way = on;
    line.textContent = SAID[Number(on)];
    line.hidden = false;
    page.say(line.textContent);
  }

  rest() {
    if (this.way === null) return;
    this.way = null;
    this.parts.page.part("onward").hidden = true;
  }

  private go(way: Passage | null) {
    const { page: { visit, present }, model: { data: { address } } } = this.parts;
    this.rest();
    present.leadOn();
    if (way) {
      visit.exercisesBefore = !("list" in address) && way.leadsToExercise ? visit.exercisesBefore + 1 : 0;
      way.go();
    } else {
      visit.exercisesBefore -= 1;
      window.history.back();
    }
  }
}
