// Notes about a visitor: kept by the browser or, if it refuses, remembered by this page.

/** @type {Map<string, string>} */
const remembered = new Map();

/** @param {string} key */
function recall(key) {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return remembered.get(key) ?? null; // in a frame of another site, a browser may refuse storage
  }
}

/**
 * The value kept as JSON under a key; null if there is none or it is malformed, as others may write there.
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
