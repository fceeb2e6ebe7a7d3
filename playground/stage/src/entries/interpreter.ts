// The worker that runs one program. Before Python comes, everything is taken away that reaches beyond the worker; its
// document's policy forbids the same.

type Call = (...values: readonly unknown[]) => unknown;

/** Brython, as much of it as is used here. */
interface Brython {
  brython_path: string;
  use_VFS?: boolean;
  imported: Record<string, unknown>;
  builtins: { None: unknown };
  update_VFS: (modules: unknown) => void;
  brython: (options: { debug: number; indexeddb: boolean }) => void;
  importPythonModule: (name: string) => void;
  module_getattr: (module: unknown, name: string) => unknown;
  $call: Call;
}

// What a program may find of the browser: the language itself, and what Brython asks for while it begins.
const LANGUAGE = /^(globalThis|self|Object|Function|Array|Number|parseFloat|parseInt|Infinity|NaN|undefined|Boolean|String|Symbol|Date|Promise|RegExp|Error|\w+Error|JSON|Math|Intl|Map|Set|Weak\w+|BigInt|Proxy|Reflect|FinalizationRegistry|Iterator|ArrayBuffer|\w+Array|DataView|(en|de)codeURI(Component)?|(un)?escape|eval|is(Finite|NaN)|Text(En|De)coder|URL|setTimeout|clearTimeout|performance)$/;
const BEGINNING = /^(WorkerGlobalScope|WorkerNavigator|importScripts|navigator|location)$/;
const OWN = /^(console|Event|__BRYTHON__|\$B)$/;

const scope = self as unknown as Record<string, unknown>;
const tell = self.postMessage.bind(self) as (message: readonly (string | number)[]) => void;

function quiet() {
  return undefined;
}

function leave(...kept: readonly RegExp[]) {
  for (let holder: unknown = scope; holder && holder !== Object.prototype; holder = Object.getPrototypeOf(holder))
    for (const name of Object.getOwnPropertyNames(holder))
      if (name !== "constructor" && !kept.some((each) => each.test(name)))
        Reflect.deleteProperty(holder, name);
}

function begin(script: string, modules: string) {
  leave(LANGUAGE, BEGINNING);
  const brython = { brython_path: "http://python/" } as Brython;
  // The language of some browsers, such as “C”, is none that Intl takes, and the script would end there.
  Object.assign(navigator, { userLanguage: "en" });
  // Its script asks for these two as it works, and calls itself by two names.
  Object.assign(scope, { console: { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet }, Event: quiet });
  Object.assign(scope, { __BRYTHON__: brython, $B: brython });
  (0, eval)(script);
  brython.update_VFS(JSON.parse(modules));
  brython.use_VFS = true;
  brython.brython({ debug: 1, indexeddb: false });
  brython.importPythonModule("python.run");
  brython.imported.numpy = brython.imported["python.small_numpy"];
  brython.imported.random = brython.imported["python.small_random"];
  for (const name of Object.keys(brython.imported))
    if (/^(browser|javascript)\b/.test(name)) Reflect.deleteProperty(brython.imported, name);
  leave(LANGUAGE, OWN);
  return (source: string, points: string) => {
    const report = (kind: string) => (line: unknown, text: unknown) => {
      tell([kind, Number(line), String(text)]);
      return brython.builtins.None;
    };
    brython.$call(brython.module_getattr(brython.imported["python.run"], "run"), source, points, report("printed"), report("ended"));
  };
}

let modules = "";
let run: ReturnType<typeof begin> | null = null;

self.addEventListener("message", ({ data }: MessageEvent<readonly [kind: string, text: string, points: string]>) => {
  const [kind, text, points] = data;
  if (kind === "modules") modules = text;
  else if (kind === "python") {
    run = begin(text, modules);
    tell(["ready"]);
  } else run?.(text, points);
});
