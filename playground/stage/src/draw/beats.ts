// An update in three beats: what is added comes and splits, the sum grows by it, and lengths move into their curves.

import { html, nothing, svg } from "lit-html";

import type { Page } from "../page/page.ts";
import { render } from "../page/render.ts";
import type { Beats as Spec, Column, Growth, Limit, Payload } from "../store/payload.ts";
import { number } from "../words/numbers.ts";
import { fillIn } from "../words/text.ts";
import type { Place } from "./geometry.ts";
import type { Inside } from "./inner.ts";
import { besideLine, besidePoint, clip, FROM_MIDDLE, settle, sizeOf, type Name as Named, type NameSize, type Spot } from "./names.ts";
import { partAlong, sumAt, type Sum } from "./sums.ts";

const MOVES = 700; // ms of a beat
const [HEAD, WING] = [9, 0.42]; // px of an arrow's head, and its width to each side, in units of that
const AROUND = 26; // px about the picture
const [BELOW_NAME, MOST_AWAY] = [32, 60]; // px of a limit's name below a curve's, at least, and from its end, at most
const [TYPE, PRESENTED] = [12, 14]; // px of the names' type, as in the style sheet
const EMPTY = "No update was made yet. Press Step (→): each press shows one beat.";
const NONE = "There is no update to show.";
const COUNTS = [1, 2, 3] as const;
const MOST = 200; // the latest values that have dots

const [INK, GREEN, VIOLET, GRAY] = ["text", "green", "violet", "gray"].map((name) => `var(--st-${name}-color)`);

/** How a line is drawn: its colour, its width in pixels, its dashes, and its opacity. */
type Look = readonly [stroke: string, width: number, dash?: string, opacity?: number];

const LOOKS = {
  axis: [GREEN, 1.5, "6 4"], old: [INK, 2, "none", 0.55], sum: [INK, 3], added: [INK, 2.5, "3 4"], gain: [GREEN, 6], back: [VIOLET, 6],
  across: [INK, 1.5, "2 4"], edge: [VIOLET, 1], limit: [GRAY, 1.5, "6 4"], zero: [INK, 1, "none", 0.5], rise: [INK, 2, "none", 0.6],
  least: [GRAY, 3], length: [INK, 5],
} satisfies Record<string, Look>;

type Name = keyof typeof LOOKS;
type Beat = (typeof COUNTS)[number];
type Segment = readonly [from: Place, to: Place];

/** A rectangle in pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type At = (place: Place) => Place;

/** A name with its words and their colour. */
type Written = Named & Readonly<{ words: string; fill: string }>;

const mix = ([x0, y0]: Place, [x1, y1]: Place, t: number): Place => [x0 + t * (x1 - x0), y0 + t * (y1 - y0)];
const plus = ([x0, y0]: Place, [x1, y1]: Place): Place => [x0 + x1, y0 + y1];
const ZERO: Place = [0, 0];
const through = (at: At, [from, to]: Segment): Segment => [at(from), at(to)];

export class Beats implements Inside {
  private spec: Spec | null = null;
  private data: Payload | null = null;
  private step = 0; // the step of the stage
  private beat: Beat = 3; // the first two beats are those of the next step
  private coming: number | null = null; // the step to which this panel's own beats lead
  private way = 0;
  private moved = 1; // how much of the beat's movement is shown
  private frame = 0;
  private wide = 0; // px
  private high = 0; // px
  private names: Written[] = []; // of the picture
  private readonly still = window.matchMedia("(prefers-reduced-motion: reduce)");

  constructor(private readonly node: HTMLElement, private readonly page: Page) {}

  build(spec: Spec, data: Payload) {
    this.rest(3);
    Object.assign(this, { spec, data, coming: null });
    this.show(); // so that there is a field to measure
  }

  // The first two beats come before the stage's step, the third with it.
  draw(step: number) {
    if (step !== this.step) this.arrive(step);
    this.show();
  }

  private arrive(step: number) {
    const comes = step === this.coming;
    this.step = step;
    this.coming = null;
    if (comes) this.move();
    else this.rest(3);
  }

  layOut() {
    const field = this.node.querySelector("figure");
    this.wide = field?.clientWidth ?? 0;
    this.high = field?.clientHeight ?? 0;
    if (this.spec) this.show();
  }

