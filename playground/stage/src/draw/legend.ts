// The legend of a panel's marks, behind a button in its corner.

import { SIGNS, svg } from "./geometry.ts";

const SAMPLES = {
  ...SIGNS,
  line: "M-13,0H13",
  arrow: "M-12,0H12M5,-5 12,0 5,5",
  ring: "M-6.5,0a6.5,6.5 0 1,0 13,0a6.5,6.5 0 1,0 -13,0z",
};

/**
 * @param {{ node: HTMLElement, button?: any }} panel
 * @param {import("../store/payload.ts").Sign[] | undefined} signs
 * @param {import("../page/page.ts").Page} page
 * @param {boolean} locked whether the visitor can change nothing
 * @param {() => boolean} waiting whether the outcome waits
 */
export function buildLegend(panel, signs, page, locked, waiting) {
  if (!signs) {
    panel.button?.remove();
    panel.button = null;
    return;
  }
  const list = page.part("legend");
  if (!panel.button) {
    panel.button = document.createElement("button");
    Object.assign(panel.button, { type: "button", className: "stage-ask", textContent: "?" });
    for (const name of ["title", "aria-label"]) panel.button.setAttribute(name, "What the marks mean");
    // The browser opens and closes the list, also by Escape and by a press elsewhere.
    panel.button.popoverTargetElement = list;
    panel.node.append(panel.button);
  }
  panel.button.onclick = () => {
    const { right, bottom } = panel.button.getBoundingClientRect();
    const room = document.documentElement.clientWidth - right;
    Object.assign(list.style, { right: `${Math.max(8, room)}px`, top: `${bottom + 4}px` });
    const entries = signs.filter(({ outcome }) => !(outcome && waiting()));
    list.replaceChildren(...entries.map((sign) => newLine(sign, locked)));
  };
}

/** @param {import("../store/payload.ts").Sign} sign */
function newLine({ shape, words, hand, style }, locked) {
  const [line, sample] = [document.createElement("li"), svg("svg", { viewBox: "-14 -8 28 16" })];
  sample.append(svg("path", { d: SAMPLES[shape], ...style }));
  line.append(sample, hand && !locked ? `${words}; ${hand}` : words);
  return line;
}
