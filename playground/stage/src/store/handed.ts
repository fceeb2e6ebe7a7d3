// What a visitor hands in of a list or a lesson: a code of letters and digits, which goes through forums and mails, and a
// file, which also has the boards and the programs. A sum over the letters finds each letter that was changed.

import type { Answer, Done } from "./done.ts";

/** A list or a lesson, by a number made of its text or its name. */
export interface Subject {
  readonly kind: "list" | "lesson";
  readonly id: number;
}

/** What is handed in: of each item the answers to its parts, of which an exercise has one. */
export interface Handed<Part extends Answer = Answer> extends Subject {
  readonly mark: string; // of the browser, at random
  readonly name: string; // as it was typed; none unless it was
  readonly made: number; // the minute, since 1970
  readonly items: readonly (readonly Part[])[];
}

/** Why a text that looks like a code, or a file, is not read. */
type Fault = "damaged" | "newer";

export type Found = { readonly handed: Handed; readonly code: string; readonly file?: HandedFile }
  | { readonly fault: Fault; readonly code: string };

/** What a file has beside its code: a list's code in links or a lesson's name, the boards, and the programs. */
export interface HandedFile {
  readonly list: string;
  readonly lesson: string;
  readonly boards: readonly (readonly string[])[];
  readonly programs: readonly (readonly string[])[];
}

export const MOST_PARTS = 32; // of an item

// ---- letters

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = LETTERS.length;
const SUM = 6; // letters of the sum
const MARK = 6; // letters of a browser's mark

function inDigits(number: bigint, width = 0): string {
  const rest = number / BigInt(BASE);
  const last = LETTERS[Number(number % BigInt(BASE))];
  return (rest || width > 1 ? inDigits(rest, width - 1) : "") + last;
}

const valueOf = (letters: string) => Array.from(letters).reduce((all, letter) => all * BigInt(BASE) + BigInt(LETTERS.indexOf(letter)), 0n);

