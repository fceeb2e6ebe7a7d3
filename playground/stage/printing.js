// Printed, the stage is as wide as a sheet, in the light theme, and shows nothing that a hand would need.

import { isPresented, linkToShare } from "./address.js";

export class Printing {
  /**
   * @param {import("./page.js").Page} page
   * @param {() => void} redraw at once, for a browser that prints does not wait for the next frame
   */
  constructor(page, redraw) {
    this.page = page;
    this.redraw = redraw;
    this.room = page.root.parentElement;
    this.paper = window.matchMedia("print");
  }

  // Not every browser tells both that it prints and that its page is now one of a printer.
  listen(on) {
    on(window, "beforeprint", () => this.set(true));
    on(window, "afterprint", () => this.set(false));
    on(this.paper, "change", ({ matches }) => this.set(matches));
  }

  set(on) {
    const { page, room } = this;
    if (on === room.classList.contains("is-printing")) return;
    room.classList.toggle("is-printing", on);
    if (on) page.present.leave();
    else page.present.set(isPresented());
    // A page on a disk has no address that anybody else could open.
    page.part("address").textContent = window.location.protocol === "file:" ? "" : linkToShare();
    page.colors.clear();
    this.redraw();
  }
}
