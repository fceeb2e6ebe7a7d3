// Written from shared.py by `python -m tools.payload`; change it there.

/** The names in a link of a single exercise's parts, and of a list with the place of an exercise. */
export const EXERCISE = ["ask", "hide", "next", "list", "at", "open"] as const;

/** The parts of a page that an exercise can hide. */
export const HIDEABLE = ["outcome", "curves", "controls", "tools"] as const;

/** The name in a link of the parts of the screen that it shows beside the board. */
export const SHOW = "show";

/** The parts of the screen that a link or a lesson can show without the rest. */
export const SHOWABLE = ["count", "sentence", "numbers", "facts", "table", "curves", "update", "settings", "tools"] as const;

export const EVERYTHING = "everything";

export const LONGEST_QUESTION = 200;

export const LONGEST_ANSWER = 400;

export const LONGEST_CHOICE = 40;

export const LONGEST_NOTES = 600;

/** The most characters of a text that answers a question of a room. */
export const LONGEST_TEXT = 80;

/** The most characters of the board, as its link has it, that a phone sends to its room. */
export const LONGEST_BOARD = 1000;

/** The largest number that can answer an exercise. */
export const LARGEST = 999999;

/** The entry that identifies a file with a list of exercises. */
export const LIST_MARK = "perceptron exercises";

/** The most characters of a link to share. */
export const LONGEST_LINK = 8000;

/** The digits of the codes in a link, which may hold them as they are. */
export const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The board ends at this distance from its middle on each side. */
export const EDGE = 8;

/** The percent of a class's colour with which the positive and the negative side of a line are tinted. */
export const TINTS = [23, 4] as const;

/** The pattern of a symbol in a sentence, alone or with others in a formula, for Python and for JavaScript. */
export const SYMBOL = "(?<![0-9A-Za-z\\u00c0-\\u024f\\u0391-\\u03c9'\u2019])(?<![A-Za-z]\\.)[\u2016|\u221a]*[B-HJ-Zb-z\\u0391-\\u03c9](?:[\u2032\u00b2\u00b3\u207f\u2070-\u2089\u2016|]|\\*(?!\\*))*(?: ?[\u00b7+\u2212=<>\u2264\u2265/\u2190\u2192] ?[\u2016|\u221a]*(?:[B-HJ-Zb-z\\u0391-\\u03c9]|[0-9][0-9.,]*(?<=[0-9]))(?:[\u2032\u00b2\u00b3\u207f\u2070-\u2089\u2016|]|\\*(?!\\*))*)*(?![0-9A-Za-z\\u00c0-\\u024f\\u0391-\\u03c9'\u2019]|\\.[A-Za-z])";

/** The content type of the routes' answers; a host that lets no request through answers with another. */
export const SERVED = "application/json";
