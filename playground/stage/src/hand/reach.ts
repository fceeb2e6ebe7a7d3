// How far the hand reaches: pointers in pixels, arrow keys in places.

export const [FINGER, POINTER] = [22, 10]; // px within which a finger or a mouse takes hold of a point

/** The pixels within which a point is reached: for all points the same, or for each its own. */
export type Reach = number | ((index: number) => number);

export const reachOf = ({ pointerType }: PointerEvent) => (pointerType === "touch" ? FINGER : POINTER);

/** The way of an arrow key. */
export type Nudge = readonly [right: number, up: number];

export const NUDGES: Partial<Record<string, Nudge>> =
  { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
