// A page without a session: whatever the hand makes is asked about by the address that it gives, and nothing is kept
// anywhere but here and in that address.

import { editedAddress } from "./address.js";
import { tellHeight } from "./framed.js";
import { LAST } from "./reports.js";
import { NOBODY } from "./saving.js";
import { Stage } from "./stage.js";

const ANSWER_WITHIN = 10000; // ms that an answer may take before it counts as lost
const AWAY = "The server does not answer. What you do is kept here, and shown as soon as it answers again.";
const QUOTED = /(`+) ?(.*?) ?\1/g; // in Markdown, what a link has written
const LIGHT = "light"; // where a page with a session has its name

/**
 * What an address opens.
 * @typedef {{ scene: import("./payload.js").Scene, plotly: number[], step: number, address: Record<string, string>,
 *   hand: import("./payload.js").Hand, turned: string, complaints: string[] }} Opened
 *
 * What is to be asked: the address, how many boards, turns and steps of the hand it comes after, and the step to show.
 * @typedef {{ address: Record<string, string>, version: number, turns: number, rests: number, step: number | "last" }} Question
 */

/** @returns {Question} */
const questionOf = ({ address, version, turns, rests, step }) => ({ address, version, turns, rests, step });

class Light {
  /**
   * @param {Stage} stage
   * @param {string} name the page's, as the server knows it
   */
  constructor(stage, name) {
    this.stage = stage;
    this.name = name;
    /** @type {Question | null} */
    this.next = null; // what is asked once the answer before it has come, the newest of all
    /** @type {Question | null} */
    this.asked = null; // what is being asked
    this.turned = ""; // what an address calls the weights that the hand turns to
    this.asking = false;
    this.away = false;
    stage.reports.report = (kind, report) => this.reports[kind]?.(report);
    /** @type {Record<string, (report: any) => void>} */
    this.reports = {
      board: ({ version, points, also, step }) => {
        const { asking, hand } = this.data;
        const { address, ...rest } = this.newest;
        const reached = asking ? points.length : step;
        this.ask({ ...rest, address: editedAddress(address, hand, points, also), version, step: reached });
      },
      turn: ({ turns, to }) => {
        const { address, ...rest } = this.newest;
        const numbers = to.map((number) => String(Number(number.toPrecision(6)))).join(", ");
        this.ask({ ...rest, address: { ...address, [this.turned]: numbers }, turns, step: 0 });
      },
      // There is nobody to tell.
      rest: ({ rests }) => {
        this.data.rests = rests;
        stage.reports.check();
      },
      share: ({ link }) => this.share(link),
    };
  }

  get data() {
    return this.stage.model.data;
  }

  // What the newest question says, or else what the last answer does.
  get newest() {
    return this.next ?? this.asked ?? questionOf(this.data);
  }

  /** @param {Opened} opened @param {Question} about */
  show(opened, { version, turns, rests, step }) {
    const { scene, plotly, address, hand } = opened;
    this.turned = opened.turned;
    const reached = step === LAST ? scene.last : Math.min(step, scene.last);
    const locked = scene.locked || Boolean(scene.picking); // what is picked is shown by the whole page
    this.stage.show({
      ...NOBODY, ...scene, plotly, address, hand, version, turns, rests, locked, session: LIGHT, step: reached,
    });
    const said = /** @type {Element} */ (document.querySelector(".complaints"));
    said.textContent = opened.complaints.join(" ").replaceAll(QUOTED, "“$2”");
  }

  /** @param {Question} question */
  async ask(question) {
    this.next = question;
    if (this.asking) return;
    this.asking = true;
    while (this.next) {
      const asked = (this.asked = this.next);
      this.next = null;
      if (asked.version <= this.data.version && asked.turns <= this.data.turns) continue;
      try {
        const opened = await this.got("scene", asked.address);
        // What the stage has counted meanwhile it has counted itself.
        this.show(opened, { ...asked, rests: this.stage.reports.rests });
        this.heard(true);
      } catch {
        this.heard(false);
      }
    }
    this.asked = null;
    this.asking = false;
  }

  async share(link) {
    try {
      const code = await this.got("share", { link });
      this.data.code = code;
      this.stage.sharing.offer();
    } catch {
      // The dialog says by itself that no code has come.
    }
  }

  async got(kind, parameters) {
    const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
    const answer = await fetch(new URL(`./${kind}/${this.name}?${query}`, document.baseURI), {
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  heard(answered) {
    if (answered && this.away) this.stage.page.complain("");
    if (!answered) this.stage.page.complain(AWAY);
    this.away = !answered;
  }
}

/**
 * Shows what an address opens, and asks the server for what the hand makes of it.
 * @param {Element} root
 * @param {Opened} opened
 * @param {import("./sharing.js").Addresses & { name: string }} addresses
 */
export function light(root, opened, { name, ...addresses }) {
  const stage = new Stage(root, addresses);
  const page = new Light(stage, name);
  page.show(opened, { address: {}, version: 0, turns: 0, rests: 0, step: opened.step });
  tellHeight();
  stage.page.busy("message", false);
  /** @type {HTMLAnchorElement | null} */
  const all = document.querySelector("[data-all]");
  const lead = () => {
    stage.reports.writeAddress();
    if (all) all.search = window.location.search;
  };
  for (const type of ["pointerdown", "focus", "click"]) all?.addEventListener(type, lead);
  // What another entry of the history says is opened as a link is.
  window.addEventListener("popstate", () => window.location.reload());
}
