// The first look of somebody who has never been here: what there is to do. The rest comes with the first touch.

import { keepText, recallJson } from "./kept.js";

const BEGUN = "begun"; // under which the browser keeps that somebody has been here

export class Newcomer {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./page.js").Page} page
   */
  constructor(model, page) {
    this.model = model;
    this.page = page;
    this.begun = Boolean(recallJson(BEGUN));
  }

  // Only where a scene has a promise and the address asks for nothing: a link shows all that it was made to show, and a
  // hall all that is presented.
  build() {
    const { promise, address } = this.model.data;
    this.page.part("promise").textContent = promise ?? "";
    this.page.root.classList.toggle("is-new", Boolean(promise) && !this.begun && !this.page.present.on && !Object.keys(address).length);
  }

  begin() {
    if (this.begun) return;
    this.begun = true;
    keepText(BEGUN, "true");
    this.build();
  }

  draw() {
    const { step, line, edits } = this.model;
    if (step > 0 || line || edits.past.length) this.begin();
  }
}
