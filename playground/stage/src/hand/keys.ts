// The stage's keys, and the elements that keep keys to themselves.

import { NUDGES } from "./cross.ts";
import { letterOf } from "../page/letters.ts";

const KEYS = {
  ArrowRight: "forward", PageDown: "forward", ArrowLeft: "back", PageUp: "back",
  Home: "first", End: "last", " ": "play",
};
const PRESENTED = { b: "blank", ".": "blank", q: "code" }; // keys that cover the stage, and that show its QR code
const CLICKER = ["PageDown", "PageUp"]; // the keys of a presenter's clicker, which work whatever has the focus
const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=slider], "
  + "[role=combobox], [role=listbox]";
const PRESSED = "button, a, summary, [role=button]";
const PRESSES = { Enter: PRESSED, " ": `${PRESSED}, input` }; // the elements that these keys press by themselves

export class Keys {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("./tools.ts").Tools} tools
   * @param {import("./cross.ts").Cross} cross
   * @param {import("./picking.ts").Picking} picking
   * @param {import("./drawing.ts").Drawing} drawing
   * @param {import("../draw/panels.ts").Panels} panels
   * @param {import("../words/words.ts").Words} words
   * @param {import("../host/sequence.ts").Chain} chain
   * @param {(name: string) => void} command
   */
  constructor(model, page, tools, cross, picking, drawing, panels, words, chain, command) {
    this.model = model;
    this.page = page;
    this.tools = tools;
    this.cross = cross;
    this.picking = picking;
    this.drawing = drawing;
    this.panels = panels;
    this.words = words;
    this.chain = chain;
    this.command = command;
  }

  onKey(event) {
    const { model, page } = this;
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.key === "Escape" && page.root.querySelector(":popover-open")) return; // the browser closes the popover
    if (!model.message || event.altKey || event.defaultPrevented || page.part("share").open) return;
    const dialog = target.closest("[role=dialog]");
    const field = target !== page.part("scrub") && target.closest(FIELDS);
    const elsewhere = field || dialog?.querySelector("input, select");
    const free = elsewhere ? CLICKER : dialog ? [...CLICKER, "ArrowLeft", "ArrowRight"] : null;
    if (free && !free.includes(event.key)) return;
    if (this.handle(event, target)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  handle(event, target) {
    const { model, tools, cross, panels, page: { present } } = this;
    const { key } = event;
    const letter = letterOf(event);
    if (present.blank && (KEYS[key] || key === "Escape")) {
      present.cover(false); // a press on a covered stage only uncovers it, as nobody would see the step
      return true;
    }
    if (event.ctrlKey || event.metaKey) {
      if (this.page.part("tools").hidden || !["z", "y"].includes(letter)) return false;
      this.command(letter === "y" || event.shiftKey ? "redo" : "undo");
      return true;
    }
    const row = target.closest("[role=radio]") ? tools : target.closest("[role=tab]") ? panels.views
      : target.closest(".stage-facts") ? this.words : null;
    if (NUDGES[key] && !event.shiftKey && row) {
      const [right, up] = NUDGES[key];
      row.go(right - up);
      return true;
    }
    if (letter === "p" || (key === "Escape" && present.on && !cross.at)) {
      this.command("present");
      return true;
    }
    const presented = PRESENTED[key] ?? PRESENTED[letter];
    if (present.on && presented) {
      this.command(presented);
      return true;
    }
    if (CLICKER.includes(key) && this.chain.turn(key === CLICKER[0])) return true;
    if (panels.find(event)?.inner?.onKey?.(event) || this.drawing.onKey(event, target)) return true;
    if (PRESSES[key] && target.closest(PRESSES[key])) return false;
    if (model.data.picking) return this.picking.onKey(event, target);
    if (cross.board.panel?.frame && cross.onKey(event)) return true;
    if (KEYS[key] && !event.shiftKey) {
      this.command(KEYS[key]);
      return true;
    }
    const choice = Number(key) - 1;
    if (tools.buttons[choice]) {
      tools.take(choice);
      return true;
    }
    return false;
  }
}
