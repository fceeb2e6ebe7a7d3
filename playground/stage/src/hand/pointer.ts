// The board by mouse and finger.

import { POINTER, reachOf } from "../draw/reach.ts";
import { elementOf, takePress, type On } from "../page/listen.ts";
import type { Grip } from "../store/edits.ts";
import type { BoardPlace, Press } from "../store/press.ts";
import type { Cross, CrossParts } from "./cross.ts";

const [TAP, DOT] = [12, 8]; // px within which a tap means a point of another class, or of the chosen class
const DRAG = 4; // px that a pressed pointer goes before it drags

interface PointerParts extends CrossParts {
  readonly cross: Cross;
}

export class Pointer {
  press: Press | null; // the press that this stage or the one before has begun

  constructor(private readonly parts: PointerParts) {
    const { visit } = parts.page;
    this.press = visit.press && { ...visit.press, handedOver: true };
    visit.press = null;
  }

  listen(on: On, target: HTMLElement) {
    on(target, "pointerdown", (event) => this.onDown(event), { capture: true });
    on(target, "pointermove", (event) => this.onMove(event));
    on(target, "pointerup", (event) => this.onUp(event));
    on(target, "pointercancel", (event) => this.onCancel(event));
    // Until the pointer is captured, it may be released off the board; a release on the board was handled before this.
    on(document, "pointerup", (event) => this.onCancel(event));
    on(target, "pointerleave", ({ pointerType }) => {
      if (pointerType !== "touch") this.parts.reading.at(null);
    });
    on(target, "mousedown", (event) => {
      if (this.parts.board.has(event)) takePress(event);
    }, { capture: true });
    // A finger that lands on a point or on the tip of the arrow drags it; anywhere else it scrolls the page.
    on(target, "touchstart", (event) => {
      if ((this.grip?.index ?? -1) >= 0 || this.press?.tip) event.preventDefault();
    }, { capture: true, passive: false });
  }

  private get grip() {
    const { grip } = this.parts.model.edits;
    return grip?.by === "pointer" ? grip : null;
  }

  // The point and the press that an event's pointer holds, if it is the pointer on the board.
  private hold(event: PointerEvent) {
    const { grip, press } = this;
    return grip && press?.pointer === event.pointerId ? { grip, press } : null;
  }

  private onDown(event: PointerEvent) {
    const { model, board, handle, cross } = this.parts;
    if (!board.isShown || !board.has(event)) return;
    if (model.data.locked || event.button !== 0 || !event.isPrimary || elementOf(event).closest("button")) return;
    const place = board.locate(event);
    if (!place.inside) return;
    const finger = event.pointerType === "touch";
    cross.hide();
    const reach = reachOf(event);
    const tip = handle.isAtTip(place, reach);
    this.press = { pointer: event.pointerId, finger, place, tip };
    const index = board.nearest(place, reach);
    board.act({ type: "take", index, by: "pointer" });
    if (!finger && !tip) board.expect(index, place); // a finger may be about to scroll
  }

  private onMove(event: PointerEvent) {
    const { board, handle, reading } = this.parts;
    if (!board.isShown) return;
    const hold = this.hold(event);
    const place = board.locate(event);
    if (!hold) this.hover(event, place);
    else if (hold.press.handedOver && !event.buttons) this.onCancel(event); // it was released while there was no stage
    else if (handle.heldBy === "pointer") handle.to(place);
    else {
      reading.at(place);
      const { press: { place: from }, grip: { lifted } } = hold;
      if (lifted || Math.hypot(place.left - from.left, place.top - from.top) >= DRAG) this.drag(event, place, hold);
    }
  }

  private drag(event: PointerEvent, place: BoardPlace, { grip, press }: { grip: Grip; press: Press }) {
    const { board, handle, reading, transport, drawSoon } = this.parts;
    if (press.tip) {
      reading.at(null);
      handle.take("pointer");
      handle.to(place);
      this.capture(event);
    } else if (grip.index < 0) {
      this.letGo(); // a stroke over empty space places nothing
    } else {
      if (!grip.lifted) transport.pause();
      this.capture(event); // a drag may go on in another stage than it began
      board.act({ type: "move", to: board.snap(place.x, place.y) });
      drawSoon();
    }
  }

  private capture(event: PointerEvent) {
    const { node } = this.parts.board.panel;
    node.setPointerCapture(event.pointerId);
    node.classList.add("is-dragging");
  }

  // Read the place under a mouse; a finger cannot hover, and reads the place that it taps.
  private hover(event: PointerEvent, place: BoardPlace) {
    const { model, board, handle, reading } = this.parts;
    const over = board.has(event) && place.inside;
    const takes = over && !model.data.locked;
    const overTarget = takes && (board.nearest(place, POINTER) >= 0 || handle.isAtTip(place, POINTER));
    board.panel.node.classList.toggle("is-over", overTarget);
    if (event.pointerType !== "touch") reading.at(over ? place : null);
  }

  private onUp(event: PointerEvent) {
    const { model, board, handle, reading } = this.parts;
    const hold = this.hold(event);
    if (!hold) return;
    if (handle.heldBy === "pointer") {
      this.letGo();
      return;
    }
    const { grip, press } = hold;
    this.release();
    board.act({ type: "drop" });
    if (!grip.lifted) board.touch(press.finger ? this.tapTarget(grip.index, press.place) : grip.index, press.place);
    if (press.finger) reading.at(grip.lifted ? board.locate(event) : press.place, TAP, model.step);
  }

  private onCancel(event: PointerEvent) {
    if (this.press?.pointer !== event.pointerId) return;
    const { grip } = this;
    this.release();
    if (grip) this.parts.board.act({ type: "cancel" });
  }

  // The point that a finger's tap means. A drag takes hold of a point from afar. A tap must be able to place a point
  // beside another, so it means a point only close to it, and closer still if the point has the chosen class already.
  private tapTarget(index: number, place: BoardPlace) {
    const { board, model, model: { choice } } = this.parts;
    if (choice === model.need("editing").classes.length) return index;
    return board.nearest(place, (at) => (model.points[at][2] !== choice ? TAP : DOT));
  }

  private letGo() {
    this.release();
    this.parts.board.act({ type: "letGo" });
  }

  // Release a turned line, which stays as it is, like a point.
  release() {
    const { panels, handle } = this.parts;
    this.press = null;
    if (handle.heldBy === "pointer") handle.drop();
    panels.board?.node.classList.remove("is-dragging");
  }
}
