// The visitor's guess at a question, in a field for a number or by a button for each option, compared with what was
// asked for. Whoever has chosen an option of a lesson is asked how sure that is.

import { html } from "lit-html";

import { keepText, recallJson, sureOf } from "../store/kept.ts";
import { elementOf } from "../page/listen.ts";
import { render } from "../page/render.ts";
import { marked } from "../page/symbols.ts";
import type { Model } from "../store/model.ts";
import type { On } from "../page/listen.ts";
import type { Page } from "../page/page.ts";
import type { Question } from "../store/payload.ts";

const RIGHT = "Your guess was right.";
const WAS_SURE = " You were sure.";

export class Guess {
  private readonly model: Model;
  private readonly field: HTMLInputElement;
  private readonly options: HTMLElement;
  private readonly sure: HTMLElement;
  private name = ""; // the name under which the browser keeps the guess

  constructor(model: Model, page: Page) {
    this.model = model;
    this.field = page.part("guess");
    this.options = page.part("options");
    this.sure = page.part("sure");
  }

  /** `choose` is called once an option was chosen. */
  listen(on: On, choose: () => void) {
    const { field, options } = this;
    on(field, "input", () => this.take(field.value && field.validity.valid ? field.valueAsNumber : null));
    // Without the focus in the field the arrow keys and Space step again.
    on(field, "keydown", ({ key }) => key === "Enter" && field.blur());
    on(options, "click", (event) => {
      const pressed = elementOf(event).closest("button");
      const place = [...options.querySelectorAll("button")].findIndex((button) => button === pressed);
      if (place < 0) return;
      this.take(place);
      choose();
    });
    on(this.sure, "click", (event) => {
      const button = elementOf(event).closest("button");
      if (button) keepText(sureOf(this.name), String(button === this.sure.firstElementChild));
      this.mark();
    });
  }

  forget() {
    this.model.guess = null;
    this.name = this.field.value = "";
  }

  build(question: Question | undefined) {
    const { field, options, model } = this;
    const answered = typeof question?.answer === "number";
    const names = question?.options ?? [];
    field.hidden = !answered || names.length > 0;
    options.hidden = !names.length;
    options.setAttribute("aria-label", question?.text ?? "");
    render(names.map((name) => html`<button type="button">${marked(name)}</button>`), options);
    const name = question?.remember ?? "";
    this.sure.hidden = !names.length || !name || question?.stays === true;
    if (name !== this.name) {
      this.forget();
      this.name = name;
      const kept = name ? recallJson(name) : null;
      model.guess = Number.isInteger(kept) && (kept as number) < (names.length || Infinity) ? kept as number : null;
      if (!names.length && model.guess !== null) field.value = String(model.guess);
    }
    this.mark();
  }

  private take(guess: number | null) {
    this.model.guess = guess;
    if (this.name) keepText(this.name, JSON.stringify(guess));
    this.mark();
  }

  private mark() {
    const { model: { guess }, isSure } = this;
    press(this.options, (place) => place === guess);
    press(this.sure, (place) => isSure === !place);
  }

  // Whether the visitor is sure of the guess; null if that was not said.
  private get isSure() {
    return this.sure.hidden ? null : recallJson(sureOf(this.name));
  }

  // The words beside the verdict that compare the guess with the answer.
  get compared() {
    const { model: { guess, data: { question } } } = this;
    if (guess === null || typeof question?.answer !== "number") return "";
    return beside(question, replyTo(question, guess)) + (this.isSure && guess !== question.answer ? WAS_SURE : "");
  }

  // The longest of these words.
  get longest() {
    const { model: { data: { question } } } = this;
    if (typeof question?.answer !== "number") return "";
    const [longest] = [RIGHT, ...(question.replies ?? []).map(([, , reply]) => reply)].sort((a, b) => b.length - a.length);
    return beside(question, longest) + (this.sure.hidden ? "" : WAS_SURE);
  }
}

const press = (group: HTMLElement, isPressed: (place: number) => boolean) =>
  group.querySelectorAll("button").forEach((button, place) => { button.setAttribute("aria-pressed", String(isPressed(place))); });

const beside = ({ told }: Question, reply: string) => (told ? ` ${told}. ${reply}` : ` ${reply}`);

function replyTo({ answer, options, replies = [] }: Question, guess: number) {
  if (guess === answer) return RIGHT;
  const reply = replies.find(([first, last]) => first <= guess && guess <= last);
  return reply?.[2] ?? (options ? `You said: ${options[guess]}.` : `You guessed ${guess.toLocaleString("en")}.`);
}
