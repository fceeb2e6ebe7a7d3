// The line that the visitor turns: its form, and the points that it gets wrong.

/**
 * The exact sign of a sum of products of numbers.
 * @param {number[][]} products
 */
export function signOf(products) {
  const [sum, size] = products.reduce(([all, sizes], [p, q]) => [all + p * q, sizes + Math.abs(p * q)], [0, 0]);
  if (Math.abs(sum) > size * 1e-12) return Math.sign(sum);
  const whole = (value, halves = 0) =>
    Number.isInteger(value) ? [BigInt(value), halves] : whole(2 * value, halves + 1);
  const terms = products.map(([p, q]) => [whole(p), whole(q)]).map(([[m, i], [n, j]]) => [m * n, i + j]);
  const finest = Math.max(...terms.map(([, halves]) => halves));
  const exact = terms.reduce((all, [part, halves]) => all + (part << BigInt(finest - halves)), 0n);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** @type {(weights: number[], handle: import("../store/payload.ts").Handle) => [number, number, number]} */
export const formOf = ([a, b, c], { unit }) => [a, b, c * unit];

/**
 * The weights of the turned line, and the number of its wrong points.
 * @param {import("../store/model.ts").HandLine} line
 * @param {import("../store/model.ts").Model} model
 */
export function lineNumbers(line, model) {
  const [a, b, c] = line.weights;
  return { a, b, c, wrong: wrongPoints(line, model).filter(Boolean).length };
}

/**
 * For each point, whether the turned line gets it wrong.
 * @param {import("../store/model.ts").HandLine} line
 * @param {import("../store/model.ts").Model} model
 */
export function wrongPoints({ weights: [a, b, c] }, model) {
  const { unit, zero } = model.need("handle");
  const { signs } = model.need("reading");
  return /** @type {import("../store/payload.ts").Point[]} */ (model.edits.points).map(([x, y, kind]) => {
    const side = signs[kind] * signOf([[a, x], [b, y], [c, unit]]);
    return side < 0 || (side === 0 && zero[kind]);
  });
}
