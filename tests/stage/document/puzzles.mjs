// Puzzles: lines put in order and replies chosen by keys and buttons; what a link keeps of them, and when anything is
// said to be right.

import assert from "node:assert/strict";
import { test } from "node:test";

import { codeOf, faultOf, readTried, untried } from "../../../playground/stage/src/store/tried.ts";
import { Visit, scene } from "./browser.mjs";

const LINES = ["First", "Second", "Third"].map((title) => ({ title, formula: `<math><mi>${title[0]}</mi></math>` }));
const ORDER = {
  name: "In order", letter: "o", asks: "Put them in order.",
  order: { lines: [2, 0, 1], reasons: [{ line: 2, needs: 1, says: "Third needs Second." }, { line: 1, needs: 0, says: "Second needs First." }], says: "Yes." },
};
const PICKS = {
  name: "Which?", letter: "w", asks: "Choose.", picks: [
    { asks: "Even?", replies: [{ words: "one", says: "No: 1 is odd.", right: false }, { words: "two", says: "Yes: 2 is.", right: true }] },
    { asks: "Which line?", replies: LINES.map((_, line) => ({ line, says: `It is ${line}.`, right: line === 2 })) },
  ],
};
const PUZZLES = [ORDER, PICKS];
const panel = { area: "side", label: "Puzzles.", about: "Of this board.", key: "tried", lines: LINES, puzzles: PUZZLES };

test("a code keeps the order and the choices, and what does not fit is shown anew", () => {
  const fresh = untried(ORDER);
  assert.equal(codeOf(fresh, PUZZLES), "");
  assert.equal(codeOf({ ...fresh, order: [1, 2, 0] }, PUZZLES), "o120");
  assert.deepEqual(readTried("o120", PUZZLES).order, [1, 2, 0]);
  assert.equal(codeOf(untried(PICKS), PUZZLES), "w0--");
  const chosen = { ...untried(PICKS), at: 1, chosen: [null, 2] };
  assert.equal(codeOf(chosen, PUZZLES), "w1-2");
  assert.deepEqual(readTried("w1-2", PUZZLES), chosen);
  for (const strange of ["", "o", "o11", "o112", "o0123", "o12-", "x120"]) assert.deepEqual(readTried(strange, PUZZLES), fresh, strange);
  for (const strange of ["w", "w0", "w0---"]) assert.deepEqual(readTried(strange, PUZZLES), untried(PICKS), strange);
  assert.deepEqual(readTried("w9z1", PUZZLES), { ...untried(PICKS), at: 1, chosen: [null, 1] });
});

test("of all orders the right one alone has no fault, and a fault names a line that stands above one it needs", () => {
  const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
  const said = orders.map((order) => faultOf(ORDER, order)?.says ?? "right");
  // The lines lie as Third, First, Second.
  assert.deepEqual(said, [
    "Third needs Second.", "Third needs Second.", "Third needs Second.", "right", "Second needs First.", "Second needs First.",
  ]);
});

// A visit whose program of puzzles has come.
async function begun(tried = "", more = {}) {
  const known = { points: { settings: {}, of: "" }, tried: { settings: {}, of: "" } };
  const visit = new Visit();
  Object.assign(visit.message, { known, names: [...visit.message.names, "tried"] });
  visit.message.link.address = tried ? { tried } : {};
  visit.content = (address) => ({ ...Visit.prototype.content.call(visit, address), known });
  await visit.say();
  await visit.answer({ panels: [...scene().panels, panel], ...more });
  await visit.comes(() => visit.part("puzzles").querySelector("select"));
  visit.pass(500);
  return visit;
}

const all = (visit, selector) => [...visit.part("puzzles").querySelectorAll(selector)];
const titles = (visit) => all(visit, "li .stage-title").map(({ textContent }) => textContent);
const check = (visit) => {
  visit.click(visit.part("main"));
  return visit.text("reply");
};

