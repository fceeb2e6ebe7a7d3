// The wall of a room: the question, how to join, and what was found.

import { effect } from "@preact/signals-core";
import { html, nothing } from "lit-html";

import { find } from "../../stage/src/page/parts.ts";
import { render } from "../../stage/src/page/render.ts";
import { marked } from "../../stage/src/page/symbols.ts";
import { isLocal } from "../../stage/src/share/links.ts";
import { drawnIn, is, lineOf } from "./asked.ts";
import { Drawing } from "./board.ts";
import { code, listen } from "./line.ts";
import { forget } from "./memory.ts";
import type { PairedBoard, WallNews } from "./news.ts";
import { boardInWords, boardOf, drawnBoard, inWords, isPictured, leastOf, nothingWrong, pictureOf, wordsOf } from "./pictures.ts";
import { Countdown } from "./countdown.ts";
import { Frame } from "./frame.ts";
import { Wall } from "./reveal.ts";
import { Teacher, drawCode, takeKey } from "./teacher.ts";

const BY_KEYS = ". Shift with an arrow key moves a cross; Enter removes the phone that drew what is there.";
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const wall = new Wall(() => still.matches);
const secret = takeKey();
const board = new Frame();
const countdown = new Countdown();
const teacher = secret ? new Teacher(wall, secret, board) : null;
let turned: number | undefined; // the last press of the remote that was heard
const { hostname, host, pathname } = new URL("./room", document.baseURI);

// Two boards of the class, without a name.
const beside = (pair: readonly PairedBoard[]) => (pair.length ? html`<section class="pair" aria-label="Two boards of the class">${pair.map(({ board: made, words }) => html`
  <figure>${drawnBoard(made)}<figcaption>${words}</figcaption></figure>`)}</section>` : nothing);

function pageOf(news: WallNews | null) {
  const { joined = 0, answered = 0, question } = news ?? {};
  const pictured = news && isPictured(news);
  const words = pictured ? wordsOf(news) : "";
  const found = news?.found;
  const right = found && "lines" in found ? `${found.right} of ${found.lines.length} ${nothingWrong(found.right)}. ` : "";
  const isAlone = news !== null && is(news, "alone");
  const told = isAlone && news.found ? inWords(news.question, news.found) : right + words;
  return html`<main>
      <h1 class="question">${wall.over.value || marked(question?.text ?? "One moment …")}</h1>
      <svg class="board" translate="no" viewBox="0 0 1000 1000" preserveAspectRatio="xMinYMid" role="img"
        aria-label=${news ? `${boardInWords(news, wall.step.value ?? lineOf(news))}${teacher && drawnIn(news).length ? BY_KEYS : ""}` : "The board"}
        @click=${teacher?.remove}>${news ? boardOf(news, !news.shown, wall.step.value ?? lineOf(news)) : nothing}
        ${news && wall.cross.value ? new Drawing(news.question.board).cross(wall.cross.value) : nothing}</svg>
      ${news?.frame ? html`<iframe class="lecture" title="The board" @load=${board.arrive}></iframe>` : nothing}
      <section class="side">
        <div class="join">
          <img class="code-picture" alt="The room's address as a QR code">
          <p>Scan, or type <b class="address" translate="no">${host}${pathname}</b></p>
          <p class="only">${isLocal() ? `“${hostname}” names only this computer; phones need its network address.` : nothing}</p>
          <p class="letters" translate="no" aria-label="The room's code">${code}</p>
        </div>
        ${news && is(news, "text") ? html`<ul class="texts">${news.found?.texts.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
        <figure class="found${wall.step.value ? " is-waiting" : ""}" ?hidden=${!pictured}>
          <svg class="picture" translate="no" viewBox="0 0 1000 620" role="img" aria-label=${told || nothing}></svg>
          <figcaption>${words}</figcaption>
        </figure>
      </section>
      ${beside(news?.pair ?? [])}
      <p class="state" role="status">
        <span class="place" translate="no">${host}${pathname} <b>${code}</b></span>
        <span class="counts" .style=${`--part: ${(100 * answered) / Math.max(joined, 1)}%`}>${news ? `${joined} joined${isAlone ? "" : ` · ${answered} answered`}` : ""}</span>
        <span class="phase">${wall.phase.value}</span><span class="countdown" role="timer">${countdown.words.value}</span></p>
    </main>${teacher?.controls(news)}`;
}

// Draws the picture as high as its place on the page; after a run, so that the number is then seen to fall.
function drawPicture(news: WallNews | null) {
  const picture = document.querySelector<SVGElement>(".picture");
  if (!picture) return;
  const { width, height } = picture.getBoundingClientRect();
  const tall = Math.round(Math.min(1000, Math.max(news ? leastOf(news) : 0, (1000 * height) / (width || 1)))) || 620;
  picture.setAttribute("viewBox", `0 0 1000 ${tall}`);
  render(news && isPictured(news) && !wall.step.value ? pictureOf(news, tall) : nothing, picture);
}

// A board that the class votes on stands beside the votes; lines and points have the wall's own.
function markLecture(news: WallNews | null) {
  const { frame, counted = false, open = false, shown = false, question: { kind } = { kind: "show" } } = news ?? {};
  const paired = Boolean(news?.pair.length);
  const framed = Boolean(frame) && !paired && (counted || ["show", "number", "choose", "text", "alone"].includes(kind));
  document.body.classList.toggle("is-framed", framed);
  const isBeside = framed && kind !== "show" && (kind === "alone" || open || counted || shown);
  document.body.classList.toggle("is-beside", isBeside);
  if (frame) board.setBeside(isBeside);
  document.body.classList.toggle("is-alone", kind === "alone");
  document.body.classList.toggle("is-paired", paired);
}

function turnLecture(news: WallNews) {
  const { turn, back, frame } = news;
  if (frame) board.hear(news);
  if (turned !== undefined && turn > turned) teacher?.turn(back);
  turned = turn;
}

const renderBefore = find(document, "script", "[type=module]");
effect(() => {
  const news = wall.news.value;
  render(pageOf(news), document.body, { renderBefore });
  markLecture(news);
  document.body.classList.toggle("is-shown", Boolean(news && isPictured(news)));
  document.body.classList.toggle("is-open", Boolean(news?.open));
  document.body.classList.toggle("is-over", Boolean(wall.over.value));
  drawPicture(news);
});
void drawCode(find(document, "img", ".code-picture"), new URL(`./room/${code}`, document.baseURI).href);
listen("walls", {
  onEar: (ear) => void teacher?.command("look", { ear }),
  onNews: (next) => {
    wall.hear(next);
    countdown.set(next.until);
    turnLecture(next);
  },
  onLost: () => (wall.phase.value = "No connection; trying again."),
  onOver: (words) => {
    forget(code);
    wall.over.value = words;
  },
});
