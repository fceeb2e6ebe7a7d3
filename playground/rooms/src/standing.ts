// The teacher's screen of a list that each does alone: how far the class is with each item, where it waits, and boards of
// the class, two of which stand beside each other on the wall. No board has a name, and their order is drawn at random.

import { batch, signal } from "@preact/signals-core";
import { html, nothing } from "lit-html";

import { is } from "./asked.ts";
import { post } from "./line.ts";
import type { DeskBoard, WallNews } from "./news.ts";
import { drawnBoard } from "./pictures.ts";
import { SILENT, type Teacher } from "./teacher.ts";

export class Standing {
  private readonly item = signal(0); // whose boards are shown, from 1
  private question = -1; // the id of the present one
  private readonly boards = signal<readonly DeskBoard[]>([]);
  private readonly picked = signal<readonly number[]>([]); // the phones of the boards
  private readonly said = signal("");

  constructor(private readonly teacher: Teacher) {}

  /** The boards of a question go with it. */
  hear({ id }: WallNews) {
    if (id !== this.question) this.item.value = 0;
    this.question = id;
  }

  view(news: WallNews) {
    if (!is(news, "alone") || !news.found) return nothing;
    const { question: { items }, found: { counts }, wait = 0 } = news;
    const rows = counts.map(([idle, tried, solved, stuck], index) => {
      const { text, checks } = items[index];
      const place = index + 1;
      return html`<tr class=${stuck ? "is-stuck" : ""}><th scope="row">${place}. ${text}</th><td>${idle}</td><td>${tried}</td>
        <td>${checks ? solved : "–"}</td><td>${checks ? stuck : "–"}</td>
        <td><button @click=${() => void this.look(place)} aria-label="Boards of number ${place}">Boards</button>
          ${items.length > 1 ? html`<button aria-pressed=${wait === place} aria-label="Wait for all at number ${place}"
            @click=${() => void this.teacher.command(wait === place ? "on" : "wait", { item: place })}>Wait for all</button>` : nothing}</td></tr>`;
    });
    return html`<table class="standing"><caption>The number of phones at each item. Stuck: nothing right for three minutes; these are counted to the left, too.</caption>
        <thead><tr><th scope="col">Item</th>${["Not begun", "Tried", "Solved", "Stuck"].map((head) => html`<th scope="col">${head}</th>`)}<td></td></tr></thead>
        <tbody>${rows}</tbody></table>
      ${wait ? html`<button class="main" @click=${() => void this.teacher.command("on")}>Go on</button>` : nothing}
      ${this.item.value ? this.gallery(this.item.value, news.pair.length) : nothing}`;
  }

  private gallery(item: number, shown: number) {
    const { picked: { value: picked }, boards: { value: boards }, said: { value: said } } = this;
    const words = said || (boards.length ? "Pick two: they stand beside each other on the wall, without a name." : "No phone has changed a board of points there yet.");
    return html`<section class="boards"><h2>Boards of number ${item}</h2><p role="status">${words}</p>
      <div class="pick">${boards.map(({ phone, board, words: counts }) => html`<button aria-pressed=${picked.includes(phone)}
        @click=${() => void this.pick(item, phone)}>${drawnBoard(board)}${counts}</button>`)}</div>
      <div class="row"><button @click=${() => void this.look(item)}>Other boards</button>
        <button ?hidden=${!shown} @click=${() => void this.teacher.command("apart")}>Take both from the wall</button>
        <button @click=${() => (this.item.value = 0)}>Close the boards</button></div></section>`;
  }

  private async look(item: number) {
    const { question } = this;
    const { said, refused } = await post("desk", { key: this.teacher.key, boards: true, question, item }).catch(() => ({ said: undefined, refused: SILENT }));
    if (question !== this.question) return;
    batch(() => {
      this.item.value = item;
      this.boards.value = said?.boards ?? [];
      this.picked.value = [];
      this.said.value = refused;
    });
  }

  private async pick(item: number, phone: number) {
    const { value: before } = this.picked;
    this.picked.value = before.includes(phone) ? before.filter((each) => each !== phone) : [...before.slice(-1), phone];
    if (this.picked.value.length === 2) await this.teacher.command("beside", { question: this.question, item, phones: this.picked.value });
  }
}
