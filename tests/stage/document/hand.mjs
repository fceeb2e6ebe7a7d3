// The board, the line, dots and answers under pointer and finger.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FRAME, Visit, scene } from "./browser.mjs";

const px = (pixels) => pixels / 100;

test("a click places a point of the chosen class on the grid, within the board", async () => {
  const visit = await Visit.begin();
  visit.place(0.51, -0.24);
  assert.deepEqual(visit.board.at(-1), [0.5, -0.25, 0]);
  visit.press("2");
  visit.place(-2, 2);
  assert.deepEqual(visit.board.at(-1), [-2, 2, 1]);
  visit.place(-2.01, 0);
  visit.place(0, 2.01);
  assert.equal(visit.board.length, 4);
  visit.place(0, -1);
  assert.match(visit.spoken, /The board is full: 4 points\./);
  assert.equal(visit.board.length, 4);
});

test("a click within ten pixels of a point is about that point", async () => {
  const visit = await Visit.begin();
  visit.press("2");
  visit.place(1 + px(10), 1);
  assert.deepEqual(visit.board, [[1, 1, 1], [-1, -1, 1]]);
  visit.press("3");
  visit.place(1, 1 - px(10.5));
  assert.match(visit.spoken, /No point here/);
  visit.place(1, 1 - px(9));
  assert.deepEqual(visit.board, [[-1, -1, 1]]);
});

test("a finger takes hold from farther away, but places a point where it means no other", async () => {
  const visit = await Visit.begin();
  const touch = { touch: true };
  // To a point of the chosen class up to 8 px, to another up to 12.
  visit.place(1 + px(8), 1, touch);
  assert.equal(visit.board, undefined);
  visit.place(-1 + px(12), -1, touch);
  assert.deepEqual(visit.board, [[1, 1, 0], [-1, -1, 0]]);
  visit.place(1 + px(9), 1, touch);
  assert.equal(visit.board.length, 3);
  visit.press("3");
  visit.place(-1 + px(22), -1, touch);
  assert.equal(visit.board.length, 2);
});

test("a point is dragged once the pointer has gone four pixels, to places of the grid", async () => {
  const visit = await Visit.begin();
  visit.point("down", 1, 1);
  visit.point("move", 1 + px(3.9), 1);
  visit.point("up", 1, 1);
  assert.match(visit.spoken, /Already point 0/);
  visit.point("down", 1, 1);
  visit.point("move", 1 + px(4), 1);
  visit.point("move", 1.51, 0.49);
  visit.draw();
  assert.equal(visit.points[0], "translate(350,150)");
  visit.point("move", 0, 0, { pointerId: 2 });
  visit.point("up", 0, 0, { pointerId: 2 });
  visit.point("up", 1.51, 0.49);
  assert.deepEqual(visit.board[0], [1.5, 0.5, 0]);
});

test("a press that is released beside the board is over, and its point does not follow the pointer", async () => {
  const visit = await Visit.begin();
  visit.point("down", 1, 1);
  document.body.dispatchEvent(new window.PointerEvent("pointerup", { bubbles: true, pointerId: 1 }));
  visit.point("move", 0, 0.5);
  visit.draw();
  assert.equal(visit.points[0], "translate(300,100)");
  visit.point("up", 0, 0.5);
  assert.equal(visit.board, undefined);
});

test("the view stands still while the hand has a point, and takes the answer's once it lets go", async () => {
  const visit = await Visit.begin();
  const { panels: [panel] } = scene();
  const axis = { name: "", range: [-4, 4] };
  const wide = [{ ...panel, figure: { ...panel.figure, xaxis: axis, yaxis: axis } }];
  visit.point("down", 1, 1);
  visit.point("move", 1.5, 0.5);
  visit.pass(2 * FRAME);
  await visit.answer({ panels: wide });
  visit.draw();
  assert.equal(visit.points[0], "translate(350,150)");
  visit.point("move", 1.5, 0);
  visit.draw();
  assert.equal(visit.points[0], "translate(350,200)");
  visit.point("up", 1.5, 0);
  await visit.answer();
  visit.draw();
  assert.equal(visit.points[0], "translate(275,200)");
});

