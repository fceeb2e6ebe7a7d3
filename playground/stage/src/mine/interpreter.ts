// Python in this browser: a frame without origin, storage or network, in which a visitor's programs run.

import { make } from "../page/make.ts";
import { reason } from "../store/reason.ts";
import { readTold } from "./messages.ts";
import type { Ended, Printed } from "./messages.ts";

const PATIENCE = 20_000; // ms until Python must have come
const OVERTIME = 10_000; // ms beyond its time, in which Python may still begin, after which a run is ended with its frame

const MISSING = "This server has no Python for browsers (Brython is not installed), so nothing can be run here.";
const SILENT = "No Python came in this browser, so nothing can be run here. The points can be taken to your own Python.";

export interface Listener {
  readonly printed: (parts: readonly Printed[]) => void;
  /** A run has ended, after so many seconds. */
  readonly ended: (end: Ended, seconds: number) => void;
  /** Python has come, or the words say why it has not. */
  readonly came: (complaint: string) => void;
}

const fileOf = (name: string) => new URL(`./app/static/${name}`, document.baseURI).href;

export class Interpreter {
  private frame: HTMLIFrameElement | null = null;
  private port: MessagePort | null = null;
  private here = false; // whether Python has come
  private began = 0; // when the present run did, in ms
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly place: HTMLElement, private readonly listener: Listener) {}

  /** Fetch Python, so that a run begins at once. */
  load() {
    this.drop();
    const frame = make("iframe", { className: "mine-python", title: "Python", src: fileOf("write.html"), tabIndex: -1, ariaHidden: "true" });
    frame.setAttribute("sandbox", "allow-scripts");
    frame.addEventListener("load", () => {
      const { port1, port2 } = new MessageChannel();
      this.port = port1;
      port1.onmessage = ({ data }) => this.hear(data);
      frame.contentWindow?.postMessage("", "*", [port2]); // its origin has no name
    }, { once: true });
    this.frame = frame;
    this.place.append(frame);
    this.wait(PATIENCE, () => this.listener.came(SILENT));
  }

  run(source: string, points: string, seconds: number) {
    this.wait(1000 * seconds + OVERTIME, () => {
      this.load();
      this.listener.ended({ how: "late", line: 0, text: "" }, seconds);
    });
    this.began = performance.now();
    this.port?.postMessage(["run", source, points, seconds]);
  }

  stop() {
    this.port?.postMessage(["stop"]);
  }

  /** End everything, as the editor is closed. */
  drop() {
    clearTimeout(this.waiting);
    this.port?.close();
    this.frame?.remove();
    Object.assign(this, { port: null, frame: null });
  }

  private wait(time: number, act: () => void) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(act, time);
  }

  private hear(message: unknown) {
    const told = readTold(message);
    if (told?.kind === "script") void this.send(told.name);
    else if (told?.kind === "printed") this.listener.printed(told.parts);
    else if (told) {
      clearTimeout(this.waiting);
      if (told.kind === "ready") {
        this.here = true;
        this.began = performance.now(); // of a run that has waited for its worker
      }
      if (told.kind === "ready" || !this.here) this.listener.came(this.here ? "" : SILENT);
      else this.listener.ended(told, (performance.now() - this.began) / 1000);
    }
  }

  private async send(name: string) {
    try {
      if (!name) throw new Error(MISSING);
      const answer = await fetch(fileOf(name));
      if (!answer.ok) throw new Error("Python did not come from the server; reloading the page may help.");
      this.port?.postMessage(["python", await answer.text()]);
    } catch (fault) {
      clearTimeout(this.waiting);
      this.listener.came(reason(fault));
    }
  }
}
