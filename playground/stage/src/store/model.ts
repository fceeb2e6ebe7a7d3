// The state that all parts of the stage share.

import { START } from "./edits.ts";
import { EMPTY_SHEET } from "./sheet.ts";

/**
 * A line that the visitor turns by its arrow: by pointer or cross; its weights, and their length at the start; the side
 * of the origin on which the arrow ends; and, after the release, the number of the question about the line.
 * @typedef {{ by: "pointer" | "cross", weights: number[], size: number, side: number, number: number | null }} HandLine
 */

export class Model {
  constructor() {
    /** @type {import("./payload.ts").Payload | null} */
    this.message = null; // the last answer
    /** @type {import("./payload.ts").Payload | null} */
    this.untold = null; // its hidden variant, until the end was seen or its question is answered
    this.step = 0;
    this.moment = 1; // progress of the animation to this step, from 0 to 1
    this.edits = START;
    this.follows = false; // whether the end of the run is shown after each edit, until the visitor steps
    /** @type {HandLine | null} */
    this.line = null;
    this.choice = 0; // the chosen tool
    this.picked = -1; // the picked dot
    this.endSeen = false; // whether the last step of the run has been shown
    this.answered = false; // whether the visitor has answered the hidden variant's question by an option
    /** @type {number | null} */
    this.guess = null;
    /** @type {import("./payload.ts").Code | null} */
    this.code = null; // the QR code of the link to share, drawn by the session
    this.sheet = EMPTY_SHEET; // the drawing that is not added yet
  }

  // The last answer, or its hidden variant. Code that may run before the first answer reads `message` instead.
  get data() {
    if (!this.message) throw new Error("no answer has come yet");
    return this.endSeen || this.answered ? this.message : (this.untold ?? this.message);
  }

  /** @param {import("./payload.ts").Payload} message */
  keep(message) {
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

  /**
   * A part that only some scenes have, for code that runs only with those scenes.
   * @template {keyof import("./payload.ts").Payload} Name
   * @param {Name} name
   * @returns {NonNullable<import("./payload.ts").Payload[Name]>}
   */
  need(name) {
    const part = this.data[name];
    if (part === undefined || part === null) throw new Error(`the scene has no ${name}`);
    return part;
  }
}
