// Marks each lesson that this browser has seen done, and shows its finding in place of its title.

import { whenDrawn } from "../host/drawn.ts";
import type { Component } from "../host/drawn.ts";
import { find } from "../page/parts.ts";
import { isKept } from "../store/kept.ts";

/** @param component with the name and the finding of each lesson, by the name under which a browser notes it */
export default function mark({ data, parentElement }: Component<Readonly<Record<string, readonly [slug: string, words: string]>>>) {
  const done = Object.keys(data).filter(isKept).map((key) => data[key]);
  const places = done.map(([slug]) => `.st-key-lesson-${slug} a p::after`).join(", ");
  find(parentElement, "style").textContent = places && `${places} { content: " ✓"; content: " ✓" / " (finished)"; }`;
  const ends = done.map(([slug, words]) =>
    whenDrawn(`.st-key-lesson-${slug} a strong`, (title) => { title.textContent = words; }));
  return () => { for (const end of ends) end(); };
}
