// A notebook's widget: makes the frame in which a board's stage stands, and hands its questions to the kernel.

import type { Texts } from "../link/query.ts";
import { fitFrame } from "../page/framed.ts";
import { unpacked } from "../share/files.ts";
import type { Content } from "../store/payload.ts";
import type { Framed } from "./notebook.ts";

/** What anywidget gives of a widget's state. */
interface Widget {
  readonly get: (name: string) => unknown;
  readonly on: (event: string, hear: (...news: never[]) => void) => void;
  readonly off: (event: string, hear: (...news: never[]) => void) => void;
  readonly send: (message: object) => void;
  readonly widget_manager: { readonly get_model: (name: string) => Promise<Pick<Widget, "get">> };
}

interface Answer {
  readonly number: number;
  readonly answer?: unknown;
  readonly fault?: string;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (fault: Error) => void;
}

/** The document in the frame finds here what it shows. */
interface BoardFrame extends HTMLIFrameElement {
  playground: Framed;
}

const ANSWER_WITHIN = 30000; // ms
const MODEL = "IPY_MODEL_"; // stands before the name of another widget's state
const HEIGHT = 640; // px until the frame has told its own

class Kernel {
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  constructor(private readonly state: Widget) {}

  readonly hear = ({ number, answer, fault }: Answer, buffers: readonly DataView[] = []) => {
    const waits = this.waiting.get(number);
    this.waiting.delete(number);
    if (fault === undefined) waits?.resolve((buffers[0] ?? answer) as never);
    else waits?.reject(new Error(fault));
  };

  ask<Found>(kind: string, page = "", parameters: Texts = {}): Promise<Found> {
    const number = this.asked += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      setTimeout(() => { this.hear({ number, fault: "no answer" }); }, ANSWER_WITHIN);
      this.state.send({ number, kind, page, parameters });
    });
  }

  tell(news: object) {
    try {
      this.state.send(news);
    } catch {
      // A kernel that was started again does not know this widget.
    }
  }
}

async function render({ model: state, el }: { readonly model: Widget, readonly el: HTMLElement }) {
  const kernel = new Kernel(state);
  const frame = Object.assign(document.createElement("iframe"), { title: "Board", allow: "fullscreen" }) as BoardFrame;
  Object.assign(frame.style, { display: "block", width: "100%", height: `${HEIGHT}px`, border: "0" });
  const model = String(state.get("stage")).replace(MODEL, "");
  const srcdoc = await unpacked(String((await state.widget_manager.get_model(model)).get("document")), "deflate");
  const show = () => {
    frame.playground = {
      page: String(state.get("page")), content: JSON.parse(String(state.get("content"))) as Content,
      notebook: {
        ask: (kind, page, parameters) => kernel.ask(kind, page, parameters),
        tell: (address, step) => { kernel.tell({ address, step }); },
      },
      script: async (name) => URL.createObjectURL(new Blob([await kernel.ask<DataView<ArrayBuffer>>(name)], { type: "text/javascript" })),
    };
    frame.srcdoc = srcdoc;
  };
  const letGo = fitFrame(() => frame);
  state.on("msg:custom", kernel.hear);
  state.on("change:content", show);
  const saved = String(state.get("saved"));
  const live = (window.playgroundLive ??= new Set());
  live.add(saved);
  document.getElementById(saved)?.remove();
  show();
  el.append(frame);
  return () => {
    live.delete(saved);
    kernel.tell({ gone: true });
    letGo();
    state.off("msg:custom", kernel.hear);
    state.off("change:content", show);
  };
}

export default { render };
