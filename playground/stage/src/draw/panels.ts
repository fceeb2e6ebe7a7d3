// The panels of a message, with their heads, marks and other content.

import { waits } from "../store/outcome.ts";
import { Canvas } from "./canvas.ts";
import { DASHES, SIGNS, svg } from "./geometry.ts";
import { hollowOf } from "./hollow.ts";
import { buildLegend } from "./legend.ts";
import { SHAPES } from "./marks.ts";
import { newMark } from "./moving.ts";
import { Names } from "./names.ts";
import { setLength } from "../page/page.ts";
import { Sheet } from "./sheet.ts";
import { Strip } from "./strip.ts";
import { Table } from "./table.ts";
import { TRACES, fromAbove, hasWebGL } from "./traces.ts";
import { Views } from "./views.ts";

const BY_KEYBOARD = "Shift with an arrow key moves a cross; Enter clicks there, "
  + "G picks up a point or the arrow's tip, or puts it down, Escape hides the cross.";

const NO_SPACE = "No WebGL here: seen from above";

const LOOKING = "Shift with an arrow key moves a cross; Escape hides the cross.";

const KINDS = ["figure", "lines", "heads", "of", "cells"]; // for each kind of panel, a key that no other kind has

export class Panels {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {ResizeObserver} resizing
   * @param {() => void} drawAll
   */
  constructor(model, page, resizing, drawAll) {
    this.model = model;
    this.page = page;
    this.resizing = resizing;
    /** @type {any[]} */
    this.list = [];
    this.views = new Views(model, page, this, drawAll);
    this.drawAll = drawAll;
    this.canvas = null; // the canvas, if a panel has one
    this.whole = false; // whether figures that have two scales are shown on the larger one
  }

  // The panel on which the visitor places points.
  get board() {
    return this.list.find((panel) => panel.editable);
  }

  // The visible panels with a figure.
  get figures() {
    return this.list.filter(({ node, figure }) => figure && !node.hidden);
  }

  find(event) {
    return this.list.find(({ node }) => node.contains(event.target));
  }

  build() {
    const { data } = this.model;
    while (this.list.length > data.panels.length) this.drop(this.list.pop());
    this.page.root.classList.toggle("is-drawn-first", "cells" in (data.panels[1] ?? {}));
    data.panels.forEach((spec, i) => {
      const kind = KINDS.find((key) => key in spec);
      const old = this.list[i];
      if (old?.kind !== kind) {
        this.list[i] = this.newPanel(kind, old?.node ?? null);
        if (old) this.drop(old);
      }
      const panel = this.list[i];
      /** @type {any} */
      const figure = "whole" in spec && this.whole ? spec.whole : "figure" in spec ? spec.figure : undefined;
      panel.node.dataset.area = spec.area;
      fit(panel.node, figure?.layout);
      panel.node.toggleAttribute("data-twin", spec.area === "side" && isTwin(figure, data.panels));
      panel.node.setAttribute("role", "img");
      panel.node.setAttribute("aria-label", spec.label);
      panel.zoom = "zoom" in spec ? data.columns[spec.zoom ?? ""] : null;
      // An unchanged figure need not be drawn again.
      panel.byPlotly = data.plotly.includes(i);
      if (!panel.byPlotly && panel.plotted) this.forget(panel);
      panel.node.ariaBusy = String(panel.byPlotly && !panel.plotted);
      const text = JSON.stringify([figure, "whole" in spec]);
      if (text !== panel.text) {
        panel.figure = figure?.layout.scene && !hasWebGL() ? fromAbove(figure, NO_SPACE) : figure;
        this.buildHead(panel, data.locked && data.editing?.panel === i, "whole" in spec);
      }
      panel.text = text;
      if (panel.inner || "legend" in spec || "whole" in spec) panel.node.setAttribute("role", "group");
      panel.inner?.build(spec, data);
      this.buildMarks(panel, data.marks.filter((mark) => mark.panel === i));
      const signs = "legend" in spec ? spec.legend : undefined;
      buildLegend(panel, signs, this.page, Boolean(data.locked), () => Boolean(waits(this.model)));
      makeEditable(panel, spec.label, data.editing?.panel === i, Boolean(data.locked));
    });
    this.views.build();
  }

  newPanel(kind, before) {
    const [node, plot, head] = ["div", "div", "div"].map((name) => document.createElement(name));
    const [axes, ...layers] = Array.from({ length: 5 }, () => svg("svg"));
    const [under, middle, over, names] = layers;
    node.className = "stage-panel";
    axes.classList.add("stage-axes");
    names.classList.add("stage-names");
    head.className = "stage-head";
    node.append(axes, under, plot, middle, over, names, head);
    const inner = this.newInner(kind);
    if (inner) node.append(inner.node);
    this.page.part("panels").insertBefore(node, before);
    this.resizing.observe(node);
    return { kind, node, plot, axes, head, layers, inner };
  }

  newInner(kind) {
    if (kind === "cells") return (this.canvas ??= new Canvas(this.model));
    if (kind === "lines") return new Sheet();
    return kind === "heads" ? new Table() : kind === "of" ? new Strip(this.model) : null;
  }

