// What all parts of the stage look at.

import { START } from "./edits.js";
import { UNDRAWN } from "./sheet.js";

/**
 * A line that the hand turns by its arrow: by what it is held, the weights it has come to, their first length, the side
 * of the origin that the arrow ends on, and the number it was reported by once the hand has let go of it.
 * @typedef {{ by: "pointer" | "cross", weights: number[], size: number, side: number, number: number | null }} Turned
 */

export class Model {
  constructor() {
    /** @type {import("./payload.js").Payload | null} */
    this.message = null; // the last one
    this.step = 0;
    this.moment = 1; // how far the way to this step has been gone, from 0 to 1
    this.edits = START;
    this.follows = false; // the hand is at work on the board, and what its run comes to is shown until the hand steps
    /** @type {Turned | null} */
    this.turn = null;
    this.choice = 0; // the tool
    this.picked = -1; // the dot
    this.seen = false; // the end of the run was
    /** @type {number | null} */
    this.guess = null;
    this.sheet = UNDRAWN; // what is drawn and not yet added
  }

  // What the last message says. Whoever may come before the first one asks for the message itself.
  get data() {
    if (!this.message) throw new Error("no message has come yet");
    return this.message;
  }

  // The step whose line is shown. While the outcome is asked the hand's board stands at its start, and its line alone
  // shows where the run ends.
  get lineStep() {
    const { step, follows, data: { question, reading, last } } = this;
    return follows && question && !question.strict && reading ? last : step;
  }

  /**
   * What only some scenes have, for those who are at work only where it is.
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
