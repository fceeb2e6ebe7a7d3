// The run by hand: rows are checked against the run that came, wrong ones are answered, and right ones stay.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Visit, scene } from "./browser.mjs";

// AND with the labels of three points: w begins at 0, and every row is a sum of whole numbers.
const POINTS = [[0, 0, 1], [0, 1, 1], [1, 1, 0]];
const COLUMNS = {
  i: [null, 0, 2, 0], w0: [0, 0, 1, 1], w1: [0, 0, 1, 1], w2: [0, -1, 0, -1], hollow: ["07", "04", "03", "04"],
  t: [0, 1, 2, 3], a: [0, 0, 1, 1], b: [0, 0, 1, 1], c: [0, -1, 0, -1],
};
const PANEL = {
  area: "side", label: "By hand.", rule: "Add y x.", names: ["w₁", "w₂", "b"], weights: ["w0", "w1", "w2"], point: "i", wrong: "hollow",
  constant: 1, rate: 1, is_right: "{point} is right: {value}.", sooner: "{point} is wrong, {value}, but {next} comes sooner.",
  slip: "Look at {names}.", another: "That is point {point}.", too_soon: "{next} is wrong: {least}.", ends: "Done.", waits: true,
  missteps: [
    { times: [0, 0, 0], says: "Nothing added." }, { times: [-1, -1, -1], says: "Subtracted." },
    { times: [1, 1, 1], anew: true, says: "Added to the first." }, { times: [1, 1, 0], says: "No bias." },
  ],
  key: "data", boards: ["AND", "XOR"],
};
const reading = { form: ["a", "b", "c"], signs: [1, -1], place: "", sides: ["", "", ""], point: "", value: "", away: "", hollow: "" };
const texts = { sentence: { templates: ["."], which: [0, 0, 0, 0] }, position: { templates: ["."], which: [0, 0, 0, 0] } };
const BOARD = { columns: COLUMNS, points: POINTS, reading, texts, last: 3, marks: [] };

async function begun(panel = {}, board = {}) {
  const visit = new Visit();
  await visit.say();
  await visit.answer({ ...BOARD, ...board, panels: [...scene().panels, { ...PANEL, ...panel }] });
  await visit.comes(() => visit.part("byhand").querySelector("p"));
  return visit;
}

const fields = (visit) => [...visit.part("byhand").querySelectorAll("input")];
const named = (visit, name) => [...visit.part("byhand").querySelectorAll("button")].find((button) =>
  [button.textContent, button.getAttribute("aria-label")].includes(name));
const reply = (visit) => visit.part("byhand").querySelector(".stage-reply").textContent;
const rows = (visit) => [...visit.part("byhand").querySelectorAll(".stage-made tbody tr:not(:has(input))")].map((row) =>
  [...row.children].map(({ textContent }) => textContent).join(" "));

