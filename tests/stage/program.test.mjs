// A visitor's program: how its field takes keys, what passes to and from the worker that runs it, and how a run ends.

import assert from "node:assert/strict";
import { test } from "node:test";

import { codeIn, linkWith } from "../../playground/stage/src/mine/code.ts";
import { MOST_PRINTED, readCommand, readSpoken, readTold } from "../../playground/stage/src/mine/messages.ts";
import { Sandbox } from "../../playground/stage/src/mine/sandbox.ts";
import { backspace, indent, newLine, outdent } from "../../playground/stage/src/mine/typing.ts";

// A field with the caret at |, or with what stands between two of them selected.
function fieldOf(marked) {
  const [before, ...rest] = marked.split("|");
  const start = before.length;
  return { text: marked.replaceAll("|", ""), start, end: rest.length > 1 ? start + rest[0].length : start };
}

function after(key, marked) {
  const field = fieldOf(marked);
  const change = key(field);
  if (!change) return null;
  const text = field.text.slice(0, change.from) + change.words + field.text.slice(change.to);
  const signs = [...text];
  if (change.end > change.start) signs.splice(change.end, 0, "|");
  signs.splice(change.start, 0, "|");
  return signs.join("");
}

test("keys indent as Python wants it", () => {
  const cases = [
    [indent, "|x", "    |x"], [indent, "  |x", "    |x"], [indent, "a\nb|", "a\nb   |"], [indent, "|a\nb|\nc", "    |a\n    b|\nc"],
    [outdent, "        x|", "    x|"], [outdent, "  x|", "x|"], [outdent, "x|", "x|"], [outdent, "|    a\n      b|", "|a\n    b|"],
    [newLine, "for x in X:|", "for x in X:\n    |"], [newLine, "    w = 0|", "    w = 0\n    |"], [newLine, "if a:  # b|", "if a:  # b\n    |"],
    [newLine, "        break|", "        break\n    |"], [newLine, "    return w|x", "    return w\n|x"], [newLine, "a|bc|d", "a\n|d"],
    [backspace, "        |x", "    |x"], [backspace, "      |", "    |"], [backspace, "x |", null], [backspace, "a\n|", null], [backspace, "|  |", null],
  ];
  for (const [key, before, wanted] of cases) assert.equal(after(key, before), wanted, JSON.stringify(before));
});

test("a message that is not what was agreed is none", () => {
  for (const [read, wrong] of [
    [readSpoken, [null, 3, "ended", {}, [], ["printed"], ["printed", "1", "x"], ["printed", -1, "x"], ["printed", 1, {}], ["printed", 1.5, ""],
      ["printed", 1, "x", 2], ["printed", 1, "x".repeat(MOST_PRINTED + 1)], ["script", "brython-0123456789ab.js"]]],
    [readTold, [{ kind: "ready" }, ["script"], ["script", "../secret.js"], ["script", "https://other.example/brython-0123456789ab.js"],
      ["ended", "well", 0, ""], ["ended", "done", 0], ["printed", 1, "x", 2], ["printed", 1, { text: "x" }]]],
    [readCommand, [undefined, ["run", "x"], ["run", "x", "1 1", "9"], ["python", 3], ["close"]]],
  ]) for (const message of wrong) assert.equal(read(message), null, JSON.stringify(message)?.slice(0, 60));
  assert.deepEqual(readTold(["printed", 1, "x", 2, "y"]).parts, [{ line: 1, text: "x" }, { line: 2, text: "y" }]);
  assert.equal(readTold(["script", ""]).name, "");
});