  /** Whether a press of Step or Back is another beat; else the stage makes a step. */
  takes(by: 1 | -1) {
    const { beat, step } = this;
    if (by > 0 ? step >= (this.data?.last ?? 0) : beat === 3 && step === 0) return false;
    const next = ((beat + by + 2) % 3 + 1) as Beat;
    const leads = by > 0 ? next === 3 : beat === 3;
    if (leads) this.coming = step + by;
    this.beat = next;
    if (leads) return false;
    this.move();
    this.say();
    return true;
  }

  // Show a beat without a movement to it.
  private rest(beat: Beat) {
    cancelAnimationFrame(this.frame);
    this.page.busy("beat", false);
    this.beat = beat;
    this.moved = 1;
  }

  private move() {
    this.rest(this.beat);
    if (this.still.matches) {
      this.show();
      return;
    }
    const began = performance.now();
    const tick = (now: number) => {
      this.moved = Math.min(1, Math.max(0, now - began) / MOVES);
      if (this.moved < 1) this.frame = requestAnimationFrame(tick);
      else this.page.busy("beat", false);
      this.show();
    };
    this.page.busy("beat", true);
    this.moved = 0;
    this.frame = requestAnimationFrame(tick);
    this.show();
  }

  // ---- the words

  // The step whose update is shown; 0 if there is none.
  private get shown() {
    return this.beat === 3 ? this.step : this.step + 1;
  }

  private get chosen() {
    if (!this.spec) throw new Error("there is nothing to show yet");
    return this.spec.ways[this.way];
  }

  // A column's value at a step; after a "-" that at the step before.
  private valueAt(name: string, step: number): Column[number] {
    const back = name.startsWith("-") ? 1 : 0;
    return this.data?.columns[name.slice(back)][step - back] ?? null;
  }

  private words(sum: Sum | null) {
    const { chosen: { says, begins }, data, beat } = this;
    if (!sum) return data?.last ? EMPTY : NONE;
    const template = beat === 1 && begins && !sum.axis ? begins : says[beat - 1];
    return fillIn(template, (name, back) => this.valueAt((back ? "-" : "") + name, this.shown));
  }

  private say() {
    this.page.say(this.words(this.sum));
  }

  // ---- the panel

  private get sum() {
    const { spec, data, chosen, shown } = this;
    return spec && data && shown > 0 && shown <= data.last ? sumAt(spec, chosen, data, shown) : null;
  }

  private show() {
    const { spec, way, beat, wide, high, sum } = this;
    if (!spec) return;
    const choose = (place: number) => {
      this.way = place;
      this.show();
      this.say();
    };
    render(html`
      <div class="stage-ways">
        <span role="group" aria-label="What to see">${spec.ways.map(({ name, title }, place) => html`<button type="button"
          title=${title} aria-pressed=${place === way} @click=${() => { choose(place); }}>${name}</button>`)}</span>
        <span role="group" aria-label="Beats">${COUNTS.map((count) => html`<button type="button" ?disabled=${!sum} aria-label=${`Beat ${count}`}
          data-to=${this.shown - Number(count < 3)} aria-pressed=${count === beat} @click=${() => { this.go(count); }}>${count}</button>`)}</span>
      </div>
      <figure>${wide && high ? html`<svg viewBox=${`0 0 ${wide} ${high}`} role="img" translate="no" aria-label=${this.words(sum)}>${sum ? this.picture(sum) : nothing}</svg>` : nothing}</figure>
      <p>${this.words(sum)}</p>`, this.node);
  }

  // A beat of the update that is shown: its button also leads the stage to the step.
  private go(beat: Beat) {
    const step = this.shown - Number(beat < 3);
    this.coming = step;
    this.beat = beat;
    if (step === this.step) this.move();
    this.say();
  }

