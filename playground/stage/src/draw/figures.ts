// Figures: in the plane they are drawn here, in SVG; figures in space, and fields of colour, are drawn by Plotly.

import { drawLine, showsLine } from "./line.ts";
import { reason } from "../store/reason.ts";
import { Frame, pointShapes } from "./geometry.ts";
import { setLength } from "../page/page.ts";
import { drawPlain } from "./plain.ts";
import { fromAbove } from "./traces.ts";

const SOON = 1000; // ms after which a figure that waits for Plotly is drawn without it, as far as possible

/** @type {Promise<void> | null} */
let plotly = null;

/**
 * Load Plotly by a script element, because browsers keep such a script compiled from visit to visit.
 * @returns {Promise<void>}
 */
function load(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = () => (window.Plotly ? resolve() : reject(new Error("Plotly is not a script")));
    script.onerror = () => reject(new Error("Plotly did not load"));
    script.src = address;
    document.head.append(script);
  });
}

// px of Plotly's words while presenting: the smallest type for ticks, a larger one for notes, which say more.
const [TICK_TYPE, NOTE_TYPE] = [12, 15];

const [AXIS_NAME, TICK_NAMES] = [16, 12]; // px under an axis for its name, and for its ticks' names

// The upper of two charts with a common axis, one above the other, and the pixels that it saves because the lower chart
// names the axis and, on the same scale, the ticks for both.
function namedBelow(panels) {
  const [upper, lower] = ["upper", "lower"].map((place) => panels.find(({ figure, node }) => node.dataset.area === place && figure && !node.hidden));
  const [above, below] = [upper, lower].map((panel) => panel?.figure.layout.xaxis);
  const name = above?.title?.text;
  if (!name || name !== below?.title?.text || upper.node.offsetTop >= lower.node.offsetTop) return null;
  const same = [above, below].map(({ range, type, tickvals }) => JSON.stringify([range, type, tickvals]));
  return { upper, saved: AXIS_NAME + (same[0] === same[1] ? TICK_NAMES : 0) };
}

function enlarge(figure) {
  for (const [key, value] of Object.entries(figure)) {
    if (!value || typeof value !== "object") continue;
    if (key === "annotations") for (const note of value) note.font = { ...note.font, size: NOTE_TYPE };
    else if (/font$/.test(key)) value.size = Math.max(value.size ?? TICK_TYPE, TICK_TYPE);
    else enlarge(value);
  }
}

