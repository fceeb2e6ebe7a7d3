// Draws the figures: those in the plane in SVG, with fields of colour on a canvas; those in space by Plotly.

import { setText } from "../page/make.ts";
import type { Page } from "../page/page.ts";
import { setLength } from "../page/page.ts";
import type { Model } from "../store/model.ts";
import type { Figure, Space } from "../store/payload.ts";
import { reason } from "../store/reason.ts";
import { fields, hasField } from "./fields.ts";
import { drawGround, drawParts, ranged } from "./figure.ts";
import { Frame, pointShapes, ticks } from "./geometry.ts";
import { partsAt } from "./growing.ts";
import { judged } from "./hollow.ts";
import { later } from "./late.ts";
import { drawLine } from "./line.ts";
import type { Box, Panel } from "./panel.ts";
import type { Panels } from "./panels.ts";
import { fetchPlotly, isSpace, spaceDrawing } from "./space.ts";

const SOON = 1000; // ms after which a figure that waits for Plotly is seen from above

// px of the words of notes while presenting, and else, as in the style sheet: reading it from there would make the
// browser lay the page out once more.
const [NOTE_TYPE, TYPE] = [14, 12];

// Ticks grow with the board, from this side in px on, up to this factor.
const [SMALL_BOARD, MOST_GROWN] = [560, 1.5];

const [AXIS_NAME, TICK_NAMES] = [16, 11]; // px under an axis for its name, and for its ticks' names

const WAITING = "Seen from above until all has loaded";
const NO_SPACE = "No WebGL here: seen from above";

const alike = (now: readonly unknown[], before: readonly unknown[]) =>
  now.length === before.length && now.every((each, i) => each === before[i]);

const followsInSpace = ({ figure, following }: Panel) => Boolean(figure && isSpace(figure) && following.length);

const planeOf = ({ figure }: Panel) => (figure && !isSpace(figure) ? figure : null);

// The upper of two charts with a common axis, one above the other, and the pixels that it saves because the lower chart
// names the axis and, on the same scale, the ticks for both. Charts that are not as high together share nothing: their
// places would change with what they share.
function namedBelow(panels: readonly Panel[], grown: number) {
  const [upper, lower] = ["upper", "lower"].map((place) =>
    panels.find((panel) => panel.node.dataset.area === place && planeOf(panel) && !panel.node.hidden));
  const [above, below] = [upper, lower].map((panel) => (panel && planeOf(panel))?.xaxis);
  if (!upper || !lower || !above?.name || above.name !== below?.name) return null;
  const [[, , , top, height], [, , , lowerTop, lowerHeight]] = [upper.size, lower.size];
  const same = [above, below].map(({ range, log, ticks: own }) => JSON.stringify([range, log, own]));
  const saved = AXIS_NAME + (same[0] === same[1] ? TICK_NAMES : 0);
  const touch = Math.abs(top + height - lowerTop) < 2;
  return touch && height + lowerHeight >= saved * grown ? { upper, saved } : null;
}

export class Figures {
  readonly fields = fields; // a picture to save paints them, too
  private readonly coming = new Set<string>(); // what is being fetched
  private readonly failed = new Set<string>(); // what did not come
  private measured = 0; // how often the page was measured before the panels were
  private grown = 1; // the factor by which ticks are larger than on a small board
  private late = false; // whether figures in space have waited for Plotly for long
  private waiting: number | undefined;
  private tracing: number | null = null;
  private plotting: number | null = null;

  constructor(
    private readonly model: Model, private readonly page: Page, private readonly panels: Panels, private readonly plotly: string,
  ) {}

  // What only some figures need comes when they are shown. A failed download is tried again when the network is back.
  private async fetch(what: string, load: () => Promise<unknown>) {
    if (this.coming.has(what) || this.failed.has(what)) return;
    this.coming.add(what);
    this.page.busy(what, true);
    try {
      await load();
      this.page.complain(what, "");
      this.drawFigures();
    } catch (error) {
      this.failed.add(what);
      this.page.complain(what, `Part of the picture could not be loaded: ${reason(error)}.`, "Try again");
    }
    this.coming.delete(what);
    this.page.busy(what, false);
  }

