// An exercise above the board: its form, what is said to an answer, and what is kept. And the ways that a guide shows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { asCode, codesIn } from "../../../playground/stage/src/store/handed.ts";
import { Visit } from "./browser.mjs";

const { localStorage, Event } = window;
const TASK = {
  options: [], number: false, right: null, waits: false, hint: "", answer: "", wanted: "", solved: false, remember: "task",
  pieces: [], acts: [], board: {},
};

test("a board that is built says what it has and lacks, and what is built leads on", async () => {
  localStorage.clear();
  const longest = "99 points. Lacking: at most 5 points.";
  const lacks = await asked({ wanted: "at most 5 points", standing: ["7 points. Lacking: at most 5 points.", longest] });
  const standing = lacks.find(".stage-standing");
  assert.deepEqual([standing.textContent, standing.dataset.room], ["7 points. Lacking: at most 5 points.", longest]);
  assert.equal(lacks.find("a"), null);
  const solved = await asked({ wanted: "at most 5 points", solved: true, onward: { words: "Send it on <b>", link: "./?list=1x" } });
  assert.deepEqual([solved.find("a").textContent, solved.find("a").getAttribute("href")], ["Send it on <b>", "./?list=1x"]);
  localStorage.clear();
});

async function asked(task, more = {}) {
  const visit = await Visit.begin({ guide: { title: "One:", text: "Which?", task: { ...TASK, ...task } }, ...more });
  const node = visit.parent.querySelector(".stage-guide");
  const find = (selector) => node.querySelector(selector);
  return {
    visit, find,
    get key() { return find(".stage-key span").textContent; },
    get kept() { return JSON.parse(localStorage.getItem("task")); },
    press: (words) => visit.click([...node.querySelectorAll("button")].find(({ textContent }) => textContent === words)),
    write(text) {
      find("input").value = text;
      find("form").dispatchEvent(new Event("submit", { cancelable: true }));
    },
    end() {
      visit.press("End");
      visit.pass(600);
    },
  };
}

test("an exercise with options says whether the pressed one is right, and keeps it", async () => {
  localStorage.clear();
  const task = { options: ["a line", "none"], right: 1, hint: "Count.", answer: "No line is." };
  const first = await asked(task);
  assert.equal(first.find("strong").textContent, "One:");
  assert.deepEqual([first.find(".stage-key").dataset.room, first.find(".stage-key").hidden], ["✓ Right. No line is.", false]);
  first.press("Hint");
  assert.deepEqual([first.key, first.find(".stage-hint").hidden], ["Hint: Count.", true]);
  first.press("a line");
  assert.equal(first.key, "✗ Not “a line”. It is “none”. No line is.");
  assert.match(first.visit.spoken, /✗ Not “a line”/);
  assert.deepEqual(first.kept, { said: 0, hint: true, told: false, solved: false, right: false });
  const again = await asked(task);
  assert.equal(again.key, "✗ Not “a line”. It is “none”. No line is.");
  again.press("none");
  assert.equal(again.key, "✓ Right. No line is.");
  assert.deepEqual(Array.from(again.find("[role=group]").children, (each) => each.getAttribute("aria-pressed")), ["false", "true"]);
});

test("a number is judged at once, or at the end of the run where only the run tells it", async () => {
  localStorage.clear();
  const early = await asked({ number: true, right: 1234 });
  early.write("");
  assert.equal(early.key, "");
  early.write("1234");
  assert.equal(early.key, "✓ Right.");
  localStorage.clear();
  const late = await asked({ number: true, right: 4, waits: true });
  late.write("1000");
  assert.equal(late.key.trim(), "You say 1,000. Step to the end, which tells.");
  late.end();
  assert.equal(late.key, "✗ Not 1,000. It is 4.");
  assert.equal((await asked({ number: true, right: 4, waits: true })).find("input").value, "1000");
});

test("whether an answer is right is noted as it is on the present board, and after another device has kept it", async () => {
  localStorage.clear();
  const task = { number: true, right: 3, waits: true };
  const on = (right) => ({ guide: { title: "One:", text: "Which?", task: { ...TASK, ...task, right } } });
  const { visit, write, ...first } = await asked(task);
  assert.equal(localStorage.getItem("task"), null, "nothing is done yet");
  write("4");
  const right = () => JSON.parse(localStorage.getItem("task")).right;
  assert.equal(right(), false);
  await visit.answer(on(4));
  assert.deepEqual([right(), first.find("input").value], [true, "4"]);
  await visit.answer(on(5));
  assert.equal(right(), false);
  localStorage.setItem("task", JSON.stringify({ said: 3, hint: false, told: false, solved: false })); // as goOn keeps it
  await asked(task);
  assert.equal(right(), true);
});

