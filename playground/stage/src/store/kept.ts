// Notes about a visitor: kept by the browser or, if it refuses, remembered by this page.

export const LIST = "exercises"; // the key of the list of exercises that a teacher makes
export const PROGRAM = "program"; // the key of the visitor's program

/** What keeps texts by their keys, as a browser's storage does. */
export type Storing = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const remembered = new Map<string, string>();
let storage = (): Storing => window.localStorage;

/** Keep all notes elsewhere than in the browser's storage. */
export function keepIn(other: Storing) {
  storage = () => other;
}

function recall(key: string) {
  try {
    return remembered.get(key) ?? storage().getItem(key);
  } catch {
    return null; // in a frame of another site, a browser may refuse storage
  }
}

// The value kept as JSON under a key; null if there is none or it is malformed, as others may write there.
export function recallJson(key: string): unknown {
  try {
    return JSON.parse(recall(key) ?? "null");
  } catch {
    return null;
  }
}

export function keepText(key: string, text: string) {
  try {
    storage().setItem(key, text);
    remembered.delete(key);
  } catch {
    remembered.set(key, text); // it may also be full, and then keeps what is old
  }
}

export function forget(key: string) {
  remembered.delete(key);
  try {
    storage().removeItem(key);
  } catch {
    // what is not kept is forgotten
  }
}

/** The name under which the places of the parts of a lesson, by its name, are noted that are done. */
export const partsKey = (lesson: string) => `${lesson} parts`;

/** The places of the parts of a lesson that are done. */
export const doneParts = (lesson: string) => new Set<unknown>([recallJson(partsKey(lesson)) ?? []].flat());

/** The name under which the time is noted at which a guess in a lesson, by its name, was wrong. */
export const wrongOf = (lesson: string) => `${lesson} wrong`;

/** The name under which it is noted whether the visitor was sure of a guess, by the guess's name. */
export const sureOf = (guess: string) => `${guess} sure`;

/** The name under which it is noted how a guess ended, by its name: the guess, the answer, and the board's address. */
export const endOf = (guess: string) => `${guess} end`;

export const isKept = (key: string) => recall(key) !== null;
