// A list that a phone does alone: the frame with its items, how far its owner is with each, and where it waits for the class.

import { signal } from "@preact/signals-core";
import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";

import { isKept, recallJson } from "../../stage/src/store/kept.ts";
import { EXERCISE, LONGEST_BOARD, SHOW } from "../../stage/src/store/shared.ts";
import { is } from "./asked.ts";
import { handsNothingIn, placeIn } from "./frame.ts";
import type { AloneItem, AloneQuestion, Kinds, PhoneNews } from "./news.ts";

const LOOK = 1000; // ms between two looks at the frame
const RARE = 15_000; // ms between two reports that differ only in the board
const LIFE = 7200; // s
const [UNTRIED, TRIED, SOLVED] = [0, 1, 2];
const NOT_OF_BOARD = new Set<string>([...EXERCISE, SHOW, "lesson", "step"]);

const linkTo = ({ items, code }: AloneQuestion, place: number) =>
  new URL(`${items[place - 1].link}&list=${code}`, document.baseURI).href;

const boardIn = (query: URLSearchParams) => new URLSearchParams([...query].filter(([name]) => !NOT_OF_BOARD.has(name))).toString();

// What this browser has noted of an item that was done in the frame or elsewhere.
function noted({ keeps }: AloneItem) {
  const isSeen = keeps.startsWith("lesson ") && isKept(keeps);
  const { said = null, right = false, solved = isSeen } = (recallJson(keeps) ?? {}) as { said?: number | null, right?: boolean, solved?: boolean };
  return right || solved ? SOLVED : said === null ? UNTRIED : TRIED;
}

type Progress = Kinds["alone"]["answer"];

interface Place {
  readonly board: string;
  readonly step: string;
}

/** What a phone shows of a list, and since when its owner had nothing right, in ms since 1970; a reload forgets none of it. */
export interface Own {
  readonly id: number; // of the question
  readonly link: string;
  readonly since: number;
  readonly first: Readonly<Partial<Record<number, Place>>>; // each item as it was opened
}

/** The phone that does the list. */
interface Doing {
  readonly kept: { readonly value: { readonly own?: Own } };
  readonly keepOwn: (own: Own) => void;
  readonly mine: (kind: "alone", place: number) => Progress | undefined;
  readonly answer: (value: Progress, place: number) => void;
}

export class Alone {
  private readonly at = signal(0); // the item that the frame shows, from 1
  private readonly wait = signal(0); // the item beyond which nobody goes, from 1
  private question: AloneQuestion | null = null;
  private id: number | undefined;
  private src = "";
  private reported = 0; // the item that was reported last
  private reportedAt = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly phone: Doing) {}

  /** Hear news before it is shown: a list begins or goes on, or another question has come. */
  hear(news: PhoneNews) {
    const { id, wait = 0 } = news;
    const before = this.id;
    this.id = is(news, "alone") ? id : -1;
    if (!is(news, "alone")) this.end();
    else if (this.id !== before) this.begin(news.question, before !== undefined);
    else if (wait !== this.wait.peek()) this.calm();
    this.wait.value = wait;
  }

  /** Whether its owner is ahead of the class, which is waited for. */
  get isAhead() {
    return this.wait.value > 0 && this.at.value > this.wait.value;
  }

  /** The frame and, while it waits, the way back to where the class is. */
  view() {
    const { isAhead, wait: { value: wait } } = this;
    return html`${keyed(this.id, html`<iframe class="own" title="The list" ?hidden=${isAhead} src=${this.src} @load=${this.arrive}></iframe>`)}
      ${isAhead ? html`<button class="main" @click=${() => this.goTo(wait)}>Back to number ${wait}</button>` : nothing}`;
  }

  private begin(question: AloneQuestion, calm: boolean) {
    const { own } = this.phone.kept.value;
    const id = this.id ?? 0;
    this.question = question;
    this.src = own?.id === id ? own.link : linkTo(question, 1);
    [this.at.value, this.reported] = [0, 0];
    if (own?.id !== id) this.phone.keepOwn({ id, link: this.src, since: Date.now(), first: {} });
    else if (calm) this.calm();
    clearInterval(this.timer);
    this.timer = setInterval(() => this.look(), LOOK);
  }

  private end() {
    clearInterval(this.timer);
    this.question = null;
    [this.at.value, this.reported] = [0, 0];
  }

  // While the class waited or did something else, nobody was stuck.
  private calm() {
    const { own } = this.phone.kept.value;
    if (own) this.phone.keepOwn({ ...own, since: Date.now() });
    this.reported = 0;
  }

  private get frame() {
    return document.querySelector<HTMLIFrameElement>("iframe.own")?.contentWindow?.location;
  }

  // A board is looked at before its first touch, however soon that comes, so that what the touch changes is seen.
  private readonly arrive = (event: Event) => {
    const page = (event.currentTarget as HTMLIFrameElement).contentWindow;
    if (this.question?.items.length === 1) handsNothingIn(event);
    for (const touch of ["pointerdown", "keydown"]) page?.addEventListener(touch, () => this.look(), true);
    this.look();
  };

  private goTo(place: number) {
    if (this.question) this.frame?.assign(linkTo(this.question, place));
  }

  private look() {
    const { frame, question, phone: { kept: { value: { own } } } } = this;
    if (!frame || !question || !own) return;
    const query = new URLSearchParams(frame.search);
    const place = query.get("list") === question.code ? placeIn(frame.search) : 0;
    const item = question.items.at(place - 1);
    this.at.value = item ? place : 0;
    if (!item || !place || !query.has("at")) return; // it is still opening
    if (frame.href !== own.link) this.phone.keepOwn({ ...own, link: frame.href });
    this.report(item, place, { board: boardIn(query), step: query.get("step") ?? "" });
  }

  private openedAt(place: number, now: Place) {
    const { own } = this.phone.kept.value;
    if (own && !own.first[place]) this.phone.keepOwn({ ...own, first: { ...own.first, [place]: now } });
    return own?.first[place] ?? now;
  }

  private report(item: AloneItem, place: number, now: Place) {
    const { phone } = this;
    const opened = this.openedAt(place, now);
    const [before, , last] = phone.mine("alone", place) ?? [UNTRIED, 0, ""];
    const moved = now.board !== opened.board || now.step !== opened.step;
    const done = Math.max(before, noted(item), moved ? TRIED : UNTRIED);
    const board = now.board !== opened.board && now.board.length <= LONGEST_BOARD ? now.board : last;
    const fresh = board !== last && (!last || Date.now() - this.reportedAt >= RARE); // the frame may write its board after a note
    if (this.reported === place && done === before && !fresh) return;
    const { own } = phone.kept.value;
    if (own && done === SOLVED && before !== SOLVED) phone.keepOwn({ ...own, since: Date.now() });
    const quiet = Math.round((Date.now() - (phone.kept.value.own?.since ?? Date.now())) / 1000);
    [this.reported, this.reportedAt] = [place, Date.now()];
    phone.answer([done, Math.min(LIFE, Math.max(0, quiet)), board], place);
  }
}
