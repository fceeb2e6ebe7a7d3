// A light page, which has no session: it shows what is in its document, and asks for the rest.

import assert from "node:assert/strict";
import { test } from "node:test";

import { light } from "../../../playground/stage/src/entries/light.ts";
import { SETTINGS, Visit } from "./browser.mjs";

const [ASK_AGAIN, REST] = [1000, 400];
const { document } = window;

function opened(complaints = []) {
  const visit = new Visit();
  document.body.insertAdjacentHTML("afterbegin", '<nav><a data-all href="/all">All</a></nav>');
  visit.state.settings = { ...SETTINGS, more: [{ name: "Bring a table …", opens: "points" }] };
  const content = { ...visit.content({ rate: "2" }), complaints };
  const stage = light(visit.parent, content, { name: "board", plotly: "", alone: "", math: "" });
  visit.unmount = () => stage.destroy();
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
