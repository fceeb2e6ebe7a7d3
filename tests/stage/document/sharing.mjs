// Sharing and saving: the dialog, the code in the corner, and the files that this browser makes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Visit, scene } from "./browser.mjs";

const { importPiece } = await import("../../../playground/stage/src/link/piece.ts");
const { Opening, openableOf } = await import("../../../playground/stage/src/share/open.ts");

const { takeWindow } = await import("../../../playground/stage/src/link/versions.ts");

const PATIENCE = 3000;
const NO_CODE = "The server does not answer, so there is no code; the link can be copied.";

const saved = [];
const names = [];
URL.createObjectURL = ({ content }) => `blob:${saved.push(content[0])}`;
URL.revokeObjectURL = () => {};
const { click } = window.HTMLElement.prototype;
window.HTMLAnchorElement.prototype.click = function () {
  if (this.download) names.push(this.download);
  else click.call(this);
};

const dialog = (visit) => visit.part("share");
const inside = (visit, selector) => dialog(visit).querySelector(selector);
const files = (visit) => Array.from(dialog(visit).querySelectorAll(".stage-files button"), ({ textContent }) => textContent);

async function opened(more = {}, query = "") {
  const visit = await Visit.begin(more, query);
  visit.do("share");
  await visit.comes(() => dialog(visit).open);
  await unserved(visit);
  return visit;
}

async function unserved(visit) {
  for (const { reject } of visit.asked.splice(0)) reject(new TypeError("no connection"));
  await visit.settled();
}

async function press(visit, label) {
  inside(visit, `[data-label="${label}"]`).click();
  await visit.settled();
}

const codeOf = (link, more = {}) => ({ link, picture: "data:image/svg+xml,code", files: [], list: [], refused: "", checks: [], places: {}, ...more });

const shared = (visit) => visit.reports.filter(([name]) => name === "share");

test("without routes the session is asked for the code, again and again, and it is said that none has come", async () => {
  const visit = await opened({ step: 2 });
  assert.equal(inside(visit, ".stage-link").value, window.location.href);
  const [[, { link }]] = shared(visit);
  assert.equal(link, window.location.href);
  assert.match(inside(visit, ".stage-caution").textContent, /^“localhost” names only this computer/);
  visit.pass(PATIENCE);
  assert.equal(inside(visit, ".stage-caution").textContent, NO_CODE);
  assert.equal(shared(visit).length, 1);
  const run = { label: "Run (CSV)", note: "", name: "run.csv", text: "n\n" };
  await visit.say({ code: codeOf(link, { files: [run] }) });
  assert.equal(inside(visit, ".stage-code").getAttribute("src"), "data:image/svg+xml,code");
  assert.equal(files(visit).at(-1), "Run (CSV)");
  visit.pass(2 * PATIENCE);
  assert.deepEqual(shared(visit), []);
  await visit.say({ code: codeOf(link, { picture: "" }) });
  assert.equal(inside(visit, ".stage-caution").textContent, "The link is too long for a code.");
  await press(visit, "Page (HTML)");
  visit.do("close");
  assert.ok(!dialog(visit).open);
});

test("while presenting a key shows the code in a corner, at the first press, and hides it again", async () => {
  const visit = await Visit.begin();
  const corner = visit.parent.querySelector(".stage-corner");
  assert.equal(visit.press("q"), false);
  visit.press("p");
  assert.equal(visit.press("q"), true);
  await visit.comes(() => !corner.hidden);
  await unserved(visit);
  assert.deepEqual(Array.from(corner.children, ({ localName }) => localName), ["img", "figcaption"]);
  assert.ok(!dialog(visit).open);
  visit.press("q");
  assert.ok(corner.hidden);
  visit.press("p");
});

test("what is saved would tell how a run ends once it has been seen", async () => {
  const visit = await opened({ question: { text: "How many?", answer: 4 }, untold: { ...scene(), question: { text: "How many?", answer: null } } });
  assert.deepEqual(files(visit), ["Page (HTML)", "Picture (SVG)", "Picture (PNG)", "Points (CSV)"]);
  assert.ok(!inside(visit, ".stage-later").hidden);
  visit.do("close");
  visit.press("End");
  visit.do("share");
  await unserved(visit);
  assert.ok(inside(visit, ".stage-later").hidden);
  assert.deepEqual(files(visit), ["Page (HTML)", "Picture (SVG)", "Picture (PNG)", "Animation (GIF)", "Points (CSV)"]);
});