test("a program becomes a part of a link that no server sees, and comes back from it", async () => {
  const code = "w = vector(0, 0)\nfor x, label in zip(X, y):\n    print('α', w @ x)\n";
  const link = new URL(await linkWith("http://localhost/page?data=AND#old", code));
  assert.equal(link.search, "?data=AND");
  assert.match(link.hash, /^#code=[\w-]+$/);
  assert.equal(await codeIn(link.hash), code);
  let seed = 1;
  const long = Array.from({ length: 3000 }, () => String.fromCharCode(33 + ((seed = (seed * 48271) % 0x7fffffff) % 90))).join("");
  await assert.rejects(linkWith("http://localhost/", long), /too long for a link: packed it has \d,\d+ letters/);
  const bomb = (await linkWith("http://localhost/", "0".repeat(100_000))).split("#")[1];
  for (const hash of ["#code=", "#code=%%%", "#code=AAAA", `#code=${"A".repeat(1501)}`, `#${bomb}`])
    await assert.rejects(codeIn(hash), /damaged/, hash.slice(0, 20));
});

// A sandbox whose stage and workers are the test's: `said` is what the stage hears.
function sandbox() {
  const said = [];
  const workers = [];
  const stage = { onmessage: null, postMessage: (message) => said.push(message) };
  new Sandbox(stage, () => {
    const worker = { got: [], ended: false, onmessage: null, onerror: null, postMessage: (message) => worker.got.push(message), terminate: () => (worker.ended = true) };
    workers.push(worker);
    return worker;
  });
  const ask = (...message) => stage.onmessage({ data: message });
  const speak = (worker, ...message) => worker.onmessage({ data: message });
  return { said, workers, ask, speak };
}

function begun() {
  const box = sandbox();
  box.ask("python", "script");
  box.ask("run", "print(1)", "1 1", 1); // before Python has come
  assert.deepEqual(box.workers[0].got, [["python", "script"]]);
  box.speak(box.workers[0], "ready");
  assert.deepEqual(box.workers[0].got.at(-1), ["run", "print(1)", "1 1"]);
  return box;
}

test("a run ends in one way, and the next one has another worker", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const ends = {
    done: ({ speak, workers }) => speak(workers[0], "ended", 2, "ValueError: no"),
    late: () => t.mock.timers.tick(1000),
    stopped: ({ ask }) => ask("stop"),
    long: ({ speak, workers }) => { for (let i = 0; i < 3; i += 1) speak(workers[0], "printed", 1, "x".repeat(MOST_PRINTED / 2)); },
    broken: ({ workers }) => workers[0].onerror({ preventDefault() {} }),
  };
  for (const [how, act] of Object.entries(ends)) {
    const box = begun();
    box.speak(box.workers[0], "printed", 3, "a\n");
    act(box);
    const [ready, printed, ended, ...rest] = box.said;
    assert.deepEqual([ready, printed.slice(0, 3), ended.slice(0, 2), rest], [["ready"], ["printed", 3, "a\n"], ["ended", how], []], how);
    assert.ok(printed.slice(1).join("").length <= MOST_PRINTED + 10);
    assert.equal(box.workers[0].ended, true);
    assert.deepEqual(box.workers[1].got, [["python", "script"]]);
    box.speak(box.workers[0], "printed", 1, "from the one that has ended");
    t.mock.timers.tick(5000);
    assert.equal(box.said.length, 3, how);
  }
});

test("what a worker says against the agreement ends it, and one that never begins is not tried again", () => {
  for (const wrong of [["printed", {}], ["fetch", "x"], ["ready"], "ended"]) {
    const box = begun();
    box.workers[0].onmessage({ data: wrong });
    assert.deepEqual(box.said.at(-1), ["ended", "broken", 0, ""]);
  }
  const box = sandbox();
  box.ask("python", "script");
  box.workers[0].onerror({ preventDefault() {} });
  assert.deepEqual(box.said, [["ended", "broken", 0, ""]]);
  assert.equal(box.workers.length, 1);
});

test("what is printed at once is told together", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const box = begun();
  for (let i = 0; i < 3; i += 1) box.speak(box.workers[0], "printed", i, `${i}\n`);
  assert.equal(box.said.length, 1);
  t.mock.timers.tick(50);
  assert.deepEqual(box.said.at(-1), ["printed", 0, "0\n", 1, "1\n", 2, "2\n"]);
});
