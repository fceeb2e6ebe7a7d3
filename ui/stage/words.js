// What the stage says in words: facts, and a sentence for every step.

import { number } from "./numbers.js";
import { waits } from "./outcome.js";
import { suited } from "./suit.js";
import { ends } from "./transport.js";
import { turnedNumbers } from "./turn.js";

const LATER = "This is shown at the end.";
const FOLLOWING = "The line follows your hand: it is where the run ends. Press Step to go there from the start.";
const END = "This is the end of the run, which follows your hand. Press Step (→) to begin from the start.";

// Numbers are written to three digits; `back` is how many steps before this one a value is from.
export function filled(template, value) {
  return template.replace(/\{(-?)(\w+)\}/g, (_, earlier, name) => {
    const found = value(name, earlier ? 1 : 0);
    return typeof found === "number" ? number(found) : found;
  });
}

// A text at the model's step.
export function written({ templates, which }, { step, data }) {
  return filled(templates[which[step]], (name, back) => data.columns[name][step - back]);
}

const SOME = 300; // steps whose sentences are looked at for the longest

/**
 * The longest sentence of a run, or of as many of its steps as tell how long it will be.
 * @param {import("./payload.js").Payload} data
 */
function longest(data) {
  const apart = Math.max(1, data.last / SOME);
  const steps = Array.from({ length: Math.floor(data.last / apart) }, (_, i) => Math.floor(i * apart));
  const sentences = [...steps, data.last].map((step) => written(data.texts.sentence, { step, data }));
  return sentences.reduce((most, sentence) => (sentence.length > most.length ? sentence : most));
}

/**
 * What is said while the line is turned.
 * @param {import("./model.js").Turned} turn
 * @param {import("./model.js").Model} model
 */
function turning(turn, model) {
  const numbers = turnedNumbers(turn, model);
  return filled(model.need("handle").words, (name) => numbers[name]);
}

/**
 * What is said of the dot that the hand is at, and what a click would do, for those who can.
 * @param {import("./model.js").Model} model
 */
function picking(model) {
  const { words, columns, offer } = model.need("picking");
  const said = filled(words, (name) => String(columns[name][model.picked]));
  return offer && !model.data.locked ? `${said} ${offer}` : said;
}

export class Words {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./page.js").Page} page
   */
  constructor(model, page) {
    this.model = model;
    this.page = page;
    this.heard = null;
    /** @type {Map<string, import("./payload.js").Symbol>} */
    this.symbols = new Map();
    this.pattern = patternOf([]);
  }

  listen(on) {
    const sentence = this.page.part("sentence");
    // Pointing at a symbol, or coming to it by the keyboard, shows what it means in the picture.
    for (const [type, lit] of [["pointerover", true], ["focusin", true], ["pointerleave", false], ["focusout", false]])
      on(sentence, type, ({ target }) => this.light(lit ? target.dataset.lights : null));
    on(sentence, "keydown", (event) => {
      if (!event.target.dataset.do || ![" ", "Enter"].includes(event.key)) return;
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
    page.root.dataset.longest = longest(data);
    this.symbols = new Map((data.symbols ?? []).map((symbol) => [symbol.text, symbol]));
    this.pattern = patternOf([...this.symbols.keys()]);
  }

  // The note under a fact, for hands that cannot hover over it; pressing anything else takes it away.
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

  // While the stage plays nobody can listen as fast.
  draw(playing) {
    const { page, model } = this;
    const { data: { texts }, picked, turn } = model;
    const question = waits(model);
    const position = question ? { ...texts.position, templates: question.position } : texts.position;
    page.part("position").textContent = written(position, model);
    const sentence = turn ? turning(turn, model) : picked >= 0 ? picking(model)
      : ends(model) ? suited(END) : model.lineStep > model.step ? FOLLOWING : written(texts.sentence, model);
    if (page.part("sentence").textContent !== sentence) this.tell(sentence);
    if (!playing && !turn && this.heard !== sentence) page.say((this.heard = sentence));
  }

  // A sentence whose symbols have their colours, each explained where it stands first.
  tell(sentence) {
    const met = new Set();
    const pieces = sentence.split(this.pattern).map((piece, i) => {
      const symbol = i % 2 ? this.symbols.get(piece) : undefined;
      if (!symbol) return piece;
      const shown = met.has(piece) || !symbol.note ? document.createElement("span") : newNoted(symbol.note);
      met.add(piece);
      shown.classList.add("stage-symbol");
      shown.style.setProperty("--stage-tone", symbol.color);
      if (symbol.part) shown.dataset.lights = symbol.part;
      shown.textContent = piece;
      return shown;
    });
    this.page.part("sentence").replaceChildren(...pieces);
    this.light(null);
  }

  light(part) {
    for (const mark of this.page.root.querySelectorAll("[data-part]"))
      mark.classList.toggle("is-lit", mark.dataset.part === part);
  }
}

// The longest symbol that stands alone.
function patternOf(texts) {
  const escaped = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const any = escaped.sort((a, b) => b.length - a.length).join("|");
  return new RegExp(`(?<![\\p{L}\\d])(${any || "(?!)"})(?![\\p{L}\\d])`, "u");
}

// No button of the browser's own, before and after which a line may always break.
function newNoted(note) {
  const noted = document.createElement("span");
  noted.setAttribute("role", "button");
  noted.tabIndex = 0;
  noted.dataset.do = "explain";
  noted.title = note;
  return noted;
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
