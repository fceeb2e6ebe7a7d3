// The views of a scene: a panel that belongs to a view is shown only while that view is chosen.

import type { Page } from "../page/page.ts";
import type { Model } from "../store/model.ts";
import { viewsOf } from "../store/views.ts";

type Panels = Readonly<{ list: readonly Readonly<{ node: HTMLElement }>[] }>;

export class Views {
  private tabs: readonly HTMLButtonElement[] = [];
  private wanted = ""; // the view that a later scene shows again if it has it
  private signature = "";

  constructor(
    private readonly model: Model, private readonly page: Page, private readonly panels: Panels, private readonly drawAll: () => void,
  ) {}

  private get names() {
    return viewsOf(this.model.data);
  }

  private get chosen() {
    return Math.max(0, this.names.indexOf(this.wanted));
  }

  build() {
    const { names, model: { data }, panels: { list } } = this;
    const row = this.page.part("views");
    row.hidden = names.length < 2;
    // Tab leads from the board to the tabs, and from the tabs to the panels of the chosen view.
    const first = list.find((_, i) => data.panels[i].view !== undefined)?.node;
    if (first && row.nextSibling !== first) first.before(row);
    const signature = JSON.stringify(names);
    if (signature !== this.signature) row.replaceChildren(...(this.tabs = names.map(newTab)));
    this.signature = signature;
    this.show();
  }

  private show() {
    const { names, chosen } = this;
    this.tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
    });
    this.model.data.panels.forEach(({ view }, i) => {
      this.panels.list[i].node.hidden = view !== undefined && view !== names[chosen];
    });
  }

  choose(index: number) {
    this.wanted = this.names[index];
    this.show();
    this.drawAll();
  }

  // The tabs are one stop of Tab; arrows go from one to the next, around.
  go(by: number) {
    const { length } = this.names;
    this.choose((this.chosen + by + length) % length);
    this.tabs[this.chosen].focus();
  }
}

function newTab(name: string, i: number) {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.setAttribute("role", "tab");
  tab.dataset.view = String(i);
  tab.textContent = name;
  return tab;
}
