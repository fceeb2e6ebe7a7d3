// The dialog with the link of what is shown, and the code that a phone reads it from.

import { Exercise } from "./exercise.js";
import { save, savings } from "./saving.js";

const PATIENCE = 3000; // ms after which a code that has not come is missed
const LOCAL = /^(localhost|127\.|\[::1\])/;
const BLANK = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

export class Sharing {
  /**
   * @param {import("./page.js").Model} model
   * @param {import("./page.js").Page} page
   * @param {import("./panels.js").Panels} panels
   * @param {import("./reports.js").Reports} reports
   * @param {{ alone: string, plotly: string }} addresses
   */
  constructor(model, page, panels, reports, addresses) {
    this.model = model;
    this.page = page;
    this.panels = panels;
    this.reports = reports;
    this.addresses = addresses;
    this.dialog = page.part("share");
    this.code = null;
    this.asked = null;
    this.files = []; // those that the server brings along with the code
    this.exercise = new Exercise(page);
    this.exercise.node.addEventListener("input", () => this.offer(false));
    this.exercise.node.addEventListener("change", () => this.offer());
  }

  open() {
    const { page, dialog } = this;
    dialog.showModal();
    this.asked = null;
    this.files = [];
    this.reports.writeAddress();
    this.exercise.read();
    this.offer();
    page.part("link").select();
    // The code comes from the server, which may be out of reach.
    const say = () => {
      if (dialog.open && !this.code && !this.exercise.link().wrong)
        page.part("caution").textContent = "The server does not answer, so there is no code; the link can be copied.";
    };
    setTimeout(say, navigator.onLine ? PATIENCE : 0);
  }

  // The server draws the code of the link; only when somebody looks is it asked, and not at each letter.
  offer(rests = true) {
    const { page, dialog } = this;
    this.reports.writeAddress();
    const { hostname } = window.location;
    const { href, wrong } = this.exercise.link();
    this.code = [this.model.data.code, this.code].find((code) => code?.link === href);
    if (this.code) ({ files: this.files } = this.code);
    const done = () => this.code || !dialog.open;
    if (rests && this.asked !== href && !wrong) this.reports.insist("share", done, { link: href });
    if (rests) this.asked = href;
    page.part("link").value = wrong ? "" : href;
    page.part("code").src = this.code?.picture || BLANK;
    const local = `“${hostname}” names only this computer; other devices need its network address.`;
    page.part("caution").textContent = wrong || (this.code && !this.code.picture ? "The link is too long for a code."
      : LOCAL.test(hostname) ? local : "");
    this.offerFiles();
  }

  async copy() {
    const link = this.page.part("link");
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      document.execCommand("copy"); // browsers keep the clipboard itself from pages without https
    }
    const button = this.page.button("copy");
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  }

  offerFiles() {
    const { page, model, panels, addresses } = this;
    const node = page.part("files");
    const offered = () => savings(model, page, panels, addresses, this.files);
    const labels = offered().map(({ label }) => label);
    if (labels.join() === Array.from(node.children, ({ textContent }) => textContent).join()) return;
    node.replaceChildren(...offered().map(({ label, note }) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: label, title: note });
      button.onclick = async () => {
        try {
          const { name, content } = offered().find((file) => file.label === label);
          save(name, await content());
        } catch (error) {
          page.part("caution").textContent = `“${label}” could not be saved: ${error.message}.`;
        }
      };
      return button;
    }));
  }

  close() {
    this.dialog.close();
  }
}
