// Figures in space, which Plotly draws; until it has come, and without WebGL, they are seen from above in the plane.

import type { Figure, FigurePart, Lines, Space } from "../store/payload.ts";
import { fetchLater } from "./late.ts";
import type { plotted } from "./plotted.ts";

type Plotly = NonNullable<typeof window.Plotly>;

let plotly: Promise<Plotly> | null = null;
let drawing: (Pick<Plotly, "react"> & { readonly plotted: typeof plotted }) | null = null;

/** What draws figures in space: Plotly, and what writes a figure in its format; null until both have come. */
export const spaceDrawing = () => drawing;

export async function fetchSpaces(address: string) {
  const [{ react }, { plotted }] = await Promise.all([loadPlotly(address), fetchLater()]);
  drawing = { react, plotted };
}

// By a script element, because browsers keep such a script compiled from visit to visit.
function loadPlotly(address: string) {
  plotly ??= new Promise<Plotly>((resolve, reject) => {
    const script = document.createElement("script");
    const fail = (why: string) => {
      plotly = null; // so that it is tried again
      reject(new Error(why));
    };
    script.onload = () => {
      if (window.Plotly) resolve(window.Plotly);
      else fail("Plotly is not a script");
    };
    script.onerror = () => {
      fail("Plotly did not load");
    };
    script.src = address;
    document.head.append(script);
  });
  return plotly;
}

// Whether there is WebGL, which Plotly needs to draw in space: locked-down machines and remote desktops lack it.
let webGL: boolean | undefined;
export function hasWebGL() {
  return (webGL ??= ["webgl2", "webgl"].some((kind) => document.createElement("canvas").getContext(kind)));
}

export const isSpace = (figure: Figure | Space): figure is Space => "traces" in figure;

const GREY = "var(--st-gray-color)";

/** What the legend above a figure in space names: nothing, if Plotly draws the legend within. */
export function entriesOf(space: Space): readonly FigurePart[] {
  return hasWebGL() || !space.inside ? space.legend : fromAbove(space, "").parts;
}

// What is used of a trace in Plotly's format.
interface Trace {
  readonly type: string;
  readonly mode?: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly z: (number | null)[][];
  readonly i?: readonly number[];
  readonly j?: readonly number[];
  readonly k?: readonly number[];
  readonly color?: string;
  readonly opacity?: number;
  readonly name?: string;
  readonly showlegend?: boolean;
  readonly line?: { readonly color: string; readonly dash?: Lines["dash"] };
  readonly marker?: { readonly color: string; readonly size: number; readonly symbol?: string };
  readonly colorscale?: [number, string][];
}

/** The same figure along its third axis: the plane of the first two. */
export function fromAbove({ title, margin, axes: [xaxis, yaxis], traces }: Space, text: string): Figure {
  const room = { l: Math.max(margin.l, 42), r: Math.max(margin.r, 10), t: margin.t, b: Math.max(margin.b, 38) };
  const parts = traces.flatMap((trace) => partsOf(trace as unknown as Trace));
  const note = { x: 1, y: 0, text, anchor: "right", side: "above", plot: true } as const;
  return { title, margin: room, xaxis, yaxis, parts, notes: [note], frame: parts.some(({ kind }) => kind === "contours") ? "edge" : "box" };
}

function partsOf(trace: Trace): FigurePart[] {
  const { type, mode = "lines", line, marker, colorscale = [], opacity = 1, color = GREY } = trace;
  const named = trace.name && trace.showlegend !== false ? { name: trace.name } : {};
  const [x, y] = [[...trace.x], [...trace.y]];
  if (type === "surface") return [{ kind: "contours", z: trace.z, colors: colorscale, color: GREY, width: 0.75 }];
  if (type === "mesh3d") return [{ kind: "region", ...outlines(trace), color, opacity, ...named }];
  const parts: FigurePart[] = [];
  if (mode.includes("lines"))
    parts.push({ kind: "lines", x, y, color: line?.color ?? GREY, width: 2, ...(line?.dash && { dash: line.dash }), ...named });
  if (mode.includes("markers") && marker) {
    const shape = marker.symbol === "diamond" ? "triangle" : "circle";
    parts.push({ kind: "dots", x, y, color: marker.color, size: Math.max(marker.size, 6), shape });
  }
  return parts;
}

// The outlines of the triangles of a mesh.
function outlines({ x, y, i = [], j = [], k = [] }: Trace) {
  const along = (values: readonly number[]) =>
    i.flatMap((first, n) => [...[first, j[n], k[n], first].map((at) => values[at] ?? null), null]);
  return { x: along(x), y: along(y) };
}
