// Presenting: only the board, its neighbours and its words, in type for people who sit far away.

import { isPresented, writePresented } from "../link/query.ts";
import { Timer } from "../link/timer.ts";
import type { On } from "./listen.ts";
import { find } from "./parts.ts";
import type { Parts } from "./parts.ts";

type Size = readonly [wide: number, high: number];

const TYPE = 1.4; // the least enlargement, compared with a desk
const WALL: Size = [720, 540]; // px of the stage's layout in a window so large that the type can grow beyond TYPE
const LEAST: Size = [320, 360]; // px that the layout needs at least; in a smaller window the type grows less
const SPOT_LASTS = 1500; // ms that the spot stays after the pointer's last move
const LEADS_FOR = 10000; // ms to wait for the next board

const PRESENTING = "is-presenting";
const COVERED = "is-blank";
// A class of the document, because a style sheet with `:has()` would check the document at each change in it.
const ALONE = "stage-alone";

// Runs while the next board to present is on its way.
const leading = new Timer(markAlone);

export function arriveAlone() {
  leading.stop();
  markAlone();
}

function markAlone() {
  const alone = leading.waits || document.querySelector(`.${PRESENTING}`) !== null;
  document.documentElement.classList.toggle(ALONE, alone);
}

export class Present {
  zoom = 1; // the enlargement of the stage's layout
  private readonly fading = new Timer(() => { this.parts.spot.hidden = true; });

  constructor(private readonly root: HTMLElement, private readonly room: HTMLElement, private readonly parts: Parts) {
    this.set(isPresented() || leading.waits);
  }

  listen(on: On) {
    // In full screen the browser takes Escape for itself.
    on(document, "fullscreenchange", () => { if (this.on && !document.fullscreenElement) this.toggle(); });
    on(window, "popstate", () => { this.set(isPresented()); });
    for (const type of ["pointerdown", "pointermove"] as const) on(document, type, (event) => { this.point(event); }, { capture: true });
  }

  get on() {
    return this.root.classList.contains(PRESENTING);
  }

  get blank() {
    return this.room.classList.contains(COVERED);
  }

  // If the browser allows no full screen, the stage fills its window.
  toggle() {
    const on = !this.on;
    writePresented(on);
    this.set(on);
    if (on && document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => undefined);
    else if (!on && document.fullscreenElement) void document.exitFullscreen();
  }

  set(on: boolean) {
    const button = find(this.root, "button", "[data-do=present]");
    this.root.classList.toggle(PRESENTING, on);
    markAlone();
    if (!on) this.cover(false);
    button.textContent = on ? "Leave" : "Present";
    button.title = on ? "Back to the whole page (Escape or P)" : "Board, numbers, curves and sentence alone, in large type (P)";
    this.measure();
  }

  /** If the stage is presented, hide the page's other parts until the next board has come. */
  leadOn() {
    if (this.on) leading.set(LEADS_FOR);
  }

  // The address of the next board does not say yet that it is presented.
  arrive() {
    if (this.on && !isPresented()) writePresented(true);
    if (leading.waits) arriveAlone();
  }

  // Another stage may have come before this one goes.
  leave() {
    this.fading.stop();
    this.root.classList.remove(PRESENTING);
    markAlone();
  }

  cover(on = !this.blank) {
    this.room.classList.toggle(COVERED, on);
  }

  // Show a spot at the mouse or the finger. A browser also reports a resting mouse when the page moves under it.
  private point({ type, clientX, clientY, movementX, movementY }: PointerEvent) {
    if (!this.on || (type === "pointermove" && movementX === 0 && movementY === 0)) return;
    const { spot } = this.parts;
    spot.style.transform = `translate(${clientX}px, ${clientY}px)`;
    spot.hidden = false;
    this.fading.set(SPOT_LASTS);
  }

  measure() {
    const { room, root } = this;
    this.zoom = 1;
    if (!this.on) return;
    const { clientWidth: wide, clientHeight: high } = room;
    const fit = (size: Size) => Math.min(wide / size[0], high / size[1]);
    this.zoom = Math.max(fit(WALL), Math.min(fit(LEAST), TYPE));
    room.style.setProperty("--stage-zoom", String(this.zoom));
    const above = root.getBoundingClientRect().top - room.getBoundingClientRect().top + room.scrollTop;
    root.style.setProperty("--stage-wide", `${wide / this.zoom}px`);
    root.style.setProperty("--stage-high", `${(high - above) / this.zoom}px`);
  }
}
