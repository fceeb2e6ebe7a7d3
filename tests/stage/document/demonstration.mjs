// Who touches nothing sees what a step does: played on the first board and taken back, as if nothing had been.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Visit, scene } from "./browser.mjs";

const { Demonstration } = await import("../../../playground/stage/src/hand/demonstration.ts");
const { takeWindow } = await import("../../../playground/stage/src/link/versions.ts");

Object.defineProperty(document, "hidden", { value: false }); // as a window in front of a visitor

const [QUIET, EVERY, BACK, STAYS] = [3000, 1800, 500, 8000];
const QUESTION = { text: "How many?", answer: 4 };
const PANELS = [{ ...scene().panels[0], area: "board" }];
const UNTOLD = { ...scene({ panels: PANELS }), question: { text: "How many?", answer: null }, promise: "Two curves." };

async function waiting(more = {}, query = "") {
  window.sessionStorage.clear();
  window.localStorage.clear();
  const visit = await Visit.begin({ panels: PANELS, question: QUESTION, promise: "Two curves.", untold: UNTOLD, ...more }, query);
  await visit.say({ page: "playground" });
  await visit.answer();
  visit.pass(500);
  visit.asked.length = visit.history.length = 0;
  new Demonstration(takeWindow().stage.parts);
  return visit;
}

const now = (visit) => visit.root.querySelector(".stage-now")?.textContent;

test("at most half of the run is played and taken back, and neither address nor question changes", async () => {
  const visit = await waiting();
  const before = [visit.text("sentence"), visit.text("question"), window.location.href];
  const seen = [];
  visit.pass(QUIET - 100);
  assert.equal(now(visit), undefined);
  for (const ms of [200, EVERY, EVERY, BACK, BACK]) {
    visit.pass(ms);
    seen.push(visit.step);
    assert.deepEqual([visit.text("question"), window.location.href], before.slice(1));
  }
  assert.deepEqual(seen, [1, 2, 1, 0, 0]);
  assert.equal(now(visit), "Now you");
  visit.pass(STAYS);
  assert.deepEqual([now(visit), visit.text("sentence"), visit.plays], [undefined, before[0], false]);
  assert.deepEqual([visit.asked, visit.reports], [[], []]);
  assert.ok(visit.root.classList.contains("is-waiting"));
  new Demonstration(takeWindow().stage.parts);
  visit.pass(QUIET + EVERY);
  assert.deepEqual([visit.step, now(visit)], [0, undefined], "never twice in a window");
});

for (const type of ["pointerdown", "keydown", "wheel", "focusin", "blur"])
  test(`it ends at once by ${type}`, async () => {
    const visit = await waiting();
    visit.pass(QUIET + EVERY + 100);
    assert.ok(visit.step > 0 && visit.plays);
    document.body.dispatchEvent(new window.Event(type, { bubbles: true }));
    visit.draw();
    assert.deepEqual([visit.step, visit.plays, now(visit)], [0, false, undefined]);
    visit.pass(2 * EVERY);
    assert.equal(visit.step, 0);
    visit.do("forward");
    visit.draw();
    assert.equal(visit.step, 1);
  });

test("a board that shows something of its own is left as it is", async () => {
  for (const [more, query] of [[{}, "?seed=2"], [{ step: 2 }, ""], [{ last: 1, untold: { ...UNTOLD, last: 1 } }, ""]]) {
    const visit = await waiting(more, query);
    const { step } = visit;
    visit.pass(QUIET + EVERY);
    assert.deepEqual([visit.step, now(visit)], [step, undefined]);
  }
  navigator.userActivation.hasBeenActive = true; // a menu was opened before this script had come
  const touched = await waiting();
  touched.pass(QUIET + EVERY);
  assert.deepEqual([touched.step, now(touched)], [0, undefined]);
  navigator.userActivation.hasBeenActive = false;
  const visit = await waiting();
  visit.press("p");
  visit.pass(QUIET + EVERY);
  assert.deepEqual([visit.step, now(visit)], [0, undefined]);
  visit.press("p");
});
