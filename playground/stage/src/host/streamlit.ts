// The page that Streamlit draws around the stage, and the first document in its place. All that is known of Streamlit's
// document in the browser is in this folder; what a later Streamlit names differently is as if it were not there.

import { displayed } from "../link/address.ts";
import { PLAIN } from "../link/host.ts";
import type { Host } from "../link/host.ts";

const LAYER = "#first"; // the first document, before the sidebar has come
const SIDEBAR = '[data-testid="stSidebar"]';
const CONTENT = [`${LAYER} main > div`, ".stMainBlockContainer"];
const MENU = ".st-key-menu a";
const LINK = ".stPageLink"; // around a link that loads nothing twice
const NEXT_BOARD = ":is(.st-key-next-lesson, .st-key-next) a, a[rel=next]";
const BOARD_BEFORE = ":is(.st-key-last-lesson, .st-key-back) a, a[rel=prev]";
const EXERCISES = ".st-key-next, .first-next"; // only the browser leads back from one outside a list
const OPENING = 350; // ms that a sidebar or a group takes to open

const seek = (selector: string, within: ParentNode = document) => within.querySelector<HTMLElement>(selector);
const selectorOf = (control: string) => `${SIDEBAR} :is(.st-key-${control}, [class*="st-key-${control}-"])`;

export const streamlit: Host = {
  content: () => CONTENT.map((place) => seek(place)).find((node) => node !== null) ?? PLAIN.content(),
  menu: () => document.querySelectorAll<HTMLAnchorElement>(MENU),
  linkAt(node) {
    const link = node.closest<HTMLAnchorElement>(`${LINK} a`);
    return link && { pathname: link.pathname, keepsBoard: link.matches(MENU) };
  },
  way(on) {
    const link = document.querySelector<HTMLAnchorElement>(on ? NEXT_BOARD : BOARD_BEFORE);
    return link && {
      leadsToExercise: link.closest(EXERCISES) !== null,
      go() {
        if (link.closest(LINK)) link.click();
        else window.location.assign(displayed(link.href));
      },
    };
  },
  nextLesson: () => seek(".st-key-next-lesson a"),
  controls: () => (seek(`${LAYER}, ${SIDEBAR}`) ? "here" : PLAIN.controls()),
  selectorsOf: (control) => [selectorOf(control), `details:not([open]):has(${selectorOf(control)}) summary`],
  showControl(control) {
    const sidebar = seek(SIDEBAR);
    if (!sidebar) {
      PLAIN.showControl(control);
      return;
    }
    if (sidebar.dataset.collapsed === "true") seek('[data-testid="stExpandSidebarButton"]')?.click();
    const node = seek(selectorOf(control));
    node?.closest("details:not([open])")?.querySelector("summary")?.click();
    setTimeout(() => {
      node?.scrollIntoView({ block: "nearest" });
      node?.querySelector("input")?.focus();
    }, OPENING);
  },
  home: { selector: ".st-key-again button", shown: ".st-key-lesson .st-key-again { visibility: visible; }" },
};
