// A filmstrip: small pictures of a panel, one for each of the eight steps about the current one.

import { Frame, pointShapes, svg } from "./geometry.ts";
import { hollowOf } from "./hollow.ts";
import { newMarks } from "./marks.ts";

const EIGHT = 8;
const SIDE = 240; // the side of a picture in its own units: its signs are as large as on a board of so many pixels

export class Strip {
  /**
   * @param {import("../store/model.ts").Model} model
   */
  constructor(model) {
    this.model = model;
    this.node = document.createElement("div");
    this.node.className = "stage-strip";
  }

  build({ of }, data) {
    this.data = data;
    const { layout } = data.panels[of].figure;
    /** @type {Frame} */
    this.frame = new Frame({ ...layout, margin: { l: 0, r: 0, t: 0, b: 0 } }, SIDE, SIDE);
    this.classes = data.editing?.panel === of ? data.editing.classes : null;
    const marks = data.marks.filter(({ panel }) => panel === of);
    this.marks = marks.filter((mark) => !("outcome" in mark && mark.outcome));
    this.hollow = hollowOf(marks, data.columns);
    this.first = null;
  }

  layOut() {
    const { points } = this.model.edits;
    if (points !== this.points) this.first = null;
    this.points = points;
  }

  draw(step, last) {
    const { node } = this;
    const first = EIGHT * Math.floor(Math.max(0, step - 1) / EIGHT) + 1;
    if (first !== this.first) node.replaceChildren();
    this.first = first;
    const count = Math.max(0, Math.min(EIGHT, last - first + 1));
    while (node.children.length > count) node.lastElementChild?.remove();
    while (node.children.length < count) node.append(this.newButton(first + node.children.length));
    for (const button of this.node.querySelectorAll("button"))
      if (Number(button.dataset.to) === step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
  }

  newButton(step) {
    const button = document.createElement("button");
    const caption = document.createElement("span");
    button.type = "button";
    button.dataset.to = step;
    button.setAttribute("aria-label", `Step ${step}`);
    caption.textContent = step;
    button.append(this.newPicture(step), caption);
    return button;
  }

  newPicture(step) {
    const { data, frame } = this;
    const picture = svg("svg", { viewBox: `0 0 ${frame.width} ${frame.height}` });
    const marks = newMarks(this.marks, data);
    this.hollow?.outline(marks);
    for (const mark of marks) mark.draw(step, frame);
    const shapes = (under) => marks.filter(({ spec }) => Boolean(spec.under) === under).map(({ node }) => node);
    const points = svg("g");
    if (this.classes) points.append(...pointShapes(this.points, this.classes, frame));
    this.hollow?.draw(this.model, step, points);
    picture.append(...shapes(true), points, ...shapes(false));
    return picture;
  }
}
