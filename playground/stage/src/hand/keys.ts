// The stage's keys, and the elements that keep keys to themselves.

import { NUDGES, digitOf, letterOf } from "../page/letters.ts";
import { elementOf } from "../page/listen.ts";
import type { BoardParts } from "./board.ts";
import type { Cross } from "./cross.ts";
import type { Tools } from "./tools.ts";

type Command = "forward" | "back" | "first" | "last" | "play" | "undo" | "redo" | "present" | "blank" | "code" | "everything";
type Commands = Partial<Record<string, Command>>;

const STEPS: Commands = {
  ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", " ": "play",
};
const PRESENTED: Commands = { b: "blank", ".": "blank", q: "code" }; // keys that cover the stage, and that show its QR code
const CLICKER = ["PageDown", "PageUp"]; // the keys of a presenter's clicker, which work whatever has the focus
const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=slider], "
  + "[role=combobox], [role=listbox]";
const PRESSED = "button, a, summary, [role=button]";
// The elements that these keys press by themselves.
const PRESSES: Partial<Record<string, string>> = { Enter: PRESSED, " ": `${PRESSED}, input` };

/** What keys are about. */
interface KeyParts extends Pick<BoardParts, "model" | "page" | "panels"> {
  readonly tools: Tools;
  readonly cross: Cross;
  readonly words: { go: (by: number) => void }; // from one fact to another
  readonly chain: { turn: (on: boolean) => void }; // to what comes next, or came before
  readonly command: (name: Command) => void;
}

/** A press of a key: the letter that it stands for, and the element that has the focus. */
interface KeyPress {
  readonly event: KeyboardEvent;
  readonly key: string;
  readonly letter: string;
  readonly target: Element;
}

/** Says whether a key is taken: true if it is, false if it is the browser's, null if a later handler may take it. */
type Handler = (press: KeyPress, parts: KeyParts) => boolean | null;

// A press on a covered stage only uncovers it, as nobody would see the step.
const uncover: Handler = ({ key }, { page: { present } }) => {
  if (!present.blank || !(key in STEPS || CLICKER.includes(key) || key === "Escape")) return null;
  present.cover(false);
  return true;
};

const undo: Handler = ({ event, letter }, { page, command }) => {
  if (!event.ctrlKey && !event.metaKey) return null;
  if (page.part("tools").hidden || !["z", "y"].includes(letter)) return false;
  command(letter === "y" || event.shiftKey ? "redo" : "undo");
  return true;
};

// Arrow keys go from one to another among the tools, the tabs of views, and the facts.
const goAlong: Handler = ({ event, key, target }, { tools, panels, words }) => {
  const nudge = NUDGES[key];
  if (!nudge || event.shiftKey) return null;
  const row = target.closest("[role=radio]") ? tools : target.closest("[role=tab]") ? panels.views
    : target.closest(".stage-facts") ? words : null;
  row?.go(nudge[0] - nudge[1]);
  return row && true;
};

const present: Handler = ({ key, letter }, { model, page, cross, command }) => {
  const { on } = page.present;
  const presented = PRESENTED[key] ?? PRESENTED[letter];
  if (letter === "p" || (key === "Escape" && on && !cross.at)) command("present");
  else if (on && presented) command(presented);
  else if (letter === "e" && model.sight) command("everything");
  else return null;
  return true;
};

// What others do with the key, before the steps get it.
const goOn: Handler = ({ event, key }, { chain }) => {
  if (!CLICKER.includes(key) || event.shiftKey) return null;
  chain.turn(key === CLICKER[0]);
  return true;
};
const useInside: Handler = ({ event, target }, { panels, tools: { drawing } }) =>
  (panels.find(event)?.inner?.onKey?.(event) ?? false) || (drawing?.onKey(event, target) ?? false) || null;
const leavePress: Handler = ({ key, target }) => (PRESSES[key] && target.closest(PRESSES[key]) ? false : null);
const pick: Handler = ({ event, target }, { model, tools }) => (model.data.picking && tools.picking?.onKey(event, target)) ?? null;
const moveCross: Handler = ({ event }, { cross }) => cross.onKey(event) || null;

const step: Handler = ({ event, key }, { command }) => {
  const name = STEPS[key];
  if (!name || event.shiftKey) return null;
  command(name);
  return true;
};

const choose: Handler = ({ event }, { tools, model }) => {
  if (!model.shows("tools")) return null;
  const choice = digitOf(event) - 1;
  if (!(choice in tools.buttons)) return null;
  tools.take(choice);
  return true;
};

// The first handler that takes a key, or leaves it to the browser, decides.
const HANDLERS = [uncover, undo, goAlong, present, goOn, useInside, leavePress, pick, moveCross, step, choose];

export class Keys {
  constructor(private readonly parts: KeyParts) {}

  onKey(event: KeyboardEvent) {
    const { model, page } = this.parts;
    const target = elementOf(event);
    const { key } = event;
    if (key === "Escape" && page.root.querySelector(":popover-open")) return; // the browser closes the popover
    if (!model.message || event.altKey || event.defaultPrevented || page.root.querySelector("dialog[open]")) return;
    const dialog = target.closest("[role=dialog]");
    const field = target !== page.part("scrub") && target.closest(FIELDS);
    const elsewhere = field || dialog?.querySelector("input, select");
    const free = elsewhere ? CLICKER : dialog ? [...CLICKER, "ArrowLeft", "ArrowRight"] : null;
    if (free && !free.includes(key)) return;
    const press = { event, key, letter: letterOf(event), target };
    let taken: boolean | null = null;
    for (const handle of HANDLERS) taken ??= handle(press, this.parts);
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
