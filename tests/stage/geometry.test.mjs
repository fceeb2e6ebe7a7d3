// Where things are: from values to pixels and back, on axes of each kind, and what is nearest to a place.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Frame, Line, decimal, nearest, ticks } from "../../playground/stage/src/draw/geometry.ts";

const margin = { l: 20, r: 30, t: 10, b: 40 };
const layout = (x, y, more = {}) => ({ margin, xaxis: { range: x }, yaxis: { range: y }, ...more });
const near = (actual, expected) =>
  expected.forEach((value, i) => assert.ok(Math.abs(actual[i] - value) < 1e-9, `${actual} is not ${expected}`));

test("a frame is what its margins leave, and its y axis points up", () => {
  const frame = new Frame(layout([-1, 3], [0, 10]), 450, 250);
  assert.deepEqual([frame.left, frame.top, frame.width, frame.height], [20, 10, 400, 200]);
  assert.deepEqual([-1, 0, 3].map((x) => frame.x(x)), [0, 100, 400]);
  assert.deepEqual([0, 2.5, 10].map((y) => frame.y(y)), [200, 150, 0]);
});

test("a place's value is the way back from its pixels", () => {
  const frame = new Frame(layout([-1, 3], [2, 10]), 450, 250);
  assert.deepEqual(frame.value(0, 0), { x: -1, y: 10 });
  assert.deepEqual(frame.value(400, 200), { x: 3, y: 2 });
  for (const [x, y] of [[-1, 2], [0.3, 7], [3, 9.5]]) {
    const value = frame.value(frame.x(x), frame.y(y));
    near([value.x, value.y], [x, y]);
  }
});

test("axes of one scale take the largest part of their room that has it, or show more than their ranges", () => {
  const wide = new Frame(layout([0, 2], [0, 1], { scale: "shrink" }), 450, 450);
  assert.deepEqual([wide.left, wide.top, wide.width, wide.height], [20, 10, 400, 200]);
  const tall = new Frame(layout([0, 1], [0, 4], { scale: "shrink" }), 450, 450);
  assert.deepEqual([tall.width, tall.height], [100, 400]);
  const more = new Frame(layout([0, 2], [-1, 1], { scale: "widen" }), 450, 250);
  assert.deepEqual([more.width, more.height, more.xRange, more.yRange], [400, 200, [-1, 3], [-1, 1]]);
  // A matrix, whose rows are counted from the top.
  const rows = new Frame(layout([-0.5, 3.5], [3.5, -0.5], { scale: "shrink" }), 450, 250);
  assert.deepEqual([rows.width, rows.height, Math.abs(rows.y(-0.5)), rows.y(3.5)], [200, 200, 0, 200]);
  const free = new Frame(layout([0, 2], [0, 1]), 450, 450);
  assert.deepEqual([free.width, free.height], [400, 400]);
});

test("the range of a logarithmic axis is one of powers of ten", () => {
  const log = { log: true };
  const frame = new Frame({ margin, xaxis: { range: [0, 4], ...log }, yaxis: { range: [-1, 1], ...log } }, 450, 250);
  near([1, 100, 10000].map((x) => frame.x(x)), [0, 200, 400]);
  near([0.1, 1, 10].map((y) => frame.y(y)), [200, 100, 0]);
});

test("a line's points are so far along and above it, from the foot of the frame's middle", () => {
  // An arrow points from the origin to its tip, wherever the middle is.
  const below = new Line(2, 0, -2, new Frame(layout([-1, 5], [-1, 7]), 450, 250));
  near([...below.point(0, 0), ...below.nearest, ...below.tip(0.1)], [1, 3, 1, 0, 2, 0]);
  // Both numbers of each point fulfil the equation, whichever the line.
  const frame = new Frame(layout([1, 7], [2, 10]), 450, 250);
  const slanted = new Line(3, -4, 5, frame);
  for (const along of [-1, 0, 0.7]) {
    const [x, y] = slanted.point(along, 0);
    near([3 * x - 4 * y + 5], [0]);
    const [above, high] = slanted.point(along, 0.1);
    near([3 * above - 4 * high + 5], [0.1 * 10 * 5]);
  }
  near([slanted.height], [(3 * 4 - 4 * 6 + 5) / 5]);
  assert.equal(slanted.exists, true);
  assert.equal(new Line(0, 0, 1, frame).exists, false);
});

