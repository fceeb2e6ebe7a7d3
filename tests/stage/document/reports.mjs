// What the server and the address are told of what the hand did, and when.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FRAME, Visit, scene } from "./browser.mjs";

const [REST, DRAG_EVERY, DRAG_LATE, ASK_AGAIN, LEAVING, WRITE_EVERY] = [400, 40, 250, 2000, 10000, 150];
const BEATS = 520;

const names = (reports) => reports.map(([name]) => name);
const idle = (visit) => visit.root.hasAttribute("data-idle");
const pending = (visit) => visit.root.classList.contains("is-pending");
const { history } = window;

function place(visit, x, y) {
  visit.point("down", x, y);
  visit.point("up", x, y);
}

// The first point in the hand, which has begun to move.
function drag(visit, x = 1.25, y = 1) {
  visit.point("down", 1, 1);
  visit.point("move", x, y);
}

test("a step is told once the hand rests, and only the last one", async () => {
  const visit = await Visit.begin();
  visit.do("forward");
  visit.do("forward");
  visit.pass(REST - 1);
  visit.do("back");
  visit.pass(REST - 1);
  assert.deepEqual([visit.reports, visit.query], [[], {}]);
  visit.pass(1);
  assert.deepEqual([visit.reports, visit.query], [[["rest", { step: 1, rests: 1 }]], { step: "1" }]);
  visit.do("forward");
  visit.do("back");
  visit.pass(5 * REST);
  assert.deepEqual(visit.reports, []);
  visit.do("last");
  visit.pass(REST);
  assert.deepEqual(visit.reports, [["rest", { step: 4, rests: 2 }]]);
});

test("a step on its way is told after it has arrived, and playing after it has stopped", async () => {
  const visit = await Visit.begin();
  visit.do("forward");
  visit.pass(BEATS + REST - 1);
  assert.deepEqual(visit.reports, []);
  visit.pass(1);
  assert.deepEqual(names(visit.reports), ["rest"]);
  visit.part("speed").value = "1";
  visit.do("play");
  visit.pass(1000 + BEATS);
  assert.deepEqual(visit.reports, []);
  visit.do("play");
  visit.pass(REST);
  assert.deepEqual(names(visit.reports), ["rest"]);
});

test("what was to be told waits for a step on its way, which an answer would end", async () => {
  const visit = await Visit.begin({ step: 1 });
  visit.do("back");
  visit.pass(REST - 1);
  visit.do("forward");
  visit.pass(BEATS + REST - 1);
  assert.deepEqual(visit.reports, []);
  visit.do("last");
  visit.pass(REST);
  assert.deepEqual(names(visit.reports), ["rest"]);
});

test("whoever reaches for a control rests at once, whoever presses the stage or a link does not", async () => {
  const visit = await Visit.begin();
  const down = (target) => target.dispatchEvent(new window.Event("pointerdown", { bubbles: true }));
  visit.do("last");
  down(visit.part("position"));
  down(document.querySelector("nav a"));
  assert.deepEqual(visit.reports, []);
  down(document.querySelector("#elsewhere"));
  assert.deepEqual(visit.reports, [["rest", { step: 4, rests: 1 }]]);
  visit.pass(REST);
  assert.deepEqual(visit.reports, []);
});

test("an edit is told at once, as the whole board under a number that grows, and that its end is wanted", async () => {
  const visit = await Visit.begin();
  place(visit, 0.5, 0.5);
  const points = [[1, 1, 0], [-1, -1, 1], [0.5, 0.5, 0]];
  assert.deepEqual(visit.reports, [["board", { version: 1, points, step: "last", rests: 1 }]]);
  assert.equal(pending(visit), true);
  visit.pass(2 * FRAME);
  visit.do("undo");
  assert.deepEqual(visit.reports, [["board", { version: 2, points: points.slice(0, 2), step: "last", rests: 2 }]]);
  await visit.answer({ version: 1, points });
  assert.equal(pending(visit), true);
  await visit.answer({ version: 2, points: points.slice(0, 2) });
  assert.equal(pending(visit), false);
});

test("a board is told again every two seconds until it is answered", async () => {
  const visit = await Visit.begin();
  place(visit, 0.5, 0.5);
  const [[, report]] = visit.reports;
  visit.pass(ASK_AGAIN - 1);
  assert.deepEqual(names(visit.reports), []);
  visit.pass(1);
  assert.deepEqual(visit.reports, [["board", report]]);
  visit.pass(ASK_AGAIN);
  assert.deepEqual(visit.reports, [["board", report]]);
  await visit.answer({ version: 1, points: report.points, rests: 1, step: 4 });
  visit.pass(3 * ASK_AGAIN);
  assert.deepEqual(visit.reports, []);
});

