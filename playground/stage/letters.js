// Which letter a key stands for in a shortcut.

const LATIN = /^[a-z]$/i;
const OF_A_LETTER = /^Key[A-Z]$/;

/**
 * The letter of a key, small; where the keyboard writes another script, the Latin one that the key has, too.
 * @param {{ key: string, code: string }} event
 */
export const letterOf = ({ key, code }) => (LATIN.test(key) || !OF_A_LETTER.test(code) ? key : code.slice(-1)).toLowerCase();
