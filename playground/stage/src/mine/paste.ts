// A place for what a program printed, pasted or dropped as it came, under the points that the program needs.

import { html, nothing } from "lit-html";

import { find } from "../page/parts.ts";
import { render } from "../page/render.ts";
import { labelOf } from "../share/measured.ts";
import type { Api } from "./api.ts";
import { CODE } from "./points.ts";

const MOST = 200_000; // bytes of a printout
const NOTHING = "Paste what your program printed: a row of weights for each update.";
const HINT = "A row of weights for each update, visit or pass; the bias first, last or not at all. Brackets, commas and words do no harm.";

export class Paste {
  private language = "Python";
  private measured = false; // whether the points are shown, and checked, in the units of the visitor's table
  private fault = "";

  constructor(private readonly root: HTMLElement, private readonly api: Api) {
    for (const type of ["dragover", "drop"] as const)
      root.addEventListener(type, (event) => {
        event.preventDefault();
        if (type === "drop") void this.take(event.dataTransfer?.files[0]);
      });
    this.draw();
  }

  draw() {
    render(this.view(), this.root);
  }

  private get code() {
    const classes = this.api.classes();
    const units = this.measured ? this.api.units() : null;
    return CODE[this.language](this.api.points().map(([x, y, kind], i) => {
      const [one, two] = units?.places[i] ?? [x, y];
      return [one, two, Number(labelOf(classes[kind]))];
    }));
  }

  private view() {
    const units = this.api.units();
    return html`
      <div class="stage-row">
        <label>The points for <select name="language" @change=${(event: Event) => this.choose((event.target as HTMLSelectElement).value)}>
          ${Object.keys(CODE).map((name) => html`<option value=${name} ?selected=${name === this.language}>${name}</option>`)}</select></label>
        <button type="button" name="copy" @click=${(event: Event) => this.copy(event.target as HTMLElement)}>Copy</button>
        ${units ? html`<label><input name="units" type="checkbox" .checked=${this.measured} @change=${() => {
          this.measured = !this.measured;
          this.draw();
        }}> in the units of ${units.of}</label>` : nothing}
      </div>
      <pre tabindex="0" translate="no" aria-label="The points as code">${this.code}</pre>
      <label class="stage-printed">What your program printed
        <textarea name="printed" rows="6" spellcheck="false" autocapitalize="off" placeholder=${"[0. 0.] -1.\n[1. 1.]  0."}></textarea></label>
      <p class="stage-coded">${HINT}</p>
      <details><summary>The line you drew</summary>
        <div class="stage-row"><label>x₂ = <input name="slope" type="text" inputmode="decimal" aria-label="Slope" placeholder="slope"> x₁ +
          <input name="intercept" type="text" inputmode="decimal" aria-label="Intercept" placeholder="intercept"></label></div></details>
      <div class="stage-row">
        <button type="button" class="stage-main" name="check" @click=${() => this.check()}>Check</button>
        <label class="stage-file">From a file <input name="file" type="file" @change=${(event: Event) => this.take((event.target as HTMLInputElement).files?.[0])}></label>
      </div>
      <p class="stage-wrong" role="alert" .textContent=${this.fault}></p>`;
  }

  private choose(language: string) {
    this.language = language;
    this.draw();
  }

  private async copy(button: HTMLElement) {
    try {
      await navigator.clipboard.writeText(this.code);
      button.textContent = "Copied";
    } catch {
      // On pages without https the visitor copies what is selected.
      window.getSelection()?.selectAllChildren(find(this.root, "pre"));
      button.textContent = "Selected";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  }

  private async take(file: File | null | undefined) {
    if (!file) return;
    this.fault = file.size > MOST ? tooLong(file.size) : "";
    if (!this.fault) find(this.root, "textarea").value = await file.text();
    this.draw();
  }

  private check() {
    const text = find(this.root, "textarea").value;
    const size = new TextEncoder().encode(text).length;
    const [slope, intercept] = ["slope", "intercept"].map((name) => find(this.root, "input", `[name=${name}]`).value.trim());
    this.fault = text.trim() ? size > MOST ? tooLong(size) : "" : NOTHING;
    this.draw();
    if (this.fault) return;
    const units = this.measured ? this.api.units() : null;
    this.api.check({ text, ...(slope || intercept ? { line: [slope, intercept] } : {}), ...(units ? { units: units.places } : {}) });
  }
}

const tooLong = (size: number) => `A printout has at most 200 kB; this one has ${Math.ceil(size / 1000).toLocaleString("en")} kB.`;
