// The facts, and a sentence for every step.

import { ends, waits } from "../store/outcome.ts";
import { lineNumbers } from "../store/line.ts";
import { fillIn, textAt } from "./text.ts";
import { number } from "./numbers.ts";
import { suitText } from "./suit.ts";

const LATER = "This number is shown at the end.";
const FOLLOWING = "While you edit, the line shows where the run ends. Press Step to go there from the start.";
const END = "This is the end of the run on your points. Press Step (→) to begin from the start.";

const SOME = 300; // the most steps among which the longest sentence is sought

/**
 * The longest sentence of a run; in a long run the longest of some of its steps.
 * @param {import("../store/payload.ts").Payload} data
 */
function longest(data) {
  const apart = Math.max(1, data.last / SOME);
  const steps = Array.from({ length: Math.floor(data.last / apart) }, (_, i) => Math.floor(i * apart));
  const sentences = [...steps, data.last].map((step) => textAt(data.texts.sentence, { step, data }));
  return sentences.reduce((most, sentence) => (sentence.length > most.length ? sentence : most));
}

/**
 * The sentence while the line is turned.
 * @param {import("../store/model.ts").HandLine} line
 * @param {import("../store/model.ts").Model} model
 */
function lineWords(line, model) {
  const numbers = lineNumbers(line, model);
  return fillIn(model.need("handle").words, (name) => numbers[name]);
}

/**
 * The sentence about the selected dot, with what a click does, unless the board is locked.
 * @param {import("../store/model.ts").Model} model
 */
function dotWords(model) {
  const { words, columns, offer } = model.need("picking");
  const text = fillIn(words, (name) => String(columns[name][model.picked]));
  return offer && !model.data.locked ? `${text} ${offer}` : text;
}

export class Words {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   */
  constructor(model, page) {
    this.model = model;
    this.page = page;
    this.announced = this.shown = this.reserved = null;
    this.unfold = newUnfold();
    /** @type {Map<string, import("../store/payload.ts").Symbol>} */
    this.symbols = new Map();
    this.pattern = patternOf([]);
  }

  listen(on) {
    const sentence = this.page.part("sentence");
    // Pointing at a symbol, or focusing it by the keyboard, highlights its marks in the picture.
    for (const [type, lit] of [["pointerover", true], ["focusin", true], ["pointerleave", false], ["focusout", false]])
      on(sentence, type, ({ target }) => this.light(lit ? target.dataset.lights : null));
    on(sentence, "keydown", (event) => {
      if (event.target.dataset.do !== "explain" || ![" ", "Enter"].includes(event.key)) return;
      event.preventDefault();
      this.explain(event.target);
    });
  }

  build() {
    const { page, model, model: { data } } = this;
    const { facts } = data;
    const list = page.part("facts");
    while (list.children.length > facts.length) list.lastChild.remove();
    facts.forEach(({ name, value, note, outcome }, i) => {
      const hidden = outcome && waits(model);
      const fact = list.children[i] ?? list.appendChild(newFact());
      const [term, definition] = fact.children;
      const [quantity, button] = definition.children;
      term.textContent = name;
      quantity.textContent = hidden ? "?" : value;
      definition.dataset.room = value;
      button.title = hidden ? LATER : note;
      button.hidden = !note;
      button.setAttribute("aria-label", `About ${name}`);
    });
    this.stop();
    this.symbols = new Map((data.symbols ?? []).map((symbol) => [symbol.text, symbol]));
    this.pattern = patternOf([...this.symbols.keys()]);
  }

  // While presenting, reserve the room of the longest sentence.
  reserve() {
    const { model: { data }, page: { root } } = this;
    if (this.reserved !== data) root.dataset.longest = longest(data);
    this.reserved = data;
  }

  // The facts are one stop of Tab; arrows go from one to the next, around.
  stop(chosen = this.notes.find(({ tabIndex }) => tabIndex === 0) ?? this.notes[0]) {
    for (const button of this.notes) button.tabIndex = button === chosen ? 0 : -1;
  }

  /** @returns {HTMLElement[]} */
  get notes() {
    return [...this.page.part("facts").querySelectorAll("button:not([hidden])")];
  }

  go(by) {
    const { notes } = this;
    const next = notes[(notes.findIndex(({ tabIndex }) => tabIndex === 0) + by + notes.length) % notes.length];
    this.stop(next);
    next.focus();
  }

  // Show the note under a fact, for visitors who cannot hover over it; a press elsewhere hides it.
  explain(button) {
    const note = this.page.part("note");
    const box = (button.closest("dd")?.parentElement ?? button).getBoundingClientRect();
    note.textContent = button.title;
    note.showPopover();
    const room = document.documentElement.clientWidth - note.offsetWidth - 8;
    const low = box.bottom + 4 + note.offsetHeight > document.documentElement.clientHeight;
    const top = low ? box.top - 4 - note.offsetHeight : box.bottom + 4;
    Object.assign(note.style, { left: `${Math.max(8, Math.min(box.left, room))}px`, top: `${top}px` });
  }

  // While the stage plays, sentences come too fast to be read aloud.
  draw(playing) {
    const { page, model } = this;
    if (page.present.on) this.reserve();
    const { data: { texts }, picked, line } = model;
    const question = waits(model);
    const position = question?.position ? { ...texts.position, templates: question.position } : texts.position;
    page.part("position").textContent = textAt(position, model);
    page.part("tally").textContent = textAt(question?.tally ? { ...position, templates: question.tally } : position, model);
    const sentence = line ? lineWords(line, model) : picked >= 0 ? dotWords(model)
      : ends(model) ? suitText(END) : model.lineStep > model.step ? FOLLOWING : textAt(texts.sentence, model);
    if (this.shown !== sentence) this.tell((this.shown = sentence));
    if (playing || line || this.announced === sentence) return;
    this.announced = sentence;
    page.say(sentence.replace("\n", " "));
  }

  // The first line is for everybody; if there is little room, the second line, of numbers, waits for a touch.
  tell(sentence) {
    const [first, ...numbers] = sentence.split("\n");
    const explained = new Set();
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
  pieces(text, explained) {
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

  light(part) {
    for (const mark of this.page.root.querySelectorAll("[data-part]"))
      mark.classList.toggle("is-lit", mark.dataset.part === part);
  }
}

// The pattern of symbols that stand alone; a longer symbol goes before a shorter one.
function patternOf(texts) {
  const escaped = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const any = escaped.sort((a, b) => b.length - a.length).join("|");
  return new RegExp(`(?<![\\p{L}\\d])(${any || "(?!)"})(?![\\p{L}\\d])`, "u");
}

// A span with a button's role, because lines may always break around a browser's own buttons.
function newSymbol(note) {
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

function newFact() {
  const [fact, term, definition, quantity] = ["div", "dt", "dd", "span"].map((name) => document.createElement(name));
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.do = "explain";
  definition.append(quantity, button);
  fact.append(term, definition);
  return fact;
}
