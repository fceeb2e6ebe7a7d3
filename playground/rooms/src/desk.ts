// The teacher's screen: notes, what comes next, the time, who is there, the remote's code, a question on the spot. The
// phone that is the remote has the same, with the clicker's two buttons on top.

import { effect, signal } from "@preact/signals-core";
import { html, nothing } from "lit-html";

import { find } from "../../stage/src/page/parts.ts";
import { render } from "../../stage/src/page/render.ts";
import { LONGEST_QUESTION } from "../../stage/src/store/shared.ts";
import { is } from "./asked.ts";
import { Countdown } from "./countdown.ts";
import { code, listen, post } from "./line.ts";
import { beganOf, forget, forgetOver, recall, remember, remoteOf, secret } from "./memory.ts";
import type { DeskNews, WallNews } from "./news.ts";
import { Wall } from "./reveal.ts";
import { Standing } from "./standing.ts";
import { Teacher, drawCode, takeKey } from "./teacher.ts";

const MINUTE = 60_000; // ms
const SOON = 1000; // ms in which what is told of the texts of a class is gathered
const AGAIN = 2000; // ms until the remote is claimed once more
const MINUTES = [1, 2, 5]; // of a countdown
const REMOTE: Readonly<Record<WallNews["remote"], string>> = {
  "": "A code makes a phone the remote.", offered: "The first phone that scans this has the remote.", held: "A phone has the remote.",
};
const ELSEWHERE = "Its code was shown on another screen, or before this one was loaded anew.";

const isHand = document.body.classList.contains("hand");
const wall = new Wall(() => true);
const refusal = signal(""); // why this phone is not the remote
const told = signal(""); // why nothing is told
const desk = signal<DeskNews | null>(null);
const now = signal(Date.now());
const offered = signal(""); // the secret by which a phone gets the remote
const countdown = new Countdown();
const teacher = new Teacher(wall, isHand ? remoteKey() : takeKey());
const standing = new Standing(teacher);
const began = Number(recall(beganOf(code))) || Date.now(); // when this screen first saw the room
let since = 0; // when the present item began
let soon: number | undefined; // the timer of the next look
remember(beganOf(code), String(began));

// The phone's own key as the remote, which a reload keeps; the secret that it has scanned is in the address only at first.
function remoteKey() {
  const scanned = window.location.hash.slice(1);
  const key = recall(remoteOf(code)) || secret();
  forgetOver();
  window.history.replaceState(null, "", window.location.pathname);
  remember(remoteOf(code), key);
  if (scanned) void claim(key, scanned);
  return key;
}

// The address has forgotten the secret: without an answer it is sent again.
async function claim(key: string, scanned: string) {
  try {
    refusal.value = (await post("command", { key, do: "claim", secret: scanned })).refused;
    void look();
  } catch {
    setTimeout(() => void claim(key, scanned), AGAIN);
  }
}

async function look() {
  const id = wall.news.value?.id;
  window.clearTimeout(soon);
  soon = undefined;
  try {
    const { said, refused } = await post("desk", { key: teacher.key });
    if (id !== wall.news.value?.id) return; // it is about the question before
    if (said) desk.value = said;
    told.value = refused;
  } catch {
    told.value = "The server does not answer.";
  }
}

const pickedIn = (news: WallNews) => (is(news, "text") ? news.found?.texts.join("\n") : ""); // each text is one line

// A room takes two commands a second in the long run. Looks count as commands, and the wall's clicker needs some as well.
const lookSoon = () => (soon ??= window.setTimeout(() => void look(), SOON));

function hear(next: WallNews) {
  const { value: before } = wall.news;
  wall.hear(next);
  standing.hear(next);
  countdown.set(next.until);
  if (next.id !== before?.id) [since, desk.value] = [Date.now(), null];
  if (next.id !== before?.id || next.list.length !== before.list.length || pickedIn(next) !== pickedIn(before)) void look();
  else if (next.question.kind === "text" && (next.answered !== before.answered || JSON.stringify(next.found) !== JSON.stringify(before.found))) lookSoon();
}