export class Figures {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("./panels.ts").Panels} panels
   * @param {string} plotlyAddress
   */
  constructor(model, page, panels, plotlyAddress) {
    this.model = model;
    this.page = page;
    this.panels = panels;
    this.plotlyAddress = plotlyAddress;
    this.fetching = null;
    this.late = false;
  }

  // Only some figures need Plotly. A failed download is tried again when the network is back.
  async fetchPlotly() {
    this.page.busy("plotly", true);
    try {
      await (plotly ??= load(this.plotlyAddress));
      this.page.complain("plotly", "");
      this.drawFigures();
    } catch (error) {
      this.page.complain("plotly", `Part of the picture could not be loaded: ${reason(error)}.`, "Try again");
    }
    this.page.busy("plotly", false);
  }

  retry() {
    if (!plotly || window.Plotly) return;
    this.page.complain("plotly", "Loading the rest of the picture …");
    plotly = null;
    this.fetching = this.fetchPlotly();
  }

  // All panels are measured before anything is drawn, or the browser would lay the page out once for each panel.
  layOut() {
    const { list } = this.panels;
    const named = this.page.present.on ? namedBelow(list) : null;
    for (const { figure, head } of list)
      if (figure) setLength(head, "--stage-left", figure.layout.margin.l);
    // Both charts share the room that the upper one saves.
    for (const { node } of list) setLength(node, "--stage-shared", named ? named.saved / 2 : 0);
    const sizes = list.map(({ node, head }) => [node.clientWidth, node.clientHeight, head.offsetHeight]);
    for (const { inner } of list) inner?.layOut?.();
    list.forEach((panel, i) => {
      if (panel.figure) this.place(panel, sizes[i], named && panel === named.upper ? named.saved : 0);
      if (panel.frame && panel.editable) this.drawPoints(panel);
    });
  }

  // A figure in the same box keeps its frame, because drawings are cached by their frame.
  place(panel, size, saved) {
    const { figure, head, names } = panel;
    const [width, height, above] = size;
    const room = names.room(width, this.wordType);
    // The view does not change while the visitor drags a point.
    const held = panel.editable && this.model.edits.grip?.lifted ? (panel.held ?? panel.frame) : null;
    const box = [figure, ...size, room, saved, held];
    if (panel.box?.every((each, i) => each === box[i])) return;
    const { layout } = figure;
    Object.assign(panel, { box, layout, held, frame: null });
    // A legend above the figure takes as many lines as it needs.
    if (head.children[1])
      panel.layout = { ...layout, showlegend: false, margin: { ...layout.margin, t: above + 6, autoexpand: false } };
    const { margin } = panel.layout;
    const least = { r: Math.max(room, margin.r), b: margin.b - saved };
    panel.layout = { ...panel.layout, margin: { ...margin, ...least } };
    if (!layout.xaxis || !width || !height) return;
    panel.frame = new Frame(panel.layout, width, height);
    if (held) Object.assign(panel.frame, { xRange: held.xRange, yRange: held.yRange });
    const shown = (axis, range) => ({ ...axis, range });
    const { xRange, yRange } = panel.frame;
    const across = saved ? { ...layout.xaxis, title: undefined, showticklabels: saved === AXIS_NAME } : layout.xaxis;
    panel.layout = { ...panel.layout, xaxis: shown(across, xRange), yaxis: shown(layout.yaxis, yRange) };
    panel.layers.forEach((layer) => panel.frame.place(layer));
    panel.node.style.setProperty("--stage-growth", panel.frame.growth);
  }

  // px, as in the style sheet: reading it from there would make the browser lay the page out once more.
  get wordType() {
    return this.page.present.on ? NOTE_TYPE : TICK_TYPE;
  }

  // On the way to a step, a plane shows the larger of the ranges before and after it.
  zoom(panel, moving) {
    const { zoom, frame, layout, box, layers } = panel;
    const { step } = this.model;
    const half = zoom && Math.max(zoom[step], moving && step ? zoom[step - 1] : 0);
    if (!zoom || !frame || frame.xRange[1] === half) return;
    const [xaxis, yaxis] = [layout.xaxis, layout.yaxis].map((axis) => ({ ...axis, range: [-half, half] }));
    panel.layout = { ...layout, xaxis, yaxis };
    panel.frame = new Frame(panel.layout, box[1], box[2]);
    layers.forEach((layer) => panel.frame.place(layer));
    this.drawPlainly(panel);
  }

  drawPlainly(panel) {
    const { frame, plain, layout } = panel;
    if (layout?.scene && this.late) this.drawAbove(panel);
    if (!frame || plain === frame) return;
    panel.plain = frame;
    drawPlain(panel, this.wordType);
  }

  // A figure in space lies in the plane until Plotly, which is large, has come.
  drawAbove({ figure, layout, box, traces, axes }) {
    const [, width, height] = box;
    if (!width || !height) return;
    const data = figure.data.map((trace, i) => {
      const values = traces.filter(({ place }) => place === i).map((each) => each.values(this.model.step));
      return Object.assign({}, trace, ...values);
    });
    const above = fromAbove({ ...figure, layout, data }, "Seen from above until all has loaded");
    const frame = new Frame(above.layout, width, height);
    drawPlain({ axes, frame, layout: above.layout, figure: above }, this.wordType);
  }

  // Unchanged points are not drawn again: most answers are about points that the visitor has just placed.
  drawPoints(panel) {
    const { layers, frame } = panel;
    const { classes } = this.model.need("editing");
    const points = /** @type {import("../store/payload.ts").Point[]} */ (this.model.edits.points);
    const drawn = JSON.stringify([points, classes]);
    if (panel.drawn?.points === drawn && panel.drawn.frame === frame) return;
    panel.drawn = { points: drawn, frame };
    layers[1].replaceChildren(...pointShapes(points, classes, frame));
  }

  // Draw the parts that follow the step.
  draw() {
    const { model, panels: { list } } = this;
    const last = model.waits ? model.step : model.data.last; // the last step that strips and tables may show
    this.drawMarks();
    this.drawTracesSoon();
    for (const { inner, node } of list) if (!node.hidden) inner?.draw(model.step, last);
  }

  drawMarks() {
    const { model, panels: { list } } = this;
    const progress = model.moment < 1 ? this.progress() : 1;
    const waiting = model.waits;
    for (const panel of list) {
      this.zoom(panel, progress < 1);
      const { marks, frame, editable } = panel;
      if (!frame) continue;
      if (model.line && editable) drawLine(model.line, model, panel);
      else for (const mark of marks)
        if (mark.outcome && waiting) mark.show([], frame);
        else if (mark.stays && !waiting) mark.draw(model.data.last, frame);
        else mark.draw(editable && showsLine(mark, model) ? model.lineStep : model.step, frame, progress);
      panel.names.draw(panel, editable ? model.edits.points : [], this.wordType);
    }
    const outlineStep = model.step - (progress ? 0 : 1);
    for (const { hollow, layers, count } of list) if (hollow) count.textContent = hollow.draw(model, outlineStep, layers[1]);
  }

  // The part of the step's change that is drawn: none in the first half, where the example is shown.
  progress() {
    const { model: { step, moment }, panels: { list } } = this;
    if (list.some(({ traces }) => traces.length)) return 1; // Plotly does not animate
    const first = list.some(({ marks }) => marks.some(({ ahead, columns: [column] }) => ahead && column[step] !== null));
    const way = first ? Math.max(0, 2 * moment - 1) : moment;
    return way * way * (3 - 2 * way);
  }

  // Traces follow the step a frame later, and as often as Plotly can.
  drawTracesSoon() {
    if (!this.panels.list.some(({ traces }) => traces.length)) return;
    this.page.busy("traces", true);
    this.tracing ??= requestAnimationFrame(() => {
      this.tracing = null;
      for (const panel of this.panels.list) if (panel.traces.length) this.drawFigure(panel);
      this.page.busy("traces", false);
    });
  }

  // The static part of the figures. The board is drawn at once, the others in the next frame; Plotly is fetched if a
  // figure needs it.
  drawFigures() {
    const { list, board } = this.panels;
    if (!window.Plotly && !this.fetching && list.some(({ byPlotly }) => byPlotly)) {
      this.fetching = this.fetchPlotly();
      setTimeout(() => {
        this.late = true;
        this.drawFigures();
      }, SOON);
    }
    if (board) this.drawFigure(board);
    this.page.busy("figures", true);
    this.plotting ??= requestAnimationFrame(() => setTimeout(() => {
      this.plotting = null;
      for (const panel of this.panels.list) this.drawFigure(panel);
      this.page.busy("figures", false);
    }));
  }

  // Until Plotly is loaded, the stage draws the figures in the plane by itself.
  drawFigure(panel) {
    if (panel.byPlotly && window.Plotly) this.drawByPlotly(panel);
    else this.drawPlainly(panel);
  }

  drawByPlotly(panel) {
    const { figure, layout, box, traces, plotted } = panel;
    const [, width, height] = box ?? [];
    if (!width || !height || !panel.node.isConnected) return;
    const state = [box, ...(traces.length ? [traces, this.model.step] : [])];
    const same = plotted?.state.length === state.length && state.every((each, i) => each === plotted.state[i]);
    if (same && this.page.holds(plotted.colors)) return;
    panel.plotted = { state, colors: new Map() };
    // A copy, because Plotly changes its arguments.
    const own = this.page.themed({ ...figure, layout }, panel.plotted.colors);
    if (this.page.present.on) enlarge(own);
    if (this.page.present.on && layout.scene)
      for (const name of ["xaxis", "yaxis", "zaxis"]) own.layout.scene[name].showticklabels = false; // they overlap
    Object.assign(own.layout, { width, height, title: undefined });
    // Ticks' names do not shrink with a small figure in space: seen from farther away, it leaves room for them.
    if (layout.scene) {
      const { eye } = own.layout.scene.camera;
      const away = Math.max(1, Math.min(1.5, 260 / Math.min(width, height)));
      for (const axis of ["x", "y", "z"]) eye[axis] *= away;
    }
    for (const trace of traces) Object.assign(own.data[trace.place], trace.values(this.model.step));
    // If axes shrink, their scale of colours stays beside them.
    const { frame, layout: { margin } } = panel;
    for (const { colorbar } of own.data) if (colorbar && frame) colorbar.x = 0.01 + frame.width / (width - margin.l - margin.r);
    panel.axes.replaceChildren();
    panel.plain = null;
    // Plotly would keep parts of the old ranges of axes with one scale.
    const ranges = JSON.stringify([own.layout.xaxis?.range, own.layout.yaxis?.range]);
    if (own.layout.yaxis?.scaleanchor && ranges !== panel.ranges) window.Plotly.purge(panel.plot);
    panel.ranges = ranges;
    window.Plotly.react(panel.plot, own.data, own.layout, own.config);
    panel.node.ariaBusy = "false";
  }

  destroy() {
    for (const { plot } of this.panels.list) window.Plotly?.purge(plot);
  }
}
