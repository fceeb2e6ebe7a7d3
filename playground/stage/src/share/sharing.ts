// The dialog with the link to the page, its QR code and the files to save.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { linkToShare } from "../link/query.ts";
import { closable } from "../page/dialog.ts";
import { find } from "../page/parts.ts";
import { render } from "../page/render.ts";
import type { Code, File } from "../store/payload.ts";
import { reason } from "../store/reason.ts";
import { coursesOf } from "./course.ts";
import { save } from "./files.ts";
import { NO_CODE, PATIENCE, TOO_LONG, copyFrom, isLocal, isServed, lightLink } from "./links.ts";
import { savings, type Offered, type Scope, type Shown } from "./saving.ts";
import { isBuilt, unsolved } from "./unsolved.ts";

const BLANK = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
const SCOPES: readonly Scope[] = ["all", "board", "curves"];

/** A file that is being made, with its progress. */
interface Job {
  progress: string;
}

export class Sharing {
  private readonly dialog: HTMLDialogElement;
  private readonly corner: HTMLElement;
  private code: Code | null = null;
  private requested: string | null = null;
  private light: boolean | null = null; // whether the code leads to a light page; null if not known yet
  private rooms = false; // whether the class can be asked
  private files: readonly File[] = []; // the files that the server sends with the code
  private scope: Scope = "all";
  private hasAnswer = false; // whether the link shows what the visitor has made of a task
  private caution = ""; // about the code
  private failure = ""; // of the last file
  private readonly making = new Map<string, Job>(); // by the files' labels

  constructor(private readonly shared: Shown, private readonly hasExercises: boolean) {
    this.dialog = shared.page.part("share");
    this.corner = shared.page.part("corner");
    closable(this.dialog, () => { this.close(); });
    this.dialog.addEventListener("close", () => this.stop());
  }

  open() {
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
    this.begin();
    this.field.select();
  }

  // Show or hide the code alone, in a corner of a presented stage.
  show() {
    this.corner.hidden = !this.corner.hidden;
    if (!this.corner.hidden) this.begin();
  }

  get shown() {
    return this.dialog.open || !this.corner.hidden;
  }

  private begin() {
    this.requested = null;
    this.files = [];
    this.offer();
    void isServed("scene/").then((served) => {
      this.light = served;
      if (this.shown) this.offer();
    });
    const { editing, asking } = this.shared.model.data;
    void isServed("room/").then((served) => {
      this.rooms = served && Boolean(editing ?? asking);
      this.draw();
    });
    // The server, which draws the code, may be out of reach.
    setTimeout(() => {
      if (this.shown && !this.code) this.warn(NO_CODE);
    }, navigator.onLine ? PATIENCE : 0);
  }

  private warn(words: string) {
    this.caution = words;
    this.failure = "";
    this.draw();
  }

  // Ask the server for the link's code only while the dialog is open, and not at each letter that is typed.
  offer(rests = true) {
    this.shared.questions.writeAddress();
    const { coded } = this;
    this.code = [this.shared.model.code, this.code].find((code) => code?.link === coded) ?? null;
    if (this.code) ({ files: this.files } = this.code);
    if (rests && this.light !== null && this.requested !== coded) {
      this.requested = coded;
      void this.ask(coded);
    }
    this.warn(this.code && !this.code.picture ? TOO_LONG
      : isLocal() ? `“${window.location.hostname}” names only this computer; other devices need its network address.` : "");
  }

  // The texts that make the link one to a task; null where the visitor's answer is not in it.
  private get task() {
    return unsolved(this.shared.model.data, this.shared.page.visit);
  }

  private get link() {
    return linkToShare((this.hasAnswer ? null : this.task) ?? {});
  }

  private get coded() {
    return this.light ? lightLink(this.link) : this.link;
  }

  // Ask by the same way as for scenes; a report to the session may be lost, so it is repeated.
  private async ask(link: string) {
    const { page, questions } = this.shared;
    const wanted = () => this.shown && this.requested === link && this.code?.link !== link;
    page.busy("code", wanted());
    if (!wanted()) return;
    if (this.light) {
      try {
        this.code = await questions.get("share", { link });
      } catch {
        // The dialog says that no code has come.
      }
    } else page.visit.say("share", { link });
    const come = this.code?.link === link;
    if (this.light && come && this.shown) this.offer(false);
    setTimeout(() => this.ask(link), come ? 0 : PATIENCE);
  }

  copy() {
    return copyFrom(this.field, find(this.dialog, "button", '[data-do="copy"]'));
  }

  private get field() {
    return find(this.dialog, "input", ".stage-link");
  }

  private async press(label: string) {
    const { making } = this;
    const made = making.get(label);
    if (made) {
      if (made.progress) making.delete(label);
      this.draw();
      return;
    }
    const job: Job = { progress: "" };
    making.set(label, job);
    this.offer(false); // clears the last error
    const isWanted = () => making.get(label) === job;
    const report = (words: string) => {
      if (!isWanted()) throw new Error("it was stopped");
      job.progress = words;
      this.draw();
    };
    try {
      const file = this.offered().find((each) => each.label === label);
      if (!file) throw new Error("it is offered no longer");
      const content = await file.content(report);
      if (isWanted()) save(file.name, content);
    } catch (error) {
      if (isWanted()) this.failure = `“${label}” could not be saved: ${reason(error)}.`;
    }
    if (isWanted()) making.delete(label);
    this.draw();
  }

