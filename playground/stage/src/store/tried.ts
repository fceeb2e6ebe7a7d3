// What a visitor has made of a puzzle, and its code in a link: the puzzle's letter; then the places of the lines in their
// order, or the place of the pick that is shown and, for each pick, that of the chosen reply or a dash.

import type { Puzzle } from "./payload.ts";

export interface Tried {
  readonly letter: string;
  readonly order: readonly number[]; // places among the puzzle's lines
  readonly at: number; // the pick that is shown
  readonly chosen: readonly (number | null)[]; // a reply for each pick
}

/** A puzzle that nobody has touched. */
export const untried = ({ letter, order, picks = [] }: Puzzle): Tried =>
  ({ letter, order: (order?.lines ?? []).map((_, i) => i), at: 0, chosen: picks.map(() => null) });

const digit = (place: number) => place.toString(36);

/** The code; none for the first puzzle untouched. */
export function codeOf(tried: Tried, puzzles: readonly Puzzle[]) {
  const { letter, order, at, chosen } = tried;
  if (letter === puzzles[0].letter && order.every((place, i) => place === i) && chosen.every((reply) => reply === null)) return "";
  const parts = order.length ? order.map(digit) : [digit(at), ...chosen.map((reply) => (reply === null ? "-" : digit(reply)))];
  return letter + parts.join("");
}

/** What a code says of these puzzles: of the puzzle it names as much as fits; without a code, of the first puzzle. */
export function readTried(code: string, puzzles: readonly Puzzle[]): Tried {
  const puzzle = puzzles.find(({ letter }) => letter === code[0]);
  if (!puzzle) return untried(puzzles[0]);
  const fresh = untried(puzzle);
  const places = Array.from(code.slice(1), (sign) => (sign === "-" ? null : parseInt(sign, 36)));
  if (puzzle.order) {
    const order = places.filter((place) => place !== null);
    const isOrder = [...order].sort((a, b) => a - b).every((place, i) => place === i) && order.length === fresh.order.length;
    return isOrder ? { ...fresh, order } : fresh;
  }
  const picks = puzzle.picks ?? [];
  const [at, ...replies] = places;
  if (replies.length !== picks.length) return fresh;
  const chosen = replies.map((reply, i) => (reply !== null && reply < picks[i].replies.length ? reply : null));
  return { ...fresh, at: Math.min(at ?? 0, picks.length - 1), chosen };
}

/** The code of the puzzle that a code names, as nobody has touched it, at the same pick. */
export function untouched(code: string, puzzles: readonly Puzzle[]) {
  const tried = readTried(code, puzzles);
  return codeOf({ ...tried, order: tried.order.map((_, i) => i), chosen: tried.chosen.map(() => null) }, puzzles);
}

/** The first line, from above, that stands above one that it needs, with the reason; null if the order is right. */
export function faultOf({ order }: Puzzle, shown: readonly number[]) {
  if (!order) return null;
  const lines = shown.map((place) => order.lines[place]);
  for (const [i, line] of lines.entries()) {
    const reason = order.reasons.find((each) => each.line === line && lines.indexOf(each.needs) > i);
    if (reason) return { place: i, says: reason.says };
  }
  return null;
}
