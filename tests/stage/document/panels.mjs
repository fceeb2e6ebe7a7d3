// What stands in panels and in words: tables, walks, facts, questions, symbols, guides, filmstrips.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LatePanel } from "../../../playground/stage/src/draw/late.ts";
import { Walk } from "../../../playground/stage/src/draw/walk.ts";
import { FRAME, Visit, likes, scene } from "./browser.mjs";

const beside = (panel) => [...scene().panels, { area: "upper", label: "Beside.", ...panel }];
const go = (visit, key) => {
  visit.press(key);
  visit.pass(600);
};

test("a program that does not come is asked for at the next step, and then shows what it missed and is complained of no more", async () => {
  const said = [];
  const page = { busy() {}, complain: (_, words) => said.push(words) };
  const shown = [];
  const inside = Object.fromEntries(["build", "layOut", "draw"].map((name) => [name, (...values) => shown.push([name, ...values])]));
  let works = false;
  const panel = new LatePanel(page, ["late", "The panel"], async () => {
    if (!works) throw new Error("this device is offline");
    return inside;
  });
  const draw = async (step) => {
    panel.draw(step, 9);
    for (let turn = 0; turn < 9; turn++) await null;
  };
  panel.build("spec", "data");
  await draw(1);
  assert.match(said.at(-1), /^The panel could not be loaded: this device is offline\. Choose another tab/);
  assert.deepEqual(shown.splice(0), []);
  works = true;
  await draw(2);
  assert.equal(said.at(-1), "");
  assert.deepEqual(shown.splice(0), [["build", "spec", "data"], ["layOut"], ["draw", 2, 9]]);
  await draw(3);
  assert.deepEqual(shown, [["draw", 3, 9]]);
});

test("a walk shows the row of the step, the next and the one before: where it stopped, was and will be", () => {
  const data = { columns: { at: [0, 2, 3, 5] }, last: 3 };
  const walk = new Walk();
  const words = { templates: ["after {at}"], which: [0, 0, 0, 0] };
  walk.build({ column: "at", size: 3, end: 8, name: "round {row}", text: words }, data);
  const rows = (step) => {
    walk.draw(step);
    return walk.rows.filter(({ hidden }) => !hidden).map((row) => [row.firstChild.textContent, row.lastChild.textContent]);
  };
  assert.deepEqual(rows(0), [["round 1", "···"], ["round 2", "···"], ["round 3", "···"]]);
  assert.deepEqual(rows(1), [["round 1", "✓✗·"], ["round 2", "···"], ["round 3", "···"]]);
  assert.deepEqual(rows(2), [["round 1", "✓✗✗"], ["round 2", "···"], ["round 3", "···"]]);
  assert.deepEqual(rows(3), [["round 1", "✓✗✗"], ["round 2", "✓✗✓"], ["round 3", "✓✓·"]]);
  assert.equal(walk.words.textContent, "after 5");
  assert.equal(walk.rows[1].getAttribute("aria-label"), "round 2: 2 ✓, 1 ✗, 0 ·");
  const current = walk.rows[1].querySelectorAll(".is-at");
  assert.deepEqual([...current].map((cell) => cell.textContent), ["✗"]);
  walk.build({ column: "at", size: 3, end: 6, name: "round {row}", text: words }, { columns: { at: [0, 2] }, last: 1 });
  assert.deepEqual(rows(1), [["round 1", "✓✗✓"], ["round 2", "✓✓✓"]], "beyond the end there is no round");
  walk.build({ column: "at", size: 0, end: 0, name: "", text: words }, data);
  walk.draw(0);
  assert.deepEqual(walk.rows.map(({ hidden }) => hidden), [true, true, true]);
  walk.build(undefined, data);
  assert.equal(walk.node.hidden, true);
});

test("of a long row sixty cells are shown, those about the step", () => {
  const walk = new Walk();
  const words = { templates: [""], which: [0, 0, 0, 0] };
  walk.build({ column: "at", size: 70, end: 140, name: "{row}", text: words },
    { columns: { at: [0, 60, 61, 71] }, last: 3 });
  const first = (step) => {
    walk.draw(step);
    const [title, line] = walk.rows[0].children;
    return [title.textContent, line.textContent.trim().length];
  };
  assert.deepEqual([0, 1, 2, 3].map(first),
    [["1, 1 to 60 of 70", 60], ["1, 1 to 60 of 70", 60], ["1, 61 to 70 of 70", 10], ["2, 1 to 60 of 70", 60]]);
  assert.equal(walk.rows[0].lastChild.children.length, 60);
});

