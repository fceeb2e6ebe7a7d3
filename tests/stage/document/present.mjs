// What a clicker does before a hall: boards one after the other, a blank wall, and the numbers that are told.

import assert from "node:assert/strict";
import { test } from "node:test";

import { displayed } from "../../../playground/stage/src/link/query.ts";
import { PLAIN } from "../../../playground/stage/src/link/host.ts";
import { Visit } from "./browser.mjs";

// A chain of which this board is in the middle, and which ways of it are pressed.
async function linked(query = "?present=true") {
  const visit = await Visit.begin({}, query);
  const pressed = [];
  for (const way of ["prev", "next"]) {
    const link = window.document.querySelector(".ways").appendChild(window.document.createElement("a"));
    Object.assign(link, { rel: way, href: "/page" }).addEventListener("click", () => pressed.push(way));
  }
  return { visit, pressed };
}

const line = (visit) => (visit.part("onward").hidden ? "" : visit.part("onward").textContent);

test("at the end of a run the clicker leads on, and at its start back, each at a second press", async () => {
  const { visit, pressed } = await linked();
  for (const [key, end, way, word] of [["PageDown", 4, "next", "next"], ["PageUp", 0, "prev", "previous"]]) {
    for (let i = 0; i < 4; i++) visit.press(key);
    assert.deepEqual([visit.step, line(visit)], [end, ""]);
    visit.press(key);
    assert.match(line(visit), new RegExp(word));
    assert.deepEqual([visit.step, pressed], [end, []]);
    visit.press(key);
    assert.deepEqual([pressed.splice(0), line(visit)], [[way], ""]);
  }
});

test("the key N leads on as the clicker does: what is displayed stays", async () => {
  const guided = { guide: { title: "Why?", text: "", parts: [part("one")], start: {}, now: null, remember: "n" } };
  const visit = await Visit.begin(guided, "?present=true&embed=true");
  const heading = window.document.querySelector("#root .heading");
  heading.insertAdjacentHTML("beforeend", '<a rel="next" data-lesson href="/page?lesson=two">Next</a>');
  let pressed = 0;
  heading.lastChild.addEventListener("click", () => { pressed += 1; });
  visit.press("n");
  assert.equal(pressed, 1, "a press goes on to Streamlit's own link");
  window.history.replaceState({}, "", "/page?lesson=two"); // as Streamlit writes it
  await visit.mountAgain();
  visit.pass(1);
  assert.ok(visit.root.classList.contains("is-presenting"));
  const { follow } = PLAIN;
  const links = [];
  PLAIN.follow = ({ href }) => links.push(displayed(href));
  window.history.replaceState({}, "", "/page?lesson=one&show=everything&present=true&embed=true");
  visit.parent.insertAdjacentHTML("beforebegin", '<a rel="next" data-lesson href="/light/page?lesson=two">Next</a>');
  visit.press("n");
  PLAIN.follow = follow;
  visit.parent.previousElementSibling.remove();
  assert.deepEqual(links.map((link) => new URL(link).search), ["?lesson=two&show=everything&present=true&embed=true"]);
  visit.press("p");
});

const part = (name, more) => ({ task: [name], acts: [], numbers: false, answer: "So.", remember: name, was: "", ...more });

// A lesson with a part for each board, of which the first is the beginning, unless only the visitor can build that.
const lesson = (boards, now, more) => ({
  title: "Why?", text: "", parts: boards.map((board, i) => part(`part ${i}`, board && { board })), start: boards[0] ?? {}, now,
  home: now === 0, remember: "clicked", ...more,
});

const steps = (last) => ({
  last, columns: Object.fromEntries(["t", "a", "b", "c"].map((name) => [name, Array.from({ length: last + 1 }, (_, i) => i)])),
  texts: Object.fromEntries(["sentence", "position"].map((name) => [name, { templates: ["{t}"], which: Array(last + 1).fill(0) }])),
});

test("a long run that is played to its end ends with the shorter run that comes meanwhile", async () => {
  const { visit } = await linked();
  await visit.answer(steps(200));
  for (let i = 0; i < 4; i++) visit.press("PageDown");
  visit.pass(600);
  assert.ok(visit.plays);
  await visit.answer(steps(2));
  visit.pass(6000);
  assert.deepEqual([visit.plays, visit.step], [false, 2]);
});

