// The facts, and a sentence for every step.

import { html, nothing } from "lit-html";

import { elementOf } from "../page/listen.ts";
import { setText } from "../page/make.ts";
import { render } from "../page/render.ts";
import { marked } from "../page/symbols.ts";
import { lineNumbers } from "../store/line.ts";
import { fillAt, fillIn, textAt } from "./text.ts";
import { suitText } from "./suit.ts";
import type { HandLine, Model } from "../store/model.ts";
import type { On } from "../page/listen.ts";
import type { Page } from "../page/page.ts";
import type { Fact, Payload, Symbol as SymbolData } from "../store/payload.ts";

const LATER = "Shown at the end.";
const END = "This is the end of the run on your points. Press Step (→) to begin from the start.";

const SOME = 300; // the most steps among which the longest sentence is sought
const NUMBERED = "has-numbers"; // the class of a stage whose numbers are unfolded

/** The words of a sentence, up to its first line break, and its paragraphs of numbers. */
const partsOf = (sentence: string) => sentence.split(/\n\n|(?<=^[^\n]*)\n/);

/** The most lines of numbers that a sentence has side by side. */
const linesOf = (sentences: readonly string[]) =>
  Math.max(...sentences.flatMap((sentence) => partsOf(sentence).map((part, place) => place && part.split("\n").length)));

/** A sentence, or a part of it, as it is said. */
const flat = (sentence: string) => sentence.replace(/[\t\n]+/g, " ");

/** A sentence for the ear: signs that voices leave out are words. */
const spoken = (sentence: string) => flat(sentence).replaceAll("≥", "at least").replaceAll("≤", "at most").replaceAll("→", "to");

/** The longest words of a run and its longest first numbers; in a long run those of some of its steps. */
function longest(data: Payload) {
  const apart = Math.max(1, data.last / SOME);
  const steps = Array.from({ length: Math.floor(data.last / apart) }, (_, i) => Math.floor(i * apart));
  const sentences = [...steps, data.last].map((step) => partsOf(textAt(data.texts.sentence, { step, data })));
  return [0, 1].map((i) => sentences.reduce((most, { [i]: part = "" }) => (part.length > most.length ? flat(part) : most), "")).join("\n");
}

/** The sentence while the line is turned. */
function lineWords(line: HandLine, model: Model) {
  const numbers: Record<string, number> = lineNumbers(line, model);
  return fillIn(model.need("handle").words, (name) => numbers[name]);
}

/** The sentence about the selected dot, with what a click does, unless the board is locked. */
function dotWords(model: Model) {
  const { words, columns, offer } = model.need("picking");
  const text = fillIn(words, (name) => String(columns[name][model.picked]));
  return offer && !model.data.locked ? `${text} ${offer}` : text;
}

export class Words {
  private readonly model: Model;
  private readonly page: Page;
  private announced: string | null = null;
  private shown: string | null = null;
  private reserved: Payload | null = null;
  private symbols = new Map<string, SymbolData>();
  private pattern = patternOf([]);

  constructor(model: Model, page: Page) {
    this.model = model;
    this.page = page;
  }

  listen(on: On) {
    const [sentence, panels] = [this.page.part("sentence"), this.page.part("panels")];
    // Pointing at a symbol, or focusing it by the keyboard, highlights its marks in the picture, and a mark its symbols.
    for (const type of ["pointerover", "focusin"] as const)
      on(sentence, type, (event) => this.light(elementOf(event).getAttribute("data-lights")));
    for (const type of ["pointerleave", "focusout"] as const) on(sentence, type, () => this.light(null));
    on(panels, "pointerover", (event) => this.light(partAt(elementOf(event))));
    on(panels, "pointerleave", ({ pointerType }) => {
      if (pointerType !== "touch") this.light(null); // what a finger has touched stays highlighted
    });
    on(sentence, "keydown", (event) => {
      const node = elementOf(event);
      if (node.getAttribute("data-do") !== "explain" || ![" ", "Enter"].includes(event.key)) return;
      event.preventDefault();
      this.explain(node);
    });
  }

  build() {
    const { page, model, model: { data: { facts, symbols, texts } } } = this;
    const hides = ({ outcome }: Fact) => outcome && model.waits;
    const notes = facts.filter((fact) => fact.note && fact.on === undefined && !hides(fact)).map(({ name, note }) => `${name}: ${note}`).join("\n");
    const about = notes ? html`<button type="button" class="stage-explain" data-do="explain" title=${notes} aria-label="About these numbers"></button>` : nothing;
    render(facts.map((fact, i) => html`<div class=${fact.outcome && fact.on === undefined ? "is-last" : nothing}><dt>${marked(fact.name)}</dt><dd data-room=${fact.value}><span translate="no">${hides(fact) ? "?" : fact.value}</span>${i ? nothing : about}${
      fact.on === undefined ? nothing : html`<button type="button" data-do="explain" data-fact=${i} title=${hides(fact) ? LATER : fact.note}
        aria-label=${`About ${fact.name}`} aria-pressed=${fact.on}></button>`}</dd></div>`), page.part("facts"));
    this.stop();
    page.root.style.setProperty("--stage-lines", String(linesOf(texts.sentence.templates)));
    this.symbols = new Map((symbols ?? []).map((symbol) => [symbol.text, symbol]));
    this.pattern = patternOf([...this.symbols.keys()]);
  }

  // While presenting, reserve the room of the longest sentence.
  private reserve() {
    const { model: { data }, page: { root } } = this;
    if (this.reserved !== data) root.dataset.longest = longest(data);
    this.reserved = data;
  }

