// The stage draws the figures of a scene, plays them step by step, and reports the visitor's actions.
// Everything shown at a step comes from columns that arrived beforehand, so stepping sends nothing.

import { Board } from "./hand/board.ts";
import { Chain } from "./host/sequence.ts";
import { Cross } from "./hand/cross.ts";
import { Drawing } from "./hand/drawing.ts";
import { newest, reduce } from "./store/edits.ts";
import { Figures } from "./draw/figures.ts";
import { takeOver } from "./host/first.ts";
import { PLAIN } from "./link/host.ts";
import { streamlit } from "./host/streamlit.ts";
import { tellHeight } from "./page/framed.ts";
import { LineHandle } from "./hand/handle.ts";
import { Keys } from "./hand/keys.ts";
import { Looking } from "./hand/looking.ts";
import { Model } from "./store/model.ts";
import { Newcomer } from "./words/newcomer.ts";
import { Outcome } from "./words/outcome.ts";
import { Page } from "./page/page.ts";
import { Panels } from "./draw/panels.ts";
import { Picking } from "./hand/picking.ts";
import { Pointer } from "./hand/pointer.ts";
import { arriveAlone } from "./page/present.ts";
import { Printing } from "./page/printing.ts";
import { Requests } from "./link/requests.ts";
import { Reading } from "./hand/reading.ts";
import { NOBODY, sceneAfter } from "./store/rounds.ts";
import { loadOpened, Opening } from "./share/open.ts";
import { Tools } from "./hand/tools.ts";
import { suitScene } from "./words/suit.ts";
import { Transport } from "./hand/transport.ts";
import { takeWindow } from "./link/versions.ts";
import { Visit } from "./link/visit.ts";
import { Words } from "./words/words.ts";

const stages = new WeakMap();

/**
 * Shows a compressed scene on a page without a server. The visitor can change nothing, but can answer a scene that asks
 * for answers, as it holds the results of all answers.
 * @param {Element} root
 * @param {Uint8Array} scene
 * @param {string} plotly the script's address; it may have none where nothing needs it
 */
export async function standAlone(root, scene, plotly) {
  const stage = new Stage(root, { plotly, alone: "", math: "" }, { host: PLAIN, visit: new Visit() }, null);
  const content = await unpack(scene);
  const data = { step: 0, ...content, ...NOBODY, locked: content.locked || !content.asking };
  stage.questions.alone = (points) => ({ ...data, complaints: [], scene: sceneAfter(data, points), known: {} });
  stage.show(data);
  tellHeight(PLAIN);
  stage.page.busy("message", false);
}

/** @param {import("./share/saving.ts").Addresses} addresses */
export default function mount(component, addresses) {
  const visit = takeWindow();
  let stage = stages.get(component.parentElement);
  if (!stage) {
    stage = takeOver(component.parentElement);
    if (!stage) {
      // Streamlit may replace an element although the visitor has not left its page.
      if (!visit.leaving) visit.stage?.letGo();
      stage = new Stage(component.parentElement.querySelector(".stage"), addresses, { host: streamlit, visit }, { load: loadOpened, hasExercises: true });
    }
    stages.set(component.parentElement, stage);
    visit.stage = stage;
  }
  visit.report = component.setStateValue;
  stage.receive(component.data);
  stage.page.busy("page", false);
  tellHeight(streamlit);
  // Streamlit also calls this cleanup between two quick calls, while the stage stays in the document.
  return () => setTimeout(() => {
    if (component.parentElement.isConnected) return;
    if (visit.stage === stage && !visit.leaving) stage.letGo();
    else stage.destroy();
    stages.delete(component.parentElement);
    if (visit.report === component.setStateValue) visit.report = null;
  });
}

/**
 * Keeps the board on a page without a stage.
 * @param {any} component
 */
export function keep({ data, setStateValue }) {
  const visit = takeWindow();
  visit.keeper = setStateValue;
  visit.receive(data);
  if (data.answers) visit.tellNews();
  visit.write(0, streamlit.menu());
  arriveAlone();
  tellHeight(streamlit);
}

async function unpack(bytes) {
  const packed = new Blob([bytes]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("deflate"))).json();
}

