// The settings above the board: what the visitor sets, and what is asked for it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SETTINGS, Visit } from "./browser.mjs";

const { document } = window;
const STEPPED = 200; // ms

const setting = (key, kind, value, more = {}) => ({ key, name: key, kind, default: value, applies: true, help: "", note: "", ...more });
const LINE = {
  tabs: setting("study", "choice", "one", { options: ["one", "two"] }),
  line: [
    { heading: "Data" }, setting("data", "choice", "cloud", { options: ["cloud", "<b>AND</b>"] }),
    setting("n", "number", "25", { range: [1, 400, 1] }), setting("gamma", "number", "0.1", { range: [0.01, 0.9, 0.01], help: "How wide." }),
    setting("seed", "number", "9999", { range: [0, 9999, 1] }), { heading: "Show" }, setting("bias", "switch", "false"),
    { heading: "Nothing" }, setting("c", "number", "1", { range: [-2, 20, 0.25], applies: false }),
  ],
  more: [setting("rate", "slider", "0.5", { options: ["0.25", "0.5", "1"] }), setting("start", "text", "0", { longest: 60 }), { name: "Bring a table …", opens: "points" }],
};

class Page {
  static async open(settings = LINE, query = "") {
    const page = new Page();
    page.visit = await Visit.begin({ settings }, query);
    return page;
  }

  /** Open the rest or, at a second call, close it for this page and those of the next tests. */
  turn() {
    this.visit.click(this.find(".stage-more"));
  }

  find(selector) {
    return this.visit.parent.querySelector(`.stage-settings ${selector}`);
  }

  control(key) {
    return this.find(`[data-control=${key}] :is(input, select, [role=switch])`);
  }

  words(part) {
    return [...this.visit.parent.querySelectorAll(`.stage-${part} :is(.stage-name, h2)`)].map(({ textContent }) => textContent);
  }

  /** Type a text and, unless nobody presses Enter, what is asked for then; null if nothing is. */
  type(key, text, end = "Enter") {
    const input = this.control(key);
    const { length } = this.visit.history;
    input.focus();
    input.value = text;
    input.dispatchEvent(new window.Event("input", { bubbles: true }));
    if (end) this.visit.press(end, { target: input });
    return this.visit.history[length] ?? null;
  }

  change(key, value, name = "change") {
    const control = this.control(key);
    control.value = value;
    control.dispatchEvent(new window.Event(name, { bubbles: true }));
    return this.visit.history.at(-1);
  }

  get remarks() {
    return this.find(".stage-remarks").textContent.trim();
  }
}

test("what applies is a phrase, the rest is behind a button that says how much of it is set, and no text is markup", async () => {
  const page = await Page.open();
  assert.deepEqual(page.words("phrase"), ["data", "n", "gamma", "seed", "bias"]);
  assert.deepEqual(page.words("rest"), []);
  page.turn();
  assert.deepEqual(page.words("rest"), ["c", "rate", "start"]);
  assert.deepEqual(["c", "n"].map((key) => page.control(key).disabled), [true, false]);
  assert.deepEqual([...page.control("data").options].map(({ text }) => text), ["cloud", "<b>AND</b>"]);
  assert.equal(page.find(".stage-more").textContent, "More");
  await page.visit.answer({}, page.change("rate", "2"));
  assert.equal(page.find(".stage-more").textContent, "More: 1 set");
  page.turn();
  assert.deepEqual(page.words("rest"), []);
  page.visit.click(page.find(".stage-again"));
  await page.visit.answer();
  assert.equal(page.find(".stage-all").textContent, "Settings: seed 0");
  await page.visit.answer({ settings: null });
  assert.ok(page.find(".stage-phrase").closest("[hidden]"));
});

test("a number is read as people write it, and what is none is kept, said and not asked for", async () => {
  const page = await Page.open();
  const numbers = { "0,5": "0.5", "1/4": "0.25", " .75 ": "0.75", "3e-2": "0.03" };
  for (const [text, gamma] of Object.entries(numbers)) {
    assert.equal(page.type("gamma", text)?.gamma, gamma, text);
    await page.visit.answer();
    assert.deepEqual([page.control("gamma").value, page.remarks], [gamma, ""], text);
  }
  for (const [key, text, used, said] of [
    ["gamma", "7", "0.9", "“7” becomes 0.9: gamma can be 0.01 to 0.9."], ["gamma", "1/3", "0.333333", "“1/3” becomes 0.333333: gamma can be 0.01 to 0.9."],
    ["n", "1,000", "400", "“1,000” becomes 400: n can be 1 to 400."], ["n", "−3", "1", "“−3” becomes 1: n can be 1 to 400."],
  ]) {
    assert.equal(page.type(key, text)?.[key], used, text);
    assert.equal(page.remarks, said);
    await page.visit.answer();
  }
  for (const text of ["abc", "1/0", "1/2/3", "0.5.1", "<i>", "Infinity", "0x1f", "5 or 6"]) {
    assert.equal(page.type("n", text), null, text);
    assert.equal(page.control("n").value, text);
    assert.equal(page.remarks, `“${text}” is no number: n can be 1 to 400.`);
    assert.equal(page.control("n").getAttribute("aria-invalid"), "true");
  }
  page.visit.press("Escape", { target: page.control("n") });
  assert.deepEqual([page.control("n").value, page.remarks, page.control("n").hasAttribute("aria-invalid")], ["1", "", false]);
  assert.equal(page.type("n", "")?.n, undefined, "no text is the number of a new page");
});

