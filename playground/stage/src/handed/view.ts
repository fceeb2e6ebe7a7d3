// The table as the page shows it: a row for each student, a column for each question.

import { html } from "lit-html";

import type { Asked } from "./asked.ts";
import { calledIn } from "./gather.ts";
import type { Inspection } from "./look.ts";
import { answerIn, judgedCount, type Cell, type HandedRow } from "./table.ts";

const LONGEST = 14; // letters of a choice in a cell
const cut = (words: string) => (words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words);

// The answer, the first before the last if they differ, and whether it is right.
function inShort({ asked, done: { first, last, help }, right, begun }: Cell) {
  if (!begun) return "–";
  const tries = first !== null && first !== last ? [first, last] : [last];
  const words = tries.map((answer) => cut(answerIn(asked, answer))).filter(Boolean).join(" → ");
  const told = help === 2 ? " (shown)" : help === 1 ? " (hint)" : "";
  return `${words || (asked.solves ? "solved" : "seen")} ${right ? "✓" : right === null || last === null ? "" : "✗"}${told}`.trim();
}

const looks = ({ right, rightAtFirst }: Cell) => (right ? (rightAtFirst ? "is-right" : "is-late") : "");

function line(row: HandedRow, look: Inspection) {
  const { entry, cells, done, right, rightAtFirst } = row;
  const { mark } = entry.handed;
  const [called, ...others] = [...new Set([calledIn(entry), entry.from, mark])].filter(Boolean);
  return html`<tr>
    <th scope="row"><bdi>${called}</bdi>${others.map((each) => html` <small><bdi translate="no">${each}</bdi></small>`)}</th>
    <td>${done}</td><td>${right}</td><td>${rightAtFirst}</td>
    ${cells.map((cell, question) => html`<td class=${looks(cell)}>${cell.begun
      ? html`<button type="button" aria-pressed=${look.isAt(question, mark)} @click=${() => { look.open(question, mark); }}>${inShort(cell)}</button>` : "–"}</td>`)}
  </tr>`;
}

/** The table of rows; a press on a question or on an answer looks at it. */
export function tableView(rows: readonly HandedRow[], questions: readonly Asked[], look: Inspection) {
  const most = judgedCount(questions);
  return html`<div class="table" tabindex="0" role="region" aria-label="What was handed in"><table>
    <thead><tr>
      <th scope="col">Student</th><th scope="col">Done, of ${questions.length}</th><th scope="col">Right, of ${most}</th><th scope="col">Right at first try</th>
      ${questions.map(({ label, ask }, question) => html`<th scope="col"><button type="button" title=${ask} aria-label=${`${label}: ${ask}`}
        aria-pressed=${look.isAt(question, null)} @click=${() => { look.open(question, null); }}>${label}</button></th>`)}
    </tr></thead>
    <tbody>${rows.map((row) => line(row, look))}</tbody>
  </table></div>`;
}
