// What this browser keeps of rooms, of each for itself: the phone that it is there, or its teacher's key.

const ROOM = "perceptron room ";
const MET = "perceptron rooms"; // when this browser first saw each of its rooms
const LIFE = 2 * 60 * 60 * 1000; // ms after which a room is over, and what is kept of it is of no use

/** The name of the key to a room; what its phone has said has the room's code for a name. */
export const keyOf = (code) => `key ${code}`;

/** Returns what is kept under a name; "" if nothing is, or this browser keeps nothing. */
export function recall(name) {
  try {
    return window.localStorage.getItem(ROOM + name) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a text under a name, and returns whether this browser does. */
export function remember(name, text) {
  try {
    window.localStorage.setItem(ROOM + name, text);
    return true;
  } catch {
    return false;
  }
}

/** Hears of what another page of this browser has kept under a name. */
export function onOthers(name, hear) {
  window.addEventListener("storage", ({ key }) => key === ROOM + name && hear());
  window.addEventListener("pageshow", ({ persisted }) => persisted && hear());
}

/** Forgets all that is kept of a room. */
export function forget(code) {
  try {
    for (const name of [code, keyOf(code)]) window.localStorage.removeItem(ROOM + name);
  } catch {
    // Nothing was kept.
  }
}

/** Forgets the rooms of which this browser has not heard that they are over. */
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