test("the arrow keys move the line that has the focus, and say where it stands; nothing is right before it is asked", async () => {
  const visit = await begun();
  assert.deepEqual(titles(visit), ["Third", "First", "Second"]);
  const [grip] = all(visit, ".stage-grip");
  grip.focus();
  assert.equal(visit.press("ArrowDown", { target: grip }), true);
  assert.equal(visit.spoken, "Third: now 2 of 3.");
  assert.equal(window.document.activeElement, grip);
  assert.deepEqual([titles(visit), visit.text("reply"), visit.step], [["First", "Third", "Second"], "", 0]);
  assert.equal(check(visit), "Third needs Second.");
  assert.deepEqual(all(visit, "li.is-wrong .stage-title").map(({ textContent }) => textContent), ["Third"]);
  visit.press("ArrowDown", { target: grip });
  assert.deepEqual([visit.text("reply"), all(visit, "li.is-wrong").length], ["", 0]);
  assert.equal(check(visit), "Yes.");
  visit.press("ArrowDown", { target: grip });
  assert.deepEqual([titles(visit), visit.text("reply")], [["First", "Second", "Third"], "Yes."]);
  assert.equal(visit.press("ArrowRight", { target: grip }), true); // the stage's own key
  visit.pass(500);
  assert.deepEqual([visit.query, visit.history.length, visit.step], [{ tried: "o120", step: "1" }, 1, 1]);
});

test("another finger neither moves nor drops the line that one drags", async () => {
  const visit = await begun();
  const list = visit.part("lines");
  all(visit, "li").forEach((row, i) => { row.getBoundingClientRect = () => ({ top: 10 * i, height: 10 }); });
  const [grip] = all(visit, ".stage-grip");
  const touch = (type, pointerId, clientY, target = list) => target.dispatchEvent(new window.PointerEvent(type, {
    bubbles: true, pointerId, isPrimary: pointerId === 1, pointerType: "touch", button: 0, clientY,
  }));
  touch("pointerdown", 1, 5, grip);
  touch("pointermove", 1, 28);
  const moved = titles(visit);
  for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) touch(type, 2, 5);
  assert.deepEqual([titles(visit), all(visit, ".is-held").length], [moved, 1]);
  touch("pointerup", 1, 28);
  assert.deepEqual([titles(visit), all(visit, ".is-held").length], [["First", "Second", "Third"], 0]);
});

test("the buttons move a line, and a puzzle can be started again", async () => {
  const visit = await begun("o021");
  assert.deepEqual(titles(visit), ["Third", "Second", "First"]);
  const named = (name) => all(visit, "button").find((button) => button.getAttribute("aria-label") === name);
  visit.click(named("Move up: First"));
  assert.deepEqual(titles(visit), ["Third", "First", "Second"]);
  assert.deepEqual([named("Move up: Third").disabled, named("Move down: Second").disabled, named("Move up: First").disabled], [true, true, false]);
  visit.click(named("Move down: Third"));
  visit.click(visit.part("again"));
  visit.pass(500);
  assert.deepEqual([titles(visit), visit.query], [["Third", "First", "Second"], {}]);
});

test("a reply is chosen by click and by keys, and is answered when it is checked", async () => {
  const visit = await begun();
  const which = visit.part("puzzles").querySelector("select");
  which.value = "w";
  which.dispatchEvent(new window.Event("change", { bubbles: true }));
  assert.equal(check(visit), "Choose an answer first.");
  const chosen = () => all(visit, "[aria-selected=true]").map(({ textContent }) => textContent);
  visit.click(all(visit, "[role=option]")[0]);
  assert.deepEqual([chosen(), visit.text("reply")], [["one"], ""]);
  assert.equal(check(visit), "No: 1 is odd.");
  assert.deepEqual(all(visit, ".is-wrong").length, 1);
  assert.equal(visit.press("ArrowDown", { target: all(visit, "[role=option]")[0] }), true);
  assert.deepEqual([chosen(), visit.step], [["two"], 0]);
  assert.equal(check(visit), "Yes: 2 is.");
  visit.click(all(visit, ".stage-turn button").at(-1));
  assert.deepEqual([titles(visit), chosen(), visit.text("reply")], [["Which line?", ...LINES.map(({ title }) => title)].slice(1), [], ""]);
  visit.press("End", { target: all(visit, "[role=option]")[0] });
  assert.equal(check(visit), "It is 2.");
  visit.pass(500);
  assert.deepEqual(visit.query, { tried: "w112" });
});

