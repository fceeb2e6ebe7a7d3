// Going from step to step, playing, and following the hand, as buttons, keys and messages ask for it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FRAME, Visit, likes, scene } from "./browser.mjs";

const BEATS = 520; // ms of a step that nobody hurries

const steps = (visit, ms) => Array.from({ length: ms }, () => {
  visit.pass(1);
  return visit.step;
});
const disabled = (visit) => ["first", "back", "play", "forward", "last"]
  .filter((name) => visit.root.querySelector(`[data-do=${name}]`).disabled);
const moves = (visit) => visit.root.classList.contains("is-moving");
const speed = (visit, value) => (visit.part("speed").value = value);

test("buttons and slider go to a step of the run, and those that would do nothing are disabled", async () => {
  const visit = await Visit.begin();
  const scrub = visit.part("scrub");
  const ends = { 0: ["first", "back"], 4: ["forward", "last"] };
  for (const [name, step] of [["back", 0], ["forward", 1], ["forward", 2], ["back", 1], ["first", 0], ["last", 4], ["forward", 4]]) {
    visit.do(name);
    visit.pass(BEATS + FRAME);
    assert.deepEqual([visit.step, disabled(visit)], [step, ends[step] ?? []]);
  }
  for (const value of ["3", "1", "4"]) {
    scrub.value = value;
    scrub.dispatchEvent(new window.Event("input", { bubbles: true }));
    assert.equal(visit.step, Number(value));
  }
  assert.deepEqual([scrub.max, scrub.value, scrub.disabled], ["4", "4", false]);
  assert.equal(scrub.getAttribute("aria-valuetext"), "4 of 4");
  assert.equal(visit.part("position").textContent, "4 of 4");
  const column = [0];
  await visit.answer({
    columns: { t: column, a: column, b: column, c: column }, last: 0, step: 0,
    texts: { sentence: { templates: ["Nothing."], which: [0] }, position: { templates: ["{t}"], which: [0] } },
  });
  assert.deepEqual([visit.step, scrub.disabled], [0, true]);
  assert.deepEqual(disabled(visit), ["first", "back", "play", "forward", "last"]);
});

test("a step takes its beats, and who steps again meanwhile sees it at once", async () => {
  const visit = await Visit.begin();
  visit.do("forward");
  assert.deepEqual([visit.step, moves(visit)], [1, true]);
  visit.pass(BEATS - 1);
  assert.equal(moves(visit), true);
  visit.pass(FRAME);
  assert.equal(moves(visit), false);
  visit.do("forward");
  assert.equal(moves(visit), true);
  visit.pass(BEATS - 1);
  visit.do("forward");
  assert.deepEqual([visit.step, moves(visit)], [3, false]);
  visit.pass(BEATS);
  visit.do("back");
  assert.deepEqual([visit.step, moves(visit)], [2, false]);
  visit.pass(1);
  visit.do("forward");
  assert.deepEqual([visit.step, moves(visit)], [3, true]);
  visit.do("first");
  assert.deepEqual([visit.step, moves(visit)], [0, false]);
});

test("who asks for the last step while it is on its way sees it at once", async () => {
  const visit = await Visit.begin();
  for (let step = 0; step < 3; step++) {
    visit.do("forward");
    visit.pass(BEATS + FRAME);
  }
  visit.do("forward");
  visit.press("End");
  visit.pass(FRAME);
  assert.deepEqual([visit.step, moves(visit)], [4, false]);
  visit.pass(1000);
  assert.equal(visit.root.hasAttribute("data-idle"), true);
});

test("on its way the line turns, slowly at first and at the end", async () => {
  const visit = await Visit.begin();
  const line = visit.root.querySelector("[data-kind=line]");
  const from = (t) => t * t * (3 - 2 * t);
  visit.do("forward");
  visit.pass(3 * FRAME);
  // The line a·x + y = 0, whose a goes from 0 to 1: its slope is −a.
  const [x0, y0, x1, y1] = line.getAttribute("d").match(/-?\d[\d.]*/g).map(Number);
  assert.ok(Math.abs((y1 - y0) / (x1 - x0) - from(3 * FRAME / BEATS)) < 1e-6);
});

test("who likes things to keep still sees each step at once, and plays one a second", async () => {
  likes.still = true;
  const visit = await Visit.begin();
  likes.still = false;
  assert.equal(visit.part("speed").value, "1");
  visit.do("forward");
  assert.deepEqual([visit.step, moves(visit)], [1, false]);
});

test("playing goes as fast as it is set, and stops at the end", async () => {
  const visit = await Visit.begin();
  speed(visit, "4");
  visit.do("play");
  const went = steps(visit, 800);
  const starts = [1, 2, 3, 4].map((step) => went.indexOf(step) + 1);
  assert.deepEqual(starts, [40, 280, 520, 760]);
  assert.deepEqual([visit.step, visit.plays], [4, false]);
});

