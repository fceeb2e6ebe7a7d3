// Written from news.py and kinds/ by `python -m tools.news`; change it there.

import type { Point } from "../../stage/src/store/payload.ts";

/**
 * A board in the plane: its points as (x, y, class), and the ranges [x0, x1, y0, y1] of its axes as `span`.
 *
 * `line` holds a, b, c of the start's line a·x + b·y + c = 0, or None. `zero` says for each class whether points
 * exactly on the line count as wrong; without `zero` they do.
 */
export interface RoomBoard {
  points: number[][];
  span: number[];
  line: number[] | null;
  zero?: boolean[];
}

/** Where a question came from: the page's file, the board's address, and its index among the questions about it. */
export interface QuestionSource {
  file: string;
  address: Record<string, string>;
  at: number;
}

/**
 * The entries of every question, of any kind.
 *
 * If the room asks its list a second time, `again` is the index of the question's first copy.
 *
 * In a lecture a question belongs to an `item` of the list, by its number from 1, with its words (`title`), the link
 * to the board that the wall shows (`frame`), without the list, and the teacher's `notes`. A question about a board
 * that can be drawn anew has its `source`.
 */
export interface Asked {
  board: RoomBoard;
  text: string;
}

/**
 * The truth about a question: `words` explain it; `answer` is the right number or the index of the right option.
 *
 * If no answer is right, there is no `answer`.
 */
export interface Truth {
  words: string;
  answer?: number;
}

/** The right number, and the lines [step, a, b, c] that the wall plays before it shows the number. */
export interface NumberTruth extends Truth {
  run?: number[][];
}

/** A question that a whole number answers; `bound` is the largest that can be right, None if that is not known. */
export interface NumberQuestion extends Asked {
  kind: "number";
  bound: number | null;
}

/**
 * The result of one vote: pairs (number, how often) in `count`, and how many phones answered, in `of`.
 *
 * `right` of these were right, and `middle` is the lower median of the answers, None without answers.
 */
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
 * If the options are points, `named` has their indices on the board, `ring` the index of the last update's point, and
 * `line` a, b, c of the line that is drawn.
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

/** The results of both votes, with the truth once it is shown. */
export interface ChoiceResults extends Truth {
  votes: ChoiceVote[];
}

/** The line farthest from all points, the angles of (a, b) between which no point is wrong, and words about both. */
export interface LineTruth {
  line: number[];
  cone: number[] | null;
  words: string;
}

/** A question that a line a·x + b·y + c = 0 answers; unless the line `shifts`, c is 0. */
export interface LineQuestion extends Asked {
  kind: "line";
  shifts: boolean;
}

/**
 * The lines as [a, b, c, phone], the number of the phone with the `best` line, and how many lines are `right`.
 *
 * A line is right if it has no point wrong.
 */
export interface LineResults extends LineTruth {
  lines: number[][];
  best?: number | null;
  right: number;
}

/** A board on which each phone may place up to `most` points. */
export interface PointsQuestion extends Asked {
  kind: "points";
  most: number;
}

/**
 * Points as (x, y, class, phone), the number of phones that placed them, words, and a query of a link to the board.
 *
 * When the board is finished, it has the line that separates its points, or the indices of points that prove that no
 * line does.
 */
export interface PointsResults {
  points: number[][];
  phones: number;
  words: string;
  query?: string;
  line?: number[];
  proof?: number[];
}

/** The adversary's game of `bound` rounds, in which the class predicts labels; its margin is a fraction, as text. */
export interface RoundsQuestion extends Asked {
  kind: "rounds";
  options: string[];
  margin: string;
  bound: number;
}

/**
 * For each finished round: the votes for +1 and for −1, the class's prediction, and the label.
 *
 * `perceptron` is how often the perceptron was wrong on the same points; when the game is over, `v` separates them.
 */
export interface RoundsResults {
  votes: number[][];
  predictions: number[];
  labels: number[];
  perceptron: number;
  words: string;
  v?: number[];
}

/** A question that a short text answers. */
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

/**
 * An item that asks nothing: a board on the wall.
 *
 * If phones show the board, too, `link` leads to it; without a link they ask the class to look up.
 */
export interface ShowQuestion extends Asked {
  kind: "show";
  link: string;
}

/** The results of an item that asks nothing, which are empty. */
export interface ShowResults {
  words: string;
}

/**
 * An item of the list: its words, and the link to it, without the list.
 *
 * A browser notes under the name `keeps` that it is done; "" for a board to look at. `checks` says whether the stage
 * can tell that something done there is right.
 */
export interface AloneItem {
  text: string;
  link: string;
  keeps: string;
  checks: boolean;
}

/** A list that each phone does alone: its code in links, and its items. */
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

/** The results of a question: the answers or counts of them, and the truth, if the question has one. */
export type RoomResults = NumberResults | ChoiceResults | LineResults | PointsResults | RoundsResults | TextResults | ShowResults | AloneResults;

/**
 * The number of phones that answered twice, the shares of them that were right before and after, and the gain.
 *
 * The gain is (after − before)/(1 − before): of those who were wrong before, how many were right after, less those who
 * were right before and wrong after. It is None if all were right before. The interval from `low` to `high` holds 95 %
 * of the gains of classes drawn from these phones; both are None for fewer than ten phones.
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

/**
 * An answer: question, vote, phone, words, time, "first" or "again", "sure", "not sure" or nothing, item and its words.
 *
 * The item is that of the lecture, from 1; elsewhere it is the number of the question, and has no words.
 */
export type TableRow = [string, number, number, string, number, string, string, number, string];

/** The part of the results that phones are sent, and how many `lines` of a run the wall plays before that. */
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
 * Only in the adversary's game phones are sent results, as `found`, of the rounds that are over. A countdown ends at
 * `until`, in seconds since 1970; 0 without a countdown. If each does a list alone, nobody goes beyond the item
 * `wait`, from 1; 0 if all go on. A phone whose place is in `removed` may have been sent away.
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
  removed?: number[];
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

/** A question in the teacher's list; `again` says that it asks an earlier question for a second time. */
export interface ListedQuestion {
  kind: string;
  text: string;
  again: boolean;
}

/**
 * The news for phones, how many phones have joined and answered, the room's questions, and the present index `at`.
 *
 * `following` is the command of the clicker's next press. In a lecture `frame` is the link to the board that the wall
 * shows; `counted` says that the counts of its vote are shown, even before the truth is; and `turn` grows by 1 with
 * each press that turns the board on or, with `back`, back. The boards of a `pair` stand beside each other.
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
 * The news for the teacher's screen alone: the notes, the next question's words, and the texts with their phones.
 *
 * If the screen has asked for them, `boards` are boards that phones made at an item of a list that each does alone.
 */
export interface DeskNews {
  notes: string;
  next: string;
  texts: [number, string][];
  picked: [number, string][];
  boards?: DeskBoard[];
}

/**
 * The results of a question, and the number of phones that answered it.
 *
 * `gain` compares each phone's first vote with its last, if phones have answered twice: in two votes, or when the
 * question came again. `apart` has the gains of those who were sure at the first vote, and of those who were not.
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
