// The board's line, turned or not: its form, and the points that it gets wrong.

import type { HandLine, Model } from "./model.ts";
import type { Handle, Point } from "./payload.ts";

// The exact sign of a sum of products of two numbers each.
export function signOf(products: readonly (readonly [number, number])[]) {
  const [sum, size] = products.reduce(([all, sizes], [p, q]) => [all + p * q, sizes + Math.abs(p * q)], [0, 0]);
  if (Math.abs(sum) > size * 1e-12) return Math.sign(sum);
  const whole = (value: number, halves = 0): [bigint, number] =>
    Number.isInteger(value) ? [BigInt(value), halves] : whole(2 * value, halves + 1);
  const terms = products.map(([p, q]) => {
    const [[m, i], [n, j]] = [whole(p), whole(q)];
    return { part: m * n, halves: i + j };
  });
  const finest = Math.max(...terms.map(({ halves }) => halves));
  const exact = terms.reduce((all, { part, halves }) => all + (part << BigInt(finest - halves)), 0n);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

export const formOf = ([a, b, c]: readonly number[], { unit }: Pick<Handle, "unit">): [number, number, number] => [a, b, c * unit];

// The weights of the turned line, and the number of its wrong points.
export function lineNumbers(line: HandLine, model: Model) {
  const [a, b, c] = line.weights;
  return { a, b, c, wrong: wrongPoints(line, model).filter(Boolean).length };
}

// For each point, whether the turned line gets it wrong.
export function wrongPoints(line: HandLine, model: Model) {
  const errs = errsAt(line, model);
  return model.points.map((point) => errs(point));
}

/** Whether a point is on the wrong side of the turned line, or of the line whose form has these columns at a step. */
export function errsAt(line: HandLine | Readonly<{ form: readonly string[]; step: number }>, model: Model) {
  const { columns, handle } = model.data;
  const turned = "weights" in line;
  const [a, b, c] = turned ? line.weights : line.form.map((name) => Number(columns[name][line.step]));
  const unit = turned ? handle?.unit ?? 0 : 1;
  return ([x, y, kind]: Point) => {
    const side = (kind ? -1 : 1) * signOf([[a, x], [b, y], [c, unit]]);
    return side < 0 || (side === 0 && (handle?.zero[kind] ?? true)); // without a tie rule, 0 is wrong
  };
}
