// The outcome: until the last step has been shown, a question, with a field for a guess, takes the verdict's place.

import { Guess, RIGHT } from "./guess.js";
import { Guide, ended } from "./guide.js";

// The parts of a message that identify a run.
const identity = ({ points, texts, facts, verdict, last }) => JSON.stringify([points, texts, facts, verdict, last]);

/**
 * Whether a message has a different run from the run on the screen.
 * @param {import("./model.js").Model} model
 * @param {import("./payload.js").Payload} data
 */
export const another = (model, data) => identity(data) !== identity(model.message ?? data);

/**
 * The question, as long as it waits: until the last step has been shown, the visitor has answered it or, if the scene
 * asks for answers, has given the first.
 * @param {import("./model.js").Model} model
 */
export function waits({ data: { question, asking, last }, endSeen, answered, untold }) {
  const over = asking ? last > 0 : endSeen || (answered && question?.text === untold?.question?.text);
  return question && !over ? question : null;
}

export class Outcome {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./page.js").Page} page
   * @param {import("./words.js").Words} words
   * @param {() => void} tell replaces the hidden variant by the whole scene
   */
  constructor(model, page, words, tell) {
    this.model = model;
    this.page = page;
    this.words = words;
    this.tell = tell;
    this.guess = new Guess(model, page);
    this.guide = new Guide(model, page, words);
    this.announced = "";
  }

  listen(on) {
    this.guess.listen(on, () => this.answer());
    this.guide.listen(on);
  }

  // Called before model.data is replaced, with model.step already set. Another run brings the question back.
  receive(data) {
    const { model } = this;
    if (data.leads || another(model, data)) {
      this.guess.forget();
      model.endSeen = model.answered = false;
    }
    model.endSeen ||= model.step === data.last;
  }

  build() {
    const { page, model, model: { data: { question, verdict } } } = this;
    const [line, prompt] = ["verdict", "question"].map((name) => page.part(name));
    const waiting = waits(model);
    page.root.classList.toggle("is-waiting", Boolean(waiting));
    this.guess.build(question);
    const answered = typeof question?.answer === "number";
    const comparison = ended(model) || (model.answered && !waiting) ? this.guess.compared : "";
    // Reserve the room of the longest outcome, so that nothing moves later.
    page.part("outcome").dataset.room = answered ? verdict.text + RIGHT : "";
    page.part("outcome").dataset.whole = verdict.text + RIGHT;
    line.textContent = verdict.text + comparison;
    line.style.setProperty("--stage-tone", verdict.color);
    prompt.hidden = !question;
    prompt.querySelector("span").textContent = question?.text ?? "";
    const words = waiting ? waiting.text : verdict.text + comparison;
    if (words !== this.announced) page.say((this.announced = words));
    this.guide.build();
  }

  // The visitor has chosen an option: show the whole scene, which may ask another question.
  answer() {
    const { model, model: { message, untold } } = this;
    if (!untold || model.endSeen || model.answered) return;
    model.answered = true;
    if (message?.question?.text !== untold.question?.text) this.guess.forget();
    this.show();
  }

  draw() {
    const { model } = this;
    if (model.endSeen || model.step < model.data.last) return;
    model.endSeen = true;
    this.show();
  }

  show() {
    if (this.model.message?.untold) this.tell();
    this.words.build();
    this.build();
  }
}
