// Dots of a figure that the visitor picks one by one, by pointer, finger or keyboard.

import { nearest, svg } from "../draw/geometry.ts";
import { FINGER, POINTER } from "./pointer.ts";
import { visit } from "../link/visit.ts";

export class Picking {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("../draw/panels.ts").Panels} panels
   * @param {() => void} draw
   */
  constructor(model, page, panels, draw) {
    this.model = model;
    this.page = page;
    this.panels = panels;
    this.draw = draw;
    this.inOrder = [];
  }

  get picking() {
    return this.model.message?.picking;
  }

  get panel() {
    return this.picking && this.panels.list[this.picking.panel];
  }

  listen(on, target) {
    on(target, "pointermove", (event) => event.pointerType === "mouse" && this.pick(this.dotAt(event)));
    on(target, "click", (event) => this.pickAt(event));
  }

  build() {
    const { picking, panel } = this;
    this.page.part("desk").hidden = Boolean(picking);
    this.model.picked = -1;
    this.inOrder = [];
    if (!picking) return;
    const [xs, ys] = this.places();
    this.inOrder = xs.map((_, i) => i).sort((i, j) => xs[i] - xs[j] || ys[i] - ys[j]);
    panel.node.tabIndex = 0;
    panel.node.setAttribute("role", "application");
    panel.ring ??= svg("circle", { r: 8, "data-kind": "picked" });
    panel.layers[2].append(panel.ring);
  }

  /** @returns {number[][]} */
  places() {
    const { x, y, columns } = this.model.need("picking");
    return /** @type {any} */ ([columns[x], columns[y]]);
  }

  // The place of a dot in its panel's plot area, in pixels.
  dotPlace(index) {
    const { frame } = this.panel;
    const [xs, ys] = this.places();
    return [frame.x(xs[index]), frame.y(ys[index])];
  }

  // The dot nearest to the pointer, if one is near enough.
  dotAt(event) {
    const panel = this.panels.find(event);
    if (!this.picking || !panel?.frame || panel !== this.panel) return -1;
    const { left, top } = this.page.within(panel.node, event);
    const place = { left: left - panel.frame.left, top: top - panel.frame.top };
    const dots = this.inOrder.map((index) => this.dotPlace(index));
    return this.inOrder[nearest(dots, place, event.pointerType === "touch" ? FINGER : POINTER)] ?? -1;
  }

  pick(index) {
    if (!this.picking || index === this.model.picked) return;
    this.model.picked = index;
    this.drawRing();
    this.draw();
  }

  // A click takes the dot; a finger, which cannot hover, taps once to read it and again to take it.
  pickAt(event) {
    const index = this.dotAt(event);
    const again = index >= 0 && index === this.model.picked;
    this.pick(index);
    if (again) this.take();
  }

  take() {
    const { model, model: { picked, data } } = this;
    if (!model.need("picking").offer || data.locked || picked < 0) return;
    const [xs, ys] = this.places();
    visit.say("pick", { number: picked, x: xs[picked], y: ys[picked] });
  }

  onKey(event, target) {
    if (event.shiftKey || target.closest("button, a, summary") || !this.inOrder.length) return false;
    const at = this.inOrder.indexOf(this.model.picked);
    const last = this.inOrder.length - 1;
    const to = { ArrowRight: Math.min(at + 1, last), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: last }[event.key];
    if (to !== undefined) this.pick(this.inOrder[to]);
    else if (event.key === "Enter") this.take();
    return to !== undefined || event.key === "Enter";
  }

  drawRing() {
    const { frame, ring } = this.panel ?? {};
    const { picked } = this.model;
    if (!ring || !frame) return;
    ring.style.display = picked >= 0 ? "" : "none";
    if (picked < 0) return;
    const [left, top] = this.dotPlace(picked);
    ring.setAttribute("cx", left);
    ring.setAttribute("cy", top);
  }
}
