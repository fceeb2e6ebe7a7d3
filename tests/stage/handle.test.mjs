// Which points are outlined while the hand turns the line: exactly, whatever floats would make of the sums.

import assert from "node:assert/strict";
import { test } from "node:test";

import { START } from "../../playground/stage/src/store/edits.ts";
import { Model } from "../../playground/stage/src/store/model.ts";
import { wrongPoints, lineNumbers } from "../../playground/stage/src/store/line.ts";

function model(points, { unit = 0, zero = [true, true] } = {}) {
  const edits = { ...START, points };
  return Object.assign(new Model(), { edits, message: { handle: { unit, zero }, reading: { signs: [1, -1] } } });
}

test("a point is outlined where the sign is not its class's", () => {
  const points = [[1, 0, 0], [1, 0, 1], [-1, 0, 0], [-1, 0, 1]];
  assert.deepEqual(wrongPoints({ weights: [2, 5, 0] }, model(points)), [false, true, true, false]);
  assert.equal(lineNumbers({ weights: [2, 5, 0] }, model(points)).wrong, 2);
});

test("on the line the classes decide", () => {
  const points = [[0, 1, 0], [0, 1, 1]];
  for (const zero of [[true, true], [false, false], [true, false], [false, true]])
    assert.deepEqual(wrongPoints({ weights: [1, 0, 0] }, model(points, { zero })), zero);
});

test("what floats would round to 0 keeps its sign, and what is 0 is 0", () => {
  // 0.3 is less than three tenths, and ten times 0.1 is more than one.
  const points = [[3, 1, 0]];
  assert.deepEqual(wrongPoints({ weights: [0.1, -0.3, 0] }, model(points)), [false]);
  assert.deepEqual(wrongPoints({ weights: [-0.1, 0.3, 0] }, model(points)), [true]);
  assert.deepEqual(wrongPoints({ weights: [0.5, -1.5, 0] }, model(points, { zero: [false, false] })), [false]);
  assert.deepEqual(wrongPoints({ weights: [0.1, 0, -1] }, model([[10, 0, 0]], { unit: 1 })), [false]);
  assert.deepEqual(wrongPoints({ weights: [0.1, 0, -0.1] }, model([[3, 0, 0]], { unit: 3 })), [true]);
});
