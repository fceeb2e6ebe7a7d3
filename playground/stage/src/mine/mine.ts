// The dialog in which a visitor's own program is checked: what it printed is played on the board beside the textbook's
// run. Nothing of it is kept, here or on the server.

import "../../dialogs.css";
import "../draw/common.ts";
import { batch } from "@preact/signals-core";
import { html, nothing } from "lit-html";

import { linkToShare } from "../link/query.ts";
import { hasCode } from "../link/program.ts";
import { make } from "../page/make.ts";
import { render } from "../page/render.ts";
import { measure } from "../share/measured.ts";
import type { Shown } from "../share/saving.ts";
import { noteProgram } from "../store/done.ts";
import type { Model } from "../store/model.ts";
import type { Explained, Judged, Scene } from "../store/payload.ts";
import { reason } from "../store/reason.ts";
import { suitScene } from "../words/suit.ts";
import type { Api, Assigned, Printout, Tries } from "./api.ts";
import { Editor } from "./editor.ts";
import { foundView, judgedView } from "./found.ts";
import { Paste } from "./paste.ts";
import { explain } from "./server.ts";

const TASK = "mine";
const NARROW = "(max-width: 700px)"; // where the dialog lies below the board

/** Show another scene of the same board at its last step, until the model turns back. */
function showAside(model: Model, scene: Scene) {
  if (!model.message) return;
  const { question, untold, handle, reading, again, promise, symbols, ...kept } = model.message;
  const { at, follows } = model.aside ?? model;
  batch(() => {
    model.aside = { data: { ...kept, ...scene }, at, follows };
    model.follows = false;
    model.at = scene.last;
  });
}

/** A way of bringing a program; the dialog tells it when there is another board. */
interface Tab {
  readonly draw?: () => void;
  readonly close?: () => void;
}

const TABS = [["Paste", Paste], ["Write", Editor]] as const;

export class Mine {
  private readonly node: HTMLElement;
  private readonly answer = make("section", { className: "stage-found" });
  private readonly tabs: readonly { readonly name: string; readonly root: HTMLElement; readonly tab: Tab }[];
  private readonly bar: HTMLElement;
  private chosen = 0; // the place of the tab in sight
  private found: Explained | null = null;
  private judged: Judged | null = null; // of the program that was tried on the boards asked for
  private said = ""; // instead of what was found
  private leaving: AbortController | null = null; // ends the present question

  constructor(private readonly shown: Shown) {
    this.chosen = hasCode() ? 1 : 0; // before the editor takes the link's program
    this.tabs = TABS.map(([name, Kind]) => {
      const root = make("section", { className: "stage-tab" });
      return { name, root, tab: new Kind(root, this.api) };
    });
    const head = make("header", {});
    const bar = make("div", { className: "stage-row" });
    bar.setAttribute("role", "tablist");
    this.node = make("section", { className: "stage-list stage-mine", tabIndex: -1, hidden: true }, head, bar, ...this.tabs.map(({ root }) => root), this.answer);
    this.node.setAttribute("role", "dialog");
    this.node.setAttribute("aria-label", "Your program");
    this.answer.setAttribute("aria-live", "polite");
    render(html`<h2 tabindex="-1">Your program</h2><button type="button" @click=${() => this.close()}>Close</button>`, head);
    this.node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    shown.page.room.append(this.node);
    this.bar = bar;
    this.drawBar();
  }

  open() {
    this.node.hidden = false;
    if (this.asked || hasCode()) this.choose(1);
    this.draw();
    this.tabs[this.chosen].root.querySelector<HTMLElement>("textarea")?.focus();
  }

  /** There is another board, or another run: what was found is about it no more. */
  arrive() {
    this.forget();
    if (!this.node.hidden) this.draw();
  }

  private forget(said = "") {
    this.leave();
    Object.assign(this, { found: null, judged: null, said });
  }

  leave() {
    this.leaving?.abort();
    this.leaving = null;
    this.shown.page.busy(TASK, false);
  }

  /** End all that goes on, as the page is left. */
  end() {
    this.leave();
    for (const { tab } of this.tabs) tab.close?.();
  }

  private close() {
    this.leave();
    this.shown.model.turnBack();
    this.node.hidden = true;
    this.shown.page.button("mine").focus();
  }