test("ticks stand at round values within the range, no more than there is room for", () => {
  const values = (axis, most) => ticks(axis, most).map(([value]) => value);
  assert.deepEqual(values({ range: [0, 10] }, 4), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(values({ range: [0, 40] }, 4), [0, 10, 20, 30, 40]);
  assert.deepEqual(values({ range: [0, 40] }, 9), [0, 5, 10, 15, 20, 25, 30, 35, 40]);
  assert.deepEqual(values({ range: [0, 40] }, 90), values({ range: [0, 40] }, 9));
  assert.deepEqual(values({ range: [0, 11] }, 1), [0, 5, 10]);
  assert.deepEqual(values({ range: [0, 10], count: 2 }, 9), [0, 5, 10]);
  assert.deepEqual(values({ range: [0.5, 39], count: 4 }, 9), [10, 20, 30]);
  assert.deepEqual(values({ range: [-3.2, 3.2] }, 5), [-2, 0, 2]);
  assert.equal(values({ range: [-0.3, 0.3] }, 9).length, 7); // 0.3 / 0.1 is a little less than 3
  assert.deepEqual(values({ range: [1, 1] }, 5), []);
  assert.deepEqual(values({ range: [0, 1], ticks: [[0, "a"], [3, "b"]] }, 9), [0, 3]);
  assert.deepEqual(ticks({ range: [0, 1], ticks: [[0, "a"], [3, "b"]] }, 9), [[0, "a"], [3, "b"]]);
});

test("ticks are written with as many digits as their steps have, and a minus of their own", () => {
  const texts = (range, most) => ticks({ range }, most).map(([, text]) => text);
  assert.deepEqual(texts([-0.4, 0.4], 4), ["−0.4", "−0.2", "0", "0.2", "0.4"]);
  assert.deepEqual(texts([0, 4000], 4), ["0", "1,000", "2,000", "3,000", "4,000"]);
  assert.deepEqual(texts([0, 0.04], 4), ["0", "0.01", "0.02", "0.03", "0.04"]);
  assert.deepEqual(texts([0, 0.0015], 4), ["0", "0.0005", "0.001", "0.0015"]);
  assert.deepEqual(texts([-2e5, 2e5], 4), ["−200K", "−100K", "0", "100K", "200K"]);
  assert.deepEqual(texts([0, 0.00009], 4), ["0", "0.00002", "0.00004", "0.00006", "0.00008"]);
});

test("of the places within reach the nearest is meant, and the first of those as near", () => {
  const places = [[0, 0], [10, 0], [10, 0], [30, 40]];
  const at = (left, top, reach) => nearest(places, { left, top }, reach);
  assert.equal(at(4, 0, 5), 0);
  assert.equal(at(6, 0, 5), 1);
  assert.equal(at(5, 0, 5), 0);
  assert.equal(at(0, 5, 5), 0);
  assert.equal(at(0, 5.01, 5), -1);
  assert.equal(at(27, 36, 5), 3);
  // Each may have a reach of its own.
  assert.equal(at(6, 0, (index) => [6, 3, 3.9, 0][index]), 0);
  assert.equal(at(7, 0, (index) => [6, 2.9, 3, 0][index]), 2);
  assert.equal(nearest([], { left: 0, top: 0 }, 5), -1);
});

test("numbers of places have three decimals at most, and a minus of their own", () => {
  assert.deepEqual([0.5, -0.25, 1 / 3, -2, 1.0004].map(decimal), ["0.5", "−0.25", "0.333", "−2", "1"]);
});
