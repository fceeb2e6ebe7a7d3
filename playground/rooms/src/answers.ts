// The state of a phone: what it was told, what it has answered, and what is still to be sent.

import { batch, computed, signal } from "@preact/signals-core";

import { Alone, type Own } from "./alone.ts";
import { pauseOf } from "./asked.ts";
import { code, post } from "./line.ts";
import { recall, remember, secret } from "./memory.ts";
import type { Kinds, PhoneNews } from "./news.ts";

const RETRY = 1000; // ms
const REST = 300; // ms without a touch after which an answer is sent
const FALL = 600; // ms for which the wall drops a number into its picture
const PAUSED = 423;
const AWAY = "No connection. Your answers are kept, and sent as soon as there is a connection.";

type Answer = Kinds[keyof Kinds]["answer"];

interface Report {
  readonly number: number;
  readonly question: number;
  readonly vote: number;
  readonly value: Answer;
  readonly sure?: boolean;
  readonly waits?: boolean; // until answers are taken again
}

/** This phone's token and answers; all pages of this browser in this room share these, and a reload forgets nothing. */
interface Kept {
  readonly token: string;
  readonly place: number;
  readonly number: number;
  readonly answers: Readonly<Record<string, Answer>>;
  readonly sure?: Readonly<Record<string, boolean>>;
  readonly outbox: readonly Report[];
  readonly own?: Own;
}

function known(): Kept | null {
  try {
    const last = JSON.parse(recall(code)) as Kept;
    return last.token ? last : null;
  } catch {
    return null;
  }
}

function begin(): Kept {
  return { token: secret(), place: 0, number: 0, answers: {}, outbox: [] };
}

export class Phone {
  readonly news = signal<PhoneNews | null>(null);
  readonly kept = signal(known() ?? begin());
  readonly away = signal(""); // why answers cannot be sent now
  readonly over = signal(""); // why the room is over for this phone
  readonly refusal = signal({ key: "", words: "" });
  readonly alone = new Alone(this);
  private readonly caughtUp = signal(0);
  private readonly question = computed(() => {
    const { id = 0, vote = 0, open = false, shown = false, question = null, truth } = this.news.value ?? {};
    return JSON.stringify([id, vote, open, shown, question && "most" in question && question.most, !truth, this.caughtUp.value]);
  });

  /** What a hand has done with the controls, which is forgotten when the question or its answer changes. */
  readonly touched = computed(() => ({
    question: this.question.value,
    line: signal<readonly number[] | null>(null),
    kind: signal(0), // the class of the next point
    cross: signal<readonly number[] | null>(null), // where the arrow keys aim
    turns: false, // whether a drag turns the line, or shifts it
  }));

  private ear = ""; // the name of the open stream
  private joined = false; // whether the phone has joined by this stream
  private sending = false;
  private truthTimer = 0;
  private resting: (() => void) | null = null; // sends the line that was just turned
  private restTimer = 0;

  constructor() {
    this.change(); // keeps the token at once, so that a second page is the same phone
  }

  key(vote = this.news.value?.vote) {
    return `${this.news.value?.id ?? ""} ${vote ?? ""}`;
  }

  /** This phone's answer to the question, which is of this kind, in the present vote or another. */
  mine<Kind extends keyof Kinds>(_: Kind, vote?: number) {
    return this.kept.value.answers[this.key(vote)] as Kinds[Kind]["answer"] | undefined;
  }

  // Changes this phone's answers, read anew because another page of this browser may have changed them.
  private change(how: (kept: Kept) => Kept = (kept) => kept) {
    const last = known();
    this.kept.value = how(last && last.number >= this.kept.value.number ? last : this.kept.value);
    if (!this.over.value) remember(code, JSON.stringify(this.kept.value));
  }

  // ---- answering

  /** Whether the owner is sure of the present answer, if that was said. */
  get sure(): boolean | undefined {
    return this.kept.value.sure?.[this.key()];
  }

  /** Say whether the owner is sure, and send the answer with it. */
  saySure(sure: boolean) {
    const { answers } = this.kept.value;
    this.change(({ sure: said, ...kept }) => ({ ...kept, sure: { ...said, [this.key()]: sure } }));
    if (this.key() in answers) this.answer(answers[this.key()]);
  }

