// The address of the page, with its board and step.

export const MENU = ".st-key-menu a"; // links that keep the board
export const LINK = ".stPageLink a"; // all links, also those to another board

// Parameters of the display, embedded or presented, are not part of the board, and are left alone.
const PRESENT = "present";
const isDisplay = (name) => name === PRESENT || name.startsWith("embed");
export const isBoardParameter = ([name, value]) => value && !isDisplay(name);

export const isPresented = () => new URLSearchParams(window.location.search).get(PRESENT) === "true";

// Another link, displayed as this page is.
export function displayed(text) {
  const link = new URL(text, document.baseURI);
  for (const [name, value] of new URLSearchParams(window.location.search)) if (isDisplay(name)) link.searchParams.append(name, value);
  return link.href;
}

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
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "SecurityError")) throw error;
  }
}

export const EXERCISE = ["ask", "hide", "next", "list", "at", "open"];

// This page's link, or another one, without the parameters of the display.
export function linkToShare(text = window.location.href) {
  const link = new URL(text, document.baseURI);
  for (const name of [...link.searchParams.keys()]) if (isDisplay(name)) link.searchParams.delete(name);
  return link.href;
}

// What the address says of the board.
export const readQuery = () =>
  Object.fromEntries([...new URLSearchParams(window.location.search)].filter(isBoardParameter));

// The links of the menu get the same parameters except those of an exercise, for opening them in another tab.
export function writeQuery(values, anew) {
  const here = new URL(window.location.href);
  for (const entry of [...here.searchParams]) if (isBoardParameter(entry)) here.searchParams.delete(entry[0]);
  for (const [name, value] of Object.entries(values)) if (value) here.searchParams.append(name, value);
  if (anew || here.href !== window.location.href) write(here, anew);
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(MENU);
  const along = new URLSearchParams(here.search);
  for (const name of [PRESENT, ...EXERCISE]) along.delete(name);
  const search = along.size ? `?${along}` : "";
  for (const link of links) if (link.search !== search) link.search = search;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const digitsOf = (value, width) =>
  Array.from({ length: width }, (_, i) =>
    DIGITS[Number((BigInt(value) >> BigInt(6 * (width - 1 - i))) & 63n)]).join("");

// The code of a link: a version, two digits for the number of points, and so many for each, as the server reads them.
const codeOf = (codes) => (codes.length ? `1${digitsOf(codes.length, 2)}${codes.join("")}` : "");

const bitsOf = ([high, low, kind]) => (((BigInt(high) << 32n) | BigInt(low)) << 1n) | BigInt(kind);

/**
 * The visitor's points, pictures or answers as the code of a link.
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
