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
const TASK = { pieces: ["Write it."], acts: [], board: {}, options: [], number: false, right: null, waits: false, hint: "", answer: "", wanted: "it is right", solved: false, remember: "one" };
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
  assert.deepEqual([visit.part("sentence").textContent, visit.root.dataset.at], ["Row 1 differs.", "1"]);
  visit.pass(1000);
  assert.equal(window.location.href, href);
  part(visit, "[name=turn]").click();
  visit.pass(100);
  assert.deepEqual([visit.part("sentence").textContent, visit.root.dataset.at], ["Step 3.", "3"]);
  part(visit, "[name=turn]").click();
  part(visit, "header button").click();
  visit.pass(100);
  assert.deepEqual([visit.part("sentence").textContent, box(visit).hidden], ["Step 3.", true]);
});

test("a complaint and too long a text get a sentence each", async () => {
  const visit = await opened();
  await check(visit, "words");
  await told(visit, { complaints: ["Your text must hold numbers."] });
  assert.ok(box(visit).textContent.includes("Your text must hold numbers."));
  await check(visit, "1 ".repeat(100_001));
  assert.equal(part(visit, "[role=alert]").textContent, "A printout has at most 200 kB; this one has 201 kB.");
  await check(visit, " ");
  assert.match(part(visit, "[role=alert]").textContent, /^Paste what your program printed/);
  assert.equal(visit.sent.length, 1);
});

test("where a host lets no request through, the session is asked, and told to forget what it was sent", async () => {
  const visit = await opened();
  visit.said.length = 0;
  await check(visit, "1 2");
  visit.sent.at(-1).resolve({ headers: new Map([["content-type", "text/html"]]) });
  await visit.settled();
  const [[name, { number, printout }]] = visit.reports;
  assert.deepEqual([name, printout], ["explain", { text: "1 2" }]);
  await visit.say({ explained: { number: number - 1, said: { complaints: ["That is about another board."] } } });
  await visit.say({ explained: { number, said: structuredClone(SAID) } });
  visit.pass(100);
  assert.equal(part(visit, "h3").textContent, "✗ The sign.");
  assert.deepEqual(visit.reports.filter(([each]) => each === "explain"), [["explain", {}]]);
});

test("a program that has passed on boards is told so, and one that has not where it failed", async () => {
  const program = { asks: "Write it.", code: "", boards: ["1 2 1", "3 4 -1"] };
  const visit = await opened({ guide: { title: "1 of 1", text: "Write it.", task: { ...TASK, program } } });
  assert.equal(part(visit, ".mine-task").textContent, "Write it.");
  assert.ok([...box(visit).querySelectorAll("button")].some(({ textContent, hidden }) => textContent === "Check on 2 more boards" && !hidden));
  await check(visit, "1 2");
  await told(visit, { passed: false, sentence: "Board 2 of 2: <b>", slips: SAID.slips, board: "data=AND" });
  assert.ok(box(visit).textContent.includes("Board 2 of 2: <b>"));
  assert.equal(new URL(part(visit, ".stage-found a").href).search, "?data=AND");
  assert.ok(visit.parent.querySelector(".stage-guide").textContent.includes("○ it is right"));
  await check(visit, "1 2");
  await told(visit, { passed: true, sentence: "✓ Right on all 2 boards.", slips: [], board: "" });
  assert.ok(visit.parent.querySelector(".stage-guide").textContent.includes("✓ it is right"));
});

// The editor, with what its Python was asked, and a way by which Python is heard.
async function written(more) {
  const asked = [];
  const ports = [];
  const { IntersectionObserver, MessageChannel } = globalThis;
  globalThis.IntersectionObserver = class {
    constructor(see) { this.see = see; }
    observe() { queueMicrotask(() => this.see([{ isIntersecting: true }])); }
    disconnect() {}
  };
  globalThis.MessageChannel = class {
    port1 = { postMessage: (message) => asked.push(message), close() {} };
    port2 = {};
    constructor() { ports.push(this.port1); }
  };
  const visit = await opened(more);
  await visit.comes(() => part(visit, "iframe"));
  part(visit, "iframe").dispatchEvent(new window.Event("load"));
  Object.assign(globalThis, { IntersectionObserver, MessageChannel });
  const hear = (...data) => ports[0].onmessage({ data });
  hear("ready");
  return { visit, asked, hear };
}

function write(visit, text) {
  const field = part(visit, ".mine-code");
  field.value = text;
  field.dispatchEvent(new window.Event("input"));
}

