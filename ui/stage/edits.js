// What the hand has made of the board, without a page: every event gives the next state, and none changes the old one.

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
 * @property {Held | null} held
 * @property {boolean} unsent
 *
 * @typedef {import("./payload.js").Scene["points"]} Board
 *
 * The point in the hand; index −1 is none. Until it is lifted a press may still turn out to be a click.
 * @typedef {{ by: "pointer" | "cross", index: number, before: Board, lifted: boolean }} Held
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
  session: null, version: 0, answered: 0, points: [], past: [], future: [], held: null, unsent: false,
};

const ROUNDED = 0.01; // in the board's units; the server rounds to less, and tells pictures and answers by whole numbers

// Whether two boards are the same but for the server's rounding.
function alike(one, other) {
  const [values, those] = [one.flat(), other.flat()];
  return values.length === those.length && values.every((value, i) => Math.abs(value - those[i]) < ROUNDED);
}

const edited = (state, points, before = state.points) =>
  ({ ...state, points, past: [...state.past, before].slice(-UNDO_DEPTH), future: [], held: null, unsent: true });

/** @type {Record<Event["type"], (state: any, event?: any) => Edits>} */
const EVENTS = {
  place: (state, { at, kind }) => edited(state, [...state.points, [...at, kind]]),
  recolour(state, { index, kind }) {
    const [x, y] = state.points[index];
    return edited(state, state.points.with(index, [x, y, kind]));
  },
  erase: (state, { index }) => edited(state, state.points.toSpliced(index, 1)),
  clear: (state) => (state.points.length ? edited(state, []) : letGo(state)),
  answer: (state, { answers }) => edited(state, [...state.points, ...answers]),

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

  // What the other of pointer and cross still holds is put down first.
  take: (state, { index, by }) =>
    ({ ...EVENTS.drop(state), held: { by, index, before: state.points, lifted: by === "cross" } }),
  move(state, { to }) {
    const { points, held } = state;
    const moved = points.with(held.index, [...to, points[held.index][2]]);
    return { ...state, points: moved, held: { ...held, lifted: true }, unsent: true };
  },
  drop: (state) => (state.held?.lifted ? edited(state, state.points, state.held.before) : letGo(state)),
  // What the system takes out of the hand stays where it is, and can be undone.
  cancel: (state) => EVENTS.drop(state),
  letGo,

  send: (state) => ({ ...state, version: state.version + 1, unsent: false }),
  hush: (state) => ({ ...state, unsent: false }),
  // A server that was started again, or a page opened anew, goes on counting where this window was.
  resume: (state, { version }) => ({ ...state, version: Math.max(state.version, version) }),

  // The browser's board is the newest; of what the server sends only a board that is as new or newer replaces it.
  receive(state, { session, version, brought, points }) {
    const now = session === state.session ? state : { ...state, session, version, answered: version };
    if (version < now.version) return now;
    // An answer to the hand's own edit keeps the way back, and so does what the server says once more while the hand is
    // ahead of it; a board that is brought to the hand's is an edit; another board starts a new way.
    const answer = version === now.version && (version > now.answered || now.unsent);
    const other = !answer && JSON.stringify(points) !== JSON.stringify(now.points);
    const edit = now === state && version > now.version && version === brought;
    const past = edit ? [...now.past, now.points].slice(-UNDO_DEPTH) : [];
    const met = { ...now, version, answered: version, ...(other && { past, future: [], held: null }) };
    return met.held?.lifted || met.unsent ? met : { ...met, points };
  },

  // The way back to where another page's board, or this one's before it was put up anew, has come from.
  recall(state, { before: { session, version, points, past, future } }) {
    const same = session === state.session && version === state.version && alike(points, state.points);
    return same ? { ...state, past, future } : state;
  },
};

// Whatever is held stays where it is.
function letGo(state) {
  return { ...state, held: null };
}

/**
 * @param {Edits} state
 * @param {Event} event
 * @returns {Edits}
 */
export function reduce(state, event) {
  return EVENTS[event.type](state, event);
}

// Whether a message says which step to show: a board that the hand has not made says where it begins, and an answer
// which step it made.
export function leads(state, { session, version, asking }) {
  if (state.session === null) return true;
  return session === state.session && version > (asking ? state.answered : state.version);
}

// Whether what the server has sent last is about the points as they are now; those in the hand still move.
export function answered({ unsent, version, held }, sent) {
  return !unsent && version <= sent.version && !(held?.by === "pointer" && held.lifted);
}

// Messages are unpacked at the same time; one that a newer one has overtaken is not shown.
export function newest(unpack, show) {
  let last = null;
  return async (message) => {
    last = message;
    const content = await unpack(message);
    if (last === message) show(content);
  };
}