const offer = async () => {
  const given = secret();
  if (!(await teacher.command("offer", { secret: given }))) return;
  offered.value = given;
  void drawCode(find(document, "img"), `${new URL(`./room/${code}/hand`, document.baseURI).href}#${given}`);
};

async function ask(event: SubmitEvent) {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const kind = (event.submitter as HTMLButtonElement).value;
  const [text, options] = ["text", "options"].map((name) => find(form, "input", `[name=${name}]`).value);
  const choices = options.split(/[,;]/).map((each) => each.trim()).filter(Boolean);
  if (await teacher.command("ask", { kind, text, options: choices.length ? choices : ["Yes", "No"] })) form.reset();
}

const minutes = (from: number) => `${Math.max(0, Math.floor((now.value - from) / MINUTE))} min`;

function head({ joined, answered, open, at, list, question: { kind } }: WallNews) {
  const waiting = open && joined > answered ? ` · ${joined - answered} not yet` : "";
  return html`<header class="desk-head">
      <time>${new Date(now.value).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}</time>
      <span>${minutes(began)} since the start · ${minutes(since)} here</span>
      <span>${at + 1} of ${list.length}</span>
      <span class="counts">${joined} joined${kind === "alone" ? "" : ` · ${answered} answered${waiting}`}</span>
      <span class="countdown" role="timer">${countdown.words.value}</span>
    </header>`;
}

function texts({ texts: given, picked }: DeskNews) {
  const isPicked = (phone: number, text: string) => picked.some((each) => each[0] === phone && each[1] === text);
  return html`<ul class="texts" aria-label="Texts; a press shows one on the wall">${given.map(([phone, text]) => html`<li><button
    aria-pressed=${isPicked(phone, text)} @click=${() => void teacher.command("pick", { phone, text })}>${text}</button></li>`)}</ul>`;
}

function tools({ remote }: WallNews) {
  return html`<div class="tools">
      <form @submit=${ask}><h2>Ask now</h2>
        <input name="text" required maxlength=${LONGEST_QUESTION} aria-label="Question" placeholder="a question">
        <input name="options" aria-label="Choices" placeholder="choices, with commas: Yes, No">
        <div class="row"><button value="choose">Choices</button><button value="number">A number</button><button value="text">Words</button></div>
      </form>
      <section><h2>Countdown</h2><div class="row">
        ${MINUTES.map((count) => html`<button @click=${() => void teacher.command("countdown", { seconds: 60 * count })}>${count} min</button>`)}
        <button @click=${() => void teacher.command("countdown", { seconds: 0 })}>Stop</button></div></section>
      <section class="remote"><h2>Remote</h2><p>${remote === "offered" && !offered.value ? ELSEWHERE : REMOTE[remote]}</p>
        <img alt="The address of the remote as a QR code" ?hidden=${remote !== "offered" || !offered.value}>
        <div class="row"><button @click=${() => void offer()}>${remote ? "Give it to another" : "Show the code"}</button>
          <button ?hidden=${!remote} @click=${() => void teacher.command("take")}>Take it away</button></div></section>
    </div>`;
}

function pageOf(news: WallNews | null) {
  const { value: more } = desk;
  if (!news || wall.over.value) return html`<main><h1 class="question">${wall.over.value || refusal.value || told.value || "One moment …"}</h1></main>`;
  return html`<main>
      ${head(news)}
      <h1 class="question">${news.question.text}</h1>
      <p class="phase" role="status">${refusal.value || told.value || wall.phase.value}</p>
      <p class="notes">${more?.notes}</p>
      <p class="coming">${more?.next ? `Next: ${more.next}` : nothing}</p>
      ${more?.texts.length ? texts(more) : nothing}
      ${standing.view(news)}
      ${tools(news)}
    </main>${teacher.controls(news)}`;
}

const renderBefore = find(document, "script", "[type=module]");
document.body.classList.add("desk-page");
setInterval(() => (now.value = Date.now()), 5_000);
effect(() => {
  render(pageOf(wall.news.value), document.body, { renderBefore });
});
listen("walls", {
  onEar: (ear) => void teacher.command("look", { ear }),
  onNews: hear,
  onLost: () => (wall.phase.value = "No connection; trying again."),
  onOver: (words) => {
    forget(code);
    wall.over.value = words;
  },
});