test("a drag is told as often as it is answered, but no more than every 40 ms", async () => {
  const visit = await Visit.begin();
  drag(visit);
  assert.deepEqual(visit.reports, []);
  visit.pass(1);
  const [[, first]] = visit.reports;
  assert.deepEqual([first.version, first.points[0]], [1, [1.25, 1, 0]]);
  visit.point("move", 1.5, 1);
  visit.pass(10);
  assert.deepEqual(visit.reports, []);
  await visit.answer({ version: 1, points: first.points });
  visit.pass(DRAG_EVERY - 12);
  assert.deepEqual(visit.reports, []);
  visit.pass(2);
  const [[, second]] = visit.reports;
  assert.deepEqual([second.version, second.points[0]], [2, [1.5, 1, 0]]);
});

test("a drag that is not answered is told every 250 ms, and its end at once", async () => {
  const visit = await Visit.begin();
  drag(visit);
  visit.pass(1);
  visit.said.length = 0;
  visit.point("move", 1.5, 1);
  visit.pass(DRAG_LATE - 50);
  visit.point("move", 1.75, 1);
  visit.pass(49);
  assert.deepEqual(visit.reports, []);
  visit.pass(1);
  assert.deepEqual(visit.reports.map(([, { points }]) => points[0]), [[1.75, 1, 0]]);
  visit.point("move", 1.75, 0.5);
  visit.point("up", 1.75, 0.5);
  assert.deepEqual(visit.reports.map(([, { points }]) => points[0]), [[1.75, 0.5, 0]]);
  visit.pass(DRAG_LATE);
  assert.deepEqual(visit.reports, []);
});

test("the address has the board before the server does, not while it is dragged, and seldom", async () => {
  const visit = await Visit.begin();
  drag(visit);
  visit.pass(WRITE_EVERY);
  assert.deepEqual(visit.query, {});
  visit.point("up", 1.25, 1);
  visit.pass(1);
  const { points } = visit.query;
  assert.match(points, /^1AC/);
  place(visit, 0.5, 0.5);
  visit.pass(WRITE_EVERY - 2);
  assert.equal(visit.query.points, points);
  visit.pass(2);
  assert.match(visit.query.points, /^1AD/);
});

test("the server's parameters stand in the address, and the step unless it is the first", async () => {
  const visit = await Visit.begin({ address: { data: "two", rule: "" }, step: 2 }, "?old=1&embed=true");
  assert.deepEqual(visit.query, { embed: "true", data: "two", step: "2" });
  visit.do("first");
  visit.pass(REST);
  assert.deepEqual(visit.query, { embed: "true", data: "two" });
  const along = document.querySelector("nav a");
  assert.equal(along.search, "?embed=true&data=two");
});

test("the first edit of somebody else's board is an entry of the history, no other is", async () => {
  const hand = { key: "points", snap: 16, signs: "", also: { data: "mine" } };
  const visit = await Visit.begin({ hand, address: { data: "theirs" } });
  const before = history.length;
  place(visit, 0.5, 0.5);
  visit.pass(WRITE_EVERY);
  assert.deepEqual([history.length, visit.query.data], [before + 1, "mine"]);
  place(visit, 0.5, -0.5);
  visit.pass(WRITE_EVERY);
  assert.equal(history.length, before + 1);
});

test("a board that is taken back to what it was before the hand came is told as that, and stands so in the address", async () => {
  const hand = { key: "points", snap: 16, signs: "", also: { data: "mine" } };
  const visit = await Visit.begin({ hand, address: { data: "theirs", n: "7" } });
  place(visit, 0.5, 0.5);
  visit.pass(WRITE_EVERY);
  await visit.answer({ version: 1, points: visit.said.at(-1)[1].points, address: { data: "mine", n: "7", points: "x" } });
  visit.do("undo");
  visit.pass(WRITE_EVERY);
  assert.deepEqual(visit.said.at(-1)[1].also, { data: "theirs" });
  assert.deepEqual({ ...visit.query, step: "" }, { data: "theirs", n: "7", step: "" });
  await visit.answer({ version: 2, points: scene().points, address: { data: "theirs", n: "7" } });
  visit.do("redo");
  assert.equal("also" in visit.said.at(-1)[1], false);
  visit.pass(3 * FRAME);
  visit.do("undo");
  assert.deepEqual(visit.said.at(-1)[1].also, { data: "theirs" });
});

test("a page that is left along the menu tells the address its step, and says nothing more", async () => {
  const visit = await Visit.begin();
  visit.do("last");
  visit.click(document.querySelector("nav a"));
  assert.deepEqual(visit.query, { step: "4" });
  visit.pass(REST);
  place(visit, 0.5, 0.5);
  visit.pass(LEAVING - REST - 1);
  assert.deepEqual(visit.reports, []);
  assert.match(visit.query.points, /^1AD/);
  visit.pass(ASK_AGAIN);
  assert.deepEqual(names(visit.reports), ["board"]);
});

