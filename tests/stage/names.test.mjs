// Names at the ends of curves and lines: within the panel, clear of each other, and in the order of what they name.

import assert from "node:assert/strict";
import { test } from "node:test";

import { besideLine, besidePoint, clip, settle, wordsOn } from "../../playground/stage/src/draw/names.ts";

const NAMES = ["perceptron", "hardest", "batch", "margin", "smooth", "von Neumann"];
const TYPES = [[230, 12], [460, 12], [620, 15]]; // a phone's panel, a desk's and a wall's, and their type
const sizeOf = (name, type) => ({ wide: 0.55 * type * name.length, high: 1.2 * type });

// Numbers below 1 that are the same in each run.
function numbers(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

const atPoints = (ends, type) => ends.map((end, i) => {
  const size = sizeOf(NAMES[i], type);
  return { size, end, line: null, places: besidePoint(end, size, ends.length * size.high) };
});

const atLines = (lines, type) => lines.map((line, i) => {
  const size = sizeOf(NAMES[i], type);
  return { size, end: null, line, places: besideLine(line, size) };
});

function overlap([one, { size: a }], [other, { size: b }]) {
  const [across, down] = [(a.wide + b.wide) / 2 - Math.abs(one.x - other.x), (a.high + b.high) / 2 - Math.abs(one.y - other.y)];
  return across > 1e-9 && down > 1e-9;
}

function assertClear(places, names, width, height) {
  const all = places.map((place, i) => [place, names[i]]);
  for (const [i, one] of all.entries()) {
    const [{ x, y }, { size: { wide, high } }] = one;
    assert.ok(x >= wide / 2 && x <= width - wide / 2 && y >= high / 2 && y <= height - high / 2, `${NAMES[i]} is beyond the panel`);
    for (const other of all.slice(0, i)) assert.ok(!overlap(one, other), `${NAMES[i]} lies over another name`);
  }
}

test("names stand clear of each other within the panel, wherever curves end and however close lines are", () => {
  for (const [side, type] of TYPES)
    for (let seed = 1; seed <= 40; seed++) {
      const next = numbers(seed);
      const spread = seed % 2 ? side : 12; // all over the panel, or close together
      const corner = [next(), next()].map((part) => part * (side - spread));
      const ends = NAMES.map(() => corner.map((from) => from + spread * next()));
      const atEnds = atPoints(ends, type);
      const width = side + 0.55 * type * "von Neumann".length + 9;
      assertClear(settle(atEnds, { width, height: side, free: ends.map((end) => [...end, 5]) }), atEnds, width, side);
      const [first, fan] = [Math.PI * next(), seed % 2 ? Math.PI : 0.05];
      const lines = NAMES.flatMap(() => {
        const angle = first + fan * next();
        const [right, down] = [side * Math.cos(angle), side * Math.sin(angle)];
        const line = clip([[side / 2 - right, side / 2 - down], [side / 2 + right, side / 2 + down]], side, side);
        return line ? [line] : [];
      });
      const names = atLines(lines, type);
      assertClear(settle(names, { width: side, height: side, free: [] }), names, side, side);
    }
});

test("names of curves that end close together stand in the order of their ends", () => {
  const ends = [[100, 110], [100, 104], [100, 107], [100, 101]];
  const places = settle(atPoints(ends, 12), { width: 300, height: 200, free: [] });
  const order = [...ends.keys()].sort((i, j) => places[i].y - places[j].y);
  assert.deepEqual(order, [3, 1, 2, 0]);
});

test("a name has a thread to its end where it had to give way, and where another line is between them", () => {
  const alone = settle(atPoints([[100, 100]], 12), { width: 300, height: 200, free: [] });
  assert.deepEqual(alone.map(({ far }) => far), [false]);
  const many = settle(atPoints(NAMES.map(() => [100, 100]), 12), { width: 300, height: 200, free: [] });
  assert.ok(many.filter(({ far }) => far).length >= 3);
  const close = [[[0, 99], [300, 99]], [[0, 100], [300, 100]], [[0, 101], [300, 101]]];
  const names = atLines(close, 12);
  const places = settle(names, { width: 300, height: 200, free: [] });
  places.forEach(({ y, foot, far }, i) => {
    const between = close.some(([[, at]]) => (at - y) * (at - foot[1]) < 0);
    if (between) assert.ok(far, `no thread leads to ${NAMES[i]}`);
  });
  assert.ok(places.some(({ far }) => far));
});

test("a name leaves points free where there is room", () => {
  const end = [100, 100];
  const [place] = settle(atPoints([end], 12), { width: 400, height: 200, free: [[130, 100, 9]] });
  assert.ok(Math.abs(place.y - 100) >= 7.2 + 9 || place.x < 100);
});

test("a line is seen where it is within the box", () => {
  assert.deepEqual(clip([[-100, 50], [300, 50]], 200, 100), [[0, 50], [200, 50]]);
  assert.deepEqual(clip([[50, -50], [50, 150]], 200, 100), [[50, 0], [50, 100]]);
  assert.equal(clip([[-100, 150], [300, 150]], 200, 100), null);
  assert.equal(clip([[-10, 50], [50, -10]], 200, 100)?.length, 2);
  assert.equal(clip([[-50, 20], [20, -50]], 200, 100), null);
});

test("a name gives way to the words of the figure, wherever these are anchored", () => {
  const frame = { x: (value) => value, y: (value) => value };
  for (const anchor of ["left", undefined, "right"])
    for (const side of ["below", undefined, "above"]) {
      const words = { x: 240, y: 120, text: "each dot is a direction", anchor, side };
      const free = wordsOn({ notes: [words] }, frame, 12);
      for (const [x, y] of free) {
        const names = atPoints([[x - 40, y]], 12);
        const [place] = settle(names, { width: 480, height: 240, free });
        const { wide, high } = names[0].size;
        for (const [left, top, about] of free)
          assert.ok(Math.abs(place.x - left) >= wide / 2 + about || Math.abs(place.y - top) >= high / 2 + about, `${anchor}, ${side}`);
      }
    }
  assert.deepEqual(wordsOn({ notes: [{ plot: true, x: 0.5, y: 0.5, text: "elsewhere" }] }, frame, 12), []);
});
