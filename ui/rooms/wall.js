// The wall of a room, and with the teacher's key in its address the room's controls, for a clicker or on a phone.

import { Drawing, colorOf, nameOf, node, unit } from "./board.js";
import { code, listen, post } from "./line.js";

const PLAY = 3000; // ms that a run is played for at most
const STEP = 350; // ms for a step of a short one
const KEY = "perceptron room key ";
const LOCALHOST = /^(localhost|127\.|\[::1\])/;
const WORDS = {
  open: "Open", fill: "Begin", again: "Talk, and vote again", play: "Play the majority's label", reveal: "Reveal", pause: "Stop", next: "Next question", end: "The end",
};

const find = (selector) => document.querySelector(selector);
const board = find(".board");
const picture = find(".picture");
const secret = takeKey();
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Told} */
let told;
let revealed = ""; // the question whose end was played
let playing = 0;

// ---- the teacher's hand

// Whoever sees the wall sees its address, so the key is there no longer than it must.
function takeKey() {
  const given = window.location.hash.slice(1);
  try {
    for (const name of Object.keys(window.localStorage))
      if (name.startsWith(KEY) && name !== KEY + code) window.localStorage.removeItem(name);
    if (given) window.localStorage.setItem(KEY + code, given);
    window.history.replaceState(null, "", window.location.pathname);
    return window.localStorage.getItem(KEY + code) ?? "";
  } catch {
    return given;
  }
}

async function command(name, more = {}) {
  try {
    const { status, told: heard } = await post("command", { key: secret, do: name, ...more });
    if (status !== 200) find(".phase").textContent = heard.refused;
  } catch {
    find(".phase").textContent = "The server does not answer; press again.";
  }
}

function teach() {
  find(".teacher").hidden = false;
  find(".teacher").onclick = ({ target }) => {
    const { do: name, open } = target.dataset;
    target.blur?.();
    if (name === "close" && !window.confirm("End the room, and delete all it holds?")) return;
    if (name) command(name === "pause" && !told.open ? "open" : name);
    if (open === "remote") remote();
    if (open === "save") save();
  };
  find("select").onchange = ({ target }) => {
    target.blur();
    command("go", { at: Number(target.value) });
  };
  find(".most input").onchange = ({ target }) => command("allow", { most: Number(target.value) });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("select, dialog, input")) return;
    if (["Enter", " "].includes(event.key) && target.closest("button, a")) return;
    const name = ["ArrowRight", "PageDown", " ", "Enter"].includes(event.key) ? "forward"
      : ["ArrowLeft", "PageUp"].includes(event.key) ? "back" : "";
    if (!name || event.repeat) return;
    event.preventDefault();
    command(name);
  });
  // Whoever has put it there sees it at once, and so does its phone.
  board.addEventListener("click", ({ target }) => {
    const { phone } = target.dataset;
    if (phone && window.confirm("Send the phone that has drawn this out of the room, with all its answers?"))
      command("remove", { phone: Number(phone) });
  });
}

async function drawCode(image, link) {
  try {
    image.src = (await post("picture", { link })).told.picture;
  } catch {
    setTimeout(() => drawCode(image, link), 2000);
  }
}

function remote() {
  drawCode(find(".remote img"), `${new URL(`./room/${code}/hand`, document.baseURI).href}#${secret}`);
  find(".remote").showModal();
}

