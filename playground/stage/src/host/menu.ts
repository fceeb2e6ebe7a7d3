// What Streamlit has no option for: where a press on the heading leads, when the menu's groups close, and the target of the
// skip link; it also reports that the connection is back. Parts that a later Streamlit names differently stay as they are.

import { goOn } from "./begun.ts";
import { whenDrawn } from "./drawn.ts";
import type { Component } from "./drawn.ts";

let watching: MutationObserver | null = null;
let pressed: AbortController | null = null; // ends the listeners of the run before

export default function frame({ setStateValue }: Component<unknown>) {
  pressed?.abort();
  pressed = new AbortController();
  const { signal } = pressed;
  document.addEventListener("click", (event) => {
    close(event.target as Element);
    lead(event);
  }, { signal });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close(document.body);
  }, { signal });
  skip();
  whenDrawn("#root .heading", goOn);
  watch(setStateValue);
}

// A press on a link of the heading goes on to Streamlit's own in its place, which loads nothing twice; one with a key opens
// another tab.
function lead(event: MouseEvent) {
  const [links, own] = ["#root .heading a", ".st-key-links a"].map((all) => [...document.querySelectorAll<HTMLElement>(all)]);
  const place = links.findIndex((link) => link.contains(event.target as Element));
  if (place < 0 || place >= own.length || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  own[place].click();
}

// The skip link leads to the board, and the scrolling part of the page is no tab stop.
const BOARD = ".stage-panel[tabindex], .stage-field, .stage-step:enabled, .stage-choices button";

function skip() {
  document.querySelector("[data-testid=stMain]")?.setAttribute("tabindex", "-1");
  const link = document.querySelector<HTMLElement>("[data-testid=stSkipToContent]");
  if (!link) return;
  link.onclick = (event) => {
    const board = [...document.querySelectorAll<HTMLElement>(BOARD)].find((node) => node.checkVisibility());
    if (!board) return;
    event.preventDefault();
    event.stopPropagation();
    board.focus();
  };
}

// A press outside an open group closes it, and its name gets the focus back; the name itself toggles the group.
function close(target: Element) {
  for (const group of document.querySelectorAll<HTMLDetailsElement>(".menu details[open]")) {
    if (group.contains(target)) continue;
    group.open = false;
    if (group.contains(document.activeElement)) group.querySelector("summary")?.focus();
  }
}

// A restarted server knows nothing of this visitor until the whole page runs. This report makes it run at once; without
// it the page would run only when the visitor changes a control.
function watch(setStateValue: Component<unknown>["setStateValue"]) {
  watching?.disconnect();
  const sign = document.querySelector<HTMLElement>("[data-test-connection-state]");
  if (!sign) return;
  watching = new MutationObserver(() => {
    if (sign.dataset.testConnectionState === "CONNECTED") setStateValue("back", Date.now());
  });
  watching.observe(sign, { attributeFilter: ["data-test-connection-state"] });
}
