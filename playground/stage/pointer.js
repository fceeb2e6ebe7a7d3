// The board by mouse and finger.

import { visit } from "./visit.js";

export const [FINGER, POINTER] = [22, 10]; // px within which a finger or a pointer takes hold
const [TAP, DOT] = [12, 8]; // px within which a tap means a point

/**
 * The pointer that has come down on the board, and where, whether on the tip of the arrow, and whether on that of another
 * stage, whose place this one has taken.
 * @typedef {{ pointer: number, finger: boolean, place: any, tip: boolean, handedOver?: boolean }} Press
 */

export class Pointer {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./board.js").Board} board
   * @param {import("./cross.js").Cross} cross
   * @param {import("./transport.js").Transport} transport
   * @param {import("./reading.js").Reading} reading
   * @param {() => void} drawSoon
   */
  constructor(model, board, cross, transport, reading, drawSoon) {
    this.model = model;
    this.board = board;
    this.cross = cross;
    this.transport = transport;
    this.reading = reading;
    this.handle = board.handle;
    this.drawSoon = drawSoon;
    /** @type {Press | null} */
    this.press = visit.press && { ...visit.press, handedOver: true };
    visit.press = null;
  }

  listen(on, target) {
    on(target, "pointerdown", (event) => this.onDown(event), { capture: true });
    on(target, "pointermove", (event) => this.onMove(event));
    on(target, "pointerup", (event) => this.onUp(event));
    on(target, "pointercancel", (event) => this.onCancel(event));
    // Until the pointer is captured it may be released anywhere; where that is on the board, its press has ended by now.
    on(document, "pointerup", (event) => this.onCancel(event));
    on(target, "pointerleave", ({ pointerType }) => pointerType !== "touch" && this.reading.at(null));
    on(target, "mousedown", (event) => this.takePress(event), { capture: true });
    // A finger that lands on a point or on the tip of the arrow drags it; anywhere else it scrolls the page.
    const take = (event) => ((this.grip?.index ?? -1) >= 0 || this.press?.tip) && event.preventDefault();
    on(target, "touchstart", take, { capture: true, passive: false });
  }

  get grip() {
    const { grip } = this.model.edits;
    return grip?.by === "pointer" ? grip : null;
  }

  // What the pointer of an event holds, if it is the one on the board.
  hold(event) {
    const { grip, press } = this;
    return grip && press && press.pointer === event.pointerId ? { grip, press } : null;
  }

  // A press on the board selects no text, and a field that has the keys lets go of them.
  takePress(event) {
    if (!this.board.panels.find(event)?.editable) return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  }

  onDown(event) {
    const { board } = this;
    if (!board.panel?.frame || board.panels.find(event) !== board.panel) return;
    if (this.model.data.locked || event.button !== 0 || !event.isPrimary || event.target.closest("button")) return;
    const place = board.locate(event);
    if (!place.inside) return;
    const finger = event.pointerType === "touch";
    this.cross.hide();
    const reach = finger ? FINGER : POINTER;
    this.press = { pointer: event.pointerId, finger, place, tip: this.handle.isAtTip(place, reach) };
    const index = board.nearest(place, reach);
    board.act({ type: "take", index, by: "pointer" });
    if (!finger && !this.press.tip) board.expect(index, place); // a finger may be about to scroll
  }

  onMove(event) {
    const { board } = this;
    if (!board.panel?.frame) return;
    const hold = this.hold(event);
    if (!hold) {
      this.hover(event);
      return;
    }
    const { grip, press } = hold;
    if (press.handedOver && !event.buttons) {
      this.onCancel(event); // it was released while no stage was there
      return;
    }
    const place = board.locate(event);
    if (this.handle.heldBy === "pointer") {
      this.handle.to(place);
      return;
    }
    this.reading.at(place);
    if (!grip.lifted && Math.hypot(place.left - press.place.left, place.top - press.place.top) < 4) return;
    if (press.tip) {
      this.reading.at(null);
      this.handle.take("pointer");
      this.handle.to(place);
      this.capture(event);
      return;
    }
    if (grip.index < 0) {
      this.letGo(); // a stroke over empty space places nothing
      return;
    }
    if (!grip.lifted) this.transport.pause();
    this.capture(event); // also in another stage than the one that the drag began on
    board.act({ type: "move", to: board.snap(place.x, place.y) });
    this.drawSoon();
  }

  capture(event) {
    const { node } = this.board.panel;
    node.setPointerCapture(event.pointerId);
    node.classList.add("is-dragging");
  }

  // A finger is over nothing: what it taps is read.
  hover(event) {
    const { board, reading } = this;
    const place = board.locate(event);
    const over = board.panels.find(event) === board.panel && place.inside;
    const takes = over && !this.model.data.locked;
    const overTarget = takes && (board.nearest(place, POINTER) >= 0 || this.handle.isAtTip(place, POINTER));
    board.panel.node.classList.toggle("is-over", overTarget);
    if (event.pointerType !== "touch") reading.at(over ? place : null);
  }

  onUp(event) {
    const { board } = this;
    const hold = this.hold(event);
    if (!hold) return;
    const { grip, press } = hold;
    if (this.handle.heldBy === "pointer") {
      this.letGo();
      return;
    }
    this.release();
    board.act({ type: "drop" });
    if (!grip.lifted) board.touch(press.finger ? this.tapTarget(grip.index, press.place) : grip.index, press.place);
    if (press.finger) this.reading.at(grip.lifted ? board.locate(event) : press.place, TAP, this.model.step);
  }

  onCancel(event) {
    if (this.press?.pointer !== event.pointerId) return;
    const { grip } = this;
    this.release();
    if (grip) this.board.act({ type: "cancel" });
  }

  // A finger takes hold of a point from afar, but puts one down beside another: only close to it, and closer still
  // where nothing would change, does a tap mean the point that is there.
  tapTarget(index, place) {
    const { model, model: { choice } } = this;
    if (choice === model.need("editing").classes.length) return index;
    return this.board.nearest(place, (at) => (this.board.points[at][2] !== choice ? TAP : DOT));
  }

  letGo() {
    this.release();
    this.board.act({ type: "letGo" });
  }

  // A line in the hand stays as it was let go, like a point.
  release() {
    this.press = null;
    if (this.handle.heldBy === "pointer") this.handle.drop();
    this.board.panel?.node.classList.remove("is-dragging");
  }
}
