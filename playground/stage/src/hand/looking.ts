// The words about a moving point under the pointer or a finger.

import { fillIn } from "../words/text.ts";
import { decimal, nearest } from "../draw/geometry.ts";
import { FINGER, POINTER } from "./pointer.ts";
import { writeReading } from "./reading.ts";

export class Looking {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("../draw/panels.ts").Panels} panels
   */
  constructor(model, page, panels) {
    this.model = model;
    this.page = page;
    this.panels = panels;
    this.place = null;
  }

  listen(on, target) {
    for (const type of ["pointermove", "pointerdown"]) on(target, type, (event) => this.at(event));
    on(target, "pointerleave", ({ pointerType }) => pointerType !== "touch" && this.at(null));
  }

  at(event) {
    const panel = event && this.panels.find(event);
    if (this.place) writeReading(this.place.panel, "", 0);
    this.place = null;
    if (!panel?.frame || !panel.marks.some(({ kind }) => kind === "moving")) return;
    const { left, top } = this.page.within(panel.node, event);
    const reach = event.pointerType === "touch" ? FINGER : POINTER;
    this.place = { panel, left: left - panel.frame.left, top: top - panel.frame.top, reach };
    this.draw();
  }

  // Called at each step, because another point may be at the place then.
  draw() {
    const { place, panels, model: { step } } = this;
    if (!place?.panel.frame || !panels.list.includes(place.panel)) return; // a panel out of sight has no frame
    const { panel } = place;
    const moving = panel.marks.filter(({ kind }) => kind === "moving");
    const spots = moving.flatMap((mark) => mark.kinds.map((_, index) => ({ mark, index })));
    const nearestSpot = nearest(spots.map(({ mark, index }) => mark.spot(index, step)), place, place.reach);
    writeReading(panel, nearestSpot < 0 ? "" : this.words(spots[nearestSpot]), place.top);
  }

  words({ mark, index }) {
    const { step, data: { columns } } = this.model;
    const { words: [name, away, hollow], form } = mark.templates;
    const [x, y] = [mark.xs[index], mark.at(index, step, 1)];
    const [a, b, c] = form.map((column) => Number(columns[column][step]));
    const distance = Math.abs(a * x + b * y + c) / Math.hypot(a, b);
    const values = { point: index, class: mark.names[mark.kinds[index]], x: decimal(x), y: decimal(y) };
    const parts = [name, Number.isFinite(distance) && away, mark.isHollow(index, step) && hollow];
    return fillIn(parts.filter(Boolean).join(""), (key) => ({ ...values, away: decimal(distance) })[key]);
  }
}
