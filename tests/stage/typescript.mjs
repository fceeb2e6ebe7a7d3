// Lets Node import the stage's TypeScript: `node --import ./tests/stage/typescript.mjs --test …`.

import { readFile } from "node:fs/promises";
import { createRequire, register } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isMainThread } from "node:worker_threads";

const PACKAGES = new URL("../../playground/stage/package.json", import.meta.url).href;
const STAGE = createRequire(PACKAGES);

if (isMainThread) register(import.meta.url);

// The rooms have the stage's packages. Of gifenc the build takes the module, which its package does not name to Node.
export function resolve(name, context, next) {
  if (name === "gifenc") return { url: new URL("gifenc.esm.js", pathToFileURL(STAGE.resolve(name))).href, shortCircuit: true };
  return next(name, context.parentURL?.includes("/rooms/src/") && !name.startsWith(".") ? { ...context, parentURL: PACKAGES } : context);
}

/** The script that Node runs of a file of TypeScript. */
export async function scriptOf(url) {
  const { transform } = STAGE("esbuild");
  const { code } = await transform(await readFile(fileURLToPath(url), "utf8"), { loader: "ts", sourcefile: url, sourcemap: "inline" });
  return code;
}

export async function load(url, context, next) {
  if (url.endsWith("/gifenc.esm.js")) return { format: "module", shortCircuit: true, source: await readFile(fileURLToPath(url), "utf8") };
  if (url.endsWith(".css")) return { format: "module", shortCircuit: true, source: "" };
  if (!new URL(url).pathname.endsWith(".ts")) return next(url, context);
  return { format: "module", shortCircuit: true, source: await scriptOf(url) };
}
