// What a visitor has done of the items of a list or of the parts of a lesson, kept in this browser to be handed in.

import { keepText, recallJson } from "./kept.ts";
import type { Guide, Payload } from "./payload.ts";
import { EXERCISE, SHOW } from "./shared.ts";

/** What was answered; an answer is a number, or the place of a choice. */
export interface Answer {
  readonly first: number | null; // null if it is not known, or there is none
  readonly last: number | null;
  readonly help: number; // what was seen before the first answer or the solution: 1 is the hint, 2 the right answer
  readonly solved: boolean; // the conditions were met, the program passed, or the end of the part was seen
  readonly at: number; // minutes since 1970; 0 if it is not known
}

/** What was done, with the end of the link to the board of then, and the program that has passed. */
export interface Done extends Answer {
  readonly board: string;
  readonly program: string;
}

export const UNDONE: Done = { first: null, last: null, help: 0, solved: false, at: 0, board: "", program: "" };

export const minute = () => Math.floor(Date.now() / 60_000);

/** The name under which the list or the lesson of this name has what was done. */
export const doneKey = (name: string) => `${name} done`;

/** What was done of the list or the lesson of this name, by the places of its items or parts. */
export const notedOf = (name: string) => [recallJson(doneKey(name)) ?? []].flat() as (Done | null)[];

const NOT_OF_BOARD = new Set<string>([...EXERCISE, SHOW, "lesson", "step"]);

// The end of a link to the board of a scene; none where no link shows it.
function boardLink(page: string | null, { address }: Pick<Payload, "address">) {
  if (page === null) return "";
  const query = new URLSearchParams(Object.entries(address).filter(([name]) => !NOT_OF_BOARD.has(name)));
  return `${page === "playground" ? "" : page}${query.size ? "?" : ""}${query.toString()}`;
}

// The place of a scene: an exercise of a list, or a lesson's part; a lesson may begin with the question of its first.
function placeOf({ list, task, now, remember = "" }: Guide) {
  return task ? list && { name: list.name, place: list.at } : { name: remember, place: now ?? 0 };
}

/** Note what was done just now of the exercise or the lesson of a page's scene. */
export function noteDone(page: string | null, data: Pick<Payload, "address" | "guide">, { last = null, solved = false, help = 0 }: Partial<Answer>) {
  const at = data.guide && placeOf(data.guide);
  if (!at) return;
  const all = notedOf(at.name);
  const before = { ...UNDONE, ...all.at(at.place) };
  const begun = before.solved || before.first !== null;
  all[at.place] = {
    first: before.first ?? last, last: last ?? before.last, help: begun ? before.help : Math.max(before.help, help),
    solved: before.solved || solved, at: minute(), board: boardLink(page, data), program: before.program,
  };
  keepText(doneKey(at.name), JSON.stringify(all));
}

/** Note a program that was written here and has passed where a guide asks for it. */
export function noteProgram(guide: Guide, program: string) {
  const at = placeOf(guide);
  if (!at) return;
  const all = notedOf(at.name);
  all[at.place] = { ...UNDONE, ...all.at(at.place), program };
  keepText(doneKey(at.name), JSON.stringify(all));
}
