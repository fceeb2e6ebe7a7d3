// A light page: the stage in a document of its own, which asks the server only by its routes.

import { PLAIN } from "../link/host.ts";
import { Visit } from "../link/visit.ts";
import { openableMine } from "../mine/open.ts";
import { tellHeight } from "../page/framed.ts";
import type { Around } from "../page/page.ts";
import { find } from "../page/parts.ts";
import { openableOf } from "../share/open.ts";
import type { Addresses } from "../share/saving.ts";
import { Stage } from "../stage.ts";
import type { Content } from "../store/payload.ts";

/** The addresses of the stage's files, and the name of the page in the server's routes. */
export type Named = Addresses & { readonly name: string };

/** Show content on the stage in a place; around a `first` document's stage is Streamlit's page, which has lists of exercises. */
export function light(place: HTMLElement, content: Content, { name, ...addresses }: Named, first?: Around) {
  const around = first ?? { host: PLAIN, visit: new Visit() };
  const stage = new Stage(find(place, "section", ".stage"), addresses, { ...openableOf(first !== undefined), ...openableMine }, around);
  stage.questions.start(name, content);
  tellHeight(around.host);
  stage.page.busy("message", false);
  const all = around.host.wholePage();
  const lead = () => {
    stage.questions.writeAddress();
    if (all) all.search = window.location.search;
  };
  for (const type of ["pointerdown", "focus", "click"]) all?.addEventListener(type, lead);
  // Going back or forward opens the address as a link does, until the whole page has come.
  window.addEventListener("popstate", () => {
    if (around.visit.session === null) window.location.reload();
  });
  return stage;
}