  private picture(sum: Sum) {
    const { wide, high, chosen: { growths } } = this;
    const upright = high > wide;
    const [side, rest] = upright ? [wide, 0.56 * high] : [0.56 * wide, high];
    const plots = growths.map((_, i): Box => (upright
      ? { left: (i * wide) / growths.length, top: rest, width: wide / growths.length, height: high - rest }
      : { left: side, top: (i * high) / growths.length, width: wide - side, height: high / growths.length }));
    const at = this.viewOf(sum, side, rest);
    this.names = [];
    return svg`<svg width=${side} height=${rest}>${this.drawSum(sum, at, [side, rest])}</svg>
      ${growths.map((growth, i) => this.drawGrowth(growth, plots[i], through(at, lengthOf(growth, sum))))}
      ${settle(this.names, { width: wide, height: high, free: [] }).map((spot, i) => spot && this.write(this.names[i], spot))}`;
  }

  private write({ words, fill, size: { wide, high } }: Written, { x, y, anchor }: Spot) {
    return svg`<text x=${x + FROM_MIDDLE[anchor] * wide} y=${y + 0.3 * high} text-anchor=${anchor} fill=${fill}>${words}</text>`;
  }

  // A name at the best of its places, which is chosen once all names of the picture are known.
  private name(words: string, placesOf: (size: NameSize) => readonly Spot[], line: Segment | null = null, fill = INK) {
    const size = sizeOf(words, this.page.present.on ? PRESENTED : TYPE);
    if (words) this.names.push({ words, size, places: placesOf(size), line, end: null, fill });
  }

  // The name of a line, beside it, at best at its middle; a line without a length has no places, and so no name.
  private nameLine(words: string, line: Segment | null, fill?: string) {
    if (line) this.name(words, (size) => besideLine([mix(...line, 0.5), line[1]], size), line, fill);
  }

  // From places of the plane to pixels, in which all arrows and bars of all beats are in sight.
  private viewOf(sum: Sum, width: number, height: number) {
    const { old, added, axis } = sum;
    const ends = [old, added, sum.sum];
    const parts = axis ? [...ends.map((end) => partAlong(end, axis)), plus(old, partAlong(added, axis))] : [];
    const places = [ZERO, ...ends, ...parts, ...(this.chosen.along === "old" ? [plus(old, squareTo(sum))] : [])];
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const scale = Math.min((width - 2 * AROUND) / (east - west || 1), (height - 2 * AROUND) / (north - south || 1));
    return ([x, y]: Place): Place => [width / 2 + scale * (x - (west + east) / 2), height / 2 - scale * (y - (south + north) / 2)];
  }

  private drawSum(sum: Sum, at: At, size: Place) {
    const { spec, beat, moved, chosen: { along } } = this;
    const { old, added, axis } = sum;
    const grown = beat === 1 ? moved : 1;
    const foot = beat === 1 ? ZERO : beat === 2 ? mix(ZERO, old, moved) : old;
    const here = mix(foot, plus(foot, added), grown);
    const part = axis && along !== "added" && (beat > 1 || moved === 1) ? plus(foot, partAlong(added, axis)) : null;
    const { name = "", called = "" } = spec ?? {};
    const rests = beat === 1 ? ZERO : old; // where what is added begins at last
    this.nameLine("w", through(at, [ZERO, old]));
    if (beat + moved > 2.9) this.nameLine("w′", through(at, [ZERO, sum.sum]));
    if (along !== "added") this.nameLine(called, through(at, [rests, plus(rests, added)]));
    const tip = beat === 2 ? plus(old, mix(ZERO, added, moved)) : sum.sum;
    return svg`
      ${along === "old" ? this.drawBack(sum, at, foot) : axis && this.drawAxis(at, axis, size, along === "axis" ? name : called)}
      ${part ? svg`${line([at(foot), at(part)], along === "axis" ? "gain" : "back")}${line([at(part), at(here)], "across")}` : nothing}
      ${part && axis && along === "axis" ? this.drawLeast([at(foot), at(plus(foot, axis))], Math.sign(axis[0] * added[1] - axis[1] * added[0])) : nothing}
      ${along === "added" || (along === "axis" && beat === 3) ? shadows(sum, at) : nothing}
      ${arrow([at(ZERO), at(old)], "old")}
      ${beat > 1 ? arrow([at(ZERO), at(tip)], "sum") : nothing}
      ${arrow([at(foot), at(here)], "added")}`;
  }

