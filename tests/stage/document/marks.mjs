// The shapes that follow the step: where each kind stands, at a step and on the way to it.

import "./browser.mjs";

import assert from "node:assert/strict";
import { test } from "node:test";

import { Frame, pointShapes } from "../../../playground/stage/src/draw/geometry.ts";
import { hollowOf } from "../../../playground/stage/src/draw/hollow.ts";
import { newMarks } from "../../../playground/stage/src/draw/marks.ts";
import { Names } from "../../../playground/stage/src/draw/names.ts";

// A hundred pixels to a unit: x + 2 and 2 − y of them.
const axis = { range: [-2, 2] };
const FRAME = new Frame({ margin: { l: 0, r: 0, t: 0, b: 0 }, xaxis: axis, yaxis: axis }, 400, 400);
const REACH = Math.hypot(4, 4);

const mark = (kind, columns, more = {}, points = []) => newMarks(
  [{ kind, columns: Object.keys(columns), style: {}, ...more }], { columns, points })[0];
const numbers = (text) => text.match(/-?\d+(\.\d+)?(e-?\d+)?/g).map(Number);
const shown = ({ shape }) => shape.style.display !== "none";

function path(each, step, turned) {
  each.draw(step, FRAME, turned);
  return shown(each) ? numbers(each.shape.getAttribute("d")) : null;
}

function at(each, step, turned) {
  each.draw(step, FRAME, turned);
  return shown(each) ? ["cx", "cy"].map((name) => Number(each.shape.getAttribute(name))) : null;
}

function near(actual, expected) {
  assert.equal(actual?.length, expected.length, `${actual} is not ${expected}`);
  expected.forEach((value, i) => assert.ok(Math.abs(actual[i] - value) < 1e-6, `${actual} is not ${expected}`));
}

// x = 0, 1 and −1, each from the bottom to the top, beyond the frame.
const UPRIGHT = { a: [1, 1, 1], b: [0, 0, 0], c: [0, -1, 1] };
const upright = (x) => [100 * (x + 2), 100 * (2 + REACH), 100 * (x + 2), 100 * (2 - REACH)];

test("a line stands where its columns say at the step", () => {
  const line = mark("line", UPRIGHT);
  [0, 1, -1].forEach((x, step) => near(path(line, step), upright(x)));
  assert.equal(path(mark("line", { a: [0], b: [0], c: [1] }), 0), null);
});

test("a line that lags is that of the step before, on the way, too, and not there at the start", () => {
  const line = mark("line", UPRIGHT, { lag: 1 });
  assert.equal(path(line, 0), null);
  near(path(line, 1), upright(0));
  near(path(line, 2), upright(1));
  near(path(line, 2, 0.5), upright(1));
  near(path(line, 2, 0), upright(0));
  assert.equal(path(line, 1, 0), null);
});

test("on the way to a step a line turns from where it was, and what is ahead is there", () => {
  near(path(mark("line", UPRIGHT), 2, 0), upright(1));
  near(path(mark("line", UPRIGHT), 2, 0.25), upright(0.5));
  near(path(mark("line", UPRIGHT), 2, 1), upright(-1));
  near(path(mark("line", UPRIGHT, { ahead: true }), 2, 0), upright(-1));
  near(path(mark("line", UPRIGHT, { ahead: true }), 2, 0.25), upright(-1));
});

test("a dot glides on the way, and is hidden where a column has nothing, and jumps from there", () => {
  near(at(mark("dot", { x: [0, 1], y: [-1, 1] }, { radius: 5 }), 1, 0.25), [225, 250]);
  const dot = mark("dot", { x: [0, null, 1], y: [0, 1, 1] }, { radius: 5 });
  near(at(dot, 0), [200, 200]);
  assert.equal(dot.shape.getAttribute("r"), "5");
  assert.equal(at(dot, 1), null);
  assert.equal(at(dot, 1, 0.5), null);
  near(at(dot, 2), [300, 100]);
  near(at(dot, 2, 0.5), [300, 100]);
});