test("what another tab has noted of an exercise stays noted", async () => {
  localStorage.clear();
  const first = await asked({ options: ["a line", "none"], right: 1, hint: "Count.", wanted: "at most 5 points" });
  localStorage.setItem("task", JSON.stringify({ said: null, hint: true, told: false, solved: true, right: false }));
  first.press("none");
  assert.deepEqual(first.kept, { said: 1, hint: true, told: false, solved: true, right: true });
});

test("an exercise without a form shows its answer on request, after its hint where a board is wanted", async () => {
  localStorage.clear();
  const plain = await asked({ answer: "So it is." });
  assert.equal(plain.find(".stage-tell").hidden, false);
  plain.press("Show the answer");
  assert.deepEqual([plain.key, plain.find(".stage-tell").hidden, plain.kept.told], ["So it is.", true, true]);
  localStorage.clear();
  const board = { wanted: "at most 5 points", hint: "Few.", answer: "Two do." };
  const built = await asked(board);
  assert.deepEqual([built.find(".stage-wanted").textContent, built.find(".stage-tell").hidden], ["○ at most 5 points", true]);
  built.press("Hint");
  assert.equal(built.find(".stage-tell").hidden, false);
  await built.visit.answer({ guide: { title: "One:", text: "Which?", task: { ...TASK, ...board, solved: true } } });
  assert.deepEqual([built.find(".stage-wanted").textContent, built.key], ["✓ at most 5 points", "✓ Solved. Two do."]);
  assert.ok((await asked(board)).find(".stage-wanted").matches(".is-done"), "a board that was solved stays solved");
  await built.visit.constructor.current.answer({ guide: undefined });
  assert.equal(built.visit.constructor.current.parent.querySelector(".stage-guide").textContent, "");
});

test("a guide shows the numbers that its task speaks of and, once all is done, leads to the next lesson", async () => {
  localStorage.clear();
  const part = (task, answer, numbers) => ({ task: [task], answer, acts: [], numbers, remember: task, was: "" });
  const parts = [part("Step.", "It is.", false), part("Look.", "It ends.", true)];
  const guide = { title: "Does it?", text: "A board.", parts, start: {}, now: null, home: true, remember: "lesson" };
  const visit = await Visit.begin({ guide });
  const around = document.querySelector("#root .heading").appendChild(document.createElement("div"));
  around.innerHTML = '<a rel="next" data-lesson href="/next">Next</a>';
  let went = 0;
  around.querySelector("a").addEventListener("click", () => (went += 1));
  await visit.answer({ guide });
  visit.press("n", { target: visit.parent.querySelector(".stage-settings input") });
  assert.equal(went, 0, "a letter in a field is text");
  await visit.answer({ guide: { ...guide, now: 0 }, step: 4 });
  assert.ok(!visit.root.classList.contains("has-numbers"));
  visit.press("End");
  visit.pass(600);
  assert.ok(visit.root.classList.contains("has-numbers"));
  await visit.answer({ guide: { ...guide, now: 1 } });
  visit.press("End");
  visit.pass(600);
  visit.press("n");
  visit.click(visit.part("answer").querySelector("button"));
  assert.deepEqual([visit.text("answer").trim(), went], ["It is. It ends. Next → Ask me again Hand in", 2]);
  around.remove();
});

const MINUTE = 60_000;
const notedOf = (name) => JSON.parse(localStorage.getItem(`${name} done`));

test("of an exercise in a list the first and the last answer, the help before them and the board are noted", async () => {
  localStorage.clear();
  const task = { options: ["a line", "none"], right: 1, hint: "Count.", wanted: "at most 5 points" };
  const guide = (at, more = {}) => ({ title: "One:", text: "Which?", list: { name: "list", at, of: 3 }, task: { ...TASK, ...task, ...more } });
  const { visit, find, press } = await asked({}, { guide: guide(1), address: { data: "AND", at: "2", lesson: "loop" } });
  assert.equal(find('[data-do="handin"]'), null, "there is more to come");
  press("Hint");
  assert.equal(notedOf("list"), null, "a hint alone is nothing done");
  press("a line");
  const [before, { board, ...first }] = notedOf("list");
  assert.deepEqual([before, first], [null, { first: 0, last: 0, help: 1, solved: false, at: Math.floor(Date.now() / MINUTE), program: "" }]);
  assert.match(board, /^board\?data=AND(?!.*(at|lesson)=)/);
  visit.pass(2 * MINUTE);
  press("none");
  assert.deepEqual(notedOf("list")[1], { ...first, board, last: 1, at: first.at + 2 });
  await visit.answer({ guide: guide(1, { solved: true }) });
  assert.deepEqual([notedOf("list")[1].last, notedOf("list")[1].solved], [1, true]);
  // What stands in the editor has not passed, and the last of its list is handed in.
  localStorage.setItem("program", JSON.stringify({ code: "print(w)" }));
  await visit.answer({ guide: guide(2, { solved: true, program: { asks: "", code: "", boards: [] }, remember: "task 3" }) });
  assert.deepEqual([notedOf("list")[2].solved, notedOf("list")[2].program], [true, ""]);
  assert.equal(find('[data-do="handin"]').textContent, "Hand in");
});

