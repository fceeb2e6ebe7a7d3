// Which key does what, and where the keys are somebody else's.

import assert from "node:assert/strict";
import { test } from "node:test";

import { letterOf } from "../../../playground/stage/src/page/letters.ts";
import { FRAME, Visit, scene } from "./browser.mjs";

function add(visit, html) {
  visit.parent.insertAdjacentHTML("beforebegin", html);
  return visit.parent.previousElementSibling;
}

test("arrows, page keys, Home and End step, and Space plays", async () => {
  const visit = await Visit.begin();
  const keys = [
    ["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["PageDown", 2], ["PageUp", 1], ["End", 4], ["Home", 0],
  ];
  for (const [key, step] of keys) {
    assert.equal(visit.press(key), true, key);
    assert.equal(visit.step, step, key);
  }
  visit.press(" ");
  visit.draw();
  assert.ok(visit.plays);
  visit.press(" ");
  visit.draw();
  assert.ok(!visit.plays);
});

test("with Shift the arrows move the cross, a sixteenth of a unit at a time, and no step is made", async () => {
  const visit = await Visit.begin();
  const places = { ArrowRight: "0.063, 0", ArrowUp: "0.063, 0.063", ArrowLeft: "0, 0.063", ArrowDown: "0, 0" };
  for (const [key, place] of Object.entries(places)) {
    assert.equal(visit.press(key, { shiftKey: true }), true);
    assert.equal(visit.spoken, `Cross at ${place}.`);
  }
  assert.equal(visit.step, 0);
  const { style } = visit.root.querySelector(".stage-cursor");
  assert.deepEqual([style.left, style.top], ["220px", "210px"]);
  for (const key of ["PageDown", "End", " "]) {
    visit.press(key, { shiftKey: true });
    visit.draw();
    assert.equal(visit.step, 0, key);
    assert.ok(!visit.plays, key);
  }
});

test("without Shift up and down are the page's own, as are keys with Alt and those already taken", async () => {
  const visit = await Visit.begin();
  assert.equal(visit.press("ArrowUp"), false);
  assert.equal(visit.press("ArrowRight", { altKey: true }), false);
  assert.equal(visit.press("x"), false);
  const taken = (event) => event.preventDefault();
  window.addEventListener("keydown", taken, { capture: true });
  visit.press("ArrowRight");
  window.removeEventListener("keydown", taken, { capture: true });
  assert.equal(visit.step, 0);
});

test("Ctrl or Command with Z undoes, with Shift or Y redoes, and nothing else is taken", async () => {
  for (const key of ["ctrlKey", "metaKey"]) {
    const visit = await Visit.begin();
    const held = { [key]: true };
    visit.press("3");
    visit.place(1, 1);
    visit.draw();
    const count = () => {
      visit.pass(2 * FRAME);
      return visit.points.length;
    };
    assert.equal(count(), 1);
    assert.equal(visit.press("z", held), true);
    assert.equal(count(), 2);
    assert.equal(visit.press("Z", { ...held, shiftKey: true }), true);
    assert.equal(count(), 1);
    visit.press("z", held);
    assert.equal(count(), 2);
    assert.equal(visit.press("y", held), true);
    assert.equal(count(), 1);
    assert.equal(visit.press("ArrowRight", held), false);
    assert.equal(visit.press("p", held), false);
    assert.equal(visit.step, 0);
    await visit.answer({ locked: true });
    assert.equal(visit.press("z", held), false);
  }
});

test("digits choose a tool, as many as there are", async () => {
  const visit = await Visit.begin();
  const chosen = () => [...visit.part("choices").children].findIndex((tool) => tool.ariaChecked === "true"
    || tool.getAttribute("aria-checked") === "true");
  for (const [key, tool] of [["2", 1], ["3", 2], ["1", 0]]) {
    assert.equal(visit.press(key), true);
    assert.equal(chosen(), tool);
  }
  assert.equal(visit.press("4"), false);
  assert.equal(visit.press("0"), false);
  assert.equal(chosen(), 0);
});

test("where one writes or chooses all keys are its own, but for those of a clicker", async () => {
  for (const html of [
    "<input>", "<input type=range>", "<input type=radio>", "<textarea></textarea>", "<select></select>", "<p contenteditable=true></p>",
    "<i role=slider></i>", "<i role=combobox></i>", "<i role=listbox></i>",
  ]) {
    const visit = await Visit.begin();
    const target = add(visit, html);
    for (const key of ["ArrowRight", " ", "1", "p"]) assert.equal(visit.press(key, { target }), false, html);
    assert.equal(visit.step, 0);
    visit.press("PageDown", { target });
    assert.equal(visit.step, 1, html);
    visit.press("PageUp", { target });
    assert.equal(visit.step, 0, html);
  }
});

test("on a box to tick, and on the stage's own slider, keys step", async () => {
  const visit = await Visit.begin();
  for (const target of [add(visit, "<input type=checkbox>"), visit.part("scrub")]) {
    visit.press("Home");
    visit.press("ArrowRight", { target });
    assert.equal(visit.step, 1);
  }
});

test("in a dialog arrows to the sides and a clicker's keys step, and only these where it has no fields", async () => {
  const visit = await Visit.begin();
  const dialog = add(visit, "<div role=dialog><b></b></div>");
  const target = dialog.firstElementChild;
  for (const key of [" ", "End", "1", "p"]) assert.equal(visit.press(key, { target }), false, key);
  for (const [key, step] of [["ArrowRight", 1], ["PageDown", 2], ["ArrowLeft", 1], ["PageUp", 0]]) {
    visit.press(key, { target });
    assert.equal(visit.step, step);
  }
  dialog.append(document.createElement("select"));
  assert.equal(visit.press("ArrowRight", { target }), false);
  assert.equal(visit.press("PageDown", { target }), true);
});

test("while the link is shared no key is the stage's", async () => {
  const visit = await Visit.begin();
  visit.part("share").open = true;
  assert.equal(visit.press("ArrowRight"), false);
  assert.equal(visit.step, 0);
});

test("Space and Enter on a button or a link are its own, other keys are the stage's", async () => {
  const visit = await Visit.begin();
  for (const html of ["<button></button>", "<a href=#></a>", "<summary></summary>", "<i role=button></i>"]) {
    const target = add(visit, html);
    assert.deepEqual([" ", "Enter"].map((key) => visit.press(key, { target })), [false, false], html);
    assert.equal(visit.press("End", { target }), true, html);
  }
  visit.draw();
  assert.ok(!visit.plays);
});

test("Enter on what it presses is no press of the cross, but is one on the slider", async () => {
  const symbols = [{ text: "start", color: "red", note: "Step 0." }];
  const visit = await Visit.begin({ symbols });
  visit.press("ArrowRight", { shiftKey: true });
  for (const html of ["<summary></summary>", "<button></button>", "<i role=button></i>"])
    assert.equal(visit.press("Enter", { target: add(visit, html) }), false, html);
  visit.press("Enter", { target: visit.part("sentence").querySelector("[role=button]") });
  assert.equal(visit.part("note").textContent, "Step 0.");
  assert.equal(visit.board, undefined);
  assert.equal(visit.press("Enter", { target: visit.part("scrub") }), true);
  assert.equal(visit.board.length, 3);
});

test("P presents and leaves again, and so does Escape, which first hides the cross", async () => {
  const visit = await Visit.begin();
  const presents = () => visit.root.classList.contains("is-presenting");
  assert.equal(visit.press("Escape"), false);
  assert.equal(visit.press("p"), true);
  assert.deepEqual([presents(), visit.query.present], [true, "true"]);
  visit.press("P");
  assert.deepEqual([presents(), visit.query.present], [false, undefined]);
  visit.press("p");
  visit.press("ArrowRight", { shiftKey: true });
  visit.press("Escape");
  assert.equal(presents(), true);
  visit.press("Escape");
  assert.equal(presents(), false);
});

test("arrows go around among the tools, right and up on, left and down back", async () => {
  const visit = await Visit.begin();
  const tools = visit.part("choices").children;
  const press = (key, more) => visit.press(key, { target: document.activeElement, ...more });
  tools[0].focus();
  const way = [["ArrowRight", 1], ["ArrowDown", 2], ["ArrowRight", 0], ["ArrowLeft", 2], ["ArrowUp", 1]];
  for (const [key, tool] of way) {
    assert.equal(press(key), true);
    assert.equal(document.activeElement, tools[tool], key);
  }
  assert.equal(visit.step, 0);
  press("ArrowRight", { shiftKey: true });
  assert.equal(document.activeElement, tools[1]);
});

test("arrows go around among the tabs of views", async () => {
  const panel = (view) => ({ area: "upper", label: view, heads: [], columns: [], view });
  const visit = await Visit.begin({ panels: [...scene().panels, panel("one"), panel("two"), panel("three")] });
  const tabs = visit.part("views").children;
  const press = (key) => visit.press(key, { target: document.activeElement });
  tabs[0].focus();
  const shown = () => [...visit.root.querySelectorAll(".stage-panel")].map(({ hidden }) => !hidden);
  assert.deepEqual(shown(), [true, true, false, false]);
  press("ArrowRight");
  assert.equal(document.activeElement, tabs[1]);
  assert.deepEqual(shown(), [true, false, true, false]);
  press("ArrowLeft");
  press("ArrowLeft");
  assert.deepEqual(shown(), [true, false, false, true]);
  assert.deepEqual([...tabs].map((tab) => [tab.getAttribute("aria-selected"), tab.tabIndex]),
    [["false", -1], ["false", -1], ["true", 0]]);
  press("ArrowDown");
  assert.deepEqual(shown(), [true, true, false, false]);
  assert.equal(visit.step, 0);
});

// What the keys Z, Y, P, B, Q, G and N write on keyboards of these scripts.
const SCRIPTS = {
  Latin: "zypbqgn", Russian: "янзийпт", Greek: "ζυπβ;γν", Hebrew: "זטפנ/עמ", Korean: "ㅋㅛㅔㅠㅂㅎㅜ", Arabic: "ئغح\ufefbضلى",
};

// WCAG 2.1.1
test("a shortcut's key is the one that has its letter in Latin, whatever script the keyboard writes", async () => {
  for (const [script, letters] of Object.entries(SCRIPTS)) {
    const visit = await Visit.begin();
    const press = (letter, more) => {
      const key = letters["zypbqgn".indexOf(letter)];
      return visit.press(key, { code: `Key${letter.toUpperCase()}`, ...more });
    };
    const points = () => {
      visit.pass(2 * FRAME);
      return visit.points.length;
    };
    visit.place(0, 0);
    assert.equal(points(), 3, script);
    assert.ok(press("z", { ctrlKey: true }), script);
    assert.equal(points(), 2, script);
    press("z", { ctrlKey: true, shiftKey: true });
    assert.equal(points(), 3, script);
    press("z", { metaKey: true });
    press("y", { metaKey: true });
    assert.equal(points(), 3, script);
    const has = (selector, name) => visit.parent.querySelector(selector).classList.contains(name);
    press("p");
    assert.ok(has(".stage", "is-presenting"), script);
    press("b");
    assert.ok(has(".stage-room", "is-blank"), script);
    press("b");
    visit.press("ArrowRight", { shiftKey: true });
    assert.ok(press("g"), script);
    press("p");
    assert.ok(!has(".stage", "is-presenting"), script);
    assert.equal(letterOf({ key: letters[4], code: "KeyQ" }), "q", script);
    assert.equal(letterOf({ key: letters[6], code: "KeyN" }), "n", script);
  }
});

test("where the keyboard writes Latin, a shortcut's key is where its letter is", async () => {
  const visit = await Visit.begin();
  visit.place(0, 0);
  visit.pass(2 * FRAME);
  assert.equal(visit.press("w", { ctrlKey: true, code: "KeyZ" }), false);
  assert.equal(visit.press("z", { ctrlKey: true, code: "KeyW" }), true);
  visit.pass(2 * FRAME);
  assert.equal(visit.points.length, 2);
  visit.press("p", { code: "KeyR" });
  visit.press(".", { code: "KeyE" });
  assert.ok(visit.parent.querySelector(".stage-room").classList.contains("is-blank"));
});

test("the cross places points, says what it has done, and stays on the board", async () => {
  const visit = await Visit.begin();
  visit.press("ArrowRight", { shiftKey: true });
  for (const said of [/Placed point 2, plus, at 0.063, 0/, /Already point 2, plus/]) {
    visit.press("Enter");
    assert.match(visit.spoken, said);
  }
  for (let i = 0; i < 40; i++) visit.press("ArrowRight", { shiftKey: true });
  assert.match(visit.spoken, /Cross at 2, 0\.$/);
  visit.press("Escape");
  visit.draw();
  assert.equal(visit.root.querySelector(".stage-cursor"), null);
  assert.equal(visit.press("Enter"), false);
});

test("on a locked board pointer and cross change nothing, and its tools are gone", async () => {
  const visit = await Visit.begin({ locked: true });
  visit.place(0, 0);
  visit.point("down", 1, 1);
  visit.point("move", 0, 0);
  visit.point("up", 0, 0);
  visit.press("2");
  assert.deepEqual([visit.board, visit.part("tools").hidden], [undefined, true]);
  visit.press("ArrowRight", { shiftKey: true });
  visit.press("Enter");
  visit.press("g");
  visit.draw();
  assert.equal(visit.points.length, 2);
  assert.deepEqual(visit.reports, []);
  assert.equal(visit.press("Escape"), true);
});

test("facts that can be switched are one stop of Tab, and arrows go around among them without a step", async () => {
  const fact = (name) => ({ name, value: "1", note: "A note.", on: false });
  const visit = await Visit.begin({ facts: [fact("one"), fact("three")] });
  const [one, three] = visit.part("facts").querySelectorAll("button");
  assert.deepEqual([one.tabIndex, three.tabIndex], [0, -1]);
  one.focus();
  for (const [key, there] of [["ArrowRight", three], ["ArrowRight", one], ["ArrowLeft", three]]) {
    assert.equal(visit.press(key, { target: document.activeElement }), true);
    assert.equal(document.activeElement, there);
  }
  assert.deepEqual([one.tabIndex, three.tabIndex, visit.step], [-1, 0, 0]);
});

test("with the dialog for handing in open the keys leave the board and the lesson alone", async () => {
  const part = { task: ["Look."], acts: [], numbers: false, answer: "Yes.", remember: "lesson a guess 0", was: "" };
  const visit = await Visit.begin({ guide: { title: "A:", text: "Look.", remember: "lesson a", now: 0, parts: [part] } });
  document.querySelector("#root .heading").insertAdjacentHTML("beforeend", '<a rel="next" data-lesson href="/next">Next</a>');
  const next = document.querySelector("a[rel=next]");
  let left = 0;
  next.addEventListener("click", () => { left += 1; });
  visit.do("share");
  await visit.comes(() => visit.root.querySelector("[data-do=handin]"));
  visit.do("handin");
  await visit.comes(() => visit.root.querySelector(".stage-handin")?.open);
  visit.part("share").close();
  const button = visit.root.querySelector(".stage-handin button");
  for (const key of ["ArrowRight", "PageDown", "End", "2", "n"]) assert.equal(visit.press(key, { target: button }), false, key);
  visit.press("n"); // a press beside the buttons has taken the focus from them
  assert.deepEqual([visit.step, left], [0, 0]);
  visit.root.querySelector(".stage-handin").close();
  visit.press("n");
  visit.press("ArrowRight");
  assert.deepEqual([visit.step, left], [1, 1]);
  next.remove();
  for (const { reject } of visit.asked) reject(new Error("no routes")); // the next visit asks again
  await visit.settled();
});

// WCAG 2.1.1
test("a digit's key chooses its tool also where it writes another sign", async () => {
  const visit = await Visit.begin();
  const chosen = () => [...visit.part("choices").children].findIndex((tool) => tool.getAttribute("aria-checked") === "true");
  for (const [key, more, tool] of [
    ["2", { code: "Digit2" }, 1], ["&", { code: "Digit1" }, 0], ["\u0662", { code: "Digit2" }, 1], // French, Arabic
    ["1", { code: "Digit1", shiftKey: true }, 0], ["@", { code: "Digit2", shiftKey: true }, 0], ["3", { code: "Numpad3" }, 2],
  ]) {
    visit.press(key, more);
    assert.equal(chosen(), tool, key);
  }
});
