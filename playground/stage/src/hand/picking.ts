// Dots of a figure that the visitor picks one by one, by pointer, finger or keyboard.

import { nearest, svg } from "../draw/geometry.ts";
import type { Panels } from "../draw/panels.ts";
import { reachOf } from "../draw/reach.ts";
import { displayed } from "../link/query.ts";
import type { On } from "../page/listen.ts";
import type { Page } from "../page/page.ts";
import type { Model } from "../store/model.ts";

export class Picking {
  private dots: readonly (readonly [x: number, y: number])[] = [];
  private inOrder: readonly number[] = []; // the dots from left to right
  private readonly ring = svg("circle", { r: 8, "data-kind": "picked" });

  constructor(private readonly model: Model, private readonly page: Page, private readonly panels: Panels) {}

  // The panel with the dots, if the scene has any.
  private get panel() {
    const { picking } = this.model.message ?? {};
    return picking && this.panels.list[picking.panel];
  }

  listen(on: On, target: HTMLElement) {
    on(target, "pointermove", (event) => {
      if (event.pointerType === "mouse") this.pick(this.dotAt(event));
    });
    on(target, "click", (event) => this.pickAt(event));
  }

  build() {
    const { model, panel } = this;
    this.page.part("desk").hidden = Boolean(panel);
    model.picked = -1;
    this.dots = this.inOrder = [];
    if (!panel) return;
    const { x, y, columns } = model.need("picking");
    const dots = columns[x].map((value, i) => [Number(value), Number(columns[y][i])] as const);
    this.dots = dots;
    this.inOrder = [...dots.keys()].sort((i, j) => dots[i][0] - dots[j][0] || dots[i][1] - dots[j][1]);
    panel.node.tabIndex = 0;
    panel.node.setAttribute("role", "application");
    panel.layers[2].append(this.ring);
  }

  // The dot nearest to the pointer, if one is near enough.
  private dotAt(event: PointerEvent) {
    const { panel } = this;
    if (!panel?.frame || this.panels.find(event) !== panel) return -1;
    const { frame } = panel;
    const { left, top } = this.page.within(panel.node, event);
    const dots = this.inOrder.map((index) => [frame.x(this.dots[index][0]), frame.y(this.dots[index][1])]);
    const at = nearest(dots, { left: left - frame.left, top: top - frame.top }, reachOf(event));
    return at < 0 ? -1 : this.inOrder[at];
  }

  private pick(index: number) {
    if (this.panel) this.model.picked = index;
  }

  // A click takes the dot; a finger, which cannot hover, taps once to read it and again to take it.
  private pickAt(event: PointerEvent) {
    const index = this.dotAt(event);
    const again = index >= 0 && index === this.model.picked;
    this.pick(index);
    if (again) this.take();
  }

  private take() {
    const { model, model: { picked, data } } = this;
    const { offer, link, columns } = model.need("picking");
    if (!offer || data.locked || picked < 0) return;
    const texts = Object.entries(link).map(([name, template]) =>
      [name, template.replace(/\{(\w+)\}/g, (_, column: string) => String(columns[column][picked]))]);
    window.open(displayed(`./?${new URLSearchParams(texts).toString()}`), "_self");
  }

  onKey({ key, shiftKey }: KeyboardEvent, target: Element) {
    const { inOrder } = this;
    if (shiftKey || target.closest("button, a, summary") || !inOrder.length) return false;
    const at = inOrder.indexOf(this.model.picked);
    const last = inOrder.length - 1;
    const places: Partial<Record<string, number>> = { ArrowRight: Math.min(at + 1, last), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: last };
    const to = places[key];
    if (to !== undefined) this.pick(inOrder[to]);
    else if (key === "Enter") this.take();
    else return false;
    return true;
  }

  drawRing() {
    const { panel, ring, model: { picked } } = this;
    if (!panel?.frame) return;
    ring.style.display = picked >= 0 ? "" : "none";
    if (picked < 0) return;
    const [x, y] = this.dots[picked];
    ring.setAttribute("cx", String(panel.frame.x(x)));
    ring.setAttribute("cy", String(panel.frame.y(y)));
  }
}