  private fetchMissing() {
    const { list } = this.panels;
    if (!later.piece && list.some(({ figure }) => figure && isSpace(figure))) void this.fetch("spaces", () => later.fetch());
    if (!spaceDrawing() && list.some(({ byPlotly }) => byPlotly)) {
      this.waiting ??= window.setTimeout(() => {
        this.late = true;
        this.drawFigures();
      }, SOON);
      void this.fetch("plotly", () => fetchPlotly(this.plotly));
    }
    const showsField = (panel: Panel) => {
      const plane = panel.node.hidden ? undefined : this.planeOf(panel);
      return plane !== undefined && hasField(plane);
    };
    if (!fields.piece && list.some(showsField)) void this.fetch("fields", () => fields.fetch());
  }

  retry() {
    for (const what of this.failed) this.page.complain(what, "Loading the rest of the picture …");
    this.failed.clear();
    this.fetchMissing();
  }

  // All panels are measured before anything is drawn, or the browser would lay the page out once for each panel.
  layOut() {
    const { page: { measured }, panels: { list } } = this;
    const measure = () => {
      if (measured !== this.measured) for (const panel of list) panel.measure();
    };
    measure();
    const [width, height] = list.find(({ node }) => node.dataset.area === "board")?.size ?? [0, 0];
    this.grown = Math.max(1, Math.min(MOST_GROWN, width / SMALL_BOARD, height / SMALL_BOARD));
    const named = namedBelow(list, this.grown);
    // Both charts share the room that the upper one saves.
    for (const { node } of list) setLength(node, "--stage-shared", named ? named.saved * this.grown / 2 : 0);
    measure();
    this.measured = measured;
    setLength(this.page.root, "--stage-tick", TYPE * this.grown);
    for (const { figure, head } of list) if (figure) setLength(head, "--stage-left", this.roomed(figure).l);
    for (const { inner } of list) inner?.layOut?.();
    for (const panel of list) {
      if (panel.figure) this.place(panel, panel.figure, panel === named?.upper ? named.saved : 0);
      if (panel.frame && panel.editable) this.drawPoints(panel, panel.frame);
    }
  }

  // A figure in the same box keeps its frame, because drawings are cached by their frame.
  private place(panel: Panel, figure: Figure | Space, saved: number) {
    const [width, height, above] = panel.size;
    const room = panel.names.room(width, this.wordType);
    // The view does not change while the visitor drags a point.
    const held = panel.editable && this.model.edits.grip?.lifted ? (panel.held ?? panel.frame) : null;
    const box: Box = [figure, width, height, above, room, saved, held, this.grown];
    if (alike(box, panel.box ?? [])) return;
    Object.assign(panel, { box, held, shown: null, frame: null });
    if (isSpace(figure) || !width || !height) return;
    const { xaxis } = figure;
    const margin = this.roomed(figure);
    const fitted = { ...margin, t: this.roomAbove(panel, figure), r: Math.max(room, margin.r), b: margin.b - saved * this.grown };
    const frame = new Frame({ ...figure, margin: fitted }, width, height);
    if (held) Object.assign(frame, { xRange: held.xRange, yRange: held.yRange });
    const shown = ranged({ ...figure, margin: fitted }, frame.xRange, frame.yRange);
    if (saved) shown.xaxis.name = "";
    if (saved > AXIS_NAME) shown.xaxis.ticks = ticks(xaxis, frame.width / 80).map(([value]) => [value, ""]);
    this.setFrame(panel, frame, shown);
  }

  // The margins of a figure, with room for larger ticks.
  private roomed({ margin }: Figure | Space) {
    return { ...margin, l: margin.l * this.grown, b: margin.b * this.grown };
  }

  // A legend above the figure takes as many lines as it needs.
  private roomAbove({ head, box }: Panel, { margin }: Figure | Space) {
    return box && head.children.length > 1 ? box[3] + 6 : margin.t;
  }

  private setFrame(panel: Panel, frame: Frame, shown: Figure) {
    Object.assign(panel, { frame, shown });
    for (const layer of panel.layers) frame.place(layer);
    panel.node.style.setProperty("--stage-growth", String(frame.growth));
  }

  // px of the type of words.
  private get wordType() {
    return this.page.present.on ? NOTE_TYPE : TYPE;
  }

