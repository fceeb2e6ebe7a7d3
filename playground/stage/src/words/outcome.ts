// The outcome: until the last step has been shown, a question, with a field for a guess, takes the verdict's place.

import { setText } from "../page/make.ts";
import { find } from "../page/parts.ts";
import { render } from "../page/render.ts";
import { marked } from "../page/symbols.ts";
import { Guess } from "./guess.ts";
import type { Guide } from "./guide.ts";
import type { Model } from "../store/model.ts";
import type { On } from "../page/listen.ts";
import type { Page } from "../page/page.ts";

export class Outcome {
  guide: Guide | null = null; // comes with the first scene that has one
  private readonly model: Model;
  private readonly page: Page;
  readonly guess: Guess;
  private announced = "";

  constructor(model: Model, page: Page) {
    this.model = model;
    this.page = page;
    this.guess = new Guess(model, page);
  }

  listen(on: On) {
    this.guess.listen(on, () => this.answer());
  }

  build() {
    const { page, model, model: { data: { question, verdict } } } = this;
    const [line, prompt, { dataset }] = [page.part("verdict"), page.part("question"), page.part("outcome")];
    const waiting = model.waits;
    page.root.classList.toggle("is-waiting", Boolean(waiting));
    this.guess.build(question);
    const comparison = model.ended || (model.answered && !waiting) ? this.guess.compared : "";
    // Reserve the room of the longest outcome, so that nothing moves later.
    const { longest } = this.guess;
    dataset.room = longest && verdict.text + longest;
    render(marked(verdict.text + comparison), line);
    line.style.setProperty("--stage-tone", verdict.color);
    prompt.hidden = !question;
    const asked = `${waiting?.stays ? this.guess.compared : ""} ${question?.text ?? ""}`.trim();
    render(marked(asked), find(prompt, "span"));
    const words = waiting ? asked : verdict.text + comparison;
    if (words !== this.announced) page.say((this.announced = words));
    this.drawProgress();
    this.guide?.build();
  }

  // The share of a scene that comes in parts, and the button that stops it.
  private drawProgress() {
    const { page, model: { stopped, data: { done } } } = this;
    const node = page.part("progress");
    node.hidden = done === undefined;
    find(node, "progress").value = done ?? 1;
    setText(page.button("stop"), stopped ? "Go on" : "Stop");
  }

  /** Ask the questions of a lesson that is done once more, from its first board. */
  askAgain() {
    this.guide?.forget();
    this.guess.forget();
    Object.assign(this.model, { step: 0, follows: false, endSeen: false, answered: false, passed: "" });
    this.build();
  }

  // The visitor has chosen an option: show the whole scene, which may ask another question.
  private answer() {
    const { model, model: { message, untold, data: { question } } } = this;
    this.guide?.noteTry();
    if (question?.stays) {
      model.answered = !model.wrong;
      return;
    }
    if (!untold || model.endSeen || model.answered) return;
    model.answered = true;
    if (message?.question?.text !== untold.question?.text) this.guess.forget();
  }
}
