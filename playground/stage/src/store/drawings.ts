// The drawings of a screen: each is drawn again when something that it has read changes.

import { effect, untracked, type ReadonlySignal } from "@preact/signals-core";

import { reason } from "./reason.ts";

export class Drawings {
  private readonly urgent: ReadonlySignal<unknown>;
  private readonly request: () => void;
  private readonly waiting = new Set<() => void>();
  private readonly ends = new Set<() => void>();

  /** What is drawn is drawn again at once when `urgent` changes; for anything else `request` has to lead to `draw`. */
  constructor(urgent: ReadonlySignal<unknown>, request: () => void) {
    this.urgent = urgent;
    this.request = request;
  }

  add(draw: () => void) {
    let end = () => {};
    // Each drawing is an effect of its own, which follows what it has read until the first change, then only what is urgent.
    const run = () => {
      this.waiting.delete(run);
      this.ends.delete(end);
      end();
      const drawn = { key: undefined as unknown, times: 0, faults: [] as unknown[] };
      end = effect(() => {
        drawn.times += 1;
        if (drawn.times === 1) {
          drawn.key = this.urgent.value;
          try {
            draw();
          } catch (fault) {
            drawn.faults.push(fault); // an effect that throws would follow nothing
          }
        } else if (drawn.key === this.urgent.value) {
          this.waiting.add(run);
          untracked(this.request);
        } else run();
      });
      this.ends.add(end);
      for (const fault of drawn.faults) throw new Error(reason(fault), { cause: fault });
    };
    run();
  }

  // Draw what waits.
  draw() {
    for (const run of [...this.waiting]) run();
  }

  end() {
    for (const end of this.ends) end();
    this.waiting.clear();
  }
}
