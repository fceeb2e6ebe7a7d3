// The outcome waits: until the end of a run was seen, a question stands where the verdict will, and may be answered.

import { leads } from "./edits.js";
import { Guide } from "./guide.js";

// What makes a run another one, however it is drawn.
const identity = ({ points, texts, facts, verdict, last }) => JSON.stringify([points, texts, facts, verdict, last]);

/**
 * Whether a message is about another run than the one that is shown.
 * @param {import("./model.js").Model} model
 * @param {import("./payload.js").Payload} data
 */
export const another = (model, data) => identity(data) !== identity(model.data);

/**
 * The question, while the end is still to be seen.
 * @param {import("./model.js").Model} model
 */
export function waits({ data: { question }, seen }) {
  return question && !seen ? question : null;
}

const RIGHT = " Your guess was right.";
const compared = (answer, guess) => (guess === answer ? RIGHT : ` You guessed ${guess.toLocaleString("en")}.`);

export class Outcome {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./page.js").Page} page
   * @param {import("./words.js").Words} words
   */
  constructor(model, page, words) {
    this.model = model;
    this.page = page;
    this.words = words;
    this.guide = new Guide(model, page);
    this.heard = "";
  }

  listen(on) {
    const field = this.page.part("guess");
    on(field, "input", () => (this.model.guess = field.value && field.validity.valid ? field.valueAsNumber : null));
    // Then the arrows and Space are the steps' own again.
    on(field, "keydown", ({ key }) => key === "Enter" && field.blur());
  }

  // Before the message is the model's own, but at the step that it will be shown at. Another run is asked about again,
  // unless it goes on with an answer.
  receive(data) {
    const { page, model } = this;
    const led = leads(model.edits, data);
    if (led || another(model, data)) {
      page.part("guess").value = "";
      model.guess = null;
      model.seen &&= Boolean(data.asking) && !led && data.version > model.edits.answered;
    }
    model.seen ||= model.step === data.last;
  }

  build() {
    const { page, model, model: { data: { question, verdict } } } = this;
    const [line, asked, field] = ["verdict", "question", "guess"].map((name) => page.part(name));
    const waiting = waits(model);
    page.root.classList.toggle("is-waiting", Boolean(waiting));
    const answered = typeof question?.answer === "number";
    const comparison = answered && !waiting && model.guess !== null ? compared(question.answer, model.guess) : "";
    // What has its room from the beginning moves nothing when it is said.
    page.part("outcome").dataset.room = answered ? verdict.text + RIGHT : "";
    line.textContent = verdict.text + comparison;
    line.style.setProperty("--stage-tone", verdict.color);
    asked.hidden = !question;
    asked.firstElementChild.textContent = question?.text ?? "";
    field.hidden = !answered;
    const told = waiting ? waiting.text : verdict.text + comparison;
    if (told !== this.heard) page.say((this.heard = told));
    this.guide.build();
  }

  draw() {
    const { model } = this;
    if (model.seen || model.step < model.data.last) return;
    model.seen = true;
    this.words.build();
    this.build();
  }
}
