// What phones and walls know of a question: its kind, its runs, and the names of things.

import type { Kinds, RoomQuestion, RoomResults } from "./news.ts";

/** A question and, once there is something to show, what was found. */
export interface About {
  readonly question: RoomQuestion;
  readonly found?: RoomResults;
}

type Of<Kind extends keyof Kinds> = Pick<Kinds[Kind], "question"> & Partial<Pick<Kinds[Kind], "found">>;

export const is = <Kind extends keyof Kinds, Some extends About>(about: Some, kind: Kind): about is Some & Of<Kind> =>
  about.question.kind === kind;

/** The lines of a run as [step, a, b, c]; none if the page shows no line. */
export function linesOf(about: About): number[][] {
  const run = is(about, "number") ? (about.found?.run ?? []) : [];
  return run.length && run[0].length > 1 ? run : [];
}

/** The line on the board: the last of the run that was found, else the question's own. */
export function lineOf(about: About): number[] | null {
  const own = is(about, "choose") ? about.question.line : undefined;
  return linesOf(about).at(-1)?.slice(1) ?? own ?? about.question.board.line;
}

/** What phones have drawn on the board: points (x, y, class, phone) or lines (a, b, c, phone). */
export function drawnIn(about: About): readonly (readonly number[])[] {
  if (is(about, "points")) return about.found?.points ?? [];
  return is(about, "line") ? (about.found?.lines ?? []) : [];
}

/** The phone whose point or line is nearest to a place, and no further than `reach`; 0 if there is none. */
export function phoneAt(about: About, [x, y]: readonly number[], reach: number): number {
  const far = ([a, b, c]: readonly number[]) => (is(about, "line") ? Math.abs(a * x + b * y + c) : Math.hypot(a - x, b - y));
  return drawnIn(about).filter((each) => far(each) <= reach).sort((one, other) => far(one) - far(other)).at(0)?.[3] ?? 0;
}

/** How many milliseconds a wall shows each line of a run: at most three seconds for all. */
export const pauseOf = (lines: number) => Math.min(350, 3000 / lines);

const HUES: [number, string][] = [
  [15, "red"], [40, "orange"], [70, "yellow"], [160, "green"], [190, "turquoise"], [250, "blue"], [290, "violet"],
  [335, "pink"], [360, "red"],
];

// Each phone has a colour by its place: neighbours differ most, and no phone has the green of w*.
const hue = (place: number) => Math.round(175 + ((place * 137.508) % 320)) % 360;
export const colorOf = (place: number) => `hsl(${hue(place)} 75% var(--lightness))`;
export const nameOf = (place: number) => HUES.find(([most]) => hue(place) <= most)?.[1] ?? "";

/** The name of a unit vector. */
export const unit = (place: number) => `e${String(place).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)])}`;
