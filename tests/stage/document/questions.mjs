// What the stage asks of the server, what it tells the session, and what stands in the address, and when.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FRAME, Visit, scene } from "./browser.mjs";

const [REST, DRAG_EVERY, DRAG_LATE, TELL_AGAIN, LEAVING, WRITE_EVERY] = [400, 25, 250, 2000, 10000, 150];
const BEATS = 520;
const MINE = { key: "points", snap: 16, signs: "", also: { data: "mine" } };
const THEIRS = { hand: MINE, address: { data: "theirs", n: "7" } };

const idle = (visit) => visit.root.hasAttribute("data-idle");
const pending = (visit) => visit.root.classList.contains("is-pending");
const enabled = (visit, name) => !visit.root.querySelector(`[data-do=${name}]`).disabled;
const { history } = window;

// The first point in the hand, which has begun to move.
function drag(visit, x = 1.25, y = 1) {
  visit.point("down", 1, 1);
  visit.point("move", x, y);
}

test("a step asks and tells nothing; it stands in the address once the hand rests, and only the last one", async () => {
  const visit = await Visit.begin();
  visit.do("forward");
  visit.do("forward");
  visit.pass(REST - 1);
  visit.do("back");
  visit.pass(REST - 1);
  assert.deepEqual(visit.query, {});
  visit.pass(1);
  assert.deepEqual(visit.query, { step: "1" });
  visit.do("last");
  visit.pass(REST);
  assert.deepEqual([visit.query, visit.reports, visit.history], [{ step: "4" }, [], []]);
});

test("a step on its way stands there after it has arrived, and playing after it has stopped", async () => {
  const visit = await Visit.begin();
  visit.do("forward");
  visit.pass(BEATS + REST - 1);
  assert.deepEqual(visit.query, {});
  visit.pass(1);
  assert.deepEqual(visit.query, { step: "1" });
  visit.part("speed").value = "1";
  visit.do("play");
  visit.pass(1000 + BEATS);
  assert.deepEqual(visit.query, { step: "1" });
  visit.do("play");
  visit.pass(REST);
  assert.deepEqual(visit.query, { step: "3" });
});

test("an edit is asked about at once, as the whole board, and the session hears nothing of it", async () => {
  const visit = await Visit.begin();
  visit.place(0.5, 0.5);
  const points = [[1, 1, 0], [-1, -1, 1], [0.5, 0.5, 0]];
  assert.deepEqual(visit.board, points);
  assert.equal(pending(visit), true);
  visit.pass(2 * FRAME);
  visit.do("undo");
  assert.deepEqual(visit.board, points.slice(0, 2));
  const [first, second] = visit.asked.splice(0);
  await visit.resolve(first.resolve, first.address);
  assert.equal(pending(visit), true);
  await visit.resolve(second.resolve, second.address, { verdict: { text: "New.", color: "green" } });
  assert.equal(pending(visit), false);
  visit.pass(2 * TELL_AGAIN);
  assert.deepEqual(visit.reports, []);
});

test("a press asks what its release will show, which then asks no more; what only it has asked is not shown", async () => {
  const visit = await Visit.begin();
  visit.point("down", 0.5, 0.5);
  assert.deepEqual(visit.board, [[1, 1, 0], [-1, -1, 1], [0.5, 0.5, 0]]);
  await visit.answer({ last: 3 });
  assert.deepEqual([visit.part("scrub").max, visit.query, visit.reports], ["4", {}, []]);
  visit.point("up", 0.5, 0.5);
  await visit.settled();
  assert.deepEqual([visit.part("scrub").max, visit.history.length, pending(visit)], ["3", 1, false]);
  visit.point("down", 0, 0);
  visit.point("move", 0, 0.5);
  visit.point("up", 0, 0.5);
  await visit.answer({ last: 2 });
  assert.equal(visit.part("scrub").max, "3");
});

