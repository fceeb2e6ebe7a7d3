// A figure in space as Plotly draws it.

import type { Axis, Space } from "../store/payload.ts";

/** What Plotly draws: traces, a layout and settings, all in its own format. */
export interface Plotted {
  data: Record<string, unknown>[];
  layout: Record<string, unknown>;
  config: Record<string, unknown>;
}

const CLEAR = "rgba(0, 0, 0, 0)";
const GREY = "var(--st-gray-color)";

/** The figure in Plotly's format; without `words`, its axes have no ticks' names, which would overlap. */
export function plotted(space: Space, width: number, height: number, words: boolean): Plotted {
  // Ticks' names do not shrink with a small figure: seen from farther away, it leaves room for them.
  const away = Math.max(1, Math.min(1.5, 260 / Math.min(width, height)));
  const look = {
    gridcolor: "rgba(128, 128, 128, 0.18)", zerolinecolor: GREY, showbackground: false, nticks: 5, showticklabels: words,
  };
  const axis = ({ name, range }: Axis) => ({ ...look, title: { text: name }, range });
  const place = ([x, y, z]: readonly number[], times = 1) => ({ x: times * x, y: times * y, z: times * z });
  const [xaxis, yaxis, zaxis] = space.axes.map(axis);
  const camera = { eye: place(space.eye, away), center: place(space.center) };
  return {
    data: space.traces,
    layout: {
      width, height, margin: space.margin, paper_bgcolor: CLEAR, plot_bgcolor: CLEAR,
      font: { color: "var(--st-text-color)", family: "var(--st-font)", size: 12 },
      showlegend: space.inside, legend: { x: 0, y: 0.95, bgcolor: CLEAR },
      scene: { xaxis, yaxis, zaxis, aspectmode: "cube", uirevision: "kept", camera },
    },
    config: { displayModeBar: false, responsive: false },
  };
}
