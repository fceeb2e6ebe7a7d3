// An editor for a program of the visitor's own, which the browser runs on the points of the board.

import { linkToShare } from "../link/query.ts";
import { hasCode } from "../link/program.ts";
import { make } from "../page/make.ts";
import { PROGRAM, keepText, recallJson } from "../store/kept.ts";
import { reason } from "../store/reason.ts";
import type { Api } from "./api.ts";
import { MOST_CODE, codeIn, linkWith } from "./code.ts";
import { Interpreter } from "./interpreter.ts";
import { MOST_PRINTED } from "./messages.ts";
import type { Ended, Ending, Printed } from "./messages.ts";
import { backspace, indent, newLine, outdent } from "./typing.ts";
import type { Change } from "./typing.ts";

const [SHORT, LONG] = [1, 10]; // s that a run may take; the long time is also that of all boards on which it is tried
const LONGEST_NOTE = 60; // characters of a text beside a line
const KEYS = ["(", ")", "[", "]", ":", "=", "+", "-", "*", "@", "<", ">", ",", ".", "\"", "#", "_"];
const NUMPY = "w @ x and w + label * x are as in numpy; import numpy as np brings a small part of it. print(\"slope\", m, \"intercept\", c) has your line checked, too.";
const COMING = "Python is coming …";
const OTHER = "This program was changed in another tab; you now see that version.";
const MOVED = "The board has changed since the program began, so nothing was checked. Run it again.";
const TRIED: Readonly<Record<Ending, string>> = {
  done: "", stopped: "you stopped it.", late: `your program had not come to its end after ${SHORT} second.`,
  long: `your program printed more than ${MOST_PRINTED.toLocaleString("en")} characters.`,
  broken: "the browser ended the program; perhaps it needed too much memory.",
};
const TOGETHER = `your program had run for ${LONG} seconds on all boards together, which is the most.`;

const startFor = (constant: number) => `w = vector(0, 0${constant ? ", 0)  # the last number belongs to the bias" : ")"}
for sweep in range(100):
    mistakes = 0
    for x, label in zip(X, y):
        pass  # which side is x on? if the wrong one: change w, count, print(w)
    print(w)
    if mistakes == 0:
        break
`;

