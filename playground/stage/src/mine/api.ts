// What a way of bringing a program may ask of the dialog.

import type { Printout } from "../link/requests.ts";
import type { Point } from "../store/payload.ts";

export interface Api {
  /** The points of the board, with all digits: x, y and class. */
  readonly data: () => readonly Point[];
  /** The points in the numbers of the visitor's table, if the board came from one, and the table's name. */
  readonly units: () => { readonly places: readonly (readonly [number, number])[]; readonly of: string } | null;
  /** Let the server say which program printed this. */
  readonly check: (printed: string, more?: Omit<Printout, "text">) => void;
}
