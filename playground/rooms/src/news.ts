// Written from news.py and kinds/ by `python -m tools.news`; change it there.

import type { Point } from "../../stage/src/store/payload.ts";

/**
 * The points (x, y, class), the ranges [x0, x1, y0, y1], and the line a·x + b·y + c = 0 of the start, if any.
 *
 * `zero` says for each class whether points exactly on the line count as wrong; without `zero` they do.
 */
export interface RoomBoard {
  points: number[][];
  span: number[];
  line: number[] | null;
  zero?: boolean[];
}

/** Where a question came from: the page's file, the address of its board, and its place among those about it. */
export interface QuestionSource {
  file: string;
  address: Record<string, string>;
  at: number;
}

/**
 * The entries of every question, of any kind; `again` is its first place if its list is given twice.
 *
 * An item of a lecture has its place in the list, from 1 (`item`), the link to the board that the wall shows
 * (`frame`), without the list, and its teacher's `notes`. A question about a board that can be drawn anew has its
 * `source`.
 */
export interface Asked {
  board: RoomBoard;
  text: string;
}

/**
 * The right answer as it is shown: `words` explain it; `answer` is the number, or the index of the right option.
 *
 * Without an answer that is right there is no `answer`.
 */
export interface Truth {
  words: string;
  answer?: number;
}

/** The right number, and the lines [step, a, b, c] that the class's wall shows in turn before the number. */
export interface NumberTruth extends Truth {
  run?: number[][];
}

/** A question for a number, and the most that a theorem allows, if one does. */
export interface NumberQuestion extends Asked {
  kind: "number";
  bound: number | null;
}

/** The result of one vote: pairs (number, its count), how many answered, how many rightly, and the lower median. */
export interface NumberVote {
  count: [number, number][];
  of: number;
  right: number;
  middle: number | null;
}

/** The results of the first and the second vote, and the right number once the teacher shows it. */
export interface NumberResults extends NumberTruth {
  votes: NumberVote[];
}

/**
 * A question with options.
 *
 * If these are points, `named` has their places on the board; `ring` is the point of the last update, `line` its line.
 */
export interface ChoiceQuestion extends Asked {
  kind: "choose";
  options: string[];
  named?: number[];
  ring?: number;
  line?: number[];
}

/** The result of one vote: how often each option was chosen, and how many answered. */
export interface ChoiceVote {
  count: number[];
  of: number;
}

/** Both votes; beside them the truth, once it is shown. */
export interface ChoiceResults extends Truth {
  votes: ChoiceVote[];
}

/** The line farthest from all points, the range of angles of (a, b) without a wrong point, and words about both. */
export interface LineTruth {
  line: number[];
  cone: number[] | null;
  words: string;
}

/** A question for a line a·x + b·y + c = 0, which goes through the origin unless it `shifts`. */
export interface LineQuestion extends Asked {
  kind: "line";
  shifts: boolean;
}

/** The lines as [a, b, c, phone], the phone of the best line, and the number of lines without a wrong point. */
export interface LineResults extends LineTruth {
  lines: number[][];
  best?: number | null;
  right: number;
}

/** A board that each phone may add `most` points to. */
export interface PointsQuestion extends Asked {
  kind: "points";
  most: number;
}

/**
 * Points as (x, y, class, phone), the number of phones behind them, words, and the query of a link to the board.
 *
 * A finished board has the line that separates its points, or the places of points that prove that no line does.
 */
export interface PointsResults {
  points: number[][];
  phones: number;
  words: string;
  query?: string;
  line?: number[];
  proof?: number[];
}

/** A game of `bound` rounds for a margin, which is written as a fraction. */
export interface RoundsQuestion extends Asked {
  kind: "rounds";
  options: string[];
  margin: string;
  bound: number;
}

/**
 * For each finished round: the votes for +1 and −1, the class's prediction, and the label.
 *
 * `perceptron` is how often the perceptron was wrong on the same points; a finished game has the separator v.
 */
export interface RoundsResults {
  votes: number[][];
  predictions: number[];
  labels: number[];
  perceptron: number;
  words: string;
  v?: number[];
}

/** A question for a text. */
export interface TextQuestion extends Asked {
  kind: "text";
}

/**
 * The texts that the teacher picked, in the order of picking.
 *
 * `of` counts the phones that sent a text; `words` are those of the truth, once it is shown.
 */
export interface TextResults {
  texts: string[];
  of: number;
  words: string;
}

/** A board on the wall; phones have its `link` to step it or to do it alone, or none and look up. */
export interface ShowQuestion extends Asked {
  kind: "show";
  link: string;
}

/** Nothing was asked. */
export interface ShowResults {
  words: string;
}

/**
 * An item of the list: its words, and the link to it, without the list.
 *
 * A browser keeps under the name `keeps` what was done of it; none for a board to look at. `checks` says whether
 * anything done there can be right.
 */
export interface AloneItem {
  text: string;
  link: string;
  keeps: string;
  checks: boolean;
}

/** A list by its code in links, and its items. */
export interface AloneQuestion extends Asked {
  kind: "alone";
  code: string;
  items: AloneItem[];
}

