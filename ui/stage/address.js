// The address of the page: it says which board is shown, at which step, and is written where the hand rests.

export const MENU = ".st-key-menu a"; // these take the board along
export const LINK = ".stPageLink a"; // and all others lead to one of their own

/**
 * What this window has last shown and written: a page opened from its menu, or a server started again, may know less.
 * @typedef {{ session: string, version: number, rests: number, query?: string }} Known
 */

/** @type {Known | null} */
let latest = null;

export const known = () => latest;

export function forget() {
  latest = null;
}

export function meet(session) {
  latest = { version: 0, rests: 0, ...latest, session };
}

// With `anew` the address is an entry of the history, so that Back returns to the one before.
export function keep({ address, step = 0, session, version, rests }, anew = false) {
  latest = { session, version, rests, query: writeQuery({ ...address, step }, anew) };
}

// How the page is shown, within another page or presented, is no part of what it shows, and stays as it is.
const PRESENT = "present";
const shows = (name) => name === PRESENT || name.startsWith("embed");
const ours = ([name, value]) => value && !shows(name);

export const isPresented = () => new URLSearchParams(window.location.search).get(PRESENT) === "true";

export function writePresented(on) {
  const here = new URL(window.location.href);
  if (on) here.searchParams.set(PRESENT, "true");
  else here.searchParams.delete(PRESENT);
  write(here);
}

// A page that was opened from a disk has an address that stays as it is.
function write(here, anew = false) {
  try {
    if (anew) window.history.pushState({}, "", here);
    else window.history.replaceState(window.history.state, "", here);
  } catch (refused) {
    if (!(refused instanceof DOMException && refused.name === "SecurityError")) throw refused;
  }
}

export const EXERCISE = ["ask", "hide", "next"];

// The link that opens the same, this page or the one of another link, on a page of its own.
export function linkToShare(text = window.location.href) {
  const link = new URL(text, document.baseURI);
  for (const name of [...link.searchParams.keys()]) if (shows(name)) link.searchParams.delete(name);
  return link.href;
}

export function parameters(query = window.location.search) {
  return Object.fromEntries([...new URLSearchParams(query)].filter(ours));
}

// Written in place; the links of the menu carry the same but for an exercise, for those who open one in another tab.
function writeQuery(wanted, anew) {
  const here = new URL(window.location.href);
  for (const entry of [...here.searchParams]) if (ours(entry)) here.searchParams.delete(entry[0]);
  for (const [name, value] of Object.entries(wanted)) if (value) here.searchParams.append(name, value);
  if (anew || here.href !== window.location.href) write(here, anew);
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(MENU);
  const along = new URLSearchParams(here.search);
  for (const name of [PRESENT, ...EXERCISE]) along.delete(name);
  for (const link of links) link.search = along.toString();
  return here.search;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const digitsOf = (value, width) =>
  Array.from({ length: width }, (_, i) =>
    DIGITS[Number((BigInt(value) >> BigInt(6 * (width - 1 - i))) & 63n)]).join("");

// The code of a link: a version, two digits for the number of points, and so many for each, as the server reads them.
const codeOf = (codes) => (codes.length ? `1${digitsOf(codes.length, 2)}${codes.join("")}` : "");

const bitsOf = ([high, low, kind]) => (((BigInt(high) << 32n) | BigInt(low)) << 1n) | BigInt(kind);

/**
 * What an address says once the hand has made these points, or has taken all back to what it said before: the origin.
 * @param {Record<string, string>} address
 * @param {import("./payload.js").Hand} hand
 * @param {any[]} points
 * @param {Record<string, string> | undefined} origin
 */
export const handed = (address, hand, points, origin) =>
  ({ ...address, ...(origin ? { ...origin, [hand.key]: "" } : { ...hand.also, [hand.key]: encode(points, hand) }) });

/**
 * What the hand has made, as the code of a link.
 * @param {any[]} points
 * @param {import("./payload.js").Hand} hand
 */
export function encode(points, { snap, signs }) {
  if (signs) return points.map((answer) => signs[answer]).join("");
  if (!snap) return codeOf(points.map((picture) => digitsOf(bitsOf(picture), 11)));
  const limit = 8 - 1 / snap;
  const place = (value) => Math.round((Math.max(-limit, Math.min(limit, value)) + 8) * snap);
  return codeOf(points.map(([x, y, kind]) => digitsOf((place(x) << 12) | (place(y) << 1) | kind, 4)));
}