export class Stage {
  constructor(root, addresses, around, openable) {
    const model = new Model();
    const draw = () => this.draw();
    const drawSoon = () => this.drawSoon();
    const drawAllSoon = () => this.drawAllSoon();
    const page = new Page(root, around);
    const resizing = new ResizeObserver(() => {
      page.measure();
      drawAllSoon();
    });
    const panels = new Panels(model, page, resizing, () => this.drawAll());
    const figures = new Figures(model, page, panels, addresses.plotly);
    const words = new Words(model, page);
    const outcome = new Outcome(model, page, words, () => this.tell());
    const questions = new Requests(model, page, drawAllSoon, (...answer) => this.answer(...answer));
    const transport = new Transport(model, page, questions, { draw, drawSoon });
    const boardParts = { model, page, panels, transport, questions };
    const board = new Board(boardParts);
    const handle = new LineHandle(boardParts, board, drawSoon);
    const drawing = new Drawing(boardParts, board, drawSoon);
    const tools = new Tools(model, page, board, drawing);
    const reading = new Reading(model, board);
    const crossParts = { ...boardParts, board, handle, reading, drawSoon: drawAllSoon };
    const cross = new Cross(crossParts);
    const pointer = new Pointer({ ...crossParts, cross });
    const looking = new Looking(model, page, panels);
    const picking = new Picking(model, page, panels, draw);
    const opening = new Opening({ model, page, panels, figures, words, questions, addresses }, openable);
    const chain = new Chain(model, page, transport, outcome.guide.task);
    const keys = new Keys({
      model, page, panels, tools, cross, picking, drawing, words, chain, command: (name) => this.command(name),
    });
    this.model = model;
    this.page = page;
    this.newcomer = new Newcomer(model, page);
    this.printing = new Printing(page, () => this.redraw());
    this.resizing = resizing;
    this.observeAbove();
    this.panels = panels;
    this.figures = figures;
    this.words = words;
    this.outcome = outcome;
    this.questions = questions;
    this.transport = transport;
    this.handle = handle;
    this.tools = tools;
    this.reading = reading;
    this.cross = cross;
    this.pointer = pointer;
    this.looking = looking;
    this.picking = picking;
    this.opening = opening;
    this.chain = chain;
    this.keys = keys;
    this.leaving = new AbortController();
    this.arriving = 0; // messages that are not shown yet
    this.take = newest(unpack, (message) => {
      if (this.leaving.signal.aborted) return;
      questions.receive(message);
      opening.hear();
    });
    this.listen((target, type, handler, options) =>
      target.addEventListener(type, handler, { signal: this.leaving.signal, ...options }));
  }

  // The elements above the stage may take another line when a font arrives or the sidebar opens.
  observeAbove() {
    for (let node = this.page.root.parentElement; node; node = node.parentElement) this.resizing.observe(node);
  }

  listen(on) {
    const { page, questions, figures } = this;
    on(page.root, "click", (event) => this.onButton(event));
    on(page.part("scrub"), "input", (event) => this.transport.go(Number(event.target.value)));
    on(document, "keydown", (event) => this.keys.onKey(event), { capture: true });
    on(window, "online", () => figures.retry());
    page.present.listen(on);
    this.printing.listen(on);
    on(page.night, "change", () => this.drawAllSoon());
    this.words.listen(on);
    this.outcome.listen(on);
    this.pointer.listen(on, page.part("panels"));
    this.looking.listen(on, page.part("panels"));
    this.picking.listen(on, page.part("panels"));
    this.tools.drawing.listen(on, page.part("panels"));
    // Before a control acts, the session must know the present board; a press on a link leaves the page.
    const link = ({ target }) => page.host.linkAt(target);
    const turnAway = (event) => {
      if (page.root.contains(event.target) || link(event)) return;
      questions.settle();
      page.visit.tellNews();
    };
    on(document, "pointerdown", turnAway, { capture: true });
    on(document, "keydown", (event) => ["Enter", " "].includes(event.key) && turnAway(event), { capture: true });
    on(document, "click", (event) => this.follow(link(event)), { capture: true });
    on(window, "popstate", () => page.visit.leave());
  }

  follow(link) {
    if (!link) return;
    const { keepsBoard, pathname } = link;
    if (keepsBoard) this.questions.settle();
    this.pack();
    if (!keepsBoard || pathname !== window.location.pathname) this.page.visit.leave(keepsBoard);
  }

  // Leave the board to the next stage.
  pack() {
    if (!this.model.message) return;
    const { visit } = this.page;
    visit.edits = this.model.edits;
    visit.sheet = this.model.sheet;
  }

  // Leave the board, and a drag, to the next stage, which replaces this one.
  letGo() {
    const { model, handle, questions, page: { visit } } = this;
    visit.stage = null;
    if (model.message) {
      if (handle.heldBy) handle.drop();
      if (model.edits.asked === Infinity) questions.send();
      questions.settle();
      this.pack();
      visit.press = this.pointer.press;
    }
    this.destroy();
  }

  destroy() {
    this.leaving.abort();
    this.resizing.disconnect();
    this.transport.pause();
    this.transport.arrive();
    this.questions.destroy();
    this.figures.destroy();
    this.opening.stop();
    this.page.present.leave();
  }

  async receive(bytes) {
    this.arriving += 1;
    this.page.busy("message", true);
    try {
      await this.take(bytes);
    } finally {
      this.arriving -= 1;
      this.page.busy("message", this.arriving > 0);
    }
  }

