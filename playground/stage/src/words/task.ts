// An exercise above the board: its question, buttons or a field for the answer, a hint on request, and the due answer.

import { html, nothing } from "lit-html";

import { find } from "../page/parts.ts";
import { render } from "../page/render.ts";
import { marked } from "../page/symbols.ts";
import { noteDone } from "../store/done.ts";
import { keepText, recallJson } from "../store/kept.ts";
import { LARGEST } from "../store/shared.ts";
import type { Acts } from "./acts.ts";
import type { Page } from "../page/page.ts";
import type { Model } from "../store/model.ts";
import type { Assignment, Guide as GuideData, Onward, Payload, Task as TaskData } from "../store/payload.ts";

const UNRUN = "Programs are written and tried in the app; this page runs none.";

/** Progress with an exercise. */
interface Made {
  readonly said: number | null;
  readonly hint: boolean;
  readonly told: boolean;
  readonly solved: boolean;
}

function madeOf(kept: unknown): Made {
  const { said, hint, told, solved } = (kept ?? {}) as Partial<Record<keyof Made, unknown>>;
  return {
    said: Number.isInteger(said) ? said as number : null,
    hint: hint === true, told: told === true, solved: solved === true,
  };
}

export class Task {
  private readonly page: Page;
  private data: Payload | undefined;
  private name = "";
  private made = madeOf(null);
  private noted = ""; // what was written down of it here
  private spoken = "";
  private ended = false; // whether the end of the board's run was seen

  constructor(page: Page, private readonly acts: Acts) {
    this.page = page;
  }

  private get guide() {
    return this.data?.guide;
  }

  private get task() {
    return this.guide?.task;
  }

  /** Build the exercise of a scene's guide, if it is one, and return whether it is. */
  build({ ended, passed, data }: Pick<Model, "ended" | "passed" | "data">) {
    this.data = data;
    const { task } = this;
    if (!task) return false;
    if (task.remember !== this.name) {
      this.name = task.remember;
      this.spoken = this.noted = "";
      render(nothing, this.page.part("guide")); // so that no field keeps what was typed
    }
    this.ended = ended;
    this.made = this.kept;
    if ((task.solved || passed === this.name) && !this.made.solved) this.keep({ solved: true });
    else if (this.made.said !== null) this.note();
    this.draw();
    return true;
  }

  // Another tab may have gone on with the same exercise.
  private get kept() {
    return madeOf(recallJson(this.name));
  }

  private keep(news: Partial<Made>) {
    const { kept, kept: { hint, told }, data } = this;
    const { said: last = null, solved = false } = news;
    this.made = { ...kept, ...news };
    this.note();
    if (data && (last !== null || solved)) noteDone(this.page.visit.page, data, { last, solved, help: told ? 2 : Number(hint) });
  }

  // A room's phone reads whether the answer is right, which on another board it may not be any longer, or at last.
  private note() {
    const { made, task } = this;
    const text = JSON.stringify({ ...made, right: made.said !== null && made.said === task?.right });
    if (text !== this.noted) keepText(this.name, this.noted = text);
  }

  private take(news: Partial<Made>) {
    this.keep(news);
    this.draw();
  }

  private submit(event: Event) {
    const field = find(this.page.part("guide"), "input");
    event.preventDefault();
    if (field.value && field.validity.valid) this.take({ said: field.valueAsNumber });
    field.blur(); // so that the arrow keys step again
  }

  // Whether the answer may be shown: if only the run tells it, it waits for the run's end.
  private get due() {
    const { task, made, ended } = this;
    if (!task) return false;
    return made.told || made.solved || (made.said !== null && !(task.number && task.waits && !ended));
  }

  /** Show the answer, and return whether there is one that was not shown yet. */
  reveal() {
    const { task } = this;
    if (!task || this.due || (task.right === null && !task.answer)) return false;
    this.take({ told: true });
    return true;
  }

