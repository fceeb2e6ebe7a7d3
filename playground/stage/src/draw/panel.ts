// A panel: its elements, what it shows, and what was drawn of it.

import { make } from "../page/make.ts";
import type { Column, Figure, Mark as MarkSpec, Payload, Space } from "../store/payload.ts";
import { svg, type Frame } from "./geometry.ts";
import { followingOf, type Following } from "./growing.ts";
import { hollowOf, type Hollow } from "./hollow.ts";
import { newPart, type Inner } from "./inner.ts";
import type { Mark } from "./mark.ts";
import { newMarks } from "./marks.ts";
import { Names } from "./names.ts";

const BY_KEYBOARD = "Shift with an arrow key moves a cross; Enter clicks there, "
  + "G picks up a point or the arrow's tip, or puts it down, Escape hides the cross.";

const LOOKING = "Shift with an arrow key moves a cross; Escape hides the cross.";

const newPlot = () => make("div", { translate: false });

/** What a panel's frame depends on: the figure, the panel's size, the rooms for its head and names, and so on. */
export type Box = readonly [
  figure: Figure | Space, width: number, height: number, above: number, room: number, saved: number, held: Frame | null, grown: number,
];

/** The size of a panel in px: within its border, of its head, and its top and height with its border. */
export type Size = readonly [width: number, height: number, head: number, top: number, whole: number];

export class Panel {
  // Its elements, from the lowest to the highest; the layers lie on the frame.
  readonly node = newPart("div", "panel");
  readonly axes = svg("svg", { class: "stage-axes", translate: "no" }); // the figure, if the stage draws it
  readonly layers = [
    svg("svg", { translate: "no" }), // marks under the points
    svg("svg"), // the visitor's points
    svg("svg", { translate: "no" }), // marks over the points
    svg("svg", { class: "stage-names", translate: "no" }),
  ] as const;
  plot = newPlot(); // the figure, if Plotly draws it
  readonly head = newPart("div", "head"); // the title and the legend of the figure
  button: HTMLButtonElement | null = null; // opens the legend of the marks
  count: HTMLElement | null = null; // the words in the corner that give the number of outlined points
  ring: SVGCircleElement | null = null; // about the picked dot

  // What it shows, from one answer to the next.
  figure: Figure | Space | undefined;
  text = ""; // the figure and whether it has two scales, to know them again
  editable = false; // whether the visitor places points here
  byPlotly = false; // whether Plotly draws the figure
  zoom: Column | null = null; // the half-width of both axes at each step
  marks: readonly Mark[] = [];
  following: readonly Following[] = []; // the parts of the figure that follow the step
  hollow: Hollow | undefined;
  names = new Names([], this.layers[3]);

  // Where the figure lies, from one layout of the page to the next.
  size: Size = [0, 0, 0, 0, 0];
  box: Box | null = null;
  shown: Figure | null = null; // the figure in the plane, fitted into the box
  frame: Frame | null = null; // none without a size, and in space
  held: Frame | null = null; // the frame that stays while the visitor drags a point

  // What was drawn, so that the same is not drawn again.
  plain: Frame | null = null; // the frame for which the stage drew the figure
  parts: Element | null = null; // the drawing of its parts
  canvas: HTMLCanvasElement | null = null; // the fields of colour, below all
  painted: { state: readonly unknown[]; colors: Map<string, string> } | null = null; // what is drawn of its parts
  plotted: { state: readonly unknown[]; colors: Map<string, string> } | null = null; // what Plotly drew
  drawn: { points: string; frame: Frame } | null = null; // the visitor's points

  constructor(readonly kind: string, readonly inner: Inner | null) {
    const [under, ...over] = this.layers;
    this.node.append(this.axes, under, this.plot, ...over, this.head);
    if (inner) this.node.append(inner.node);
  }

  measure() {
    const { node, head } = this;
    this.size = [node.clientWidth, node.clientHeight, head.offsetHeight, node.offsetTop, node.offsetHeight];
  }

  // Remove Plotly's drawing, because the stage draws the figure by itself now.
  forget() {
    const plot = newPlot();
    window.Plotly?.purge(this.plot);
    this.plot.replaceWith(plot);
    this.plot = plot;
    this.plotted = null;
  }

  buildMarks(specs: readonly MarkSpec[], data: Payload) {
    const [under, , over, names] = this.layers;
    this.following = followingOf(specs, data.columns);
    this.marks = newMarks(specs, data);
    this.hollow = hollowOf(specs, data.columns);
    this.hollow?.outline(this.marks);
    if (!this.hollow) this.count?.remove();
    this.count = this.hollow ? this.count ?? this.node.appendChild(newPart("p", "count")) : null;
    under.replaceChildren(...this.marks.filter(({ spec }) => spec.under).map(({ node }) => node));
    over.replaceChildren(...this.marks.filter(({ spec }) => !spec.under).map(({ node }) => node));
    this.names = new Names(this.marks, names);
  }

  makeEditable(label: string, editable: boolean, locked: boolean) {
    const { node } = this;
    this.editable = editable;
    node.classList.toggle("is-editable", editable && !locked);
    if (editable) {
      node.tabIndex = 0;
      node.setAttribute("role", "application");
      node.setAttribute("aria-label", `${label} ${locked ? LOOKING : BY_KEYBOARD}`);
      return;
    }
    this.layers[1].replaceChildren();
    this.drawn = null;
    for (const own of node.querySelectorAll(".stage-cursor, .stage-reading")) own.remove();
    node.removeAttribute("tabindex");
  }
}
