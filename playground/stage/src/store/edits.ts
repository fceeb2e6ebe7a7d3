// The visitor's edits of the board as a pure reducer: every event gives the next state, and none changes the old one.

const UNDO_DEPTH = 200;

/**
 * The newest board, and the boards for undo and redo. `asked` is the number of the first question about these points,
 * infinite before that question.
 * @typedef {object} Edits
 * @property {number} asked
 * @property {Board} points
 * @property {Board[]} past
 * @property {Board[]} future
 * @property {Grip | null} grip
 *
 * @typedef {import("./payload.ts").Scene["points"]} Board
 *
 * The point that pointer or cross holds; index −1 is none. Until it is lifted, the press may turn out to be a click.
 * @typedef {{ by: "pointer" | "cross", index: number, before: Board, lifted: boolean }} Grip
 *
 * @typedef {{ type: "place", at: number[], kind: number } | { type: "recolour", index: number, kind: number }
 *   | { type: "erase", index: number } | { type: "answer", answers: number[] } | { type: "clear" | "undo" | "redo" }
 *   | { type: "take", index: number, by: "pointer" | "cross" } | { type: "move", to: number[] }
 *   | { type: "drop" | "cancel" | "letGo" } | { type: "ask", number: number } | { type: "bring", number: number, points: Board }
 *   | { type: "receive", number: number, points: Board }} Event
 */

/** @type {Edits} */
export const START = { asked: 0, points: [], past: [], future: [], grip: null };

const TOLERANCE = 0.01; // in the board's units; the server rounds to less, and pictures and answers are whole numbers

// Whether two boards are the same but for the server's rounding.
function alike(one, other) {
  const [values, those] = [one.flat(), other.flat()];
  return values.length === those.length && values.every((value, i) => Math.abs(value - those[i]) < TOLERANCE);
}

const withEdit = (state, points, before = state.points) =>
  ({ asked: Infinity, points, past: [...state.past, before].slice(-UNDO_DEPTH), future: [], grip: null });

/** @type {Record<Event["type"], (state: any, event?: any) => Edits>} */
const EVENTS = {
  place: (state, { at, kind }) => withEdit(state, [...state.points, [...at, kind]]),
  recolour(state, { index, kind }) {
    const [x, y] = state.points[index];
    return withEdit(state, state.points.with(index, [x, y, kind]));
  },
  erase: (state, { index }) => withEdit(state, state.points.toSpliced(index, 1)),
  clear: (state) => (state.points.length ? withEdit(state, []) : letGo(state)),
  answer: (state, { answers }) => withEdit(state, [...state.points, ...answers]),

  undo(state) {
    const { past, future } = state;
    if (!past.length) return letGo(state);
    return { asked: Infinity, points: past.at(-1), past: past.slice(0, -1), future: [...future, state.points], grip: null };
  },
  redo(state) {
    const { past, future } = state;
    if (!future.length) return letGo(state);
    return { asked: Infinity, points: future.at(-1), past: [...past, state.points], future: future.slice(0, -1), grip: null };
  },

  // If the cross holds a point, the pointer drops it before it takes another, and the other way round.
  take: (state, { index, by }) =>
    ({ ...EVENTS.drop(state), grip: { by, index, before: state.points, lifted: by === "cross" } }),
  move(state, { to }) {
    const { points, grip } = state;
    const [x, y] = to;
    const after = points.with(grip.index, [x, y, points[grip.index][2]]);
    return { ...state, asked: Infinity, points: after, grip: { ...grip, lifted: true } };
  },
  drop: (state) => (state.grip?.lifted ? withEdit(state, state.points, state.grip.before) : letGo(state)),
  // A drag that the system cancels leaves the point where it is, and can be undone.
  cancel: (state) => EVENTS.drop(state),
  letGo,

  ask: (state, { number }) => ({ ...state, asked: number }),
  // When the server replaces the visitor's board, the visitor can undo that like an edit.
  bring: (state, { points, number }) => ({ ...withEdit(state, points), asked: number }),

  // An edit is newer than the answer to any earlier question. A board of the server's own starts a new history.
  receive(state, { number, points }) {
    if (number < state.asked || state.grip?.lifted) return state;
    return alike(points, state.points) ? { ...state, points } : { ...state, points, past: [], future: [], grip: null };
  },
};

// Release the point where it is.
function letGo(state) {
  return { ...state, grip: null };
}

/**
 * @param {Edits} state
 * @param {Event} event
 * @returns {Edits}
 */
export function reduce(state, event) {
  return EVENTS[event.type](state, event);
}

// Whether the last answer is about the present points, and no point is being dragged.
export function isCurrent({ asked, grip }, { number }) {
  return asked <= number && !(grip?.by === "pointer" && grip.lifted);
}

// Messages are unpacked concurrently; only the newest is shown.
export function newest(unpack, show) {
  let last = null;
  return async (message) => {
    last = message;
    const content = await unpack(message);
    if (last === message) show(content);
  };
}
