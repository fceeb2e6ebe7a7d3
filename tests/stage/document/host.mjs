// What is done to the page that Streamlit draws around the stage, and what the stage asks of it.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Visit } from "./browser.mjs";

const { document, localStorage } = window;
for (const name of ["MutationObserver", "HTMLDetailsElement", "HTMLAnchorElement"]) globalThis[name] = window[name];
globalThis.localStorage = localStorage;

const SOURCE = "../../../playground/stage/src/";
const { default: frame } = await import(`${SOURCE}entries/menu.ts`);
const { default: finished } = await import(`${SOURCE}entries/finished.ts`);
const { default: mount, begin, keep, standsThere } = await import(`${SOURCE}entries/stage.ts`);
const { streamlit } = await import(`${SOURCE}host/streamlit.ts`);
const { PLAIN, nextLesson, wayOf, wholePage } = await import(`${SOURCE}link/host.ts`);

const MENU = `<nav class="menu"><a href="/">Playground</a><details><summary>More</summary><a href="/race">Race</a></details></nav>`;
const WAYS = '<a hidden rel="prev" href="/end"></a><nav class="ways"><a rel="prev" href="/before">Back</a><a rel="next" href="/next">Next</a></nav>';
const HEADING = `<div class="heading">${MENU}${WAYS}</div>`;

function show(html) {
  document.body.innerHTML = html;
  return (selector) => document.querySelector(selector);
}

const clicksOn = (node) => {
  const clicks = mock.fn();
  node.addEventListener("click", clicks);
  return () => clicks.mock.callCount();
};
const press = (node) => node.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true }));

test("the menu closes its groups", () => {
  const find = show(`${MENU}<p>Elsewhere</p>`);
  frame({ setStateValue() {} });
  const [group, name] = [find("details"), find("summary")];
  for (const leave of [() => press(find("p")), () => window.document.dispatchEvent(new window.KeyboardEvent("keydown", { key: "Escape" }))]) {
    group.open = true;
    press(group);
    assert.equal(group.open, true);
    find("details a").focus();
    leave();
    assert.deepEqual([group.open, document.activeElement === name], [false, true]);
  }
});

test("a press on the heading goes on to Streamlit's own link, however late that comes, unless it asks for another tab", () => {
  const find = show(`<div id="first">${HEADING}</div><div id="root">${HEADING}<div class="st-key-links"></div></div>`);
  for (let run = 0; run < 2; run += 1) frame({ setStateValue() {} });
  const [own, link] = [find(".st-key-links"), find("#root details a")];
  press(link);
  own.innerHTML = '<a href="/">Playground</a><a href="/race">Race</a><a href="/end"></a><a href="/before">Back</a><a href="/next">Next</a>';
  const clicks = clicksOn(own.children[1]);
  press(find("#first details a"));
  link.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
  assert.equal(clicks(), 0);
  press(link);
  assert.equal(clicks(), 1);
  const onward = clicksOn(own.lastChild);
  wayOf(true, streamlit).go();
  find("#first").remove();
  wayOf(true, streamlit).go();
  assert.deepEqual([onward(), clicks()], [1, 1]);
});

test("Tab passes over the scrolling part of the page, and a connection that is back is reported", async () => {
  const find = show('<a data-testid="stSkipToContent" href="#"></a><main data-testid="stMain"></main><i data-test-connection-state="CONNECTING"></i>');
  const said = [];
  frame({ setStateValue: (name) => said.push(name) });
  assert.equal(find("main").getAttribute("tabindex"), "-1");
  assert.doesNotThrow(() => press(find("a")), "there is no board to skip to");
  for (const state of ["DISCONNECTED", "CONNECTED"]) {
    find("i").dataset.testConnectionState = state;
    await null;
  }
  assert.deepEqual(said, ["back"]);
});