test("arrows step a number in its range, once for many presses, and a clicker's keys step the board", async () => {
  const page = await Page.open();
  const { visit } = page;
  const target = page.control("gamma");
  for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown"]) visit.press(key, { target });
  assert.deepEqual([target.value, visit.history], ["0.12", []]);
  visit.pass(STEPPED);
  assert.deepEqual(visit.history.map(({ gamma }) => gamma), ["0.12"]);
  await visit.answer();
  for (let press = 0; press < 9; press++) visit.press("ArrowDown", { target: page.control("n") });
  for (let press = 0; press < 20; press++) visit.press("ArrowDown", { target: page.control("n") });
  assert.equal(page.control("n").value, "1");
  for (const key of [" ", "ArrowRight", "1"]) assert.equal(visit.press(key, { target }), false);
  visit.press("PageDown", { target });
  assert.equal(visit.step, 1);
});

test("each kind of setting asks for what it is set to", async () => {
  const page = await Page.open();
  const { visit } = page;
  assert.equal(page.change("data", "<b>AND</b>").data, "<b>AND</b>");
  await visit.answer();
  visit.click(page.control("bias"));
  assert.equal(visit.history.at(-1).bias, "true");
  assert.deepEqual([page.control("bias").textContent, page.control("bias").getAttribute("aria-checked")], ["on", "true"]);
  await visit.answer();
  page.turn();
  page.change("rate", "2", "input");
  assert.equal(page.find("output").textContent, "1");
  assert.equal(page.change("rate", "2").rate, "1");
  await visit.answer();
  page.type("start", "−5, −5", null);
  page.turn();
  assert.equal(visit.history.at(-1).start, "−5, −5", "what was typed is set before its field goes");
  await visit.answer();
  visit.click(page.find("[value=two]"));
  assert.equal(visit.history.at(-1).study, "two");
  await visit.answer();
  visit.click(page.find(".stage-again"));
  assert.equal(visit.history.at(-1).seed, "0", "after the last seed comes the first");
});

test("an answer overwrites neither what is being typed nor what was set since, and leaves the focus", async () => {
  const page = await Page.open();
  const { visit } = page;
  page.type("gamma", "0.3");
  page.type("n", "7", null);
  await visit.answer({ settings: { ...LINE, line: LINE.line.slice(2) } });
  assert.deepEqual([page.control("n").value, document.activeElement], ["7", page.control("n")]);
  page.control("n").blur();
  const late = visit.asked.pop();
  assert.equal(late.address.n, "7");
  page.type("n", "8");
  await visit.resolve(late.resolve, late.address);
  assert.equal(page.control("n").value, "8");
  await visit.answer();
  assert.equal(page.control("n").value, "8");
});

test("the rest opens and closes, by Escape too, is found by a guide, and stays open on the next page", async () => {
  const page = await Page.open();
  const { visit } = page;
  const isOpen = () => page.find(".stage-more").getAttribute("aria-expanded");
  const acts = [{ kind: "control", name: "start", text: "", done: false }];
  const parts = [{ task: ["Find ", "a start", "."], acts, numbers: false, answer: "", remember: "x 0", was: "" }];
  const guide = { title: "Does it?", text: "", parts, start: {}, now: null, home: true, remember: "x" };
  await visit.answer({ guide });
  visit.click(visit.parent.querySelector(".stage-guide li button"));
  assert.deepEqual([isOpen(), document.activeElement], ["true", page.control("start")]);
  await visit.mountAgain();
  assert.equal(isOpen(), "true");
  page.control("start").focus();
  visit.press("Escape", { target: page.control("start") });
  assert.deepEqual([isOpen(), document.activeElement], ["false", page.find(".stage-more")]);
});

test("a name tells what its setting means, to who touches it and who comes to it by Tab", async () => {
  const page = await Page.open();
  const note = () => page.visit.text("note");
  page.visit.click(page.find("[data-control=gamma] .stage-name"));
  assert.equal(note(), "How wide. 0.01 to 0.9");
  const up = (key) => page.control(key).dispatchEvent(new window.KeyboardEvent("keyup", { key: "Tab", bubbles: true }));
  up("n");
  assert.equal(note(), "1 to 400");
  up("data");
  assert.equal(note(), "1 to 400", "nothing is to be said of it");
});

test("a button opens a dialog of the page around the stage", async () => {
  const page = await Page.open();
  const { visit } = page;
  page.turn();
  visit.click(page.find(".stage-opener button"));
  assert.equal(visit.reports.at(-1)[1].opens, "points");
  page.turn();
});
