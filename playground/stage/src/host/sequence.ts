// Goes from board to board while presenting: at the end of a run a press of the clicker does the next task of a lesson
// or, where there is none to do, a second press opens the next board; at the start of a run it opens the board before.

import type { Way } from "../link/host.ts";
import type { Page } from "../page/page.ts";
import { leadOn } from "../page/present.ts";
import type { Model } from "../store/model.ts";

const SAID = ["The previous board: press once more ←", "The next board: press once more →"];

export class Chain {
  private way: boolean | null = null; // the announced direction: true is on, false is back

  constructor(
    private readonly model: Model,
    private readonly page: Page,
    private readonly transport: { readonly busy: boolean },
    private readonly guide: { readonly doTask: () => boolean; readonly task: { readonly showAnswer: () => void } },
  ) {}

  // Handle a press of the clicker, and return whether it was about going from board to board.
  turn(on: boolean) {
    const { page, model, model: { step, data: { last } } } = this;
    const more = on ? step < last || model.ends : step > 0;
    if (!page.present.on || this.transport.busy || more) return false;
    if (on && this.guide.doTask()) return true;
    if (on) this.guide.task.showAnswer();
    const way = page.host.way(on);
    if (!way && (on || page.visit.exercisesBefore === 0)) return false;
    if (this.way === on) this.go(way);
    else this.say(on);
    return true;
  }

  private say(on: boolean) {
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

  private go(way: Way | null) {
    const { visit } = this.page;
    const isListed = Boolean(this.model.data.guide?.task);
    this.rest();
    leadOn();
    if (way) {
      visit.exercisesBefore = !isListed && way.leadsToExercise ? visit.exercisesBefore + 1 : 0;
      way.go();
    } else {
      visit.exercisesBefore -= 1;
      window.history.back();
    }
  }
}
