// The state that the parts of a stage share, and the drawings that follow it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { batch, computed, effect, signal } from "../../playground/stage/node_modules/@preact/signals-core/dist/signals-core.mjs";
import { Drawings } from "../../playground/stage/src/store/drawings.ts";
import { reduce } from "../../playground/stage/src/store/edits.ts";
import { forget, isKept, keepIn, keepText, recallJson } from "../../playground/stage/src/store/kept.ts";
import { Model } from "../../playground/stage/src/store/model.ts";
import { viewsOf } from "../../playground/stage/src/store/views.ts";

let number = 0;

function message(more = {}) {
  number += 1;
  const text = { templates: [""], which: [0, 0, 0] };
  return {
    number, leads: false, step: 0, last: 2, points: [[1, 1, 0]], columns: { a: [0, 1, 2] }, marks: [], texts: { sentence: text, position: text },
    facts: [], verdict: { text: "It ends.", color: "" }, address: {}, hand: { key: "points", snap: 16, signs: "", also: { data: "mine" } },
    ...more,
  };
}

const OWN = { editing: {}, address: { data: "mine" } };
const QUESTION = { text: "How often?", answer: 2 };
const another = () => ({ verdict: { text: `Another end, ${number}.`, color: "" } });

function opened(more = {}) {
  const model = new Model();
  model.receive(message({ leads: true, ...more }));
  return model;
}

function at(step, more) {
  const model = opened(more);
  model.step = step;
  return model;
}

const place = (model) => {
  model.edits = reduce(model.edits, { type: "place", at: [0, 0], kind: 1 });
  model.follows = true;
};

test("before an answer there is nothing to show, and a part that a scene lacks is not there", () => {
  assert.throws(() => new Model().data, /no answer has come yet/);
  const model = opened({ asking: { most: 3 } });
  assert.equal(model.need("asking").most, 3);
  assert.throws(() => model.need("handle"), /the scene has no handle/);
});

test("two states know nothing of each other", () => {
  const [one, other] = [opened(), opened()];
  one.step = 2;
  place(one);
  assert.deepEqual([other.step, other.endSeen, other.points.length, other.follows], [0, false, 1, false]);
});

test("who was at the last step stays there, and everyone else where they were, as far as the run goes", () => {
  for (const [from, last, to] of [[2, 3, 3], [1, 3, 1], [0, 3, 0], [2, 1, 1], [1, 0, 0]]) {
    const model = at(from);
    model.receive(message({ last }));
    assert.equal(model.step, to, `from ${from} of 2 to one of ${last}`);
  }
});

test("what leads goes to its step, and is followed if it is the visitor's own and at its end", () => {
  for (const [more, step, follows] of [
    [{ step: 1 }, 1, false], [{ step: 9 }, 2, false], [{ step: 2, ...OWN }, 2, true], [{ step: 1, ...OWN }, 1, false],
    [{ step: 2, editing: {} }, 2, false], [{ step: 2, address: OWN.address }, 2, false],
  ]) {
    const model = opened(more);
    assert.deepEqual([model.step, model.follows], [step, follows]);
  }
});

test("a board that follows the hand goes to each end, until one comes that the hand has not made", () => {
  const model = opened(OWN);
  place(model);
  const asked = number + 1;
  model.edits = reduce(model.edits, { type: "ask", number: asked });
  model.receive(message({ ...OWN, ...another(), last: 3 }));
  assert.deepEqual([model.step, model.follows, model.ends, model.lasts], [3, true, true, true]);
  model.receive(message({ editing: {}, address: { data: "another" } }));
  assert.deepEqual([model.step, model.follows, model.ends], [0, false, false]);
});

test("a question waits until the end was seen, and again with another run, whose end is not shown", () => {
  const model = opened({ question: QUESTION });
  assert.deepEqual([model.waits, model.ended], [QUESTION, false]);
  model.step = 2;
  assert.deepEqual([model.waits, model.ended], [null, true]);
  model.step = 1;
  assert.deepEqual([model.waits, model.ended], [null, true]);
  assert.equal(model.receive(message({ question: QUESTION })), false);
  assert.equal(model.waits, null);
  model.step = 2;
  assert.equal(model.receive(message({ question: QUESTION, ...another() })), true);
  assert.deepEqual([model.step, model.waits, model.ended], [0, QUESTION, false]);
});

test("while a question waits, a board that follows the hand stays at its start", () => {
  const model = opened({ ...OWN, question: QUESTION });
  place(model);
  assert.deepEqual([model.step, model.follows, model.lasts], [0, true, false]);
  model.receive(message({ ...OWN, ...another(), question: QUESTION, last: 3 }));
  assert.deepEqual([model.step, model.follows, model.lasts], [0, true, false]);
});

test("who is asked for answers is asked no more after the first, and has ended after the last", () => {
  const model = at(0, { asking: { most: 2 }, question: QUESTION, last: 0, points: [] });
  assert.deepEqual([model.waits, model.ended, model.points], [QUESTION, false, []]);
  model.receive(message({ asking: { most: 2 }, question: QUESTION, last: 1, points: [1], leads: true, step: 1 }));
  assert.deepEqual([model.step, model.waits, model.points], [1, null, []]);
  assert.equal(model.ended, false);
  model.receive(message({ asking: { most: 2 }, question: QUESTION, last: 2, points: [1, 0], leads: true, step: 2 }));
  assert.equal(model.ended, true);
});

