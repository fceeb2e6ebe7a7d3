// Going from step to step, and playing.

import { batch } from "@preact/signals-core";

import type { Page } from "../page/page.ts";
import type { Model } from "../store/model.ts";

const BEATS = 520; // ms that one step takes
const LATE = 100; // the most ms of a step that one frame may pass over, so that a busy page skips nothing

export class Transport {
  private readonly model: Model;
  private readonly page: Page;
  private readonly still = window.matchMedia("(prefers-reduced-motion: reduce)");
  private moving = 0; // the next frame of a step's animation
  private beat = 0; // the next frame in which playing may take a step
  private lastStepAt = -Infinity;

  constructor(model: Model, page: Page) {
    this.model = model;
    this.page = page;
    if (this.still.matches) page.part("speed").value = "1";
  }

  go(step: number) {
    const { model } = this;
    batch(() => {
      this.arrive();
      model.follows = false;
      model.step = Math.max(0, Math.min(model.data.last, step));
    });
  }

  // One step forward, in two beats: the example, then the update. Another press meanwhile skips to the end of the step.
  // A board that follows the edits starts from the first step.
  forward() {
    const { model } = this;
    const now = performance.now();
    const hurried = now - this.lastStepAt < BEATS;
    this.lastStepAt = now;
    const next = model.ends ? 1 : model.step + 1;
    batch(() => {
      this.go(next);
      if (!hurried && !this.still.matches && next <= model.data.last) this.move(now);
    });
  }

  private move(since: number) {
    let [before, shown] = [since, 0];
    const tick = (now: number) => {
      shown += Math.max(0, Math.min(LATE, now - before));
      before = now;
      if (shown < BEATS) this.moving = requestAnimationFrame(tick);
      this.model.moment = Math.min(1, shown / BEATS);
    };
    this.model.moment = 0;
    this.moving = requestAnimationFrame(tick);
  }

  // End the animation of a step.
  arrive() {
    cancelAnimationFrame(this.moving);
    this.model.moment = 1;
  }

  // A run with a cycle repeats it until it is stopped.
  play() {
    const { model } = this;
    if (model.step === model.data.last) this.go(model.ends ? 0 : model.data.again ?? 0);
    let due = performance.now();
    const tick = (now: number) => {
      const speed = Number(this.page.part("speed").value);
      if (now >= due) {
        due = Number.isFinite(speed) ? Math.max(due + 1000 / speed, now) : now;
        const { last, again } = model.data;
        if (model.step === last && again !== undefined) this.go(again + 1);
        else if (speed > 1) this.go(model.step + 1);
        else this.forward();
      }
      if (model.step >= model.data.last && model.data.again === undefined) this.pause();
      else this.beat = requestAnimationFrame(tick);
    };
    this.beat = requestAnimationFrame(tick);
    model.playing = true;
  }

  // Play to the end of the run within a time; who likes less motion sees the end at once.
  hurry(time: number) {
    const { model, model: { step } } = this;
    const since = performance.now();
    const tick = (now: number) => {
      const { last } = model.data; // another run may come meanwhile
      const share = this.still.matches ? 1 : Math.min(1, (now - since) / time);
      this.go(step + Math.round(share * (last - step)));
      if (model.step >= last) this.pause();
      else this.beat = requestAnimationFrame(tick);
    };
    model.playing = true;
    tick(since);
  }

  pause() {
    cancelAnimationFrame(this.beat);
    this.model.playing = false;
  }

  // Whether steps go on by themselves.
  get busy() {
    return this.model.playing || this.model.moment < 1;
  }

  // Called once the words and the figures are drawn, from which the slider has its own words.
  draw() {
    const { page, model: { step, ends, moment, playing, data: { last } } } = this;
    const scrub = page.part("scrub");
    scrub.max = String(last);
    scrub.value = String(step);
    scrub.disabled = last === 0;
    const words = [page.part("position"), page.root.querySelector(".stage-count")].map((line) => line?.textContent);
    scrub.setAttribute("aria-valuetext", words.filter(Boolean).join(", "));
    const more = step < last || ends;
    page.enable({ first: step > 0, back: step > 0, forward: more, last: more, play: last > 0 });
    page.root.classList.toggle("is-playing", playing);
    page.root.classList.toggle("is-moving", moment < 1);
    page.busy("play", playing);
    page.busy("step", moment < 1);
    page.root.dataset.at = String(step); // not data-step: at each change of that name Streamlit's styles are matched anew
  }
}
