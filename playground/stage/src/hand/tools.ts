// The buttons beside the steps: the tools for a click on the board or the answers, and undo, redo and clear.

export class Tools {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("./board.ts").Board} board
   * @param {import("./drawing.ts").Drawing} drawing
   */
  constructor(model, page, board, drawing) {
    this.model = model;
    this.page = page;
    this.board = board;
    this.drawing = drawing;
    this.node = page.part("tools");
    this.signature = null;
  }

  get buttons() {
    return this.page.part("choices").children;
  }

  build() {
    const { page, model: { data: { editing, asking, drawing, locked }, choice } } = this;
    this.node.hidden = (locked && !drawing) || (!editing && !asking && !drawing);
    // The buttons that add a drawing stand below the drawing.
    const place = drawing ? this.drawing.canvas.foot : page.part("desk");
    if (this.node.parentElement !== place) place.prepend(this.node);
    this.placeChoices();
    const names = editing ? [...editing.classes, { name: "Erase", sign: "✕", color: "" }]
      : asking ? [...asking.answers, { name: asking.rest, sign: "…", color: "" }]
        : drawing && !locked ? drawing.classes : [];
    const signature = JSON.stringify([names, asking?.question, Boolean(drawing)]);
    if (signature === this.signature) return;
    this.signature = signature;
    const choices = page.part("choices");
    choices.setAttribute("role", editing ? "radiogroup" : "group");
    choices.setAttribute("aria-label", editing ? "What a click does" : asking?.question ?? "Add as");
    page.button("clear").title = asking ? "Remove all answers"
      : drawing ? "Clear the drawing, then the added pictures" : "Remove all points from the board";
    choices.replaceChildren(...names.map((each, i) => newButton(each, i, editing ? "radio" : null)));
    if (editing) this.choose(Math.min(choice, names.length - 1));
  }

  // Answers are given on the board that asks for them.
  placeChoices() {
    const { page, node, model: { data: { asking } } } = this;
    const choices = page.part("choices");
    const board = asking && page.part("panels").querySelector("[data-area=board]");
    choices.classList.toggle("is-on-board", Boolean(board));
    choices.hidden = Boolean(board) && node.hidden;
    if (board && board.nextSibling !== choices) board.after(choices);
    else if (!board && choices.parentElement !== node) node.prepend(choices);
  }

  take(choice) {
    if (this.model.data.locked) return;
    if (this.model.data.asking) this.answer(choice);
    else if (this.model.data.drawing) this.drawing.add(choice);
    else this.choose(choice);
  }

  // The last choice tosses a coin for each missing answer.
  answer(choice) {
    const { edits } = this.model;
    const { answers, most } = this.model.need("asking");
    const missing = most - edits.points.length;
    if (missing <= 0) return;
    const toss = () => Math.floor(Math.random() * answers.length);
    const newAnswers = choice < answers.length ? [choice] : Array.from({ length: missing }, toss);
    this.board.act({ type: "answer", answers: newAnswers });
  }

  choose(choice) {
    this.model.choice = choice;
    for (const button of this.buttons) {
      const chosen = Number(button.dataset.choice) === choice;
      button.setAttribute("aria-checked", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }
  }

  // The tools are one stop of Tab; arrows go from one to the next, around.
  go(by) {
    const { length } = this.buttons;
    this.choose((this.model.choice + by + length) % length);
    this.buttons[this.model.choice].focus();
  }

  /** @param {"undo" | "redo"} type */
  step(type) {
    if (this.model.data.drawing) this.drawing.step(type);
    else this.board.act({ type });
  }

  clear() {
    const { data, edits, choice } = this.model;
    if (data.drawing) {
      this.drawing.clear();
      return;
    }
    if (edits.points.length && choice === data.editing?.classes.length) this.choose(0);
    this.board.act({ type: "clear" });
  }

  draw() {
    const { data: { asking, drawing }, edits: { past, future, points } } = this.model;
    this.page.enable(drawing ? this.drawing.enabled
      : { undo: past.length > 0, redo: future.length > 0, clear: points.length > 0 });
    const over = Boolean(asking && points.length >= asking.most);
    for (const button of this.buttons) button.disabled = over;
    this.page.root.classList.toggle("is-unanswered", Boolean(asking && !points.length));
  }
}

function newButton({ name, sign, color }, i, role) {
  const button = document.createElement("button");
  button.type = "button";
  if (role) button.setAttribute("role", role);
  button.dataset.choice = i;
  button.title = `${name} (${i + 1})`;
  const mark = document.createElement("span");
  mark.className = "stage-sign";
  mark.setAttribute("aria-hidden", "true");
  mark.textContent = sign;
  if (color) mark.style.color = color;
  button.append(mark, name);
  return button;
}