test("until its question is answered a scene has other entries", () => {
  const untold = { columns: { b: [0, 0, 0] }, question: { ...QUESTION, text: "Which?" } };
  const model = opened({ untold });
  assert.deepEqual([model.data.columns, model.waits.text], [{ a: [0, 1, 2], b: [0, 0, 0] }, "Which?"]);
  model.answered = true;
  assert.deepEqual([model.data, model.waits], [model.message, null]);
});

test("a turned line stays until the answer to its question", () => {
  const model = opened({ handle: {} });
  const line = { by: "pointer", weights: [1, 2, 3], size: 1, side: 1, number: null };
  model.line = line;
  model.receive(message({ handle: {} }));
  assert.equal(model.line, line);
  model.line = { ...line, number: number + 2 };
  model.receive(message({ handle: {} }));
  assert.notEqual(model.line, null);
  model.receive(message({ handle: {} }));
  assert.equal(model.line, null);
  model.line = line;
  model.receive(message());
  assert.equal(model.line, null);
});

test("one answer is one change", () => {
  const model = opened();
  const seen = [];
  effect(() => seen.push([model.step, model.data.last, model.endSeen, model.points.length]));
  model.step = 2;
  model.receive(message({ last: 3, points: [], ...another() }));
  assert.deepEqual(seen, [[0, 2, false, 1], [2, 2, true, 1], [3, 3, true, 0]]);
});

test("a glance at another step is seen by nothing, and leaves no trace", () => {
  const model = opened({ question: QUESTION });
  const seen = [];
  effect(() => seen.push([model.step, model.waits]));
  assert.equal(model.glance(2, () => model.data.columns.a[model.step]), 2);
  assert.throws(() => model.glance(1, () => { throw new Error("no sight"); }), /no sight/);
  assert.deepEqual([seen, model.step, model.playing, model.waits], [[[0, QUESTION]], 0, false, QUESTION]);
});

test("the views of a scene stand in the order of their panels, each once", () => {
  assert.deepEqual(viewsOf({ panels: [{}, { view: "b" }, { view: "a" }, { view: "b" }] }), ["b", "a"]);
});

// Drawings of two values: one of them urgent.
function drawn(draw = () => {}) {
  const [step, points] = [signal(0), signal(0)];
  const asked = [];
  const shown = [];
  const drawings = new Drawings(computed(() => [step.value]), () => asked.push(points.value));
  drawings.add(() => {
    shown.push(`${step.value} ${points.value}`);
    draw(points.value);
  });
  return { step, points, asked, shown, drawings };
}

test("what is urgent is drawn at once, what else changes when it is time, and nothing twice", () => {
  const { step, points, asked, shown, drawings } = drawn();
  step.value = 1;
  assert.deepEqual(shown, ["0 0", "1 0"]);
  points.value = 1;
  points.value = 2;
  assert.deepEqual([shown.length, asked], [2, [1]]);
  drawings.draw();
  drawings.draw();
  assert.deepEqual(shown.splice(0), ["0 0", "1 0", "1 2"]);
  batch(() => {
    points.value = 3;
    step.value = 2;
  });
  drawings.draw();
  assert.deepEqual(shown.splice(0), ["2 3"]);
  points.value = 4;
  step.value = 3;
  drawings.draw();
  assert.deepEqual(shown, ["3 4"]);
});

test("a drawing that fails says so, and is drawn again when something changes", () => {
  const { step, points, shown, drawings } = drawn((value) => {
    if (value === 1) throw new Error("too many");
  });
  points.value = 1;
  assert.throws(() => drawings.draw(), /too many/);
  assert.throws(() => (step.value = 1), /too many/);
  points.value = 2;
  drawings.draw();
  assert.equal(shown.at(-1), "1 2");
});

test("what has ended is drawn no more", () => {
  const { step, points, shown, drawings } = drawn();
  points.value = 1;
  drawings.end();
  drawings.draw();
  step.value = 1;
  assert.deepEqual(shown, ["0 0"]);
});

test("a note that a full storage does not take is remembered in the place of the old one, and forgotten where notes are kept", () => {
  const notes = new Map([["guess", "1"], ["other", "2"]]);
  let full = true;
  keepIn({
    getItem: (key) => notes.get(key) ?? null,
    setItem: (key, text) => {
      if (full) throw new DOMException("full", "QuotaExceededError");
      notes.set(key, text);
    },
    removeItem: (key) => { notes.delete(key); },
  });
  keepText("guess", "3");
  assert.deepEqual([recallJson("guess"), recallJson("other")], [3, 2]);
  full = false;
  keepText("guess", "4");
  notes.set("guess", "5"); // by another tab
  assert.equal(recallJson("guess"), 5);
  forget("guess");
  assert.ok(!isKept("guess"));
});