test("a question stands in the verdict's place until the end was seen, and a guess is compared", async () => {
  const question = { text: "How many?", answer: 4, position: ["step {t}"] };
  const facts = [{ name: "steps", value: "4", note: "Count.", outcome: true }, { name: "size", value: "1", note: "Small." }];
  const visit = await Visit.begin({ question, facts });
  const values = () => [...visit.part("facts").querySelectorAll("span")].map((value) => value.textContent);
  const waits = () => visit.root.classList.contains("is-waiting");
  const notes = () => visit.part("facts").querySelector("button").title;
  assert.deepEqual([waits(), values(), visit.text("position")], [true, ["?", "1"], "step 0"]);
  assert.equal(notes(), "size: Small.");
  const field = visit.part("guess");
  field.value = "3";
  field.dispatchEvent(new window.Event("input", { bubbles: true }));
  go(visit, "End");
  assert.deepEqual([waits(), values(), visit.text("position")], [false, ["4", "1"], "4 of 4"]);
  assert.equal(notes(), "steps: Count.\nsize: Small.");
  assert.equal(visit.text("verdict"), "It ends. You guessed 3.");
  go(visit, "Home");
  assert.equal(waits(), false);
  // The same run again is known, another is asked about anew.
  await visit.answer({});
  assert.equal(waits(), false);
  await visit.answer({ verdict: { text: "Another.", color: "red" } });
  assert.deepEqual([waits(), field.value], [true, ""]);
});

test("a finger taps, and is told of no keys; what a visitor wrote stays as it is", async () => {
  const sentence = { templates: ["Click a point. Press Step (→)."], which: [0, 0, 0, 0, 0] };
  const notes = [{ x: 0, y: 0, text: "click" }];
  const figure = { ...scene().panels[0].figure, title: "A board: click to place a point", notes };
  const panels = [{ area: "all", label: "A board.", figure }];
  const guide = { title: "The link asks:", text: "Where would you click (→)?" };
  const said = async (finger) => {
    likes.finger = finger;
    const { texts } = scene();
    const visit = await Visit.begin({ panels, guide, texts: { ...texts, sentence } });
    likes.finger = false;
    return [visit.text("sentence"), visit.text("head"), visit.parent.querySelector(".stage-guide").textContent.trim()];
  };
  const asked = "The link asks: Where would you click (→)?";
  assert.deepEqual(await said(false), ["Click a point. Press Step (→).", "A board: click to place a point", asked]);
  assert.deepEqual(await said(true), ["Tap a point. Press Step.", "A board: tap to place a point", asked]);
});

const ASKED = { question: { text: "Does it?", answer: null, position: ["{t}"] } };
const READ = {
  form: ["a", "b", "c"], signs: [1, -1], place: "", sides: ["", "", ""], point: "", value: "", away: "", hollow: "",
};

// A click on a free place of the board, and the server's answer to it, which is about another run.
async function edited(visit, more) {
  visit.place(visit.history.length / 2, -1.5, more);
  await visit.answer({ verdict: { text: `Otherwise ${visit.history.length}.`, color: "red" } });
  visit.draw();
}

test("what is asked stays asked whatever the hand does, and the board stays at its start", async () => {
  const visit = await Visit.begin({ ...ASKED, reading: { ...READ, value: "{value}" }, editing: { ...scene().editing, most: 9 } });
  const line = () => visit.root.querySelector("[data-kind=line]").getAttribute("d");
  const [begin] = [line(), go(visit, "End")];
  assert.notEqual(begin, line());
  for (const key of ["End", "Home"]) {
    go(visit, key);
    await edited(visit, { touch: true });
    assert.deepEqual([visit.step, visit.root.classList.contains("is-waiting"), line()], [0, true, begin]);
    assert.deepEqual([visit.text("sentence"), visit.text("reading")], ["The start.", "−1.50"]); // by y, the form of the start
  }
  await visit.answer({ question: undefined });
  await edited(visit);
  assert.deepEqual([visit.step, line() === begin], [4, false]);
});

