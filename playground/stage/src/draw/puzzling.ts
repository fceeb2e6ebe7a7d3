// What the visitor does with puzzles: puts lines in order, chooses replies, and asks whether they are right. Nothing is
// said to be right or wrong before.

import { elementOf } from "../page/listen.ts";
import { make } from "../page/make.ts";
import type { Page } from "../page/page.ts";
import type { Part, Payload, Pick, Puzzle, Puzzles, Reply, Task } from "../store/payload.ts";
import { codeOf, faultOf, readTried, untried, type Tried } from "../store/tried.ts";
import { fit, newPart, type Inside } from "./inner.ts";

const SHIFTS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Keeps a text in the address that changes nothing else. */
export type Keep = (name: string, text: string) => void;

/** What was said when the visitor asked: of all, or of the line or reply at a place. */
interface Verdict {
  readonly says: string;
  readonly right: boolean;
  readonly place: number | null;
}

function newButton(words: string, name: string, press: () => void, title = "") {
  const button = make("button", { type: "button", className: `stage-${name}` }, words);
  if (title) {
    button.title = title;
    button.setAttribute("aria-label", title);
  }
  button.addEventListener("click", press);
  return button;
}

const newText = (name: string, words: string) => make("p", { className: `stage-${name}` }, words);

function newFormula(formula: string) {
  const letters = newPart("div", "letters");
  letters.innerHTML = formula; // of the server's own making
  return letters;
}

export class Puzzling implements Inside {
  private spec: Puzzles | null = null;
  private built = ""; // the panel, and the code, for which everything stands
  private readonly all = new Map<string, Tried>(); // by the letters of the puzzles
  private letter = "";
  private asked: Part | Task | null = null; // what asks for puzzles to be solved, perhaps
  private readonly solved = new Set<string>(); // the letters of those that are
  private verdict: Verdict | null = null;
  private list: HTMLElement = newPart("ol", "lines");
  private drag: { readonly row: HTMLElement; readonly pointer: number } | null = null;
  private readonly reply = newPart("p", "reply");

  /** @param pass is called with the name of the part or the exercise that asks for puzzles, once they are solved */
  constructor(
    private readonly node: HTMLElement, private readonly page: Page, private readonly keep: Keep,
    private readonly pass: (name: string) => void,
  ) {
    node.addEventListener("keydown", (event) => { this.onListKey(event); });
  }

  build(spec: Puzzles, { guide }: Payload) {
    this.asked = guide?.task ?? guide?.parts?.at(guide.now ?? guide.parts.length) ?? null;
    const code = this.page.visit.shownCodes[spec.key] ?? "";
    const built = JSON.stringify([spec, code]);
    if (built === this.built) return;
    this.built = built;
    this.spec = spec;
    this.hold(readTried(code, spec.puzzles));
    this.write();
  }

  private get panel() {
    if (!this.spec) throw new Error("there are no puzzles yet");
    return this.spec;
  }

  private get puzzle(): Puzzle {
    const { puzzles } = this.panel;
    return puzzles.find(({ letter }) => letter === this.letter) ?? puzzles[0];
  }

  private get tried(): Tried {
    return this.all.get(this.letter) ?? untried(this.puzzle);
  }

  // Show what was made of a puzzle, and forget what was said of it.
  private hold(tried: Tried) {
    this.letter = tried.letter;
    this.all.set(tried.letter, tried);
    this.verdict = null;
  }

  // Take what the visitor has made.
  private take(tried: Tried) {
    this.hold(tried);
    const code = codeOf(tried, this.panel.puzzles);
    this.built = JSON.stringify([this.panel, code]);
    this.keep(this.panel.key, code);
  }

  // ---- the elements

  private write() {
    const { panel, puzzle, node } = this;
    const which = newPart("select", "which");
    which.ariaLabel = "Puzzle";
    which.append(...panel.puzzles.map(({ name, letter }) => make("option", { value: letter, selected: letter === puzzle.letter }, name)));
    which.addEventListener("change", () => {
      this.letter = which.value;
      this.take(this.tried);
      this.write();
      this.node.querySelector("select")?.focus();
    });
    const head = make("div", { className: "stage-puzzle" }, which, newText("asks", puzzle.asks));
    const foot = make("div", { className: "stage-check" },
      newButton("Check", "main", () => { this.check(); }),
      newButton("Start again", "again", () => {
        this.take(untried(puzzle));
        this.write();
      }),
      this.reply,
    );
    node.replaceChildren(head, ...(puzzle.order ? [this.newLines(puzzle.order.lines)] : this.newPicks(puzzle.picks ?? [])), foot,
      newText("about", panel.about));
    this.show();
    this.layOut();
    this.draw();
  }

