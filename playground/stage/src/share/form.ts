// The form of an exercise in a list: each change of a field goes into the list at once.

import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";

import { find } from "../page/parts.ts";
import type { Check, Code, Listed } from "../store/payload.ts";
import { HIDEABLE, LARGEST, LONGEST_ANSWER, LONGEST_CHOICE, LONGEST_NOTES, LONGEST_QUESTION } from "../store/shared.ts";

const CHOICES = 6; // the most choices of a question
const KINDS: Readonly<Record<string, Partial<Listed>>> = {
  open: {}, number: { number: null }, choices: { choices: ["Yes", "No"] },
  // Only the phones of a room answer these.
  line: { by: "line", room: "ask" }, points: { by: "points", room: "ask" }, text: { by: "text", room: "ask" },
};
const ANSWERS = { open: "not checked", number: "a number", choices: "a choice", line: "a line, in a room", points: "points, in a room", text: "a short text, in a room" };
const IN_ROOM = { "": "look up", ask: "answer its question", step: "step its board", alone: "do it, each alone" };

/**
 * An item as this browser keeps it; `asked` is an exercise's board's own question, if its answer is to that question, and
 * `title` that of a lesson.
 */
export interface Kept extends Listed {
  asked?: string;
  title?: string;
}

/** The list, as far as a form changes it. */
export interface List {
  readonly node: HTMLElement;
  readonly items: readonly Kept[];
  readonly code: Code | null;
  set(place: number, news: Partial<Kept>): void; // a text that is being typed stays as it is
  change(items: readonly Kept[]): void; // a form is made anew
  rewrite(place: number, ask: string): void;
  takeBoard(place: number): void;
  takeSettings(place: number): void;
  tryOut(place: number): Promise<void>;
}

type Text = "ask" | "hint" | "answer" | "notes";

// The page of a board, as its link names it.
export const pathOf = ({ board }: Pick<Listed, "board">) => board.split("?")[0];

// A value that a field has at first; later its own stays, which the visitor may be typing.
const once = (value: unknown) => guard([], () => value);

const fieldOf = (event: Event) => event.currentTarget as HTMLInputElement;

export function formOf(list: List, place: number) {
  const item = list.items[place];
  const more = html`<div class="stage-row">
        <button type="button" @click=${() => list.tryOut(place)}>Try</button>
        <button type="button" ?hidden=${item.kind === "lesson"} @click=${() => list.takeBoard(place)}>Use the board shown now</button>
      </div>`;
  const text = (name: Text, label: string, longest: number, rows = 1) => html`<label>${label} <textarea name=${name} maxlength=${longest} rows=${rows}
    .value=${item[name] ?? ""} @input=${(event: Event) => {
      const { value } = fieldOf(event);
      if (name === "ask") list.rewrite(place, value);
      else list.set(place, { [name]: value });
    }}></textarea></label>`;
  const lecture = html`<label>In a room, the phones <select name="room" @change=${(event: Event) => {
        list.set(place, { room: (fieldOf(event).value || undefined) as Listed["room"] });
      }}>${optionsOf(IN_ROOM, item.room ?? "")}</select></label>
      ${text("notes", "Notes for the teacher's screen", LONGEST_NOTES, 2)}`;
  if (item.kind) return html`<div class="stage-form">${lecture}${more}</div>`;
  return html`<div class="stage-form">
      ${text("ask", "Question", LONGEST_QUESTION, 2)}
      <label>Kind of answer <select name="kind" @change=${(event: Event) => choose(list, place, fieldOf(event).value)}>
        ${optionsOf(ANSWERS, item.by ?? (item.choices ? "choices" : item.number !== undefined ? "number" : "open"))}</select></label>
      ${item.choices ? choicesOf(list, place, item.choices) : item.number !== undefined ? numberOf(list, place) : nothing}
      ${text("hint", "Hint", LONGEST_QUESTION)}
      ${text("answer", "Shown after the answer", LONGEST_ANSWER, 2)}
      ${hidingOf(list, place)}
      ${setsOf(list, place)}
      ${solvedOf(list, place)}
      ${lecture}
      ${more}
    </div>`;
}

function choose(list: List, place: number, kind: string) {
  const { choices, right, number, asked, by, ...rest } = list.items[place];
  list.change(list.items.with(place, { ...rest, ...KINDS[kind] }));
  find(list.node, "li", `:nth-child(${place + 1})`).querySelector<HTMLElement>("[name=kind]")?.focus();
}

const optionsOf = (named: Readonly<Record<string, string>>, chosen: string) =>
  Object.entries(named).map(([name, words]) => html`<option value=${name} ?selected=${name === chosen}>${words}</option>`);

function numberOf(list: List, place: number) {
  const write = (event: Event) => {
    const field = fieldOf(event);
    if (field.validity.valid) list.set(place, { asked: undefined, number: field.value ? field.valueAsNumber : null });
  };
  return html`<label>Right answer <input type="number" min="0" max=${LARGEST} placeholder="as the run tells"
    .value=${once(String(list.items[place].number ?? ""))} @input=${write}></label>`;
}