test("a half-plane is on its side of the line, and without a direction there if its number is on that side", () => {
  const far = Math.abs(1 / REACH) + 1;
  near(path(mark("halfplane", UPRIGHT), 1).slice(4),
    [100 * (3 + far * REACH), 200 - 100 * REACH, 100 * (3 + far * REACH), 200 + 100 * REACH]);
  const left = path(mark("halfplane", UPRIGHT, { side: -1 }), 1);
  near(left.slice(0, 4), upright(1));
  near([left[4], left[6]], [100 * (3 - far * REACH), 100 * (3 - far * REACH)]);
  const flat = { a: [0, 0, 0], b: [0, 0, 0], c: [1, -1, 0] };
  const whole = [0, 400, 400, 400, 400, 0, 0, 0];
  near(path(mark("halfplane", flat), 0), whole);
  assert.equal(path(mark("halfplane", flat), 1), null);
  assert.equal(path(mark("halfplane", flat), 2), null);
  assert.equal(path(mark("halfplane", flat, { side: -1 }), 0), null);
  near(path(mark("halfplane", flat, { side: -1 }), 1), whole);
});

test("an arrow stands on its line at the middle of the frame, a ninth of the diagonal long", () => {
  const [x0, y0, x1, y1] = path(mark("arrow", UPRIGHT), 1);
  near([x0, y0, x1, y1], [300, 200, 300 + 11 * REACH, 200]);
  assert.equal(path(mark("arrow", { a: [0], b: [0], c: [1] }), 0), null);
});

test("a vector goes from one place to another, with a head no longer than itself", () => {
  const corners = { x0: [-1], y0: [0], x1: [1], y1: [0] };
  near(path(mark("vector", corners), 0),
    [100, 200, 300, 200, 300 - 11, 200 + 0.42 * 11, 300, 200, 300 - 11, 200 - 0.42 * 11]);
  near(path(mark("vector", { ...corners, x1: [-0.95] }), 0).slice(4, 6), [100, 200 + 0.42 * 5]);
  near(path(mark("vector", { ...corners, x1: [-0.99] }), 0).slice(0, 4), [100, 200, 101, 200]);
  assert.equal(path(mark("vector", { ...corners, x1: [-0.996] }), 0), null);
});

test("a curve goes up to the step, stays without an end where it has no value, and grows on the way", () => {
  const curve = mark("curve", { x: [-2, -1, 0, 1], y: [0, 1, null, 2] });
  const drawn = (step, turned) => {
    curve.draw(step, FRAME, turned);
    return shown(curve) && curve.shape.getAttribute("points").trim().split(/ +/);
  };
  assert.deepEqual(drawn(0), ["0.0,200.0"]);
  assert.deepEqual(drawn(1), ["0.0,200.0", "100.0,100.0"]);
  assert.deepEqual(curve.end, [100, 100]);
  assert.deepEqual(drawn(2), ["0.0,200.0", "100.0,100.0"]);
  assert.equal(curve.end, null);
  assert.deepEqual(drawn(2, 0.5), ["0.0,200.0", "100.0,100.0"]);
  assert.deepEqual(drawn(3), ["0.0,200.0", "100.0,100.0", "300.0,0.0"]);
  assert.deepEqual(drawn(1, 0), ["0.0,200.0"]);
  assert.deepEqual(drawn(1, 0.5), ["0.0,200.0", "50,150"]);
  const later = mark("curve", { x: [-2, -1], y: [null, 0] });
  later.draw(0, FRAME);
  assert.equal(shown(later), false);
});

test("dots are those up to the step that are there", () => {
  const dots = mark("dots", { x: [-2, -1, 0, 1], y: [0, 1, 1.5, 2], there: [1, 0, 1, 1] }, { radius: 3 });
  const places = (step, turned) => {
    dots.draw(step, FRAME, turned);
    return [...(dots.shape.getAttribute("d") ?? "").matchAll(/M([\d.-]+),([\d.-]+)/g)].map(([, x, y]) => [+x + 3, +y]);
  };
  assert.deepEqual(places(0), [[0, 200]]);
  assert.deepEqual(places(1), [[0, 200]]);
  assert.deepEqual(places(3), [[0, 200], [200, 50], [300, 0]]);
  assert.deepEqual(places(3, 0.5), [[0, 200], [200, 50]]);
  assert.match(dots.shape.getAttribute("d"), /a3,3 0 1,0 6,0a3,3 0 1,0 -6,0z/);
});

