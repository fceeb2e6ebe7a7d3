// Making exercises: a list of boards with their questions, boards to show and lessons, beside the board, kept in this
// browser until it is shared as a link or saved as a file. The server checks the list; this module only stores and sends it.

import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";

import { displayed, linkToShare } from "../link/query.ts";
import type { Requests } from "../link/requests.ts";
import type { Page } from "../page/page.ts";
import { find } from "../page/parts.ts";
import { render } from "../page/render.ts";
import { LIST, keepText, recallJson } from "../store/kept.ts";
import type { Model } from "../store/model.ts";
import type { Code, Listed } from "../store/payload.ts";
import { reason } from "../store/reason.ts";
import { EXERCISE, LIST_MARK, LONGEST_LINK } from "../store/shared.ts";
import { coursesOf, fileOf } from "./course.ts";
import { packedList, save } from "./files.ts";
import { formOf, pathOf, type Kept, type List } from "./form.ts";
import { NO_CODE, TOO_LONG, copyFrom, isLocal, isServed, lightLink } from "./links.ts";
import type { Shown } from "./saving.ts";
import { puzzleAnew } from "./unsolved.ts";

const RESTS = 500; // ms without a change before the server is asked about the list
const BEGIN = "Set up a board, add it, and ask about it. Then the next one.";
const MIXED = "Worksheets and courses ask a lesson's questions, and leave out boards without one. A room asks about each board of points.";

const NEWEST = 3; // the last version of lists that is read
const UNCHECKED = { choices: undefined, right: undefined, number: undefined, asked: undefined };

const OWN_BOARD = /^\/?[\w-]*(\?|$)/; // a page of this app; another address could be a script, or lead elsewhere

function isListed(item: unknown): item is Kept {
  const { board, ask, kind = "exercise" } = (item ?? {}) as Partial<Record<keyof Listed, unknown>>;
  const known = kind === "exercise" ? typeof ask === "string" : kind === "board" || kind === "lesson";
  return typeof board === "string" && OWN_BOARD.test(board) && known;
}

const listedIn = (items: unknown): readonly Kept[] => (Array.isArray(items) ? (items as unknown[]).filter(isListed) : []);

const isLecture = (items: readonly Kept[]) => items.some(({ by, room, notes }) => by ?? room ?? notes?.trim());

// The first version that can hold these items: only exercises have no kind.
const versionOf = (items: readonly Kept[]) => (isLecture(items) ? NEWEST : items.every(({ kind, sets }) => !kind && !sets) ? 1 : 2);

// An item without its empty entries.
function tidy({ kind, board, ask = "", choices, right, number, hint, answer, hide, solved, sets, by, room, notes }: Listed): Listed {
  const lecture = { ...(by && { by }), ...(room && { room }), ...(notes?.trim() && { notes: notes.trim() }) };
  if (kind) return { kind, board, ...lecture };
  const named = (choices ?? []).map((choice) => choice.trim()).filter(Boolean);
  const chosen = right?.trim() ?? "";
  const texts = Object.entries({ hint, answer, hide, solved, sets }).map(([name, text]) => [name, text?.trim()] as const);
  return {
    board, ask: ask.trim(),
    ...(choices ? { choices: named, ...(named.includes(chosen) && { right: chosen }) } : number !== undefined && { number }),
    ...Object.fromEntries(texts.filter(([, text]) => text)), ...lecture,
  };
}

function pageOf(item: Listed) {
  const path = pathOf(item);
  return path ? path[0].toUpperCase() + path.slice(1) : "Playground";
}

// What a row says of its item: its question or title, and what it is.
function wordsOf(item: Kept) {
  const { kind, board, ask, title } = item;
  if (kind === "lesson") return [title ?? new URLSearchParams(board.split("?")[1]).get("lesson") ?? "", "Lesson"];
  return kind === "board" ? [pageOf(item), "Board"] : [ask || "…", pageOf(item)];
}

