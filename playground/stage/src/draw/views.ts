// The views of a scene: a panel that belongs to a view is shown only while that view is chosen.

import { viewsOf } from "../store/views.ts";

export class Views {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("./panels.ts").Panels} panels
   * @param {() => void} drawAll
   */
  constructor(model, page, panels, drawAll) {
    this.model = model;
    this.page = page;
    this.panels = panels;
    this.drawAll = drawAll;
    this.row = page.part("views");
    this.wanted = ""; // the view that a later scene shows again if it has it
    this.signature = "";
  }

  get names() {
    return viewsOf(this.model.data);
  }

  get chosen() {
    return Math.max(0, this.names.indexOf(this.wanted));
  }

  build() {
    const { names, row, model: { data }, panels: { list } } = this;
    row.hidden = names.length < 2;
    // Tab leads from the board to the tabs, and from the tabs to the panels of the chosen view.
    const first = list[data.panels.findIndex(({ view }) => view !== undefined)]?.node;
    if (first && row.nextSibling !== first) first.before(row);
    const signature = JSON.stringify(names);
    if (signature !== this.signature) row.replaceChildren(...names.map(newTab));
    this.signature = signature;
    this.show();
  }

  show() {
    const { names, chosen } = this;
    [...this.row.children].forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
    });
    this.model.data.panels.forEach(({ view }, i) => {
      this.panels.list[i].node.hidden = view !== undefined && view !== names[chosen];
    });
  }

  choose(index) {
    this.wanted = this.names[index];
    this.show();
    this.drawAll();
  }

  // The tabs are one stop of Tab; arrows go from one to the next, around.
  go(by) {
    const { length } = this.names;
    this.choose((this.chosen + by + length) % length);
    this.row.children[this.chosen].focus();
  }
}

function newTab(name, i) {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.setAttribute("role", "tab");
  tab.dataset.view = i;
  tab.textContent = name;
  return tab;
}
