// How far a pointer reaches, in pixels.

export const [FINGER, POINTER] = [22, 10]; // px within which a finger or a mouse takes hold of a point

/** The pixels within which a point is reached: for all points the same, or for each its own. */
export type Reach = number | ((index: number) => number);

export const reachOf = ({ pointerType }: PointerEvent) => (pointerType === "touch" ? FINGER : POINTER);
