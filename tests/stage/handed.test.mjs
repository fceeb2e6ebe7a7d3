// What was done of lists and lessons, handed in as codes and files, and read again as a table.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { readAll, sorted, timeOf } from "../../playground/stage/src/handed/gather.ts";
import { barsOf, rowOf, tableOf } from "../../playground/stage/src/handed/table.ts";
import { goOn, handedOf, openOf } from "../../playground/stage/src/share/done.ts";
import { noteDone } from "../../playground/stage/src/store/done.ts";
import { asCode, asFile, codesIn, handedIn, newMark } from "../../playground/stage/src/store/handed.ts";
import { keepIn } from "../../playground/stage/src/store/kept.ts";

const BEGAN = Date.UTC(2026, 9, 5, 8);
mock.timers.enable({ apis: ["Date"], now: BEGAN });

// Numbers at random that are the same each time: a linear congruential generator.
let state = 20261005;
const below = (limit) => {
  state = (1103515245 * state + 12345) % 2 ** 31;
  return Math.floor(state / 2 ** 31 * limit);
};
const chance = (share) => below(1000) < 1000 * share;
const among = (all) => all[below(all.length)];

const NAMES = ["", "", "Student 7", "=1+1", "Zoë Ñ \u202e", "学生"];
const newStorage = () => {
  const notes = new Map();
  return { getItem: (key) => notes.get(key) ?? null, setItem: (key, text) => { notes.set(key, text); }, notes };
};

/** A list at random: its code in links, and what each item asks. */
function listOf(most) {
  const items = Array.from({ length: 1 + below(most) }, () => among([
    { board: "?data=AND", ask: "How many?", number: 18 },
    { board: "race?data=AND", ask: "Which?", choices: ["a", "b", "c", "d"], right: "b" },
    { board: "?data=XOR", ask: "Build it.", solved: "at most 5 points" },
    { kind: "board", board: "?data=OR" },
    { kind: "lesson", board: `?lesson=${among(["margin", "order"])}` },
  ]));
  const asked = items.flatMap(({ kind, choices = [], number, solved = "", right }, item) => {
    if (kind === "board") return [];
    const known = { item, ask: "", options: choices, board: "", judge: "", solves: solved, right: number ?? (right ? choices.indexOf(right) : null) };
    return kind ? [0, 1].map((part) => ({ ...known, label: `${item + 1}.${part + 1}`, part, right: 11 })) : [{ ...known, label: String(item + 1), part: 0 }];
  });
  return { items, asked, code: `2${deflateRawSync(JSON.stringify(items)).toString("base64url")}`, name: `exercise ${below(1e9)}` };
}

/** The guide of a scene at a question. */
function guideOf({ items, name }, { item, part }) {
  const list = { name, at: item, of: items.length };
  const slug = items[item].kind ? items[item].board.split("=")[1] : "";
  return slug ? { list, remember: `lesson ${slug}`, now: part, parts: [{}, {}] } : { list, task: {} };
}

// Answer, solve and take help at random, minutes apart, and keep the books beside it: two items may be the same lesson.
function goThrough(list) {
  const books = new Map();
  const book = ({ item, part }) => (list.items[item].kind ? `${list.items[item].board} ${part}` : item);
  for (let turn = below(60); turn > 0 && list.asked.length; turn--) {
    mock.timers.tick(60_000 * below(300));
    const asked = among(list.asked);
    const [last, solved, help] = [chance(0.7) ? below(among([4, 20, 300, 5000, 1e6])) : null, chance(0.3), below(3)];
    if (last === null && !solved) continue;
    const answer = asked.options.length && last !== null ? last % asked.options.length : last;
    noteDone("playground", { address: { data: "AND", list: list.code, step: "3" }, guide: guideOf(list, asked) }, { last: answer, solved, help });
    const before = books.get(book(asked));
    books.set(book(asked), {
      first: before?.first ?? answer, last: answer ?? before?.last ?? null, solved: solved || before?.solved === true,
      help: before && (before.first !== null || before.solved) ? before.help : help, at: Date.now() / 60_000,
    });
  }
  return (asked) => books.get(book(asked)) ?? null;
}

// As a forum or a mail shows it.
const posted = (code) => among([
  code, `Here is mine:\n\n${code}\n\nSee you`, `> ${code.match(/.{1,70}/g).join("\n> ")}\n`, `<${code}>,`, code.match(/.{1,76}/g).join("=\r\n"),
  `https://school.example/mod/forum/discuss.php?d=12#p34AbcdefGHIJKLmnopQRSTuvwx\n**${code}**`, code.match(/.{1,40}/g).join("\u200b"),
]);

const HELP = ["", "hint", "answer shown"];
const bit = (value) => String(Number(value));
const said = ({ options }, answer) => (answer === null ? "" : options.length ? options[answer] : String(answer));