  // On the way to a step, a plane shows the larger of the ranges before and after it.
  private zoom(panel: Panel, moving: boolean) {
    const { zoom, frame, shown, box } = panel;
    const { step } = this.model;
    if (!zoom || !frame || !shown || !box) return;
    const half = Math.max(Number(zoom[step]), moving && step ? Number(zoom[step - 1]) : 0);
    if (frame.xRange[1] === half) return;
    const zoomed = ranged(shown, [-half, half], [-half, half]);
    this.setFrame(panel, new Frame(zoomed, box[1], box[2]), zoomed);
    this.drawPlane(panel);
  }

  // Unchanged points are not drawn again: most answers are about points that the visitor has just placed.
  private drawPoints(panel: Panel, frame: Frame) {
    const { layers, drawn } = panel;
    const { points } = this.model;
    const { classes } = this.model.need("editing");
    const text = JSON.stringify([points, classes]);
    if (drawn?.points === text && drawn.frame === frame) return;
    panel.drawn = { points: text, frame };
    layers[1].replaceChildren(...pointShapes(points, classes, frame));
  }

  // Draw the parts that follow the step.
  draw() {
    const { model, panels: { list } } = this;
    const last = model.waits ? model.step : model.data.last; // the last step that strips and tables may show
    this.drawMarks();
    this.drawSpacesSoon();
    for (const { inner, node } of list) if (!node.hidden) inner?.draw(model.step, last);
  }

  drawMarks() {
    const { model, panels: { list } } = this;
    const progress = model.moment < 1 ? this.progress() : 1;
    for (const panel of list) {
      this.zoom(panel, progress < 1);
      if (!panel.frame) continue;
      if (panel.following.length || panel.editable) this.drawPlane(panel, progress);
      this.drawMarksOf(panel, panel.frame, progress);
      panel.names.draw(panel, panel.editable ? model.points : [], this.wordType);
      fields.piece?.giveWay(panel);
    }
    for (const { hollow, layers, count } of list)
      if (hollow && count) setText(count, hollow.draw(model, this.outlineStep(progress), layers[1]));
  }

  // The step of the line by which points are hollow.
  private outlineStep(progress: number) {
    return this.model.step - (progress ? 0 : 1);
  }

  private drawMarksOf(panel: Panel, frame: Frame, progress: number) {
    const { model } = this;
    const { marks, editable } = panel;
    const waiting = model.waits;
    if (model.line && editable) drawLine(model.line, model, panel);
    else for (const mark of marks)
      if (mark.outcome && waiting) mark.show([], frame);
      else if (mark.stays && !waiting) mark.draw(model.data.last, frame);
      else mark.draw(model.step, frame, progress);
  }

  // The part of the step's change that is drawn: none in the first half, where the example is shown.
  private progress() {
    const { model: { step, moment }, panels: { list } } = this;
    if (list.some(followsInSpace)) return 1; // Plotly does not animate
    const first = list.some(({ marks }) => marks.some(({ ahead, columns: [column] }) => ahead && column[step] !== null));
    const way = first ? Math.max(0, 2 * moment - 1) : moment;
    return way * way * (3 - 2 * way);
  }

  // Figures in space follow the step a frame later, and as often as Plotly can.
  private drawSpacesSoon() {
    if (!this.panels.list.some(followsInSpace)) return;
    this.page.busy("traces", true);
    this.tracing ??= requestAnimationFrame(() => {
      this.tracing = null;
      for (const panel of this.panels.list) if (followsInSpace(panel)) this.drawFigure(panel);
      this.page.busy("traces", false);
    });
  }

  // The static part of the figures. The board is drawn at once, the others in the next frame.
  drawFigures() {
    const { board } = this.panels;
    this.fetchMissing();
    if (board) this.drawFigure(board);
    this.page.busy("figures", true);
    this.plotting ??= requestAnimationFrame(() => setTimeout(() => {
      this.plotting = null;
      for (const panel of this.panels.list) {
        this.drawFigure(panel);
        fields.piece?.giveWay(panel);
      }
      this.page.busy("figures", false);
    }));
  }

  drawFigure(panel: Panel) {
    const { figure, byPlotly } = panel;
    if (!figure) return;
    if (!isSpace(figure)) this.drawPlane(panel);
    else if (byPlotly && spaceDrawing() && later.piece) this.drawSpace(panel, figure);
    else if (this.late || !byPlotly) this.drawAbove(panel);
  }

