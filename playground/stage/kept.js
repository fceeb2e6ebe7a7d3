// What this browser keeps of a visitor, where it does; else what this page remembers of them.

/** @type {Map<string, string>} */
const remembered = new Map();

/** @param {string} key */
function recall(key) {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return remembered.get(key) ?? null; // within a page of somebody else's a browser may refuse to keep anything
  }
}

/**
 * What was kept as JSON; null if it is none, as somebody else may have written there.
 * @param {string} key
 */
export function recallJson(key) {
  try {
    return JSON.parse(recall(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
export function keepText(key, text) {
  try {
    window.localStorage.setItem(key, text);
  } catch {
    remembered.set(key, text);
  }
}