export class Exercises implements List {
  readonly node: HTMLElement;
  items: readonly Kept[];
  code: Code | null = null;
  shown = false;
  private readonly model: Model;
  private readonly page: Page;
  private readonly questions: Requests;
  private open: number; // the place of the exercise in the form
  private link = "";
  private wrong = ""; // what the browser finds wrong with the list
  private said = ""; // what is said to be wrong
  private taken: { readonly item: Kept; readonly place: number } | null = null; // the exercise last taken out, and its place
  private light: boolean | null = null; // whether the server has routes
  private rooms = false;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private forms = 0; // the number of the form
  private turn = 0; // the number of the last question; earlier answers are ignored

  constructor({ model, page, questions }: Shown) {
    this.model = model;
    this.page = page;
    this.questions = questions;
    this.node = page.part("list");
    const kept = (recallJson(LIST) ?? {}) as { items?: unknown; open?: unknown };
    this.items = listedIn(kept.items);
    this.open = Number.isInteger(kept.open) ? kept.open as number : -1;
    this.node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  toggle() {
    if (this.shown) {
      this.close();
      return;
    }
    this.show();
    find(this.node, "h2").focus();
  }

  show() {
    this.shown = true;
    this.node.hidden = false;
    this.keep();
    this.draw();
    void this.refresh(true);
    void Promise.all([isServed("scene/"), isServed("room/")]).then(([light, rooms]) => {
      Object.assign(this, { light, rooms });
      return this.refresh(true);
    });
  }

  private close() {
    this.shown = false;
    this.node.hidden = true;
    this.keep();
    this.page.button("share").focus();
  }

  private keep() {
    const { items, open, shown } = this;
    keepText(LIST, JSON.stringify({ items, open, shown }));
  }

  // ---- the list

  // Replace the whole list.
  change(items: readonly Kept[], open = this.open) {
    Object.assign(this, { items, open, said: "" });
    this.forms += 1;
    this.keep();
    this.draw();
    void this.refresh();
  }

  // Add the present board, with its own question until the visitor writes another; or to be shown alone; or its lesson.
  private add(item = this.asItIs()) {
    this.taken = null;
    this.change([...this.items, item], item.kind ? -1 : this.items.length);
    this.rowAt(this.items.length - 1)?.querySelector<HTMLTextAreaElement>("[name=ask]")?.select();
    this.page.say(`Exercise ${this.items.length} was added.`);
  }

  // The lesson of the present board; null if it has none.
  private get lesson(): Kept | null {
    const { address, guide } = this.model.data;
    const { lesson }: Partial<Record<string, string>> = address;
    return lesson ? { kind: "lesson", board: `${pathOf({ board: this.here })}?lesson=${lesson}`, title: guide?.title ?? lesson } : null;
  }

  // The present board as an exercise; its answer fits no other question than its own.
  private asItIs(): Kept {
    const { guide, question } = this.model.data;
    const own = guide?.task ? null : question;
    const item: Kept = { board: this.here, ask: own?.text ?? "" };
    if (own?.options) Object.assign(item, { choices: own.options, right: own.options[own.answer ?? -1], asked: item.ask });
    else if (own && own.answer !== null) Object.assign(item, { number: null, asked: item.ask });
    return item;
  }

  // Put the present board into an exercise; a question that is its board's own gives way to the new board's own.
  takeBoard(place: number) {
    const item = this.items[place];
    const news = item.kind || item.asked === undefined ? { board: this.here } : { ...UNCHECKED, ...this.asItIs() };
    this.change(this.items.with(place, { ...item, ...news }));
    this.page.say(`Exercise ${place + 1} now uses the board shown.`);
  }

  // Let a question set what the present board has otherwise than the exercise's.
  takeSettings(place: number) {
    const [before, now] = [this.items[place].board, this.here].map((link) => new URLSearchParams(link.split("?")[1]));
    const names = [...new Set([...now.keys(), ...before.keys()])].filter((name) => name !== "step" && now.get(name) !== before.get(name));
    const set = new URLSearchParams(names.map((name) => [name, now.get(name) ?? ""]));
    this.change(this.items.with(place, { ...this.items[place], sets: set.size ? set.toString() : undefined }));
  }

  // Change a question; another than the board's own has not its answer.
  rewrite(place: number, ask: string) {
    const { asked } = this.items[place];
    this.set(place, { ask, ...(asked !== undefined && ask !== asked && UNCHECKED) });
  }

  // The link to the present board, as a list holds it.
  private get here() {
    this.questions.writeAddress();
    const link = new URL(linkToShare(puzzleAnew(this.model.data, this.page.visit)));
    for (const name of [...EXERCISE, "lesson"]) link.searchParams.delete(name);
    return `${link.pathname.split("/").at(-1) ?? ""}${link.search}`;
  }

  private move(place: number, to: number) {
    this.change(this.items.toSpliced(place, 1).toSpliced(to, 0, this.items[place]),
      this.open === place ? to : this.open === to ? place : this.open);
    const row = this.rowAt(to);
    (row?.querySelector<HTMLElement>(`[data-move="${to < place ? "up" : "down"}"]:enabled`)
      ?? row?.querySelector("summary"))?.focus();
    this.page.say(`Exercise ${place + 1} is number ${to + 1} now.`);
  }

  private takeOut(place: number) {
    this.taken = { item: this.items[place], place };
    this.change(this.items.toSpliced(place, 1), -1);
    find(this.node, "button", ".stage-undo").focus();
    this.page.say(`Exercise ${place + 1} was removed.`);
  }

  private putBack({ item, place }: { readonly item: Kept; readonly place: number }) {
    this.taken = null;
    this.change(this.items.toSpliced(place, 0, item), -1);
  }

  set(place: number, news: Partial<Kept>) {
    this.items = this.items.with(place, { ...this.items[place], ...news });
    this.keep();
    this.draw();
    void this.refresh();
  }

  private rowAt(place: number) {
    return this.node.querySelector(`li:nth-child(${place + 1})`);
  }

  // ---- the link, and the server's answer about it

  // Show the link at once, and ask for its QR code when nothing has changed for a moment.
  private async refresh(rested = false) {
    const turn = (this.turn += 1);
    clearTimeout(this.resting);
    if (!this.shown) return;
    const { items } = this;
    this.page.busy("exercises", true);
    this.wrong = "";
    try {
      this.link = items.length ? await this.linkOf(items) : "";
    } catch (error) {
      this.link = "";
      this.wrong = `This browser cannot write the link: ${reason(error)}.`;
    }
    if (turn !== this.turn) return;
    const long = this.link.length;
    if (long > LONGEST_LINK)
      this.wrong = `The link has ${long.toLocaleString("en")} characters; ${LONGEST_LINK.toLocaleString("en")} can be sent. Remove an exercise, or save the list.`;
    this.offer();
    if (rested && this.light !== null) void this.ask(turn);
    else this.resting = setTimeout(() => this.ask(turn), this.light === null ? 0 : RESTS);
  }

  private async linkOf(items: readonly Kept[], open = 0) {
    const item = items[open];
    const link = new URL(pathOf(item) || ".", document.baseURI);
    link.searchParams.set("list", await packedList(items.map(tidy), versionOf(items)));
    if (open) link.searchParams.set("open", String(open + 1));
    const step = new URLSearchParams(item.board.split("?")[1]).get("step");
    if (step) link.searchParams.set("step", step);
    return link.href;
  }

  private get coded() {
    const link = this.link || linkToShare();
    return this.light ? lightLink(link) : link;
  }

  // Ask by a route, or by the session, whose answer comes with a message to the stage.
  private async ask(turn: number) {
    if (turn !== this.turn || this.light === null) return;
    const link = this.coded;
    if (!this.wrong && this.code?.link !== link) {
      try {
        if (this.light) this.hear(await this.codeOf(link));
        else this.page.visit.say("share", { link });
      } catch {
        if (turn === this.turn) this.say(NO_CODE);
      }
    }
    if (turn === this.turn) this.page.busy("exercises", false);
  }

  private codeOf(link: string) {
    return this.questions.get("share", { link });
  }

  hear(code: Code | null) {
    if (!code || code.link !== this.coded) return;
    this.code = code;
    if (!this.items.length && code.list.length && !this.taken) this.change([...code.list], -1);
    this.offer();
  }

  private get known() {
    return this.code?.link === this.coded ? this.code : null;
  }

  private offer() {
    if (this.shown) this.say(this.wrong || (this.known?.refused ?? ""));
  }

  private say(words: string) {
    if (words && this.said !== words) this.page.say(words);
    this.said = words;
    this.draw();
  }

  // ---- files

  private saveFile() {
    const { items } = this;
    save("perceptron-exercises.json", `${JSON.stringify({ [LIST_MARK]: versionOf(items), list: items.map(tidy) }, null, 1)}\n`);
  }

  private async pick(field: HTMLInputElement) {
    if (field.files?.[0]) await this.openFile(field.files[0]);
    field.value = "";
  }

  // The server reads the content of a file, as it reads a link.
  private async openFile(file: File) {
    try {
      const content = JSON.parse(await file.text()) as { [LIST_MARK]?: unknown; list?: unknown } | null;
      const version = content?.[LIST_MARK];
      if (!content || typeof version !== "number") throw new SyntaxError("another file");
      if (version > NEWEST) throw new Error(`“${file.name}” is of a newer version of the playground, and is not opened.`);
      const link = new URL(".", document.baseURI);
      link.searchParams.set("list", await packedList(content.list, version));
      if (link.href.length > LONGEST_LINK) throw new Error(`“${file.name}” is too long for a link, and is not opened.`);
      const code = this.light ? await this.codeOf(link.href) : null;
      if (code?.refused) throw new Error(code.refused);
      const list = listedIn(content.list);
      if (!code && !(Array.isArray(content.list) && list.length === content.list.length)) throw new SyntaxError("no list");
      this.taken = null;
      this.change(code ? [...code.list] : list, -1);
      this.page.say(`${this.items.length} exercises were opened.`);
    } catch (error) {
      this.say(error instanceof SyntaxError ? `“${file.name}” is no list of exercises.` : reason(error));
    }
  }

  async tryOut(place: number) {
    this.keep();
    window.location.assign(displayed(await this.linkOf(this.items, place)));
  }

  // ---- the list in the page

  private draw() {
    const { items, taken, lesson } = this;
    render(html`
      <header><h2 tabindex="-1">Exercises</h2><button type="button" @click=${() => this.close()}>Close</button></header>
      ${items.length ? nothing : html`<p>${BEGIN}</p>`}
      <ol>${items.map((item, place) => this.itemView(item, place))}</ol>
      ${taken && html`<p class="stage-taken">Exercise ${taken.place + 1} was removed. <button type="button" class="stage-undo"
        @click=${() => this.putBack(taken)}>Put it back</button></p>`}
      <div class="stage-row">
        <button type="button" class="stage-main" @click=${() => this.add()}>+ Add this board</button>
        <button type="button" title="A board to show, without a question" @click=${() => this.add({ kind: "board", board: this.here })}>+ Show this board</button>
        ${lesson && html`<button type="button" @click=${() => this.add(lesson)}>+ Add this lesson</button>`}
        <button type="button" @click=${() => find(this.node, "input", "[type=file]").click()}>Open a file …</button>
        <input type="file" accept=".json,application/json" hidden @change=${({ target }: Event) => this.pick(target as HTMLInputElement)}>
      </div>
      <p class="stage-wrong" .textContent=${this.said}></p>
      ${this.givingView()}`, this.node);
  }

  // The link, its code, and what is made of it.
  private givingView() {
    const { items, known, link } = this;
    const good = link !== "" && !this.wrong && !known?.refused;
    const query = link ? new URL(link).search : "";
    const note = good && known && !known.picture ? TOO_LONG
      : good && isLocal() ? "The code works on this computer alone; other devices need its network address." : "";
    const page = this.page.visit.page ?? "";
    const way = (kind: string, words: string, title: string) => html`<a data-kind=${kind} target="_blank" title=${title}
      ?hidden=${!this.light || !good} ?download=${kind === "pages"} href=${fileOf(kind, page, query)}>${words}</a>`;
    return html`<div class="stage-give" ?hidden=${!items.length}>
        <div class="stage-row">
          <input type="text" readonly class="stage-listed" aria-label="Link of the list" .value=${good ? link : ""}>
          <button type="button" @click=${({ currentTarget }: Event) => copyFrom(find(this.node, "input", ".stage-listed"), currentTarget as HTMLButtonElement)}>Copy</button>
        </div>
        <img alt="The link of the list as a QR code" ?hidden=${!good || !known?.picture} src=${known?.picture || nothing}>
        <p class="stage-coded" .textContent=${note}></p>
        <div class="stage-row">
          <button type="button" @click=${() => this.tryOut(0)}>Try from the start</button>
          <form method="post" target="_blank" action=${new URL("room", document.baseURI).href} ?hidden=${!this.rooms || !good}>
            <input type="hidden" name="page" value=${items.length ? pathOf(items[0]) || "playground" : ""}>
            <input type="hidden" name="query" value=${query}><button>${isLecture(items) ? "Give this lecture" : "Ask the class"}</button>
            <button name="alone" value="true" title="A room: each does the list alone, and a wall shows how far all are, without a name">Let the class do it</button>
          </form>
          <button type="button" @click=${() => this.saveFile()}>Save the list</button>
          ${way("worksheet", "Worksheet", "For a printer, with the key on its last pages")}
          ${way("pages", "Pages (ZIP)", "A folder of pages that need no server")}
          <a target="_blank" title="Reads the codes and files that your students hand in" ?hidden=${!this.light || !good}
            href=${new URL(`handed-in?list=${new URLSearchParams(query).get("list") ?? ""}`, document.baseURI).href}>What was handed in</a>
        </div>
        ${this.light && good ? coursesOf(page, query) : nothing}
        <p ?hidden=${!items.some(({ kind }) => kind)}>${MIXED}</p>
      </div>`;
  }

  private itemView(item: Kept, place: number) {
    const open = place === this.open;
    const [words, kind] = wordsOf(item);
    const toggle = (event: Event) => {
      event.preventDefault();
      this.open = open ? -1 : place;
      this.keep();
      this.draw();
      (event.currentTarget as HTMLElement).focus();
    };
    const move = (sign: string, label: string, to: number) => html`<button type="button" data-move=${to < place ? "up" : "down"}
      aria-label=${`${label} exercise ${place + 1}`} title=${`${label} exercise ${place + 1}`}
      ?disabled=${to < 0 || to >= this.items.length} @click=${() => this.move(place, to)}>${sign}</button>`;
    return html`<li>
        <details ?open=${open}>
          <summary @click=${toggle}><span>${words}</span><small>${kind}</small></summary>
          ${open ? keyed(this.forms, formOf(this, place)) : nothing}
        </details>
        <span class="stage-moves">
          ${move("↑", "Move up", place - 1)}${move("↓", "Move down", place + 1)}
          <button type="button" aria-label=${`Take out exercise ${place + 1}`} title=${`Take out exercise ${place + 1}`}
            @click=${() => this.takeOut(place)}>✕</button>
        </span>
      </li>`;
  }
}
