// The line that the visitor turns: its form, and the points that it gets wrong.

import type { HandLine, Model } from "./model.ts";
import type { Handle } from "./payload.ts";

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
export function wrongPoints({ weights: [a, b, c] }: HandLine, model: Model) {
  const { unit, zero } = model.need("handle");
  const { signs } = model.need("reading");
  return model.points.map(([x, y, kind]) => {
    const side = signs[kind] * signOf([[a, x], [b, y], [c, unit]]);
    return side < 0 || (side === 0 && zero[kind]);
  });
}
