// The drawing on a field of cells, as it is kept.

/**
 * A picture's cells as bits, row by row from the top. The second number holds the last 32 cells, the last cell in its
 * lowest bit; the first number holds the cells before them.
 */
export type Cells = readonly [high: number, low: number];

/** The cells on the field before a stroke or before an edit of the shelf; undoing the entry undoes that edit, too. */
export interface Entry {
  readonly cells: Cells;
  readonly shelf: boolean;
}

/** The cells on the field, and the history of strokes and of edits of the shelf, in their order. */
export interface Sketch {
  readonly cells: Cells;
  readonly past: readonly Entry[];
  readonly future: readonly Entry[];
  readonly pen: { readonly sets: boolean; readonly before: Cells } | null; // the effect of the stroke on each cell that it reaches
}

export const NO_CELLS: Cells = [0, 0];

export const EMPTY_SHEET: Sketch = { cells: NO_CELLS, past: [], future: [], pen: null };