test("a lesson is handed in with its guesses, also those before it was asked again, and goes on only with its own whole code", async () => {
  localStorage.clear();
  const part = { task: ["Step."], answer: "So it is.", acts: [], numbers: false, remember: "lesson one guess 0", was: "" };
  const guide = { title: "Does it?", text: "A board.", parts: [part], start: {}, now: 0, home: true, remember: "lesson one" };
  const question = { text: "Who?", answer: 1, options: ["this", "that"], remember: "lesson one guess 0" };
  const visit = await Visit.begin({ guide, question });
  const choose = (place) => {
    visit.click(visit.part("options").children[place]);
    visit.press("End");
    visit.pass(600);
  };
  choose(0);
  visit.do("again");
  visit.do("first");
  choose(1);
  assert.deepEqual([notedOf("lesson one")[0].first, notedOf("lesson one")[0].last], [0, 1]);
  visit.do("share");
  await visit.comes(() => visit.part("share").open);
  for (const { reject } of visit.asked.splice(0)) reject(new TypeError("no connection")); // or others would wait for it
  visit.click(visit.part("share").querySelector('[data-do="handin"]'));
  await visit.comes(() => visit.root.querySelector(".stage-handin[open]"));
  const dialog = visit.root.querySelector(".stage-handin");
  const field = (name) => dialog.querySelector(`[name=${name}]`);
  const name = dialog.querySelector("[type=text]");
  name.value = " Student\t7 ";
  name.dispatchEvent(new Event("input"));
  const [{ handed }] = codesIn(field("code").value);
  assert.deepEqual([handed.kind, handed.name, handed.items.map((parts) => parts.map(({ first, last, solved }) => [first, last, solved]))],
    ["lesson", "Student 7", [[[0, 1, true]]]]);
  const said = (text) => {
    field("other").value = text;
    visit.click([...dialog.querySelectorAll("button")].find(({ textContent }) => textContent === "Go on"));
    return dialog.querySelector(".stage-caution").textContent;
  };
  const code = asCode(handed);
  assert.equal(said(" "), "Paste a code first, or open a file.");
  assert.equal(said("Good morning"), "There is no code in this text.");
  assert.equal(said(code.replace(code.at(-1), "-")), "This code is damaged: a letter of it has changed or is missing.");
  assert.equal(said(asCode({ ...handed, id: 5 })), "This code is of another lesson: open that one, and paste it there.");
});

test("where a list cannot be read, nothing of what was open before is handed in", async () => {
  const part = { task: ["Step."], answer: "So it is.", acts: [], numbers: false, remember: "lesson one guess 0", was: "" };
  const guide = { title: "Does it?", text: "A board.", parts: [part], start: {}, now: 0, home: true, remember: "lesson one" };
  const visit = await Visit.begin({ guide });
  const open = async () => {
    visit.do("share");
    await visit.comes(() => visit.part("share").open);
    for (const { reject } of visit.asked.splice(0)) reject(new TypeError("no connection")); // or others would wait for it
    visit.click(visit.part("share").querySelector('[data-do="handin"]'));
    await visit.comes(() => visit.root.querySelector(".stage-handin[open]"));
    await visit.settled();
    const dialog = visit.root.querySelector(".stage-handin");
    const found = [dialog.querySelector(".stage-caution").textContent, dialog.querySelector("[name=code]") !== null];
    visit.press("Escape", { target: dialog });
    return found;
  };
  assert.deepEqual(await open(), ["", true]);
  await visit.answer({ guide: { ...guide, list: { name: "list", at: 0, of: 1 } } });
  const [caution, coded] = await open();
  assert.match(caution, /^The list could not be read: /);
  assert.equal(coded, false);
});
