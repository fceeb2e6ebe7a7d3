// What answers make of a scene on a page without a server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sceneAfter } from "../../playground/stage/src/store/rounds.ts";

const text = { templates: ["Begin.", "Round {k}: {said}."], which: [0, 1, 1] };
const data = {
  last: 0, step: 0, points: [], columns: { k: [0], said: [null] }, texts: { sentence: text, position: text },
  facts: [{ name: "rounds", value: "0", note: "So many." }], verdict: { text: "None.", color: "" },
  asking: {
    most: 2,
    rounds: {
      columns: [{ k: [0, 1, 2], said: [null, "yes", "yes"] }, { k: [0, 1, 2], said: [null, "no", "no"] }],
      texts: { sentence: text, position: text }, values: [["0"], ["1"], ["2"]],
      verdicts: ["None.", "One.", "Both."].map((words) => ({ text: words, color: "" })),
    },
  },
};

test("each step has its own answer's entries, and the rest is as after so many answers", () => {
  const { last, step, points, columns, texts, facts, verdict } = sceneAfter(data, [1, 0]);
  assert.deepEqual([last, step, points], [2, 2, [1, 0]]);
  assert.deepEqual(columns, { k: [0, 1, 2], said: [null, "no", "yes"] });
  assert.deepEqual(texts.sentence, text);
  assert.deepEqual(facts, [{ name: "rounds", value: "2", note: "So many." }]);
  assert.equal(verdict.text, "Both.");
});

test("who takes answers back has fewer steps, down to none", () => {
  assert.deepEqual(sceneAfter(data, [1]).texts.position.which, [0, 1]);
  const none = sceneAfter(data, []);
  assert.deepEqual([none.last, none.columns, none.verdict.text], [0, { k: [0], said: [null] }, "None."]);
  assert.throws(() => sceneAfter({ ...data, asking: undefined }, []), /asks for nothing/);
});
