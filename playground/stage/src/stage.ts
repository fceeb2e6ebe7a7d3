// The stage draws the figures of a scene, plays them step by step, and reports the visitor's actions.
// Everything shown at a step comes from columns that arrived beforehand, so stepping sends nothing.

import { batch, computed, effect, signal, untracked } from "@preact/signals-core";

import "./draw/common.ts";
import { Figures } from "./draw/figures.ts";
import { Panels } from "./draw/panels.ts";
import { BoardHand } from "./hand/board.ts";
import { Cross } from "./hand/cross.ts";
import { LineHandle } from "./hand/handle.ts";
import { Keys } from "./hand/keys.ts";
import { Looking } from "./hand/looking.ts";
import { Pointer } from "./hand/pointer.ts";
import { Reading } from "./hand/reading.ts";
import { Tools } from "./hand/tools.ts";
import { Transport } from "./hand/transport.ts";
import { foresee, guided, missing, special } from "./host/pieces.ts";
import { Chain } from "./host/sequence.ts";
import { hasCode } from "./link/program.ts";
import { Requests, type Goal } from "./link/requests.ts";
import { holdFocus } from "./page/focus.ts";
import { elementOf, listenUntil, type On } from "./page/listen.ts";
import { Page, type Around } from "./page/page.ts";
import { Printing } from "./page/printing.ts";
import type { OpenableMine } from "./mine/open.ts";
import { Opening, type Openable } from "./share/open.ts";
import type { Addresses } from "./share/saving.ts";
import { Drawings } from "./store/drawings.ts";
import { newest, reduce } from "./store/edits.ts";
import { Model } from "./store/model.ts";
import type { Content, Message, Payload } from "./store/payload.ts";
import { reason } from "./store/reason.ts";
import { Outcome } from "./words/outcome.ts";
import { Sight } from "./words/sight.ts";
import { suitScene } from "./words/suit.ts";
import { Words } from "./words/words.ts";

/** The stages in the document; the one that the visitor touched last is the last. */
const living: Stage[] = [];

export async function unpack<Value>(bytes: Uint8Array<ArrayBuffer>): Promise<Value> {
  const packed = new Blob([bytes]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("deflate"))).json() as Promise<Value>;
}

/** What the parts of a stage ask of it. */
interface Asks {
  readonly remake: () => void; // lay out and draw everything now
  readonly layOutSoon: () => void; // do so in the next frame
  readonly answer: (content: Content, number: number, goal: Goal) => void;
  readonly command: (name: string) => void;
}

function partsOf(page: Page, addresses: Addresses, openable: (Openable & OpenableMine) | null, { remake, layOutSoon, answer, command }: Asks) {
  const model = new Model();
  const resizing = new ResizeObserver(() => {
    page.measure();
    layOutSoon();
  });
  const panels = new Panels(model, page, resizing, {
    drawAll: remake,
    set: (key, text) => { questions.set(key, text); },
    keep: (name, text) => { questions.keep(name, text); },
  });
  const figures = new Figures(model, page, panels, addresses.plotly);
  const words = new Words(model, page);
  const questions = new Requests(model, page, answer, addresses.alone);
  const settings = openable && new openable.Settings(model, page, words, questions);
  const outcome = new Outcome(model, page);
  const transport = new Transport(model, page);
  const boardParts = { model, page, panels, transport, questions };
  const board = new BoardHand(boardParts);
  const handle = new LineHandle(boardParts, board, layOutSoon);
  const tools = new Tools(model, page, board);
  const reading = new Reading(model, board);
  const crossParts = { ...boardParts, board, handle, reading, drawSoon: layOutSoon };
  const cross = new Cross(crossParts);
  const pointer = new Pointer({ ...crossParts, cross });
  const looking = new Looking(model, page, panels);
  const shown = { model, page, panels, figures, words, questions, addresses };
  const opening = new Opening(shown, openable);
  const mine = openable?.mine?.(shown);
  const chain = new Chain({ model, page, panels, transport, tools, questions, outcome });
  const keys = new Keys({ model, page, panels, tools, cross, words, chain, command });
  const sight = new Sight(model, page, (text) => { questions.keepShown(text); });
  return {
    model, page, resizing, panels, figures, words, settings, outcome, questions, transport, board, handle, tools, reading,
    cross, pointer, looking, opening, mine, chain, keys, sight,
  };
}

export class Stage {
  readonly page: Page;
  readonly questions: Requests;
  readonly parts: ReturnType<typeof partsOf>;
  private readonly leaving = new AbortController();
  private readonly on: On;
  private readonly drawings: Drawings;
  private readonly stops: readonly (() => void)[];
  private readonly remade = signal(0); // how often everything was to be drawn anew
  private readonly resized = signal(0); // how often a size, or something else that is no signal, has changed
  private frame = 0; // in which what has changed is drawn
  private arriving = 0; // messages that are not shown yet
  private awaiting: Payload | null = null; // an answer whose scene needs what has not come
  private readonly take: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

