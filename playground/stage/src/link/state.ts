// What a window keeps from page to page, and hands over to the scripts of another version.

import type { Edits } from "../store/edits.ts";
import type { Cells, Making } from "../store/payload.ts";
import type { Press } from "../store/press.ts";
import { EMPTY_SHEET } from "../store/sheet.ts";
import type { Texts } from "./query.ts";

/** The version of the state; it changes with any name in it or its meaning. */
export const FORM = 2;

/** What the session is told, until it has heard it. */
export interface Report {
  readonly number: number;
  readonly session: string;
  readonly query: string;
  readonly changed: string; // the controls that the visitor has just changed
  readonly asks: boolean; // whether the session shall answer with the scene
  readonly opens: string; // the dialog that it shall open
}

export class State {
  page: string | null = null; // the name of the page in the server's routes
  begun = false; // whether the window shows a board, which goes on when a session is replaced
  session: string | null = null; // the server's session that was heard last
  number = 0; // the number of the last question or report; an answer has its question's number
  // The session numbers the links that it opens and the boards that it brings, because it may send them while reports
  // are on their way.
  news = 0; // the number of the last link or board
  settings: Texts = {};
  codes: Texts = {}; // the visitor's points, pictures and answers, as codes of a link
  known: Readonly<Record<string, Making>> = {}; // when a link keeps each of the codes
  measured: ReadonlySet<string> = new Set(); // the points to which the axes' names belong
  cells = new Map<string, readonly Cells[]>(); // the cells of the visitor's table, by the points' codes
  step: number | "last" = 0;
  way: "" | "route" | "page" = ""; // the way by which the server has answered first
  unheard: Report | null = null; // the last report, until the session has heard it
  edits: Edits | null = null; // the board of the page before
  sheet = EMPTY_SHEET;
  press: Press | null = null; // the press of a drag that goes on in the next stage
  // The page and settings of boards that the visitor has not made.
  origins = new WeakMap<object, { readonly page: string | null; readonly settings: Texts }>();
  newEntry = false; // whether the next writing of the address adds to the history
}

/** The part of an object that is state. */
export const stateOf = (from: State): State =>
  Object.assign(new State(), Object.fromEntries(Object.keys(new State()).map((name) => [name, from[name as keyof State]])));
