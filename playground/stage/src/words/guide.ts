// The guide to a scene: an introduction, tasks that are ticked off when done, and the finding.

import { ended } from "../store/outcome.ts";
import { viewsOf } from "../store/views.ts";
import { keepText, recallJson } from "../store/kept.ts";
import { letterOf } from "../page/letters.ts";
import { Task } from "./task.ts";

const ASTRAY = "This board is your own now: “The lesson's board” leads back.";
const NEXT = "Next →";
const NEXT_LESSON = ".st-key-next-lesson a";
const SIDEBAR = '[data-testid="stSidebar"]';
const FIRST = "#first"; // the first document, before the sidebar has come
const WHERE = "Where?";
const ALL = "nav [data-all]";
const ON_FULL = "On the full page →";

export class Guide {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("./words.ts").Words} words
   */
  constructor(model, page, words) {
    this.model = model;
    this.page = page;
    this.words = words;
    this.node = page.root.parentElement.querySelector(".stage-guide");
    this.task = new Task(page);
    this.announced = "";
    /** @type {string[]} */
    this.aims = []; // selectors of the controls to set next
    this.beneath = ""; // the part of the page, below the board on a phone, that the next task names
    this.fresh = false; // whether a part was done just now
    this.style = this.node.parentElement.appendChild(document.createElement("style")); // for elements around the stage
  }

  listen(on) {
    on(this.node, "click", ({ target }) => target.closest("button:not(.stage-task *)") && this.lead());
    on(this.page.part("answer"), "click", ({ target }) => target.closest("button") && goOn());
    on(document, "keydown", (event) => {
      const { target, ctrlKey, metaKey, altKey } = event;
      if (letterOf(event) !== "n" || ctrlKey || metaKey || altKey || target.closest?.("input, textarea, select, [role=dialog]")) return;
      goOn();
    });
  }

  build() {
    const { model, page, node } = this;
    const { guide } = model.data;
    const room = page.part("answer");
    node.hidden = !guide;
    room.hidden = !guide?.parts;
    const task = guide && this.task.build(guide, ended(model));
    if (!guide || task) {
      if (task?.parentElement !== node || !task) node.replaceChildren(...(task ? [task] : []));
      this.dress("");
      return;
    }
    const parts = guide.parts ?? [];
    const done = this.done();
    const all = parts.length > 0 && parts.every((_, place) => done.has(place));
    if (all && guide.remember) keepText(guide.remember, "seen");
    const { astray } = guide;
    const next = parts.findIndex((_, place) => !done.has(place));
    const asked = next >= 0 && next !== guide.now ? parts[next].controls : [];
    this.aims = asked.map(controlOf);
    const places = next >= 0 ? parts[next].places : [];
    const pointed = places.map((place) => placeOf(place, model.data));
    if (places.some(([kind]) => kind === "sentence") && !page.root.classList.contains("has-numbers")) this.words.unfoldNumbers();
    this.beneath = pointed.find((_, i) => isBeneath(places[i])) ?? "";
    const answers = parts.map(({ answer }) => answer).join(" ");
    const reply = astray ? ASTRAY : parts.filter((_, place) => done.has(place)).map(({ answer }) => answer).join(" ");
    node.replaceChildren(
      newWords([guide.title, ...(guide.finding ? [`${guide.finding} ✓`] : [])], guide.text, Number(all && !astray)),
      ...(parts.length ? [newList(parts, done, guide.now, next, this.way)] : []),
      ...(parts.length ? [newPresented(reply, answers)] : []),
    );
    // Closed groups around the ringed controls are ringed, too.
    const hiding = this.aims.map((control) => `details:not([open]):has(${control}) summary`);
    const ringed = [...this.aims, ...hiding, ...pointed].join(", ");
    this.dress((ringed && `${ringed} { ${RING} }`) + (parts.length && !guide.home ? LED_BACK : ""));
    // Room for the answers is reserved from the beginning, so that nothing moves later.
    room.dataset.room = `${answers} ${NEXT}`;
    room.firstElementChild.replaceChildren(reply, ...(all && !astray && document.querySelector(NEXT_LESSON) ? [" ", buttonOf(NEXT, "Next lesson (N)")] : []));
    const spoken = astray ? [reply] : [reply || guide.title, reply ? "" : guide.text, parts[next]?.task ?? guide.finding];
    const words = spoken.filter(Boolean).join(" ");
    if (words !== this.announced) page.say((this.announced = words));
    // On a phone the answer stands below the sentence, perhaps out of sight.
    if (this.fresh && window.parent === window) requestAnimationFrame(() => room.scrollIntoView({ block: "nearest" }));
    this.fresh = false;
  }

  // A browser restyles the whole page whenever a style is written, even the same style.
  dress(rules) {
    if (this.style.textContent !== rules) this.style.textContent = rules;
  }

  // The parts that are done: those noted in this browser, and the present part if its end was seen.
  done() {
    const { model, model: { data: { guide } } } = this;
    const key = `${guide?.remember} parts`;
    const places = new Set([recallJson(key) ?? []].flat());
    const { now } = guide ?? {};
    if (typeof now === "number" && ended(model) && !places.has(now)) {
      this.fresh = true;
      places.add(now);
      keepText(key, JSON.stringify([...places]));
    }
    return places;
  }

  // A button that leads to the next control or part or, from a light page, which has no controls, to the full page.
  get way() {
    if (this.aims.length) {
      if (document.querySelector(`${FIRST}, ${SIDEBAR}`)) return buttonOf(WHERE);
      return document.querySelector(ALL) ? buttonOf(ON_FULL) : null;
    }
    if (!this.beneath) return null;
    const button = buttonOf(WHERE);
    button.className = "stage-near";
    return button;
  }

  // Bring into view the first control to set or part to look at, even if it is hidden.
  async lead() {
    const sidebar = document.querySelector(SIDEBAR);
    if (!this.aims.length) {
      document.querySelector(this.beneath)?.scrollIntoView({ block: "nearest" });
      return;
    }
    if (!sidebar) {
      /** @type {HTMLElement | null} */ (document.querySelector(ALL))?.click();
      return;
    }
    const control = sidebar.querySelector(this.aims[0]);
    if (sidebar.getAttribute("data-collapsed") === "true")
      /** @type {HTMLElement | null} */ (document.querySelector('[data-testid="stExpandSidebarButton"]'))?.click();
    /** @type {HTMLElement | null | undefined} */ (control?.closest("details:not([open])")?.querySelector("summary"))?.click();
    await new Promise((soon) => setTimeout(soon, OPENING));
    control?.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null | undefined} */ (control?.querySelector("input"))?.focus();
  }
}

