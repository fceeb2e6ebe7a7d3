// The dialog in which a visitor hands in what was done of a list or a lesson, as a code and a file, or goes on with what
// was done on another device.

import "../draw/common.ts";
import { html, nothing } from "lit-html";

import { closable } from "../page/dialog.ts";
import { make } from "../page/make.ts";
import { find } from "../page/parts.ts";
import { render } from "../page/render.ts";
import type { Done } from "../store/done.ts";
import { asCode, asFile, handedIn, type Handed } from "../store/handed.ts";
import { reason } from "../store/reason.ts";
import { goOn, handedOf, openOf, type Open } from "./done.ts";
import { save } from "./files.ts";
import { copyFrom } from "./links.ts";
import type { Shown } from "./saving.ts";

const PROVES = "A code says what your browser has recorded. It does not prove who answered, and the right answers can be found in the link of the list.";
const LONGEST_NAME = 40;

export class HandIn {
  private readonly dialog = make("dialog", { className: "stage-share stage-handin", ariaLabel: "Hand in" });
  private of: Open | null = null;
  private name = "";
  private said = "";

  constructor(private readonly shown: Shown) {
    shown.page.root.append(this.dialog);
    closable(this.dialog, () => { this.close(); });
  }

  async open() {
    const { model: { data: { guide } }, page: { visit } } = this.shown;
    this.said = "";
    this.of = null; // what was open before is not what is handed in
    try {
      this.of = guide ? await openOf(guide, visit.address.list) : null;
    } catch (error) {
      this.said = `The list could not be read: ${reason(error)}.`;
    }
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  private close() {
    this.dialog.close();
    this.shown.page.button("share").focus({ preventScroll: true });
  }

  private say(words: string) {
    this.said = words;
    this.draw();
  }

  private take(text: string) {
    const { of } = this;
    const first = handedIn(text).at(0);
    if (!of) return;
    if (!text.trim()) this.say("Paste a code first, or open a file.");
    else if (!first) this.say("There is no code in this text.");
    else if ("fault" in first)
      this.say(first.fault === "newer" ? "This code is of a newer version of the playground." : "This code is damaged: a letter of it has changed or is missing.");
    else if (first.handed.kind !== of.kind || first.handed.id !== of.id)
      this.say(`This code is of another ${first.handed.kind}: open that one, and paste it there.`);
    else {
      goOn(of, first.handed, first.file);
      window.location.reload();
    }
  }

  private async pick(field: HTMLInputElement) {
    const [file] = field.files ?? [];
    this.take(await file.text());
    field.value = "";
  }

  // ---- the dialog in the page

  private draw() {
    const { of, name } = this;
    render(html`
      <div><h2>Hand in</h2><button type="button" @click=${() => { this.close(); }}>Close</button></div>
      <p class="stage-caution" role="status" .textContent=${this.said}></p>
      ${of ? this.view(of, handedOf(of, name)) : nothing}`, this.dialog);
  }

  private view(of: Open, handed: Handed<Done>) {
    const count = handed.items.flat().filter(({ last, solved }) => last !== null || solved).length;
    const field = () => find(this.dialog, "textarea", "[name=code]");
    const type = ({ currentTarget }: Event) => {
      this.name = (currentTarget as HTMLInputElement).value;
      this.draw();
    };
    return html`<p>${count === 0 ? "Nothing is done yet." : `This code holds the ${count === 1 ? "task" : `${count} tasks`} that you have done. Give it to your teacher.`}</p>
      <label>Your name <input type="text" class="stage-link" maxlength=${LONGEST_NAME} placeholder="only if your teacher asks for it" autocomplete="off" @input=${type}></label>
      <textarea name="code" readonly rows="4" aria-label="Code" translate="no" .value=${asCode(handed)}></textarea>
      <div>
        <button type="button" class="stage-main" @click=${({ currentTarget }: Event) => copyFrom(field(), currentTarget as HTMLButtonElement)}>Copy</button>
        <button type="button" title="The same with your boards and programs" @click=${() => { save(`hand-in-${handed.mark}.json`, asFile(handed, of)); }}>Save as a file</button>
      </div>
      <p class="stage-later">${PROVES} It leaves this device only by your hand.</p>
      ${this.goingOn()}`;
  }

  private goingOn() {
    const field = () => find(this.dialog, "textarea", "[name=other]");
    return html`<details>
      <summary>Go on from another device</summary>
      <textarea name="other" rows="3" aria-label="The code that Hand in shows on your other device" placeholder="The code that Hand in shows on your other device" spellcheck="false"></textarea>
      <div>
        <button type="button" @click=${() => { this.take(field().value); }}>Go on</button>
        <button type="button" @click=${() => { find(this.dialog, "input", "[type=file]").click(); }}>Open a file …</button>
        <input type="file" accept=".json,.txt" hidden @change=${({ currentTarget }: Event) => this.pick(currentTarget as HTMLInputElement)}>
      </div>
    </details>`;
  }
}
