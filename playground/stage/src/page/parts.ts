// The elements of stage.html by their names, and others that must be there.

// Each part has the class `stage-` and its name.
export const PARTS = {
  complaints: "p",
  guide: "section", settings: "div",
  answer: "p",
  top: "header", tally: "p", facts: "dl", outcome: "div", verdict: "p", question: "div", guess: "input", options: "span", sure: "span",
  progress: "p", trouble: "p",
  panels: "div", views: "div", promise: "p",
  desk: "div", tools: "div", choices: "span",
  transport: "div", scrub: "input", position: "span", speed: "select",
  sentence: "p", address: "p", onward: "p", said: "p", note: "p", legend: "ul",
  share: "dialog", list: "aside", corner: "figure", spot: "i",
} as const;

export type Parts = { readonly [Name in keyof typeof PARTS]: HTMLElementTagNameMap[(typeof PARTS)[Name]] };

/** The element with this tag and this rest of a selector. */
export function find<Tag extends keyof HTMLElementTagNameMap>(within: ParentNode, tag: Tag, rest = ""): HTMLElementTagNameMap[Tag] {
  const node = within.querySelector<HTMLElementTagNameMap[Tag]>(tag + rest);
  if (!node) throw new Error(`there is no ${tag}${rest}`);
  return node;
}

/** The parts of a new stage, before anything else is in its room. */
export const partsOf = (room: ParentNode) =>
  Object.fromEntries(Object.entries(PARTS).map(([name, tag]) => [name, find(room, tag, `.stage-${name}`)])) as unknown as Parts;