test("until the end was seen nothing that tells it is shown, and nothing of the steps to come", async () => {
  const rows = { heads: ["t"], columns: ["t"] };
  const legend = [{ shape: "ring", words: "the proof", style: {}, outcome: true }];
  const marks = [...scene().marks, { panel: 0, kind: "ring", columns: ["i"], style: {}, radius: 9, outcome: true }];
  marks.push({ panel: 0, kind: "label", columns: ["count"], style: {}, at: [0, 0], shift: [0, 0], stays: true });
  const panels = [{ ...scene().panels[0], legend }, ...beside(rows).slice(1), ...beside({ of: 0 }).slice(1)];
  const columns = { ...scene().columns, i: [1, 1, 1, 1, 1], count: ["0", "1", "2", "3", "4"] };
  const visit = await Visit.begin({ ...ASKED, marks, panels, columns });
  await visit.comes(() => visit.root.querySelector("table"));
  const table = visit.root.querySelector("table");
  const tells = () => {
    visit.click(visit.root.querySelector(".stage-ask"));
    return [
      visit.root.querySelector("[data-kind=ring]").style.display, visit.part("legend").children.length,
      Number(table.getAttribute("aria-rowcount")) - 1, visit.root.querySelectorAll(".stage-strip button").length,
      visit.root.querySelector(".stage-panel > svg [data-kind=label]").textContent,
    ];
  };
  assert.deepEqual(tells(), ["none", 0, 0, 0, "0"]);
  go(visit, "ArrowRight");
  assert.deepEqual(tells(), ["none", 0, 1, 1, "1"]);
  go(visit, "End");
  assert.deepEqual(tells(), ["", 1, 4, 4, "4"]);
  go(visit, "Home");
  assert.deepEqual(tells(), ["", 1, 4, 4, "4"]);
});

test("a table has a row for each step, marks that of the step, and goes to the one that is chosen", async () => {
  const columns = { ...scene().columns, value: [null, 0.5, null, -2, 3] };
  const visit = await Visit.begin({ columns, panels: beside({ heads: ["t", "value"], columns: ["t", "value"] }) });
  await visit.comes(() => visit.root.querySelector("table"));
  const table = visit.root.querySelector("table");
  const box = visit.root.querySelector(".stage-table");
  Object.defineProperty(box, "clientHeight", { value: 60 });
  table.querySelector("tr").style.height = "20px";
  visit.root.dispatchEvent(new window.Event("resize"));
  await visit.answer({});
  const rows = () => [...table.tBodies[0].rows].map((row) => row.textContent);
  assert.deepEqual(rows(), ["10.500", "2–", "3−2"]);
  go(visit, "ArrowRight");
  assert.equal(table.querySelector("[aria-current]").textContent, "10.500");
  visit.press("ArrowDown", { target: table });
  assert.equal(table.querySelector(".is-pointed").textContent, "2–");
  visit.press("Enter", { target: table });
  assert.equal(visit.step, 2);
  assert.equal(visit.press("ArrowUp", { target: table, shiftKey: true }), true);
  assert.equal(table.querySelector(".is-pointed"), null);
});

test("a column of a table is as wide as its longest number, which may lie between the smallest and the largest", async () => {
  const columns = { ...scene().columns, value: [null, 1, 1.5, -2, 2] };
  const visit = await Visit.begin({ columns, panels: beside({ heads: ["v"], columns: ["value"] }) });
  await visit.comes(() => visit.root.querySelector("table"));
  assert.equal(visit.root.querySelector("table").style.minWidth, "6ch"); // −2, and 1.50 with room for a sign and a gap
});

test("a table leaves out its spare columns, a group at a time, while it is wider than its panel", async () => {
  const columns = { ...scene().columns, value: [null, 0.5, null, -2, 3], more: [null, 1, 1, 1, 1] };
  const names = ["t", "more", "value"];
  const visit = await Visit.begin({ columns, panels: beside({ heads: names, columns: names, spare: [["more"], ["value"]] }) });
  await visit.comes(() => visit.root.querySelector("table"));
  const box = visit.root.querySelector(".stage-table");
  const heads = () => [...visit.root.querySelectorAll("th")].map((head) => head.textContent);
  let room = 0;
  Object.defineProperty(box, "clientHeight", { value: 60 });
  Object.defineProperty(box, "clientWidth", { get: () => room });
  Object.defineProperty(box, "scrollWidth", { get: () => Math.max(room, 50 * heads().length) });
  visit.root.querySelector("thead tr").style.height = "20px";
  const shown = async (px) => {
    room = px;
    visit.root.dispatchEvent(new window.Event("resize"));
    await visit.answer({});
    return heads();
  };
  assert.deepEqual(await shown(150), names);
  assert.deepEqual(await shown(100), ["t", "value"]);
  assert.deepEqual(await shown(60), ["t"]);
  assert.deepEqual(await shown(20), ["t"]);
  assert.deepEqual(await shown(151), names);
  assert.equal(visit.root.querySelector("tbody tr").cells.length, 3);
});

