// Builds the scripts that browsers get from src/ and from rooms/src/ into built/: `npm run build`. `npm run dev` builds
// them anew at each change, with source maps.

import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { build, context } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const watches = process.argv.includes("--watch");

const SHARED = {
  absWorkingDir: HERE, bundle: true, minify: !watches, sourcemap: watches && "inline", target: "es2022", charset: "utf8",
  legalComments: "none", nodePaths: [`${HERE}node_modules`], logLevel: "warning",
};

const COMPONENTS = ["loader", "keeper", "menu", "begun", "finished"];

const BUILDS = [
  // The stage of the app, in pieces: each is named by its content, and some come only when they are opened.
  { entryPoints: { stage: "src/entries/stage.ts" }, outdir: "built", format: "esm", splitting: true,
    entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]" },
  // A page that stands alone has one script, which is no module: from a disk a browser loads none.
  { entryPoints: { alone: "src/entries/alone.ts" }, outdir: "built", format: "iife", globalName: "playground" },
  // The index of a folder of pages tells the height of its frame.
  { entryPoints: { framed: "src/entries/framed.ts" }, outdir: "built", format: "iife" },
  // What Streamlit's components have within, or load the stage with. Streamlit takes a text of one line for a file's name.
  { entryPoints: Object.fromEntries(COMPONENTS.map((name) => [name, `src/entries/${name}.ts`])), outdir: "built", format: "esm",
    banner: { js: "// From src/entries." } },
  // The pages of a room have their script within.
  { entryPoints: { phone: "../rooms/src/phone.ts", wall: "../rooms/src/wall.ts" }, outdir: "built", format: "esm" },
];

rmSync(`${HERE}built`, { recursive: true, force: true });
for (const options of BUILDS)
  if (watches) await (await context({ ...SHARED, ...options })).watch();
  else await build({ ...SHARED, ...options });
