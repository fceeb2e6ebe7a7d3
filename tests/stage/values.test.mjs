// Values as links, sentences and figures have them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { encode } from "../../playground/stage/src/link/query.ts";
import { csv } from "../../playground/stage/src/share/csv.ts";
import { number } from "../../playground/stage/src/words/numbers.ts";
import { numbersOf } from "../../playground/stage/src/draw/pixels.ts";
import { followingOf } from "../../playground/stage/src/draw/growing.ts";
import { fromAbove, signed } from "../../playground/stage/src/draw/above.ts";
import { fillIn, textAt } from "../../playground/stage/src/words/text.ts";

test("numbers are written to three digits, whole ones whole, and halves to the even digit as Python does", () => {
  const cases = [
    [0, "0"], [-7, "−7"], [1234, "1,234"], [1e6, "1.00×10⁶"], [1.125, "1.12"], [1.375, "1.38"], [12.25, "12.2"],
    [123.5, "124"], [1234.5, "1,234"], [0.0009995, "9.99×10⁻⁴"], [2 + 1e-13, "2"], [-Infinity, "−∞"], [NaN, "undefined"],
  ];
  assert.deepEqual(cases.map(([value]) => number(value)), cases.map(([, text]) => text));
});

test("points become the code of a link: a version, their number, and four digits each, in steps of the grid", () => {
  const hand = { snap: 16, signs: "" };
  assert.equal(encode([], hand), "");
  // As the server's own links have it.
  assert.equal(encode([[0.5, -1, 0], [1, 1, 1]], { snap: 128, signs: "" }), "1ACRAcASAkB");
  // Both coordinates begin at −8: 0 is 128 of the first's steps, shifted by 12 bits, and 128 of the second's, by 1.
  assert.equal(encode([[0, 0, 0]], hand), "1ABCAEA");
  assert.equal(encode([[0, 0, 1]], hand), "1ABCAEB");
  assert.equal(encode([[1 / 16, 2 / 16, 0], [0, 0, 1]], hand), "1ACCBEECAEB");
  // What is placed beyond the board's end is written as its end.
  assert.equal(encode([[9, 0, 0]], hand), encode([[8 - 1 / 16, 0, 0]], hand));
  assert.equal(encode([[0, -9, 0]], hand), encode([[0, -8 + 1 / 16, 0]], hand));
  assert.notEqual(encode([[7.5, 0, 0]], hand), encode([[8, 0, 0]], hand));
});

test("answers become their signs, and pictures eleven digits of their bits", () => {
  assert.equal(encode([0, 1, 1, 0], { snap: 16, signs: "ht" }), "htth");
  assert.equal(encode([[0, 0, 1]], { snap: 0, signs: "" }), "1ABAAAAAAAAAAB");
  assert.equal(encode([[0, 1, 0]], { snap: 0, signs: "" }), "1ABAAAAAAAAAAC");
  assert.equal(encode([[1, 0, 0]], { snap: 0, signs: "" }), "1ABAAAAAIAAAAA");
  assert.equal(encode([[2 ** 31, 0, 0]], { snap: 0, signs: "" }), "1ABQAAAAAAAAAA");
  const many = Array.from({ length: 65 }, () => [0, 0, 0]);
  assert.equal(encode(many, { snap: 0, signs: "" }).slice(0, 3), "1BB");
});

test("numbers are written as the server writes them", () => {
  const written = JSON.parse(readFileSync(new URL("numbers.json", import.meta.url), "utf8")); // tests/playground/draw/test_words.py
  for (const [value, text] of written) assert.equal(number(value), text);
});

test("a sentence names columns of its step, and of the one before where it says so", () => {
  const data = { columns: { w: [1, 2.5, 4], word: ["a", "b", "c"] } };
  const text = { templates: ["start", "{word}: {-w} to {w}"], which: [0, 1, 1] };
  assert.deepEqual([0, 1, 2].map((step) => textAt(text, { step, data })), ["start", "b: 1 to 2.50", "c: 2.50 to 4"]);
  assert.equal(fillIn("{a} {-b} c", (name, back) => `${name}${back}`), "a0 b1 c");
});

const growingOf = (mark, all) => followingOf([{ kind: "growing", ...mark }], all)[0];
const fieldOf = (mark, all) => followingOf([{ kind: "field", ...mark }], all)[0];

test("a part grows with the step, or moves its corners", () => {
  const all = { t: [0, 1, 2, 3], y: [5, 6, 7, 8] };
  const asked = { place: 2, columns: ["t", "y"], attributes: ["x", "y"] };
  const grown = growingOf(asked, all);
  assert.equal(grown.place, 2);
  assert.deepEqual(grown.values(0), { x: [0], y: [5] });
  assert.deepEqual(grown.values(2), { x: [0, 1, 2], y: [5, 6, 7] });
  const moved = growingOf({ place: 0, columns: ["t", "y", "y", "t"], attributes: ["x", "y"] }, all);
  assert.deepEqual(moved.values(2), { x: [2, 7], y: [7, 2] });
});

