// The state of a wall: the news, and the run that it plays before it shows what was found.

import { batch, signal } from "@preact/signals-core";

import { drawnIn, is, linesOf, pauseOf, unit } from "./asked.ts";
import type { Cross } from "./cross.ts";
import type { WallNews } from "./news.ts";

export class Wall {
  readonly news = signal<WallNews | null>(null);
  readonly phase = signal(""); // what happens just now, in words
  readonly over = signal(""); // why the room is over
  readonly step = signal<readonly number[] | null>(null); // of the run while it is played: its line
  readonly cross = signal<Cross | null>(null); // by which a teacher finds what a phone has drawn
  private revealed = ""; // the question whose run was played
  private playing = 0;

  /** `still` says whether runs are left out. */
  constructor(private readonly still: () => boolean) {}

  hear(next: WallNews) {
    const { id, found, question: { kind } } = next;
    const plays = linesOf(next).length > 0;
    const now = `${id} ${kind}`;
    const first = plays && this.revealed !== now;
    if (plays || !found) this.revealed = plays ? now : "";
    batch(() => {
      this.news.value = next;
      this.phase.value = phaseOf(next);
      if (first || !plays) this.step.value = null;
      if (!drawnIn(next).length) this.cross.value = null;
      if (!plays) this.playing += 1; // stops the run of another question
      else if (first) void this.play(this.still() ? [] : linesOf(next));
    });
  }

  private async play(run: readonly number[][]) {
    const mine = (this.playing += 1);
    for (const [step, ...line] of run) {
      this.step.value = line;
      this.phase.value = `Update ${step}`;
      await new Promise((soon) => setTimeout(soon, pauseOf(run.length)));
      if (this.playing !== mine) return;
    }
    batch(() => {
      this.step.value = null;
      this.phase.value = "";
    });
  }
}

function phaseOf(news: WallNews) {
  const { found, shown, open, answered, vote, question: { kind } } = news;
  if (is(news, "alone")) return news.wait ? `Nobody goes beyond number ${news.wait} until all go on` : "";
  if (kind === "points" && (shown || open)) return found?.words ?? "";
  if (shown && !open) return "";
  if (!open) return answered && !news.counted ? "Answers are closed just now" : "";
  if (is(news, "rounds")) return `Round ${vote} of ${news.question.bound}: ${unit(vote)}, +1 or −1?`;
  return vote === 2 ? "Second vote" : "Vote now";
}
