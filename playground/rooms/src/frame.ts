// The board on the wall of a lecture: a light page in a frame, which leads through the lecture's list by itself.

import { find } from "../../stage/src/page/parts.ts";
import type { WallNews } from "./news.ts";

// What the board does not show on a wall: how to leave, to hand in and to erase and, where its question stands beside it, that
// question and how far the wall's own board is.
const BESIDE = "is-beside";
const HAND_IN = `[data-do="handin"]`;
const LEFT_OUT = `[data-do="present"], ${HAND_IN}, .stage-choices[role="radiogroup"] [data-choice="2"],
  .${BESIDE} :is(.stage-question, .stage-task > p:first-child, .stage-task form > :is(input, button, [role="group"], .stage-standing))`;
const TURNS: readonly string[] = ["PageUp", "PageDown"];

/** The place in its list, from 1, of the item that the query of a link shows. */
export const placeIn = (query: string) => {
  const parameters = new URLSearchParams(query);
  return Number(parameters.get("at") ?? parameters.get("open"));
};

function hide(framed: Document, selectors: string) {
  framed.head.append(Object.assign(framed.createElement("style"), { textContent: `${selectors} { display: none !important; }` }));
}

/** An item that a lecture gives to phones is no list to hand in. */
export const handsNothingIn = ({ currentTarget }: Event) => {
  const { contentDocument } = currentTarget as HTMLIFrameElement;
  if (contentDocument) hide(contentDocument, HAND_IN);
};

export class Frame {
  private news: WallNews | null = null;
  private wanted = 0; // the place in the list that the room has, from 1
  private going = 0; // the place to which the frame has gone, until the room has followed
  private comes = true; // whether a document is on its way
  private beside = false; // whether its question stands beside the board

  /** Called with a clicker's key that was pressed in the frame. */
  onKey: (event: KeyboardEvent) => void = () => undefined;

  /** Called when the frame has gone to an item at another place of its list; returns whether the room follows. */
  onGone: (item: number) => Promise<boolean> = () => Promise.resolve(false);

  hear(news: WallNews) {
    const { frame } = news;
    const wanted = placeIn(frame.split("?")[1]);
    this.news = news;
    if (this.going && wanted !== this.going) return;
    if (wanted !== this.wanted && !this.going) this.show(frame);
    [this.wanted, this.going] = [wanted, 0];
  }

  private show(link: string) {
    this.comes = true;
    this.node.src = new URL(link, document.baseURI).href;
  }

  private get node() {
    return find(document, "iframe", ".lecture");
  }

  /** Whether presses can turn the board: it is there, and the room is at the item that it shows. */
  get isReady() {
    return !this.comes && !this.going;
  }

  /** Whether the run that is shown was seen to its end. */
  get isAtEnd() {
    return this.node.contentDocument?.querySelector<HTMLButtonElement>("[data-do=forward]")?.disabled === true;
  }

  /** Say whether the question stands beside the board, which then does not repeat it. */
  setBeside(beside: boolean) {
    this.beside = beside;
    if (!this.comes) this.mark();
  }

  private mark() {
    this.node.contentDocument?.documentElement.classList.toggle(BESIDE, this.beside);
  }

  /** Turn the board on or back, as a clicker does. */
  turn(back: boolean) {
    const { contentDocument, contentWindow } = this.node;
    const key = TURNS[Number(!back)];
    if (this.isReady && contentWindow) contentDocument?.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }

  /** A document has come: by the room's news or, at the end of an item, by the frame's own list. */
  readonly arrive = () => {
    const { contentWindow, contentDocument } = this.node;
    if (!contentWindow || !contentDocument || contentDocument.URL === "about:blank") return;
    this.comes = false;
    contentWindow.addEventListener("keydown", (event) => this.take(event), { capture: true });
    contentWindow.addEventListener("beforeunload", () => (this.comes = true));
    hide(contentDocument, LEFT_OUT);
    this.mark();
    contentWindow.focus();
    const { news, wanted } = this;
    const place = placeIn(contentWindow.location.search);
    if (news && place !== wanted) void this.follow(news, place);
  };

  private async follow(news: WallNews, place: number) {
    this.going = place;
    if (await this.onGone(place)) return;
    this.going = 0;
    this.show(news.frame);
  }

  // The keys of a clicker are the wall's, those that it presses itself are the board's.
  private take(event: KeyboardEvent) {
    if (!event.isTrusted || !TURNS.includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.onKey(event);
  }
}
