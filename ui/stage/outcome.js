// The outcome: until the last step has been shown, a question, with a field for a guess, takes the verdict's place.

import { Guide } from "./guide.js";

// The parts of a message that identify a run.
const identity = ({ points, texts, facts, verdict, last }) => JSON.stringify([points, texts, facts, verdict, last]);

/**
 * Whether a message has another run than the one on the screen.
 * @param {import("./model.js").Model} model
 * @param {import("./payload.js").Payload} data
 */
export const another = (model, data) => identity(data) !== identity(model.data);

/**
 * The question, until the last step has been shown.
 * @param {import("./model.js").Model} model
 */
export function waits({ data: { question }, endSeen }) {
  return question && !endSeen ? question : null;
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
    this.announced = "";
  }

  listen(on) {
    const field = this.page.part("guess");
    on(field, "input", () => (this.model.guess = field.value && field.validity.valid ? field.valueAsNumber : null));
    // Without the focus in the field the arrow keys and Space step again.
    on(field, "keydown", ({ key }) => key === "Enter" && field.blur());
  }

  // Called before model.data is replaced, with model.step already set. Another run brings the question back.
  receive(data) {
    const { page, model } = this;
    if (data.leads || another(model, data)) {
      page.part("guess").value = "";
      model.guess = null;
      model.endSeen = false;
    }
    model.endSeen ||= model.step === data.last;
  }

  build() {
    const { page, model, model: { data: { question, verdict } } } = this;
    const [line, prompt, field] = ["verdict", "question", "guess"].map((name) => page.part(name));
    const waiting = waits(model);
    page.root.classList.toggle("is-waiting", Boolean(waiting));
    const answered = typeof question?.answer === "number";
    const comparison = answered && !waiting && model.guess !== null ? compared(question.answer, model.guess) : "";
    // Reserve the room of the longest outcome, so that nothing moves later.
    page.part("outcome").dataset.room = answered ? verdict.text + RIGHT : "";
    line.textContent = verdict.text + comparison;
    line.style.setProperty("--stage-tone", verdict.color);
    prompt.hidden = !question;
    prompt.firstElementChild.textContent = question?.text ?? "";
    field.hidden = !answered;
    const words = waiting ? waiting.text : verdict.text + comparison;
    if (words !== this.announced) page.say((this.announced = words));
    this.guide.build();
  }

  draw() {
    const { model } = this;
    if (model.endSeen || model.step < model.data.last) return;
    model.endSeen = true;
    this.words.build();
    this.build();
  }
}
