// The dialog for a visitor's own program: what it sends, what it shows, and the board it plays on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Visit, scene } from "./browser.mjs";

const { CODE } = await import("../../../playground/stage/src/mine/points.ts");

const CLASSES = scene().editing.classes.map((each, i) => ({ ...each, name: ["+1", "−1"][i] }));
const editing = { ...scene().editing, classes: CLASSES };
const sentence = { templates: ["The start.", "Row {t} differs."], which: [0, 1] };
const rows = { ...scene({ editing }), columns: { t: [0, 1], a: [0, 1], b: [1, 1], c: [0, 0] }, last: 1, locked: true,
  texts: { sentence, position: { templates: ["row {t}"], which: [0, 0] } }, verdict: { text: "Row 1 is the first.", color: "red" } };
const SAID = {
  verdict: "fault", head: "✗ The sign.", sentence: "The sign of the update.", truths: ["<i>Not</i> right."], board: "data=by+hand&points=1AB", scene: rows,
  slips: [{ title: "the sign", sentence: "Add y x.", line: "w = w - <b>" }],
};
const JSON_TYPE = new Map([["content-type", "application/json"]]);

const box = (visit) => visit.parent.querySelector(".stage-mine");
const part = (visit, selector) => box(visit).querySelector(selector);

async function opened(more = {}) {
  const visit = await Visit.begin({ explains: 1, editing, ...more });
  visit.sent = [];
  const { fetch } = globalThis;
  globalThis.fetch = (link, options) => {
    if (!String(link).includes("/explain/")) return fetch(link, options);
    return new Promise((resolve, reject) => {
      visit.sent.push({ link: String(link), ...options, resolve, reject });
      options.signal.addEventListener("abort", () => reject(new Error("aborted")));
    });
  };
  visit.do("mine");
  await visit.comes(() => box(visit) && !box(visit).hidden);
  return visit;
}

async function check(visit, text) {
  part(visit, "textarea").value = text;
  part(visit, "[name=check]").click();
  await visit.settled();
}

async function told(visit, answer) {
  visit.sent.at(-1).resolve({ headers: JSON_TYPE, json: async () => structuredClone(answer) });
  await visit.settled();
  visit.pass(100);
}

test("a page that explains no programs has no button", async () => {
  const visit = await Visit.begin();
  assert.ok(visit.root.querySelector('[data-do="mine"]').hidden);
});

test("what was printed is sent with the board's address, and played on the board until the dialog is closed", async () => {
  const visit = await opened({ step: 3 });
  const { href } = window.location;
  await check(visit, "1 2\n3 4");
  const [{ link, method, body }] = visit.sent;
  assert.deepEqual([new URL(link).pathname, method, JSON.parse(body)], ["/explain/board", "POST", { text: "1 2\n3 4" }]);
  await told(visit, SAID);
  assert.equal(part(visit, "h3").textContent, "✗ The sign.");
  assert.equal(part(visit, "code").textContent, "w = w - <b>");
  assert.ok(box(visit).textContent.includes("<i>Not</i> right."));
  assert.equal(new URL(part(visit, "a").href).search, "?data=by+hand&points=1AB");
  assert.deepEqual([visit.part("sentence").textContent, visit.root.dataset.step], ["Row 1 differs.", "1"]);
  visit.pass(1000);
  assert.equal(window.location.href, href);
  part(visit, "[name=turn]").click();
  visit.pass(100);
  assert.deepEqual([visit.part("sentence").textContent, visit.root.dataset.step], ["Step 3.", "3"]);
  part(visit, "[name=turn]").click();
  part(visit, "header button").click();
  visit.pass(100);
  assert.deepEqual([visit.part("sentence").textContent, box(visit).hidden], ["Step 3.", true]);
});

test("a complaint, a host without the route and too long a text get a sentence each", async () => {
  const visit = await opened();
  await check(visit, "words");
  await told(visit, { complaints: ["Your text must hold numbers."] });
  assert.ok(box(visit).textContent.includes("Your text must hold numbers."));
  await check(visit, "1 2");
  visit.sent.at(-1).resolve({ headers: new Map([["content-type", "text/html"]]) });
  await visit.settled();
  assert.ok(box(visit).textContent.includes("What your program printed could not be checked: the site that hosts this app does not pass it on."));
  await check(visit, "1 ".repeat(100_001));
  assert.equal(part(visit, "[role=alert]").textContent, "A printout has at most 200 kB; this one has 201 kB.");
  await check(visit, " ");
  assert.match(part(visit, "[role=alert]").textContent, /^Paste what your program printed/);
  assert.equal(visit.sent.length, 2);
});

test("another board, another question and leaving end a question", async () => {
  const visit = await opened();
  await check(visit, "1 2");
  await check(visit, "3 4");
  assert.deepEqual(visit.sent.map(({ signal }) => signal.aborted), [true, false]);
  part(visit, "header button").click();
  assert.ok(visit.sent[1].signal.aborted);
});

test("a board that changes ends what is played on it", async () => {
  const visit = await opened();
  await check(visit, "1 2");
  await told(visit, SAID);
  await visit.answer({ points: [[1, 1, 0]] });
  visit.pass(100);
  assert.equal(visit.part("sentence").textContent, "The start.");
  assert.equal(part(visit, "h3"), null);
});

test("points are code with all their digits, in each language", () => {
  const rows = [[0.1, -1 / 3, 1], [1e-7, 2, -1]];
  for (const [name, write] of Object.entries(CODE)) {
    const numbers = write(rows).match(/(?<![\w.])-?\d+(\.\d+)?(e-?\d+)?(?![\w.])/g).map(Number);
    const expected = name === "CSV" ? rows.flat() : [...rows.flatMap(([x, y]) => [x, y]), ...name === "R" ? [2] : [], 1, -1];
    assert.deepEqual(numbers, expected, name);
  }
});
