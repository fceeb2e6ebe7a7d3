// The visitor's edits of the board as a pure reducer: every event gives the next state, and none changes the old one.

const UNDO_DEPTH = 200;

/**
 * The newest board there is, and the way back from it. `version` counts the boards reported, `answered` is the last one
 * that the server has answered; `unsent` says that the points are newer than what has been reported.
 * @typedef {object} Edits
 * @property {string | null} session
 * @property {number} version
 * @property {number} answered
 * @property {Board} points
 * @property {Board[]} past
 * @property {Board[]} future
 * @property {Grip | null} grip
 * @property {boolean} unsent
 *
 * @typedef {import("./payload.js").Scene["points"]} Board
 *
 * The point in the hand; index −1 is none. Until it is lifted a press may still turn out to be a click.
 * @typedef {{ by: "pointer" | "cross", index: number, before: Board, lifted: boolean }} Grip
 *
 * @typedef {{ type: "place", at: number[], kind: number } | { type: "recolour", index: number, kind: number }
 *   | { type: "erase", index: number } | { type: "answer", answers: number[] } | { type: "clear" | "undo" | "redo" }
 *   | { type: "take", index: number, by: "pointer" | "cross" } | { type: "move", to: number[] }
 *   | { type: "drop" | "cancel" | "letGo" | "send" | "hush" } | { type: "resume", version: number }
 *   | { type: "receive", session: string, version: number, brought: number, points: Board }
 *   | { type: "recall", before: Edits }} Event
 */

/** @type {Edits} */
export const START = {
  session: null, version: 0, answered: 0, points: [], past: [], future: [], grip: null, unsent: false,
};

const TOLERANCE = 0.01; // in the board's units; the server rounds to less, and pictures and answers are whole numbers

// Whether two boards are the same but for the server's rounding.
function alike(one, other) {
  const [values, those] = [one.flat(), other.flat()];
  return values.length === those.length && values.every((value, i) => Math.abs(value - those[i]) < TOLERANCE);
}

const withEdit = (state, points, before = state.points) =>
  ({ ...state, points, past: [...state.past, before].slice(-UNDO_DEPTH), future: [], grip: null, unsent: true });

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
    const next = { points: past.at(-1), past: past.slice(0, -1), future: [...future, state.points] };
    return { ...letGo(state), ...next, unsent: true };
  },
  redo(state) {
    const { past, future } = state;
    if (!future.length) return letGo(state);
    const next = { points: future.at(-1), past: [...past, state.points], future: future.slice(0, -1) };
    return { ...letGo(state), ...next, unsent: true };
  },

  // A point that the other of pointer and cross holds is dropped first.
  take: (state, { index, by }) =>
    ({ ...EVENTS.drop(state), grip: { by, index, before: state.points, lifted: by === "cross" } }),
  move(state, { to }) {
    const { points, grip } = state;
    const [x, y] = to;
    const after = points.with(grip.index, [x, y, points[grip.index][2]]);
    return { ...state, points: after, grip: { ...grip, lifted: true }, unsent: true };
  },
  drop: (state) => (state.grip?.lifted ? withEdit(state, state.points, state.grip.before) : letGo(state)),
  // A drag that the system cancels leaves the point where it is, and can be undone.
  cancel: (state) => EVENTS.drop(state),
  letGo,

  send: (state) => ({ ...state, version: state.version + 1, unsent: false }),
  hush: (state) => ({ ...state, unsent: false }),
  // After a restart of the server, or a reload, the versions continue from this window's.
  resume: (state, { version }) => ({ ...state, version: Math.max(state.version, version) }),

  // A board from the server replaces the browser's only if its version is not older.
  receive(state, { session, version, brought, points }) {
    const now = session === state.session ? state : { ...state, session, version, answered: version };
    if (version < now.version) return now;
    // An answer to an edit keeps the undo history, and so does a repeated message while an edit is on its way. A board
    // that replaces the visitor's is an edit itself; any other board starts a new history.
    const answer = version === now.version && (version > now.answered || now.unsent);
    const other = !answer && JSON.stringify(points) !== JSON.stringify(now.points);
    const edit = now === state && version > now.version && version === brought;
    const past = edit ? [...now.past, now.points].slice(-UNDO_DEPTH) : [];
    const next = { ...now, version, answered: version, ...(other && { past, future: [], grip: null }) };
    return next.grip?.lifted || next.unsent ? next : { ...next, points };
  },

  // Restore the undo history of the same board on another page, or before this stage was mounted again.
  recall(state, { before: { session, version, points, past, future } }) {
    const same = session === state.session && version === state.version && alike(points, state.points);
    return same ? { ...state, past, future } : state;
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

// Whether a message sets the step: a board that the visitor has not made does, and so does an answer.
export function leads(state, { session, version, asking }) {
  if (state.session === null) return true;
  return session === state.session && version > (asking ? state.answered : state.version);
}

// Whether the last message is about the points as they are now, none of them being dragged.
export function isCurrent({ unsent, version, grip }, sent) {
  return !unsent && version <= sent.version && !(grip?.by === "pointer" && grip.lifted);
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
