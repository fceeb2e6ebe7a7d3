// The ways to answer on a phone: a number, a choice, a line that is turned, points that are placed.

import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";

import { decimal } from "../../stage/src/draw/geometry.ts";
import { digitOf, letterOf } from "../../stage/src/page/letters.ts";
import { find } from "../../stage/src/page/parts.ts";
import { LARGEST, LONGEST_TEXT } from "../../stage/src/store/shared.ts";
import type { Phone } from "./answers.ts";
import { colorOf } from "./asked.ts";
import { ARROW, Drawing, GREEN, isWrong, type Shapes } from "./board.ts";
import { crossInWords, moved, type Cross } from "./cross.ts";
import { handsNothingIn } from "./frame.ts";
import type { ChoiceQuestion, LineQuestion, PhoneNews, PointsQuestion, RoundsQuestion } from "./news.ts";
import { boardOf } from "./pictures.ts";

/** What a phone shows of a question: its board, its controls, and what the board does when it is touched. */
interface Way {
  readonly drawn: Shapes;
  readonly controls: unknown;
  readonly touch?: (event: PointerEvent) => void;
  readonly drag?: (event: PointerEvent) => void;
  readonly press?: (event: KeyboardEvent) => void;
}

export function wayOf(phone: Phone, news: PhoneNews): Way {
  const { question } = news;
  if (question.kind === "alone") return { drawn: nothing, controls: phone.alone.view() };
  if (question.kind === "line") return turned(phone, news, question);
  if (question.kind === "points") return placed(phone, news, question);
  if (question.kind === "show") return { drawn: nothing, controls: shown(news.id, question.link) };
  if (question.kind === "text") return { drawn: boardOf(news), controls: text(phone, news) };
  return { drawn: boardOf(news, !news.shown), controls: question.kind === "number" ? number(phone, news) : choice(phone, news, question) };
}

function number(phone: Phone, { open, truth }: PhoneNews) {
  if (truth?.answer !== undefined) return html`<p class="exactly">${truth.answer}</p>`;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const field = find(event.currentTarget as HTMLFormElement, "input");
    phone.answer(Number(field.value));
    field.blur();
  };
  return html`<form class="row" @submit=${send}>
    <input type="number" inputmode="numeric" min="0" max=${LARGEST} step="1" required aria-label="Your guess"
      placeholder="your guess" ?disabled=${!open} .value=${String(phone.mine("number") ?? phone.mine("number", 1) ?? "")}>
    <button class="main" ?disabled=${!open}>Send</button></form>${sureness(phone, open && phone.mine("number") !== undefined)}`;
}

function text(phone: Phone, { open }: PhoneNews) {
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const field = find(event.currentTarget as HTMLFormElement, "input");
    if (field.value.trim()) phone.answer(field.value);
    field.blur();
  };
  return html`<form class="row" @submit=${send}>
    <input type="text" maxlength=${LONGEST_TEXT} required aria-label="Your answer" placeholder="your answer" ?disabled=${!open}
      .value=${phone.mine("text") ?? ""}><button class="main" ?disabled=${!open}>Send</button></form>`;
}

// A board to step by oneself or to work on, in a frame of its own; without a link the class looks up.
const shown = (id: number, link: string) => (link
  ? keyed(id, html`<iframe class="own" title="The board" src=${new URL(link, document.baseURI).href} @load=${handsNothingIn}></iframe>`)
  : html`<p class="exactly" aria-hidden="true">↑</p>`);

function choice(phone: Phone, { open, truth }: PhoneNews, { kind, options }: ChoiceQuestion | RoundsQuestion) {
  const chosen = phone.mine(kind) ?? (kind === "choose" ? phone.mine(kind, 1) : undefined);
  const asks = open && kind === "choose" && phone.mine(kind) !== undefined;
  return html`<div class=${options.length > 2 ? "grid" : "row"}>${options.map((option, index) => {
    const right = index === truth?.answer;
    return html`<button class=${right ? "choice right" : "choice"} aria-pressed=${index === chosen} ?disabled=${!open}
      @click=${() => phone.answer(index)}>${right ? "✓ " : ""}${option}</button>`;
  })}</div>${sureness(phone, asks)}`;
}

// Once there is an answer, whether its owner is sure.
const sureness = (phone: Phone, asks: boolean) => (asks
  ? html`<div class="row sureness" role="group" aria-label="Are you sure?">${[true, false].map((sure) => html`<button class="choice"
    aria-pressed=${phone.sure === sure} @click=${() => phone.saySure(sure)}>${sure ? "I am sure" : "I am not sure"}</button>`)}</div>`
  : nothing);

