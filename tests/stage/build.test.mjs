// The scripts that browsers get: their sizes, and which module may import which.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { scripts } from "../../playground/stage/build.mjs";

const SOURCES = { stage: new URL("../../playground/stage/src/", import.meta.url), rooms: new URL("../../playground/rooms/src/", import.meta.url) };
// Each folder imports only folders to its right.
const ORDER = ["rooms", "entries", "handed", "stage.ts", "host", "mine", "share", "hand", "draw", "words", "page", "link", "store"];

const { files, outputs } = await scripts();
const kilobytes = (names) => names.reduce((sum, name) => sum + gzipSync(files.get(name)).length, 0) / 1000;

/** A script, and all that it imports as it begins. */
function along(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const { kind, path } of outputs[`built/${name}`].imports)
    if (kind === "import-statement") along(path.replace("built/", ""), found);
  return found;
}

const piece = (name) => [...files.keys()].find((file) => file.startsWith(`${name}-`));

test("the scripts are small", () => {
  const [stage, guided, special] = ["stage", "guided", "special"].map(piece);
  const first = along(stage);
  assert.equal(first.size, 2, "the stage, and what it shares with its pieces");
  // Of a lesson or an exercise, and of one with a canvas or with dots to pick, the first load has one piece more.
  for (const [names, most] of [
    [[...first], 60], [[...first, guided], 60], [[...first, special], 60], [["alone.js"], 76.5], [["notebook.js"], 75], [["fields.js"], 9], [["widget.js"], 2], [["phone.js"], 20],
  ]) assert.ok(kilobytes(names) <= most, `${names.join(" and ")}: ${kilobytes(names)} kB, more than ${most} kB: shorten them, or let more come with src/draw/later.ts`);
});

test("a style sheet that is not of the first load is in one script, that of what it is for", () => {
  const having = (rule) => [...files.keys()].filter((name) => new TextDecoder().decode(files.get(name)).includes(rule));
  assert.deepEqual(having(".stage-strip{"), [piece("later")]);
  const dialogs = having(".stage-list{");
  assert.equal(dialogs.length, 1);
  for (const name of ["opened", "mine"]) assert.ok(along(piece(name)).has(dialogs[0]), name);
});

/** The files that each source names in its imports, those of types among them. */
const imports = new Map(Object.values(SOURCES).flatMap((folder) =>
  readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".ts")).map((name) => {
    const file = new URL(name.replaceAll("\\", "/"), folder);
    const named = readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+\.ts)"/g);
    return [file.href, Array.from(named, ([, path]) => new URL(path, file).href)];
  })));

const short = (href) => fileURLToPath(href).replaceAll("\\", "/").replace(/^.*\/playground\//, "");

test("a folder imports only those to its right", () => {
  const placeOf = (href) => {
    const [of, , folder] = short(href).split("/");
    return of === "rooms" ? 0 : ORDER.indexOf(folder);
  };
  const wrong = [...imports].flatMap(([file, names]) => names
    .filter((name) => placeOf(name) < placeOf(file))
    .map((name) => `${short(file)} imports ${short(name)}`));
  assert.deepEqual(wrong, []);
});

test("an exported type or class has its name alone", () => {
  // A part has the name of what it draws of the payload; rooms speak of a class and its phones.
  const stages = [...imports.keys()].filter((file) => short(file).startsWith("stage/") && !file.endsWith("/payload.ts"));
  const named = stages.flatMap((file) => {
    const types = readFileSync(new URL(file), "utf8").matchAll(/^export (?:default )?(?:abstract )?(?:class|enum|interface|type) (\w+)/gm);
    return Array.from(types, ([, name]) => ({ name, file: short(file) }));
  });
  assert.deepEqual(named.filter(({ name, file }) => named.some((other) => other.name === name && other.file !== file)), []);
});

test("no module imports itself, neither directly nor by others", () => {
  const done = new Set();
  const visit = (file, path) => {
    assert.ok(!path.includes(file), [...path.slice(path.indexOf(file)), file].map(short).join(" → "));
    if (done.has(file)) return;
    for (const name of imports.get(file) ?? []) visit(name, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
});
