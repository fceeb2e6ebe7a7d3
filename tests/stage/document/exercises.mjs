// Making exercises: what a list takes, and what is typed in it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Visit } from "./browser.mjs";

const RESTS = 500;

// A list beside the board, of a server that has no routes.
async function making(kept, more = {}) {
  if (kept) window.localStorage.setItem("exercises", JSON.stringify(kept));
  const visit = await Visit.begin(more);
  for (const name of ["share", "exercises"]) {
    visit.do(name);
    await visit.comes(() => visit.part("share").childElementCount);
    for (const { reject } of visit.asked.splice(0)) reject(new TypeError("no connection"));
    await visit.settled();
  }
  window.localStorage.clear();
  return visit;
}

const list = (visit) => visit.parent.querySelector(".stage-list");
const rows = (visit) => Array.from(list(visit).querySelectorAll("ol > li summary:first-child > span"), ({ textContent }) => textContent);

function type(field, words) {
  field.focus();
  field.value = words;
  field.dispatchEvent(new window.Event("input"));
}

const OWN = ["", "?data=AND", "/", "/race", "race?data=AND&points=1AB", "dimensions"];
const OTHERS = [
  "javascript:alert(1)//", "//evil.example/x", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "https://evil.example",
  " //evil.example", "race/../x", "data:text/html,x", 7,
];

test("what this browser has kept is taken as far as its boards are pages of this app", async () => {
  const items = [...OWN, ...OTHERS].map((board) => ({ board, ask: String(board) }));
  const visit = await making({ items });
  assert.deepEqual(rows(visit), OWN.map((board) => board || "…"));
});

test("a file is taken whose boards are all pages of this app, and no other", async () => {
  const visit = await making();
  const file = list(visit).querySelector("[type=file]");
  const open = async (boards) => {
    const content = { "perceptron exercises": 1, list: boards.map((board) => ({ board, ask: "Why?" })) };
    Object.defineProperty(file, "files", { value: [{ name: "x.json", text: async () => JSON.stringify(content) }], configurable: true });
    file.dispatchEvent(new window.Event("change"));
    await visit.settled();
  };
  for (const board of OTHERS) {
    await open(["race", board]);
    assert.deepEqual([rows(visit), list(visit).querySelector(".stage-wrong").textContent], [[], "“x.json” is no list of exercises."]);
  }
  await open(OWN);
  assert.equal(rows(visit).length, OWN.length);
});

test("a row for another choice follows each that is written, up to six, and the field keeps the keys", async () => {
  const visit = await making({ items: [{ board: "race", ask: "Does it stop?", choices: ["Yes", "No"] }], open: 0 });
  const fields = () => [...list(visit).querySelectorAll(".stage-rights [type=text]")];
  assert.equal(fields().length, 3);
  for (const [at, more] of [[2, 4], [3, 5], [4, 6], [5, 6]]) {
    const field = fields()[at];
    type(field, `${at}`);
    type(field, `${at} times`);
    assert.deepEqual([fields().length, document.activeElement], [more, field]);
  }
  type(fields()[3], "");
  assert.equal(fields().length, 6);
  const { items } = JSON.parse(window.localStorage.getItem("exercises"));
  assert.deepEqual(items[0].choices, ["Yes", "No", "2 times", "", "4 times", "5 times"]);
  window.localStorage.clear();
});

for (const [own, answer] of [
  [{ text: "How many updates?", answer: 18 }, { number: null }],
  [{ text: "Does it end?", options: ["Yes", "No"], answer: 1 }, { choices: ["Yes", "No"], right: "No" }],
]) {
  test(`the board's answer to “${own.text}” is to no other question, unless the teacher has chosen it`, async () => {
    const visit = await making(null, { question: own });
    const kept = () => {
      const { board: _, ask: __, asked: ___, ...rest } = JSON.parse(window.localStorage.getItem("exercises")).items.at(-1);
      return rest;
    };
    const add = () => list(visit).querySelector(".stage-main").click();
    const part = (name) => [...list(visit).querySelectorAll(`[name=${name}]`)].at(-1);
    add();
    assert.deepEqual(kept(), answer);
    type(part("hint"), "Count.");
    type(part("ask"), own.text);
    assert.deepEqual(kept(), { ...answer, hint: "Count." });
    type(part("ask"), "How many are wrong?");
    assert.deepEqual([kept(), part("kind").value], [{ hint: "Count." }, "open"]);
    part("kind").value = "number";
    part("kind").dispatchEvent(new window.Event("change"));
    type(part("ask"), "How many updates are made?");
    assert.deepEqual(kept(), { hint: "Count.", number: null });
    window.localStorage.clear();
  });
}

