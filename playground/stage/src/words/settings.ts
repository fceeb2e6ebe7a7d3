// The settings of a page: a phrase above the board whose values are the controls, and the rest behind *More*.

import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";

import { wholePage } from "../link/host.ts";
import { Timer } from "../link/timer.ts";
import { elementOf } from "../page/listen.ts";
import type { On } from "../page/listen.ts";
import { make, setText } from "../page/make.ts";
import { find } from "../page/parts.ts";
import { render } from "../page/render.ts";
import { marked } from "../page/symbols.ts";
import type { Page } from "../page/page.ts";
import type { Model } from "../store/model.ts";
import type { Heading, Opener, Setting, SettingsItem, SettingsLine } from "../store/payload.ts";
import { nearest, rangeOf, readNumber } from "./range.ts";
import type { Words } from "./words.ts";

const SEED = "seed"; // the setting with a button for its next value
const STEPPED = 150; // ms after the last press of an arrow key until its number is set
const TELLING = 3; // settings that the button on a phone names
const LONGEST = 40; // characters of a text that a complaint quotes
const AGAIN = html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 1v3.5H10"/></svg>`;

/** What the settings ask of the requests. */
interface Questions {
  readonly asked: number;
  readonly opens: boolean;
  readonly set: (key: string, text: string) => void;
  readonly open: (dialog: Opener["opens"]) => void;
}

/** A setting on the page, and what the visitor does with it. */
interface Field {
  readonly node: HTMLElement;
  setting: Setting;
  typed: boolean; // whether its text is not set yet
  fault: string; // why its text was not set as it was typed
  asked: readonly [text: string, number: number]; // what was set last, and the number of the question
}

let open = false; // whether the visitor has opened the rest, on this page or on one before

const isSetting = (item: SettingsItem): item is Setting => "key" in item;
const isHeading = (item: SettingsItem): item is Heading => "heading" in item;
const isSet = ({ applies, value, default: preset }: Setting) => applies && value !== preset;
const onOff = (text: string) => (text === "true" ? "on" : "off");
const textOf = ({ target }: Event) => (target as HTMLInputElement | HTMLSelectElement).value;

export class Settings {
  private readonly fields = new Map<string, Field>(); // by their keys
  private readonly others = new Map<string, HTMLElement>(); // headings and buttons, by their words
  private readonly node: HTMLElement;
  private readonly all: HTMLButtonElement; // opens everything on a phone
  private readonly more: HTMLButtonElement; // opens the rest
  private stepped: Field | null = null;
  private readonly stepping = new Timer(() => {
    this.page.busy("settings", false);
    if (this.stepped) this.take(this.stepped);
  });

  constructor(
    private readonly model: Model, private readonly page: Page, private readonly words: Words, private readonly questions: Questions,
  ) {
    this.node = page.part("settings");
    this.all = find(this.node, "button", ".stage-all");
    this.more = find(this.node, "button", ".stage-more");
  }

  listen(on: On) {
    const { node, page, words } = this;
    on(node, "click", (event) => {
      const target = elementOf(event);
      const name = target.closest(".stage-name[title]");
      if (name) {
        event.preventDefault(); // it asks what the setting means
        words.explain(name);
      } else if (target.closest(".stage-all, .stage-more, .stage-shut")) this.turn();
    });
    on(node, "keydown", (event) => {
      if (event.key === "Escape" && open && !event.defaultPrevented && !page.root.querySelector(":popover-open")) this.turn();
    });
    // Who comes by Tab learns what the mouse tells over the name.
    on(node, "keyup", (event) => {
      const name = event.key === "Tab" && elementOf(event).closest("[data-control]")?.querySelector(".stage-name[title]");
      if (name) words.explain(name);
    });
    on(node, "focusout", () => { page.part("note").hidePopover(); });
  }

  stop() {
    this.stepping.stop();
  }

  /** Bring a control into view, and give it the focus. */
  show(key: string) {
    if (!open && !this.fields.get(key)?.node.checkVisibility()) this.turn();
    const node = this.fields.get(key)?.node;
    if (!node) return;
    node.scrollIntoView({ block: "nearest" });
    node.querySelector<HTMLElement>("input:checked, input:not([type=radio]), select, button")?.focus({ preventScroll: true });
  }

  // Open or close the rest; who was in it goes on at the button that opens it, which sets what was typed.
  private turn() {
    const { all, more, node } = this;
    if (open && node.contains(document.activeElement)) (all.checkVisibility() ? all : more).focus();
    open = !open;
    this.build();
  }