  private newLines(lines: readonly number[]) {
    const list = this.list = newPart("ol", "lines");
    this.drag = null;
    list.setAttribute("aria-label", "Lines to put in order");
    list.append(...this.tried.order.map((place) => this.newRow(place, lines[place])));
    list.addEventListener("pointerdown", (event) => { this.onDown(event); });
    list.addEventListener("pointermove", (event) => { this.onMove(event); });
    list.addEventListener("pointerup", ({ pointerId }) => { this.drop(true, pointerId); });
    list.addEventListener("pointercancel", ({ pointerId }) => { this.drop(false, pointerId); });
    list.addEventListener("mousedown", (event) => { if (!elementOf(event).closest("button")) event.preventDefault(); });
    return list;
  }

  private newRow(place: number, line: number) {
    const { title, formula } = this.panel.lines[line];
    const ways = ([["↑", -1, "up"], ["↓", 1, "down"]] as const).map(([sign, by, way]) =>
      newButton(sign, "way", () => { this.shift(row, by); }, `Move ${way}: ${title}`));
    const row = make("li", {},
      newButton("=", "grip", () => undefined, title),
      make("section", {}, newText("title", title), newFormula(formula)),
      make("span", { className: "stage-shift" }, ...ways),
    );
    row.dataset.line = String(place);
    return row;
  }

  private newPicks(picks: readonly Pick[]) {
    const { at } = this.tried;
    const pick = picks[at];
    const go = (by: number) => () => {
      this.take({ ...this.tried, at: (at + by + picks.length) % picks.length });
      this.write();
      this.node.querySelector<HTMLElement>(by < 0 ? ".stage-turn button" : ".stage-turn button:last-child")?.focus();
    };
    const turn = make("div", { className: "stage-turn" },
      make("div", { className: "stage-asked" }, newText("title", pick.asks), pick.formula && newFormula(pick.formula)),
      newButton("‹", "way", go(-1), "The question before"),
      make("span", {}, `${at + 1} of ${picks.length}`),
      newButton("›", "way", go(1), "The next question"),
    );
    const list = this.list = newPart("ol", "replies");
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", pick.asks);
    list.append(...pick.replies.map((reply, i) => this.newReply(reply, i)));
    return [turn, list];
  }

  private newReply({ words, line }: Reply, place: number) {
    const shown = line === undefined ? null : this.panel.lines[line];
    const text = make("section", {}, newText("title", shown ? shown.title : words ?? ""), shown && newFormula(shown.formula));
    const item = make("li", {}, text);
    item.setAttribute("role", "option");
    item.addEventListener("click", () => { this.choose(place); });
    return item;
  }

  // Show what is chosen, where each line stands, and what was said.
  private show() {
    const { puzzle, tried: { order, at, chosen }, verdict } = this;
    const items = this.rows();
    items.forEach((item, i) => {
      if (puzzle.order) {
        const { title } = this.panel.lines[puzzle.order.lines[order[i]]];
        const [grip, up, down] = item.querySelectorAll("button");
        grip.setAttribute("aria-label", `${title}, ${i + 1} of ${items.length}. The arrow keys up and down move it.`);
        up.disabled = i === 0;
        down.disabled = i === items.length - 1;
      } else {
        item.setAttribute("aria-selected", String(chosen[at] === i));
        item.tabIndex = i === (chosen[at] ?? 0) ? 0 : -1;
      }
      item.classList.toggle("is-wrong", verdict?.place === i && !verdict.right);
      item.classList.toggle("is-right", verdict?.place === i && verdict.right);
    });
    this.reply.textContent = verdict?.says ?? "";
    this.reply.classList.toggle("is-right", verdict?.right ?? false);
  }

  // ---- putting lines in order

  private rows() {
    return [...this.list.children] as HTMLElement[];
  }

  // Move a row on the page; the focus stays where it is.
  private moveRow(row: HTMLElement, to: number) {
    const focused = document.activeElement;
    const others = this.rows().filter((each) => each !== row);
    this.list.insertBefore(row, others.at(to) ?? null);
    if (focused instanceof HTMLElement && row.contains(focused)) focused.focus({ preventScroll: true });
  }

