// The board that stands in the first document, until Streamlit's component comes and takes it over as it is.

import type { Page } from "../page/page.ts";
import { find } from "../page/parts.ts";
import { goOn } from "./begun.ts";

const LAID_OUT_WITHIN = 2000; // ms that Streamlit's page may take to lay out its parts above the stage
const LOOK_EVERY = 16; // ms
const HEADING_PARTS = ".heading :is(a, summary, button)";

/** What is used of a stage that stands in the first document. */
interface Standing {
  readonly page: Page;
  readonly questions: { readonly writeAddress: () => void };
  readonly observeAbove: () => void;
}

let standing: { readonly layer: HTMLElement; readonly stage: Standing } | null = null;
let laidOut: Promise<void> | null = null;

const root = () => document.getElementById("root");

/** Notes the stage in a layer over Streamlit's page. The stage counts as busy until the whole page has come. */
export function stand(layer: HTMLElement, stage: Standing) {
  standing = { layer, stage };
  goOn(layer);
  stage.page.busy("page", true);
  root()?.toggleAttribute("inert", true); // keys and screen readers must not reach the covered page
}

/** Waits until a component's empty room lies where the stage is, so that nobody sees the stage move. */
export async function standsThere(room: Element) {
  if (standing) laidOut ??= wait(room, standing.stage.page.room);
  await laidOut;
}

async function wait(room: Element, stood: Element) {
  const since = performance.now();
  while (performance.now() < since + LAID_OUT_WITHIN && !isAt(room, stood))
    await new Promise((look) => setTimeout(look, LOOK_EVERY));
}

function isAt(room: Element, stood: Element) {
  const [there, here] = [room.getBoundingClientRect(), stood.getBoundingClientRect()];
  const scrolled = stood.closest("#first")?.scrollTop ?? 0;
  return [there.left - here.left, there.width - here.width, there.top - here.top - scrolled].every((off) => Math.abs(off) < 1);
}

/**
 * Moves the layer's stage, if there is one, into a component's empty room, and removes the layer. Groups that are open
 * in the layer's menu open in that of Streamlit's page, whose heading has the same parts in the same order.
 */
export function takeOver(place: Element) {
  if (!standing) {
    // The scripts of another version may have left a layer.
    document.getElementById("first")?.remove();
    root()?.toggleAttribute("inert", false);
    return null;
  }
  const { layer, stage } = standing;
  standing = null;
  stage.questions.writeAddress(); // with the visitor's latest edits
  const { room } = stage.page;
  const focused = document.activeElement;
  const { scrollTop } = layer;
  root()?.toggleAttribute("inert", false);
  const part = openGroups(layer, focused);
  const parent = exchange(find(place, "div", ".stage-room"), room);
  layer.remove();
  stage.observeAbove();
  const focus = room.contains(focused) ? focused as HTMLElement : part;
  focus?.focus({ preventScroll: true });
  scroll(parent, scrollTop);
  return stage;
}

// Open the groups of the page's menu that are open in the layer's, and return the part in the place of the focused one.
function openGroups(layer: Element, focused: Element | null) {
  const [stood, there] = [layer, root()].map((page) => [...page?.querySelectorAll<HTMLElement>(HEADING_PARTS) ?? []]);
  for (const [i, { parentElement: group }] of stood.entries())
    if (group instanceof HTMLDetailsElement && group.open) there.at(i)?.parentElement?.toggleAttribute("open", true);
  return there.find((_, i) => stood[i] === focused);
}

// Put a room into the place of an empty one. A drag survives only the first way, which not all browsers know.
function exchange(empty: Element, room: Element) {
  const parent = empty.parentElement as HTMLElement & { moveBefore?: (node: Element, before: Element) => void };
  if (parent.moveBefore) parent.moveBefore(room, empty);
  else parent.insertBefore(room, empty);
  empty.remove();
  return parent;
}

function scroll(within: HTMLElement, scrollTop: number) {
  let node: HTMLElement | null = within;
  while (node && !(node.scrollHeight > node.clientHeight && getComputedStyle(node).overflowY === "auto")) node = node.parentElement;
  if (node) node.scrollTop = scrollTop;
}