test("a curve and dots are worked out anew for another frame", () => {
  const half = new Frame({ margin: { l: 0, r: 0, t: 0, b: 0 }, xaxis: axis, yaxis: axis }, 200, 200);
  const curve = mark("curve", { x: [-2, 2], y: [0, 2] });
  curve.draw(1, FRAME);
  curve.draw(1, half);
  assert.equal(curve.shape.getAttribute("points"), "0.0,100.0 200.0,0.0");
  const dots = mark("dots", { x: [-2, 2], y: [0, 2], there: [1, 1] }, { radius: 3 });
  dots.draw(0, FRAME);
  dots.draw(0, half);
  assert.match(dots.shape.getAttribute("d"), /^M-3.0,100.0a/);
});

test("a ring is about the point of its number, and as a glide always ahead", () => {
  const points = [[0, 0, 0], [1, -1, 1]];
  const ring = mark("ring", { i: [0, 1] }, { radius: 9 }, points);
  near(at(ring, 0), [200, 200]);
  near(at(ring, 1, 0), [300, 300]);
  near(at(ring, 1, 0.5), [300, 300]);
});

test("a dot glides from its point to the tip of the arrow on the way, and is nowhere else", () => {
  const glide = mark("glide", { i: [0, 0], a: [1, 1], b: [0, 0], c: [0, -1] }, { radius: 4 }, [[0, -1, 0]]);
  const tip = 1 + 0.11 * REACH;
  near(at(glide, 1, 0.5), [200 + 50 * tip, 250]);
  near(at(glide, 1, 0.1), [200 + 10 * tip, 290]);
  assert.equal(at(glide, 1, 0), null);
  assert.equal(at(glide, 1, 1), null);
  assert.equal(at(mark("glide", { i: [0], a: [0], b: [0], c: [1] }, { radius: 4 }, [[0, 0, 0]]), 0, 0.5), null);
});

test("a label stands so many pixels beside a point or a place, with the text of its column", () => {
  const label = mark("label", { text: ["one", "two"] }, { point: 1, shift: [7, 5] }, [[0, 0, 0], [1, 1, 0]]);
  label.draw(1, FRAME);
  const place = (each) => ["x", "y"].map((name) => Number(each.shape.getAttribute(name)));
  assert.deepEqual([label.shape.textContent, ...place(label)], ["two", 307, 95]);
  const other = mark("label", { text: ["one"] }, { at: [-1, 0], shift: [0, -5] });
  other.draw(0, FRAME);
  assert.deepEqual(place(other), [100, 205]);
  label.draw(1, FRAME, 0.5);
  assert.equal(label.shape.textContent, "two");
  label.draw(1, FRAME, 0);
  assert.equal(label.shape.textContent, "one");
});

test("a sector lies about the origin from one angle to the other", () => {
  const corners = path(mark("sector", { from: [0], to: [Math.PI / 2] }, { radius: 1 }), 0);
  near(corners.slice(0, 4), [200, 200, 300, 200]);
  near(corners.slice(-4), [200, 100, 200, 200]);
  assert.equal(corners.length, 2 * (Math.ceil(20 * Math.PI / 2) + 3));
  assert.equal(path(mark("sector", { from: [0], to: [0.01] }, { radius: 1 }), 0).length, 10);
});

test("a mark has its style, in which the theme's colours go by their names, its kind and its part, and says whether it is beneath", () => {
  const asked = { kind: "line", columns: ["a"], style: { stroke: "var(--x)", opacity: 0.5 }, part: "w", under: true };
  const [{ shape, spec: { under }, node }] = newMarks([asked], { columns: { a: [1] }, points: [] });
  assert.deepEqual(["stroke", "opacity", "data-kind", "data-part"].map((name) => shape.getAttribute(name)),
    ["var(--x)", "0.5", "line", "w"]);
  assert.deepEqual([under, node], [true, shape]);
});

test("an inset is a frame of its own, in which the shape is drawn", () => {
  const dot = mark("dot", { x: [0, 1], y: [0, 1] }, { radius: 2, inset: [0.5, 0.25, 0.2, 1] });
  near(at(dot, 0), [40, 40]);
  near(at(dot, 1), [80, 0]);
  assert.notEqual(dot.node, dot.shape);
  const place = ["x", "y", "width", "height"].map((name) => Number(dot.node.getAttribute(name)));
  assert.deepEqual(place, [200, 100, 80, 80]);
});

