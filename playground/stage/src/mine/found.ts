// What the server has said of a program, in the dialog.

import { html, nothing } from "lit-html";

import type { Explained, Judged, Slip } from "../store/payload.ts";

/** @param link the address of a page with another board */
export function foundView(said: Explained, link: (query: string) => string) {
  const { head, sentence, slips, truths, board } = said;
  return html`
    <h3>${head}</h3>
    ${slipsView(slips)}
    <p>${sentence}</p>
    ${truths.map((truth) => html`<p>${truth}</p>`)}
    ${board ? html`<p>Run your program on other points, too: <a target="_blank" href=${link(board)}>points that tell them apart</a></p>` : nothing}`;
}

const slipsView = (slips: readonly Slip[]) => html`<ul class="stage-slips">${slips.map(({ title, sentence, line }) =>
  html`<li>${slips.length > 1 ? html`<b>${title}</b> ` : nothing}<span>${sentence}</span>
    <span>Look for: <code translate="no">${line}</code></span></li>`)}</ul>`;

/** What is said of a program that was tried on boards, with the way to the first one on which it failed. */
export const judgedView = ({ sentence, slips, board }: Judged, link: (query: string) => string) => html`
  <p>${sentence}</p>
  ${slipsView(slips)}
  ${board ? html`<p><a target="_blank" href=${link(board)}>See this board</a></p>` : nothing}`;
