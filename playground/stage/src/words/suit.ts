// Words for touch screens: “tap” instead of “click”, and nothing about keys.

import type { Payload } from "../store/payload.ts";

const BY_KEY = / \((?:→|or press Enter|or use ← and →)\)/g;

/** The words in a figure's layout. */
interface Labels {
  readonly title?: { text?: string };
  readonly annotations?: { text?: string }[];
}

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
    const { title, annotations = [] } = "figure" in panel ? (panel.figure.layout as Labels) : {};
    for (const words of [title, ...annotations]) if (words?.text) words.text = suitText(words.text);
  }
}