test("a filmstrip shows eight steps about the current one, and a click goes to one", async () => {
  const long = Array.from({ length: 12 }, (_, t) => t);
  const which = long.map(() => 0);
  const visit = await Visit.begin({
    last: 11, columns: { t: long, a: long, b: long.map(() => 1), c: which }, panels: beside({ of: 0 }),
    texts: { sentence: { templates: ["{t}"], which }, position: { templates: ["{t}"], which } },
  });
  const strip = visit.root.querySelector(".stage-strip");
  const steps = () => [...strip.children].map((button) => Number(button.dataset.to));
  assert.deepEqual(steps(), [1, 2, 3, 4, 5, 6, 7, 8]);
  visit.click(strip.children[7].querySelector("span"));
  assert.deepEqual([visit.step, strip.querySelector("[aria-current]").dataset.to], [8, "8"]);
  visit.press("ArrowRight");
  assert.deepEqual([visit.step, steps()], [9, [9, 10, 11]]);
});

const outlined = (visit) => Array.from(visit.root.querySelectorAll("[data-point]"), (point) => point.classList.contains("is-hollow"));
const counted = (visit) => visit.root.querySelector(".stage-count").textContent;

test("points are outlines as the step says; one that the hand has moved or placed, by the side of the line that is drawn", async () => {
  const marks = [{ panel: 0, kind: "hollow", columns: ["bits"], words: "{count} wrong", form: ["a", "b", "c"] }];
  const columns = { ...scene().columns, bits: ["01", "02", "03", "00", "00"] };
  const visit = await Visit.begin({ marks, columns });
  go(visit, "ArrowRight");
  go(visit, "ArrowRight");
  assert.deepEqual([outlined(visit), counted(visit)], [[true, true], "2 wrong"]);
  // The line of the step is x = −½, and the point of the first class belongs on its right.
  visit.point("down", 1, 1);
  visit.point("move", 1.5, 0);
  visit.pass(2 * FRAME);
  assert.deepEqual([outlined(visit), counted(visit)], [[false, true], ""]);
  for (const x of [-1, -0.5]) {
    visit.point("move", x, 0);
    visit.pass(2 * FRAME);
    assert.deepEqual([outlined(visit), counted(visit)], [[true, true], ""]);
  }
  visit.point("up", 0, 0);
  visit.place(1.5, 1.5);
  visit.pass(2 * FRAME);
  assert.deepEqual(outlined(visit), [true, true, false]);
});

test("while a question waits, the points of an edit are outlines by the line of the start", async () => {
  const marks = [...scene().marks, { panel: 0, kind: "hollow", columns: ["bits"], words: "{count} wrong" }];
  const columns = { ...scene().columns, bits: ["01", "00", "00", "00", "02"] };
  const visit = await Visit.begin({ ...ASKED, reading: READ, marks, columns, editing: { ...scene().editing, most: 9 } });
  assert.deepEqual([outlined(visit), counted(visit)], [[true, false], "1 wrong"]);
  await edited(visit);
  await visit.answer({ columns: { ...columns, bits: ["07", "00", "00", "00", "06"] } });
  visit.draw();
  assert.deepEqual([visit.step, outlined(visit), counted(visit)], [0, [true, true, true], "3 wrong"]);
});

test("unseen dots with a side are hollow where the line of the step, or under the hand, has them on the other", async () => {
  const dots = (side, x) => ({ kind: "dots", x, y: x.map(() => 0), color: "red", size: 7, shape: side > 0 ? "circle" : "triangle", edge: "white", width: 1.5, side });
  const figure = { ...scene().panels[0].figure, parts: [dots(1, [-1, 1]), dots(-1, [0.5])] };
  const visit = await Visit.begin({ panels: [{ ...scene().panels[0], figure }], reading: READ });
  const hollow = () => Array.from(visit.root.querySelectorAll(".stage-axes > svg > path"), (dot) => dot.getAttribute("fill") === "white")
    .filter(Boolean).length;
  go(visit, "ArrowRight");
  go(visit, "ArrowRight");
  assert.deepEqual([visit.step, hollow()], [2, 2]); // x = −½: the first of the one side, and the other's
  go(visit, "ArrowRight");
  assert.equal(hollow(), 3); // y = 0 goes through all three
});

