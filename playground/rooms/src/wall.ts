// The wall of a room; with the teacher's key it has the room's controls, for a clicker or on a phone.

import { csv } from "../../stage/src/share/csv.ts";
import { linesOf, pauseOf, unit } from "./board.ts";
import { code, listen, post } from "./line.ts";
import { forget, forgetOver, keyOf, recall, remember } from "./memory.ts";
import { PICTURES, drawBoard, nothingWrong } from "./pictures.ts";
import { summary } from "./summary.ts";

const SLIP = 500; // ms in which a second press does not count: a clicker bounces
const LOCALHOST = /^(localhost|127\.|\[::1\])/;
const WORDS = {
  open: "Open", fill: "Begin", again: "Talk, and vote again", play: "Play the majority's label", reveal: "Reveal", pause: "Stop", next: "Next question", end: "The end",
};

const SURE = {
  close: "End the room, and delete all its answers?",
  dismiss: "Remove all phones that have not answered anything yet? A removed phone can join again, unless the room is locked.",
};

const find = (selector) => document.querySelector(selector);
const board = find(".board");
const picture = find(".picture");
const secret = takeKey();
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
/** @type {News} */
let news;
let revealed = ""; // the question whose run was played
let playing = 0;

// ---- the teacher's controls

// The class sees the wall's address: the key is taken out of it at once.
function takeKey() {
  const given = window.location.hash.slice(1);
  if (given && !remember(keyOf(code), given)) return given;
  forgetOver();
  window.history.replaceState(null, "", window.location.pathname);
  return recall(keyOf(code));
}

// Sends the command of a button or a key, unless the last press was just now.
let pressed = -SLIP;
function press({ timeStamp }, name) {
  if (timeStamp - pressed < SLIP) return;
  pressed = timeStamp;
  command(name);
}

async function command(name, more = {}) {
  try {
    const { status, body } = await post("command", { key: secret, do: name, ...more });
    if (status !== 200) find(".phase").textContent = body.refused;
  } catch {
    find(".phase").textContent = "The server does not answer; press again.";
  }
}

function teach() {
  find(".teacher").hidden = false;
  find(".teacher").onclick = (event) => {
    const { target } = event;
    const { do: name, open } = target.dataset;
    target.blur?.();
    if (name in SURE) {
      if (window.confirm(SURE[name])) command(name);
    } else if (name) press(event, name === "pause" && !news.open ? "open" : name);
    if (open === "remote") remote();
    if (open === "save") find("dialog.save").showModal();
  };
  const saving = find("dialog.save");
  saving.onclose = () => saving.returnValue && save(saving.returnValue);
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
    press(event, name);
  });
  // A click on a drawn point or line removes its phone.
  board.addEventListener("click", ({ target }) => {
    const { phone } = target.dataset;
    if (phone && window.confirm("Remove the phone that drew this, with all its answers?"))
      command("remove", { phone: Number(phone) });
  });
}

async function drawCode(image, link) {
  try {
    image.src = (await post("picture", { link })).body.picture;
  } catch {
    setTimeout(() => drawCode(image, link), 2000);
  }
}

function remote() {
  drawCode(find(".remote img"), `${new URL(`./room/${code}/hand`, document.baseURI).href}#${secret}`);
  find(".remote").showModal();
}

async function save(what) {
  find("dialog.save").returnValue = "";
  const { status, body } = await post(what, { key: secret });
  if (status !== 200) find(".phase").textContent = body.refused;
  else if (what === "table") saveFile("csv", "text/csv", table(body.rows));
  else saveFile("html", "text/html", summary(body.questions, find("style").textContent));
}

// `csv` begins the file with a mark by which Excel knows that it is UTF-8.
function table(answers) {
  const rows = answers.map(([words, vote, phone, value, at, asked]) => [words, asked, vote, phone, value, new Date(at * 1000).toISOString()]);
  return csv(["question", "asked", "vote", "phone", "answer", "time"], rows);
}

