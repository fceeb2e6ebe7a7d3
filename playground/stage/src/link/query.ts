// The query of the page's address, with its board and step.

import type { Board } from "../store/edits.ts";
import type { Hand } from "../store/payload.ts";
import { DIGITS, EDGE, EVERYTHING, EXERCISE, SHOW } from "../store/shared.ts";

export type Texts = Readonly<Record<string, string>>;
type Pair = readonly [name: string, text: string];

// Parameters of the display, embedded or presented, are not part of the board, and are left alone.
const PRESENT = "present";
const isDisplay = (name: string) => name === PRESENT || name.startsWith("embed");
export const isBoardParameter = ([name, text]: Pair) => text !== "" && !isDisplay(name);

// Quotes and brackets around a link, spaces and ends of lines within it, and signs without a shape.
const NOISE = /[\0-\x20\x7f-\xa0\xad\u1680\u2000-\u200f\u2018-\u201f\u2028-\u202f\u205f-\u206f\u3000\ufeff?&"'<>()[\]]/g;
const ENCODED_AT_MOST = 3; // times

/**
 * The proper names and the texts of a query, even if names were changed on the way. A name may be a whole query that
 * was encoded once more.
 * @param names the proper ones, beside those of the display
 */
function untangled(query: string, names: readonly string[] = [], depth = ENCODED_AT_MOST): [string, string][] {
  return [...new URLSearchParams(query)].flatMap(([name, text]) => {
    if (depth && /[=%]/.test(name)) return untangled(text ? `${name}=${text}` : name, names, depth - 1);
    const plain = name.replace(NOISE, "").replace(/^(amp|;)+/i, "");
    const small = plain.toLowerCase();
    return [[isDisplay(small) ? small : names.find((each) => each.toLowerCase() === small) ?? plain, text]];
  });
}

const displayOf = (query: string) => untangled(query).filter(([name]) => isDisplay(name));

export const isPresented = () => displayOf(window.location.search).some(([name, text]) => name === PRESENT && text === "true");

/** A link with the display parameters of this page; a lesson's also shows everything if this page does. */
export function displayed(text: string) {
  const link = new URL(text, document.baseURI);
  const { searchParams: there } = link;
  for (const [name, value] of untangled(window.location.search))
    if (isDisplay(name) || (name === SHOW && value === EVERYTHING && there.has("lesson"))) there.append(name, value);
  return link.href;
}

export function writePresented(on: boolean) {
  const here = new URL(window.location.href);
  const others = untangled(here.search).filter(([name]) => name !== PRESENT);
  here.search = new URLSearchParams(on ? [...others, [PRESENT, "true"]] : others).toString();
  write(here);
}

// The address of a page that was opened from a disk cannot be changed.
function write(here: URL, anew = false) {
  try {
    if (anew) window.history.pushState({}, "", here);
    else window.history.replaceState(window.history.state, "", here);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "SecurityError")) throw error;
  }
}

/**
 * This page's link, as the stage has written it, without parameters of the display and without a program.
 * @param changes texts in the place of the link's own; an empty text leaves one out
 */
export function linkToShare(changes: Texts = {}) {
  const link = new URL(window.location.href);
  link.hash = "";
  const texts = { ...Object.fromEntries(link.searchParams), ...changes };
  link.search = new URLSearchParams(Object.entries(texts).filter(isBoardParameter)).toString();
  return link.href;
}

/**
 * The texts of an address by these names; `mended` in `playground/address/address.py` does the same.
 * @param names all that a link may have, as the server knows them
 */
export function readQuery(names: readonly string[], query = window.location.search): Texts {
  const exact = [...new URLSearchParams(query)];
  return Object.fromEntries([...untangled(query, names), ...exact].filter(([name, text]) => text && names.includes(name)));
}

/**
 * Write the address. The menu's links get the same board, but no exercise and all of the screen, for opening them in another tab.
 * @param anew whether the address before stays in the history
 */
export function writeQuery(texts: Texts, anew: boolean, menu: Iterable<HTMLAnchorElement>) {
  const here = new URL(window.location.href);
  const shown = Object.entries(texts).filter(([, text]) => text);
  here.search = new URLSearchParams([...displayOf(here.search), ...shown]).toString();
  if (anew || here.href !== window.location.href) write(here, anew);
  const along = new URLSearchParams(here.search);
  for (const name of [PRESENT, SHOW, ...EXERCISE]) along.delete(name);
  const search = along.size ? `?${along.toString()}` : "";
  for (const link of menu) if (link.search !== search) link.search = search;
}

const digitsOf = (value: bigint | number, width: number) =>
  Array.from({ length: width }, (_, i) =>
    DIGITS[Number((BigInt(value) >> BigInt(6 * (width - 1 - i))) & 63n)]).join("");

// The code of points in a link: a version, two digits for their number, then the same number of digits for each.
const codeOf = (codes: readonly string[]) => (codes.length ? `1${digitsOf(codes.length, 2)}${codes.join("")}` : "");

/** The visitor's points, pictures or answers as the code of a link. */
export function encode(points: Board, { snap, signs }: Pick<Hand, "snap" | "signs">) {
  if (signs) return points.map((answer) => signs[Number(answer)]).join("");
  const triples = points.filter((point) => typeof point !== "number");
  if (!snap) return codeOf(triples.map(([high, low, kind]) => digitsOf((((BigInt(high) << 32n) | BigInt(low)) << 1n) | BigInt(kind), 11)));
  const limit = EDGE - 1 / snap;
  const place = (value: number) => Math.round((Math.max(-limit, Math.min(limit, value)) + EDGE) * snap);
  return codeOf(triples.map(([x, y, kind]) => digitsOf((place(x) << 12) | (place(y) << 1) | kind, 4)));
}
