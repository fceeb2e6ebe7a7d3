// Settings that Streamlit has no option for: the menu's role and its current page, when its groups close, and the target
// of the skip link; it also reports that the connection is back. Parts that a later Streamlit names differently stay as
// they are.

import type { Component } from "./drawn.ts";

let watching: MutationObserver | null = null;
let marking: MutationObserver | null = null;
let closing: AbortController | null = null;

/** @param component with the place of the current page among the menu's links */
export default function mark({ data, setStateValue }: Component<{ readonly here: number }>) {
  const menu = document.querySelector<HTMLElement>(".st-key-menu");
  if (menu) nameMenu(menu, data.here);
  skip();
  watch(setStateValue);
}

function nameMenu(menu: HTMLElement, here: number) {
  menu.setAttribute("role", "navigation");
  menu.setAttribute("aria-label", "Pages");
  const markLinks = () => {
    for (const [place, link] of menu.querySelectorAll("a").entries())
      if (place === here) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
  };
  closing?.abort();
  closing = new AbortController();
  const { signal } = closing;
  document.addEventListener("click", ({ target }) => { close(menu, target as Node); }, { signal });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close(menu, document.body);
  }, { signal });
  markLinks();
  marking?.disconnect();
  marking = new MutationObserver(markLinks); // Streamlit may add the links after the menu
  marking.observe(menu, { childList: true, subtree: true });
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
function close(menu: HTMLElement, pressed: Node) {
  for (const group of menu.querySelectorAll<HTMLDetailsElement>("details[open]")) {
    if (group.contains(pressed)) continue;
    group.open = false;
    const around = group.parentElement?.closest("[class*=st-key-group-]");
    if (around?.contains(document.activeElement)) group.querySelector("summary")?.focus();
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
