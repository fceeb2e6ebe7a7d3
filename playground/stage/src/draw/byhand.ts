// The run by hand: the visitor fills in row after row, and hears what a wrong row would mean. Nothing is told before it
// is asked; what is right so far stays in the browser's notes.

import { html, nothing } from "lit-html";

import { elementOf } from "../page/listen.ts";
import { render } from "../page/render.ts";
import type { Page } from "../page/page.ts";
import { keepText, recallJson } from "../store/kept.ts";
import type { ByHand as Spec, Misstep, Payload, Point } from "../store/payload.ts";
import { number } from "../words/numbers.ts";
import { fillIn } from "../words/text.ts";
import type { Inside } from "./inner.ts";

const KEPT = "runs by hand"; // the key of the rows that are done, by the boards' names
const MOST_KEPT = 30; // boards
const [FINGER, POINTER] = [22, 14]; // px within which a finger or a mouse means a point
const RIGHT = "✓ Right.";
const SHOWN = 1.1e-3; // how much a number of three digits may differ from the number, relative to that

/** What was said of a row, and whether the row was right. */
interface Reply {
  readonly says: string;
  readonly right: boolean;
}

const wrong = (says: string): Reply => ({ says: `✗ ${says}`, right: false });

/** A number that was typed, and half a unit of its last digit if it may be rounded there. */
interface Typed {
  readonly value: number;
  readonly half: number;
}

// A number is rounded if it has at least two digits after the point; one that cannot be read is NaN.
function readNumber(text: string): Typed {
  const read = /^[+-]?(?:\d+\.?(\d*)|\.(\d+))$/.exec(text.trim().replace("−", "-").replace(",", "."));
  const places = (read?.[1] ?? read?.[2] ?? "").length;
  return { value: read ? Number(read[0]) : NaN, half: places < 2 ? 0 : 0.5 * 10 ** -places };
}

// By how much a sum may differ if its numbers were read from the page, which shows whole numbers in full.
const doubt = (...summands: readonly number[]) =>
  summands.reduce((sum, each) => sum + (Number.isInteger(each) ? 1e-9 : SHOWN * Math.abs(each)), 0);

function recallRows(): Partial<Record<string, unknown>> {
  const kept = recallJson(KEPT);
  return kept && typeof kept === "object" ? kept : {};
}

export class ByHand implements Inside {
  private spec: Spec | null = null;
  private data: Payload | null = null;
  private done = 0; // the rows that are right
  private point = "";
  private weights: string[] = [];
  private reply: Reply | null = null;
  private said = false; // whether the visitor has said that no point is wrong

  constructor(
    private readonly node: HTMLElement, private readonly page: Page,
    private readonly set: (key: string, text: string) => void,
  ) {
    page.part("panels").addEventListener("pointerup", (event) => { this.onUp(event); }, { capture: true });
  }

  build(spec: Spec, data: Payload) {
    const before = this.spec && this.name;
    Object.assign(this, { spec, data });
    if (before !== this.name) this.begin();
    this.show();
  }

  // The stage's steps change nothing here.
  draw() {
    return undefined;
  }

  // ---- what is right

  private get panel() {
    const { spec, data } = this;
    if (!spec || !data) throw new Error("there is no run yet");
    return { spec, data };
  }

  // The name of this board's run in the browser's notes.
  private get name() {
    const { spec: { rule, weights, ends }, data: { points, columns, last } } = this.panel;
    const text = JSON.stringify([points, rule, ends, weights.map((each) => columns[each][last])]);
    let hash = 0;
    for (const sign of text) hash = (31 * hash + (sign.codePointAt(0) ?? 0)) >>> 0;
    return `${hash.toString(36)}-${text.length}`;
  }

  private get points() {
    return this.panel.data.points as readonly Point[];
  }

  private rowOf(step: number) {
    const { spec: { weights }, data: { columns } } = this.panel;
    return weights.map((name) => Number(columns[name][step]));
  }

  /** The point whose update makes a step. */
  private pointOf(step: number) {
    const { spec, data } = this.panel;
    return Number(data.columns[spec.point][step]);
  }

  private isWrong(point: number) {
    const { spec, data } = this.panel;
    const code = String(data.columns[spec.wrong][this.done]).slice(2 * (point >> 3), 2 * (point >> 3) + 2);
    return ((parseInt(code, 16) >> (point & 7)) & 1) === 1;
  }

  /** What a point adds to the weights at rate 1. */
  private signed(point: number) {
    const { spec: { constant }, data: { reading } } = this.panel;
    const [x, y, kind] = this.points[point];
    const sign = reading?.signs[kind] ?? 1;
    return [x, y, ...(constant ? [constant] : [])].map((value) => sign * value);
  }