  // An axis from edge to edge, with its name.
  private drawAxis(at: At, [x, y]: Place, [width, height]: Place, name: string) {
    const [[left, top], far] = [at(ZERO), width + height];
    const ends: Segment = [[left - far * x, top + far * y], [left + far * x, top - far * y]];
    this.nameLine(name, clip(ends, width, height), GREEN);
    return line(ends, "axis");
  }

  // The half of the plane into which a mistake points, where no angle with the old vector is acute; and how long the sum
  // would be at a right angle, so that the tip of each other sum lies within.
  private drawBack(sum: Sum, at: At, foot: Place) {
    const { axis, old } = sum;
    if (!axis) return nothing;
    const [[x0, y0], far] = [at(foot), this.wide + this.high];
    const [x, y] = [axis[0] * far, -axis[1] * far];
    const square = plus(old, squareTo(sum));
    const [left, top] = at(ZERO);
    const [right, low] = at(square);
    return svg`<path fill=${VIOLET} opacity="0.1" d=${`M${x0 - y},${y0 + x}L${x0 + y},${y0 - x}l${-x},${-y}L${x0 - y - x},${y0 + x - y}z`}/>
      ${line([[x0 - y, y0 + x], [x0 + y, y0 - x]], "edge")}
      ${this.beat > 1 ? svg`${line([at(old), at(square)], "limit")}<circle cx=${left} cy=${top} r=${Math.hypot(right - left, low - top)}
        fill="none" stroke=${GRAY} stroke-dasharray="6 4"/>` : nothing}`;
  }

  // The least that any point reaches along the axis, beside what this one does, on the side away from the vector.
  private drawLeast([[x0, y0], [x1, y1]]: Segment, away: number) {
    const { name, terms: [, least] } = this.chosen.growths[0].limits[0];
    const by = 9 * away / (Math.hypot(x1 - x0, y1 - y0) || 1);
    const [aside, up] = [by * (y0 - y1), by * (x1 - x0)];
    const [from, to]: Segment = [[x0 + aside, y0 + up], [x0 + aside + least * (x1 - x0), y0 + up + least * (y1 - y0)]];
    this.nameLine(name.replace(/.*k/, ""), [from, to]);
    return line([from, to], "least");
  }

  // The curve of a number up to the step, with the limits that it cannot cross, and its new length on the way to it.
  private drawGrowth(growth: Growth, box: Box, source: Segment) {
    const { beat, moved, shown } = this;
    const { before, after, limits, name } = growth;
    const { at, end, low, high } = this.scaleOf(growth, box);
    const value = (column: string, k: number) => Number(this.valueAt(column, k));
    const curved = before.startsWith("-");
    const known = Array.from({ length: beat === 3 && moved === 1 ? shown : shown - 1 }, (_, i) => i + 1);
    const target: Segment = [at([shown, growth.of === "added" ? value(before, shown) : 0]), at([shown, value(after, shown)])];
    const flying: Segment = [mix(source[0], target[0], moved), mix(source[1], target[1], moved)];
    this.name(`${name}${beat === 3 && moved === 1 ? ` = ${number(value(after, shown))}` : ""}`,
      ({ wide }) => [{ x: box.left + (AROUND + wide) / 2, y: box.top + 10, anchor: "start", foot: ZERO, cost: 0, far: false }]);
    return svg`
      ${limits.map((limit) => {
        const corners = cornersOf(limit, end, [low, high]).map(at);
        const [d, [x, y]] = [`M${corners.join("L")}`, corners[corners.length - 1]];
        this.name(`${limit.above ? "floor" : "ceiling"} ${limit.name}`,
          (size) => besidePoint([x, Math.max(y, box.top + BELOW_NAME)], size, MOST_AWAY, 0));
        return svg`<path fill=${GRAY} opacity="0.2" d=${`${d}V${at([0, limit.above ? low : high])[1]}H${corners[0][0]}z`}/>${path(d, "limit")}`;
      })}
      ${line([at([0, 0]), at([end, 0])], "zero")}
      ${curved ? path(`M${[0, ...known].map((k) => at([k, value(after, k)]).join()).join("L")}`, "rise")
        : known.slice(-MOST).map((k) => line([at([k, value(before, k)]), at([k, value(after, k)])], "rise"))}
      ${known.slice(-MOST).map((k) => svg`<circle fill=${INK} r="2.5" cx=${at([k, value(after, k)])[0]} cy=${at([k, value(after, k)])[1]}/>`)}
      ${beat === 3 ? line(flying, growth.of === "sum" ? "length" : "gain") : nothing}`;
  }

