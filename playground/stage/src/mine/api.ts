// What a way of bringing a program may ask of the dialog.

import type { Point } from "../store/payload.ts";

/** What a visitor's program printed, the line drawn for it, and the points in a file's units if it had them so. */
export interface Printout {
  readonly text: string;
  readonly line?: readonly [slope: string, intercept: string];
  readonly units?: readonly (readonly [number, number])[];
}

export interface Api {
  /** The points of the board, with all digits: x, y and class. */
  readonly data: () => readonly Point[];
  /** The points in the numbers of the visitor's table, if the board came from one, and the table's name. */
  readonly units: () => { readonly places: readonly (readonly [number, number])[]; readonly of: string } | null;
  /** Let the server say which program printed this. */
  readonly check: (printed: string, more?: Omit<Printout, "text">) => void;
}
