// The dialog in which a visitor's own program is checked: what it printed is played on the board beside the textbook's
// run. Nothing of it is kept, here or on the server.

import "../draw/common.ts";
import { batch } from "@preact/signals-core";
import { html, nothing, render } from "lit-html";

import { hasCode } from "../link/program.ts";
import type { Visit } from "../link/visit.ts";
import { make } from "../page/make.ts";
import { measure } from "../share/measured.ts";
import type { Shown } from "../share/saving.ts";
import type { Model } from "../store/model.ts";
import type { Explained, Refusal, Scene } from "../store/payload.ts";
import { reason } from "../store/reason.ts";
import { SERVED } from "../store/shared.ts";
import { suitScene } from "../words/suit.ts";
import type { Api, Printout } from "./api.ts";
import { Editor } from "./editor.ts";
import { foundView } from "./found.ts";
import { Paste } from "./paste.ts";

const TASK = "mine";
const NARROW = "(max-width: 700px)"; // where the dialog lies below the board

/** What the server says of what a program printed for this window's board; it keeps nothing of it. */
async function explain(visit: Visit, printout: Printout, signal: AbortSignal): Promise<Explained | Refusal> {
  const address = new URL(`./explain/${String(visit.page)}?${new URLSearchParams(visit.address).toString()}`, document.baseURI);
  const answer = await fetch(address, { method: "POST", body: JSON.stringify(printout), signal });
  if (answer.headers.get("content-type") !== SERVED) throw new Error("the site that hosts this app does not pass it on");
  return answer.json() as Promise<Explained | Refusal>;
}

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
  private chosen = 0; // the place of the tab in sight
  private found: Explained | null = null;
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
    this.node = make("aside", { className: "stage-list stage-mine", hidden: true }, head, bar, ...this.tabs.map(({ root }) => root), this.answer);
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
    this.drawBar(bar);
  }

  open() {
    this.node.hidden = false;
    this.draw();
    this.tabs[this.chosen].root.querySelector<HTMLElement>("textarea")?.focus();
  }

  /** There is another board, or another run: what was found is about it no more. */
  arrive() {
    this.leave();
    this.found = null;
    this.said = "";
    if (!this.node.hidden) this.draw();
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
    check: (text, more = {}) => void this.check({ text, ...more }),
  };

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

  private async check(printout: Printout) {
    const { model, page } = this.shown;
    this.leave();
    const leaving = this.leaving = new AbortController();
    this.found = null;
    this.said = "Checking …";
    model.turnBack();
    this.draw();
    page.busy(TASK, true);
    try {
      const answer = await explain(page.visit, printout, leaving.signal);
      if (this.leaving !== leaving) return;
      if ("verdict" in answer) this.show(answer);
      else this.said = answer.complaints.join(" ");
    } catch (error) {
      if (this.leaving !== leaving) return;
      this.said = `What your program printed could not be checked: ${reason(error)}.`;
    } finally {
      if (this.leaving === leaving) this.leave();
    }
    this.draw();
    if (window.matchMedia(NARROW).matches) this.answer.scrollIntoView({ block: "start" });
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

  private drawBar(bar: HTMLElement) {
    const choose = (place: number) => {
      this.chosen = place;
      this.drawBar(bar);
    };
    render(this.tabs.map(({ name }, place) => html`<button type="button" role="tab" aria-selected=${place === this.chosen}
      @click=${() => choose(place)}>${name}</button>`), bar);
    for (const [place, { root }] of this.tabs.entries()) root.hidden = place !== this.chosen;
  }

  private draw() {
    for (const { tab } of this.tabs) tab.draw?.();
    const { found, said, shown: { model } } = this;
    const turn = () => {
      if (model.aside) model.turnBack();
      else this.play();
      this.draw();
    };
    const link = (query: string) => {
      const there = new URL(window.location.href);
      there.search = query;
      return there.href;
    };
    render(html`<p .textContent=${said}></p>${found ? html`${foundView(found, link)}
      <button type="button" name="turn" @click=${turn}>${model.aside ? "Back to the run" : "Show your run"}</button>` : nothing}`, this.answer);
    this.node.classList.toggle("is-aside", model.aside !== null);
  }
}
