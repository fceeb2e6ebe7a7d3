// What the server has said of a program, in the dialog.

import { html, nothing } from "lit-html";

import type { Explained } from "../store/payload.ts";

/** @param link the address of a page with another board */
export function foundView(said: Explained, link: (query: string) => string) {
  const { head, sentence, slips, truths, board } = said;
  return html`
    <h3>${head}</h3>
    <ul class="stage-slips">${slips.map(({ title, sentence: what, line }) => html`<li>${slips.length > 1 ? html`<b>${title}</b> ` : nothing}<span>${what}</span>
      <span>Look for: <code>${line}</code></span></li>`)}</ul>
    <p>${sentence}</p>
    ${truths.map((truth) => html`<p>${truth}</p>`)}
    ${board ? html`<p>Run your program on other points, too: <a target="_blank" href=${link(board)}>points that tell them apart</a></p>` : nothing}`;
}
