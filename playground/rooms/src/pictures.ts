// A wall's drawings of a question: the board with the answers, and the picture beside it.

import { Drawing, colorOf, nameOf, node } from "./board.ts";

export const nothingWrong = (count) => (count === 1 ? "has nothing wrong" : "have nothing wrong");

/**
 * Draws the board with the answers; while the run is played, `line` is the line of its step.
 * @param {Question} question
 */
export function drawBoard(svg, question, found, { line = question.line ?? question.board.line, open = false } = {}) {
  const drawing = new Drawing(svg, question.board);
  if (question.kind === "rounds") drawing.rounds(found, question.bound, open);
  else drawing.grid();
  if (question.kind === "points") {
    if (found?.line) drawing.sides(found.line).line(found.line, { stroke: "var(--st-green-color)", "stroke-width": 8 });
    drawing.points({ points: found?.points ?? [], ring: found?.proof });
  } else if (question.kind === "line") {
    for (const each of found?.lines ?? []) {
      const [phone] = each.slice(3);
      const best = phone !== undefined && phone === found.best;
      const stroke = phone === undefined ? "var(--st-text-color)" : colorOf(phone);
      const group = drawing.line(each, { stroke, "stroke-width": best ? 9 : 4, opacity: best ? 1 : 0.3 }, best);
      if (phone !== undefined) group.firstChild.dataset.phone = phone;
    }
    if (found?.cone) drawing.cone(found.line, found.cone);
    if (found) drawing.line(found.line, { stroke: "var(--st-green-color)", "stroke-width": 8 }, true);
    drawing.points();
  } else if (question.kind !== "rounds") {
    if (line?.some(Boolean)) {
      drawing.sides(line);
      drawing.line(line, {}, true);
    }
    const right = found && question.named ? question.named[found.answer] : question.ring;
    drawing.points({ line: line?.some(Boolean) ? line : null, ring: right, named: question.named });
  }
}

