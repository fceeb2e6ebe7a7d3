// Two stages in one document, which do not know each other.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FRAME, HTML, Visit, scene } from "./browser.mjs";

const { streamlit } = await import("../../../playground/stage/src/host/streamlit.ts");
const { takeWindow } = await import("../../../playground/stage/src/link/versions.ts");
const { Stage } = await import("../../../playground/stage/src/stage.ts");
const { document } = window;

// The stage of a visit, and another one beside it.
async function two(alone = "") {
  const one = await Visit.begin();
  document.body.insertAdjacentHTML("beforeend", `<div>${HTML}</div>`);
  const parent = document.body.lastElementChild;
  const other = Object.assign(Object.create(one), { parent, root: parent.querySelector(".stage") });
  const stage = new Stage(other.root, { plotly: "", alone, math: "" }, null, { host: streamlit, visit: takeWindow() });
  const hand = { key: "points", snap: 16, signs: "", also: {} };
  stage.show({ ...scene(), number: 0, leads: true, step: 0, plotly: [], address: {}, turned: "", hand });
  return { one, other, stage, steps: () => [one.step, other.step] };
}

test("a step, an edit and its way back are those of the stage where they are made", async () => {
  const { one, other, stage, steps } = await two();
  other.do("last");
  assert.deepEqual(steps(), [0, 4]);
  one.do("forward");
  assert.deepEqual(steps(), [1, 4]);
  other.place(0.5, 0.5);
  other.pass(100);
  assert.deepEqual([one.points.length, other.points.length], [2, 3]);
  other.do("undo");
  other.pass(100);
  assert.deepEqual([one.points.length, other.points.length], [2, 2]);
  stage.destroy();
});

test("keys are for the stage with the focus, otherwise for the one touched last, and at first for the newest", async () => {
  const { one, other, stage, steps } = await two();
  one.press("End");
  assert.deepEqual(steps(), [0, 4]);
  one.point("down", 1.5, 1.5);
  one.point("up", 1.5, 1.5);
  one.press("ArrowRight");
  assert.deepEqual(steps(), [1, 4]);
  one.press("ArrowLeft", { target: other.part("scrub") });
  assert.deepEqual(steps(), [1, 3]);
  one.press("ArrowLeft");
  assert.deepEqual(steps(), [0, 3]);
  other.part("scrub").focus();
  document.activeElement.blur();
  one.press("ArrowLeft");
  assert.deepEqual(steps(), [0, 2]);
  stage.destroy();
  one.press("End");
  assert.deepEqual(steps(), [4, 2]);
});

test("one event draws each part once: a step and an answer at once, an edit once its answer has not come", async () => {
  const { other, stage } = await two();
  const counts = {};
  for (const name of ["figures", "words", "transport", "tools", "reading"]) {
    const { [name]: part } = stage.parts;
    const { draw } = part;
    part.draw = () => {
      counts[name] = (counts[name] ?? 0) + 1;
      draw.call(part);
    };
  }
  const drawn = (ms = 0) => {
    other.pass(ms);
    const all = Object.values(counts);
    for (const name of Object.keys(counts)) delete counts[name];
    return all;
  };
  const [NONE, ALL] = [[], [1, 1, 1, 1, 1]];
  other.do("last");
  assert.deepEqual([drawn(), drawn(100)], [ALL, NONE], "a step to the end");
  other.do("forward");
  assert.deepEqual(drawn(100), NONE, "no step");
  other.do("back");
  assert.deepEqual([drawn(), drawn(100)], [ALL, NONE], "a step back");
  stage.show({ ...stage.parts.model.message, number: 1, verdict: { text: "Another.", color: "" } });
  assert.deepEqual([drawn(), drawn(100)], [ALL, NONE], "an answer");
  other.place(0.5, 0.5);
  assert.deepEqual([drawn(19), drawn(100)], [NONE, ALL], "an edit");
  stage.destroy();
});

test("keys are for the stage that replaces another one, also once that other has gone", async () => {
  const visit = await Visit.begin();
  await visit.mountAgain();
  visit.pass(1);
  visit.press("End");
  assert.equal(visit.step, 4);
});

test("a stage asks by its version, so that nobody answers it by what was kept for another", async () => {
  const { one, other, stage } = await two("http://localhost/app/static/alone-1f2e3d.txt");
  other.place(0.5, 0.5);
  other.pass(100);
  const { path, address: { stage: version, ...address } } = one.asked.at(-1);
  assert.deepEqual([path, version, Object.keys(address)], ["/scene/board", "1f2e3d", ["points"]]);
  assert.equal(other.query.stage, undefined);
  stage.destroy();
});

test("a drag and other sizes lay the stage out once in a frame, not before it", async () => {
  const { other, stage } = await two();
  const { figures, panels: { list: [{ layers: [, points] }] } } = stage.parts;
  const { layOut } = figures;
  let count = 0;
  figures.layOut = () => {
    count += 1;
    layOut.call(figures);
  };
  const laidOut = (ms) => {
    other.pass(ms);
    return [count, count = 0][0];
  };
  stage.resized.value += 1;
  stage.resized.value += 1;
  assert.deepEqual([laidOut(0), laidOut(FRAME), laidOut(100)], [0, 1, 0], "sizes");
  other.point("down", 1, 1);
  laidOut(100);
  for (const x of [1.2, 1.3, 1.4]) other.point("move", x, 1);
  const [before] = other.points;
  assert.deepEqual([laidOut(0), laidOut(FRAME), laidOut(100)], [0, 1, 0], "a drag");
  assert.notEqual(points.firstElementChild.getAttribute("transform"), before);
  stage.destroy();
});