  private valueOf(point: number) {
    const weights = this.rowOf(this.done);
    const terms = this.signed(point).map((value, i) => value * weights[i]);
    const value = terms.reduce((sum, term) => sum + term, 0);
    return Math.abs(value) <= 1e-6 * terms.reduce((sum, term) => sum + Math.abs(term), 0) ? 0 : value;
  }

  // ---- the hand

  private begin() {
    const rows = recallRows()[this.name];
    const { last } = this.panel.data;
    this.done = Number.isInteger(rows) ? Math.max(0, Math.min(rows as number, last)) : 0;
    this.clear();
    this.reply = null;
    this.said = false;
  }

  private clear() {
    this.point = "";
    this.weights = this.panel.spec.names.map(() => "");
  }

  private keep() {
    const others = Object.entries(recallRows()).filter(([name]) => name !== this.name);
    keepText(KEPT, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST_KEPT), [this.name, this.done]])));
  }

  private answer(reply: Reply) {
    this.reply = reply;
    this.show();
    this.page.say(reply.says);
  }

  private check() {
    const reply = this.judge();
    if (!reply.right) {
      this.answer(reply);
      return;
    }
    this.done += 1;
    this.clear();
    this.keep();
    this.answer({ ...reply, says: `${reply.says} ${this.ending}`.trim() });
    this.focus();
    this.node.querySelector("tbody tr:last-child")?.scrollIntoView({ block: "nearest" });
  }

  private get isOver() {
    return this.done === this.panel.data.last && (!this.panel.spec.waits || this.said);
  }

  // What stands below the last row.
  private get ending() {
    return this.isOver ? this.panel.spec.ends : "";
  }

  private claim() {
    const { spec: { too_soon, waits, ends }, data: { last } } = this.panel;
    this.said = waits && this.done === last;
    const next = this.done < last ? this.pointOf(this.done + 1) : this.points.findIndex((_, i) => this.isWrong(i));
    this.answer(this.said ? { says: ends, right: true } : wrong(this.fill(too_soon, next)));
  }

  private undo() {
    this.done -= 1;
    this.said = false;
    this.keep();
    this.answer({ says: `Row ${this.done + 1} is taken back.`, right: true });
    this.focus();
  }

  private focus() {
    this.node.querySelector<HTMLElement>("input, [name=claim]")?.focus({ preventScroll: true });
  }

  // ---- judging

  private fill(template: string, point: number, names = "") {
    const { data: { last } } = this.panel;
    const next = this.done < last ? this.pointOf(this.done + 1) : point;
    const values: Record<string, number | string> = { point, value: this.valueOf(point), next, least: this.valueOf(next), names };
    return fillIn(template, (name) => values[name]);
  }

  private judge(): Reply {
    const { spec: { is_right, sooner }, data: { last } } = this.panel;
    const most = this.points.length - 1;
    const point = Number(this.point.trim() || NaN);
    if (!(Number.isInteger(point) && point >= 0 && point <= most))
      return wrong(this.point.trim() ? `There is no point “${this.point.trim().slice(0, 20)}”: they have the numbers 0 to ${most}.` : "Which point is wrong? Its number comes first.");
    if (!this.isWrong(point)) return wrong(this.fill(is_right, point));
    if (this.done < last && point !== this.pointOf(this.done + 1)) return wrong(this.fill(sooner, point));
    return this.judgeWeights(point);
  }

  private judgeWeights(point: number): Reply {
    const { names } = this.panel.spec;
    const typed = this.weights.map(readNumber);
    const missing = typed.findIndex(({ value }) => Number.isNaN(value));
    if (missing >= 0) {
      const text = this.weights[missing].trim().slice(0, 20);
      return wrong(text ? `${names[missing]} must be a number, got “${text}”.` : `Point ${point} is the one. What is ${names[missing]} after it?`);
    }
    const [before, right] = [this.rowOf(this.done), this.rowOf(this.done + 1)];
    const fit = (row: readonly number[]) => row.map((value, i) =>
      Math.abs(typed[i].value - value) <= typed[i].half + doubt(before[i], right[i] - before[i]));
    return fit(right).every(Boolean) ? { says: RIGHT, right: true } : wrong(this.meaningOf(fit, before, right));
  }

  // What a wrong row would mean: a known misstep, the row of another point, or numbers that do not fit.
  private meaningOf(fit: (row: readonly number[]) => readonly boolean[], before: readonly number[], right: readonly number[]) {
    const { spec: { missteps, rate, another, slip, names } } = this.panel;
    const first = this.rowOf(0);
    const rowOf = ({ times, anew }: Misstep) => times.map((factor, i) => (anew ? first : before)[i] + factor * (right[i] - before[i]));
    const misstep = missteps.find((each) => fit(rowOf(each)).every(Boolean));
    if (misstep) return misstep.says;
    const other = this.points.findIndex((_, i) => fit(this.signed(i).map((value, j) => before[j] + rate * value)).every(Boolean));
    if (other >= 0) return this.fill(another, other);
    const good = fit(right);
    return this.fill(slip, 0, names.filter((_, i) => !good[i]).join(" and "));
  }

  // ---- the panel

  private show() {
    const { spec: { rule, names, constant, key, boards }, data } = this.panel;
    const { done, reply } = this;
    const over = this.isOver;
    const others = data.guide || data.locked ? [] : boards;
    const rows = Array.from({ length: done }, (_, i) => i + 1);
    const cells = (values: readonly number[]) => values.map((value) => html`<td translate="no">${number(value)}</td>`);
    const sign = (name: string) => html`<th translate="no">${name}</th>`;
    render(html`
      <p>${rule}</p>
      ${others.length ? html`<p class="stage-boards">Do it for ${others.map((name) => html`<button type="button"
        @click=${() => { this.set(key, name); }}>${name}</button>`)} or for points of your own.</p>` : nothing}
      <div class="stage-sheets">
        <div class="stage-given"><table><caption>The points</caption>
          <thead><tr><th>point</th>${["x₁", "x₂", ...(constant ? ["c"] : []), "y"].map(sign)}</tr></thead>
          <tbody>${this.points.map(([x, y, kind], i) => html`<tr>
            <th><button type="button" ?disabled=${over} aria-label=${`Point ${i}`} @click=${() => { this.take(i); }}>${i}</button></th>
            ${cells([x, y, ...(constant ? [constant] : [])])}<td>${data.editing?.classes[kind].name ?? ""}</td></tr>`)}</tbody></table></div>
        <table class="stage-made"><caption>Your rows</caption>
          <thead><tr><th>row</th><th>point</th>${names.map(sign)}</tr></thead>
          <tbody><tr><th>0</th><td></td>${cells(this.rowOf(0))}</tr>
            ${rows.map((row) => html`<tr><th>${row}</th><td>${this.pointOf(row)}</td>${cells(this.rowOf(row))}</tr>`)}
            ${over ? nothing : this.newRow()}</tbody></table>
      </div>
      <div class="stage-check">
        <button type="button" class="stage-main" ?hidden=${over} @click=${() => { this.check(); }}>Check</button>
        <button type="button" name="claim" ?hidden=${over} @click=${() => { this.claim(); }}>No point is wrong</button>
        <button type="button" ?disabled=${!done} @click=${() => { this.undo(); }}>Undo row</button>
        <button type="button" ?hidden=${!over} data-to=${done}>See it on the board</button>
        <p class=${`stage-reply${reply?.right ? " is-right" : ""}`}>${reply?.says ?? this.ending}</p>
      </div>`, this.node);
  }

  private newRow() {
    const { names } = this.panel.spec;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.check();
    };
    const text = (event: Event) => (event.target as HTMLInputElement).value;
    return html`<tr @keydown=${onKey}><th>${this.done + 1}</th>
      <td><input type="text" inputmode="numeric" autocomplete="off" aria-label="The next wrong point" .value=${this.point}
        @input=${(event: Event) => { this.point = text(event); }}></td>
      ${names.map((name, i) => html`<td class="stage-typed"><span><input type="text" inputmode="decimal" autocomplete="off" aria-label=${`${name} after it`} .value=${this.weights[i]}
        @input=${(event: Event) => { this.weights[i] = text(event); }}><button type="button" tabindex="-1" aria-label=${`Change the sign of ${name}`}
        @click=${() => { this.turn(i); }}>±</button></span></td>`)}</tr>`;
  }

  // A click or a tap on a point of the board says that it is the next; as on any day, it may be dragged.
  private onUp(event: PointerEvent) {
    const { node, page: { root } } = this;
    if (this.isOver || !node.isConnected || node.closest("[hidden]") || root.querySelector(".is-dragging")) return;
    const places = Array.from(root.querySelectorAll<SVGElement>("[data-point]"), (point) => {
      const { left, top, width, height } = point.getBoundingClientRect();
      return Math.hypot(left + width / 2 - event.clientX, top + height / 2 - event.clientY);
    });
    const nearest = places.indexOf(Math.min(...places));
    if (nearest < 0 || places[nearest] > (event.pointerType === "touch" ? FINGER : POINTER)) return;
    event.stopPropagation();
    const { pointerId, isPrimary, pointerType } = event;
    elementOf(event).dispatchEvent(new PointerEvent("pointercancel", { bubbles: true, pointerId, isPrimary, pointerType }));
    this.take(nearest);
  }

  private take(point: number) {
    this.point = String(point);
    this.show();
    this.node.querySelector<HTMLElement>(".stage-typed input")?.focus({ preventScroll: true });
  }

  // The keypads of some phones have no minus.
  private turn(place: number) {
    const text = this.weights[place].trim();
    this.weights[place] = /^[-−]/.test(text) ? text.slice(1) : `−${text}`;
    this.show();
    this.node.querySelectorAll<HTMLElement>(".stage-typed input")[place].focus({ preventScroll: true });
  }
}
