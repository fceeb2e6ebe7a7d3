// Figures in space along their third axis, and the signs of their points.

import type { Figure, FigurePart, Lines, Mark, Payload, Signs, Space } from "../store/payload.ts";
import { fillIn } from "../words/text.ts";
import { isOutlined } from "./hollow.ts";

const GREY = "var(--st-gray-color)";

/** The traces with the signs of their points at a step, and with words about each. */
export function signed(traces: readonly Record<string, unknown>[], marks: readonly Mark[], columns: Payload["columns"], step: number) {
  return traces.map((trace, place) => {
    const mark = marks.find((each) => each.kind === "signs" && each.place === place) as Signs | undefined;
    return mark ? { ...trace, ...signsOf(trace, mark, columns, step) } : trace;
  });
}

function signsOf(trace: Record<string, unknown>, { columns: [code, ...weights], points, label, signs, words: [about, more] }: Signs,
  columns: Payload["columns"], step: number) {
  const wrong = points.map((point) => isOutlined(columns[code][step], point));
  const hovertext = points.map((point, i) => {
    const [x, y, z] = ["x", "y", "z"].map((axis) => (trace[axis] as readonly number[])[i]);
    const score = weights.reduce((sum, name, axis) => sum + Number(columns[name][step]) * [x, y, z][axis], 0);
    const values: Record<string, number> = { point, x, y, z, value: label * score };
    return fillIn(wrong[i] ? about + more : about, (name) => values[name]);
  });
  return { text: wrong.map((each) => signs[Number(each)]), hovertext };
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
  readonly marker?: { readonly color: string; readonly size: number };
  readonly text?: readonly string[];
  readonly textfont?: { readonly color: string; readonly size: number };
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
  const { type, mode = "lines", line, marker, text = [], textfont, colorscale = [], opacity = 1, color = GREY } = trace;
  const named = trace.name && trace.showlegend !== false ? { name: trace.name } : {};
  const [x, y] = [[...trace.x], [...trace.y]];
  if (type === "surface") return [{ kind: "contours", z: trace.z, colors: colorscale, color: GREY, width: 0.75 }];
  if (type === "mesh3d") return [{ kind: "region", ...outlines(trace), color, opacity, ...named }];
  const parts: FigurePart[] = [];
  if (mode.includes("lines"))
    parts.push({ kind: "lines", x, y, color: line?.color ?? GREY, width: 2, ...(line?.dash && { dash: line.dash }), ...named });
  if (mode.includes("markers") && marker) parts.push({ kind: "dots", x, y, color: marker.color, size: Math.max(marker.size, 6) });
  if (mode === "text" && textfont)
    for (const sign of "●○▲△") {
      const [shape, hollow] = ["●○".includes(sign) ? "circle" : "triangle", "○△".includes(sign)] as const;
      parts.push({ kind: "dots", x: x.map((at, i) => (text[i] === sign ? at : null)), y, color: textfont.color, size: 10, shape, hollow, width: 2 });
    }
  return parts;
}

// The outlines of the triangles of a mesh.
function outlines({ x, y, i = [], j = [], k = [] }: Trace) {
  const along = (values: readonly number[]) =>
    i.flatMap((first, n) => [...[first, j[n], k[n], first].map((at) => values[at] ?? null), null]);
  return { x: along(x), y: along(y) };
}