  // The plane that a panel shows: its figure, or a figure in space from above.
  private planeOf(panel: Panel) {
    const { figure, byPlotly } = panel;
    if (!figure || !isSpace(figure)) return figure;
    if (byPlotly && (spaceDrawing() ?? !this.late)) return undefined;
    return later.piece?.fromAbove(this.spaceOf(panel, figure), byPlotly ? WAITING : NO_SPACE);
  }

  // A figure in space at the step.
  private spaceOf(panel: Panel, figure: Space): Space {
    const { step, data: { marks, columns } } = this.model;
    const traces = [...partsAt(figure.traces, panel.following, step)];
    const own = marks.filter((mark) => this.panels.list[mark.panel] === panel);
    return {
      ...figure, margin: { ...figure.margin, t: this.roomAbove(panel, figure) }, traces: later.piece?.signed(traces, own, columns, step) ?? traces,
    };
  }

  // Draw what has changed: all, if the frame has; or the parts that follow the step, and the fields in the theme's colours.
  private drawPlane(panel: Panel, progress = 1) {
    const { axes, frame, shown, figure, following, editable } = panel;
    if (!frame || !shown || !figure || isSpace(figure)) return;
    if (panel.plain !== frame || !panel.parts) {
      panel.parts = drawGround({ axes, frame, figure: shown, grown: this.grown }, editable ? frame.growth : 1, this.wordType);
      panel.painted = null;
    }
    panel.plain = frame;
    const { model, model: { step } } = this;
    const way = step ? progress : 1;
    const outlineStep = this.outlineStep(progress);
    const state = [fields.piece, ...(following.length ? [following, step, way] : []), ...(editable ? [model.line, outlineStep] : [])];
    const { painted } = panel;
    if (painted && alike(state, painted.state) && this.page.holds(painted.colors)) return;
    const parts = [...judged(partsAt(figure.parts, following, step, way), model, outlineStep)];
    // Like Plotly's elements, this element holds the figure that it shows.
    Object.assign(axes, { figure: { ...shown, parts } });
    drawParts(panel.parts, frame, figure, parts);
    panel.painted = { state, colors: this.paint(panel, frame, { ...figure, parts }) };
    panel.node.ariaBusy = String(!fields.piece && hasField(figure));
  }

  /** Paint the fields of a figure; return the theme's colours that were used. */
  private paint(panel: Panel, frame: Frame, figure: Figure) {
    const { node, box } = panel;
    const colors = new Map<string, string>();
    if (!hasField(figure) || !box) {
      panel.canvas?.remove();
      panel.canvas = null;
      return colors;
    }
    if (!panel.canvas) node.prepend((panel.canvas = document.createElement("canvas")));
    fields.piece?.paint(panel.canvas, [box[1], box[2]], { frame, figure, color: (name) => this.page.themed(name, colors) });
    return colors;
  }

  // A figure in space lies in the plane until Plotly, which is large, has come.
  private drawAbove(panel: Panel) {
    const { axes, box } = panel;
    const plane = this.planeOf(panel);
    if (!plane || !box?.[1] || !box[2]) return;
    const frame = new Frame(plane, box[1], box[2]);
    drawParts(drawGround({ axes, frame, figure: plane, grown: 1 }, 1, this.wordType), frame, plane, plane.parts);
    Object.assign(axes, { figure: plane });
    this.paint(panel, frame, plane);
  }

  private drawSpace(panel: Panel, figure: Space) {
    const { box, following, node, plot, axes } = panel;
    const [drawing, writing] = [spaceDrawing(), later.piece];
    if (!drawing || !writing || !box?.[1] || !box[2] || !node.isConnected) return;
    const state = [box, ...(following.length ? [following, this.model.step] : [])];
    if (panel.plotted && alike(state, panel.plotted.state) && this.page.holds(panel.plotted.colors)) return;
    panel.plotted = { state, colors: new Map() };
    const plain = writing.plotted(this.spaceOf(panel, figure), box[1], box[2], !this.page.present.on);
    // A copy, because Plotly changes its arguments.
    const own = this.page.themed(plain, panel.plotted.colors);
    axes.replaceChildren();
    panel.canvas?.remove();
    panel.canvas = null;
    void drawing.react(plot, own.data, own.layout, own.config);
    node.ariaBusy = "false";
  }

  destroy() {
    for (const { plot } of this.panels.list) window.Plotly?.purge(plot);
  }
}
