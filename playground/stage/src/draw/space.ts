// Figures in space, which Plotly draws; until it has come, and without WebGL, they are seen from above in the plane.

import type { Figure, FigurePart, Space } from "../store/payload.ts";
type Plotly = NonNullable<typeof window.Plotly>;

let plotly: Promise<Plotly> | null = null;
let drawing: Pick<Plotly, "react"> | null = null;

/** Plotly; null until it has come. */
export const spaceDrawing = () => drawing;

export async function fetchPlotly(address: string) {
  drawing = await loadPlotly(address);
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

/** What the legend above a figure in space names: nothing, if Plotly draws the legend within. */
export function entriesOf({ inside, legend, traces }: Space): readonly FigurePart[] {
  if (hasWebGL() || !inside) return legend;
  return (traces as unknown as readonly Named[]).flatMap(({ name, showlegend, color, line }) => (name && showlegend !== false
    ? [{ kind: "lines", x: [], y: [], color: line?.color ?? color ?? "", width: 2, name }] as const : []));
}

// What a legend uses of a trace in Plotly's format.
interface Named {
  readonly name?: string;
  readonly showlegend?: boolean;
  readonly color?: string;
  readonly line?: { readonly color: string };
}
