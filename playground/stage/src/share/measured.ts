// Points that came from a visitor's table, in the table's own numbers and words.

import { encode } from "../link/query.ts";
import type { Visit } from "../link/visit.ts";
import type { Cells, Hand, Point, PointClass } from "../store/payload.ts";

/** A class's label: a number, or its name. */
export const labelOf = ({ name }: PointClass) => Number(name.replace("−", "-")) || name;

/**
 * The heads of the visitor's table and its cells for these points; null if they came from no table. For a point that is
 * not in the table they are computed from the board's, as fine as the board is.
 */
export function measure(points: readonly Point[], classes: readonly PointClass[], hand: Hand, visit: Visit) {
  const brought = hand.key === "points" ? visit.cellsOf(encode(points, hand)) : null;
  if (!brought) return null;
  const axes = brought.axes.map((text, i) => {
    const [head, center = "0", scale = "1"] = (text || `x${i + 1}`).split("~");
    return { head, center: Number(center), scale: Number(scale) };
  });
  const [head, ...names] = (brought.label || "label").split("~");
  const rows = points.map(([x, y, kind], i): Cells | [number, number, string | number] => {
    const [one, two] = [x, y].map((place, j) => asFine(axes[j].center + axes[j].scale * place, axes[j].scale / hand.snap));
    return brought.rows[i] ?? [one, two, names[kind] ?? labelOf(classes[kind])];
  });
  return { heads: [...axes.map((axis) => axis.head), head], rows, hasAxes: Boolean(brought.axes[0]) };
}

// A number with as many decimal places as needed to tell steps of this size apart.
const asFine = (value: number, step: number) => Number(value.toFixed(Math.min(100, Math.max(0, Math.ceil(-Math.log10(step))))));
