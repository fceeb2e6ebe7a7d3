// The stage draws the figures it is given, plays them step by step, and reports what the hand did.
// Everything shown at a step comes from columns that arrived beforehand, so looking at a run sends nothing.

const stages = new WeakMap();
let plotly = null;

export default function mount(component, plotlyAddress) {
  let stage = stages.get(component.parentElement);
  if (!stage) {
    plotly ??= load(plotlyAddress);
    stage = new Stage(component.parentElement.querySelector(".stage"));
    stages.set(component.parentElement, stage);
  }
  stage.report = component.setStateValue;
  stage.show(component.data);
  return () => {
    stage.destroy();
    stages.delete(component.parentElement);
  };
}

function load(address) {
  if (window.Plotly) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`could not load ${address}`));
    document.head.append(script);
  });
}

const REST = 400; // ms without a step before the hand counts as resting
const DRAG_EVERY = 100; // ms between two reports of the same drag
const UNDO_DEPTH = 200;
const KEYS = {
  ArrowRight: "forward", PageDown: "forward", ArrowLeft: "back", PageUp: "back",
  Home: "first", End: "last", " ": "play",
};
const NUDGES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

class Stage {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`.stage-${name}`);
    this.panels = [];
    this.step = 0;
    this.choice = 0;
    this.points = [];
    this.version = 0;
    this.past = [];
    this.future = [];
    this.leaving = new AbortController();
    this.resizing = new ResizeObserver(() => this.requestDraw());
    const on = (target, type, handler, options) =>
      target.addEventListener(type, handler, { signal: this.leaving.signal, ...options });

    on(root, "click", (event) => this.onButton(event));
    on(this.part("scrub"), "input", (event) => this.go(Number(event.target.value)));
    on(document, "keydown", (event) => this.onKey(event), { capture: true });
    const board = this.part("panels");
    on(board, "pointerdown", (event) => this.onDown(event), { capture: true });
    on(board, "pointermove", (event) => this.onMove(event));
    on(board, "pointerup", (event) => this.onUp(event));
    on(board, "pointercancel", () => this.dropHand());
    // Plotly's own press handling would fight with a drag; hovering stays Plotly's.
    on(board, "mousedown", (event) => this.panelOf(event)?.editable && event.stopPropagation(), { capture: true });
    // A finger that lands on a point drags it; anywhere else it scrolls the page.
    on(board, "touchstart", (event) => this.hand?.index >= 0 && event.preventDefault(), { capture: true, passive: false });
  }

  destroy() {
    this.leaving.abort();
    this.resizing.disconnect();
    this.pause();
    clearTimeout(this.resting);
    clearTimeout(this.sending);
    for (const { plot } of this.panels) window.Plotly?.purge(plot);
  }

  // ---- what arrives ------------------------------------------------------------------------------------------

  async show(data) {
    const first = !this.data;
    const atEnd = !first && this.step === this.data.last;
    this.data = data;
    this.step = first ? data.step : atEnd ? data.last : Math.min(this.step, data.last);
    if (first) this.version = data.version;
    if (data.version >= this.version) this.takePoints(data.points);
    this.root.classList.toggle("is-pending", data.version < this.version);
    this.buildPanels();
    this.buildChoices();
    this.writeFacts();
    await plotly;
    if (this.leaving.signal.aborted) return;
    this.draw();
    this.writeAddress();
    this.told ??= this.whereabouts();
    this.rest();
  }

  takePoints(points) {
    // An answer to the hand's own edit keeps the way back; another board starts a new one.
    if (!this.awaiting) this.past = this.future = [];
    this.awaiting = false;
    if (!this.hand?.moved) this.points = points;
  }

  buildPanels() {
    const { panels } = this.data;
    while (this.panels.length > panels.length) this.dropPanel(this.panels.pop());
    panels.forEach(({ area, label, figure }, i) => {
      if (!this.panels[i]) {
        const node = document.createElement("div");
        const plot = document.createElement("div");
        node.className = "stage-panel";
        node.append(plot);
        this.part("panels").append(node);
        this.resizing.observe(node);
        this.panels[i] = { node, plot };
      }
      const panel = this.panels[i];
      panel.node.dataset.area = area;
      panel.node.setAttribute("role", "img");
      panel.node.setAttribute("aria-label", label);
      panel.figure = this.themed(figure);
      panel.editable = this.data.editing?.panel === i;
      panel.node.classList.toggle("is-editable", panel.editable);
      if (panel.editable) {
        panel.node.tabIndex = 0;
        panel.node.setAttribute("role", "application");
      }
    });
    this.board = this.panels.find((panel) => panel.editable);
  }

  dropPanel({ node, plot }) {
    this.resizing.unobserve(node);
    window.Plotly?.purge(plot);
    node.remove();
  }

  buildChoices() {
    const { editing } = this.data;
    this.part("tools").hidden = !editing;
    const names = editing ? [...editing.classes, { name: "Erase", sign: "✕" }] : [];
    const signature = JSON.stringify(names);
    if (signature === this.choices) return;
    this.choices = signature;
    this.part("choices").replaceChildren(...names.map(({ name, sign, color }, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("role", "radio");
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
    this.choose(Math.min(this.choice, names.length - 1));
  }

  writeFacts() {
    const { facts, verdict } = this.data;
    this.part("facts").replaceChildren(...facts.map(({ name, value, note }) => {
      const fact = document.createElement("div");
      const term = document.createElement("dt");
      const definition = document.createElement("dd");
      term.textContent = name;
      definition.textContent = value;
      fact.title = note;
      fact.append(term, definition);
      return fact;
    }));
    const line = this.part("verdict");
    if (line.textContent !== verdict.text) line.textContent = verdict.text;
    line.style.setProperty("--stage-tone", this.color(verdict.color));
  }

  // Figures name the theme's colours as CSS variables, which only the page can resolve.
  themed(value) {
    if (typeof value === "string") return this.color(value);
    if (Array.isArray(value)) return value.some((item) => typeof item === "object" || typeof item === "string")
      ? value.map((item) => this.themed(item)) : value;
    if (value && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.themed(item)]));
    return value;
  }

  color(value) {
    const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    return name ? getComputedStyle(this.root).getPropertyValue(name).trim() : value;
  }

  // ---- drawing one step --------------------------------------------------------------------------------------

  requestDraw() {
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = null;
      if (window.Plotly && this.data) this.draw();
    });
  }

  draw() {
    const { texts, last, editing } = this.data;
    this.panels.forEach((panel, i) => {
      const { clientWidth: width, clientHeight: height } = panel.node;
      if (!width || !height) return;
      const traces = panel.figure.data.map((trace) => ({ ...trace }));
      for (const move of this.data.moves) if (move.panel === i) Object.assign(traces[move.trace], this.moved(move, panel));
      if (panel.editable) this.fillPoints(traces, editing);
      window.Plotly.react(panel.plot, traces, { ...panel.figure.layout, width, height }, panel.figure.config);
    });
    this.part("position").textContent = this.written(texts.position);
    const sentence = this.written(texts.sentence);
    this.part("sentence").setAttribute("aria-live", this.playing ? "off" : "polite");
    if (this.part("sentence").textContent !== sentence) this.part("sentence").textContent = sentence;
    const scrub = this.part("scrub");
    scrub.max = last;
    scrub.value = this.step;
    scrub.disabled = last === 0;
    scrub.setAttribute("aria-valuetext", this.part("position").textContent);
    this.enable({
      first: this.step > 0, back: this.step > 0, forward: this.step < last, last: this.step < last, play: last > 0,
      undo: this.past.length > 0, redo: this.future.length > 0, clear: this.points.length > 0,
    });
    this.root.classList.toggle("is-playing", Boolean(this.playing));
    this.root.dataset.step = this.step;
    this.placeCursor();
  }

  enable(buttons) {
    for (const [name, enabled] of Object.entries(buttons)) this.root.querySelector(`[data-do="${name}"]`).disabled = !enabled;
  }

  at(name, step = this.step) {
    return step < 0 ? null : this.data.columns[name][step];
  }

  moved({ kind, lag = 0, ...names }, panel) {
    const step = this.step - lag;
    if (kind === "grow") {
      const end = this.step + 1;
      return { x: this.data.columns[names.x].slice(0, end), y: this.data.columns[names.y].slice(0, end) };
    }
    if (kind === "values") return { x: names.x.map((name) => this.at(name, step)), y: names.y.map((name) => this.at(name, step)) };
    if (kind === "pick") {
      const point = this.data.points[this.at(names.index, step)];
      return { x: point ? [point[0]] : [], y: point ? [point[1]] : [] };
    }
    const line = new Line(...names.line.map((name) => this.at(name, step)), panel.figure.layout);
    if (!line.exists) return { x: [], y: [] };
    return { line: () => line.through(), halfplane: () => line.halfplane(names.side), arrow: () => line.arrow() }[kind]();
  }

  fillPoints(traces, { classes }) {
    classes.forEach(({ trace }, kind) => {
      const own = this.points.map((point, index) => ({ point, index })).filter(({ point }) => point[2] === kind);
      Object.assign(traces[trace], {
        x: own.map(({ point }) => point[0]), y: own.map(({ point }) => point[1]), customdata: own.map(({ index }) => index),
      });
    });
  }

  written({ templates, which }) {
    return templates[which[this.step]].replace(/\{(\w+)\}/g, (_, name) => this.at(name));
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
    this.requestDraw();
  }

  pause() {
    if (!this.playing) return;
    cancelAnimationFrame(this.playing);
    this.playing = null;
    this.requestDraw();
    this.rest();
  }

  whereabouts() {
    return JSON.stringify([this.data.address, this.step]);
  }

  // The step goes into the address and to the server only once the hand rests.
  rest() {
    clearTimeout(this.resting);
    if (this.playing) return;
    this.resting = setTimeout(() => {
      if (this.told === this.whereabouts() || this.version > this.data.version) return;
      this.told = this.whereabouts();
      this.writeAddress();
      this.report("rest", { step: this.step });
    }, REST);
  }

  // Written here first, in place, so that the server's own writing of the same address adds no entry to the history.
  writeAddress() {
    const { address } = this.data;
    if (!address || this.version > this.data.version) return;
    const here = new URL(window.location.href);
    const wanted = { ...address, step: this.step ? String(this.step) : "" };
    for (const [name, value] of Object.entries(wanted)) {
      if (value) here.searchParams.set(name, value);
      else here.searchParams.delete(name);
    }
    if (here.href !== window.location.href) window.history.replaceState(window.history.state, "", here);
  }

  onButton(event) {
    const button = event.target.closest("button");
    if (!button || button.disabled) return;
    if (button.dataset.choice !== undefined) this.choose(Number(button.dataset.choice));
    else this.command(button.dataset.do);
    // After a click with the pointer, Space plays again instead of pressing the same button.
    if (event.detail > 0) button.blur();
  }

  command(name) {
    const commands = {
      first: () => this.go(0),
      back: () => this.go(this.step - 1),
      forward: () => this.go(this.step + 1),
      last: () => this.go(this.data.last),
      play: () => this.data.last && this.play(),
      undo: () => this.travel(this.past, this.future),
      redo: () => this.travel(this.future, this.past),
      clear: () => this.points.length && this.edit([]),
    };
    const wasPlaying = this.playing;
    this.pause();
    if (name !== "play" || !wasPlaying) commands[name]();
  }

  choose(choice) {
    this.choice = choice;
    for (const button of this.part("choices").children)
      button.setAttribute("aria-checked", String(Number(button.dataset.choice) === choice));
  }

  onKey(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (!this.data || event.altKey || event.defaultPrevented) return;
    const inStage = this.root.contains(target);
    if (!inStage && target.closest("input, textarea, select, [contenteditable=true], [role=slider], [role=combobox], [role=dialog], [role=listbox]")) return;
    if (target === this.part("speed")) return;
    if (this.handleKey(event, target)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  handleKey(event, target) {
    const { key } = event;
    const letter = key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (!this.data.editing || !["z", "y"].includes(letter)) return false;
      this.command(letter === "y" || event.shiftKey ? "redo" : "undo");
      return true;
    }
    if (this.data.editing && this.cursorKey(event, target)) return true;
    if ((key === " " || key === "Enter") && target.closest("button, a, summary")) return false;
    if (KEYS[key] && !event.shiftKey) {
      this.command(KEYS[key]);
      return true;
    }
    const choice = Number(key) - 1;
    if (this.part("choices").children[choice]) {
      this.choose(choice);
      return true;
    }
    return false;
  }

  // ---- editing -----------------------------------------------------------------------------------------------

  panelOf(event) {
    return this.panels.find(({ node }) => node.contains(event.target));
  }

  axes() {
    return this.board.plot._fullLayout;
  }

  // Where the pointer is, in the board's units and in pixels of the panel.
  locate(event) {
    const { xaxis, yaxis } = this.axes();
    const box = this.board.node.getBoundingClientRect();
    const left = event.clientX - box.left;
    const top = event.clientY - box.top;
    const inside = left >= xaxis._offset && left <= xaxis._offset + xaxis._length
      && top >= yaxis._offset && top <= yaxis._offset + yaxis._length;
    return { left, top, inside, x: xaxis.p2d(left - xaxis._offset), y: yaxis.p2d(top - yaxis._offset) };
  }

  snapped(x, y) {
    const { snap } = this.data.editing;
    const { xaxis, yaxis } = this.axes();
    const fit = (value, { range }) => Math.round(Math.max(range[0], Math.min(range[1], value)) * snap) / snap;
    return [fit(x, xaxis), fit(y, yaxis)];
  }

  nearest({ left, top }, reach) {
    const { xaxis, yaxis } = this.axes();
    let best = -1;
    let least = reach;
    this.points.forEach(([x, y], index) => {
      const distance = Math.hypot(xaxis.d2p(x) + xaxis._offset - left, yaxis.d2p(y) + yaxis._offset - top);
      if (distance <= least) [best, least] = [index, distance];
    });
    return best;
  }

  onDown(event) {
    if (!this.board || this.panelOf(event) !== this.board || event.button !== 0 || !event.isPrimary) return;
    const place = this.locate(event);
    if (!place.inside) return;
    const index = this.nearest(place, event.pointerType === "touch" ? 22 : 10);
    this.hand = { pointer: event.pointerId, index, place, before: this.points, moved: false };
    this.hideCursor();
  }

  onMove(event) {
    if (!this.board || !window.Plotly || !this.data) return;
    const { hand } = this;
    if (!hand || hand.pointer !== event.pointerId) {
      if (this.panelOf(event) === this.board && this.board.plot._fullLayout)
        this.board.node.classList.toggle("is-over", this.nearest(this.locate(event), 10) >= 0);
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
    this.requestDraw();
    this.sending ??= setTimeout(() => this.send(), DRAG_EVERY);
  }

  onUp(event) {
    const { hand } = this;
    if (!hand || hand.pointer !== event.pointerId) return;
    this.dropHand();
    if (hand.moved) this.record(hand.before);
    else this.touch(hand.index, hand.place);
  }

  dropHand() {
    this.hand = null;
    this.board?.node.classList.remove("is-dragging");
  }

  // A press at a place: the chosen class lands there or is given to the point there; erasing takes that point off.
  touch(index, { x, y }) {
    const { classes, most } = this.data.editing;
    const erasing = this.choice === classes.length;
    if (index >= 0) {
      const [px, py, kind] = this.points[index];
      if (erasing) this.edit(this.points.toSpliced(index, 1));
      else if (kind !== this.choice) this.edit(this.points.with(index, [px, py, this.choice]));
    } else if (!erasing && this.points.length < most) {
      this.edit([...this.points, [...this.snapped(x, y), this.choice]]);
    }
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
    this.requestDraw();
    this.send();
  }

  travel(from, to) {
    if (!from.length) return;
    to.push(this.points);
    this.points = from.pop();
    this.requestDraw();
    this.send();
  }

  // Each report is the whole board under a number that only grows, so a lost or late one costs nothing.
  send() {
    clearTimeout(this.sending);
    this.sending = null;
    this.version += 1;
    this.awaiting = true;
    this.root.classList.add("is-pending");
    this.report("board", { version: this.version, points: this.points });
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
        this.sending ??= setTimeout(() => this.send(), DRAG_EVERY);
      }
      this.requestDraw();
      return true;
    }
    if (!this.cursor || (target.closest("button, a") && event.key === "Enter")) return false;
    const actions = { Enter: () => this.pressCursor(), Escape: () => this.hideCursor(), g: () => this.carry() };
    if (!actions[event.key]) return false;
    actions[event.key]();
    this.requestDraw();
    return true;
  }

  cursorPlace() {
    const { xaxis, yaxis } = this.axes();
    const [x, y] = this.cursor;
    return { x, y, left: xaxis.d2p(x) + xaxis._offset, top: yaxis.d2p(y) + yaxis._offset };
  }

  pressCursor() {
    if (this.carried >= 0) this.carry();
    else this.touch(this.nearest(this.cursorPlace(), 10), this.cursorPlace());
  }

  carry() {
    if (this.carried >= 0) {
      this.record(this.carriedFrom);
      this.carried = -1;
    } else {
      this.carried = this.nearest(this.cursorPlace(), 10);
      this.carriedFrom = this.points;
    }
  }

  hideCursor() {
    if (this.carried >= 0) this.carry();
    this.cursor = null;
    this.requestDraw();
  }

  placeCursor() {
    let mark = this.board?.node.querySelector(".stage-cursor");
    if (!this.cursor || !this.board) return mark?.remove();
    if (!mark) {
      mark = document.createElement("div");
      mark.className = "stage-cursor";
      this.board.node.append(mark);
    }
    const { left, top } = this.cursorPlace();
    Object.assign(mark.style, { left: `${left}px`, top: `${top}px` });
  }
}

