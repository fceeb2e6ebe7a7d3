// The link after the words of the first page, to the lessons.

import { isKept } from "../store/kept.ts";

type Lessons = readonly (readonly [key: string, address: string])[];

/**
 * Lead a visitor who has done some lessons to the first one that is not done; change nothing for others. The link holds all
 * lessons: the names under which a browser notes that they are done, and their addresses.
 */
export function goOn(heading: Element) {
  const link = heading.querySelector<HTMLAnchorElement>("[data-lessons]");
  const lessons = JSON.parse(link?.dataset.lessons ?? "[]") as Lessons;
  const place = lessons.findIndex(([key]) => !isKept(key));
  if (!link || place < 0 || !lessons.some(([key]) => isKept(key))) return;
  link.textContent = `Go on with ${place} of ${lessons.length - 1} →`;
  link.href = new URL(lessons[place][1], document.baseURI).href;
  // Let the browser follow the link: Streamlit would follow the one that was there.
  link.onclick = (event) => { event.stopPropagation(); };
}