  /** Keep an answer, and send it; of a list that is done alone each item has a vote. */
  answer(value: Answer, vote = this.news.value?.vote ?? 0) {
    const { id: question = 0 } = this.news.value ?? {};
    const { sure } = this;
    batch(() => {
      this.change(({ number, answers, outbox, ...kept }) => ({
        ...kept,
        number: number + 1,
        answers: { ...answers, [this.key(vote)]: value },
        // A newer answer replaces an unsent one.
        outbox: [...outbox.filter((each) => each.question !== question || each.vote !== vote), { number: number + 1, question, vote, value, sure }],
      }));
      this.refusal.value = { key: "", words: "" };
    });
    void this.send();
  }

  /** Keep what this phone shows of a list that it does alone. */
  keepOwn(own: Own) {
    this.change((kept) => ({ ...kept, own }));
  }

  answerSoon(value: Answer) {
    clearTimeout(this.restTimer);
    this.resting = () => {
      clearTimeout(this.restTimer);
      this.resting = null;
      this.answer(value);
    };
    this.restTimer = setTimeout(this.resting, REST);
  }

  answerNow() {
    this.resting?.();
  }

  // Sends one report after the other, each until it is acknowledged or refused for good; after a pause it is sent again.
  private async send() {
    if (this.sending || this.over.value || !this.ear) return;
    this.sending = true;
    for (let more = true; more && !this.over.value; )
      try {
        more = await this.sendNext();
      } catch (fault) {
        this.away.value = fault instanceof Error && fault.cause === 429 ? fault.message : AWAY;
        await new Promise((soon) => setTimeout(soon, RETRY));
      }
    this.sending = false;
  }

  // Joins, or sends the first report; returns whether there may be another.
  private async sendNext() {
    const { ear, joined, kept: { value: { token, outbox } } } = this;
    const report = outbox.at(0);
    if (joined && (!report || (report.waits && !this.news.value?.open))) return false;
    const { status, said, refused } = joined ? await post("report", { token, ...report }) : await post("join", { token, ear });
    if (status === 429 || status >= 500) throw new Error(refused, { cause: status });
    if (status === 404 || status === 410 || (!joined && !said)) return this.end(refused);
    batch(() => {
      if (!joined) {
        this.joined = ear === this.ear;
        this.change((kept) => ({ ...kept, place: said && "place" in said ? said.place : 0 }));
      } else if (status === 403) this.joined = false; // the phone's place was given away
      else if (report) {
        const after = status === PAUSED ? [{ ...report, waits: true }] : [];
        this.change((kept) => ({ ...kept, outbox: kept.outbox.flatMap((each) => (each.number === report.number ? after : [each])) }));
        this.refusal.value = { key: refused && `${report.question} ${report.vote}`, words: refused };
      }
      this.away.value = "";
    });
    return status !== PAUSED;
  }

  // ---- hearing

  /** A new stream was opened, by which the phone has still to join. */
  hearEar(ear: string) {
    [this.ear, this.joined] = [ear, false];
  }

  /** Hears news; a phone that has just answered shows the truth after the wall has played the run. */
  hear(next: PhoneNews) {
    this.alone.hear(next);
    clearTimeout(this.truthTimer);
    const lines = this.news.value?.open ? next.truth?.lines : undefined;
    if (lines) this.truthTimer = setTimeout(() => this.show(next), lines * pauseOf(lines) + FALL);
    this.show(lines ? { ...next, truth: undefined } : next);
  }

  private show(next: PhoneNews) {
    if (this.over.value) return;
    this.answerNow(); // a line that answers the question before
    batch(() => {
      this.news.value = next;
      this.away.value = "";
      this.change((kept) => ({ ...kept, outbox: kept.outbox.filter((report) => !report.waits || report.question === next.id) }));
    });
    void this.send();
  }

  /** Another page of this phone has answered, or its answer was acknowledged. */
  catchUp() {
    if (this.over.value || !this.news.value) return;
    const isAlone = this.news.value.question.kind === "alone"; // what its frame shows is its own
    const before = JSON.stringify(this.kept.value.answers[this.key()]);
    batch(() => {
      this.change();
      if (!isAlone && JSON.stringify(this.kept.value.answers[this.key()]) !== before) this.caughtUp.value += 1;
    });
    void this.send();
  }

  lose() {
    this.away.value = AWAY;
  }

  end(words: string) {
    this.over.value = words;
    return false;
  }
}