  // The facts are one stop of Tab; arrows go from one to the next, around.
  private stop(chosen = this.notes.find(({ tabIndex }) => tabIndex === 0) ?? this.notes.at(0)) {
    for (const button of this.notes) button.tabIndex = button === chosen ? 0 : -1;
  }

  private get notes() {
    return [...this.page.part("facts").querySelectorAll("button")];
  }

  go(by: number) {
    const { notes } = this;
    const next = notes[(notes.findIndex(({ tabIndex }) => tabIndex === 0) + by + notes.length) % notes.length];
    this.stop(next);
    next.focus();
  }

  /** What a touch on a fact sets: the key of a control, and its text; none where the visitor can set nothing. */
  settingAt(button: HTMLElement) {
    const { facts, settings } = this.model.data;
    return settings ? facts.find((_, i) => String(i) === button.dataset.fact)?.sets : undefined;
  }

  // Show the notes under the facts, for visitors who cannot hover over them; a press elsewhere hides them.
  explain(button: Element) {
    const note = this.page.part("note");
    const box = (button.closest("dd")?.parentElement ?? button).getBoundingClientRect();
    note.textContent = button.getAttribute("title");
    note.showPopover();
    const room = document.documentElement.clientWidth - note.offsetWidth - 8;
    const low = box.bottom + 4 + note.offsetHeight > document.documentElement.clientHeight;
    const top = low ? Math.max(8, box.top - 4 - note.offsetHeight) : box.bottom + 4;
    Object.assign(note.style, { left: `${Math.max(8, Math.min(box.left, room))}px`, top: `${top}px` });
  }

  // While the stage plays, sentences come too fast to be read aloud.
  draw() {
    const { page, model } = this;
    if (page.present.on) this.reserve();
    const { data: { texts }, picked, line } = model;
    const question = model.waits;
    const place = (templates = texts.position.templates) => textAt({ ...texts.position, templates }, model);
    setText(page.part("position"), place(question?.position));
    setText(page.part("tally"), place(question?.tally ?? question?.position));
    const sentence = line ? lineWords(line, model) : picked >= 0 ? dotWords(model)
      : model.ends ? suitText(END) : textAt(texts.sentence, model);
    if (this.shown !== sentence) this.tell((this.shown = sentence));
    const said = !model.shows("sentence") ? "" : spoken(model.shows("numbers") ? sentence : partsOf(sentence)[0]);
    if (model.playing || line || this.announced === said) return;
    this.announced = said;
    page.say(said);
  }

  // The words, and below them the numbers; if there is little room, these wait for a touch.
  private tell(sentence: string) {
    const { root } = this.page;
    const [words, ...numbers] = partsOf(sentence);
    const explained = new Set<string>();
    const cells = (row: string) => row.split("\t").map((cell, _, { length }) => {
      const mark = (length > 1 && /[,:;.]$/.exec(cell)?.[0]) || "";
      return html`<span>${this.pieces(cell.slice(0, cell.length - mark.length), explained)}<i>${mark}</i></span> `;
    });
    const rows = (paragraph: string) => html`<span class=${/:$/m.test(paragraph) ? "stage-sum" : nothing}>${paragraph.split("\n").map((row) => html`<span>${cells(row)}</span>`)}</span>`;
    // The visible words of the button are in the style sheet, outside the sentence.
    render([html`<span class="stage-words">${this.pieces(words, explained)}</span>`, numbers.length
      ? html` <button type="button" class="stage-unfold" data-do="numbers" aria-label="in numbers"
        aria-expanded=${root.classList.contains(NUMBERED)}></button><span class="stage-numbers">${numbers.map(rows)}</span>` : nothing],
    this.page.part("sentence"));
    this.light(null);
  }

  // A text with its symbols in their colours; each is explained at its first place. A symbol has a button's role, because
  // lines may always break around a browser's own buttons.
  private pieces(text: string, explained: Set<string>) {
    return text.split(this.pattern).map((piece, i) => {
      const symbol = i % 2 ? this.symbols.get(piece) : undefined;
      if (!symbol) return marked(piece);
      const first = symbol.note && !explained.has(piece);
      explained.add(piece);
      return html`<span class="stage-symbol" translate="no" .style=${`--stage-tone: ${symbol.color}`} data-lights=${symbol.part ?? nothing}
        role=${first ? "button" : nothing} tabindex=${first ? 0 : nothing} data-do=${first ? "explain" : nothing}
        title=${first ? fillAt(symbol.note, this.model) : nothing}>${piece}</span>`;
    });
  }

  // Once unfolded, the numbers stay unfolded at every step.
  unfoldNumbers() {
    const open = this.page.root.classList.toggle(NUMBERED);
    this.page.part("sentence").querySelector("button")?.setAttribute("aria-expanded", String(open));
  }

  private light(part: string | null) {
    for (const node of this.page.root.querySelectorAll<HTMLElement | SVGElement>("[data-part], [data-lights]"))
      node.classList.toggle("is-lit", (node.dataset.part ?? node.dataset.lights) === part);
  }
}

/** The part of the mark at this place; beside the board a panel shows one part, and all of it counts as its mark. */
function partAt(node: Element) {
  const mark = node.closest("[data-part]") ?? node.closest('.stage-panel:not([data-area="board"])')?.querySelector("[data-part]");
  return mark?.getAttribute("data-part") ?? null;
}

// The pattern of symbols that stand alone; a longer symbol goes before a shorter one.
function patternOf(texts: readonly string[]) {
  const escaped = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const any = escaped.sort((a, b) => b.length - a.length).join("|");
  return new RegExp(`(?<![\\p{L}\\d])(${any || "(?!)"})(?![\\p{L}\\d₀-₉])`, "u");
}
