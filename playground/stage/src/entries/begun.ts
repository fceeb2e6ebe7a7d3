// Leads a visitor who has done some lessons to the first lesson that is not done; changes nothing for others. It also
// stands in the first document, where it leads at once.

import { whenDrawn } from "../host/drawn.ts";
import { isKept } from "../store/kept.ts";

// All lessons, as lessons/__init__.py writes them before this script: the name under which a browser notes that the
// lesson is done, and the address.
declare const LESSONS: readonly (readonly [key: string, href: string])[];

const standing = document.querySelector<HTMLAnchorElement>("#first .first-headline a");
if (standing) lead(standing);

export default () => whenDrawn(".st-key-headline a:has(p)", lead);

function lead(link: HTMLElement) {
  const place = LESSONS.findIndex(([key]) => !isKept(key));
  if (!(link instanceof HTMLAnchorElement) || place < 0 || !LESSONS.some(([key]) => isKept(key))) return;
  (link.querySelector("p") ?? link).textContent = `Go on with ${place} of ${LESSONS.length - 1} →`;
  link.href = new URL(LESSONS[place][1], document.baseURI).href;
  // Let the browser follow the link: Streamlit would follow the old one.
  link.addEventListener("click", (event) => { event.stopPropagation(); });
}
