// The functions that draw the parts of a screen. When a value changes, those that have read it draw again.

import { effect, signal, untracked, type ReadonlySignal } from "@preact/signals-core";

import { reason } from "./reason.ts";

interface Drawing {
  readonly draw: () => void;
  end: () => void;
  waits: boolean;
}

export class Drawings {
  private readonly urgent: ReadonlySignal<unknown>;
  private readonly request: () => void;
  private readonly list: Drawing[] = [];
  private readonly hurries = signal(0); // an effect that it sets off comes after all others of the same change
  private readonly stop: () => void;

  /** What is drawn is drawn again at once when `urgent` changes; for anything else `request` has to lead to `draw`. */
  constructor(urgent: ReadonlySignal<unknown>, request: () => void) {
    this.urgent = urgent;
    this.request = request;
    this.stop = effect(() => {
      if (this.hurries.value) untracked(() => { this.draw(); });
    });
  }

  add(draw: () => void) {
    const drawing: Drawing = { draw, end: () => {}, waits: true };
    this.list.push(drawing);
    this.run(drawing);
  }

  // Draw what waits, in the order in which it was added.
  draw() {
    for (const drawing of this.list) if (drawing.waits) this.run(drawing);
  }

  // The effect follows what the drawing has read until the first change, and then only what is urgent.
  private run(drawing: Drawing) {
    const faults: unknown[] = [];
    let key: unknown;
    let first = true;
    drawing.end();
    drawing.waits = false;
    drawing.end = effect(() => {
      const now = this.urgent.value;
      if (!first) {
        drawing.waits = true;
        untracked(() => { this.hurry(now !== key); });
        return;
      }
      first = false;
      key = now;
      try {
        drawing.draw();
      } catch (fault) {
        faults.push(fault); // an effect that throws would follow nothing
      }
    });
    for (const fault of faults) throw new Error(reason(fault), { cause: fault });
  }

  private hurry(atOnce: boolean) {
    if (atOnce) this.hurries.value = this.hurries.peek() + 1;
    else this.request();
  }

  end() {
    this.stop();
    for (const { end } of this.list.splice(0)) end();
  }
}
