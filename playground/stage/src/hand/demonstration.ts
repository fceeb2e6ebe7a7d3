// Shows a visitor who touches nothing what a step does: a few updates of the first board are played and taken back.

import "../draw/common.ts";
import { Timer } from "../link/timer.ts";
import { make } from "../page/make.ts";
import type { Page } from "../page/page.ts";
import { find } from "../page/parts.ts";
import type { Model } from "../store/model.ts";
import { SHOW } from "../store/shared.ts";
import type { Transport } from "./transport.ts";

const SHOWN = "demonstrated"; // the name under which a window notes that it was shown
const MOST = 3; // updates, and at most half of a run
const [QUIET, EVERY, BACK, STAYS] = [3000, 1800, 500, 8000]; // ms before it, for a step, for one back, of the last words
const TOUCHES = ["pointerdown", "keydown", "wheel", "focusin", "blur", "popstate"] as const;

export class Demonstration {
  private readonly leaving = new AbortController();
  private readonly timer = new Timer(() => { this.goOn(); });
  private readonly words = make("p", { className: "stage-now", ariaHidden: "true" });
  private readonly script: Generator<number, void>;

  constructor(private readonly parts: { readonly model: Model; readonly page: Page; readonly transport: Transport }) {
    this.script = this.acts();
    const options = { capture: true, signal: this.leaving.signal };
    for (const type of TOUCHES) window.addEventListener(type, () => { this.end(); }, options);
    this.timer.set(QUIET);
  }

  // Go on to the next pause, unless another answer has come meanwhile.
  private goOn() {
    const { value } = this.script.next();
    if (value) this.timer.set(value);
    else this.end();
  }

  private *acts() {
    const { parts: { model, transport }, words } = this;
    const most = this.isFirst ? Math.min(MOST, Math.floor(model.data.last / 2)) : 0;
    if (!most) return;
    // As a scene aside, these steps change neither the address nor what was seen of the run.
    Object.assign(model, { aside: { data: model.data, at: 0, follows: false }, playing: true });
    this.tell("Each mistake turns the line.");
    for (let k = 0; k < most && model.aside; k += 1) {
      transport.forward();
      yield EVERY;
    }
    for (; model.step > 0 && model.aside; yield BACK) transport.go(model.step - 1);
    this.takeBack();
    words.textContent = "Now you";
    yield STAYS;
  }

  // Whether this is the first board of a window, as it came; note that it was shown.
  private get isFirst() {
    const { model, page } = this.parts;
    const { edits, step, line, message } = model;
    const names = [...new URLSearchParams(window.location.search).keys()];
    const asks = names.some((name) => name !== SHOW) || page.visit.page !== "playground" || page.present.on;
    const touched = step > 0 || line || edits.past.length || navigator.userActivation.hasBeenActive;
    if (!message || asks || touched || document.hidden) return false;
    try {
      if (window.sessionStorage.getItem(SHOWN)) return false;
      window.sessionStorage.setItem(SHOWN, "true");
    } catch {
      // where a browser keeps nothing, it is shown once a document
    }
    return true;
  }

  private tell(text: string) {
    const { page } = this.parts;
    this.words.textContent = text;
    find(page.root, "div", '[data-area="board"]').append(this.words);
  }

  private takeBack() {
    const { model, transport } = this.parts;
    transport.pause();
    transport.arrive();
    model.turnBack();
  }

  private end() {
    this.leaving.abort();
    this.timer.stop();
    if (this.parts.model.aside) this.takeBack();
    this.words.remove();
  }
}
