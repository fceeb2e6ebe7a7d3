// What a list or a lesson asks, and how an answer to it is judged: by the app's own scenes.

import { listIn, slugOf } from "../share/done.ts";
import { sumOf, type Subject } from "../store/handed.ts";
import type { Content, Listed, Part, Refusal, Scene } from "../store/payload.ts";

/** A question or a task at a place, and what answers it. */
export interface Asked {
  readonly label: string; // its number in the list or the lesson
  readonly item: number;
  readonly part: number;
  readonly ask: string;
  readonly options: readonly string[];
  readonly right: number | null; // the right number, or the place of the right choice; null if it is not known
  readonly solves: string; // what a board or a program has to meet; empty if nothing has
  readonly board: string; // the end of a link to the board that is asked about
  readonly judge: string; // the query with which the app judges another board
}

/** A list or a lesson that was handed in: how it is called, and what it asks. */
export interface Course extends Subject {
  readonly title: string;
  readonly list: string; // the code of the list in links
  readonly lesson: string;
  readonly asked: readonly Asked[];
}

/** The page and the title of each lesson, by its name in links. */
export type Lessons = Readonly<Partial<Record<string, readonly [path: string, title: string]>>>;

/** The scene at the end of a link, as the stage asks for it. */
export async function sceneAt(link: string): Promise<Scene> {
  const [path, query = ""] = link.split("?");
  const answer = await fetch(new URL(`scene/${path || "playground"}?${query}`, document.baseURI));
  const content = await answer.json() as Content | Refusal;
  if (!("scene" in content)) throw new Error(content.complaints.join(" "));
  return content.scene;
}

const pathOf = (board: string) => board.split("?")[0].replace(/^\//, "");

async function exercise(code: string, { board }: Listed, item: number): Promise<Asked[]> {
  const { guide } = await sceneAt(`${pathOf(board)}?list=${code}&open=${item + 1}`);
  const task = guide?.task;
  if (!task || !(task.options.length || task.number || task.wanted)) return [];
  return [{
    label: String(item + 1), item, part: 0, ask: guide.text, options: task.options, right: task.right, solves: task.wanted,
    board, judge: `list=${code}&at=${item + 1}`,
  }];
}

// A part has the question of its board. What is built or written, and has no question whose answer is known, is done or not.
async function lessonPart(path: string, slug: string, { board = {}, remember }: Part) {
  const query = new URLSearchParams(board).toString();
  const { question } = query ? await sceneAt(`${path}?${query}&lesson=${slug}`) : {};
  const link = `${path}?${query || `lesson=${slug}`}`;
  if (question?.remember !== remember) return { options: [], right: null, solves: "the task is done", board: link };
  return { ask: question.text, options: question.options ?? [], right: question.answer, solves: "", board: link };
}

async function lesson(path: string, slug: string, item: number, label = ""): Promise<Asked[]> {
  const { guide } = await sceneAt(`${path}?lesson=${slug}`);
  return Promise.all((guide?.parts ?? []).map(async (each, part) => {
    const { ask, ...known } = await lessonPart(path, slug, each);
    return { label: `${label}${part + 1}`, item, part, ask: [each.task.join(""), ask].filter(Boolean).join(" "), judge: `lesson=${slug}`, ...known };
  }));
}

/** What a list asks, by its code in links. */
export async function courseOfList(code: string): Promise<Course> {
  const { id, listed } = await listIn(code);
  const asked = await Promise.all(listed.map(async (item, at) => {
    if (item.kind === "lesson") return lesson(pathOf(item.board), slugOf(item.board), at, `${at + 1}.`);
    return item.kind ? [] : exercise(code, item, at);
  }));
  return { kind: "list", id, title: `A list of ${listed.length}`, list: code, lesson: "", asked: asked.flat() };
}

/** What a lesson asks, by its name in links. */
export async function courseOfLesson(slug: string, lessons: Lessons): Promise<Course> {
  const known = lessons[slug];
  if (!known) throw new Error(`“${slug}” is no lesson`);
  const [path, title] = known;
  return { kind: "lesson", id: sumOf(slug), title, list: "", lesson: slug, asked: await lesson(path, slug, 0) };
}