  private words(task: TaskData) {
    const { made } = this;
    if (!this.due) {
      const said = made.said === null ? "" : `You say ${made.said.toLocaleString("en")}. Step to the end, which tells. `;
      return said + (made.hint ? `Hint: ${task.hint}` : "");
    }
    const name = (place: number) => (task.number ? place.toLocaleString("en") : `“${task.options[place]}”`);
    const right = task.right === null ? "" : `It is ${name(task.right)}.`;
    const judged = made.solved && task.wanted ? "✓ Solved."
      : made.said === null || !right ? right
        : made.said === task.right ? "✓ Right." : `✗ Not ${name(made.said)}. ${right}`;
    return `${judged} ${task.answer}`.trim();
  }

  private draw() {
    const { page, guide, task } = this;
    if (!guide || !task) return;
    const { options, number, hint, answer, wanted, pieces, acts } = task;
    const words = this.words(task);
    const [longest] = [hint && `Hint: ${hint}`, answer && `✓ Right. ${answer}`].sort((a, b) => b.length - a.length);
    render(html`<div class="stage-task">
      <p><strong>${marked(guide.title)}</strong> ${pieces.length ? this.acts.sentence(pieces, acts) : marked(guide.text)}</p>
      <form @submit=${(event: Event) => this.submit(event)}>${this.answers(guide.text, task)}</form>
      <p class="stage-key" data-room=${longest} ?hidden=${!longest && !options.length && !number && !wanted}><span>${marked(words)}</span></p>
    </div>`, page.part("guide"));
    if (words && words !== this.spoken) page.say(words);
    this.spoken = words;
  }

  private answers(question: string, { options, number, hint, answer, wanted, ...task }: TaskData) {
    const { made, due, guide = {} } = this;
    const solved = made.solved || task.solved;
    const asked = options.length > 0 || number || (wanted && hint && !made.hint);
    return [
      options.length ? html`<span role="group" aria-label=${question}>${options.map((option, place) =>
        button(option, "stage-option", () => this.take({ said: place }), { pressed: place === made.said }))}</span>` : nothing,
      number ? html`<input type="number" min="0" max=${LARGEST} placeholder="a number" aria-label=${question} value=${made.said ?? ""}>
        <button class="stage-option">Check</button>` : nothing,
      wanted ? html`<span class="stage-wanted ${solved ? "is-done" : ""}">${solved ? "✓" : "○"} ${wanted}</span>` : nothing,
      standing(task.standing), onward(task.onward),
      writing(task.program),
      hint ? button("Hint", "stage-hint", () => this.take({ hint: true }), { hidden: made.hint || due }) : nothing,
      answer ? button("Show the answer", "stage-tell", () => this.take({ told: true }), { hidden: due || Boolean(asked) }) : nothing,
      isLast(guide) ? html`<button type="button" data-do="handin">${HAND_IN}</button>` : nothing,
    ];
  }
}

export const HAND_IN = "Hand in";

/** Whether nothing comes after this in a list. */
export const isLast = ({ list }: Pick<GuideData, "list">) => list?.at === (list?.of ?? 0) - 1;

/** What a board has, and what it lacks of what is asked for, with room for the longest such words. */
export const standing = (words: readonly [string, string] | undefined) => words
  ? html`<span class="stage-key stage-standing" data-room=${words[1]}><span>${words[0]}</span></span>` : nothing;

/** A way on from a board that does what was asked. */
export const onward = (way: Onward | undefined) => (way ? html` <a href=${way.link}>${way.words}</a>` : nothing);

/**
 * The button that opens the editor for a program that is asked for, or to be repaired, and the sentence that stands in its
 * place on a page without a server.
 */
export const writing = (program: Assignment | undefined) => program
  ? html` <button type="button" data-do="mine">${program.code ? "Repair it" : "Write it here"}</button><span class="stage-unrun">${UNRUN}</span>`
  : nothing;

const button = (words: string, name: string, press: () => void, { pressed, hidden = false }: { pressed?: boolean, hidden?: boolean }) =>
  html`<button type="button" class=${name} aria-pressed=${pressed ?? nothing} ?hidden=${hidden} @click=${press}>${marked(words)}</button>`;
