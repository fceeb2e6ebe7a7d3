// The stage draws the figures it is given, plays them step by step, and reports what the hand did.
// Everything shown at a step comes from columns that arrived beforehand, so looking at a run sends nothing.

import { MENU, encode, keep, known, meet, parameters } from "./address.js";
import { DASHES, Frame, SIGNS, decimal, svg, ticks } from "./geometry.js";
import { Mark, SHAPES } from "./marks.js";
import { TRACES, fromAbove, hasWebGL } from "./traces.js";

const stages = new WeakMap();
let plotly = null;

export default function mount(component, plotlyAddress) {
  let stage = stages.get(component.parentElement);
  if (!stage) {
    plotly ??= load(plotlyAddress);
    stage = new Stage(component.parentElement.querySelector(".stage"), plotlyAddress);
    stages.set(component.parentElement, stage);
    stage.awaitPlotly();
  }
  stage.report = component.setStateValue;
  stage.receive(component.data);
  // The cleanup also comes when calls follow each other quickly, while the stage stays where it is.
  return () => setTimeout(() => {
    if (component.parentElement.isConnected) return;
    stage.destroy();
    stages.delete(component.parentElement);
  });
}

// As a script that is named in the document, so that browsers keep it compiled from visit to visit.
function load(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = () => (window.Plotly ? resolve() : reject(new Error("Plotly is no script")));
    script.onerror = () => reject(new Error("Plotly does not come"));
    script.src = address;
    document.head.append(script);
  });
}

const REST = 400; // ms without a step before the hand counts as resting
const DRAG_EVERY = 40; // ms between two reports of the same drag, where each is answered by then
const DRAG_LATE = 250; // ms after which the next report waits no longer for an answer
const SEND_FIRST = 8; // ms for a report to leave; drawing while the server answers costs no time, drawing before would
const PATIENCE = 3000; // ms after which a code that has not come is missed
const UNDO_DEPTH = 200;
const [FINGER, POINTER, TAP, DOT] = [22, 10, 12, 8]; // px within which a finger or a pointer takes hold, or a tap means a point
const ASK_AGAIN = 2000; // ms without an answer after which a report is sent once more: what has no connection is lost
const WRITE_EVERY = 150; // ms between two writings of the address by the hand; browsers allow so many and no more
const KEYS = {
  ArrowRight: "forward", PageDown: "forward", ArrowLeft: "back", PageUp: "back",
  Home: "first", End: "last", " ": "play",
};
const CLICKER = ["PageDown", "PageUp"]; // what a presenter's clicker sends, whatever has been touched last
const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=slider], [role=combobox], "
  + "[role=listbox]";
const NUDGES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const LOCAL = /^(localhost|127\.|\[::1\])/;
const BLANK = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
const BY_KEYBOARD = "Shift and an arrow key move a cross; Enter does there what a click does, G picks a point up or puts it down, "
  + "Escape hides the cross.";