test("lessons that are done are marked, those that are drawn later, too", async () => {
  localStorage.setItem("lesson one", "seen");
  const find = show('<div id="place"><style></style><a></a><p></p></div><div class="st-key-lesson-one"><a href="?lesson=one"><p><strong>Why?</strong></p></a></div>');
  const data = { "lesson one": ["one", "So.", "./?lesson=one"], "lesson two": ["two", "Thus.", "./proof?lesson=two"] };
  const begin = () => [find("#place a").textContent, find("#place a").getAttribute("href")];
  const end = finished({ data, parentElement: find("#place") });
  assert.deepEqual(begin(), ["Go on with 1", "./proof?lesson=two"]);
  assert.equal(find("strong").textContent, "So.");
  assert.match(find("style").textContent, /^\.st-key-lesson-one a p::after \{ content: " ✓"/);
  end();
  localStorage.clear();
  finished({ data, parentElement: find("#place") });
  assert.equal(find("style").textContent, "");
  assert.deepEqual(begin(), ["Start", "./?lesson=one"]);
});

test("the list leads back to the lessons where a guess was wrong, a day later", () => {
  const cards = ["one", "two"].map((slug) => `<div class="st-key-lesson-${slug}"><a href="?lesson=${slug}"><p><strong>${slug}?</strong></p></a></div>`);
  const find = show(`<div id="place"><style></style><a></a><p></p></div>${cards.join("")}`);
  const data = { "lesson one": ["one", "So.", ""], "lesson two": ["two", "Thus.", ""], "lesson three": ["three", "Now.", ""] };
  const hours = (many) => localStorage.setItem("lesson two wrong", JSON.stringify(Date.now() - many * 3_600_000));
  const said = () => {
    finished({ data, parentElement: find("#place") })();
    return find("#place p").textContent;
  };
  hours(23);
  localStorage.setItem("lesson one wrong", "never");
  assert.equal(said(), "");
  hours(25);
  assert.equal(said(), "A guess was wrong here. Try once more: two?");
  assert.equal(find("#place p a").getAttribute("href"), "?lesson=two");
  localStorage.clear();
});

test("the stage finds links and content of Streamlit's page, and does without them", () => {
  const find = show(`<div id="root">${HEADING}</div><div class="stMainBlockContainer"></div>`);
  assert.equal(streamlit.content(), find(".stMainBlockContainer"));
  find("#root").insertAdjacentHTML("afterend", '<div id="first"><main></main></div>');
  find("#root").append(find(".stMainBlockContainer"));
  assert.equal(streamlit.content(), find("#first main"), "the first document lies over Streamlit's page");
  find("#first").remove();
  assert.deepEqual([...streamlit.menu()].map(({ pathname }) => pathname), ["/", "/race"]);
  const keeps = ["details a", ".ways a"].map((link) => streamlit.linkAt(find(link)));
  assert.deepEqual(keeps.map(({ pathname, keepsBoard }) => [pathname, keepsBoard]), [["/race", true], ["/before", false]]);
  assert.deepEqual([streamlit.linkAt(find("div")), nextLesson(), wholePage()], [null, null, null]);
  assert.deepEqual([true, false].map((on) => wayOf(on, streamlit).leadsToExercise), [true, false]);
  const followed = [];
  wayOf(false, { ...PLAIN, follow: ({ pathname }) => followed.push(pathname) }).go();
  assert.deepEqual(followed, ["/end"]);

  const light = show('<nav class="ways"><a data-all href="/all">All</a><a rel="next" data-lesson href="/next">Next</a></nav>');
  for (const host of [streamlit, PLAIN]) {
    assert.deepEqual([host.content(), [...host.menu()], host.linkAt(light("a"))], [document.documentElement, [], null]);
    assert.deepEqual([wayOf(true, host).leadsToExercise, wayOf(false, host)], [false, null]);
  }
  assert.deepEqual([wholePage(), nextLesson()], [light("[data-all]"), light("[rel=next]")]);
});

// A first document whose stage is used, and Streamlit's page under it.
function opened() {
  const visit = new Visit();
  const { innerHTML } = visit.parent;
  const find = show(`<div id="first"><main>${HEADING}${innerHTML}</main></div><div id="root">${HEADING}<div id="place">${innerHTML}</div></div>`);
  begin(find("#first"), visit.content({ rate: "2" }), { name: "board", plotly: "", alone: "", math: "" });
  visit.root = find("#first .stage");
  visit.parent = find("#place");
  visit.pass(500);
  return { visit, find };
}

test("the stage of a first document goes into Streamlit's page as it is, and the layer with it", async () => {
  const { visit, find } = opened();
  assert.ok(find("#root").hasAttribute("inert"));
  assert.ok(!visit.root.hasAttribute("data-idle"), "until the whole page has come");
  visit.do("forward");
  visit.pass(1000);
  find("#first details").open = true;
  find("#first summary").focus();
  await standsThere(find("#place .stage-room"));
  await visit.say({ names: ["rate", "step"] });
  assert.deepEqual([find("#first"), find("#root").hasAttribute("inert"), visit.step, find("#place .stage")], [null, false, 1, visit.root]);
  assert.deepEqual([document.querySelectorAll(".stage").length, find("details").open, document.activeElement], [1, true, find("summary")]);
  assert.equal(window.location.search, "?rate=2&step=1");
  visit.pass(1000);
  assert.ok(visit.root.hasAttribute("data-idle"));
});

test("a layer that other scripts have left goes when a stage comes, and a page without a stage keeps the address", async () => {
  const visit = new Visit("?rate=3");
  document.body.insertAdjacentHTML("afterbegin", '<div id="first"></div><div id="root" inert=""></div>');
  await visit.say();
  assert.deepEqual([document.getElementById("first"), document.getElementById("root").hasAttribute("inert")], [null, false]);
  const said = [];
  keep({ data: { ...visit.message, page: "lessons" }, setStateValue: (name) => said.push(name) });
  assert.equal(document.querySelector("nav a").search, window.location.search);
  assert.equal(typeof mount, "function");
});

test("on paper the stage shows its address, and is itself again afterwards", async () => {
  const visit = await Visit.begin({ address: { data: "two" } }, "?data=two&embed=true");
  const room = visit.parent.querySelector(".stage-room");
  window.dispatchEvent(new window.Event("beforeprint"));
  assert.deepEqual([room.classList.contains("is-printing"), visit.text("address")], [true, "http://localhost/page?data=two"]);
  window.dispatchEvent(new window.Event("afterprint"));
  assert.ok(!room.classList.contains("is-printing"));
});