  // Places of k and a value in a box. The scale shows the limits at its end, a round number that hides the run's.
  private scaleOf({ before, after, limits }: Growth, { left, top, width, height }: Box) {
    const { shown } = this;
    const end = endOf(shown + 1);
    const values = Array.from({ length: shown }, (_, i) => [before, after].map((name) => Number(this.valueAt(name, i + 1)))).flat();
    const high = Math.max(...values, ...limits.map((limit) => limitAt(limit, limit.above ? shown : Math.min(end, 1.2 * shown))));
    const low = Math.min(0, ...values);
    const room = { left: left + AROUND / 2, top: top + 24, width: width - AROUND, height: height - 36 };
    const at = ([k, value]: Place): Place =>
      [room.left + (k / end) * room.width, room.top + (1 - (value - low) / (high - low || 1)) * room.height];
    return { at, end, low, high };
  }
}

/** The least round number that is at least `count`. */
function endOf(count: number) {
  const power = 10 ** (String(count).length - 1);
  return Math.max(5, [1, 2, 5, 10].map((first) => first * power).find((round) => round >= count) ?? count);
}

const limitAt = ({ terms: [a, b, c] }: Limit, k: number) => a + b * k + c * k * k;

// A limit from 0 to the end, as far as it is between two values.
function cornersOf(limit: Limit, end: number, [low, high]: Place): Place[] {
  const places = Array.from({ length: 41 }, (_, i): Place => [(i * end) / 40, limitAt(limit, (i * end) / 40)]);
  const inside = places.filter(([, value]) => value >= low && value <= high);
  const after = places.at(inside.length);
  if (!after || !inside.length) return inside.length ? inside : [[0, low]];
  const [k, value] = inside[inside.length - 1];
  return [...inside, [k + ((high - value) / (after[1] - value)) * (after[0] - k), high]];
}

// Where a picture shows the length that a number is.
function lengthOf({ of }: Growth, { old, sum, axis }: Sum): Segment {
  if (of === "sum" || !axis) return [ZERO, sum];
  return of === "reach" ? [ZERO, partAlong(sum, axis)] : [partAlong(old, axis), partAlong(sum, axis)];
}

// What would be added at a right angle to the old vector, on the side of what is.
function squareTo({ old, added }: Sum): Place {
  const [length, size] = [Math.hypot(...old), Math.hypot(...added)];
  const side = Math.sign(old[0] * added[1] - old[1] * added[0]) || 1;
  return length ? [(-side * size * old[1]) / length, (side * size * old[0]) / length] : added;
}

function path(d: string, name: Name) {
  const [stroke, width, dash = "none", opacity = 1]: Look = LOOKS[name];
  return svg`<path data-name=${name} d=${d} fill="none" stroke=${stroke} stroke-width=${width} stroke-dasharray=${dash} opacity=${opacity}/>`;
}

const line = ([from, to]: Segment, name: Name) => path(`M${from.join()}L${to.join()}`, name);

function arrow([[x0, y0], [x1, y1]]: Segment, name: Name) {
  const head = Math.min(1, HEAD / Math.hypot(x1 - x0, y1 - y0)); // the share of the length that the head takes
  const [back, up] = [head * (x1 - x0), head * (y1 - y0)];
  const wing = (side: number) => `${x1 - back - side * up},${y1 - up + side * back}`;
  return path(`M${x0},${y0}L${x1},${y1}M${wing(WING)}L${x1},${y1}L${wing(-WING)}`, name);
}

// The feet of the old and the new sum on the axis.
function shadows({ old, sum, axis }: Sum, at: At) {
  if (!axis) return nothing;
  const [from, to] = [partAlong(old, axis), partAlong(sum, axis)];
  return svg`${line([at(old), at(from)], "across")}${line([at(sum), at(to)], "across")}${line([at(from), at(to)], "gain")}`;
}