  // The code in the corner, too, then leads to the task alone.
  stop() {
    this.making.clear();
    this.hasAnswer = false;
    this.draw();
  }

  close() {
    this.dialog.close();
    // The browser gives the focus back a moment later, and until then keys would go to a field that nobody sees.
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !this.dialog.contains(activeElement)) return;
    activeElement.blur();
    this.shared.page.button("share").focus({ preventScroll: true });
  }

  // ---- the dialog in the page

  // The server's files are of the link's board, which may not be the one that the visitor has built.
  private offered() {
    return savings(this.shared, this.scope, isBuilt(this.shared.model.data) && !this.hasAnswer ? [] : this.files);
  }

  private draw() {
    const { code, caution, failure, making, shared: { model, page } } = this;
    if (!model.message) return;
    const picture = code?.picture || BLANK;
    page.busy("files", making.size > 0);
    render(this.view(picture, failure || caution), this.dialog);
    render(html`<img alt="The link as a QR code" src=${picture}><figcaption .textContent=${caution}></figcaption>`, this.corner);
  }

  private view(picture: string, caution: string) {
    return html`
      <div>
        <input class="stage-link" type="text" readonly aria-label="Link" .value=${this.link}>
        <button type="button" data-do="copy">Copy</button>
        <button type="button" data-do="close">Close</button>
      </div>
      <p>${this.opens()}</p>
      <p class="stage-caution" .textContent=${caution}></p>
      <details class="stage-phones">
        <summary>Code for phones</summary>
        <img class="stage-code" alt="The link as a QR code" src=${picture}>
        <p class="stage-lightly" ?hidden=${!this.light}>The code opens this board on a light page.</p>
      </details>
      <div class="stage-ways"><form class="stage-class" method="post" target="_blank" action=${new URL("room", document.baseURI).href} ?hidden=${!this.rooms}>
        <input name="page" type="hidden" value=${this.shared.page.visit.page ?? ""}><input name="query" type="hidden" value=${new URL(linkToShare()).search}>
        <button title="A room: the class answers a question about this board from its phones, and a wall shows the answers">Ask the class</button>
      </form>
      ${this.handsIn ? html`<button type="button" data-do="handin" title="What you have done of this list or lesson, as a code for your teacher">Hand in</button>` : nothing}
      ${this.hasExercises ? html`<button type="button" class="stage-exercise" data-do="exercises" title="A list of boards with questions: as a link, as pages and on paper">Make an exercise</button>` : nothing}</div>
      ${this.savingView()}`;
  }

  // What the link opens and, where that is a task, the way to the other link.
  private opens() {
    if (!this.task) return "This link opens this board at this step.";
    const turn = () => {
      this.hasAnswer = !this.hasAnswer;
      this.offer();
      this.field.select();
    };
    const [words, other] = this.hasAnswer ? ["This link shows what you have made.", "Link to the task alone"]
      : ["This link opens the task, without what you have made.", "Link with it"];
    return html`${words} <button type="button" class="stage-other" @click=${turn}>${other}</button>`;
  }

  private get handsIn() {
    const { guide } = this.shared.model.data;
    return guide?.list !== undefined || guide?.parts !== undefined;
  }

  private savingView() {
    const { model, panels } = this.shared;
    return html`<details class="stage-save">
        <summary>Save</summary>
        <fieldset class="stage-scope" ?hidden=${panels.figures.length < 2}>
          <legend>Pictures of</legend>
          ${SCOPES.map((scope) => html`<label><input name="scope" type="radio" value=${scope} .checked=${scope === this.scope}
            @change=${() => (this.scope = scope)}> ${scope}</label>`)}
        </fieldset>
        <div class="stage-files">${repeat(this.offered(), ({ label }) => label, (file) => this.fileView(file))}</div>
        ${this.courseView()}
        <p class="stage-later" ?hidden=${!model.waits}>The run, its program and its animation can be saved once you have seen its end.</p>
      </details>`;
  }

  // A lesson's parts, as a course takes them; an exercise of a list is saved with its list.
  private courseView() {
    const { page: { visit }, model: { data: { guide } } } = this.shared;
    const lesson = new URL(linkToShare()).searchParams.get("lesson");
    return this.light && lesson && guide?.parts ? coursesOf(visit.page ?? "", `?lesson=${encodeURIComponent(lesson)}`) : nothing;
  }

  // A note stands below a button's words, because a finger cannot hover.
  private fileView({ label, note }: Offered) {
    const progress = this.making.get(label)?.progress;
    return html`<button type="button" data-label=${label} data-note=${progress ? "Press again to stop" : note}
      @click=${() => this.press(label)}>${progress ? `Making … ${progress}` : label}</button>`;
  }
}
