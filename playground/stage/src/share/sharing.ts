// The dialog with the link to the page, and its QR code.

import { reason } from "../store/reason.ts";
import { linkToShare } from "../link/address.ts";
import { SERVED } from "../store/shared.ts";
import { save, savings } from "./saving.ts";

const PATIENCE = 3000; // ms to wait for a code before the dialog says that it is missing
export const LOCAL = /^(localhost|127\.|\[::1\])/;
const BLANK = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/**
 * The addresses of files that the stage may need: Plotly, the page that lacks only its scene, the packer of animations,
 * and the formulas' font.
 * @typedef {{ plotly: string, alone: string, encoder: string, math: string }} Addresses
 */

// A button's note stands below its words, because a finger cannot hover.
function inscribe(button, words, note) {
  button.textContent = words;
  button.dataset.note = note;
}

/** @type {Map<string, Promise<boolean>>} */
const routes = new Map();

// Whether a route, of light pages or rooms, is served: a host may let only Streamlit's requests through.
export function isServed(route) {
  const known = routes.get(route) ?? lookFor(route);
  routes.set(route, known);
  return known;
}

async function lookFor(route) {
  try {
    if (!navigator.onLine) throw new Error("offline"); // a request would only fill the console
    const address = new URL(route, document.baseURI);
    const { ok, headers } = await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(PATIENCE) });
    return ok && headers.get("content-type") === SERVED;
  } catch {
    routes.delete(route); // the server may be in reach again at the next call
    return false;
  }
}

// The light page of a link of this app.
export function lightLink(href) {
  const { pathname, search } = new URL(href);
  return new URL(`light/${pathname.split("/").pop()}${search}`, document.baseURI).href;
}

// Copies the link in a field; the button that asks for it says so.
export async function copyFrom(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // on pages without https browsers offer no other way
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 1500);
}

