// A phone and a wall of a room in a document, whose stream and server are a test's.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { mock, test } from "node:test";

const ROOMS = new URL("../../playground/rooms/", import.meta.url);
const { JSDOM } = createRequire(new URL("../../playground/stage/package.json", import.meta.url))("jsdom");
const BOARD = { points: [[0, 1, 0], [1, -1, 1]], span: [-2, 2, -2, 2], line: null };
const NUMBER = { kind: "number", text: "How many <b>updates</b>?", bound: 9, board: BOARD };
const NEWS = { id: 0, vote: 1, open: true, shown: false, question: NUMBER };
const VOTES = [{ count: [[3, 1]], of: 1, right: 0, middle: 3 }, { count: [], of: 0, right: 0, middle: null }];
const FOUND = { answer: 7, words: "It is 7.", votes: VOTES, run: [[0, 0, 0, 0], [1, 1, 0, 0], [2, 1, 1, 0]] };
const WALL = { joined: 2, answered: 1, at: 0, following: "again", locked: false, pair: [], list: [{ kind: "number", text: NUMBER.text, again: false }] };

const { window } = new JSDOM("", { url: "http://localhost/room/ABCDEF" });
const posts = []; // [what, told, reply]
class EventSource extends window.EventTarget {
  static CLOSED = 2;

  constructor() {
    super();
    stream = this;
  }

  tell(news, lastEventId = "ear") {
    this.onmessage({ data: JSON.stringify(news), lastEventId });
    return settled();
  }

  close() {}
}
let stream = null;

const provide = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
for (const name of ["document", "localStorage", "Element", "NodeFilter", "XMLSerializer"]) provide(name, window[name]);
provide("window", Object.assign(window, { EventSource, matchMedia: () => ({ matches: false }), confirm: () => true }));
provide("fetch", (address, { body }) => new Promise((reply, fail) => {
  const said = (status, told = {}) => reply({ status, json: async () => told });
  posts.push({ what: String(address).split("/").at(-1), told: JSON.parse(body), said, fail });
}));
mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1e6 });

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await null;
};
const text = (selector) => document.querySelector(selector).textContent.replace(/\s+/g, " ").trim();
const classes = () => [...document.body.classList].join(" ");

async function passes(time) {
  mock.timers.tick(time);
  await settled();
}

async function posted(what, ...reply) {
  const post = posts.shift();
  assert.equal(post?.what, what);
  post.said(...reply);
  await settled();
  return post.told;
}

async function opened(name) {
  document.body.className = name;
  document.body.dataset.code = "ABCDEF";
  const html = name === "phone" ? readFileSync(new URL("phone.html", ROOMS), "utf-8") : "";
  document.body.innerHTML = `${html}<script type="module"></script>`;
  await import(new URL(`src/${name}.ts`, ROOMS));
}

async function press(...keys) {
  for (const key of keys) {
    const target = document.querySelector("svg.board[tabindex]") ?? document.body;
    target.dispatchEvent(new window.KeyboardEvent("keydown", { key: key.split("+").at(-1), shiftKey: key.includes("+"), bubbles: true, cancelable: true }));
    await settled();
  }
}

async function guess(value) {
  document.querySelector(".answer input").value = value;
  document.querySelector(".answer form").dispatchEvent(new window.Event("submit", { cancelable: true }));
  await settled();
}

