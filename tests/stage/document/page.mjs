// What the stage finds of its elements in stage.html.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PARTS, find } from "../../../playground/stage/src/page/parts.ts";
import { Visit } from "./browser.mjs";

test("stage.html has each part that the stage names, once, and with the tag that it says", () => {
  const { parent } = new Visit();
  for (const [name, tag] of Object.entries(PARTS)) {
    const found = parent.querySelectorAll(`.stage-${name}`);
    assert.deepEqual([name, found.length, found[0]?.localName], [name, 1, tag]);
  }
  assert.throws(() => find(parent, "p", ".stage-nothing"), /there is no p\.stage-nothing/);
});