test("what a press has asked in vain its release asks again, as does one that makes something else", async () => {
  const visit = await Visit.begin();
  visit.point("down", 0.5, 0.5);
  visit.asked.pop().reject(new Error("away"));
  await visit.settled();
  visit.point("up", 0.5, 0.5);
  assert.equal(visit.history.length, 2);
  await visit.answer();
  visit.point("down", -0.5, 0.5);
  visit.press("2");
  visit.point("up", -0.5, 0.5);
  assert.deepEqual(visit.board.at(-1), [-0.5, 0.5, 1]);
});

test("a press of the finger, or one that changes nothing, asks nothing", async () => {
  const visit = await Visit.begin();
  visit.point("down", 0.5, 0.5, { touch: true });
  visit.point("cancel", 0.5, 0.5, { touch: true });
  visit.place(1, 1);
  assert.deepEqual(visit.history, []);
});

test("a drag goes on after Streamlit has put a new element in the stage's place, and can be taken back", async () => {
  const visit = await Visit.begin();
  drag(visit, 1.25, 1);
  await visit.mountAgain();
  visit.point("move", 1.5, 1, { buttons: 1 });
  visit.point("up", 1.5, 1);
  const moved = [[1.5, 1, 0], [-1, -1, 1]];
  assert.deepEqual(visit.board, moved);
  visit.press("z", { ctrlKey: true });
  assert.deepEqual(visit.board, [[1, 1, 0], [-1, -1, 1]]);
  visit.press("Z", { ctrlKey: true, shiftKey: true });
  assert.deepEqual(visit.board, moved);
});

test("a drag that ends while no stage is there leaves the point where it was", async () => {
  const visit = await Visit.begin();
  drag(visit, 1.25, 1);
  await visit.mountAgain();
  visit.point("move", 0, 0, { buttons: 0 });
  visit.point("move", 0.5, 0, { buttons: 0 });
  assert.deepEqual(visit.board, [[1.25, 1, 0], [-1, -1, 1]]);
  visit.press("z", { ctrlKey: true });
  assert.deepEqual(visit.board, [[1, 1, 0], [-1, -1, 1]]);
});

test("what scripts leave to those of another version has another form when its names are others", async () => {
  const visit = await Visit.begin();
  const { form, letGo } = window.playground;
  const names = Object.keys(letGo()).sort().join(" ");
  assert.deepEqual([form, names], [2, "begun cells codes edits known measured newEntry news number origins page "
    + "press session settings sheet step unheard way"]);
  assert.equal(visit.press("ArrowRight"), false);
});

test("where other scripts have had the window, and left nothing that is known, the address is gone on from", async () => {
  const fail = () => { throw new TypeError("a fault"); };
  for (const theirs of [{ form: 0, letGo: () => ({ codes: [] }) }, { form: 2, letGo: fail }, { form: 3, letGo: () => null }]) {
    const visit = await Visit.begin({ address: { data: "two" } }, "?data=two");
    visit.place(0.5, 0.5);
    await visit.answer();
    visit.pass(WRITE_EVERY);
    const { points } = visit.query;
    window.playground = theirs;
    history.replaceState({}, "", `?data=three&points=${points}&step=2`);
    visit.message.session += ", started again";
    await visit.mountAgain();
    assert.deepEqual(visit.history.at(-1), { data: "three", points });
    assert.deepEqual([visit.step, visit.points.length], [2, 3]);
    visit.press("z", { ctrlKey: true });
    assert.equal(visit.points.length, 3);
  }
});

test("a drag is asked about as often as it is answered, but no more than every 25 ms", async () => {
  const visit = await Visit.begin();
  drag(visit);
  assert.deepEqual(visit.history, []);
  visit.pass(1);
  assert.deepEqual([visit.history.length, visit.board[0]], [1, [1.25, 1, 0]]);
  visit.point("move", 1.5, 1);
  visit.pass(10);
  assert.equal(visit.history.length, 1);
  await visit.answer();
  visit.pass(DRAG_EVERY - 12);
  assert.equal(visit.history.length, 1);
  visit.pass(2);
  assert.deepEqual([visit.history.length, visit.board[0]], [2, [1.5, 1, 0]]);
});

