// What a clicker does before a hall: boards one after the other, a blank wall, and the numbers that are told.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Visit } from "./browser.mjs";

// A chain of which this board is in the middle, and which ways of it are pressed.
async function linked(query = "?present=true") {
  const visit = await Visit.begin({}, query);
  const pressed = [];
  for (const way of ["last-lesson", "next"]) {
    const link = `<p class="st-key-${way} stPageLink"><a href="/page">${way}</a></p>`;
    visit.parent.insertAdjacentHTML("beforebegin", link);
    visit.parent.previousElementSibling.addEventListener("click", () => pressed.push(way));
  }
  return { visit, pressed };
}

const line = (visit) => (visit.part("onward").hidden ? "" : visit.part("onward").textContent);

test("at the end of a run the clicker leads on, and at its start back, each at a second press", async () => {
  const { visit, pressed } = await linked();
  for (const [key, end, way, word] of [["PageDown", 4, "next", "next"], ["PageUp", 0, "last-lesson", "previous"]]) {
    for (let i = 0; i < 4; i++) visit.press(key);
    assert.deepEqual([visit.step, line(visit)], [end, ""]);
    visit.press(key);
    assert.match(line(visit), new RegExp(word));
    assert.deepEqual([visit.step, pressed], [end, []]);
    visit.press(key);
    assert.deepEqual([pressed.splice(0), line(visit)], [[way], ""]);
  }
});

test("at the end of a run the clicker sets what a lesson's next part asks for, and then leads on", async () => {
  const part = (name, more) => ({ task: name, answer: "So.", controls: [], sets: {}, places: [], remember: name, was: "", ...more });
  const guide = (now, sets) => ({
    title: "Why?", text: "", parts: [part("first"), part("second", { sets })], now, home: now === 0, remember: "clicked",
  });
  const { visit, pressed } = await linked();
  await visit.say({ link: { number: 2, address: {} } });
  await visit.answer({ guide: guide(0, { rate: "2", seed: "7" }) });
  visit.press("End");
  visit.press("PageDown");
  assert.deepEqual([visit.history.at(-1), line(visit)], [{ rate: "2", seed: "7", changed: "rate,seed" }, ""]);
  await visit.answer({ guide: guide(1, {}) });
  assert.equal(visit.step, 0);
  visit.press("End");
  visit.press("PageDown");
  assert.match(line(visit), /next/);
  assert.deepEqual(pressed, []);
  window.localStorage.clear();
});

test("whoever does anything else meanwhile is led nowhere, nor is who does not present, or has no next board", async () => {
  const { visit, pressed } = await linked();
  visit.press("End");
  for (const key of ["PageDown", "PageUp", "PageDown", "PageDown"]) {
    visit.press(key);
    visit.pass(1000);
  }
  assert.match(line(visit), /next/);
  visit.press("End");
  assert.equal(line(visit), "");
  visit.press("PageDown");
  assert.deepEqual(pressed, []);
  const here = await linked("");
  here.visit.press("End");
  for (let i = 0; i < 3; i++) here.visit.press("PageDown");
  assert.deepEqual([here.pressed, line(here.visit)], [[], ""]);
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
