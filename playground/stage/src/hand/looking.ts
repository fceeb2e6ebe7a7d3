// The words about a moving point under the pointer or a finger.

import { decimal, nearest } from "../draw/geometry.ts";
import { Moving } from "../draw/moving.ts";
import type { Panel } from "../draw/panel.ts";
import type { Panels } from "../draw/panels.ts";
import { reachOf } from "../draw/reach.ts";
import type { On } from "../page/listen.ts";
import type { Page } from "../page/page.ts";
import type { Model } from "../store/model.ts";
import { fillIn } from "../words/text.ts";
import { writeReading } from "./reading.ts";

const movingIn = ({ marks }: Panel) => marks.filter((mark) => mark instanceof Moving);

export class Looking {
  private place: { readonly panel: Panel; readonly left: number; readonly top: number; readonly reach: number } | null = null;

  constructor(private readonly model: Model, private readonly page: Page, private readonly panels: Panels) {}

  listen(on: On, target: HTMLElement) {
    for (const type of ["pointermove", "pointerdown"] as const) on(target, type, (event) => this.at(event));
    on(target, "pointerleave", ({ pointerType }) => {
      if (pointerType !== "touch") this.stop();
    });
  }

  private stop() {
    if (this.place) writeReading(this.place.panel, "", 0);
    this.place = null;
  }

  private at(event: PointerEvent) {
    this.stop();
    const panel = this.panels.find(event);
    if (!panel?.frame || !movingIn(panel).length) return;
    const { left, top } = this.page.within(panel.node, event);
    this.place = { panel, left: left - panel.frame.left, top: top - panel.frame.top, reach: reachOf(event) };
    this.draw();
  }

  // Called at each step, because another point may be at the place then.
  draw() {
    const { place, panels, model: { step } } = this;
    if (!place?.panel.frame || !panels.list.includes(place.panel)) return; // a panel out of sight has no frame
    const spots = movingIn(place.panel).flatMap((mark) => mark.kinds.map((_, index) => ({ mark, index })));
    const spot = nearest(spots.map(({ mark, index }) => mark.spot(index, step)), place, place.reach);
    writeReading(place.panel, spot < 0 ? "" : this.words(spots[spot].mark, spots[spot].index), place.top);
  }

  private words(mark: Moving, index: number) {
    const { step, data: { columns } } = this.model;
    const { words: [name, away, hollow], form } = mark.templates;
    const [x, y] = [mark.xs[index], mark.at(index, step, 1)];
    const [a, b, c] = form.map((column) => Number(columns[column][step]));
    const distance = Math.abs(a * x + b * y + c) / Math.hypot(a, b);
    const values: Record<string, number | string> =
      { point: index, class: mark.names[mark.kinds[index]], x: decimal(x), y: decimal(y), away: decimal(distance) };
    const parts = [name, Number.isFinite(distance) ? away : "", mark.isHollow(index, step) ? hollow : ""];
    return fillIn(parts.join(""), (key) => values[key]);
  }
}