// The entries of a table for what the books say, found anew.
function expected({ asked }, doneAt) {
  return asked.flatMap((each) => {
    const done = doneAt(each);
    const judged = each.right !== null || each.solves;
    if (!done) return ["", "", judged ? "0" : "", "", "", ""];
    const right = (each.solves && done.solved) || (each.right !== null && done.last === each.right);
    return [said(each, done.first), said(each, done.last), judged ? bit(right) : "", HELP[done.help], bit(done.solved), timeOf(done.at)];
  });
}

const cellsIn = (text) => text.replace(/^\ufeff/, "").trimEnd().split("\n")
  .map((line) => Array.from(`${line},`.matchAll(/("[^"]*"|[^,]*),/g), ([, cell]) => cell.replace(/^"(.*)"$/, "$1")));

test("the table of 200 runs through lists is what was done, on another device, too", async () => {
  let longest = 0;
  for (let round = 0; round < 200; round++) {
    keepIn(newStorage());
    const list = listOf(20);
    const doneAt = goThrough(list);
    const open = await openOf({ list: { name: list.name, at: 0, of: list.items.length } }, list.code);
    const handed = handedOf(open, among(NAMES));
    const code = asCode(handed);
    if (handed.items.flat().length <= 20) longest = Math.max(longest, code.length - 2 * new TextEncoder().encode(handed.name).length);
    const { entries, complaints } = readAll([{ path: "", text: posted(code) }]);
    assert.deepEqual(complaints, []);
    const { entries: [entry], complaints: others } = sorted(entries, open);
    assert.deepEqual([others, entry.code], [[], code]);
    const row = rowOf(entry, list.asked);
    const [, cells] = cellsIn(tableOf([row], list.asked));
    const wanted = expected(list, doneAt);
    assert.deepEqual(cells.slice(9), wanted);
    assert.deepEqual(cells.slice(0, 4), [handed.name === "=1+1" ? "'=1+1" : handed.name, "", "", handed.mark]);
    assert.equal(row.right, wanted.filter((cell, place) => place % 6 === 2 && cell === "1").length);
    assert.equal(row.done, list.asked.filter((each) => doneAt(each)).length);
    // The file has the board of then, and another browser goes on with it under the same mark.
    const [again] = handedIn(asFile(handed, open));
    keepIn(newStorage());
    goOn(open, again.handed, again.file);
    assert.deepEqual(handedOf(open, handed.name), handed);
    const boards = new Set(handed.items.flat().filter(({ at }) => at).map(({ board }) => board));
    assert.ok([...boards].every((board) => board === "?data=AND"), [...boards].join());
  }
  assert.ok(longest > 150 && longest <= 300, `${longest} letters`);
});

test("a guess that another device has made is kept under the name by which its part asks for it", async () => {
  const part = (remember) => ({ task: [], acts: [], numbers: false, answer: "", remember, was: "" });
  const guide = { remember: "lesson build", parts: [part("lesson build guess 0"), part("lesson pair guess 0")] };
  const notes = { "lesson build guess 0": 4, "lesson pair guess 0": 7 };
  keepIn(newStorage());
  for (const [now, last] of Object.values(notes).entries()) noteDone("playground", { address: {}, guide: { ...guide, now } }, { last, solved: true });
  const handed = handedOf(await openOf(guide, ""), "");
  // The lesson alone, and as an item of a list in which it is open.
  const items = [{ kind: "lesson", board: "?lesson=build" }];
  const code = `1${deflateRawSync(JSON.stringify(items)).toString("base64url")}`;
  for (const list of [undefined, { name: "list", at: 0, of: 1 }]) {
    const other = newStorage();
    keepIn(other);
    goOn(await openOf({ ...guide, list }, code), handed);
    const kept = Object.keys(notes).map((name) => [name, JSON.parse(other.getItem(name))]);
    assert.deepEqual(Object.fromEntries(kept), notes);
    assert.equal(other.getItem("lesson build guess 1"), null);
  }
});

test("twenty answers of six digits at the first and the last try have room in 300 letters", () => {
  const answer = { first: 999_999, last: 123_456, help: 2, solved: true, at: 29_000_000 };
  const handed = { kind: "list", id: 2 ** 32 - 1, mark: "zzzzzz", name: "", made: 29_900_000, items: Array.from({ length: 20 }, () => [answer]) };
  const code = asCode(handed);
  assert.ok(code.length <= 300, `${code.length} letters`);
  assert.deepEqual(codesIn(code), [{ handed, code }]);
});

test("each letter of a code that is changed, left out, doubled or exchanged is named, and once", () => {
  const items = Array.from({ length: 20 }, (_, place) => [{ first: place, last: 7 * place, help: 0, solved: true, at: 29_000_000 + place }]);
  const code = asCode({ kind: "list", id: 12345, mark: newMark(), name: "Student 7", made: 29_100_000, items });
  const damaged = (text) => assert.deepEqual(handedIn(text).map(({ fault }) => fault), ["damaged"], text);
  const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (let place = 0; place < code.length; place++) {
    const [before, letter, after] = [code.slice(0, place), code[place], code.slice(place + 1)];
    const others = Array.from(letters).filter((each) => each !== letter);
    for (const other of place < 12 ? others : [among(others), among(others)]) damaged(before + other + after);
    damaged(`Mine: ${before}${among(others)}${after}. And so on.`);
    if (place) damaged(before + after);
    // A code whose last letter stands there once more is whole.
    if (after.replaceAll(letter, "")) damaged(before + letter + letter + after);
    if (after && after[0] !== letter) damaged(before + after[0] + letter + after.slice(1));
  }
  damaged(code.slice(0, 100));
  const other = asCode({ kind: "lesson", id: 1, mark: newMark(), name: "", made: 29_100_000, items: [] });
  assert.deepEqual(codesIn(`${code.slice(0, 90)} ${other} ${code}`).map((found) => "handed" in found), [false, true, true]);
  assert.deepEqual(handedIn("Nothing here: a6f0c2d1a6f0c2d1a6f0c2d1a6f0c2d1, Rechtsschutzversicherungsgesellschaften."), []);
});

test("one letter changed in a file is named", () => {
  const done = { first: 1, last: 1, help: 0, solved: true, at: 29_000_000, board: "?data=by+hand&points=1ACRAcASAkB", program: "print(w)" };
  const handed = { kind: "list", id: 12345, mark: newMark(), name: "", made: 29_100_000, items: [[done]] };
  const file = asFile(handed, { list: "2abc", lesson: "" });
  const [{ file: read }] = handedIn(file);
  assert.deepEqual(read, { list: "2abc", lesson: "", boards: [[done.board]], programs: [[done.program]] });
  for (const part of ["points=1ACR", "print(w)", '"2abc', "PTRN1"]) {
    const [before, after] = file.split(part);
    const [found] = handedIn(`${before}${part.slice(0, -1)}x${after}`);
    assert.equal(found.fault, "damaged", part);
  }
});

test("doubled codes and those of other lists are named one by one, and the latest of a mark counts", () => {
  const made = (more) => asCode({ kind: "list", id: 1, mark: "aaaaaa", name: "", made: 29_100_000, items: [], ...more });
  const codes = [
    made({}), made({}), made({ made: 29_100_005, name: "Student 7" }), made({ mark: "bbbbbb", name: "Student 8" }),
    made({ id: 2, mark: "cccccc" }), made({ kind: "lesson", mark: "dddddd", name: "Student 9" }),
  ];
  const sources = codes.map((text, place) => ({ path: place === 3 ? "hw/Student Eight_4711_assignsubmission_onlinetext/onlinetext.html" : "", text }));
  const { entries, complaints } = readAll([...sources, { path: "notes.txt", text: "See you" }]);
  assert.deepEqual(complaints, ["“notes.txt” holds no code."]);
  const found = sorted(entries, { kind: "list", id: 1 });
  assert.deepEqual(found.entries.map(({ handed, from, identifier }) => [handed.mark, handed.name, from, identifier]),
    [["aaaaaa", "Student 7", "", ""], ["bbbbbb", "Student 8", "Student Eight", "Participant 4711"]]);
  const at = timeOf(29_100_000);
  assert.deepEqual(found.complaints, [
    "aaaaaa: the same code twice.",
    `aaaaaa and Student 7 have the same browser's mark, aaaaaa: the later code counts, of ${timeOf(29_100_005)}, and not that of ${at}.`,
    `cccccc, handed in ${at}: of another list.`, `Student 9, handed in ${at}: of a lesson.`,
  ]);
});

test("a class's answers are counted, each by itself or, if they are many, in spans that miss none", () => {
  const asked = { options: [], right: 18, solves: "" };
  const cells = (answers) => answers.map((last) => ({ done: { first: last === null ? null : 18, last } }));
  assert.deepEqual(barsOf(asked, cells([18, 51, 51, null])), [
    { words: "18", right: true, first: 3, last: 1 }, { words: "51", right: false, first: 0, last: 2 },
  ]);
  const many = barsOf(asked, cells(Array.from({ length: 40 }, (_, place) => 25 * place)));
  assert.ok(many.length <= 12);
  assert.deepEqual([many.reduce((sum, { last }) => sum + last, 0), many.filter(({ right }) => right).length, many[0].words], [40, 1, "0 to 81"]);
});
