// The time that is left of a countdown, in words that change each second.

import { signal } from "@preact/signals-core";

import { serverTime } from "./line.ts";

const TICK = 250; // ms

export class Countdown {
  readonly words = signal("");
  private until = 0; // ms since 1970, by the server's clock
  private timer: ReturnType<typeof setInterval> | undefined;

  /** @param until seconds since 1970; 0 if no countdown runs */
  set(until: number) {
    this.until = until * 1000;
    clearInterval(this.timer);
    if (until) this.timer = setInterval(() => this.tick(), TICK);
    this.tick();
  }

  private tick() {
    const left = Math.max(0, Math.ceil((this.until - serverTime()) / 1000));
    this.words.value = this.until ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "";
    if (!left) clearInterval(this.timer);
  }
}
