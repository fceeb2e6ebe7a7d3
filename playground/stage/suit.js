// Words that suit the hand: where a mouse clicks a finger taps, and who has no keys is told of none.

const BY_KEY = / \((?:→|or press Enter|or use ← and →)\)/g;

/** @param {string} text */
export function suitText(text) {
  if (!window.matchMedia("(pointer: coarse)").matches) return text;
  return text.replace(BY_KEY, "").replace(/\bclick/g, "tap").replace(/\bClick/g, "Tap").replace(/^Point at/, "Tap");
}

/**
 * The stage's own words of a message; what a visitor has written stays as it is.
 * @param {import("./payload.js").Payload | (import("./payload.js").Untold & { untold?: undefined, picking?: undefined })} data
 */
export function suitScene({ texts: { sentence }, panels, picking, untold }) {
  if (untold) suitScene(untold);
  sentence.templates = sentence.templates.map(suitText);
  if (picking) picking.offer = suitText(picking.offer);
  for (const panel of panels) {
    const { title, annotations } = "figure" in panel ? panel.figure.layout : {};
    for (const words of [title, ...(annotations ?? [])]) if (words?.text) words.text = suitText(words.text);
  }
}
