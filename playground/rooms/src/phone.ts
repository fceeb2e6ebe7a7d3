// A phone in a room: the present question, controls to answer it, and a status line.

import { ARROW, Drawing, colorOf, isWrong, nameOf, node, pauseOf, placeOn, unit } from "./board.ts";
import { code, listen, post } from "./line.ts";
import { forget, forgetOver, onOthers, recall, remember } from "./memory.ts";

const RETRY = 1000; // ms
const REST = 300; // ms without a touch after which an answer is sent
const FALL = 600; // ms for which the wall drops a number into its picture
const PAUSED = 423;
const AWAY = "No connection. Your answers are kept, and sent as soon as there is a connection.";

const find = (selector) => document.querySelector(selector);
const status = find(".status");
const place = find(".answer");
const svg = find(".board");

// This phone's token and answers; all pages of this browser in this room share these, and a reload forgets nothing.
let kept = known() ?? begin();
/** @type {News} */
let news; // the last news of the room
let away = ""; // why answers cannot be sent now
let refused = ["", ""]; // the question and vote of a refused answer, and the reason
let drawn = ""; // the news that the controls were built for
let [restTimer, truthTimer] = [0, 0];
/** @type {(() => void) | null} */
let resting = null; // sends the line that was just turned
let ended = false;
let ear = ""; // the name of the open stream
let joined = false; // whether the phone has joined by this stream

function known() {
  try {
    const last = JSON.parse(recall(code));
    return last.token ? last : null;
  } catch {
    return null;
  }
}