test("Page Down steps, and sets what a lesson's next part asks for; Page Up takes both back, whatever else is set", async () => {
  const boards = [{ seed: "3" }, null, { seed: "3", rate: "2", points: "" }];
  const { visit, pressed } = await linked();
  await visit.say({ link: { number: 2, address: { seed: "3", data: "mine" } } });
  await visit.answer({ guide: lesson(boards, 0) });
  for (let i = 0; i < 4; i++) visit.press("PageDown");
  assert.deepEqual([visit.step, visit.history.length], [4, 1]);
  visit.press("PageDown");
  visit.press("PageDown"); // before the answer: it does nothing
  assert.deepEqual([visit.history.length, visit.history.at(-1), line(visit)], [2, { seed: "3", rate: "2", data: "mine" }, ""]);
  await visit.answer({ guide: lesson(boards, 2) });
  assert.equal(visit.step, 0);
  visit.press("PageUp");
  assert.deepEqual(visit.history.at(-1), { seed: "3", data: "mine" });
  await visit.answer({ guide: lesson(boards, 0) });
  assert.equal(visit.step, 4);
  for (let i = 0; i < 4; i++) visit.press("PageUp");
  assert.deepEqual([visit.step, line(visit)], [0, ""]);
  visit.press("PageUp");
  assert.match(line(visit), /previous/);
  assert.deepEqual(pressed, []);
  window.localStorage.clear();
});

test("a lesson that begins with a task begins with that, and an edited board is led on to the next", async () => {
  const start = { seed: "3" };
  const boards = [{ seed: "4" }, { seed: "5" }];
  const { visit } = await linked();
  await visit.say({ link: { number: 2, address: start } });
  await visit.answer({ guide: lesson(boards, null, { start, home: true }) });
  visit.press("PageDown");
  assert.deepEqual(visit.history.at(-1), { seed: "4" });
  await visit.answer({ guide: lesson(boards, 0, { start, home: false }) });
  visit.press("PageUp");
  assert.deepEqual(visit.history.at(-1), start);
  await visit.answer({ guide: lesson(boards, null, { start, astray: true }) });
  const asked = visit.history.length;
  for (let i = 0; i < 5; i++) visit.press("PageDown");
  assert.match(line(visit), /next/);
  assert.equal(visit.history.length, asked);
  window.localStorage.clear();
});

test("of a long run three steps are taken one at a time, and the others are played within six seconds", async () => {
  const { visit } = await linked();
  await visit.answer(steps(273));
  for (let i = 0; i < 3; i++) visit.press("PageDown");
  assert.equal(visit.step, 3);
  visit.press("PageDown");
  visit.pass(3000);
  assert.ok(visit.plays && visit.step > 100 && visit.step < 200, visit.step);
  visit.pass(3200);
  assert.deepEqual([visit.plays, visit.step], [false, 273]);
  visit.press("PageUp");
  assert.equal(visit.step, 3);
  visit.press("PageDown");
  visit.pass(1000);
  visit.press("PageDown"); // who presses once more waits no longer
  assert.deepEqual([visit.plays, visit.step, line(visit)], [false, 273, ""]);
  visit.press("PageUp");
  visit.press("PageDown");
  visit.pass(1000);
  visit.press("PageUp");
  visit.pass(1000);
  assert.deepEqual([visit.plays, visit.step], [false, 3]);
});

test("a task's controls stand in its sentence, and do what they say", async () => {
  const act = (kind, name, text = "", done = false) => ({ kind, name, text, done });
  const acts = [act("set", "seed", "7"), act("set", "rate", "2", true), act("control", "rate")];
  const parts = [part("", { task: ["Set the seed to ", "7", ", η to ", "2", "; try ", "another", "."], acts })];
  const { visit } = await linked("");
  await visit.answer({ guide: { title: "Why?", text: "", parts, start: {}, now: null, home: true, remember: "clicked" } });
  const task = visit.parent.querySelector(".stage-guide li");
  assert.equal(task.textContent, "Set the seed to 7, η to 2; try another.");
  const [seed, rate, another] = task.querySelectorAll("button");
  assert.deepEqual([seed, rate, another].map((each) => each.getAttribute("aria-pressed")), ["false", "true", null]);
  visit.click(another);
  assert.equal(document.activeElement, visit.parent.querySelector("[data-control=rate] input"));
  visit.click(seed);
  assert.deepEqual(visit.history.at(-1), { seed: "7", changed: "seed" });
  window.localStorage.clear();
});

