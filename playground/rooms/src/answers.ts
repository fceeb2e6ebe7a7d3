// The state of a phone: what it was told, what it has answered, and what is still to be sent.

import { batch, computed, signal } from "@preact/signals-core";

import { Alone, type Own } from "./alone.ts";
import { pauseOf } from "./asked.ts";
import type { Cross } from "./cross.ts";
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
  readonly told: Readonly<Partial<Record<string, Report>>>; // what the room has of each question and vote
  readonly outbox: readonly Report[];
  readonly own?: Own;
}

function known(): Kept | null {
  try {
    const last = JSON.parse(recall(code)) as Kept;
    return last.token ? { ...last, told: { ...last.told } } : null; // an older version of the app kept nothing of what was told
  } catch {
    return null;
  }
}

function begin(): Kept {
  return { token: secret(), place: 0, number: 0, told: {}, outbox: [] };
}

const unsent = (outbox: readonly Report[]) => outbox.find(({ waits }) => !waits);

/** The outbox where answers to a vote are closed: the last of them waits. */
function waiting(outbox: readonly Report[], key: string): Report[] {
  const last = outbox.findLast((each) => isAbout(each, key));
  return outbox.flatMap((each) => (!isAbout(each, key) ? [each] : each === last ? [{ ...each, waits: true }] : []));
}

const isAbout = (report: Report, key: string) => `${report.question} ${report.vote}` === key;

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
    cross: signal<Cross | null>(null), // where the arrow keys aim
    carried: signal(-1), // the place of the point that the cross carries
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
    return this.last(vote)?.value as Kinds[Kind]["answer"] | undefined;
  }

  // The last report of a vote: one that is still to be sent, else what the room has. What was refused is in neither.
  private last(vote?: number): Report | undefined {
    const { told, outbox } = this.kept.value;
    const key = this.key(vote);
    return outbox.findLast((each) => isAbout(each, key)) ?? told[key];
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
    return this.last()?.sure;
  }

  /** Say whether the owner is sure of the present answer, and send it once more. */
  saySure(sure: boolean) {
    const said = this.last();
    if (said) this.answer(said.value, said.vote, sure);
  }

  /** Keep an answer, and send it; of a list that is done alone each item has a vote. */
  answer(value: Answer, vote = this.news.value?.vote ?? 0, sure = this.last(vote)?.sure) {
    const { id: question = 0 } = this.news.value ?? {};
    const key = this.key(vote);
    batch(() => {
      this.change(({ number, outbox, ...kept }) => ({
        ...kept,
        number: number + 1,
        // A newer answer replaces those that were never sent; the next, and one that waited, may be in the room by now.
        outbox: [...outbox.filter((each) => each === unsent(outbox) || each.waits || !isAbout(each, key)), { number: number + 1, question, vote, value, sure }],
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

  private isRemoved(place: number, news = this.news.value) {
    return news?.removed?.includes(place) === true;
  }

  // Joins, or sends the first report; returns whether there may be another.
  private async sendNext() {
    const { ear, joined, kept: { value: { token, outbox } } } = this;
    const report = unsent(outbox) ?? (this.news.value?.open ? outbox.at(0) : undefined);
    if (joined && !report) return false;
    // Once posted, the answer may reach the room although its reply is lost, so it is posted again until a reply comes.
    if (joined && report?.waits) this.change((kept) => ({ ...kept, outbox: kept.outbox.map((each) => (each.number === report.number ? { ...each, waits: false } : each)) }));
    const { status, said, refused } = joined ? await post("report", { token, ...report }) : await post("join", { token, ear });
    if (status === 429 || status >= 500) throw new Error(refused, { cause: status });
    if (status === 404 || status === 410 || (!joined && !said)) return this.end(refused);
    batch(() => {
      if (!joined) {
        const place = said && "place" in said ? said.place : 0;
        // The news that it was sent away may have come before the place.
        this.joined = ear === this.ear && (place === this.kept.value.place || !this.isRemoved(place));
        this.change((kept) => ({ ...kept, place }));
      } else if (status === 403) this.joined = false; // the phone's place was given away
      else if (report) {
        const key = `${report.question} ${report.vote}`;
        this.change((kept) => ({
          ...kept,
          told: said && (kept.told[key]?.number ?? 0) <= report.number ? { ...kept.told, [key]: report } : kept.told,
          outbox: status === PAUSED ? waiting(kept.outbox, key) : kept.outbox.filter((each) => each.number !== report.number),
        }));
        this.refusal.value = { key: refused && `${report.question} ${report.vote}`, words: refused };
      }
      this.away.value = "";
    });
    return status !== PAUSED || Boolean(unsent(this.kept.value.outbox));
  }

  // ---- hearing

  /** A new stream was opened, by which the phone has still to join. */
  hearEar(ear: string) {
    [this.ear, this.joined] = [ear, false];
  }

  /** Hears news; a phone that has just answered shows the truth after the wall has played the run. */
  hear(next: PhoneNews) {
    // Its place may also have been given away before, and be another phone's that was sent away: the room knows.
    if (this.isRemoved(this.kept.value.place, next)) this.joined = false;
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
    const before = JSON.stringify(this.last()?.value);
    batch(() => {
      this.change();
      if (!isAlone && JSON.stringify(this.last()?.value) !== before) this.caughtUp.value += 1;
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
