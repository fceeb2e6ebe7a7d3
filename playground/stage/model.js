// The state that all parts of the stage share.

import { START } from "./edits.js";
import { EMPTY_SHEET } from "./sheet.js";

/**
 * A line that the hand turns by its arrow: by pointer or cross, its weights, their length at the start, the side of the
 * origin that the arrow ends on, and, after the release, the number of the question about it.
 * @typedef {{ by: "pointer" | "cross", weights: number[], size: number, side: number, number: number | null }} HandLine
 */

export class Model {
  constructor() {
    /** @type {import("./payload.js").Payload | null} */
    this.message = null; // the last answer
    /** @type {import("./payload.js").Payload | null} */
    this.untold = null; // what of it is shown until the end was seen or its question is answered
    this.step = 0;
    this.moment = 1; // progress of the animation to this step, from 0 to 1
    this.edits = START;
    this.follows = false; // after an edit the end of the run is shown, until the visitor steps
    /** @type {HandLine | null} */
    this.line = null;
    this.choice = 0; // the tool
    this.picked = -1; // the dot
    this.endSeen = false; // whether the last step of the run has been shown
    this.answered = false; // whether the visitor has answered by one of its options what stands for the whole scene
    /** @type {number | null} */
    this.guess = null;
    /** @type {import("./payload.js").Code | null} */
    this.code = null; // of the link to share, as the session has drawn it
    this.sheet = EMPTY_SHEET; // what is drawn and not yet added
  }

  // The last answer, or as much of it as is told. Code that may run before the first one reads `message` instead.
  get data() {
    if (!this.message) throw new Error("no answer has come yet");
    return this.endSeen || this.answered ? this.message : (this.untold ?? this.message);
  }

  /** @param {import("./payload.js").Payload} message */
  keep(message) {
    const { untold, columns } = message;
    this.message = message;
    this.untold = untold ? { ...message, ...untold, columns: { ...columns, ...untold.columns } } : null;
  }

  // The step whose line is shown. While a question waits, a board that follows the hand is at its first step, but its
  // line is that of the last one.
  get lineStep() {
    const { step, follows, data: { question, reading, last } } = this;
    return follows && question && !question.strict && reading ? last : step;
  }

  // Whether the last step is shown of whatever the hand makes.
  get lasts() {
    return this.follows && !this.data.question;
  }

  /**
   * A part that only some scenes have, for code that runs only with those scenes.
   * @template {keyof import("./payload.js").Payload} Name
   * @param {Name} name
   * @returns {NonNullable<import("./payload.js").Payload[Name]>}
   */
  need(name) {
    const part = this.data[name];
    if (part === undefined || part === null) throw new Error(`the scene has no ${name}`);
    return part;
  }
}
