// What a key stands for: a letter in a shortcut, or a way.

const LATIN = /^[a-z]$/i;
const OF_A_LETTER = /^Key[A-Z]$/;

/** The small letter of a key; on a keyboard of another script, the Latin letter of the same key. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, "key" | "code">) =>
  (LATIN.test(key) || !OF_A_LETTER.test(code) ? key : code.slice(-1)).toLowerCase();

/** The way of an arrow key. */
export type Nudge = readonly [right: number, up: number];

export const NUDGES: Partial<Record<string, Nudge>> =
  { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
