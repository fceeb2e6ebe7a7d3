// The newest board there is, under everything that the hand and the server do to it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { START, isCurrent, newest, reduce } from "../../playground/stage/src/store/edits.ts";

const [A, B, C] = [[0, 0, 0], [1, 1, 1], [-2, 3, 0]];
const unsent = ({ asked }) => asked === Infinity;
const after = (state, ...events) => events.reduce(reduce, state);
const board = (number, points) => ({ type: "receive", number, points });
const ask = (number) => ({ type: "ask", number });
const place = ([x, y, kind]) => ({ type: "place", at: [x, y], kind });
const [undo, redo, drop, cancel] = ["undo", "redo", "drop", "cancel"].map((type) => ({ type }));
const take = (index, by = "pointer") => ({ type: "take", index, by });
const move = (...to) => ({ type: "move", to });
const OPENED = after(START, board(7, [A, B]));

function freeze(value) {
  if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

test("no event changes the state that it meets", () => {
  const events = [
    place(C), { type: "recolour", index: 0, kind: 1 }, { type: "erase", index: 0 }, { type: "clear" }, undo, redo, undo,
    take(0), move(5, 5), drop, take(1, "cross"), move(4, 4), cancel, take(0), { type: "letGo" }, ask(8),
    board(40, [A]), { type: "bring", number: 41, points: [B] }, { type: "answer", answers: [1, 0] },
  ];
  events.reduce((state, event) => freeze(reduce(state, freeze(event))), freeze(OPENED));
});

test("a board that is brought in the place of the hand's is taken back like an edit, and is not to be sent", () => {
  const brought = after(OPENED, place(C), ask(8), board(8, [A, B, C]), { type: "bring", number: 9, points: [B] });
  assert.deepEqual([brought.points, unsent(brought)], [[B], false]);
  assert.deepEqual(after(brought, board(8, [A, B, C])), brought, "an answer to the question before");
  assert.deepEqual(after(brought, undo).points, [A, B, C]);
  assert.deepEqual(after(brought, undo, undo).points, [A, B]);
  assert.deepEqual(after(brought, undo, redo).points, [B]);
  assert.deepEqual(after(brought, board(9, [B])), brought);
});

test("every edit changes the points, can be undone and redone, and is to be sent", () => {
  const edits = [
    [place(C), [A, B, C]], [{ type: "recolour", index: 0, kind: 1 }, [[0, 0, 1], B]],
    [{ type: "erase", index: 0 }, [B]], [{ type: "clear" }, []],
  ];
  for (const [edit, points] of edits) {
    const state = after(OPENED, edit);
    assert.deepEqual(state.points, points);
    assert.equal(unsent(state), true);
    const back = after(state, ask(8), undo);
    assert.deepEqual([back.points, unsent(back)], [[A, B], true]);
    assert.deepEqual(after(back, redo).points, points);
  }
});

test("answers come after those already given", () => {
  const state = after(START, board(7, [1]), { type: "answer", answers: [0] }, { type: "answer", answers: [1, 1] });
  assert.deepEqual(state.points, [1, 0, 1, 1]);
  assert.deepEqual(after(state, undo).points, [1, 0]);
});

test("undo and redo where there is nothing to go to, and clearing nothing, are nothing to send", () => {
  for (const nothing of [undo, redo]) assert.deepEqual(after(OPENED, nothing), OPENED);
  const empty = after(START, board(7, []));
  assert.deepEqual(after(empty, { type: "clear" }), empty);
});

test("undo goes through the edits one by one, and redo back, until a new edit", () => {
  for (const edit of [[place(A)], [{ type: "clear" }], [take(0), move(2, 2), drop], [take(0), move(2, 2), cancel]]) {
    const other = after(OPENED, place(C), undo, ...edit);
    assert.deepEqual(after(other, redo), other);
  }
  const state = after(OPENED, place(C), { type: "erase", index: 0 }, undo, undo);
  assert.deepEqual(state.points, [A, B]);
  assert.deepEqual(after(state, redo).points, [A, B, C]);
  assert.deepEqual(after(state, redo, redo).points, [B, C]);
  assert.deepEqual(after(state, redo, redo, undo, undo), { ...state });
});

test("of many edits the last two hundred can be undone", () => {
  let state = OPENED;
  for (let i = 0; i < 300; i++) state = after(state, place([i, 0, 0]));
  for (let i = 0; i < 300; i++) state = after(state, undo);
  assert.equal(state.points.length, 2 + 100);
});

test("a point that was moved stays where it is, and one undo takes the whole move back", () => {
  for (const end of [drop, cancel, { type: "letGo" }]) assert.deepEqual(after(OPENED, take(1), end), OPENED);
  for (const by of ["pointer", "cross"])
    for (const end of [drop, cancel]) {
      const state = after(OPENED, take(1, by), move(2, 2), ask(8), move(3, 4), end);
      assert.deepEqual([state.points, state.grip, unsent(state)], [[A, [3, 4, 1]], null, true]);
      assert.deepEqual(after(state, undo).points, [A, B]);
      assert.deepEqual(after(state, undo, redo).points, [A, [3, 4, 1]]);
    }
});

test("undo, redo and clear let go of what is held, where it is", () => {
  const state = after(OPENED, place(C), take(0), move(2, 2));
  for (const event of [undo, redo, { type: "clear" }]) assert.equal(after(state, event).grip, null);
  assert.deepEqual(after(state, undo, redo).points, [[2, 2, 0], B, C]);
});

test("what the pointer holds is put down when the cross takes something, and can be undone", () => {
  const state = after(OPENED, take(0), move(2, 2), take(1, "cross"));
  assert.deepEqual(after(state, drop, undo, undo).points, [A, B]);
});

test("the answer to the hand's own edit keeps the way back, even if the server has rounded", () => {
  const state = after(OPENED, place(C), ask(8), board(8, [A, B, [-2.001, 3, 0]]));
  assert.deepEqual([state.points.at(-1), state.asked], [[-2.001, 3, 0], 8]);
  assert.deepEqual(after(state, undo).points, [A, B]);
});

test("a late answer does not put an older board over a newer one", () => {
  const state = after(OPENED, place(C), ask(8), place(A), ask(9));
  assert.deepEqual(after(state, board(8, [A, B, C])), state);
  assert.deepEqual(after(state, board(7, [A, B])), state);
});

test("another board begins another way: undo does not go over it", () => {
  const state = after(OPENED, place(C), ask(8), board(8, [A, B, C]), place(B), undo, ask(9), board(9, [A, B, C]));
  const other = after(state, board(12, [C]));
  assert.deepEqual([other.points, other.past, other.future], [[C], [], []]);
  assert.deepEqual(after(other, undo).points, [C]);
});

test("the same board again, as after a change of the learner, keeps the way back", () => {
  const state = after(OPENED, place(C), ask(8), board(8, [A, B, C]), board(9, [A, B, C]), board(13, [A, B, C]));
  assert.deepEqual(after(state, undo).points, [A, B]);
});

test("an answer takes nothing out of the hand, nor from a hand that is ahead of it", () => {
  const dragged = after(OPENED, take(0), move(2, 2), ask(8));
  for (const answer of [board(8, [[2, 2, 0], B]), board(8, [A, B]), board(12, [C])])
    assert.deepEqual(after(dragged, answer), dragged);
  const ahead = after(dragged, move(3, 3), drop);
  assert.deepEqual(after(ahead, board(8, [[2, 2, 0], B])), ahead);
  assert.deepEqual(after(ahead, board(8, [[2, 2, 0], B]), undo).points, [A, B]);
});

test("of two messages the newer is shown, whichever is unpacked last, and one that cannot be read is said", async () => {
  const [packed, shown] = [{}, []];
  const unpack = (message) => new Promise((resolve, reject) => (packed[message] = { resolve, reject }));
  const take = newest(unpack, (content) => shown.push(content));
  const both = [take("old"), take("new")];
  packed.new.resolve("the newer");
  await both[1];
  packed.old.resolve("the older");
  await Promise.all(both);
  const broken = take("broken");
  packed.broken.reject(new SyntaxError());
  await assert.rejects(broken, SyntaxError);
  const last = take("last");
  packed.last.resolve("the last");
  await last;
  assert.deepEqual(shown, ["the newer", "the last"]);
});

test("the last answer is about the points until the hand changes one, and again when that is answered", () => {
  const known = (state, number) => isCurrent(state, { number });
  assert.equal(known(OPENED, 7), true);
  assert.equal(known(after(OPENED, take(0)), 7), true);
  const dragged = after(OPENED, take(0), move(5, 5));
  assert.equal(known(dragged, 7), false);
  const sent = after(dragged, ask(8));
  assert.deepEqual([known(sent, 7), known(sent, 8)], [false, false]);
  const dropped = after(sent, drop);
  assert.deepEqual([known(dropped, 8), known(after(dropped, ask(9)), 8)], [false, false]);
  assert.equal(known(after(dropped, ask(9), board(9, [[5, 5, 0], B])), 9), true);
  const carried = after(OPENED, take(0, "cross"), move(5, 5), ask(8));
  assert.deepEqual([known(carried, 7), known(carried, 8)], [false, true]);
});
