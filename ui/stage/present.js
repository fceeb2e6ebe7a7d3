// Presenting: the board, what stands beside it and the sentence alone, in type for those who sit far away.

import { isPresented, writePresented } from "./address.js";

const TYPE = 1.6; // times as large as at a desk
const WALL = [960, 540]; // px that the stage lays itself out for, where the window is larger than for that type
const LEAST = [320, 360]; // px below which nothing would have its room, and the type grows less

const PRESENTING = "is-presenting";
// The document is told by a class of its own: a style sheet that asked what it has would do so at each change in it.
const ALONE = "stage-alone";

export class Present {
  constructor(root) {
    this.root = root;
    this.room = root.parentElement;
    this.zoom = 1; // how many times as large as it is laid out the stage is drawn
    this.set(isPresented());
  }

  listen(on) {
    // In full screen the browser takes Escape for itself.
    on(document, "fullscreenchange", () => this.on && !document.fullscreenElement && this.toggle());
    on(window, "popstate", () => this.set(isPresented()));
  }

  get on() {
    return this.root.classList.contains(PRESENTING);
  }

  // Where the browser keeps the whole screen to itself, its window has to do.
  toggle() {
    const on = !this.on;
    writePresented(on);
    this.set(on);
    if (on && document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
    else if (!on && document.fullscreenElement) document.exitFullscreen();
  }

  set(on) {
    const button = this.root.querySelector("[data-do=present]");
    this.mark(on);
    button.textContent = on ? "Leave" : "Present";
    button.title = on ? "Back to the whole page (Escape or P)" : "Board, curves and sentence alone, in large type (P)";
    this.measure();
  }

  // Another stage may have come before this one goes.
  mark(on) {
    this.root.classList.toggle(PRESENTING, on);
    document.documentElement.classList.toggle(ALONE, Boolean(document.querySelector(`.${PRESENTING}`)));
  }

  measure() {
    const { room, root } = this;
    this.zoom = 1;
    if (!this.on) return;
    const { clientWidth: wide, clientHeight: high } = room;
    const fit = (size) => Math.min(wide / size[0], high / size[1]);
    this.zoom = Math.min(fit(LEAST), Math.max(TYPE, fit(WALL)));
    room.style.setProperty("--stage-zoom", this.zoom);
    const above = root.getBoundingClientRect().top - room.getBoundingClientRect().top + room.scrollTop;
    root.style.setProperty("--stage-wide", `${wide / this.zoom}px`);
    root.style.setProperty("--stage-high", `${(high - above) / this.zoom}px`);
    const low = root.querySelector(".stage-sentence").getBoundingClientRect().height;
    root.style.setProperty("--stage-low", `${low / this.zoom}px`);
  }
}