// A field for each choice, with a mark for the right one, and an empty field for one more.
function choicesOf(list: List, place: number, choices: readonly string[]) {
  const { right } = list.items[place];
  const row = (choice: string, at: number) => {
    const mark = () => list.set(place, { asked: undefined, right: list.items[place].choices?.[at] ?? "" });
    const write = (event: Event) => {
      const { value, previousElementSibling } = fieldOf(event);
      const marked = (previousElementSibling as HTMLInputElement).checked;
      const now = choices.length > at ? choices.with(at, value) : [...choices, value];
      list.set(place, { asked: undefined, choices: now, ...(marked ? { right: value } : right === choices[at] && { right: "" }) });
    };
    return html`<span><input type="radio" name=${`right-${place}`} .checked=${once(choice !== "" && choice === right)}
      aria-label=${`Choice ${at + 1} is right`} @change=${mark}><input type="text" maxlength=${LONGEST_CHOICE} .value=${choice}
      aria-label=${`Choice ${at + 1}`} placeholder="another choice" @input=${write}></span>`;
  };
  const rows = choices.length < CHOICES ? [...choices, ""] : choices;
  return html`<fieldset class="stage-rights"><legend>Choices; mark the right choice</legend>${rows.map(row)}</fieldset>`;
}

function hidingOf(list: List, place: number) {
  const hidden = (list.items[place].hide ?? "").split(",").filter(Boolean);
  const box = (name: string) => html`<label><input type="checkbox" .checked=${hidden.includes(name)} @change=${(event: Event) => {
    const others = hidden.filter((each) => each !== name);
    list.set(place, { hide: (fieldOf(event).checked ? [...others, name] : others).join(",") });
  }}> ${name}</label>`;
  return html`<fieldset><legend>Hide</legend>${HIDEABLE.map(box)}</fieldset>`;
}

// What the words in brackets in the question set, one after the other.
function setsOf(list: List, place: number) {
  const { sets } = list.items[place];
  return html`<fieldset><legend>The question sets, by its words in [brackets]</legend>
      ${sets ? html`<code translate="no">${sets.replaceAll("&", ", ")}</code>` : nothing}
      <button type="button" title="Change the settings of the board, and press this; pressed on the exercise's own board, it sets nothing"
        @click=${() => { list.takeSettings(place); }}>What is set now</button>
    </fieldset>`;
}

// A line for each form of a condition that the page's board can meet. The server tells later which it can check.
function solvedOf(list: List, place: number): TemplateResult | typeof nothing {
  const { code } = list;
  const item = list.items[place];
  const checks = (code?.checks ?? []).filter(({ words }) => code?.places[pathOf(item)]?.includes(words));
  if (!checks.length) return nothing;
  const clauses = (item.solved ?? "").replaceAll("parts them", "separates them").split(", "); // lists of old say "parts"
  const write = (event: Event) => {
    const rows = [...fieldOf(event).querySelectorAll("span")];
    const changed = event.target as HTMLInputElement;
    if (changed.type !== "checkbox") find(changed.parentElement ?? changed, "input", "[type=checkbox]").checked = true;
    list.set(place, { solved: checks.flatMap((check, i) => clauseOf(check, rows[i])).join(", ") });
  };
  return html`<details class="stage-solved" ?open=${once(Boolean(item.solved))} @input=${write}>
      <summary>Solved when …</summary>
      ${checks.map((check) => checkView(check, clauses))}
    </details>`;
}

function checkView({ of, number, words }: Check, clauses: readonly string[]) {
  const numberIn = (clause: string) => (number === null ? [] : [/\d+/.exec(clause)?.[0]]);
  const says = (clause: string, start: string) => clause === [start, ...numberIn(clause), words].join(" ");
  const clause = clauses.find((each) => of.some((start) => says(each, start))) ?? "";
  const begin = html`<select aria-label=${`${words}: how`}>${of.map((each) =>
    html`<option value=${each} ?selected=${once(says(clause, each))}>${each}</option>`)}</select>`;
  const count = html`<input type="number" min="0" max="4999" aria-label=${`${words}: number`}
    .value=${once(String(numberIn(clause)[0] ?? number ?? ""))}>`;
  return html`<span><input type="checkbox" aria-label=${words} .checked=${once(Boolean(clause))}>${
    of.length > 1 ? begin : `${of[0]} `}${number === null ? nothing : count} ${words}</span>`;
}

// The clause that a line says; none if its box is not checked.
function clauseOf({ of, number, words }: Check, row: HTMLElement) {
  if (!find(row, "input", "[type=checkbox]").checked) return [];
  const begin = row.querySelector("select")?.value ?? of[0];
  return [[begin, ...(number === null ? [] : [find(row, "input", "[type=number]").value || "0"]), words].join(" ")];
}