// Fill in a row, and press Enter in it.
function fill(visit, ...texts) {
  fields(visit).forEach((field, i) => {
    field.value = texts[i] ?? "";
    field.dispatchEvent(new window.Event("input", { bubbles: true }));
  });
  fields(visit)[0].dispatchEvent(new window.KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  return reply(visit);
}

test("a wrong point is told why, and a wrong row what it would mean", async () => {
  window.localStorage.clear();
  const visit = await begun();
  assert.equal(reply(visit), "");
  assert.equal(fill(visit, "", "1"), "✗ Which point is wrong? Its number comes first.");
  assert.equal(fill(visit, "9"), "✗ There is no point “9”: they have the numbers 0 to 2.");
  assert.equal(fill(visit, "<b>"), "✗ There is no point “<b>”: they have the numbers 0 to 2.");
  assert.equal(fill(visit, "1"), "✗ 1 is wrong, 0, but 0 comes sooner.");
  assert.equal(fill(visit, "0"), "✗ Point 0 is the one. What is w₁ after it?");
  assert.equal(fill(visit, "0", "0", "x", "1"), "✗ w₂ must be a number, got “x”.");
  assert.equal(fill(visit, "0", "0", "0", "0"), "✗ Nothing added.");
  assert.equal(fill(visit, "0", "0", "0", "1"), "✗ Subtracted.");
  assert.equal(fill(visit, "0", "1", "1", "1"), "✗ That is point 2.");
  assert.equal(fill(visit, "0", "0", "0", "-2"), "✗ Look at b.");
  assert.deepEqual(rows(visit), ["0  0 0 0"]);
  assert.equal(fill(visit, "0", "0", "0", "−1"), "✓ Right.");
  assert.deepEqual([rows(visit), fields(visit).map(({ value }) => value)], [["0  0 0 0", "1 0 0 0 −1"], ["", "", "", ""]]);
  assert.match(visit.spoken, /✓ Right\.$/);
  assert.equal(fill(visit, "1", "0", "0", "0"), "✗ 1 is right: 1.");
  assert.equal(fill(visit, "2", "1", "1", "1"), "✗ Added to the first.");
  assert.equal(fill(visit, "2", "1", "1", "-1"), "✗ No bias.");
});

test("rows stay, are taken back, and the end is told once the visitor says that no point is wrong", async () => {
  window.localStorage.clear();
  const visit = await begun();
  const say = () => {
    visit.click(named(visit, "No point is wrong"));
    return reply(visit);
  };
  assert.equal(named(visit, "Undo row").disabled, true);
  fill(visit, "0", "0", "0", "-1");
  fill(visit, "2", "1.0", "1", "0");
  assert.equal(say(), "✗ 0 is wrong: 0.");
  const again = await begun();
  assert.deepEqual([rows(again), reply(again)], [["0  0 0 0", "1 0 0 0 −1", "2 2 1 1 0"], ""]);
  again.click(named(again, "Undo row"));
  assert.deepEqual([rows(again), reply(again)], [["0  0 0 0", "1 0 0 0 −1"], "Row 2 is taken back."]);
  fill(again, "2", "1", "1", "0");
  assert.equal(fill(again, "0", "1", "1", "-1"), "✓ Right.");
  again.click(named(again, "No point is wrong"));
  assert.deepEqual([reply(again), fields(again).length], ["Done.", 0]);
  again.click(named(again, "See it on the board"));
  again.pass(800);
  assert.equal(again.step, 3);
  const other = await begun({ rule: "Add 2 y x." });
  assert.deepEqual(rows(other), ["0  0 0 0"]);
});

test("a row that ends a run without an end is told at once", async () => {
  window.localStorage.clear();
  const visit = await begun({ waits: false, ends: "Row 3 is row 1 again." });
  fill(visit, "0", "0", "0", "-1");
  fill(visit, "2", "1", "1", "0");
  assert.equal(fill(visit, "0", "1", "1", "-1"), "✓ Right. Row 3 is row 1 again.");
  assert.equal(fields(visit).length, 0);
});

test("numbers may be rounded as those on the page are, and no further", async () => {
  window.localStorage.clear();
  const columns = { ...COLUMNS, w0: [0, 0.639, 1.2754, 1], w1: [0, -0.5, 0, 1] };
  const visit = await begun({}, { columns });
  assert.equal(fill(visit, "0", "0.6", "-0.5", "-1"), "✗ Look at w₁.");
  assert.equal(fill(visit, "0", "0.65", "-0.5", "-1"), "✗ Look at w₁.");
  assert.equal(fill(visit, "0", "0,64", "−.5", "-1."), "✓ Right.");
  assert.equal(fill(visit, "2", "1.28", "0", "0"), "✓ Right.");
});

test("a finger takes a point from the list and a sign from its button, and another board is a setting", async () => {
  window.localStorage.clear();
  const visit = await begun();
  visit.click(named(visit, "Point 0"));
  const [point, , , bias] = fields(visit);
  assert.deepEqual([point.value, point.inputMode ?? point.getAttribute("inputmode")], ["0", "numeric"]);
  bias.value = "1";
  bias.dispatchEvent(new window.Event("input", { bubbles: true }));
  visit.click(named(visit, "Change the sign of b"));
  assert.equal(fields(visit)[3].value, "−1");
  visit.click(named(visit, "Change the sign of b"));
  assert.equal(fields(visit)[3].value, "1");
  visit.click(named(visit, "XOR"));
  assert.equal(visit.history.at(-1).data, "XOR");
});