test("a stroke over empty space places nothing, and neither does another button or finger", async () => {
  const visit = await Visit.begin();
  visit.point("down", 0, 0);
  visit.point("move", 0.5, 0);
  visit.point("up", 0.5, 0);
  visit.place(0, 0, { button: 2 });
  visit.place(0, 0, { isPrimary: false });
  visit.draw();
  assert.equal(visit.points.length, 2);
});

test("what the system takes out of the hand stays where it is", async () => {
  const visit = await Visit.begin();
  visit.point("down", 1, 1);
  visit.point("move", 0, 0);
  visit.point("cancel", 0, 0);
  assert.deepEqual(visit.board[0], [0, 0, 0]);
  visit.pass(2 * FRAME);
  visit.do("undo");
  assert.deepEqual(visit.board[0], [1, 1, 0]);
});

test("clear, undo and redo can be pressed where they do something", async () => {
  const visit = await Visit.begin();
  const enabled = () => {
    visit.pass(2 * FRAME);
    return ["undo", "redo", "clear"].filter((name) => !visit.root.querySelector(`[data-do=${name}]`).disabled);
  };
  assert.deepEqual(enabled(), ["clear"]);
  visit.press("3");
  visit.do("clear");
  assert.deepEqual([enabled(), visit.board], [["undo"], []]);
  assert.equal(visit.part("choices").children[0].getAttribute("aria-checked"), "true");
  visit.do("undo");
  assert.deepEqual(enabled(), ["redo", "clear"]);
  visit.do("redo");
  assert.deepEqual([enabled(), visit.board], [["undo"], []]);
});

const reading = {
  form: ["a", "b", "c"], signs: [1, -1], place: "({x}, {y})", sides: [": plus {value}", ": minus {value}", ": zero"],
  point: "{class} point {point}", value: ": {value}", away: ", {away} away", hollow: ", wrong",
};

const handle = { unit: 0, zero: [false, true], words: "{a} and {b}: {wrong} wrong" };

test("the line is turned by the tip of its arrow about the origin, and asked about when it is let go", async () => {
  const visit = await Visit.begin({ reading, handle });
  // The line y = 0, whose arrow ends a ninth of the diagonal above the middle.
  const tip = 0.11 * Math.hypot(4, 4);
  visit.point("down", 0, tip);
  visit.point("move", px(3), tip);
  assert.equal(visit.text("sentence"), "The start.");
  visit.point("move", 1, 1);
  visit.draw();
  assert.equal(visit.text("sentence"), "0.710 and 0.710: 0 wrong");
  visit.point("move", 1, 0);
  visit.draw();
  assert.equal(visit.text("sentence"), "1 and 0: 0 wrong");
  const [line, faint] = visit.root.querySelectorAll("[data-kind=line]");
  assert.match(line.getAttribute("d"), /^M200,.*L200,/);
  assert.equal(faint.style.display, "none");
  visit.point("move", -1, 0);
  visit.draw();
  assert.equal(visit.text("sentence"), "−1 and 0: 2 wrong");
  visit.point("up", -1, 0);
  assert.deepEqual(visit.history.at(-1), { start: "-1, 0" });
  assert.ok(visit.root.classList.contains("is-pending"));
  visit.draw();
  assert.match(visit.text("sentence"), /2 wrong/);
  await visit.answer();
  visit.draw();
  assert.equal(visit.text("sentence"), "The start.");
});

test("a press farther from the tip than ten pixels does not take it, and a nearer point is taken instead", async () => {
  const tip = 0.11 * Math.hypot(4, 4);
  const away = await Visit.begin({ reading, handle });
  away.point("down", px(10.5), tip);
  away.point("move", 1, 1);
  away.draw();
  assert.equal(away.part("sentence").textContent, "The start.");
  const near = await Visit.begin({ reading, handle, points: [[0, 0.625, 0]] });
  near.point("down", 0, 0.625);
  near.point("move", 1, 1);
  near.draw();
  assert.deepEqual(near.points, ["translate(300,100)"]);
});