// The line a·x + b·y + c = 0 across the axes' ranges.
class Line {
  constructor(a, b, c, { xaxis, yaxis }) {
    const size = Math.hypot(a, b);
    this.exists = a !== null && size > 0;
    if (!this.exists) return;
    [this.nx, this.ny] = [a / size, b / size];
    const middle = [(xaxis.range[0] + xaxis.range[1]) / 2, (yaxis.range[0] + yaxis.range[1]) / 2];
    this.reach = Math.hypot(xaxis.range[1] - xaxis.range[0], yaxis.range[1] - yaxis.range[0]);
    this.height = (a * middle[0] + b * middle[1] + c) / size;
    this.foot = [middle[0] - this.height * this.nx, middle[1] - this.height * this.ny];
  }

  // The point `along` the line and `up` its normal from the foot of the view's middle.
  point(along, up) {
    return [this.foot[0] - along * this.ny + up * this.nx, this.foot[1] + along * this.nx + up * this.ny];
  }

  path(...points) {
    return { x: points.map(([x]) => x), y: points.map(([, y]) => y) };
  }

  through() {
    return this.path(this.point(-this.reach, 0), this.point(this.reach, 0));
  }

  halfplane(side) {
    const far = side * (this.reach + Math.abs(this.height));
    return this.path(this.point(-this.reach, 0), this.point(this.reach, 0), this.point(this.reach, far), this.point(-this.reach, far));
  }

  arrow() {
    return this.path(this.point(0, 0), this.point(0, this.reach / 9));
  }
}
