// The sentence of a step: its words, numbers in columns below them, and symbols that light up with their marks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Visit, scene } from "./browser.mjs";

const NUMBERS = "w\t+ x\t= w′:\n{-a}\t{+b}\t= {c},\n1\t{+b}\t= 2.\n\n‖v‖²\tfell by {a}.\n\nIt lies on the line.";
const SAID = "Step 3: it moves. w + x = w′: 1 − 1.25 = 0.500, 1 − 1.25 = 2. ‖v‖² fell by 0. It lies on the line.";

/** A scene whose third step has numbers, and a line that is called w. */
const told = (more = {}) => ({
  columns: { t: [0, 1, 2, 3, 4], a: [0, 1, 1, 0, -1], b: [1, 1, 0, -1.25, 1], c: [0, 0, 0.5, 0.5, 0] },
  texts: {
    sentence: { templates: ["The start.", "Step {t}: it moves.", `Step {t}: it moves.\n${NUMBERS}`], which: [0, 1, 1, 2, 1] },
    position: { templates: ["{t} of 4"], which: [0, 0, 0, 0, 0] },
  },
  marks: [{ panel: 0, kind: "line", columns: ["a", "b", "c"], style: { stroke: "black" }, part: "w" }],
  symbols: [
    { text: "w", color: "red", note: "The weights: a is {a}.", part: "w" }, { text: "w′", color: "red", note: "Then.", part: "w" },
    { text: "x", color: "blue", note: "The example." },
  ],
  ...more,
});

const at = async (step, more) => {
  const visit = await Visit.begin(told(more));
  for (let k = 0; k < step; k++) {
    visit.press("ArrowRight");
    visit.pass(600);
  }
  return visit;
};
const plain = (node) => node.textContent.replace(/\s+/g, " ").trim();
const inside = (node) => [...node.children].filter(({ localName }) => localName === "span");

test("words and numbers are said in one sentence, and so is what is copied of them", async () => {
  const visit = await at(3);
  assert.equal(plain(visit.part("sentence")), SAID);
  assert.equal(visit.spoken.replace(/\s/g, " "), SAID);
  assert.equal(visit.part("words").textContent, "Step 3: it moves.");
});

test("numbers stand in rows of cells, without the marks that are for the ear", async () => {
  const visit = await at(3);
  const seen = (cell) => plain(cell).slice(0, plain(cell).length - cell.lastElementChild.textContent.length);
  const paragraphs = inside(visit.part("numbers")).map((each) => [each.className, ...inside(each).map((row) => inside(row).map(seen))]);
  assert.deepEqual(paragraphs, [
    ["stage-sum", ["w", "+ x", "= w′"], ["1", "− 1.25", "= 0.500"], ["1", "− 1.25", "= 2"]],
    ["", ["‖v‖²", "fell by 0"]],
    ["", ["It lies on the line."]],
  ]);
});

test("a symbol is explained at its first place, by the numbers of the step", async () => {
  const visit = await at(3);
  const explained = () => [...visit.part("sentence").querySelectorAll("[role=button]")].map((each) => [each.textContent, each.title]);
  assert.deepEqual(explained(), [["w", "The weights: a is 0."], ["x", "The example."], ["w′", "Then."]]);
  visit.press("ArrowLeft");
  visit.pass(600);
  assert.deepEqual(explained(), []);
  assert.equal(visit.root.querySelector(".stage-numbers"), null);
});

test("a symbol and its mark light up together, whichever is touched", async () => {
  const visit = await at(3);
  const over = (target) => target.dispatchEvent(new window.MouseEvent("pointerover", { bubbles: true }));
  const lit = () => [...visit.root.querySelectorAll(".is-lit")].map((each) => each.textContent || each.dataset.kind);
  const [symbol, example] = visit.part("sentence").querySelectorAll("[role=button]");
  const mark = visit.root.querySelector("[data-part]");
  for (const target of [symbol, mark]) {
    over(target);
    assert.deepEqual(lit(), ["line", "w", "w′"]);
    over(visit.root.querySelector(".stage-panel"));
    over(example);
    assert.deepEqual(lit(), []);
  }
  symbol.dispatchEvent(new window.FocusEvent("focusin", { bubbles: true }));
  assert.deepEqual(lit(), ["line", "w", "w′"]);
});

test("beside the board a panel is the mark of its part", async () => {
  const panels = [{ ...scene().panels[0], area: "board" }, { ...scene().panels[0], area: "upper" }];
  const curve = { panel: 1, kind: "curve", columns: ["t", "a"], style: { stroke: "black" }, part: "x" };
  const symbols = [{ text: "x", color: "blue", note: "The example.", part: "x" }];
  const visit = await at(3, { panels, symbols, marks: [curve] });
  const over = (area) => visit.root.querySelector(`[data-area=${area}]`).dispatchEvent(new window.MouseEvent("pointerover", { bubbles: true }));
  over("upper");
  assert.ok(visit.part("sentence").querySelector(".is-lit"));
  over("board");
  assert.equal(visit.root.querySelector(".is-lit"), null);
});

test("where there is little room the numbers wait for a touch, and stay unfolded", async () => {
  const visit = await at(3);
  const open = () => visit.root.querySelector(".stage-unfold").getAttribute("aria-expanded");
  assert.equal(open(), "false");
  visit.do("numbers");
  assert.deepEqual([open(), visit.root.classList.contains("has-numbers")], ["true", true]);
  for (const key of ["ArrowLeft", "ArrowRight"]) {
    visit.press(key);
    visit.pass(600);
  }
  assert.equal(open(), "true");
  visit.do("numbers");
  assert.equal(open(), "false");
});

test("a wall keeps room for the longest words and the longest line of numbers", async () => {
  const visit = await at(3);
  visit.press("p");
  visit.press("ArrowLeft");
  visit.pass(600);
  assert.equal(visit.root.dataset.longest, "Step 1: it moves.\nw + x = w′: 1 − 1.25 = 0.500, 1 − 1.25 = 2.".replaceAll("− ", "−\u00A0"));
});