test("the link of a board that solves its task opens the task as it began; the board's link has the board's files", async () => {
  const task = { options: [], number: false, right: null, waits: false, hint: "", answer: "", wanted: "2 points", solved: true,
    remember: "task", pieces: [], acts: [], board: {} };
  const address = { seed: "9", points: "1ABCSAg", list: "LIST", at: "2" };
  const visit = await opened({ address, step: 2, guide: { title: "2 of 2", text: "Make it.", start: { seed: "7" }, task } });
  const asked = () => Object.fromEntries(new URL(inside(visit, ".stage-link").value).searchParams);
  assert.deepEqual(asked(), { list: "LIST", at: "2", seed: "7" });
  const run = { label: "Run (CSV)", note: "", name: "run.csv", text: "n\n" };
  const send = () => visit.say({ code: codeOf(inside(visit, ".stage-link").value, { files: [run] }) });
  await send();
  assert.ok(!files(visit).includes(run.label));
  inside(visit, ".stage-other").click();
  assert.deepEqual(asked(), { ...address, step: "2" });
  await send();
  assert.ok(files(visit).includes(run.label));
  visit.do("close");
  await visit.answer({ guide: { title: "2 of 2", text: "Make it.", start: { seed: "7" }, task: { ...task, solved: false } } });
  visit.do("share");
  await unserved(visit);
  assert.equal(inside(visit, ".stage-other"), null);
});

test("the points are saved as a table; a locked board's run too", async () => {
  const table = { area: "side", label: "A table.", heads: ["step", "a"], columns: ["t", "a"] };
  const visit = await opened({ locked: true, panels: [...scene().panels, table] });
  await press(visit, "Points (CSV)");
  assert.equal(saved.at(-1), "x1,x2,label\n1,1,plus\n-1,-1,minus\n");
  await press(visit, "Table (CSV)");
  assert.equal(saved.at(-1), "step,a\n0,0\n1,1\n2,1\n3,0\n4,-1\n");
  assert.deepEqual(names.slice(-2), ["-points.csv", "-table.csv"]);
});

test("points of a visitor's table have its heads, numbers and words, and reckoned ones if they are not in it", async () => {
  const visit = await opened();
  const here = takeWindow();
  here.cellsOf = () => ({ axes: ["length~3~2", ""], label: "kind~long~short", rows: [[5, 1, "long"], undefined] });
  await press(visit, "Points (CSV)");
  delete here.cellsOf;
  assert.equal(saved.at(-1), "length,x2,kind,x1,x2,label\n5,1,long,1,1,plus\n1,-1,short,-1,-1,minus\n");
});

const ALONE = ":root { --st-text-color: #000000; --st-background-color: #FFFFFF; --st-border-color: #CCCCCC; } $title|$links|$scene|$plotly|$math";

async function bring(visit, answer) {
  const { path, resolve } = visit.asked.pop();
  assert.equal(path, "/alone.txt");
  resolve(answer);
  for (let turn = 0; turn < 5; turn++) await visit.settled();
}

test("a saved page holds the scene at its step and a link back, and what cannot be saved is said", async () => {
  const visit = await opened({ step: 3 });
  await press(visit, "Page (HTML)");
  await bring(visit, { ok: false, status: 502, statusText: "Bad Gateway" });
  assert.equal(inside(visit, ".stage-caution").textContent, "“Page (HTML)” could not be saved: 502 Bad Gateway.");
  await press(visit, "Page (HTML)");
  assert.ok(!inside(visit, ".stage-caution").textContent.includes("saved"));
  await bring(visit, { ok: true, text: async () => ALONE });
  const [, links, packed, plotly, math] = saved.at(-1).split("|");
  assert.match(links, /data-app/);
  const { step, hand, number } = JSON.parse(atob(packed));
  assert.deepEqual([step, hand.key, number, plotly, math], [3, "", 0, "", "data:,"]);
});

const PAINT = { measureText: (words) => ({ width: 8 * words.length }), drawImage() {}, getImageData() {} };

// What jsdom does not draw.
function drawn(visit) {
  Object.defineProperty(window.HTMLElement.prototype, "innerText", { get() { return this.textContent; }, configurable: true });
  Object.assign(globalThis, { XMLSerializer: window.XMLSerializer });
  window.HTMLCanvasElement.prototype.getContext = function () {
    return { ...PAINT, canvas: this };
  };
  window.HTMLCanvasElement.prototype.toDataURL = () => "data:image/png;base64,field";
  const panel = visit.root.querySelector(".stage-panel");
  const box = (left, top, width, height) => () => ({ left, top, width, height, right: left + width, bottom: top + height });
  panel.getBoundingClientRect = box(100, 50, panel.clientWidth, panel.clientHeight);
  const field = document.createElement("canvas");
  field.getBoundingClientRect = box(120, 60, 40, 30);
  panel.children[1].after(field);
}