test("a guide's parts are ticked off as their ends are seen, tell what was found then, and are kept", async () => {
  const part = (task, answer) => ({ task: [task], acts: [], numbers: false, answer, remember: `guess at ${task}`, was: "" });
  const parts = [part("Step on.", "It ends."), part("Set it.", "It ends again.")];
  const guide = { title: "Does it?", finding: "It does.", text: "A board.", parts, now: 0, home: true, remember: "lesson" };
  window.localStorage.clear();
  const visit = await Visit.begin({ guide });
  const [node, style] = [".stage-guide", ".stage-room > style"].map((place) => visit.parent.querySelector(place));
  const seen = () => [
    node.querySelector("p:not([data-away]) strong").textContent, [...node.querySelectorAll("li")].map(({ className }) => className),
    visit.part("answer").firstElementChild.textContent, style.textContent.includes("data-home"), window.localStorage.getItem("lesson"),
  ];
  assert.deepEqual(seen(), ["Does it?", ["", ""], "", false, null]);
  go(visit, "End");
  assert.deepEqual(seen(), ["Does it?", ["is-done", ""], "It ends.", false, null]);
  // Of a board of one's own nothing is said that was found on the lesson's, unless one is to be built.
  const own = { points: [[0, 0, 1]], verdict: { text: "Never.", color: "red" } };
  let links = 1;
  const opened = async (more) => {
    links += 1;
    await visit.say({ link: { number: links, address: { step: String(more.step) } } });
    await visit.answer(more);
  };
  await opened({ ...own, step: 4, guide: { ...guide, now: null, home: false, astray: true } });
  assert.deepEqual(seen().slice(1, 4), [["is-done", ""], "This board is your own now: “The lesson's board” leads back.", true]);
  await opened({ ...own, step: 4, guide: { ...guide, now: null, home: false } });
  assert.equal(seen()[2], "It ends.");
  await opened({ step: 0, guide: { ...guide, now: 1, home: false } });
  assert.deepEqual(seen()[1], ["is-done", ""]);
  go(visit, "End");
  assert.deepEqual(seen(), ["It does. ✓", ["is-done", "is-done"], "It ends. It ends again. Ask me again Hand in", true, "seen"]);
  // Asked again, it tells nothing of what was found or guessed, but stays noted as done.
  visit.click(visit.part("answer").querySelector("button"));
  assert.deepEqual(seen(), ["Does it?", ["", ""], "", true, "seen"]);
  assert.deepEqual([visit.root.dataset.at, window.localStorage.getItem("lesson parts")], ["0", null]);
  go(visit, "End");
  assert.deepEqual(seen()[1], ["", "is-done"]);
  await visit.answer({ guide: undefined });
  assert.deepEqual([node.hidden, visit.part("answer").hidden], [true, true]);
});

test("whoever has chosen an option of a lesson is asked how sure that is, and told at the end", async () => {
  window.localStorage.clear();
  const question = { text: "Who?", answer: 1, options: ["this", "that"], remember: "lesson a guess 0", replies: [[0, 0, "Not this."]] };
  const part = { task: ["Step."], answer: "That.", acts: [], numbers: false, remember: "lesson a guess 0", was: "" };
  const guide = { title: "A?", finding: "A.", text: "", parts: [part], now: 0, start: {}, home: true, astray: false, remember: "lesson a" };
  const visit = await Visit.begin({ question, guide });
  const [options, sure] = ["options", "sure"].map((name) => visit.part(name));
  assert.equal(sure.hidden, false);
  visit.click(options.children[0]);
  visit.click(sure.children[0]);
  assert.deepEqual([...sure.children].map((each) => each.getAttribute("aria-pressed")), ["true", "false"]);
  go(visit, "End");
  assert.equal(visit.text("verdict"), "It ends. Not this. You were sure.");
  assert.equal(window.localStorage.getItem("lesson a guess 0 sure"), "true");
  assert.deepEqual(JSON.parse(window.localStorage.getItem("lesson a guess 0 end")).slice(0, 2), [0, 1]);
  window.localStorage.clear();
  const right = await Visit.begin({ question });
  right.click(right.part("options").children[1]);
  right.click(right.part("sure").children[0]);
  go(right, "End");
  assert.equal(right.text("verdict"), "It ends. Your guess was right.");
  // Another kind of question asks nothing.
  await right.answer({ question: { ...question, remember: undefined }, last: 3 });
  assert.equal(right.part("sure").hidden, true);
  window.localStorage.clear();
});

test("a guess by a button is compared with the answer, and kept under the question's name", async () => {
  const question = { text: "Who?", answer: 1, options: ["this", "that"], remember: "lesson guess" };
  window.localStorage.clear();
  let visit = await Visit.begin({ question });
  const buttons = () => [...visit.part("options").children];
  const pressed = () => buttons().map((button) => button.getAttribute("aria-pressed"));
  assert.deepEqual([visit.part("guess").hidden, pressed()], [true, ["false", "false"]]);
  visit.click(buttons()[0]);
  assert.deepEqual(pressed(), ["true", "false"]);
  go(visit, "End");
  assert.equal(visit.text("verdict"), "It ends. You said: this.");
  visit = await Visit.begin({ question });
  assert.deepEqual(pressed(), ["true", "false"]);
  visit.click(buttons()[1]);
  go(visit, "End");
  assert.equal(visit.text("verdict"), "It ends. Your guess was right.");
  // Of another question it says nothing.
  visit = await Visit.begin({ question: { ...question, answer: 7, options: undefined, remember: "another" } });
  assert.deepEqual([visit.part("options").hidden, visit.part("guess").hidden, visit.part("guess").value], [true, false, ""]);
});