  build() {
    const { node, all, more, model: { data: { settings } } } = this;
    node.hidden = !settings;
    if (!settings) return;
    const { line, rest } = parted(settings);
    const top = settings.tabs ? [settings.tabs] : [];
    this.forget([...top, ...line, ...rest]);
    const place = (name: string, items: readonly SettingsItem[]) => {
      arrange(find(node, "div", `.stage-${name}`), items.map((item) => this.draw(item)));
    };
    place("kinds", top);
    place("phrase", line);
    place("rest", open ? rest : []); // most visitors never open it
    const count = rest.filter(isSetting).filter(isSet).length;
    more.hidden = !rest.length;
    setText(more, count ? `More: ${count} set` : "More");
    setText(find(all, "span"), telling(line.filter(isSetting)));
    node.classList.toggle("is-open", open);
    for (const button of [all, more]) button.setAttribute("aria-expanded", String(open));
    const remarks = (items: readonly SettingsItem[]) => items.filter(isSetting).map((each) => this.remarkOf(each)).filter(Boolean).join(" ");
    render(html`${remarks([...top, ...line])}<span> ${remarks(rest)}</span>`, find(node, "p", ".stage-remarks"));
  }

  // What a setting that is gone was like is not kept for when it comes back.
  private forget(present: readonly SettingsItem[]) {
    for (const key of this.fields.keys())
      if (!present.some((item) => isSetting(item) && item.key === key)) this.fields.delete(key);
  }

  private draw(item: SettingsItem) {
    if (isSetting(item)) return this.drawSetting(item);
    const words = isHeading(item) ? item.heading : item.name;
    const node = this.others.get(words) ?? make("span", { className: isHeading(item) ? "stage-heading" : "stage-opener" });
    this.others.set(words, node);
    render(isHeading(item) ? html`<h2>${words}</h2>` : this.opener(item), node);
    return node;
  }

  // Where no dialog can be opened, a link leads to the whole page, as its other link does.
  private opener({ name, opens }: Opener) {
    const { questions } = this;
    const whole = questions.opens ? null : wholePage();
    const follow = (event: Event) => {
      event.preventDefault();
      whole?.click();
    };
    return whole ? html`<a href=${whole.href} @click=${follow}>${name}</a>`
      : html`<button type="button" @click=${() => { questions.open(opens); }}>${name}</button>`;
  }

  // ---- a setting

  private drawSetting(setting: Setting) {
    const { key, kind, options = [] } = setting;
    const field = this.fields.get(key) ?? newField(setting);
    this.fields.set(key, field);
    field.setting = setting;
    const text = this.valueOf(field);
    render([this.controlOf(field, text), html`<small class="stage-remark" aria-hidden="true">${this.remarkOf(setting)}</small>`], field.node);
    const list = field.node.querySelector("select");
    if (list) list.value = text;
    const input = field.node.querySelector<HTMLInputElement>("input:not([type=radio])");
    if (input && !field.typed) fill(input, kind === "slider" ? String(options.indexOf(text)) : text);
    return field.node;
  }

  // What the visitor has set, until it is answered.
  private valueOf({ setting, asked: [text, number] }: Field) {
    return number > this.model.data.number ? text : setting.value;
  }

  private remarkOf({ key, note }: Setting) {
    return this.fields.get(key)?.fault || note;
  }

  private set(field: Field, text: string, fault = "") {
    const { questions } = this;
    for (const each of this.fields.values()) if (!each.typed) each.fault = ""; // what was said of an earlier number
    Object.assign(field, { typed: false, fault });
    questions.set(field.setting.key, text);
    field.asked = [text, questions.asked];
    this.build();
  }

  private controlOf(field: Field, text: string): TemplateResult {
    const { key, kind, name, applies, help, options = [] } = field.setting;
    const about = help || nothing;
    const choose = (event: Event) => { this.set(field, textOf(event)); };
    if (key === this.model.data.settings?.tabs?.key)
      return html`<span role="radiogroup" aria-label=${name}>${options.map((option) => html`<label><input type="radio" name=${key} value=${option}
        .checked=${option === text} @change=${choose}>${option}</label>`)}</span>`;
    if (kind === "switch")
      return html`${nameOf(field)} <button type="button" role="switch" aria-label=${name} aria-checked=${text} aria-description=${about}
        ?disabled=${!applies} @click=${() => { this.set(field, String(text !== "true")); }}>${onOff(text)}</button>`;
    if (kind === "choice")
      return html`<label>${nameOf(field)} <select aria-label=${name} aria-description=${about} ?disabled=${!applies} @change=${choose}>${
        options.map((option) => html`<option value=${option}>${option}</option>`)}</select></label>`;
    return kind === "slider" ? this.slider(field, text) : this.entry(field);
  }

  private slider(field: Field, text: string) {
    const { applies, help, options = [] } = field.setting;
    const at = (event: Event) => options[Number(textOf(event))];
    return html`<label>${nameOf(field)} <input type="range" min="0" max=${options.length - 1} aria-valuetext=${text} aria-description=${help || nothing}
      ?disabled=${!applies} @input=${(event: Event) => { find(field.node, "output").textContent = at(event); }}
      @change=${(event: Event) => { this.set(field, at(event)); }}></label><output .textContent=${text}></output>`;
  }

