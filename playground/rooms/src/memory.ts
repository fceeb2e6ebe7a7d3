// This browser's notes about each room: its phone's token and answers, or the teacher's key.

const ROOM = "perceptron room ";
const MET = "perceptron rooms"; // when this browser first saw each of its rooms
const LIFE = 2 * 60 * 60 * 1000; // ms after which a room is over

/** The name under which the key to a room is kept; a phone's answers are kept under the room's code. */
export const keyOf = (code: string) => `key ${code}`;

/** Returns the text kept under a name, or "". */
export function recall(name: string) {
  try {
    return window.localStorage.getItem(ROOM + name) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a text under a name; returns whether this browser allows it. */
export function remember(name: string, text: string) {
  try {
    window.localStorage.setItem(ROOM + name, text);
    return true;
  } catch {
    return false;
  }
}

/** Calls `hear` when another page of this browser has kept a text under a name. */
export function onOthers(name: string, hear: () => void) {
  window.addEventListener("storage", ({ key }) => {
    if (key === ROOM + name) hear();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) hear();
  });
}

/** Forgets a room. */
export function forget(code: string) {
  try {
    for (const name of [code, keyOf(code)]) window.localStorage.removeItem(ROOM + name);
  } catch {
    // Nothing was kept.
  }
}

/** Forgets all rooms that must be over by now. */
export function forgetOver() {
  try {
    const met = JSON.parse(window.localStorage.getItem(MET) ?? "{}") as Partial<Record<string, number>>;
    const names = Object.keys(window.localStorage).filter((name) => name.startsWith(ROOM));
    const since = names.map((name) => [name, met[name] ?? Date.now()] as const);
    const isOver = ([, first]: readonly [string, number]) => Date.now() - first >= LIFE;
    for (const [name] of since.filter(isOver)) window.localStorage.removeItem(name);
    window.localStorage.setItem(MET, JSON.stringify(Object.fromEntries(since.filter((each) => !isOver(each)))));
  } catch {
    // Nothing is kept.
  }
}