  constructor(root: HTMLElement, addresses: Addresses, openable: (Openable & OpenableMine) | null, around: Around) {
    this.page = new Page(root, around);
    this.parts = partsOf(this.page, addresses, openable, {
      remake: this.remake, layOutSoon: this.layOutSoon,
      answer: (...news) => this.answer(...news), command: (name) => this.command(name),
    });
    const { model, questions, opening } = this.parts;
    this.questions = questions;
    this.take = newest(unpack<Message>, (message) => {
      if (this.leaving.signal.aborted) return;
      foresee(message);
      questions.receive(message);
      opening.hear();
    });
    const urgent = computed(() => [model.step, model.moment, model.message && model.data, model.picked, this.remade.value]);
    this.drawings = new Drawings(urgent, () => this.drawSoon());
    this.observeAbove();
    this.draw();
    this.stops = [this.followRest(), this.followMet()];
    const on = listenUntil(this.leaving.signal);
    holdFocus(this.page.room, this.leaving.signal);
    new Printing(this.page, () => this.redraw()).listen(on);
    this.on = (target, name, handler, options) => { on(target, name, (event) => batch(() => handler(event)), options); };
    this.listen(this.on);
    living.push(this);
  }

  // The elements above the stage may take another line when a font arrives or the settings open.
  observeAbove() {
    for (let node = this.page.room as HTMLElement | null; node; node = node.parentElement) this.parts.resizing.observe(node);
  }

  // The address gets a step once the visitor rests there. An earlier answer would cut the way to the step short.
  private followRest() {
    const { model, questions, transport } = this.parts;
    const still = computed(() => !transport.busy && !model.data.picking);
    const rest = computed(() => model.message && { step: model.step, still: still.value });
    return effect(() => {
      const { value } = rest;
      if (value) untracked(() => { questions.rest(value.still); });
    });
  }

  // What was met stays in sight.
  private followMet() {
    const { sight } = this.parts;
    const met = computed(() => sight.met);
    return effect(() => {
      const { value } = met;
      untracked(() => { sight.add(value); });
    });
  }

  // ---- what is drawn

  // Each part is drawn again whenever something changes that it reads.
  private draw() {
    const { model, page, settings, outcome, panels, figures, words, tools, sight, transport, cross, reading, looking } = this.parts;
    const built = (part: { build: () => void }) => computed(() => {
      part.build();
      return {};
    });
    const wordsBuilt = built(words);
    const outcomeBuilt = built(outcome);
    // A choice of the visitor's is no reason to build anew what follows from the scene.
    const sceneBuilt = computed(() => {
      const { data } = model;
      untracked(() => keepFocus(page.root, () => [sight, settings, panels, tools, tools.picking].forEach((part) => part?.build())));
      return [data, model.sight];
    });
    let shape = "";
    const measured = computed(() => {
      const { value } = sceneBuilt;
      for (const part of [wordsBuilt, outcomeBuilt]) part.peek();
      untracked(() => {
        const now = shapeOf(model);
        if (now !== shape) page.measure(); // which makes the browser lay the page out once more
        shape = now;
      });
      return value;
    });
    // A computed value is found again as soon as something asks whether it has changed, so nothing is laid out in here.
    const places = computed(() =>
      [measured.value, this.remade.value, this.resized.value, model.points, model.edits.grip?.lifted ?? false]);
    const ready = computed(() => [places.value, wordsBuilt.value, outcomeBuilt.value] as const);
    let laidOut: unknown;
    let figured: unknown;
    const add = (draw: (placed: unknown) => void) => this.drawings.add(() => {
      if (!model.message) return;
      const [placed] = ready.value;
      if (placed !== laidOut) untracked(() => figures.layOut());
      laidOut = placed;
      draw(placed);
    });
    for (const part of [tools, cross, reading, looking, words, sight]) add(() => part.draw());
    add(() => tools.picking?.drawRing());
    add((placed) => {
      figures.draw();
      if (placed !== figured) untracked(() => figures.drawFigures());
      figured = placed;
    });
    // The slider has its words from those of the step and of the figures, which are drawn by now.
    add(() => transport.draw());
  }

