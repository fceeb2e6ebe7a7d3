// What a way of bringing a program may ask of the dialog.

import type { Assignment, Point, PointClass } from "../store/payload.ts";

/** What a visitor's program printed, the line drawn for it, and the points in a file's units if it had them so. */
export interface Printout {
  readonly text: string;
  readonly line?: readonly [slope: string, intercept: string];
  readonly units?: readonly (readonly [number, number])[];
}

/** What it printed on each of the boards asked for. */
export interface Tries {
  readonly tries: readonly string[];
}

/** A program that a lesson or an exercise asks for, with the name under which the browser keeps what was made of it. */
export interface Assigned extends Assignment {
  readonly remember: string;
}

export interface Api {
  /** The points of the board, with all digits: x, y and class, which is 0 for the label +1 and 1 for −1. */
  readonly points: () => readonly Point[];
  readonly classes: () => readonly PointClass[];
  /** The constant at the end of each row, which belongs to the bias; 0 if the board has none. */
  readonly constant: () => number;
  /** The points in the numbers of the visitor's table, if the board came from one, and the table's name. */
  readonly units: () => { readonly places: readonly (readonly [number, number])[]; readonly of: string } | null;
  /** The program that the present part of a lesson, or the exercise, asks for. */
  readonly asked: () => Assigned | null;
  /** Let the server say whether the program is right that printed this on the boards asked for. */
  readonly judge: (tries: readonly string[], program: string) => void;
  /** Say something where the server's answer stands. */
  readonly say: (words: string) => void;
  /** Let the server say which program printed this; it does not get the program that was written here. */
  readonly check: (printed: Printout, program?: string) => void;
}
