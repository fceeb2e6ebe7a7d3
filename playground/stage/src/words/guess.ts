// The visitor's guess at a question, in a field for a number or by a button for each option, compared with the answer.

import { keepText, recallJson } from "../store/kept.ts";

export const RIGHT = " Your guess was right.";

export class Guess {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   */
  constructor(model, page) {
    this.model = model;
    this.page = page;
    this.field = page.part("guess");
    this.options = page.part("options");
    this.name = ""; // the name under which the browser keeps the guess
  }

  /**
   * @param {Function} on
   * @param {() => void} choose is called once an option was chosen
   */
  listen(on, choose) {
    const { field, options } = this;
    on(field, "input", () => this.take(field.value && field.validity.valid ? field.valueAsNumber : null));
    // Without the focus in the field the arrow keys and Space step again.
    on(field, "keydown", ({ key }) => key === "Enter" && field.blur());
    on(options, "click", ({ target }) => {
      const place = [...options.children].indexOf(target.closest("button"));
      if (place < 0) return;
      this.take(place);
      choose();
    });
  }

  take(guess) {
    this.model.guess = guess;
    if (this.name) keepText(this.name, JSON.stringify(guess));
    this.mark();
  }

  forget() {
    this.model.guess = null;
    this.name = this.field.value = "";
  }

  /** @param {import("../store/payload.ts").Question | undefined} question */
  build(question) {
    const { field, options, model } = this;
    const answered = typeof question?.answer === "number";
    const names = question?.options ?? [];
    field.hidden = !answered || names.length > 0;
    options.hidden = !names.length;
    options.setAttribute("aria-label", question?.text ?? "");
    if ([...options.children].map(({ textContent }) => textContent).join("|") !== names.join("|"))
      options.replaceChildren(...names.map(newOption));
    const name = question?.remember ?? "";
    if (name !== this.name) {
      this.forget();
      this.name = name;
      const kept = name ? recallJson(name) : null;
      model.guess = Number.isInteger(kept) && kept < (names.length || Infinity) ? kept : null;
      if (!names.length && model.guess !== null) field.value = String(model.guess);
    }
    this.mark();
  }

  mark() {
    [...this.options.children].forEach((button, place) =>
      button.setAttribute("aria-pressed", String(place === this.model.guess)));
  }

  // The words beside the answer that compare the guess with it.
  get compared() {
    const { model: { guess, data: { question } } } = this;
    if (guess === null || typeof question?.answer !== "number") return "";
    if (guess === question.answer) return RIGHT;
    return question.options ? ` You said: ${question.options[guess]}.` : ` You guessed ${guess.toLocaleString("en")}.`;
  }
}

function newOption(name) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  return button;
}
