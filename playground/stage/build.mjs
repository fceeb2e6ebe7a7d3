// Builds the scripts that browsers get from src/ and from rooms/src/ into built/: `npm run build`. `npm run fresh` fails
// if built/ is not what the sources give. `npm run dev` builds at each change, with source maps, and shows the app.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, watch, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";

import { build, context, transform } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BUILT = `${HERE}built/`;
const SOON = 200; // ms after a change in which others may follow

const SHARED = {
  absWorkingDir: HERE, outdir: "built", bundle: true, write: false, metafile: true, minify: true, target: "es2022",
  charset: "utf8", mainFields: ["module", "main"], legalComments: "none", nodePaths: [`${HERE}node_modules`], logLevel: "warning",
  preserveSymlinks: true, // so that the names of the pieces do not depend on where the packages lie
  loader: { ".css": "empty" }, // a page with one script has one style sheet, too
};

/** A piece of the stage brings its style sheet, so that what it draws is never seen without. */
const STYLED = { name: "styled", setup: ({ onLoad }) => onLoad({ filter: /\.css$/ }, async ({ path }) => {
  const { code } = await transform(readFileSync(path, "utf8"), { loader: "css", minifyWhitespace: true, charset: "utf8" });
  const style = `Object.assign(document.createElement("style"), { className: "stage-piece", textContent: ${JSON.stringify(code)} })`;
  return { contents: `document.head.append(${style});`, loader: "js", watchFiles: [path] };
}) };

const COMPONENTS = ["loader", "keeper", "menu", "finished"];

const STAGE = "src/entries/stage.ts";

const BUILDS = [
  // The stage of the app, in pieces: each is named by its content, and some come only when they are opened.
  { entryPoints: { stage: STAGE }, format: "esm", splitting: true, plugins: [STYLED],
    entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]" },
  // A page that stands alone has one script, which is no module: from a disk a browser loads none.
  { entryPoints: { alone: "src/entries/alone.ts" }, format: "iife", globalName: "playground" },
  // The first page of a course's package has its script within.
  { entryPoints: { course: "src/entries/course.ts" }, format: "iife", globalName: "course" },
  // A board in a notebook: its document, the widget that frames it, and what only boards with fields of colour need.
  { entryPoints: { notebook: "src/entries/notebook.ts" }, format: "iife", globalName: "playground" },
  { entryPoints: { widget: "src/entries/widget.ts", fields: "src/draw/field.ts" }, format: "esm" },
  // The index of a folder of pages tells the height of its frame.
  { entryPoints: { framed: "src/entries/framed.ts" }, format: "iife" },
  // The page of what a visitor has found has its script within.
  { entryPoints: { found: "src/entries/found.ts" }, format: "iife" },
  // The scripts within Streamlit's components. Streamlit takes a text of one line for a file's name.
  { entryPoints: Object.fromEntries(COMPONENTS.map((name) => [name, `src/entries/${name}.ts`])), format: "esm",
    banner: { js: "// From src/entries." } },
  // A visitor's program: the document in which it runs, and the worker that runs it.
  { entryPoints: { write: "src/entries/write.ts", interpreter: "src/entries/interpreter.ts" }, format: "iife" },
  // The page of what was handed in has its script within.
  { entryPoints: { handed: "src/entries/handed.ts" }, format: "esm" },
  // The pages of a room have their script within.
  { entryPoints: { enter: "../rooms/src/enter.ts", phone: "../rooms/src/phone.ts", wall: "../rooms/src/wall.ts", desk: "../rooms/src/desk.ts" }, format: "esm" },
];

const filesOf = (results) =>
  new Map(results.flatMap(({ outputFiles }) => outputFiles.map(({ path, contents }) => [basename(path), contents])));

const present = () => (existsSync(BUILT) ? readdirSync(BUILT) : []);

function replace(files) {
  mkdirSync(BUILT, { recursive: true });
  for (const [name, content] of files) writeFileSync(BUILT + name, content);
  for (const name of present()) if (!files.has(name)) rmSync(BUILT + name);
}

/** What the first load takes, as Brotli compresses it: an eighth less than gzip, for the browsers that take it. */
function byBrotli(files, outputs) {
  const [[stage, { imports }]] = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint === STAGE);
  const along = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path);
  return [stage, ...along].map((path) => [`${basename(path)}.br`, brotliCompressSync(files.get(basename(path)))]);
}

/** The scripts by their names, and by `built/` and their names what each imports and is made of. */
export async function scripts() {
  const results = await Promise.all(BUILDS.map((options) => build({ ...SHARED, ...options })));
  const [files, outputs] = [filesOf(results), Object.assign({}, ...results.map(({ metafile }) => metafile.outputs))];
  return { files: new Map([...files, ...byBrotli(files, outputs)]), outputs };
}

/** The names of the files in built/ that the sources do not give so, and of those that are missing there. */
async function stale() {
  const { files } = await scripts();
  const unpacked = (name, content) => (name.endsWith(".br") ? brotliDecompressSync(content) : content); // versions of Brotli differ
  const fresh = (name) =>
    files.has(name) && existsSync(BUILT + name) && unpacked(name, readFileSync(BUILT + name)).equals(unpacked(name, files.get(name)));
  return [...new Set([...files.keys(), ...present()])].filter((name) => !fresh(name)).sort();
}

/** Builds at each change, and then starts the command anew, because the app reads its files when it starts. */
async function develop([command, ...words]) {
  const results = [];
  let server = null;
  let timer;
  const start = () => (server = spawn(command, words, { cwd: ROOT, stdio: "inherit" }));
  const show = () => {
    replace(filesOf(results));
    if (server?.exitCode === null) server.once("exit", start).kill();
    else start();
  };
  const showSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(show, SOON);
  };
  for (const [place, options] of BUILDS.entries()) {
    const plugin = { name: "show", setup: ({ onEnd }) => onEnd((result) => {
      if (result.errors.length) return;
      results[place] = result;
      if (Object.keys(results).length === BUILDS.length) showSoon();
    }) };
    await (await context({ ...SHARED, ...options, minify: false, sourcemap: "inline", plugins: [...options.plugins ?? [], plugin] })).watch();
  }
  watch(HERE, (_, name) => /\.(css|html)$/.test(name) && showSoon());
}

async function main(task, command) {
  if (task === "--watch") return develop(command);
  if (task !== "--check") return replace((await scripts()).files);
  const names = await stale();
  if (!names.length) return;
  console.error(`playground/stage/built is not what the sources give: run \`npm run build\`.\nNot fresh: ${names.join(", ")}`);
  process.exitCode = 1;
}

const [, script, task, ...command] = process.argv;
if (realpathSync(script) === fileURLToPath(import.meta.url)) await main(task, command); // else a test imports this
