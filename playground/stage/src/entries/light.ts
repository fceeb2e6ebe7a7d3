// A light page: the stage in a document of its own, which asks the server only by its routes.

import { tellHeight } from "../page/framed.ts";
import { Stage } from "../stage.ts";
import { visit } from "../link/visit.ts";

/**
 * @param {Element} root
 * @param {import("../store/payload.ts").Content} content
 * @param {import("../share/sharing.ts").Addresses & { name: string }} addresses
 */
export function light(root, content, { name, ...addresses }) {
  const stage = new Stage(root, addresses);
  stage.questions.open(name, content);
  tellHeight();
  stage.page.busy("message", false);
  /** @type {HTMLAnchorElement | null} */
  const all = document.querySelector("[data-all]");
  const lead = () => {
    stage.questions.writeAddress();
    if (all) all.search = window.location.search;
  };
  for (const type of ["pointerdown", "focus", "click"]) all?.addEventListener(type, lead);
  // Going back or forward opens the address as a link does, until the whole page has come.
  window.addEventListener("popstate", () => visit.session === null && window.location.reload());
  return stage;
}