/** For each item, how many phones have not begun it, have tried it, have solved it, and are stuck at it. */
export interface AloneResults {
  counts: number[][];
  words: string;
}

/** How far a phone is with an item, for how many seconds it had nothing right then, and the query of its board. */
export type Progress = [number, number, string];

/** A question as it is kept; nobody is sent its `truth` before it is revealed. */
export type RoomQuestion = NumberQuestion | ChoiceQuestion | LineQuestion | PointsQuestion | RoundsQuestion | TextQuestion | ShowQuestion | AloneQuestion;

/** The results of a question, counts of the answers and the truth. */
export type RoomResults = NumberResults | ChoiceResults | LineResults | PointsResults | RoundsResults | TextResults | ShowResults | AloneResults;

/**
 * The number of phones that answered twice, the shares of these that were right, and the gain of the second time.
 *
 * The gain is (after − before)/(1 − before): of those who were wrong before, how many were right after, less those who
 * were right before and wrong after. It is None if all were right before. The interval from `low` to `high` holds 95 %
 * of the gains of classes drawn from these phones; it is None for fewer than ten pairs.
 */
export interface Gain {
  pairs: number;
  before: number;
  after: number;
  gain: number | null;
  low: number | null;
  high: number | null;
}

/** What a clicker's next press does; in a lecture the board on the wall takes a `step`. */
export type Following = "open" | "fill" | "again" | "play" | "count" | "step" | "reveal" | "pause" | "next" | "end" | "on" | "apart";

/** Whether a phone can become the remote, or is it. */
export type RemoteNews = "" | "offered" | "held";

/** An answer: question, vote, phone, words, time, "first" or "again", and "sure", "not sure" or nothing. */
export type TableRow = [string, number, number, string, number, string, string];

/** Of the results, what phones are told, and how many `lines` of a run the wall plays before it shows them. */
export interface PhoneTruth {
  words: string;
  answer?: number;
  line?: number[];
  best?: number | null;
  lines?: number;
}

/**
 * The question, the number of its vote, whether answers are taken, and whether the truth is revealed.
 *
 * Phones are told what was found only in a game, and only about rounds that are over. A countdown ends at `until`, in
 * seconds since 1970; without one that is 0. Of a list that each does alone, nobody goes beyond the item `wait`, from
 * 1, unless that is 0.
 */
export interface PhoneNews {
  id: number;
  vote: number;
  open: boolean;
  shown: boolean;
  until: number;
  question: RoomQuestion;
  truth?: PhoneTruth;
  found?: RoomResults;
  wait?: number;
}

/** A board of the class, with the line at the end of its run, and its counts in words. */
export interface PairedBoard {
  board: RoomBoard;
  words: string;
}

/** A board that the teacher may pick, and its phone. */
export interface DeskBoard extends PairedBoard {
  phone: number;
}

/** A question in the teacher's list, and whether it is asked for the second time. */
export interface ListedQuestion {
  kind: string;
  text: string;
  again: boolean;
}

/**
 * The news for phones, and how many of these have joined and answered; the list, and the present place in it.
 *
 * In a lecture `frame` is the link to the board that the wall shows; its votes may be `counted`, without the truth
 * until that is shown; and `turn` is the number of the last press that turned the board on, or `back`. A `pair` of
 * boards stands beside each other.
 */
export interface WallNews extends PhoneNews {
  joined: number;
  answered: number;
  at: number;
  following: Following;
  locked: boolean;
  frame: string;
  counted: boolean;
  remote: RemoteNews;
  turn: number;
  back: boolean;
  list: ListedQuestion[];
  pair: PairedBoard[];
}

/**
 * What the teacher's screen alone is told: the notes, the next question, and the texts with their phones.
 *
 * If it asks for them, it is told `boards` of an item that each does alone.
 */
export interface DeskNews {
  notes: string;
  next: string;
  texts: [number, string][];
  picked: [number, string][];
  boards?: DeskBoard[];
}

/**
 * The results of a question, and the number of phones behind them.
 *
 * A question that phones have answered twice, in two votes or again, has the `gain` from each phone's first vote to
 * its last; if phones were sure or not at the first, `apart` has the gains of those who were and of those who were
 * not.
 */
export interface SummaryRow {
  question: RoomQuestion;
  found: RoomResults;
  phones: number;
  again: boolean;
  gain?: Gain;
  apart?: (Gain | null)[];
}

/** The question of each kind, an answer to it, and what was found. */
export interface Kinds {
  number: { question: NumberQuestion; answer: number; found: NumberResults };
  choose: { question: ChoiceQuestion; answer: number; found: ChoiceResults };
  line: { question: LineQuestion; answer: number[]; found: LineResults };
  points: { question: PointsQuestion; answer: Point[]; found: PointsResults };
  rounds: { question: RoundsQuestion; answer: number; found: RoundsResults };
  text: { question: TextQuestion; answer: string; found: TextResults };
  show: { question: ShowQuestion; answer: null; found: ShowResults };
  alone: { question: AloneQuestion; answer: Progress; found: AloneResults };
}
