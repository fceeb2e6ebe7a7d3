// The board by mouse and finger.

import { visit } from "../link/visit.ts";

export const [FINGER, POINTER] = [22, 10]; // px within which a finger or a mouse takes hold of a point
const [TAP, DOT] = [12, 8]; // px within which a tap means a point of another class, or of the chosen class

/**
 * The pointer that was pressed on the board: whether it is a finger, its place, whether it is on the tip of the arrow,
 * and whether the press began on an earlier stage, which this one has replaced.
 * @typedef {{ pointer: number, finger: boolean, place: any, tip: boolean, handedOver?: boolean }} Press
 */

export class Pointer {
  /**
   * @param {import("../store/model.ts").Model} model
   * @param {import("./board.ts").Board} board
   * @param {import("./cross.ts").Cross} cross
   * @param {import("./transport.ts").Transport} transport
   * @param {import("./reading.ts").Reading} reading
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
    // Until the pointer is captured, it may be released off the board; a release on the board was handled before this.
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

  // The point and the press that an event's pointer holds, if it is the pointer on the board.
  hold(event) {
    const { grip, press } = this;
    return grip && press && press.pointer === event.pointerId ? { grip, press } : null;
  }

  // A press on the board selects no text, and a focused field loses the focus.
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
      this.onCancel(event); // the pointer was released while there was no stage
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
    this.capture(event); // a drag may go on in another stage than it began
    board.act({ type: "move", to: board.snap(place.x, place.y) });
    this.drawSoon();
  }

  capture(event) {
    const { node } = this.board.panel;
    node.setPointerCapture(event.pointerId);
    node.classList.add("is-dragging");
  }

  // Read the place under a mouse; a finger cannot hover, and reads the place that it taps.
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

  // The point that a finger's tap means. A drag takes hold of a point from afar. A tap must be able to place a point
  // beside another, so it means a point only close to it, and closer still if the point has the chosen class already.
  tapTarget(index, place) {
    const { model, model: { choice } } = this;
    if (choice === model.need("editing").classes.length) return index;
    return this.board.nearest(place, (at) => (this.board.points[at][2] !== choice ? TAP : DOT));
  }

  letGo() {
    this.release();
    this.board.act({ type: "letGo" });
  }

  // Release a turned line, which stays as it is, like a point.
  release() {
    this.press = null;
    if (this.handle.heldBy === "pointer") this.handle.drop();
    this.board.panel?.node.classList.remove("is-dragging");
  }
}
