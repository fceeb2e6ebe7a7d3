// This browser's notes about each room: its phone's token and answers, or the teacher's key.

const ROOM = "perceptron room ";
const MET = "perceptron rooms"; // when this browser first saw each of its rooms
const LIFE = 2 * 60 * 60 * 1000; // ms after which a room is over

/** The name under which the key to a room is kept; a phone's answers are kept under the room's code. */
export const keyOf = (code) => `key ${code}`;

/** Returns the text kept under a name, or "". */
export function recall(name) {
  try {
    return window.localStorage.getItem(ROOM + name) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a text under a name; returns whether this browser allows it. */
export function remember(name, text) {
  try {
    window.localStorage.setItem(ROOM + name, text);
    return true;
  } catch {
    return false;
  }
}

/** Calls `hear` when another page of this browser has kept a text under a name. */
export function onOthers(name, hear) {
  window.addEventListener("storage", ({ key }) => key === ROOM + name && hear());
  window.addEventListener("pageshow", ({ persisted }) => persisted && hear());
}

/** Forgets a room. */
export function forget(code) {
  try {
    for (const name of [code, keyOf(code)]) window.localStorage.removeItem(ROOM + name);
  } catch {
    // Nothing was kept.
  }
}

/** Forgets all rooms that must be over by now. */
export function forgetOver() {
  try {
    const met = JSON.parse(window.localStorage.getItem(MET) ?? "{}");
    const names = Object.keys(window.localStorage).filter((name) => name.startsWith(ROOM));
    const since = Object.fromEntries(names.map((name) => [name, met[name] ?? Date.now()]));
    for (const name of names) {
      if (Date.now() - since[name] < LIFE) continue;
      window.localStorage.removeItem(name);
      delete since[name];
    }
    window.localStorage.setItem(MET, JSON.stringify(since));
  } catch {
    // Nothing is kept.
  }
}
