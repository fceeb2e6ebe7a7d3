// The focus stays in a dialog or a panel whose buttons become disabled, as while they work, and Escape closes it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Visit, scene } from "./browser.mjs";

const { document } = window;
const CLASSES = scene().editing.classes.map((each, i) => ({ ...each, name: ["+1", "−1"][i] }));

// The panels that a button opens, and what opens and holds each.
const PANELS = { share: ".stage-share", exercises: ".stage-list", mine: ".stage-mine" };

const isShut = (panel) => panel.hidden || panel.open === false;

for (const [name, place] of Object.entries(PANELS))
  test(`a button of “${name}” that becomes disabled leaves the focus in its panel, which Escape closes`, async () => {
    const visit = await Visit.begin({ explains: 1, editing: { ...scene().editing, classes: CLASSES } });
    visit.parent.querySelector(".stage-room").hidden = false;
    const panel = () => visit.parent.querySelector(place);
    if (name === "exercises") {
      visit.do("share");
      await visit.comes(() => visit.root.querySelector("[data-do=exercises]"));
    }
    visit.do(name);
    await visit.comes(() => panel()?.querySelector("button") && !isShut(panel()));
    await visit.settled();
    const buttons = [...panel().querySelectorAll("button")].filter((each) => !each.disabled && each.checkVisibility());
    assert.ok(buttons.length > 1);
    for (const button of buttons) {
      button.focus();
      button.disabled = true;
      await visit.settled();
      const { activeElement: found } = document;
      assert.ok(panel().contains(found) && !found.matches(":disabled"), `${button.textContent} gave it to ${found.outerHTML.slice(0, 80)}`);
      button.disabled = false;
    }
    visit.press("Escape", { target: document.activeElement });
    assert.ok(isShut(panel()));
  });

test("the button of the next step, disabled at the last, gives the focus to no other: Enter would go back to the first", async () => {
  const visit = await Visit.begin();
  visit.parent.querySelector(".stage-room").hidden = false;
  visit.press("End");
  visit.press("ArrowLeft");
  visit.pass(500);
  const forward = visit.root.querySelector("[data-do=forward]");
  forward.focus();
  visit.click(forward);
  visit.pass(500);
  await visit.settled();
  assert.deepEqual([visit.step, forward.disabled], [4, true]);
  const { activeElement: found } = document;
  assert.ok(found === forward || found === document.body, `it has gone to ${found.outerHTML.slice(0, 80)}`);
});