const OPENING = 350; // ms that a sidebar or a group takes to open
const LED_BACK = ".st-key-lesson .st-key-again { visibility: visible; }";
const RING = "outline: 2px dashed; outline-offset: 4px; border-radius: 0.4rem;";

const controlOf = (key) => `${SIDEBAR} :is(.st-key-${key}, [class*="st-key-${key}-"])`;

const BOARD = '.stage-panel[data-area="board"]';

/**
 * @param {string[]} place
 * @param {import("../store/payload.ts").Payload} data
 */
function placeOf([kind, name], data) {
  return {
    arrow: `${BOARD} [data-kind="arrow"]`,
    point: `${BOARD} [data-point="${name}"]`,
    panel: `.stage-panel[data-area="${name}"]`,
    view: `.stage-views [data-view="${viewsOf(data).indexOf(name)}"]`,
    home: ".st-key-again button",
  }[kind] ?? `.stage-${kind}`;
}

/** @type {(place: string[]) => boolean} */
const isBeneath = ([kind, name]) => kind === "view" || kind === "field" || (kind === "panel" && name !== "board");

// Follow the page's own link, which loads nothing twice.
function goOn() {
  /** @type {HTMLElement | null} */ (document.querySelector(NEXT_LESSON))?.click();
}

function buttonOf(name, title = "") {
  const button = document.createElement("button");
  button.type = "button";
  button.title = title;
  button.textContent = name;
  return button;
}

// The words under the chosen title; room for the other titles' words is reserved, so that nothing moves later.
function newWords(titles, words, chosen) {
  const room = document.createElement("div");
  room.append(...titles.map((title, place) => {
    const line = document.createElement("p");
    const heading = document.createElement("strong");
    heading.textContent = title;
    line.append(heading, " ", words);
    line.toggleAttribute("data-away", place !== chosen);
    return line;
  }));
  return room;
}

// The answer or, before it is known, room for it, while presenting.
function newPresented(reply, answers) {
  const line = document.createElement("p");
  line.className = "stage-told";
  line.textContent = reply || answers;
  line.toggleAttribute("data-away", !reply);
  return line;
}

function newList(parts, done, now, next, way) {
  const list = document.createElement("ul");
  list.append(...parts.map(({ task }, place) => {
    const item = document.createElement("li");
    item.className = done.has(place) ? "is-done" : "";
    if (place === now) item.setAttribute("aria-current", "step");
    item.append(task);
    if (place === next && way) item.append(" ", way);
    return item;
  }));
  return list;
}
