// Words for touch screens: “tap” instead of “click”, and nothing about keys.

import type { Payload } from "../store/payload.ts";

const BY_KEY = / \((?:→|or press Enter|or use ← and →)\)/g;

export function suitText(text: string) {
  if (!window.matchMedia("(pointer: coarse)").matches) return text;
  return text.replace(BY_KEY, "").replace(/\bclick/g, "tap").replace(/\bClick/g, "Tap").replace(/^Point at/, "Tap");
}

/** Adapt the stage's own words in a message; words of the visitor stay as they are. */
export function suitScene({ texts: { sentence }, panels, picking, untold }: Pick<Payload, "texts" | "panels" | "picking" | "untold">) {
  if (untold) suitScene(untold);
  sentence.templates = sentence.templates.map(suitText);
  if (picking) picking.offer = suitText(picking.offer);
  for (const panel of panels) {
    if (!("figure" in panel)) continue;
    panel.figure.title = suitText(panel.figure.title);
    if ("notes" in panel.figure) for (const note of panel.figure.notes) note.text = suitText(note.text);
  }
}
