// Draws a figure in the plane, in Plotly's format, without Plotly.

import { DASHES, SIGNS, svg, ticks } from "./geometry.ts";

const SIGN = 11; // px of the width of a sign
const SIGN_OF_TICK = 6.2; // px of the width of a character in a tick's name
const TICKS_APART = 6; // px at least between two of these names
const ANCHORS = { left: "start", right: "end" };

/**
 * Draw grid, ticks and titles by the layout; then lines, signs and words in the plot area; and notes over everything.
 * @param {any} panel
 * @param {number} least px of a note's type
 */
export function drawPlain({ axes, frame, layout, figure, editable }, least) {
  const add = (parent, name, look, text) => parent.appendChild(svg(name, look, text));
  const { left, top, width, height } = frame;
  axes.replaceChildren();
  // Like Plotly's elements, this element holds the data and the layout that it shows.
  Object.assign(axes, { data: figure.data, layout });
  drawGrid((...args) => add(axes, ...args), frame, layout);
  const plot = add(axes, "svg", { x: left, y: top, width, height });
  for (const trace of figure.data) TRACE_DRAWERS[trace.type]?.((...args) => add(plot, ...args), frame, trace);
  const away = editable ? frame.growth : 1; // words keep farther from larger points
  for (const { x, y, xref, yref, text, font, xanchor, yanchor, xshift = 0, yshift = 0 } of layout.annotations ?? []) {
    const at = { x: xref === "paper" ? x * width : frame.x(x), y: yref === "paper" ? (1 - y) * height : frame.y(y) };
    const size = Math.max(least, font?.size ?? layout.font?.size ?? 12);
    const line = yanchor === "bottom" ? -0.3 : yanchor === "top" ? 1 : 0.35;
    // Keep the note within the panel even if its letters are wide.
    const wide = text.length * SIGN_OF_TICK * size / 12;
    const before = wide * ({ left: 0, right: 1 }[xanchor] ?? 0.5);
    const most = left + width + layout.margin.r - wide + before;
    add(axes, "text", {
      x: Math.max(before, Math.min(most, left + at.x + away * xshift)), y: top + at.y - away * yshift + line * size,
      class: "stage-noted", "text-anchor": ANCHORS[xanchor] ?? "middle", "font-size": size, style: `fill: ${font?.color ?? "currentColor"}`,
    }, text);
  }
}

function drawGrid(add, frame, layout) {
  const { left, top, width, height } = frame;
  const box = layout.xaxis.mirror ? `M${left},${top}h${width}v${height}h${-width}z`
    : `M${left},${top}v${height}h${width}`;
  add("path", { d: box, fill: "none", stroke: layout.xaxis.linecolor ?? "none" });
  for (const [letter, axis] of [["x", layout.xaxis], ["y", layout.yaxis]]) {
    if (axis.visible === false) continue;
    const across = letter === "x";
    let free = -Infinity; // the place on the axis from which a name has room
    for (const [value, text] of ticks(axis, across ? width / 80 : height / 40)) {
      const at = across ? left + frame.x(value) : top + frame.y(value);
      const stroke = value === 0 && axis.zeroline !== false ? axis.zerolinecolor : axis.gridcolor;
      add("path", { d: across ? `M${at},${top}v${height}` : `M${left},${at}h${width}`, stroke: stroke ?? "none" });
      const half = across ? text.length * SIGN_OF_TICK / 2 : 6;
      const place = across ? at : -at;
      if (place - half < free || axis.showticklabels === false) continue;
      free = place + half + (across ? TICKS_APART : 0);
      add("text", across ? { x: at, y: top + height + 14, "text-anchor": "middle" }
        : { x: left - 4, y: at + 4, "text-anchor": "end" }, text);
    }
    const [x, y] = across ? [left + width / 2, top + height + 30] : [12, top + height / 2];
    const transform = across ? "" : `rotate(-90 ${x} ${y})`;
    add("text", { x, y, transform, "text-anchor": "middle" }, axis.title?.text);
  }
}

const TRACE_DRAWERS = { scatter: drawScatter, bar: drawBars };

/** @param {any} trace */
function drawBars(add, frame, trace) {
  const { x = [], y, width, marker: { color }, opacity } = trace;
  x.forEach((middle, i) => {
    const [left, right] = [frame.x(middle - width / 2), frame.x(middle + width / 2)];
    const [top, bottom] = [frame.y(y[i]), frame.y(0)];
    add("rect", { x: left, y: top, width: right - left, height: bottom - top, fill: color, opacity });
  });
}

/** @param {any} trace */
function drawScatter(add, frame, trace) {
  const { x = [], y = [], mode = "lines", line = {}, marker = {}, opacity = 1 } = trace;
  const places = Array.from(x, (value, i) => [frame.x(value), frame.y(y[i]), value === null || y[i] === null]);
  if (mode.includes("lines")) {
    const corners = places.map(([left, top, gap], i) =>
      gap ? "" : `${i && !places[i - 1][2] ? "L" : "M"}${left.toFixed(1)},${top.toFixed(1)}`);
    add("path", {
      d: corners.join(""), fill: trace.fill === "toself" ? trace.fillcolor : "none", opacity,
      stroke: line.width === 0 ? "none" : line.color, "stroke-width": line.width ?? 2,
      "stroke-dasharray": DASHES[line.dash] ?? "none",
    });
  }
  const { symbol = "circle", size = 6, color = "none" } = marker;
  const open = symbol.endsWith("-open");
  const look = { fill: open ? "none" : color, stroke: open ? color : marker.line?.color ?? "none", opacity: opacity * (marker.opacity ?? 1) };
  places.forEach(([left, top, gap], i) => {
    if (gap) return;
    const scale = size / SIGN;
    if (mode.includes("markers"))
      add("path", {
        d: SIGNS[symbol.startsWith("triangle") ? "triangle" : "circle"], ...look,
        "stroke-width": (marker.line?.width ?? 1) / scale, transform: `translate(${left},${top}) scale(${scale})`,
      });
    if (!mode.includes("text")) return;
    const { textposition: position = "middle center" } = trace;
    const [row, side] = (Array.isArray(position) ? position[i] : position).split(" ");
    const away = size / 2 + 2;
    add("text", {
      x: left + (side === "left" ? -away : side === "right" ? away : 0),
      y: top + (row === "top" ? -away : row === "bottom" ? away + 8 : 4), opacity,
      "text-anchor": side === "left" ? "end" : side === "right" ? "start" : "middle",
      class: "stage-noted", "font-size": trace.textfont?.size ?? 12,
      style: `fill: ${trace.textfont?.color ?? "currentColor"}`,
    }, trace.text[i]);
  });
}
