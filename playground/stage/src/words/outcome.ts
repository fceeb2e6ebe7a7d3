// The outcome: until the last step has been shown, a question, with a field for a guess, takes the verdict's place.

import { another, ended, waits } from "../store/outcome.ts";
import { Guess, RIGHT } from "./guess.ts";
import { Guide } from "./guide.ts";

export class Outcome {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("./words.ts").Words} words
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
