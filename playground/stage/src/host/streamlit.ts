// The page that Streamlit draws around the stage, and the first document in its place. All that is known of Streamlit's
// document in the browser is in this folder; what a later Streamlit names differently is as if it were not there.

import { displayed } from "../link/address.ts";
import { PLAIN } from "../link/host.ts";
import type { Host } from "../link/host.ts";

const CONTENT = ["#first main > div", ".stMainBlockContainer"]; // in the first document, and in Streamlit's
const MENU = ".menu a";
const LINK = ".stPageLink"; // around a link that loads nothing twice
const NEXT_BOARD = ":is(.st-key-next-lesson, .st-key-next) a, a[rel=next]";
const END_BEFORE = ".st-key-end a, link[rel=prev]"; // the board before, at its end
const BOARD_BEFORE = ":is(.st-key-last-lesson, .st-key-back) a, a[rel=prev]";
const EXERCISES = ".st-key-next, .first-next"; // only the browser leads back from one outside a list

const seek = (selector: string) => document.querySelector<HTMLAnchorElement>(selector);

export const streamlit: Host = {
  ask: PLAIN.ask,
  away: PLAIN.away,
  content: () => CONTENT.map((place) => seek(place)).find((node) => node !== null) ?? PLAIN.content(),
  menu: () => document.querySelectorAll<HTMLAnchorElement>(MENU),
  linkAt(node) {
    const link = node.closest<HTMLAnchorElement>(`${LINK} a, #root ${MENU}`);
    return link && { pathname: link.pathname, keepsBoard: link.matches(`${MENU}, .st-key-pages a`) };
  },
  way(on) {
    const link = on ? seek(NEXT_BOARD) : seek(END_BEFORE) ?? seek(BOARD_BEFORE);
    return link && {
      leadsToExercise: link.closest(EXERCISES) !== null,
      go() {
        if (link.closest(LINK)) link.click();
        else window.location.assign(displayed(link.href));
      },
    };
  },
  nextLesson: () => seek(".st-key-next-lesson a"),
  wholePage: PLAIN.wholePage,
  home: { selector: ".st-key-again button", shown: ".st-key-lesson .st-key-again { visibility: visible; }" },
};
