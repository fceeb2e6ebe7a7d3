// The page that Streamlit draws around the stage, and the first document in its place. All that is known of Streamlit's
// document in the browser is in this folder; what a later Streamlit names differently is as if it were not there.

import { PLAIN } from "../link/host.ts";
import type { Host } from "../link/host.ts";

const FIRST = "#first main"; // lies over Streamlit's page, which stands before it in the document
const CONTENT = ".stMainBlockContainer";
const MENU = ".menu a";
const LINK = "#root .heading a"; // a press on which loads nothing twice: menu.ts leads it on to Streamlit's own link

export const streamlit: Host = {
  ask: PLAIN.ask,
  away: PLAIN.away,
  content: () => document.querySelector(FIRST) ?? document.querySelector(CONTENT) ?? PLAIN.content(),
  menu: () => document.querySelectorAll<HTMLAnchorElement>(MENU),
  linkAt(node) {
    const link = node.closest<HTMLAnchorElement>(LINK);
    return link && { pathname: link.pathname, keepsBoard: link.matches(MENU) };
  },
  follow(link) {
    if (link.matches(LINK)) link.click();
    else PLAIN.follow(link);
  },
};