function begin() {
  const token = Array.from(window.crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { token, place: 0, number: 0, answers: {}, outbox: [] };
}

// Changes this phone's answers, read anew because another page of this browser may have changed them.
function change(how = () => {}) {
  const last = known();
  if (last?.number >= kept.number) kept = last;
  how();
  if (!ended) remember(code, JSON.stringify(kept));
}

// ---- sending

const key = (vote = news.vote) => `${news.id} ${vote}`;
const mine = (vote) => kept.answers[key(vote)];

function answer(value) {
  change(() => {
    kept.answers[key()] = value;
    kept.number += 1;
    // A newer answer replaces an unsent one.
    kept.outbox = kept.outbox.filter(({ question, vote }) => question !== news.id || vote !== news.vote);
    kept.outbox.push({ number: kept.number, question: news.id, vote: news.vote, value });
  });
  refused = ["", ""];
  send();
  say();
}

function answerSoon(value) {
  clearTimeout(restTimer);
  resting = () => {
    clearTimeout(restTimer);
    resting = null;
    answer(value);
  };
  restTimer = setTimeout(resting, REST);
}

// Sends one report after the other, each until it is acknowledged or refused for good; after a pause it is sent again.
let sending = false;
async function send() {
  if (sending || ended || !ear) return;
  sending = true;
  while (!joined || kept.outbox.length) {
    const [report] = kept.outbox;
    if (joined && report.waits && !news?.open) break;
    let late = "";
    try {
      const joining = joined ? "" : ear;
      const { number, question, vote, value } = report ?? {};
      const { status: said, body } = joining
        ? await post("join", { token: kept.token, ear })
        : await post("report", { token: kept.token, number, question, vote, value });
      if (said === 429) late = body.refused;
      if (said === 429 || said >= 500) throw new Error(body.refused);
      if (joining && said !== 200) return over(body.refused);
      if (said === 404 || said === 410) return over(body.refused);
      change(() => {
        if (joining) kept.place = body.place;
        else if (said === PAUSED) kept.outbox = kept.outbox.map((each) => (each.number === number ? { ...each, waits: true } : each));
        else if (said !== 403) kept.outbox = kept.outbox.filter((each) => each.number !== number);
      });
      if (joining) joined = joining === ear;
      else if (said === 403) joined = false; // the phone's place was given away
      else refused = said === 200 ? ["", ""] : [`${question} ${vote}`, body.refused];
      away = "";
      say();
      if (said === PAUSED) break;
    } catch {
      away = late || AWAY;
      say();
      await new Promise((soon) => setTimeout(soon, RETRY));
    }
  }
  sending = false;
}

// ---- showing

function over(sentence) {
  ended = true;
  find("main").hidden = true;
  status.textContent = sentence;
  document.body.classList.add("is-over");
}

function say() {
  if (!news || ended) return;
  find(".mine").style.background = kept.place ? colorOf(kept.place) : "none";
  find(".room").textContent = kept.place ? `You are ${nameOf(kept.place)} · room ${code}` : `Room ${code}`;
  status.textContent = words();
  status.classList.toggle("is-away", Boolean(away));
}

function words() {
  const { open, shown, vote, truth, found, question: { kind } } = news;
  const said = mine() !== undefined;
  if (away) return away;
  if (kept.outbox.some(({ waits }) => !waits)) return "Sending …";
  if (refused[0] === key() && !shown) return refused[1];
  if (truth) return `${truth.words} ${compared()}`.trim();
  if (kind === "rounds" && (shown || (open && !said))) return shown ? found.words : `${found.words} Now ${unit(vote)}: +1 or −1?`;
  if (open && kind === "points") return "The wall shows each point as soon as you place it.";
  if (open && !said && kind === "line") return news.question.shifts
    ? "Drag the arrow's tip to turn the line, any other place to shift it." : "Drag the arrow to turn the line.";
  if (open && !said) return vote === 2 ? "Talk with your neighbour, and vote again." : "Your answer?";
  if (open) return "Sent. You can still change it; the wall counts who has answered.";
  if (kind === "points") return shown ? "The board is done. Look at the wall." : "Look at the wall: the round starts soon.";
  return said ? "Answers are closed. Look at the wall." : "Look at the wall: the question opens soon.";
}

function compared() {
  const { truth, question: { kind, options } } = news;
  if (kind === "line") return truth.best === kept.place && mine() ? "The best of all is yours!" : "";
  const said = mine(2) ?? mine(1);
  if (said === undefined) return "";
  if (said === truth.answer) return "You were right!";
  return `You said ${kind === "choose" ? options[said] : said}.`;
}

// ---- the four ways to answer

function build() {
  const { question, open, shown } = news;
  find(".question").textContent = question.text;
  const now = JSON.stringify([news.id, news.vote, open, shown, question.most, !news.truth]);
  if (now === drawn) return;
  drawn = now;
  place.replaceChildren();
  svg.onpointerdown = svg.onpointermove = svg.onkeydown = null;
  const aimed = open && question.kind === "points";
  svg.toggleAttribute("tabindex", aimed);
  if (aimed) svg.setAttribute("tabindex", "0");
  svg.setAttribute("role", aimed ? "application" : "img");
  svg.setAttribute("aria-label", aimed ? "The board: arrow keys aim, Enter places a point" : "The board");
  svg.classList.toggle("is-live", open && ["line", "points"].includes(question.kind));
  WAYS[question.kind](question, open);
}

function element(kind, properties = {}) {
  return Object.assign(document.createElement(kind), properties);
}

function still(question) {
  if (question.kind === "rounds") return new Drawing(svg, question.board).rounds(news.found, question.bound, !news.shown);
  const drawing = new Drawing(svg, question.board).grid();
  const line = question.line ?? question.board.line;
  if (line) {
    drawing.sides(line);
    drawing.line(line, {}, true);
  }
  return drawing.points({ line, ring: question.ring, named: question.named });
}

const WAYS = {
  rounds: (question, open) => WAYS.choose(question, open),

  number(question, open) {
    still(question);
    const form = element("form", { className: "row" });
    const field = element("input", {
      type: "number", inputMode: "numeric", min: 0, max: 999999, step: 1, required: true, disabled: !open,
      ariaLabel: "Your guess", placeholder: "your guess", value: mine() ?? mine(1) ?? "",
    });
    form.append(field, element("button", { className: "main", textContent: "Send", disabled: !open }));
    form.onsubmit = (event) => {
      event.preventDefault();
      answer(Number(field.value));
      field.blur();
    };
    place.append(news.truth ? element("p", { className: "exactly", textContent: news.truth.answer }) : form);
  },

  choose(question, open) {
    still(question);
    const row = element("div", { className: question.options.length > 2 ? "grid" : "row" });
    const right = news.truth?.answer;
    const mark = (chosen) => [...row.children].forEach((button, index) => button.setAttribute("aria-pressed", index === chosen));
    for (const [index, option] of question.options.entries()) {
      const button = element("button", {
        textContent: index === right ? `✓ ${option}` : option, className: index === right ? "choice right" : "choice", disabled: !open,
      });
      button.onclick = () => {
        mark(index);
        answer(index);
      };
      row.append(button);
    }
    mark(mine() ?? (question.kind === "choose" ? mine(1) : undefined));
    place.append(row);
  },

  line(question, open) {
    const { board, shifts } = question;
    const [x0, x1, y0, y1] = board.span;
    const reach = (x1 - x0) / 2;
    /** @type {Line} */
    let [a, b, c] = mine() ?? [Math.SQRT1_2, Math.SQRT1_2, 0];
    const count = element("p", { className: "count", role: "status" });
    const slider = (name, most) => {
      const label = element("label", { className: "slider", textContent: name });
      const field = element("input", { type: "range", min: -most, max: most, step: most / 180, disabled: !open });
      field.oninput = () => {
        [a, b] = [Math.cos((turn.value * Math.PI) / 180), Math.sin((turn.value * Math.PI) / 180)];
        c = shifts ? -Number(shift.value) : 0;
        draw();
        answerSoon([a, b, c]);
      };
      label.append(field);
      place.append(label);
      return field;
    };
    place.append(count);
    const turn = slider("Turn", 180);
    const shift = shifts ? slider("Shift", Math.max(reach, y1 - y0)) : { value: 0 };
    const draw = () => {
      /** @type {Line} */
      const line = [a, b, c];
      const drawing = new Drawing(svg, board).grid().sides(line);
      drawing.line(line, { stroke: kept.place ? colorOf(kept.place) : "var(--st-text-color)", "stroke-width": 8 }, true);
      if (news.truth?.line) drawing.line(news.truth.line, { stroke: "var(--st-green-color)", "stroke-dasharray": "24 14" });
      drawing.points({ line });
      const wrong = board.points.filter((point) => isWrong(line, point)).length;
      count.textContent = wrong ? `${wrong} wrong` : "Nothing is wrong";
      turn.value = (Math.atan2(b, a) * 180) / Math.PI;
      shift.value = -c;
    };
    let how = "";
    const pull = (event) => {
      const at = placeOn(board, svg, event);
      const foot = [-c * a, -c * b];
      const from = [at[0] - foot[0], at[1] - foot[1]];
      if (how === "turn") {
        const length = Math.hypot(...from);
        if (length < 0.02 * reach) return;
        [a, b] = from.map((each) => each / length);
        c = shifts ? -(a * foot[0] + b * foot[1]) : 0;
      } else c = -(a * at[0] + b * at[1]);
      draw();
      answerSoon([a, b, c]);
    };
    if (open) {
      svg.onpointerdown = (event) => {
        const at = placeOn(board, svg, event);
        const tip = [-c * a + a * ARROW * 2 * reach, -c * b + b * ARROW * 2 * reach];
        how = !shifts || Math.hypot(at[0] - tip[0], at[1] - tip[1]) < 0.3 * reach ? "turn" : "shift";
        svg.setPointerCapture(event.pointerId);
        pull(event);
      };
      svg.onpointermove = (event) => svg.hasPointerCapture(event.pointerId) && pull(event);
    }
    draw();
  },

  points(question, open) {
    const { board, most } = question;
    let placed = mine() ?? [];
    let kind = 0;
    const row = element("div", { className: "row" });
    const count = element("p", { className: "count", role: "status" });
    const buttons = ["● +1", "▲ −1"].map((name, index) => {
      const button = element("button", { textContent: name, className: `choice kind-${index}`, disabled: !open });
      button.onclick = () => {
        kind = index;
        draw();
      };
      return button;
    });
    const [x0, x1, y0, y1] = board.span;
    /** @type {Place | null} */
    let cross = null; // where the arrow keys aim
    const draw = () => {
      const drawing = new Drawing(svg, { ...board, points: placed }).grid();
      drawing.points({ size: 22 });
      if (cross)
        node(drawing.svg, "path", { d: `M${drawing.x(cross[0])} ${drawing.y(cross[1])}m-30 0h60m-30-30v60`, stroke: "currentColor", "stroke-width": 5 });
      count.textContent = `${placed.length} of ${most} placed${placed.length && open ? "; tap one to take it back" : ""}`;
      for (const [index, button] of buttons.entries()) button.setAttribute("aria-pressed", index === kind);
    };
    const touch = (at) => {
      const near = 0.05 * (x1 - x0);
      const hit = placed.findIndex(([x, y]) => Math.hypot(x - at[0], y - at[1]) < near);
      if (hit >= 0) placed = placed.filter((_, index) => index !== hit);
      else if (placed.length < most) placed = [...placed, [...at.map((each) => Math.round(each * 128) / 128), kind]];
      else return;
      draw();
      answer(placed);
    };
    if (open) {
      svg.onpointerdown = (event) => touch(placeOn(board, svg, event));
      svg.onkeydown = (event) => {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] }[event.key];
        if (!step && !["Enter", " "].includes(event.key)) return;
        event.preventDefault();
        cross ??= [(x0 + x1) / 2, (y0 + y1) / 2];
        if (!step) return touch(cross);
        const [x, y] = [cross[0] + 0.05 * step[0] * (x1 - x0), cross[1] + 0.05 * step[1] * (y1 - y0)];
        cross = [Math.min(x1, Math.max(x0, x)), Math.min(y1, Math.max(y0, y))];
        draw();
      };
    }
    row.append(...buttons);
    place.append(count, row);
    draw();
  },
};