test("a part that was a guide of its own is done where that was, until it is asked again", async () => {
  const parts = [0, 1].map((place) => (
    { task: ["Step."], answer: `${place}.`, acts: [], numbers: false, remember: `old guess ${place}`, was: place ? "old" : "" }));
  const guide = { title: "Does it?", finding: "It does.", text: "A board.", parts, now: 0, home: true, remember: "lesson" };
  const question = { text: "How many?", answer: 4, remember: "old guess 0" };
  window.localStorage.clear();
  window.localStorage.setItem("old", "seen");
  window.localStorage.setItem("old guess 0", "3");
  const visit = await Visit.begin({ guide, question });
  assert.deepEqual([visit.text("answer"), visit.part("guess").value], ["1.", "3"]);
  go(visit, "End");
  assert.equal(visit.text("answer"), "0. 1. Ask me again Hand in");
  assert.ok(Date.now() - Number(window.localStorage.getItem("lesson wrong")) < 60_000, "3 is not 4");
  visit.click(visit.part("answer").querySelector("button"));
  assert.deepEqual([visit.text("answer"), visit.part("guess").value], ["", ""]);
  const kept = ["old", "old guess 0", "lesson wrong", "lesson"].map((key) => window.localStorage.getItem(key));
  assert.deepEqual(kept, [null, null, null, "seen"]);
  assert.ok(visit.root.classList.contains("is-waiting"));
});

test("a wrong answer gets the sentence for it, beside the number that was asked for", async () => {
  const replies = [[3, 3, "You counted the dots."], [5, 999999, "Too many."]];
  const question = { text: "How many passes?", answer: 4, told: "4 passes", replies };
  const said = { 4: "Your guess was right.", 3: "You counted the dots.", 2: "You guessed 2.", 70: "Too many." };
  for (const [guess, words] of Object.entries(said)) {
    const visit = await Visit.begin({ question });
    visit.part("guess").value = guess;
    visit.part("guess").dispatchEvent(new window.Event("input", { bubbles: true }));
    go(visit, "End");
    assert.equal(visit.text("verdict"), `It ends. 4 passes. ${words}`);
  }
});

test("what is said between two frames is said in one breath", async () => {
  const visit = await Visit.begin();
  visit.press("End");
  visit.press("3");
  visit.place(0, 0);
  visit.draw();
  assert.equal(visit.text("said"), "Step 4. No point here.");
});

test("an answer that cannot be shown, as of another version's server, is said, with what may help", async () => {
  for (const strange of [{ facts: null }, { panels: undefined }, { step: {}, last: undefined, marks: "" }, { hand: null }]) {
    const visit = await Visit.begin();
    const fails = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.once("unhandledRejection", () => {});
    await visit.answer(strange);
    await new Promise(setImmediate);
    for (const each of fails) process.on("unhandledRejection", each);
    assert.match(visit.text("trouble"), /^The picture could not be drawn: .+\. Reloading the page may help\./);
    assert.equal(visit.part("trouble").hidden, false);
  }
});

test("what one complains about is shown again when another complains no more", async () => {
  const axis = { name: "", range: [0, 1] };
  const space = { title: "", margin: {}, axes: [axis, axis, axis], traces: [], eye: [1, 1, 1], center: [0, 0, 0], legend: [], inside: true };
  const panels = [...scene().panels, { area: "side", label: "A space.", figure: space }];
  const visit = await Visit.begin({ panels, plotly: [1] });
  const trouble = visit.part("trouble");
  const shown = () => [trouble.hidden, ...Array.from(trouble.children, ({ textContent }) => textContent)];
  await visit.comes(() => document.querySelector("script[src='plotly.js']"));
  document.querySelector("script[src='plotly.js']").onerror();
  await visit.settled();
  const first = [false, "Part of the picture could not be loaded: Plotly did not load.", "Try again"];
  assert.deepEqual(shown(), first);
  visit.press("3");
  visit.place(1, 1);
  visit.asked.pop().reject(new TypeError("no connection"));
  await visit.settled();
  assert.match(visit.text("trouble"), /^The server does not answer/);
  visit.pass(1000);
  await visit.answer();
  assert.deepEqual(shown(), first);
  visit.do("retry");
  assert.deepEqual(shown(), [false, "Loading the rest of the picture …", ""]);
});

