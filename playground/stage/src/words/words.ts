// The facts, and a sentence for every step.

import { html, render } from "lit-html";

import { elementOf } from "../page/listen.ts";
import { lineNumbers } from "../store/line.ts";
import { fillIn, textAt } from "./text.ts";
import { suitText } from "./suit.ts";
import type { HandLine, Model } from "../store/model.ts";
import type { On } from "../page/listen.ts";
import type { Page } from "../page/page.ts";
import type { Payload, Symbol as SymbolData } from "../store/payload.ts";

const LATER = "This number is shown at the end.";
const FOLLOWING = "While you edit, the line shows where the run ends. Press Step to go there from the start.";
const END = "This is the end of the run on your points. Press Step (→) to begin from the start.";

const SOME = 300; // the most steps among which the longest sentence is sought

/** The longest sentence of a run; in a long run the longest of some of its steps. */
function longest(data: Payload) {
  const apart = Math.max(1, data.last / SOME);
  const steps = Array.from({ length: Math.floor(data.last / apart) }, (_, i) => Math.floor(i * apart));
  const sentences = [...steps, data.last].map((step) => textAt(data.texts.sentence, { step, data }));
  return sentences.reduce((most, sentence) => (sentence.length > most.length ? sentence : most));
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
  private readonly unfold = newUnfold();
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
    const sentence = this.page.part("sentence");
    // Pointing at a symbol, or focusing it by the keyboard, highlights its marks in the picture.
    for (const type of ["pointerover", "focusin"] as const)
      on(sentence, type, (event) => this.light(elementOf(event).getAttribute("data-lights")));
    for (const type of ["pointerleave", "focusout"] as const) on(sentence, type, () => this.light(null));
    on(sentence, "keydown", (event) => {
      const node = elementOf(event);
      if (node.getAttribute("data-do") !== "explain" || ![" ", "Enter"].includes(event.key)) return;
      event.preventDefault();
      this.explain(node);
    });
  }

  build() {
    const { page, model, model: { data: { facts, symbols } } } = this;
    const waiting = model.waits;
    render(facts.map(({ name, value, note, outcome }) => {
      const hidden = outcome && waiting;
      return html`<div><dt>${name}</dt><dd data-room=${value}><span>${hidden ? "?" : value}</span><button type="button"
        data-do="explain" title=${hidden ? LATER : note} ?hidden=${!note} aria-label=${`About ${name}`}></button></dd></div>`;
    }), page.part("facts"));
    this.stop();
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
    return [...this.page.part("facts").querySelectorAll<HTMLButtonElement>("button:not([hidden])")];
  }

  go(by: number) {
    const { notes } = this;
    const next = notes[(notes.findIndex(({ tabIndex }) => tabIndex === 0) + by + notes.length) % notes.length];
    this.stop(next);
    next.focus();
  }

  // Show the note under a fact, for visitors who cannot hover over it; a press elsewhere hides it.
  explain(button: Element) {
    const note = this.page.part("note");
    const box = (button.closest("dd")?.parentElement ?? button).getBoundingClientRect();
    note.textContent = button.getAttribute("title");
    note.showPopover();
    const room = document.documentElement.clientWidth - note.offsetWidth - 8;
    const low = box.bottom + 4 + note.offsetHeight > document.documentElement.clientHeight;
    const top = low ? box.top - 4 - note.offsetHeight : box.bottom + 4;
    Object.assign(note.style, { left: `${Math.max(8, Math.min(box.left, room))}px`, top: `${top}px` });
  }

  // While the stage plays, sentences come too fast to be read aloud.
  draw() {
    const { page, model } = this;
    if (page.present.on) this.reserve();
    const { data: { texts }, picked, line } = model;
    const question = model.waits;
    const position = question?.position ? { ...texts.position, templates: question.position } : texts.position;
    page.part("position").textContent = textAt(position, model);
    page.part("tally").textContent = textAt(question?.tally ? { ...position, templates: question.tally } : position, model);
    const sentence = line ? lineWords(line, model) : picked >= 0 ? dotWords(model)
      : model.ends ? suitText(END) : model.lineStep > model.step ? FOLLOWING : textAt(texts.sentence, model);
    if (this.shown !== sentence) this.tell((this.shown = sentence));
    const said = !model.shows("sentence") ? "" : model.shows("numbers") ? sentence.replace("\n", " ") : sentence.split("\n", 1)[0];
    if (model.playing || line || this.announced === said) return;
    this.announced = said;
    page.say(said);
  }

  // The first line is for everybody; if there is little room, the second line, of numbers, waits for a touch.
  private tell(sentence: string) {
    const [first, ...numbers] = sentence.split("\n");
    const explained = new Set<string>();
    const nodes = this.pieces(first, explained);
    if (numbers.length) {
      const more = document.createElement("span");
      more.className = "stage-numbers";
      more.append(...this.pieces(numbers.join(" "), explained));
      nodes.push(" ", this.unfold, more);
    }
    this.page.part("sentence").replaceChildren(...nodes);
    this.light(null);
  }

  // A text with its symbols in their colours; each is explained at its first place.
  private pieces(text: string, explained: Set<string>): (Node | string)[] {
    return text.split(this.pattern).map((piece, i) => {
      const symbol = i % 2 ? this.symbols.get(piece) : undefined;
      if (!symbol) return piece;
      const node = explained.has(piece) || !symbol.note ? document.createElement("span") : newSymbol(symbol.note);
      explained.add(piece);
      node.classList.add("stage-symbol");
      node.style.setProperty("--stage-tone", symbol.color);
      if (symbol.part) node.dataset.lights = symbol.part;
      node.textContent = piece;
      return node;
    });
  }

  // Once unfolded, the numbers stay unfolded at every step.
  unfoldNumbers() {
    const open = this.page.root.classList.toggle("has-numbers");
    this.unfold.setAttribute("aria-expanded", String(open));
  }

  private light(part: string | null) {
    for (const mark of this.page.root.querySelectorAll("[data-part]"))
      mark.classList.toggle("is-lit", mark.getAttribute("data-part") === part);
  }
}

// The pattern of symbols that stand alone; a longer symbol goes before a shorter one.
function patternOf(texts: readonly string[]) {
  const escaped = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const any = escaped.sort((a, b) => b.length - a.length).join("|");
  return new RegExp(`(?<![\\p{L}\\d])(${any || "(?!)"})(?![\\p{L}\\d₀-₉])`, "u");
}

// A span with a button's role, because lines may always break around a browser's own buttons.
function newSymbol(note: string) {
  const node = document.createElement("span");
  node.setAttribute("role", "button");
  node.tabIndex = 0;
  node.dataset.do = "explain";
  node.title = note;
  return node;
}

function newUnfold() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "stage-unfold";
  button.dataset.do = "numbers";
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-label", "in numbers"); // its visible words are in the style sheet, outside the sentence
  return button;
}
