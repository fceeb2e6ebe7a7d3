// What the stage finds of its elements in stage.html, and of the page around it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PLAIN } from "../../../playground/stage/src/link/host.ts";
import { PARTS, find } from "../../../playground/stage/src/page/parts.ts";
import { FRAME, Visit } from "./browser.mjs";

const { Page } = await import("../../../playground/stage/src/page/page.ts");
const { beside, tellHeight } = await import("../../../playground/stage/src/page/framed.ts");

test("stage.html has each part that the stage names, once, and with the tag that it says", () => {
  const { parent } = new Visit();
  for (const [name, tag] of Object.entries(PARTS)) {
    const found = parent.querySelectorAll(`.stage-${name}`);
    assert.deepEqual([name, found.length, found[0]?.localName], [name, 1, tag]);
  }
  assert.throws(() => find(parent, "p", ".stage-nothing"), /there is no p\.stage-nothing/);
});

test("a figure gets the theme's colours of its frame, and says when it has others than the theme", () => {
  const visit = new Visit();
  const page = new Page(visit.root, { host: PLAIN, visit: {} });
  const ink = (color) => visit.root.style.setProperty("--ink", color);
  ink("#112233");
  const used = new Map();
  const figure = { data: [{ color: "var(--ink)", fill: "color-mix(in srgb, var(--ink) 50%, transparent)", x: [1, null] }], name: "ink" };
  assert.deepEqual(page.themed(figure, used), { data: [{ color: "#112233", fill: "#1122337f", x: [1, null] }], name: "ink" });
  assert.equal(page.holds(used), true);
  ink("#445566");
  assert.equal(page.holds(used), true, "in the same frame");
  visit.pass(FRAME);
  assert.equal(page.holds(used), false);
});

test("the complaint of a source ends with it, and shows that of another again", () => {
  const visit = new Visit();
  const page = new Page(visit.root, { host: PLAIN, visit: {} });
  const shown = () => [visit.part("trouble").hidden, visit.part("trouble").textContent.trim().replace(/\s+/g, " ")];
  page.complain("one", "One fails.", "Try again");
  page.complain("two", "Two fails.");
  assert.deepEqual(shown(), [false, "Two fails."]);
  page.complain("two", "");
  assert.deepEqual(shown(), [false, "One fails. Try again"]);
  page.complain("one", "");
  assert.deepEqual([...shown(), visit.spoken], [true, "", "One fails. Two fails. One fails."]);
});

test("a framed page tells its height when it does not fit, and when a new width leaves much empty", () => {
  const [told, sizes] = [[], []];
  const { ResizeObserver } = globalThis;
  globalThis.ResizeObserver = class {
    constructor(act) { sizes.push(act); }
    observe() {}
  };
  const { parent, innerHeight } = window;
  let height = 900;
  const page = { getBoundingClientRect: () => ({ height }) };
  const host = { content: () => page };
  tellHeight(host);
  assert.deepEqual([sizes, beside(100, page, host)], [[], null], "it is in no frame");
  window.parent = { postMessage: (message) => told.push(message) };
  tellHeight(host);
  tellHeight(host);
  const [resize, ...more] = sizes;
  assert.deepEqual(more, []);
  const after = (inner, wide, high) => {
    [window.innerHeight, window.innerWidth, height] = [inner, wide, high];
    resize();
    return told.splice(0);
  };
  assert.deepEqual(after(700, 1000, 900.5), [{ playgroundHeight: 901 }]);
  assert.deepEqual([after(901, 1000, 901), after(901, 1000, 880)], [[], []]);
  assert.deepEqual(after(901, 1000, 950), [{ playgroundHeight: 950 }]);
  assert.deepEqual([after(950, 1200, 940), after(950, 1300, 900)], [[], [{ playgroundHeight: 900 }]]);
  const boxes = [[0, 0], [100, 400], [150, 350]].map(([top, bottom]) => ({ getBoundingClientRect: () => ({ top, bottom, height: bottom - top }) }));
  assert.deepEqual([beside(100, { children: boxes }, host), beside(100, { children: [] }, host)], [500, null]);
  Object.assign(window, { parent, innerHeight });
  Object.assign(globalThis, { ResizeObserver });
});