export class Sharing {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("../page/page.ts").Page} page
   * @param {import("../draw/panels.ts").Panels} panels
   * @param {import("../draw/figures.ts").Figures} figures
   * @param {import("../words/words.ts").Words} words
   * @param {import("../link/requests.ts").Requests} questions
   * @param {Addresses} addresses
   */
  constructor(model, page, panels, figures, words, questions, addresses) {
    this.model = model;
    this.page = page;
    this.panels = panels;
    this.figures = figures;
    this.words = words;
    this.questions = questions;
    this.addresses = addresses;
    this.dialog = page.part("share");
    this.corner = page.root.parentElement.querySelector(".stage-corner");
    this.code = null;
    this.requested = null;
    /** @type {boolean | null} */
    this.light = null; // whether the code leads to a light page; null if not known yet
    this.files = []; // the files that the server sends with the code
    this.making = new Map(); // a token for each file that is being made, by its label
  }

  open() {
    this.dialog.showModal();
    this.begin();
    this.page.part("link").select();
  }

  // Show or hide the code alone, in a corner of a presented stage.
  show() {
    this.corner.hidden = !this.corner.hidden;
    if (!this.corner.hidden) this.begin();
  }

  get shown() {
    return this.dialog.open || !this.corner.hidden;
  }

  begin() {
    this.requested = null;
    this.files = [];
    this.questions.writeAddress();
    this.offer();
    isServed("scene/").then((served) => {
      this.light = served;
      if (this.shown) this.offer();
    });
    const { editing, asking } = this.model.data;
    isServed("room/").then((served) => (this.page.part("class").hidden = !served || !(editing || asking)));
    // The server, which draws the code, may be out of reach.
    const say = () => {
      if (this.shown && !this.code)
        this.caution("The server does not answer, so there is no code; the link can be copied.");
    };
    setTimeout(say, navigator.onLine ? PATIENCE : 0);
  }

  caution(words) {
    this.page.part("caution").textContent = this.corner.querySelector("figcaption").textContent = words;
  }

  // Ask the server for the link's code only while the dialog is open, and not at each letter that is typed.
  offer(rests = true) {
    const { page } = this;
    this.questions.writeAddress();
    const { hostname } = window.location;
    const href = linkToShare();
    const coded = this.light ? lightLink(href) : href;
    page.part("lightly").hidden = !this.light;
    this.code = [this.model.code, this.code].find((code) => code?.link === coded) ?? null;
    if (this.code) ({ files: this.files } = this.code);
    if (rests && this.light !== null && this.requested !== coded) {
      this.requested = coded;
      this.ask(coded);
    }
    page.part("link").value = href;
    const room = page.part("class");
    room.action = new URL("room", document.baseURI).href;
    room.elements.page.value = page.visit.page;
    room.elements.query.value = new URL(href).search;
    page.part("code").src = this.corner.querySelector("img").src = this.code?.picture || BLANK;
    const local = `“${hostname}” names only this computer; other devices need its network address.`;
    this.caution(this.code && !this.code.picture ? "The link is too long for a code." : LOCAL.test(hostname) ? local : "");
    this.offerFiles();
  }

  // Ask by the same way as for scenes; a report to the session may be lost, so it is repeated.
  async ask(link) {
    const wanted = () => this.shown && this.requested === link && this.code?.link !== link;
    this.page.busy("code", wanted());
    if (!wanted()) return;
    if (this.light) {
      try {
        this.code = await this.questions.get("share", { link });
      } catch {
        // The dialog says that no code has come.
      }
    } else this.page.visit.say("share", { link });
    if (this.light && this.code?.link === link && this.shown) this.offer(false);
    setTimeout(() => this.ask(link), this.code?.link === link ? 0 : PATIENCE);
  }

  copy() {
    return copyFrom(this.page.part("link"), this.page.button("copy"));
  }

  // A file that is being made keeps its button, which shows the progress.
  offerFiles() {
    const { page, making } = this;
    const node = page.part("files");
    page.busy("files", making.size);
    const before = new Map(Array.from(node.children, (button) => [button.dataset.label, button]));
    const offered = savings(this);
    const buttons = offered.map(({ label, note }) => {
      const button = before.get(label) ?? this.newButton(label);
      if (!making.has(label)) inscribe(button, label, note);
      return button;
    });
    page.part("scope").hidden = this.panels.figures.length < 2;
    page.part("later").hidden = !this.model.waits;
    if (offered.map(({ label }) => label).join() !== [...before.keys()].join()) node.replaceChildren(...buttons);
  }

  newButton(label) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.label = label;
    button.onclick = () => this.press(button, label);
    return button;
  }

  async press(button, label) {
    const { page, making } = this;
    if (making.has(label)) {
      if (button.textContent !== label) making.delete(label);
      return;
    }
    const sign = {};
    making.set(label, sign);
    this.offer(false); // clears the last error
    const isWanted = () => making.get(label) === sign;
    const report = (words) => {
      if (!isWanted()) throw new Error("it was stopped");
      inscribe(button, `Making … ${words}`, "Press again to stop");
    };
    try {
      const file = savings(this).find((each) => each.label === label);
      if (!file) throw new Error("it is offered no longer");
      const content = await file.content(report);
      if (isWanted()) save(file.name, content);
    } catch (error) {
      if (isWanted()) page.part("caution").textContent = `“${label}” could not be saved: ${reason(error)}.`;
    }
    if (isWanted()) making.delete(label);
    this.offerFiles();
  }

  stop() {
    this.making.clear();
    this.page.busy("files", false);
  }

  // Draw another step, return what `look` makes of it, and restore the present step, all between two frames.
  at(step, look) {
    const { model, figures, words } = this;
    const draw = () => {
      figures.drawMarks();
      words.draw();
    };
    try {
      return model.glance(step, () => {
        draw();
        return look();
      });
    } finally {
      draw();
    }
  }

  close() {
    this.dialog.close();
  }
}
