// The stage for a new visitor: it shows only the first thing to do, and the rest after the first touch.

import { keepText, recallJson } from "../store/kept.ts";
import type { Model } from "../store/model.ts";
import type { Page } from "../page/page.ts";

const BEGUN = "begun"; // the name under which the browser notes that a visitor has been here

export class Newcomer {
  private readonly model: Model;
  private readonly page: Page;
  private begun = Boolean(recallJson(BEGUN));

  constructor(model: Model, page: Page) {
    this.model = model;
    this.page = page;
  }

  // Only on a page of the app without parameters: a link, a file and a presentation show everything at once.
  build() {
    const { model: { data: { promise, address } }, page } = this;
    const asks = Object.keys(address).length > 0 || page.visit.page === null || page.present.on;
    page.part("promise").textContent = promise ?? "";
    for (const node of [page.root, page.part("settings")])
      node.classList.toggle("is-new", Boolean(promise) && !this.begun && !asks);
  }

  begin() {
    if (this.begun) return;
    this.begun = true;
    keepText(BEGUN, "true");
    this.build();
  }

  draw() {
    const { step, aside, line, edits } = this.model;
    if ((step > 0 && !aside) || line || edits.past.length) this.begin();
  }
}
