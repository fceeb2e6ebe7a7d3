// What a panel's figure says of the panel: its head, and its size.

import { setLength } from "../page/page.ts";
import { DASHES, SIGNS, svg } from "./geometry.ts";
import type { PanelSpec } from "./inner.ts";
import type { Figure, FigureTrace, Layout, Panel } from "./panel.ts";

// The figure of a panel, on the larger one of its scales if `whole`.
export function figureOf(spec: PanelSpec, whole: boolean) {
  if (!("figure" in spec)) return undefined;
  return (whole && spec.whole ? spec.whole : spec.figure) as unknown as Figure;
}

// The title and the legend above a figure are drawn by the stage, which does not wait for Plotly. `turned` is whether
// the figure is on the larger one of its scales, or null if it has one scale.
export function buildHead({ head, figure }: Panel, locked: boolean, turned: boolean | null) {
  const { title, showlegend, legend } = figure?.layout ?? {};
  // The words after a title's colon say what the visitor can do; a locked board, or too little room, leaves them out.
  const parts = (title?.text ?? "").split(/(?=: )/).slice(0, locked ? 1 : undefined);
  const heading = document.createElement("p");
  const spans = parts.map((part) => Object.assign(document.createElement("span"), { textContent: part }));
  heading.append(...spans);
  if (turned !== null) {
    spans[0].append(": ");
    spans[1].replaceWith(newTurn(parts[1].slice(2), turned));
  }
  head.replaceChildren(heading);
  if (figure && showlegend && legend?.orientation === "h")
    head.append(newLegend(figure.data.filter((trace) => trace.name && trace.showlegend !== false)));
}

// The button in a title that switches its figure to another scale.
function newTurn(words: string, turned: boolean) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: words, title: turned ? "As far as the run goes" : "All of it" });
  button.dataset.do = "whole";
  button.setAttribute("aria-pressed", String(turned));
  return button;
}

function newLegend(traces: readonly FigureTrace[]) {
  const list = document.createElement("ul");
  list.append(...traces.map(({ name = "", line, marker, mode }) => {
    const item = document.createElement("li");
    const sign = svg("svg", { viewBox: "-14 -7 28 14" });
    const color = marker?.color ?? line?.color ?? "none";
    const symbol = mode?.includes("lines") ? null : marker?.symbol ?? "circle";
    sign.append(svg("path", {
      d: symbol ? SIGNS[symbol.startsWith("triangle") ? "triangle" : "circle"] : "M-14,0H14",
      fill: symbol && !symbol.endsWith("-open") ? color : "none", stroke: color, "stroke-width": symbol ? 1.5 : 2.5,
      "stroke-dasharray": DASHES[line?.dash ?? ""] ?? "none",
    }));
    item.append(sign, name);
    return item;
  }));
  return list;
}

// Let a figure of one scale without visible axes take only the height that its width allows.
export function fit(node: HTMLElement, layout: Layout | undefined) {
  const fitted = layout?.scene === undefined && layout?.xaxis.visible === false && layout.yaxis.scaleanchor;
  node.classList.toggle("is-fitted", Boolean(fitted));
  if (!fitted) return;
  const { xaxis: { range: [left, right] }, yaxis: { range: [low, high] }, margin } = layout;
  node.style.setProperty("--stage-shape", String((right - left) / (high - low)));
  setLength(node, "--stage-around", margin.t + margin.b);
}

// Whether a figure is a plane with the board's margins, which is drawn as large as the board.
export function isTwin(figure: Figure | undefined, specs: readonly PanelSpec[]) {
  const spec = specs.find(({ area }) => area === "board");
  const board = spec && figureOf(spec, false)?.layout.margin;
  if (!board || !figure || figure.layout.scene || !figure.layout.yaxis.scaleanchor) return false;
  const { margin } = figure.layout;
  return (["l", "r", "t", "b"] as const).every((side) => margin[side] === board[side]);
}
