// How a field for Python answers the keys that a plain field does not know: indentation, new lines, and taking it back.

const WIDTH = 4; // spaces of a level

/** A text and the part of it that is selected. */
export interface Field { readonly text: string; readonly start: number; readonly end: number }

/** A part of a text that gets other words, and what is selected then. */
export interface Change { readonly from: number; readonly to: number; readonly words: string; readonly start: number; readonly end: number }

const lineStart = (text: string, at: number) => text.lastIndexOf("\n", at - 1) + 1;
const indentOf = (line: string) => line.length - line.trimStart().length;

function insert({ start, end }: Field, words: string): Change {
  const after = start + words.length;
  return { from: start, to: end, words, start: after, end: after };
}

// Change each line that the selection touches; it stays selected.
function lines({ text, start, end }: Field, change: (line: string) => string): Change {
  const from = lineStart(text, start);
  const next = text.indexOf("\n", Math.max(start, end - 1));
  const to = next < 0 ? text.length : next;
  const old = text.slice(from, to).split("\n");
  const news = old.map(change);
  const words = news.join("\n");
  const moved = Math.max(from, start + news[0].length - old[0].length);
  return { from, to, words, start: moved, end: Math.max(moved, end + words.length - (to - from)) };
}

/** Move the caret to the next level, or the selected lines by one. */
export function indent(field: Field): Change {
  const { text, start, end } = field;
  if (text.slice(start, end).includes("\n")) return lines(field, (line) => (line ? " ".repeat(WIDTH) + line : line));
  return insert(field, " ".repeat(WIDTH - ((start - lineStart(text, start)) % WIDTH)));
}

/** Move the lines back by one level. */
export const outdent = (field: Field) =>
  lines(field, (line) => line.slice(Math.min(indentOf(line), (indentOf(line) - 1) % WIDTH + 1)));

/** Begin a line below, one level deeper after a colon and one less deep after what leaves the block. */
export function newLine(field: Field): Change {
  const { text, start } = field;
  const line = text.slice(lineStart(text, start), start);
  const code = line.replace(/#.*/, "").trim();
  const depth = indentOf(line) + (code.endsWith(":") ? WIDTH : /^(pass|break|continue|return\b.*)$/.test(code) ? -WIDTH : 0);
  return insert(field, `\n${" ".repeat(Math.max(0, depth))}`);
}

/** Take back one level of the indentation before the caret; null where the key deletes one sign as ever. */
export function backspace({ text, start, end }: Field): Change | null {
  const from = lineStart(text, start);
  const width = start - from;
  if (start !== end || !width || text.slice(from, start).trim()) return null;
  const at = start - ((width - 1) % WIDTH + 1);
  return { from: at, to: start, words: "", start: at, end: at };
}
