// The first page of a course's package: shows its exercises one at a time, keeps what a student answers, and tells the
// learning platform. The first answer counts, because the page then tells the right one. An exercise that no page can
// judge is done once it was opened.

import { Attempt } from "../link/scorm.ts";

/** An exercise: its page, its question, the name of its note, and the right number or the place of the right choice. */
interface Exercise {
  readonly file: string;
  readonly ask: string;
  readonly name: string;
  readonly right: number | null;
  readonly choices: number;
}

const OPENED = 0; // stands for the answer to an exercise that is not judged
const NOT_SENT = "No course is connected: answers are not sent.";

const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
const clock = (seconds: number) => `${two(seconds / 3600)}:${two(seconds / 60 % 60)}:${two(seconds % 60)}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a platform may cut what it keeps
  }
}

class Course {
  private readonly attempt = Attempt.begin(window);
  private readonly notes = new Map<string, string>();
  private readonly first: (number | null)[]; // the first answer to each exercise
  private readonly frame = document.querySelector("iframe");
  private readonly buttons: readonly HTMLButtonElement[];
  private at = 0;
  private readonly begun = Date.now();

  constructor(private readonly exercises: readonly Exercise[]) {
    this.first = exercises.map(() => null);
    this.buttons = exercises.map(({ ask }, place) =>
      Object.assign(document.createElement("button"), { type: "button", title: ask, onclick: () => { this.open(place); } }));
    document.querySelector("nav")?.append(...this.buttons);
    // The framed pages keep their notes here: a browser's own storage is that of all who share it.
    Object.assign(window, { playgroundNotes: {
      getItem: (key: string) => this.notes.get(key) ?? null,
      setItem: (key: string, text: string) => { this.note(key, text); },
      removeItem: (key: string) => { this.notes.delete(key); },
    } });
    this.resume();
  }

  private resume() {
    const { attempt, exercises } = this;
    const { first = [], notes = [] } = (parsed(attempt?.get("suspend_data") ?? "") ?? {}) as { first?: (number | null)[], notes?: unknown[] };
    for (const [place, { name }] of exercises.entries()) {
      this.first[place] = first[place] ?? null;
      if (notes[place]) this.notes.set(name, JSON.stringify(notes[place]));
    }
    const place = Number(attempt?.get("core.lesson_location")) - 1;
    this.open(exercises[place] ? place : 0);
  }

  private open(place: number) {
    this.at = place;
    if (this.exercises[place].right === null) this.first[place] ??= OPENED;
    this.frame?.contentWindow?.location.replace(this.exercises[place].file);
    this.tell();
  }

  private note(key: string, text: string) {
    this.notes.set(key, text);
    const place = this.exercises.findIndex(({ name }) => name === key);
    if (place < 0) return;
    const { said } = (parsed(text) ?? {}) as { said?: number | null };
    if (typeof said === "number" && this.first[place] === null) {
      this.first[place] = said;
      this.report(place, said);
    }
    this.tell();
  }

  private isRight(place: number) {
    return this.first[place] === this.exercises[place].right;
  }

  // The first answer to an exercise, for the platform's list of answers.
  private report(place: number, said: number) {
    const { attempt, exercises: { [place]: { right, choices } } } = this;
    const answer = (value: number | null) => (choices ? "abcdef"[value ?? 0] : String(value));
    const name = `interactions.${attempt?.get("interactions._count") || "0"}`;
    attempt?.set({
      [`${name}.id`]: `exercise-${place + 1}`,
      [`${name}.type`]: choices ? "choice" : "numeric",
      [`${name}.time`]: new Date().toTimeString().slice(0, 8),
      [`${name}.correct_responses.0.pattern`]: answer(right),
      [`${name}.student_response`]: answer(said),
      [`${name}.result`]: this.isRight(place) ? "correct" : "wrong",
    });
  }

  private tell() {
    const { attempt, exercises, first, notes, at } = this;
    const judged = exercises.flatMap(({ right }, place) => (right === null ? [] : [place]));
    const done = first.filter((answer) => answer !== null).length;
    for (const [place, button] of this.buttons.entries()) {
      button.textContent = `${place + 1} ${first[place] === null ? "○" : "●"}`;
      button.setAttribute("aria-label", `Exercise ${place + 1}, ${first[place] === null ? "to do" : "done"}`);
      button.setAttribute("aria-current", String(place === at));
    }
    const status = document.querySelector("[role=status]");
    if (status) status.textContent = attempt ? `${done} of ${exercises.length} done` : NOT_SENT;
    if (judged.length) {
      const score = Math.round(100 * judged.filter((place) => this.isRight(place)).length / judged.length);
      attempt?.set({ "core.score.raw": score, "core.score.min": 0, "core.score.max": 100 });
    }
    attempt?.set({
      "core.lesson_status": done === exercises.length ? "completed" : "incomplete",
      "core.lesson_location": at + 1,
      "suspend_data": JSON.stringify({ first, notes: exercises.map(({ name }) => parsed(notes.get(name) ?? "")) }),
    });
    attempt?.commit();
  }

  // An attempt that is done goes on, too, so that a student sees the answers again.
  finish() {
    this.attempt?.set({ "core.session_time": clock((Date.now() - this.begun) / 1000), "core.exit": "suspend" });
    this.attempt?.finish();
  }
}

/** Shows the exercises of a package; the attempt ends with the page. */
export function begin(exercises: readonly Exercise[]) {
  const course = new Course(exercises);
  window.addEventListener("pagehide", () => { course.finish(); }, { once: true });
  // A page that the browser kept comes back after its attempt has ended.
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) window.location.reload(); });
}