  // A number has a field for text, because a browser's field for numbers swallows signs.
  private entry(field: Field) {
    const { setting: { key, applies, help, longest }, fault } = field;
    const range = rangeOf(field.setting);
    const again = html`<button type="button" class="stage-again" aria-label="Another seed" title="Another seed"
      @click=${() => { this.another(field); }}>${AGAIN}</button>`;
    return html`<label>${nameOf(field)} <input type="text" inputmode=${range ? "decimal" : nothing} autocomplete="off" spellcheck="false"
      maxlength=${longest ?? nothing} title=${range || nothing} aria-description=${`${help} ${range}`.trim() || nothing}
      aria-invalid=${fault ? "true" : nothing} ?disabled=${!applies} @input=${(event: Event) => { type(field, event.target as HTMLInputElement); }}
      @keydown=${(event: KeyboardEvent) => { this.press(field, event); }} @blur=${() => { this.take(field); }}></label>${key === SEED ? again : nothing}`;
  }

  // ---- a field for text

  private press(field: Field, event: KeyboardEvent) {
    const { key } = event;
    const up = Number(key === "ArrowUp") - Number(key === "ArrowDown");
    if (up && field.setting.range) this.step(field, up);
    else if (key === "Enter") this.take(field);
    else if (key === "Escape" && field.typed) {
      Object.assign(field, { typed: false, fault: "" });
      this.build();
    } else return;
    event.preventDefault();
  }

  private step(field: Field, up: number) {
    const { setting, setting: { value, range = [0, 0, 0] } } = field;
    const input = find(field.node, "input");
    input.value = nearest((readNumber(input.value, setting) ?? Number(value)) + up * range[2], setting);
    type(field, input);
    this.stepped = field;
    this.page.busy("settings", true);
    this.stepping.set(STEPPED);
  }

  private another(field: Field) {
    const [low, high, step] = field.setting.range ?? [0, 0, 0];
    const next = Number(this.valueOf(field)) + step;
    this.set(field, String(next > high ? low : next));
  }

  // Set what was typed: a number as the nearest in its range. What is no number stays, and sets nothing.
  private take(field: Field) {
    const { setting, setting: { name, range } } = field;
    const text = find(field.node, "input").value.trim();
    if (!field.typed) return;
    if (!range || !text) {
      this.set(field, text);
      return;
    }
    const number = readNumber(text, setting);
    const quoted = `“${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`;
    const can = `${name} can be ${rangeOf(setting)}.`;
    if (number === null) {
      field.fault = `${quoted} is no number: ${can}`;
      this.build();
      return;
    }
    const used = nearest(number, setting);
    this.set(field, used, Number(used) === number ? "" : `${quoted} becomes ${used}: ${can}`);
  }
}

// A setting that does not apply is not in the phrase but with the rest, where it is disabled. The phrase has no headings,
// and none of the rest stands alone.
function parted({ line, more }: SettingsLine) {
  const applies = (item: SettingsItem) => !isSetting(item) || item.applies;
  const leads = (item: SettingsItem, i: number, items: readonly SettingsItem[]) => !isHeading(item) || !isHeading(items.at(i + 1) ?? item);
  return { line: line.filter((item) => applies(item) && !isHeading(item)), rest: [...line.filter((item) => !applies(item)), ...more].filter(leads) };
}

// Those that are not as they come.
function telling(settings: readonly Setting[]) {
  const told = settings.filter(isSet).slice(0, TELLING);
  const texts = told.map(({ kind, name, value }) => (kind === "choice" ? value : `${name} ${kind === "switch" ? onOff(value) : value}`));
  return texts.length ? `: ${texts.join(", ")}` : "";
}

function newField(setting: Setting): Field {
  const node = make("span", { className: "stage-setting" });
  Object.assign(node.dataset, { control: setting.key, kind: setting.kind });
  return { node, setting, typed: false, fault: "", asked: ["", 0] };
}

const nameOf = ({ setting, setting: { name, help } }: Field) =>
  html`<span class="stage-name" title=${`${help} ${rangeOf(setting)}`.trim() || nothing}>${marked(name)}</span>`;

function type(field: Field, input: HTMLInputElement) {
  field.typed = true;
  widen(input);
}

// For browsers that do not fit a field to its text.
const widen = ({ style, value }: HTMLInputElement) => { style.setProperty("--stage-signs", String(value.length)); };

// The caret stays where it is.
function fill(input: HTMLInputElement, text: string) {
  if (input.value === text) return;
  const { selectionStart: caret } = input;
  input.value = text;
  widen(input);
  if (input === document.activeElement && caret !== null) input.setSelectionRange(caret, caret);
}

// What is in its place already does not move, so that the focus stays.
function arrange(place: HTMLElement, nodes: readonly HTMLElement[]) {
  for (const child of [...place.children]) if (!nodes.includes(child as HTMLElement)) child.remove();
  for (const [i, node] of nodes.entries())
    if (place.children.item(i) !== node) place.insertBefore(node, place.children.item(i));
}
