// Goes from board to board while presenting: at the end of a run a second press of the clicker opens the next board, at
// the start of a run the board before.

import { ends } from "../store/outcome.ts";
import { displayed } from "../link/address.ts";
import { leadOn } from "../page/present.ts";

// The links from a lesson or an exercise to the next and to the one before, on whole and on light pages.
const NEXT_BOARD = ":is(.st-key-next-lesson, .st-key-next) a, a[rel=next]";
const BOARD_BEFORE = ":is(.st-key-last-lesson, .st-key-back) a, a[rel=prev]";
const EXERCISES = ".st-key-next, .first-next"; // only the browser leads back from one outside a list
const SAID = ["The previous board: press once more ←", "The next board: press once more →"];

let ledOn = 0; // the number of earlier exercises in this window's history

export class Chain {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("../hand/transport.ts").Transport} transport
   * @param {import("../words/task.ts").Task} task
   */
  constructor(model, page, transport, task) {
    this.task = task;
    this.model = model;
    this.page = page;
    this.transport = transport;
    /** @type {boolean | null} */
    this.way = null; // the announced direction: true is on, false is back
  }

  // Handle a press of the clicker, and return whether it was about going from board to board.
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
