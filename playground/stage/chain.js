// Boards given one after the other without leaving what is presented: where the run ends a clicker leads on to the next
// one, and where it begins back to the one before, each at a second press.

import { displayed } from "./address.js";
import { leadOn } from "./present.js";
import { ends } from "./transport.js";

// The ways of a lesson and of an exercise, on the whole page and on a light one.
const NEXT_BOARD = ":is(.st-key-next-lesson, .st-key-next) a, a[rel=next]";
const BOARD_BEFORE = ":is(.st-key-last-lesson, .st-key-back) a, a[rel=prev]";
const EXERCISES = ".st-key-next, .first-next"; // which have no way back but the browser's own, unless they are of a list
const SAID = ["The board before: press back once more ←", "The next board: press once more →"];

let ledOn = 0; // the exercises that this window's history has before this one

export class Chain {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./page.js").Page} page
   * @param {import("./transport.js").Transport} transport
   * @param {import("./task.js").Task} task
   */
  constructor(model, page, transport, task) {
    this.task = task;
    this.model = model;
    this.page = page;
    this.transport = transport;
    /** @type {boolean | null} */
    this.way = null; // the one that was said, on or back
  }

  // Whether a press of the clicker was taken for a step from board to board.
  turn(on) {
    const { page, model, model: { step, data: { last } } } = this;
    const more = on ? step < last || ends(model) : step > 0;
    if (!page.present.on || this.transport.busy || more) return false;
    if (on) this.task.showAnswer();
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector(on ? NEXT_BOARD : BOARD_BEFORE));
    if (!link && (on || ledOn === 0)) return false;
    if (this.way === on) this.go(link);
    else this.say(on);
    return true;
  }

  say(on) {
    const line = this.page.part("onward");
    this.way = on;
    line.textContent = SAID[Number(on)];
    line.hidden = false;
    this.page.say(line.textContent);
  }

  rest() {
    if (this.way === null) return;
    this.way = null;
    this.page.part("onward").hidden = true;
  }

  go(link) {
    this.rest();
    const listed = Boolean(this.model.data.guide?.task);
    ledOn = !link ? ledOn - 1 : !listed && link.closest(EXERCISES) ? ledOn + 1 : 0;
    leadOn();
    if (!link) window.history.back();
    else if (link.closest(".stPageLink")) link.click();
    else window.location.assign(displayed(link.href));
  }
}
