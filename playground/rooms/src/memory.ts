// This browser's notes about each room: its phone's token and answers, or the teacher's key.

const ROOM = "perceptron room ";
const MET = "perceptron rooms"; // when this browser first saw each of its rooms
const LIFE = 2 * 60 * 60 * 1000; // ms after which a room is over

/** The name under which the key to a room is kept; a phone's answers are kept under the room's code. */
export const keyOf = (code: string) => `key ${code}`;

/** The name under which a phone keeps its key as the remote of a room. */
export const remoteOf = (code: string) => `remote ${code}`;

/** The name under which a teacher's screen keeps when it first saw a room. */
export const beganOf = (code: string) => `began ${code}`;

/** A secret of 32 digits. */
export const secret = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// Does something with what this browser keeps; returns another thing if it allows that not.
function trying<Found>(what: (kept: Storage) => Found, otherwise: Found) {
  try {
    return what(window.localStorage);
  } catch {
    return otherwise;
  }
}

/** Returns the text kept under a name, or "". */
export const recall = (name: string) => trying((kept) => kept.getItem(ROOM + name) ?? "", "");

/** Keeps a text under a name; returns whether this browser allows it. */
export const remember = (name: string, text: string) => trying((kept) => (kept.setItem(ROOM + name, text), true), false);

/** Forgets a room. */
export const forget = (code: string) => trying((kept) => [code, keyOf(code), remoteOf(code), beganOf(code)].forEach((name) => kept.removeItem(ROOM + name)), undefined);

/** Calls `hear` when another page of this browser has kept a text under a name. */
export function onOthers(name: string, hear: () => void) {
  window.addEventListener("storage", ({ key }) => {
    if (key === ROOM + name) hear();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) hear();
  });
}

/** Forgets all rooms that must be over by now. */
export const forgetOver = () => trying((kept) => {
  const met = JSON.parse(kept.getItem(MET) ?? "{}") as Partial<Record<string, number>>;
  const since = Object.keys(kept).filter((name) => name.startsWith(ROOM)).map((name) => [name, met[name] ?? Date.now()] as const);
  const isOver = ([, first]: readonly [string, number]) => Date.now() - first >= LIFE;
  for (const [name] of since.filter(isOver)) kept.removeItem(name);
  kept.setItem(MET, JSON.stringify(Object.fromEntries(since.filter((each) => !isOver(each)))));
}, undefined);
