// The form of an exercise in a list: each change of a field goes into the list at once.

import { make } from "../page/make.ts";

const CHOICES = 6; // the most choices of a question
const HIDE = ["outcome", "curves", "controls", "tools"];

// The page of a board, as its link names it.
export const pathOf = ({ board }) => board.split("?")[0];

/** @typedef {import("../store/payload.ts").Listed} Listed */

export class ExerciseForm {
  /** @param {import("./exercises.ts").Exercises} list */
  constructor(list) {
    this.list = list;
  }

  /** @param {Listed} item @param {import("../store/payload.ts").Code | null} code */
  of(item, place, summary, code) {
    const line = (label, field) => make("label", {}, `${label} `, field);
    const text = (name, label, maxLength, more = {}) => {
      const field = make("textarea", { name, maxLength, rows: 1, value: item[name] ?? "", ...more });
      field.oninput = () => {
        if (name !== "ask") return this.list.set(place, { [name]: field.value });
        summary.textContent = field.value || "…";
        if (!this.list.rewrite(place, field.value)) return;
        chosen.value = "open";
        if (answered) answered.remove();
      };
      return line(label, field);
    };
    const kind = item.choices ? "choices" : item.number !== undefined ? "number" : "open";
    const kinds = { open: "not checked", number: "a number", choices: "a choice" };
    const chosen = make("select", { name: "kind" },
      ...Object.entries(kinds).map(([value, words]) => make("option", { value, textContent: words, selected: value === kind })));
    chosen.onchange = () => {
      const { choices: _, right: __, number: ___, asked: ____, ...rest } = this.list.items[place];
      const news = { open: {}, number: { number: null }, choices: { choices: ["Yes", "No"] } }[chosen.value];
      this.list.change(this.list.items.map((each, at) => (at === place ? { ...rest, ...news } : each)));
      /** @type {HTMLElement | null} */ (this.list.node.querySelector(`li:nth-child(${place + 1}) [name=kind]`))?.focus();
    };
    const hidden = (item.hide ?? "").split(",");
    const boxes = HIDE.map((name) => make("label", {}, make("input", { type: "checkbox", checked: hidden.includes(name), onchange: (event) => {
      const now = (this.list.items[place].hide ?? "").split(",").filter((each) => each && each !== name);
      this.list.set(place, { hide: (event.target.checked ? [...now, name] : now).join(",") });
    } }), ` ${name}`));
    const answered = kind === "number" ? this.numberOf(item, place) : kind === "choices" && this.choicesOf(item, place);
    return make("div", { className: "stage-form" },
      text("ask", "Question", 200, { rows: 2 }), line("Kind of answer", chosen),
      answered,
      text("hint", "Hint", 200), text("answer", "Shown after the answer", 400, { rows: 2 }),
      make("fieldset", {}, make("legend", { textContent: "Hide" }), ...boxes),
      this.solvedOf(item, place, code),
      make("div", { className: "stage-row" },
        make("button", { type: "button", textContent: "Try", onclick: () => this.list.tryOut(place) }),
        make("button", { type: "button", textContent: "Use the board shown now", onclick: () => this.list.takeBoard(place) })));
  }

  numberOf(item, place) {
    const field = make("input", { type: "number", min: "0", max: "999999", value: item.number ?? "", placeholder: "as the run tells" });
    field.oninput = () => field.validity.valid && this.list.set(place, { asked: undefined, number: field.value ? field.valueAsNumber : null });
    return make("label", {}, "Right answer ", field);
  }

  // The server tells later which conditions it can check; the form gets their lines and stays: somebody may be typing.
  complete() {
    const { node, items, open, code } = this.list;
    const end = node.querySelector(`li:nth-child(${open + 1}) .stage-form > .stage-row`);
    const solved = end && this.solvedOf(items[open], open, code);
    if (solved) end.before(solved);
  }

  // A field for each choice, with a mark for the right one, and an empty field for one more.
  choicesOf(item, place) {
    const given = item.choices ?? [];
    const rows = make("fieldset", { className: "stage-rights", oninput: () => this.list.set(place, { asked: undefined }) }, make("legend", { textContent: "Choices; mark the right choice" }));
    const add = (choice, at) => {
      const mark = make("input", { type: "radio", name: `right-${place}`, checked: choice !== "" && choice === item.right, ariaLabel: `Choice ${at + 1} is right` });
      const field = make("input", { type: "text", maxLength: 40, value: choice, ariaLabel: `Choice ${at + 1}`, placeholder: "another choice" });
      mark.onchange = () => this.list.set(place, { right: this.list.items[place].choices?.[at] ?? "" });
      field.oninput = () => {
        const { choices = [], right } = this.list.items[place];
        const now = choices.length > at ? choices.with(at, field.value) : [...choices, field.value];
        this.list.set(place, { choices: now, ...(mark.checked && { right: field.value }), ...(!mark.checked && right === choices[at] && { right: "" }) });
        if (field.value && row === rows.lastChild && at + 1 < CHOICES) add("", at + 1);
      };
      const row = make("span", {}, mark, field);
      rows.append(row);
    };
    [...given, ...(given.length < CHOICES ? [""] : [])].forEach(add);
    return rows;
  }

  // A line for each form of a condition that the page's board can meet.
  /** @param {Listed} item @param {import("../store/payload.ts").Code | null} code */
  solvedOf(item, place, code) {
    const checks = (code?.checks ?? []).filter(({ words }) => code?.places[pathOf(item)]?.includes(words));
    if (!checks.length) return false;
    const clauses = (item.solved ?? "").replaceAll("parts them", "separates them").split(", "); // lists of old say "parts"
    const lines = checks.map(({ of, number, words }) => {
      const numberIn = (clause) => (number === null ? [] : [/\d+/.exec(clause)?.[0]]);
      const says = (clause, start) => clause === [start, ...numberIn(clause), words].join(" ");
      const clause = clauses.find((each) => of.some((start) => says(each, start))) ?? "";
      const box = make("input", { type: "checkbox", checked: Boolean(clause), ariaLabel: words });
      const begin = make("select", { ariaLabel: `${words}: how` }, ...of.map((each) =>
        make("option", { textContent: each, selected: says(clause, each) })));
      const count = make("input", { type: "number", min: "0", max: "4999", value: String(numberIn(clause)[0] ?? number ?? ""), ariaLabel: `${words}: number` });
      return { box, begin, count, of, number, words };
    });
    const write = () => this.list.set(place, { solved: lines.filter(({ box }) => box.checked).map(({ begin, count, number, words }) =>
      [begin.value, ...(number === null ? [] : [count.value || "0"]), words].join(" ")).join(", ") });
    for (const { box, begin, count } of lines) {
      box.onchange = write;
      begin.onchange = count.oninput = () => {
        box.checked = true;
        write();
      };
    }
    const rows = lines.map(({ box, begin, count, of, number, words }) =>
      make("span", {}, box, of.length > 1 ? begin : `${of[0]} `, number !== null && count, ` ${words}`));
    return make("details", { open: Boolean(item.solved), className: "stage-solved" },
      make("summary", { textContent: "Solved when …" }), ...rows);
  }
}
