// A question with the class's answers, or one student's answer beside the board.

import { html, nothing } from "lit-html";

import { fitFrame } from "../page/framed.ts";
import { reason } from "../store/reason.ts";
import { sceneAt, type Asked } from "./asked.ts";
import { calledIn, timeOf } from "./gather.ts";
import { answerIn, barsOf, type Cell, type HandedRow } from "./table.ts";

interface Seen {
  readonly question: number;
  readonly mark: string | null; // of the student's browser; null for the whole class
}

// The light page of a board, with its outcome.
function framed(board: string) {
  const [path, query = ""] = board.split("?");
  return new URL(`light/${path || "playground"}?${query}&outcome=true`, document.baseURI).href;
}

/** What the app says of a student's board: whether it is what was asked for, and the number that it asks for itself. */
async function verdictOf({ judge, solves, part }: Asked, board: string) {
  const [path, query = ""] = board.split("?");
  const { guide, question } = await sceneAt(`${path}?${query}&${judge}`);
  const meets = guide?.task ? guide.task.solved : guide?.now === part;
  const own = !guide?.task && typeof question?.answer === "number" && !question.options ? ` Its own number is ${question.answer.toLocaleString("en")}.` : "";
  return `${solves ? `Asked of the app again: ${meets ? "this board is what was asked for." : "this board is not what was asked for."}` : ""}${own}`.trim();
}

export class Inspection {
  private seen: Seen | null = null;
  private verdict = "";

  /** @param draw draws the page anew */
  constructor(private readonly draw: () => void) {
    fitFrame(() => document.querySelector(".look iframe"));
  }

  isAt(question: number, mark: string | null) {
    return this.seen?.question === question && this.seen.mark === mark;
  }

  open(question: number, mark: string | null) {
    this.seen = { question, mark };
    this.verdict = "";
    this.draw();
    const place = document.querySelector<HTMLElement>(".look");
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.seen = null;
  }

  private shut() {
    this.close();
    this.draw();
  }

  view(rows: readonly HandedRow[], questions: readonly Asked[]) {
    const { seen } = this;
    const asked = seen ? questions.at(seen.question) : undefined;
    if (!seen || !asked) return nothing;
    const row = rows.find(({ entry }) => entry.handed.mark === seen.mark);
    return html`<section class="look" tabindex="-1" aria-label=${`Question ${asked.label}`}>
      <div class="row"><h2>${asked.label}. ${row ? html`<bdi>${calledIn(row.entry)}</bdi>` : "The class"}</h2><button type="button" @click=${() => { this.shut(); }}>Close</button></div>
      <p>${asked.ask}</p>
      ${row ? this.answerView(row, row.cells[seen.question]) : classView(asked, rows.map(({ cells }) => cells[seen.question]))}
    </section>`;
  }

  private answerView({ entry: { file } }: HandedRow, { asked, done: { first, last, help, solved, at }, right }: Cell) {
    const board = file?.boards.at(asked.item)?.at(asked.part) ?? "";
    const program = file?.programs.at(asked.item)?.at(asked.part) ?? "";
    const facts: [string, string][] = [
      ["First answer", first === null ? (last === null ? "" : "not known") : answerIn(asked, first)],
      ["Last answer", first === last ? "" : answerIn(asked, last)], ["Right answer", answerIn(asked, asked.right)],
      ["Judged", right === null ? "not judged" : right ? "right" : "wrong"], ["Solved", asked.solves ? (solved ? "yes" : "no") : ""],
      ["Before the first answer", ["", "saw the hint", "had the answer shown"][help]], ["When", timeOf(at)],
    ];
    return html`<dl>${facts.filter(([, words]) => words).map(([name, words]) => html`<div><dt>${name}</dt><dd>${words}</dd></div>`)}</dl>
      ${program ? html`<pre translate="no">${program}</pre>` : nothing}
      <p>${board ? "The student’s board:" : "The board that was asked about; a code holds no board, a file does:"} <a href=${`./${board || asked.board}`} target="_blank">open it</a></p>
      ${board && (asked.solves || asked.right === null) ? html`<p><button type="button" @click=${() => this.ask(asked, board)}>Check this board</button> <span role="status">${this.verdict}</span></p>` : nothing}
      <iframe title="The board" src=${framed(board || asked.board)}></iframe>`;
  }

  private async ask(asked: Asked, board: string) {
    const { seen } = this;
    const verdict = await verdictOf(asked, board).catch((error: unknown) => `It could not be asked: ${reason(error)}.`);
    if (seen !== this.seen) return;
    this.verdict = verdict;
    this.draw();
  }
}

// The answers of a class as bars, one for the first tries and one for the last.
function classView(asked: Asked, cells: readonly Cell[]) {
  const bars = barsOf(asked, cells);
  const most = Math.max(1, ...bars.flatMap(({ first, last }) => [first, last]));
  const bar = (count: number, kind: string) =>
    html`<td class="bar"><i class=${kind} style=${`--share: ${count / most}`}></i> ${count}</td>`;
  const begun = cells.filter((cell) => cell.begun).length;
  const solved = cells.filter(({ done }) => done.solved).length;
  return html`${bars.length ? html`<table class="bars">
      <thead><tr><th scope="col">Answer</th><th scope="col">First try</th><th scope="col">Last</th></tr></thead>
      <tbody>${bars.map(({ words, right, first, last }) => html`<tr class=${right ? "is-right" : nothing}><th scope="row">${right ? "✓ " : ""}${words}</th>${bar(first, "first")}${bar(last, "last")}</tr>`)}</tbody>
    </table>` : nothing}
    <p>${begun} of ${cells.length} have done it${asked.solves ? `, ${solved} have solved it: ${asked.solves}` : ""}.</p>`;
}