test("a field is the sum of its layers since the step where it began, and nothing at that step", () => {
  const layers = [[[[1, 2], [1, 10]]], [[[1, 1], [1, 1]], [[0, 1], [5, 5]]]];
  const all = { which: [null, 0, 1, 0], factor: [null, 1, 2, 3], since: [0, 0, 0, 1] };
  const field = fieldOf({ place: 0, columns: ["which", "factor", "since"], layers }, all);
  assert.deepEqual(field.values(0).z, [[null, null], [null, null]]);
  assert.deepEqual(field.values(1).z, [[1, 10], [2, 20]]);
  assert.deepEqual(field.values(2).z, [[3, 12], [14, 32]]);
  // From the second step on: twice the second layer and three times the first.
  assert.deepEqual(field.values(3).z, [[5, 32], [18, 72]]);
});

test("on the way to a step a field has so much of its layer, also to where it ends", () => {
  const layers = [[[[1, 2], [1, 10]]]];
  const all = { which: [null, 0, 0], factor: [null, 1, -1], since: [0, 0, 2] };
  const [field] = followingOf([{ kind: "field", place: 0, columns: ["which", "factor", "since"], layers }], all);
  assert.deepEqual(field.values(1, 0.5).z, [[0.5, 5], [1, 10]]);
  assert.deepEqual(field.values(2, 0.5).z, [[0.5, 5], [1, 10]]);
  assert.deepEqual(field.values(2).z, [[null, null], [null, null]]);
});

test("points in space are signs, hollow where they are wrong, and say their number, place and score", () => {
  const all = { wrong: ["02", "01"], u: [1, -2], v: [0, 1], w: [0.5, 0] };
  const trace = { type: "scatter3d", mode: "text", x: [3, 0], y: [1, 2], z: [2, 2], text: ["▲", "▲"], textfont: { color: "blue", size: 17 } };
  const asked = {
    kind: "signs", place: 1, columns: ["wrong", "u", "v", "w"], points: [4, 1], label: -1, signs: ["▲", "△"],
    words: ["point {point} at ({x}, {y}, {z}): {value}", ", wrong"],
  };
  const at = (step) => signed([{}, trace], [asked], all, step);
  const said = (step) => [at(step)[1].text, at(step)[1].hovertext];
  assert.deepEqual(at(0)[0], {});
  assert.deepEqual(said(0), [["▲", "△"], ["point 4 at (3, 1, 2): −4", "point 1 at (0, 2, 2): −1, wrong"]]);
  assert.deepEqual(said(1), [["▲", "▲"], ["point 4 at (3, 1, 2): 5", "point 1 at (0, 2, 2): −2"]]);
  // Seen from above, without Plotly, they are the same signs.
  const axis = { name: "x", range: [0, 1] };
  const above = fromAbove({ title: "", axes: [axis, axis, axis], margin: { l: 0, r: 0, t: 0, b: 0 }, traces: [at(0)[1]] }, "");
  const drawn = above.parts.map(({ shape, hollow, x }) => [shape, hollow, x]).filter(([, , x]) => x.some((at) => at !== null));
  assert.deepEqual(drawn, [["triangle", false, [3, null]], ["triangle", true, [null, 0]]]);
});

test("a figure in space is seen along its third axis", () => {
  const axis = { name: "x", range: [0, 1] };
  const mesh = { type: "mesh3d", x: [0, 1, 0], y: [0, 0, 1], z: [0, 0, 0], i: [0], j: [1], k: [2], color: "red", opacity: 0.5 };
  const path = { type: "scatter3d", mode: "lines+markers", x: [1], y: [2], z: [3], line: { color: "red" }, marker: { color: "red", size: 2 } };
  const traces = [path, { type: "surface", x: [0], y: [0], z: [[1]], colorscale: [[0, "red"], [1, "blue"]] }, mesh];
  const above = fromAbove({ title: "A", axes: [axis, axis, axis], margin: { l: 0, r: 20, t: 5, b: 0 }, traces }, "from above");
  assert.deepEqual(above.parts.map(({ kind }) => kind), ["lines", "dots", "contours", "region"]);
  assert.deepEqual([above.parts[0].x, above.parts[0].y], [[1], [2]]);
  assert.deepEqual([above.parts[3].x, above.parts[3].y], [[0, 1, 0, 0, null], [0, 0, 1, 0, null]]);
  assert.deepEqual(above.margin, { l: 42, r: 20, t: 5, b: 38 });
  assert.deepEqual([above.xaxis, above.yaxis, above.notes[0].text], [axis, axis, "from above"]);
});

test("a picture is numbers with commas", () => assert.deepEqual(numbersOf("0,-1.5,2"), [0, -1.5, 2]));

test("a table's cells are read as they were written, and none is run, whatever it begins with", () => {
  const begins = ["=", "+", "-", "@", "\t", "\r", "\n", " ", ",", ";", "'", '"', "−", "x", ""];
  const words = begins.flatMap((begin) => [`${begin}1+1`, `${begin}say "η", then\r\nmore`]);
  const [mark, ...rest] = csv(["a", "=b"], words.map((word) => [-1.5, word]));
  const text = rest.join("");
  assert.equal(mark, "\ufeff");
  const cells = Array.from(text.matchAll(/("(?:[^"]|"")*"|[^,"\n]*)(?:,|\n)/g), ([, cell]) =>
    cell.replace(/^"([^]*)"$/, "$1").replaceAll('""', '"'));
  const marked = (word) => (/^[=+\-@\t\r]/.test(word) ? `'${word}` : word);
  assert.deepEqual(cells, ["a", "'=b", ...words.flatMap((word) => ["-1.5", marked(word)])]);
  assert.equal(csv(["n"], [[-2], [null], ["-1"]]), "n\n-2\n\n-1\n");
});