  drop({ node, plot }) {
    this.resizing.unobserve(node);
    window.Plotly?.purge(plot);
    node.remove();
  }

  // Remove Plotly's drawing from a panel that the stage draws by itself now.
  forget(panel) {
    window.Plotly.purge(panel.plot);
    const plot = document.createElement("div");
    panel.plot.replaceWith(plot);
    Object.assign(panel, { plot, plotted: null });
  }

  buildMarks(panel, marks) {
    const { data } = this.model;
    panel.traces = marks.filter(({ kind }) => TRACES[kind]).map((mark) => new TRACES[mark.kind](mark, data.columns));
    panel.marks = marks.filter(({ kind }) => SHAPES[kind]).map((mark) => newMark(mark, data));
    panel.hollow = hollowOf(marks, data.columns);
    panel.hollow?.outline(panel.marks);
    panel.count?.remove();
    panel.count = panel.hollow && panel.node.appendChild(newCount());
    const [under, , over, names] = panel.layers;
    under.replaceChildren(...panel.marks.filter((mark) => mark.under).map((mark) => mark.node));
    over.replaceChildren(...panel.marks.filter((mark) => !mark.under).map((mark) => mark.node));
    panel.names = new Names(panel.marks, names);
  }

  // The title and the legend above a figure are drawn by the stage, which does not wait for Plotly.
  buildHead({ head, figure }, locked, more) {
    const { title, showlegend, legend } = figure?.layout ?? {};
    const above = showlegend && legend?.orientation === "h";
    const traces = above ? figure.data.filter((trace) => trace.name && trace.showlegend !== false) : [];
    // The words after a title's colon say what the visitor can do; a locked board, or too little room, leaves them out.
    const parts = (title?.text ?? "").split(/(?=: )/).slice(0, locked ? 1 : undefined);
    const heading = document.createElement("p");
    const spans = parts.map((part) => Object.assign(document.createElement("span"), { textContent: part }));
    heading.append(...spans);
    if (more) {
      spans[0].append(": ");
      spans[1].replaceWith(this.newTurn(parts[1].slice(2)));
    }
    head.replaceChildren(heading);
    if (above) head.append(this.newLegend(traces));
  }

  // The button in a title that switches its figure to another scale.
  newTurn(words) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: words, title: this.whole ? "As far as the run goes" : "All of it" });
    button.dataset.do = "whole";
    button.setAttribute("aria-pressed", String(this.whole));
    return button;
  }

  // Switch all figures with two scales to the other scale.
  turn() {
    this.whole = !this.whole;
    this.build();
    this.drawAll();
    this.page.button("whole").focus();
  }

  newLegend(traces) {
    const list = document.createElement("ul");
    list.append(...traces.map(({ name, line, marker, mode }) => {
      const item = document.createElement("li");
      const sign = svg("svg", { viewBox: "-14 -7 28 14" });
      const color = marker?.color ?? line?.color;
      const symbol = mode?.includes("lines") ? null : marker?.symbol ?? "circle";
      sign.append(svg("path", {
        d: symbol ? SIGNS[symbol.startsWith("triangle") ? "triangle" : "circle"] : "M-14,0H14",
        fill: symbol && !symbol.endsWith("-open") ? color : "none", stroke: color, "stroke-width": symbol ? 1.5 : 2.5,
        "stroke-dasharray": DASHES[line?.dash] ?? "none",
      }));
      item.append(sign, name);
      return item;
    }));
    return list;
  }
}

// Let a figure of one scale without visible axes take only the height that its width allows.
function fit(node, layout) {
  const fitted = layout?.xaxis?.visible === false && layout.yaxis.scaleanchor;
  node.classList.toggle("is-fitted", Boolean(fitted));
  if (!fitted) return;
  const { xaxis: { range: [left, right] }, yaxis: { range: [low, high] }, margin } = layout;
  node.style.setProperty("--stage-shape", String((right - left) / (high - low)));
  setLength(node, "--stage-around", margin.t + margin.b);
}

// Whether a figure is a plane with the board's margins, which is drawn as large as the board.
function isTwin(figure, panels) {
  const board = panels.find(({ area }) => area === "board")?.figure?.layout.margin;
  const { margin, yaxis } = figure?.layout ?? {};
  return Boolean(board && yaxis?.scaleanchor) && ["l", "r", "t", "b"].every((side) => margin[side] === board[side]);
}

// The words in a panel's corner that give the number of its outlined points.
function newCount() {
  return Object.assign(document.createElement("p"), { className: "stage-count" });
}

function makeEditable(panel, label, editable, locked) {
  const { node, layers } = panel;
  panel.editable = editable;
  node.classList.toggle("is-editable", editable && !locked);
  if (editable) {
    node.tabIndex = 0;
    node.setAttribute("role", "application");
    node.setAttribute("aria-label", `${label} ${locked ? LOOKING : BY_KEYBOARD}`);
  } else {
    layers[1].replaceChildren();
    panel.drawn = null;
    for (const own of node.querySelectorAll(".stage-cursor, .stage-reading")) own.remove();
    node.removeAttribute("tabindex");
  }
}