function turned(phone: Phone, { open, truth }: PhoneNews, { board, shifts }: LineQuestion): Way {
  const touched = phone.touched.value;
  const now = touched.line.value ?? phone.mine("line") ?? [Math.SQRT1_2, Math.SQRT1_2, 0];
  const [a, b, c] = now;
  const drawing = new Drawing(board);
  const [x0, x1, y0, y1] = board.span;
  const reach = (x1 - x0) / 2;
  const lay = (next: readonly number[]) => {
    touched.line.value = next;
    phone.answerSoon([...next]);
  };
  const drag = (event: PointerEvent) => {
    if (!(event.currentTarget as Element).hasPointerCapture(event.pointerId)) return;
    const [x, y] = drawing.placeOf(event);
    const foot = [-c * a, -c * b];
    const length = Math.hypot(x - foot[0], y - foot[1]);
    if (!touched.turns) lay([a, b, -(a * x + b * y)]);
    else if (length >= 0.02 * reach) {
      const [right, up] = [(x - foot[0]) / length, (y - foot[1]) / length];
      lay([right, up, shifts ? -(right * foot[0] + up * foot[1]) : 0]);
    }
  };
  const touch = (event: PointerEvent) => {
    const [x, y] = drawing.placeOf(event);
    const tip = ARROW * 2 * reach - c;
    touched.turns = !shifts || Math.hypot(x - a * tip, y - b * tip) < 0.3 * reach;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    drag(event);
  };
  const slider = (name: string, most: number, value: number, then: (value: number) => void) => html`<label class="slider">${name}<input
    type="range" min=${-most} max=${most} step=${most / 180} ?disabled=${!open} .value=${String(value)} aria-valuetext="${decimal(value)}${name === "Turn" ? "°" : ""}"
    @input=${({ currentTarget }: InputEvent) => then(Number((currentTarget as HTMLInputElement).value))}></label>`;
  const wrong = board.points.filter((point) => isWrong(now, point)).length;
  return {
    drawn: drawing.whole(
      drawing.grid(),
      drawing.sides(now),
      drawing.line(now, { color: phone.kept.value.place ? colorOf(phone.kept.value.place) : undefined, width: 8, arrow: true }),
      truth?.line ? drawing.line(truth.line, { color: GREEN, dashes: "24 14" }) : nothing,
      drawing.points(board.points, { line: now }),
    ),
    controls: html`<p class="count" role="status">${wrong ? `${wrong} wrong` : "Nothing is wrong"}</p>
      ${slider("Turn", 180, (Math.atan2(b, a) * 180) / Math.PI, (turn) => {
        lay([Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180), c]);
      })}
      ${shifts ? slider("Shift", Math.max(reach, y1 - y0), -c, (shift) => lay([a, b, -shift])) : nothing}`,
    ...(open && { touch, drag }),
  };
}

function placed(phone: Phone, { open }: PhoneNews, { board, most }: PointsQuestion): Way {
  const touched = phone.touched.value;
  const mine = phone.mine("points") ?? [];
  const [kind, cross] = [touched.kind.value, touched.cross.value];
  const drawing = new Drawing(board);
  const [x0, x1, y0, y1] = board.span;
  const hit = ([x, y]: Cross) => mine.findIndex((each) => Math.hypot(each[0] - x, each[1] - y) < 0.05 * (x1 - x0));
  const placeAt = ([x, y]: Cross) => {
    const index = hit([x, y]);
    if (index >= 0) phone.answer(mine.toSpliced(index, 1));
    else if (mine.length < most) phone.answer([...mine, [Math.round(x * 128) / 128, Math.round(y * 128) / 128, kind]]);
  };
  const under = cross ? hit(cross) : -1;
  const carried = touched.carried.value < mine.length ? touched.carried.value : -1;
  const putDown = ([x, y]: Cross, index: number) => {
    touched.carried.value = -1;
    phone.answer(mine.with(index, [x, y, mine[index][2]]));
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const digit = digitOf(event);
    if (digit === 1 || digit === 2) touched.kind.value = digit - 1;
    const to = moved(cross, key, board.span);
    const at: Cross = cross ?? [(x0 + x1) / 2, (y0 + y1) / 2];
    const [presses, takes] = [[" ", "Enter"].includes(key), letterOf(event) === "g"];
    if (to !== undefined) touched.cross.value = to;
    else if (carried >= 0 && (presses || takes)) putDown(at, carried);
    else if (takes && under >= 0) touched.carried.value = under;
    else if (presses) placeAt((touched.cross.value = at));
    else return;
    if (to === null) touched.carried.value = -1;
    event.preventDefault();
  };
  const seen = carried >= 0 && cross ? mine.with(carried, [...cross, mine[carried][2]]) : mine;
  const over = carried >= 0 ? ", with your point" : under >= 0 ? `, over your point ${mine[under][2] ? "−1" : "+1"}` : "";
  return {
    drawn: drawing.whole(drawing.grid(), drawing.points(seen, { size: 22 }), cross ? drawing.cross(cross) : nothing),
    controls: html`
      <p class="count" role="status">${mine.length} of ${most} placed${mine.length && open ? "; tap one to take it back" : ""}.${cross ? ` ${crossInWords(cross, over)}` : ""}</p>
      <div class="row">${["● +1", "▲ −1"].map((name, index) => html`<button class="choice kind-${index}" aria-pressed=${index === kind}
        ?disabled=${!open} @click=${() => (touched.kind.value = index)}>${name}</button>`)}</div>`,
    ...(open && { press, touch: (event: PointerEvent) => placeAt(drawing.placeOf(event)) }),
  };
}
