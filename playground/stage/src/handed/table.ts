// The table of what was handed in: who, what, right, and right at the first try; and how often each answer was given.

import { csv } from "../share/csv.ts";
import { UNDONE, type Answer } from "../store/done.ts";
import type { Asked } from "./asked.ts";
import { timeOf, type Submission } from "./gather.ts";

/** What was answered to a question, with what it is worth; null where nothing can be judged. */
export interface Cell {
  readonly asked: Asked;
  readonly done: Answer;
  readonly begun: boolean;
  readonly right: boolean | null;
  readonly rightAtFirst: boolean | null;
}

export interface HandedRow {
  readonly entry: Submission;
  readonly cells: readonly Cell[];
  readonly done: number;
  readonly right: number;
  readonly rightAtFirst: number;
}

/** An answer with what it is worth. A right answer that was shown before is none of the first try. */
export function judged(asked: Asked, done: Answer): Cell {
  const { first, last, help, solved } = done;
  const begun = last !== null || solved;
  const isJudged = asked.right !== null || asked.solves !== "";
  const solves = asked.solves !== "" && solved;
  const right = isJudged ? solves || (asked.right !== null && last === asked.right) : null;
  const rightAtFirst = isJudged ? help < 2 && (solves || (asked.right !== null && first === asked.right)) : null;
  return { asked, done, begun, right, rightAtFirst };
}

const count = (cells: readonly Cell[], is: (cell: Cell) => boolean | null) => cells.filter(is).length;

export function rowOf(entry: Submission, questions: readonly Asked[]): HandedRow {
  const cells = questions.map((asked) => judged(asked, entry.handed.items.at(asked.item)?.at(asked.part) ?? UNDONE));
  return {
    entry, cells, done: count(cells, ({ begun }) => begun), right: count(cells, ({ right }) => right),
    rightAtFirst: count(cells, (cell) => cell.rightAtFirst),
  };
}

// An answer: a choice, or a number.
const valueOf = ({ options }: Asked, answer: number | null) => (answer === null ? "" : options.at(answer) ?? answer);

/** An answer in words. */
export const answerIn = (asked: Asked, answer: number | null) => valueOf(asked, answer).toLocaleString("en");

export const judgedCount = (questions: readonly Asked[]) => questions.filter(({ right, solves }) => right !== null || solves).length;

const HELP = ["", "hint", "answer shown"];
const bit = (value: boolean | null) => (value === null ? "" : Number(value));

/** The table for a spreadsheet or a learning platform: one row for each browser, and a grade from 0 to 100. */
export function tableOf(rows: readonly HandedRow[], questions: readonly Asked[]) {
  const heads = ["name", "from", "identifier", "mark", "handed in", "done", "right", "right at first try", "grade",
    ...questions.flatMap(({ label }) => ["first answer", "last answer", "right", "help", "solved", "time"].map((head) => `${label} ${head}`))];
  const most = judgedCount(questions);
  return csv(heads, rows.map(({ entry: { handed, from, identifier }, cells, done, right, rightAtFirst }) => [
    handed.name, from, identifier, handed.mark, timeOf(handed.made), done, right, rightAtFirst, most ? Math.round(100 * right / most) : "",
    ...cells.flatMap((cell) => [valueOf(cell.asked, cell.done.first), valueOf(cell.asked, cell.done.last), bit(cell.right),
      cell.begun ? HELP[cell.done.help] : "", bit(cell.begun ? cell.done.solved : null), timeOf(cell.done.at)]),
  ]));
}

/** An answer, or a span of numbers, and how many gave it first and last. */
interface Bar {
  readonly words: string;
  readonly right: boolean;
  readonly first: number;
  readonly last: number;
}

const MOST_BARS = 12;

/** How often each answer to a question was given, first and last; numbers that are many are put together in spans. */
export function barsOf(asked: Asked, cells: readonly Cell[]): Bar[] {
  const [first, last] = [cells.map(({ done }) => done.first), cells.map(({ done }) => done.last)];
  const bar = (words: string, holds: (answer: number) => boolean): Bar => {
    const among = (answers: readonly (number | null)[]) => answers.filter((answer) => answer !== null && holds(answer)).length;
    return { words, right: asked.right !== null && holds(asked.right), first: among(first), last: among(last) };
  };
  if (asked.options.length) return asked.options.map((option, place) => bar(option, (answer) => answer === place));
  const values = [...new Set([...first, ...last].filter((answer) => answer !== null))].sort((one, other) => one - other);
  if (values.length <= MOST_BARS) return values.map((value) => bar(value.toLocaleString("en"), (answer) => answer === value));
  const [low, high] = [values[0], values[values.length - 1]];
  const width = Math.ceil((high - low + 1) / MOST_BARS);
  return Array.from({ length: Math.ceil((high - low + 1) / width) }, (_, place) => {
    const begin = low + place * width;
    const end = begin + width - 1;
    return bar(width > 1 ? `${begin.toLocaleString("en")} to ${end.toLocaleString("en")}` : begin.toLocaleString("en"), (answer) => begin <= answer && answer <= end);
  });
}
