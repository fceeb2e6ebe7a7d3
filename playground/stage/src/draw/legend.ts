// The legend of a panel's marks, behind a button in its corner.

import { make } from "../page/make.ts";
import type { Page } from "../page/page.ts";
import { markedNodes } from "../page/symbols.ts";
import type { Model } from "../store/model.ts";
import type { Sign } from "../store/payload.ts";
import { SIGNS, svg } from "./geometry.ts";
import type { Panel } from "./panel.ts";

const SAMPLES = {
  ...SIGNS,
  line: "M-13,0H13",
  arrow: "M-12,0H12M5,-5 12,0 5,5",
  ring: "M-6.5,0a6.5,6.5 0 1,0 13,0a6.5,6.5 0 1,0 -13,0z",
};

export function buildLegend(panel: Panel, signs: readonly Sign[] | undefined, page: Page, model: Model) {
  if (!signs) {
    panel.button?.remove();
    panel.button = null;
    return;
  }
  const list = page.part("legend");
  const button = panel.button ??= panel.node.appendChild(newButton(list));
  button.onclick = () => {
    const { right, bottom } = button.getBoundingClientRect();
    const room = document.documentElement.clientWidth - right;
    Object.assign(list.style, { right: `${Math.max(8, room)}px`, top: `${bottom + 4}px` });
    const entries = signs.filter(({ outcome }) => !(outcome && model.waits));
    list.replaceChildren(...entries.map((sign) => newLine(sign, model.data.locked)));
  };
}

// The browser opens and closes the list, also by Escape and by a press elsewhere.
function newButton(list: HTMLElement) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "stage-ask", textContent: "?", popoverTargetElement: list });
  for (const name of ["title", "aria-label"]) button.setAttribute(name, "What the marks mean");
  return button;
}

// `locked` is whether the visitor can change nothing.
function newLine({ shape, words, hand, style }: Sign, locked = false) {
  const [line, sample] = [document.createElement("li"), svg("svg", { viewBox: "-14 -8 28 16" })];
  sample.append(svg("path", { d: SAMPLES[shape], ...style }));
  line.append(sample, make("span", {}, ...markedNodes(hand && !locked ? `${words}; ${hand}` : words)));
  return line;
}
