// What is in sight: to somebody new, and in a first lesson, what was met.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { SHOWABLE } from "../../../playground/stage/src/store/shared.ts";
import { Visit } from "./browser.mjs";

const WRITTEN = 150; // ms until the address is written
const HOME = { promise: "Two curves will show why." };
const guide = (shows) => ({ guide: { title: "One?", text: "", parts: [], now: null, remember: "lesson one", ...(shows && { shows }) } });

afterEach(() => { window.localStorage.clear(); });

function shown(visit) {
  visit.pass(WRITTEN);
  const hidden = visit.root.parentElement.dataset.hides.split(" ");
  return SHOWABLE.filter((part) => !hidden.includes(part)).join(",");
}

test("who is new sees the count, then what is met with the first step, the first guess and the first end", async () => {
  const visit = await Visit.begin(HOME);
  assert.deepEqual([shown(visit), visit.query], ["count", { show: "count" }]);
  assert.equal(visit.text("promise"), HOME.promise);
  visit.press("ArrowRight");
  assert.deepEqual([shown(visit), visit.query.show], ["count,sentence", "count,sentence"]);
  visit.press("ArrowLeft");
  assert.equal(shown(visit), "count,sentence", "what was met stays");
  visit.press("End");
  assert.deepEqual([shown(visit), visit.query.show], ["count,sentence,facts,curves", "count,sentence,facts,curves"]);
  assert.deepEqual(visit.history, [], "nothing was asked of the server");
  assert.equal(shown(await Visit.begin(HOME)), "count,sentence,facts,curves", "the browser has kept it");
  const other = await Visit.begin({ ...HOME, address: { data: "two" } });
  assert.deepEqual([shown(other), other.query], [SHOWABLE.join(","), { data: "two" }], "a link shows everything");
});

test("an answer to the question brings the facts", async () => {
  const question = { text: "How many?", answer: 4 };
  const visit = await Visit.begin({ ...HOME, question });
  const field = visit.part("guess");
  field.value = "3";
  field.dispatchEvent(new window.Event("input", { bubbles: true }));
  assert.equal(shown(visit), "count,facts");
});

test("a lesson's parts are in sight, keys ask for no hidden one, and hidden words are not said", async () => {
  const visit = await Visit.begin({ ...guide(["count"]), address: { data: "two" } });
  assert.deepEqual([shown(visit), visit.query], ["count", { data: "two" }]);
  visit.press("ArrowRight");
  assert.doesNotMatch(visit.spoken, /Step 1/);
  assert.equal(visit.press("2"), false);
  visit.place(0.5, 0.5);
  visit.pass(WRITTEN);
  assert.deepEqual([visit.board.at(-1), visit.query.show], [[0.5, 0.5, 0], "tools"]);
  await visit.answer();
  assert.equal(shown(visit), "count,tools", "an edit brings the tools");
  assert.equal(visit.press("2"), true);
});

for (const [way, touch] of [["a press", (visit) => visit.do("everything")], ["a key", (visit) => visit.press("e")]])
  test(`${way} shows everything, here and in later lessons`, async () => {
    const visit = await Visit.begin({ ...guide(["count"]), address: { data: "two" } });
    touch(visit);
    assert.deepEqual([shown(visit), visit.query.show], [SHOWABLE.join(","), "everything"]);
    assert.match(visit.spoken, /Everything is shown\.$/);
    const next = await Visit.begin(guide(["count", "table"]));
    assert.deepEqual([shown(next), next.query], [SHOWABLE.join(","), { show: "everything" }]);
    const home = await Visit.begin(HOME);
    assert.deepEqual([shown(home), home.query], [SHOWABLE.join(","), {}]);
  });

test("who follows a link that shows everything sees everything of the next lesson", async () => {
  const visit = await Visit.begin({ ...guide(["count"]), address: { lesson: "one", show: "everything" } });
  await visit.say({ link: { number: 2, address: { lesson: "two" } } });
  await visit.answer(guide(["count", "table"]));
  assert.deepEqual([shown(visit), visit.query], [SHOWABLE.join(","), { lesson: "two", show: "everything" }]);
});

test("the menu leads to all of another page", async () => {
  const visit = await Visit.begin(HOME);
  shown(visit);
  visit.unmount();
  await visit.say({ page: "other" });
  await visit.answer({ promise: undefined });
  assert.deepEqual([shown(visit), visit.query], [SHOWABLE.join(","), {}]);
});
