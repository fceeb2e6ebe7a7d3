// A filmstrip: small pictures of a panel, one for each of the eight steps about the current one.

import type { Model } from "../store/model.ts";
import type { Mark as MarkSpec, Payload, Point, PointClass } from "../store/payload.ts";
import { Frame, pointShapes, svg } from "./geometry.ts";
import { hollowOf, type Hollow } from "./hollow.ts";
import type { Inside, PanelSpec } from "./inner.ts";
import { newMarks } from "./marks.ts";

const EIGHT = 8;
const SIDE = 240; // the side of a picture in its own units: its signs are as large as on a board of so many pixels

/** What the pictures show: the panel's marks in its frame, and perhaps the visitor's points. */
interface Scene {
  readonly data: Payload;
  readonly frame: Frame;
  readonly marks: readonly MarkSpec[];
  readonly hollow: Hollow | undefined;
  readonly classes: readonly PointClass[] | null;
}

export class Strip implements Inside {
  private scene: Scene | null = null;
  private first = 0; // the step of the first picture
  private points: readonly Point[] = [];

  constructor(readonly node: HTMLElement, private readonly model: Model) {}

  build(spec: PanelSpec, data: Payload) {
    if (!("of" in spec)) return;
    const shown = data.panels[spec.of];
    if (!("figure" in shown && "parts" in shown.figure)) return;
    const frame = new Frame({ ...shown.figure, margin: { l: 0, r: 0, t: 0, b: 0 } }, SIDE, SIDE);
    const all = data.marks.filter(({ panel }) => panel === spec.of);
    const marks = all.filter((mark) => !("outcome" in mark && mark.outcome));
    const classes = data.editing?.panel === spec.of ? data.editing.classes : null;
    this.scene = { data, frame, marks, hollow: hollowOf(all, data.columns), classes };
    this.first = 0;
  }

  layOut() {
    const { points } = this.model;
    if (points !== this.points) this.first = 0;
    this.points = points;
  }

  draw(step: number, last: number) {
    const { node } = this;
    const first = EIGHT * Math.floor(Math.max(0, step - 1) / EIGHT) + 1;
    if (first !== this.first) node.replaceChildren();
    this.first = first;
    const count = Math.max(0, Math.min(EIGHT, last - first + 1));
    while (node.children.length > count) node.lastElementChild?.remove();
    while (node.children.length < count) node.append(this.newButton(first + node.children.length));
    for (const button of node.querySelectorAll("button"))
      if (Number(button.dataset.to) === step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
  }

  private newButton(step: number) {
    const button = document.createElement("button");
    const caption = document.createElement("span");
    button.type = "button";
    button.dataset.to = caption.textContent = String(step);
    button.setAttribute("aria-label", `Step ${step}`);
    button.append(this.newPicture(step), caption);
    return button;
  }

  newPicture(step: number) {
    if (!this.scene) throw new Error("the strip is not built yet");
    const { data, frame, hollow, classes, marks: specs } = this.scene;
    const picture = svg("svg", { viewBox: `0 0 ${frame.width} ${frame.height}` });
    const marks = newMarks(specs, data);
    hollow?.outline(marks);
    for (const mark of marks) mark.draw(step, frame);
    const shapes = (under: boolean) => marks.filter(({ spec }) => Boolean(spec.under) === under).map(({ node }) => node);
    const points = svg("g");
    if (classes) points.append(...pointShapes(this.points, classes, frame));
    hollow?.draw(this.model, step, points);
    picture.append(...shapes(true), points, ...shapes(false));
    return picture;
  }
}