async function save() {
  const { status, told: heard } = await post("table", { key: secret });
  if (status !== 200) return;
  const quoted = (value) => `"${String(value).replaceAll('"', '""')}"`;
  const rows = heard.rows.map(([words, vote, phone, value, at]) =>
    [quoted(words), vote, phone, quoted(value), new Date(at * 1000).toISOString()].join());
  const table = new Blob([["question,vote,phone,answer,time", ...rows, ""].join("\n")], { type: "text/csv" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(table), download: `room-${code}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// ---- showing

function show() {
  const { question, found, shown, open, joined, answered, vote } = told;
  find(".question").textContent = question.text;
  const pictured = Boolean(found) && question.kind !== "points" && (question.kind !== "rounds" || found.labels.length > 0);
  document.body.classList.toggle("is-shown", pictured);
  find(".found").hidden = !pictured;
  find(".counts").textContent = `${joined} joined · ${answered} answered`;
  const second = question.kind === "rounds" ? `Round ${vote} of ${question.bound}: ${unit(vote)}, +1 or −1?`
    : vote === 2 ? "Second vote" : "";
  find(".phase").textContent = shown && !open ? question.kind === "points" ? found.words : ""
    : open ? question.kind === "points" ? found?.words ?? "" : second || "Vote now"
      : answered ? "No answers are taken just now" : "";
  offer();
  if (!found) {
    revealed = "";
    return draw();
  }
  const now = JSON.stringify([told.id, question.kind]);
  if (["points", "rounds"].includes(question.kind)) {
    playing += 1; // the run of another question is no longer played
    picture.classList.remove("is-waiting");
    return draw();
  }
  if (revealed === now) return draw();
  revealed = now;
  return reveal();
}

function offer() {
  const { following, list, at, open, found, question } = told;
  find("[data-do=forward]").textContent = WORDS[following];
  find("[data-do=forward]").disabled = following === "end";
  find("[data-do=pause]").textContent = open ? "Pause" : "Take answers";
  const select = find("select");
  if (select.length !== list.length)
    select.replaceChildren(...list.map(({ text }, index) => new window.Option(`${index + 1}. ${text}`, String(index))));
  select.value = String(at);
  const most = find(".most");
  most.hidden = question.kind !== "points";
  if (document.activeElement !== most.firstElementChild) most.firstElementChild.value = question.most;
  const take = find(".take");
  take.hidden = !found?.query;
  if (found?.query) take.href = `./?${found.query}`;
  take.toggleAttribute("data-strong", question.kind === "points" && !open);
}

// The board as it is; with a line of the run while that is played.
function draw(line = told.question.line ?? told.question.board.line) {
  const { question, found } = told;
  const drawing = new Drawing(board, question.board);
  if (question.kind === "rounds") drawing.rounds(found, question.bound, !told.shown);
  else drawing.grid();
  if (question.kind === "points") {
    if (found?.line) drawing.sides(found.line).line(found.line, { stroke: "var(--st-green-color)", "stroke-width": 8 });
    drawing.points({ points: found?.points ?? [], ring: found?.proof });
  } else if (question.kind === "line") {
    for (const each of found?.lines ?? []) {
      const best = each[3] === found.best;
      const group = drawing.line(each, { stroke: colorOf(each[3]), "stroke-width": best ? 9 : 4, opacity: best ? 1 : 0.3 }, best);
      group.firstChild.dataset.phone = each[3];
    }
    if (found?.cone) drawing.cone(found.line, found.cone);
    if (found) drawing.line(found.line, { stroke: "var(--st-green-color)", "stroke-width": 8 }, true);
    drawing.points();
  } else if (question.kind !== "rounds") {
    if (line?.some(Boolean)) {
      drawing.sides(line);
      drawing.line(line, {}, true);
    }
    const right = found && question.named ? question.named[found.answer] : question.ring;
    drawing.points({ line: line?.some(Boolean) ? line : null, ring: right, named: question.named });
  }
  if (found) PICTURES[question.kind]?.(question, found);
}

// A run is stepped before its number falls among the guesses.
async function reveal() {
  const mine = (playing += 1);
  const { run } = told.found;
  picture.classList.add("is-waiting");
  if (run && run[0].length > 1 && !still.matches) {
    const pause = Math.min(STEP, PLAY / run.length);
    for (const [step, ...line] of run) {
      if (playing !== mine || !told.found) break;
      draw(line);
      find(".phase").textContent = `Update ${step}`;
      await new Promise((soon) => setTimeout(soon, pause));
    }
  }
  if (playing !== mine || !told.found) return;
  find(".phase").textContent = "";
  if (run && run[0].length > 1) draw(run.at(-1).slice(1));
  else draw();
  picture.classList.remove("is-waiting");
}

// ---- the picture of the answers beside the exact one

// Gives the picture the shape of its place, 1,000 wide, and returns how high that is.
function frame() {
  const { width, height } = picture.getBoundingClientRect();
  const tall = Math.round(1000 * Math.min(1, Math.max(0.5, height / (width || 1)))) || 620;
  picture.setAttribute("viewBox", `0 0 1000 ${tall}`);
  picture.replaceChildren();
  return tall;
}

const caption = (words) => (find("figcaption").textContent = words);

const PICTURES = {
  number({ bound }, { answer, votes, words }) {
    const every = votes.flatMap(({ count }) => count.flatMap(([value, times]) => Array(times).fill(value))).sort((a, b) => a - b);
    const most = Math.max(answer, bound ?? 0, every[Math.floor(every.length * 0.97)] ?? 0, 5);
    const width = Math.max(1, Math.ceil((most + 1) / 36));
    const bins = Math.floor(most / width) + 1;
    const given = votes.filter(({ of }) => of);
    const tall = frame();
    const low = tall - 90; // where the axis is
    const high = (low - 60) / Math.max(given.length, 1);
    const left = (bin) => 40 + (920 * bin) / (bins + 1);
    const at = (value) => left(Math.floor(value / width) + 0.5);
    const early = answer < most / 2;
    const binned = given.map(({ count }) => {
      const heights = Array(bins + 1).fill(0);
      for (const [value, times] of count) heights[Math.min(Math.floor(value / width), bins)] += times;
      return heights;
    });
    const top = Math.max(...binned.flat());
    given.forEach(({ of }, row) => {
      const foot = 60 + high * (row + 1);
      const name = votes[1].of ? ["First vote", "Second vote"][votes.indexOf(given[row])] : "Your guesses";
      node(picture, "text", { x: early ? at(bound ?? most) - 24 : 60, y: foot - high + 40, class: early ? "small end" : "small" }, `${name}: ${of}`);
      for (const [bin, times] of binned[row].entries()) {
        const size = ((high - 70) * times) / top;
        node(picture, "rect", {
          x: left(bin) + 2, y: foot - size, width: left(1) - left(0) - 4, height: size, rx: 3,
          fill: "var(--st-primary-color)", opacity: row < given.length - 1 ? 0.45 : 0.85,
        });
      }
      node(picture, "path", { d: `M40 ${foot}H960`, stroke: "currentColor", "stroke-width": 2 });
    });
    for (const value of new Set([0, bound ?? most])) node(picture, "text", { x: at(value), y: low + 26, class: "small middle" }, String(value));
    if (bound) {
      node(picture, "path", { d: `M${at(bound)} 60V${low}`, class: "bound" });
      node(picture, "text", { x: at(bound) + 20, y: 36, class: "small end" }, `at most ${bound}`);
    }
    const truth = node(picture, "g", { class: "truth" });
    node(truth, "path", { d: `M${at(answer)} 50V${low}`, class: "exact" });
    node(truth, "path", { d: `M${at(answer)} ${low + 8}l-16-26h32z`, class: "tip" });
    node(truth, "text", { x: at(answer), y: low + 54, class: "large middle" }, String(answer));
    const last = votes[1].of ? votes[1] : votes[0];
    const exact = last.right ? ` ${last.right} of ${last.of} said exactly so.` : "";
    caption(`${words}${last.of ? `${exact} The middle guess was ${last.middle}.` : ""}`);
    picture.setAttribute("aria-label", find("figcaption").textContent);
  },

  choose({ options }, { answer, votes, words }) {
    const high = (frame() - 40) / options.length;
    const last = votes[1].of ? 1 : 0;
    const most = Math.max(...votes.flatMap(({ count }) => count), 1);
    options.forEach((option, index) => {
      const top = 30 + index * high;
      const right = index === answer;
      for (const [row, vote] of votes.slice(0, last + 1).entries()) {
        const thick = Math.min(70, high * 0.6) * (row === last ? 1 : 0.4);
        const y = top + high * 0.36 + (last ? (row ? 0 : -thick - 6) : 0);
        const wide = (640 * vote.count[index]) / most;
        node(picture, "rect", {
          x: 220, y, width: Math.max(wide, 4), height: thick, rx: 4, class: right ? "bar right" : "bar", opacity: row === last ? 0.9 : 0.45,
        });
        if (row === last) node(picture, "text", { x: 236 + wide, y: y + thick / 2, class: "mid" }, String(vote.count[index]));
      }
      node(picture, "text", { x: 196, y: top + high * 0.36 + Math.min(70, high * 0.6) / 2, class: right ? "mid end truth-name" : "mid end" },
        right ? `✓ ${option}` : option);
    });
    caption(words);
    picture.setAttribute("aria-label", words);
  },

  rounds({ bound }, { labels, perceptron, words }) {
    const tall = frame();
    const rows = /** @type {[string, number][]} */ ([["The class", labels.length], ["The perceptron", perceptron]]);
    const high = (tall - 130) / rows.length;
    for (const [row, [name, mistakes]] of rows.entries()) {
      const top = 90 + row * high;
      node(picture, "text", { x: 40, y: top + 30, class: "mid" }, `${name}: ${mistakes} ${mistakes === 1 ? "mistake" : "mistakes"}`);
      node(picture, "rect", { x: 40, y: top + 66, width: (880 * mistakes) / bound, height: Math.min(70, high - 90), rx: 4, class: "bar", opacity: row ? 0.45 : 0.85 });
    }
    node(picture, "path", { d: `M920 60V${tall - 20}`, class: "bound" });
    node(picture, "text", { x: 940, y: 36, class: "small end" }, `at most ⌊1/γ²⌋ = ${bound}`);
    caption(words);
    picture.setAttribute("aria-label", words);
  },

  line({ shifts }, { lines, right, best, cone, words }) {
    frame();
    const total = Math.max(lines.length, 1);
    node(picture, "text", { x: 40, y: 90, class: "huge" }, `${right} of ${lines.length}`);
    node(picture, "text", { x: 40, y: 150, class: "mid" }, right === 1 ? "has nothing wrong" : "have nothing wrong");
    node(picture, "rect", { x: 40, y: 190, width: 920, height: 36, rx: 8, fill: "currentColor", opacity: 0.12 });
    node(picture, "rect", { x: 40, y: 190, width: (920 * right) / total, height: 36, rx: 8, fill: "var(--st-primary-color)" });
    if (best !== null) {
      node(picture, "circle", { cx: 76, cy: 326, r: 34, fill: colorOf(best) });
      node(picture, "text", { x: 130, y: 326, class: "mid" }, `The best is ${nameOf(best)}`);
    }
    node(picture, "path", { d: "M42 426h68", stroke: "var(--st-green-color)", "stroke-width": 10 });
    node(picture, "text", { x: 130, y: 426, class: "mid" }, "w*, the best of all lines");
    if (cone) {
      node(picture, "path", { d: "M42 526l66-30a72 72 0 0 1 0 60z", fill: "var(--st-green-color)", opacity: 0.35 });
      node(picture, "text", { x: 130, y: 526, class: "mid" }, shifts ? "the directions some shift makes right" : "the cone of all w with nothing wrong");
    }
    caption(words);
    picture.setAttribute("aria-label", `${right} of ${lines.length} lines have nothing wrong.`);
  },
};

const phoneLink = new URL(`./room/${code}`, document.baseURI).href;
const { hostname, host, pathname } = new URL("./room", document.baseURI);
find(".letters").textContent = code;
find(".address").textContent = `${host}${pathname}`;
if (LOCALHOST.test(hostname)) find(".only").textContent = `“${hostname}” names only this computer; phones need its network address.`;
drawCode(find(".code-picture"), phoneLink);
if (secret) teach();
listen("walls", {
  onNews(heard) {
    told = heard;
    show();
  },
  onLost() {
    find(".phase").textContent = "No connection; it is tried again.";
  },
  onOver(words) {
    document.body.classList.add("is-over");
    find(".question").textContent = words;
    find(".teacher").hidden = true;
  },
});