test("an exercise's question sets what it speaks of, by its words and by Page Down, and Page Up takes it back", async () => {
  window.localStorage.clear();
  const task = (done) => ({
    options: [], number: true, right: 4, waits: false, hint: "", answer: "", wanted: "", solved: false, remember: "asked",
    pieces: ["Set η to ", "2", ". How many?"], acts: [{ kind: "set", name: "rate", text: "2", done }], board: { seed: "3", rate: "2" },
  });
  const guide = (done) => ({ title: "1 of 2", text: "Set η to 2. How many?", start: { seed: "3" }, task: task(done) });
  const { visit } = await linked();
  await visit.say({ link: { number: 2, address: { seed: "3" } } });
  await visit.answer({ guide: guide(false) });
  visit.press("PageDown");
  assert.deepEqual([visit.step, visit.history.at(-1)], [0, { seed: "3", rate: "2" }]);
  await visit.answer({ guide: guide(true) });
  visit.press("PageDown");
  assert.equal(visit.step, 1);
  visit.press("PageUp");
  visit.press("PageUp");
  assert.deepEqual(visit.history.at(-1), { seed: "3" });
  await visit.answer({ guide: guide(false) });
  visit.click(visit.parent.querySelector(".stage-task .stage-act"));
  assert.deepEqual(visit.history.at(-1), { seed: "3", rate: "2", changed: "rate" });
  window.localStorage.clear();
});

test("an exercise's answer comes before the next board, and stays", async () => {
  window.localStorage.clear();
  const task = { options: ["Yes", "No"], number: false, right: 1, waits: false, hint: "", answer: "So.", wanted: "", solved: false, remember: "asked" };
  const { visit } = await linked();
  await visit.answer({ guide: { title: "1 of 2", text: "Why?", task: { ...task, pieces: [], acts: [], board: {} } } });
  const told = () => visit.parent.querySelector(".stage-key span").textContent;
  for (let i = 0; i < 4; i++) visit.press("PageDown");
  assert.deepEqual([visit.step, told()], [4, ""]);
  visit.press("PageDown");
  assert.deepEqual([told(), line(visit)], ["It is “No”. So.", ""]);
  visit.press("PageDown");
  assert.match(line(visit), /next/);
  for (let i = 0; i < 5; i++) visit.press("PageUp");
  assert.deepEqual([visit.step, told(), line(visit)], [0, "It is “No”. So.", ""]);
  window.localStorage.clear();
});

test("whoever does anything else meanwhile is led nowhere, nor is who has no board before", async () => {
  const { visit, pressed } = await linked();
  visit.press("End");
  for (const [key, said] of [["PageDown", "next"], ["PageUp", ""], ["PageUp", ""], ["PageDown", ""], ["PageDown", "next"]]) {
    visit.press(key);
    visit.pass(1000);
    assert.ok(said ? line(visit).includes(said) : !line(visit), key);
  }
  visit.press("End");
  assert.equal(line(visit), "");
  visit.press("PageDown");
  assert.deepEqual(pressed, []);
  const alone = await Visit.begin({}, "?present=true");
  for (let i = 0; i < 3; i++) alone.press("PageUp");
  assert.equal(line(alone), "");
});

test("B and a full stop blank what is presented, and any step only brings it back", async () => {
  const visit = await Visit.begin({}, "?present=true");
  const blank = () => visit.parent.querySelector(".stage-room").classList.contains("is-blank");
  for (const [hide, show] of [["b", "."], [".", "b"], ["b", "PageDown"], [".", "ArrowLeft"], ["B", "Escape"]]) {
    visit.press(hide);
    assert.equal(blank(), true);
    visit.press(show);
    assert.deepEqual([blank(), visit.step], [false, 0]);
  }
  visit.press("b");
  visit.press("p");
  assert.equal(blank(), false);
  visit.press("b");
  assert.equal(blank(), false);
});

test("a hall reads the tally of a question until the end was seen, then the position", async () => {
  const question = { text: "How many?", answer: 4, position: ["{t}"], tally: ["{t} of at most 9"] };
  const visit = await Visit.begin({ question }, "?present=true");
  visit.press("PageDown");
  visit.draw();
  assert.deepEqual([visit.part("tally").textContent, visit.part("position").textContent], ["1 of at most 9", "1"]);
  visit.press("End");
  visit.draw();
  assert.equal(visit.part("tally").textContent, "4 of 4");
});

test("a spot shows the hall where the hand is, for a while", async () => {
  const visit = await Visit.begin({}, "?present=true");
  const spot = visit.parent.querySelector(".stage-spot");
  assert.equal(spot.hidden, true);
  visit.root.dispatchEvent(new window.PointerEvent("pointermove", { bubbles: true, clientX: 30, clientY: 40 }));
  assert.deepEqual([spot.hidden, spot.style.transform], [false, "translate(30px, 40px)"]);
  visit.pass(2000);
  assert.equal(spot.hidden, true);
});
