// One timer for one act.

export class Timer {
  private id: number | undefined;

  constructor(private readonly act: () => void) {}

  get waits() {
    return this.id !== undefined;
  }

  /** Act after so many ms, and not when the timer was set for before. */
  set(ms: number) {
    this.stop();
    this.id = setTimeout(() => {
      this.id = undefined;
      this.act();
    }, ms);
  }

  stop() {
    clearTimeout(this.id);
    this.id = undefined;
  }
}