test("an edit while a turned line is on its way asks for both", async () => {
  const visit = await Visit.begin({ reading, handle });
  visit.point("down", 0, 0.11 * Math.hypot(4, 4));
  visit.point("move", 1, 0);
  visit.point("up", 1, 0);
  visit.place(0.5, -1);
  assert.equal(visit.history.at(-1).start, "1, 0");
  assert.deepEqual(visit.board.at(-1), [0.5, -1, 0]);
});

const asking = {
  question: "Heads or tails?", rest: "Toss", most: 3,
  answers: [{ name: "heads", sign: "H", color: "red" }, { name: "tails", sign: "T", color: "blue" }],
};

test("answers are given one after the other, or all that are missing at once, and no more", async () => {
  const hand = { key: "said", snap: 1, signs: "ht", also: {} };
  const panels = scene().panels.map((panel) => ({ ...panel, area: "board" }));
  const visit = await Visit.begin({ asking, hand, panels, editing: undefined, points: [] });
  const unanswered = () => visit.root.classList.contains("is-unanswered"); // nothing to step, play or take back is seen
  assert.equal(visit.part("choices").previousElementSibling.dataset.area, "board");
  assert.equal(unanswered(), true);
  visit.press("2");
  visit.pass(2 * FRAME);
  assert.equal(unanswered(), false);
  assert.deepEqual(visit.board, [1]);
  visit.press("1");
  assert.deepEqual(visit.board, [1, 0]);
  const buttons = [...visit.part("choices").children];
  assert.deepEqual(buttons.map(({ textContent }) => textContent), ["Hheads", "Ttails", "…Toss"]);
  visit.press("3");
  assert.equal(visit.board.length, 3);
  assert.ok(visit.board.every((answer) => answer === 0 || answer === 1));
  visit.pass(2 * FRAME);
  assert.deepEqual(buttons.map(({ disabled }) => disabled), [true, true, true]);
  visit.history.length = 0;
  visit.press("1");
  assert.equal(visit.board, undefined);
});

const picking = {
  panel: 0, x: "x", y: "y", words: "{name} at {x}.", offer: "Click to open.", link: { data: "two", n: "{x}", who: "{name}" },
  columns: { x: [1, -1, 0], y: [1, 0, -1], name: ["last", "first", "middle"] },
};
const steady = { picking, editing: undefined, points: [] };

// The queries of the links that are opened.
function followed() {
  const queries = [];
  window.open = (href, target) => queries.push([new URL(href).search, target]);
  return queries;
}

test("dots are gone to by arrows from left to right, Home and End, and Enter takes one", async () => {
  const visit = await Visit.begin(steady);
  const links = followed();
  assert.equal(visit.part("desk").hidden, true);
  for (const [key, name] of [
    ["ArrowRight", "first at -1"], ["ArrowRight", "middle at 0"], ["ArrowRight", "last at 1"],
    ["ArrowRight", "last at 1"], ["ArrowLeft", "middle at 0"], ["Home", "first at -1"], ["ArrowLeft", "first at -1"],
    ["End", "last at 1"],
  ]) {
    assert.equal(visit.press(key), true);
    assert.equal(visit.text("sentence"), `${name}. Click to open.`);
  }
  const ring = visit.root.querySelector("[data-kind=picked]");
  assert.deepEqual(["cx", "cy"].map((name) => ring.getAttribute(name)), ["300", "100"]);
  assert.equal(visit.press("ArrowRight", { shiftKey: true }), false);
  assert.equal(visit.press("x"), false);
  visit.press("Enter");
  assert.deepEqual(links, [["?data=two&n=1&who=last", "_self"]]);
});

