// The letter that a key stands for in a shortcut.

const LATIN = /^[a-z]$/i;
const OF_A_LETTER = /^Key[A-Z]$/;

/** The small letter of a key; on a keyboard of another script, the Latin letter of the same key. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, "key" | "code">) =>
  (LATIN.test(key) || !OF_A_LETTER.test(code) ? key : code.slice(-1)).toLowerCase();
