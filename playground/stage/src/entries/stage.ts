// The stage of the app: of whole pages, which Streamlit mounts, of first documents and of light pages.

import { stand as note } from "../host/first.ts";
import { streamlit } from "../host/streamlit.ts";
import { takeWindow } from "../link/versions.ts";
import { find } from "../page/parts.ts";
import type { Content } from "../store/payload.ts";
import { light } from "./light.ts";
import type { Named } from "./light.ts";

export { light };
export { standsThere } from "../host/first.ts";
export { default, keep } from "../stage.ts";

/** Show the content of a first document in its layer, until the whole page takes the stage over. */
export function stand(layer: HTMLElement, content: Content, addresses: Named) {
  const visit = takeWindow();
  const stage = light(find(layer, "section", ".stage"), content, addresses, { host: streamlit, visit });
  visit.stage = stage;
  note(layer, stage);
}
