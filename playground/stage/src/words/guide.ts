// The guide to a scene: an introduction, tasks with their controls, which are ticked off when done, and the finding.

import { html, nothing } from "lit-html";

import { nextLesson } from "../link/host.ts";
import { noteDone } from "../store/done.ts";
import { doneParts, endOf, forget, isKept, keepText, partsKey, sureOf, wrongOf } from "../store/kept.ts";
import { elementOf } from "../page/listen.ts";
import { letterOf } from "../page/letters.ts";
import { make, setText } from "../page/make.ts";
import { find } from "../page/parts.ts";
import { render } from "../page/render.ts";
import { marked, markedNodes } from "../page/symbols.ts";
import { HAND_IN, Task, isLast, onward, standing, writing } from "./task.ts";
import type { Guide as GuideData, Part } from "../store/payload.ts";
import type { Model } from "../store/model.ts";
import type { On } from "../page/listen.ts";
import type { Page } from "../page/page.ts";
import type { Acts } from "./acts.ts";
import type { Words } from "./words.ts";

const HOME = ".heading [data-home]"; // leads back to the lesson's board
const ASTRAY = "This board is your own now: “The lesson's board” leads back.";

/** How far a guide has come: its parts, the places of those that are done, and the first part that is not, or −1. */
interface Progress {
  readonly parts: readonly Part[];
  readonly done: ReadonlySet<unknown>;
  readonly all: boolean;
  readonly next: number;
}

export class Guide {
  readonly task: Task;
  private readonly model: Model;
  private readonly page: Page;
  private readonly words: Words;
  private readonly node: HTMLElement;
  private readonly style: HTMLElement; // for elements around the stage
  private announced = "";
  private fresh = false; // whether a part was done just now

  constructor(model: Model, page: Page, words: Words, readonly acts: Acts) {
    this.model = model;
    this.page = page;
    this.words = words;
    this.node = page.part("guide");
    this.task = new Task(page, acts);
    this.style = page.room.appendChild(document.createElement("style"));
  }

  listen(on: On) {
    const { host, present } = this.page;
    const goOn = () => {
      const link = nextLesson();
      if (!link) return;
      present.leadOn();
      host.follow(link);
    };
    on(document, "click", (event) => { if (elementOf(event).closest(HOME)) this.acts.goHome(); });
    on(this.page.part("answer"), "click", (event) => elementOf(event).closest("button:not([data-do])") && goOn());
    on(document, "keydown", (event) => {
      const { ctrlKey, metaKey, altKey } = event;
      if (letterOf(event) !== "n" || ctrlKey || metaKey || altKey || this.page.root.querySelector("dialog[open]")) return;
      if (!elementOf(event).closest("input, textarea, select, [role=dialog]")) goOn();
    });
  }

  build() {
    const { model, page, node } = this;
    const { guide } = model.data;
    node.hidden = !guide;
    page.part("answer").hidden = !guide?.parts;
    if (this.task.build(model) || !guide) {
      if (!guide) render(nothing, node);
      this.dress("");
      return;
    }
    const progress = this.progressOf(guide);
    const { parts, done, all, next } = progress;
    this.dress(parts.length && !guide.home ? `${HOME} { visibility: visible; }` : "");
    if (next >= 0 && parts[next].numbers && !page.root.classList.contains("has-numbers")) this.words.unfoldNumbers();
    const reply = guide.astray ? ASTRAY : parts.filter((_, place) => done.has(place)).map(({ answer }) => answer).join(" ");
    render([introductionOf(guide, all), parts.length ? this.list(guide, progress) : nothing], node);
    this.answer(guide, progress);
    const spoken = guide.astray ? [reply]
      : [reply || guide.title, reply ? "" : guide.text, next < 0 ? guide.finding : parts[next].task.join("")];
    const words = spoken.filter(Boolean).join(" ");
    if (words !== this.announced) page.say((this.announced = words));
  }

  // A browser restyles the whole page whenever a style is written, even the same style.
  private dress(rules: string) {
    setText(this.style, rules);
  }