test("pictures of cells stand side by side in their box, as large as it has room for", () => {
  const box = [-2, -1, 2, 1];
  const asked = { box, across: 2, colors: ["blue", "red"], pictures: ["1,0,0,-2", "0,0,0,1", "1,1,1,1"] };
  const pixels = mark("pixels", { which: ["0,2", "", "1"] }, asked);
  pixels.draw(0, FRAME);
  const [first, second] = [...pixels.shape.children];
  assert.equal(pixels.shape.children.length, 2);
  // Two in a row of squares of 200, a tenth of it a gap.
  assert.equal(first.getAttribute("transform"), "translate(0.0,100.0) scale(90.000)");
  assert.equal(second.getAttribute("transform"), "translate(200.0,100.0) scale(90.000)");
  assert.deepEqual([...first.querySelectorAll("path")].map((cell) =>
    ["d", "fill", "fill-opacity"].map((name) => cell.getAttribute(name))),
  [["M0,0h1v1h-1z", "red", "0.500"], ["M1,1h1v1h-1zm0.3,0.42v0.16h0.4v-0.16z", "blue", "1.000"]]); // with a hole, a minus sign
  pixels.draw(1, FRAME);
  assert.equal(pixels.shape.children.length, 0);
  pixels.draw(2, FRAME, 0.5);
  assert.equal(pixels.shape.children.length, 1);
  const single = mark("pixels", { code: ["0,0,0,0", "4,0,-2,0"] }, { ...asked, pictures: undefined });
  single.draw(1, FRAME, 0.5);
  assert.deepEqual([...single.shape.querySelectorAll("path")].map((cell) => cell.getAttribute("fill-opacity")),
    ["1.000", "0.500"]);
});

test("points that move stand at their heights, glide between them, and one of them is ringed", () => {
  const coded = (...values) => Buffer.from(Int16Array.from(values).buffer).toString("base64");
  const classes = [{ name: "up", color: "red", shape: "circle" }, { name: "down", color: "blue", shape: "triangle" }];
  const dot = mark("moving", { ring: [null, 1] }, {
    classes, kinds: [0, 1], x: coded(-2, 2), y: coded(0, 2, 4, -2), unit: 0.5, radius: 6, form: [], words: ["", "", ""],
  });
  const places = (step, turned) => {
    dot.draw(step, FRAME, turned);
    return [...dot.shape.querySelectorAll("path")].map((each) => (each.getAttribute("d") ?? "").split("m")[0]);
  };
  assert.deepEqual(places(0), ["M100.0,200.0", "", "M300.0,100.0", ""]);
  assert.deepEqual(places(1), ["M100.0,0.0", "", "M300.0,300.0", ""]);
  assert.deepEqual(places(1, 0.25), ["M100.0,150.0", "", "M300.0,150.0", ""]);
  const circle = dot.shape.querySelector("circle");
  near(["cx", "cy"].map((name) => Number(circle.getAttribute(name))), [300, 150]);
  dot.draw(0, FRAME);
  assert.equal(circle.style.display, "none");
  near(dot.spot(1, 1), [300, 300]);
  const hollow = hollowOf([{ kind: "hollow", columns: ["bits"], words: "{count} wrong" }], { bits: ["02", "01"] });
  hollow.outline([dot]);
  assert.deepEqual(places(0), ["M100.0,200.0", "", "", "M300.0,100.0"]);
  assert.deepEqual(places(1), ["", "M100.0,0.0", "M300.0,300.0", ""]);
  // Until anything moves the outlines are those of the step before.
  assert.deepEqual(places(1, 0), ["M100.0,200.0", "", "", "M300.0,100.0"]);
  assert.equal(hollow.draw({}, 1, { children: [] }), "1 wrong");
});

test("a point's bit says whether it is an outline: the lowest of the first byte is the first's", () => {
  const codes = ["0102", "8000", ""];
  const hollow = hollowOf([{ kind: "dot" }, { kind: "hollow", columns: ["bits"], words: "" }], { bits: codes });
  const those = (step) => Array.from({ length: 16 }, (_, i) => i).filter((i) => hollow.has(i, step));
  assert.deepEqual([those(0), those(1)], [[0, 9], [7]]);
  assert.equal(hollowOf([{ kind: "dot" }], {}), undefined);
});