test("a scene is what is told of it until the end was seen or the question answered, and then the whole one", async () => {
  const whole = scene();
  const question = { text: "Will the run ever stop?", answer: 1, options: ["Yes", "No"] };
  const fact = { name: "the margin", value: "0.1", note: "", outcome: false };
  const untold = {
    panels: [{ ...whole.panels[0], label: "A board that waits." }], marks: whole.marks, facts: [{ ...fact, value: "?" }],
    columns: { t: ["zero", 1, 2, 3, 4] }, texts: whole.texts, question,
  };
  const begin = (asks) => Visit.begin({ facts: [fact], question: asks, untold });
  const seen = (visit) => {
    visit.pass(2 * FRAME);
    const label = visit.root.querySelector(".stage-panel").getAttribute("aria-label").split(".")[0];
    return [label, visit.text("facts"), visit.root.querySelector(".stage-question span").textContent, visit.text("position")];
  };
  const visit = await begin({ text: "How many?", answer: 4 });
  assert.deepEqual(seen(visit), ["A board that waits", "the margin?", "Will the run ever stop?", "zero of 4"]);
  visit.part("options").children[0].click();
  assert.deepEqual(seen(visit).slice(0, 3), ["A board", "the margin0.1", "How many?"]);
  visit.do("last");
  visit.do("first");
  assert.deepEqual(seen(visit), ["A board", "the margin0.1", "How many?", "0 of 4"]);
  assert.doesNotMatch(visit.text("verdict"), /You guessed/); // nothing was guessed of what is asked now
  const never = await begin(question);
  never.part("options").children[1].click();
  never.pass(2 * FRAME);
  assert.match(never.text("verdict"), /Your guess was right/);
});

test("the lines of a proof have their numbers at the step, with bars to scale, and one of them is marked", async () => {
  const text = { templates: ["start", "{t} of 4"], which: [0, 1, 1, 1, 1] };
  const sides = [{ column: "c", bound: false }, { column: "t", bound: true }];
  const lines = [{ title: "Growth", formula: "<math><mi>w</mi></math>", text, sides, reach: 8 }, { title: "End", formula: "", text }];
  const columns = { ...scene().columns, mark: [null, 0, 1, 1, 1] };
  const visit = await Visit.begin({ columns, panels: beside({ lines, marked: "mark" }) });
  const sheet = visit.part("sheet");
  const marked = () => [...sheet.children].map((item) => item.getAttribute("aria-current"));
  const bars = () => [...sheet.querySelectorAll("i")].map((bar) =>
    [bar.className, ...["from", "length", "end", "gap"].map((name) => bar.style.getPropertyValue(`--${name}`))]);
  assert.deepEqual([...sheet.querySelectorAll("h2")].map(({ textContent }) => textContent), ["Growth", "End"]);
  assert.equal(sheet.querySelector("math").textContent, "w");
  assert.deepEqual([sheet.children[0].querySelector("section div + div").textContent, marked()], ["start", [null, null]]);
  assert.deepEqual(bars(), [["is-zero", "0%", "0%", "0%", "0%"], ["is-bound is-zero", "0%", "0%", "0%", "0%"]]);
  go(visit, "ArrowRight");
  go(visit, "ArrowRight");
  assert.deepEqual([sheet.children[0].querySelector("section div + div").textContent, marked()], ["2 of 4", [null, "true"]]);
  assert.deepEqual(bars(), [["", "0%", "6.25%", "6.25%", "18.75%"], ["is-bound", "0%", "25%", "25%", "0%"]]);
});

test("on a ruler above the lines the numbers of the step stand to scale, and the space between the first and the last is lit", async () => {
  const text = { templates: [""], which: [0, 0, 0, 0, 0] };
  const ruler = [{ name: "floor", column: "low", bound: true }, { name: "between", column: "t", bound: false }, { name: "top", column: "high", bound: true }];
  const columns = { ...scene().columns, low: [0, 0.5, 1, 3, 4], high: [0, 2, 4, 4, 4] };
  const visit = await Visit.begin({ columns, panels: beside({ lines: [{ title: "", formula: "", text }], ruler }) });
  const places = () => {
    const ruler = visit.root.querySelector(".stage-ruler");
    return [...Array.from(ruler.children, (tick) => [tick.textContent, tick.style.getPropertyValue("--at")]),
      ...["from", "to"].map((end) => ruler.style.getPropertyValue(`--${end}`))];
  };
  assert.deepEqual(places(), [["floor", "0%"], ["between", "0%"], ["top", "0%"], "0%", "0%"]);
  go(visit, "ArrowRight");
  assert.deepEqual(places(), [["floor", "25%"], ["between", "50%"], ["top", "100%"], "25%", "100%"]);
  go(visit, "End");
  assert.deepEqual(places(), [["floor", "100%"], ["between", "100%"], ["top", "100%"], "100%", "100%"]);
  await visit.answer({ panels: beside({ lines: [{ title: "", formula: "", text }] }) });
  assert.equal(visit.root.querySelector(".stage-ruler"), null);
});