test("the dot under the mouse is read and a click takes it, a finger reads it first", async () => {
  const visit = await Visit.begin(steady);
  const links = followed();
  const at = (x, y) => ({ clientX: 20 + 100 * (x + 2), clientY: 10 + 100 * (2 - y) });
  const panel = visit.root.querySelector(".stage-panel");
  const press = (x, y, pointerType) => panel.dispatchEvent(
    new window.PointerEvent("click", { bubbles: true, pointerType, ...at(x, y) }));
  visit.point("move", 1 + px(10), 1);
  assert.match(visit.text("sentence"), /^last/);
  press(1, 1, "mouse");
  assert.equal(links.length, 1);
  visit.point("move", 1 + px(11), 1);
  assert.equal(visit.text("sentence"), "The start.");
  press(-1 + px(22), 0, "touch");
  assert.match(visit.text("sentence"), /^first/);
  assert.equal(links.length, 1);
  press(-1, 0, "touch");
  assert.deepEqual(links.at(-1), ["?data=two&n=-1&who=first", "_self"]);
  await visit.answer({ locked: true });
  press(1, 1, "mouse");
  press(1, 1, "mouse");
  assert.deepEqual([links.length, visit.text("sentence")], [2, "last at 1."]);
});

// A picture's weights, and a canvas of two by two cells.
const drawing = {
  panel: 1, most: 2, weights: "w", ink: 1, signs: [1, -1], zero: [false, true],
  sides: ["plus {value}", "minus {value}", "none"], shelf: "{count}, {wrong} wrong", classes: scene().editing.classes,
};
const sheet = {
  panels: [...scene().panels, { area: "upper", label: "Cells.", cells: 2 }], editing: undefined, points: [], drawing, hand: { key: "points", snap: 0, signs: "", also: {} },
  columns: { ...scene().columns, w: Array.from({ length: 5 }, () => "2,-1,0,-3") },
};

test("cells are set by the keys, their worth is said, and a picture is added and taken back", async () => {
  const visit = await Visit.begin(sheet);
  const field = visit.part("field");
  const press = (...keys) => keys.forEach((key) => visit.press(key, { target: field }));
  const set = () => {
    visit.draw();
    return [...field.querySelectorAll("rect")].slice(0, 4).map((cell) => Number(cell.classList.contains("is-set")));
  };
  press(" ");
  assert.deepEqual([set(), visit.text("worth")], [[1, 0, 0, 0], "plus 2"]);
  press("ArrowRight", "ArrowDown", "ArrowDown", "Enter");
  assert.deepEqual([set(), visit.text("worth")], [[1, 0, 0, 1], "minus −1"]);
  assert.match(visit.spoken, /Row 2, column 2, set. minus −1/);
  visit.press("1");
  assert.deepEqual([visit.board, set()], [[[0, 9, 0]], [0, 0, 0, 0]]);
  await visit.answer();
  visit.draw();
  assert.equal(visit.text("stock"), "1, 1 wrong");
  visit.press("2");
  assert.match(visit.spoken, /An empty picture cannot be added/);
  press("ArrowLeft", "ArrowUp", "ArrowUp");
  assert.match(visit.spoken, /Row 1, column 1, clear/);
  visit.click(visit.part("shelf").children[0]);
  assert.deepEqual([visit.board, set()], [[], [1, 0, 0, 1]]);
  assert.match(visit.spoken, /Back on the field: picture 0, plus/);
});

// A press at a place of the canvas, in cells from its left and its top.
function stroke(visit, type, left, top, more = {}) {
  const field = visit.part("field");
  field.querySelector("svg").getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 200 });
  field.dispatchEvent(new window.PointerEvent(`pointer${type}`, {
    bubbles: true, pointerId: 1, isPrimary: true, clientX: 100 * left, clientY: 100 * top, ...more,
  }));
}

function cells(visit) {
  visit.draw();
  return [...visit.part("field").querySelectorAll("rect")].slice(0, 4).map((cell) => Number(cell.classList.contains("is-set")));
}

