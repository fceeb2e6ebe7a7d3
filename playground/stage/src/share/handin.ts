// The dialog in which a visitor hands in what was done of a list or a lesson, as a code and a file, or goes on with what
// was done on another device.

import "../draw/common.ts";
import { html, nothing, render } from "lit-html";

import { make } from "../page/make.ts";
import { find } from "../page/parts.ts";
import { UNDONE, doneKey, minute, type Done } from "../store/done.ts";
import { asCode, asFile, handedIn, newMark, shortName, sumOf, type Handed, type HandedFile, type Subject } from "../store/handed.ts";
import { keepText, recallJson } from "../store/kept.ts";
import type { Guide, Listed } from "../store/payload.ts";
import { reason } from "../store/reason.ts";
import { save, unpacked } from "./files.ts";
import { copyFrom } from "./links.ts";
import type { Shown } from "./saving.ts";

export const PROVES = "A code says what a browser has noted. It does not prove who answered, and the right answers can be found in the list itself.";

const MARK = "mark"; // the key of this browser's mark
const LONGEST_NAME = 40;

/** A list or a lesson that is open: what identifies it, and under which name this browser keeps what was done of each item. */
interface Open extends Subject {
  readonly list: string; // the code in links
  readonly lesson: string;
  readonly items: readonly Place[];
}

/** Where what was done of an item is kept: a lesson's parts, or one place among those of a list; null if there is nothing to do. */
type Place = { readonly lesson: string } | { readonly list: string; readonly at: number } | null;

const slugOf = (board: string) => new URLSearchParams(board.split("?")[1]).get("lesson") ?? "";

/** The list or the lesson of a guide. */
export async function openOf({ list, remember = "" }: Pick<Guide, "list" | "remember">, code: string): Promise<Open> {
  if (!list) {
    const lesson = remember.replace("lesson ", "");
    return { kind: "lesson", id: sumOf(lesson), list: "", lesson, items: [{ lesson: remember }] };
  }
  const text = await unpacked(code.slice(1), "deflate-raw");
  const items = (JSON.parse(text) as Listed[]).map(({ kind, board }, at): Place =>
    (kind === "lesson" ? { lesson: `lesson ${slugOf(board)}` } : kind ? null : { list: list.name, at }));
  return { kind: "list", id: sumOf(text), list: code, lesson: "", items };
}

// What was done before it was noted when, and what the first answer was.
function earlier(place: Exclude<Place, null>): (Done | null)[] {
  if ("lesson" in place) {
    const parts = [recallJson(`${place.lesson} parts`) ?? []].flat() as unknown[];
    return parts.reduce<(Done | null)[]>((all, part) => (typeof part === "number" ? Object.assign(all, { [part]: { ...UNDONE, solved: true } }) : all), []);
  }
  const { said = null, solved } = (recallJson(`${place.list} ${place.at + 1}`) ?? {}) as { said?: number | null, solved?: boolean };
  return said === null && !solved ? [] : [{ ...UNDONE, last: said, solved: solved === true }];
}

function doneOf(place: Place): Done[] {
  if (!place) return [];
  const kept = [recallJson(doneKey("lesson" in place ? place.lesson : place.list)) ?? []].flat() as (Done | null)[];
  const noted = "lesson" in place ? kept : kept.slice(place.at, place.at + 1);
  const before = earlier(place);
  const all = Array.from({ length: Math.max(noted.length, before.length) }, (_, part) => ({ ...UNDONE, ...(noted[part] ?? before[part]) }));
  return all.slice(0, all.findLastIndex(({ last, solved }) => last !== null || solved) + 1);
}

/** What this browser has noted of what is open. */
export function handedOf({ kind, id, items }: Open, name: string): Handed<Done> {
  const kept = recallJson(MARK);
  const mark = typeof kept === "string" ? kept : newMark();
  if (mark !== kept) keepText(MARK, JSON.stringify(mark));
  return { kind, id, mark, name: shortName(name), made: minute(), items: items.map(doneOf) };
}

// The later of two has the last answer, the earlier the first.
function merged(one: Done, other: Done): Done {
  const [before, after] = one.at <= other.at ? [one, other] : [other, one];
  const begun = before.first !== null || before.solved;
  return {
    first: before.first ?? after.first, last: after.last ?? before.last, help: begun ? before.help : after.help,
    solved: before.solved || after.solved, at: after.at, board: after.board || before.board, program: after.program || before.program,
  };
}

function keepLesson(name: string, parts: readonly Done[]) {
  keepText(doneKey(name), JSON.stringify(parts));
  keepText(`${name} parts`, JSON.stringify(parts.flatMap(({ solved }, place) => (solved ? [place] : []))));
  for (const [place, { last }] of parts.entries()) if (last !== null) keepText(`${name} guess ${place}`, JSON.stringify(last));
}

function keepExercise(name: string, at: number, done: Done) {
  const all = [recallJson(doneKey(name)) ?? []].flat() as (Done | null)[];
  all[at] = done;
  keepText(doneKey(name), JSON.stringify(all));
  const { last, help, solved } = done;
  keepText(`${name} ${at + 1}`, JSON.stringify({ said: last, hint: help === 1, told: help === 2, solved }));
}

