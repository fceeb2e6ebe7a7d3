// An update in beats: the picture of its sum, and the presses that lead from beat to beat and from step to step.

import assert from "node:assert/strict";
import { test } from "node:test";

import { partAlong, sumAt } from "../../../playground/stage/src/draw/sums.ts";
import { Visit, likes, scene } from "./browser.mjs";

const near = (one, other) => one.every((value, i) => Math.abs(value - other[i]) < 1e-9);
const dot = (one, other) => one.reduce((sum, value, i) => sum + value * other[i], 0);
const way = (along) => ({ name: along, title: "", along, says: ["{k} comes.", "It grows: {-k} → {k}.", "There."], growths: [] });
const columnsOf = (vectors) => Object.fromEntries(vectors.flatMap(({ name, rows }) =>
  rows[0].map((_, i) => [`${name}${i}`, [null, ...rows.map((row) => row[i])]])));

test("in two dimensions the sum is that of the board", () => {
  const data = { columns: columnsOf([{ name: "s", rows: [[1, 5]] }, { name: "a", rows: [[-2, 1]] }]) };
  const spec = { sum: ["s0", "s1"], added: ["a0", "a1"], axis: [0.6, 0.8] };
  assert.deepEqual(sumAt(spec, way("axis"), data, 1), { old: [3, 4], added: [-2, 1], sum: [1, 5], axis: [0.6, 0.8] });
  const { axis } = sumAt(spec, way("old"), data, 1);
  assert.ok(near(axis, [0.6, 0.8]));
  assert.ok(near(sumAt(spec, way("added"), data, 1).axis, [-2, 1].map((value) => value / Math.hypot(2, 1))));
});

test("in more dimensions the plane keeps what each way is about", () => {
  let seed = 1;
  const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647) * 2 - 1;
  for (let turn = 0; turn < 50; turn++) {
    const [sum, added] = [0, 1].map(() => Array.from({ length: 3 }, random));
    const raw = Array.from({ length: 3 }, random);
    const axis = raw.map((value) => value / Math.hypot(...raw));
    const old = sum.map((value, i) => value - added[i]);
    const data = { columns: columnsOf([{ name: "s", rows: [sum] }, { name: "a", rows: [added] }]) };
    const spec = { sum: ["s0", "s1", "s2"], added: ["a0", "a1", "a2"], axis };
    const along = sumAt(spec, way("axis"), data, 1);
    const drawn = [along.sum, along.old, along.added].map((place) => dot(place, along.axis));
    assert.ok(near(drawn, [sum, old, added].map((vector) => dot(vector, axis))), "what reaches along the axis");
    assert.ok(near([Math.hypot(...along.sum)], [Math.hypot(...sum)]), "the length of the sum");
    assert.ok(near(partAlong(along.added, along.axis), along.axis.map((value) => value * dot(added, axis))));
    const plane = sumAt(spec, way("old"), data, 1);
    const lengths = [plane.old, plane.added, plane.sum].map((place) => dot(place, place));
    assert.ok(near([...lengths, dot(plane.old, plane.added)], [...[old, added, sum].map((each) => dot(each, each)), dot(old, added)]));
    assert.ok(near(plane.axis, plane.old.map((value) => value / Math.hypot(...plane.old))));
  }
});

test("an old vector of nothing has no direction, and what a vector lacks is 0", () => {
  const data = { columns: { s: [null, 3], t: [null, 4], a: [null, 3], b: [null, 0], c: [null, 4] } };
  const sum = sumAt({ sum: ["s", "t"], added: ["a", "b", "c"], axis: [1] }, way("axis"), data, 1);
  assert.ok(near([sum.axis[0], sum.sum[0], sum.added[0], Math.hypot(...sum.sum)], [1, 3, 3, 5]));
  const start = { columns: { s: [null, 3], t: [null, 4] } };
  const begun = sumAt({ sum: ["s", "t"], added: ["s", "t"], axis: [1] }, way("old"), start, 1);
  assert.deepEqual([begun.old, begun.axis], [[0, 0], null]);
});