test("a link to share opens the puzzle at its question, as nobody has touched it, and shows more on request alone", async () => {
  for (const [tried, anew] of [["o120", ""], ["w112", "?tried=w1--"], ["w1--", "?tried=w1--"]]) {
    const visit = await begun(tried);
    const share = visit.part("share");
    const link = () => new URL(share.querySelector(".stage-link").value).search;
    visit.do("share");
    await visit.comes(() => share.open);
    for (const { reject } of visit.asked.splice(0)) reject(new TypeError("no connection"));
    await visit.settled();
    assert.equal(link(), anew, tried);
    const other = share.querySelector(".stage-other");
    assert.equal(other === null, anew === `?tried=${tried}`);
    other?.click();
    assert.equal(link(), `?tried=${tried}`);
    visit.do("close");
  }
});

test("an exercise is solved once all puzzles that it asks for are, and not by the run's end", async () => {
  window.localStorage.clear();
  const task = { options: [], number: false, right: null, waits: false, hint: "", answer: "", wanted: "it is proved", solved: false,
    remember: "task", pieces: [], acts: [], board: {}, puzzles: "ow" };
  const visit = await begun("o120", { guide: { title: "1 of 1", text: "Prove it.", task } });
  const wanted = () => visit.parent.querySelector(".stage-wanted").textContent;
  assert.equal(check(visit), "Yes.");
  visit.press("End");
  visit.pass(1000);
  assert.equal(wanted(), "○ it is proved");
  const which = visit.part("puzzles").querySelector("select");
  which.value = "w";
  which.dispatchEvent(new window.Event("change", { bubbles: true }));
  visit.click(all(visit, "[role=option]")[1]);
  assert.equal(check(visit), "Yes: 2 is.");
  assert.equal(wanted(), "○ it is proved", "one of its two questions is still open");
  visit.click(all(visit, ".stage-turn button").at(-1));
  visit.click(all(visit, "[role=option]")[2]);
  assert.equal(check(visit), "It is 2.");
  assert.equal(wanted(), "✓ it is proved");
  window.localStorage.clear();
});

test("a puzzle that was solved before anything asked for it does not solve an exercise by a wrong check", async () => {
  window.localStorage.clear();
  const task = { options: [], number: false, right: null, waits: false, hint: "", answer: "", wanted: "it is proved", solved: false,
    remember: "task", pieces: [], acts: [], board: {}, puzzles: "o" };
  const visit = await begun("o120");
  assert.equal(check(visit), "Yes.");
  await visit.answer({ guide: { title: "1 of 1", text: "Prove it.", task } });
  visit.pass(500);
  const wanted = () => visit.parent.querySelector(".stage-wanted").textContent;
  visit.press("ArrowDown", { target: all(visit, ".stage-grip")[0] });
  assert.notEqual(check(visit), "Yes.");
  assert.equal(wanted(), "○ it is proved");
  visit.press("ArrowUp", { target: all(visit, ".stage-grip")[1] });
  assert.equal(check(visit), "Yes.");
  assert.equal(wanted(), "✓ it is proved");
  window.localStorage.clear();
});

test("tabs of a setting ask for another scene, with the setting in the address", async () => {
  const tabs = { key: "data", names: ["Watch", "Do"], texts: ["watch it", "do it"], chosen: 0 };
  const visit = await Visit.begin({ panels: [...scene().panels, panel], tabs });
  const [, second] = visit.root.querySelectorAll("[role=tab]");
  visit.click(second);
  assert.deepEqual(visit.history.map(({ data }) => data), ["do it"]);
  await visit.answer({ tabs: { ...tabs, chosen: 1 } });
  assert.deepEqual([...visit.root.querySelectorAll("[role=tab]")].map((tab) => tab.getAttribute("aria-selected")), ["false", "true"]);
  visit.click(visit.root.querySelector("[role=tab]"));
  assert.equal(visit.history.at(-1).data, undefined);
});
