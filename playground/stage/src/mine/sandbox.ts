// Runs programs in workers within the document that has no origin and no network; ends each by its time, by what it
// prints, or when the stage says so.

import { MOST_PRINTED, readCommand, readSpoken } from "./messages.ts";
import type { Ending, Message } from "./messages.ts";

const GATHERS = 50; // ms in which printed texts are sent together

/** The end of a channel to the stage, or to a worker. */
export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null;
  readonly postMessage: (message: Message) => void;
}

export interface Started extends Channel {
  onerror: ((event: ErrorEvent) => void) | null;
  readonly terminate: () => void;
}

interface Run { readonly source: string; readonly points: string; readonly seconds: number }

export class Sandbox {
  private script = "";
  private worker: Started | null = null;
  private ready = false; // whether the worker can run a program
  private waits: Run | null = null; // the run that waits for the worker
  private running = false;
  private count = 0; // characters that this run has printed
  private printed: (string | number)[] = []; // lines and texts, in turn, that the stage has not heard of
  private gathering: ReturnType<typeof setTimeout> | undefined;
  private ending: ReturnType<typeof setTimeout> | undefined;

  /** @param start starts a worker, which gets the text of Brython's script */
  constructor(private readonly stage: Channel, private readonly start: () => Started) {
    stage.onmessage = ({ data }) => this.hear(data);
  }

  private hear(message: unknown) {
    const asked = readCommand(message);
    if (asked?.kind === "python") {
      this.script = asked.script;
      this.warm();
    } else if (asked?.kind === "run" && !this.running && !this.waits) {
      this.waits = asked;
      if (this.ready) this.begin(asked);
    } else if (asked?.kind === "stop" && (this.running || this.waits)) this.end("stopped");
  }

  // Start the worker of the next run, which takes a moment.
  private warm() {
    const worker = this.start();
    worker.onmessage = ({ data }) => { if (worker === this.worker) this.listen(data); };
    worker.onerror = (event) => {
      event.preventDefault(); // a program's error is no error of the page
      if (worker === this.worker) this.end("broken");
    };
    this.worker = worker;
    worker.postMessage(["python", this.script]);
  }

  private begin({ source, points, seconds }: Run) {
    Object.assign(this, { waits: null, running: true, count: 0 });
    this.ending = setTimeout(() => this.end("late"), 1000 * seconds);
    this.worker?.postMessage(["run", source, points]);
  }

  private listen(message: unknown) {
    const spoken = readSpoken(message);
    if (spoken?.kind === "ready" && !this.ready) {
      this.ready = true;
      this.stage.postMessage(["ready"]);
      if (this.waits) this.begin(this.waits);
    } else if (spoken?.kind === "printed" && this.running) this.print(spoken.line, spoken.text);
    else if (spoken?.kind === "ended" && this.running) this.end("done", spoken.line, spoken.text);
    else if (this.running) this.end("broken");
  }

  private print(line: number, text: string) {
    const room = MOST_PRINTED - this.count;
    this.count += text.length + 1; // so that empty texts are bounded, too
    this.printed.push(line, text.slice(0, Math.max(0, room)));
    if (this.count > MOST_PRINTED) this.end("long");
    else this.gathering ??= setTimeout(() => this.flush(), GATHERS);
  }

  private flush() {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    if (this.printed.length) this.stage.postMessage(["printed", ...this.printed]);
    this.printed = [];
  }

  // Each program has a worker of its own, so that none finds what another has left.
  private end(how: Ending, line = 0, text = "") {
    clearTimeout(this.ending);
    this.worker?.terminate();
    this.worker = null;
    const wasReady = this.ready;
    Object.assign(this, { ready: false, running: false, waits: null });
    this.flush();
    this.stage.postMessage(["ended", how, line, text]);
    if (how !== "broken" || wasReady) this.warm(); // one that never begins is not started again and again
  }
}