  private settle(row: HTMLElement) {
    const rows = this.rows();
    this.take({ ...this.tried, order: rows.map((each) => Number(each.dataset.line)) });
    this.show();
    const title = row.querySelector(".stage-title")?.textContent ?? "";
    this.page.say(`${title}: now ${rows.indexOf(row) + 1} of ${rows.length}.`);
  }

  private shift(row: HTMLElement, by: number) {
    const to = this.rows().indexOf(row) + by;
    if (to < 0 || to >= this.rows().length) return;
    this.moveRow(row, to);
    this.settle(row);
    row.scrollIntoView({ block: "nearest" });
  }

  // A finger moves a line by its grip, and scrolls elsewhere.
  private onDown(event: PointerEvent) {
    const target = elementOf(event);
    const row = target.closest("li");
    const grip = target.closest(".stage-grip");
    if (!row || this.drag || event.button || !event.isPrimary || (!grip && (event.pointerType === "touch" || target.closest("button")))) return;
    this.list.setPointerCapture(event.pointerId);
    this.drag = { row, pointer: event.pointerId };
    row.classList.add("is-held");
  }

  private onMove({ pointerId, clientY }: PointerEvent) {
    const { drag } = this;
    if (drag?.pointer !== pointerId) return;
    const others = this.rows().filter((row) => row !== drag.row);
    const to = others.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2 < clientY;
    }).length;
    if (to !== this.rows().indexOf(drag.row)) this.moveRow(drag.row, to);
  }

  // Another finger ends nothing.
  private drop(stays: boolean, pointer = this.drag?.pointer) {
    const { drag, tried } = this;
    if (!drag || drag.pointer !== pointer) return;
    this.drag = null;
    drag.row.classList.remove("is-held");
    if (!stays) this.list.append(...tried.order.map((place) => this.rows().find(({ dataset }) => dataset.line === String(place)) ?? ""));
    else if (this.rows().some(({ dataset }, i) => dataset.line !== String(tried.order[i]))) this.settle(drag.row);
  }

  layOut() {
    this.node.style.removeProperty("--stage-fit");
  }

  // No step changes a puzzle.
  draw() {
    fit(this.node);
  }

  /** Whether the puzzle takes a key: the arrows move the line whose grip has the focus, Escape ends a drag. */
  onKey({ key, target }: KeyboardEvent) {
    if (key === "Escape" && this.drag) {
      this.drop(false);
      return true;
    }
    const by = SHIFTS[key];
    const row = target instanceof Element && target.closest(".stage-grip, .stage-way") ? target.closest<HTMLElement>(".stage-lines li") : null;
    if (!by || !row) return false;
    this.shift(row, by);
    return true;
  }

  // ---- choosing

  private choose(place: number) {
    const { tried } = this;
    this.take({ ...tried, chosen: tried.chosen.map((reply, i) => (i === tried.at ? place : reply)) });
    this.show();
  }

  // A list of replies is one stop of Tab; the stage leaves its keys alone.
  private onListKey(event: KeyboardEvent) {
    const items = this.rows();
    const at = items.findIndex((item) => item === event.target);
    if (this.puzzle.order || at < 0) return;
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1, " ": at, Enter: at }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(items.length - 1, to));
    this.choose(next);
    items[next].focus();
  }

  // ---- asking

  private check() {
    this.verdict = this.judge();
    this.show();
    this.page.say(this.verdict.says);
    this.reply.scrollIntoView({ block: "nearest" });
    // A wrong answer passes nothing, also where the puzzles were solved before they were asked for.
    if (!this.verdict.right || !this.isSolved) return;
    this.solved.add(this.puzzle.letter);
    if (!this.asked?.puzzles || !Array.from(this.asked.puzzles).every((letter) => this.solved.has(letter))) return;
    this.solved.clear();
    this.pass(this.asked.remember);
  }

  // Whether the lines are in order, or all questions have their right replies.
  private get isSolved() {
    const { puzzle: { picks = [] }, tried: { chosen } } = this;
    return picks.every(({ replies }, i) => replies.at(chosen[i] ?? replies.length)?.right === true);
  }

  private judge(): Verdict {
    const { puzzle, tried: { order, at, chosen } } = this;
    if (puzzle.order) {
      const fault = faultOf(puzzle, order);
      return fault ? { ...fault, right: false } : { says: puzzle.order.says, right: true, place: null };
    }
    const place = chosen[at];
    const reply = place === null ? undefined : puzzle.picks?.[at].replies[place];
    return reply ? { says: reply.says, right: reply.right, place } : { says: "Choose an answer first.", right: false, place: null };
  }
}
