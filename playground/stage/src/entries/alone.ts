// The stage of a page that stands alone.

import { fields } from "../draw/fields.ts";
import { PLAIN } from "../link/host.ts";
import { Visit } from "../link/visit.ts";
import { tellHeight } from "../page/framed.ts";
import { Stage, unpack } from "../stage.ts";
import { answersOf } from "../store/edits.ts";
import { keepIn, type Storing } from "../store/kept.ts";
import type { Payload, Scene } from "../store/payload.ts";
import { NOBODY, sceneAfter } from "../store/rounds.ts";

/**
 * Shows a compressed scene on a page without a server. The visitor can change nothing, but can answer a scene that asks
 * for answers, as it holds the results of all answers. Where nothing needs Plotly, its script may have no address. A
 * course that frames the page keeps the `notes` about its student.
 */
export async function standAlone(root: HTMLElement, scene: Uint8Array<ArrayBuffer>, plotly: string, notes?: Storing) {
  if (notes) keepIn(notes);
  fields.load = () => import("../draw/field.ts");
  const stage = new Stage(root, { plotly, alone: "", math: "" }, null, { host: PLAIN, visit: new Visit() });
  showAlone(stage, await unpack<Scene & Partial<Payload>>(scene));
}

/** Shows a scene on a stage that has nobody to ask. */
export function showAlone(stage: Stage, content: Scene & Partial<Payload>) {
  const data = {
    step: 0, plotly: [], ...content, ...NOBODY, settings: null, tabs: undefined, locked: content.locked ?? !content.asking,
  };
  stage.questions.alone = (board) => {
    const scene = sceneAfter(data, answersOf(board));
    return { ...data, ...scene, complaints: [], scene, known: {} };
  };
  stage.show(data);
  tellHeight(PLAIN);
  stage.page.busy("message", false);
}