// What a phone that does a list alone reports while its frame goes through the list, which waits for nobody or for all.
async function doesAList(question) {
  const items = [1, 2].map((place) => ({ text: `${place}?`, keeps: `exercise x ${place}`, checks: true, link: `light/playground?open=${place}&step=0` }));
  const hears = (id, wait) => stream.tell({ ...NEWS, id, open: false, question: { ...question, code: "1abc", items }, wait });
  const reported = async () => {
    const { vote, value } = await posted("report", 200);
    return [vote, ...value];
  };
  const notes = (place, made) => localStorage.setItem(`exercise x ${place}`, JSON.stringify(made));
  await hears(16, 0);
  const frame = document.querySelector("iframe.own");
  assert.equal(frame.getAttribute("src"), "http://localhost/room/light/playground?open=1&step=0&list=1abc");
  const location = { assign: (link) => location.goes(new URL(link).search), goes: (search) => Object.assign(location, { search, href: `http://localhost/${search}` }) };
  Object.defineProperty(frame, "contentWindow", { value: { location } });
  location.goes("?list=1abc&open=1");
  await passes(1000);
  assert.equal(posts.length, 0, "it is opening");
  location.goes("?list=1abc&at=1");
  await passes(1000);
  assert.deepEqual(await reported(), [1, 0, 2, ""]);
  location.goes("?list=1abc&at=1&step=3");
  await passes(1000);
  assert.deepEqual(await reported(), [1, 1, 3, ""], "a step is a try");
  location.goes("?list=1abc&at=1&data=by+hand&step=1");
  await passes(1000);
  assert.deepEqual(await reported(), [1, 1, 4, "data=by+hand"]);
  location.goes("?list=1abc&at=1&data=OR&step=1");
  await passes(14_000);
  assert.equal(posts.length, 0, "more boards are sent now and then");
  await passes(1000);
  assert.deepEqual(await reported(), [1, 1, 19, "data=OR"]);
  notes(1, { said: 3, right: false, solved: false });
  await passes(1000);
  assert.equal(posts.length, 0, "it was tried");
  notes(1, { said: 4, right: true, solved: false });
  await passes(1000);
  assert.deepEqual(await reported(), [1, 2, 0, "data=OR"]);
  location.goes("?list=1abc&at=2");
  await passes(1000);
  assert.deepEqual(await reported(), [2, 0, 1, ""]);
  await hears(16, 1);
  assert.deepEqual([text(".status"), frame.hidden], ["Wait here. Your teacher will move the whole class on together.", true]);
  await passes(1000);
  assert.deepEqual(await reported(), [2, 0, 1, ""], "who waits is not stuck");
  document.querySelector(".answer .main").click();
  await passes(1000);
  assert.deepEqual([location.search, frame.hidden, posts.length], ["?open=1&step=0&list=1abc", false, 0]);
  await hears(16, 0);
  assert.equal(document.querySelector("iframe.own"), frame, "it was loaded once");
}

// In an item of a lecture nothing can be handed in; the list that a class does alone can be.
async function handsNothingIn(question) {
  const framed = async (more, id) => {
    await stream.tell({ ...NEWS, id, open: false, question: { ...question, ...more } });
    const { window: page } = new JSDOM(`<button data-do="handin"></button>`);
    const frame = document.querySelector("iframe.own");
    Object.defineProperties(frame, { contentWindow: { value: page }, contentDocument: { value: page.document } });
    frame.dispatchEvent(new window.Event("load"));
    return page.getComputedStyle(page.document.querySelector("button")).display;
  };
  const item = { text: "?", keeps: "", checks: true, link: "light/playground?open=1&step=0" };
  assert.deepEqual([await framed({ items: [item] }, 17), await framed({ items: [item, item] }, 18)], ["none", "inline-block"]);
  assert.equal(await framed({ kind: "show", link: item.link }, 19), "none");
}

