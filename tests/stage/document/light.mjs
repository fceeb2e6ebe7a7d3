// The page that asks for each next scene by its address: one question at a time, and the newest of all that wait.

import assert from "node:assert/strict";
import { test } from "node:test";

import { light } from "../../../ui/stage/light.js";
import { Visit, scene } from "./browser.mjs";

const [SENT, ASK_AGAIN, REST] = [150, 2000, 400];
const { document } = window;

/** A visit to a light page, the server of which answers when a test lets it. */
class Light extends Visit {
  constructor(more = {}) {
    super("");
    this.asked = [];
    globalThis.fetch = (link) => new Promise((resolve, reject) => this.asked.push({ link, resolve, reject }));
    this.opened = {
      scene: { ...scene(), ...more }, plotly: [], step: 0, address: { rate: "2" }, turned: "start",
      complaints: ["The link's rate is `<b>`.", "Its step is `` `1 ``, and none."],
      hand: { key: "points", snap: 16, signs: "", also: { data: "by hand" } },
    };
    document.body.insertAdjacentHTML("afterbegin", '<p class="complaints"></p><a data-all href="/all">All</a>');
    light(this.root, this.opened, { name: "board", plotly: "", alone: "", encoder: "", math: "" });
    this.pass(500);
  }

  /** What the questions that are not answered yet say. */
  get questions() {
    return this.asked.map(({ link }) => [link.pathname, Object.fromEntries(link.searchParams)]);
  }

  async answered(points, address) {
    const { resolve } = this.asked.shift();
    const answer = { ...this.opened, scene: { ...this.opened.scene, points }, address };
    resolve({ ok: true, json: async () => answer });
    await this.settled();
  }

  async settled() {
    for (let turn = 0; turn < 12; turn++) await null;
    this.pass(SENT);
  }

  place(x, y) {
    this.point("down", x, y);
    this.point("up", x, y);
    this.pass(SENT);
  }
}

const BOARD = [[1, 1, 0], [-1, -1, 1]];
const code = (visit) => visit.query.points;

test("a question waits for the answer to the one before it, and the newest of those that wait is asked", async () => {
  const visit = new Light({ editing: { ...scene().editing, most: 9 } });
  visit.place(0.5, 0.5);
  const [[path, first]] = visit.questions;
  assert.deepEqual([path, first], ["/scene/board", { rate: "2", data: "by hand", points: code(visit) }]);
  visit.place(-0.5, 0.5);
  visit.place(0.5, -0.5);
  const last = code(visit);
  assert.equal(visit.questions.length, 1);
  await visit.answered([...BOARD, [0.5, 0.5, 0]], first);
  assert.deepEqual(visit.questions, [["/scene/board", { ...first, points: last }]]);
  assert.equal(visit.points.length, 5, "an answer that the hand is ahead of takes nothing back");
  await visit.answered([...BOARD, [0.5, 0.5, 0], [-0.5, 0.5, 0], [0.5, -0.5, 0]], { ...first, points: last });
  visit.pass(ASK_AGAIN);
  assert.deepEqual([visit.questions, visit.points.length], [[], 5]);
  assert.ok(visit.root.hasAttribute("data-idle"));
});

test("what could not be read of the link is said as text, until an answer has nothing to say", async () => {
  const visit = new Light();
  const said = document.querySelector(".complaints");
  assert.equal(said.innerHTML, "The link's rate is “&lt;b&gt;”. Its step is “`1”, and none.");
  visit.opened.complaints = [];
  visit.place(0.5, 0.5);
  await visit.answered([...BOARD, [0.5, 0.5, 0]], visit.query);
  assert.equal(said.textContent, "");
});

test("steps ask nothing, and the way to the whole page leads to where they are", () => {
  const visit = new Light();
  visit.do("forward");
  visit.do("forward");
  document.querySelector("[data-all]").dispatchEvent(new window.MouseEvent("pointerdown", { bubbles: true }));
  assert.equal(document.querySelector("[data-all]").search, "?rate=2&step=2");
  visit.pass(REST);
  assert.deepEqual([visit.questions, visit.query], [[], { rate: "2", step: "2" }]);
  assert.ok(visit.root.hasAttribute("data-idle"));
});

test("without an answer that is said, the question is asked again, and what was said is taken back", async () => {
  const visit = new Light();
  visit.place(0.5, 0.5);
  visit.asked.shift().reject(new TypeError("no connection"));
  await visit.settled();
  assert.match(visit.part("trouble").textContent, /does not answer/);
  visit.pass(ASK_AGAIN);
  const [[, question]] = visit.questions;
  assert.equal(question.points, code(visit));
  visit.asked.shift().resolve({ ok: false, status: 503 });
  await visit.settled();
  assert.ok(!visit.part("trouble").hidden);
  visit.pass(ASK_AGAIN);
  await visit.answered([...BOARD, [0.5, 0.5, 0]], question);
  assert.ok(visit.part("trouble").hidden);
});

test("a turned line is where the next scene starts, with the board as the hand has made it", async () => {
  const reading = {
    panel: 0, form: ["a", "b", "c"], signs: [1, -1], place: "", sides: ["", "", ""], point: "", value: "", away: "",
    hollow: "",
  };
  const handle = { unit: 0, zero: [false, true], words: "{a} and {b}" };
  const visit = new Light({ reading, handle });
  visit.place(0.5, -0.5);
  const { points } = visit.query;
  visit.point("down", 0, 0.11 * Math.hypot(4, 4));
  visit.point("move", 1, 0);
  visit.point("up", 1, 0);
  await visit.answered([...BOARD, [0.5, -0.5, 0]], { rate: "2", data: "by hand", points });
  const [[, question]] = visit.questions;
  assert.deepEqual(question, { rate: "2", data: "by hand", points, start: "1, 0" });
  await visit.answered([...BOARD, [0.5, -0.5, 0]], question);
  visit.pass(ASK_AGAIN);
  assert.deepEqual([visit.questions, visit.query], [[], question]);
});
