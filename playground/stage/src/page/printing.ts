// Printing: the stage is as wide as a sheet, in the light theme, without buttons and fields.

import { isPresented, linkToShare } from "../link/query.ts";
import type { On } from "./listen.ts";
import type { Page } from "./page.ts";

export class Printing {
  private readonly paper = window.matchMedia("print");

  /** @param redraw at once, for a browser that prints does not wait for the next frame */
  constructor(private readonly page: Page, private readonly redraw: () => void) {}

  // Some browsers send only the events, others only change the media type.
  listen(on: On) {
    on(window, "beforeprint", () => { this.set(true); });
    on(window, "afterprint", () => { this.set(false); });
    on(this.paper, "change", ({ matches }) => { this.set(matches); });
  }

  private set(on: boolean) {
    const { page, page: { room } } = this;
    if (on === room.classList.contains("is-printing")) return;
    room.classList.toggle("is-printing", on);
    if (on) page.present.leave();
    else page.present.set(isPresented());
    // Nobody else could open the address of a page on a disk.
    page.part("address").textContent = window.location.protocol === "file:" ? "" : linkToShare();
    page.colors.clear();
    this.redraw();
  }
}
