// Codes and files gathered from many texts: which count, and what is wrong with each of the others.

import { handedIn, type Handed, type HandedFile, type Subject } from "../store/handed.ts";

/** A text in which something may have been handed in, and the path of its file; "" if it was pasted. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** What one browser has handed in. */
export interface Submission {
  readonly handed: Handed;
  readonly code: string;
  readonly file?: HandedFile;
  readonly from: string; // the student as a learning platform names the file, or the file
  readonly identifier: string; // Moodle's own for the student
}

const MOODLE = /^(.+?)_(\d+)_assignsubmission_/; // what Moodle calls the folder or the file of a student
const SHOWN = 12; // letters of a code that cannot be read

// Who a file is from: a folder or a file of a learning platform begins with the student's name.
function origin(path: string) {
  const names = path.split("/");
  for (const name of names) {
    const [, from, number] = MOODLE.exec(name) ?? [];
    if (number) return { from, identifier: `Participant ${number}` };
  }
  return { from: names[names.length - 1], identifier: "" };
}

const isOf = (one: Subject, other: Subject) => one.kind === other.kind && one.id === other.id;

export const calledIn = ({ handed, from }: Submission) => handed.name || from || handed.mark;

const two = (number: number) => String(number).padStart(2, "0");

/** A minute as spreadsheets read it. */
export function timeOf(at: number) {
  if (!at) return "";
  const time = new Date(60_000 * at);
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** All that can be read in the sources, and a sentence about each text that cannot. */
export function readAll(sources: readonly Source[]) {
  const entries: Submission[] = [];
  const complaints: string[] = [];
  for (const { path, text } of sources) {
    const known = origin(path);
    const found = handedIn(text);
    const where = path ? `“${path}”` : "The pasted text";
    if (!found.length) complaints.push(`${where} holds no code.`);
    for (const each of found) {
      if ("handed" in each) entries.push({ ...each, ...known });
      else if (each.fault === "newer") complaints.push(`${where}: ${shown(each.code)} is of a newer version of the playground.`);
      else complaints.push(`${where}: ${shown(each.code)} is damaged; a letter of it has changed or is missing.`);
    }
  }
  return { entries, complaints };
}

const shown = (code: string) => (code ? `the code ${code.slice(0, SHOWN)}…` : "the file");

/** Those of a list or a lesson that count, one of each browser; and a sentence about each of the others. */
export function sorted(entries: readonly Submission[], subject: Subject) {
  const complaints: string[] = [];
  const byMark = new Map<string, Submission>();
  for (const entry of entries) {
    const { handed, code } = entry;
    if (!isOf(handed, subject)) {
      complaints.push(`${calledIn(entry)}, handed in ${timeOf(handed.made)}: of ${handed.kind === subject.kind ? "another" : "a"} ${handed.kind}.`);
      continue;
    }
    const other = byMark.get(handed.mark);
    const [before, after] = other && isLater(other, entry) ? [entry, other] : [other, entry];
    byMark.set(handed.mark, after);
    if (!before) continue;
    complaints.push(before.code === code && after.code === code ? `${calledIn(entry)}: the same code twice.`
      : `${calledIn(before)} and ${calledIn(after)} have the same browser's mark, ${handed.mark}: the later code counts, of ${timeOf(after.handed.made)}, and not that of ${timeOf(before.handed.made)}.`);
  }
  const counting = [...byMark.values()].sort((one, other) => calledIn(one).localeCompare(calledIn(other), "en", { numeric: true }));
  return { entries: counting, complaints };
}

// Whether the first of two counts: it is the later or, of the same minute, has boards where the other has none.
const isLater = (one: Submission, other: Submission) =>
  one.handed.made > other.handed.made || (one.handed.made === other.handed.made && Boolean(one.file) && !other.file);
