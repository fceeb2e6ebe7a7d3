// An exercise above the board: its question, buttons or a field for the answer, a hint on request, and the due answer.

import { keepText, recallJson } from "../store/kept.ts";
import { make } from "../page/make.ts";

const LARGEST = 999999;
/** Progress with an exercise. @typedef {{ said: number | null, hint: boolean, told: boolean, solved: boolean }} Made */

/** @type {(kept: any) => Made} */
const madeOf = (kept) => ({
  said: Number.isInteger(kept?.said) ? kept.said : null,
  hint: kept?.hint === true, told: kept?.told === true, solved: kept?.solved === true,
});

const taskButton = (words, className, onclick) => make("button", { type: "button", textContent: words, className, onclick });

export class Task {
  /** @param {import("../page/page.ts").Page} page */
  constructor(page) {
    this.page = page;
    this.name = "";
    this.made = madeOf(null);
    this.spoken = "";
    this.ended = false;
    /** @type {import("../store/payload.ts").Task | undefined} */
    this.task = undefined;
    /** @type {HTMLElement | null} */
    this.node = null;
    /** @type {HTMLElement[]} */
    this.choices = [];
    this.field = make("input", { type: "number", min: "0", max: String(LARGEST), placeholder: "a number" });
    this.more = taskButton("Hint", "stage-hint", () => this.take({ hint: true }));
    this.tell = taskButton("Show the answer", "stage-tell", () => this.take({ told: true }));
    this.wanted = make("span", { className: "stage-wanted" });
    this.told = make("span", {});
    this.key = make("p", { className: "stage-key" }, this.told);
  }

  /**
   * Build the exercise of a guide; `ended` says whether the end of its board's run was seen.
   * @param {import("../store/payload.ts").Guide} guide
   * @param {boolean} ended
   */
  build({ title, text, task }, ended) {
    this.task = task;
    if (!task) return null;
    if (task.remember !== this.name || !this.node) {
      this.name = task.remember;
      this.made = madeOf(recallJson(this.name));
      this.spoken = "";
      this.node = this.newNode(title, text, task);
    }
    this.ended = ended;
    if (task.solved && !this.made.solved) this.keep({ solved: true });
    this.draw();
    return this.node;
  }

  keep(news) {
    Object.assign(this.made, news);
    keepText(this.name, JSON.stringify(this.made));
  }

  take(news) {
    this.keep(news);
    this.draw();
  }

  newNode(title, text, { options, number, hint, answer, wanted }) {
    this.choices = options.map((option, place) => taskButton(option, "stage-option", () => this.take({ said: place })));
    this.field.ariaLabel = text;
    this.field.value = this.made.said === null ? "" : String(this.made.said);
    this.key.dataset.room = [hint && `Hint: ${hint}`, answer && `✓ Right. ${answer}`].sort((a, b) => b.length - a.length)[0];
    this.key.hidden = !this.key.dataset.room && !options.length && !number && !wanted;
    const form = make("form", { onsubmit: (event) => this.submit(event) },
      options.length && make("span", { role: "group", ariaLabel: text }, ...this.choices),
      number && this.field, number && make("button", { textContent: "Check", className: "stage-option" }),
      wanted && this.wanted, hint && this.more, answer && this.tell);
    const asked = make("p", {}, make("strong", { textContent: title }), ` ${text}`);
    return make("div", { className: "stage-task" }, asked, form, this.key);
  }

  submit(event) {
    event.preventDefault();
    if (this.field.value && this.field.validity.valid) this.take({ said: this.field.valueAsNumber });
    this.field.blur(); // so that the arrow keys step again
  }

  // Whether the answer may be shown: if only the run tells it, it waits for the run's end.
  get due() {
    const { task, made, ended } = this;
    if (!task) return false;
    return made.told || made.solved || (made.said !== null && !(task.number && task.waits && !ended));
  }

  // Show the answer, if it is not shown yet, when a clicker is pressed at the end of a run.
  showAnswer() {
    const { task } = this;
    if (!task || this.due || (task.right === null && !task.answer)) return;
    this.take({ told: true });
  }

  get words() {
    const { task, made } = this;
    if (!task) return "";
    if (!this.due) {
      const said = made.said === null ? "" : `You say ${made.said.toLocaleString("en")}. Step to the end, which tells. `;
      return said + (made.hint ? `Hint: ${task.hint}` : "");
    }
    const name = (place) => (task.number ? place.toLocaleString("en") : `“${task.options[place]}”`);
    const right = task.right === null ? "" : `It is ${name(task.right)}.`;
    const judged = made.solved && task.wanted ? "✓ Solved."
      : made.said === null || !right ? right
        : made.said === task.right ? "✓ Right." : `✗ Not ${name(made.said)}. ${right}`;
    return `${judged} ${task.answer}`.trim();
  }

  draw() {
    const { task, made, words } = this;
    if (!task) return;
    this.choices.forEach((button, place) => button.setAttribute("aria-pressed", String(place === made.said)));
    const solved = made.solved || task.solved;
    this.wanted.textContent = `${solved ? "✓" : "○"} ${task.wanted}`;
    this.wanted.classList.toggle("is-done", solved);
    this.more.hidden = made.hint || this.due;
    const answered = task.options.length > 0 || task.number;
    this.tell.hidden = this.due || answered || Boolean(task.wanted && task.hint && !made.hint);
    this.told.textContent = words;
    if (words && words !== this.spoken) this.page.say(words);
    this.spoken = words;
  }
}