/** The cyclic redundancy check of 32 bits of a text: it differs if one letter does, or two neighbours. */
export function sumOf(text: string) {
  let sum = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

const sumLetters = (text: string) => inDigits(BigInt(sumOf(text)), SUM);

/** A mark for a browser. */
export const newMark = () => Array.from(crypto.getRandomValues(new Uint32Array(MARK)), (value) => LETTERS[value % BASE]).join("");

export const isMark = (text: string) => text.length === MARK && Array.from(text).every((letter) => LETTERS.includes(letter));

// ---- numbers in one large number, each below a limit that is known when it is read

class Writer {
  private readonly put: [value: number, limit: number][] = [];

  write(value: number, limit: number) {
    this.put.push([Math.max(0, Math.min(limit - 1, Math.floor(value))), limit]);
  }

  get letters() {
    return inDigits(this.put.reduceRight((all, [value, limit]) => all * BigInt(limit) + BigInt(value), 0n));
  }
}

class Reader {
  private rest: bigint;

  constructor(letters: string) {
    this.rest = valueOf(letters);
  }

  read(limit: number) {
    const value = Number(this.rest % BigInt(limit));
    this.rest /= BigInt(limit);
    return value;
  }

  get over() {
    return this.rest === 0n;
  }
}

// A number below a million takes as few letters as it has digits.
const SIZES = [16, 256, 4096, 1 << 20];
const MOST = SIZES[SIZES.length - 1] - 1;

function writeNumber(to: Writer, number: number) {
  const size = SIZES.findIndex((limit) => Math.min(number, MOST) < limit);
  to.write(size, SIZES.length);
  to.write(number, SIZES[size]);
}

const readNumber = (from: Reader) => from.read(SIZES[from.read(SIZES.length)]);

// ---- what is handed in

const EPOCH = 26_297_280; // the minute at which 2020 began
const [MOST_MINUTES, MOST_BYTES, MOST_ITEMS] = [1 << 25, 128, 64];
const [NONE, ONE, TWO, ONLY_LAST] = [0, 1, 2, 3]; // the answers that are known

function writeAnswer(to: Writer, { first, last, help, solved, at }: Answer, made: number) {
  const known = last === null ? NONE : first === null ? ONLY_LAST : first === last ? ONE : TWO;
  to.write(Number(solved), 2);
  to.write(help, 3);
  to.write(known, 4);
  if (known === TWO) writeNumber(to, first ?? 0);
  if (known !== NONE) writeNumber(to, last ?? 0);
  if (known !== NONE || solved) writeNumber(to, at ? Math.max(0, made - at) : MOST);
}

function readAnswer(from: Reader, made: number): Answer {
  const [solved, help, known] = [from.read(2) === 1, from.read(3), from.read(4)];
  const before = known === TWO ? readNumber(from) : null;
  const last = known === NONE ? null : readNumber(from);
  const age = known !== NONE || solved ? readNumber(from) : MOST;
  return { first: known === ONE ? last : before, last, help, solved, at: age === MOST ? 0 : made - age };
}

/** A name without what no table shows, as long as a code takes it. */
export function shortName(name: string) {
  const signs = Array.from(name.replace(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu, " ").trim());
  while (new TextEncoder().encode(signs.join("")).length >= MOST_BYTES) signs.pop();
  return signs.join("");
}

const FORM = "1"; // changes with the meaning of what follows
const BEGIN = "PTRN";

/** Write what is handed in as a code: its beginning, the number of its letters, these, and the sum. */
export function asCode({ kind, id, mark, name, made, items }: Handed) {
  const to = new Writer();
  to.write(Number(kind === "lesson"), 2);
  to.write(id, 2 ** 32);
  for (const letter of mark) to.write(LETTERS.indexOf(letter), BASE);
  to.write(made - EPOCH, MOST_MINUTES);
  const bytes = new TextEncoder().encode(shortName(name));
  to.write(bytes.length, MOST_BYTES);
  for (const byte of bytes) to.write(byte, 256);
  to.write(items.length, MOST_ITEMS);
  for (const parts of items) {
    to.write(Math.min(parts.length, 2), 3);
    if (parts.length > 1) to.write(parts.length, MOST_PARTS);
    for (const part of parts) writeAnswer(to, part, made);
  }
  const { letters } = to;
  const text = BEGIN + FORM + inDigits(BigInt(letters.length), 2) + letters;
  return text + sumLetters(text);
}

function read(letters: string): Handed | null {
  const from = new Reader(letters);
  const kind = from.read(2) ? "lesson" : "list";
  const id = from.read(2 ** 32);
  const mark = Array.from({ length: MARK }, () => LETTERS[from.read(BASE)]).join("");
  const made = from.read(MOST_MINUTES) + EPOCH;
  const name = new TextDecoder().decode(Uint8Array.from({ length: from.read(MOST_BYTES) }, () => from.read(256)));
  const items = Array.from({ length: from.read(MOST_ITEMS) }, () => {
    const few = from.read(3);
    return Array.from({ length: few < 2 ? few : from.read(MOST_PARTS) }, () => readAnswer(from, made));
  });
  return from.over ? { kind, id, mark, name, made, items } : null;
}

/** Read a code of which nothing was left out or changed. */
function decoded(code: string): Found {
  const text = code.slice(0, -SUM);
  if (sumLetters(text) !== code.slice(-SUM)) return { fault: "damaged", code };
  if (code[BEGIN.length] !== FORM) return { fault: "newer", code };
  const handed = read(text.slice(BEGIN.length + 3));
  return handed ? { handed, code } : { fault: "damaged", code };
}

// ---- codes in texts

const ADDRESS = /\bhttps?:\/\/\S+/g;
const GAP = /^(?:[\s>\u00ad\u200b-\u200d\u2060\ufeff]|=\r?\n)+/; // what forums and mails put between the letters of a long word
const START = new RegExp(`(?<![${LETTERS}])${BEGIN}\\d(?=[${LETTERS}])`, "g");
const LONG = new RegExp(`[${LETTERS}]{24,}(?:[\\s>]+[${LETTERS}]{24,})*`, "g");
const REST = new RegExp(`[${LETTERS}]*(?:[\\s>]+[${LETTERS}]{24,})*`, "y"); // of a code whose length is wrong

// A code that begins at a place of a text, and where it ends; its letters may stand apart.
function codeAt(text: string, start: number) {
  const head = BEGIN.length + 3;
  let [code, at] = ["", start];
  const isShort = () => code.length < head || code.length < head + Number(valueOf(code.slice(head - 2, head))) + SUM;
  while (at < text.length && isShort()) {
    if (LETTERS.includes(text[at])) {
      code += text[at];
      at += 1;
      continue;
    }
    const gap = GAP.exec(text.slice(at, at + 80))?.[0] ?? "";
    if (!gap) break;
    at += gap.length;
  }
  return { code, end: at };
}

// Whether a row of letters was a code once: its beginning differs in one letter, or it has digits among its letters, and
// is no number of base 16.
function isRemainder(row: string) {
  const wrong = Array.from(BEGIN + FORM).filter((letter, place) => row[place] !== letter).length;
  return wrong < 2 || (/\d/.test(row) && /[G-Zg-z]/.test(row));
}

/** All codes in a text, such as a page of a forum, and what looks like one. */
export function codesIn(text: string): Found[] {
  const found: Found[] = [];
  let rest = text.replace(ADDRESS, " ");
  let from = 0;
  for (;;) {
    START.lastIndex = from;
    const start = START.exec(rest)?.index;
    if (start === undefined) break;
    START.lastIndex = start + 1;
    const next = START.exec(rest)?.index ?? rest.length;
    const { code, end } = codeAt(rest, start);
    const each = decoded(code);
    found.push(each);
    REST.lastIndex = end;
    from = "handed" in each ? end : Math.min(end + (REST.exec(rest)?.[0].length ?? 0), next);
    rest = rest.slice(0, start) + " ".repeat(from - start) + rest.slice(from);
  }
  const remainders = Array.from(rest.matchAll(LONG), ([row]) => row.replace(/[\s>]/g, "")).filter(isRemainder);
  return [...found, ...remainders.map((code) => ({ fault: "damaged" as const, code }))];
}

// ---- files

const FILE_MARK = "perceptron hand-in"; // the entry that identifies a file

/** Write what is handed in as a file. */
export function asFile(handed: Handed<Done>, { list, lesson }: Pick<HandedFile, "list" | "lesson">) {
  const of = (name: "board" | "program") => handed.items.map((parts) => parts.map((part) => part[name]));
  const content = { [FILE_MARK]: 1, code: asCode(handed), list, lesson, boards: of("board"), programs: of("program") };
  return `${JSON.stringify({ ...content, sum: sumLetters(JSON.stringify(content)) }, null, 1)}\n`;
}

const isTexts = (rows: unknown): rows is string[][] =>
  Array.isArray(rows) && rows.every((row) => Array.isArray(row) && row.every((each) => typeof each === "string"));

function readFile(text: string): Found {
  const damaged = { fault: "damaged", code: "" } as const;
  try {
    const { sum, ...content } = JSON.parse(text) as Record<string, unknown>;
    const { [FILE_MARK]: version, code, list, lesson, boards, programs } = content;
    if (sum !== sumLetters(JSON.stringify(content))) return damaged;
    if (version !== 1) return { fault: "newer", code: "" };
    const known = decoded(String(code));
    const isWhole = typeof list === "string" && typeof lesson === "string" && isTexts(boards) && isTexts(programs);
    return "handed" in known && isWhole ? { ...known, file: { list, lesson, boards, programs } } : damaged;
  } catch {
    return damaged;
  }
}

/** What a text holds that was handed in: a file, or any number of codes. */
export const handedIn = (text: string): Found[] => (text.includes(`"${FILE_MARK}"`) ? [readFile(text)] : codesIn(text));