test("a drag that is not answered is asked about every 250 ms, and its end at once", async () => {
  const visit = await Visit.begin();
  drag(visit);
  visit.pass(1);
  visit.point("move", 1.5, 1);
  visit.pass(DRAG_LATE - 50);
  visit.point("move", 1.75, 1);
  visit.pass(49);
  assert.equal(visit.history.length, 1);
  visit.pass(1);
  assert.deepEqual([visit.history.length, visit.board[0]], [2, [1.75, 1, 0]]);
  visit.point("move", 1.75, 0.5);
  visit.point("up", 1.75, 0.5);
  assert.deepEqual([visit.history.length, visit.board[0]], [3, [1.75, 0.5, 0]]);
  visit.pass(DRAG_LATE);
  assert.equal(visit.history.length, 3);
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
  visit.place(0.5, 0.5);
  visit.pass(WRITE_EVERY - 2);
  assert.equal(visit.query.points, points);
  visit.pass(2);
  assert.match(visit.query.points, /^1AD/);
});

test("the settings stand in the address, and the step unless it is the first", async () => {
  const visit = await Visit.begin({ address: { data: "two", rule: "" }, step: 2 }, "?data=two&step=2&embed=true");
  assert.deepEqual(visit.query, { embed: "true", data: "two", step: "2" });
  visit.do("first");
  visit.pass(REST);
  assert.deepEqual(visit.query, { embed: "true", data: "two" });
  const along = document.querySelector("nav a");
  assert.equal(along.search, "?embed=true&data=two");
  await visit.say({ link: { number: 2, address: {} } });
  await visit.answer();
  visit.pass(WRITE_EVERY);
  assert.deepEqual(visit.query, { embed: "true" });
});

test("the first edit of somebody else's board is an entry of the history; no other is, and no session hears of it", async () => {
  const visit = await Visit.begin(THEIRS);
  const before = history.length;
  visit.place(0.5, 0.5);
  visit.pass(WRITE_EVERY);
  assert.deepEqual([history.length, visit.query.data], [before + 1, "mine"]);
  await visit.answer();
  visit.place(0.5, -0.5);
  visit.pass(2 * TELL_AGAIN);
  assert.deepEqual([history.length, visit.reports], [before + 1, []]);
});

test("a board that is taken back to what it was before the hand came stands so in the address", async () => {
  const visit = await Visit.begin(THEIRS);
  const asked = () => visit.history.at(-1).data;
  visit.place(0.5, 0.5);
  await visit.answer();
  visit.do("undo");
  visit.pass(WRITE_EVERY);
  assert.deepEqual([visit.query.data, asked()], ["theirs", "theirs"]);
  await visit.answer({ points: scene().points });
  visit.do("redo");
  assert.equal(asked(), "mine");
  visit.pass(3 * FRAME);
  visit.do("undo");
  assert.equal(asked(), "theirs");
});

test("whoever presses something outside the stage finds the board in the address", async () => {
  const visit = await Visit.begin();
  visit.place(0.5, 0.5);
  visit.pass(1);
  visit.place(0.5, -0.5);
  document.querySelector("#elsewhere").dispatchEvent(new window.Event("pointerdown", { bubbles: true }));
  assert.match(visit.query.points, /^1AE/);
});

test("where the route does not answer, the page is asked, again and again, and its answer shown", async () => {
  const visit = new Visit();
  await visit.say();
  visit.asked.shift().resolve({ status: 200, headers: new Map([["content-type", "text/html"]]) });
  await visit.settled();
  const [[name, { number, asks }]] = visit.reports;
  assert.deepEqual([name, asks], ["address", true]);
  visit.pass(TELL_AGAIN);
  assert.equal(visit.reports[0][1].number, number);
  const content = visit.content({});
  await visit.say({ heard: number, content });
  visit.asked.length = 0;
  visit.pass(TELL_AGAIN);
  assert.deepEqual([visit.points.length, idle(visit), visit.asked], [2, true, []]);
  visit.place(0.5, 0.5);
  const [[, edit]] = visit.reports;
  assert.deepEqual([visit.asked, edit.asks, edit.number > number], [[], true, true]);
  await visit.say({ heard: number, content });
  assert.equal(pending(visit), true, "an answer to the question before");
  const points = [...scene().points, [0.5, 0.5, 0]];
  await visit.say({ heard: edit.number, content: { ...content, scene: { ...content.scene, points } } });
  assert.equal(pending(visit), false);
});