  // ---- what the tabs may ask

  private readonly api: Api = {
    points: () => this.points,
    classes: () => this.classes,
    constant: () => this.shown.model.message?.explains ?? 0,
    units: () => this.units,
    asked: () => this.asked,
    say: (words) => {
      this.forget(words);
      this.draw();
    },
    judge: (tries, program) => void this.ask({ tries }, program),
    check: (printed, program = "") => void this.ask(printed, program),
  };

  private get asked(): Assigned | null {
    const { parts = [], now, task } = this.shown.model.message?.guide ?? {};
    const asking = task ?? (typeof now === "number" ? parts[now] : null);
    return asking?.program ? { ...asking.program, remember: asking.remember } : null;
  }

  private get points() {
    return this.shown.model.points;
  }

  private get classes() {
    return this.shown.model.need("editing").classes;
  }

  private get units() {
    const { model: { data: { hand } }, page: { visit } } = this.shown;
    const measured = measure(this.points, this.classes, hand, visit);
    if (!measured?.hasAxes) return null;
    const { file = "" } = visit.shownCodes as Readonly<Partial<Record<string, string>>>;
    return { places: measured.rows.map(([x, y]) => [x, y] as const), of: file || "your table" };
  }

  private async ask(sent: Printout | Tries, program: string) {
    const { model, page } = this.shown;
    if (this.node.hidden) return; // a program that ran on while the dialog was closed
    this.forget("Checking …");
    const leaving = this.leaving = new AbortController();
    const { asked } = this;
    model.turnBack();
    this.draw();
    page.busy(TASK, true);
    try {
      const answer = await explain(page.visit, model, sent, leaving.signal);
      if (this.leaving !== leaving) return;
      if ("verdict" in answer) this.show(answer);
      else if ("passed" in answer) Object.assign(this, { judged: answer, said: "" });
      else this.said = answer.complaints.join(" ");
      const passes = "passed" in answer ? answer.passed : "verdict" in answer && answer.passes && !asked?.boards.length;
      if (asked && passes) this.pass(asked, program);
    } catch (error) {
      if (this.leaving !== leaving) return;
      this.said = `What your program printed could not be checked: ${reason(error)}.`;
    } finally {
      if (this.leaving === leaving) this.leave();
    }
    this.draw();
    if (window.matchMedia(NARROW).matches) this.answer.scrollIntoView({ block: "start" });
  }

  // What was pasted is no program: none is handed in with it.
  private pass({ remember }: Assigned, program: string) {
    const { message } = this.shown.model;
    if (message?.guide && program) noteProgram(message.guide, program);
    this.shown.model.passed = remember;
  }

  private show(answer: Explained) {
    this.said = "";
    this.found = answer;
    suitScene(answer.scene);
    this.play();
  }

  private play() {
    const { model, page } = this.shown;
    if (this.found) showAside(model, this.found.scene);
    if (window.matchMedia(NARROW).matches) page.root.querySelector('[data-area="board"]')?.scrollIntoView({ block: "start" });
  }

  // ---- the dialog in the page

  private choose(place: number) {
    this.chosen = place;
    this.drawBar();
  }

  private drawBar() {
    render(this.tabs.map(({ name }, place) => html`<button type="button" role="tab" aria-selected=${place === this.chosen}
      @click=${() => this.choose(place)}>${name}</button>`), this.bar);
    for (const [place, { root }] of this.tabs.entries()) root.hidden = place !== this.chosen;
  }

  private draw() {
    for (const { tab } of this.tabs) tab.draw?.();
    const { found, judged, said, shown: { model } } = this;
    const turn = () => {
      if (model.aside) model.turnBack();
      else this.play();
      this.draw();
    };
    const link = (query: string) => {
      const there = new URL(linkToShare());
      there.search = query;
      return there.href;
    };
    render(html`<p .textContent=${said}></p>${judged ? judgedView(judged, link) : nothing}${found ? html`${foundView(found, link)}
      <button type="button" name="turn" @click=${turn}>${model.aside ? "Back to the run" : "Show your run"}</button>` : nothing}`, this.answer);
    this.node.classList.toggle("is-aside", model.aside !== null);
  }
}
