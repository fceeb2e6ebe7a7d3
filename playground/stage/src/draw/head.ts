// What a panel's figure says of the panel: its head, and its size.

import { make } from "../page/make.ts";
import { setLength } from "../page/page.ts";
import { markedNodes } from "../page/symbols.ts";
import type { Figure, Space } from "../store/payload.ts";
import { newLegend } from "./figure.ts";
import type { PanelSpec } from "./inner.ts";
import type { Panel } from "./panel.ts";
import { entriesOf } from "./space.ts";

// The figure of a panel, on the larger one of its scales if `whole`.
export function figureOf(spec: PanelSpec, whole: boolean) {
  if (!("figure" in spec)) return undefined;
  return whole && spec.whole ? spec.whole : spec.figure;
}

// The title and the legend above a figure are drawn by the stage, which does not wait for Plotly. `turned` is whether
// the figure is on the larger one of its scales, or null if it has one scale.
export function buildHead({ head, figure }: Panel, locked: boolean, turned: boolean | null) {
  // The words after a title's colon say what the visitor can do; a locked board, or too little room, leaves them out.
  const parts = (figure?.title ?? "").split(/(?=: )/).slice(0, locked ? 1 : undefined);
  const heading = document.createElement("p");
  const spans = parts.map((part) => make("span", {}, ...markedNodes(part)));
  heading.append(...spans);
  if (turned !== null) {
    spans[0].append(": ");
    spans[1].replaceWith(newTurn(parts[1].slice(2), turned));
  }
  const legend = figure && newLegend("parts" in figure ? figure.parts : entriesOf(figure));
  head.replaceChildren(heading, ...(legend ? [legend] : []));
}

// The button in a title that switches its figure to another scale.
function newTurn(words: string, turned: boolean) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: words, title: turned ? "As far as the run goes" : "All of it" });
  button.dataset.do = "whole";
  button.setAttribute("aria-pressed", String(turned));
  return button;
}

// Let a figure of one scale without ticks take only the height that its width allows.
export function fit(node: HTMLElement, figure: Figure | Space | undefined) {
  const fitted = figure && "parts" in figure && figure.scale && figure.xaxis.ticks?.length === 0;
  node.classList.toggle("is-fitted", Boolean(fitted));
  if (!fitted) return;
  const { xaxis: { range: [left, right] }, yaxis: { range: [low, high] }, margin } = figure;
  node.style.setProperty("--stage-shape", String((right - left) / (high - low)));
  setLength(node, "--stage-around", margin.t + margin.b);
}