test("a page that is left along the menu writes its step, and says nothing until the next one has come", async () => {
  const visit = await Visit.begin(THEIRS);
  visit.do("last");
  visit.click(document.querySelector("nav a"));
  assert.deepEqual(visit.query, { ...THEIRS.address, step: "4" });
  visit.place(0.5, 0.5);
  visit.pass(LEAVING + TELL_AGAIN);
  await visit.say({ page: "other" });
  assert.deepEqual(visit.reports, []);
  const { points, data } = visit.history.at(-1);
  assert.deepEqual([Boolean(points), data, visit.asked.at(-1).path], [true, "mine", "/scene/other"]);
});

test("a page that is left for a link of its own writes no address, and what it had is not in the next one", async () => {
  const visit = await Visit.begin(THEIRS);
  visit.place(0.5, 0.5);
  await visit.answer();
  visit.click(document.querySelector("[href='/lesson']"));
  visit.said.length = 0;
  const { search } = window.location;
  visit.do("first");
  visit.pass(REST);
  await visit.say({});
  assert.deepEqual([window.location.search, visit.reports], [search, []]);
  visit.place(-0.5, 0.5);
  await visit.say({ link: { number: 2, address: { lesson: "one" } } });
  assert.deepEqual(visit.history.at(-1), { lesson: "one" });
  await visit.answer({ points: scene().points });
  visit.pass(2 * TELL_AGAIN);
  assert.deepEqual(visit.reports, []);
});

test("the next page begins at the step to which the visitor has gone since its link was followed", async () => {
  const visit = await Visit.begin();
  visit.do("last");
  visit.pass(REST);
  assert.notEqual(visit.step, 0);
  visit.click(document.querySelector("nav a"));
  visit.do("first");
  visit.draw();
  visit.message.page = "other";
  await visit.mountAgain();
  assert.deepEqual([visit.step, visit.history.length], [0, 1]);
});

test("a new session leaves the board as it is, and is told the address if it has drawn another lesson around it", async () => {
  const visit = await Visit.begin({ address: { data: "two" } });
  visit.place(0.5, 0.5);
  await visit.answer();
  visit.pass(WRITE_EVERY);
  await visit.say({ session: "another", link: { number: 7, address: { data: "old" } } });
  assert.deepEqual([visit.reports, visit.asked, visit.points.length], [[], [], 3]);
  await visit.say({ session: "a third", link: { number: 1, address: { data: "old", lesson: "one" } } });
  const [[name, report]] = visit.reports;
  assert.deepEqual([name, report.asks, report.query], ["address", false, `data=two&points=${visit.query.points}`]);
  visit.pass(TELL_AGAIN);
  assert.deepEqual(visit.reports, [[name, report]]);
  await visit.say({ heard: report.number });
  visit.pass(2 * TELL_AGAIN);
  assert.deepEqual([visit.reports, visit.asked], [[], []]);
});

test("what comes in parts is asked for until it is whole, or until the visitor stops it, and goes on", async () => {
  const visit = await Visit.begin({ done: 0.25 });
  const bar = visit.part("progress");
  assert.deepEqual([bar.hidden, bar.querySelector("progress").value, visit.asked.length], [false, 0.25, 1]);
  await visit.answer({ done: 0.5 });
  assert.deepEqual([bar.querySelector("progress").value, visit.asked.length], [0.5, 1]);
  visit.do("stop");
  await visit.answer({ done: 0.75 });
  assert.deepEqual([visit.asked.length, bar.querySelector("button").textContent], [0, "Go on"]);
  visit.do("stop");
  assert.equal(visit.asked.length, 1);
  await visit.answer({ done: undefined });
  assert.deepEqual([bar.hidden, visit.asked.length], [true, 0]);
});