function tryAll(visit) {
  [...box(visit).querySelectorAll("button")].find(({ textContent }) => textContent.startsWith("Check on")).click();
}

test("what is handed in is the program that has passed: not what was typed since, nor what stands beside a printout", async () => {
  const { localStorage } = window;
  localStorage.clear();
  const program = { asks: "Write it.", code: "", boards: ["1 2 1", "3 4 -1"] };
  const at = (place) => ({ guide: { title: "", text: "Write it.", list: { name: "list", at: place, of: 2 }, task: { ...TASK, remember: `list ${place}`, program } } });
  const passed = { passed: true, sentence: "✓ Right on all 2 boards.", slips: [], board: "" };
  const { visit, asked, hear } = await written(at(0));
  write(visit, "print(w)");
  tryAll(visit);
  write(visit, "print(secret)");
  for (let k = 0; k < 2; k += 1) hear("ended", "done", 0, "");
  await told(visit, passed);
  assert.deepEqual(asked.map((message) => message[1]), ["print(w)", "print(w)"]);
  await visit.answer(at(1));
  await check(visit, "1 2");
  await told(visit, passed);
  const noted = JSON.parse(localStorage.getItem("list done"));
  assert.deepEqual(noted.map(({ solved, program: text }) => [solved, text]), [[true, "print(w)"], [true, ""]]);
  part(visit, "header button").click();
  localStorage.clear();
});

test("what a program prints is checked for the board on which it ran, and for nobody who has closed the dialog", async () => {
  const { visit, hear } = await written();
  const run = () => [...box(visit).querySelectorAll("button")].find(({ textContent }) => textContent === "Run").click();
  const end = () => {
    hear("printed", 1, "1 2\n");
    hear("ended", "done", 0, "");
    hear("ready");
  };
  run();
  await visit.answer({ points: [[1, 1, 0]] });
  end();
  assert.match(part(visit, ".mine-status").textContent, /^The board has changed/);
  run();
  part(visit, "header button").click();
  end();
  assert.deepEqual(visit.sent, []);
  visit.do("mine");
  run();
  end();
  assert.equal(visit.sent.length, 1);
  part(visit, "header button").click();
});

test("while the board shows a program's run, only pictures of it are saved: the link and the files are of the board's own", async () => {
  const visit = await opened({ question: { text: "How many?", answer: 4 } });
  await check(visit, "1 2");
  await told(visit, SAID);
  visit.do("share");
  await visit.comes(() => visit.part("share").open);
  for (const { reject } of visit.asked.splice(0)) reject(new TypeError("no connection"));
  await visit.settled();
  const files = Array.from(visit.part("share").querySelectorAll(".stage-files button"), ({ dataset }) => dataset.label);
  assert.deepEqual(files, ["Picture (SVG)", "Picture (PNG)", "Animation (GIF)"]);
  visit.do("close");
  part(visit, "header button").click();
});

test("a program that is tried on many boards has ten seconds for all of them together", async () => {
  const boards = Array.from({ length: 20 }, (_, place) => `1 ${place} 1`);
  const { visit, asked, hear } = await written({ guide: { title: "1 of 1", text: "Write it.", task: { ...TASK, program: { asks: "Write it.", code: "", boards } } } });
  tryAll(visit);
  for (let k = 0; k < 11; k += 1) {
    visit.pass(500);
    hear("ready"); // before that the run has waited for its worker
    visit.pass(900);
    hear("ended", "done", 0, "");
  }
  assert.deepEqual(asked.map((message) => message[2]), boards.slice(0, 12));
  assert.deepEqual(asked.map((message) => Math.round(10 * message[3])), [...Array(11).fill(10), 1]);
  hear("ended", "late", 0, "");
  assert.ok(box(visit).textContent.includes("Board 12 of 20: your program had run for 10 seconds on all boards together, which is the most."));
  part(visit, "header button").click();
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

test("a part of a lesson keeps its own program, and the visitor's own stays beside it", async () => {
  window.localStorage.clear();
  const guide = { title: "", text: "", task: { ...TASK, program: { asks: "Repair it.", code: "print(broken)", boards: [] } } };
  const { visit } = await written();
  const code = () => part(visit, ".mine-code").value;
  write(visit, "print(mine)");
  await visit.answer({ guide });
  assert.equal(code(), "print(broken)");
  write(visit, "print(repaired)");
  await visit.answer({ guide: undefined });
  assert.equal(code(), "print(mine)");
  await visit.answer({ guide });
  assert.equal(code(), "print(repaired)");
  part(visit, "header button").click();
  window.localStorage.clear();
});
