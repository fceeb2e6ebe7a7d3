// Which points are outlined while the hand turns the line: exactly, whatever floats would make of the sums.

import assert from "node:assert/strict";
import { test } from "node:test";

import { misses, turnedNumbers } from "../../ui/stage/turn.js";

const model = (weights, points, { unit = 0, zero = [true, true] } = {}) => ({
  turn: { weights }, edits: { points }, data: { handle: { unit, zero }, reading: { signs: [1, -1] } },
});

test("a point is outlined where the sign is not its class's", () => {
  const points = [[1, 0, 0], [1, 0, 1], [-1, 0, 0], [-1, 0, 1]];
  assert.deepEqual(misses(model([2, 5, 0], points)), [false, true, true, false]);
  assert.equal(turnedNumbers(model([2, 5, 0], points)).wrong, 2);
});

test("on the line the classes decide", () => {
  const points = [[0, 1, 0], [0, 1, 1]];
  for (const zero of [[true, true], [false, false], [true, false], [false, true]])
    assert.deepEqual(misses(model([1, 0, 0], points, { zero })), zero);
});

test("what floats would round to 0 keeps its sign, and what is 0 is 0", () => {
  // 0.3 is less than three tenths, and ten times 0.1 is more than one.
  const points = [[3, 1, 0]];
  assert.deepEqual(misses(model([0.1, -0.3, 0], points)), [false]);
  assert.deepEqual(misses(model([-0.1, 0.3, 0], points)), [true]);
  assert.deepEqual(misses(model([0.5, -1.5, 0], points, { zero: [false, false] })), [false]);
  assert.deepEqual(misses(model([0.1, 0, -1], [[10, 0, 0]], { unit: 1 })), [false]);
  assert.deepEqual(misses(model([0.1, 0, -0.1], [[3, 0, 0]], { unit: 3 })), [true]);
});
