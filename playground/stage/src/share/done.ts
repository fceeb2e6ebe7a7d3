// What this browser has noted of a list or a lesson that is open, and what it keeps of what another device has noted.

import { UNDONE, doneKey, minute, notedOf, type Done } from "../store/done.ts";
import { MOST_PARTS, isMark, newMark, shortName, sumOf, type Handed, type HandedFile, type Subject } from "../store/handed.ts";
import { doneParts, keepText, partsKey, recallJson } from "../store/kept.ts";
import type { Guide, Listed } from "../store/payload.ts";
import { unpacked } from "./files.ts";

const MARK = "mark"; // the key of this browser's mark

/** A list or a lesson that is open: what identifies it, and under which name this browser keeps what was done of each item. */
export interface Open extends Subject {
  readonly list: string; // the code in links
  readonly lesson: string;
  readonly items: readonly Place[];
}

/**
 * Where what was done of an item is kept: a lesson's parts, with the names of their guesses where the lesson is open; or
 * one place among those of a list; null if there is nothing to do.
 */
type Place = { readonly lesson: string; readonly guesses?: readonly string[] } | { readonly list: string; readonly at: number } | null;

/** The name of the lesson at the end of a link. */
export const slugOf = (board: string) => new URLSearchParams(board.split("?")[1]).get("lesson") ?? "";

/** The items of a list by its code in links, and the sum of its text, which identifies it. */
export async function listIn(code: string) {
  const text = await unpacked(code.slice(1), "deflate-raw");
  return { id: sumOf(text), listed: JSON.parse(text) as Listed[] };
}

/** The list or the lesson of a guide. */
export async function openOf({ list, remember = "", parts = [] }: Pick<Guide, "list" | "remember" | "parts">, code: string): Promise<Open> {
  const here = { lesson: remember, guesses: parts.map((part) => part.remember) };
  if (!list) {
    const lesson = remember.replace("lesson ", "");
    return { kind: "lesson", id: sumOf(lesson), list: "", lesson, items: [here] };
  }
  const { id, listed } = await listIn(code);
  const items = listed.map(({ kind, board }, at): Place => {
    if (kind !== "lesson") return kind ? null : { list: list.name, at };
    const lesson = `lesson ${slugOf(board)}`;
    return lesson === remember ? here : { lesson };
  });
  return { kind: "list", id, list: code, lesson: "", items };
}

// What was done before it was noted when, and what the first answer was.
function earlier(place: Exclude<Place, null>): (Done | null)[] {
  if ("lesson" in place) {
    const seen = doneParts(place.lesson);
    return Array.from({ length: MOST_PARTS }, (_, part) => (seen.has(part) ? { ...UNDONE, solved: true } : null));
  }
  const { said = null, solved } = (recallJson(`${place.list} ${place.at + 1}`) ?? {}) as { said?: number | null, solved?: boolean };
  return said === null && !solved ? [] : [{ ...UNDONE, last: said, solved: solved === true }];
}

function doneOf(place: Place): Done[] {
  if (!place) return [];
  const kept = notedOf("lesson" in place ? place.lesson : place.list);
  const noted = "lesson" in place ? kept : kept.slice(place.at, place.at + 1);
  const before = earlier(place);
  const all = Array.from({ length: Math.max(noted.length, before.length) }, (_, part) => ({ ...UNDONE, ...(noted[part] ?? before[part]) }));
  return all.slice(0, all.findLastIndex(({ last, solved }) => last !== null || solved) + 1);
}

/** What this browser has noted of what is open. */
export function handedOf({ kind, id, items }: Open, name: string): Handed<Done> {
  const kept = recallJson(MARK);
  const mark = typeof kept === "string" && isMark(kept) ? kept : newMark();
  if (mark !== kept) keepText(MARK, JSON.stringify(mark));
  return { kind, id, mark, name: shortName(name), made: minute(), items: items.map(doneOf) };
}

// The later of two has the last answer, the earlier the first.
function merged(one: Done, other: Done): Done {
  const [before, after] = one.at <= other.at ? [one, other] : [other, one];
  const begun = before.first !== null || before.solved;
  return {
    first: before.first ?? after.first, last: after.last ?? before.last, help: begun ? before.help : after.help,
    solved: before.solved || after.solved, at: after.at, board: after.board || before.board, program: after.program || before.program,
  };
}

// A part that was a lesson once has its guess under that lesson's name, which the guide's parts tell.
function keepLesson({ lesson: name, guesses = [] }: Extract<Place, { readonly lesson: string }>, parts: readonly Done[]) {
  keepText(doneKey(name), JSON.stringify(parts));
  keepText(partsKey(name), JSON.stringify(parts.flatMap(({ solved }, place) => (solved ? [place] : []))));
  for (const [place, { last }] of parts.entries()) if (last !== null) keepText(guesses.at(place) ?? `${name} guess ${place}`, JSON.stringify(last));
}

function keepExercise(name: string, at: number, done: Done) {
  const all = notedOf(name);
  all[at] = done;
  keepText(doneKey(name), JSON.stringify(all));
  const { last, help, solved } = done;
  keepText(`${name} ${at + 1}`, JSON.stringify({ said: last, hint: help === 1, told: help === 2, solved }));
}

/** Keep in this browser what was handed in, beside what was done here; this browser then has the other's mark. */
export function goOn({ items }: Open, { mark, items: handed }: Handed, file?: Pick<HandedFile, "boards" | "programs">) {
  for (const [item, place] of items.entries()) {
    if (!place || !handed[item]?.length) continue;
    const here = doneOf(place);
    const there = handed[item].map((part, k): Done => ({ ...part, board: file?.boards[item]?.[k] ?? "", program: file?.programs[item]?.[k] ?? "" }));
    const parts = Array.from({ length: Math.max(here.length, there.length) }, (_, k) => merged(here.at(k) ?? UNDONE, there.at(k) ?? UNDONE));
    if ("lesson" in place) keepLesson(place, parts);
    else keepExercise(place.list, place.at, parts[0]);
  }
  keepText(MARK, JSON.stringify(mark));
}
