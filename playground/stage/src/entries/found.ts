// The page of what the visitor has found: each lesson with something done, the guesses beside the answers, and the boards
// that the visitor has built, from the notes of this browser.

import type { Texts } from "../link/query.ts";
import { make } from "../page/make.ts";
import { find } from "../page/parts.ts";
import { doneParts, endOf, isKept, recallJson, sureOf } from "../store/kept.ts";

/** A part of a lesson; `guess` is the name of its guess, and `built` says whether the visitor builds its board. */
interface Part {
  readonly guess: string;
  readonly ask: string;
  readonly options: readonly string[];
  readonly answer: string;
  readonly built: boolean;
}

/** A lesson; `key` is the name under which it is done, and `picture` the path of a picture of a board on its page. */
interface Lesson {
  readonly key: string;
  readonly title: string;
  readonly finding: string;
  readonly chapter: string;
  readonly link: string;
  readonly picture: string;
  readonly parts: readonly Part[];
}

/** What is known of a part that is done: the guess, the answer, whether the visitor was sure, and the board's address. */
interface Found {
  readonly part: Part;
  readonly guess: number | null;
  readonly answer: number | null;
  readonly sure: boolean | null;
  readonly board: Texts | null;
}

const numberIn = (value: unknown) => (typeof value === "number" ? value : null);

// A part that was done before its end was noted has its guess alone.
function foundIn({ key, parts }: Lesson): readonly Found[] {
  const done = doneParts(key);
  return parts.flatMap((part, place) => {
    const end = recallJson(endOf(part.guess));
    const [guess, answer, board] = Array.isArray(end) ? (end as unknown[]) : [recallJson(part.guess)];
    if (!Array.isArray(end) && !done.has(place)) return [];
    const sure = recallJson(sureOf(part.guess));
    return [{
      part, guess: numberIn(guess), answer: numberIn(answer), sure: typeof sure === "boolean" ? sure : null,
      board: typeof board === "object" ? board as Texts | null : null,
    }];
  });
}

const wordsOf = ({ options }: Part, value: number) => (options.length ? options.at(value) ?? "" : value.toLocaleString("en"));

function comparisonOf({ part, guess, answer, sure }: Found) {
  if (guess === null) return "";
  const said = `You said ${wordsOf(part, guess)}${sure === null ? "" : sure ? ", sure" : ", not sure"}`;
  return answer === null ? `${said}.` : guess === answer ? `✓ ${said}.` : `✗ ${said}; it is ${wordsOf(part, answer)}.`;
}

function pictureOf({ link, picture }: Lesson, { part, board }: Found) {
  if (!part.built || !board) return null;
  const query = new URLSearchParams(board).toString();
  const image = make("img", { src: `${picture}?${query}`, alt: "Your board" });
  image.addEventListener("error", () => { image.replaceWith("Your board"); });
  return make("a", { href: `${link.split("?", 1)[0]}?${query}` }, image);
}

function articleOf(lesson: Lesson, found: readonly Found[]) {
  const title = make("a", { href: lesson.link, textContent: isKept(lesson.key) ? `${lesson.finding}.` : lesson.title });
  return make("article", {}, make("h3", {}, title), ...found.flatMap((each) => {
    const compared = comparisonOf(each);
    const asked = each.part.ask && make("p", {}, make("i", { textContent: each.part.ask }), compared && ` ${compared}`);
    return [asked, pictureOf(lesson, each), make("p", { textContent: each.part.answer })];
  }));
}

function sumOf(all: readonly Found[], done: number, lessons: number) {
  const judged = all.filter(({ guess, answer }) => guess !== null && answer !== null);
  const right = (some: readonly Found[]) => some.filter(({ guess, answer }) => guess === answer).length;
  const sure = judged.filter((each) => each.sure);
  const date = new Date().toLocaleDateString("en", { dateStyle: "long" });
  return [
    `${date}: ${done} of ${lessons} lessons done.`,
    judged.length ? `Guesses: ${judged.length}, of them right: ${right(judged)}.` : "",
    sure.length ? `You were sure of ${sure.length}, and right about ${right(sure)} of these.` : "",
  ].filter(Boolean).join(" ");
}

function show(lessons: readonly Lesson[]) {
  const found = lessons.map((lesson) => foundIn(lesson));
  const all = found.flat();
  const room = find(document, "div", "#found");
  let chapter = "";
  for (const [place, lesson] of lessons.entries()) {
    if (!found[place].length) continue;
    if (lesson.chapter !== chapter) room.append(make("h2", { textContent: (chapter = lesson.chapter) }));
    room.append(articleOf(lesson, found[place]));
  }
  find(document, "p", "#sum").textContent = all.length
    ? sumOf(all, lessons.filter(({ key }) => isKept(key)).length, lessons.length)
    : "Nothing yet. Do a lesson in this browser: then your guesses, the answers and the boards that you build appear here.";
  const print = find(document, "button");
  print.hidden = !all.length;
  print.addEventListener("click", () => { window.print(); });
}

show(JSON.parse(find(document, "script", "#lessons").textContent) as readonly Lesson[]);