test("a picture shows the panel, a canvas within it at its place, and the words of the step", async () => {
  const visit = await opened({ step: 1, facts: [{ name: "updates", value: "4", note: "", outcome: false }] });
  drawn(visit);
  await press(visit, "Picture (SVG)");
  await bring(visit, { ok: true, text: async () => ALONE });
  const picture = new window.DOMParser().parseFromString(saved.at(-1), "image/svg+xml").documentElement;
  assert.equal(picture.querySelector("rect").getAttribute("fill"), "#FFFFFF");
  const image = picture.querySelector("image");
  assert.deepEqual(["x", "y", "width", "height", "href"].map((name) => image.getAttribute(name)),
    ["20", "10", "40", "30", "data:image/png;base64,field"]);
  const [, under] = picture.querySelector("svg").children;
  assert.equal(under.nextElementSibling, image);
  assert.deepEqual(Array.from(picture.querySelectorAll(":scope > text"), ({ textContent }) => textContent), ["updates 4", "It ends.", "1 of 4", "Step 1."]);
});

test("a filmstrip has a picture of each step, and an animation that cannot be made is said", async () => {
  const visit = await opened({ panels: [...scene().panels, { area: "side", label: "A strip.", of: 0 }] });
  drawn(visit);
  const { length } = saved;
  await press(visit, "Filmstrip (SVG)");
  await bring(visit, { ok: true, text: async () => ALONE });
  await visit.comes(() => saved.length > length); // with the program of the strip
  const picture = new window.DOMParser().parseFromString(saved.at(-1), "image/svg+xml").documentElement;
  assert.deepEqual(Array.from(picture.querySelectorAll(":scope > text"), ({ textContent }) => textContent), ["1", "2", "3", "4", "Steps 1 to 4"]);
  await press(visit, "Animation (GIF)");
  assert.equal(inside(visit, '[data-label="Animation (GIF)"]').textContent, "Animation (GIF)");
  await bring(visit, { ok: true, text: async () => ALONE });
  const button = inside(visit, '[data-label="Animation (GIF)"]');
  await visit.comes(() => button.textContent === "Making … 0/4");
  assert.equal(button.dataset.note, "Press again to stop");
  button.click();
  assert.deepEqual([button.textContent, button.dataset.note], ["Animation (GIF)", "Steps 0 to 4, in a loop"]);
});

test("where routes are served the code is of a light page, and the class can be asked", async () => {
  const visit = await Visit.begin();
  visit.do("share");
  await visit.comes(() => dialog(visit).open);
  for (const { resolve } of visit.asked.splice(0)) resolve({ ok: true, headers: new Map([["content-type", "application/json"]]) });
  await visit.comes(() => visit.asked.length);
  const { path, address: { link }, resolve } = visit.asked.pop();
  assert.deepEqual([path, new URL(link).pathname], ["/share/board", "/light/page"]);
  resolve({ headers: new Map([["content-type", "application/json"]]), json: async () => codeOf(link) });
  await visit.settled();
  assert.equal(inside(visit, ".stage-code").getAttribute("src"), "data:image/svg+xml,code");
  assert.deepEqual([inside(visit, ".stage-lightly").hidden, inside(visit, ".stage-class").hidden], [false, false]);
  assert.equal(inside(visit, ".stage-class [name=page]").value, "board");
});

test("a piece that does not come is asked for at another address", async () => {
  const none = () => import("./none.ts");
  const { fetch } = globalThis;
  for (const [answer, message] of [
    [async () => { throw new TypeError("Failed to fetch"); }, "the server does not answer"],
    [async () => ({ ok: true }), "the server does not answer"],
    [async () => ({ ok: false }), "the server no longer has it; reloading the page may help"],
  ]) {
    globalThis.fetch = answer;
    await assert.rejects(importPiece(none), { message });
  }
  globalThis.fetch = fetch;
  await assert.rejects(importPiece(() => Promise.reject(new Error("gone"))), { message: "gone" });
  const later = Object.assign(() => Promise.reject(new Error("gone")), { toString: () => '() => import("./query.ts")' });
  assert.equal(typeof (await importPiece(later)).linkToShare, "function");
});

test("if the dialog does not come, that is said until another press brings it", async () => {
  const said = [];
  const page = { busy() {}, complain: (_, words) => said.push(words) };
  let works = false;
  const load = async () => {
    if (!works) throw new Error("this device is offline");
    return { opened: () => ({ sharing: { open: () => said.push("open"), shown: false, stop() {} }, exercises: {} }) };
  };
  const opening = new Opening({ page }, openableOf(true, load));
  const press = async () => {
    opening.commands().share();
    for (let turn = 0; turn < 9; turn++) await null;
    return said.splice(0);
  };
  assert.deepEqual(await press(), ["", "The sharing dialog could not be loaded: this device is offline. Press again to try once more."]);
  works = true;
  assert.deepEqual(await press(), ["", "open"]);
  assert.deepEqual(await press(), ["open"]);
  new Opening({ page }, null).commands().share();
  assert.deepEqual(said, []);
});
