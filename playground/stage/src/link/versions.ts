// When the app is updated while its pages are open, scripts of the new version run in them beside the old scripts, and
// continue with the window's state.

import { Visit, visit } from "./visit.ts";

const FORM = 1; // the version of the state that scripts hand over; it changes with any name in the state or its meaning

const own = { form: FORM, letGo: () => visit.letGo() };

/**
 * Take this window over from other scripts, if they have it. If their state has another version, or they fail to hand
 * it over, the address still holds everything but the history for undo.
 */
export function takeWindow() {
  const { playground: theirs } = window;
  if (theirs === own) return;
  window.playground = own;
  if (!theirs) return;
  let kept = {};
  try {
    kept = theirs.letGo();
  } catch {
    // Scripts that fail have nothing to leave.
  }
  // These scripts may have had the window before, so their own state is old.
  Object.assign(visit, new Visit(), theirs.form === FORM ? kept : {});
}