  // Draw what has changed in the next frame.
  private drawSoon() {
    const { page } = this;
    if (this.frame) return;
    page.busy("frame", true);
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      page.busy("frame", false);
      this.drawings.draw();
    });
  }

  private readonly layOutSoon = () => { this.resized.value = this.resized.peek() + 1; };

  private readonly remake = () => {
    this.page.measure();
    this.remade.value += 1;
  };

  // Draw everything now, not in the next frame.
  private redraw() {
    const { model, panels, figures } = this.parts;
    if (!model.message) return;
    this.remake();
    for (const panel of panels.list) figures.drawFigure(panel);
  }

  // ---- messages

  async receive(bytes: Uint8Array<ArrayBuffer>) {
    this.arriving += 1;
    this.page.busy("message", true);
    try {
      await this.take(bytes);
    } finally {
      this.arriving -= 1;
      this.page.busy("message", this.arriving > 0);
    }
  }

  private answer({ scene, complaints: _, known: __, ...content }: Content, number: number, goal: Goal) {
    const { last } = scene;
    const step = goal === "last" ? last : Math.min(goal ?? content.step, last);
    this.show({ ...scene, ...content, number, leads: goal !== null, step });
  }

  show(data: Payload) {
    this.awaiting = missing(data).length ? data : null;
    if (this.awaiting) {
      void this.fetchFor(data);
      return;
    }
    this.equip(data);
    const { model, page, page: { visit }, questions, transport, outcome, pointer, opening, mine, sight } = this.parts;
    suitScene(data);
    batch(() => {
      if (!model.message && visit.edits) {
        const held = pointer.press && visit.edits.grip?.lifted;
        model.edits = { ...(held ? visit.edits : reduce(visit.edits, { type: "cancel" })), asked: 0 };
        model.sheet = visit.sheet;
      }
      transport.arrive();
      if (model.receive(data)) outcome.guess.forget();
      sight.arrive();
      questions.keepOrigin(data);
      if (!model.edits.grip) pointer.release();
      page.root.classList.toggle("is-pending", data.number < questions.asked);
    });
    questions.writeSoon();
    page.present.arrive();
    opening.arrive();
    mine?.arrive();
    page.complain("pieces", "");
    page.busy("pieces", false);
  }

  // Fetch what a scene needs, then show it, unless another has come.
  private async fetchFor(data: Payload) {
    const { page } = this;
    page.busy("pieces", true);
    const fault = await Promise.all(missing(data).map((piece) => piece.fetch())).then(() => "", reason);
    if (this.awaiting !== data || this.leaving.signal.aborted) return; // what has come since says how it went
    if (!missing(data).length) {
      this.show(data);
      return;
    }
    page.complain("pieces", `The picture could not be loaded: ${fault}.`, "Try again");
    page.busy("pieces", false);
  }

  // Make the parts that only some scenes have.
  private equip({ guide, drawing, picking }: Payload) {
    const { model, page, panels, words, questions, settings, outcome, tools, board } = this.parts;
    if (guide && guided.piece && !outcome.guide) {
      const { Acts, Guide } = guided.piece;
      outcome.guide = new Guide(model, page, words, new Acts(model, panels, questions, settings));
      outcome.guide.listen(this.on);
    }
    if (!special.piece) return;
    const { Canvas, Drawing, Picking } = special.piece;
    if (drawing && !tools.drawing) {
      panels.canvas = new Canvas(model);
      tools.drawing = new Drawing(this.parts, board, this.layOutSoon);
      tools.drawing.listen(this.on, page.part("panels"));
    }
    if (picking && !tools.picking) {
      tools.picking = new Picking(model, page, panels);
      tools.picking.listen(this.on, page.part("panels"));
    }
  }

  private retry() {
    this.parts.figures.retry();
    if (this.awaiting) this.show(this.awaiting);
  }

  // ---- coming and going

  private listen(on: On) {
    const { page, parts: { questions, transport, words, settings, outcome, pointer, looking, keys, mine } } = this;
    on(page.root, "click", (event) => this.onButton(event));
    on(page.part("scrub"), "input", () => transport.go(page.part("scrub").valueAsNumber));
    for (const type of ["pointerdown", "focusin"] as const) on(page.room, type, () => this.comeFirst(), { capture: true });
    on(document, "keydown", (event) => { if (this.hasKeys(event)) keys.onKey(event); }, { capture: true });
    on(window, "online", () => { this.retry(); });
    on(page.night, "change", this.layOutSoon);
    on(document.fonts, "loadingdone", this.layOutSoon); // what was fitted to its room has other letters now
    for (const part of [page.present, words, settings, outcome, pointer, looking]) part?.listen(on, page.part("panels"));
    // Whatever acts outside the stage finds the present board in the address; a press on a link leaves the page.
    const turnAway = (event: Event) => {
      const target = elementOf(event);
      if (!page.room.contains(target) && !page.host.linkAt(target)) questions.settle();
    };
    on(document, "pointerdown", turnAway, { capture: true });
    on(document, "keydown", (event) => { if (["Enter", " "].includes(event.key)) turnAway(event); }, { capture: true });
    on(document, "click", (event) => this.follow(event), { capture: true });
    // A link with a program may lead to the page that is there.
    on(window, "hashchange", () => mine?.lead());
    on(window, "popstate", () => { if (!hasCode()) page.visit.leave(); });
  }

  private comeFirst() {
    living.splice(living.indexOf(this), 1);
    living.push(this);
  }

  // Whether a key is for this stage: it has the focus or, if no stage has it, the visitor touched it last.
  private hasKeys(event: KeyboardEvent) {
    const focused = living.find(({ page }) => page.room.contains(elementOf(event)));
    return (focused ?? living.at(-1)) === this;
  }

  private follow(event: Event) {
    const { host, visit } = this.page;
    const link = host.linkAt(elementOf(event));
    if (!link) return;
    const { keepsBoard, pathname } = link;
    if (keepsBoard) this.questions.settle();
    this.pack();
    if (!keepsBoard || pathname !== window.location.pathname) visit.leave(keepsBoard);
  }

  // Leave the board to the next stage.
  private pack() {
    const { model, page: { visit } } = this.parts;
    if (!model.message) return;
    visit.edits = model.edits;
    visit.sheet = model.sheet;
  }

  // Leave the board, and a drag, to the next stage, which replaces this one.
  letGo() {
    const { model, page: { visit }, handle, questions, pointer } = this.parts;
    visit.stage = null;
    if (model.message) {
      if (handle.heldBy) handle.drop();
      if (model.edits.asked === Infinity) questions.send();
      questions.settle();
      this.pack();
      visit.press = pointer.press;
    }
    this.destroy();
  }

  destroy() {
    const { resizing, transport, questions, figures, settings, opening, mine, sight } = this.parts;
    if (this.leaving.signal.aborted) return; // Streamlit may clean up after a stage that has let go
    living.splice(living.indexOf(this), 1);
    this.leaving.abort();
    this.drawings.end();
    for (const stop of this.stops) stop();
    resizing.disconnect();
    transport.pause();
    transport.arrive();
    questions.destroy();
    settings?.stop();
    figures.destroy();
    opening.stop();
    mine?.stop();
    this.page.present.leave();
    sight.leave();
  }

  // ---- commands

  private onButton(event: MouseEvent) {
    const target = elementOf(event);
    const { tools, panels, transport } = this.parts;
    const place = target.closest<HTMLElement>("[data-to]");
    if (place) transport.go(Number(place.dataset.to));
    const button = target.closest<HTMLElement>("button, [role=button]");
    if (!button || button.matches(":disabled")) return;
    const { choice, view, do: name } = button.dataset;
    if (choice !== undefined) tools.take(Number(choice));
    else if (view !== undefined) panels.views.choose(Number(view));
    else if (name) this.command(name, button);
    // After a click with the pointer, Space plays again instead of pressing the same button.
    if (event.detail > 0) button.blur();
  }

  private commands(button: HTMLElement | null): Record<string, () => void> {
    const { model, page, transport, tools, opening, mine, sight, words, outcome, panels, questions } = this.parts;
    return {
      ...opening.commands(),
      first: () => transport.go(0),
      back: () => { if (!panels.takes(-1)) transport.go(model.step - 1); },
      forward: () => { if (!panels.takes(1)) transport.forward(); },
      last: () => transport.go(model.data.last),
      play: () => model.data.last && transport.play(),
      undo: () => tools.step("undo"),
      redo: () => tools.step("redo"),
      clear: () => tools.clear(),
      present: () => page.present.toggle(),
      blank: () => page.present.cover(),
      mine: () => mine?.open(),
      retry: () => { this.retry(); },
      stop: () => questions.stop(),
      explain: () => {
        if (!button) return;
        words.explain(button);
        const sets = words.settingAt(button);
        if (sets) questions.set(...sets);
      },
      whole: () => {
        panels.turn();
        page.button("whole").focus();
      },
      everything: () => sight.everything(),
      numbers: () => words.unfoldNumbers(),
      again: () => {
        outcome.askAgain();
        if (model.data.asking) tools.clear();
      },
    };
  }

  private command(name: string, button: HTMLElement | null = null) {
    const { model, transport, chain, pointer } = this.parts;
    const { playing } = model;
    chain.rest();
    transport.pause();
    transport.arrive();
    if (["undo", "redo", "clear"].includes(name)) pointer.release();
    if (name !== "play" || !playing) this.commands(button)[name]();
  }
}


// What the sizes of the screen's parts follow from. If anything else changes a size, the observer of sizes tells.
const shapeOf = ({ data: { settings, guide, panels }, show }: Model) => JSON.stringify([show, settings, guide, panels.length]);

// An element that was moved in the document has lost the focus.
function keepFocus(root: Element, move: () => void) {
  const focused = document.activeElement;
  move();
  if (focused instanceof HTMLElement && root.contains(focused)) focused.focus({ preventScroll: true });
}
