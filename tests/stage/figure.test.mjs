// A figure is drawn by its own type: its ticks, its parts, its notes, and the lines and colours of its fields.

import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf } from "../../playground/stage/src/draw/field.ts";
import { Frame, ticks } from "../../playground/stage/src/draw/geometry.ts";

const margin = { l: 0, r: 0, t: 0, b: 0 };
const axis = { name: "", range: [-1, 1] };
const figure = { title: "", margin, xaxis: axis, yaxis: axis, parts: [], notes: [], frame: "box" };
const frame = new Frame(figure, 400, 400);

// The places of a path within the frame.
function inside(path) {
  const places = path.match(/-?[\d.]+,-?[\d.]+/g).map((place) => place.split(",").map(Number));
  return places.filter(([x, y]) => x >= 0 && x <= 400 && y >= 0 && y <= 400);
}

function grid(count, value) {
  const side = Array.from({ length: count }, (_, i) => -1 + 2 * i / (count - 1));
  return side.map((y) => side.map((x) => value(x, y)));
}

test("an axis has its own ticks, or round ones", () => {
  assert.deepEqual(ticks({ range: [0, 1], ticks: [[0.5, "half"]] }, 5), [[0.5, "half"]]);
  assert.deepEqual(ticks({ range: [0, 1], count: 2 }, 5), [[0, "0"], [0.5, "0.5"], [1, "1"]]);
});

test("lines of equal values are where the values are equal", () => {
  const part = { kind: "contours", z: grid(41, (x, y) => Math.hypot(x, y)), levels: [0.5], colors: [], color: "", width: 1 };
  const { lines: [circle], names } = linesOf(frame, figure, part);
  assert.ok(inside(circle).length > 60);
  for (const [x, y] of inside(circle)) assert.ok(Math.abs(Math.hypot(x - 200, y - 200) - 100) < 0.5);
  assert.deepEqual(names, []);
});

test("a line that leaves the figure ends beyond its edges, and nothing is drawn where nothing is known", () => {
  const part = { kind: "contours", z: grid(21, (x, y) => x + 2 * y), levels: [0], colors: [], color: "", width: 1 };
  const line = inside(linesOf(frame, figure, part).lines[0]);
  assert.ok(line.length > 20);
  for (const [x, y] of line) assert.ok(Math.abs((x - 200) - 2 * (y - 200)) < 0.5, `${x}, ${y}`);
  assert.deepEqual(linesOf(frame, figure, { ...part, z: grid(21, () => null) }).lines, [""]);
});

test("lines without levels of their own stand at round values, with their names on them and apart", () => {
  const { lines, names } = linesOf(frame, figure, { kind: "contours", z: grid(41, (x, y) => 50 * Math.hypot(x, y)), colors: [] });
  assert.equal(lines.length, 7); // 10 to 70
  assert.ok(names.length >= 5);
  for (const { text, x, y } of names) assert.ok(Math.abs(Math.hypot(x - 200, y - 200) / 4 - Number(text)) < 1, text);
  names.forEach((one, i) => names.slice(i + 1).forEach((other) => assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 30)));
});
