// A wall's drawings of a question: the board with the answers, and the picture beside it.

import { html, nothing, svg } from "lit-html";

import { colorOf, drawnIn, is, lineOf, nameOf, type About } from "./asked.ts";
import { Drawing, GREEN, isWrong, type Shapes } from "./board.ts";
import type { AloneQuestion, AloneResults, ChoiceQuestion, ChoiceResults, LineQuestion, LineResults, NumberQuestion, NumberResults, PointsResults, RoomBoard, RoundsQuestion, RoundsResults } from "./news.ts";

const THICK = { color: GREEN, width: 8 };
const SHORT = 34; // signs of an item's words that stand on a wall

export const nothingWrong = (count: number) => (count === 1 ? "has nothing wrong" : "have nothing wrong");

/** Whether the question has no board that is drawn. */
export const isBare = ({ question: { kind, board } }: About) => !board.points.length && kind !== "points" && kind !== "rounds";

/** The board with the answers; while the run is played, `line` is the line of its step. */
export function boardOf(about: About, open = false, line: readonly number[] | null = lineOf(about)): Shapes {
  const { board } = about.question;
  const drawing = new Drawing(board);
  if (is(about, "rounds")) return drawing.whole(about.found ? drawing.rounds(about.found, about.question.bound, open) : nothing);
  if (is(about, "points")) return drawing.whole(drawing.grid(), built(drawing, about.found));
  if (is(about, "line"))
    return drawing.whole(drawing.grid(), about.found ? turned(drawing, about.found) : nothing, drawing.points(board.points));
  const { named, ring } = is(about, "choose") ? about.question : {};
  const right = is(about, "choose") && named && about.found?.answer !== undefined ? named[about.found.answer] : ring;
  const seen = line?.some(Boolean) ? line : null;
  return drawing.whole(
    drawing.grid(),
    seen ? [drawing.sides(seen), drawing.line(seen, { arrow: true })] : [],
    drawing.points(board.points, { line: seen, named, ring: right === undefined ? [] : [right] }),
  );
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** What the board shows, in words: its points by their classes, how many are wrong where there is a line, and what phones have drawn. */
export function boardInWords(about: About, line: readonly number[] | null): string {
  const { board } = about.question;
  if (is(about, "rounds"))
    return `The game: ${plural(about.found?.labels.length ?? 0, "round")}${about.found?.labels.map((label) => `, ${label < 0 ? "−1" : "+1"}`).join("") ?? ""}`;
  const points = is(about, "points") ? drawnIn(about) : board.points;
  const seen = is(about, "points") ? about.found?.line : line;
  const [circles, triangles] = [0, 1].map((kind) => points.filter((point) => point[2] === kind).length);
  const wrong = seen?.some(Boolean) ? `; ${points.filter((point) => isWrong(seen, point, board.zero)).length} on the wrong side of the line` : "";
  const lines = is(about, "line") && about.found ? `; ${plural(about.found.lines.length, "line")} of the class` : "";
  return `The board: ${plural(circles, "circle")} (+1) and ${plural(triangles, "triangle")} (−1)${wrong}${lines}`;
}

/** A board of the class by itself. */
export function drawnBoard(board: RoomBoard) {
  const about: About = { question: { kind: "text", text: "", board } };
  return html`<svg class="board" translate="no" viewBox="0 0 1000 1000" role="img" aria-label=${boardInWords(about, board.line)}>${boardOf(about)}</svg>`;
}

function built(drawing: Drawing, { points = [], line, proof }: Partial<PointsResults> = {}): Shapes {
  return [line ? [drawing.sides(line), drawing.line(line, THICK)] : [], drawing.points(points, { ring: proof })];
}

function turned(drawing: Drawing, { lines, line, cone, best }: LineResults): Shapes {
  return [
    lines.map((each) => {
      const phone = each.at(3);
      const isBest = phone !== undefined && phone === best;
      const color = phone === undefined ? undefined : colorOf(phone);
      return drawing.line(each, { color, phone, width: isBest ? 9 : 4, opacity: isBest ? 1 : 0.3, arrow: isBest });
    }),
    cone ? drawing.cone(line, cone) : [],
    drawing.line(line, { ...THICK, arrow: true }),
  ];
}

const UNPICTURED: readonly string[] = ["points", "text", "show"];

/** Whether there is a picture beside the board. */
export const isPictured = (about: About) =>
  Boolean(about.found) && !UNPICTURED.includes(about.question.kind) && !(is(about, "rounds") && !about.found?.labels.length);

/** The words under the picture. */
export function wordsOf(about: About): string {
  const words = about.found?.words ?? "";
  if (!is(about, "number") || !about.found) return words;
  const { right, of, middle } = about.found.votes[about.found.votes[1].of ? 1 : 0];
  const exact = right ? ` ${right} of ${of} gave exactly this number.` : "";
  return of ? `${words}${exact} The median guess was ${middle ?? ""}.`.trim() : words;
}

/** The least height of a picture that is 1,000 wide. */
export const leastOf = (about: About) => (is(about, "alone") && about.question.items.length === 1 ? 140 : 500);

/** The picture, 1,000 wide and so `tall`. */
export function pictureOf(about: About, tall: number): Shapes {
  if (is(about, "number") && about.found) return number(about.question, about.found, tall);
  if (is(about, "choose") && about.found) return choice(about.question, about.found, tall);
  if (is(about, "rounds") && about.found) return rounds(about.question, about.found, tall);
  if (is(about, "line") && about.found) return turnedLines(about.question, about.found);
  if (is(about, "alone") && about.found) return progress(about.question, about.found, tall);
  return nothing;
}

function number({ bound }: NumberQuestion, { answer, votes }: NumberResults, tall: number): Shapes {
  const every = votes.flatMap(({ count }) => count.flatMap(([value, times]) => Array<number>(times).fill(value))).sort((a, b) => a - b);
  const most = Math.max(answer ?? 0, bound ?? 0, every.at(Math.floor(every.length * 0.97)) ?? 0, 5);
  const width = Math.max(1, Math.ceil((most + 1) / 36));
  const bins = Math.floor(most / width) + 1;
  const left = (bin: number) => 40 + (920 * bin) / (bins + 1);
  const at = (value: number) => left(Math.floor(value / width) + 0.5);
  const given = votes.filter(({ of }) => of);
  const low = tall - 90; // where the axis is
  const high = (low - 60) / Math.max(given.length, 1);
  const binned = given.map(({ count }) => {
    const heights = Array<number>(bins + 1).fill(0);
    for (const [value, times] of count) heights[Math.min(Math.floor(value / width), bins)] += times;
    return heights;
  });
  const top = Math.max(...binned.flat());
  const early = answer !== undefined && answer < most / 2;
  const rows = given.map((vote, row) => {
    const foot = 60 + high * (row + 1);
    const name = votes[1].of ? ["First vote", "Second vote"][votes.indexOf(vote)] : "Your guesses";
    return svg`<text x=${early ? at(bound ?? most) - 24 : 60} y=${foot - high + 40} class=${early ? "small end" : "small"}>${name}: ${vote.of}</text>
      ${binned[row].map((times, bin) => {
        const size = ((high - 70) * times) / top;
        return svg`<rect x=${left(bin) + 2} y=${foot - size} width=${left(1) - left(0) - 4} height=${size} rx="3"
          fill="var(--st-primary-color)" opacity=${row < given.length - 1 ? 0.45 : 0.85}></rect>`;
      })}
      <path d="M40 ${foot}H960" stroke="currentColor" stroke-width="2"></path>`;
  });
  // The ends of the axis have numbers unless these would overlap the answer's own.
  const ends = [...new Set([0, bound ?? most])].filter((value) => answer === undefined || Math.abs(at(value) - at(answer)) > 60);
  return [
    rows,
    ends.map((value) => svg`<text x=${at(value)} y=${low + 26} class="small middle">${value}</text>`),
    bound ? svg`<path d="M${at(bound)} 60V${low}" class="bound"></path>
      <text x=${at(bound) + 20} y="36" class="small end">at most ${bound}</text>` : nothing,
    answer === undefined ? nothing : svg`<g class="truth"><path d="M${at(answer)} 50V${low}" class="exact"></path>
      <path d="M${at(answer)} ${low + 8}l-16-26h32z" class="tip"></path>
      <text x=${at(answer)} y=${low + 54} class="large middle">${answer}</text></g>`,
  ];
}

function choice({ options }: ChoiceQuestion, { answer, votes }: ChoiceResults, tall: number): Shapes {
  const last = votes[1].of ? 1 : 0;
  const most = Math.max(...votes.flatMap(({ count }) => count), 1);
  const head = last ? 60 : 0;
  const high = (tall - 40 - head) / options.length;
  // Long options stand above their bars, which then take the whole width.
  const above = options.some((option) => option.length > 6);
  const [left, widest] = above ? [40, 820] : [220, 640];
  const bars = options.map((option, index) => {
    const top = 30 + head + index * high;
    const right = index === answer;
    const [x, y] = above ? [left, top + high * (last ? 0.1 : 0.28)] : [196, top + high * 0.36 + Math.min(70, high * 0.6) / 2];
    return svg`${votes.slice(0, last + 1).map((vote, row) => {
      const thick = Math.min(70, high * (above ? 0.36 : 0.6)) * (row === last ? 1 : 0.4);
      const foot = top + high * (above ? 0.5 : 0.36) + (last ? (row ? 0 : -thick - 6) : 0);
      const wide = (widest * vote.count[index]) / most;
      return svg`<rect x=${left} y=${foot} width=${Math.max(wide, 4)} height=${thick} rx="4" class=${right ? "bar right" : "bar"}
        opacity=${row === last ? 0.9 : 0.45}></rect>
        ${row === last ? svg`<text x=${left + 16 + wide} y=${foot + thick / 2} class="mid">${vote.count[index]}</text>` : nothing}`;
    })}<text x=${x} y=${y} class="${above ? "small" : "mid end"}${right ? " truth-name" : ""}">${right ? "✓ " : ""}${option}</text>`;
  });
  const legend = `thin: first vote, ${votes[0].of} · thick: second vote, ${votes[1].of}`;
  return [last ? svg`<text x=${left} y="36" class="small">${legend}</text>` : nothing, bars];
}

const ROWS = 10; // of the items of a list that stand below each other

/** How far a class is with each item of a list, in words. */
export const inWords = ({ items }: AloneQuestion, { counts }: AloneResults) => counts.map(([idle, tried, solved, stuck], index) =>
  `${index + 1}: ${idle} not begun, ${tried} tried${items[index].checks ? `, ${solved} solved, ${stuck} stuck` : ""}`).join("; ");

function progress({ items }: AloneQuestion, { counts }: AloneResults, tall: number) {
  const columns = Math.ceil(items.length / ROWS);
  const [wide, high] = [1000 / columns, Math.min(130, (tall - 80) / Math.min(items.length, ROWS))];
  const only = items.length === 1; // its words are the wall's own
  const tells = high > 80 && columns === 1 && !only; // whether there is room for the words of each item
  const shades = [["solved", "var(--st-green-color)"], ["tried", "var(--st-primary-color)"], ["not begun", "var(--st-border-color)"]];
  const legend = shades.map(([name, color], index) => svg`<rect x=${250 * index} y="16" width="30" height="30" rx="4" fill=${color}></rect>
    <text x=${250 * index + 42} y="32" class="small">${name}</text>`);
  const rows = counts.map(([idle, tried, solved, stuck], index) => {
    const [left, top] = [wide * Math.floor(index / ROWS), 80 + high * (index % ROWS)];
    const thick = Math.min(44, high * (tells ? 0.4 : 0.7));
    const [foot, middle] = tells ? [top + high * 0.45, top + high * 0.2] : [top, top + thick / 2];
    const begin = left + (only ? 0 : 70);
    const long = left + wide - begin - (tells ? 30 : (only ? 0.22 : 0.3) * wide);
    const share = long / Math.max(idle + tried + solved, 1);
    const bars = [solved, tried, idle].map((count, place, all) => {
      const before = all.slice(0, place).reduce((sum, each) => sum + each, 0);
      return svg`<rect x=${begin + share * before} y=${foot} width=${share * count} height=${thick} fill=${shades[place][1]}></rect>
        ${share * count > 28 * String(count).length ? svg`<text x=${begin + share * (before + count / 2)} y=${foot + thick / 2} class="small middle${place < 2 ? " inverse" : ""}">${count}</text>` : nothing}`;
    });
    const words = items[index].text;
    return svg`${only ? nothing : svg`<text x=${left + 50} y=${foot + thick / 2} class="mid end">${index + 1}</text>`}${bars}
      ${tells ? svg`<text x=${begin} y=${middle} class="small">${words.length > SHORT ? `${words.slice(0, SHORT).replace(/\s+\S*$/, "")} …` : words}</text>` : nothing}
      ${stuck ? svg`<text x=${tells ? 970 : left + wide - 10} y=${middle} class="small end stuck">${stuck}${columns > 2 ? "!" : " stuck"}</text>` : nothing}`;
  });
  return [legend, rows];
}

function rounds({ bound }: RoundsQuestion, { labels, perceptron }: RoundsResults, tall: number): Shapes {
  const high = (tall - 130) / 2;
  const bar = (name: string, mistakes: number, row: number) => svg`
    <text x="40" y=${120 + row * high} class="mid">${name}: ${mistakes} ${mistakes === 1 ? "mistake" : "mistakes"}</text>
    <rect x="40" y=${156 + row * high} width=${(880 * mistakes) / bound} height=${Math.min(70, high - 90)} rx="4" class="bar"
      opacity=${row ? 0.45 : 0.85}></rect>`;
  return svg`${bar("The class", labels.length, 0)}${bar("The perceptron", perceptron, 1)}
    <path d="M920 60V${tall - 20}" class="bound"></path>
    <text x="940" y="36" class="small end">at most ⌊1/γ²⌋ = ${bound}</text>`;
}

function turnedLines({ shifts }: LineQuestion, { lines, right, best, cone }: LineResults): Shapes {
  return svg`<text x="40" y="80" class="huge">${right} of ${lines.length}</text>
    <text x="40" y="156" class="mid">${nothingWrong(right)}</text>
    <rect x="40" y="190" width="920" height="36" rx="8" fill="currentColor" opacity="0.12"></rect>
    <rect x="40" y="190" width=${(920 * right) / Math.max(lines.length, 1)} height="36" rx="8" fill="var(--st-primary-color)"></rect>
    ${best ? svg`<circle cx="76" cy="326" r="34" fill=${colorOf(best)}></circle>
      <text x="130" y="326" class="mid">The best is ${nameOf(best)}</text>` : nothing}
    <path d="M42 426h68" stroke=${GREEN} stroke-width="10"></path>
    <text x="130" y="426" class="mid">${shifts ? "the best of all lines" : "w*, the best of all lines"}</text>
    ${cone ? svg`<path d="M42 526l66-30a72 72 0 0 1 0 60z" fill=${GREEN} opacity="0.35"></path>
      <text x="130" y="526" class="mid">${shifts ? "the directions for which some shift separates all points" : "the cone of all w with nothing wrong"}</text>` : nothing}`;
}
