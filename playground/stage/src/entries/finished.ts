// Marks each lesson that this browser has seen done, and shows its finding in place of its title. Above the list it leads
// on to the first lesson that is not done, to the page of what was found, and back to the lessons where a guess was wrong,
// a day ago or more.

import { whenDrawn } from "../host/drawn.ts";
import type { Component } from "../host/drawn.ts";
import { make } from "../page/make.ts";
import { find } from "../page/parts.ts";
import { isServed } from "../share/links.ts";
import { isKept, recallJson, wrongOf } from "../store/kept.ts";

const DAY = 86_400_000; // ms
const MOST = 3; // the lessons to which it leads back

type Lessons = Readonly<Record<string, readonly [slug: string, words: string, address: string]>>;

/** @param component with the name, the finding and the address of each lesson, by the name under which a browser notes it */
export default function mark({ data, parentElement }: Component<Lessons>) {
  const done = Object.keys(data).filter(isKept).map((key) => data[key]);
  const places = done.map(([slug]) => `.st-key-lesson-${slug} a p::after`).join(", ");
  find(parentElement, "style").textContent = places && `${places} { content: " ✓"; content: " ✓" / " (finished)"; }`;
  start(find(parentElement, "a"), data);
  const again = find(parentElement, "p");
  const due = dueOf(data);
  again.replaceChildren(...(done.length ? [newFound(again)] : []), ...(due.length ? ["A guess was wrong here. Try once more:"] : []));
  const ends = [
    ...due.map(([slug]) => whenDrawn(`.st-key-lesson-${slug} a`, (card) => {
      const title = find(card, "strong").textContent;
      again.append(" ", make("a", { href: card.getAttribute("href") ?? "", textContent: title }));
    })),
    ...done.map(([slug, words]) => whenDrawn(`.st-key-lesson-${slug} a strong`, (title) => { title.textContent = words; })),
  ];
  return () => { for (const end of ends) end(); };
}

// Whoever has done some lessons does not start, but goes on.
function start(link: HTMLAnchorElement, data: Lessons) {
  const keys = Object.keys(data);
  const next = keys.findIndex((key) => !isKept(key));
  const [, , address] = data[keys[Math.max(0, next)]];
  link.href = address;
  link.textContent = next >= 0 && keys.some(isKept) ? `Go on with ${next}` : "Start";
}

// A link to the page of what was found; a host that lets no request through has none.
function newFound(place: HTMLElement) {
  const link = make("a", { href: "./found", textContent: "What you found" });
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void isServed("scene/").then((there) => {
      if (there) window.location.assign(link.href);
      else place.textContent = "This copy of the app cannot show what you found: its host lets no request through.";
    });
  });
  return link;
}

// The lessons where a guess was wrong, the one of the longest ago first.
function dueOf(data: Lessons) {
  const times = Object.keys(data).map((key) => [key, recallJson(wrongOf(key))] as const);
  const old = times.flatMap(([key, time]) => (typeof time === "number" && Date.now() - time >= DAY ? [[key, time] as const] : []));
  return old.sort(([, one], [, other]) => one - other).slice(0, MOST).map(([key]) => data[key]);
}