class Stage {
  constructor(root, plotlyAddress) {
    this.root = root;
    this.plotlyAddress = plotlyAddress;
    this.part = (name) => root.querySelector(`.stage-${name}`);
    this.panels = [];
    this.step = 0;
    this.choice = 0;
    this.points = [];
    this.version = 0;
    this.rests = 0; // steps that the server was told of
    this.asking = {}; // the timers of what is said again until it is answered
    this.past = [];
    this.future = [];
    this.carried = -1;
    this.sent = 0;
    this.leaving = new AbortController();
    this.resizing = new ResizeObserver(() => {
      this.measure();
      this.requestDraw("figures");
    });
    const on = (target, type, handler, options) =>
      target.addEventListener(type, handler, { signal: this.leaving.signal, ...options });

    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) this.part("speed").value = "1";
    on(root, "click", (event) => this.onButton(event));
    on(this.part("share"), "click", ({ target }) => target === this.part("share") && target.close()); // beside the dialog
    on(this.part("scrub"), "input", (event) => this.go(Number(event.target.value)));
    on(document, "keydown", (event) => this.onKey(event), { capture: true });
    on(window, "online", () => window.Plotly || this.retry());
    const board = this.part("panels");
    on(board, "pointerdown", (event) => this.onDown(event), { capture: true });
    on(board, "pointermove", (event) => this.onMove(event));
    on(board, "pointermove", (event) => event.pointerType === "mouse" && this.pick(this.dotAt(event)));
    on(board, "click", (event) => this.pickAt(event));
    on(board, "pointerup", (event) => this.onUp(event));
    on(board, "pointercancel", (event) => this.onCancel(event));
    on(board, "mousedown", (event) => this.takePress(event), { capture: true });
    // Whoever reaches for a control or for the menu rests.
    on(document, "pointerdown", ({ target }) => root.contains(target) || this.tell(), { capture: true });
    // Streamlit forgets the page that was chosen if the old one still speaks; what it has not heard the next one says.
    on(document, "click", ({ target }) => target.closest(MENU) && this.hush(), { capture: true });
    on(window, "popstate", () => this.hush());
    // A finger that lands on a point drags it; anywhere else it scrolls the page.
    on(board, "touchstart", (event) => this.hand?.index >= 0 && event.preventDefault(), { capture: true, passive: false });
  }

  destroy() {
    this.leaving.abort();
    this.resizing.disconnect();
    this.pause();
    this.hush();
    clearTimeout(this.writing);
    for (const { plot } of this.panels) window.Plotly?.purge(plot);
  }

  hush() {
    for (const timer of [this.resting, this.sending, ...Object.values(this.asking)]) clearTimeout(timer);
    this.sending = null;
  }

  // ---- what arrives ------------------------------------------------------------------------------------------

  async receive(bytes) {
    this.latest = bytes;
    try {
      const packed = new Blob([bytes]).stream();
      const data = await new Response(packed.pipeThrough(new DecompressionStream("deflate"))).json();
      if (this.latest === bytes && !this.leaving.signal.aborted && !this.resumed(data)) this.show(data);
    } catch (error) {
      this.complain(`The picture could not be drawn: ${error.message}. Reloading the page may help.`);
      throw error;
    }
  }

  // A session that has never heard of this window's board goes on from the window's address, and answers with that.
  resumed({ session, version, rests, address, step }) {
    const before = known();
    meet(session);
    if (!before || this.resuming === session) return false;
    const missed = before.session === session ? !this.data && (version < before.version || rests < before.rests)
      : JSON.stringify(parameters(before.query)) !== JSON.stringify({ ...address, ...(step && { step: String(step) }) });
    if (!missed) return false;
    if (this.data) this.writeAddress();
    const kept = known();
    this.resuming = session;
    this.version = Math.max(this.version, kept.version);
    const told = { query: kept.query, version: this.version, rests: kept.rests };
    this.insist("resume", () => this.data?.session === session, told);
    return true;
  }

  // The stage stands without Plotly but for what Plotly alone draws, and asks for it again when the network is back.
  async awaitPlotly() {
    try {
      await plotly;
      this.complain("");
      if (this.data) this.drawFigures();
    } catch (error) {
      this.complain(`Part of the picture could not be loaded: ${error.message}.`, "Try again");
    }
  }

  retry() {
    this.complain("Loading the rest of the picture …");
    plotly = load(this.plotlyAddress);
    this.awaitPlotly();
  }

  complain(sentence, remedy = "") {
    const place = this.part("trouble");
    const [words, button] = place.children;
    if (sentence && words.textContent !== sentence) this.say(sentence);
    place.hidden = !sentence;
    words.textContent = sentence;
    button.hidden = !remedy;
    button.textContent = remedy;
  }

  show(data) {
    const first = !this.data;
    const atEnd = !first && this.step > 0 && this.step === this.data.last;
    const other = !first && data.session !== this.data.session;
    this.data = data;
    this.rests = Math.max(this.rests, data.rests);
    if (first || other) this.version = this.answered = data.version;
    // A board that the hand has not made says where it begins, and an answer which step it made.
    const ahead = first || data.version > (data.asking ? this.answered : this.version);
    this.step = Math.min(ahead ? data.step : atEnd ? data.last : this.step, data.last);
    if (ahead) this.told = data.step;
    if (data.version >= this.version) this.takePoints(data);
    this.hurry();
    this.root.classList.toggle("is-pending", data.version < this.version);
    this.measure();
    this.buildPanels();
    this.buildChoices();
    this.buildPicking();
    this.writeFacts();
    this.drawFigures();
    this.writeAddress();
    this.rest();
    if (this.part("share").open) this.offer();
  }

  takePoints({ points, version }) {
    // An answer to the hand's own edit keeps the way back; another board starts a new one.
    const answer = version === this.version && version > this.answered;
    if (!answer && JSON.stringify(points) !== JSON.stringify(this.points)) {
      [this.past, this.future] = [[], []];
      this.letGo();
    }
    this.version = this.answered = version;
    if (!this.hand?.moved && !this.sending) this.points = points;
  }

  buildPanels() {
    const { panels } = this.data;
    while (this.panels.length > panels.length) this.dropPanel(this.panels.pop());
    panels.forEach(({ area, label, figure, lines }, i) => {
      if (!this.panels[i]) {
        const node = document.createElement("div");
        const plot = document.createElement("div");
        const [under, middle, over] = [svg("svg"), svg("svg"), svg("svg")];
        node.className = "stage-panel";
        node.append(under, plot, middle, over);
        this.part("panels").append(node);
        this.resizing.observe(node);
        const [axes, head] = [svg("svg"), document.createElement("div")];
        axes.classList.add("stage-axes");
        head.className = "stage-head";
        node.prepend(axes);
        node.append(head);
        this.panels[i] = { node, plot, axes, head, layers: [under, middle, over] };
      }
      const panel = this.panels[i];
      panel.node.dataset.area = area;
      panel.node.setAttribute("role", "img");
      panel.node.setAttribute("aria-label", label);
      panel.figure = figure?.layout.scene && !hasWebGL() ? fromAbove(figure) : figure;
      this.buildHead(panel);
      this.buildSheet(panel, lines);
      const marks = this.data.marks.filter((mark) => mark.panel === i);
      panel.traces = marks.filter(({ kind }) => TRACES[kind]).map((mark) => new TRACES[mark.kind](mark, this.data.columns));
      panel.marks = marks.filter(({ kind }) => SHAPES[kind]).map((mark) => new Mark(mark, this));
      const [under, , over] = panel.layers;
      under.replaceChildren(...panel.marks.filter((mark) => mark.under).map((mark) => mark.shape));
      over.replaceChildren(...panel.marks.filter((mark) => !mark.under).map((mark) => mark.shape));
      panel.editable = this.data.editing?.panel === i;
      panel.node.classList.toggle("is-editable", panel.editable);
      if (panel.editable) {
        panel.node.tabIndex = 0;
        panel.node.setAttribute("role", "application");
        panel.node.setAttribute("aria-label", `${label} ${BY_KEYBOARD}`);
      } else {
        panel.layers[1].replaceChildren();
        panel.node.querySelector(".stage-cursor")?.remove();
        for (const name of ["tabindex", "title"]) panel.node.removeAttribute(name);
      }
    });
    this.board = this.panels.find((panel) => panel.editable);
  }

  // The title and the legend above a figure are the stage's own: they have the room they need and wait for nothing.
  buildHead({ head, figure }) {
    const { title, showlegend, legend } = figure?.layout ?? {};
    const above = showlegend && legend?.orientation === "h";
    const named = above ? figure.data.filter((trace) => trace.name && trace.showlegend !== false) : [];
    const signature = JSON.stringify([title?.text, named.map(({ name, line, marker }) => [name, line, marker])]);
    if (head.dataset.signature === signature) return;
    head.dataset.signature = signature;
    // What follows a colon is left out where it does not fit.
    const parts = (title?.text ?? "").split(/(?=: )/);
    const heading = document.createElement("p");
    heading.append(...parts.map((part) => Object.assign(document.createElement("span"), { textContent: part })));
    head.replaceChildren(heading);
    if (above) head.append(this.newLegend(named));
  }

  newLegend(named) {
    const list = document.createElement("ul");
    list.append(...named.map(({ name, line, marker, mode }) => {
      const item = document.createElement("li");
      const sign = svg("svg");
      sign.setAttribute("viewBox", "-14 -7 28 14");
      const drawn = svg("path");
      const color = this.color(marker?.color ?? line?.color);
      const symbol = mode?.includes("lines") ? null : marker?.symbol ?? "circle";
      drawn.setAttribute("d", symbol ? SIGNS[symbol.startsWith("triangle") ? "triangle" : "circle"] : "M-14,0H14");
      drawn.setAttribute("fill", symbol && !symbol.endsWith("-open") ? color : "none");
      drawn.setAttribute("stroke", color);
      drawn.setAttribute("stroke-width", symbol ? 1.5 : 2.5);
      drawn.setAttribute("stroke-dasharray", DASHES[line?.dash] ?? "none");
      sign.append(drawn);
      item.append(sign, name);
      return item;
    }));
    return list;
  }

  // A sheet is a panel of lines of text: each a title, a formula, and the same in the step's own numbers.
  buildSheet(panel, lines) {
    panel.sheet?.remove();
    panel.sheet = null;
    if (!lines) return;
    panel.node.setAttribute("role", "group");
    panel.sheet = document.createElement("ol");
    panel.sheet.className = "stage-sheet";
    panel.sheet.tabIndex = 0; // where it has no room for all its lines it scrolls
    panel.lines = lines.map(({ title, formula, text }) => {
      const item = document.createElement("li");
      const [heading, letters, numbers] = ["h2", "div", "div"].map((name) => document.createElement(name));
      heading.textContent = title;
      letters.innerHTML = formula;
      letters.className = "stage-letters";
      item.append(heading, letters, numbers);
      panel.sheet.append(item);
      return { numbers, text };
    });
    panel.node.append(panel.sheet);
  }

  dropPanel({ node, plot }) {
    this.resizing.unobserve(node);
    window.Plotly?.purge(plot);
    node.remove();
  }

  buildChoices() {
    const { editing, asking } = this.data;
    this.part("tools").hidden = !editing && !asking;
    const names = editing ? [...editing.classes, { name: "Erase", sign: "✕" }]
      : asking ? [...asking.answers, { name: asking.rest, sign: "…" }] : [];
    const signature = JSON.stringify([names, asking?.question]);
    if (signature === this.choices) return;
    this.choices = signature;
    this.part("choices").setAttribute("role", asking ? "group" : "radiogroup");
    this.part("choices").setAttribute("aria-label", asking?.question ?? "What a click does");
    this.root.querySelector("[data-do=clear]").title = asking ? "Take every answer back" : "Take every point off the board";
    this.part("choices").replaceChildren(...names.map(({ name, sign, color }, i) => {
      const button = document.createElement("button");
      button.type = "button";
      if (editing) button.setAttribute("role", "radio");
      button.dataset.choice = i;
      button.title = `${name} (${i + 1})`;
      const mark = document.createElement("span");
      mark.className = "stage-sign";
      mark.setAttribute("aria-hidden", "true");
      mark.textContent = sign;
      if (color) mark.style.color = color;
      button.append(mark, name);
      return button;
    }));
    if (editing) this.choose(Math.min(this.choice, names.length - 1));
  }

  writeFacts() {
    const { facts, verdict } = this.data;
    const list = this.part("facts");
    while (list.children.length > facts.length) list.lastChild.remove();
    facts.forEach(({ name, value, note }, i) => {
      const fact = list.children[i] ?? list.appendChild(this.newFact());
      const [term, definition] = fact.children;
      const [number, button] = definition.children;
      term.textContent = name;
      number.textContent = value;
      button.title = note;
      button.hidden = !note;
      button.setAttribute("aria-label", `About ${name}`);
    });
    const line = this.part("verdict");
    if (line.textContent !== verdict.text) this.say((line.textContent = verdict.text));
    line.style.setProperty("--stage-tone", this.color(verdict.color));
  }

  newFact() {
    const names = ["div", "dt", "dd", "span", "button"];
    const [fact, term, definition, number, button] = names.map((name) => document.createElement(name));
    button.type = "button";
    button.dataset.do = "explain";
    definition.append(number, button);
    fact.append(term, definition);
    return fact;
  }

  // The note under a fact, for hands that cannot hover over it; pressing anything else takes it away.
  explain(button) {
    const [note, box] = [this.part("note"), button.closest("div").getBoundingClientRect()];
    note.textContent = button.title;
    note.showPopover();
    const room = document.documentElement.clientWidth - note.offsetWidth - 8;
    Object.assign(note.style, { left: `${Math.max(8, Math.min(box.left, room))}px`, top: `${box.bottom + 4}px` });
  }

  // Figures name the theme's colours as CSS variables, which only the page can resolve.
  themed(value) {
    if (typeof value === "string") return this.color(value);
    if (Array.isArray(value)) return value.map((item) => this.themed(item));
    if (value && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.themed(item)]));
    return value;
  }

  color(value) {
    const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    return name ? getComputedStyle(this.root).getPropertyValue(name).trim() : value;
  }

  // ---- drawing -----------------------------------------------------------------------------------------------

  // How much of the page stands above the stage, whose board takes as much of the window as is left.
  measure() {
    let above = 0;
    for (let node = this.root; node; node = node.offsetParent) above += node.offsetTop;
    this.root.style.setProperty("--stage-above", `${above}px`);
  }

  requestDraw(what) {
    this.stale = { ...this.stale, [what]: true };
    this.drawing ??= requestAnimationFrame(() => {
      const { figures } = this.stale;
      this.drawing = this.stale = null;
      if (!this.data) return;
      if (figures) this.drawFigures();
      else this.draw();
    });
  }

  drawFigures() {
    for (const panel of this.panels) {
      const { clientWidth: width, clientHeight: height } = panel.node;
      const { layout } = panel.figure ?? {};
      if (layout) panel.head.style.setProperty("--stage-left", `${layout.margin.l}px`);
      // A legend above the figure takes as many lines as it needs.
      panel.layout = panel.head.children[1]
        ? { ...layout, showlegend: false, margin: { ...layout.margin, t: panel.head.offsetHeight + 6, autoexpand: false } }
        : layout;
      panel.frame = layout?.xaxis && width && height ? new Frame(panel.layout, width, height) : null;
      if (!panel.frame) continue;
      if (!window.Plotly) this.drawAxes(panel);
      panel.layers.forEach((layer) => panel.frame.place(layer));
      if (panel.editable) this.drawPoints(panel);
    }
    this.drawPicked();
    this.draw();
    plotly.then(() => this.panels.forEach((panel) => this.drawFigure(panel)), () => {});
  }

  // Grid, ticks and titles as the layout says, until Plotly has come.
  drawAxes({ axes, frame, layout }) {
    const { left, top, width, height } = frame;
    axes.replaceChildren();
    const put = (name, attributes, text = "") => {
      const shape = svg(name);
      for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, this.color(value));
      shape.textContent = text;
      axes.append(shape);
    };
    const box = layout.xaxis.mirror ? `M${left},${top}h${width}v${height}h${-width}z` : `M${left},${top}v${height}h${width}`;
    put("path", { d: box, fill: "none", stroke: layout.xaxis.linecolor ?? "none" });
    for (const [letter, axis] of [["x", layout.xaxis], ["y", layout.yaxis]]) {
      if (axis.visible === false) continue;
      const across = letter === "x";
      for (const [value, text] of ticks(axis, across ? width / 80 : height / 40)) {
        const at = across ? left + frame.x(value) : top + frame.y(value);
        const stroke = value === 0 && axis.zeroline !== false ? axis.zerolinecolor : axis.gridcolor;
        put("path", { d: across ? `M${at},${top}v${height}` : `M${left},${at}h${width}`, stroke: stroke ?? "none" });
        put("text", across ? { x: at, y: top + height + 14, "text-anchor": "middle" }
          : { x: left - 4, y: at + 4, "text-anchor": "end" }, text);
      }
      const [x, y] = across ? [left + width / 2, top + height + 30] : [12, top + height / 2];
      const turned = across ? "" : `rotate(-90 ${x} ${y})`;
      put("text", { x, y, transform: turned, "text-anchor": "middle" }, axis.title?.text);
    }
  }

  // Plotly draws what stays the same at every step, and traces. It comes late and takes longer than a frame; nothing
  // waits for it.
  drawFigure(panel) {
    const { clientWidth: width, clientHeight: height } = panel.node;
    if (!panel.layout || !width || !height || !panel.node.isConnected) return;
    const figure = this.themed({ ...panel.figure, layout: panel.layout }); // also a copy: Plotly writes into what it is given
    Object.assign(figure.layout, { width, height, title: undefined });
    const content = JSON.stringify(figure);
    const step = panel.traces.length ? this.step : 0;
    if (content === panel.drawn && step === panel.drawnStep && panel.traces === panel.drawnTraces) return;
    [panel.drawn, panel.drawnStep, panel.drawnTraces] = [content, step, panel.traces];
    for (const trace of panel.traces) Object.assign(figure.data[trace.place], trace.values(step));
    panel.axes.replaceChildren();
    // Axes of one scale that have been drawn before would keep something of their old ranges.
    const ranges = JSON.stringify([figure.layout.xaxis?.range, figure.layout.yaxis?.range]);
    if (figure.layout.yaxis?.scaleanchor && ranges !== panel.ranges) window.Plotly.purge(panel.plot);
    panel.ranges = ranges;
    window.Plotly.react(panel.plot, figure.data, figure.layout, figure.config);
  }

  // Traces follow the step a frame later, and as often as Plotly can.
  requestTraces() {
    if (!window.Plotly || !this.panels.some(({ traces }) => traces.length)) return;
    this.tracing ??= requestAnimationFrame(() => {
      this.tracing = null;
      for (const panel of this.panels) if (panel.traces.length) this.drawFigure(panel);
    });
  }

  drawPoints({ layers, frame }) {
    const { classes } = this.data.editing;
    layers[1].replaceChildren(...this.points.map(([x, y, kind], index) => {
      const { shape, color } = classes[kind];
      const point = svg("path");
      point.setAttribute("d", SIGNS[shape]);
      point.setAttribute("transform", `translate(${frame.x(x)},${frame.y(y)})`);
      point.setAttribute("fill", color);
      point.dataset.point = index;
      return point;
    }));
  }

  draw() {
    for (const { marks, frame } of this.panels) if (frame) for (const mark of marks) mark.draw(this.step, frame);
    this.requestTraces();
    for (const { sheet, lines } of this.panels)
      if (sheet) for (const { numbers, text } of lines) {
        const written = this.written(text);
        if (numbers.textContent !== written) numbers.textContent = written;
      }
    const { texts, last } = this.data;
    this.part("position").textContent = this.written(texts.position);
    const sentence = this.picked >= 0 ? this.pickedWords() : this.written(texts.sentence);
    if (this.part("sentence").textContent !== sentence) this.part("sentence").textContent = sentence;
    if (!this.playing && this.heard !== sentence) this.say((this.heard = sentence));
    const scrub = this.part("scrub");
    scrub.max = last;
    scrub.value = this.step;
    scrub.disabled = last === 0;
    scrub.setAttribute("aria-valuetext", this.part("position").textContent);
    this.enable({
      first: this.step > 0, back: this.step > 0, forward: this.step < last, last: this.step < last, play: last > 0,
      undo: this.past.length > 0, redo: this.future.length > 0, clear: this.points.length > 0,
    });
    for (const button of this.part("choices").children) button.disabled = this.points.length >= this.data.asking?.most;
    this.root.classList.toggle("is-playing", Boolean(this.playing));
    this.root.dataset.step = this.step;
    this.placeCursor();
  }

  enable(buttons) {
    for (const [name, enabled] of Object.entries(buttons)) this.root.querySelector(`[data-do="${name}"]`).disabled = !enabled;
  }

  written({ templates, which }) {
    return templates[which[this.step]].replace(/\{(\w+)\}/g, (_, name) => this.data.columns[name][this.step]);
  }

  // ---- stepping ----------------------------------------------------------------------------------------------

  go(step) {
    const target = Math.max(0, Math.min(this.data.last, step));
    if (target === this.step) return;
    this.step = target;
    this.draw();
    this.rest();
  }

  play() {
    if (this.step === this.data.last) this.go(0);
    let due = performance.now();
    const tick = (now) => {
      const speed = Number(this.part("speed").value);
      if (now >= due) {
        due = Number.isFinite(speed) ? Math.max(due + 1000 / speed, now) : now;
        this.go(this.step + 1);
      }
      if (this.step >= this.data.last) this.pause();
      else this.playing = requestAnimationFrame(tick);
    };
    this.playing = requestAnimationFrame(tick);
    this.requestDraw("step");
  }

  pause() {
    if (!this.playing) return;
    cancelAnimationFrame(this.playing);
    this.playing = null;
    this.requestDraw("step");
    this.rest();
  }

  // The step goes into the address and to the server only once the hand rests.
  rest() {
    clearTimeout(this.resting);
    if (!this.playing && !this.data.picking) this.resting = setTimeout(() => this.tell(), REST);
  }

  tell() {
    clearTimeout(this.resting);
    if (!this.data) return;
    // A board that is not answered yet takes the step along.
    if (this.told !== this.step && this.version > this.data.version) this.send();
    else if (this.told !== this.step) this.report("rest", { ...this.place(), at: Date.now() });
    // An answer on the way may have written the step that it met.
    this.writeAddress();
  }

  place() {
    this.told = this.step;
    this.rests += 1;
    return { step: this.step, rests: this.rests };
  }

  // What the hand has done stands in the address before the server knows of it; its first point on somebody else's board
  // adds an entry to the history, so that Back returns there.
  writeAddress() {
    clearTimeout(this.writing);
    this.writing = null;
    this.wrote = performance.now();
    const { address, hand, version } = this.data;
    const ahead = this.version > version;
    const code = hand.signs ? this.points.map((answer) => hand.signs[answer]).join("") : encode(this.points, hand.snap);
    const wanted = { ...address, ...(ahead && { ...hand.also, [hand.key]: code }) };
    const step = this.data.picking ? this.data.step : this.step;
    const taken = ahead && Object.entries(hand.also).some(([name, value]) => parameters()[name] !== value);
    keep({ address: wanted, step, session: this.data.session, version: this.version, rests: this.rests }, taken);
  }

  writeSoon() {
    this.writing ??= setTimeout(() => this.writeAddress(), Math.max(0, (this.wrote ?? 0) + WRITE_EVERY - performance.now()));
  }

  // ---- sharing -----------------------------------------------------------------------------------------------

  share() {
    this.part("share").showModal();
    this.asked = null;
    this.offer();
    this.part("link").select();
    // The code comes from the server, which may be out of reach.
    const say = () => {
      if (this.part("share").open && !this.code)
        this.part("caution").textContent = "The server does not answer, so there is no code; the link can be copied.";
    };
    setTimeout(say, navigator.onLine ? PATIENCE : 0);
  }

  // The server draws the code of the link; only when somebody looks is it asked.
  offer() {
    this.writeAddress();
    const { href, hostname } = window.location;
    this.code = [this.data.code, this.code].find((code) => code?.link === href);
    const done = () => this.code || !this.part("share").open;
    if (this.asked !== href) this.insist("share", done, { link: href });
    this.asked = href;
    this.part("link").value = href;
    this.part("code").src = this.code?.picture || BLANK;
    this.part("caution").textContent = this.code && !this.code.picture ? "The link is too long for a code."
      : LOCAL.test(hostname) ? `“${hostname}” names this computer alone; other devices need its network address.` : "";
  }

  async copyLink() {
    const link = this.part("link");
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      document.execCommand("copy"); // browsers keep the clipboard itself from pages without https
    }
    const button = this.root.querySelector("[data-do=copy]");
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  }

  // ---- buttons and keys --------------------------------------------------------------------------------------

  onButton(event) {
    const button = event.target.closest("button");
    if (!button || button.disabled) return;
    if (button.dataset.choice !== undefined) this.take(Number(button.dataset.choice));
    else this.command(button.dataset.do, button);
    // After a click with the pointer, Space plays again instead of pressing the same button.
    if (event.detail > 0) button.blur();
  }

  command(name, button) {
    const commands = {
      first: () => this.go(0),
      back: () => this.go(this.step - 1),
      forward: () => this.go(this.step + 1),
      last: () => this.go(this.data.last),
      play: () => this.data.last && this.play(),
      undo: () => this.travel(this.past, this.future),
      redo: () => this.travel(this.future, this.past),
      clear: () => this.clear(),
      share: () => this.share(),
      retry: () => this.retry(),
      copy: () => this.copyLink(),
      close: () => this.part("share").close(),
      explain: () => this.explain(button),
    };
    const wasPlaying = this.playing;
    this.pause();
    if (["undo", "redo", "clear"].includes(name)) this.letGo();
    if (name !== "play" || !wasPlaying) commands[name]();
  }

  clear() {
    if (!this.points.length) return;
    if (this.choice === this.data.editing?.classes.length) this.choose(0);
    this.edit([]);
  }

  take(choice) {
    if (this.data.asking) this.answer(choice);
    else this.choose(choice);
  }

  // An answer comes after those already given; the choice beyond them all tosses a coin for each one that is missing.
  answer(choice) {
    const { answers, most } = this.data.asking;
    const missing = most - this.points.length;
    if (missing <= 0) return;
    const toss = () => Math.floor(Math.random() * answers.length);
    this.edit([...this.points, ...(choice < answers.length ? [choice] : Array.from({ length: missing }, toss))]);
  }

  choose(choice) {
    this.choice = choice;
    for (const button of this.part("choices").children) {
      const chosen = Number(button.dataset.choice) === choice;
      button.setAttribute("aria-checked", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }
  }

  onKey(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (!this.data || event.altKey || event.defaultPrevented || this.part("share").open) return;
    const dialog = target.closest("[role=dialog]");
    const elsewhere = (target !== this.part("scrub") && target.closest(FIELDS)) || dialog?.querySelector("input, select");
    const free = elsewhere ? CLICKER : dialog ? [...CLICKER, "ArrowLeft", "ArrowRight"] : null;
    if (free && !free.includes(event.key)) return;
    if (this.handleKey(event, target)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  handleKey(event, target) {
    const { key } = event;
    const letter = key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (this.part("tools").hidden || !["z", "y"].includes(letter)) return false;
      this.command(letter === "y" || event.shiftKey ? "redo" : "undo");
      return true;
    }
    if (this.data.picking) return this.pickKey(event, target);
    if (this.chooseByArrow(event, target)) return true;
    if (this.board?.frame && this.cursorKey(event, target)) return true;
    if ((key === " " || key === "Enter") && target.closest("button, a, summary, input")) return false;
    if (KEYS[key] && !event.shiftKey) {
      this.command(KEYS[key]);
      return true;
    }
    const choice = Number(key) - 1;
    if (this.part("choices").children[choice]) {
      this.take(choice);
      return true;
    }
    return false;
  }

  // The tools are one stop of Tab; arrows go from one to the next, around.
  chooseByArrow({ key, shiftKey }, target) {
    const nudge = NUDGES[key];
    if (!nudge || shiftKey || !target.closest("[role=radio]")) return false;
    const tools = [...this.part("choices").children];
    this.choose((this.choice + nudge[0] - nudge[1] + tools.length) % tools.length);
    tools[this.choice].focus();
    return true;
  }

  // ---- editing -----------------------------------------------------------------------------------------------

  panelOf(event) {
    return this.panels.find(({ node }) => node.contains(event.target));
  }

  // Where the pointer is, in the board's units and in pixels of its plot.
  locate(event) {
    const { frame, node } = this.board;
    const box = node.getBoundingClientRect();
    const left = event.clientX - box.left - frame.left;
    const top = event.clientY - box.top - frame.top;
    return { left, top, inside: left >= 0 && left <= frame.width && top >= 0 && top <= frame.height, ...frame.value(left, top) };
  }

  snapped(x, y) {
    const { snap } = this.data.editing;
    const { xRange, yRange } = this.board.frame;
    const fit = (value, [low, high]) => Math.round(Math.max(low, Math.min(high, value)) * snap) / snap;
    return [fit(x, xRange), fit(y, yRange)];
  }

  // The point nearest to a place, of those within reach, which is a distance in pixels or one for each point.
  nearest({ left, top }, reach) {
    const { frame } = this.board;
    let best = -1;
    let least = Infinity;
    this.points.forEach(([x, y], index) => {
      const distance = Math.hypot(frame.x(x) - left, frame.y(y) - top);
      if (distance < least && distance <= (typeof reach === "number" ? reach : reach(index))) [best, least] = [index, distance];
    });
    return best;
  }

  // A press on the board selects no text, and a field that has the keys lets go of them.
  takePress(event) {
    if (!this.panelOf(event)?.editable) return;
    event.preventDefault();
    document.activeElement?.blur();
  }

  onDown(event) {
    if (!this.board?.frame || this.panelOf(event) !== this.board || event.button !== 0 || !event.isPrimary) return;
    const place = this.locate(event);
    if (!place.inside) return;
    const finger = event.pointerType === "touch";
    const index = this.nearest(place, finger ? FINGER : POINTER);
    this.hand = { pointer: event.pointerId, finger, index, place, before: this.points, moved: false };
    this.hideCursor();
  }

  onMove(event) {
    if (!this.board?.frame) return;
    const { hand } = this;
    if (!hand || hand.pointer !== event.pointerId) {
      if (this.panelOf(event) === this.board) this.hover(this.nearest(this.locate(event), POINTER));
      return;
    }
    const place = this.locate(event);
    if (!hand.moved && Math.hypot(place.left - hand.place.left, place.top - hand.place.top) < 4) return;
    if (hand.index < 0) {
      this.hand = null; // a stroke over empty space places nothing
      return;
    }
    if (!hand.moved) {
      hand.moved = true;
      this.pause();
      this.board.node.setPointerCapture(event.pointerId);
      this.board.node.classList.add("is-dragging");
    }
    this.points = this.points.with(hand.index, [...this.snapped(place.x, place.y), this.points[hand.index][2]]);
    this.requestDraw("figures");
    this.sendSoon();
  }

  hover(index) {
    const { node } = this.board;
    node.classList.toggle("is-over", index >= 0);
    node.title = index >= 0 ? this.named(index) : "";
  }

  onUp(event) {
    const { hand } = this;
    if (!hand || hand.pointer !== event.pointerId) return;
    this.letGo();
    if (hand.moved) this.record(hand.before);
    else this.touch(hand.finger ? this.tapped(hand) : hand.index, hand.place);
  }

  // What the system takes out of the hand stays where it is, and can be undone.
  onCancel({ pointerId }) {
    const { hand } = this;
    if (hand?.pointer !== pointerId) return;
    this.letGo();
    if (hand.moved) this.record(hand.before);
  }

  // A finger takes hold of a point from afar, but puts one down beside another: only close to it, and closer still where
  // nothing would change, does a tap mean the point that is there.
  tapped({ index, place }) {
    if (this.choice === this.data.editing.classes.length) return index;
    const other = this.points.map(([, , kind]) => kind !== this.choice);
    return this.nearest(place, (at) => (other[at] ? TAP : DOT));
  }

  // Whatever the pointer or the cross holds stays where it is.
  letGo() {
    this.hand = null;
    this.carried = -1;
    this.board?.node.classList.remove("is-dragging");
  }

  // A press at a place: the chosen class lands there or is given to the point there; erasing takes that point off.
  touch(index, { x, y }) {
    const { classes, most } = this.data.editing;
    const erasing = this.choice === classes.length;
    if (index >= 0) {
      const [px, py, kind] = this.points[index];
      if (erasing) {
        this.say(`Erased ${this.named(index)}.`);
        this.edit(this.points.toSpliced(index, 1));
      } else if (kind !== this.choice) {
        this.edit(this.points.with(index, [px, py, this.choice]));
        this.say(`Now ${this.named(index)}.`);
      } else this.say(`Already ${this.named(index)}.`);
    } else if (erasing) {
      this.say("No point here.");
    } else if (this.points.length < most) {
      this.edit([...this.points, [...this.snapped(x, y), this.choice]]);
      this.say(`Placed ${this.named(this.points.length - 1)}.`);
    } else this.say(`The board is full: ${most} points.`);
  }

  named(index) {
    const [x, y, kind] = this.points[index];
    return `point ${index}, ${this.data.editing.classes[kind].name}, at ${decimal(x)}, ${decimal(y)}`;
  }

  // What is said between two frames is one announcement, in the one place that screen readers listen to.
  say(sentence) {
    this.saying = [...(this.saying ?? []), sentence];
    if (this.saying.length === 1)
      requestAnimationFrame(() => {
        this.part("said").textContent = this.saying.join(" ");
        this.saying = null;
      });
  }

  edit(points) {
    const before = this.points;
    this.points = points;
    this.record(before);
  }

  record(before) {
    this.past = [...this.past, before].slice(-UNDO_DEPTH);
    this.future = [];
    this.pause();
    this.send();
  }

  travel(from, to) {
    if (!from.length) return;
    to.push(this.points);
    this.points = from.pop();
    this.send();
  }

  // While something is dragged the server hears of it as often as it answers: a busy one is asked less.
  sendSoon() {
    this.sending ??= setTimeout(() => this.send(), DRAG_LATE);
    this.hurry();
  }

  hurry() {
    if (!this.sending || this.answered < this.version) return;
    clearTimeout(this.sending);
    this.sending = setTimeout(() => this.send(), Math.max(0, this.sent + DRAG_EVERY - performance.now()));
  }

  // Each report is the whole board under a number that only grows, so a lost or late one costs nothing.
  send() {
    clearTimeout(this.sending);
    this.sending = null;
    this.sent = performance.now();
    this.version += 1;
    this.root.classList.add("is-pending");
    const answered = () => this.version <= this.data.version;
    const told = { version: this.version, points: this.points, ...this.place() };
    this.insist("board", answered, told);
    if (!this.hand?.moved && this.carried < 0) this.writeSoon();
    setTimeout(() => this.requestDraw("figures"), SEND_FIRST);
  }

  // What is said without a connection, or while another run begins, is lost, so it is said again until it is answered.
  insist(name, answered, report) {
    clearTimeout(this.asking[name]);
    if (answered()) return;
    this.report(name, { ...report, at: Date.now() });
    this.asking[name] = setTimeout(() => this.insist(name, answered, report), ASK_AGAIN);
  }

  // ---- picking -----------------------------------------------------------------------------------------------

  buildPicking() {
    const { picking } = this.data;
    this.part("desk").hidden = Boolean(picking);
    this.picked = -1;
    this.inOrder = [];
    if (!picking) return;
    const panel = this.panels[picking.panel];
    const [xs, ys] = [picking.columns[picking.x], picking.columns[picking.y]];
    this.inOrder = xs.map((_, i) => i).sort((i, j) => xs[i] - xs[j] || ys[i] - ys[j]);
    panel.node.tabIndex = 0;
    panel.node.setAttribute("role", "application");
    panel.ring ??= svg("circle");
    panel.ring.setAttribute("r", 8);
    panel.ring.dataset.kind = "picked";
    panel.layers[2].append(panel.ring);
  }

  // Where a dot is in its panel's plot area, in pixels.
  dotPlace(index) {
    const { panel, x, y, columns } = this.data.picking;
    const { frame } = this.panels[panel];
    return [frame.x(columns[x][index]), frame.y(columns[y][index])];
  }

  // The dot nearest to the pointer, if one is near enough.
  dotAt(event) {
    const panel = this.panelOf(event);
    if (!this.data?.picking || !panel?.frame || panel !== this.panels[this.data.picking.panel]) return -1;
    const box = panel.node.getBoundingClientRect();
    let [best, least] = [-1, event.pointerType === "touch" ? 22 : 10];
    for (const index of this.inOrder) {
      const [left, top] = this.dotPlace(index);
      const distance = Math.hypot(box.left + panel.frame.left + left - event.clientX, box.top + panel.frame.top + top - event.clientY);
      if (distance < least) [best, least] = [index, distance];
    }
    return best;
  }

  pick(index) {
    if (!this.data?.picking || index === this.picked) return;
    this.picked = index;
    this.drawPicked();
    this.draw();
  }

  // A click takes the dot it is on; a finger, which cannot go over one first, reads it and taps again.
  pickAt(event) {
    const index = this.dotAt(event);
    const read = index >= 0 && index === this.picked;
    this.pick(index);
    if (read) this.takePicked();
  }

  takePicked() {
    const { reports, x, y, columns } = this.data.picking;
    if (reports && this.picked >= 0)
      this.report("pick", { number: this.picked, x: columns[x][this.picked], y: columns[y][this.picked], at: Date.now() });
  }

  pickKey(event, target) {
    if (event.shiftKey || target.closest("button, a, summary") || !this.inOrder.length) return false;
    const at = this.inOrder.indexOf(this.picked);
    const last = this.inOrder.length - 1;
    const to = { ArrowRight: Math.min(at + 1, last), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: last }[event.key];
    if (to !== undefined) this.pick(this.inOrder[to]);
    else if (event.key === "Enter") this.takePicked();
    return to !== undefined || event.key === "Enter";
  }

  pickedWords() {
    const { words, columns } = this.data.picking;
    return words.replace(/\{(\w+)\}/g, (_, name) => columns[name][this.picked]);
  }

  drawPicked() {
    const { frame, ring } = this.panels[this.data.picking?.panel] ?? {};
    if (!ring || !frame) return;
    ring.style.display = this.picked >= 0 ? "" : "none";
    if (this.picked < 0) return;
    const [left, top] = this.dotPlace(this.picked);
    ring.setAttribute("cx", left);
    ring.setAttribute("cy", top);
  }

  // ---- the same by keyboard ----------------------------------------------------------------------------------

  cursorKey(event, target) {
    const nudge = NUDGES[event.key];
    if (nudge && event.shiftKey) {
      const size = 1 / 16;
      const [x, y] = this.cursor ?? [0, 0];
      this.cursor = this.snapped(x + nudge[0] * size, y + nudge[1] * size);
      if (this.carried >= 0) {
        this.points = this.points.with(this.carried, [...this.cursor, this.points[this.carried][2]]);
        this.sendSoon();
      }
      const under = this.nearest(this.cursorPlace(), POINTER);
      const over = this.carried >= 0 ? `, with ${this.named(this.carried)}` : under >= 0 ? `, over ${this.named(under)}` : "";
      this.say(`Cross at ${this.cursor.map(decimal).join(", ")}${over}.`);
      this.requestDraw("figures");
      return true;
    }
    if (!this.cursor || (target.closest("button, a") && event.key === "Enter")) return false;
    const actions = { Enter: () => this.pressCursor(), Escape: () => this.hideCursor(), g: () => this.carry() };
    if (!actions[event.key]) return false;
    actions[event.key]();
    this.requestDraw("figures");
    return true;
  }

  cursorPlace() {
    const { frame } = this.board;
    const [x, y] = this.cursor;
    return { x, y, left: frame.x(x), top: frame.y(y) };
  }

  pressCursor() {
    if (this.carried >= 0) this.carry();
    else this.touch(this.nearest(this.cursorPlace(), POINTER), this.cursorPlace());
  }

  carry() {
    if (this.carried >= 0) {
      this.say(`Put down ${this.named(this.carried)}.`);
      this.record(this.carriedFrom);
      this.carried = -1;
    } else {
      this.carried = this.nearest(this.cursorPlace(), POINTER);
      this.carriedFrom = this.points;
      this.say(this.carried >= 0 ? `Picked up ${this.named(this.carried)}.` : "No point here.");
    }
  }

  hideCursor() {
    if (!this.cursor) return;
    if (this.carried >= 0) this.carry();
    this.cursor = null;
    this.say("Cross hidden.");
    this.requestDraw("figures");
  }

  placeCursor() {
    let mark = this.board?.node.querySelector(".stage-cursor");
    if (!this.cursor || !this.board?.frame) return mark?.remove();
    if (!mark) {
      mark = document.createElement("div");
      mark.className = "stage-cursor";
      this.board.node.append(mark);
    }
    const { left, top } = this.cursorPlace();
    const { frame } = this.board;
    Object.assign(mark.style, { left: `${frame.left + left}px`, top: `${frame.top + top}px` });
  }
}