// Each draws a picture 1,000 wide and `tall` high, and returns its words.
export const PICTURES = {
  number(picture, tall, { bound }, { answer, votes, words }) {
    const every = votes.flatMap(({ count }) => count.flatMap(([value, times]) => Array(times).fill(value))).sort((a, b) => a - b);
    const most = Math.max(answer, bound ?? 0, every[Math.floor(every.length * 0.97)] ?? 0, 5);
    const width = Math.max(1, Math.ceil((most + 1) / 36));
    const bins = Math.floor(most / width) + 1;
    const given = votes.filter(({ of }) => of);
    const low = tall - 90; // where the axis is
    const high = (low - 60) / Math.max(given.length, 1);
    const left = (bin) => 40 + (920 * bin) / (bins + 1);
    const at = (value) => left(Math.floor(value / width) + 0.5);
    const early = answer < most / 2;
    const binned = given.map(({ count }) => {
      const heights = Array(bins + 1).fill(0);
      for (const [value, times] of count) heights[Math.min(Math.floor(value / width), bins)] += times;
      return heights;
    });
    const top = Math.max(...binned.flat());
    given.forEach(({ of }, row) => {
      const foot = 60 + high * (row + 1);
      const name = votes[1].of ? ["First vote", "Second vote"][votes.indexOf(given[row])] : "Your guesses";
      node(picture, "text", { x: early ? at(bound ?? most) - 24 : 60, y: foot - high + 40, class: early ? "small end" : "small" }, `${name}: ${of}`);
      for (const [bin, times] of binned[row].entries()) {
        const size = ((high - 70) * times) / top;
        node(picture, "rect", {
          x: left(bin) + 2, y: foot - size, width: left(1) - left(0) - 4, height: size, rx: 3,
          fill: "var(--st-primary-color)", opacity: row < given.length - 1 ? 0.45 : 0.85,
        });
      }
      node(picture, "path", { d: `M40 ${foot}H960`, stroke: "currentColor", "stroke-width": 2 });
    });
    // The ends of the axis have numbers unless these would overlap the answer's own.
    const ends = [...new Set([0, bound ?? most])].filter((value) => Math.abs(at(value) - at(answer)) > 60);
    for (const value of ends) node(picture, "text", { x: at(value), y: low + 26, class: "small middle" }, String(value));
    if (bound) {
      node(picture, "path", { d: `M${at(bound)} 60V${low}`, class: "bound" });
      node(picture, "text", { x: at(bound) + 20, y: 36, class: "small end" }, `at most ${bound}`);
    }
    const truth = node(picture, "g", { class: "truth" });
    node(truth, "path", { d: `M${at(answer)} 50V${low}`, class: "exact" });
    node(truth, "path", { d: `M${at(answer)} ${low + 8}l-16-26h32z`, class: "tip" });
    node(truth, "text", { x: at(answer), y: low + 54, class: "large middle" }, String(answer));
    const last = votes[1].of ? votes[1] : votes[0];
    const exact = last.right ? ` ${last.right} of ${last.of} gave exactly this number.` : "";
    return `${words}${last.of ? `${exact} The median guess was ${last.middle}.` : ""}`;
  },

  choose(picture, tall, { options }, { answer, votes, words }) {
    const last = votes[1].of ? 1 : 0;
    const most = Math.max(...votes.flatMap(({ count }) => count), 1);
    const head = last ? 60 : 0;
    const high = (tall - 40 - head) / options.length;
    // Long options stand above their bars, which then take the whole width.
    const above = options.some((option) => option.length > 6);
    const [left, widest] = above ? [40, 820] : [220, 640];
    if (last) node(picture, "text", { x: left, y: 36, class: "small" }, `thin: first vote, ${votes[0].of} · thick: second vote, ${votes[1].of}`);
    options.forEach((option, index) => {
      const top = 30 + head + index * high;
      const right = index === answer;
      for (const [row, vote] of votes.slice(0, last + 1).entries()) {
        const thick = Math.min(70, high * (above ? 0.36 : 0.6)) * (row === last ? 1 : 0.4);
        const y = top + high * (above ? 0.5 : 0.36) + (last ? (row ? 0 : -thick - 6) : 0);
        const wide = (widest * vote.count[index]) / most;
        node(picture, "rect", {
          x: left, y, width: Math.max(wide, 4), height: thick, rx: 4, class: right ? "bar right" : "bar", opacity: row === last ? 0.9 : 0.45,
        });
        if (row === last) node(picture, "text", { x: left + 16 + wide, y: y + thick / 2, class: "mid" }, String(vote.count[index]));
      }
      const name = above ? { x: left, y: top + high * (last ? 0.1 : 0.28), class: "small" }
        : { x: 196, y: top + high * 0.36 + Math.min(70, high * 0.6) / 2, class: "mid end" };
      node(picture, "text", { ...name, class: right ? `${name.class} truth-name` : name.class }, right ? `✓ ${option}` : option);
    });
    return words;
  },

  rounds(picture, tall, { bound }, { labels, perceptron, words }) {
    const rows = /** @type {[string, number][]} */ ([["The class", labels.length], ["The perceptron", perceptron]]);
    const high = (tall - 130) / rows.length;
    for (const [row, [name, mistakes]] of rows.entries()) {
      const top = 90 + row * high;
      node(picture, "text", { x: 40, y: top + 30, class: "mid" }, `${name}: ${mistakes} ${mistakes === 1 ? "mistake" : "mistakes"}`);
      node(picture, "rect", { x: 40, y: top + 66, width: (880 * mistakes) / bound, height: Math.min(70, high - 90), rx: 4, class: "bar", opacity: row ? 0.45 : 0.85 });
    }
    node(picture, "path", { d: `M920 60V${tall - 20}`, class: "bound" });
    node(picture, "text", { x: 940, y: 36, class: "small end" }, `at most ⌊1/γ²⌋ = ${bound}`);
    return words;
  },

  line(picture, _, { shifts }, { lines, right, best, cone, words }) {
    const total = Math.max(lines.length, 1);
    node(picture, "text", { x: 40, y: 80, class: "huge" }, `${right} of ${lines.length}`);
    node(picture, "text", { x: 40, y: 156, class: "mid" }, nothingWrong(right));
    node(picture, "rect", { x: 40, y: 190, width: 920, height: 36, rx: 8, fill: "currentColor", opacity: 0.12 });
    node(picture, "rect", { x: 40, y: 190, width: (920 * right) / total, height: 36, rx: 8, fill: "var(--st-primary-color)" });
    if (best) {
      node(picture, "circle", { cx: 76, cy: 326, r: 34, fill: colorOf(best) });
      node(picture, "text", { x: 130, y: 326, class: "mid" }, `The best is ${nameOf(best)}`);
    }
    node(picture, "path", { d: "M42 426h68", stroke: "var(--st-green-color)", "stroke-width": 10 });
    node(picture, "text", { x: 130, y: 426, class: "mid" }, shifts ? "the best of all lines" : "w*, the best of all lines");
    if (cone) {
      node(picture, "path", { d: "M42 526l66-30a72 72 0 0 1 0 60z", fill: "var(--st-green-color)", opacity: 0.35 });
      node(picture, "text", { x: 130, y: 526, class: "mid" }, shifts ? "the directions for which some shift separates all points" : "the cone of all w with nothing wrong");
    }
    return words;
  },
};
