// What the stage says in words: facts, and a sentence for every step.

import { waits } from "./outcome.js";

const LATER = "This is shown at the end.";

const filled = (template, value) => template.replace(/\{(\w+)\}/g, (_, name) => value(name));

// A text at the model's step.
export function written({ templates, which }, { step, data }) {
  return filled(templates[which[step]], (name) => data.columns[name][step]);
}

export class Words {
  /**
   * @param {import("./page.js").Model} model
   * @param {import("./page.js").Page} page
   */
  constructor(model, page) {
    this.model = model;
    this.page = page;
    this.heard = null;
  }

  build() {
    const { page, model, model: { data: { facts } } } = this;
    const list = page.part("facts");
    while (list.children.length > facts.length) list.lastChild.remove();
    facts.forEach(({ name, value, note, outcome }, i) => {
      const hidden = outcome && waits(model);
      const fact = list.children[i] ?? list.appendChild(newFact());
      const [term, definition] = fact.children;
      const [number, button] = definition.children;
      term.textContent = name;
      number.textContent = hidden ? "?" : value;
      definition.dataset.room = value;
      button.title = hidden ? LATER : note;
      button.hidden = !note;
      button.setAttribute("aria-label", `About ${name}`);
    });
  }

  // The note under a fact, for hands that cannot hover over it; pressing anything else takes it away.
  explain(button) {
    const [note, box] = [this.page.part("note"), button.closest("div").getBoundingClientRect()];
    note.textContent = button.title;
    note.showPopover();
    const room = document.documentElement.clientWidth - note.offsetWidth - 8;
    Object.assign(note.style, { left: `${Math.max(8, Math.min(box.left, room))}px`, top: `${box.bottom + 4}px` });
  }

  // While the stage plays nobody can listen as fast.
  draw(playing) {
    const { page, model } = this;
    const { data: { texts, picking, question }, picked } = model;
    const position = waits(model) ? { ...texts.position, templates: question.position } : texts.position;
    page.part("position").textContent = written(position, model);
    const sentence = picked >= 0 ? filled(picking.words, (name) => picking.columns[name][picked])
      : written(texts.sentence, model);
    if (page.part("sentence").textContent !== sentence) page.part("sentence").textContent = sentence;
    if (!playing && this.heard !== sentence) page.say((this.heard = sentence));
  }
}

function newFact() {
  const [fact, term, definition, number] = ["div", "dt", "dd", "span"].map((name) => document.createElement(name));
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.do = "explain";
  definition.append(number, button);
  fact.append(term, definition);
  return fact;
}