// WCAG 1.4.1
test("points stand in the colour and shape of their class", () => {
  const classes = [{ color: "red", shape: "circle" }, { color: "blue", shape: "triangle" }];
  const [one, other] = pointShapes([[0, 0, 1], [1, 1, 0]], classes, FRAME);
  assert.deepEqual(["transform", "fill", "data-point"].map((name) => one.getAttribute(name)),
    ["translate(200,200)", "blue", "0"]);
  assert.deepEqual(["transform", "fill", "data-point"].map((name) => other.getAttribute(name)),
    ["translate(300,100)", "red", "1"]);
  assert.notEqual(one.getAttribute("d"), other.getAttribute("d"));
});

test("a name stands in its mark's colour where the mark ends at the step, and is not there before the mark is", () => {
  const marks = [
    mark("curve", { x: [-2, -1, 0], y: [0, null, 1] }, { name: "curve", style: { stroke: "blue", fill: "none" } }),
    mark("dot", { x: [1, 1, 1], y: [-1, -1, -1] }, { radius: 5, name: "dot", style: { stroke: "none", fill: "red" } }),
    mark("line", { a: [1, 0, 0], b: [0, 1, 0], c: [0, -1.5, 1] }, { name: "line", style: { stroke: "green", fill: "none" } }),
    mark("dot", { x: [0, 0, 0], y: [0, 0, 0] }, { radius: 5 }),
  ];
  const node = document.createElement("div");
  const names = new Names(marks, node);
  const texts = [...node.querySelectorAll("text")];
  assert.deepEqual(texts.map((text) => [text.textContent, text.getAttribute("fill")]),
    [["curve", "blue"], ["dot", "red"], ["line", "green"]]);
  const at = (step) => {
    for (const each of marks) each.draw(step, FRAME);
    names.draw({ frame: FRAME, shown: { margin: { r: names.room(400, 12) }, notes: [] } }, [], 12);
    return texts.map((text) => (text.style.display === "none" ? null : ["x", "y"].map((name) => Number(text.getAttribute(name)))));
  };
  const [curve, dot, line] = at(0);
  near(curve, [9, 204.2]); // on the right of its end
  near(dot, [309, 304.2]);
  assert.ok(Math.abs(line[0] - 200) < 20, "the name of an upright line is not beside it");
  assert.ok(names.room(400, 12) > 9 && names.room(40, 12) === 0);
  const later = at(1);
  assert.equal(later[0], null);
  assert.ok(Math.abs(later[2][1] - 54) < 12, "the name of a level line is not beside it");
  assert.deepEqual(at(2).map(Boolean), [true, true, false]);
});

test("arrowheads stand along a way up to the step, in the middle of parts that are long enough, with room between", () => {
  const heads = (x) => mark("heads", { x, y: x.map((value) => value && 0) });
  const tips = (each, step, turned) => {
    each.draw(step, FRAME, turned);
    return each.shape.getAttribute("d").split("M").slice(1).map((text) => Math.round(numbers(text)[2]));
  };
  // 100 pixels, then 4 that are too few, then 60 that are far enough from the first head.
  const way = heads([-2, -1, -0.96, -0.34]);
  assert.deepEqual([0, 1, 2, 3].map((step) => tips(way, step)), [[], [56], [56], [56, 141]]);
  assert.deepEqual(tips(way, 3, 0.5), [56]);
  assert.deepEqual(tips(heads([null, -2, -1, -0.9]), 3), [56]);
  // However long the way is, it has so many heads at most.
  const long = heads(Array.from({ length: 201 }, (_, i) => (i % 2 ? 2 : -2)));
  assert.ok(tips(long, 200).length <= 25);
});

test("a label stands at its columns' place or in a corner, from which it runs inwards", () => {
  const look = (each, step) => {
    each.draw(step, FRAME);
    return ["x", "y", "text-anchor"].map((name) => each.shape.getAttribute(name));
  };
  const moved = mark("label", { text: ["one", "two"], x: [0, 1], y: [0, -1] }, { shift: [0, 16] });
  assert.deepEqual(look(moved, 1), ["300", "284", "middle"]);
  assert.equal(moved.shape.textContent, "two");
  const cornered = (corner) => look(mark("label", { text: ["one"] }, { shift: [-10, 20], corner }), 0);
  assert.deepEqual(cornered([1, 0]), ["390", "380", "end"]);
  assert.deepEqual(cornered([0, 1]), ["-10", "-20", "start"]);
});