function saveFile(kind, type, text) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href, download: `room-${code}.${kind}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// ---- showing

function show() {
  const { question, found, shown, open, joined, answered, vote } = news;
  find(".question").textContent = question.text;
  const pictured = Boolean(found) && question.kind !== "points" && (question.kind !== "rounds" || found.labels.length > 0);
  document.body.classList.toggle("is-shown", pictured);
  find(".found").hidden = !pictured;
  find(".counts").textContent = `${joined} joined · ${answered} answered`;
  find(".counts").style.setProperty("--part", `${(100 * answered) / Math.max(joined, 1)}%`);
  document.body.classList.toggle("is-open", open);
  const second = question.kind === "rounds" ? `Round ${vote} of ${question.bound}: ${unit(vote)}, +1 or −1?`
    : vote === 2 ? "Second vote" : "";
  find(".phase").textContent = shown && !open ? question.kind === "points" ? found.words : ""
    : open ? question.kind === "points" ? found?.words ?? "" : second || "Vote now"
      : answered ? "Answers are closed just now" : "";
  offer();
  if (!found) {
    revealed = "";
    return draw();
  }
  const now = JSON.stringify([news.id, question.kind]);
  if (["points", "rounds"].includes(question.kind)) {
    playing += 1; // stops the run of another question
    find(".found").classList.remove("is-waiting");
    return draw();
  }
  if (revealed === now) return find(".found").classList.contains("is-waiting") || draw();
  revealed = now;
  return reveal();
}

function offer() {
  const { following, list, at, open, shown, found, question } = news;
  find("[data-do=forward]").textContent = WORDS[following];
  find("[data-do=forward]").disabled = following === "end";
  find("[data-do=pause]").textContent = open ? "Pause" : "Take answers";
  Object.assign(find(".lock"), { textContent: news.locked ? "Unlock" : "Lock" }).dataset.do = news.locked ? "unlock" : "lock";
  find("[data-do=pause]").disabled = shown && question.kind !== "points";
  const select = find("select");
  if (select.length !== list.length)
    select.replaceChildren(...list.map(({ text, again }, index) => new window.Option(`${index + 1}. ${text}${again ? " (again)" : ""}`, String(index))));
  select.value = String(at);
  const most = find(".most");
  most.hidden = question.kind !== "points";
  if (document.activeElement !== most.firstElementChild) most.firstElementChild.value = question.most;
  find("[data-do=repeat]").hidden = list.some(({ again }) => again);
  const take = find(".take");
  take.hidden = !found?.query;
  if (found?.query) take.href = `./?${found.query}`;
  take.toggleAttribute("data-strong", question.kind === "points" && !open);
}

// The line on the board: after the reveal, the last of the run.
function lineNow() {
  const { question, found } = news;
  return linesOf(found ?? {}).at(-1)?.slice(1) ?? question.line ?? question.board.line;
}

// Draws the board; while the run is played, `line` is the line of its step.
function draw(line = lineNow()) {
  const { question, found } = news;
  drawBoard(board, question, found, { line, open: !news.shown });
  const words = found && PICTURES[question.kind]?.(picture, frame(), question, found);
  if (!words) return;
  find("figcaption").textContent = words;
  picture.setAttribute("aria-label", question.kind === "line" ? `${found.right} of ${found.lines.length} ${nothingWrong(found.right)}. ${words}` : words);
}

// Plays the run, then shows its number among the guesses.
async function reveal() {
  const mine = (playing += 1);
  const run = linesOf(news.found);
  find(".found").classList.add("is-waiting"); // the picture and its words
  if (!still.matches) {
    for (const [step, ...line] of run) {
      if (playing !== mine || !news.found) break;
      draw(line);
      find(".phase").textContent = `Update ${step}`;
      await new Promise((soon) => setTimeout(soon, pauseOf(run.length)));
    }
  }
  if (playing !== mine || !news.found) return;
  find(".phase").textContent = "";
  draw();
  find(".found").classList.remove("is-waiting");
}

// ---- the picture of the answers

// Fits the picture, 1,000 wide, to its place on the page; returns its height.
function frame() {
  const { width, height } = picture.getBoundingClientRect();
  const tall = Math.round(1000 * Math.min(1, Math.max(0.5, height / (width || 1)))) || 620;
  picture.setAttribute("viewBox", `0 0 1000 ${tall}`);
  picture.replaceChildren();
  return tall;
}

const phoneLink = new URL(`./room/${code}`, document.baseURI).href;
const { hostname, host, pathname } = new URL("./room", document.baseURI);
find(".letters").textContent = code;
find(".address").textContent = `${host}${pathname}`;
if (LOCALHOST.test(hostname)) find(".only").textContent = `“${hostname}” names only this computer; phones need its network address.`;
drawCode(find(".code-picture"), phoneLink);
if (secret) teach();
listen("walls", {
  onEar(ear) {
    if (secret) command("look", { ear });
  },
  onNews(next) {
    news = next;
    show();
  },
  onLost() {
    find(".phase").textContent = "No connection; trying again.";
  },
  onOver(words) {
    forget(code);
    document.body.classList.add("is-over");
    find(".question").textContent = words;
    find(".teacher").hidden = true;
  },
});
