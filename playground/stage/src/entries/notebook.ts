// The stage of a board in a notebook's cell, within a frame: the notebook's kernel answers its questions.

import { fields } from "../draw/fields.ts";
import type { Texts } from "../link/query.ts";
import type { Ask } from "../link/host.ts";
import { PLAIN } from "../link/host.ts";
import { Visit } from "../link/visit.ts";
import { tellHeight } from "../page/framed.ts";
import { Stage } from "../stage.ts";
import type { Content } from "../store/payload.ts";
import { Settings } from "../words/settings.ts";
import { showAlone } from "./alone.ts";

/** A script that only some boards need; `fields` is `draw/field.ts`. */
export type Script = "fields" | "plotly";

/** The notebook around a board: it answers, and hears where the visitor is. */
export interface Notebook {
  readonly ask: Ask;
  readonly tell: (address: Texts, step: number) => void;
}

/** What the frame of a board has for its document; a saved notebook has nobody who answers, and no script of Plotly's. */
export interface Framed {
  readonly page: string;
  readonly content: Content;
  readonly notebook: Notebook | null;
  readonly script: (name: Script) => Promise<string>;
}

// A frame without an address of its own: the notebook's program hears the address instead.
class Cell extends Visit {
  constructor(private readonly notebook: Notebook) {
    super();
  }

  override write(step: number) {
    this.notebook.tell(this.address, step);
  }
}

// The frame's document has no theme of its own: it is dark where the notebook around its frame is.
function isDark(node: Element | null) {
  for (let at = node; at; at = at.parentElement) {
    const [red, green, blue, alpha = 1] = getComputedStyle(at).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
    if (alpha > 0.5) return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
  }
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

function suit({ page: { night } }: Stage) {
  const { frameElement, parent } = window;
  const look = () => {
    document.documentElement.classList.toggle("is-dark", isDark(frameElement));
    night.dispatchEvent(new Event("change"));
  };
  new MutationObserver(look).observe(parent.document.body, { attributes: true }); // a notebook's theme is a name there
  look();
}

const AWAY = "The kernel does not answer. Your changes are kept here until it does; after a restart, run the cell again.";

/** Shows the content of a page. In a saved notebook nobody answers, and the run can be stepped. */
export async function showBoard(root: HTMLElement, { page, content, notebook, script }: Framed) {
  fields.load = async () => import(await script("fields")) as Promise<typeof import("../draw/field.ts")>;
  if (!notebook) {
    const stage = new Stage(root, { plotly: "", alone: "", math: "" }, null, { host: PLAIN, visit: new Visit() });
    suit(stage);
    showAlone(stage, { ...content.scene, ...content });
    return;
  }
  const addresses = { plotly: content.plotly.length ? await script("plotly") : "", alone: "", math: "" };
  const host = { ...PLAIN, ask: notebook.ask, away: AWAY };
  const stage = new Stage(root, addresses, { Settings, hasExercises: false }, { host, visit: new Cell(notebook) });
  suit(stage);
  stage.questions.start(page, content);
  tellHeight(host);
  stage.page.busy("message", false);
}
