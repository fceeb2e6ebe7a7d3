// A page that the browser translates: it puts each text into elements `font`, but where that is forbidden.

import assert from "node:assert/strict";
import { test } from "node:test";

import { piecesOf } from "../../../playground/stage/src/page/symbols.ts";
import { Visit } from "./browser.mjs";

const { document, localStorage, NodeFilter } = window;
const KEPT = ".stage-symbol, .stage-address, svg, code, pre, td, dd";

/** What a browser does to the texts that have come, as Chrome and Google's translator do. */
function translate(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts.filter(({ data, parentElement: parent }) => data.trim() && !parent.closest("font, style, script, [translate=no]"))) {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = `⟦${text.data}⟧`;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

const own = (text) => text.replace(/[⟦⟧]/g, "");
const setting = (key, kind, value, more) => ({ key, name: key, kind, default: value, applies: true, help: "", note: "", ...more });

const GUIDE = {
  title: "Does w turn?", text: "Here R²/γ² is 4.", finding: "It turns", remember: "turns", now: 0, home: true, start: {},
  parts: [{ task: ["Step to the end."], acts: [], answer: "In 4 updates, as γ > 0.", board: {}, remember: "turns 0" }],
};
const SCENE = {
  guide: GUIDE,
  texts: {
    sentence: { templates: ["The start: w = 0.", "Step {t}: w moves.\nw\t+ x\t= w′.", "Step {t}.\nIt is {a}."], which: [0, 1, 1, 2, 1] },
    position: { templates: ["{t} of 4"], which: [0, 0, 0, 0, 0] },
  },
  symbols: [{ text: "w", color: "red", note: "The weights: {a}." }],
  facts: [{ name: "bound R²/γ²", value: "4", note: "The most.", outcome: false }],
  verdict: { text: "It converged, with w* in 4 steps.", color: "green" },
  question: { text: "How many, with γ = 1?", answer: 4 },
  settings: { tabs: null, line: [setting("data", "choice", "cloud", { options: ["cloud", "other"] }), setting("bias b", "switch", "false"),
    setting("seed", "number", "0", { range: [0, 9, 1] })], more: [] },
};

/** What all texts are after each thing that a visitor does. */
async function texts(change) {
  localStorage.clear();
  const visit = await Visit.begin(SCENE);
  const told = [];
  const look = () => {
    visit.pass(600);
    change(visit.parent);
    told.push(own(visit.parent.textContent));
  };
  look();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"]) {
    visit.press(key);
    look();
  }
  visit.place(0, 0);
  await visit.answer({ facts: [{ ...SCENE.facts[0], value: "9" }], verdict: { text: "It runs on with w*.", color: "red" } });
  look();
  visit.press("z", { ctrlKey: true });
  look();
  visit.click(visit.parent.querySelector("[role=switch]"));
  await visit.answer({ question: { text: "And now?", answer: 2 }, guide: { ...GUIDE, text: "The board is another." } });
  look();
  visit.press("End");
  look();
  assert.equal(visit.points.length, 2);
  return [told, visit];
}

test("a translated page shows at each step what the page shows, and its symbols, numbers and code stay", async () => {
  const [plain] = await texts(() => {});
  assert.ok(new Set(plain).size > 8); // each thing changes something
  const [translated, { parent }] = await texts(translate);
  assert.deepEqual(translated, plain);
  assert.ok(parent.querySelectorAll("font").length > 20);
  const kept = [...parent.querySelectorAll(KEPT)];
  assert.ok(kept.length > 5);
  assert.deepEqual(kept.filter((node) => node.textContent.includes("⟦")), []);
  const symbols = [...parent.querySelectorAll("bdi")].map(({ textContent }) => textContent);
  for (const each of ["w", "R²/γ²", "b", "w*", "γ > 0"]) assert.ok(symbols.includes(each), each);
});

test("what is a symbol, and what is a word", () => {
  const found = (text) => piecesOf(text).filter((_, i) => i % 2);
  for (const [text, symbols] of [
    ["If w·x ≤ 0, then w ← w + y x.", ["w·x ≤ 0", "w ← w + y", "x"]],
    ["‖w‖² grows by x₁; γ′ = 0.1, R²/γ² at most", ["‖w‖²", "x₁", "γ′ = 0.1", "R²/γ²"]],
    ["It's a lesson's end, e.g. A or I; don't.", []],
    ["Der Rand ist γ, où w* naît", ["γ", "w*"]],
  ]) assert.deepEqual(found(text), symbols, text);
});