const COLUMNS = { k: [0, 1, 2, 3, 4], w0: [0, 1, 1, 2, 2], w1: [0, 0, 1, 1, 2], x0: [null, 1, 0, 1, 0], x1: [null, 0, 1, 0, 1] };
const PANEL = {
  area: "side", label: "Beats.", sum: ["w0", "w1"], added: ["x0", "x1"], axis: [0.6, 0.8], name: "w*", called: "y x",
  ways: [way("axis"), { ...way("old"), begins: "{k} begins." }],
};

async function begun() {
  const visit = new Visit();
  await visit.say();
  await visit.answer({ panels: [...scene().panels, PANEL], columns: { ...scene().columns, ...COLUMNS } });
  await visit.comes(() => visit.part("beats").querySelector("p"));
  visit.pass(800);
  return visit;
}

const words = (visit) => visit.part("beats").querySelector("p").textContent;
const pressed = (visit) => [...visit.part("beats").querySelectorAll("[aria-pressed=true]")].map(({ textContent }) => textContent);
const press = (visit, key) => {
  visit.press(key);
  visit.pass(1500);
  return [visit.step, words(visit)];
};

test("a press of the key that steps is a beat, and the third beat is the step; back again likewise", async () => {
  const visit = await begun();
  assert.equal(words(visit), "No update was made yet. Press Step (→): each press shows one beat.");
  assert.deepEqual(press(visit, "ArrowRight"), [0, "1 comes."]);
  assert.equal(visit.spoken, "1 comes.");
  assert.deepEqual(press(visit, "PageDown"), [0, "It grows: 0 → 1."]);
  assert.deepEqual(press(visit, "ArrowRight"), [1, "There."]);
  assert.deepEqual(press(visit, "ArrowRight"), [1, "2 comes."]);
  assert.deepEqual(pressed(visit), ["axis", "1"]);
  assert.deepEqual(press(visit, "ArrowLeft"), [1, "There."]);
  assert.deepEqual(press(visit, "ArrowLeft"), [0, "It grows: 0 → 1."]);
  assert.deepEqual(press(visit, "ArrowLeft"), [0, "1 comes."]);
  assert.deepEqual(press(visit, "ArrowLeft"), [0, "No update was made yet. Press Step (→): each press shows one beat."]);
  assert.deepEqual(press(visit, "End"), [4, "There."]);
  assert.deepEqual(press(visit, "ArrowRight"), [4, "There."]);
});

test("a clicker shows the first three updates in beats, and the others in one press each", async () => {
  const visit = await begun();
  for (let beat = 1; beat <= 9; beat++) assert.equal(press(visit, "PageDown")[0], Math.floor(beat / 3));
  assert.deepEqual(press(visit, "PageDown"), [4, "There."]);
  assert.deepEqual(press(visit, "PageUp"), [3, "There."]);
  assert.deepEqual(press(visit, "PageUp"), [2, "It grows: 2 → 3."]);
});

test("the buttons show a beat of the update, and another way of the same beat", async () => {
  const visit = await begun();
  press(visit, "ArrowRight");
  const named = (name) => [...visit.part("beats").querySelectorAll("button")].find(({ textContent }) => textContent === name);
  visit.click(named("old"));
  assert.equal(words(visit), "1 begins.");
  visit.click(named("3"));
  visit.pass(1500);
  assert.deepEqual([visit.step, words(visit), pressed(visit)], [1, "There.", ["old", "3"]]);
  visit.click(named("2"));
  visit.pass(1500);
  assert.deepEqual([visit.step, words(visit), pressed(visit)], [0, "It grows: 0 → 1.", ["old", "2"]]);
});

test("whoever likes things to keep still sees three pictures, and nothing between them", async () => {
  likes.still = true;
  const visit = await begun();
  visit.press("ArrowRight");
  visit.draw();
  assert.equal(visit.root.hasAttribute("data-idle"), true);
  assert.equal(words(visit), "1 comes.");
  likes.still = false;
  const moving = await begun();
  moving.press("ArrowRight");
  moving.draw();
  assert.equal(moving.root.hasAttribute("data-idle"), false);
  moving.pass(1500);
  assert.equal(moving.root.hasAttribute("data-idle"), true);
});
