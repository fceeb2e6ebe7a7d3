// The state that all parts of the stage share.

import { pointsOf, START, type Edits } from "./edits.ts";
import type { Code, Payload } from "./payload.ts";
import { EMPTY_SHEET, type Sheet } from "./sheet.ts";

/**
 * A line that the visitor turns by its arrow: by pointer or cross; its weights, and their length at the start; the side
 * of the origin on which the arrow ends; and, after the release, the number of the question about the line.
 */
export interface HandLine {
  readonly by: "pointer" | "cross";
  readonly weights: readonly number[];
  readonly size: number;
  readonly side: number;
  readonly number: number | null;
}

export class Model {
  message: Payload | null = null; // the last answer
  untold: Payload | null = null; // its hidden variant, until the end was seen or its question is answered
  step = 0;
  moment = 1; // progress of the animation to this step, from 0 to 1
  edits: Edits = START;
  follows = false; // whether the end of the run is shown after each edit, until the visitor steps
  line: HandLine | null = null;
  choice = 0; // the chosen tool
  picked = -1; // the picked dot
  endSeen = false; // whether the last step of the run has been shown
  answered = false; // whether the visitor has answered the hidden variant's question by an option
  guess: number | null = null;
  code: Code | null = null; // the QR code of the link to share, drawn by the session
  sheet: Sheet = EMPTY_SHEET; // the drawing that is not added yet

  // The last answer, or its hidden variant. Code that may run before the first answer reads `message` instead.
  get data(): Payload {
    if (!this.message) throw new Error("no answer has come yet");
    return this.endSeen || this.answered ? this.message : (this.untold ?? this.message);
  }

  // The visitor's points or pictures; none if the scene asks for answers.
  get points() {
    return pointsOf(this.edits.points);
  }

  keep(message: Payload) {
    const { untold, columns } = message;
    this.message = message;
    this.untold = untold ? { ...message, ...untold, columns: { ...columns, ...untold.columns } } : null;
  }

  // The step whose line is shown. While a question waits, a board that follows the edits is at its first step, but it
  // shows the line of the last step.
  get lineStep() {
    const { step, follows, data: { question, reading, last } } = this;
    return follows && question && !question.strict && reading ? last : step;
  }

  // Whether the board goes to the last step after each edit.
  get lasts() {
    return this.follows && !this.data.question;
  }

  // A part that only some scenes have, for code that runs only with those scenes.
  need<Name extends keyof Payload>(name: Name): NonNullable<Payload[Name]> {
    const part = this.data[name];
    if (part === undefined || part === null) throw new Error(`the scene has no ${name}`);
    return part;
  }
}
