// A board by keyboard: a cross that the arrow keys move, as on the boards of all pages.

import { decimal } from "../../stage/src/draw/geometry.ts";
import { NUDGES } from "../../stage/src/page/letters.ts";

const GRID = 1 / 16; // the distance between two places of the cross, in the board's units

export type Cross = readonly [x: number, y: number];

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, Math.round(value / GRID) * GRID));

/** Where the cross is after a key, null once it is hidden; undefined if the key does not move it. */
export function moved(at: Cross | null, key: string, [x0, x1, y0, y1]: readonly number[]): Cross | null | undefined {
  if (at && key === "Escape") return null;
  const [x, y] = at ?? [(x0 + x1) / 2, (y0 + y1) / 2];
  const nudge = NUDGES[key];
  return nudge && [within(x + GRID * nudge[0], x0, x1), within(y + GRID * nudge[1], y0, y1)];
}

/** The cross by ear, and what is under it. */
export const crossInWords = ([x, y]: Cross, under: string) => `Cross at ${decimal(x)}, ${decimal(y)}${under}.`;