/** Keep in this browser what was handed in, beside what was done here; this browser then has the other's mark. */
export function goOn({ items }: Open, { mark, items: handed }: Handed, file?: Pick<HandedFile, "boards" | "programs">) {
  for (const [item, place] of items.entries()) {
    if (!place || !handed[item]?.length) continue;
    const here = doneOf(place);
    const there = handed[item].map((part, k): Done => ({ ...part, board: file?.boards[item]?.[k] ?? "", program: file?.programs[item]?.[k] ?? "" }));
    const parts = Array.from({ length: Math.max(here.length, there.length) }, (_, k) => merged(here.at(k) ?? UNDONE, there.at(k) ?? UNDONE));
    if ("lesson" in place) keepLesson(place.lesson, parts);
    else keepExercise(place.list, place.at, parts[0]);
  }
  keepText(MARK, JSON.stringify(mark));
}

export class HandIn {
  private readonly dialog = make("dialog", { className: "stage-share stage-handin", ariaLabel: "Hand in" });
  private of: Open | null = null;
  private name = "";
  private said = "";

  constructor(private readonly shown: Shown) {
    const { dialog } = this;
    shown.page.root.append(dialog);
    dialog.addEventListener("click", ({ target }) => { if (target === dialog) this.close(); });
    dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.close();
    });
  }

  async open() {
    const { model: { data: { guide } }, page: { visit } } = this.shown;
    this.said = "";
    try {
      this.of = guide ? await openOf(guide, visit.address.list) : null;
    } catch (error) {
      this.said = `The list could not be read: ${reason(error)}.`;
    }
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  private close() {
    this.dialog.close();
    this.shown.page.button("share").focus({ preventScroll: true });
  }

  private say(words: string) {
    this.said = words;
    this.draw();
  }

  private take(text: string) {
    const { of } = this;
    const first = handedIn(text).at(0);
    if (!of) return;
    if (!text.trim()) this.say("Paste a code first, or open a file.");
    else if (!first) this.say("There is no code in this text.");
    else if ("fault" in first)
      this.say(first.fault === "newer" ? "This code is of a newer version of the playground." : "This code is damaged: a letter of it has changed or is missing.");
    else if (first.handed.kind !== of.kind || first.handed.id !== of.id)
      this.say(`This code is of another ${first.handed.kind}: open that one, and paste it there.`);
    else {
      goOn(of, first.handed, first.file);
      window.location.reload();
    }
  }

  private async pick(field: HTMLInputElement) {
    const [file] = field.files ?? [];
    this.take(await file.text());
    field.value = "";
  }

  // ---- the dialog in the page

  private draw() {
    const { of, name } = this;
    render(html`
      <div><h2>Hand in</h2><button type="button" @click=${() => { this.close(); }}>Close</button></div>
      <p class="stage-caution" role="status" .textContent=${this.said}></p>
      ${of ? this.view(of, handedOf(of, name)) : nothing}`, this.dialog);
  }

  private view(of: Open, handed: Handed<Done>) {
    const count = handed.items.flat().filter(({ last, solved }) => last !== null || solved).length;
    const field = () => find(this.dialog, "textarea", "[name=code]");
    const type = ({ currentTarget }: Event) => {
      this.name = (currentTarget as HTMLInputElement).value;
      this.draw();
    };
    return html`<p>${count === 0 ? "Nothing is done yet." : `This code holds the ${count === 1 ? "task" : `${count} tasks`} that you have done. Give it to your teacher.`}</p>
      <label>Your name <input type="text" class="stage-link" maxlength=${LONGEST_NAME} placeholder="only if your teacher asks for it" autocomplete="off" @input=${type}></label>
      <textarea name="code" readonly rows="4" aria-label="Code" translate="no" .value=${asCode(handed)}></textarea>
      <div>
        <button type="button" class="stage-main" @click=${({ currentTarget }: Event) => copyFrom(field(), currentTarget as HTMLButtonElement)}>Copy</button>
        <button type="button" title="The same with your boards and programs" @click=${() => { save(`hand-in-${handed.mark}.json`, asFile(handed, of)); }}>Save as a file</button>
      </div>
      <p class="stage-later">${PROVES} It leaves this device only by your hand.</p>
      ${this.goingOn()}`;
  }

  private goingOn() {
    const field = () => find(this.dialog, "textarea", "[name=other]");
    return html`<details>
      <summary>Go on from another device</summary>
      <textarea name="other" rows="3" aria-label="The other device's code" placeholder="The other device's code" spellcheck="false"></textarea>
      <div>
        <button type="button" @click=${() => { this.take(field().value); }}>Go on</button>
        <button type="button" @click=${() => { find(this.dialog, "input", "[type=file]").click(); }}>Open a file …</button>
        <input type="file" accept=".json,.txt" hidden @change=${({ currentTarget }: Event) => this.pick(currentTarget as HTMLInputElement)}>
      </div>
    </details>`;
  }
}
