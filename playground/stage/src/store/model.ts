// The state that all parts of the stage share. Effects follow what they read of it.

import { batch } from "@preact/signals-core";

import { isCurrent, pointsOf, reduce, START } from "./edits.ts";
import { derive, live } from "./live.ts";
import type { Answered, Code, Payload } from "./payload.ts";
import { EVERYTHING } from "./shared.ts";
import { EMPTY_SHEET } from "./sheet.ts";

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

/** A scene beside the last answer, and what is shown of that answer afterwards. */
interface Aside {
  readonly data: Payload;
  readonly at: number;
  readonly follows: boolean;
}

// The parts of a message that identify a run.
const identity = ({ points, texts, facts, verdict, last }: Payload) => JSON.stringify([points, texts, facts, verdict, last]);

// Whether the visitor has made the board of a message.
const isHandMade = ({ editing, drawing, hand, address }: Payload) =>
  Boolean(editing ?? drawing) && Object.entries(hand.also).every(([name, value]) => address[name] === value);

const State = live({
  message: null as Payload | null, // the last answer
  aside: null as Aside | null, // another scene of the same board, which is shown for a while
  at: 0, // the step
  moment: 1, // progress of the animation to this step, from 0 to 1
  playing: false, // whether steps go on by themselves
  edits: START,
  follows: false, // whether the end of the run is shown after each edit, until the visitor steps
  line: null as HandLine | null,
  choice: 0, // the chosen tool
  picked: -1, // the picked dot
  endSeen: false, // whether the last step of the run has been shown
  answered: false, // whether the visitor has answered the hidden variant's question by an option
  guess: null as number | null,
  code: null as Code | null, // the QR code of the link to share, drawn by the session
  explained: null as Answered | null, // what the session says of a program of the visitor's
  passed: "", // the name of the part or the exercise whose program has passed, or whose puzzles are solved
  sheet: EMPTY_SHEET, // the drawing that is not added yet
  show: "", // the parts of the screen that the address names, with commas, or everything
  stopped: false, // whether the visitor wants no more of a scene that comes in parts
});

export class Model extends State {
  get step() {
    return this.at;
  }

  set step(step) {
    batch(() => {
      this.at = step;
      if (this.message && !this.aside && step >= this.message.last) this.endSeen = true;
    });
  }

  // The hidden variant of the last answer, until the end was seen or its question is answered.
  get untold(): Payload | null {
    const { message } = this;
    return message?.untold ? { ...message, ...message.untold, columns: { ...message.columns, ...message.untold.columns } } : null;
  }

  // The last answer, or its hidden variant. Code that may run before the first answer reads `message` instead.
  get data(): Payload {
    if (this.aside) return this.aside.data;
    if (!this.message) throw new Error("no answer has come yet");
    return this.endSeen || this.answered ? this.message : (this.untold ?? this.message);
  }

  // The visitor's points or pictures; none if the scene asks for answers.
  get points() {
    return pointsOf(this.edits.points);
  }

  // The parts of the screen in sight beside the board; null if all are. A link without any shows all, or those of its lesson.
  get sight(): ReadonlySet<string> | null {
    const { show, message } = this;
    const shows = message?.guide?.shows;
    return show === EVERYTHING || !(show || shows) ? null : new Set([...show.split(","), ...(shows ?? [])]);
  }

  shows(part: string) {
    return this.sight?.has(part) ?? true;
  }

  // The question, as long as it waits: until the last step has been shown, the visitor has answered it or, if the scene
  // asks for answers, has given the first.
  get waits() {
    const { data: { question, asking, last }, endSeen, answered, untold } = this;
    const over = asking ? last > 0 : question?.stays ? answered : endSeen || (answered && question?.text === untold?.question?.text);
    return question && !over ? question : null;
  }

  // Whether the last step is shown although the visitor has not stepped through the run.
  get ends() {
    return this.follows && this.step === this.data.last && this.step > 0;
  }

  // Whether a number or an option was guessed, and another was right.
  get wrong() {
    const { guess, data: { question } } = this;
    return guess !== null && typeof question?.answer === "number" && guess !== question.answer;
  }

  // Whether the end of the run was seen, or the question that stays is answered; a scene that waits for more answers
  // has not ended.
  get ended() {
    const { question, last, asking } = this.data;
    return (question?.stays ? this.answered : this.endSeen) && last >= (asking?.most ?? 0);
  }

  // Whether the board goes to the last step after each edit.
  get lasts() {
    return this.follows && !this.data.question;
  }

  // A part that only some scenes have, for code that runs only with those scenes.
  need<Name extends keyof Payload>(name: Name): NonNullable<Payload[Name]> {
    const part = this.data[name];
    if (part === undefined) throw new Error(`the scene has no ${name}`);
    return part;
  }

  /** The numbers a, b, c of the board's line at the step. */
  get form() {
    return this.need("reading").form.map((name) => Number(this.data.columns[name][this.step]));
  }

  // What `look` makes of another step, which no effect sees.
  glance<Seen>(step: number, look: () => Seen) {
    const { at, playing, follows, line, picked } = this;
    return batch(() => {
      Object.assign(this, { at: step, playing: true, follows: false, line: null, picked: -1 });
      try {
        return look();
      } finally {
        Object.assign(this, { at, playing, follows, line, picked });
      }
    });
  }

  /** Show the last answer again instead of the scene aside. */
  turnBack() {
    const { aside } = this;
    if (aside) batch(() => Object.assign(this, { aside: null, at: aside.at, follows: aside.follows }));
  }

  // Take an answer, and return whether its run is another one, which brings the question back.
  receive(data: Payload) {
    this.turnBack();
    const { message, line } = this;
    const another = data.leads || identity(data) !== identity(message ?? data);
    const { step, follows } = this.stepAfter(data, another);
    batch(() => {
      this.message = data;
      // The run from the turned weights is shown from its start, unless points are being edited.
      if (line && (line.number === null ? !data.handle : data.number >= line.number)) this.line = null;
      if (another) this.endSeen = this.answered = false;
      this.follows = follows;
      this.step = step;
      this.edits = reduce(this.edits, { type: "receive", number: data.number, points: data.points });
    });
    return another;
  }

  // A visitor at the last step stays at the last step, unless that would show the answer to a question about another
  // run. A hand-placed board opened at its end follows the edits; any other board begins at the start.
  private stepAfter(data: Payload, another: boolean) {
    const { leads, last, question } = data;
    const own = isHandMade(data);
    if (leads) return { step: Math.min(data.step, last), follows: own && data.step === last };
    const handed = this.follows && !own && isCurrent(this.edits, data);
    const atEnd = this.follows ? own && !question : this.step > 0 && this.step === this.message?.last;
    const step = Math.min(handed ? 0 : atEnd ? last : this.step, last);
    return { step: another && question && step === last ? 0 : step, follows: this.follows && !handed };
  }
}

derive(Model, "untold", "data", "sight", "points", "waits", "ends", "ended", "lasts");
