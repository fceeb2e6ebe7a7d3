// A light page, which has no session: it shows what is in its document, and asks for the rest.

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin } from "../../../playground/stage/src/entries/stage.ts";
import { SETTINGS, Visit, pieces } from "./browser.mjs";

const [ASK_AGAIN, REST] = [1000, 400];
const { document } = window;

function opened(complaints = [], more = {}) {
  const visit = new Visit();
  Object.assign(visit.state, more);
  document.body.insertAdjacentHTML("afterbegin", '<nav><a data-all href="/all">All</a></nav>');
  visit.state.settings = { ...SETTINGS, more: [{ name: "Bring a table …", opens: "points" }] };
  const content = { ...visit.content({ rate: "2" }), complaints };
  const stage = begin(visit.parent, content, { name: "board", plotly: "", alone: "", math: "" });
  visit.unmount = () => stage.destroy();
  visit.stage = stage;
  visit.pass(500);
  return visit;
}

function place(visit) {
  visit.place(0.5, 0.5);
  visit.pass(150);
}

test("what is in the document is shown, and what the hand makes of it asked for by its address", async () => {
  const visit = opened();
  assert.deepEqual([visit.points.length, visit.asked, visit.query], [2, [], { rate: "2" }]);
  assert.ok(visit.root.hasAttribute("data-idle"));
  place(visit);
  const [{ path, address }] = visit.asked;
  assert.deepEqual([path, address], ["/scene/board", { rate: "2", points: visit.query.points }]);
  assert.deepEqual(visit.board.at(-1), [0.5, 0.5, 0]);
  await visit.answer();
  visit.pass(REST);
  assert.ok(visit.root.hasAttribute("data-idle"));
});

test("what could not be read of the link is said as text, until an answer has nothing to say", async () => {
  const visit = opened(["The link's rate is `<b>`.", "Its step is `` `1 ``, and none."]);
  const said = document.querySelector(".stage-complaints");
  assert.equal(said.innerHTML, "The link's rate is “&lt;b&gt;”. Its step is “`1”, and none.");
  place(visit);
  await visit.answer();
  assert.equal(said.textContent, "");
});

test("steps ask nothing, and the way to the whole page leads to where they are", () => {
  const visit = opened();
  visit.do("forward");
  visit.do("forward");
  document.querySelector("[data-all]").dispatchEvent(new window.MouseEvent("pointerdown", { bubbles: true }));
  assert.equal(document.querySelector("[data-all]").search, "?rate=2&step=2");
  visit.pass(REST);
  assert.deepEqual([visit.asked, visit.query], [[], { rate: "2", step: "2" }]);
});

test("what only the whole page can open is a link to it", () => {
  const visit = opened();
  let followed = 0;
  document.querySelector("[data-all]").addEventListener("click", () => (followed += 1));
  const link = visit.parent.querySelector(".stage-opener a");
  visit.click(link);
  assert.deepEqual([link.pathname, link.textContent, followed], ["/all", "Bring a table …", 1]);
});

test("without an answer that is said, the question is asked again, and what was said is taken back", async () => {
  const visit = opened();
  place(visit);
  visit.asked.shift().reject(new TypeError("no connection"));
  await visit.settled();
  assert.match(visit.part("trouble").textContent, /does not answer/);
  visit.pass(ASK_AGAIN);
  visit.asked.shift().resolve({ status: 502, headers: new Map([["content-type", "text/html"]]) });
  await visit.settled();
  assert.ok(!visit.part("trouble").hidden);
  visit.pass(ASK_AGAIN);
  assert.deepEqual(visit.board.at(-1), [0.5, 0.5, 0]);
  await visit.answer();
  assert.ok(visit.part("trouble").hidden);
});

test("a scene is shown once its piece has come, and one that does not come is complained of while its scene is wanted", async () => {
  const { guided } = pieces;
  const { piece } = guided;
  const asked = [];
  guided.piece = null;
  guided.fetch = () => new Promise((come, fail) => { asked.push({ come, fail }); });
  const visit = opened();
  const idle = () => visit.root.hasAttribute("data-idle");
  const show = (guide, number) => {
    visit.stage.show({ ...visit.content({}).scene, ...visit.content({}), guide, number, leads: true });
  };
  const [first, second] = ["First", "Second"].map((title) => ({ title, text: "A line." }));
  show(first, 1);
  asked[0].fail(new Error("no network"));
  await visit.settled();
  visit.pass(500);
  assert.deepEqual([visit.text("trouble").trim(), idle()], ["The picture could not be loaded: no network. Try again", true]);
  show(undefined, 2);
  visit.pass(500);
  assert.deepEqual([visit.part("trouble").hidden, idle()], [true, true]);
  show(first, 3);
  show(second, 4);
  asked[1].fail(new Error("no network"));
  await visit.settled();
  visit.pass(500);
  assert.deepEqual([visit.part("trouble").hidden, idle()], [true, false], "the later scene has not come yet");
  asked[2].fail(new Error("no network"));
  await visit.settled();
  assert.ok(!visit.part("trouble").hidden);
  visit.do("retry");
  guided.piece = piece;
  asked[3].come();
  await visit.settled();
  visit.pass(500);
  assert.deepEqual([visit.part("trouble").hidden, idle()], [true, true]);
  assert.match(visit.text("guide"), /Second/);
  delete guided.fetch;
});

test("of two answers the later one is shown, also if the piece for the first comes after it", async () => {
  const { special } = pieces;
  const { piece } = special;
  let come;
  special.piece = null;
  special.fetch = () => new Promise((resolve) => { come = resolve; });
  const visit = opened([], { drawing: {} });
  const { drawing: _, ...state } = visit.state;
  visit.state = state;
  visit.stage.show({ ...visit.content({}).scene, ...visit.content({}), number: 9, leads: true, step: 3 });
  visit.draw();
  special.piece = piece;
  come();
  await visit.settled();
  visit.pass(500);
  assert.deepEqual([visit.step, visit.root.hasAttribute("data-idle")], [3, true]);
  delete special.fetch;
});

test("what the scene of a link will need is fetched while the server is asked for it", async () => {
  const fetched = [];
  for (const name of ["guided", "special"]) pieces[name].fetch = async () => { fetched.push(name); };
  for (const [page, address] of [["board", {}], ["board", { lesson: "loop" }], ["digits", {}], ["digits", { ask: "Which?" }]]) {
    const visit = new Visit();
    Object.assign(visit.message, { page, link: { number: 1, address } });
    await visit.say();
    assert.equal(visit.asked.length, 1);
  }
  assert.deepEqual(fetched, ["guided", "special", "guided", "special"]);
  for (const name of ["guided", "special"]) delete pieces[name].fetch;
});