test("the server's first answer brings what can be checked, and leaves what is being typed as it is", async () => {
  const solved = "no line parts them, more or fewer updates than in turn"; // of old, "parts"
  const visit = await making({ items: [{ board: "race", ask: "", solved }], open: 0 });
  const field = list(visit).querySelector("[name=ask]");
  type(field, "How m");
  field.setSelectionRange(1, 3);
  await visit.settled();
  visit.pass(RESTS);
  const [, { link }] = visit.reports.findLast(([name]) => name === "share");
  const checks = [
    { of: ["a line", "no line"], number: null, words: "separates them" },
    { of: ["more", "fewer", "more or fewer"], number: null, words: "updates than in turn" },
    { of: ["at most"], number: 6, words: "points" },
  ];
  const places = { race: checks.map(({ words }) => words) };
  await visit.say({ code: { link, picture: "", files: [], list: [], refused: "", checks, places } });
  assert.equal(document.activeElement, field);
  assert.deepEqual([field.value, field.selectionStart, field.selectionEnd], ["How m", 1, 3]);
  assert.equal(visit.press("p", { target: document.activeElement }), false);
  const forms = list(visit).querySelectorAll(".stage-solved");
  assert.equal(forms.length, 1);
  const values = (selector) => Array.from(forms[0].querySelectorAll(selector), ({ checked, value }) => checked || value);
  assert.deepEqual(values("select"), ["no line", "more or fewer"]);
  assert.deepEqual(values("[type=checkbox]"), [true, true, "on"]);
});

const kept = () => JSON.parse(window.localStorage.getItem("exercises"));
const button = (visit, label) => list(visit).querySelector(`[aria-label="${label}"]`) ?? [...list(visit).querySelectorAll("button")].find(({ textContent }) => textContent === label);
const THREE = ["one", "two", "three"].map((ask) => ({ board: "race", ask }));

test("exercises change places, and one that was taken out can be put back", async () => {
  const visit = await making({ items: THREE, open: 1 });
  button(visit, "Move up exercise 3").click();
  assert.deepEqual([rows(visit), kept().open, visit.spoken], [["one", "three", "two"], 2, "Exercise 3 is number 2 now."]);
  assert.equal(document.activeElement, button(visit, "Move up exercise 2"));
  assert.ok(button(visit, "Move down exercise 3").disabled);
  button(visit, "Take out exercise 1").click();
  assert.deepEqual(rows(visit), ["three", "two"]);
  assert.ok(document.activeElement.classList.contains("stage-undo"));
  document.activeElement.click();
  assert.deepEqual(rows(visit), ["one", "three", "two"]);
  window.localStorage.clear();
});

test("an exercise is opened and closed by its title, and takes the board that is shown", async () => {
  const visit = await making({ items: [{ board: "race", ask: "Why?", number: 3, solved: "" }] });
  const title = () => list(visit).querySelector("summary");
  title().click();
  assert.deepEqual([list(visit).querySelector("details").open, kept().open], [true, 0]);
  assert.equal(list(visit).querySelector(".stage-form [type=number]").value, "3");
  type(list(visit).querySelector(".stage-form [type=number]"), "007");
  assert.deepEqual([kept().items[0].number, list(visit).querySelector(".stage-form [type=number]").value], [7, "007"]);
  const box = list(visit).querySelector(".stage-form fieldset [type=checkbox]");
  box.checked = true;
  box.dispatchEvent(new window.Event("change"));
  button(visit, "Use the board shown now").click();
  const [{ board, hide }] = kept().items;
  assert.deepEqual([board.split("?")[0], hide], ["page", "outcome"]);
  title().click();
  assert.equal(list(visit).querySelector(".stage-form"), null);
  const press = new window.KeyboardEvent("keydown", { key: "Escape", bubbles: true });
  title().dispatchEvent(press);
  assert.ok(list(visit).hidden);
  window.localStorage.clear();
});

test("what a condition says is what its line shows", async () => {
  const visit = await making({ items: [{ board: "race", ask: "" }], open: 0 });
  visit.pass(RESTS);
  const [, { link }] = visit.reports.findLast(([name]) => name === "share");
  const checks = [{ of: ["at most", "at least"], number: 6, words: "points" }, { of: ["no line"], number: null, words: "separates them" }];
  await visit.say({ code: { link, picture: "", files: [], list: [], refused: "", checks, places: { race: checks.map(({ words }) => words) } } });
  const field = (label) => list(visit).querySelector(`[aria-label="${label}"]`);
  const write = (label, news) => {
    Object.assign(field(label), news).dispatchEvent(new window.Event("input", { bubbles: true }));
    return kept().items[0].solved;
  };
  assert.equal(write("points: number", { value: "5" }), "at most 5 points");
  assert.equal(write("points: how", { value: "at least" }), "at least 5 points");
  assert.equal(write("separates them", { checked: true }), "at least 5 points, no line separates them");
  assert.equal(write("points", { checked: false }), "no line separates them");
  assert.equal(field("points: number").value, "5");
  window.localStorage.clear();
});
