// The outlines of what is above a level on a grid of values, by marching squares.

import type { Values } from "../store/payload.ts";
import type { Place } from "./geometry.ts";

/** Where an outline goes between two neighbours: one that is above the level, and one that is not. */
type Crossing = readonly [inside: number, outside: number];

/**
 * The rings about all that is at least at a level. A value stands in the middle of its square, the first at 0.5, 0.5; a
 * ring goes between two values where a straight line from one to the other has the level. Beyond the grid everything
 * counts as lower, and the ring stays half a square outside the last values; it goes through what has no lower neighbour.
 */
export function ringsAbout(z: readonly Values[], level: number): Place[][] {
  const wide = z[0].length + 2; // of the grid with a margin about it
  const values = new Float64Array(wide * (z.length + 2)).fill(NaN);
  z.forEach((row, y) => {
    row.forEach((value, x) => { values[(y + 1) * wide + x + 1] = value ?? -Infinity; });
  });
  const next = crossingsOf(Uint8Array.from(values, (value) => Number(value >= level)), wide);
  const placeOf = ([inside, outside]: Crossing): Place => {
    const [value, lower] = [values[inside], values[outside]];
    const share = Number.isNaN(lower) ? 0.5 : (value - level) / (value - lower);
    const along = (from: number, to: number) => from + share * (to - from) - 0.5;
    return [along(inside % wide, outside % wide), along(Math.floor(inside / wide), Math.floor(outside / wide))];
  };
  const rings: Place[][] = [];
  for (const first of next.keys()) {
    const ring: Place[] = [];
    for (let [key, crossing] = [first, next.get(first)]; crossing; crossing = next.get(key)) {
      next.delete(key);
      key = keyOf(crossing);
      ring.push(placeOf(crossing));
    }
    rings.push(ring);
  }
  return rings;
}

// A crossing has the same key in both squares that it lies between.
const keyOf = ([inside, outside]: Crossing) => 2 * Math.min(inside, outside) + Number(Math.abs(inside - outside) === 1);

// The crossing that comes after each, which is given by its key: an outline enters a square of four neighbours after the
// last corner of those above, and leaves it before the first of these.
function crossingsOf(above: Uint8Array, wide: number) {
  const next = new Map<number, Crossing>();
  const around = [wide, wide + 1, 1, 0]; // from a square's first corner to all four, in their order about it
  for (let square = 0; square + wide + 1 < above.length; square++) {
    const count = above[square] + above[square + 1] + above[square + wide] + above[square + wide + 1];
    if (count === 0 || count === 4) continue;
    const corner = (i: number) => square + around[(i + 4) % 4];
    for (let last = 0; last < 4; last++) {
      if (!above[corner(last)] || above[corner(last + 1)]) continue;
      let first = last;
      while (above[corner(first - 1)]) first -= 1;
      next.set(keyOf([corner(last), corner(last + 1)]), [corner(first), corner(first - 1)]);
    }
  }
  return next;
}
