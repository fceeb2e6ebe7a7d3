// What a way of bringing a program may ask of the dialog.

import type { Point, PointClass } from "../store/payload.ts";

/** What a visitor's program printed, the line drawn for it, and the points in a file's units if it had them so. */
export interface Printout {
  readonly text: string;
  readonly line?: readonly [slope: string, intercept: string];
  readonly units?: readonly (readonly [number, number])[];
}

export interface Api {
  /** The points of the board, with all digits: x, y and class, which is 0 for the label +1 and 1 for −1. */
  readonly points: () => readonly Point[];
  readonly classes: () => readonly PointClass[];
  /** The constant at the end of each row, which belongs to the bias; 0 if the board has none. */
  readonly constant: () => number;
  /** The points in the numbers of the visitor's table, if the board came from one, and the table's name. */
  readonly units: () => { readonly places: readonly (readonly [number, number])[]; readonly of: string } | null;
  /** Let the server say which program printed this. */
  readonly check: (printed: string, more?: Omit<Printout, "text">) => void;
}
