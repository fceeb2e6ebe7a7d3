// The share of the lines that the tests run, by folder: `npm run coverage`; with a folder, `-- words`, by its files.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { scriptOf } from "./typescript.mjs";

const PLAYGROUND = new URL("../../playground/", import.meta.url);
const HERE = import.meta.dirname;

/** What V8 counted in each process of the tests. */
function counted() {
  const room = mkdtempSync(join(tmpdir(), "coverage-"));
  const tests = readdirSync(HERE).filter((name) => name.endsWith(".test.mjs"));
  spawnSync(process.execPath, ["--import", "./typescript.mjs", "--test", ...tests], { cwd: HERE, env: { ...process.env, NODE_V8_COVERAGE: room } });
  const results = readdirSync(room).flatMap((name) => JSON.parse(readFileSync(join(room, name), "utf8")).result);
  rmSync(room, { recursive: true });
  return results;
}

/** The lines of a script that have code, and those of them that ran in some process. */
function linesOf(script, runs) {
  const ran = runs.map(({ functions }) => {
    const signs = new Uint8Array(script.length);
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges) signs.fill(Math.min(count, 1), startOffset, endOffset);
    return signs;
  });
  let [all, seen] = [0, 0];
  for (const { index, 0: line } of script.matchAll(/^(?!\/\/).*\w.*$/gm)) {
    const at = index + line.search(/\S/);
    all += 1;
    if (ran.some((signs) => signs.subarray(at, index + line.length).includes(1))) seen += 1;
  }
  return [all, seen];
}

const results = counted();
const [, , folder] = process.argv;
const rows = new Map();
for (const part of ["stage/src/", "rooms/src/"])
  for (const name of readdirSync(new URL(part, PLAYGROUND), { recursive: true }).filter((each) => each.endsWith(".ts")).sort()) {
    const url = new URL(part + name.replaceAll("\\", "/"), PLAYGROUND).href;
    const [all, seen] = linesOf(await scriptOf(url), results.filter((run) => run.url === url));
    const row = folder === undefined ? join(part, dirname(name)) : dirname(name) === folder ? name : "";
    const [before, seenBefore] = rows.get(row) ?? [0, 0];
    rows.set(row, [before + all, seenBefore + seen]);
  }
rows.delete("");
for (const [name, [all, seen]] of rows) if (all) console.log(`${String(Math.round((100 * seen) / all)).padStart(4)} % of ${String(all).padStart(4)} lines  ${name}`);