  /**
   * @param {import("./link/requests.ts").Content} content
   * @param {number} number
   * @param {import("./link/requests.ts").Goal} goal
   */
  answer({ scene, plotly, step, address, hand, turned }, number, goal) {
    const { last } = scene;
    const wanted = goal === "last" ? last : Math.min(goal ?? step, last);
    const locked = scene.locked || (scene.picking && !this.page.visit.report); // only the whole page can show a picked row
    this.show({ ...scene, locked, plotly, address, hand, turned, number, leads: goal !== null, step: wanted });
  }

  /** @param {import("./store/payload.ts").Payload} data */
  show(data) {
    const { model, page, questions, page: { visit } } = this;
    suitScene(data);
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    if (!model.message && visit.edits) {
      const held = this.pointer.press && visit.edits.grip?.lifted;
      model.edits = { ...(held ? visit.edits : reduce(visit.edits, { type: "cancel" })), asked: 0 };
      model.sheet = visit.sheet;
    }
    this.transport.receive(data);
    this.handle.receive(data);
    this.outcome.receive(data);
    model.keep(data);
    model.edits = reduce(model.edits, { type: "receive", number: data.number, points: data.points });
    questions.keepOrigin(data);
    if (!model.edits.grip) this.pointer.release();
    page.root.classList.toggle("is-pending", data.number < questions.asked);
    this.newcomer.build();
    this.outcome.build();
    this.panels.build();
    this.tools.build();
    // An element that was moved in the document has lost the focus.
    if (page.root.contains(focused)) focused.focus({ preventScroll: true });
    this.picking.build();
    this.words.build();
    page.measure();
    this.drawAll();
    questions.writeSoon();
    page.present.arrive();
    this.transport.rest();
    this.opening.arrive();
  }

  // The visitor has seen the end of the run: replace the hidden variant by the whole scene.
  tell() {
    this.panels.build();
    this.page.measure();
    this.figures.layOut();
    this.figures.drawFigures();
    this.drawSoon(); // draw the new marks, as an answer to a question draws nothing else
  }

  drawAll() {
    this.figures.layOut();
    this.picking.drawRing();
    this.draw();
    this.figures.drawFigures();
  }

  // Draw everything now, not in the next frame.
  redraw() {
    if (!this.model.message) return;
    this.page.measure();
    this.drawAll();
    for (const panel of this.panels.list) this.figures.drawFigure(panel);
  }

  draw() {
    this.newcomer.draw();
    this.outcome.draw();
    this.figures.draw();
    this.words.draw(this.transport.playing);
    this.transport.draw();
    this.tools.draw();
    this.cross.draw();
    this.reading.draw();
    this.looking.draw();
  }

  drawSoon() {
    this.page.busy("frame", true);
    this.drawing ??= requestAnimationFrame(() => {
      const { all } = this;
      this.drawing = this.all = null;
      this.page.busy("frame", false);
      if (!this.model.message) return;
      if (all) this.drawAll();
      else this.draw();
    });
  }

  drawAllSoon() {
    this.all = true;
    this.drawSoon();
  }

  onButton(event) {
    const place = event.target.closest("[data-to]");
    if (place) this.transport.go(Number(place.dataset.to));
    const button = event.target.closest("button, [role=button]");
    if (!button || button.disabled) return;
    if (button.dataset.choice !== undefined) this.tools.take(Number(button.dataset.choice));
    else if (button.dataset.view !== undefined) this.panels.views.choose(Number(button.dataset.view));
    else if (button.dataset.do) this.command(button.dataset.do, button);
    // After a click with the pointer, Space plays again instead of pressing the same button.
    if (event.detail > 0) button.blur();
  }

  command(name, button = null) {
    const { model, page, transport, tools, opening } = this;
    const commands = {
      first: () => transport.go(0),
      back: () => transport.go(model.step - 1),
      forward: () => transport.forward(),
      last: () => transport.go(model.data.last),
      play: () => model.data.last && transport.play(),
      undo: () => tools.step("undo"),
      redo: () => tools.step("redo"),
      clear: () => tools.clear(),
      present: () => {
        this.newcomer.begin();
        page.present.toggle();
      },
      blank: () => page.present.cover(),
      code: () => opening.code(),
      share: () => opening.share(),
      retry: () => this.figures.retry(),
      copy: () => opening.copy(),
      close: () => opening.close(),
      exercises: () => opening.exercises(),
      explain: () => this.words.explain(button),
      whole: () => this.panels.turn(),
      everything: () => this.newcomer.begin(),
      numbers: () => this.words.unfoldNumbers(),
    };
    const wasPlaying = transport.playing;
    this.chain.rest();
    transport.pause();
    transport.arrive();
    if (["undo", "redo", "clear"].includes(name)) this.pointer.release();
    if (name !== "play" || !wasPlaying) commands[name]();
  }
}