test("a phone joins, answers, loses its connection, is paused, hears the truth, and is sent away", async () => {
  await opened("phone");
  assert.equal(text(".status"), "One moment …");
  await stream.tell(NEWS);
  assert.equal(text(".room"), "Room ABCDEF");
  assert.equal((await posted("join", 200, { place: 3 })).ear, "ear");
  assert.equal(text(".room"), "You are violet · room ABCDEF");
  assert.equal(text(".question"), NUMBER.text, "what a visitor wrote is no markup");
  assert.equal(text(".status"), "Your answer?");

  const late = 40_000; // ms by which this phone's clock is behind
  const until = (Date.now() + late) / 1000 + 60;
  stream.dispatchEvent(new window.MessageEvent("beat", { data: `${(Date.now() + late) / 1000}` }));
  await stream.tell({ ...NEWS, until });
  assert.equal(text(".countdown"), "1:00", "by the server's clock");
  await passes(5000);
  assert.equal(text(".countdown"), "0:55");
  stream.dispatchEvent(new window.MessageEvent("beat", { data: "{}" }));
  await stream.tell(NEWS);

  await guess("3");
  assert.equal(text(".status"), "Sending …");
  posts.shift().fail(new TypeError());
  await settled();
  assert.match(text(".status"), /^No connection/);
  assert.equal(document.querySelector(".status.is-away") !== null, true);
  await passes(1000);
  const { number, question, vote, value } = await posted("report", 200, { number: 1 });
  assert.deepEqual([number, question, vote, value], [1, 0, 1, 3]);
  assert.match(text(".status"), /^Sent/);

  await guess("4");
  await posted("report", 423, { refused: "Answers are closed just now." });
  assert.equal(text(".status"), "Answers are closed just now.");
  await stream.tell({ ...NEWS, open: false });
  assert.equal(document.querySelector(".answer input").disabled, true);
  assert.equal(posts.length, 0, "it waits until answers are taken");
  await stream.tell({ ...NEWS, vote: 2 });
  assert.equal((await posted("report", 200)).value, 4);
  assert.match(text(".status"), /vote again/);
  assert.equal(document.querySelector(".answer input").value, "4", "the second vote begins with the first");

  await guess("7");
  await posted("report", 403, { refused: "This phone is not in the room." });
  await posted("join", 200, { place: 5 });
  await posted("report", 200);
  const shown = { ...NEWS, vote: 2, open: false, shown: true, truth: { answer: 7, words: "It is 7.", lines: 3 } };
  await stream.tell(shown);
  assert.equal(text(".status"), "Answers are closed. Look at the wall.", "the wall plays first");
  await passes(3 * 350 + 600);
  assert.equal(text(".status"), "It is 7. You were right!");
  assert.equal(text(".exactly"), "7");

  const show = { kind: "show", text: "The race", board: { ...BOARD, points: [] }, link: "" };
  await stream.tell({ ...NEWS, id: 1, open: false, question: show });
  assert.deepEqual([text(".status"), document.querySelector("svg.board").hasAttribute("hidden")], ["Look up: the wall shows the board.", true]);
  await stream.tell({ ...NEWS, id: 2, open: false, question: { ...show, link: "light/race" } });
  assert.equal(document.querySelector("iframe.own").getAttribute("src"), "http://localhost/room/light/race");
  assert.equal(text(".status"), "");
  await stream.tell({ ...NEWS, id: 3, question: { kind: "text", text: "Why?", board: BOARD } });
  await guess("<b>Luck</b>");
  assert.equal((await posted("report", 200)).value, "<b>Luck</b>");
  assert.equal(text(".status"), "Sent. Your teacher may show it, without your name.");

  await stream.tell({ ...NEWS, id: 4 });
  assert.equal(document.querySelector(".sureness"), null, "there is no answer yet");
  await guess("3");
  assert.equal("sure" in (await posted("report", 200)), false);
  document.querySelectorAll(".sureness button")[1].click();
  await settled();
  const unsure = await posted("report", 200);
  assert.deepEqual([unsure.value, unsure.sure], [3, false]);
  assert.equal(text(".sureness [aria-pressed=true]"), "I am not sure");

  const points = { kind: "points", text: "Build.", board: { ...BOARD, points: [] }, most: 3 };
  await stream.tell({ ...NEWS, id: 5, shown: true, question: points });
  await press("ArrowRight");
  assert.equal(text(".count"), "0 of 3 placed. Cross at 0.063, 0.");
  await press("Enter");
  assert.deepEqual((await posted("report", 200)).value, [[0.0625, 0, 0]]);
  assert.equal(text(".count"), "1 of 3 placed; tap one to take it back. Cross at 0.063, 0, over your point +1.");
  await press("g", "ArrowUp");
  assert.equal(text(".count"), "1 of 3 placed; tap one to take it back. Cross at 0.063, 0.063, with your point.");
  await press("g");
  assert.deepEqual((await posted("report", 200)).value, [[0.0625, 0.0625, 0]]);
  await press("2", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", " ");
  assert.deepEqual((await posted("report", 200)).value, [[0.0625, 0.0625, 0], [-0.1875, 0.0625, 1]]);
  await press("Enter");
  assert.deepEqual((await posted("report", 200)).value, [[0.0625, 0.0625, 0]], "it is taken back");
  await press("Escape");
  assert.equal(text(".count"), "1 of 3 placed; tap one to take it back.");

  await stream.tell({ ...NEWS, id: 6 });
  await guess("3");
  await posted("report", 200);
  await guess("4");
  await posted("report", 409, { refused: "This question is over." });
  assert.equal(document.querySelector(".answer input").value, "3", "it shows what the room has");

  await doesAList({ ...show, kind: "alone", text: "The list" });
  await handsNothingIn({ ...show, kind: "alone", code: "1abc" });
  stream.onerror();
  assert.match(text(".status"), /^No connection/);
  await stream.tell({ ...NEWS, id: 7 }, "another ear");
  await posted("join", 410, { refused: "You were removed." });
  assert.equal(text(".status"), "You were removed.");
  assert.equal(classes(), "phone is-over");
  assert.equal(document.querySelector("main").hidden, true);
});

test("a wall counts, plays the run before it shows the number, and ends", async () => {
  window.location.hash = "#secret";
  await opened("wall");
  assert.equal(window.location.hash, "");
  await posted("picture", 200, { picture: "data:," });
  await stream.tell({ ...NEWS, ...WALL });
  assert.equal((await posted("command", 200)).do, "look");
  assert.equal(text(".counts"), "2 joined · 1 answered");
  assert.equal(text(".phase"), "Vote now");
  assert.equal(text("[data-do=forward]"), "Talk, and vote again");
  assert.equal(classes(), "wall is-open");
  document.querySelector("[data-do=pause]").click();
  assert.deepEqual(posts[0].told, { key: "secret", do: "pause" });
  await posted("command", 429, { refused: "Too many commands at once; wait a second." });
  assert.equal(text(".phase"), "Too many commands at once; wait a second.");

  await stream.tell({ ...NEWS, ...WALL, open: false, shown: true, found: FOUND });
  for (const step of [0, 1, 2]) {
    assert.equal(text(".phase"), `Update ${step}`);
    assert.equal(document.querySelectorAll(".picture .truth").length, 0, "it falls when the run is over");
    await passes(350);
  }
  assert.equal(text(".phase"), "");
  assert.equal(text(".truth"), "7");
  assert.equal(text("figcaption"), "It is 7. The median guess was 3.");
  const points = { kind: "points", text: "Build.", board: { ...BOARD, points: [] }, most: 3 };
  const built = { points: [[0.1, 0, 0, 3], [1, 1, 1, 4]], phones: 2, words: "2 points" };
  await stream.tell({ ...NEWS, ...WALL, id: 1, following: "pause", shown: true, question: points, found: built });
  assert.match(document.querySelector("svg.board").getAttribute("aria-label"), /^The board: 1 circle \(\+1\) and 1 triangle \(−1\)\. Shift/);
  await press("Shift+ArrowRight");
  assert.equal(text(".phase"), "Cross at 0.063, 0, over what the violet phone drew.");
  await press("Enter");
  assert.deepEqual([posts[0].told.do, posts[0].told.phone], ["remove", 3]);
  await posted("command", 200);
  await press("Escape");
  assert.equal(text(".phase"), "Cross hidden.");
  stream.dispatchEvent(new window.Event("over"));
  assert.equal(text(".question"), "This room is over. All its answers are deleted.");
  assert.equal(classes(), "wall is-open is-over");
  assert.equal(document.querySelector(".teacher").hidden, true);
});

// What a teacher's screen shows of the boards of a list that each does alone.
async function picksBoards() {
  const items = [{ text: "1?", keeps: "", checks: true, link: "" }, { text: "2?", keeps: "", checks: true, link: "" }];
  const alone = (id) => ({ ...NEWS, ...WALL, id, open: false, question: { kind: "alone", text: "The list", board: BOARD, code: "1abc", items }, found: { counts: [[0, 1, 0, 1], [1, 0, 0, 0]], words: "" } });
  const boards = [3, 4].map((phone) => ({ phone, board: BOARD, words: "2 points" }));
  const comes = async (id) => {
    await stream.tell(alone(id));
    await posted("desk", 200, { notes: `Say ${id}.`, next: "", texts: [], picked: [] });
  };
  const asks = () => document.querySelector("[aria-label='Boards of number 2']").click();
  await comes(21);
  asks();
  const { question, item } = await posted("desk", 200, { boards });
  assert.deepEqual([question, item, document.querySelectorAll(".pick button").length], [21, 2, 2]);
  for (const button of document.querySelectorAll(".pick button")) button.click();
  await settled();
  assert.deepEqual(await posted("command", 200), { key: "secret", do: "beside", question: 21, item: 2, phones: [3, 4] });
  asks();
  const late = posts.shift();
  await stream.tell(alone(22));
  assert.deepEqual([document.querySelector(".boards"), text(".notes")], [null, ""], "they go with their question");
  late.said(200, { boards });
  await posted("desk", 200, { notes: "Say 22.", next: "", texts: [], picked: [] });
  assert.deepEqual([document.querySelector(".boards"), text(".notes")], [null, "Say 22."], "however late they come");
  asks();
  posts.shift().fail(new TypeError());
  await settled();
  assert.equal(text(".boards p"), "The server does not answer; press again.");
  await comes(21);
  assert.equal(document.querySelector(".boards"), null);
}

// A table that a teacher's screen saves, at the second press.
async function savesATable() {
  const files = [];
  mock.method(URL, "createObjectURL", (file) => (files.push(file), "#"));
  const dialog = document.querySelector("dialog.save");
  const asks = () => {
    dialog.returnValue = "table";
    dialog.dispatchEvent(new window.Event("close"));
  };
  asks();
  posts.shift().fail(new TypeError());
  await settled();
  assert.equal(text(".phase"), "The server does not answer; press again.");
  asks();
  await posted("table", 200, { rows: [["Why?", 1, 2, "Luck", 0, "first", "", 6, "The end"]] });
  assert.equal(await files[0].text(), `question,asked,vote,phone,answer,time,sure,item,item words
Why?,first,1,2,Luck,1970-01-01T00:00:00.000Z,,6,The end
`);
}

test("a teacher's screen looks at once where a question came or a text was picked, else once a second", async () => {
  window.location.hash = "#secret";
  await opened("desk");
  const texts = { ...NEWS, ...WALL, question: { kind: "text", text: "Why?", board: BOARD }, found: { texts: [], of: 1, words: "" } };
  const told = { notes: "", next: "", texts: [[1, "Luck"]], picked: [] };
  const typed = (of, given = []) => stream.tell({ ...texts, answered: of, found: { texts: given, of, words: "" } });
  await stream.tell(texts);
  assert.equal((await posted("command", 200)).do, "look");
  await posted("desk", 200, told);
  for (const of of [2, 3, 4]) await typed(of);
  assert.equal(posts.length, 0, "a class types");
  await passes(1000);
  await posted("desk", 200, told);
  await typed(5);
  await typed(5, ["Luck"]);
  await posted("desk", 200, { ...told, picked: [[1, "Luck"]] });
  await passes(1000);
  assert.equal(posts.length, 0, "the look at once saw it all");
  assert.equal(text(".texts [aria-pressed=true]"), "Luck");
  await picksBoards();
  await savesATable();

  assert.notEqual(localStorage.length, 0);
  stream.dispatchEvent(new window.Event("over"));
  assert.deepEqual(Object.keys(localStorage).filter((name) => name.includes("ABCDEF")), [], "it forgets the room");
});

test("what a wall or a teacher's screen saves has the style of its pictures, and no rules of either", async () => {
  const [shared, ...own] = readFileSync(new URL("room.css", ROOMS), "utf-8").split(/\{% (?:if|elif) kind == "\w+" %\}|\{% else %\}/);
  const [, , both, wall, desk] = own; // after those of a phone and of the page that asks for a code
  const { summary } = await import(new URL("src/summary.ts", ROOMS));
  const pictureIn = (saved) => decodeURIComponent(saved.match(/src="data:image\/svg\+xml,(.*?)"/)[1]);
  for (const page of [wall, desk]) {
    const saved = summary([{ question: NUMBER, found: FOUND, phones: 1, again: false }], `${shared}${both}${page}`);
    const picture = pictureIn(saved);
    for (const made of [saved, picture]) {
      assert.match(made, /svg\.board \{ display: block; \}/);
      assert.match(made, /\.mid \{ font-size: 44px; \}[^]*\.exact \{ fill: none;/);
      assert.doesNotMatch(made, /\.wall|\.lecture|\.desk-page/);
    }
    assert.match(picture, /class="exact"/);
    const alone = { kind: "alone", text: "The list", board: { ...BOARD, points: [] }, code: "1abc", items: [{ text: "1?", keeps: "", checks: true, link: "" }] };
    const list = summary([{ question: alone, found: { counts: [[0, 1, 2, 0]], words: "" }, phones: 3, again: false }], shared);
    assert.match(pictureIn(list), /<svg x="10" y="90" width="1000" height="1000"\/>/, "it has no board");
  }
});