test("the type of a proof shrinks until all lines have room, in a hall farther than on a desk", async () => {
  const text = { templates: [""], which: [0, 0, 0, 0, 0] };
  const visit = await Visit.begin({ panels: beside({ lines: [{ title: "", formula: "", text }] }) });
  const sheet = visit.part("sheet");
  const size = () => Number(sheet.style.getPropertyValue("--stage-fit") || 1);
  assert.equal(size(), 1);
  Object.defineProperty(sheet, "scrollHeight", { get: () => 100 * size() });
  Object.defineProperty(sheet, "clientHeight", { value: 90, configurable: true });
  go(visit, "ArrowRight");
  assert.ok(Math.abs(size() - 0.88) < 1e-9);
  Object.defineProperty(sheet, "clientHeight", { value: 10 });
  go(visit, "ArrowRight");
  assert.ok(size() <= 0.85 && size() > 0.8);
  visit.root.classList.add("is-presenting");
  go(visit, "ArrowRight");
  assert.ok(size() <= 0.5 && size() > 0.45);
});

test("a chart has its title and its legend above it, and a button for its other scale", async () => {
  const { figure } = scene().panels[0];
  const places = { x: [], y: [] };
  const chart = (to) => ({
    ...figure, title: `A chart: up to ${to}`, xaxis: { name: "", range: [0, to] }, parts: [
      { kind: "lines", name: "steps", ...places, color: "red", dash: "dot" },
      { kind: "dots", name: "ends", ...places, color: "blue", shape: "triangle", hollow: true },
      { kind: "lines", ...places, color: "green" },
    ],
  });
  const visit = await Visit.begin({ panels: beside({ figure: chart(4), whole: chart(9) }) });
  const panel = visit.root.querySelectorAll(".stage-panel")[1];
  const title = () => panel.querySelector(".stage-head p").textContent;
  assert.deepEqual([title(), panel.getAttribute("role")], ["A chart: up to 4", "group"]);
  const signs = [...panel.querySelectorAll(".stage-head li")].map((item) => [item.textContent,
    ...["fill", "stroke", "stroke-dasharray"].map((name) => item.querySelector("path").getAttribute(name))]);
  assert.deepEqual(signs, [["steps", "none", "red", "1 6"], ["ends", "none", "blue", null]]);
  const button = () => panel.querySelector("[data-do=whole]");
  assert.deepEqual([button().textContent, button().getAttribute("aria-pressed")], ["up to 4", "false"]);
  visit.click(button());
  assert.deepEqual([title(), button().textContent, button().getAttribute("aria-pressed")], ["A chart: up to 9", "up to 9", "true"]);
  assert.equal(document.activeElement, button());
  visit.click(button());
  assert.equal(title(), "A chart: up to 4");
});

test("a plane beside the board fits its width if it has no axes", async () => {
  const { figure: board } = scene().panels[0];
  const plane = (more) => ({ ...board, scale: "shrink", ...more });
  const seen = async (figure) => {
    const board = { ...scene().panels[0], area: "board" };
    const visit = await Visit.begin({ panels: [board, { area: "side", label: "Beside.", figure }] });
    const { classList, style } = visit.root.querySelectorAll(".stage-panel")[1];
    return [classList.contains("is-fitted"), style.getPropertyValue("--stage-shape")];
  };
  assert.deepEqual(await seen(plane()), [false, ""]);
  assert.deepEqual(await seen(plane({ xaxis: { name: "", range: [0, 8], ticks: [] } })), [true, "2"]);
});

test("a message with fewer or with other panels takes the old ones away", async () => {
  const visit = await Visit.begin({ panels: beside({ heads: ["t"], columns: ["t"] }) });
  const inner = () => [...visit.root.querySelectorAll(".stage-panel")].map((panel) => panel.lastElementChild.className);
  assert.deepEqual(inner(), ["stage-head", "stage-rows"]);
  await visit.answer({ panels: beside({ of: 0 }) });
  assert.deepEqual(inner(), ["stage-head", "stage-strip"]);
  await visit.answer({ panels: scene().panels });
  assert.deepEqual(inner(), ["stage-head"]);
});
