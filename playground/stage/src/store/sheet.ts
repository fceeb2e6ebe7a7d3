// The drawing on a field of cells as a pure reducer: every event gives the next state, and none changes the old one.

/**
 * A picture's cells as bits, row by row from the top. The second number holds the last 32 cells, the last cell in its
 * lowest bit; the first number holds the cells before them.
 * @typedef {[high: number, low: number]} Cells
 *
 * The cells on the field, and the history of strokes and of edits of the shelf, in their order. An entry holds the
 * cells on the field before a stroke or before an edit of the shelf; undoing the entry undoes that edit, too.
 * @typedef {{ cells: Cells, shelf: boolean }} Entry
 * @typedef {object} Sheet
 * @property {Cells} cells
 * @property {Entry[]} past
 * @property {Entry[]} future
 * @property {{ sets: boolean, before: Cells } | null} pen the effect of the stroke on each cell that it reaches
 */

const STROKES = 200; // the most entries for undo

/** @type {Cells} */
export const NO_CELLS = [0, 0];

/** @type {Sheet} */
export const EMPTY_SHEET = { cells: NO_CELLS, past: [], future: [], pen: null };

const places = (side, index) => [Number(side * side - 1 - index < 32), (side * side - 1 - index) % 32];

/** @type {(cells: Cells, side: number, index: number) => boolean} */
export function isSet(cells, side, index) {
  const [number, bit] = places(side, index);
  return ((cells[number] >>> bit) & 1) === 1;
}

/** @type {(cells: Cells, side: number, index: number, sets: boolean) => Cells} */
function withCell(cells, side, index, sets) {
  const [number, bit] = places(side, index);
  const changed = sets ? cells[number] | (1 << bit) : cells[number] & ~(1 << bit);
  return number ? [cells[0], changed >>> 0] : [changed >>> 0, cells[1]];
}

export const same = (cells, others) => cells[0] === others[0] && cells[1] === others[1];

/**
 * The cells on the straight way between two places, which are in cells from the left and the top.
 * @param {number[]} from
 * @param {number[]} to
 */
export function cellsBetween([x0, y0], [x1, y1], side) {
  const steps = Math.max(1, Math.ceil(8 * Math.hypot(x1 - x0, y1 - y0)));
  const cells = new Set();
  for (let i = 0; i <= steps; i++) {
    const [column, row] = [x0 + ((x1 - x0) * i) / steps, y0 + ((y1 - y0) * i) / steps].map(Math.floor);
    if (column >= 0 && column < side && row >= 0 && row < side) cells.add(row * side + column);
  }
  return [...cells];
}

const withEntry = (sheet, cells, shelf, before = sheet.cells) =>
  ({ cells, past: [...sheet.past, { cells: before, shelf }].slice(-STROKES), future: [], pen: null });

/** @type {Record<string, (sheet: Sheet, event: any) => Sheet>} */
const STROKES_OF = {
  // A stroke that begins on a set cell erases.
  press(sheet, { side, index }) {
    const sets = !isSet(sheet.cells, side, index);
    return { ...sheet, cells: withCell(sheet.cells, side, index, sets), pen: { sets, before: sheet.cells } };
  },
  pass(sheet, { side, indices }) {
    if (!sheet.pen) return sheet;
    const { sets } = sheet.pen;
    return { ...sheet, cells: indices.reduce((cells, index) => withCell(cells, side, index, sets), sheet.cells) };
  },
  lift(sheet) {
    const { cells, pen } = sheet;
    return pen && !same(cells, pen.before) ? withEntry(sheet, cells, false, pen.before) : { ...sheet, pen: null };
  },
  // Replace all cells: by none, or by the cells of a picture.
  put: (sheet, { cells }) => (same(cells, sheet.cells) ? sheet : withEntry(sheet, cells, false)),
  // Edit the shelf, and put these cells on the field.
  shelve: (sheet, { cells }) => withEntry(sheet, cells, true),
};

/**
 * @param {Sheet} sheet
 * @param {{ type: "press", side: number, index: number } | { type: "pass", side: number, indices: number[] }
 *   | { type: "lift" } | { type: "put" | "shelve", cells: Cells }} event
 */
export function reduceSheet(sheet, event) {
  const { type } = event;
  return STROKES_OF[type](type === "lift" || type === "pass" ? sheet : STROKES_OF.lift(sheet, null), event);
}

// A new shelf has no edits to undo; then only the strokes after the last edit of the old shelf can be undone.
const entriesFor = (entries, edits) =>
  (edits.length ? entries : entries.slice(entries.findLastIndex(({ shelf }) => shelf) + 1));

/**
 * The sheet one entry back or forth, and whether the shelf goes along; null without such an entry.
 * @param {Sheet} before
 * @param {{ past: object[], future: object[] }} edits of the shelf
 * @param {"undo" | "redo"} type
 * @returns {{ sheet: Sheet, shelf: boolean } | null}
 */
export function stepSheet(before, edits, type) {
  const lifted = STROKES_OF.lift(before, null);
  const sheet = { ...lifted, past: entriesFor(lifted.past, edits.past), future: entriesFor(lifted.future, edits.future) };
  const [from, to] = type === "undo" ? ["past", "future"] : ["future", "past"];
  const entry = sheet[from].at(-1);
  if (!entry) return null;
  const back = { cells: sheet.cells, shelf: entry.shelf };
  return {
    sheet: { ...sheet, cells: entry.cells, [from]: sheet[from].slice(0, -1), [to]: [...sheet[to], back] },
    shelf: entry.shelf,
  };
}