test("a stroke sets the cells on its way or, if it begins on a set cell, clears them, and is undone as one", async () => {
  const visit = await Visit.begin(sheet);
  stroke(visit, "down", 0.5, 0.5);
  stroke(visit, "move", 1.5, 0.5, { pointerId: 2 });
  assert.deepEqual(cells(visit), [1, 0, 0, 0]);
  stroke(visit, "move", 1.5, 0.5);
  stroke(visit, "up", 1.5, 0.5);
  stroke(visit, "move", 1.5, 1.5);
  assert.deepEqual(cells(visit), [1, 1, 0, 0]);
  assert.match(visit.spoken, /plus 1/);
  stroke(visit, "down", 0.5, 0.5);
  stroke(visit, "move", 0.5, 1.5);
  stroke(visit, "cancel", 0.5, 1.5);
  assert.deepEqual(cells(visit), [0, 1, 0, 0]);
  for (const more of [{ button: 2 }, { isPrimary: false }]) stroke(visit, "down", 0.5, 1.5, more);
  stroke(visit, "down", 2.5, 0.5);
  assert.deepEqual(cells(visit), [0, 1, 0, 0]);
  for (const [name, left] of [["undo", [1, 1, 0, 0]], ["undo", [0, 0, 0, 0]], ["redo", [1, 1, 0, 0]], ["clear", [0, 0, 0, 0]], ["undo", [1, 1, 0, 0]]]) {
    visit.do(name);
    assert.deepEqual(cells(visit), left, name);
  }
});

function add(visit, left, top, key) {
  stroke(visit, "down", left, top);
  stroke(visit, "up", left, top);
  visit.press(key);
  visit.draw();
}

test("the shelf takes no more than it holds, arrows go along it, Delete erases, and all of it is cleared and undone", async () => {
  const visit = await Visit.begin(sheet);
  const { children } = visit.part("shelf");
  add(visit, 0.5, 0.5, "1");
  add(visit, 1.5, 0.5, "2");
  add(visit, 0.5, 1.5, "1");
  assert.match(visit.spoken, /The shelf is full: 2 pictures\./);
  assert.equal(visit.text("worth"), "The shelf is full: 2 pictures.");
  visit.do("clear");
  for (const [key, at] of [["ArrowRight", 1], ["ArrowUp", 0], ["ArrowDown", 1]]) {
    assert.equal(visit.press(key, { target: document.activeElement.closest(".stage-shelf *") ?? children[0] }), true);
    assert.equal(document.activeElement, children[at], key);
  }
  assert.equal(visit.step, 0);
  visit.press("Delete", { target: children[1] });
  assert.match(visit.spoken, /Erased picture 1, minus\./);
  assert.deepEqual(visit.board, [[0, 8, 0]]);
  visit.do("clear");
  assert.deepEqual(visit.board, []);
  visit.do("undo");
  visit.do("undo");
  assert.deepEqual(visit.board, [[0, 8, 0], [0, 4, 1]]);
});

test("a locked shelf shows its pictures on the field, and keeps them", async () => {
  const visit = await Visit.begin({ ...sheet, points: [[0, 9, 0]], locked: true });
  visit.click(visit.part("shelf").children[0]);
  assert.match(visit.spoken, /On the field: picture 0, plus\. minus −1/);
  visit.press("Delete", { target: visit.part("shelf").children[0] });
  visit.do("clear");
  assert.deepEqual([cells(visit), visit.part("shelf").childElementCount], [[0, 0, 0, 0], 1]);
  assert.equal(visit.board, undefined);
});

test("a press on a board or a canvas takes the focus from a field, and selects no text", async () => {
  for (const [more, name] of [[{}, "panels svg"], [sheet, "field"]]) {
    const visit = await Visit.begin(more);
    const press = (target) => {
      visit.part("scrub").focus();
      return !target.dispatchEvent(new window.MouseEvent("mousedown", { bubbles: true, cancelable: true }));
    };
    assert.equal(press(visit.part("sentence")), false);
    assert.equal(document.activeElement, visit.part("scrub"));
    assert.equal(press(visit.part(name)), true, name);
    assert.equal(document.activeElement, document.body);
  }
});

test("a finger on a point does not scroll the page, and one beside it does", async () => {
  const visit = await Visit.begin();
  const scrolls = (x, y) => {
    visit.point("down", x, y, { touch: true });
    const touch = new window.Event("touchstart", { bubbles: true, cancelable: true });
    const left = visit.root.querySelector(".stage-panel").dispatchEvent(touch);
    visit.point("cancel", x, y, { touch: true });
    return left;
  };
  assert.deepEqual([scrolls(1, 1), scrolls(0, 0)], [false, true]);
});