test("a page that is left for a link of its own writes no address, and forgets what it was about to say", async () => {
  const visit = await Visit.begin();
  visit.do("last");
  visit.click(document.querySelector("[href='/lesson']"));
  visit.pass(REST);
  assert.deepEqual([visit.query, visit.reports], [{}, []]);
  // What was on its way already is no answer to the link; what answers it is.
  await visit.answer({});
  visit.do("back");
  visit.pass(REST);
  assert.deepEqual(visit.reports, []);
  await visit.answer({ arrivals: 2 });
  visit.do("back");
  visit.pass(REST);
  assert.deepEqual(names(visit.reports), ["rest"]);
});

test("after ten seconds a page that was left and is still there speaks again", async () => {
  const visit = await Visit.begin();
  visit.click(document.querySelector("[href='/lesson']"));
  visit.pass(LEAVING - REST - 1);
  visit.do("last");
  visit.pass(REST);
  assert.deepEqual(visit.reports, []);
  visit.do("back");
  visit.pass(REST);
  assert.deepEqual(names(visit.reports), ["rest"]);
  visit.click(document.querySelector("[href='/lesson']"));
  visit.pass(LEAVING - REST);
  visit.do("last");
  visit.pass(REST);
  assert.deepEqual(names(visit.reports), ["rest"]);
});

test("what was to be said again is forgotten where the address goes back", async () => {
  const visit = await Visit.begin();
  place(visit, 0.5, 0.5);
  assert.deepEqual(names(visit.reports), ["board"]);
  window.dispatchEvent(new window.PopStateEvent("popstate"));
  visit.pass(3 * ASK_AGAIN);
  assert.deepEqual(visit.reports, []);
});

test("going back within the page takes back what was about to be said, and going to another leaves", async () => {
  const visit = await Visit.begin();
  visit.do("last");
  window.dispatchEvent(new window.PopStateEvent("popstate"));
  visit.pass(REST);
  assert.deepEqual(visit.reports, []);
  visit.do("back");
  visit.pass(REST);
  assert.deepEqual(names(visit.reports), ["rest"]);
  history.replaceState({}, "", "/other");
  window.dispatchEvent(new window.PopStateEvent("popstate"));
  visit.do("back");
  visit.pass(REST);
  assert.deepEqual(visit.reports, []);
});

test("a stage that is put up anew to the same board has the way back of the one before", async () => {
  const first = await Visit.begin();
  place(first, 0.5, 0.5);
  const [[, { points }]] = first.reports;
  await first.answer({ version: 1, points });
  const { session, ...state } = first.state;
  const next = await Visit.begin({ ...state, session });
  assert.equal(next.root.querySelector("[data-do=undo]").disabled, false);
  next.do("undo");
  assert.deepEqual(next.reports[0][1].points, points.slice(0, 2));
  const other = await Visit.begin(state);
  assert.equal(other.root.querySelector("[data-do=undo]").disabled, true);
});

test("a session that has not heard of this window's board is told to go on from it", async () => {
  const visit = await Visit.begin({ address: { data: "two" } });
  place(visit, 0.5, 0.5);
  visit.pass(WRITE_EVERY);
  const { search } = window.location;
  visit.said.length = 0;
  await visit.answer({ session: "another", version: 0, rests: 0 });
  assert.deepEqual(visit.reports, [["resume", { query: search, version: 1, rests: 1 }]]);
  visit.pass(ASK_AGAIN);
  assert.ok(names(visit.reports).includes("resume"));
  await visit.answer({ session: "another", version: 2, points: [[1, 1, 0]] });
  visit.draw();
  assert.equal(visit.points.length, 1);
  visit.pass(2 * ASK_AGAIN);
  assert.ok(!names(visit.reports).includes("resume"));
});

test("a session that has the same address, or a first one, is simply shown", async () => {
  const visit = await Visit.begin({ address: { data: "two" } });
  visit.said.length = 0;
  await visit.answer({ session: "another", facts: [{ name: "n", value: "2", note: "" }] });
  assert.deepEqual([visit.reports, visit.part("facts").textContent], [[], "n2"]);
});

test("the stage says when it is at rest: when nothing moves, waits to be said, or to be answered", async () => {
  const visit = await Visit.begin();
  assert.equal(idle(visit), true);
  visit.do("forward");
  assert.equal(idle(visit), false);
  visit.pass(BEATS + FRAME);
  assert.equal(idle(visit), false);
  visit.pass(REST);
  assert.equal(idle(visit), false);
  await visit.answer({ rests: 1 });
  visit.pass(REST);
  assert.equal(idle(visit), true);
  place(visit, 0.5, 0.5);
  const { points, rests } = visit.said.at(-1)[1];
  visit.pass(1000);
  assert.equal(idle(visit), false);
  await visit.answer({ version: 1, points, rests, step: 4 });
  visit.pass(REST);
  assert.equal(idle(visit), true);
  visit.do("play");
  visit.draw();
  assert.equal(idle(visit), false);
});
