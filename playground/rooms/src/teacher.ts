// The controls of a room for its teacher, by a wall's clicker or on a phone.

import { html, noChange, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";

import { elementOf } from "../../stage/src/page/listen.ts";
import { find } from "../../stage/src/page/parts.ts";
import { csv } from "../../stage/src/share/csv.ts";
import { save } from "../../stage/src/share/files.ts";
import { drawnIn, is, nameOf, phoneAt } from "./asked.ts";
import { crossInWords, moved } from "./cross.ts";
import type { Frame } from "./frame.ts";
import { code, post } from "./line.ts";
import { forgetOver, keyOf, recall, remember } from "./memory.ts";
import type { Following, TableRow, WallNews } from "./news.ts";
import type { Wall } from "./reveal.ts";
import { summary } from "./summary.ts";

const REACH = 0.04; // of the board's width, about a cross
const SLIP = 500; // ms in which a second press does not count: a clicker bounces
export const SILENT = "The server does not answer; press again.";
const NEXT: Readonly<Record<Following, string>> = {
  open: "Open", fill: "Begin", again: "Talk, and vote again", play: "Play the majority's label", reveal: "Reveal", pause: "Stop", next: "Next question", end: "The end",
  count: "Count the votes", step: "Go on", on: "All go on", apart: "Take the boards away",
};
const SURE: Partial<Record<string, string>> = {
  close: "End the room, and delete all its answers?",
  dismiss: "Remove all phones that have not answered anything yet? A removed phone can join again, unless the room is locked.",
};
const KEYS: Partial<Record<string, string>> = {
  ArrowRight: "forward", PageDown: "forward", " ": "forward", Enter: "forward", ArrowLeft: "back", PageUp: "back",
};

/** Takes the key out of the wall's address at once, because the class sees it; returns "" if this is no teacher's. */
export function takeKey() {
  const given = window.location.hash.slice(1);
  if (given && !remember(keyOf(code), given)) return given;
  forgetOver();
  window.history.replaceState(null, "", window.location.pathname);
  return recall(keyOf(code));
}

export async function drawCode(image: HTMLImageElement, link: string) {
  try {
    image.src = (await post("picture", { link })).said?.picture ?? "";
  } catch {
    setTimeout(() => drawCode(image, link), 2000);
  }
}

export class Teacher {
  private pressed = -SLIP;

  /** @param board the board of a lecture's wall, which presses turn where nothing is asked; elsewhere the server passes them on */
  constructor(private readonly wall: Wall, readonly key: string, private readonly board: Frame | null = null) {
    document.addEventListener("keydown", (event) => this.onKey(event));
    if (board) Object.assign(board, { onKey: (event: KeyboardEvent) => this.onKey(event), onGone: (item: number) => this.command("item", { item }) });
  }

  async command(name: string, more: object = {}) {
    try {
      const { refused } = await post("command", { key: this.key, do: name, ...more });
      if (refused) this.wall.phase.value = refused;
      return !refused;
    } catch {
      this.wall.phase.value = SILENT;
      return false;
    }
  }

  /** A click on a drawn point or line removes its phone. */
  readonly remove = ({ target }: Event) => {
    this.removePhone(Number((target as SVGElement).dataset.phone));
  };

  private removePhone(phone: number) {
    if (phone && window.confirm("Remove the phone that drew this, with all its answers?")) void this.command("remove", { phone });
  }

  // Moves a cross over what phones have drawn on a wall, and presses there; returns whether the key does so.
  private crosses({ key, shiftKey }: KeyboardEvent) {
    const { wall: { news: { value: news }, cross, phase }, board } = this;
    if (!board || !news || !drawnIn(news).length) return false;
    const { span } = news.question.board;
    const to = shiftKey || key === "Escape" ? moved(cross.value, key, span) : undefined;
    const at = to ?? cross.value;
    const phone = at ? phoneAt(news, at, REACH * (span[1] - span[0])) : 0;
    if (to) phase.value = crossInWords(to, phone ? `, over what the ${nameOf(phone)} phone drew` : "");
    else if (to === null) phase.value = "Cross hidden.";
    else if (key === "Enter" && at) this.removePhone(phone);
    else return false;
    cross.value = at && to !== null ? at : null;
    return true;
  }

  // Sends the command of a button or a key, unless the last press was just now. A step of the board can be taken back.
  private press(name: string) {
    const now = performance.now(); // an event's own time begins with the document of its frame
    if (now - this.pressed < SLIP || (this.wall.news.value?.frame && this.board && !this.board.isReady)) return;
    if (this.turns(name)) return;
    this.pressed = now;
    void this.command(name);
  }

  // Turns the board if that is what a press does now; returns whether it is.
  private turns(name: string) {
    const { wall: { news: { value: news } }, board } = this;
    if (!board || !news?.frame) return false;
    const { following, open, shown, counted } = news;
    const turns = name === "forward" ? following === "step" : name === "back" && !open && (counted || !shown) && !news.pair.length;
    if (turns) this.turn(name === "back");
    return turns;
  }

  /** Turns the board of a lecture; once a run that was voted on is at its end, a press shows which answer was right. */
  turn(back: boolean) {
    const { wall: { news: { value: news } }, board } = this;
    const waits = news?.counted === true && !news.shown && (is(news, "number") || is(news, "choose"));
    if (!back && waits && board?.isAtEnd) void this.command("reveal");
    else board?.turn(back);
  }

  private onKey(event: KeyboardEvent) {
    const target = elementOf(event);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("select, dialog, input")) return;
    if (["Enter", " "].includes(event.key) && target.closest("button, a")) return;
    const crosses = this.crosses(event);
    const name = KEYS[event.key];
    if (!crosses && (!name || event.repeat)) return;
    event.preventDefault();
    if (name && !crosses) this.press(name);
  }

  private readonly onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const { do: name = "", open } = target.dataset;
    const question = SURE[name];
    target.blur();
    if (open === "save") find(document, "dialog", ".save").showModal();
    else if (open) window.open(this.deskLink, `desk ${code}`, "popup,width=900,height=760");
    if (question && window.confirm(question)) void this.command(name);
    else if (name && !question) this.press(name === "pause" && !this.wall.news.value?.open ? "open" : name);
  };

  // The teacher's screen knows the key, if this browser keeps it.
  private get deskLink() {
    return `${new URL(`./room/${code}/desk`, document.baseURI).href}${recall(keyOf(code)) ? "" : `#${this.key}`}`;
  }

  private readonly save = async ({ currentTarget }: Event) => {
    const dialog = currentTarget as HTMLDialogElement;
    const what = dialog.returnValue;
    dialog.returnValue = "";
    if (what !== "table" && what !== "summary") return;
    const { said, refused } = await post(what, { key: this.key }).catch(() => ({ said: undefined, refused: SILENT }));
    if (!said) this.wall.phase.value = refused;
    else if ("rows" in said) save(`room-${code}.csv`, table(said.rows));
    else save(`room-${code}.html`, summary(said.questions, find(document, "style", ".look").textContent));
  };

  controls(news: WallNews | null) {
    const { following = "open", list = [], at = 0, open = false, shown = false, found, locked = false, question } = news ?? {};
    const most = question?.kind === "points" ? question.most : 0;
    const query = found && "query" in found ? found.query : "";
    const go = ({ currentTarget }: Event) => {
      const select = currentTarget as HTMLSelectElement;
      select.blur();
      void this.command("go", { at: Number(select.value) });
    };
    const allow = ({ currentTarget }: Event) => this.command("allow", { most: Number((currentTarget as HTMLInputElement).value) });
    return html`<nav class="teacher" aria-label="Teacher" ?hidden=${this.wall.over.value} @click=${this.onClick}>
        <button data-do="back" title="Back (← or Page Up)" aria-label="Back">←</button>
        <button class="main" data-do="forward" ?disabled=${following === "end"}>${news ? NEXT[following] : ""}</button>
        <select aria-label="Question" @change=${go}>${list.map(({ text, again }, index) => html`<option value=${index}
          .selected=${live(index === at)}>${index + 1}. ${text}${again ? " (again)" : ""}</option>`)}</select>
        <label class="most" ?hidden=${!most}><input type="number" min="1" max="10" @change=${allow}
          .value=${document.activeElement?.matches(".most input") ? noChange : live(String(most))}> each</label>
        <button data-do="pause" ?hidden=${question?.kind === "alone"} ?disabled=${shown && !most}>${open ? "Pause" : "Take answers"}</button>
        <button data-do="clear" ?hidden=${question?.kind === "alone"} title="Forget the answers to this question">Clear</button>
        <button data-open="desk" class="screen" title="A second window for you alone: notes, what comes next, the time, a code that makes a phone the remote, a question on the spot">Teacher's screen</button>
        <button data-open="save" class="wide" title="Save a summary, or all answers as a table">Save</button>
        <a class="take" target="_blank" ?hidden=${!query} href=${query ? `./?${query}` : nothing} ?data-strong=${most && !open}>The board</a>
        <button data-do=${locked ? "unlock" : "lock"} class="wide lock"
          title="Let no more phones into the room, or let phones in again">${locked ? "Unlock" : "Lock"}</button>
        <button data-do="dismiss" class="wide" title="Free the places of phones that only joined">Remove all who have not answered</button>
        <button data-do="repeat" class="wide" title="Ask the whole list once more, on fresh draws of the boards; the summary then shows the gain"
          ?hidden=${list.some(({ again }) => again) || list.every(({ kind }) => kind === "alone")}>Ask all again</button>
        <button data-do="close" title="End the room, and delete all its answers">Close</button>
      </nav>
      <dialog class="save" aria-label="Save" @close=${this.save}>
        <form method="dialog">
          <button class="main" value="summary">Summary: one page with pictures (HTML)</button>
          <button value="table">All answers: a table (CSV)</button>
          <button value="">Cancel</button>
        </form>
      </dialog>`;
  }
}

// `csv` begins the file with a mark by which Excel knows that it is UTF-8.
function table(answers: readonly TableRow[]) {
  const isLecture = answers.some(([, , , , , , , item]) => item);
  const rows = answers.map(([words, vote, phone, value, at, asked, sure, ...item]) =>
    [words, asked, vote, phone, value, new Date(at * 1000).toISOString(), sure, ...(isLecture ? item : [])]);
  return csv(["question", "asked", "vote", "phone", "answer", "time", "sure", ...(isLecture ? ["item", "item words"] : [])], rows);
}