test("the cross carries a point, and puts it down where it is hidden", async () => {
  const visit = await Visit.begin({ points: [[1 / 16, 0, 0]] });
  visit.press("ArrowRight", { shiftKey: true });
  assert.match(visit.spoken, /Cross at 0\.063, 0, over point 0, plus/);
  visit.press("g");
  visit.press("ArrowUp", { shiftKey: true });
  assert.match(visit.spoken, /Picked up point 0.*Cross at 0\.063, 0\.063, with point 0, plus, at 0\.063, 0\.063/);
  visit.press("Escape");
  assert.match(visit.spoken, /Put down point 0.*Cross hidden/);
  assert.deepEqual(visit.board, [[1 / 16, 1 / 16, 0]]);
  visit.press("ArrowLeft", { shiftKey: true });
  visit.press("g");
  assert.match(visit.spoken, /No point here/);
});

test("the cross takes the arrow by its tip, turns the line, and lets go", async () => {
  const visit = await Visit.begin({ reading, handle });
  for (let i = 0; i < 10; i++) visit.press("ArrowUp", { shiftKey: true });
  assert.match(visit.spoken, /Cross at 0, 0\.625, over the tip of the arrow/);
  visit.press("g");
  for (let i = 0; i < 10; i++) visit.press("ArrowDown", { shiftKey: true });
  visit.press("ArrowDown", { shiftKey: true });
  assert.match(visit.spoken, /Took the arrow by its tip.*Cross at 0, −0\.063, turning the line: 2 wrong/);
  visit.press("Enter");
  assert.match(visit.spoken, /Let go of the arrow/);
  assert.equal(visit.history.at(-1).start, "0, -1");
});

test("a link that the session opens takes the arrow from the cross", async () => {
  const visit = await Visit.begin({ reading, handle });
  for (let i = 0; i < 10; i++) visit.press("ArrowUp", { shiftKey: true });
  visit.press("g");
  visit.press("ArrowRight", { shiftKey: true });
  await visit.say({ link: { number: 2, address: { data: "two" } } });
  await visit.answer();
  visit.press("Enter");
  const { start, data, points } = visit.history.at(-1);
  assert.deepEqual([start, data, Boolean(points)], [undefined, "two", true], "Enter places a point, and turns nothing");
});

test("a moving point under the pointer is described at each step, until the pointer leaves", async () => {
  const coded = (...values) => Buffer.from(Int16Array.from(values).buffer).toString("base64");
  const { classes } = scene().editing;
  const moving = {
    panel: 0, kind: "moving", columns: ["ring"], classes, kinds: [0, 1], unit: 1, radius: 6, style: {}, form: ["a", "b", "c"],
    x: coded(-1, 1), y: coded(0, 1, 1, 1, 1, 1, 1, 1, 1, 1), words: ["{class} {point} at ({x}, {y})", ", {away} away", ", wrong"],
  };
  const hollow = { panel: 0, kind: "hollow", columns: ["bits"], words: "" };
  const columns = { ...scene().columns, ring: [null, 0, 0, 0, 0], bits: ["02", "00", "00", "00", "00"] };
  const visit = await Visit.begin({ marks: [moving, hollow], columns, editing: undefined, points: [] });
  const read = () => visit.part("reading")?.textContent;
  visit.point("move", 1 + px(10), 1);
  assert.equal(read(), "minus 1 at (1, 1), 1 away, wrong");
  visit.press("End");
  assert.equal(read(), "minus 1 at (1, 1), 0 away");
  visit.press("Home");
  visit.point("move", -1, px(11));
  assert.equal(read(), undefined);
  visit.point("down", -1, px(11), { touch: true });
  assert.equal(read(), "plus 0 at (−1, 0), 0 away");
  visit.press("End");
  assert.equal(read(), undefined);
  visit.point("move", 1, 1);
  const panels = visit.part("panels");
  for (const [pointerType, words] of [["touch", "minus 1 at (1, 1), 0 away"], ["mouse", undefined]]) {
    panels.dispatchEvent(new window.PointerEvent("pointerleave", { pointerType }));
    assert.equal(read(), words, pointerType);
  }
});
