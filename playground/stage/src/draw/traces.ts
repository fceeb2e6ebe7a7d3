// Traces that grow with the step, and figures in space, which only Plotly can draw.

// A Plotly trace that grows with the step: it takes longer to draw than a mark, but may lie in space.
class Growing {
  constructor({ trace, columns, attributes }, all) {
    this.place = trace;
    this.columns = columns.map((name) => all[name]);
    this.attributes = attributes;
  }

  values(step) {
    const each = this.columns.length / this.attributes.length;
    const corners = (i) => this.columns.slice(i * each, (i + 1) * each).map((column) => column[step]);
    if (each > 1) return Object.fromEntries(this.attributes.map((name, i) => [name, corners(i)]));
    return Object.fromEntries(this.attributes.map((name, i) => [name, this.columns[i].slice(0, step + 1)]));
  }
}

// A trace whose z is a sum with one more term at each step: a layer times a factor. A layer is a sum of products of a
// column and a row, which are shorter to send than the layer's values.
class Field {
  constructor({ trace, columns, layers }, all) {
    this.place = trace;
    const [which, factor, since] = columns.map((name) => all[name]);
    this.which = which;
    this.factor = factor;
    this.since = since;
    this.layers = layers;
  }

  values(step) {
    const shares = new Array(this.layers.length).fill(0);
    for (let k = this.since[step] + 1; k <= step; k++) shares[this.which[k]] += this.factor[k];
    const [down, along] = this.layers[0][0];
    const empty = this.since[step] === step ? null : 0; // a sum of nothing has no colour
    const z = down.map(() => new Array(along.length).fill(empty));
    // Add the first products of all layers before their second products, so that large terms cancel before small ones.
    const most = Math.max(...this.layers.map((products) => products.length));
    for (let place = 0; place < most; place++)
      shares.forEach((share, layer) => {
        const [column, row] = (share && this.layers[layer][place]) || [[], []];
        column.forEach((a, i) => row.forEach((b, j) => (z[i][j] += share * a * b)));
      });
    return { z };
  }
}

export const TRACES = { growing: Growing, field: Field };

// Whether there is WebGL, which Plotly needs to draw in space: locked-down machines and remote desktops lack it.
let webGL;
export function hasWebGL() {
  return (webGL ??= ["webgl2", "webgl"].some((kind) => document.createElement("canvas").getContext(kind)));
}

// The same figure along its third axis: the plane of the first two.
export function fromAbove({ data, layout: { scene, margin, ...layout }, config }, text) {
  const still = ({ title, range }) => ({ title, range, fixedrange: true, zeroline: false });
  const [xaxis, yaxis] = [scene.xaxis, scene.yaxis].map(still);
  const corner = { xref: "paper", yref: "paper", x: 1, y: 0, xanchor: "right", yanchor: "bottom" };
  const annotations = [...(layout.annotations ?? []), { ...corner, text, showarrow: false }];
  const room = { l: Math.max(margin.l, 42), r: Math.max(margin.r, 10), t: margin.t, b: Math.max(margin.b, 38) };
  return {
    data: data.map((trace) => (FROM_ABOVE[trace.type] ?? ((other) => other))(trace)),
    layout: { ...layout, margin: { ...margin, ...room }, xaxis, yaxis, annotations },
    config: { ...config, staticPlot: true },
  };
}

const FROM_ABOVE = {
  scatter3d: (trace) => ({ ...trace, type: "scatter" }),
  surface: ({ contours, opacity, ...trace }) => ({ ...trace, type: "contour", ncontours: 12, line: { width: 0.75 } }),
  mesh3d({ x, y, i, j, k, color, opacity, name, showlegend }) {
    const along = (values) => i.flatMap((first, n) => [first, j[n], k[n], first].map((at) => values[at]).concat(null));
    const filled = { fill: "toself", fillcolor: color, line: { width: 0 } };
    return { type: "scatter", mode: "lines", x: along(x), y: along(y), ...filled, opacity, name, showlegend };
  },
};