test("a board that a dialog brings takes the place of the hand's, and is taken back like an edit", async () => {
  const visit = await Visit.begin();
  visit.place(0.5, 0.5);
  await visit.answer();
  const brought = { number: 2, key: "points", points: [[0, 0, 1]], codes: { points: "1ABQAgAB", names: "n" }, settings: { bias: "on" }, cells: [] };
  await visit.say({ brought });
  assert.deepEqual(visit.history.at(-1), { ...brought.codes, bias: "on" });
  await visit.answer({ points: [[0, 0, 1]] });
  assert.equal(visit.points.length, 1);
  await visit.say({ brought });
  assert.deepEqual(visit.asked, []);
  visit.do("undo");
  assert.deepEqual([visit.board.length, "names" in visit.history.at(-1)], [3, false], "none of its points is left");
});

// A board of a lesson, with a setting that is not answered yet, and the way back to the lesson's board.
async function astray() {
  const visit = await Visit.begin({ guide: { title: "Why?", text: "", parts: [], start: { data: "theirs" }, now: null, remember: "one" } });
  document.querySelector(".heading").insertAdjacentHTML("beforeend", '<button data-home>Back</button>');
  visit.click(visit.parent.querySelector(".stage-again"));
  assert.deepEqual(visit.history.at(-1), { seed: "1", changed: "seed" });
  return visit;
}

test("a lesson's board comes back without what was set and not answered, and without a point in the hand", async () => {
  const visit = await astray();
  visit.press("ArrowRight", { shiftKey: true });
  for (let k = 0; k < 16; k += 1) for (const key of ["ArrowRight", "ArrowUp"]) if (k || key === "ArrowUp") visit.press(key, { shiftKey: true });
  visit.press("g");
  visit.press("ArrowUp", { shiftKey: true });
  visit.click(document.querySelector("[data-home]"));
  assert.deepEqual(visit.history.at(-1), { data: "theirs" });
  visit.pass(2 * DRAG_LATE);
  assert.deepEqual(visit.history.at(-1), { data: "theirs" }, "the point that was carried is asked about no more");
  const points = [[0.5, 0.5, 1]];
  await visit.answer({ points });
  visit.pass(WRITE_EVERY);
  assert.deepEqual([visit.points.length, visit.query], [1, { data: "theirs" }]);
});

test("a link that the session opens comes without what was set and not answered", async () => {
  const visit = await astray();
  await visit.say({ link: { number: 2, address: { data: "two" } } });
  assert.deepEqual(visit.history.at(-1), { data: "two" });
});

test("an edit in the place of a source that was just chosen brings along nothing of that source", async () => {
  const source = { key: "data", name: "Data", kind: "choice", options: ["mine", "theirs", "AND"], default: "mine", applies: true, help: "", note: "" };
  const visit = await Visit.begin({ ...THEIRS, settings: { tabs: null, line: [source], more: [] } });
  visit.place(0.5, 0.5);
  await visit.answer();
  const list = visit.parent.querySelector("select[aria-label=Data]");
  list.value = "AND";
  list.dispatchEvent(new window.Event("change", { bubbles: true }));
  assert.equal(visit.history.at(-1).changed, "data");
  visit.do("undo");
  const { data, changed } = visit.history.at(-1);
  assert.deepEqual([data, changed], ["theirs", undefined]);
});

test("the stage says when it is at rest: when nothing moves, waits to be said, or to be answered", async () => {
  const visit = await Visit.begin();
  assert.equal(idle(visit), true);
  visit.do("forward");
  visit.pass(BEATS + FRAME);
  assert.equal(idle(visit), false);
  visit.pass(REST);
  assert.equal(idle(visit), true);
  visit.place(0.5, 0.5);
  visit.pass(900);
  assert.equal(idle(visit), false);
  await visit.answer();
  visit.pass(REST);
  assert.equal(idle(visit), true);
  visit.do("play");
  visit.draw();
  assert.equal(idle(visit), false);
});