function hear(next) {
  if (ended) return;
  resting?.(); // sends a line that answers the question before
  [news, away] = [next, ""];
  change(() => (kept.outbox = kept.outbox.filter((report) => !report.waits || report.question === news.id)));
  build();
  say();
  send();
}

// Another page of this phone has answered, or its answer was acknowledged.
function catchUp() {
  if (ended || !news) return;
  const before = JSON.stringify(mine());
  change();
  if (JSON.stringify(mine()) !== before) drawn = "";
  build();
  say();
  send();
}

if (code) {
  find("main").hidden = false;
  change(); // keeps the token at once, so that a second page is the same phone
  forgetOver();
  onOthers(code, catchUp);
  window.addEventListener("pagehide", () => resting?.());
  listen("phones", {
    onEar(name) {
      [ear, joined] = [name, false];
    },
    onNews(next) {
      clearTimeout(truthTimer);
      // A phone that has just answered shows the truth after the wall has played the run.
      const lines = news?.open && next.truth?.lines;
      if (lines) truthTimer = setTimeout(() => hear(next), lines * pauseOf(lines) + FALL);
      hear(lines ? { ...next, truth: undefined } : next);
    },
    onLost() {
      away = AWAY;
      say();
    },
    onOver(sentence) {
      forget(code);
      over(sentence);
    },
  });
} else {
  const form = find(".enter");
  form.hidden = find(".ready").hidden = false;
  status.textContent = "";
  form.onsubmit = (event) => {
    event.preventDefault();
    const letters = form.code.value.replace(/[^a-z]/gi, "").toUpperCase();
    if (letters.length === 6) window.location.href = new URL(`./room/${letters}`, document.baseURI).href;
    else status.textContent = "A code has six letters.";
  };
}
