// A phone in a room: the present question, controls to answer it, and a status line.

import { effect } from "@preact/signals-core";
import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";

import { fitFrame } from "../../stage/src/page/framed.ts";
import { find } from "../../stage/src/page/parts.ts";
import { render } from "../../stage/src/page/render.ts";
import { marked } from "../../stage/src/page/symbols.ts";
import { Phone } from "./answers.ts";
import { colorOf, is, lineOf, nameOf, unit } from "./asked.ts";
import { code, listen } from "./line.ts";
import { Countdown } from "./countdown.ts";
import { forget, forgetOver, onOthers } from "./memory.ts";
import type { PhoneNews } from "./news.ts";
import { boardInWords, isBare } from "./pictures.ts";
import { wayOf } from "./ways.ts";

const AIMED = "The board. The arrow keys move a cross; Enter places a point there or takes yours back, G picks yours up or puts it down, "
  + "1 and 2 choose the class, Escape hides the cross.";
const main = find(document, "main");
const status = find(document, "p", ".status");
const countdown = new Countdown();

function pageOf(phone: Phone, news: PhoneNews) {
  const { place } = phone.kept.value;
  const { question: { kind, text }, open } = news;
  const { drawn, controls, touch, drag, press } = wayOf(phone, news);
  const aimed = open && kind === "points";
  return html`<p class="who"><span class="mine" .style=${`background: ${place ? colorOf(place) : "none"}`}></span>
      <span class="countdown" role="timer">${countdown.words.value}</span>
      <span class="room">${place ? `You are ${nameOf(place)} · room ${code}` : `Room ${code}`}</span></p>
    <h1 class="question">${marked(text)}</h1>
    <svg class="board${touch ? " is-live" : ""}" translate="no" ?hidden=${isBare(news)} viewBox="0 0 1000 1000" role=${aimed ? "application" : "img"}
      aria-label=${aimed ? AIMED : boardInWords(news, phone.touched.value.line.value ?? lineOf(news))} tabindex=${aimed ? 0 : nothing}
      @pointerdown=${touch} @pointermove=${drag} @keydown=${press}>${drawn}</svg>
    <div class="answer">${keyed(phone.touched.value, controls)}</div>`;
}

function wordsOf(phone: Phone, news: PhoneNews): string {
  const { open, shown, vote, truth, question: { kind } } = news;
  const { alone, away, kept, refusal } = phone;
  const said = phone.mine(kind) !== undefined;
  if (away.value) return away.value;
  if (is(news, "alone")) return alone.isAhead ? "Wait here. Your teacher will move the whole class on together." : "";
  if (kept.value.outbox.some(({ waits }) => !waits)) return "Sending …";
  if (refusal.value.key === phone.key() && !shown) return refusal.value.words;
  if (is(news, "show")) return news.question.link ? "" : "Look up: the wall shows the board.";
  if (truth) return `${truth.words} ${compared(phone, news)}`.trim();
  if (is(news, "rounds") && (shown || (open && !said))) {
    const words = news.found?.words ?? "";
    return shown ? words : `${words} Now ${unit(vote)}: +1 or −1?`;
  }
  if (open && kind === "points") return "The wall shows each point as soon as you place it.";
  if (open && !said && is(news, "line"))
    return news.question.shifts ? "Drag the arrow's tip to turn the line, any other place to shift it." : "Drag the arrow to turn the line.";
  if (open && !said) return vote === 2 ? "Talk with your neighbour, and vote again." : "Your answer?";
  if (open && kind === "text") return "Sent. Your teacher may show it, without your name.";
  if (open) return "Sent. You can still change it; the wall counts who has answered.";
  if (kind === "points") return shown ? "The board is done. Look at the wall." : "Look at the wall: the round starts soon.";
  return said ? "Answers are closed. Look at the wall." : "Look at the wall: the question opens soon.";
}

function compared(phone: Phone, news: PhoneNews) {
  const { truth, question } = news;
  if (question.kind === "line") return truth?.best === phone.kept.value.place && phone.mine("line") ? "The best of all is yours!" : "";
  const said = phone.mine("number", 2) ?? phone.mine("number", 1);
  if (said === undefined) return "";
  return said === truth?.answer ? "You were right!" : `You said ${question.kind === "choose" ? question.options[said] : said}.`;
}

function play() {
  const phone = new Phone();
  forgetOver();
  onOthers(code, () => phone.catchUp());
  window.addEventListener("pagehide", () => phone.answerNow());
  effect(() => {
    const [news, over] = [phone.news.value, phone.over.value];
    main.hidden = Boolean(over);
    document.body.classList.toggle("is-over", Boolean(over));
    const words = over || (news && wordsOf(phone, news));
    if (words !== null && words !== status.textContent) status.textContent = words;
    const isAlone = Boolean(news && is(news, "alone"));
    document.body.classList.toggle("is-alone", isAlone);
    document.body.classList.toggle("has-own", isAlone || Boolean(news && is(news, "show") && news.question.link));
    status.classList.toggle("is-away", Boolean(news && phone.away.value));
    if (news && !over) render(pageOf(phone, news), main);
  });
  fitFrame(() => document.querySelector("iframe.own"));
  listen("phones", {
    onEar: (name) => phone.hearEar(name),
    onNews: (next) => {
      phone.hear(next);
      countdown.set(next.until);
    },
    onLost: () => phone.lose(),
    onOver: (sentence) => {
      forget(code);
      phone.end(sentence);
    },
  });
}

play();