  // The parts noted in this browser as done, and the present part if its end was seen.
  private progressOf(guide: GuideData): Progress {
    const { now, parts = [], remember = "" } = guide;
    const done = doneParts(remember);
    parts.forEach(({ was }, place) => was && isKept(was) && done.add(place));
    if (typeof now === "number" && !done.has(now) && this.meets(parts[now])) {
      this.fresh = true;
      if (this.model.wrong) keepText(wrongOf(remember), JSON.stringify(Date.now()));
      this.noteTry(true);
      done.add(now);
      this.note(parts[now]);
      keepText(partsKey(remember), JSON.stringify([...done]));
    }
    const all = parts.length > 0 && parts.every((_, place) => done.has(place));
    if (all && remember) keepText(remember, "seen");
    return { parts, done, all, next: parts.findIndex((_, place) => !done.has(place)) };
  }

  /** Note the visitor's answer to the present question of a lesson, and whether its end was seen. */
  noteTry(solved = false) {
    const { model: { data, guess: last }, page: { visit } } = this;
    if (data.guide?.parts) noteDone(visit.page, data, { last, solved });
  }

  // Note what was guessed at a part's question, what is right, and on which board.
  private note({ remember }: Part) {
    const { model: { guess, data: { question } }, page: { visit } } = this;
    keepText(endOf(remember), JSON.stringify([guess, question?.answer, visit.address]));
  }

  // Whether a part of this board is done: a program for boards has to pass, puzzles are solved, anything else has its end.
  private meets({ remember, program, puzzles }: Part) {
    const { passed, ended } = this.model;
    return passed === remember || (ended && !puzzles && !program?.boards.length);
  }

  /** Forget what was done of the guide and what was guessed, but not that it was done once; go back to its beginning. */
  forget() {
    const { guide } = this.model.data;
    const { parts = [], remember = "", home } = guide ?? {};
    [partsKey(remember), wrongOf(remember), ...parts.flatMap((part) => [part.remember, sureOf(part.remember), part.was])].forEach(forget);
    if (!home) this.acts.goHome();
  }

  private list({ now }: GuideData, { parts, done, next }: Progress) {
    return html`<ul>${parts.map((part, place) => html`<li class=${done.has(place) ? "is-done" : ""}
      aria-current=${place === now ? "step" : nothing}>${this.acts.sentence(part.task, part.acts)}${writing(part.program)}${
  place === next ? standing(part.standing) : place === now ? onward(part.onward) : nothing}</li>`)}</ul>`;
  }

  // A wall shows the answer of the present part alone.
  private answer({ astray, now, list }: GuideData, { parts, done, all }: Progress) {
    const room = this.page.part("answer");
    const over = all && !astray;
    const told = astray ? [ASTRAY] : parts.flatMap(({ answer }, place) =>
      (done.has(place) ? [make("span", { className: place === now ? "is-now" : "" }, ...markedNodes(answer))] : []));
    const next = over && nextLesson() ? [make("button", { type: "button", title: "Next lesson (N)", textContent: NEXT })] : [];
    const last = over && (!list || isLast({ list })) ? [doing("handin", HAND_IN)] : [];
    const said = [...told, ...next, ...(over ? [doing("again", AGAIN)] : []), ...last];
    find(room, "span").replaceChildren(...said.flatMap((each, place) => (place ? [" ", each] : [each])));
    // On a phone the answer stands below the sentence, perhaps out of sight.
    if (this.fresh && window.parent === window) requestAnimationFrame(() => room.scrollIntoView({ block: "nearest" }));
    this.fresh = false;
  }
}

const NEXT = "Next →";
const AGAIN = "Ask me again";

function doing(name: string, textContent: string) {
  const button = make("button", { type: "button", textContent });
  button.dataset.do = name;
  return button;
}

// The words under the title or, once all is done, the finding; room for both is reserved, so that nothing moves later.
function introductionOf({ title, text, finding, astray }: GuideData, all: boolean) {
  const titles = [title, ...(finding ? [`${finding} ✓`] : [])];
  const chosen = Number(all && !astray);
  return html`<div>${titles.map((each, place) => html`<p ?data-away=${place !== chosen}><strong>${marked(each)}</strong> ${marked(text)}</p>`)}</div>`;
}
