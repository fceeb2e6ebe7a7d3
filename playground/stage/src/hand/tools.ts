// The buttons beside the steps: the tools for a click on the board or the answers, and undo, redo and clear.

import { make } from "../page/make.ts";
import type { Page } from "../page/page.ts";
import type { Model } from "../store/model.ts";
import type { AnswerButton } from "../store/payload.ts";
import type { BoardHand } from "./board.ts";
import type { Drawing } from "./drawing.ts";
import type { Picking } from "./picking.ts";

export class Tools {
  drawing: Drawing | null = null; // comes with the first scene that has a canvas
  picking: Picking | null = null; // comes with the first scene that has dots to pick
  private readonly node: HTMLElement;
  private readonly choices: HTMLElement;
  private signature = "";

  constructor(
    private readonly model: Model, private readonly page: Page, private readonly board: BoardHand,
  ) {
    this.node = page.part("tools");
    this.choices = page.part("choices");
  }

  get buttons() {
    return this.choices.querySelectorAll("button");
  }

  build() {
    const { page, node, choices, model: { data: { editing, asking, drawing, locked }, choice } } = this;
    node.hidden = (locked && !drawing) || (!editing && !asking && !drawing);
    // The buttons that add a drawing stand below the drawing.
    const place = (drawing && this.drawing?.canvas.foot) ?? page.part("desk");
    if (node.parentElement !== place) place.prepend(node);
    this.placeChoices();
    const names: AnswerButton[] = editing ? [...editing.classes, { name: "Erase", sign: "✕", color: "" }]
      : asking ? [...asking.answers, { name: asking.rest, sign: "…", color: "" }]
        : drawing && !locked ? drawing.classes : [];
    const signature = JSON.stringify([names, asking?.question, Boolean(drawing)]);
    if (signature === this.signature) return;
    this.signature = signature;
    choices.setAttribute("role", editing ? "radiogroup" : "group");
    choices.setAttribute("aria-label", editing ? "What a click does" : asking?.question ?? "Add as");
    page.button("clear").title = asking ? "Remove all answers"
      : drawing ? "Clear the drawing, then the added pictures" : "Remove all points from the board";
    choices.replaceChildren(...names.map((each, i) => newButton(each, i, Boolean(editing))));
    if (editing) this.choose(Math.min(choice, names.length - 1));
  }

  // Answers are given on the board that asks for them.
  private placeChoices() {
    const { page, node, choices, model: { data: { asking } } } = this;
    const board = asking && page.part("panels").querySelector("[data-area=board]");
    choices.classList.toggle("is-on-board", Boolean(board));
    choices.hidden = Boolean(board) && node.hidden;
    if (board && board.nextSibling !== choices) board.after(choices);
    else if (!board && choices.parentElement !== node) node.prepend(choices);
  }

  take(choice: number) {
    const { locked, asking, drawing } = this.model.data;
    if (locked) return;
    if (asking) this.answer(choice);
    else if (drawing) this.drawing?.add(choice);
    else this.choose(choice);
  }

  // The last choice tosses a coin for each missing answer.
  private answer(choice: number) {
    const { model } = this;
    const { answers, most } = model.need("asking");
    const missing = most - model.edits.points.length;
    if (missing <= 0) return;
    const toss = () => Math.floor(Math.random() * answers.length);
    this.board.act({ type: "answer", answers: choice < answers.length ? [choice] : Array.from({ length: missing }, toss) });
  }

  private choose(choice: number) {
    this.model.choice = choice;
    this.buttons.forEach((button, i) => {
      button.setAttribute("aria-checked", String(i === choice));
      button.tabIndex = i === choice ? 0 : -1;
    });
  }

  // The tools are one stop of Tab; arrows go from one to the next, around.
  go(by: number) {
    const { buttons, model } = this;
    this.choose((model.choice + by + buttons.length) % buttons.length);
    buttons[model.choice].focus();
  }

  step(type: "undo" | "redo") {
    if (this.model.data.drawing) this.drawing?.step(type);
    else this.board.act({ type });
  }

  clear() {
    const { data, edits, choice } = this.model;
    if (data.drawing) {
      this.drawing?.clear();
      return;
    }
    if (edits.points.length && choice === data.editing?.classes.length) this.choose(0);
    this.board.act({ type: "clear" });
  }

  draw() {
    const { page, model: { data: { asking, drawing }, edits: { past, future, points } } } = this;
    page.enable((drawing && this.drawing?.enabled)
      ?? { undo: past.length > 0, redo: future.length > 0, clear: points.length > 0 });
    const over = asking !== undefined && points.length >= asking.most;
    for (const button of this.buttons) button.disabled = over;
    page.root.classList.toggle("is-unanswered", asking !== undefined && !points.length);
  }
}

function newButton({ name, sign, color }: AnswerButton, i: number, isTool: boolean) {
  const mark = make("span", { className: "stage-sign", textContent: sign });
  mark.style.color = color;
  const button = make("button", { type: "button", title: `${name} (${i + 1})` }, mark, isTool && !color ? "" : name);
  button.ariaLabel = name;
  if (isTool) button.setAttribute("role", "radio");
  button.dataset.choice = String(i);
  return button;
}
