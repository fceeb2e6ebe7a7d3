// The visitor's edits of the board as a pure reducer: every event gives the next state, and none changes the old one.

import type { Payload, Point } from "./payload.ts";

const UNDO_DEPTH = 200;

/** The visitor's points or pictures, or the places of the visitor's answers. */
export type Board = readonly Point[] | readonly number[];

/** The point that pointer or cross holds; index −1 is none. Until it is lifted, the press may turn out to be a click. */
export interface Grip {
  readonly by: "pointer" | "cross";
  readonly index: number;
  readonly before: Board;
  readonly lifted: boolean;
}

/**
 * The newest board, and the boards for undo and redo. `asked` is the number of the first question about these points,
 * infinite before that question.
 */
export interface Edits {
  readonly asked: number;
  readonly points: Board;
  readonly past: readonly Board[];
  readonly future: readonly Board[];
  readonly grip: Grip | null;
}

export type Event =
  | { type: "place"; at: readonly [number, number]; kind: number }
  | { type: "recolour"; index: number; kind: number }
  | { type: "erase"; index: number }
  | { type: "answer"; answers: readonly number[] }
  | { type: "clear" | "undo" | "redo" }
  | { type: "take"; index: number; by: Grip["by"] }
  | { type: "move"; to: readonly [number, number] }
  | { type: "drop" | "cancel" | "letGo" }
  | { type: "ask"; number: number }
  | { type: "bring" | "receive"; number: number; points: Board };

export const START: Edits = { asked: 0, points: [], past: [], future: [], grip: null };

const TOLERANCE = 0.01; // in the board's units; the server rounds to less, and pictures and answers are whole numbers

const isPlaced = (board: Board): board is readonly Point[] => typeof board[0] !== "number";

// The points of a board; a board of answers has none.
export const pointsOf = (board: Board) => (isPlaced(board) ? board : []);

// The answers of a board; a board of points has none.
export const answersOf = (board: Board) => (isPlaced(board) ? [] : board);

// Whether two boards are the same but for the server's rounding.
function alike(one: Board, other: Board) {
  const [values, those] = [[one].flat(2), [other].flat(2)];
  return values.length === those.length && values.every((value, i) => Math.abs(value - those[i]) < TOLERANCE);
}

const withEdit = (state: Edits, points: Board, before = state.points): Edits =>
  ({ asked: Infinity, points, past: [...state.past, before].slice(-UNDO_DEPTH), future: [], grip: null });

// Release the point where it is.
const letGo = (state: Edits): Edits => ({ ...state, grip: null });

const drop = (state: Edits) => (state.grip?.lifted ? withEdit(state, state.points, state.grip.before) : letGo(state));

export function reduce(state: Edits, event: Event): Edits {
  const { points, past, future, grip } = state;
  const placed = pointsOf(points);
  switch (event.type) {
    case "place":
      return withEdit(state, [...placed, [...event.at, event.kind]]);
    case "recolour": {
      const [x, y] = placed[event.index];
      return withEdit(state, placed.with(event.index, [x, y, event.kind]));
    }
    case "erase":
      return withEdit(state, placed.toSpliced(event.index, 1));
    case "answer":
      return withEdit(state, [...answersOf(points), ...event.answers]);
    case "clear":
      return points.length ? withEdit(state, []) : letGo(state);
    case "undo": {
      const back = past.at(-1);
      return back ? { asked: Infinity, points: back, past: past.slice(0, -1), future: [...future, points], grip: null } : letGo(state);
    }
    case "redo": {
      const next = future.at(-1);
      return next ? { asked: Infinity, points: next, past: [...past, points], future: future.slice(0, -1), grip: null } : letGo(state);
    }
    // If the cross holds a point, the pointer drops it before it takes another, and the other way round.
    case "take":
      return { ...drop(state), grip: { by: event.by, index: event.index, before: points, lifted: event.by === "cross" } };
    case "move": {
      if (!grip) return state;
      const after = placed.with(grip.index, [...event.to, placed[grip.index][2]]);
      return { ...state, asked: Infinity, points: after, grip: { ...grip, lifted: true } };
    }
    // A drag that the system cancels leaves the point where it is, and can be undone.
    case "drop": case "cancel":
      return drop(state);
    case "letGo":
      return letGo(state);
    case "ask":
      return { ...state, asked: event.number };
    // When the server replaces the visitor's board, the visitor can undo that like an edit.
    case "bring":
      return { ...withEdit(state, event.points), asked: event.number };
    // An edit is newer than the answer to any earlier question. A board of the server's own starts a new history.
    case "receive":
      if (event.number < state.asked || grip?.lifted) return state;
      return alike(event.points, points) ? { ...state, points: event.points }
        : { ...state, points: event.points, past: [], future: [], grip: null };
  }
}

// Whether the last answer is about the present points, and no point is being dragged.
export function isCurrent({ asked, grip }: Edits, { number }: Pick<Payload, "number">) {
  return asked <= number && !(grip?.by === "pointer" && grip.lifted);
}

// Messages are unpacked concurrently; only the newest is shown.
export function newest<Packed, Content>(unpack: (message: Packed) => Promise<Content>, show: (content: Content) => void) {
  let last: Packed | undefined;
  return async (message: Packed) => {
    last = message;
    const content = await unpack(message);
    if (last === message) show(content);
  };
}
