// What passes between the stage, the document in which a program runs, and the worker that runs it: lists of texts and
// numbers, of which the first says what it is. Each side reads what the other sends as if a stranger had sent it.

/** Characters that a program may print, and a message may have. */
export const MOST_PRINTED = 200_000;
const MOST_SCRIPT = 5_000_000; // characters of Brython's script

export type Message = readonly (string | number)[];

/** How a run ended: by itself, by the visitor, by its time, because it printed too much, or because the browser ended it. */
export type Ending = "done" | "stopped" | "late" | "long" | "broken";
const ENDINGS: readonly string[] = ["done", "stopped", "late", "long", "broken"] satisfies Ending[];

/** A text that a program printed at a line. */
export interface Printed { readonly line: number; readonly text: string }

/** The end of a run: how, and the line and the words of an error. */
export interface Ended extends Printed { readonly how: Ending }

/** What the worker says to the document. */
export type Spoken = { readonly kind: "ready" } | { readonly kind: "printed" | "ended" } & Printed;

/** What the document says to the stage. */
export type Told = { readonly kind: "script"; readonly name: string } | { readonly kind: "ready" }
  | { readonly kind: "printed"; readonly parts: readonly Printed[] } | { readonly kind: "ended" } & Ended;

/** What the stage asks of the document. */
export type SandboxCommand = { readonly kind: "python"; readonly script: string } | { readonly kind: "stop" }
  | { readonly kind: "run"; readonly source: string; readonly points: string; readonly seconds: number };

const isText = (value: unknown, most = MOST_PRINTED): value is string => typeof value === "string" && value.length <= most;
const isLine = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

function printedIn(line: unknown, text: unknown): Printed | null {
  return isLine(line) && isText(text) ? { line, text } : null;
}

export function readSpoken(message: unknown): Spoken | null {
  if (!Array.isArray(message) || message.length > 3) return null;
  const [kind, line, text] = message as unknown[];
  if (kind === "ready") return { kind };
  const said = printedIn(line, text);
  return said && (kind === "printed" || kind === "ended") ? { kind, ...said } : null;
}

const SCRIPT = /^(brython-[0-9a-f]{12}\.js)?$/;

export function readTold(message: unknown): Told | null {
  if (!Array.isArray(message)) return null;
  const [kind, ...rest] = message as unknown[];
  const [first] = rest;
  if (kind === "ready") return { kind };
  if (kind === "script") return isText(first) && SCRIPT.test(first) ? { kind, name: first } : null;
  if (kind === "ended") {
    const said = printedIn(rest[1], rest[2]);
    return said && isText(first) && ENDINGS.includes(first) ? { kind, how: first as Ending, ...said } : null;
  }
  if (kind !== "printed" || rest.length % 2 || rest.length > 2 * MOST_PRINTED) return null;
  const parts = Array.from({ length: rest.length / 2 }, (_, place) => printedIn(rest[2 * place], rest[2 * place + 1]));
  return parts.every((part) => part !== null) ? { kind, parts } : null;
}

export function readCommand(message: unknown): SandboxCommand | null {
  if (!Array.isArray(message)) return null;
  const [kind, first, second, third] = message as unknown[];
  if (kind === "stop") return { kind };
  if (kind === "python") return isText(first, MOST_SCRIPT) ? { kind, script: first } : null;
  return kind === "run" && isText(first) && isText(second) && typeof third === "number"
    ? { kind, source: first, points: second, seconds: third } : null;
}
