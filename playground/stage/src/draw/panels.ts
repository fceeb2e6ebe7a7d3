// The panels of a message. A new kind of panel is a file, and an entry here.

import { elementOf } from "../page/listen.ts";
import type { Page } from "../page/page.ts";
import type { Model } from "../store/model.ts";
import type { Canvas } from "./canvas.ts";
import { buildHead, figureOf, fit } from "./head.ts";
import type { Inner, PanelSpec } from "./inner.ts";
import { LatePanel, later } from "./late.ts";
import { buildLegend } from "./legend.ts";
import { Panel } from "./panel.ts";
import type { Keep } from "./puzzling.ts";
import { Sheet } from "./sheet.ts";
import { hasWebGL } from "./space.ts";
import { Views } from "./views.ts";

// What fills each kind of panel but figures, by a key that no other kind has.
const KINDS: Readonly<Record<string, (panels: Panels) => Inner>> = {
  puzzles: ({ page, model, asks: { keep } }) => new LatePanel(page, ["puzzles", "The puzzles"], async (node) =>
    new (await later.fetch()).Puzzling(node, page, keep, (name) => { model.passed = name; })),
  ways: ({ page }) => new LatePanel(page, ["beats", "The beats"], async (node) =>
    new (await later.fetch()).Beats(node, page)),
  missteps: ({ page, asks: { set } }) => new LatePanel(page, ["byhand", "The rows"], async (node) =>
    new (await later.fetch()).ByHand(node, page, set)),
  lines: () => new Sheet(),
  heads: ({ page }) => new LatePanel(page, ["rows", "The table"], async (node) =>
    new (await later.fetch()).Table(node)),
  of: ({ model, page }) => new LatePanel(page, ["strip", "The pictures"], async (node) =>
    new (await later.fetch()).Strip(node, model)),
  cells: ({ drawnOn }) => drawnOn,
};

/** What panels ask of the stage: to draw all anew, to have a setting, and to keep a text in the address. */
interface Asks {
  readonly drawAll: () => void;
  readonly set: (key: string, text: string) => void;
  readonly keep: Keep;
}

export class Panels {
  readonly list: Panel[] = [];
  canvas: Canvas | null = null; // of the first scene that has one, and of all others
  readonly views: Views;
  whole = false; // whether figures that have two scales are shown on the larger one

  constructor(
    readonly model: Model, readonly page: Page, private readonly resizing: ResizeObserver, readonly asks: Asks,
  ) {
    this.views = new Views(model, page, this, asks);
  }

  // The panel on which the visitor places points.
  get board() {
    return this.list.find((panel) => panel.editable);
  }

  get drawnOn() {
    if (!this.canvas) throw new Error("the scene has no canvas");
    return this.canvas;
  }

  // The visible panels with a figure.
  get figures() {
    return this.list.filter(({ node, figure }) => figure && !node.hidden);
  }

  /** Whether a panel in sight takes a press of Step or Back. */
  takes(by: 1 | -1) {
    return this.list.some(({ node, inner }) => !node.hidden && inner?.takes?.(by));
  }

  find(event: Event) {
    return this.list.find(({ node }) => node.contains(elementOf(event)));
  }

  build() {
    const { model: { data }, list, page } = this;
    const second = data.panels.at(1);
    page.root.classList.toggle("is-drawn-first", second !== undefined && "cells" in second);
    list.splice(data.panels.length).forEach((panel) => this.drop(panel));
    data.panels.forEach((spec, i) => this.buildPanel(this.panelOf(spec, i), spec, i));
    this.views.build();
  }

  // The panel at this place: the one that is there, if it is of this kind.
  private panelOf(spec: PanelSpec, i: number) {
    const kind = Object.keys(KINDS).find((key) => key in spec) ?? "figure";
    const old = this.list.at(i);
    if (old?.kind === kind) return old;
    const panel = this.list[i] = new Panel(kind, kind in KINDS ? KINDS[kind](this) : null);
    this.page.part("panels").insertBefore(panel.node, old?.node ?? null);
    this.resizing.observe(panel.node);
    this.resizing.observe(panel.head);
    if (old) this.drop(old);
    return panel;
  }

  private buildPanel(panel: Panel, spec: PanelSpec, i: number) {
    const { model, model: { data }, page } = this;
    const { node, inner } = panel;
    const figure = figureOf(spec, this.whole);
    const twoScales = "whole" in spec;
    const [edited, locked] = [data.editing?.panel === i, Boolean(data.locked)];
    const signs = "legend" in spec ? spec.legend : undefined;
    node.dataset.area = spec.area;
    fit(node, figure);
    node.setAttribute("role", inner || signs || twoScales ? "group" : "img");
    node.setAttribute("aria-label", spec.label);
    panel.zoom = "zoom" in spec && spec.zoom !== undefined ? data.columns[spec.zoom] : null;
    panel.byPlotly = data.plotly.includes(i) && hasWebGL();
    if (!panel.byPlotly && panel.plotted) panel.forget();
    node.ariaBusy = String(panel.byPlotly && !panel.plotted);
    // An unchanged figure need not be drawn again.
    const text = JSON.stringify([figure, twoScales, locked && edited]);
    if (text !== panel.text) {
      panel.figure = figure;
      buildHead(panel, locked && edited, twoScales ? this.whole : null);
    }
    panel.text = text;
    inner?.build(spec, data);
    panel.buildMarks(data.marks.filter((mark) => mark.panel === i), data);
    buildLegend(panel, signs, page, model);
    panel.makeEditable(spec.label, edited, locked);
  }

  private drop({ node, head, plot }: Panel) {
    this.resizing.unobserve(node);
    this.resizing.unobserve(head);
    window.Plotly?.purge(plot);
    node.remove();
  }

  // Switch all figures with two scales to the other scale.
  turn() {
    this.whole = !this.whole;
    this.build();
    this.asks.drawAll();
  }
}
