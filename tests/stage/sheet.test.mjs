// The field of cells under the hand: strokes, the way back through them and through the shelf, and which cells are meant.

import assert from "node:assert/strict";
import { test } from "node:test";

import { START, reduce } from "../../playground/stage/src/store/edits.ts";
import { EMPTY_SHEET, NO_CELLS } from "../../playground/stage/src/store/sheet.ts";
import { cellsBetween, isSet, reduceSheet, stepSheet } from "../../playground/stage/src/store/strokes.ts";

const SIDE = 8;
const press = (index) => ({ type: "press", side: SIDE, index });
const pass = (...indices) => ({ type: "pass", side: SIDE, indices });
const lift = { type: "lift" };
const stroke = (first, ...rest) => [press(first), pass(...rest), lift];
const after = (sheet, ...events) => events.reduce(reduceSheet, sheet);
const set = ({ cells }) => Array.from({ length: SIDE * SIDE }, (_, i) => i).filter((i) => isSet(cells, SIDE, i));
const onBoard = (points) => reduce(START, { type: "receive", number: 1, points });

function freeze(value) {
  if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

// Field and shelf together, as the stage moves them.
class Hand {
  constructor() {
    this.sheet = EMPTY_SHEET;
    this.edits = onBoard([]);
  }

  draw(...indices) {
    this.sheet = after(this.sheet, ...stroke(...indices));
  }

  edit(cells, event) {
    this.sheet = reduceSheet(this.sheet, { type: "shelve", cells });
    this.edits = reduce(reduce(this.edits, event), { type: "ask", number: 2 });
  }

  add(kind) {
    this.edit(NO_CELLS, { type: "place", at: this.sheet.cells, kind });
  }

  step(type) {
    const to = stepSheet(this.sheet, this.edits, type);
    if (!to) return false;
    this.sheet = to.sheet;
    if (to.shelf) this.edits = reduce(this.edits, { type });
    return true;
  }

  get seen() {
    return [set(this.sheet), this.edits.points];
  }
}

test("cells are bits, row by row from the top, the last of them the lowest of the second number", () => {
  const one = (side, index) => reduceSheet(EMPTY_SHEET, { type: "press", side, index }).cells;
  assert.deepEqual(one(8, 0), [2 ** 31, 0]);
  assert.deepEqual(one(8, 31), [1, 0]);
  assert.deepEqual(one(8, 32), [0, 2 ** 31]);
  assert.deepEqual(one(8, 63), [0, 1]);
  assert.deepEqual(one(3, 0), [0, 2 ** 8]);
  for (let side = 1; side <= 8; side++)
    for (let index = 0; index < side * side; index++) {
      const cells = one(side, index);
      const all = Array.from({ length: side * side }, (_, i) => isSet(cells, side, i));
      assert.deepEqual(all.flatMap((is, i) => (is ? i : [])), [index]);
    }
});

test("no event changes the sheet that it meets", () => {
  const events = [
    press(3), pass(4, 5), lift, press(3), pass(3, 9), press(8), { type: "put", cells: [1, 2] },
    { type: "shelve", cells: NO_CELLS }, lift, pass(1),
  ];
  events.reduce((sheet, event) => freeze(reduceSheet(sheet, freeze(event))), freeze(EMPTY_SHEET));
});

test("a stroke that begins on an empty cell sets all it comes to, one on a set cell erases", () => {
  const line = after(EMPTY_SHEET, ...stroke(8, 9, 10));
  assert.deepEqual(set(line), [8, 9, 10]);
  assert.deepEqual(set(after(line, ...stroke(2, 10, 18))), [2, 8, 9, 10, 18]);
  assert.deepEqual(set(after(line, ...stroke(9, 10, 11))), [8]);
  assert.deepEqual(set(after(line, pass(60))), [8, 9, 10]);
});

test("a stroke is one undo, whatever it has come to, and a stroke that changes nothing is none", () => {
  const hand = new Hand();
  hand.draw(1, 2, 3);
  hand.draw(2, 3, 4);
  assert.deepEqual(set(hand.sheet), [1]);
  hand.sheet = after(hand.sheet, press(7), pass(7), lift, press(7), lift);
  assert.deepEqual(hand.sheet.past.length, 4);
  hand.sheet = after(hand.sheet, lift, { type: "put", cells: hand.sheet.cells });
  assert.deepEqual(hand.sheet.past.length, 4);
  for (const seen of [[1, 7], [1], [1, 2, 3], []]) {
    assert.equal(hand.step("undo"), true);
    assert.deepEqual(set(hand.sheet), seen);
  }
  assert.equal(hand.step("undo"), false);
  for (const seen of [[1, 2, 3], [1], [1, 7], [1]]) {
    assert.equal(hand.step("redo"), true);
    assert.deepEqual(set(hand.sheet), seen);
  }
  assert.equal(hand.step("redo"), false);
});

test("what undo meets in the middle of a stroke is that stroke", () => {
  const hand = new Hand();
  hand.draw(1);
  hand.sheet = after(hand.sheet, press(20), pass(21));
  hand.step("undo");
  assert.deepEqual([set(hand.sheet), hand.sheet.pen], [[1], null]);
});

test("undo goes back through strokes and added pictures in the order they were made, and redo forth", () => {
  const hand = new Hand();
  const states = [hand.seen];
  const acts = [
    () => hand.draw(0, 1), () => hand.draw(8), () => hand.add(0), () => hand.draw(63), () => hand.add(1),
    () => hand.draw(5), () => hand.edit([0, 1], { type: "erase", index: 1 }), () => hand.add(0),
    () => hand.edit(NO_CELLS, { type: "clear" }), () => hand.draw(30, 31),
  ];
  for (const act of acts) {
    act();
    states.push(hand.seen);
  }
  for (const [i, state] of states.slice(1).entries()) assert.notDeepEqual(state, states[i]);
  for (const state of states.slice(0, -1).toReversed()) {
    assert.equal(hand.step("undo"), true);
    assert.deepEqual(hand.seen, state);
  }
  assert.equal(hand.step("undo"), false);
  for (const state of states.slice(1)) {
    assert.equal(hand.step("redo"), true);
    assert.deepEqual(hand.seen, state);
  }
  assert.equal(hand.step("redo"), false);
});

test("another shelf leaves the strokes their way back, and none to the shelf that was before", () => {
  const hand = new Hand();
  hand.draw(0);
  hand.add(0);
  hand.draw(1);
  hand.draw(2);
  hand.edits = reduce(hand.edits, { type: "receive", number: 9, points: [[0, 7, 1]] });
  hand.step("undo");
  assert.deepEqual(hand.seen, [[1], [[0, 7, 1]]]);
  hand.step("undo");
  assert.deepEqual(hand.seen, [[], [[0, 7, 1]]]);
  assert.equal(hand.step("undo"), false);
});

test("a quick stroke comes to every cell on its way, and to none outside the field", () => {
  assert.deepEqual(cellsBetween([0.5, 0.5], [0.5, 0.5], SIDE), [0]);
  assert.deepEqual(cellsBetween([0.5, 2.5], [7.5, 2.5], SIDE), [16, 17, 18, 19, 20, 21, 22, 23]);
  assert.deepEqual(cellsBetween([0.5, 0.5], [7.5, 7.5], SIDE).filter((index) => index % 9 === 0).length, 8);
  assert.deepEqual(cellsBetween([-3, 1.5], [1.5, 1.5], SIDE), [8, 9]);
  assert.deepEqual(cellsBetween([-3, -3], [-1, 9], SIDE), []);
  assert.deepEqual(cellsBetween([8, 8], [8, 8], SIDE), []);
  // Each cell touches the one before.
  const way = cellsBetween([0.1, 0.9], [7.2, 6.1], SIDE).map((index) => [index % SIDE, Math.floor(index / SIDE)]);
  for (const [i, [x, y]] of way.slice(1).entries())
    assert.ok(Math.max(Math.abs(x - way[i][0]), Math.abs(y - way[i][1])) === 1);
});
