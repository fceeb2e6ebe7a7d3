// A light page: the stage in a document of its own, which asks the server only by its routes.

import { tellHeight } from "./framed.js";
import { Stage } from "./stage.js";
import { visit } from "./visit.js";

/**
 * @param {Element} root
 * @param {import("./payload.js").Content} content
 * @param {import("./sharing.js").Addresses & { name: string }} addresses
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
