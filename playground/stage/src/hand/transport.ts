// Going from step to step, and playing.

import { another, ends } from "../store/outcome.ts";
import { isCurrent } from "../store/edits.ts";

const BEATS = 520; // ms that one step takes
const LATE = 100; // the most ms of a step that one frame may pass over, so that a busy page skips nothing

// Whether the visitor has made the board of a message.
const isHandMade = ({ editing, drawing, hand, address }) =>
  Boolean(editing ?? drawing) && Object.entries(hand.also).every(([name, value]) => address[name] === value);

export class Transport {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("../link/requests.ts").Requests} questions
   * @param {{ draw: () => void, drawSoon: () => void }} drawing
   */
  constructor(model, page, questions, drawing) {
    this.model = model;
    this.page = page;
    this.questions = questions;
    this.drawing = drawing;
    this.playing = null;
    this.moving = null;
    this.lastStepAt = -Infinity; // when the last step was taken
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    if (this.still.matches) page.part("speed").value = "1";
  }

  // Called before model.data is replaced. A visitor at the last step stays at the last step, unless that would show the
  // answer to a question about another run. A hand-placed board opened at its end follows the edits; any other board
  // begins at the start.
  receive(data) {
    const { model } = this;
    this.arrive();
    const { leads } = data;
    const own = isHandMade(data);
    const handed = model.follows && !own && isCurrent(model.edits, data);
    const ended = model.follows ? own && !data.question : model.message && model.step > 0 && model.step === model.data.last;
    const step = Math.min(leads ? data.step : handed ? 0 : ended ? data.last : model.step, data.last);
    const spoils = !leads && data.question && step === data.last && another(model, data);
    model.step = spoils ? 0 : step;
    if (leads) model.follows = own && data.step === data.last;
    else if (handed) model.follows = false;
  }

  go(step) {
    const { model } = this;
    const target = Math.max(0, Math.min(model.data.last, step));
    this.arrive();
    if (target === model.step && !model.follows) return;
    model.follows = false;
    model.step = target;
    this.drawing.draw();
    this.rest();
  }

  // One step forward, in two beats: the example, then the update. Another press meanwhile skips to the end of the step.
  // A board that follows the edits starts from the first step.
  forward() {
    const { model } = this;
    if (ends(model)) model.step = 0;
    const hurried = performance.now() - this.lastStepAt < BEATS;
    this.lastStepAt = performance.now();
    if (hurried || this.still.matches || model.step === model.data.last) {
      this.go(model.step + 1);
      return;
    }
    this.arrive();
    this.questions.rest(false);
    model.follows = false;
    model.moment = 0;
    model.step += 1;
    this.drawing.draw();
    let [before, shown] = [this.lastStepAt, 0];
    const tick = (now) => {
      shown += Math.max(0, Math.min(LATE, now - before));
      before = now;
      model.moment = Math.min(1, shown / BEATS);
      this.moving = model.moment < 1 ? requestAnimationFrame(tick) : null;
      this.drawing.draw();
      if (!this.moving) this.rest();
    };
    this.moving = requestAnimationFrame(tick);
  }

  // End the animation of a step. Only now the visitor may count as resting: an earlier answer would cut the step short.
  arrive() {
    if (!this.moving) return;
    cancelAnimationFrame(this.moving);
    this.moving = null;
    this.model.moment = 1;
    this.drawing.drawSoon();
    this.rest();
  }

  // A run with a cycle repeats it until it is stopped.
  play() {
    const { model } = this;
    if (model.step === model.data.last) this.go(ends(model) ? 0 : model.data.again ?? 0);
    let due = performance.now();
    const tick = (now) => {
      const speed = Number(this.page.part("speed").value);
      if (now >= due) {
        due = Number.isFinite(speed) ? Math.max(due + 1000 / speed, now) : now;
        const { last, again } = model.data;
        if (model.step === last && again !== undefined) this.go(again + 1);
        else if (speed > 1) this.go(model.step + 1);
        else this.forward();
      }
      if (model.step >= model.data.last && model.data.again === undefined) this.pause();
      else this.playing = requestAnimationFrame(tick);
    };
    this.playing = requestAnimationFrame(tick);
    this.drawing.drawSoon();
  }

  pause() {
    if (!this.playing) return;
    cancelAnimationFrame(this.playing);
    this.playing = null;
    this.drawing.drawSoon();
    this.rest();
  }

  rest() {
    this.questions.rest(!this.playing && !this.model.data.picking);
  }

  // Whether steps go on by themselves.
  get busy() {
    return this.playing !== null || this.moving !== null;
  }

  draw() {
    const { page, model, model: { step, data: { last } } } = this;
    const scrub = page.part("scrub");
    scrub.max = last;
    scrub.value = step;
    scrub.disabled = last === 0;
    const parts = [page.part("position"), page.root.querySelector(".stage-count")].map((line) => line?.textContent);
    scrub.setAttribute("aria-valuetext", parts.filter(Boolean).join(", "));
    const more = step < last || ends(model);
    page.enable({ first: step > 0 || model.lineStep > step, back: step > 0, forward: more, last: more, play: last > 0 });
    page.root.classList.toggle("is-playing", Boolean(this.playing));
    page.root.classList.toggle("is-moving", this.model.moment < 1);
    page.busy("play", this.playing !== null);
    page.busy("step", this.moving !== null);
    page.root.dataset.step = step;
  }
}
