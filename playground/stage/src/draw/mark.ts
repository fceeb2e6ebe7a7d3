// A mark follows the step over a panel's figure, or below it, in SVG.

import { pointsOf } from "../store/edits.ts";
import type { Column, Mark as AnySpec, Payload, Point, Shape } from "../store/payload.ts";
import { Inset, setAttributes, svg, type Attributes, type Frame, type Place } from "./geometry.ts";

export type Value = Column[number];

/** What a scene may say of each mark; kinds of marks have more. */
export type Spec = Omit<Shape, "panel" | "kind"> & Pick<AnySpec, "kind">;

export type MarkData = Pick<Payload, "columns" | "points">;

/** How marks of a kind follow the step. */
export interface Motion {
  readonly element: "path" | "circle" | "polyline" | "text" | "g";
  readonly glides?: boolean; // from step to step
  readonly grows?: boolean; // by a piece at each step, which is whole only at the step's end
  readonly ahead?: boolean; // it is shown a moment before the rest of its step
  readonly gaps?: boolean; // it is shown even where a column has nothing
}

/** The frame and the step for which a mark is drawn, and the drawn part of the step's change, from 0 to 1. */
export interface Moment { readonly frame: Frame; readonly at: number; readonly progress: number }

/** What a mark shows at a moment, and the place beside which its name may stand: a point, or along a line. */
export interface Look {
  readonly attributes: Attributes;
  readonly text?: string;
  readonly end?: Place | null;
  readonly ends?: readonly [Place, Place];
}

export abstract class Mark {
  end: Place | null = null;
  ends: readonly [Place, Place] | null = null;
  readonly shape: SVGElement;
  readonly node: SVGElement; // the shape, or the inset with the shape
  readonly ahead: boolean;
  readonly outcome: boolean;
  readonly stays: boolean;
  readonly columns: readonly Column[];
  readonly points: readonly Point[];
  private outer: Frame | null = null; // the frame of the inset's frame
  private inner: Inset | null = null;

  constructor(readonly spec: Spec, data: MarkData, private readonly way: Motion) {
    const { kind, style, part, inset, ahead = way.ahead, outcome, stays, columns } = spec;
    this.shape = svg(way.element, { ...style, "data-kind": kind, ...part && { "data-part": part } });
    this.node = inset ? svg("svg") : this.shape;
    if (inset) this.node.append(this.shape);
    this.ahead = Boolean(ahead);
    this.outcome = Boolean(outcome);
    this.stays = Boolean(stays);
    this.columns = columns.map((name) => data.columns[name]);
    this.points = pointsOf(data.points);
  }

  get kind() {
    return this.spec.kind;
  }

  // What the mark shows of these values of its columns; null hides it.
  protected abstract look(values: readonly Value[], moment: Moment): Look | null;

  // Draw the mark at a step, or on the way to it.
  draw(step: number, frame: Frame, progress = 1) {
    const { spec: { lag = 0 }, way: { glides, grows } } = this;
    const early = progress < 1 && !this.ahead;
    const at = step - lag - (early && (!progress || grows) ? 1 : 0);
    const between = early && progress && !lag && glides;
    const values = this.columns.map((column) => (between ? this.between(column[step - 1], column[step], progress) : column[at]));
    this.show(at < 0 ? [] : values, frame, at, progress);
  }

  // Show other values than those of a step; no values hide the mark.
  show(values: readonly Value[], frame: Frame, at = 0, progress = 1) {
    const known = values.length > 0 && (this.way.gaps || !values.includes(null));
    const look = known ? this.look(values, { frame: this.within(frame), at, progress }) : null;
    this.shape.style.display = look ? "" : "none";
    this.end = look?.end ?? null;
    this.ends = look?.ends ?? null;
    if (!look) return;
    setAttributes(this.shape, look.attributes);
    if (look.text !== undefined) this.shape.textContent = look.text;
  }

  // A value on the way from one step to the next; it jumps from and to nothing.
  protected between(from: Value, to: Value, progress: number): Value {
    return typeof from === "number" && typeof to === "number" ? from + progress * (to - from) : to;
  }

  // The frame of the mark: the panel's frame, or the mark's inset in it.
  private within(frame: Frame) {
    const { inset } = this.spec;
    if (!inset) return frame;
    if (!this.inner || this.outer !== frame) {
      this.outer = frame;
      this.inner = new Inset(inset, frame);
      this.inner.place(this.node);
    }
    return this.inner;
  }
}
