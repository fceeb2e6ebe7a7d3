// The board that stands in the first document, until Streamlit's component comes and takes it over as it is.

import { takeWindow } from "../link/versions.ts";
import { visit } from "../link/visit.ts";

const LAID_OUT_WITHIN = 2000; // ms that Streamlit's page may take to lay out its parts above the stage
const LOOK_EVERY = 16; // ms
const CHOSEN = "[type=radio]:checked";
const MENU_PARTS = ".st-key-menu :is(a, summary)";

/** @type {{ layer: HTMLElement, stage: any } | null} */
let standing = null;
/** @type {Promise<void> | null} */
let laidOut = null;

/** @returns {HTMLElement | null} */
const root = () => document.getElementById("root");

/**
 * Notes the stage in a layer over Streamlit's page. The stage counts as busy until the whole page has come.
 * @param {HTMLElement} layer
 * @param {any} stage
 */
export function stand(layer, stage) {
  takeWindow();
  standing = { layer, stage };
  visit.stage = stage;
  stage.page.busy("page", true);
  root()?.toggleAttribute("inert", true); // keys and screen readers must not reach the covered page
}

/**
 * Waits until a component's empty room lies where the stage is, so that nobody sees the stage move.
 * @param {Element} room
 */
export function standsThere(room) {
  if (standing) laidOut ??= wait(room, standing.stage.page.root.parentElement);
  return laidOut;
}

async function wait(room, stood) {
  const since = performance.now();
  while (performance.now() < since + LAID_OUT_WITHIN && !isAt(room, stood))
    await new Promise((look) => setTimeout(look, LOOK_EVERY));
}

function isAt(room, stood) {
  const [there, here] = [room.getBoundingClientRect(), stood.getBoundingClientRect()];
  const { scrollTop } = stood.closest("main");
  return [there.left - here.left, there.width - here.width, there.top - here.top - scrollTop].every((off) => Math.abs(off) < 1);
}

/**
 * Moves the layer's stage, if there is one, into a component's empty room, and removes the layer. Groups that are open
 * in the layer's menu open in Streamlit's menu, which has the same parts in the same order.
 * @param {Element} place
 */
export function takeOver(place) {
  if (!standing) {
    // The scripts of another version may have left a layer.
    document.getElementById("first")?.remove();
    root()?.toggleAttribute("inert", false);
    return null;
  }
  const { layer, stage } = standing;
  standing = null;
  stage.questions.writeAddress(); // with the visitor's latest edits
  const room = stage.page.root.parentElement;
  const empty = /** @type {HTMLElement} */ (place.querySelector(".stage-room"));
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const { scrollTop } = /** @type {Element} */ (layer.querySelector("main"));
  const parent = /** @type {any} */ (empty.parentElement);
  root()?.toggleAttribute("inert", false);
  /** @type {any[][]} */
  const [stood, there] = [layer, root()].map((page) => [...page?.querySelectorAll(MENU_PARTS) ?? []]);
  stood.forEach(({ parentElement: group }, i) => {
    if (group.open && there[i]) there[i].parentElement.open = true;
  });
  const menuPart = there[stood.indexOf(focused)];
  if (parent.moveBefore) parent.moveBefore(room, empty); // a drag survives this, but not the next line
  else parent.insertBefore(room, empty);
  empty.remove();
  layer.remove();
  // While both stages were in the document, their radio buttons of one name were one group.
  if (!room.querySelector(CHOSEN)) room.querySelector("[type=radio][checked]").checked = true;
  stage.observeAbove();
  if (room.contains(focused)) focused.focus({ preventScroll: true });
  else menuPart?.focus({ preventScroll: true });
  scroll(parent, scrollTop);
  return stage;
}

function scroll(node, scrollTop) {
  while (node && !(node.scrollHeight > node.clientHeight && getComputedStyle(node).overflowY === "auto"))
    node = node.parentElement;
  if (node) node.scrollTop = scrollTop;
}
