// The page on which a teacher reads what a class has handed in. All stays in this browser; only a board that is looked at
// is asked for, as any link is.

import { html, nothing } from "lit-html";

import { find } from "../page/parts.ts";
import { render } from "../page/render.ts";
import { packedList, save } from "../share/files.ts";
import { LIST_MARK } from "../store/shared.ts";
import { sumOf } from "../store/handed.ts";
import { reason } from "../store/reason.ts";
import { courseOfLesson, courseOfList, type Course, type Lessons } from "./asked.ts";
import { sourcesIn, sourcesOf } from "./dropped.ts";
import { readAll, sorted, type Submission, type Source } from "./gather.ts";
import { Inspection } from "./look.ts";
import { tableOf, rowOf, type HandedRow } from "./table.ts";
import { tableView } from "./view.ts";

const NAMED_AT_MOST = 20; // complaints in sight at once

export class Handing {
  private course: Course | null = null;
  private sources: readonly Source[] = [];
  private read: { readonly entries: readonly Submission[], readonly complaints: readonly string[] } = { entries: [], complaints: [] };
  private said = ""; // what went wrong with the list
  private readonly look = new Inspection(() => { this.draw(); });

  constructor(private readonly node: HTMLElement, private readonly lessons: Lessons) {
    document.addEventListener("dragover", (event) => { event.preventDefault(); });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      void this.drop(event.dataTransfer);
    });
  }

  /** Begin with the list or the lesson in the query of this page's address. */
  async begin(query: string) {
    this.draw();
    const asked = new URLSearchParams(query);
    if (asked.has("list") || asked.has("lesson")) await this.open(asked);
  }

  // ---- the list or the lesson

  private async open(asked: URLSearchParams) {
    const [list, lesson] = [asked.get("list") ?? "", asked.get("lesson") ?? ""];
    this.said = "";
    try {
      this.course = list ? await courseOfList(list) : await courseOfLesson(lesson, this.lessons);
      this.look.close();
    } catch (error) {
      this.said = `${list ? "The list" : "The lesson"} could not be read: ${reason(error)}.`;
    }
    this.draw();
  }

  private async openLink(link: string) {
    const query = new URLSearchParams(link.split("?")[1]?.split("#")[0]);
    if (query.has("list") || query.has("lesson")) await this.open(query);
    else this.complain(`“${link.slice(0, 60)}” is no link of a list or a lesson.`);
  }

  private async openFile({ currentTarget }: Event) {
    const field = currentTarget as HTMLInputElement;
    const [file] = field.files ?? [];
    try {
      const { [LIST_MARK]: version, list } = JSON.parse(await file.text()) as Record<string, unknown>;
      if (typeof version !== "number") throw new SyntaxError("another file");
      await this.open(new URLSearchParams({ list: await packedList(list, version) }));
    } catch (error) {
      this.complain(error instanceof SyntaxError ? `“${file.name}” is no list of exercises.` : reason(error));
    }
    field.value = "";
  }

  private complain(words: string) {
    this.said = words;
    this.draw();
  }

  // Codes of a lesson name it, and files their list.
  private async find() {
    if (this.course) return;
    for (const { handed, file } of this.read.entries) {
      const lesson = handed.kind === "lesson" ? Object.keys(this.lessons).find((slug) => sumOf(slug) === handed.id) : undefined;
      if (lesson) await this.open(new URLSearchParams({ lesson }));
      else if (file?.list) await this.open(new URLSearchParams({ list: file.list }));
      if (lesson ?? file?.list) return;
    }
  }

  // ---- what was handed in

  private async add(more: readonly Source[]) {
    this.sources = [...this.sources, ...more];
    this.read = readAll(this.sources);
    this.draw();
    await this.find();
  }

  private async drop(data: DataTransfer | null) {
    if (data) await this.add(await sourcesOf(data));
  }

  private async paste() {
    const field = find(this.node, "textarea");
    const text = field.value;
    field.value = "";
    await this.add([{ path: "", text }]);
  }

  private async pick({ currentTarget }: Event) {
    const field = currentTarget as HTMLInputElement;
    await this.add(await sourcesIn([...field.files ?? []]));
    field.value = "";
  }

  private forget() {
    this.sources = [];
    this.look.close();
    void this.add([]);
  }

  // ---- the page

  private draw() {
    const { course, read, said } = this;
    const { entries, complaints } = course ? sorted(read.entries, course) : { entries: [], complaints: [] };
    const rows = entries.map((entry) => rowOf(entry, course?.asked ?? []));
    render(html`
      <h1>What was handed in</h1>
      ${this.courseView(read.entries.length > 0)}
      <p class="wrong" role="status">${said}</p>
      ${this.takeView()}
      ${complaintsView([...read.complaints, ...complaints])}
      ${course && rows.length ? this.rowsView(course, rows) : nothing}`, this.node);
  }

  // A list has to be named unless a file or a lesson's code names it.
  private courseView(hasCodes: boolean) {
    const { course } = this;
    const other = (event: SubmitEvent) => {
      event.preventDefault();
      void this.openLink(find(this.node, "input", "[name=link]").value);
    };
    const form = html`<form @submit=${other}>
        <label>The link of the list or the lesson <input type="text" name="link" required autocomplete="off" spellcheck="false"></label>
        <div class="row"><button>Open</button><button type="button" @click=${() => { find(this.node, "input", ".list").click(); }}>Open the list’s file …</button></div>
        <input type="file" class="list" accept=".json" hidden @change=${(event: Event) => this.openFile(event)}>
      </form>`;
    if (!course) return hasCodes ? html`<p>These codes are of a list. Which one?</p>${form}` : html`<details><summary>Of which list?</summary>${form}</details>`;
    const link = course.list ? `./?list=${course.list}` : `./${this.lessons[course.lesson]?.[0] ?? ""}?lesson=${course.lesson}`;
    return html`<p class="course"><a href=${link} target="_blank">${course.title}</a></p><details><summary>Another list or lesson</summary>${form}</details>`;
  }

  private takeView() {
    const pick = (event: Event) => this.pick(event);
    return html`<form class="take" @submit=${(event: SubmitEvent) => { event.preventDefault(); void this.paste(); }}>
      <label>Paste codes, or the text of a whole forum; or drop files and folders here
        <textarea rows="3" required spellcheck="false" translate="no"></textarea></label>
      <div class="row">
        <button class="main">Read</button>
        <button type="button" @click=${() => { find(this.node, "input", ".files").click(); }}>Open files …</button>
        <button type="button" @click=${() => { find(this.node, "input", ".folder").click(); }}>Open a folder …</button>
        <button type="button" ?hidden=${!this.sources.length} @click=${() => { this.forget(); }}>Begin anew</button>
      </div>
      <input type="file" class="files" multiple hidden @change=${pick}>
      <input type="file" class="folder" webkitdirectory hidden @change=${pick}>
    </form>`;
  }

  private rowsView(course: Course, rows: readonly HandedRow[]) {
    const { asked } = course;
    return html`<div class="row results">
        <h2>${rows.length === 1 ? "1 student" : `${rows.length} students`}</h2>
        <button type="button" title="For a spreadsheet, and for Moodle’s import of grades" @click=${() => { save("handed-in.csv", tableOf(rows, asked)); }}>Save as a table (CSV)</button>
      </div>
      <div class="both">${tableView(rows, asked, this.look)}${this.look.view(rows, asked)}</div>`;
  }
}

function complaintsView(complaints: readonly string[]) {
  if (!complaints.length) return nothing;
  const item = (words: string) => html`<li>${words}</li>`;
  const [some, rest] = [complaints.slice(0, NAMED_AT_MOST), complaints.slice(NAMED_AT_MOST)];
  return html`<section class="complaints" aria-label="What does not count">
    <h2>${complaints.length === 1 ? "One does not count" : `${complaints.length} do not count`}</h2>
    <ul>${some.map(item)}</ul>
    ${rest.length ? html`<details><summary>${rest.length} more</summary><ul>${rest.map(item)}</ul></details>` : nothing}
  </section>`;
}
