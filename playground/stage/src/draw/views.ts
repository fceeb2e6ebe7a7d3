// The views of a scene: a panel that belongs to a view is shown only while that view is chosen. Or the tabs are those of
// a setting, and another tab is another scene.

import type { Page } from "../page/page.ts";
import type { Model } from "../store/model.ts";
import { viewsOf } from "../store/views.ts";

interface Asks {
  readonly drawAll: () => void;
  readonly set: (key: string, text: string) => void;
}

type Panels = Readonly<{ list: readonly Readonly<{ node: HTMLElement }>[] }>;

export class Views {
  private tabs: readonly HTMLButtonElement[] = [];
  private wanted = ""; // the view that a later scene shows again if it has it
  private signature = "";
  private lesson: string | undefined; // under the name by which it is noted as done

  constructor(
    private readonly model: Model, private readonly page: Page, private readonly panels: Panels, private readonly asks: Asks,
  ) {}

  private get names() {
    const { data } = this.model;
    return data.tabs?.names ?? viewsOf(data);
  }

  // The places of the views in sight.
  private get open() {
    const { names, model } = this;
    return names.flatMap((name, i) => (model.shows(model.data.tabs ? "curves" : name.toLowerCase()) ? i : []));
  }

  // The chosen view or, if that is not in sight, the first that is.
  private get chosen() {
    const { open, names, wanted, model: { data: { tabs } } } = this;
    const chosen = tabs?.chosen ?? names.indexOf(wanted);
    return open.includes(chosen) ? chosen : (open.at(0) ?? -1);
  }

  build() {
    const { names, model: { data }, panels: { list } } = this;
    const lesson = data.guide?.remember;
    if (lesson !== this.lesson) {
      this.lesson = lesson;
      this.wanted = ""; // another lesson begins with its first view, and is read from the top
      this.page.root.closest(".stMain")?.scrollTo(0, 0);
    }
    const row = this.page.part("views");
    row.hidden = names.length < 2;
    // Tab leads from the board to the tabs, and from the tabs to the panels of the chosen view.
    const first = list.find((_, i) => data.panels[i].view !== undefined || (data.tabs && data.panels[i].area === "side"))?.node;
    if (first && row.nextSibling !== first) first.before(row);
    const signature = JSON.stringify(names);
    if (signature !== this.signature) row.replaceChildren(...(this.tabs = names.map(newTab)));
    this.signature = signature;
    this.mark();
  }

  private mark() {
    const { names, chosen, open, model } = this;
    this.page.part("views").classList.toggle("is-alone", open.length < 2);
    this.tabs.forEach((tab, i) => {
      tab.hidden = !open.includes(i);
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
    });
    model.data.panels.forEach(({ view, area }, i) => {
      this.panels.list[i].node.hidden = view === undefined ? !["board", "all"].includes(area) && !model.shows("curves") : view !== names[chosen];
    });
  }

  /** The name of the view that is shown. */
  get shown() {
    return this.chosen < 0 ? "" : this.names[this.chosen];
  }

  /** Show the view of this name, or else the first; on a phone it may have been out of sight. */
  show(name: string) {
    this.choose(Math.max(0, this.names.indexOf(name)));
    this.page.part("views").scrollIntoView({ block: "center" });
  }

  choose(index: number) {
    const { model: { data: { tabs } }, asks } = this;
    if (tabs) {
      if (index !== tabs.chosen) asks.set(tabs.key, index ? tabs.texts[index] : ""); // the first is the default
      return;
    }
    this.wanted = this.names[index];
    this.mark();
    asks.drawAll();
  }

  // The tabs are one stop of Tab; arrows go from one to the next, around.
  go(by: number) {
    const { open, chosen } = this;
    const next = open[(open.indexOf(chosen) + by + open.length) % open.length];
    this.choose(next);
    this.tabs[next].focus();
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
