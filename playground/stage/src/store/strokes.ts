// The drawing on a field of cells as a pure reducer: every event gives the next state, and none changes the old one.

import type { Edits } from "./edits.ts";
import type { Cells, Entry, Sketch } from "./sheet.ts";

export type SheetEvent =
  | { type: "press"; side: number; index: number }
  | { type: "pass"; side: number; indices: readonly number[] }
  | { type: "lift" }
  | { type: "put" | "shelve"; cells: Cells };

const STROKES = 200; // the most entries for undo

// The place of a cell: which of the two numbers holds it, and in which bit.
const bitOf = (side: number, index: number) => [Number(side * side - 1 - index < 32), (side * side - 1 - index) % 32];

export function isSet(cells: Cells, side: number, index: number) {
  const [number, bit] = bitOf(side, index);
  return ((cells[number] >>> bit) & 1) === 1;
}

function withCell(cells: Cells, side: number, index: number, sets: boolean): Cells {
  const [number, bit] = bitOf(side, index);
  const changed = sets ? cells[number] | (1 << bit) : cells[number] & ~(1 << bit);
  return number ? [cells[0], changed >>> 0] : [changed >>> 0, cells[1]];
}

export const same = (cells: Cells, others: Cells) => cells[0] === others[0] && cells[1] === others[1];

// The cells on the straight way between two places, which are in cells from the left and the top.
export function cellsBetween([x0, y0]: readonly number[], [x1, y1]: readonly number[], side: number) {
  const steps = Math.max(1, Math.ceil(8 * Math.hypot(x1 - x0, y1 - y0)));
  const cells = new Set<number>();
  for (let i = 0; i <= steps; i++) {
    const [column, row] = [x0 + ((x1 - x0) * i) / steps, y0 + ((y1 - y0) * i) / steps].map(Math.floor);
    if (column >= 0 && column < side && row >= 0 && row < side) cells.add(row * side + column);
  }
  return [...cells];
}

const withEntry = (sheet: Sketch, cells: Cells, shelf: boolean, before = sheet.cells): Sketch =>
  ({ cells, past: [...sheet.past, { cells: before, shelf }].slice(-STROKES), future: [], pen: null });

function lift(sheet: Sketch): Sketch {
  const { cells, pen } = sheet;
  return pen && !same(cells, pen.before) ? withEntry(sheet, cells, false, pen.before) : { ...sheet, pen: null };
}

export function reduceSheet(before: Sketch, event: SheetEvent): Sketch {
  if (event.type === "pass") {
    const { cells, pen } = before;
    if (!pen) return before;
    return { ...before, cells: event.indices.reduce((all, index) => withCell(all, event.side, index, pen.sets), cells) };
  }
  const sheet = lift(before);
  switch (event.type) {
    case "lift":
      return sheet;
    // A stroke that begins on a set cell erases.
    case "press": {
      const sets = !isSet(sheet.cells, event.side, event.index);
      return { ...sheet, cells: withCell(sheet.cells, event.side, event.index, sets), pen: { sets, before: sheet.cells } };
    }
    // Replace all cells: by none, or by the cells of a picture.
    case "put":
      return same(event.cells, sheet.cells) ? sheet : withEntry(sheet, event.cells, false);
    // Edit the shelf, and put these cells on the field.
    case "shelve":
      return withEntry(sheet, event.cells, true);
  }
}

// A new shelf has no edits to undo; then only the strokes after the last edit of the old shelf can be undone.
const entriesFor = (entries: readonly Entry[], edits: readonly unknown[]) =>
  (edits.length ? entries : entries.slice(entries.findLastIndex(({ shelf }) => shelf) + 1));

// The sheet one entry back or forth, and whether the shelf, which has these edits, goes along; null without such an entry.
export function stepSheet(before: Sketch, edits: Pick<Edits, "past" | "future">, type: "undo" | "redo") {
  const lifted = lift(before);
  const sheet = { ...lifted, past: entriesFor(lifted.past, edits.past), future: entriesFor(lifted.future, edits.future) };
  const [from, to] = type === "undo" ? ["past", "future"] as const : ["future", "past"] as const;
  const entry = sheet[from].at(-1);
  if (!entry) return null;
  const { cells, shelf } = entry;
  const back = { cells: sheet.cells, shelf };
  return { sheet: { ...sheet, cells, [from]: sheet[from].slice(0, -1), [to]: [...sheet[to], back] }, shelf };
}