test("at full speed each frame is a step, and at one a second each has its beats", async () => {
  const visit = await Visit.begin();
  speed(visit, "Infinity");
  visit.do("play");
  assert.deepEqual(steps(visit, 4 * FRAME).filter((_, i) => i % FRAME === FRAME - 1), [1, 2, 3, 4]);
  visit.do("first");
  speed(visit, "1");
  visit.pass(BEATS);
  visit.do("play");
  visit.pass(FRAME);
  assert.deepEqual([visit.step, moves(visit), visit.plays], [1, true, true]);
  visit.pass(BEATS);
  assert.deepEqual([visit.step, moves(visit)], [1, false]);
  const next = steps(visit, 600).indexOf(2) + FRAME + BEATS + 1;
  assert.equal(next, 1000);
});

test("pressing play again pauses, and at the end it begins anew", async () => {
  const visit = await Visit.begin();
  speed(visit, "4");
  visit.do("play");
  visit.pass(300);
  assert.deepEqual([visit.step, visit.plays], [2, true]);
  visit.do("play");
  visit.draw();
  assert.equal(visit.plays, false);
  visit.pass(600);
  assert.equal(visit.step, 2);
  visit.do("last");
  visit.do("play");
  assert.equal(visit.step, 0);
  visit.pass(FRAME);
  assert.deepEqual([visit.step, visit.plays], [1, true]);
  visit.do("back");
  visit.pass(600);
  assert.deepEqual([visit.step, visit.plays], [0, false]);
});

test("a run that comes back to an earlier step goes round until it is stopped", async () => {
  const visit = await Visit.begin({ again: 2 });
  speed(visit, "Infinity");
  visit.do("play");
  const rounds = steps(visit, 8 * FRAME).filter((_, i) => i % FRAME === FRAME - 1);
  assert.deepEqual(rounds, [1, 2, 3, 4, 3, 4, 3, 4]);
  assert.equal(visit.plays, true);
  visit.do("play");
  visit.do("last");
  visit.do("play");
  assert.equal(visit.step, 2);
});

test("a run that becomes shorter while it plays ends where it now does", async () => {
  const visit = await Visit.begin();
  speed(visit, "4");
  visit.do("play");
  visit.pass(600);
  assert.equal(visit.step, 3);
  const columns = structuredClone(visit.state.columns);
  for (const column of Object.values(columns)) column.length = 3;
  await visit.answer({ columns, last: 2 });
  assert.equal(visit.step, 2);
  visit.pass(600);
  assert.deepEqual([visit.step, visit.plays, visit.text("sentence")], [2, false, "Step 2."]);
});

test("a link, the first one or another, says the step, within the run", async () => {
  const visit = await Visit.begin({ step: 3 });
  assert.equal(visit.step, 3);
  await visit.answer({ step: 1 });
  assert.equal(visit.step, 3);
  await visit.say({ link: { number: 2, address: { step: "1" } } });
  await visit.answer({ step: 1 });
  assert.equal(visit.step, 1);
  await visit.say({ link: { number: 3, address: { step: "9" } } });
  await visit.answer({ step: 9 });
  assert.equal(visit.step, 4);
});

async function placed(more = {}) {
  const visit = await Visit.begin(more);
  visit.place(0.5, 0.5);
  return visit;
}

test("the end is shown of what the hand makes, until it steps, which begins at the start", async () => {
  const visit = await placed();
  assert.equal(visit.step, 0);
  await visit.answer();
  assert.equal(visit.step, 4);
  assert.match(visit.text("sentence"), /end of the run on your points/);
  assert.deepEqual(disabled(visit), []);
  visit.do("forward");
  assert.equal(visit.step, 1);
  visit.pass(FRAME);
  assert.equal(visit.text("sentence"), "Step 1.");
  await visit.answer({});
  assert.equal(visit.step, 1);
});

test("a board of the hand's own that is opened at its end goes on following the hand, any other does not", async () => {
  const also = { data: "mine" };
  const hand = { key: "points", snap: 16, signs: "", also };
  const follows = async (more) => {
    const visit = await Visit.begin({ hand, address: also, step: 4, ...more });
    return visit.text("sentence").startsWith("This is the end");
  };
  assert.equal(await follows({}), true);
  assert.equal(await follows({ step: 3 }), false);
  assert.equal(await follows({ address: { data: "another" } }), false);
  assert.equal(await follows({ editing: undefined, marks: [] }), false);
});

test("a board that is not the hand's own, in the place of one that followed it, begins at its start", async () => {
  const hand = { key: "points", snap: 16, signs: "", also: { data: "mine" } };
  const visit = await placed({ hand, address: { data: "mine" } });
  await visit.answer();
  assert.equal(visit.step, 4);
  await visit.say({ link: { number: 2, address: { data: "another" } } });
  await visit.answer();
  assert.deepEqual([visit.step, visit.text("sentence")], [0, "The start."]);
});