const counted = (count: number, name: string) => `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
const lastLine = (text: string) => text.trimEnd().split("\n").at(-1)?.trim() ?? "";


// A program, and the one of before that a link's has taken the place of.
interface Program { readonly code: string; readonly before: string }

// The visitor's program or, by its name, that of a lesson's part that has one of its own.
const keyOf = (part: string) => (part ? `${PROGRAM} ${part}` : PROGRAM);

function kept(part: string): Program {
  const { code, before } = (recallJson(keyOf(part)) ?? {}) as Partial<Record<keyof Program, unknown>>;
  const textOf = (value: unknown) => (typeof value === "string" ? value.slice(0, MOST_CODE) : "");
  return { code: textOf(code), before: textOf(before) };
}

/** Boards on which the program is tried, what it has printed on those before, and the seconds left for the others. */
interface Trial { readonly boards: readonly string[]; readonly texts: readonly string[]; readonly text: string; readonly left: number }

export class Editor {
  private readonly field = make("textarea", {
    className: "mine-code", spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off", maxLength: MOST_CODE, ariaLabel: "Your program",
  });
  private readonly gutter = make("div", { className: "mine-lines", ariaHidden: "true" });
  private readonly notes = make("div", { className: "mine-notes", ariaHidden: "true" });
  private readonly status = make("p", { className: "mine-status", role: "status" });
  private readonly about = make("p", { className: "mine-about" });
  private readonly printed = make("pre", { className: "mine-printed", tabIndex: 0, translate: false, ariaLabel: "What it printed" });
  private readonly link = make("input", { type: "text", readOnly: true, hidden: true, ariaLabel: "Link with my code" });
  private readonly runButton = this.button("Run", "Run the program (Ctrl+Enter)", () => this.run());
  private readonly stopButton = this.button("Stop", "End the program now", () => this.python.stop());
  private readonly ownButton = this.button("My own program", "Put back the program from before this one", () => this.takeBack());
  private readonly tryButton = this.button("", "Run the program on boards that you have not seen, and have what it prints checked", () => this.tryAll());
  private readonly task = make("p", { className: "mine-task" });
  private readonly slow = make("input", { type: "checkbox" });
  private readonly python: Interpreter;
  private readonly printedAt = new Map<number, { count: number; text: string }>(); // by the line that printed
  private before = ""; // the program from before this one
  private ran = ""; // the program that runs, or has run
  private ranOn = ""; // the points on which it did
  private of: string | null = null; // the part of a lesson whose program it is; empty for the visitor's own
  private trial: Trial | null = null;
  private leaves = false; // whether the next Tab leaves the field

  constructor(root: HTMLElement, private readonly api: Api) {
    this.python = new Interpreter(root, {
      printed: (parts) => this.print(parts), ended: (end, seconds) => this.end(end, seconds),
      came: (complaint) => this.arrive(complaint),
    });
    root.classList.add("mine-editor");
    this.runButton.classList.add("stage-main");
    root.append(
      this.task, this.about,
      make("div", { className: "stage-row" }, this.runButton, this.tryButton, this.stopButton,
        make("label", {}, this.slow, ` up to ${LONG} seconds`), this.ownButton,
        this.button("Start anew", "Put the first lines back", () => this.write(this.first)),
        this.button("Link with my code", "A link to this board that holds the program", () => this.share())),
      this.link, this.keyRow(),
      make("div", { className: "mine-page" }, this.gutter, this.field, this.notes),
      this.status, this.printed,
    );
    this.field.addEventListener("input", () => this.edited());
    this.field.addEventListener("keydown", (event) => this.onKey(event));
    this.field.addEventListener("blur", () => (this.leaves = false));
    for (const name of ["storage", "pageshow"]) window.addEventListener(name, this.hear);
    this.say(COMING);
    this.draw();
    this.setRunning(false);
    this.runButton.disabled = this.tryButton.disabled = true;
    // Python comes when the editor is seen first.
    const seen = new IntersectionObserver((changes) => {
      if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      this.python.load();
    });
    seen.observe(root);
  }

  /** End what runs, and let the frame go. */
  close() {
    for (const name of ["storage", "pageshow"]) window.removeEventListener(name, this.hear);
    this.python.drop();
  }

  /** Say what a program finds and what is asked for, as the points, the bias or the lesson may have changed. */
  draw() {
    this.drawTask();
    const constant = this.api.constant();
    const row = constant ? `, with the constant ${constant} at its end` : "";
    const points = counted(this.api.points().length, "point");
    this.about.replaceChildren(`X has a row for each of the ${points}${row}; y has the labels, 1 or −1. ${NUMPY} `,
      make("span", { className: "mine-keyboard" }, "Tab indents; Escape, then Tab, leaves the program."));
  }

  // A part of a lesson may have a program of its own, which gives way to the visitor's as the part is left.
  private drawTask() {
    const asked = this.api.asked();
    const count = asked?.boards.length ?? 0;
    this.task.textContent = asked?.asks ?? "";
    this.task.hidden = !asked;
    this.tryButton.hidden = !count;
    this.tryButton.textContent = `Check on ${counted(count, "more board")}`;
    const of = asked?.code ? asked.remember : "";
    if (of !== this.of) this.read(of);
    // The program of a link waits to be read and run.
    if (hasCode()) void this.take(window.location.hash);
  }

  // The lines with which the editor begins.
  private get first() {
    return this.api.asked()?.code || startFor(this.api.constant());
  }

  // ---- the program

  // Show the program that this browser keeps.
  private read(of: string) {
    const { code, before } = kept(of);
    Object.assign(this, { of, before });
    this.field.value = code || this.first;
    this.fit();
  }

  // Every tab shows the one program, so that none writes over what was written in another, or on a page before this one.
  private readonly hear = () => {
    const { of } = this;
    const { code } = kept(of ?? "");
    if (of === null || !code || code === this.field.value) return;
    this.read(of);
    this.say(OTHER);
  };

  private async take(hash: string) {
    // From now on this browser keeps it; other links of this page do not have it.
    window.history.replaceState(window.history.state, "", window.location.href.replace(/#.*/, ""));
    try {
      const code = await codeIn(hash);
      if (code === this.field.value) return;
      this.before = this.field.value;
      this.field.value = code;
      this.edited();
      this.say("This program came with the link. Read it, then press Run.");
    } catch (fault) {
      this.say(reason(fault));
    }
  }

  // The program that this one has taken the place of: a link's that of before, a part's the visitor's own.
  private get older() {
    return this.before || (this.of ? kept("").code : "");
  }

  private takeBack() {
    const code = this.older;
    this.before = "";
    this.write(code);
  }

  private write(code: string) {
    this.change({ from: 0, to: this.field.value.length, words: code, start: 0, end: 0 });
    this.field.focus();
  }

  private edited() {
    keepText(keyOf(this.of ?? ""), JSON.stringify({ code: this.field.value, before: this.before } satisfies Program));
    this.fit();
  }

  private fit() {
    const count = this.field.value.split("\n").length;
    this.gutter.textContent = Array.from({ length: count }, (_, i) => i + 1).join("\n");
    this.field.rows = count;
    this.link.hidden = true;
    this.ownButton.hidden = [this.field.value, ""].includes(this.older);
    this.unmark();
  }

  // Change the text so that the browser's own key takes it back.
  private change({ from, to, words, start, end }: Change) {
    const { field } = this;
    field.focus();
    if (from === to && !words) return; // the browser would delete the sign before
    field.setSelectionRange(from, to);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one way that undoing knows of; jsdom has it not
    const done = "execCommand" in document && document.execCommand(words ? "insertText" : "delete", false, words);
    if (!done) {
      field.setRangeText(words, from, to);
      this.edited();
    }
    field.setSelectionRange(start, end);
  }

  private onKey(event: KeyboardEvent) {
    const { value: text, selectionStart: start, selectionEnd: end } = this.field;
    const at = { text, start, end };
    const { key } = event;
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.run();
      return;
    }
    if (key === "Escape" && !this.leaves) {
      this.leaves = true;
      event.preventDefault(); // the next Escape closes the dialog
      event.stopPropagation();
      return;
    }
    const change = event.isComposing || event.ctrlKey || event.altKey || event.metaKey ? null
      : key === "Tab" && !this.leaves ? (event.shiftKey ? outdent(at) : indent(at))
        : key === "Enter" ? newLine(at) : key === "Backspace" ? backspace(at) : null;
    if (key !== "Tab" && key !== "Shift") this.leaves = false;
    if (!change) return;
    event.preventDefault();
    this.change(change);
  }

  // The keys that the keyboard of a phone hides.
  private keyRow() {
    const row = make("div", { className: "mine-keys", role: "group", ariaLabel: "Keys" });
    const key = (words: string, title: string, press: () => Change) => {
      const button = this.button(words, title, () => this.change(press()));
      button.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps its keyboard
      row.append(button);
    };
    const at = () => ({ text: this.field.value, start: this.field.selectionStart, end: this.field.selectionEnd });
    key("→|", "Indent", () => indent(at()));
    key("|←", "Move back", () => outdent(at()));
    for (const sign of KEYS)
      key(sign, sign, () => {
        const { start, end } = at();
        return { from: start, to: end, words: sign, start: start + 1, end: start + 1 };
      });
    return row;
  }

  private button(words: string, title: string, press: () => unknown) {
    const button = make("button", { type: "button", title }, words);
    button.addEventListener("click", press);
    return button;
  }

  // ---- the run

  // The points of the board, as a program gets them.
  private get rows() {
    const constant = this.api.constant();
    return this.api.points().map(([x, y, kind]) => [x, y, ...(constant ? [constant] : []), 1 - 2 * kind].join(" ")).join(";");
  }

  private run() {
    if (this.runButton.disabled) return;
    this.unmark();
    this.printed.textContent = "";
    this.setRunning(true);
    this.say("Running …");
    this.ran = this.field.value;
    this.ranOn = this.rows;
    this.python.run(this.ran, this.ranOn, this.seconds);
  }

  // Run the program on each of the boards that are asked for, one after the other; then let the server judge.
  private tryAll() {
    const { boards } = this.api.asked() ?? { boards: [] };
    if (this.runButton.disabled || !boards.length) return;
    this.api.say(""); // what was said of another run
    this.trial = { boards, texts: [], text: "", left: LONG };
    this.unmark();
    this.printed.textContent = "";
    this.setRunning(true);
    this.ran = this.field.value;
    this.tryNext(this.trial);
  }

  private tryNext(trial: Trial) {
    const { boards, texts, left } = trial;
    this.trial = trial;
    this.say(`Running on board ${texts.length + 1} of ${boards.length} …`);
    this.python.run(this.ran, boards[texts.length], Math.max(0, Math.min(SHORT, left)));
  }

  private tried({ boards, texts, text, left }: Trial, { how, line, text: fault }: Ended, seconds: number) {
    const place = `Board ${texts.length + 1} of ${boards.length}: `;
    const all = [...texts, text];
    if (how === "done" && !fault && all.length < boards.length) {
      this.tryNext({ boards, texts: all, text: "", left: left - seconds });
      return;
    }
    this.trial = null;
    this.setRunning(false);
    this.say("");
    if (fault) this.note(line, fault, true);
    if (how === "done" && !fault) this.api.judge(all, this.ran);
    else this.api.say(place + (fault ? `${line ? `line ${line}: ` : ""}${fault}` : how === "late" && left < SHORT ? TOGETHER : TRIED[how]));
  }

  private get seconds() {
    return this.slow.checked ? LONG : SHORT;
  }

  private arrive(complaint: string) {
    if (complaint) this.say(complaint);
    else if (this.status.textContent === COMING) this.say("");
    this.runButton.disabled = this.tryButton.disabled = complaint !== "" || !this.stopButton.disabled;
  }

  private print(parts: readonly Printed[]) {
    if (this.trial) {
      this.trial = { ...this.trial, text: this.trial.text + parts.map(({ text }) => text).join("") };
      return;
    }
    for (const { line, text } of parts) {
      const before = this.printedAt.get(line);
      this.printedAt.set(line, { count: (before?.count ?? 0) + 1, text: lastLine(text) });
    }
    this.printed.append(parts.map(({ text }) => text).join(""));
    for (const line of new Set(parts.map((part) => part.line))) {
      const { count, text } = this.printedAt.get(line) ?? { count: 0, text: "" };
      const words = text.length > LONGEST_NOTE ? `${text.slice(0, LONGEST_NOTE)} …` : text;
      this.note(line, count > 1 ? `${words}  × ${count.toLocaleString("en")}` : words);
    }
  }

  private end(ended: Ended, seconds: number) {
    if (this.trial) {
      this.tried(this.trial, ended, seconds);
      return;
    }
    const { how, line, text } = ended;
    this.setRunning(false);
    const printed = this.printed.textContent;
    const lines = printed.split("\n").length - (printed.endsWith("\n") ? 1 : 0);
    const told = printed ? `It printed ${counted(lines, "line")}.` : "It printed nothing: print(w) shows the weights.";
    if (text) this.note(line, text, true);
    this.say({
      done: text ? `${line ? `Line ${line}: ` : ""}${text}` : `The program ended. ${told}`,
      stopped: `Stopped. ${told}`,
      late: `Ended after ${counted(this.seconds, "second")}, in which the program had not come to its end. ${told}`,
      long: `Ended, because it printed more than ${MOST_PRINTED.toLocaleString("en")} characters.`,
      broken: "The browser ended the program; perhaps it needed too much memory.",
    }[how]);
    if (!/\d/.test(printed)) return;
    if (this.rows === this.ranOn) this.api.check({ text: printed }, this.ran);
    else this.say(MOVED);
  }

  private setRunning(on: boolean) {
    this.runButton.disabled = this.tryButton.disabled = on;
    this.stopButton.disabled = !on;
    this.printed.hidden = !on && !this.printed.textContent;
  }

  // ---- beside the lines

  private note(line: number, words: string, wrong = false) {
    if (!line) return;
    const old = this.notes.querySelector(`[data-line="${line}"]`);
    const note = make("span", { className: wrong ? "is-wrong" : "", title: words }, words);
    note.dataset.line = String(line);
    note.style.setProperty("--line", String(line - 1));
    if (old) old.replaceWith(note);
    else this.notes.append(note);
  }

  private unmark() {
    this.printedAt.clear();
    this.notes.replaceChildren();
  }

  private say(words: string) {
    this.status.textContent = words;
  }

  private async share() {
    try {
      this.link.value = await linkWith(linkToShare(), this.field.value);
      this.link.hidden = false;
      this.link.select();
      this.say("This link holds the board and the program. Who opens it sees the program, which runs when they press Run.");
    } catch (fault) {
      this.say(reason(fault));
    }
  }
}
