// What a key stands for: a letter or a digit in a shortcut, or a way.

const LATIN = /^[a-z]$/i;
const OF_A_LETTER = /^Key[A-Z]$/;
const DIGIT = /^[0-9]$/;
const OF_A_DIGIT = /^Digit[0-9]$/;

/** The small letter of a key; on a keyboard of another script, the Latin letter of the same key. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, "key" | "code">) =>
  (LATIN.test(key) || !OF_A_LETTER.test(code) ? key : code.slice(-1)).toLowerCase();

/** The digit of a key without Shift, also where that key writes another sign, as in French, or another script's digit. */
export const digitOf = ({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">) =>
  Number(!DIGIT.test(key) && !shiftKey && OF_A_DIGIT.test(code) ? code.slice(-1) : key);

/** The way of an arrow key. */
export type Nudge = readonly [right: number, up: number];

export const NUDGES: Partial<Record<string, Nudge>> =
  { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
